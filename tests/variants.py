"""A small base, and variants of it that need no files."""

from __future__ import annotations

from collections.abc import Mapping as Table
from typing import Any

import yaml

from rulesplay.engine.composing import compose
from rulesplay.engine.diagnostics import Diagnostic
from rulesplay.engine.reading.reader import Mapping, open_source, plain, read
from rulesplay.engine.source import Source

BASE = """\
rulesplay: 1
id: base
name: Base
players: {min: 2, max: 8}
options:
  deal: {values: [few, all], default: few}
actions:
  draw:
    title: Draw
    do:
      - id: take
        move: {from: stock, to: me.hand}
      - if: empty(stock)
        then:
          - {id: over, end: phase}
          - say: Done.
      - {id: tell, say: "{me} draws."}
  stop: {do: [{end: phase}]}
phases:
  play: {turns: {first: seat(1), actions: [draw, stop]}}
ending:
  first: {when: "false", winners: players}
  second: {when: "true"}
scenarios:
  one: {players: 2}
  two: {players: 3}
limit: {turns: 10}
"""
HEAD = "extends: base.yaml\nid: house\n"


class Made:
    """A variant of `BASE`, or of other files, composed."""

    def __init__(self, text: str, files: Table[str, str] | None = None) -> None:
        self.files = {"base.yaml": BASE, **(files or {})}
        source = Source("house.yaml", text)
        root, problems = read(source)
        assert isinstance(root, Mapping) and not problems
        self.root, self.found, self.sources = compose(root, source, self.open)

    def open(self, path: str) -> tuple[Source | None, list[Diagnostic]]:
        """Return one of the files in memory."""
        text = self.files.get(path)
        return open_source("/nowhere") if text is None else (Source(path, text), [])

    @property
    def data(self) -> Any:
        """What came of it as plain data."""
        assert self.root is not None
        return plain(self.root)


def changed(change: str, files: Table[str, str] | None = None) -> Made:
    """Return a variant with lines below `change`, which must be without fault."""
    made = Made(variant(change), files)
    assert not made.found, list(map(str, made.found))
    return made


def variant(change: str) -> str:
    """Return the text of a variant; its changes start in line 4, column 3."""
    return HEAD + "change:\n" + "".join(f"  {line}\n" for line in change.splitlines())


class Dumper(yaml.SafeDumper):
    """Writes every value where it stands, without anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def written(data: Any) -> str:
    """Return data as YAML."""
    return str(yaml.dump(data, Dumper=Dumper, sort_keys=False))


def of(base: Any, change: Any) -> Made:
    """Return a base with a change, both as data."""
    return Made(written({"extends": "base.yaml", "change": change}), {"base.yaml": written(base)})
