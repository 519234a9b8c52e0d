"""What is turned up, to whom: one zone, everybody's, and nothing that comes later."""

import pytest

from rulesplay.engine import Match, Source, check_source, compile_rules

GAME = """
rulesplay: 1
id: small
name: Small
players: {min: 3, max: 3}
decks: {d: {cards: [{rank: 1..9}], label: "{rank}"}}
zones: {stock: {of: d, starts: full, seen_by: nobody}, hand: {of: d, each: player, seen_by: owner}}
variables: {last: {type: player, optional: true}}
setup: [{for: p, in: players, do: [{deal: {count: 1, from: stock, to: p.hand}}]}]
phases: {play: {turns: {first: seat(1), actions: [doubt, show]}}}
actions:
  doubt: {do: [{set: {last: seat(3)}}, {judge: claim, claimer: seat(2)}]}
  show: {do: [{reveal: SHOWN, say: "shown: {seat(1).hand} {seat(2).hand} {seat(3).hand}"}]}
challenges:
  claim:
    reveals: [CLAIMED]
    let: {total: sum(sum(c.rank for c in p.hand) for p in players)}
    say: "hands: {seat(1).hand} {claimer.hand} {seat(3).hand}, together {total}"
    outcomes:
      any:
        do:
          - set: {last: seat(1)}
          - say: "later: {last.hand}"
          - {deal: {count: 1, from: stock, to: claimer.hand}, say: "drawn: {dealt}"}
ending: {spent: {when: empty(stock), winners: players}}
limit: {turns: 5}
"""


def told(action: str, shown: str, viewer: int | None = None) -> list[str]:
    """The log behind a deal of 1, 2 and 3; a 4 is drawn later."""
    text = GAME.replace("SHOWN", shown if action == "show" else "hand").replace(
        "CLAIMED", shown if action == "doubt" else "hand"
    )
    rules, problems = check_source(Source("small.yaml", text))
    assert rules is not None and not [str(one) for one in problems if one.is_error]
    match = Match(compile_rules(rules, 3))
    for piece in range(3):
        match.chance(piece)
    match.act(0, (action,))
    if action == "doubt":
        match.chance(3)
    return match.log(viewer)


def test_the_bare_name_of_a_zone_is_everybodys() -> None:
    assert told("doubt", "hand")[0] == "hands: 1 2 3, together 6"
    assert told("show", "hand") == ["shown: 1 2 3"]


@pytest.mark.parametrize("zone", ["claimer.hand", "seat(2).hand"])
def test_only_the_zone_of_one_player_is_turned_up_to_judge(zone: str) -> None:
    assert told("doubt", zone)[0] == "hands: 1 card 2 1 card, together something"
    assert told("doubt", zone, viewer=2)[0] == "hands: 1 card 2 3, together something"


def test_only_the_zone_of_one_player_is_shown() -> None:
    assert told("show", "seat(2).hand") == ["shown: 1 card 2 1 card"]
    assert told("show", "seat(2).hand", viewer=0) == ["shown: 1 2 1 card"]


def test_whose_zone_it_was_is_settled_when_it_is_turned_up() -> None:
    assert told("doubt", "sure(last).hand")[:2] == [
        "hands: 1 card 1 card 3, together something",
        "later: 1 card",
    ]


@pytest.mark.parametrize("zone", ["hand", "seat(2).hand"])
def test_what_is_drawn_later_was_not_turned_up(zone: str) -> None:
    assert told("doubt", zone)[-1] == "drawn: 1 card"
