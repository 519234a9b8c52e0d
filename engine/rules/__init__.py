"""Checked rules: what a tree declares, with every name and type known."""
