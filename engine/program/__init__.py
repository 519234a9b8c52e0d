"""Checked rules to Python: folded, laid out, lowered to blocks, compiled."""
