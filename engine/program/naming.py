"""Values in words: symbols, players, cards and dice, sentences with values in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .. import bags
from ..diagnostics import quoted, suggest
from ..rules.kinds import BOOLEAN, INTEGER, PLAYER, Kind, Optional, Piece, Record, Symbol
from ..rules.model import EVERYTHING, Viewer
from .blocks import Sentence, kind_mark

if TYPE_CHECKING:
    from .program import Program

Names = Sequence[str]


def spoken(value: Any) -> str:
    """Return a symbol, number or truth as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "nothing"
    if isinstance(value, tuple):
        return " ".join(spoken(one) for one in value) or "nothing"
    return str(value).replace("_", " ")


def seat_names(players: int) -> tuple[str, ...]:
    """Return the names of seats nobody has named."""
    return tuple(f"Player {seat + 1}" for seat in range(players))


def bag_text(program: Program, deck: str, bag: int) -> str:
    """Return the pieces of a bag, by their labels."""
    labels = [program.labels[deck][kind] for kind in bags.pieces(bag)]
    joint = ", " if any(" " in label for label in labels) else " "
    return joint.join(labels) or f"no {program.rules.decks[deck].noun[1]}"


def count_text(program: Program, deck: str, number: int) -> str:
    """Return how many pieces there are, without saying which."""
    one, many = program.rules.decks[deck].noun
    return f"{number} {one if number == 1 else many}"


def value_text(program: Program, mark: str, value: Any, names: Names) -> str:
    """Return a value of a sentence; the mark says what sort it is (see `lowering.kind_mark`)."""
    sort, _, deck = mark.partition(" ")
    if value is None:
        return "nobody" if sort == "player" else "nothing"
    if sort == "bag":
        return bag_text(program, deck, value)
    if sort == "piece":
        return str(program.labels[deck][value])
    if sort == "player":
        return str(names[value])
    if sort == "players":
        return listed([name for seat, name in enumerate(names) if value >> seat & 1])
    return spoken(value)


def hidden_text(program: Program, mark: str, countable: bool, value: Any) -> str:
    """Return what stands for a value that the reader may not know."""
    sort, _, deck = mark.partition(" ")
    if sort == "bag":
        return count_text(program, deck, bags.size(value)) if countable else program.rules.decks[deck].noun[1]
    if sort == "piece":
        return f"a {program.rules.decks[deck].noun[0]}"
    return "something"


def listed(names: Sequence[str], word: str = "and") -> str:
    """Return names joined as in a sentence."""
    if len(names) < 2:
        return names[0] if names else "nobody"
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def sentence_text(
    program: Program, sentence: Sentence, values: Sequence[Any], seen: Sequence[bool], names: Names
) -> str:
    """Return a sentence with its values filled in; what may not be seen is left out."""
    words, index = [], 0
    for part in sentence.template.parts:
        if isinstance(part, str):
            words.append(part)
            continue
        mark, value = sentence.decks[index], values[index]
        if seen[index]:
            words.append(value_text(program, mark, value, names))
        else:
            words.append(hidden_text(program, mark, sentence.counts[index], value))
        index += 1
    return "".join(words)


def sight_of(program: Program, viewer: Viewer) -> int:
    """Return the bits of those whose eyes a viewer has; raises ValueError where there is no such seat."""
    if viewer is None:
        return 1 << program.players
    if viewer == EVERYTHING:
        return -1
    if isinstance(viewer, bool) or not isinstance(viewer, int) or not 0 <= viewer < program.players:
        raise ValueError(
            f"there is no seat {viewer!r}: seats are 0 to {program.players - 1}, None is a watcher"
        )
    return 1 << viewer


def event_text(program: Program, event: tuple[Any, ...], viewer: Viewer, names: Names) -> str:
    """Return a line of the log as a seat (or a watcher, None) may read it."""
    sentence, pairs = program.sentences[event[0]], event[1:]
    sees = sight_of(program, viewer)
    seen = [bool(mask & sees) for mask in pairs[1::2]]
    return sentence_text(program, sentence, pairs[::2], seen, names)


def observed(program: Program, event: tuple[Any, ...], viewer: Viewer) -> tuple[Any, ...]:
    """Return what a seat learns from a line of the log, as plain values; None where it learns nothing."""
    sentence, pairs = program.sentences[event[0]], event[1:]
    sees = sight_of(program, viewer)
    known: list[Any] = [event[0]]
    for index, (value, mask) in enumerate(zip(pairs[::2], pairs[1::2], strict=True)):
        if mask & sees:
            known.append(value)
        else:
            known.append(("size", bags.size(value)) if sentence.counts[index] else None)
    return tuple(known)


def action_text(program: Program, slots: list[Any], node: int, action: tuple[Any, ...], names: Names) -> str:
    """Return an action as the player who may take it reads it."""
    offer = program.nodes[node].offers[action[0]]
    if offer.label:
        values = program.names[offer.label](slots, action)
        sentence = program.sentences[offer.sentence]
        return sentence_text(program, sentence, values, [True] * len(values), names)
    chosen = [
        parameter_text(program, offer.action.parameters[i], action[i + 1], names)
        for i in range(len(action) - 1)
    ]
    return offer.action.title + (f": {', '.join(chosen)}" if chosen else "")


def parameter_text(program: Program, parameter: Any, value: Any, names: Names) -> str:
    """Return one part of a choice."""
    return value_text(program, kind_mark(parameter.kind), value, names)


def thinkable(program: Program, kind: Kind, most: int) -> list[Any]:
    """Return the values of a type that somebody may think of: of the integers those from 0 to `most`."""
    if isinstance(kind, Optional):
        return [*thinkable(program, kind.of, most), None]
    if isinstance(kind, Symbol):
        return list(kind.values)
    if isinstance(kind, Piece):
        return list(range(len(program.labels[kind.deck])))
    if kind == PLAYER:
        return list(range(program.players))
    if kind == BOOLEAN:
        return [False, True]
    return list(range(most + 1)) if kind == INTEGER else []


def variable_text(program: Program, name: str, value: Any, names: Names) -> str:
    """Return the value of a variable, as a view has it, in words."""
    return kind_text(program, program.rules.variables[name].kind, value, names)


def kind_text(program: Program, kind: Kind, value: Any, names: Names) -> str:
    """Return a value of a type in words; a record with the names of its fields."""
    if isinstance(kind, Optional) and value is not None:
        return kind_text(program, kind.of, value, names)
    if isinstance(kind, Record) and value is not None:
        fields = zip(kind.fields, value, strict=True)
        return ", ".join(
            f"{spoken(field)} {kind_text(program, one, part, names)}" for (field, one), part in fields
        )
    held = tuple(value) if isinstance(value, list) else value
    return value_text(program, kind_mark(kind), held, names)


def named_bag(program: Program, deck: str, bag: int, text: str) -> int:
    """Return the pieces of a bag that a text names by their labels: `3 5 5`, `all`, `none`.

    Raises ValueError where a word names none of them, or too many.
    """
    words = text.replace(",", " ").split()
    if [word.casefold() for word in words] in (["all"], ["none"]):
        return bag if words[0].casefold() == "all" else 0
    left, named = dict(bags.items(bag)), 0
    while words:
        kinds, length = said(program.labels[deck], left, words)
        kind = next((one for one in kinds if left[one]), None)
        if kind is None:
            most = sum(count for one, count in bags.items(bag) if one in kinds)
            raise ValueError(
                f"there {'is' if most == 1 else 'are'} only {most} of {quoted(' '.join(words[:length]))}"
            )
        left[kind] -= 1
        named += bags.pack({kind: 1})
        words = words[length:]
    return named


def said(labels: Sequence[str], kinds: Iterable[int], words: list[str]) -> tuple[list[int], int]:
    """Return the kinds that the first words name, by label or its beginning, and how many words that took."""
    spelled = {kind: labels[kind].replace(",", " ").casefold().split() for kind in kinds}
    heard = [word.casefold() for word in words]
    for length in range(len(words), 0, -1):
        if found := [kind for kind, label in spelled.items() if label == heard[:length]]:
            return found, length
    found = [kind for kind, label in spelled.items() if " ".join(label).startswith(heard[0])]
    if not found or len({labels[kind] for kind in found}) > 1:
        offered = list(dict.fromkeys(labels[kind] for kind in spelled))
        hint = suggest(words[0], offered) or f"there is {', '.join(offered) or 'nothing'}"
        raise ValueError(f"{quoted(words[0])} is not there to be chosen; {hint}")
    return found, 1
