"""Rulebooks made from rulesets: golden for the shipped games, and nothing that depends on play left open.

`UPDATE_GOLDEN=1 pytest tests/test_rulebook.py` writes the goldens anew; read the difference.
"""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from cli_running import run

from rulesplay.engine import ChoiceError, compile_rules, load, markdown, write_rulebook

ROOT = Path(__file__).parent.parent
RULESETS = sorted((ROOT / "rulesets").glob("*.yaml"))
ALL = [*RULESETS, *sorted((ROOT / "rulesets" / "house").glob("*.yaml"))]


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
    for preset in rules.presets:
        assert f"“{preset.replace('_', ' ').capitalize()}” chooses" in text
    assert "None" not in text and "{" not in text and "…." not in text


def test_options_and_players_are_filled_in() -> None:
    path = ROOT / "rulesets" / "eight_the_liar.yaml"
    rules = load(path)
    two = markdown(write_rulebook(compile_rules(rules, 2)))
    assert "Deal 18 cards at random from the stock to that player's hand." in two
    assert "Deal 36 cards" in markdown(write_rulebook(compile_rules(rules, 2, {"deal": "whole_deck"})))
    assert "Whole deck" not in two and "Deal: eighteen." in two


def test_what_an_option_bars_is_left_out() -> None:
    path = ROOT / "rulesets" / "liars_dice.yaml"
    usual, everyone = rulebook_of(path), rulebook_of(path, open_challenge=True)
    assert "the first to answer counts" not in usual
    assert "the first to answer counts" in everyone


def values_of(option: Any) -> list[Any]:
    if option.values:
        return list(option.values)
    return [option.low, option.high] if option.low is not None else [True, False]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_no_option_leaves_code_behind(path: Path) -> None:
    rules = load(path)
    for option in rules.options.values():
        for value in values_of(option):
            try:
                program = compile_rules(rules, rules.high, {option.name: value})
            except ChoiceError:
                continue  # not at this table
            text = markdown(write_rulebook(program)).partition("## Options")[0]
            assert not re.search(r"None|\{|\(c: |For each n | and (yes|no)\b| or (yes|no)\b|\bnot: ", text)
            assert not re.search(r"\byou('s| is| has)\b|\bthey('s| is)\b|“…”\w", text)


def test_markdown_and_terminal_have_the_same_sentences() -> None:
    path = ROOT / "rulesets" / "liars_dice.yaml"
    printed = run("rules", str(path), "--players", "4").stdout
    for line in rulebook_of(path).splitlines():
        assert line.strip(" #-").upper() in " ".join(printed.split()).upper()


SMALL = """
rulesplay: 1
id: small
name: Small
players: {min: 2, max: 4}
options:
  rounds: {type: integer, min: 0, max: 3, default: 1, help: How often.}
  free: {type: boolean, default: false, help: Whether to go.}
presets:
  quick: {options: {rounds: 0, free: true}}
decks:
  deck: {cards: [{kind: [red, blue], count: 9}], label: "{kind}"}
dice:
  six: {faces: 1..6}
types:
  offer: {record: {amount: integer, worth: integer}}
zones:
  box: {of: deck, starts: full}
  hand: {of: deck, each: player, seen_by: owner}
  dropped: {of: deck}
  cup: {of: six, each: player}
variables:
  score: {each: player, type: integer, starts: 1}
  ready: {each: player, type: boolean, starts: false}
  target: {each: player, type: player, optional: true}
  chosen: {type: players}
  leader: {type: player, optional: true}
  last: {type: offer, optional: true}
  total: {type: integer, starts: 0}
functions:
  fixed: {value: 3}
  rich: {with: {p: player}, value: p.score > 3, help: Has much.}
  reds: {with: {p: player}, value: count(c for c in p.hand where c.kind == red)}
  best: {value: max(p.score for p in players)}
  never: {with: {p: player}, value: option.free and p.score > 9}
setup: [{set: {total: 0}}]
phases:
  play: {turns: {first: seat(1), actions: [go]}}
actions:
  go:
    title: Go
    do: STEPS
procedures:
  leave: {with: {p: player}, do: [{eliminate: p}]}
  pay: {with: {who: player, to: player}, do: [{set: {who.score: who.score - 1}}]}
  nothing: {do: [{if: option.free, then: [{say: Free.}]}]}
ending:
  over: {when: turn_count > 5, winners: players}
limit: {turns: 9}
"""


def small(tmp_path: Path, steps: str, **options: object) -> str:
    """Return the rulebook of a ruleset whose only action does these steps."""
    path = tmp_path / "small.yaml"
    path.write_text(SMALL.replace("STEPS", f"[{{{steps}}}]"), encoding="utf-8")
    return markdown(write_rulebook(compile_rules(load(path), 3, options)))


def one_card(kind: str, place: str) -> str:
    return f"sure(first(c for c in {place} where c.kind == {kind}))"


@pytest.mark.parametrize(
    ("steps", "lines"),
    [
        (f"move: {{cards: {one_card('red', 'box')}, from: box, to: me.hand}}",
         ["Move one card whose kind is red from the box to your hand."]),
        ("move: {cards: set(c for c in box where c.kind != red), from: box, to: dropped}",
         ["Move all cards whose kind is not red from the box to “dropped”."]),
        ("for: n, in: 1..option.rounds, do: [{say: Hey.}]", ["- Go.", "  - Announce: “Hey.”"]),
        ("for: n, in: 1..3, do: [{say: Hey.}]", ["  - 3 times:", "    - Announce: “Hey.”"]),
        ("for: n, in: 1..2, do: [{set: {total: n}}]",
         ["  - For each number from 1 to 2:", "    - Set the total to that number."]),
        ("for: n, in: 1..2, do: [{for: m, in: 1..3, do: [{set: {total: n * m}}]}]",
         ["    - For each number from 1 to 3 (number m):", "      - Set the total to that number times number m."]),
        ("for: p, in: players, do: [{set: {p.score: p.score + 2}}]",
         ["  - For each player:", "    - Add 2 to that player's score."]),
        ("for: p, in: clockwise(me), do: [{for: q, in: players - p, do: [{set: {q.score: p.score}}]}]",
         ["  - For each other player in turn, from the left of you on:",
          "    - For each player except that player (player q):",
          "      - Set player q's score to that player's score."]),
        ("roll: {count: me.score, to: me.cup}", ["Roll dice into your cup, as many as your score."]),
        ("roll: {count: 1, to: me.cup}, say: '{rolled}.'",
         ["Roll 1 die into your cup.", "Announce: “[the dice rolled].”"]),
        ("deal: {count: 1, from: box, to: me.hand}, say: '{me} has {dealt}.'",
         ["Announce: “[your name] has [the card drawn].”"]),
        ("set: {chosen: chosen + me}", ["Add you to “chosen”."]),
        ("set: {chosen: ()}", ["Nobody is in “chosen” any more."]),
        ("set: {leader: none, me.target: none}",
         ["There is no leader any more.", "You have no target any more."]),
        ("set: {leader: first(p for p in clockwise(me) where p.score > 2)}",
         ["The leader is now the next player after you whose score is more than 2."]),
        ("set: {leader: first(p for p in around(seat(1)))}",
         ["The leader is now the first player from the player on seat 1 on who is still in."]),
        ("set: {leader: first(p for p in players where p.ready)}",
         ["The leader is now the first player for whom “ready” holds."]),
        ("set: {total: sum(reds(p) + p.score for p in players)}",
         ["Set the total to the total, over all players, of their “reds” plus their score."]),
        ("set: {leader: me}", ["You are now the leader."]),
        ("set: {me.ready: true}", ["Set your “ready” to yes."]),
        ("set: {last: 'offer(amount: 2, worth: me.score + 1)'}",
         ["Set “last” to amount 2 and worth: your score plus 1."]),
        ("set: {total: (total + 1) * 2 - (total - 1)}",
         ["Set the total to (the total plus 1) times 2 minus (the total minus 1)."]),
        ("set: {total: abs(total - me.score)}",
         ["Set the total to the difference between the total and your score."]),
        ("let: {gone: chosen}}, {eliminate: gone",
         ["Let “gone” be “chosen”.", "Everybody in “gone” leaves the game."]),
        ("eliminate: me", ["You leave the game."]),
        ("call: leave, with: {p: me}", ["Carry out “leave” for you.", "That player leaves the game."]),
        ("call: pay, with: {who: seat(1), to: me}",
         ["Carry out “pay” for the player on seat 1 (to: you).", "- “Pay” for a player (to):"]),
        ("if: me.ready and not rich(me), then: [{say: A.}]",
         ["If “ready” holds for you and “rich” does not hold for you:"]),
        ("if: size(me.hand) > 1, then: [{say: A.}]", ["If your hand holds more than 1 card:"]),
        ("if: size(players) == 1, then: [{say: A.}]", ["If there is exactly 1 player in the game:"]),
        ("if: any(c.kind == red for c in me.hand), then: [{say: A.}]",
         ["If there is a card in your hand whose kind is red:"]),
        ("if: all(c.kind != red for c in me.hand), then: [{say: A.}]",
         ["If there is no card in your hand whose kind is red:"]),
        ("if: all(empty(p.hand) for p in players where p != me), then: [{say: A.}]",
         ["If the hand of every player other than you is empty:"]),
        ("if: any(c.kind == red or c.kind == blue for c in box), then: [{say: A.}]",
         ["If there is a card in the box whose kind is red or blue:"]),
        ("if: not (me.score > 2 or me.ready), then: [{say: A.}]",
         ["If your score is at most 2 and “ready” does not hold for you:"]),
        ("if: me.score > 2 and option.free, then: [{say: A.}], else: [{say: B.}]", ["- Go.", "  - Announce: “B.”"]),
        ("if: not never(me), then: [{say: A.}]", ["- Go.", "  - Announce: “A.”"]),
        ("if: me.score == total, then: [{say: A.}]", ["If your score is equal to the total:"]),
        ("say: \"{me} has {reds(me)}, {if me.ready then 'more' else 'less'}.\"",
         ["Announce: “[your name] has [your “reds”], [more or less].”"]),
        ("say: 'The {total} of {me}.'", ["Announce: “The [total] of [your name].”"]),
        ("say: '{leader} leads.'", ["Announce: “The leader leads.”"]),
        ("call: nothing", ["- Go.\n\n"]),
        ("ask: {who: seat(1), as: x, actions: {a: {title: Aim, choose: {t: {among: players - x, help: whom}}, "
         "do: [{set: {x.target: t}}]}}, pass: Rest}",
         ["The player on seat 1 may do this, or “Rest”:", "Choose whom (the t): one of all players except you.",
          "Your target is now the chosen t."]),
        ("ask: {who: others, order: sealed, when: player.ready, because: unready, takers: all, "
         "actions: {a: {title: Aim, choose: {cards: {from: player.hand, min: 1, max: size(player.hand) - 1}}, "
         "do: []}}}",
         ["All other players for whom “ready” holds must do this, all in secret:",
          "Choose the cards: 1 or more cards of your hand, leaving at least 1."]),
    ],
)  # fmt: skip
def test_steps_read_as_english(tmp_path: Path, steps: str, lines: list[str]) -> None:
    text = small(tmp_path, steps)
    for line in lines:
        assert line in text, text


def test_words_are_defined_before_they_are_used(tmp_path: Path) -> None:
    text = small(tmp_path, "say: Hey.")
    words, setup, actions = (text.index(f"## {name}") for name in ("Words", "Course", "Actions"))
    assert words < setup < actions
    assert "- “Rich” holds for a player if that player's score is more than 3. Has much.\n" in text
    assert "- “Reds” of a player: the number of cards in that player's hand whose kind is red.\n" in text
    assert "- “Best”: the highest score of any player.\n" in text
    assert "“Fixed”" not in text and "“Never”" not in text  # filled in wherever they are used


def test_people_are_explained_once() -> None:
    text = rulebook_of(ROOT / "rulesets" / "liberty_death_or_taxes.yaml")
    assert text.count("The claimer: whoever made the claim that is challenged.") == 1
    assert text.count("The active player: whoever has the turn.") == 1
    assert "The others may challenge this: see “liberty” (you are the claimer)." in text


def test_presets_are_in_it(tmp_path: Path) -> None:
    text = small(tmp_path, "say: Hey.")
    assert "- Presets choose several options at once:\n  - “Quick” chooses rounds: 0, free: yes.\n" in text
    assert "- Free: no. Whether to go. Takes yes or no.\n" in text


def test_what_nothing_is_left_of_is_not_in_it() -> None:
    path = ROOT / "rulesets" / "liars_dice.yaml"
    assert "“exact bid”" in rulebook_of(path) and "“exact bid”" not in rulebook_of(path, exact="nobody")
    assert "reroll the rest" in rulebook_of(path)
    assert "reroll the rest" not in rulebook_of(path, show_reroll=False)


def test_what_a_deck_has_as_many_of_is_said_once() -> None:
    assert "“numbers”: 0, 1, 2, 3, 4, 5, 6, 7, 8; 8 of each." in rulebook_of(RULESETS[0])
