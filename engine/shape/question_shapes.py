"""The shape of questions to players: actions, choices, ways to pass, challenges."""

from __future__ import annotations

from .forms import NAME, ByName, Either, ListOf, Plain, Steps, Table, key, need

TEXT = Plain({"type": "string"})
TRUTH = Plain({"type": "boolean"})
WHOLE = Plain({"type": "integer"})
NAMED = Plain({"type": "string", "pattern": NAME})
VALUE = Plain({"type": ["string", "integer", "boolean"]})
EXPRESSION = Plain({"type": ["string", "integer", "boolean"]})
EXPRESSIONS = Either(("string",), many=ListOf(TEXT, 1))
VALUES = Either(("string",), many=ListOf(VALUE, 1))
ANYTHING = "^(?!x-)"
TARGETS = ByName(EXPRESSION, ANYTHING, more={"minProperties": 1})
TARGET = ByName(EXPRESSION, ANYTHING, more={"minProperties": 1, "maxProperties": 1})
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
    "A part of a choice: cards of a zone (`from`), `one` card of it, or an element of a set (`among`).",
    {
        "from": key(EXPRESSION, "The zone that cards or dice are chosen from.", "me.hand"),
        "among": key(
            EXPRESSION,
            "The set that one element is chosen from, or a type with few values.",
            "1..6",
            "others",
        ),
        "one": key(TRUTH, "Choose exactly one card or die; its name then means the card itself.", True),
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
    "Who is asked when: `clockwise` (one by one), `first_come` (the fastest), "
    "`sealed` (all at once, unseen), or an option with these values.",
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
            "Whom to ask: a player or players, found by public facts alone.",
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

OUTCOME = Table(
    "outcome",
    "One result of a challenge. The first whose condition holds is carried out; the last one has none.",
    {
        "when": key(EXPRESSION, "When this is the result.", "total == 8"),
        "say": SAY,
        "do": DO,
    },
)
WINDOW = Table(
    "window",
    "Who may doubt a claim, and what it takes.",
    {
        "who": need(EXPRESSION, "Who is asked, by public facts alone.", "others"),
        "order": ORDER,
        **CONDITION,
        "title": key(TEXT, "What the player reads for doubting.", "Doubt it"),
        "help": key(TEXT, "What doubting means, in a sentence or two.", "The cards are turned up."),
        "pass": PASSING,
        "say": key(TEXT, "The line in the log when somebody doubts.", "{caller} doubts it."),
        "do": key(STEPS, "What happens before it is judged.", [{"call": "pay", "with": {"p": "caller"}}]),
    },
    needs={"because": ("when",)},
)
CHALLENGE = Table(
    "challenge",
    "A claim, what it is about, who may doubt it, and what follows.",
    {
        "help": key(TEXT, "The claim in a sentence.", "The cards just played add up to 8."),
        "reveals": key(
            EXPRESSIONS, "The zones that are turned up to judge it; `hand` alone is everybody's.", ["table"]
        ),
        "window": key(WINDOW, "Who is asked whether to doubt it.", {"who": "others", "title": "Doubt it"}),
        "let": key(
            ByName(EXPRESSION),
            "Values to judge by, each with a name.",
            {"total": "sum(c.rank for c in table)"},
        ),
        "say": key(TEXT, "The line in the log when it is judged.", "The cards are {table}."),
        "outcomes": need(
            ByName(OUTCOME, placed=True),
            "The results by name, in the order in which they are tried; the last one takes every other case.",
            {"right": {"when": "total == 8"}, "wrong": {"do": [{"eliminate": "claimer"}]}},
        ),
        "unchallenged": key(
            STEPS, "What happens when nobody doubts it.", [{"move": {"from": "table", "to": "discard"}}]
        ),
    },
)
