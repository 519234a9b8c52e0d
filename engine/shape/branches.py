"""Which branch of a union was meant: by type, then by the keys and values that tell branches apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

_TELLING = ("const", "enum")


def told(errors: Iterable[Any]) -> Iterator[Any]:
    """Replace the error of a union by those of the branch that was most likely meant."""
    for error in errors:
        if error.validator in ("anyOf", "oneOf") and error.context:
            yield from _union(error)
        else:
            yield error


def _union(error: Any) -> Iterator[Any]:
    branches: dict[int, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    fitting = [branch for branch in branches.values() if not any(map(_is_mistyped, branch))]
    if not fitting:
        yield _merged(error, "type", [e for e in error.context if _is_mistyped(e)])
    elif all(len(branch) == 1 and _is_choice(branch[0]) for branch in fitting):
        yield _merged(error, "enum", [branch[0] for branch in fitting])
    elif all(_is_lack(e) for branch in fitting for e in branch) and len(fitting) > 1:
        yield error
    else:
        yield from told(sorted(fitting, key=_distance)[0])


def _is_mistyped(error: Any) -> bool:
    return error.validator == "type" and not error.relative_path


def _is_choice(error: Any) -> bool:
    return error.validator in _TELLING and not error.relative_path


def _is_lack(error: Any) -> bool:
    return error.validator == "required" and not error.relative_path


def _distance(branch: list[Any]) -> tuple[int, int, int]:
    telling = sum(error.validator in _TELLING for error in branch)
    unknown = sum(error.validator == "additionalProperties" for error in branch)
    return telling, unknown, len(branch)


def _merged(error: Any, validator: str, parts: list[Any]) -> Any:
    values: list[Any] = []
    for part in parts:
        value = part.validator_value
        values += [v for v in (value if isinstance(value, list) else [value]) if v not in values]
    return SimpleNamespace(
        validator=validator,
        validator_value=values,
        instance=error.instance,
        schema=error.schema,
        absolute_path=error.absolute_path,
        absolute_schema_path=error.absolute_schema_path,
    )
