"""What a person may ask for before deciding: the rules, the reasons, the log."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, Any

from rulesplay.cli import board

if TYPE_CHECKING:
    from rulesplay.cli.screen import Screen
    from rulesplay.engine import Match


def rules(screen: Screen, match: Match, seat: int, may: Container[str], keys: str) -> None:
    """Write what the game is about, what a seat `may` do here, and what lies on its table."""
    ruleset = match.program.rules
    screen.say()
    screen.say(ruleset.name, "bold")
    if ruleset.summary:
        screen.say(ruleset.summary, indent=2, hang=0)
    screen.say("What you may do", "bold")
    for name, offer in match.state.node.offers.items():
        action = offer.action
        title = action.title if name in may else f"{action.title} (not now, see `why`)"
        screen.say(f"{title}{': ' if action.help else ''}{action.help}", indent=2)
        for parameter in action.parameters:
            if parameter.help:
                screen.say(f"{board.title(parameter.name)}: {parameter.help}", indent=4)
    explained(screen, "Challenges: what is claimed", ruleset.challenges.values())
    shown = board.on_table(match, seat)
    things: list[Any] = [*ruleset.zones.values(), *ruleset.variables.values()]
    explained(screen, "On the table", [one for one in things if one.name in shown])
    screen.say(f"Keys: {keys}", "dim")
    screen.say()


def explained(screen: Screen, heading: str, things: Iterable[Any]) -> None:
    """Write what things are below a heading, as far as the ruleset says."""
    told = [one for one in things if one.help]
    if told:
        screen.say(heading, "bold")
    for one in told:
        screen.say(f"{board.title(one.name)}: {one.help}", indent=2)


def why(screen: Screen, match: Match, seat: int, name: str) -> None:
    """Write why actions may not be taken now: all, or the one that is named."""
    from rulesplay.engine import unoffered

    refused = unoffered(match.state, seat, match.names)
    wanted = [one for one in refused if name.casefold() in one[0].casefold()]
    for title, because, _ in wanted:
        screen.say(f"{title}: {because}.", indent=2)
    if not wanted:
        screen.say(not_refused(match, name), indent=2)


def not_refused(match: Match, name: str) -> str:
    """Return what there is to say of an action that is not refused here."""
    offers = match.state.node.offers
    titles = {key: offer.action.title for key, offer in offers.items()}
    if not name:
        return "Everything that could be done here may be done."
    for key, title in titles.items():
        if name.casefold() in title.casefold() or name == key:
            return f"{title}: this may be done now."
    for key, action in match.program.rules.actions.items():
        if name.casefold() in action.title.casefold() or name == key:
            return f"{action.title}: this is not the time for it."
    return f"There is no action `{name}` here; there is: {', '.join(titles.values())}."


def log(screen: Screen, match: Match, viewer: int | None) -> None:
    """Write the whole log as a seat may read it."""
    screen.say()
    for line in match.log(viewer) or ["Nothing has happened yet."]:
        screen.say(line, indent=2)
    screen.say()
