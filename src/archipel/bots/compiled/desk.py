"""The memory that a search works with; compiled code allocates none."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

NODE = np.dtype((np.record, np.dtype([("key", np.uint64), ("first", np.int32)], align=True)))
"""What the searching seat would see, as a hash of it (0: no node), and the first edge."""

EDGE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", np.int32),
                ("next", np.int32),  # of the same node
                ("visits", np.int32),
                ("available", np.int32),  # how often it was legal when the node was visited
                ("value", np.float64),  # what its mover got, in all
            ],
            align=True,
        ),
    )
)

DEEPEST = 256
"""Edges on the way from the root to a leaf."""


class Tree(NamedTuple):
    """Nodes in an open hash table, edges as they came, and how much is used."""

    nodes: Any
    edges: Any
    used: Any


class Desk(NamedTuple):
    """Where one simulation writes: moves and what is thought of them, the way down the tree, the result."""

    words: Any  # the states of the mind's pool, as whole words
    moves: Any
    weights: Any
    found: Any  # the edge of each move
    path: Any  # edge and mover
    points: Any
    places: Any
    values: Any


def new_tree(nodes: int, edges: int) -> Tree:
    """An empty tree with room for so many nodes and edges."""
    size = 1 << (2 * nodes - 1).bit_length()
    return Tree(np.zeros(size, NODE), np.zeros(edges, EDGE), np.zeros(3, np.int64))


def new_desk(words: Any, moves: int, seats: int) -> Desk:
    """A desk for positions with at most so many moves."""
    return Desk(
        words,
        np.zeros(moves, np.int16),
        np.zeros(moves, np.float64),
        np.zeros(moves, np.int32),
        np.zeros((DEEPEST, 2), np.int32),
        np.zeros(seats, np.int16),
        np.zeros(seats, np.int8),
        np.zeros(seats, np.float64),
    )
