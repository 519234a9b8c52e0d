"""Composing: every change hits or is reported, and every value keeps the place where it was written."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from variants import BASE, HEAD, Made, changed, variant

from rulesplay.engine.composing import LONGEST
from rulesplay.engine.diagnostics import Diagnostic
from rulesplay.engine.loading import check


def test_what_is_not_changed_is_the_base() -> None:
    data = Made(HEAD).data
    assert data == {**yaml.safe_load(BASE), "id": "house"}
    assert list(data) == list(yaml.safe_load(BASE))


def test_maps_merge_and_the_rest_is_replaced() -> None:
    data = changed("players: {max: 3}\noptions: {deal: {values: [all], default: all}}").data
    assert data["players"] == {"min": 2, "max": 3}
    assert data["options"] == {"deal": {"values": ["all"], "default": "all"}}


def test_keys_of_a_fixed_shape_need_no_add() -> None:
    data = changed("actions: {draw: {when: me.ready, because: not ready}}\nlimit: {say: Enough.}").data
    assert data["actions"]["draw"]["because"] == "not ready" and data["limit"] == {
        "turns": 10,
        "say": "Enough.",
    }


def test_add_and_remove() -> None:
    data = changed(
        "actions:\n  add: {peek: {title: Peek}}\n  remove: [stop]\npresets: {add: {x: {options: {}}}}"
    ).data
    assert list(data["actions"]) == ["draw", "peek"] and data["presets"] == {"x": {"options": {}}}


def test_what_is_removed_and_added_again_keeps_its_place() -> None:
    data = changed("ending: {remove: [first], add: {first: {when: x}, third: {when: y}}}").data
    assert list(data["ending"].items()) == [
        ("first", {"when": "x"}),
        ("second", {"when": "true"}),
        ("third", {"when": "y"}),
    ]


def test_additions_say_their_place() -> None:
    added = "c: {after: b, when: x}, a: {before: first}, b: {after: first}, d: {after: first}, e: {}"
    data = changed(f"ending: {{add: {{{added}}}}}").data
    assert list(data["ending"]) == ["a", "first", "b", "c", "d", "second", "e"]
    phase = changed("phases: {add: {early: {before: play, after: [{say: x}]}}}").data["phases"]
    assert list(phase) == ["early", "play"] and phase["early"] == {"after": [{"say": "x"}]}


def test_steps_are_addressed_by_id() -> None:
    text = """\
actions: {draw: {do: {at: {
  take: {before: [{say: a}], after: [{say: b}, {say: c}]},
  over: {replace: [{say: d}]}}, remove: [tell]}}}"""
    steps = changed(text).data["actions"]["draw"]["do"]
    assert [step.get("say") or step.get("id") for step in steps] == ["a", "take", "b", "c", None]
    assert steps[4]["then"] == [{"say": "d"}, {"say": "Done."}]


def test_a_step_is_changed_where_it_is() -> None:
    steps = changed("actions: {draw: {do: {at: {take: {move: {to: discard}, before: [{say: a}]}}}}}").data
    assert steps["actions"]["draw"]["do"][:2] == [
        {"say": "a"},
        {"id": "take", "move": {"from": "stock", "to": "discard"}},
    ]


def test_words_of_a_list_are_addressed_by_themselves() -> None:
    data = changed("phases: {play: {turns: {actions: {at: {draw: {after: [peek]}}, remove: [stop]}}}}").data
    assert data["phases"]["play"]["turns"]["actions"] == ["draw", "peek"]


def test_replace_drops_what_was_inherited() -> None:
    data = changed(
        "actions: {draw: {replace: true, title: New}}\nending: {replace: true, only: {when: x}}"
    ).data
    assert data["actions"]["draw"] == {"title": "New"} and data["ending"] == {"only": {"when": "x"}}


def test_rulings_and_scenarios_are_gathered() -> None:
    text = HEAD + "rulings: {R-1: {text: a}}\nscenarios: {three: {players: 4}}\n"
    text += "changed_scenarios: {one: ties differ}\n"
    data = Made(text).data
    assert list(data["scenarios"]) == ["two", "three"] and data["rulings"] == {"R-1": {"text": "a"}}
    assert not {"extends", "change", "changed_scenarios"} & set(data)


def test_variants_of_variants() -> None:
    middle = "extends: ../base.yaml\nname: Middle\n"
    middle += "change: {players: {min: 3}, ending: {add: {m: {before: first}}}}\n"
    text = "extends: sub/middle.yaml\nchange: {players: {max: 5}, ending: {m: {when: x}}}\n"
    made = Made(text, {"sub/middle.yaml": middle})
    assert not made.found and made.data["players"] == {"min": 3, "max": 5}
    assert list(made.data["ending"]) == ["m", "first", "second"] and made.data["name"] == "Middle"
    assert [one.name for one in made.sources] == ["house.yaml", "sub/middle.yaml", "base.yaml"]


# Every fault ---------------------------------------------------------------------------

FAULTS = (Path(__file__).parent / "changes.txt").read_text(encoding="utf-8").split("\n\n")[1:]


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: case[:40].replace("\n", " "))
def test_each_fault_at_its_place(case: str) -> None:
    change, _, said = case.strip().rpartition("\n=> ")
    top = change.removeprefix("---\n")
    found = Made(variant(change) if top == change else HEAD + top).found
    shown = [str(one).partition(":")[2].replace(": error[", " ").replace(": warning[", " ") for one in found]
    assert [line.replace("]", "", 1) for line in shown] == ([said] if said != "nothing" else [])
    assert all(d.span.source.name == "house.yaml" for d in found)


def test_a_step_inside_a_step_that_is_gone() -> None:
    base = BASE.replace("- if: empty(stock)", "- id: maybe\n        if: empty(stock)")
    text = variant("actions: {draw: {do: {at: {over: {after: [{say: x}]}}, remove: [maybe]}}}")
    (found,) = Made(text, {"base.yaml": base}).found
    assert (found.code, found.span.line, found.span.column) == ("RP604", 4, 30)
    assert found.message == "the step `over` is gone"


def test_an_id_that_stands_twice() -> None:
    base = BASE.replace("say: Done.", "{id: over, say: Done.}")
    text = variant("actions: {draw: {do: {remove: [over]}}}")
    (found,) = Made(text, {"base.yaml": base}).found
    assert (found.code, found.span.column, len(found.labels)) == ("RP604", 34, 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("extends: bse.yaml", "house.yaml:1:10 no base at `bse.yaml`: there is no such file"),
        ("extends: house.yaml", "house.yaml:1:10 `house.yaml` extends itself"),
        ("extends: [base.yaml]", "house.yaml:1:10 `extends` takes the path of one file"),
        ("extends:", "house.yaml:1:9 `extends` takes the path of one file"),
        ("change: {}", "house.yaml:1:1 `change` needs a base to change"),
        ("extends: list.yaml", "house.yaml:1:10 the base is no ruleset: it is not a map"),
        ("extends: ring.yaml", "ring.yaml:2:10 `house.yaml` extends itself by way of `ring.yaml`"),
        ("extends: lost.yaml", "lost.yaml:1:10 no base at `none.yaml`: there is no such file"),
    ],
)
def test_bases_out_of_reach(text: str, said: str) -> None:
    files = {
        "list.yaml": "[1]",
        "ring.yaml": "id: x\nextends: ./house.yaml",
        "lost.yaml": "extends: none.yaml",
    }
    made = Made(text, files)
    (found,) = made.found
    assert f"{found.span} {found.message}" == said and found.code == "RP601" and made.root is None


def test_the_longest_chain() -> None:
    files = {f"{n}.yaml": f"extends: {n + 1}.yaml" for n in range(1, LONGEST)}
    whole = Made("extends: 1.yaml", {**files, f"{LONGEST - 1}.yaml": "id: x"})
    assert whole.data == {"id": "x"} and len(whole.sources) == LONGEST
    (found,) = Made("extends: 1.yaml", {**files, f"{LONGEST}.yaml": "id: x"}).found
    assert str(found.span) == f"{LONGEST - 1}.yaml:1:10" and found.code == "RP601"
    assert len(found.labels) == LONGEST - 1


def test_names_of_a_base_that_are_words_of_changes() -> None:
    made = Made(HEAD, {"base.yaml": "actions: {at: {}, x: {choose: {replace: {}}}}\nplayers: {add: 1}"})
    assert [(d.code, d.span.column, d.span.source.name) for d in made.found] == [
        ("RP607", 11, "base.yaml"),
        ("RP607", 32, "base.yaml"),
    ]
    assert [one.text for one in made.found[0].labels] == ["reached through extends in house.yaml:1:1"]


def test_a_base_that_is_no_yaml_is_reported_there() -> None:
    made = Made(HEAD, {"base.yaml": "id: x\nid: y\n"})
    (found,) = made.found
    assert (str(found.span), found.code, made.root) == ("base.yaml:2:1", "RP002", None)
    assert found.labels[-1].text == "reached through extends in house.yaml:1:1"


# Places --------------------------------------------------------------------------------

GAME = Path(__file__).parent.parent / "rulesets" / "eight_the_liar.yaml"
HOUSE = "rulesplay: 1\nextends: base.yaml\nid: house\nname: House\n"


def checked(tmp_path: Path, house: str, base: str = "") -> list[Diagnostic]:
    """Return what is wrong with a variant of a game."""
    (tmp_path / "base.yaml").write_text(base or GAME.read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / "house.yaml"
    path.write_text(HOUSE + house, encoding="utf-8")
    return check(path)[1]


def place(found: Diagnostic) -> str:
    """Return the place of a diagnostic without its folder."""
    return str(found.span).rpartition("/")[2]


def test_a_fault_in_a_variant_names_its_line(tmp_path: Path) -> None:
    house = "change:\n  functions:\n    finished:\n      value: >-\n"
    house += "        empty(p.hand)\n\n        and p.chipz == 0\n"
    (found,) = checked(tmp_path, house)
    assert (place(found), found.code, found.labels) == ("house.yaml:11:15", "RP311", ())


def test_a_fault_in_a_base_names_its_line_and_the_way_there(tmp_path: Path) -> None:
    text = GAME.read_text(encoding="utf-8")
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "value: empty(p.hand)" in row)
    found, *_ = checked(
        tmp_path, "change: {players: {max: 3}}\n", text.replace("empty(p.hand) and", "empty(p.hnd) and", 1)
    )
    assert place(found) == f"base.yaml:{line}:20" and found.code == "RP311"
    (label,) = found.labels
    assert label.text.startswith("reached through extends in ") and label.text.endswith("house.yaml:2:1")


def test_the_shape_of_what_came_of_it_is_checked(tmp_path: Path) -> None:
    (found,) = checked(tmp_path, "change: {players: {replace: true, max: 3}}\n")
    assert (place(found), found.code) == ("house.yaml:5:10", "RP103")
    (found,) = checked(tmp_path, "change: {players: {mox: 3}}\n")
    assert (place(found), found.code, found.help) == ("house.yaml:5:20", "RP101", "did you mean `max`?")


def test_every_operator_passes_the_schema_of_variants(tmp_path: Path) -> None:
    house = """\
change:
  actions:
    lay: {when: not empty(me.hand), because: you have no cards}
    add: {stop: {do: [{end: phase}]}}
  phases: {play: {turns: {actions: {at: {lay: {after: [stop]}}}}}}
  challenges:
    liar:
      window: {pass: {remove: [when, because]}}
      outcomes: {add: {special: {before: bluff, when: total == 9}}}
  ending: {remove: [dead_end]}
  functions: {remove: [dead_end_winners, fewest_chips, first_emptied]}
  options: {remove: [dead_end, force_call_on_out, max_turns]}
  limit: {replace: true, turns: 50}
"""
    assert checked(tmp_path, house) == []


def test_the_digest_is_of_the_rules_alone(tmp_path: Path) -> None:
    one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
    one.write_text(GAME.read_text(encoding="utf-8"), encoding="utf-8")
    two.write_text("# a comment\n" + GAME.read_text(encoding="utf-8") + "# another\n", encoding="utf-8")
    first, second = check(one)[0], check(two)[0]
    assert first and second and first.digest == second.digest != ""
