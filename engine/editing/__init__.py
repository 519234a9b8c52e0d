"""What editors ask: completion, meaning, places, the usual order of keys."""
