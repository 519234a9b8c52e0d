"""The public names: where they live, that each can be had, and that none is loaded before."""

import ast
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rulesplay
from rulesplay import engine
from rulesplay.engine import Legal, bags
from rulesplay.engine.program.choices import Bags

ROOT = Path(__file__).parent.parent


def declared(path: Path) -> dict[str, str]:
    """The names that a file imports for type checkers, with their modules."""
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module not in ("importlib", "typing"):
            found |= {alias.name: str(node.module) for alias in node.names}
    return found


def test_names_of_the_engine_live_where_it_says() -> None:
    homes = {name: module for module, names in engine.HOMES.items() for name in names.split()}
    assert homes == declared(ROOT / "engine" / "__init__.py")
    for name in homes:
        assert getattr(engine, name) is not None


def test_names_of_the_package_are_names_of_the_engine() -> None:
    names = declared(ROOT / "package" / "__init__.py")
    assert {"load", "Game", "State", "Match", "Outcome", "RulesetError"} <= set(names)
    for name in names:
        assert getattr(rulesplay, name) is getattr(engine, name)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    assert not hasattr(rulesplay, "nothing")
    assert not hasattr(engine, "nothing")


def test_importing_loads_no_stage() -> None:
    code = "import rulesplay, rulesplay.engine, sys; print(*sorted(m for m in sys.modules if m.startswith('rulesplay')))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT / "docs"
    )
    assert set(run.stdout.split()) <= {"rulesplay", "rulesplay.engine"}


def test_the_list_of_commands_says_what_each_says_itself() -> None:
    from rulesplay.cli.commands import SUMMARIES

    for name, summary in SUMMARIES.items():
        module = __import__(f"rulesplay.cli.{name}", fromlist=["command"])
        assert module.command.get_short_help_str(200) == summary


# Loading a game -------------------------------------------------------------------------


def test_a_game_is_loaded_by_the_name_of_a_shipped_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = rulesplay.Game.load("liars_deck", players=3)
    assert (game.rules.id, game.players) == ("liars_deck", 3)
    (tmp_path / "liars_deck").mkdir()
    with pytest.raises(rulesplay.RulesetError, match="this is a folder"):
        rulesplay.Game.load("liars_deck")
    assert rulesplay.Game.load(ROOT / "rulesets" / "liars_deck.yaml").rules.id == "liars_deck"


def test_options_come_after_those_of_the_preset() -> None:
    plain = rulesplay.Game.load("liars_deck").program.options
    game = rulesplay.Game.load("liars_deck", preset="to_the_letter")
    chosen = game.rules.presets["to_the_letter"]
    assert chosen and game.program.options == plain | chosen
    name = next(iter(chosen))
    both = rulesplay.Game.load("liars_deck", preset="to_the_letter", options={name: plain[name]})
    assert both.program.options == plain | chosen | {name: plain[name]}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"ruleset": "liars_dck"}, "there is no such file; did you mean `liars_deck`?"),
        ({"ruleset": "ten"}, "there is no such file"),
        ({"ruleset": "liars_deck", "preset": "to_the_leter"}, "there is no preset `to_the_leter`; "
         "did you mean `to_the_letter`?"),
        ({"ruleset": "eight_the_liar", "preset": "x"}, "there is no preset `x`; 8 the Liar has none"),
        ({"ruleset": "liars_deck", "options": {"max_pla": 1}}, "there is no option `max_pla`; did you mean `max_play`?"),
        ({"ruleset": "liars_deck", "players": 9}, "Liar's Deck takes 2 to 4 players, not 9"),
    ],
)  # fmt: skip
def test_what_cannot_be_loaded_is_said_clearly(
    given: dict[str, Any], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((rulesplay.RulesetError, rulesplay.ChoiceError)) as caught:
        rulesplay.Game.load(**given)
    assert str(caught.value).endswith(said)


# How things are shown -------------------------------------------------------------------


def test_a_state_says_what_it_waits_for_and_nothing_hidden() -> None:
    state, rng = rulesplay.Game.load("eight_the_liar", players=3).new_state(), random.Random(1)
    assert repr(state) == "<State of eight_the_liar: chance moves>"
    shown = set()
    while not state.is_over:
        state.resolve_chance(rng)
        if not state.is_over:
            player = rng.choice(state.players)
            asked = ", ".join(map(str, state.players))
            assert repr(state) == f"<State of eight_the_liar: asks seat{'s' * (',' in asked)} {asked}>"
            shown.add(state.kind)
            state.apply(state.legal(player).sample(rng), player)
    assert {"decision", "open"} <= shown
    assert state.outcome is not None
    assert repr(state) == f"<State of eight_the_liar: over by {state.outcome.reason}>"
    assert repr(state.legal()) == "<Legal: 0 actions>"


def test_legal_actions_say_how_many_they_are_and_list_the_first() -> None:
    assert repr(Legal(((("call",), ("pass",)),))) == "<Legal: 2 actions: ('call',), ('pass',)>"
    assert repr(Legal(((("call",),),))) == "<Legal: 1 action: ('call',)>"
    numbers = tuple(("bid", number) for number in range(5))
    assert repr(Legal((numbers,))) == "<Legal: 5 actions: ('bid', 0), ('bid', 1), ('bid', 2), …>"


def test_a_choice_too_large_to_try_is_not_gone_through() -> None:
    tried: list[int] = []
    full = bags.packed([4] * 12)
    guard = sum(0x80 << kind * bags.LANE for kind in range(12))

    def test(part: int) -> bool:
        tried.append(part)
        return True

    large = Bags(("lay",), full, 0, 48, guard, test)
    assert repr(Legal((large, (("call",),)))) == f"<Legal: at most {5**12 + 1} actions>"
    assert not tried
    few = Bags(("lay",), bags.packed([1, 1]), 1, 2, guard, lambda part: part % bags.MASK == 1)
    assert repr(Legal((few,))).startswith("<Legal: 2 actions: ('lay', ")
