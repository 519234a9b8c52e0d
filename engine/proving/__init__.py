"""Scenarios, coverage and exploration: rules held against what their author expects."""
