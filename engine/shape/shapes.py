"""The shape of rulesets and variants: every key, what it means, and an example."""

from __future__ import annotations

from .forms import ByName, Either, Key, ListOf, Plain, Schema, Table, key, need
from .piece_shapes import DECK, DECLARED_TYPE, DIE, FUNCTION, HELP, OPTION, PRESET, VARIABLE, ZONE
from .question_shapes import (
    ACTION,
    CHALLENGE,
    EXPRESSION,
    NAMED,
    PARAMETERS,
    STEPS,
    TEXT,
    VALUE,
)
from .step_shapes import step_definitions

DIALECT = "https://json-schema.org/draft/2020-12/schema"
HOME = "urn:rulesplay:schema"
ID = "^[A-Za-z][A-Za-z0-9_.-]*$"

PLAYERS = Table(
    "players",
    "How many players the game takes.",
    {
        "min": need(Plain({"type": "integer", "minimum": 1, "maximum": 10}), "The fewest players.", 2),
        "max": key(
            Plain({"type": "integer", "minimum": 1, "maximum": 10}),
            "The most players, at most 10; the same as `min` if left out.",
            6,
        ),
    },
)
TURNS = Table(
    "turns",
    "The turns of a phase, which go round until a step says `end: phase`.",
    {
        "first": need(EXPRESSION, "Who takes the first turn.", "sure(starter)"),
        "who": key(
            EXPRESSION, "Which `player` takes a turn; all who are in if left out.", "not empty(player.hand)"
        ),
        "order": key(Plain({"enum": ["clockwise", "counterclockwise"]}), "The direction.", "clockwise"),
        "actions": need(
            ListOf(TEXT, 1), "The actions, by name, of which a turn takes one.", ["play", "draw"]
        ),
    },
)
PHASE = Table(
    "phase",
    "A part of the game: steps, then turns, then steps.",
    {
        "before": key(STEPS, "What happens when the phase begins.", [{"call": "deal_round"}]),
        "turns": key(TURNS, "The turns of this phase.", {"first": "seat(1)", "actions": ["play"]}),
        "after": key(STEPS, "What happens when its turns are over.", [{"call": "score_round"}]),
        "next": key(TEXT, "The phase that follows; the one below it if left out.", "play"),
        "help": HELP,
    },
)
PROCEDURE = Table(
    "procedure",
    "Steps with a name, for `call`.",
    {
        "with": key(PARAMETERS, "The names and types of what it takes.", {"p": "player"}),
        "do": need(STEPS, "The steps.", [{"set": {"p.points": "p.points - 1"}}]),
        "help": HELP,
    },
)
ELIMINATION = Table(
    "elimination",
    "Players leave, all at once, as soon as the condition holds for them.",
    {
        "when": need(EXPRESSION, "The condition on `player`.", "player.points == 0"),
        "from": key(
            Plain({"enum": ["game", "round"]}), "What they leave: the `game`, or only this `round`.", "round"
        ),
        "say": key(TEXT, "The line in the log.", "{player} is out."),
        "do": key(STEPS, "What happens for each who leaves.", [{"set": {"places": "places + 1"}}]),
    },
)
RESULT: dict[str, Key] = {
    "winners": key(EXPRESSION, "The set of players who win; without it the game is a draw.", "playing"),
    "returns": key(EXPRESSION, "What each `player` gets, as an integer.", "player.points"),
    "say": key(TEXT, "The line in the log.", "The stock is used up."),
}
ENDING = Table(
    "ending",
    "A way for the game to end, looked at whenever something has happened.",
    {"when": need(EXPRESSION, "When the game ends this way.", "size(playing) == 1"), **RESULT},
)
LIMIT = Table(
    "limit",
    "What happens when play goes on for ever.",
    {"turns": need(EXPRESSION, "After how many turns the game is stopped.", 2000), **RESULT},
)
RULING = Table(
    "ruling",
    "A rule of the rulebook, or how a doubt about one was settled.",
    {
        "text": need(TEXT, "What holds, in your own words.", "Ties are shared."),
        "ground": key(TEXT, "Why: the page of the rulebook, or what speaks for it.", "Rulebook, page 4."),
    },
)
OPEN = Plain({"type": "object"})
SCENARIO = Table(
    "scenario",
    "A test of the rules: a position, what is done, and what must come of it.",
    {
        "title": key(TEXT, "What it shows, in a sentence.", "A player without points cannot doubt."),
        "rules": key(ListOf(TEXT), "The ids of the rules and rulings that it shows.", ["R-3", "R-4"]),
        "players": key(
            Either(("integer",), many=ListOf(TEXT, 1)), "How many play, or their names.", 3, ["ann", "bob"]
        ),
        "preset": key(NAMED, "The preset that this table has; `options` come after it.", "family"),
        "options": key(ByName(VALUE), "The option values of this table.", {"hand_size": 5}),
        "impossible": key(
            TEXT, "That there is no such table, with part of the reason.", "at least 3 players"
        ),
        "seed": key(Plain({"type": ["integer", "string"]}), "The seed of chance that is not given.", 7),
        "given": key(
            OPEN, "The position to start from: zones, variables, whose turn it is.", {"turn": "ann"}
        ),
        "when": key(
            ListOf(Plain({"type": ["string", "object"], "maxProperties": 2})),
            "What is done and checked, in order: who does what, or one of the checks.",
            [{"ann": "draw"}],
        ),
        "then": key(
            ListOf(Plain({"type": ["string", "object"], "maxProperties": 2})),
            "What must hold afterwards.",
            ["ann.points == 1"],
        ),
    },
)

VERSION = need(Plain({"const": 1}), "The version of the language.", 1)
HEAD: dict[str, Key] = {
    "id": need(NAMED, "The name of the ruleset for machines, the same as that of its file.", "first_to_nine"),
    "name": need(TEXT, "The name of the game.", "First to Nine"),
    "summary": key(TEXT, "What the game is about, in two or three sentences.", "Be the first to score nine."),
    "source": key(TEXT, "Where the rules come from: title, edition, year.", "Rulebook, second edition, 2014"),
}
TAIL: dict[str, Key] = {
    "rulings": key(
        ByName(RULING, ID),
        "The rules of the rulebook and decisions about them, by id.",
        {"R-3": {"text": "Ties are shared.", "ground": "Rulebook, page 4."}},
    ),
    "scenarios": key(
        ByName(SCENARIO),
        "Tests of the rules, by name.",
        {"tie": {"players": 2, "then": ["playing == seats"]}},
    ),
}
BODY: dict[str, Key] = {
    "players": need(PLAYERS, "How many players the game takes.", {"min": 2, "max": 6}),
    "options": key(
        ByName(OPTION), "Choices to be made before the game.", {"long": {"type": "boolean", "default": False}}
    ),
    "presets": key(
        ByName(PRESET), "Sets of option values, by name.", {"family": {"options": {"long": False}}}
    ),
    "decks": key(
        ByName(DECK), "The decks of cards.", {"numbers": {"cards": [{"rank": "1..10", "count": 4}]}}
    ),
    "dice": key(ByName(DIE), "The kinds of dice.", {"d6": {"faces": "1..6"}}),
    "zones": key(
        ByName(ZONE),
        "The places for cards and dice, and who sees what lies there.",
        {"hand": {"of": "numbers", "each": "player", "seen_by": "owner"}},
    ),
    "types": key(
        ByName(Either(("string",), table=DECLARED_TYPE)),
        "Types of your own.",
        {"level": {"values": ["low", "high"]}},
    ),
    "variables": key(
        ByName(VARIABLE),
        "Values of the table or of each player.",
        {"points": {"each": "player", "type": "integer", "starts": 3}},
    ),
    "functions": key(
        ByName(FUNCTION),
        "Expressions with names.",
        {"is_rich": {"with": {"p": "player"}, "value": "p.points > 9"}},
    ),
    "setup": key(STEPS, "What is done before the first phase.", [{"pick": {"starter": "players"}}]),
    "phases": need(
        ByName(PHASE, placed=True),
        "The course of the game, phase by phase.",
        {"play": {"turns": {"first": "sure(starter)", "actions": ["draw"]}}},
    ),
    "actions": key(
        ByName(ACTION),
        "What players may do in their turns.",
        {"draw": {"do": [{"deal": {"count": 1, "from": "stock", "to": "me.hand"}}]}},
    ),
    "challenges": key(
        ByName(CHALLENGE),
        "Claims that can be doubted.",
        {"is_even": {"window": {"who": "others"}, "outcomes": {"wrong": {}}}},
    ),
    "procedures": key(
        ByName(PROCEDURE),
        "Steps with names, for `call`.",
        {"pay": {"with": {"p": "player"}, "do": [{"set": {"p.points": "p.points - 1"}}]}},
    ),
    "elimination": key(
        ByName(ELIMINATION, placed=True),
        "When players leave the game or the round.",
        {"broke": {"when": "player.points == 0"}},
    ),
    "ending": need(
        ByName(ENDING, placed=True),
        "How the game ends, and who has won then.",
        {"last_one": {"when": "size(playing) == 1", "winners": "playing"}},
    ),
    "limit": need(LIMIT, "What happens when play goes on for ever.", {"turns": 2000}),
}

RULESET = Table(
    "ruleset", "The rules of one turn-based game.", {"rulesplay": VERSION, **HEAD, **BODY, **TAIL}
)
CHANGE = Table("ruleset", "What a variant does differently, in the shape of a ruleset.", {**BODY, **TAIL})


class Change(Plain):
    """The shape of a ruleset in which nothing is required and parts can be added and removed."""

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the schema of `change`."""
        return CHANGE.write(defs, change=True)


VARIANT = Table(
    "variant",
    "A ruleset that is another one with changes.",
    {
        "rulesplay": VERSION,
        "extends": need(TEXT, "The file of the ruleset that this is a variant of.", "first_to_nine.yaml"),
        **{name: Key(one.form, one.about, one.examples) for name, one in HEAD.items()},
        "change": key(
            Change({}), "What is different; everything else is as in the base.", {"players": {"max": 8}}
        ),
        **TAIL,
        "changed_scenarios": key(
            ByName(TEXT),
            "Scenarios of the base that do not hold here, each with the reason.",
            {"tie": "Ties are broken by lot here."},
        ),
    },
)


def ruleset_schema() -> Schema:
    """Return the JSON Schema of rulesets."""
    return _document(RULESET, "ruleset.schema.json")


def variant_schema() -> Schema:
    """Return the JSON Schema of variants."""
    return _document(VARIANT, "variant.schema.json")


def _document(table: Table, name: str) -> Schema:
    defs = step_definitions(change=table is VARIANT)
    body = table.body(defs)
    return {"$schema": DIALECT, "$id": f"{HOME}:{name}", **body, "$defs": dict(sorted(defs.items()))}
