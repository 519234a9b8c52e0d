"""The engine of rulesplay: it reads rulesets and plays them, and knows no game.

The stages, in the order in which text becomes a game: `reading`, `shape`, `composing`,
`parsing`, `checking`, `lowering`, `compiling`, `state`, `views`, `match`. A name is imported
from its stage when it is first used: who only plays never waits for the checking of rules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answers import Named as Named
    from .answers import declared_at as declared_at
    from .answers import meaning_at as meaning_at
    from .answers import names_for as names_for
    from .answers import node_at as node_at
    from .answers import path_at as path_at
    from .answers import references as references
    from .answers import scope_at as scope_at
    from .bots import BOTS as BOTS
    from .bots import Bot as Bot
    from .bots import CasualBot as CasualBot
    from .bots import RandomBot as RandomBot
    from .choices import Action as Action
    from .choosing import describe as describe
    from .choosing import parse_value as parse_value
    from .codes import CODES as CODES
    from .codes import Code as Code
    from .compiling import ChoiceError as ChoiceError
    from .compiling import compile_rules as compile_rules
    from .coverage import Count as Count
    from .coverage import Coverage as Coverage
    from .coverage import cover as cover
    from .diagnostics import Diagnostic as Diagnostic
    from .diagnostics import Label as Label
    from .diagnostics import RulesetError as RulesetError
    from .diagnostics import suggest_or_list as suggest_or_list
    from .differing import Difference as Difference
    from .differing import compare as compare
    from .exploration import Exploration as Exploration
    from .flattening import flatten as flatten
    from .formatting import format_source as format_source
    from .game import Game as Game
    from .guide import Guide as Guide
    from .loading import Examined as Examined
    from .loading import check as check
    from .loading import check_source as check_source
    from .loading import examine as examine
    from .loading import load as load
    from .loading import schema as schema
    from .loading import schema_of as schema_of
    from .loading import tree_of as tree_of
    from .loading import whole as whole
    from .match import Match as Match
    from .model import EVERYTHING as EVERYTHING
    from .model import Ruleset as Ruleset
    from .model import Viewer as Viewer
    from .naming import listed as listed
    from .naming import named_bag as named_bag
    from .naming import parameter_text as parameter_text
    from .naming import spoken as spoken
    from .naming import thinkable as thinkable
    from .naming import variable_text as variable_text
    from .outline import Spot as Spot
    from .outline import spot_at as spot_at
    from .program import Program as Program
    from .program import RuleError as RuleError
    from .racing import Playouts as Playouts
    from .reading import source_of as source_of
    from .reasons import explain as explain
    from .reasons import unoffered as unoffered
    from .reasons import why_no_value as why_no_value
    from .record import Record as Record
    from .record import RecordError as RecordError
    from .record import pack as pack
    from .record import replay as replay
    from .record import unpack as unpack
    from .rulebook import Section as Section
    from .rulebook import markdown as markdown
    from .rulebook import write_rulebook as write_rulebook
    from .scenarios import Result as Result
    from .scenarios import run_scenarios as run_scenarios
    from .source import Source as Source
    from .source import Span as Span
    from .state import IllegalAction as IllegalAction
    from .state import Legal as Legal
    from .state import Outcome as Outcome
    from .state import State as State
    from .tree import Node as Node

# Where each public name lives; a test holds this against the imports above.
HOMES = {
    "answers": "Named declared_at meaning_at names_for node_at path_at references scope_at",
    "bots": "BOTS Bot CasualBot RandomBot",
    "choices": "Action",
    "choosing": "describe parse_value",
    "codes": "CODES Code",
    "compiling": "ChoiceError compile_rules",
    "coverage": "Count Coverage cover",
    "diagnostics": "Diagnostic Label RulesetError suggest_or_list",
    "differing": "Difference compare",
    "exploration": "Exploration",
    "flattening": "flatten",
    "formatting": "format_source",
    "game": "Game",
    "guide": "Guide",
    "loading": "Examined check check_source examine load schema schema_of tree_of whole",
    "match": "Match",
    "model": "EVERYTHING Ruleset Viewer",
    "naming": "listed named_bag parameter_text spoken thinkable variable_text",
    "outline": "Spot spot_at",
    "program": "Program RuleError",
    "racing": "Playouts",
    "reading": "source_of",
    "reasons": "explain unoffered why_no_value",
    "record": "Record RecordError pack replay unpack",
    "rulebook": "Section markdown write_rulebook",
    "scenarios": "Result run_scenarios",
    "source": "Source Span",
    "state": "IllegalAction Legal Outcome State",
    "tree": "Node",
}
_HOME_OF = {name: module for module, names in HOMES.items() for name in names.split()}
__all__ = list(_HOME_OF)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    """Return a public name from the stage where it lives."""
    if name not in _HOME_OF:
        raise AttributeError(f"module `{__name__}` has no `{name}`")
    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(_HOME_OF)
