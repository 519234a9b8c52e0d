"""The table as text: what a view shows of every seat and of what all share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulesplay.cli.screen import cells

if TYPE_CHECKING:
    from rulesplay.cli.screen import Screen
    from rulesplay.engine import Match, Viewer

Row = list[str]
LARGE = 8
NAUGHT = {"", "0", "no", "nothing", "nobody"}  # values that are not worth a place
GONE: dict[str, dict[str, Any]] = {"zones": {}, "variables": {}}  # all that is shown of who is out


def draw(screen: Screen, match: Match, viewer: Viewer) -> None:
    """Write the table as a viewer may see it."""
    view = match.state.view(viewer)
    screen.say(heading(match, view), "bold")
    for line in seats(match, view, viewer, screen.width - 1):
        screen.say(line, indent=1)
    for line in shared(match, view):
        screen.say(line, indent=1)
    for line in laid_open(match, view, viewer):
        screen.say(line, "bold", indent=1)


def heading(match: Match, view: dict[str, Any]) -> str:
    """Return which turn it is, and whose."""
    parts = [f"Round {view['round_count']}"] if view["round_count"] > 1 else []
    if view["turn_count"]:
        parts.append(f"turn {view['turn_count']}" if parts else f"Turn {view['turn_count']}")
    whose = f": {match.names[view['turn']]}" if view["turn"] is not None and not match.state.is_over else ""
    return ", ".join(parts) + whose if parts else "The table"


# The seats ----------------------------------------------------------------------------


def seats(match: Match, view: dict[str, Any], viewer: Viewer, width: int) -> list[str]:
    """Return a line for every seat, in columns if they are not too wide."""
    names = [seat_name(match, one, viewer) for one in view["players"]]
    columns = list(seat_columns(match, view))
    if not columns:
        return names
    rows = [["", *(title(name) for name, _ in columns)]]
    rows += [[name, *(column[i] for _, column in columns)] for i, name in enumerate(names)]
    lines = grid(rows)
    if max(map(cells, lines)) <= width:
        return lines
    return [listing(row[0], zip(rows[0][1:], row[1:], strict=True)) for row in rows[1:]]


def seat_name(match: Match, seat: dict[str, Any], viewer: Viewer) -> str:
    """Return the name of a seat, marked if it is the viewer's or out."""
    name = match.names[seat["seat"]]
    marks = ["you"] if seat["seat"] == viewer else []
    if not seat["in_game"]:
        marks.append("out")
    elif not seat["in_round"] and not match.state.is_over:
        marks.append("out of this round")
    return f"{name} ({', '.join(marks)})" if marks else name


def seat_columns(match: Match, view: dict[str, Any]) -> Iterator[tuple[str, Row]]:
    """Yield what there is to see of every seat still in, by its name; what nobody has is left out."""
    every = [one if one["in_game"] else GONE for one in view["players"]]
    rules = match.program.rules
    for name, zone in rules.zones.items():
        held = [one["zones"].get(name) for one in every]
        if not zone.shown:
            continue
        if any(one and one["count"] for one in held):
            yield name, [str(one["count"]) if one else "" for one in held]
    for name, declared in rules.variables.items():
        if not (declared.each and declared.shown):
            continue
        texts = [value_of(match, name, one["variables"]) for one in every]
        if set(texts) - NAUGHT or (any(texts) and starts_with_some(match, name)):
            yield name, texts


def starts_with_some(match: Match, name: str) -> bool:
    """Tell whether seats have some of a variable when the game begins."""
    return bool(match.program.initial[match.program.layout.slots[name]])


def value_of(match: Match, name: str, variables: dict[str, Any]) -> str:
    """Return a variable in words; nothing if it may not be seen."""
    from rulesplay.engine import variable_text

    return variable_text(match.program, name, variables[name], match.names) if name in variables else ""


def grid(rows: list[Row]) -> list[str]:
    """Return rows in columns, numbers to the right."""
    widths = [max(cells(row[i]) for row in rows) for i in range(len(rows[0]))]
    right = [all(is_number(row[i]) for row in rows[1:]) for i in range(len(rows[0]))]
    return ["  ".join(map(fit, row, widths, right)).rstrip() for row in rows]


def fit(text: str, width: int, right: bool) -> str:
    """Return a text filled up to a width."""
    space = " " * (width - cells(text))
    return space + text if right else text + space


def is_number(text: str) -> bool:
    """Tell whether a text is a number, or nothing."""
    return not text or text.lstrip("-").isdigit()


# What all share, and what lies open ---------------------------------------------------


def on_table(match: Match, viewer: Viewer) -> set[str]:
    """Return the names of the zones and variables that a viewer is shown now."""
    view = match.state.view(viewer)
    return {name for name, _ in (*seat_columns(match, view), *shared_values(match, view))}


def shared(match: Match, view: dict[str, Any]) -> list[str]:
    """Return what all share in one line, if there is something."""
    found = shared_values(match, view)
    return [listing("Table", [(title(name), text) for name, text in found])] if found else []


def shared_values(match: Match, view: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the zones and variables of the table by name, those with something in them."""
    rules, known = match.program.rules, view["variables"]
    zones = [(name, str(one["count"])) for name, one in view["zones"].items()
             if one["count"] and rules.zones[name].shown]  # fmt: skip
    values = [(name, value_of(match, name, known)) for name in known if rules.variables[name].shown]
    values = [(name, text) for name, text in values if text not in NAUGHT]
    return [*zones, *values]


def laid_open(match: Match, view: dict[str, Any], viewer: Viewer) -> Iterator[str]:
    """Yield the pieces that the viewer sees, his own last."""
    rules = match.program.rules
    for name, one in view["zones"].items():
        if one.get("pieces") and rules.zones[name].shown:
            yield f"{title(name)}: {pieces(match, rules.zones[name].deck, one)}"
    mine = [one for one in view["players"] if one["seat"] == viewer]
    for seat in [*(one for one in view["players"] if one["seat"] != viewer), *mine]:
        owner = "Your" if seat["seat"] == viewer else f"{match.names[seat['seat']]}'s"
        for name, one in seat["zones"].items() if seat["in_game"] else ():
            if one.get("pieces") and rules.zones[name].shown:
                held = pieces(match, rules.zones[name].deck, one, tally=False)
                yield f"{owner} {title(name)}: {held}"


def pieces(match: Match, deck: str, zone: dict[str, Any], tally: bool = True) -> str:
    """Return the labels of pieces; in a large pile of the same ones how many there are of each."""
    labels: Sequence[str] = zone["pieces"]
    counts = Counter(labels)
    if tally and len(labels) > LARGE and len(counts) < len(labels):
        return ", ".join(f"{label} x{count}" if count > 1 else label for label, count in counts.items())
    joint = ", " if any(" " in label for label in labels) else " "
    return joint.join(labels)


def listing(name: str, values: Any) -> str:
    """Return what one seat, or the table, has, in one line."""
    said = [f"{key} ({value})" if ", " in value else f"{key} {value}" for key, value in values if value]
    return f"{name}: {', '.join(said)}" if said else name


def title(name: str) -> str:
    """Return a name of the ruleset as people read it."""
    return name.replace("_", " ")
