"""What a person may ask for before deciding: the rules, the reasons, the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesplay.cli.screen import Screen
    from rulesplay.engine import Match


def rules(screen: Screen, match: Match, keys: str) -> None:
    """Write what the game is about and what can be done here."""
    ruleset = match.program.rules
    screen.say()
    screen.say(ruleset.name, "bold")
    if ruleset.summary:
        screen.say(ruleset.summary, indent=2, hang=0)
    for offer in match.state.node.offers.values():
        action = offer.action
        screen.say(f"{action.title}{': ' if action.help else ''}{action.help}", indent=2)
        for parameter in action.parameters:
            if parameter.help:
                screen.say(f"{spaced(parameter.name)}: {parameter.help}", indent=4)
    for claim in ruleset.challenges.values():
        if claim.help:
            screen.say(f"{spaced(claim.name)}: {claim.help}", indent=2)
    things(screen, ruleset)
    screen.say(f"Keys: {keys}", "dim")
    screen.say()


def things(screen: Screen, ruleset: Any) -> None:
    """Write what the things on the table are, as far as the ruleset says."""
    for deck in ruleset.decks.values():
        if deck.help:
            screen.say(f"{spaced(deck.name)}: {deck.help}", indent=2)
    for thing in (*ruleset.zones.values(), *ruleset.variables.values()):
        if thing.help and thing.shown:
            screen.say(f"{spaced(thing.name)}: {thing.help}", indent=2)


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


def spaced(name: str) -> str:
    """Return a name of the ruleset as people read it."""
    return name.replace("_", " ")
