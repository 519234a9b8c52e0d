"""The codes of what is wrong with a text: its YAML, its shape, the syntax of its expressions."""

from __future__ import annotations

from .code import Code, family

FILE_CODES: dict[str, Code] = {}

# RP0xx: the file and its YAML
FILE_CODES |= family(
    Code(
        "RP001",
        "yaml-syntax",
        "the file is not YAML",
        "The text cannot be read as YAML, so nothing after this place was looked at. The usual causes are a "
        "tab used to indent, a key without its colon, a quote or bracket that is never closed, and text with "
        "`: ` in it. Quote such text, or put it on its own line below `|-`.",
    ),
    Code(
        "RP002",
        "duplicate-key",
        "a key stands twice in one map",
        "YAML readers silently keep one of the two values. Rename one key or put both values into one.",
    ),
    Code(
        "RP003",
        "anchor-or-alias",
        "anchors, aliases and merge keys are not used in rulesets",
        "`&name`, `*name` and `<<` copy text behind the reader's back. Name the thing instead: a function, a "
        "procedure, or a base that the ruleset `extends`. Text that only looks like one, such as `*` or `&` "
        "at the start of an expression, needs quotes.",
    ),
    Code(
        "RP004",
        "tag",
        "tags are not used in rulesets",
        "`!name` and `!!type` give a value a type of the reader's own. Values here have the type they look "
        "like; quote a number to make it text. An expression cannot start with `!`: write `not`.",
    ),
    Code(
        "RP005",
        "several-documents",
        "a file holds one ruleset",
        "A line with `---` starts a second document in the same file. Put it into a file of its own.",
    ),
    Code(
        "RP006",
        "changed-by-other-readers",
        "other YAML readers see another value here",
        "Rulesets are YAML 1.2. Older readers take `no` and `on` for booleans, `010` for eight and `1:30` "
        "for ninety, so an editor or a script may show another value than the one that is played. Quote it.",
    ),
    Code(
        "RP007",
        "cut-by-comment",
        "a comment cuts an expression short",
        "In YAML a `#` after a space starts a comment, so the rest of the line is no part of the expression. "
        "Quote the expression, or put the comment on a line of its own.",
    ),
    Code(
        "RP008",
        "key-not-string",
        "a key is not a plain word",
        "Keys are names. A list, a map or nothing at all cannot be one. Braces or brackets at the start of "
        "an expression also look like this: quote the expression.",
    ),
    Code(
        "RP009",
        "too-large-or-deep",
        "the file is larger or deeper than any ruleset",
        "A ruleset may have 1 MiB of text, 20,000 values and 64 levels of nesting. The limits keep a broken "
        "or hostile file from stopping the machine.",
    ),
    Code(
        "RP010",
        "unreadable-file",
        "the file cannot be read",
        "It is missing, a folder, closed to you, or not text in UTF-8. Save it as UTF-8 without any other "
        "encoding.",
    ),
    Code("RP011", "empty-file", "the file is empty", "There is nothing in it but white space and comments."),
)

# RP1xx: the shape
FILE_CODES |= family(
    Code(
        "RP101",
        "unknown-key",
        "a key that is not known here",
        "Keys that are not known are never ignored, because a misspelt rule would silently not be played. "
        "Keys that start with `x-` are yours and are ignored everywhere.",
    ),
    Code(
        "RP102",
        "wrong-type",
        "a value of the wrong type",
        "A list, a map, text, a number or a boolean stands where another of them is needed. Nothing is "
        'converted: `3` is a number and `"3"` is text.',
    ),
    Code(
        "RP103",
        "missing-key",
        "a key is missing",
        "This map needs a key that it does not have. The keys that it needs are listed with the message.",
    ),
    Code(
        "RP104",
        "unknown-value",
        "a value that is not one of those allowed",
        "Only certain values have a meaning here; they are listed with the message.",
    ),
    Code(
        "RP105",
        "out-of-range",
        "too small, too large, too few or too many",
        "The number, or the number of items, keys or letters, is outside of what makes sense here.",
    ),
    Code(
        "RP106",
        "pattern",
        "a name or text of the wrong form",
        "Names are written in small letters, digits and underscores unless the message says something else.",
    ),
    Code(
        "RP107",
        "one-thing-a-step",
        "a step that does two things, or nothing, or has what belongs to another",
        "Each step is one verb with what belongs to it: `move`, `set`, `if` with `then` and `else`, `for` "
        "with `in` and `do`. Two verbs have no order, so put each into a step of its own. `id` names the "
        "step and `say` is its line in the log; both may stand beside any verb.",
    ),
)

# RP2xx: the syntax of expressions
FILE_CODES |= family(
    Code(
        "RP201",
        "unexpected-token",
        "a word or sign that does not fit here",
        "The expression is right up to this place and cannot go on with what stands here. The message "
        "lists what could stand here instead. Two values in a row need an operator between them, and a "
        "list needs parentheses around it.",
    ),
    Code(
        "RP202",
        "unfinished-expression",
        "the expression ends too early",
        "Something was begun and is not finished: an operator without its right side, a parenthesis or "
        "quote that is never closed, an `if` without its `then` or `else`. In YAML, ` #` also ends a "
        "plain scalar early; quote the expression if it was cut there.",
    ),
    Code(
        "RP203",
        "foreign-operator",
        "an operator or word of another language",
        "Operators are words here: `and`, `or`, `not`, `in`, `if … then … else …`. To compare write `==` "
        "and `!=`, to divide integers write `//`, and the constants are `true`, `false` and `none`. The "
        "help has the right spelling.",
    ),
    Code(
        "RP204",
        "bad-character",
        "a character, name or number that the language does not have",
        "Expressions are made of names (letters a to z, digits and `_`), integers without a decimal "
        "point, symbols in straight quotes, parentheses, and the operators. Brackets, braces and signs "
        "such as `$` or `@` have no meaning.",
    ),
    Code(
        "RP205",
        "expression-too-large",
        "the expression is too long or nested too deeply",
        "An expression may have 2000 characters and 64 levels, where each pair of parentheses and each "
        "operator in a chain is a level. Give a part of it a name under `functions` and call that.",
    ),
    Code(
        "RP206",
        "chained-comparison",
        "a comparison follows another one",
        "`1 < x < 5` would compare the answer of the first comparison with 5. Write both comparisons and "
        "put `and` between them, as in `1 < x and x < 5`.",
    ),
    Code(
        "RP207",
        "empty-expression",
        "an expression is empty",
        "A value is needed here. Write one, or remove the key; a condition that always holds is `true`.",
    ),
    Code(
        "RP208",
        "stray-brace",
        "a brace in a sentence has no partner",
        "In a sentence `{` starts an expression and `}` ends it. For a brace that shall be read as text "
        "write it twice, as in `{{` and `}}`.",
    ),
)
