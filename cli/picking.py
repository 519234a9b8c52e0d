"""An action chosen step by step: a value after the other, pieces by their labels."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from rulesplay.cli.choices import Part, grouped, is_lazy, labels_of, only

if TYPE_CHECKING:
    from rulesplay.cli.screen import Screen
    from rulesplay.engine import Action, Legal, Match

SAMPLES = 20  # choices looked at for a short one to show
BEYOND = 9  # numbers above the largest that is offered of which somebody may ask why they are not


class Ask(Protocol):
    """Reads a line that is an answer; other words are followed there."""

    def __call__(self, answers: set[str], again: Callable[[], None], reason: Callable[[str], bool], /) -> str:
        """Return the line.

        The words of `answers` are answers whatever else they mean; `again` asks the question
        once more; `reason` says why something may not be chosen here, if it can.
        """


class Picker:
    """Asks for the parts of one action's choice; where it is `alone`, there is no list to go back to."""

    def __init__(
        self, screen: Screen, match: Match, seat: int, name: str, legal: Legal, ask: Ask, alone: bool
    ) -> None:
        self.screen, self.match, self.seat, self.ask, self.legal = screen, match, seat, ask, legal
        self.parts = grouped(legal)[name]
        self.spec = match.state.node.offers[name].action
        self.name, self.alone = name, alone
        self.back = ""

    def pick(self, typed: str = "") -> Action | None:
        """Return an action that may be taken, or None to go back to the list.

        What was typed ahead answers the first questions.
        """
        chosen: list[Any] = []
        asked: list[int] = []
        while len(chosen) < len(self.spec.parameters):
            parameter, begun = self.spec.parameters[len(chosen)], (self.name, *chosen)
            self.back = "" if self.alone and not asked else "Enter alone goes back"
            if parameter.form == "bag":
                found, typed = self.pieces(parameter, begun, typed), ""
            else:
                values = following(self.parts, begun)
                if len(values) == 1:
                    chosen.append(values[0])
                    continue
                word, _, typed = typed.partition(" ")
                found = self.value(parameter, begun, values, word)
            if found is not None:
                asked.append(len(chosen))
                chosen.append(found[0])
            elif asked:
                del chosen[asked.pop() :]
            else:
                return None
        return (self.name, *chosen)

    # One of some values ----------------------------------------------------------------

    def value(self, parameter: Any, begun: Action, values: list[Any], typed: str) -> tuple[Any] | None:
        """Return one value of a choice, in a tuple."""
        texts = [self.text(parameter, value) for value in values]
        numeric = all(text.lstrip("-").isdigit() for text in texts)
        words = texts if numeric else [str(i + 1) for i in range(len(texts))]
        refused = Refused(self, parameter, begun, values)

        def offer() -> None:
            self.offer(parameter, texts, numeric)

        if not typed:
            offer()
        while True:
            typed = typed or self.ask({text.casefold() for text in texts}, offer, refused.tell)
            if not typed:
                return None
            at = match_of(typed, words, texts)
            if at is not None:
                return (values[at],)
            because = refused.because(typed)
            said = f"That does not go: {because}. " if because else ""
            back = f"; {self.back}" if self.back else ""
            self.screen.say(
                f"{said}Type {span_of(words)}{'' if numeric else ', or the word'}{back}.", "yellow"
            )
            typed = ""

    def text(self, parameter: Any, value: Any) -> str:
        """Return a value in words."""
        from rulesplay.engine import parameter_text

        return parameter_text(self.match.program, parameter, value, self.match.names)

    def offer(self, parameter: Any, texts: list[str], numeric: bool) -> None:
        """Write a question and its answers."""
        back = f" ({self.back})" if self.back else ""
        if numeric:
            self.screen.say(f"{question(parameter)}: {span_of(texts)}{back}")
            return
        self.screen.say(f"{question(parameter)}{back}:")
        for number, text in enumerate(texts, 1):
            self.screen.say(f"{number:>3}  {text}", hang=5)

    # Some pieces -----------------------------------------------------------------------

    def pieces(self, parameter: Any, begun: Action, typed: str) -> tuple[int] | None:
        """Return a bag of pieces that may be chosen, in a tuple."""
        part = next(one for one in self.parts if is_lazy(one) and one.prefix == begun)
        answers = {*labels_of(self.match.program, part), "all", "none"}
        sole = only(self.parts) if self.alone else None
        ending = "Enter alone takes it" if sole is not None else self.back

        def offer() -> None:
            self.explain_pieces(parameter, part, ending)

        def reason(typed: str) -> bool:
            return bool(typed) and self.named(parameter, part, typed, quiet=True) is not None

        if not typed:
            offer()
        while True:
            typed = typed or self.ask(answers, offer, reason)
            if not typed:
                return None if sole is None else (sole[-1],)
            found = self.named(parameter, part, typed)
            if found is not None and (*begun, found) in self.legal:
                return (found,)
            typed = ""

    def named(self, parameter: Any, part: Part, typed: str, quiet: bool = False) -> int | None:
        """Return the pieces that were typed, after saying why they may not be chosen if they may not."""
        from rulesplay.engine import explain, named_bag

        match = self.match
        try:
            bag = named_bag(match.program, parameter.kind.deck, part.bag, typed)
        except ValueError as problem:
            said = capital(str(problem))
            if not quiet:
                self.screen.say(said if said.endswith("?") else f"{said}.", "yellow")
            return None
        action = (*part.prefix, bag)
        if action not in self.legal:
            because, _ = explain(match.state, action, self.seat, match.names)
            self.screen.say(f"That does not go: {because}.", "yellow")
        elif quiet:
            self.screen.say("That may be chosen.")
        return bag

    def explain_pieces(self, parameter: Any, part: Part, ending: str) -> None:
        """Write what to type."""
        labels = self.match.program.labels[parameter.kind.deck]
        shown = [labels[kind] for kind, count in part.counts for _ in range(count)]
        joint = ", " if any(" " in label for label in shown) else " "
        every = " or `all`" if len(shown) > 1 and self.takes_all(part) else ""
        example = self.example(parameter, part, shown, joint)
        back = f"; {ending}" if ending else ""
        self.screen.say(f"{question(parameter)} ({bounds(part)}), such as `{example}`{every}{back}.")
        if not self.in_sight(shown):
            self.screen.say(f"To choose from: {joint.join(shown)}")

    def takes_all(self, part: Part) -> bool:
        """Tell whether all the pieces together may be chosen."""
        return (*part.prefix, part.bag) in part

    def example(self, parameter: Any, part: Part, shown: list[str], joint: str) -> str:
        """Return pieces that may be chosen, few of them where that goes."""
        from rulesplay.engine import named_bag

        text = joint.join([*shown[: max(part.low - 1, 1)], *shown[-1:]][: max(part.high, 1)])
        deck = parameter.kind.deck
        if shown and (*part.prefix, named_bag(self.match.program, deck, part.bag, text)) in part:
            return text
        rng = random.Random(0)
        bags = [part.sample(rng)[-1] for _ in range(SAMPLES)]
        texts = [self.text(parameter, bag) for bag in bags if bag]
        return min(texts, key=len) if texts else "none"

    def in_sight(self, shown: list[str]) -> bool:
        """Tell whether these pieces are a zone of the player's, which was shown with the table."""
        own = self.match.state.view(self.seat)["players"][self.seat]["zones"]
        return any(zone.get("pieces") == shown for zone in own.values())


class Refused:
    """The values that are not offered for a part of a choice, and why."""

    def __init__(self, picker: Picker, parameter: Any, begun: Action, values: list[Any]) -> None:
        from rulesplay.engine import thinkable

        self.picker, self.begun = picker, begun
        most = max((one for one in values if isinstance(one, int)), default=0)
        known = [one for one in thinkable(picker.match.program, parameter.kind, most + BEYOND)
                 if one not in values]  # fmt: skip
        self.texts = [picker.text(parameter, one) for one in known]
        self.reasons = [""] * len(known)
        self.values, self.offered = known, [picker.text(parameter, one).casefold() for one in values]

    def because(self, typed: str) -> str:
        """Return the author's reason against what was typed, if there is one."""
        at = match_of(typed, [], self.texts)
        return self.reason(at) if at is not None else ""

    def reason(self, at: int) -> str:
        """Return the author's reason against a value."""
        from rulesplay.engine import why_no_value

        picker = self.picker
        if not self.reasons[at]:
            begun = (*self.begun, self.values[at])
            self.reasons[at] = why_no_value(picker.match.state, begun, picker.seat, picker.match.names)
        return self.reasons[at]

    def tell(self, typed: str) -> bool:
        """Say why the value that was typed, or why any, is not offered; tell whether there was a reason."""
        screen = self.picker.screen
        if typed:
            because = self.because(typed)
            if not because and typed.casefold() in self.offered:
                screen.say(f"{typed}: this may be chosen.", indent=2)
                return True
            if because:
                screen.say(f"{typed}: {because}.", indent=2)
            return bool(because)
        found: dict[str, list[str]] = {}
        for at, text in enumerate(self.texts):
            if text != "0" and self.reason(at):
                found.setdefault(self.reason(at), []).append(text)
        for because, texts in found.items():
            screen.say(f"{span_of(texts)}: {because}.", indent=2)
        return bool(found)


def question(parameter: Any) -> str:
    """Return what is asked for."""
    return capital((parameter.help or parameter.name.replace("_", " ")).rstrip("."))


def following(parts: list[Part], action: Action) -> list[Any]:
    """Return the values that can come next, each once, in order."""
    size = len(action)
    found: dict[Any, None] = {}
    for part in parts:
        for one in [part.prefix] if is_lazy(part) else part:
            if one[:size] == action and len(one) > size:
                found[one[size]] = None
    return list(found)


def match_of(typed: str, words: list[str], texts: list[str]) -> int | None:
    """Return which answer was typed: its number or word, or the only beginning of one."""
    for among in (words, [text.casefold() for text in texts]):
        if typed.casefold() in among:
            return among.index(typed.casefold())
    begins = [at for at, text in enumerate(texts) if text.casefold().startswith(typed.casefold())]
    return begins[0] if len(begins) == 1 and not typed.isdigit() else None


def span_of(words: list[str]) -> str:
    """Return numbers as a range where they are one."""
    if not all(word.lstrip("-").isdigit() for word in words):
        return " or ".join(words)
    numbers = [int(word) for word in words]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join(words)


def bounds(part: Part) -> str:
    """Return how many pieces are to be chosen."""
    size = sum(count for _, count in part.counts)
    if part.low == part.high:
        return f"exactly {part.low}"
    if part.high >= size:
        return f"at least {part.low}" if part.low else "as many as you like, or `none`"
    return f"{part.low} to {part.high}"


def capital(text: str) -> str:
    """Return a text with its first letter large."""
    return text[:1].upper() + text[1:]
