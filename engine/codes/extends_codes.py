"""The codes of what can be wrong between a variant and its base."""

from __future__ import annotations

from .code import Code, family

# RP6xx: extends
EXTENDS_CODES: dict[str, Code] = family(
    Code(
        "RP601",
        "base-out-of-reach",
        "the base of a variant cannot be had",
        "`extends` names one file, by a path that starts from the folder of the variant. The file must be "
        "there and be a ruleset, no file may come to extend itself, and at most eight files may extend one "
        "another.",
    ),
    Code(
        "RP602",
        "removes-nothing",
        "the base has nothing of this name to remove",
        "Each name below `remove` must be a key of the map, or the id of a step of the list, that the base "
        "has in this place. Either the name is misspelt, or the base has changed.",
    ),
    Code(
        "RP603",
        "changes-nothing-there",
        "the base has nothing of this name to change",
        "A change lists what is different under the names that the base uses. A name that the base does "
        "not have is taken for a mistake; what is really new goes below `add`. What is removed or replaced "
        "as a whole cannot also be changed in parts.",
    ),
    Code(
        "RP604",
        "no-such-place",
        "there is no such step or entry to put something at",
        "`at` addresses steps by their `id`, in the list itself or, where only one step has the id, in the "
        "lists nested in it. `before` and `after` in an added entry name an entry of the same map.",
    ),
    Code(
        "RP605",
        "already-in-base",
        "something new has a name that the base uses",
        "What stands below `add`, and the rulings and scenarios at the top of a variant, must be new. To "
        "change what the base has, write it below `change` without `add`; to put another in its place, "
        "write `replace: true` in it.",
    ),
    Code(
        "RP606",
        "changes-nothing",
        "a change that makes no difference",
        "The base has the same value already, or the change is empty. Perhaps the base was changed in the "
        "meantime; otherwise take the line out.",
    ),
    Code(
        "RP607",
        "reserved-name",
        "a name that is a word of changes",
        "A variant says `add`, `remove`, `at` and `replace` where the names of the base stand, so nothing "
        "that shall be extended may be called so. Rename it in the base.",
    ),
)
