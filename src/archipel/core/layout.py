"""The layout of features: one table of names and shapes says what stands where.

>>> table = {"phase": (3,), "natives": (2, 6)}
>>> size(table), starts(table), slices(table)["natives"]
(15, [0, 3], slice(3, 15, None))
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import prod

Layout = Mapping[str, tuple[int, ...]]


def size(layout: Layout) -> int:
    """How many numbers a view comes to."""
    return sum(map(prod, layout.values()))


def starts(layout: Layout) -> list[int]:
    """Where each part begins, in the order of the table."""
    return list(accumulate(map(prod, layout.values()), initial=0))[:-1]


def slices(layout: Layout) -> dict[str, slice]:
    """Where each part stands, by its name."""
    begins = zip(layout, starts(layout), layout.values(), strict=True)
    return {name: slice(at, at + prod(shape)) for name, at, shape in begins}
