"""Play turn-based games written as data.

>>> game = Game.load("rulesets/eight_the_liar.yaml", players=4)
>>> state = game.new_state()

The names are those of `rulesplay.engine`, imported when they are first used: starting the
command line must not wait for the engine, nor for what only type checkers want.
"""

TYPE_CHECKING = False

__version__ = "0.1.0"

if TYPE_CHECKING:
    from typing import Any

    from rulesplay.engine import ChoiceError as ChoiceError
    from rulesplay.engine import Diagnostic as Diagnostic
    from rulesplay.engine import Game as Game
    from rulesplay.engine import IllegalAction as IllegalAction
    from rulesplay.engine import Legal as Legal
    from rulesplay.engine import Match as Match
    from rulesplay.engine import Outcome as Outcome
    from rulesplay.engine import Program as Program
    from rulesplay.engine import Record as Record
    from rulesplay.engine import RecordError as RecordError
    from rulesplay.engine import RuleError as RuleError
    from rulesplay.engine import Ruleset as Ruleset
    from rulesplay.engine import RulesetError as RulesetError
    from rulesplay.engine import State as State
    from rulesplay.engine import check as check
    from rulesplay.engine import compile_rules as compile_rules
    from rulesplay.engine import load as load
    from rulesplay.engine import replay as replay


def __getattr__(name: str) -> "Any":
    """Return a public name of the engine."""
    if name.startswith("_") or name in ("engine", "cli"):
        raise AttributeError(f"module `rulesplay` has no `{name}`")
    from importlib import import_module

    return getattr(import_module("rulesplay.engine"), name)
