"""What is found in rules that are right in all their parts; the golden files show each finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesplay.engine import load
from rulesplay.engine.diagnostics import RulesetError
from rulesplay.engine.loading import check, check_source
from rulesplay.engine.source import Source

ROOT = Path(__file__).parent.parent
SHIPPED = sorted((ROOT / "rulesets").rglob("*.yaml"))
HIGH_CARD = (ROOT / "tests/golden/ok/high_card.yaml").read_text(encoding="utf-8")


def codes(text: str) -> list[str]:
    return [one.code for one in check_source(Source("high_card.yaml", text))[1]]


def changed(old: str, new: str) -> str:
    assert HIGH_CARD.count(old) == 1, old
    return HIGH_CARD.replace(old, new)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_nothing_is_said_of_shipped_rulesets(path: Path) -> None:
    assert [str(one) for one in check(path)[1]] == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_hand_that_its_owner_does_not_see_cannot_be_chosen_from(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    hidden = text.replace("seen_by: owner", "seen_by: nobody")
    if hidden == text:
        pytest.skip("a variant without hands of its own")
    copy = tmp_path / path.name
    copy.write_text(hidden.replace("extends: ", f"extends: {path.parent}/"), encoding="utf-8")
    assert "RP430" in [one.code for one in check(copy)[1]]


def test_a_game_is_not_begun_to_load_it(tmp_path: Path) -> None:
    path = tmp_path / "high_card.yaml"
    path.write_text(changed("rank: 1..10", "rank: 1..2"), encoding="utf-8")
    assert [one.code for one in check(path)[1]] == ["RP414"]
    load(path)


def test_what_tells_a_secret_is_not_played(tmp_path: Path) -> None:
    path = tmp_path / "high_card.yaml"
    path.write_text(
        changed("who: not empty(player.hand)", "who: all(c.rank > 1 for c in player.hand)"), "utf-8"
    )
    with pytest.raises(RulesetError, match="RP430"):
        load(path)


def test_faults_come_before_doubts() -> None:
    assert codes(changed("limit: {turns: 100}", "limit: {turns: hundred}\nx-1: 1")) == ["RP310"]


def test_a_comment_ignores_what_it_names_alone() -> None:
    spare = "  cup: {of: d6}\n  spare: {of: d6}"
    assert codes(changed("  cup: {of: d6}", "  spare: {of: d6}\n  cup: {of: d6}")) == ["RP502"]
    for place in ("{}\n  spare: {{of: d6}}", "spare: {{of: d6}}  {}", "spare:  {}\n    of: d6"):
        comment = place.format("# rulesplay: ignore[RP502] for later")
        assert codes(changed("  cup: {of: d6}", f"  {comment}\n  cup: {{of: d6}}")) == [], spare


def test_errors_are_not_ignored() -> None:
    text = changed("limit: {turns: 100}", "limit: {turns: ten}  # rulesplay: ignore[RP310] no matter")
    assert "RP310" in codes(text)


def test_a_secret_may_be_told_on_purpose() -> None:
    told = "who: all(c.rank > 1 for c in player.hand)"
    text = changed("who: not empty(player.hand)", told)
    assert codes(text) == ["RP430"]
    reason = "  # rulesplay: ignore[RP430] everybody says when this is so"
    assert codes(text.replace("actions: [lay]}", "actions: [lay]}" + reason)) == []
