"""The shape of what a game is made of: options, decks, dice, zones, types, variables, functions."""

from __future__ import annotations

from .forms import ByName, Either, ListOf, Plain, Schema, Table, closed, key, need
from .question_shapes import (
    EXPRESSION,
    PARAMETERS,
    TEXT,
    TRUTH,
    TYPE,
    VALUE,
    VALUES,
    WHOLE,
)

SIGHT = Plain({"enum": ["see", "count", "nothing"]})
EACH = key(Plain({"const": "player"}), "Give each player one of it; left out, the table has one.", "player")
HELP = key(
    TEXT, "What it is for, for players and for those who read the rules.", "Cards out of play for good."
)

OPTION = Table(
    "option",
    "A choice made before the game. It has `values`, or the `type` boolean or integer.",
    {
        "type": key(
            Plain({"enum": ["boolean", "integer"]}), "The type, where no values are listed.", "boolean"
        ),
        "values": key(VALUES, "The values to choose from, the usual one first.", ["short", "long"], "1..6"),
        "min": key(WHOLE, "The smallest integer.", 1),
        "max": key(WHOLE, "The largest integer.", 10),
        "default": need(VALUE, "What is played when nobody chooses.", "short", 5, False),
        "when": key(
            EXPRESSION,
            "When there is anything to choose: a condition on the number of players and other options.",
            "player_count <= 3",
        ),
        "because": key(
            TEXT, "Your own words for why there is nothing to choose.", "with four the deck is dealt out"
        ),
        "help": key(TEXT, "What the choice changes, in a sentence.", "How many cards each player gets."),
    },
    needs={"because": ("when",)},
    more={"anyOf": [{"required": ["type"]}, {"required": ["values"]}]},
)
PRESET = Table(
    "preset",
    "A set of option values with a name, such as one edition of the game.",
    {
        "help": key(TEXT, "Who plays like this.", "As printed in the first edition."),
        "options": need(
            ByName(VALUE), "The values of options; all others keep their default.", {"hand_size": 5}
        ),
    },
)
DECLARED_TYPE = Table(
    "declared_type",
    "A type of your own: an enumeration (`values`) or a record with named parts (`record`).",
    {
        **TYPE.keys,
        "record": key(
            PARAMETERS, "The parts of a record and their types.", {"count": "integer", "face": "integer"}
        ),
    },
)


class Line(Plain):
    """A line of a deck: attributes under names of the author's, and `count`."""

    def write(self, defs: dict[str, Schema], change: bool = False) -> Schema:
        """Return the schema of the line."""
        count = key(EXPRESSION, "How many of each; 1 if left out.", 4, "option.copies")
        known = Table("line", "", {"count": count}).body(defs)["properties"]
        return closed(known, {"^(?!count$)[a-z][a-z0-9_]*$": VALUES_OR_ONE.write(defs)})


VALUES_OR_ONE = Either(("string", "integer", "boolean"), many=ListOf(VALUE, 1))
LINES = ListOf(Line({}), 1)
PIECE_WORDS = {
    "label": key(TEXT, "How one reads to players; attributes stand in braces.", "{rank} of {suit}"),
    "noun": key(TEXT, "What one of them is called.", "tile"),
    "nouns": key(TEXT, "What several of them are called.", "tiles"),
    "help": HELP,
}
DECK = Table(
    "deck",
    "Cards, by what is printed on them.",
    {
        "cards": need(
            LINES,
            "The cards, line by line: every combination of the attributes' values, `count` times each.",
            [{"suit": ["red", "blue"], "rank": "1..10"}, {"suit": "white", "rank": 0, "count": 2}],
        ),
        **PIECE_WORDS,
    },
)
DIE = Table(
    "die",
    "A die, by its faces.",
    {
        "faces": need(
            Either(("string",), many=LINES),
            "An interval of numbers, the attribute `face`, or lines of attributes with `count`.",
            "1..6",
            [{"colour": "red", "count": 2}, {"colour": "blue"}],
        ),
        **PIECE_WORDS,
    },
)
AUDIENCES = Table(
    "audiences",
    "What each audience sees: the contents (`see`), how many there are (`count`), or `nothing`.",
    {
        "owner": key(SIGHT, "What the player whose it is sees.", "see"),
        "others": key(SIGHT, "What all others see.", "count"),
        "everyone": key(SIGHT, "What those see who are not named here.", "nothing"),
    },
)
SEEN_BY = key(
    Either(("string",), table=AUDIENCES, words=("everyone", "owner", "others", "nobody")),
    "Who sees what is in it: `everyone`, `owner`, `others`, `nobody`, or a map by audience. "
    "`everyone` if left out.",
    "owner",
    {"owner": "nothing", "others": "see"},
)
SHOWN = key(
    TRUTH,
    "`false` leaves it out of the table that people read at the terminal; it is known all the same.",
    False,
)
ZONE = Table(
    "zone",
    "A place for cards or dice.",
    {
        "of": need(TEXT, "The deck or die whose pieces lie here.", "numbers"),
        "each": EACH,
        "starts": key(Plain({"enum": ["full", "empty"]}), "`full` for where the deck lies at first.", "full"),
        "seen_by": SEEN_BY,
        "shown": SHOWN,
        "help": HELP,
    },
)
VARIABLE = Table(
    "variable",
    "A value that the steps set and the expressions read.",
    {
        "each": EACH,
        "type": TYPE.keys["type"],
        "values": TYPE.keys["values"],
        "optional": TYPE.keys["optional"],
        "min": key(EXPRESSION, "The smallest integer it may hold; less is an error in play.", 0),
        "max": key(EXPRESSION, "The largest integer it may hold; more is an error in play.", "option.points"),
        "starts": key(
            EXPRESSION, "What it holds at first; 0, `false`, the first value or `none` if left out.", 3
        ),
        "seen_by": SEEN_BY,
        "shown": SHOWN,
        "help": HELP,
    },
    more={"anyOf": [{"required": ["type"]}, {"required": ["values"]}]},
)
FUNCTION = Table(
    "function",
    "An expression with a name, to be used in other expressions.",
    {
        "with": key(PARAMETERS, "The names and types of what it takes.", {"p": "player"}),
        "value": need(EXPRESSION, "The expression.", "p.points > 0 and not empty(p.hand)"),
        "help": HELP,
    },
)
