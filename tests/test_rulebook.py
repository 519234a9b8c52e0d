"""Rulebooks made from rulesets: golden for the shipped games, and nothing that depends on play left open.

`UPDATE_GOLDEN=1 pytest tests/test_rulebook.py` writes the goldens anew; read the difference.
"""

import os
from pathlib import Path

import pytest

from rulesplay.engine import compile_rules, load, markdown, write_rulebook

ROOT = Path(__file__).parent.parent
RULESETS = sorted((ROOT / "rulesets").glob("*.yaml"))


def rulebook_of(path: Path, **options: object) -> str:
    rules = load(path)
    return markdown(write_rulebook(compile_rules(rules, min(4, rules.high), options)))


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_rulebooks_are_as_read(path: Path) -> None:
    golden = ROOT / "tests" / "rulebooks" / f"{path.stem}.md"
    text = rulebook_of(path)
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_every_part_is_in_it(path: Path) -> None:
    rules, text = load(path), rulebook_of(path)
    for ruling in rules.rulings:
        assert f"- {ruling}: " in text
    for option in rules.options.values():
        assert " ".join(option.help.split()) in text
    assert "None" not in text and "{" not in text


def test_options_and_players_are_filled_in() -> None:
    path = ROOT / "rulesets" / "eight_the_liar.yaml"
    rules = load(path)
    two = markdown(write_rulebook(compile_rules(rules, 2)))
    assert "Deal 18 cards at random from the stock to p's hand." in two
    assert "Deal 36 cards" in markdown(write_rulebook(compile_rules(rules, 2, {"deal": "whole_deck"})))
    assert "Whole deck" not in two and "Deal: eighteen." in two


def test_what_an_option_bars_is_left_out() -> None:
    path = ROOT / "rulesets" / "liars_dice.yaml"
    usual, everyone = rulebook_of(path), rulebook_of(path, open_challenge=True)
    assert "the first to answer counts" not in usual
    assert "the first to answer counts" in everyone
