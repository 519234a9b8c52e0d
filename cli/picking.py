"""An action chosen step by step: a value after the other, pieces by their labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulesplay.cli.choices import Part, grouped, is_lazy

if TYPE_CHECKING:
    from rulesplay.cli.screen import Screen
    from rulesplay.engine import Action, Legal, Match

Ask = Callable[[set[str]], str]


class Picker:
    """Asks for the parts of one action's choice.

    `ask` reads a line; it is told which words are answers here, whatever else they mean.
    """

    def __init__(self, screen: Screen, match: Match, seat: int, name: str, legal: Legal, ask: Ask) -> None:
        self.screen, self.match, self.seat, self.ask, self.legal = screen, match, seat, ask, legal
        self.parts = grouped(legal)[name]
        self.spec = match.state.node.offers[name].action
        self.name = name

    def pick(self, typed: str = "") -> Action | None:
        """Return an action that may be taken, or None to go back to the list."""
        while True:
            action = self.steps(typed)
            if action is None or action in self.legal:
                return action
            self.refuse(action)
            typed = ""

    def refuse(self, action: Action) -> None:
        """Say why an action may not be taken."""
        from rulesplay.engine import explain

        because, _ = explain(self.match.state, action, self.seat, self.match.names)
        self.screen.say(f"That does not go: {because}.", "yellow")

    def steps(self, typed: str) -> Action | None:
        """Ask for one part after the other; what was typed ahead answers the first of them."""
        action: Action = (self.name,)
        for parameter in self.spec.parameters:
            if parameter.form == "bag":
                found = self.pieces(parameter, action, typed)
            else:
                values = following(self.parts, action)
                word, _, typed = ("", "", typed) if len(values) == 1 else typed.partition(" ")
                found = (values[0],) if len(values) == 1 else self.value(parameter, values, word)
            if found is None:
                return None
            action = (*action, found[0])
        return action

    # One of some values ----------------------------------------------------------------

    def value(self, parameter: Any, values: list[Any], typed: str) -> tuple[Any] | None:
        """Return one value of a choice, in a tuple."""
        from rulesplay.engine import parameter_text

        program, names = self.match.program, self.match.names
        texts = [parameter_text(program, parameter, value, names) for value in values]
        numeric = all(text.lstrip("-").isdigit() for text in texts)
        words = texts if numeric else [str(i + 1) for i in range(len(texts))]
        if not typed:
            self.offer(parameter, texts, numeric)
        while True:
            typed = typed or self.ask(set(map(str.casefold, texts)))
            if not typed:
                return None
            at = match_of(typed, words, texts)
            if at is not None:
                return (values[at],)
            self.screen.say(
                f"Type {span_of(words)}{'' if numeric else ', or the word'}; Enter alone goes back.", "yellow"
            )
            typed = ""

    def offer(self, parameter: Any, texts: list[str], numeric: bool) -> None:
        """Write a question and its answers."""
        question = (parameter.help or parameter.name.replace("_", " ")).rstrip(".")
        if numeric:
            self.screen.say(f"{capital(question)}: {span_of(texts)}")
            return
        self.screen.say(f"{capital(question)}:")
        for number, text in enumerate(texts, 1):
            self.screen.say(f"{number:>3}  {text}", hang=5)

    # Some pieces -----------------------------------------------------------------------

    def pieces(self, parameter: Any, action: Action, typed: str) -> tuple[int] | None:
        """Return a bag of pieces, in a tuple."""
        from rulesplay.engine import named_bag

        part = next(one for one in self.parts if is_lazy(one) and one.prefix == action)
        deck = parameter.kind.deck
        words = self.words(deck, part)
        if not typed:
            self.explain_pieces(parameter, part, words)
        while True:
            typed = typed or self.ask({*words, "all", "none"})
            if not typed:
                return None
            try:
                return (named_bag(self.match.program, deck, part.bag, typed),)
            except ValueError as problem:
                said = capital(str(problem))
                self.screen.say(said if said.endswith("?") else f"{said}.", "yellow")
                typed = ""

    def words(self, deck: str, part: Part) -> list[str]:
        """Return the labels of the pieces that can be chosen."""
        labels = self.match.program.labels[deck]
        return list(dict.fromkeys(labels[kind].casefold() for kind, _ in part.counts))

    def explain_pieces(self, parameter: Any, part: Part, words: list[str]) -> None:
        """Write what to type."""
        labels = self.match.program.labels[parameter.kind.deck]
        shown = [labels[kind] for kind, count in part.counts for _ in range(count)]
        joint = ", " if any(" " in label for label in shown) else " "
        question = (parameter.help or parameter.name.replace("_", " ")).rstrip(".")
        example = joint.join([*shown[: max(part.low - 1, 1)], shown[-1]][: max(part.high, 1)])
        every = " or `all`" if part.high >= len(shown) else ""
        self.screen.say(f"{capital(question)} ({bounds(part)}), such as `{example}`{every}.")
        if not self.in_sight(shown):
            self.screen.say(f"To choose from: {joint.join(shown)}")

    def in_sight(self, shown: list[str]) -> bool:
        """Tell whether these pieces are a zone of the player's, which was shown with the table."""
        own = self.match.state.view(self.seat)["players"][self.seat]["zones"]
        return any(zone.get("pieces") == shown for zone in own.values())


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
