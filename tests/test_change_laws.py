"""Composing: laws that hold for any base and any change."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from variants import of

NAMES = st.sampled_from(["when", "say", "title", "help", "x", "y"])
LEAVES = st.one_of(st.integers(0, 3), st.booleans(), st.sampled_from(["a", "b c", "yes"]))
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
ACTIONS = st.dictionaries(st.sampled_from("abcde"), st.dictionaries(NAMES, VALUES, max_size=3), min_size=1)
law = settings(derandomize=True, max_examples=60, deadline=None)


@law
@given(ACTIONS)
def test_an_empty_change_is_no_change(actions: Any) -> None:
    made = of({"actions": actions}, {})
    assert made.data == {"actions": actions} and not made.found


@law
@given(ACTIONS, ACTIONS)
def test_changes_are_as_if_written_in_the_base(actions: Any, others: Any) -> None:
    change = {name: {"title": "new"} for name in others if name in actions}
    made = of({"actions": actions}, {"actions": change} if change else {})
    assert made.data["actions"] == {name: {**one, **change.get(name, {})} for name, one in actions.items()}


@law
@given(ACTIONS, ACTIONS, st.randoms(use_true_random=False))
def test_the_order_of_changes_means_nothing(actions: Any, others: Any, random: Any) -> None:
    changes = [(name, {"replace": True, **one}) for name, one in others.items() if name in actions]
    added = {name: one for name, one in others.items() if name not in actions}
    changes += [("add", added)] if added else []
    turned = random.sample(changes, len(changes))
    one, two = (of({"actions": actions}, {"actions": dict(each)}) for each in (changes, turned))
    assert list(one.data["actions"].items()) == list(two.data["actions"].items())
    assert [(d.code, d.message) for d in one.found if d.is_error] == []


@law
@given(ACTIONS, st.dictionaries(NAMES, VALUES, max_size=3))
def test_to_remove_and_add_is_to_replace(actions: Any, anew: Any) -> None:
    name = min(actions)
    one = of({"actions": actions}, {"actions": {"remove": [name], "add": {name: anew}}})
    two = of({"actions": actions}, {"actions": {name: {"replace": True, **anew}}})
    assert list(one.data["actions"].items()) == list(two.data["actions"].items())


STEPS = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=6, unique=True)


@law
@given(STEPS, st.data())
def test_to_remove_a_step_and_put_others_there_is_to_replace_it(ids: list[str], data: Any) -> None:
    base = {"setup": [{"id": name, "say": name} for name in ids]}
    name, anew = data.draw(st.sampled_from(ids)), [{"say": "new"}]
    ways: list[Any] = [
        {"at": {name: {"replace": anew}}},
        {"at": {name: {"before": anew}}, "remove": [name]},
        {"remove": [name], "at": {name: {"after": anew}}},
    ]
    expected = [{"say": "new"} if one == name else {"id": one, "say": one} for one in ids]
    assert [of(base, {"setup": way}).data["setup"] for way in ways] == [expected] * 3


@law
@given(ACTIONS, VALUES)
def test_nothing_raises(actions: Any, change: Any) -> None:
    for place in (change, {"actions": change}, {"actions": {"a": change}}, {"actions": {"at": change}}):
        made = of({"actions": actions, "setup": [{"id": "a"}]}, place)
        assert made.root is not None
    assert of({"setup": [{"id": "a"}]}, {"setup": {"at": change, "remove": change}}).root is not None
