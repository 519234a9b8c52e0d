"""Words and small rules of grammar, for the rulebook that is made from a ruleset."""

from __future__ import annotations

ACTIVE = "the active player"
THAT_PLAYER = "that player"
NAMES = {
    "others": "the others",
    "players": "all players",
    "playing": "all players in the round",
    "seats": "everybody",
    "turn_count": "the number of turns so far",
    "round_count": "the number of rounds so far",
}
GROUPS = {
    "players": ("player", "players", ""),
    "others": ("other player", "other players", ""),
    "playing": ("player", "players", " in the round"),
    "seats": ("player", "players", " at the table (out or not)"),
}
COMPARISONS = {
    "==": "{0} {be} {1}",
    "!=": "{0} {be} not {1}",
    "<": "{0} {be} less than {1}",
    "<=": "{0} {be} at most {1}",
    ">": "{0} {be} more than {1}",
    ">=": "{0} {be} at least {1}",
    "in": "{0} {be} {1}",
    "not in": "{0} {be} none of {1}",
}
AMOUNTS = {
    "==": "exactly {0}",
    "<": "fewer than {0}",
    "<=": "at most {0}",
    ">": "more than {0}",
    ">=": "at least {0}",
}
OPERATIONS = {
    "and": "{0} and {1}",
    "or": "{0} or {1}",
    "+": "{0} plus {1}",
    "-": "{0} minus {1}",
    "*": "{0} times {1}",
    "//": "{0} divided by {1} (rounded down)",
    "%": "the rest of {0} divided by {1}",
    "neg": "minus {0}",
    "if": "({1} if {0}, otherwise {2})",
    "clockwise": "the other players from the left of {0} on",
    "around": "the players from {0} on",
    "seat": "the player on seat {0}",
    "abs": "{0} without its sign",
    "least": "the smaller of {0} and {1}",
    "most": "the larger of {0} and {1}",
    "sure": "{0}",
    "with": "{0} and {1}",
    "without": "{0} except {1}",
}
OPPOSITES = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "in": "not in",
    "not in": "in",
}
# How a pronoun owns: `who` stands for the variable of a clause behind its noun.
POSSESSIVES = {"you": "your", "they": "their", "it": "its", "who": "whose"}
OBJECTS = {"they": "them", "who": "whom"}
# Participles that do not end in `ed`: as the name of a place or a number they want quotes to be read as one,
# and so do ordinals as the name of anything.
# fmt: off
PARTICIPLES = {
    "bought", "broken", "brought", "chosen", "cut", "dealt", "drawn", "gone", "hidden", "hit",
    "held", "kept", "laid", "left", "lost", "paid", "played", "put", "seen", "shown", "sold",
    "spent", "stolen", "taken", "thrown", "turned", "won",
}
# fmt: on
ORDINALS = {"first", "second", "last", "next", "other"}


def owned(owner: str, thing: str) -> str:
    """Return whose thing it is; a long owner stands behind it."""
    if owner in POSSESSIVES:
        return f"{POSSESSIVES[owner]} {thing}"
    if len(owner.split()) > 3 or owner.startswith("any "):
        return f"the {thing} of {owner}"
    return f"{owner}'{'' if owner.endswith('s') else 's'} {thing}"


def applies(word: str, to: str, holds: bool = True) -> str:
    """Return that a condition with a name holds, or does not, for somebody or at all."""
    verb = "holds" if holds else "does not hold"
    if to == "who":
        return f"for whom “{word}” {verb}"
    return f"“{word}” {verb}" + (f" for {OBJECTS.get(to, to)}" if to else "")


def is_nameless(name: str) -> bool:
    """Tell whether the name of a player says nothing of who it is."""
    return len(name) == 1 or name in ("who", "whom", "one", "player", "somebody")


def article(noun: str) -> str:
    """Return a noun with `a` or `an`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def titled(name: str, the: str = "the ") -> str:
    """Return the name of a place or a number, in quotes where it could be read as something else."""
    odd = name.endswith("ed") or name in PARTICIPLES or name in ORDINALS
    return f"“{name}”" if odd else f"{the}{name}"


def sounds_plural(name: str) -> bool:
    """Tell whether the name of a thing is a plural, by its ending."""
    return name.endswith("s") and not name.endswith(("ss", "us", "is"))


def capital(text: str) -> str:
    """Return a text with a capital at its start."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a text on one line with a full stop."""
    line = " ".join(text.split())
    return line if line.endswith((".", "!", "?")) else f"{line}."


def unbracketed(words: str) -> str:
    """Return words without brackets around the whole."""
    return words[1:-1] if words.startswith("(") and words.find(")") == len(words) - 1 else words
