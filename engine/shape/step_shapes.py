"""The shape of steps: one key for each verb, and those that belong to it."""

from __future__ import annotations

from .forms import NAME, ByName, Either, Plain, Schema, Table, changed_list, closed, key, need
from .question_shapes import ASK, EXPRESSION, EXPRESSIONS, NAMED, STEPS, TARGET, TARGETS, TEXT

MOVE = Table(
    "move",
    "Move cards or dice to another zone. Without `cards` everything in `from` is moved.",
    {
        "cards": key(EXPRESSION, "What to move: chosen cards, or one card.", "cards"),
        "from": key(EXPRESSIONS, "The zone or the zones they leave.", "me.hand", ["table", "discard"]),
        "to": need(EXPRESSION, "The zone they go to.", "discard"),
    },
)
DEAL = Table(
    "deal",
    "Chance: cards drawn at random from a zone, one after the other.",
    {
        "count": need(EXPRESSION, "How many.", 5, "option.hand_size"),
        "from": need(EXPRESSION, "The zone they are drawn from.", "stock"),
        "to": need(EXPRESSION, "The zone they go to.", "p.hand"),
    },
)
ROLL = Table(
    "roll",
    "Chance: new dice, rolled into a zone.",
    {
        "count": need(EXPRESSION, "How many dice.", 5, "p.dice_left"),
        "to": need(EXPRESSION, "The zone of dice they go to.", "p.cup"),
    },
)
ELIMINATE = Table(
    "eliminate",
    "Players who leave, all at once; then the endings are looked at.",
    {
        "players": need(EXPRESSION, "Who leaves: a player or a set of players.", "loser"),
        "from": key(
            Plain({"enum": ["game", "round"]}), "What they leave: the `game`, or only this `round`.", "round"
        ),
    },
)

STEP = Table(
    "step",
    "One step of a procedure: one verb with what belongs to it, and perhaps `id` and `say`.",
    {
        "id": key(
            NAMED,
            "A name by which a variant can change this step.",
            "draw_up",
        ),
        "move": key(MOVE, "Move cards or dice from zones to a zone.", {"from": "table", "to": "discard"}),
        "deal": key(
            DEAL,
            "Draw cards at random from a zone into another.",
            {"count": 5, "from": "stock", "to": "p.hand"},
        ),
        "roll": key(ROLL, "Roll new dice into a zone.", {"count": 5, "to": "p.cup"}),
        "reroll": key(EXPRESSION, "Roll all dice of a zone again.", "me.cup"),
        "clear": key(EXPRESSION, "Take all dice out of a zone.", "p.cup"),
        "pick": key(
            TARGET,
            "Set a variable to an element drawn at random from a set.",
            {"starter": "players"},
        ),
        "set": key(
            TARGETS,
            "Set variables, one after the other, each to a value of its type.",
            {"me.points": "me.points - 1"},
        ),
        "let": key(
            ByName(EXPRESSION),
            "Name values for the steps below this one.",
            {"total": "sum(c.rank for c in table)"},
        ),
        "if": key(
            EXPRESSION, "Do the steps below `then` if this holds, else those below `else`.", "empty(me.hand)"
        ),
        "then": key(STEPS, "What to do if the condition of `if` holds.", [{"end": "phase"}]),
        "else": key(STEPS, "What to do if the condition of `if` does not hold.", [{"next_turn": "me"}]),
        "for": key(
            NAMED,
            "Do the steps below `do` for each element of `in`, which has this name in them.",
            "p",
        ),
        "in": key(
            EXPRESSION, "What `for` goes through: players, a zone, or a set.", "players", "clockwise(me)"
        ),
        "while": key(
            EXPRESSION, "Do the steps below `do` again and again as long as this holds.", "size(stock) > 3"
        ),
        "at_most": key(
            EXPRESSION, "How often a `while` goes round at most; every loop comes to an end.", 100
        ),
        "do": key(
            STEPS,
            "The steps of a `for` or `while`.",
            [{"deal": {"count": 1, "from": "stock", "to": "p.hand"}}],
        ),
        "call": key(TEXT, "Do the steps of a procedure.", "pay"),
        "with": key(ByName(EXPRESSION), "The values that the called procedure takes.", {"p": "me"}),
        "ask": key(
            ASK, "Ask a player or several players.", {"who": "me", "actions": {"stop": {"title": "Stop"}}}
        ),
        "challenge": key(
            TEXT,
            "Open a challenge: a claim was made, and those its window asks may doubt it.",
            "sum_is_eight",
        ),
        "judge": key(TEXT, "Judge a challenge at once, without asking anybody.", "sum_is_eight"),
        "claimer": key(EXPRESSION, "Whose claim it is; `me` if left out.", "me"),
        "caller": key(EXPRESSION, "Who doubts it in `judge`; `me` if left out.", "reactor"),
        "eliminate": key(
            Either(("string",), table=ELIMINATE),
            "Players leave the game, or the round.",
            "loser",
            {"players": "loser", "from": "round"},
        ),
        "end": key(
            Plain({"const": "phase"}), "Leave the turns of this phase; its `after` comes next.", "phase"
        ),
        "next_turn": key(EXPRESSION, "Who takes the next turn.", "loser"),
        "reveal": key(
            EXPRESSIONS,
            "Turn zones up for everyone; they keep their visibility. `hand` alone is everybody's.",
            "me.hand",
            ["p.cup", "table"],
        ),
        "say": key(
            TEXT, "The line in the log for this step; alone, the step does nothing else.", "{me} draws."
        ),
    },
    needs={
        "if": ("then",),
        "for": ("in", "do"),
        "while": ("at_most", "do"),
    },
)

STEP_CHANGE = Table(
    "step_change",
    "What a variant does at a step of the base: around it, in its place, or in the step itself.",
    {
        **STEP.keys,
        "before": key(STEPS, "Steps to put in front of it.", [{"say": "Wait."}]),
        "after": key(STEPS, "Steps to put behind it.", [{"say": "Done."}]),
        "replace": key(
            Either(("boolean",), many=STEPS),
            "Steps to put in its place; `true` to take only what stands beside this.",
            [{"move": {"from": "table", "to": "stock"}}],
        ),
    },
)


def step_definitions(change: bool) -> dict[str, Schema]:
    """Return the definitions that lists of steps refer to."""
    defs: dict[str, Schema] = {}
    STEP.write(defs)
    if change:
        places = closed({}, {NAME: {"$ref": "#/$defs/step_change"}})
        defs["steps_change"] = changed_list(places)
        defs["step_change"] = {}
        defs["step_change"] = STEP_CHANGE.body(defs, change=True)
    return defs
