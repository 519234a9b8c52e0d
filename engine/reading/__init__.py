"""YAML to a tree whose every node knows its place."""
