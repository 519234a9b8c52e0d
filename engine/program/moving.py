"""Steps that change the table: pieces moved and taken away, variables set, zones turned up."""

from __future__ import annotations

from .. import bags
from ..rules import model
from ..rules.kinds import Bag, Piece
from ..rules.terms import Constant, Local, PerPlayer, Term, Variable
from ..source import Span
from .lowering import WRITERS, Lowering
from .place import Place


class Moving(Lowering):
    """Lowering of the steps that change what lies on the table."""

    def move(self, step: model.Move, place: Place) -> Place:
        """Write a move of all pieces, or of some."""
        assert step.target is not None
        add, target = place.block.add, self.emitter.index(step.target, place.names)
        if "(" in target:  # where to may depend on what lies where before the move
            add(f"j = {target}")
            target = "j"
        for source in step.sources:
            index = self.emitter.index(source, place.names)
            if step.cards is None:
                add(f"i = {index}; m = s[i]; s[i] = 0; s[{target}] += m")
            else:
                self.some(step, index, target, place)
            self.room(place, step.target, target, step.span)
        return place

    def some(self, step: model.Move, index: str, target: str, place: Place) -> None:
        """Write a move of one piece, or of several; all must be there."""
        assert step.cards is not None and step.target is not None
        add, cards, taken = place.block.add, step.cards, self.put(place, step.cards)
        if isinstance(cards.kind, Piece):
            fault = self.emitter.fault("this is not there to be moved", cards.span)
            add(f"m = {taken} * {bags.LANE}; i = {index}")
            add(f"if not s[i] >> m & {bags.MASK}: fail({fault})")
            add(f"m = 1 << m; s[i] -= m; s[{target}] += m")
            return
        deck = step.target.kind
        assert isinstance(deck, Bag)
        guard = self.layout.pieces[deck.deck].guard
        fault = self.emitter.fault("these are not all there to be moved", cards.span)
        add(f"m = {taken}; i = {index}")
        add(f"if ((s[i] | {guard}) - m) & {guard} != {guard}: fail({fault})")
        add(f"s[i] -= m; s[{target}] += m")

    def room(self, place: Place, zone: Term, target: str, span: Span) -> None:
        """Write that a zone holds no more dice than a bag can; of cards there never are that many."""
        if isinstance(zone.kind, Bag) and zone.kind.die:
            fault = self.emitter.fault(f"there are more than {bags.MOST} dice in one zone", span)
            place.block.add(f"if s[{target}] % {bags.MASK} > {bags.MOST}: fail({fault})")

    def clear(self, step: model.Clear, place: Place) -> Place:
        """Write the removal of dice."""
        assert step.target is not None
        place.block.add(f"s[{self.emitter.index(step.target, place.names)}] = 0")
        return place

    def assign(self, step: model.Assign, place: Place) -> Place:
        """Write assignments, with the declared bounds checked."""
        for target, term in step.targets:
            self.store(target, self.put(place, term), place, term.span)
        return place

    def store(self, target: Term, value: str, place: Place, span: Span) -> None:
        """Write one assignment."""
        assert isinstance(target, (Variable, PerPlayer))
        declared = self.rules.variables[target.name]
        index = self.emitter.index(target, place.names)
        if declared.low is None and declared.high is None:
            place.block.add(f"s[{index}] = {value}")
            return
        place.block.add(f"m = {value}")
        low, high = self.constant(declared.low), self.constant(declared.high)
        tests = [f"m < {low}"] * (low is not None) + [f"m > {high}"] * (high is not None)
        fault = self.emitter.fault(f"`{target.name}` leaves its range of {spell_range(low, high)}", span)
        place.block.add(f"if {' or '.join(tests) or 'False'}: fail({fault})")
        place.block.add(f"s[{index}] = m")

    def reveal(self, step: model.Reveal, place: Place) -> Place:
        """Write what everybody is shown."""
        self.say(step.say, place.reveal(self.turned_up(step.zones, place)))
        return place

    def turned_up(self, zones: tuple[Term, ...], place: Place) -> frozenset[tuple[str, str]]:
        """Return the names of zones and whose they are; who that is stays settled from here on."""
        found = set()
        for zone in zones:
            if isinstance(zone, PerPlayer):
                owner = self.put(place, zone.player)
                if not isinstance(zone.player, (Local, Constant)):
                    slot = f"s[{self.slot()}]"
                    place.block.add(f"{slot} = {owner}")
                    owner = slot
                found.add((zone.name, owner))
            elif isinstance(zone, Variable):
                found.add((zone.name, ""))
        return frozenset(found)


def spell_range(low: int | None, high: int | None) -> str:
    """Return the bounds of a variable in words."""
    if low is None:
        return f"at most {high}"
    return f"at least {low}" if high is None else f"{low} to {high}"


WRITERS[model.Move] = Moving.move
WRITERS[model.Clear] = Moving.clear
WRITERS[model.Assign] = Moving.assign
WRITERS[model.Reveal] = Moving.reveal
