"""The folders show one way through the house: imports go up the list, and no game is named."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
ENGINE = "rulesplay.engine"
CLI = "rulesplay.cli"

# A module of the engine imports only from modules above it. A folder is listed once, by its name.
LAYERS = [
    "shipped",
    "source",
    "diagnostics",
    "codes.code",
    "codes.coverage_codes",
    "codes.extends_codes",
    "codes.file_codes",
    "codes.lint_codes",
    "codes.rule_codes",
    "codes",
    "reading",
    "reading.characters",
    "reading.complaints",
    "reading.scalars",
    "reading.tree",
    "reading.builder",
    "reading.reader",
    "shape.branches",
    "shape.fitting",
    "shape.forms",
    "shape.question_shapes",
    "shape.piece_shapes",
    "shape.sifting",
    "shape.step_shapes",
    "shape.shapes",
    "shape.wording",
    "shape",
    "composing.places",
    "composing.differing",
    "composing.flattening",
    "composing.splicing",
    "composing.merging",
    "composing",
    "syntax",
    "parsing",
    "printing",
    "rules",
    "rules.kinds",
    "rules.builtins",
    "rules.terms",
    "rules.model",
    "rules.choosing",
    "rules.scopes",
    "rules.checking",
    "rules.drafting",
    "rules.instructions",
    "rules.flow",
    "rules.questions",
    "rules.pieces",
    "rules.declarations",
    "bags",
    "program",
    "program.blocks",
    "program.choices",
    "program.folding",
    "program.changes",
    "program.joining",
    "program.layout",
    "program.aggregates",
    "program.emitting",
    "program.audience",
    "program.fusing",
    "program.place",
    "program.lowering",
    "program.moving",
    "program.branching",
    "program.ready",
    "program.keying",
    "program.runtime",
    "program.drawing",
    "program.offering",
    "program.asking",
    "program.endings",
    "program.course",
    "program.tables",
    "program.program",
    "program.naming",
    "program.compiling",
    "program.probes",
    "inspecting.passages",
    "inspecting.constancy",
    "inspecting.expansion",
    "inspecting.feasibility",
    "inspecting.labels",
    "inspecting.rehearsing",
    "inspecting.secrecy",
    "inspecting.offers",
    "inspecting.suppressing",
    "inspecting.uses",
    "inspecting.choices",
    "inspecting.doubts",
    "inspecting.silences",
    "inspecting.shadows",
    "play",
    "play.position",
    "play.reasons",
    "play.views",
    "play.state",
    "program.racing",
    "inspecting.trials",
    "inspecting",
    "loading",
    "play.bots",
    "play.record",
    "play.match",
    "play.game",
    "rulebook",
    "rulebook.vocabulary",
    "rulebook.calling",
    "rulebook.grouping",
    "rulebook.wording",
    "rulebook.asking",
    "rulebook.phrasing",
    "rulebook.listing",
    "rulebook.rulebook",
    "proving",
    "proving.evaluating",
    "proving.probing",
    "proving.sittings",
    "proving.stage",
    "proving.values",
    "proving.staging",
    "proving.scene",
    "proving.scenarios",
    "proving.coverage",
    "proving.traces",
    "proving.playouts",
    "proving.exploration",
    "editing",
    "editing.answers",
    "editing.guide",
    "editing.formatting",
    "editing.outline",
]

# Only these modules of the engine open files; none prints or asks.
OPENERS = {"reading.reader", "loading", "parsing"}
OPENING = {"open", "open_code", "read_bytes", "read_text", "write_bytes", "write_text"}
TALKING = {"breakpoint", "input", "print"}
STREAMS = {"stderr", "stdin", "stdout"}
TERMINAL = {"click", "rich"}

# Words of the games in rulesets/ and tests/.
GAME_WORDS = """
    ace aces auction bid bids bidder bidding bluff bluffs bluffing blackjack chamber chambers
    chaos chip chips death deaths devil devils dudo jack jacks joker jokers king kings kuhn leduc liar
    liars liberty perudo poker pot queen queens revolver revolvers roulette tax taxes wager wagers
"""


class Import(NamedTuple):
    line: int
    module: str
    name: str  # empty for `import module`


def modules(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts)


def dotted(path: Path) -> str:
    """Return the import name of a file of engine/ or cli/."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(("rulesplay", *parts)).removesuffix(".__init__")


def stage(module: str) -> str:
    """Return the name that stands in `LAYERS`; empty for the engine's `__init__`."""
    inside = module.removeprefix(ENGINE).lstrip(".")
    return "parsing" if within(inside, "parsing") else inside


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path: Path) -> Iterator[Import]:
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = origin(path, node)
            yield from (Import(node.lineno, module, alias.name) for alias in node.names)


def origin(path: Path, node: ast.ImportFrom) -> str:
    """Return the module that an `import from` names, dots resolved."""
    if not node.level:
        return node.module or ""
    package = dotted(path).split(".") + ["__init__"] * (path.name == "__init__.py")
    return ".".join([*package[: -node.level], *filter(None, [node.module])])


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def is_module(package: str, name: str) -> bool:
    folder = ROOT.joinpath(*package.split(".")[1:])
    return (folder / f"{name}.py").is_file() or (folder / name).is_dir()


def engine_faults(path: Path) -> Iterator[str]:
    own = stage(dotted(path))
    for line, module, name in imports(path):
        if module == ENGINE and is_module(ENGINE, name):
            module = f"{ENGINE}.{name}"
        outside = within(module, "rulesplay") and not within(module, ENGINE)
        if outside or module.partition(".")[0] in TERMINAL:
            yield f"{path}:{line}: the engine imports {module}"
        elif own in LAYERS and within(module, ENGINE) and not above(stage(module), own):
            yield f"{path}:{line}: {own} imports {stage(module) or ENGINE}, which is not above it"


def above(other: str, own: str) -> bool:
    return other in LAYERS[: LAYERS.index(own) + 1]


def cli_faults(path: Path) -> Iterator[str]:
    for line, module, name in imports(path):
        hidden = name.startswith("_") or is_module(ENGINE, name)
        if module.startswith(ENGINE + ".") or (module == ENGINE and hidden):
            yield f"{path}:{line}: the cli imports {name or module} from {module}"


def call_faults(path: Path) -> Iterator[str]:
    banned = TALKING if stage(dotted(path)) in OPENERS else TALKING | OPENING
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in banned:
            yield f"{path}:{node.lineno}: the engine calls {node.func.id}"
        elif isinstance(node, ast.Attribute) and node.attr in (banned - {"open"} - TALKING) | STREAMS:
            yield f"{path}:{node.lineno}: the engine uses {node.attr}"


def docstrings(tree: ast.Module) -> set[ast.AST]:
    """Return the docstring nodes: of modules, classes and functions, and under a name."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and is_text(node.value)}


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every identifier and string of a module; comments and docstrings are left out."""
    tree = parse(path)
    prose = docstrings(tree)
    for node in ast.walk(tree):
        if node not in prose:
            yield from ((getattr(node, "lineno", 1), text) for text in strings(node))


def strings(node: ast.AST) -> Iterator[str]:
    for _, value in ast.iter_fields(node):
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str):
                yield item


def words(text: str) -> set[str]:
    """Split prose, snake_case and CamelCase into lower-case words."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", text)}


def game_faults(path: Path) -> Iterator[str]:
    games = words(GAME_WORDS)
    lines = [(1, path.stem), *(texts(path) if path.suffix == ".py" else plain_lines(path))]
    for line, text in lines:
        for word in sorted(words(text) & games):
            yield f"{path}:{line}: {word}"


def plain_lines(path: Path) -> Iterator[tuple[int, str]]:
    return enumerate(path.read_text(encoding="utf-8").splitlines(), 1)


def code_files() -> Iterator[Path]:
    for folder in ("engine", "cli"):
        for suffix in ("py", "lark", "json", "yaml"):
            yield from sorted((ROOT / folder).rglob(f"*.{suffix}"))


def expect_none(faults: Iterable[str]) -> None:
    """Fail with the whole list, paths as seen from the root."""
    if lines := [fault.removeprefix(f"{ROOT}/") for fault in dict.fromkeys(faults)]:
        pytest.fail("\n".join(lines), pytrace=False)


def test_every_module_of_the_engine_has_a_layer() -> None:
    stages = {stage(dotted(path)) for path in modules("engine")} - {""}
    assert sorted(stages - set(LAYERS)) == []


def test_no_layer_is_listed_twice() -> None:
    assert sorted(set(LAYERS)) == sorted(LAYERS)


def test_the_engine_imports_one_way() -> None:
    expect_none(fault for path in modules("engine") for fault in engine_faults(path))


def test_the_cli_uses_the_public_engine() -> None:
    expect_none(fault for path in modules("cli") for fault in cli_faults(path))


def test_the_engine_neither_talks_nor_opens_files() -> None:
    expect_none(fault for path in modules("engine") for fault in call_faults(path))


def test_the_code_names_no_game() -> None:
    expect_none(fault for path in code_files() for fault in game_faults(path))


def wrote(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> Path:
    """Write a module of another house and make the house the root."""
    monkeypatch.setitem(globals(), "ROOT", folder)
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "text", "faults"),
    [
        ("engine/play/state.py", "from rulesplay.engine.source import Span\nimport json", 0),
        ("engine/play/state.py", "from ..source import Span\nfrom . import state", 0),
        ("engine/play/state.py", "from rulesplay.engine.play.match import Match", 1),
        ("engine/play/state.py", "from .match import Match", 1),
        ("engine/play/state.py", "from rulesplay.engine import load", 1),
        ("engine/play/state.py", "import rulesplay.cli.main\nimport click\nfrom rich.table import Table", 3),
        ("engine/__init__.py", "from rulesplay.engine.play.match import Match", 0),
        ("engine/__init__.py", "from .match import Match\nfrom ..cli import main", 1),
    ],
)
def test_engine_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, faults: int
) -> None:
    assert len(list(engine_faults(wrote(tmp_path, monkeypatch, name, text)))) == faults


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("from rulesplay.engine import load\nfrom rulesplay.cli.drawing import draw\nimport rich", 0),
        ("from rulesplay.engine import _load", 1),
        ("from rulesplay.engine.play.state import State", 1),
        ("import rulesplay.engine.play.state", 1),
        ("from rulesplay.engine import loading", 1),
    ],
)
def test_cli_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, faults: int) -> None:
    wrote(tmp_path, monkeypatch, "engine/play/state.py", "")
    wrote(tmp_path, monkeypatch, "engine/loading.py", "")
    assert len(list(cli_faults(wrote(tmp_path, monkeypatch, "cli/play.py", text)))) == faults


@pytest.mark.parametrize(
    ("name", "text", "faults"),
    [
        ("engine/play/state.py", "open(p)\nprint(1)\np.read_text()\nsys.stdout", 4),
        ("engine/reading/reader.py", "open(p)\np.read_text()\nprint(1)", 1),
        ("engine/play/state.py", "window.open(1)\nself.print()", 0),
    ],
)
def test_call_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, faults: int
) -> None:
    assert len(list(call_faults(wrote(tmp_path, monkeypatch, name, text)))) == faults


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ('"""Play the liar."""\nx = 1  # a bid\ndef f():\n    """The joker."""', 0),
        ("forbid = potential = chaotic = 1", 0),
        ("last_bid = 1", 1),
        ("class LiarWindow: pass", 1),
        ('x = f"the {y} revolver"', 1),
        ("f(tax=1)\nimport poker", 2),
    ],
)
def test_game_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, faults: int) -> None:
    assert len(list(game_faults(wrote(tmp_path, monkeypatch, "engine/play/state.py", text)))) == faults
