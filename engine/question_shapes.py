"""The shape of questions to players: actions, choices, conditions, ways to pass."""

from __future__ import annotations

from .forms import ByName, Either, Form, ListOf, Plain, Schema, Table, closed, key, listing, need

TEXT = Plain({"type": "string"})
TRUTH = Plain({"type": "boolean"})
WHOLE = Plain({"type": "integer"})
VALUE = Plain({"type": ["string", "integer", "boolean"]})
EXPRESSION = Plain({"type": ["string", "integer", "boolean"]})
EXPRESSIONS = Either(("string",), many=ListOf(TEXT, 1))
VALUES = Either(("string",), many=ListOf(VALUE, 1))
TARGETS = Plain({"type": "object", "minProperties": 1, "additionalProperties": EXPRESSION.write({})})


STEPS = Steps()

TYPE = Table(
    "type",
    "A type: the name of one, or the values it has. With `optional` it also takes `none`.",
    {
        "type": key(
            TEXT, "`integer`, `boolean`, `player`, `players`, a declared type, a deck or a die.", "player"
        ),
        "values": key(
            VALUES, "The values of a new enumeration, or an interval of integers.", ["low", "high"], "1..6"
        ),
        "optional": key(
            TRUTH, "Whether the value may also be `none`, which must be tested before use.", True
        ),
        "help": key(TEXT, "What it stands for, for those who read the rules.", "What was called last."),
    },
)
TYPED = Either(("string",), table=TYPE)
PARAMETERS = ByName(TYPED)

CONDITION = {
    "when": key(
        EXPRESSION,
        "The condition under which this is offered; left out, it always is.",
        "me.points > 0",
    ),
    "because": key(
        TEXT,
        "Your own words for why not, told to whoever tries it while the condition does not hold.",
        "you have no points left",
    ),
}
SAY = key(
    TEXT,
    "The line in the log; values stand in braces. Each reader sees only what that reader may know.",
    "{me} plays {cards}.",
)
DO = key(STEPS, "What happens then, step by step.", [{"move": {"from": "me.hand", "to": "discard"}}])

CLAUSE = Table(
    "condition",
    "A condition with a name, so that a variant can change or remove it.",
    {
        "when": need(EXPRESSION, "What must hold.", "size(cards) <= 3"),
        "because": key(
            TEXT, "Your own words for why not, told when it does not hold.", "at most three cards"
        ),
    },
)
PARAMETER = Table(
    "choice",
    "One part of a choice: cards of a zone (`from`), one card of it (`one`), or an element of a set (`among`).",
    {
        "from": key(EXPRESSION, "The zone that the cards or dice are chosen from.", "me.hand"),
        "among": key(
            EXPRESSION,
            "The set that one element is chosen from, or a type with few values.",
            "1..6",
            "others",
        ),
        "one": key(TRUTH, "Choose exactly one card or die, so that its name means the card itself.", True),
        "min": key(EXPRESSION, "The fewest cards to choose; 1 if left out.", 1),
        "max": key(EXPRESSION, "The most cards to choose; all of the zone if left out.", 3),
        "where": key(
            EXPRESSION,
            "Which ones may be chosen. Each is `card` or `die`; with `among` it has the name of the choice.",
            "card.rank > 2",
        ),
        "help": key(TEXT, "What is being chosen, for the prompt.", "the cards to play"),
    },
)
ACTION = Table(
    "action",
    "Something a player may do: conditions, what is chosen, and what it does.",
    {
        "title": key(
            TEXT,
            "What the player reads in the list of choices; the name of the action if left out.",
            "Play cards",
        ),
        "help": key(
            TEXT, "A sentence or two for who does not know the game yet.", "Choose one to three cards."
        ),
        **CONDITION,
        "requires": key(
            ByName(CLAUSE),
            "Further conditions by name. All must hold; the first that fails is the reason that is told.",
            {"has_cards": {"when": "not empty(me.hand)", "because": "your hand is empty"}},
        ),
        "choose": key(
            ByName(PARAMETER),
            "What the player chooses, part by part; each part may use those above it.",
            {"cards": {"from": "me.hand", "min": 1, "max": 3}},
        ),
        "accepts": key(
            ByName(CLAUSE),
            "Conditions on what was chosen, by name.",
            {"higher": {"when": "number > last", "because": "name a higher number"}},
        ),
        "label": key(TEXT, "How one choice reads in a list; values stand in braces.", "Play {cards}"),
        "say": SAY,
        "do": DO,
    },
    needs={"because": ("when",)},
)
PASS = Table(
    "way_to_pass",
    "How a player says no, with a condition.",
    {
        "title": key(TEXT, "What the player reads.", "Let it stand"),
        "help": key(TEXT, "A sentence for who does not know the game yet.", "Nothing happens."),
        **CONDITION,
        "say": SAY,
        "do": key(STEPS, "What happens when a player passes.", [{"say": "{player} passes."}]),
    },
    needs={"because": ("when",)},
)
ORDER = key(
    EXPRESSION,
    "Who is asked when: `clockwise` (one by one), `first_come` (the fastest), `sealed` (all at once, unseen), "
    "or an option with these values.",
    "clockwise",
    "option.call_order",
)
PASSING = key(
    Either(("string",), table=PASS),
    "How to say no: what the player reads, or a map with a condition. Left out, whoever is asked must act.",
    "Let it stand",
    {"title": "Let it stand", "when": "player.points > 0", "because": "you have to pay first"},
)
ASK = Table(
    "question",
    "A question to one player or to several; play goes on when it is answered.",
    {
        "who": need(
            EXPRESSION,
            "Whom to ask: a player or a set of players, found by public facts alone.",
            "others",
            "me",
        ),
        "as": key(TEXT, "The name by which the actions know who answers; `player` if left out.", "reactor"),
        "order": ORDER,
        **CONDITION,
        "actions": need(
            ByName(ACTION),
            "What may be answered, by name.",
            {"show": {"title": "Show your hand", "do": [{"reveal": "player.hand"}]}},
        ),
        "pass": PASSING,
        "takers": key(
            Plain({"enum": [1, "all"]}), "How many may act before the question closes: `1` or `all`.", 1
        ),
        "nobody": key(STEPS, "What happens when everyone passed.", [{"say": "Nobody objects."}]),
    },
    needs={"because": ("when",)},
)

