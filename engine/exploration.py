"""Play at random and in breadth, at every table: where nobody can go on, where the rules fail, what never comes.

Every finding is a diagnostic at its place in the ruleset; what stops a game comes with the shortest
course of play that was found to lead there, as a scenario.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from .branching import moves
from .compiling import ChoiceError
from .coverage import text_of
from .diagnostics import Diagnostic, Label, RulesetError, quoted, settle
from .layout import ENDING
from .model import Ruleset
from .probes import ACTION, CONDITION, ELIMINATION, ENDING as ENDINGS, OUTCOME, PHASE, PROCEDURE, Probe
from .probing import Probing
from .program import Program, RuleError
from .reasons import unoffered
from .runtime import Fault
from .source import Span
from .state import State
from .tabling import Table, tables
from .traces import Entry, Script
