"""The codes of rules that are well written and yet cannot be meant: found by looking at them as a whole."""

from __future__ import annotations

from .code import Code, family

LINT_CODES: dict[str, Code] = {}

# RP4xx: what the rules come to
LINT_CODES |= family(
    Code(
        "RP410",
        "phase-never-reached",
        "a phase that never comes",
        "The game begins with the first phase and goes on with `next`, or with the phase written below. No "
        "way leads to this one. Give another phase `next: …`, or take it out.",
    ),
    Code(
        "RP411",
        "action-never-offered",
        "an action that nobody is ever offered",
        "An action below `actions` is taken in turns, and stands in the list `actions` of the turns of a "
        "phase. This one is in no such list. Actions that are only answers are written inside their `ask`.",
    ),
    Code(
        "RP412",
        "nobody-can-win",
        "a game without winners",
        "No ending and no limit names `winners` or `returns`, so every game is a draw, whatever is played. "
        "Write who wins below `ending`.",
    ),
    Code(
        "RP414",
        "too-few-pieces",
        "a deal from too few pieces before play begins",
        "With some number of players, or some choice of options, more cards are dealt before the first "
        "decision than there are. Deal fewer, have more of them, or restrict `players` or the option with "
        "`when`. The message says for which tables.",
    ),
    Code(
        "RP416",
        "sure-of-nothing",
        "a value said to be sure where it is none",
        "`sure(x)` stops the game when `x` is none, and here it is known to be none: the condition around it "
        "says so. Perhaps the condition is the wrong way round.",
    ),
    Code(
        "RP417",
        "impossible-there",
        "something that cannot be done at this place",
        "An elimination cannot wait for players or chance, as it is carried out in between; `end: phase` and "
        "`next_turn` need turns; of the parts of a choice only the last may be several pieces; some pieces "
        "are moved from one zone only; and what a table starts with is known before anything is played. The "
        "message says which.",
    ),
    Code(
        "RP418",
        "endless-procedure",
        "steps that come to carry out themselves",
        "A procedure may call others and a challenge may lead to others, but no way may lead back, because "
        "nothing would stop it. To do something again use `while` or `for`.",
    ),
    Code(
        "RP421",
        "number-not-on-every-piece",
        "a number that is read on every piece and printed on some",
        "A rule adds or compares what is printed on the pieces of a deck, and a line of the deck does not "
        "say it, so there would be nothing to count with. Words that only some pieces have may be tested.",
    ),
    Code(
        "RP425",
        "table-cannot-be-set",
        "a number of players or an option with which no game can begin",
        "Before the first decision a rule fails in play: it divides by zero, takes a value that is none, or "
        "leaves the range of a variable. The message says at which tables; restrict them by `players`, or "
        "the option by `when`, or mend the rule.",
    ),
    Code(
        "RP426",
        "too-many-steps",
        "a procedure that is too long with all it carries out",
        "Procedures that never wait are written out where they are used. One that carries out another twice, "
        "which does the same again, soon comes to more steps than a program can hold. Let them carry out each "
        "other less often, or go through something with `for`.",
    ),
    Code(
        "RP430",
        "tells-a-secret",
        "an offer that depends on something hidden",
        "Whatever players are offered they may think about: an action that is refused because of a card "
        "they cannot see tells them that card. So the conditions, choices and sentences of an offer may "
        "depend on what its player may see, and who is asked or takes turns on what all may see; how many "
        "cards lie in a zone that is counted is public. Let hidden things decide behind the choice, in `do`. "
        "What was revealed, or put away before a player's eyes, counts as seen.",
    ),
    Code(
        "RP431",
        "nobody-may-read-it",
        "a sentence with a value that nobody may ever see",
        "Each reader of the log sees only what he may know. This value is hidden from everybody, so that "
        "everybody reads “something” in its place.",
    ),
)

# RP5xx: doubtful, though it could be played
LINT_CODES |= family(
    Code(
        "RP501",
        "constant-condition",
        "a condition that is always the same",
        "Whatever happens in play, and whichever options are chosen, this condition has the same value, so "
        "that one of two ways is never taken. A condition that shall always hold is written `true`.",
    ),
    Code(
        "RP502",
        "unused",
        "something that is declared and never used",
        "No rule uses it, so it is a remnant or a rule is missing. What is only ever written and that nobody "
        "may see counts as unused, and so does what is read and never written.",
    ),
    Code(
        "RP504",
        "unused-name",
        "a parameter, choice or named value that is never used",
        "It is given a value that nothing looks at. Perhaps another name was meant where it should be used; "
        "otherwise take it out.",
    ),
    Code(
        "RP505",
        "behind-the-end",
        "a step that is never come to",
        "`end: phase` goes on to what follows the phase at once, out of procedures and loops as well, so that "
        "nothing behind it in a list of steps is ever carried out.",
    ),
    Code(
        "RP506",
        "values-alike",
        "values of an option that make no difference",
        "Every rule that asks for this option gets the same answer for these values, so that whoever chooses "
        "between them chooses nothing. One that stands for all that is not asked for is enough.",
    ),
    Code(
        "RP510",
        "answers-race",
        "a race in which everybody answers",
        "With `order: first_come` and neither `pass` nor `takers`, everybody has to answer, and being first "
        "changes nothing but the order of effects. Say `takers: 1` if the first answer closes the question, "
        "or `takers: all`.",
    ),
    Code(
        "RP511",
        "deal-without-test",
        "a deal in play that may find too few pieces",
        "In turns a zone may be empty, and dealing from it then stops the game with an error. No condition "
        "around this step looks at the zone. Say what happens when it is empty.",
    ),
    Code(
        "RP512",
        "starter-may-be-out",
        "turns that begin with a seat whose player may be out",
        "The phase comes again, and by then the player on this seat may have left; the turns then begin with "
        "the next one who is in. Say so, `sure(first(p for p in around(seat(1))))`, or keep in a variable "
        "who begins.",
    ),
    Code(
        "RP513",
        "option-without-bounds",
        "an integer option that lacks its least or its greatest value",
        "Somebody will choose a value for which nobody made the rules, and no test can go to the ends of what "
        "is allowed. Write both `min` and `max`, or list the `values`.",
    ),
    Code(
        "RP514",
        "tie-by-seats",
        "a tie that the order of seats decides",
        "The first of all players with the most or the least is taken. When several have as much, that is "
        "whoever sits first, which players would hardly guess. Say what a tie means.",
    ),
    Code(
        "RP515",
        "last-play-uncalled",
        "a last play that nobody can call",
        "A play is called by another player in a later turn, and this one may end the game before that turn. "
        "Whoever plays the last card could then lie without risk.",
    ),
    Code(
        "RP590",
        "needless-ignore",
        "a comment that ignores a finding which is not there",
        "`# rulesplay: ignore[CODE] why` takes effect on its own line and on what begins on it, and there is "
        "no such finding. Take the comment out, so that it hides nothing later.",
    ),
    Code(
        "RP591",
        "ignore-without-reason",
        "a comment that ignores a finding without a reason",
        "Write why behind the bracket, as in `# rulesplay: ignore[RP502] for variants`. Only warnings "
        "can be ignored, each by its code.",
    ),
)
