"""The scenarios of the shipped rulesets hold, and every numbered rule and ruling is proved by one."""

import re
from functools import cache
from pathlib import Path

import pytest

from rulesplay.engine import Result, Source, check_source, load, run_scenarios
from rulesplay.engine.inspecting import rehearsing
from rulesplay.engine.proving import scenarios

ROOT = Path(__file__).parent.parent
RULESETS = sorted((ROOT / "rulesets").rglob("*.yaml"))

# The numbered rules of each game and the rulings (R-1…) that its page of rules adds.
RULES = {
    "eight_the_liar": [*(f"E8-{n}" for n in range(1, 20)), *(f"R-{n}" for n in range(1, 24))],
    "liars_deck": [*(f"LB-{n}" for n in range(1, 17)), *(f"R-{n}" for n in (*range(1, 6), *range(8, 18)))],
    "liars_deck_devil": [*(f"LBD-{n}" for n in range(1, 5)), *(f"R-{n}" for n in (6, *range(18, 23)))],
    "liars_deck_chaos": [
        *(f"LBC-{n}" for n in range(1, 7)),
        *(f"R-{n}" for n in (6, 7, *range(23, 32))),
    ],
    "liars_dice": [*(f"LD-{n}" for n in range(1, 23)), *(f"R-{n}" for n in (*range(1, 19), 22))],
    "liars_dice_chips": ["LD-23", "R-19", "R-20", "R-21"],
    "liberty_death_or_taxes": [
        *(f"LDT-{n}" for n in range(1, 24)),
        *(f"R-{n}" for n in range(1, 23)),
    ],
}


@cache
def results_of(path: Path) -> list[Result]:
    return run_scenarios(load(path))


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_scenarios_hold(path: Path) -> None:
    results = results_of(path)
    assert [str(one) for result in results for one in result.diagnostics] == []
    assert results


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_cited(name: str) -> None:
    cited = {rule for result in results_of(ROOT / "rulesets" / f"{name}.yaml") for rule in result.rules}
    assert [rule for rule in RULES[name] if rule not in cited] == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "rulesets" / "house").glob("*.yaml")), ids=lambda path: path.stem
)
def test_a_house_rule_is_a_few_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 25


GAME = """
rulesplay: 1
id: small
name: Small
players: {min: 2, max: 3}
decks: {d: {cards: [{rank: 1..3, count: 2}]}}
zones: {stock: {of: d, starts: full, seen_by: nobody}, hand: {of: d, each: player, seen_by: owner}}
variables: {score: {each: player, type: integer}}
phases:
  play:
    turns: {first: seat(1), actions: [draw, stop]}
actions:
  draw:
    when: not empty(stock)
    because: nothing is left
    do: [{deal: {count: 1, from: stock, to: me.hand}, say: "{me} draws {dealt}"}]
  stop: {do: [{set: {me.score: me.score + 1}}]}
ending:
  two: {when: any(p.score == 2 for p in players), winners: set(p for p in players where p.score == 2)}
limit: {turns: 50}
scenarios:
  one:
"""


def first_finding(body: str, players: bool = True) -> str:
    body = "players: [ann, bob]\n" * players + body.strip()
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    rules, problems = check_source(Source("small.yaml", GAME + lines + "\n"), tables=False)
    assert rules is not None and not problems, [str(one) for one in problems]
    (result,) = run_scenarios(rules)
    return (
        re.sub(r"^small.yaml:\d+:\d+: ", "", str(result.diagnostics[0])) if result.diagnostics else "passes"
    )


LAST = "seed: 3\nwhen: [{ann: draw}]\nthen: [size(ann.hand) == 1, {log: {to: bob, "
TWO = "given: {turn: bob, score: 1}\nwhen: [{bob: stop}]\nthen: [{ends: {"


@pytest.mark.parametrize(
    ("body", "finding"),
    [
        ("when: [{ann: stop}]\nthen: [ann.score == 1]", "passes"),
        ("then: [ann.score == 1]", "error[RP702] this does not hold: 0 == 1"),
        ("then: [ann.scor == 1]", "error[RP311] a player has no `scor`; did you mean `score`?"),
        ("when: [{cem: stop}]", "error[RP701] `cem` is neither a player nor a check"),
        ("when: [{bob: stop}]", "error[RP703] bob may not do this: bob is not asked now"),
        ("when: [{ann: drwa}]", "error[RP703] ann may not do this: `drwa` is not offered now"),
        ("when: [{ann: draw}, {bob: stop}]", "error[RP705] chance moves first here (deal)"),
        ("when: [{ann: draw}, {chance: 4}]", "error[RP701] there is no `4` in d"),
        (
            "given: {stock: [2]}\nwhen: [{ann: draw}, {chance: 2}, {chance: 2}]",
            "error[RP705] chance does not",
        ),
        ("when: [{chance: 3}]", "error[RP705] chance does not move here"),
        ("when: [{refused: {ann: stop}}]", "error[RP704] ann may do this"),
        ("when: [{refused: {bob: stop}, because: tired}]", "error[RP702] refused for another reason"),
        ("then: [{legal: {ann: [draw]}}]", "error[RP702] ann is offered draw, stop"),
        ("then: [{ends: {winners: [ann]}}]", "error[RP702] the game goes on"),
        ("then: [{ends: false, because: so}]", "error[RP701] `because` does not go with `ends`"),
        ("then: [{log: {has: wins}}]", "error[RP702] no line of the log has this"),
        (
            "given: {ann.hand: 1}\nthen: [{log: {last: ann draws 1 card}}]",
            "error[RP702] the log has here: nothing",
        ),
        (LAST + "last: [ann draws 1 card.]}}]", "error[RP702] the log has here: ann draws 1 card"),
        (LAST + "last: ann draws 1 card}}]", "passes"),
        (
            "then: [empty(ann.hand) and size(stock) == 9]",
            "error[RP702] this does not hold: `size(stock) == 9`: 6 == 9",
        ),
        ("then: [{seen: {by: ann, what: stock}}]", "error[RP702] ann does not see `stock`"),
        ("then: [{hidden: {from: ann, what: ann.hand}}]", "error[RP702] ann sees `ann.hand`"),
        ("given: {ann.hand: [1, 1, 1]}", "error[RP701] there are not that many of these pieces"),
        ("given: {ann.hnd: [1]}", "error[RP701] `ann.hnd` is no zone or variable"),
        ("given: {phase: rest}", "error[RP701] `rest` is no phase with turns"),
        (
            "given: {turn: bob, score: 1}\nwhen: [{bob: stop}]\nthen: [{ends: {by: two, winners: [bob]}}]",
            "passes",
        ),
        (TWO + "by: two, returns: {bob: 1, ann: -1}}}]", "passes"),
        (TWO + "returns: {bob: 2}}}]", "error[RP702] bob gains 1"),
        (TWO + "returns: {cem: 2}}}]", "error[RP701] `cem` is neither a player nor a check"),
        ("then: [{stuck: false}]", "passes"),
        ("then: [{stuck: true}]", "error[RP702] the game can go on"),
        (
            "given: {rest: bob.hand, ann.hand: 1}\nthen: [size(bob.hand) == 5, {refused: {ann: draw}}]",
            "passes",
        ),
        (
            "seed: 3\nwhen: [{ann: draw}]\nthen: [size(ann.hand) == 1, {log: {to: bob, has: draws 1 card}}]",
            "passes",
        ),
        ("options: {speed: 3}", "error[RP701] there is no option `speed`"),
    ],
)
def test_findings(body: str, finding: str) -> None:
    found = first_finding(body)
    assert found == finding or found.startswith(finding)


@pytest.mark.parametrize(
    "check",
    [
        "ends: {winers: [ann]}",
        *(
            "log: {hass: draws}",
            "log: {}",
            "log: {to: bob}",
            "log: {last: []}",
            "log: draws",
            "log: [last, x]",
        ),
        *("log: {has: [zebra]}", "log: {has: {a: zebra}}", "log: {to: [bob], lacks: zebra}", "log: null"),
        *(
            "legal: ann",
            "legal: []",
            "legal: {ann: {draw: 1}}",
            "refused: ann",
            "refused: {}",
            "stuck: maybe",
        ),
        *(
            "hidden: {from: ann, what: hand}",
            "seen: {by: ann, what: hand}",
            "seen: {by: ann, what: ann.stock}",
        ),
    ],
)
def test_a_check_that_checks_nothing_is_an_error(check: str) -> None:
    assert first_finding(f"then: [{{{check}}}]").startswith("error[RP701]")


@pytest.mark.parametrize(
    "given",
    [
        *(
            "out: 5",
            "turn_count: x",
            "turn_count: null",
            "turn_count: -5",
            "round_count: [1]",
            "ann.hand: -3",
        ),
        *(
            "ann.hand: true",
            "ann.hand: {good: 2}",
            "hand: 1",
            "ann.stock: 1",
            "ann.score: null",
            "score: [1]",
        ),
    ],
)
def test_a_position_that_cannot_be_is_an_error(given: str) -> None:
    assert first_finding(f"given: {{{given}}}\nthen: [turn == ann]").startswith("error[RP701]")


def test_who_is_out_may_be_named_alone() -> None:
    assert first_finding("given: {out: bob}\nthen: [bob.out]") == "passes"


@pytest.mark.parametrize(
    ("head", "finding"),
    [
        ("players: 27\nimpossible: 'not 27'", "passes"),
        ("players: -1\nimpossible: 'not 0'", "passes"),
        ("players: 2\nimpossible: takes", "error[RP702] this table is possible"),
        ("players: 9\nimpossible: nobody", "error[RP702] this table is refused for another reason"),
        ("players: [ann, ann]\nthen: [1 == 1]", "error[RP701] `ann` is there already"),
        ("players: 2\npreset: hurried\nthen: [1 == 1]", "error[RP701] there is no preset `hurried`"),
    ],
)
def test_tables(head: str, finding: str) -> None:
    assert first_finding(head, players=False).startswith(finding)


LABELS = """
rulesplay: 1
id: labels
name: Labels
players: {min: 2, max: 2}
decks: {d: {cards: [{rank: ['2', K], suit: [H, S]}, {rank: T, suit: A}], label: "LABEL"}}
zones: {stock: {of: d, starts: full, seen_by: nobody}, hand: {of: d, each: player, seen_by: owner}}
variables: {note: {type: player, optional: true}}
phases: {play: {turns: {first: seat(1), actions: [go]}}}
actions: {go: {do: [{deal: {count: "least(1, size(stock))", from: stock, to: me.hand}}, {set: {note: me}}]}}
ending: {over: {when: empty(stock), winners: players}}
limit: {turns: 9}
scenarios:
  one:
    given: {turn: A, note: none, A.hand: [FIRST]}
    when: [A: go, chance: [SECOND]]
    then: [note == A, {seen: {by: A, what: A.hand}}]
"""


@pytest.mark.parametrize(
    ("label", "first", "second"),
    [
        ("{suit}x{if rank == '2' then 'two' else 'more'}", "Hxtwo", "Hxmore"),
        ("{suit}{rank}", "H2", "SK"),
        ("No{rank} of {suit}s", "No2 of Hs", "NoK of Ss"),
    ],
)
def test_labels_of_all_kinds_are_known(label: str, first: str, second: str) -> None:
    text = LABELS.replace("LABEL", label).replace("FIRST", f'"{first}"').replace("SECOND", f'"{second}"')
    rules, found = check_source(Source("labels.yaml", text))
    assert rules is not None and not found, [str(one) for one in found]
    assert [str(one) for result in run_scenarios(rules) for one in result.diagnostics] == []


def test_who_is_out_has_no_turn() -> None:
    assert first_finding("given: {turn: ann, out: [ann]}\nthen: [ann.out]").startswith("error[RP701]")


def test_the_checks_that_are_run_are_those_that_are_looked_at() -> None:
    assert tuple(scenarios._FORMS) == rehearsing.FORMS
