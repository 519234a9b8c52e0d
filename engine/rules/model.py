"""What a ruleset says, checked: the declarations, procedures and actions as plain data.

`declarations` and `instructions` build it from the tree of the file; `lowering` reads it.
Nothing here depends on the options chosen or the number of players.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..source import Span
from .kinds import Kind
from .terms import Local, Term

SEES, COUNTS, NOTHING_SEEN = "see", "count", "nothing"
ENOUGH = {SEES: {SEES}, COUNTS: {SEES, COUNTS}}  # what has to be seen to know the contents, or how many
Viewer = int | str | None  # a seat, EVERYTHING, or nobody at the table: a watcher
EVERYTHING = "everything"  # the viewer from whom nothing is hidden: for games that are over


@dataclass(frozen=True)
class Template:
    """A sentence with values in it: text and terms in turn."""

    parts: tuple[str | Term, ...]
    span: Span


@dataclass(frozen=True)
class Clause:
    """A condition and the author's words for why it refuses."""

    name: str
    when: Term
    because: Template | None


@dataclass(frozen=True)
class Option:
    """A choice to be made before the game; `kind` types its value."""

    name: str
    kind: Kind
    values: tuple[Any, ...]
    low: int | None
    high: int | None
    default: Any
    when: Term | None
    because: str
    help: str
    span: Span


@dataclass(frozen=True)
class PieceLine:
    """One line of a deck: every combination of the attributes' values, `count` times each."""

    attributes: tuple[tuple[str, tuple[Any, ...]], ...]
    count: Term


@dataclass(frozen=True)
class Deck:
    """Cards or the faces of a die, by what is printed on them."""

    name: str
    die: bool
    lines: tuple[PieceLine, ...]
    attributes: tuple[tuple[str, Kind], ...]
    label: Template | None
    noun: tuple[str, str]
    help: str
    span: Span


@dataclass(frozen=True)
class Sight:
    """What the owner and the others may see: `see`, `count` or `nothing`."""

    owner: str = SEES
    others: str = SEES


@dataclass(frozen=True)
class Zone:
    """A place for cards or dice; `each` when every player has one."""

    name: str
    deck: str
    die: bool
    each: bool
    full: bool
    sight: Sight
    help: str
    span: Span
    shown: bool = True  # in the table that people read; it is known in any case


@dataclass(frozen=True)
class VariableDeclaration:
    """A value of the table or of each player."""

    name: str
    kind: Kind
    each: bool
    starts: Term | None
    low: Term | None
    high: Term | None
    sight: Sight
    help: str
    span: Span
    shown: bool = True


@dataclass(frozen=True)
class Parameterised:
    """Names and types of parameters."""

    name: str
    parameters: tuple[tuple[str, Kind], ...]
    span: Span


@dataclass(frozen=True)
class Function(Parameterised):
    """A named expression."""

    value: Term
    help: str


@dataclass(frozen=True)
class Step:
    """One instruction; `id` names it for variants, `say` is its line in the log."""

    span: Span
    id: str = ""
    say: Template | None = None


@dataclass(frozen=True)
class Say(Step):
    """Only a line in the log."""


@dataclass(frozen=True)
class Move(Step):
    """Move `cards` (or all) from zones to a zone."""

    cards: Term | None = None
    sources: tuple[Term, ...] = ()
    target: Term | None = None


@dataclass(frozen=True)
class Deal(Step):
    """Chance: `count` pieces at random from a zone to a zone, one after the other."""

    count: Term | None = None
    source: Term | None = None
    target: Term | None = None


@dataclass(frozen=True)
class Roll(Step):
    """Chance: `count` dice rolled into a zone."""

    count: Term | None = None
    target: Term | None = None


@dataclass(frozen=True)
class Reroll(Step):
    """Chance: all dice in a zone are rolled again."""

    target: Term | None = None


@dataclass(frozen=True)
class Clear(Step):
    """Take all dice out of a zone."""

    target: Term | None = None


@dataclass(frozen=True)
class Pick(Step):
    """Chance: a value drawn uniformly from a set."""

    target: Term | None = None
    among: Term | None = None


@dataclass(frozen=True)
class Assign(Step):
    """Set variables, one after the other."""

    targets: tuple[tuple[Term, Term], ...] = ()


@dataclass(frozen=True)
class Let(Step):
    """Name values until the end of the steps."""

    values: tuple[tuple[Local, Term], ...] = ()


@dataclass(frozen=True)
class If(Step):
    """Do one of two."""

    condition: Term | None = None
    then: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()


@dataclass(frozen=True)
class For(Step):
    """Do the steps for each element."""

    variable: Local | None = None
    within: Term | None = None
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class While(Step):
    """Do the steps while the condition holds, at most `limit` times."""

    condition: Term | None = None
    limit: Term | None = None
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Invoke(Step):
    """Do the steps of a procedure."""

    procedure: str = ""
    arguments: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Eliminate(Step):
    """Players leave, all at once; then the endings are looked at."""

    players: Term | None = None
    whole_game: bool = True


@dataclass(frozen=True)
class EndPhase(Step):
    """Leave the turns of this phase."""


@dataclass(frozen=True)
class NextTurn(Step):
    """Name who takes the next turn."""

    player: Term | None = None


@dataclass(frozen=True)
class Reveal(Step):
    """Turn zones up for everyone: an event, the zones keep their visibility."""

    zones: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Parameter:
    """One part of a choice.

    `form` is "bag" (some pieces of `source`, between `low` and `high` of them), "piece"
    (one of them) or "among" (an element of `source`). `where` restricts each piece or
    element, which it knows as `element`.
    """

    name: str
    kind: Kind
    form: str
    source: Term
    low: Term | None
    high: Term | None
    element: Local
    where: Term | None
    help: str
    span: Span


@dataclass(frozen=True)
class Action:
    """Something a player may do.

    `clauses` must hold before anything is chosen, `accepts` of what was chosen.
    """

    name: str
    title: str
    help: str
    clauses: tuple[Clause, ...]
    parameters: tuple[Parameter, ...]
    accepts: tuple[Clause, ...]
    label: Template | None
    say: Template | None
    steps: tuple[Step, ...]
    span: Span


# Whose line is written before what the step does; other lines tell what came of it.
SPEAK_FIRST = (Move, Say, EndPhase)


@dataclass(frozen=True)
class Ask(Step):
    """A decision of one player (`single`) or of several.

    `order` is a term of the symbols clockwise, first_come, sealed; `answerer` is the local
    that holds who answers. Without `decline` every asked player must act. `takers` is how
    many may act before the question closes; None means all.
    """

    who: Term | None = None
    single: bool = True
    order: Term | None = None
    answerer: Local | None = None
    when: Clause | None = None
    actions: tuple[Action, ...] = ()
    decline: Action | None = None
    one_taker: bool = False
    nobody: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """One result of a challenge; the last one has no condition."""

    name: str
    when: Term | None
    say: Template | None
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True)
class Contest(Step):
    """Open the window of a challenge: a claim was made, who doubts it?"""

    challenge: str = ""
    claimer: Term | None = None


@dataclass(frozen=True)
class Judge(Step):
    """Turn up what a claim is about and carry out the first outcome that holds."""

    challenge: str = ""
    claimer: Term | None = None
    caller: Term | None = None


@dataclass(frozen=True)
class Challenge:
    """A claim, what it is about, who may doubt it and what follows."""

    name: str
    help: str
    reveals: tuple[Term, ...]
    window: Ask | None
    lets: tuple[tuple[Local, Term], ...]
    say: Template | None
    outcomes: tuple[Outcome, ...]
    span: Span


@dataclass(frozen=True)
class Turns:
    """Turns of a phase: who begins, who takes one, in which order, what they may do."""

    first: Term
    who: Term | None
    order: str
    actions: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Phase:
    """A part of the game: steps, turns, steps; then `next`."""

    name: str
    before: tuple[Step, ...]
    turns: Turns | None
    after: tuple[Step, ...]
    next: str
    span: Span


@dataclass(frozen=True)
class Elimination:
    """Players who leave as soon as the condition holds for them."""

    name: str
    when: Term
    whole_game: bool
    say: Template | None
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True)
class Ending:
    """A way the game ends; `winners` is a set of players, empty for a draw."""

    name: str
    when: Term
    winners: Term | None
    returns: Term | None
    say: Template | None
    span: Span


@dataclass
class Ruleset:
    """A checked ruleset.

    `files` are the paths it was made from with the hashes of their texts, its own first; `read` the
    attributes of each deck that any rule reads, once they are known.
    """

    id: str = ""
    name: str = ""
    summary: str = ""
    source: str = ""
    path: str = ""
    digest: str = ""
    files: dict[str, str] = field(default_factory=dict)
    low: int = 2
    high: int = 2
    options: dict[str, Option] = field(default_factory=dict)
    presets: dict[str, dict[str, Any]] = field(default_factory=dict)
    preset_helps: dict[str, str] = field(default_factory=dict)
    types: dict[str, Kind] = field(default_factory=dict)
    decks: dict[str, Deck] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    variables: dict[str, VariableDeclaration] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    procedures: dict[str, tuple[Parameterised, tuple[Step, ...]]] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    challenges: dict[str, Challenge] = field(default_factory=dict)
    setup: tuple[Step, ...] = ()
    phases: dict[str, Phase] = field(default_factory=dict)
    eliminations: dict[str, Elimination] = field(default_factory=dict)
    endings: dict[str, Ending] = field(default_factory=dict)
    limit: Ending | None = None
    rulings: dict[str, dict[str, str]] = field(default_factory=dict)
    scenarios: dict[str, Any] = field(default_factory=dict)
    changed: dict[str, Any] = field(default_factory=dict)
    read: frozenset[tuple[str, str]] | None = None
