"""One expression from text to tree. Lark is loaded on first use, and never by an import."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..diagnostics import Diagnostic, quoted
from ..source import Source, Span
from ..syntax import Expression
from .building import Builder
from .faults import Faults, Place, edges
from .habits import judge
from .tables import parser
from .wording import expected, hint

if TYPE_CHECKING:
    from lark import Token

LONGEST = 2000
DEEPEST = 64
MENDED = {"RP203", "RP206"}  # it is plain what was meant, so the tree can be checked further


def parse(text: str, place: Place) -> tuple[Expression | None, list[Diagnostic]]:
    """Read an expression; `place` says where a range of `text` stands in the source.

    With an error whose fix is plain (RP203, RP206) the tree is the mended one, so that names
    and types are checked in the same run; with any other error there is no tree.
    """
    faults = Faults(place)
    expression = _sized(text, faults)
    whole = all(fault.code in MENDED for fault in faults.found)
    return expression if whole else None, sorted(faults.found, key=lambda fault: fault.span.start)


def _sized(text: str, faults: Faults) -> Expression | None:
    everything = 0, len(text)
    if not text.strip():
        faults.report("RP207", everything, "empty expression", "write a value, or remove the key")
    elif len(text) > LONGEST:
        message = f"expression of {len(text)} characters, at most {LONGEST} are allowed"
        faults.report("RP205", everything, message, "move a part into a function")
    elif tree := _sound(text) or _Feed(text, faults).tree():
        return Builder(text, faults).build(tree)
    return None


@lru_cache(4096)
def _sound(text: str) -> Any:
    """Return Lark's tree of a text without faults, or nothing: the same is written in many places."""
    faults = Faults(lambda *at: Span(Source("", text), *at))
    tree = _Feed(text, faults).tree()
    return None if faults.found else tree


class _Feed:
    """Gives the tokens of one text to the parser, each looked at first."""

    def __init__(self, text: str, faults: Faults) -> None:
        self.faults = faults
        self.session: Any = parser().parse_interactive(text, start="expression")
        self.before: list[str] = []
        self.muted = False  # after a fault that has no sure fix, what follows from it is not told

    def tree(self) -> Any:
        """Return Lark's tree, or nothing when there is none that may be walked."""
        from lark import UnexpectedToken

        tokens, tree = self.tokens(), None
        try:
            for token in tokens:
                tree = self.session.feed_token(token)
        except UnexpectedToken as error:
            self.unexpected(error.token)
            for _ in tokens:
                continue  # only for the faults that are found by looking
            return None
        return tree and self.shallow(tree)

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens as they should be, and the end after them."""
        from lark import Token

        end = depth = 0
        for token in self.session.lexer_thread.lex(self.session.parser_state):
            depth += (token.type == "LPAR") - (token.type == "RPAR")
            if depth > DEEPEST:
                return self.too_deep(edges(token))
            end = edges(token)[1]
            if mended := self.mended(token):
                self.before.append(mended.type)
                yield mended
        yield Token("$END", "", start_pos=end, end_pos=end)

    def mended(self, token: Token) -> Token | None:
        """Return the token to go on with, and report what was wrong with this one."""
        verdict = judge(token, self.before)
        if verdict is None:
            return token
        self.faults.report(verdict.code, edges(token), verdict.message, verdict.help)
        self.muted |= verdict.code not in MENDED or token.type == "QUESTION"
        return verdict.mended

    def unexpected(self, token: Token) -> None:
        """Report a token that does not fit where it stands."""
        if self.muted:
            return
        wanted = self.session.accepts() or {"$END"}
        if token.type == "$END":
            message = f"unfinished expression, expected {expected(wanted, at_end=True)}"
            self.faults.report("RP202", edges(token), message)
        else:
            message = f"unexpected {quoted(token)}, expected {expected(wanted)}"
            self.faults.report("RP201", edges(token), message, hint(token, wanted))

    def shallow(self, tree: Any) -> Any:
        """Return the tree unless it is too deep; row by row, since recursion would fail."""
        row = [tree]
        for _ in range(DEEPEST):
            row = [child for node in row for child in node.children if hasattr(child, "children")]
        return self.too_deep(edges(row[0])) if row else tree

    def too_deep(self, at: tuple[int, int]) -> None:
        """Report what is nested below the deepest level allowed."""
        message = f"expression nested deeper than {DEEPEST} levels"
        self.faults.report("RP205", at, message, "move a part into a function")
