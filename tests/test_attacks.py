"""What an attacker found once: secrets told in roundabout ways, and rules that came out wrong."""

import random

import pytest

from rulesplay.engine import (
    Game,
    IllegalAction,
    Match,
    RuleError,
    RulesetError,
    Source,
    State,
    check_source,
    compile_rules,
)

HEAD = """
rulesplay: 1
id: small
name: Small
players: {{min: 3, max: 3}}
decks:
  d: {{cards: [{{rank: 1..9}}], label: "{{rank}}"}}
{declarations}
zones:
  stock: {{of: d, starts: full, seen_by: nobody}}
  laid: {{of: d, seen_by: nobody}}
  hand: {{of: d, each: player, seen_by: owner}}
{zones}
variables:
  target: {{type: player, optional: true}}
  mole: {{type: player, optional: true, seen_by: nobody}}
  hits: {{each: player, type: integer}}
  coin: {{type: integer}}
{variables}
setup:
  - for: p
    in: players
    do: [{{deal: {{count: 1, from: stock, to: p.hand}}}}]
phases:
  play:
    turns: {{first: seat(1), actions: [go]}}
actions:
  go:
    do:
{steps}
{more}
ending: {{never: {{when: turn_count > 9, winners: players}}}}
limit: {{turns: 20}}
"""


def match(steps: str, more: str = "", declarations: str = "", zones: str = "", variables: str = "") -> Match:
    """A table at which the seats hold 1, 2 and 3, and the first one is to move."""
    body = "\n".join(f"      {line}" for line in steps.strip().splitlines())
    text = HEAD.format(steps=body, more=more, declarations=declarations, zones=zones, variables=variables)
    rules, problems = check_source(Source("small.yaml", text), tables=False)
    assert rules is not None and not [str(one) for one in problems if one.is_error]
    played = Match(compile_rules(rules, 3))
    for piece in range(3):
        played.chance(piece)
    return played


def told(steps: str, viewer: int | None, more: str = "", chance: tuple[object, ...] = ()) -> list[str]:
    played = match(steps, more)
    played.act(0, ("go",))
    for outcome in chance:
        played.chance(outcome)
    return played.log(viewer)


def test_what_a_loop_goes_through_is_as_secret_as_where_it_lies() -> None:
    steps = '- {for: c, in: me.hand, do: [{say: "card {c}"}]}'
    assert told(steps, 0) == ["card 1"]
    assert told(steps, 1) == told(steps, None) == ["card a card"]


def test_a_set_made_from_secrets_is_one() -> None:
    steps = """
- for: q
  in: set(q for q in players where sum(c.rank for c in q.hand) > 1)
  do: [{say: "{q}"}]
"""
    assert told(steps, None) == ["something", "something"]


def test_a_secret_player_stays_one_in_a_procedure_that_waits() -> None:
    steps = "- {set: {mole: seat(2)}}\n- {call: hunt, with: {who: sure(mole)}}"
    more = """
procedures:
  hunt:
    with: {who: player}
    do:
      - {pick: {coin: 1..2}}
      - say: "{who} is it"
"""
    assert told(steps, None, more, chance=(1,)) == ["something is it"]


def test_who_may_know_a_value_is_settled_when_it_is_named() -> None:
    steps = """
- {set: {target: seat(1)}}
- let: {held: sure(target).hand}
- {set: {target: seat(2)}}
- say: "held {held}"
"""
    assert told(steps, 0) == ["held 1"]
    assert told(steps, 1) == ["held 1 card"]


def test_a_zone_that_was_turned_up_hides_what_comes_later() -> None:
    more = """
challenges:
  claim:
    reveals: [laid]
    outcomes:
      any:
        do:
          - {deal: {count: 1, from: stock, to: laid}}
          - say: "now {laid}"
"""
    assert told("- {judge: claim, claimer: me}", None, more, chance=(3,)) == ["now 1 card"]


def test_sealed_answers_are_forgotten_with_their_phase() -> None:
    text = """
rulesplay: 1
id: sealed
name: Sealed
players: {min: 3, max: 3}
variables:
  hits: {each: player, type: integer}
phases:
  ask:
    before:
      - ask:
          who: if round_count == 1 then players else set(p for p in players where p == seat(3))
          order: sealed
          as: p
          actions:
            hit:
              do:
                - set: {p.hits: p.hits + 1}
                - if: round_count == 1
                  then: [{end: phase}]
    next: ask
ending: {done: {when: round_count >= 2, winners: players}}
limit: {turns: 9}
"""
    rules, problems = check_source(Source("sealed.yaml", text))
    assert rules is not None and not [str(one) for one in problems if one.is_error]
    state = State.new(compile_rules(rules, 3))
    for seat in range(3):
        state.apply(("hit",), seat)
    assert state.players == (2,)
    state.apply(("hit",), 2)
    hits = state.view(None)["players"]
    assert [seat["variables"]["hits"] for seat in hits] == [1, 0, 1]


def test_tables_of_decks_do_not_share_names() -> None:
    declarations = "  d_e: {cards: [{f: 10, count: 3}]}\n  g: {cards: [{e_f: 1, count: 3}]}"
    zones = "  tens: {of: d_e, starts: full}\n  ones: {of: g, starts: full}"
    steps = "- set:\n    coin: sum(c.e_f for c in ones) + sum(c.f for c in tens)"
    played = match(steps, declarations=declarations, zones=zones)
    played.act(0, ("go",))
    assert played.view(None)["variables"]["coin"] == 33


def test_no_text_of_a_ruleset_is_taken_for_a_placeholder() -> None:
    declarations = "  w: {cards: [{k: WEIGHT, count: 2}, {k: other, count: 3}]}"
    zones = "  all_w: {of: w, starts: full}"
    steps = "- set:\n    coin: sum((if c.k == 'WEIGHT' then 10 else 1) for c in all_w)"
    played = match(steps, declarations=declarations, zones=zones)
    played.act(0, ("go",))
    assert played.view(None)["variables"]["coin"] == 23


def test_a_zone_takes_no_more_dice_than_it_can_count() -> None:
    declarations = "dice: {die: {faces: 1..6}}"
    played = match("- {roll: {count: 100, to: cup}}", declarations=declarations, zones="  cup: {of: die}")
    played.act(0, ("go",))
    played.state.resolve_chance(random.Random(1))
    with pytest.raises(RuleError, match="more than 126 dice"):
        played.state.apply(("go",), 1)


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ("- {for: i, in: 1..1000000000, do: [{set: {coin: i}}]}", "too many numbers"),
        (
            "- {while: true, at_most: 1000000000000, do: [{set: {coin: coin + 1}}]}",
            "longer than its `at_most`",
        ),
        (
            "- {set: {coin: coin + 9}}\n- {while: true, at_most: 99, do: [{set: {coin: coin * coin}}]}",
            "bounds",
        ),
    ],
)
def test_nothing_goes_on_for_ever(steps: str, why: str) -> None:
    with pytest.raises(RuleError, match=why):
        match(steps).act(0, ("go",))


def test_steps_nested_too_deeply_are_told() -> None:
    steps, pad = "", ""
    for depth in range(22):
        steps += f"{pad}- for: p{depth}\n{pad}  in: players\n{pad}  do:\n"
        pad += "  "
    steps += f"{pad}- set: {{coin: 1}}"
    with pytest.raises(RulesetError, match="nested more than"):
        match(steps)


@pytest.mark.parametrize(
    "action", [(), None, 5, ({},), ([],), ("go", None), ("go", "x"), ["go"], "go", ("fly", 1)]
)
@pytest.mark.parametrize("player", [None, 0, 1, 7, -1, "x", True])
def test_what_is_no_action_is_refused(action: object, player: object) -> None:
    state = match("- {set: {coin: 1}}").state
    before = state.clone()
    with pytest.raises(IllegalAction):
        state.apply(action, player)  # type: ignore[arg-type]
    assert state == before


@pytest.mark.parametrize("viewer", [-1, 3, 99, "a", True, 1.5])
def test_there_is_no_view_for_nobody(viewer: object) -> None:
    played = match("- {set: {coin: 1}}")
    with pytest.raises(ValueError, match="no seat"):
        played.view(viewer)  # type: ignore[arg-type]


def test_huge_choices_have_a_length() -> None:
    declarations = "  many: {cards: [{n: 1..90}]}"
    more = """
procedures: {none: {do: [{say: nothing}]}}
"""
    played = match(
        "- {call: none}", more, declarations=declarations, zones="  pool: {of: many, starts: full}"
    )
    assert isinstance(len(played.state.legal(0)), int)
    assert Game(played.program).players == 3
