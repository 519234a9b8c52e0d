"""The engine of rulesplay: it reads rulesets and plays them, and knows no game.

The stages, in the order in which text becomes a game: `reading`, `shape`, `composing`,
`parsing`, `rules`, `inspecting`, `program`, `play`. A name is imported from its stage when it is
first used: who only plays never waits for the checking of rules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .codes import CODES as CODES
    from .codes import Code as Code
    from .composing.differing import Difference as Difference
    from .composing.differing import compare as compare
    from .composing.flattening import flatten as flatten
    from .diagnostics import Diagnostic as Diagnostic
    from .diagnostics import Label as Label
    from .diagnostics import RulesetError as RulesetError
    from .diagnostics import suggest_or_list as suggest_or_list
    from .editing.answers import Named as Named
    from .editing.answers import declared_at as declared_at
    from .editing.answers import meaning_at as meaning_at
    from .editing.answers import names_for as names_for
    from .editing.answers import node_at as node_at
    from .editing.answers import path_at as path_at
    from .editing.answers import references as references
    from .editing.answers import scope_at as scope_at
    from .editing.formatting import format_source as format_source
    from .editing.guide import Guide as Guide
    from .editing.outline import Spot as Spot
    from .editing.outline import spot_at as spot_at
    from .loading import Examined as Examined
    from .loading import check as check
    from .loading import check_source as check_source
    from .loading import examine as examine
    from .loading import load as load
    from .loading import schema as schema
    from .loading import schema_of as schema_of
    from .loading import tree_of as tree_of
    from .loading import whole as whole
    from .play.bots import BOTS as BOTS
    from .play.bots import Bot as Bot
    from .play.bots import CasualBot as CasualBot
    from .play.bots import RandomBot as RandomBot
    from .play.game import Game as Game
    from .play.match import Match as Match
    from .play.reasons import explain as explain
    from .play.reasons import unoffered as unoffered
    from .play.reasons import why_no_value as why_no_value
    from .play.record import Record as Record
    from .play.record import RecordError as RecordError
    from .play.record import pack as pack
    from .play.record import replay as replay
    from .play.record import unpack as unpack
    from .play.state import IllegalAction as IllegalAction
    from .play.state import Legal as Legal
    from .play.state import Outcome as Outcome
    from .play.state import State as State
    from .program.choices import Action as Action
    from .program.compiling import ChoiceError as ChoiceError
    from .program.compiling import compile_rules as compile_rules
    from .program.compiling import preset_options as preset_options
    from .program.naming import listed as listed
    from .program.naming import named_bag as named_bag
    from .program.naming import parameter_text as parameter_text
    from .program.naming import spoken as spoken
    from .program.naming import thinkable as thinkable
    from .program.naming import variable_text as variable_text
    from .program.program import Program as Program
    from .program.program import RuleError as RuleError
    from .program.racing import Playouts as Playouts
    from .proving.coverage import Count as Count
    from .proving.coverage import Coverage as Coverage
    from .proving.coverage import cover as cover
    from .proving.exploration import Exploration as Exploration
    from .proving.scenarios import Result as Result
    from .proving.scenarios import run_scenarios as run_scenarios
    from .reading.reader import source_of as source_of
    from .reading.tree import Node as Node
    from .rulebook.rulebook import Section as Section
    from .rulebook.rulebook import markdown as markdown
    from .rulebook.rulebook import write_rulebook as write_rulebook
    from .rules.choosing import describe as describe
    from .rules.choosing import parse_value as parse_value
    from .rules.model import EVERYTHING as EVERYTHING
    from .rules.model import Ruleset as Ruleset
    from .rules.model import Viewer as Viewer
    from .shipped import SHIPPED as SHIPPED
    from .shipped import close_to as close_to
    from .shipped import locate as locate
    from .shipped import shipped_names as shipped_names
    from .source import Source as Source
    from .source import Span as Span

# Where each public name lives; a test holds this against the imports above.
HOMES = {
    "editing.answers": "Named declared_at meaning_at names_for node_at path_at references scope_at",
    "play.bots": "BOTS Bot CasualBot RandomBot",
    "program.choices": "Action",
    "rules.choosing": "describe parse_value",
    "codes": "CODES Code",
    "program.compiling": "ChoiceError compile_rules preset_options",
    "proving.coverage": "Count Coverage cover",
    "diagnostics": "Diagnostic Label RulesetError suggest_or_list",
    "composing.differing": "Difference compare",
    "proving.exploration": "Exploration",
    "composing.flattening": "flatten",
    "editing.formatting": "format_source",
    "play.game": "Game",
    "editing.guide": "Guide",
    "loading": "Examined check check_source examine load schema schema_of tree_of whole",
    "play.match": "Match",
    "rules.model": "EVERYTHING Ruleset Viewer",
    "program.naming": "listed named_bag parameter_text spoken thinkable variable_text",
    "editing.outline": "Spot spot_at",
    "program.program": "Program RuleError",
    "program.racing": "Playouts",
    "reading.reader": "source_of",
    "play.reasons": "explain unoffered why_no_value",
    "play.record": "Record RecordError pack replay unpack",
    "rulebook.rulebook": "Section markdown write_rulebook",
    "proving.scenarios": "Result run_scenarios",
    "shipped": "SHIPPED close_to locate shipped_names",
    "source": "Source Span",
    "play.state": "IllegalAction Legal Outcome State",
    "reading.tree": "Node",
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
