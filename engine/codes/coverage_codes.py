"""The codes of what playing a ruleset finds: by itself, or by its scenarios."""

from __future__ import annotations

from .code import Code, family

# RP80x and RP81x: explored by the engine; RP82x: not come to by the scenarios
COVERAGE_CODES: dict[str, Code] = family(
    Code(
        "RP801",
        "nobody-can-go-on",
        "a decision at which nothing can be done",
        "`rulesplay explore` came to a place where a player must act and every action is refused or has "
        "nothing to choose from. Give the player a way out (an action without conditions, a `pass`, turns "
        "only for those who can act: `who`), or end the game there. The scenario that is printed plays "
        "the game up to this place and fails until there is one.",
    ),
    Code(
        "RP802",
        "endless-play",
        "many games are ended by nothing but the limit",
        "Played at random, a good part of the games went on until `limit` stopped them. Players who play "
        "well may do better, but rules that let a game go round are mostly an oversight: something should "
        "be used up by every round.",
    ),
    Code(
        "RP803",
        "rules-fail-when-explored",
        "the rules fail in a game that can be played",
        "`rulesplay explore` found a course of play in which a rule divides by zero, deals more cards than "
        "there are, leaves the range of a variable, takes a value that is none, or goes round without end. "
        "The scenario that is printed leads there and fails until the rule is mended.",
    ),
    Code(
        "RP811",
        "action-never-taken",
        "an action that was never taken",
        "In all the games that `rulesplay explore` played nobody ever took this action. Perhaps its "
        "conditions never hold together; or it is so rare that more games are needed (`--games`).",
    ),
    Code(
        "RP812",
        "branch-never-reached",
        "an outcome or branch that never came about",
        "In all the games that `rulesplay explore` played, this outcome, phase or branch was never "
        "carried out. Perhaps an earlier case takes everything; or it is so rare that more games are needed.",
    ),
    Code(
        "RP813",
        "ending-never-reached",
        "an ending or elimination that never came about",
        "In all the games that `rulesplay explore` played, none ended so, or nobody left by this rule. "
        "Perhaps an ending above it always comes first; or it is so rare that more games are needed.",
    ),
    Code(
        "RP820",
        "condition-seen-one-way",
        "a condition that the scenarios see only one way",
        "A condition, or one side of an `and` or `or` in it, was never true or never false in any scenario: "
        "a mistake in it could go unseen. Write a scenario for the other case.",
    ),
    Code(
        "RP821",
        "action-not-tested",
        "an action that no scenario takes, or none sees refused",
        "Scenarios should take every action, and every action with conditions or choices should be refused "
        "once: `refused: {player: action}`, or `legal` where it is not offered.",
    ),
    Code(
        "RP822",
        "part-not-tested",
        "a part of the rules that no scenario comes to",
        "An outcome, ending, elimination, procedure or phase never came about in any scenario. Write one "
        "that leads there.",
    ),
)
