"""What may be chosen: actions in parts, of which the large ones are never written out."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from .. import bags

Action = tuple[Any, ...]
SHOWN = 3  # actions that a `repr` lists
COUNTED = 5000  # choices with a test beyond which a `repr` does not try them all
FEW_PARTS = 64  # choices of that many parts of a bag are listed once and remembered


class Listed(tuple[Action, ...]):
    """Choices that are few enough to be written out."""

    _known: frozenset[Action]

    def __contains__(self, action: object) -> bool:
        if len(self) < 9:
            return tuple.__contains__(self, action)
        try:
            return action in self._known
        except AttributeError:
            self._known = frozenset(self)
            return action in self._known

    def sample(self, rng: random.Random) -> Action:
        """Return one of the choices, each equally likely."""
        return self[int(rng.random() * len(self))]


class Bags(Sequence[Action]):
    """The choices of some pieces of a bag, never written out.

    An action is `prefix` and a bag of `low` to `high` pieces of `bag` for which `test` holds.
    """

    __slots__ = ("_accepted", "bag", "guard", "low", "most", "prefix", "test")

    _accepted: tuple[int, ...]

    def __init__(
        self, prefix: Action, bag: int, low: int, high: int, guard: int, test: Callable[[int], bool] | None
    ) -> None:
        self.prefix, self.bag, self.guard, self.test = prefix, bag, guard, test
        self.low, self.most = low if low > 0 else 0, high

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, tuple) or action[:-1] != self.prefix or not isinstance(action[-1], int):
            return False
        part, guard = action[-1], self.guard
        if (
            part < 0
            or part & guard
            or ((self.bag | guard) - part) & guard != guard
            or part >> guard.bit_length()
        ):
            return False
        return self.low <= part % bags.MASK <= self.high and (self.test is None or bool(self.test(part)))

    @property
    def high(self) -> int:
        """The most pieces that can be chosen."""
        return min(self.most, bags.size(self.bag))

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """Each kind in the bag and how many of it there are."""
        return tuple(bags.items(self.bag))

    def ways(self) -> list[list[int]]:
        """Return, for each kind on, in how many ways so many pieces can be taken from there."""
        return ways(self.bag, self.high)

    def total(self) -> int:
        """Return how many bags there are before `test`."""
        if self.low > self.high:
            return 0
        if self.low <= 1 and self.high >= bags.size(self.bag):
            product = 1
            for _, count in self.counts:
                product *= count + 1
            return product - self.low
        return sum(self.ways()[0][self.low :])

    def __len__(self) -> int:
        return min(self.total(), sys.maxsize) if self.test is None else len(self.accepted())

    def accepted(self) -> tuple[int, ...]:
        """Return all bags that pass `test`."""
        try:
            return self._accepted
        except AttributeError:
            self._accepted = tuple(self.parts())
            return self._accepted

    def parts(self) -> Iterator[int]:
        """Yield every bag of the choice, the smaller ones first."""
        split = listed_parts if self.total() <= FEW_PARTS else each_part
        found = split(self.bag, self.low, self.high)
        return (part for part in found if self.test is None or self.test(part))

    def __iter__(self) -> Iterator[Action]:
        return ((*self.prefix, part) for part in self.parts())

    def __getitem__(self, index: Any) -> Any:
        if self.test is not None:
            return (*self.prefix, self.accepted()[index])
        total = self.total()
        return (*self.prefix, self.unrank(range(total)[index]))

    def unrank(self, rank: int) -> int:
        """Return the bag at a place in the order of `parts`."""
        ways, number = self.ways(), self.low
        while rank >= ways[0][number]:
            rank -= ways[0][number]
            number += 1
        part = 0
        for index, (kind, count) in enumerate(self.counts):
            for taken in range(min(count, number), -1, -1):
                below = ways[index + 1][number - taken]
                if rank < below:
                    part += taken << (kind * bags.LANE)
                    number -= taken
                    break
                rank -= below
        return part

    def sample(self, rng: random.Random) -> Action:
        """Return one of the choices, each equally likely, without listing them."""
        if self.test is None:
            return self.prefix + (self.draw(rng),)  # noqa: RUF005 (twice as fast)
        for _ in range(200):
            part = self.draw(rng)
            if self.test(part):
                return (*self.prefix, part)
        accepted = self.accepted()
        return (*self.prefix, accepted[int(rng.random() * len(accepted))])

    def draw(self, rng: random.Random) -> int:
        """Return one bag before `test`, each equally likely."""
        bag, low = self.bag, self.low
        if low > 1 or self.most < bag % bags.MASK:
            if not (total := self.total()):
                raise IndexError("there is nothing to choose")
            return self.unrank(int(rng.random() * total))
        if not bag and low:
            raise IndexError("there is nothing to choose")
        counts, random_ = bags.lanes(bag), rng.random
        while True:
            part = bags.packed([int(random_() * (count + 1)) if count else 0 for count in counts])
            if part or not low:
                return part


def each_part(bag: int, low: int, high: int) -> Iterator[int]:
    """Yield every part of a bag of `low` to `high` pieces, the smaller ones first."""
    counts = tuple(bags.items(bag))
    for number in range(low, high + 1):
        yield from _of_size(counts, number)


def _of_size(counts: tuple[tuple[int, int], ...], number: int) -> Iterator[int]:
    if not counts:
        if number == 0:
            yield 0
        return
    kind, count = counts[0]
    for taken in range(min(count, number), -1, -1):
        for part in _of_size(counts[1:], number - taken):
            yield part + (taken << (kind * bags.LANE))


@lru_cache(4000)
def listed_parts(bag: int, low: int, high: int) -> tuple[int, ...]:
    """Return every part of a small bag, in the same order; hands come back often, so they are remembered."""
    if low > high:
        return ()
    sizes: list[list[int]] = [[0], *([] for _ in range(high))]
    for kind, count in reversed(tuple(bags.items(bag))):
        one = 1 << kind * bags.LANE
        sizes = [
            [taken * one + part for taken in range(min(count, n), -1, -1) for part in sizes[n - taken]]
            for n in range(high + 1)
        ]
    return tuple(part for same in sizes[low:] for part in same)


@lru_cache(1000)
def ways(bag: int, high: int) -> list[list[int]]:
    """Return in how many ways up to so many pieces can be taken from each kind in a bag and on."""
    table = [[1] + [0] * high]
    for _, count in reversed(tuple(bags.items(bag))):
        last = table[-1]
        table.append([sum(last[n - k] for k in range(min(count, n) + 1)) for n in range(high + 1)])
    return table[::-1]


class Legal:
    """The actions that may be taken: in parts, of which the large ones are never written out."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Any, ...]) -> None:
        self.parts = parts

    def __iter__(self) -> Iterator[Action]:
        for part in self.parts:
            yield from part

    def __len__(self) -> int:
        return min(sum(len(part) for part in self.parts), sys.maxsize)

    def __bool__(self) -> bool:
        return any(len(part) for part in self.parts)

    def __contains__(self, action: object) -> bool:
        return any(action in part for part in self.parts)

    def __getitem__(self, index: int) -> Action:
        for part in self.parts:
            if index < len(part):
                return tuple(part[index])
            index -= len(part)
        raise IndexError(index)

    def __repr__(self) -> str:
        """Say how many there are and list the first; a large choice with a test is not gone through for that."""
        large = [one for one in self.parts if isinstance(one, Bags) and one.test and one.total() > COUNTED]
        if large:
            number = sum(one.total() if one in large else len(one) for one in self.parts)
            return f"<Legal: at most {number} actions>"
        first = [repr(one) for one in islice(self, SHOWN)]
        more = ["…"] if (number := sum(map(len, self.parts))) > SHOWN else []
        return f"<Legal: {number} action{'s' * (number != 1)}{': ' * bool(first)}{', '.join(first + more)}>"

    def sample(self, rng: random.Random) -> Action:
        """Return one of the actions, each equally likely; raises IndexError if there is none."""
        parts = self.parts
        if len(parts) == 1:
            return parts[0].sample(rng)  # type: ignore[no-any-return]
        sizes = [len(part) for part in parts]
        index = int(rng.random() * sum(sizes))
        for part, size in zip(parts, sizes, strict=True):
            if index < size:
                return part[index] if isinstance(part, Listed) else part.sample(rng)
            index -= size
        raise IndexError("there is no legal action")
