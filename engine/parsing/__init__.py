"""Reading expressions: text in, a tree of `syntax` and everything wrong with the text out."""

from .faults import Place
from .reader import parse
from .templates import parse_template

__all__ = ["Place", "parse", "parse_template"]
