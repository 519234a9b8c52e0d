"""`python -m rulesplay` is the command `rulesplay`."""

from rulesplay.cli.main import main

main()
