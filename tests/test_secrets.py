"""Twin worlds: games that differ only in what a player cannot see look the same to that player.

Three ways to make a twin: hidden pieces and values change places, a player chooses other hidden
pieces, chance deals another hidden piece. What must be equal: the view, who is asked, what the
player may do, and every line of the log.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesplay.engine import Program, State, bags, compile_rules, load
from rulesplay.engine.play.views import level_of
from rulesplay.engine.program.naming import event_text, seat_names
from rulesplay.engine.rules.model import SEES

RULESETS = sorted((Path(__file__).parent.parent / "rulesets").rglob("*.yaml"))
GAMES = 2
SHARE = 0.12  # of the positions of a game are looked at


def programs(path: Path) -> Iterator[Program]:
    rules = load(path)
    for players in {rules.low, min(rules.low + 2, rules.high)}:
        yield compile_rules(rules, players)


def positions(program: Program, rng: random.Random) -> Iterator[State]:
    """Positions of random games, chance and decisions alike."""
    for _ in range(GAMES):
        state = State.new(program)
        for _ in range(400):
            if state.is_over:
                break
            if rng.random() < SHARE:
                yield state.clone()
            if state.is_chance:
                state.apply_chance(state.sample_chance(rng))
            else:
                player = rng.choice(state.players)
                state.apply(state.legal(player).sample(rng), player)


def owners(program: Program, name: str) -> list[tuple[int | None, int]]:
    first = program.layout.slots[name]
    if name in program.layout.each:
        return [(seat, first + seat) for seat in range(program.players)]
    return [(None, first)]


def hidden_slots(program: Program, viewer: int | None, zones: bool) -> dict[str, list[int]]:
    """The slots that a viewer may not see, by deck or by name."""
    found: dict[str, list[int]] = {}
    declared = program.rules.zones if zones else program.rules.variables
    for name, one in declared.items():
        for owner, slot in owners(program, name):
            if level_of(one.sight, owner, viewer) != SEES:
                key = program.rules.zones[name].deck if zones else name
                found.setdefault(key, []).append(slot)
    return found


def twin(state: State, viewer: int | None, rng: random.Random) -> State:
    """The same position with everything that a viewer cannot see dealt anew."""
    copy, program = state.clone(), state.program
    for deck, slots in hidden_slots(program, viewer, zones=True).items():
        if program.rules.decks[deck].die:
            faces = len(program.labels[deck])
            for slot in slots:
                thrown = [rng.randrange(faces) for _ in bags.pieces(copy.slots[slot])]
                copy.slots[slot] = sum(1 << (kind * bags.LANE) for kind in thrown)
        else:
            loose = [piece for slot in slots for piece in bags.pieces(copy.slots[slot])]
            rng.shuffle(loose)
            for slot in slots:
                number = bags.size(copy.slots[slot])
                copy.slots[slot] = sum(1 << (kind * bags.LANE) for kind in loose[:number])
                loose = loose[number:]
    for slots in hidden_slots(program, viewer, zones=False).values():
        values = [copy.slots[slot] for slot in slots]
        rng.shuffle(values)
        for slot, value in zip(slots, values, strict=True):
            copy.slots[slot] = value
    return copy


def same_choices(state: State, other: State, player: int, rng: random.Random) -> bool:
    mine, theirs = state.legal(player), other.legal(player)
    if len(mine) != len(theirs):
        return False
    if len(mine) < 50:
        return set(mine) == set(theirs)
    return all(mine.sample(rng) in theirs and theirs.sample(rng) in mine for _ in range(5))


def seen(state: State, viewer: int | None) -> object:
    return state.view(viewer), state.players, state.kind


def lines(state: State, events: list[tuple[object, ...]], viewer: int | None) -> list[str]:
    names = seat_names(state.program.players)
    return [event_text(state.program, event, viewer, names) for event in events]


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_hidden_things_change_places(path: Path) -> None:
    """E8 R-21, LB-8, LD R-18, LDT R-17: hands, covered piles and chambers are in no view."""
    changed = 0
    for program in programs(path):
        rng = random.Random(11)
        for state in positions(program, rng):
            for viewer in (*range(program.players), None):
                other = twin(state, viewer, rng)
                changed += other != state
                assert seen(state, viewer) == seen(other, viewer)
                if viewer in state.players and not state.is_chance:
                    assert same_choices(state, other, viewer, rng)
    assert changed


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_hidden_choices_look_alike(path: Path) -> None:
    """Two choices that differ only in which hidden pieces they take look alike to the others."""
    for program in programs(path):
        rng = random.Random(12)
        for state in positions(program, rng):
            if state.is_chance or not state.players:
                continue
            actor = rng.choice(state.players)
            first = state.legal(actor).sample(rng)
            second = alike(state, actor, first, rng)
            if second is None:
                continue
            for viewer in (*range(program.players), None):
                if viewer != actor and hidden_choice(state, actor, first, viewer):
                    assert after(state, actor, first, viewer) == after(state, actor, second, viewer)


def alike(
    state: State, actor: int, action: tuple[object, ...], rng: random.Random
) -> tuple[object, ...] | None:
    """Another action that takes as many pieces."""
    sizes = [bags.size(value) if isinstance(value, int) else value for value in action]
    for _ in range(20):
        other = state.legal(actor).sample(rng)
        same = [bags.size(value) if isinstance(value, int) else value for value in other] == sizes
        if other != action and same and has_bag(state, action):
            return other
    return None


def has_bag(state: State, action: tuple[object, ...]) -> bool:
    parameters = state.node.offers[str(action[0])].action.parameters
    return bool(parameters) and all(one.form == "bag" for one in parameters)


def hidden_choice(state: State, actor: int, action: tuple[object, ...], viewer: int | None) -> bool:
    """Whether a viewer may see neither where the pieces come from nor anything they could go to."""
    zones = state.program.rules.zones.values()
    source = state.node.offers[str(action[0])].action.parameters[0].source
    name = getattr(source, "name", "")
    deck = state.program.rules.zones[name].deck
    hidden_source = level_of(state.program.rules.zones[name].sight, actor, viewer) != SEES
    open_targets = [
        z for z in zones if z.deck == deck and not z.each and level_of(z.sight, None, viewer) == SEES
    ]
    own = [z for z in zones if z.deck == deck and z.each and z.sight.others == SEES]
    return hidden_source and not open_targets and not own


def after(state: State, actor: int, action: tuple[object, ...], viewer: int | None) -> object:
    copy = state.clone()
    events: list[tuple[object, ...]] = []
    copy.apply(action, actor, events)
    return seen(copy, viewer), lines(copy, events, viewer)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_hidden_deals_look_alike(path: Path) -> None:
    """A piece dealt from a covered pile into a foreign hand could be any."""
    compared = 0
    for program in programs(path):
        rng = random.Random(13)
        for state in positions(program, rng):
            if not state.is_chance or state.node.purpose not in ("deal", "roll"):
                continue
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            one, other = rng.choice(outcomes), rng.choice(outcomes)
            for viewer in (*range(program.players), None):
                worlds = [dealt(state, outcome, viewer) for outcome in (one, other)]
                if worlds[0][1] is False and worlds[1][1] is False:
                    assert worlds[0][0] == worlds[1][0]
                    compared += one != other
    assert compared or not any(zone.full for zone in load(path).zones.values())


def dealt(state: State, outcome: int, viewer: int | None) -> tuple[object, bool]:
    """What a viewer sees of a deal, and whether he sees a piece appear or go at all."""
    copy = state.clone()
    events: list[tuple[object, ...]] = []
    before = state.view(viewer)
    copy.apply_chance(outcome, events)
    view = copy.view(viewer)
    return (view, copy.players, lines(copy, events, viewer)), pieces(before) != pieces(view)


def pieces(view: object) -> list[object]:
    """All pieces that a view shows, with where."""
    if isinstance(view, dict):
        here = [view["pieces"]] if "pieces" in view else []
        return here + [one for value in view.values() for one in pieces(value)]
    return [one for value in view for one in pieces(value)] if isinstance(view, list) else []
