"""Positions and games: legal actions, apply, chance, views, log, records, bots."""
