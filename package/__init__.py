"""Play turn-based games written as data."""

__version__ = "0.1.0"
