"""The course of a game: phases and their turns, eliminations, endings, the limit."""

from __future__ import annotations

from ..diagnostics import suggest_or_list
from ..reading.reader import Entry, Node, Scalar
from . import model
from .checking import known_if
from .drafting import Draft, child, entries, plain_list, text
from .instructions import read_steps
from .kinds import BOOLEAN, INTEGER, PLAYER, PLAYERS
from .scopes import Scope
from .terms import Local, Operation, Term, Variable

ORDERS = ("clockwise", "counterclockwise")


def read_flow(draft: Draft, root: Node, scope: Scope) -> None:
    """Read everything that says how the game runs and stops."""
    names = [name for name, _ in entries(child(root, "phases"))]
    for index, (name, entry) in enumerate(entries(child(root, "phases"))):
        following = names[index + 1] if index + 1 < len(names) else ""
        draft.ruleset.phases[name] = read_phase(draft, name, entry, scope, following, names)
    for name, entry in entries(child(root, "elimination")):
        draft.ruleset.eliminations[name] = read_elimination(draft, name, entry, scope)
    for name, entry in entries(child(root, "ending")):
        draft.ruleset.endings[name] = read_ending(draft, name, entry.key, entry.value, scope)
    if (limit := child(root, "limit")) is not None:
        draft.ruleset.limit = read_limit(draft, limit, scope)


def read_phase(
    draft: Draft, name: str, entry: Entry, scope: Scope, following: str, names: list[str]
) -> model.Phase:
    """Return one phase; without `next` the one written below it follows."""
    node = entry.value
    after = child(node, "next")
    follows = after.text if isinstance(after, Scalar) else following
    if after is not None and follows not in names:
        draft.fail("RP401", f"unknown phase `{follows}`", after.span, suggest_or_list(follows, names))
    turns = child(node, "turns")
    return model.Phase(
        name=name,
        before=read_steps(draft, child(node, "before"), scope),
        turns=read_turns(draft, turns, scope) if turns is not None else None,
        after=read_steps(draft, child(node, "after"), scope),
        next=follows,
        span=entry.key.span,
    )


def read_turns(draft: Draft, node: Node, scope: Scope) -> model.Turns:
    """Return who takes turns, in which order, and what may be done in one."""
    known = draft.ruleset.actions
    listed = plain_list(child(node, "actions"))
    for item in listed:
        if item.text not in known:
            hint = suggest_or_list(item.text, known)
            draft.fail("RP401", f"unknown action `{item.text}`", item.span, hint)
    asked = scope.with_locals([Local(PLAYER, node.span, "player")])
    return model.Turns(
        first=draft.term(child(node, "first"), scope, PLAYER),
        who=draft.maybe(child(node, "who"), asked, BOOLEAN),
        order=text(node, "order", ORDERS[0]),
        actions=tuple(item.text for item in listed if item.text in known),
        span=node.span,
    )


def read_elimination(draft: Draft, name: str, entry: Entry, scope: Scope) -> model.Elimination:
    """Return a condition under which players leave."""
    node = entry.value
    inner = scope.with_locals([Local(PLAYER, entry.key.span, "player")])
    return model.Elimination(
        name=name,
        when=draft.term(child(node, "when"), inner, BOOLEAN),
        whole_game=text(node, "from", "game") == "game",
        say=draft.template(child(node, "say"), inner),
        steps=read_steps(draft, child(node, "do"), inner),
        span=entry.key.span,
    )


def read_ending(draft: Draft, name: str, key: Scalar, node: Node, scope: Scope) -> model.Ending:
    """Return a way to end, with its winners (none at all is a draw)."""
    when = draft.term(child(node, "when"), scope, BOOLEAN)
    inner = scope.with_facts(known_if(when, True))
    return model.Ending(name, when, *_result(draft, node, inner), span=key.span)


def _result(draft: Draft, node: Node, scope: Scope) -> tuple[Term | None, Term | None, model.Template | None]:
    asked = scope.with_locals([Local(PLAYER, node.span, "player")])
    winners = draft.maybe(child(node, "winners"), scope, PLAYERS)
    returns = draft.maybe(child(node, "returns"), asked, INTEGER)
    return winners, returns, draft.template(child(node, "say"), scope)


def read_limit(draft: Draft, node: Node, scope: Scope) -> model.Ending:
    """Return what happens when play goes on for ever, as an ending."""
    turns = draft.term(child(node, "turns"), scope, INTEGER)
    count = Variable(INTEGER, node.span, "turn_count")
    when = Operation(BOOLEAN, node.span, ">=", (count, turns))
    return model.Ending("limit", when, *_result(draft, node, scope), span=node.span)
