"""The codes of what is wrong with the rules: names, types, and what they come to in play."""

from __future__ import annotations

from .code import Code, family

RULE_CODES: dict[str, Code] = {}

# RP3xx: names and types
RULE_CODES |= family(
    Code(
        "RP310",
        "unknown-name",
        "a name that means nothing here",
        "Nothing with this name was declared, or it does not exist at this place: `me` and `others` need "
        "a turn, and what `let`, `for` or `choose` names holds only behind it and below it. What belongs "
        "to each player is written with whose it is, as in `me.hand`; an option is written `option.name`.",
    ),
    Code(
        "RP311",
        "unknown-part",
        "a value that has no such part",
        "After a dot stands what the value has: an attribute of the card or die, a field of the record, "
        "or a zone or variable that is declared with `each: player`. Numbers, booleans and symbols have "
        "no parts.",
    ),
    Code(
        "RP312",
        "unknown-function-or-arguments",
        "a function that does not exist, or is given too much or too little",
        "Functions are those below `functions` and the few that are built in. Each takes a fixed number "
        "of values, a procedure takes those below its `with` by name, and `sum`, `count`, `any` and their"
        " like go through something: `count(c for c in hand where c.rank > 3)`.",
    ),
    Code(
        "RP313",
        "unknown-type",
        "a type that does not exist",
        "A type is `integer`, `boolean`, `player` or `players`, one declared below `types`, or a deck or "
        "die, which is then the type of one card or die.",
    ),
    Code(
        "RP314",
        "endless-function",
        "a function that uses itself",
        "A function is worked out by putting its expression in its place, which never ends when it uses "
        "itself, alone or through others. Go through something instead (`sum(… for x in …)`), or use a "
        "`while` step.",
    ),
    Code(
        "RP320",
        "wrong-kind-of-value",
        "a value of the wrong type",
        "Each place takes one type, and no value is turned into another: a number is no card, a set of "
        "cards no card, a symbol no number. Two values of types that have nothing in common are never "
        "equal, so comparing them is an error too.",
    ),
    Code(
        "RP321",
        "not-a-condition",
        "a condition that is neither true nor false",
        "A condition needs a comparison or something else that is true or false. Numbers and cards are "
        "not: write `size(hand) > 0` or `not empty(hand)`, and `x != none` to test whether there is a "
        "value.",
    ),
    Code(
        "RP322",
        "not-a-variable",
        "something that cannot be set",
        "Only what is declared below `variables` can be set or picked: `score`, or `p.score` where each "
        "player has one. Zones change by moving what lies in them; options, names of a `let` and counts "
        "never change.",
    ),
    Code(
        "RP323",
        "option-value",
        "a value that an option does not take",
        "The default of an option, and what a preset chooses, must be one of its values: one of those "
        "listed, a whole number between `min` and `max`, or `true` or `false`.",
    ),
    Code(
        "RP330",
        "may-be-none",
        "a value that may be none is used as if it were there",
        "A variable declared `optional`, and what `first(…)` gives, may be `none`. Test it in front, as "
        "in `x != none and x.rank > 3`, in a clause above or in an `if`; behind the test it is known to "
        "be there. Where it cannot be none for a reason of the rules write `sure(x)`, which stops the "
        "game if it is.",
    ),
)

# RP4xx: what the rules come to
RULE_CODES |= family(
    Code(
        "RP401",
        "unknown-reference",
        "a name that refers to nothing",
        "A deck, phase, action, challenge or procedure is used here that the ruleset does not declare. "
        "Names are the keys of the section of that kind.",
    ),
    Code(
        "RP415",
        "open-challenge",
        "a challenge without a result for some case, or with one that never comes about",
        "The outcomes are tried from top to bottom, and the first whose `when` holds is carried out. The "
        "last one has no `when`, so that every case has a result; any other without `when` hides those "
        "below it.",
    ),
    Code(
        "RP420",
        "no-owner",
        "something without an owner is shown to its owner",
        "`seen_by: owner` and `seen_by: others` tell players apart by whose it is. What the table has "
        "belongs to nobody: write `everyone` or `nobody`, or give every player one with `each: player`.",
    ),
    Code(
        "RP424",
        "deck-size",
        "a deck that cannot be made",
        "How many cards a deck has must be known before the game: `count` may depend on options and on "
        "the number of players, and must come to a whole number of none or more; the whole deck has a "
        "limit that the message names.",
    ),
    Code(
        "RP450",
        "rules-fail-in-play",
        "the rules came to something they do not allow for",
        "In play a rule divided by zero, dealt more cards than there were, set a variable to a value "
        "outside of its `min` and `max`, took a value that was none, or went round without end. Test for "
        "the case in front of the step that the message names.",
    ),
)

# RP5xx: doubtful, though it could be played
RULE_CODES |= family(
    Code(
        "RP503",
        "name-used-twice",
        "one name for two things",
        "Zones and variables are called by their bare names, so two of them with one name cannot be told "
        "apart. A parameter, choice, loop or `let` with the name of something else hides it below. Give one "
        "of them another name.",
    ),
)

# RP7xx: scenarios
RULE_CODES |= family(
    Code(
        "RP701",
        "unreadable-scenario",
        "a scenario says something that cannot be set up or done",
        "It names a player, zone, card, action or option that this table does not have, or an item is "
        "written in a way that has no meaning. The message says what would have been possible.",
    ),
    Code(
        "RP702",
        "scenario-fails",
        "something is not as a scenario says",
        "The rules lead to something else than what stands below `then`. Either the rules are wrong or the "
        "scenario is; a variant lists scenarios of its base that no longer hold in `changed_scenarios`.",
    ),
    Code(
        "RP703",
        "scenario-move-refused",
        "the rules refuse what a scenario does",
        "A player does something below `when` that may not be done there. The message has the reason and "
        "the line of the rule; to test the refusal itself write `refused: {player: action}`.",
    ),
    Code(
        "RP704",
        "scenario-move-allowed",
        "the rules allow what a scenario says they refuse",
        "An action below `refused` may be taken. A condition of the action is missing or too wide.",
    ),
    Code(
        "RP705",
        "scenario-chance",
        "chance in a scenario is missing, out of place or impossible",
        "Where chance moves, a scenario says what comes up with `chance: […]`, or has a `seed` to draw from. "
        "What is written must be possible there, and chance must be the one to move.",
    ),
    Code(
        "RP710",
        "inherited-scenario-fails",
        "a scenario of the base no longer holds in the variant",
        "A variant is tested by the scenarios of its base as well. If the difference is meant, list the "
        "scenario below `changed_scenarios` with the reason; otherwise the variant changes more than it "
        "should.",
    ),
    Code(
        "RP711",
        "changed-scenario-holds",
        "a scenario listed as changed still holds",
        "`changed_scenarios` names the scenarios of the base that do not hold in the variant. This one does: "
        "take it off the list, so that it is tested again.",
    ),
)
