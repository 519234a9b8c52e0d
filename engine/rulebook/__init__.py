"""The rulebook that is made from a ruleset."""
