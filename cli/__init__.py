"""The command line of rulesplay: one command a file; it prints, asks and exits."""
