"""Every diagnostic code: permanent, never used again for something else."""

from __future__ import annotations

from .code import Code
from .coverage_codes import COVERAGE_CODES
from .extends_codes import EXTENDS_CODES
from .file_codes import FILE_CODES
from .lint_codes import LINT_CODES
from .rule_codes import RULE_CODES

__all__ = ["CODES", "Code"]

CODES: dict[str, Code] = FILE_CODES | RULE_CODES | LINT_CODES | EXTENDS_CODES | COVERAGE_CODES
