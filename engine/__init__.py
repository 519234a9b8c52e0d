"""The engine of rulesplay: it reads rulesets and plays them, and knows no game."""
