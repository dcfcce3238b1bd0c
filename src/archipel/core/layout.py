"""The layout of features: one table of names, shapes and meanings says what stands where.

>>> table = {"phase": Part((3,), "what is asked"), "natives": Part((2, 6), "of each seat on each island")}
>>> size(table), starts(table), slices(table)["natives"]
(15, [0, 3], slice(3, 15, None))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import prod
from typing import Any, NamedTuple


class Part(NamedTuple):
    """Some of the numbers: how they are arranged, what they say, and what the last axis counts through."""

    shape: tuple[int, ...]
    meaning: str
    words: Sequence[str] = ()  # none: seats, or what the meaning tells


Layout = Mapping[str, Part]


def _everywhere(view: Any, seat: int, *cell: int) -> bool:
    return True


class Omission(NamedTuple):
    """What a seat sees and the numbers do not say: fields of the state, why, and which of their cells."""

    fields: tuple[str, ...]
    why: str
    where: Callable[..., bool] = _everywhere  # is given the view, the seat and the cell's place in its field


FURTHEST = 127
"""No feature is further from 0: cells of a state are bytes."""


def size(layout: Layout) -> int:
    """How many numbers a view comes to."""
    return sum(_sizes(layout))


def starts(layout: Layout) -> list[int]:
    """Where each part begins, in the order of the table."""
    return list(accumulate(_sizes(layout), initial=0))[:-1]


def slices(layout: Layout) -> dict[str, slice]:
    """Where each part stands, by its name."""
    begins = zip(layout, starts(layout), _sizes(layout), strict=True)
    return {name: slice(at, at + count) for name, at, count in begins}


def _sizes(layout: Layout) -> list[int]:
    return [prod(part.shape) for part in layout.values()]
