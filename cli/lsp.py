"""`rulesplay lsp`: a language server for rulesets, over standard input and output.

The library `pygls` is needed for nothing else, so it is imported here and only when this is called.
"""

from __future__ import annotations

import asyncio
import importlib.util
from functools import partial
from typing import TYPE_CHECKING, Any

import click

import rulesplay
from rulesplay.cli.editing import Document
from rulesplay.cli.exits import NOT_RUN, Failure

if TYPE_CHECKING:
    from rulesplay.engine import Diagnostic, Span

PAUSE = 0.15  # seconds without typing before a text is looked at
NEEDED = "the language server needs pygls: install it with `pip install 'rulesplay[lsp]'`"


@click.command(name="lsp")
@click.option("--stdio", is_flag=True, help="Talk over standard input and output, which it does anyway.")
def command(stdio: bool) -> None:
    """Serve an editor: diagnostics, completion, explanations and definitions in rulesets."""
    if importlib.util.find_spec("pygls") is None:
        raise Failure(NEEDED, NOT_RUN)
    make_server().start_io()


def make_server() -> Any:
    """Return the server with all it can do."""
    from lsprotocol import types
    from pygls.lsp.server import LanguageServer

    server = LanguageServer("rulesplay", rulesplay.__version__)
    desk = Desk(server)
    options = types.CompletionOptions(trigger_characters=[".", " ", "{", "["])
    features: list[tuple[Any, ...]] = [
        (desk.opened, types.TEXT_DOCUMENT_DID_OPEN),
        (desk.opened, types.TEXT_DOCUMENT_DID_SAVE),
        (desk.changed, types.TEXT_DOCUMENT_DID_CHANGE),
        (desk.closed, types.TEXT_DOCUMENT_DID_CLOSE),
        (desk.complete, types.TEXT_DOCUMENT_COMPLETION, options),
        (desk.hover, types.TEXT_DOCUMENT_HOVER),
        (desk.definition, types.TEXT_DOCUMENT_DEFINITION),
    ]
    for method, *feature in features:
        server.feature(*feature)(partial(method))  # the library marks what it is given: no bound method
    return server


class Desk:
    """The documents that are open, and the answers about them."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.documents: dict[str, Document] = {}

    # What the editor tells ---------------------------------------------------------------

    def opened(self, params: Any) -> None:
        """Look at a text that was opened or saved, at all tables."""
        self.publish(params.text_document.uri, tables=True)

    async def changed(self, params: Any) -> None:
        """Look at a text when nobody has typed for a moment."""
        uri, version = params.text_document.uri, params.text_document.version
        await asyncio.sleep(PAUSE)
        if uri in self.documents and self.server.workspace.get_text_document(uri).version == version:
            self.publish(uri)

    def closed(self, params: Any) -> None:
        """Forget a text, and what was said of it."""
        self.documents.pop(params.text_document.uri, None)
        self.send(params.text_document.uri, [])

    # What the editor asks ----------------------------------------------------------------

    def complete(self, params: Any) -> Any:
        """Return what may stand at the cursor."""
        from lsprotocol import types

        kinds = {
            "key": types.CompletionItemKind.Property,
            "value": types.CompletionItemKind.EnumMember,
            "name": types.CompletionItemKind.Variable,
        }
        found = self.current(params.text_document.uri).complete(*self.place(params))
        items = [
            types.CompletionItem(
                label=one.label,
                kind=kinds[one.kind],
                detail=one.detail or None,
                documentation=markdown(one.about) if one.about else None,
                insert_text=one.insert,
                sort_text=f"{number:04}",
            )
            for number, one in enumerate(found)
        ]
        return types.CompletionList(is_incomplete=False, items=items)

    def hover(self, params: Any) -> Any:
        """Return what there is to say of the place of the cursor."""
        from lsprotocol import types

        said = self.current(params.text_document.uri).hover(*self.place(params))
        return types.Hover(contents=markdown(said)) if said else None

    def definition(self, params: Any) -> Any:
        """Return where the name at the cursor is declared."""
        from lsprotocol import types
        from pygls import uris

        span = self.current(params.text_document.uri).definition(*self.place(params))
        if span is None or not span.source.text:
            return None
        return types.Location(uri=uris.from_fs_path(span.source.name) or "", range=self.range(span))

    # Documents and places ----------------------------------------------------------------

    def current(self, uri: str) -> Document:
        """Return a document, looked at as it is now."""
        document = self.document(uri)
        document.update(self.server.workspace.get_text_document(uri).source)
        return document

    def document(self, uri: str) -> Document:
        """Return a document."""
        from pygls import uris

        return self.documents.setdefault(uri, Document(uris.to_fs_path(uri) or uri))

    def publish(self, uri: str, tables: bool = False) -> None:
        """Look at a document and send all that is wrong with it."""
        document = self.document(uri)
        document.update(self.server.workspace.get_text_document(uri).source, tables)
        self.send(uri, [self.diagnostic(one, document) for one in document.problems])

    def send(self, uri: str, diagnostics: list[Any]) -> None:
        """Send what is wrong with a document."""
        from lsprotocol import types

        params = types.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics)
        self.server.text_document_publish_diagnostics(params)

    def diagnostic(self, found: Diagnostic, document: Document) -> Any:
        """Return a diagnostic; one in a base stands where this file extends it."""
        from lsprotocol import types
        from pygls import uris

        from rulesplay.cli.diagnosing import url

        spans = [found.span, *(one.span for one in found.labels)]
        own = next((one for one in spans if one.source.name == document.path), None)
        related = [(found.span, "it is here")] * (own is not found.span)
        related += [(one.span, one.text) for one in found.labels if one.span is not own]
        page = url(found.code)
        return types.Diagnostic(
            range=self.range(own) if own is not None else whole_line(),
            message=found.message + (f"; {found.help}" if found.help else ""),
            severity=types.DiagnosticSeverity.Error if found.is_error else types.DiagnosticSeverity.Warning,
            code=found.code,
            code_description=types.CodeDescription(href=page) if page else None,
            source="rulesplay",
            related_information=[
                types.DiagnosticRelatedInformation(
                    types.Location(uris.from_fs_path(span.source.name) or "", self.range(span)), text
                )
                for span, text in related
            ],
        )

    def place(self, params: Any) -> tuple[int, int]:
        """Return the line and the column, in code points, of the place that is asked about."""
        document = self.server.workspace.get_text_document(params.text_document.uri)
        where = document.position_codec.position_from_client_units(document.lines, params.position)
        return where.line, where.character

    def range(self, span: Span) -> Any:
        """Return a span in the units of the client."""
        from lsprotocol import types

        (line, column), (end_line, end_column) = (span.line, span.column), span.finish
        codec = self.server.workspace.position_codec
        ends = []
        for number, at in ((line, column), (end_line, end_column)):
            before = span.source.line(number)[: at - 1]
            ends.append(types.Position(number - 1, codec.client_num_units(before)))
        return types.Range(*ends)


def whole_line() -> Any:
    """Return the beginning of a text, for what has no place in it."""
    from lsprotocol import types

    return types.Range(types.Position(0, 0), types.Position(0, 1))


def markdown(text: str) -> Any:
    """Return a text as Markdown."""
    from lsprotocol import types

    return types.MarkupContent(types.MarkupKind.Markdown, text)
