"""States as flat records: one block of bytes, read by name, compiled and interpreted alike.

A game declares the shape of its state once with `record`. A `Pool` owns the memory of some states.
Compiled code gets the pool's raw array; Python code reads a state through `Pool.__getitem__`, which is
twenty times faster than NumPy's own record scalars and shares the same memory.

>>> STATE = record(turn=np.int8, hand=(np.int8, (2, 3)))
>>> pool = Pool(STATE, 2)
>>> pool[0].hand[1, 2] = 7
>>> pool.copy(0, 1)
>>> int(pool[1].hand[1, 2]), pool.bytes(0) == pool.bytes(1)
(7, True)
"""

from __future__ import annotations

import builtins
from functools import cache
from typing import Any

import numpy as np

from archipel.core.rule import COMPILED

HIDDEN = -128
"""What a seat may not know; no game uses it as a value."""

CHANCE, OVER, WATCHER = -1, -2, -3
"""Seats that are nobody's: the deals and draws, the end of the match, and someone who only looks on."""

NOBODY = NOTHING = -1
"""What a cell holds that names no seat, no card or no piece."""

WORD = 8  # bytes

Cell = np.int8
"""Every number of a state is one signed byte."""


def record(**fields: Any) -> np.dtype[np.void]:
    """The shape of a state: each field a type, or a type and a shape; they lie in the order given."""
    layout = [(name, *(kind if isinstance(kind, tuple) else (kind,))) for name, kind in fields.items()]
    for name, kind, *_ in layout:
        if np.dtype(kind) != Cell:
            raise TypeError(f"field {name!r} of a record must be np.int8, not {np.dtype(kind)}")
    packed = np.dtype(layout)
    fields = dict(packed.fields or {})
    shape = {
        "names": list(fields),
        "formats": [kind for kind, *_ in fields.values()],
        "offsets": [offset for _, offset, *_ in fields.values()],
        "itemsize": -(-packed.itemsize // WORD) * WORD,  # whole words, which hash fast
    }
    return np.dtype((np.record, np.dtype(shape, align=True)))  # type: ignore[call-overload]


class Pool:
    """Memory for a number of records of one shape, all zero at first."""

    __slots__ = ("_faces", "_memory", "array", "raw")  # servers keep many thousands

    def __init__(self, shape: np.dtype[np.void], size: int, memory: Any = None) -> None:
        self._memory = np.zeros((size, shape.itemsize), Cell) if memory is None else memory
        self.array: Any = np.ndarray(size, shape, self._memory)
        self._faces: dict[int, Any] = {}
        # what rules are handed: the array when they are compiled, records of plain numbers when not
        self.raw: Any = self.array if COMPILED else _Interpreted(shape, self._memory)

    @property
    def words(self) -> Any:
        """The same memory as whole words, for hashing."""
        return self._memory.view(np.uint64)

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: int) -> Any:
        """The state at `index`, its fields readable and writable by name."""
        face = self._faces.get(index)
        if face is None:
            face = self._faces[index] = _face(self.array.dtype)(self._memory[index])
        return face

    def __setitem__(self, index: int, state: Any) -> None:
        """Copy `state`, a record of this or another pool, to `index`."""
        self._memory[index] = state._row

    def twin(self) -> Pool:
        """Another pool with the same states."""
        return Pool(self.array.dtype, len(self.array), self._memory.copy())

    def copy(self, source: int, target: int) -> None:
        """Make the state at `target` equal to the one at `source`."""
        self._memory[target] = self._memory[source]

    def bytes(self, index: int) -> builtins.bytes:
        """The state at `index` as bytes, without what fills its last word: equal bytes, equal states."""
        return bytes(self._memory[index, : _extent(self.array.dtype)])

    def load(self, index: int, data: builtins.bytes) -> None:
        """Make the state at `index` the one that `bytes` gave."""
        self._memory[index, : len(data)] = np.frombuffer(data, Cell)

    def hidden(self, index: int) -> int:
        """How many cells of the state at `index` are `HIDDEN`."""
        return int(np.count_nonzero(self._memory[index] == HIDDEN))


class Reading:
    """A state to be read cell by cell in Python: its arrays are lists of plain numbers, many times faster.

    Rules take `state`, the record itself.

    >>> pool = Pool(record(turn=np.int8, hand=(np.int8, (2, 3))), 1)
    >>> pool[0].turn = 1
    >>> read = reading(pool[0])
    >>> read.turn, read.hand
    (1, [[0, 0, 0], [0, 0, 0]])
    """

    def __init__(self, state: Any) -> None:
        self.state = state

    def __getattr__(self, name: str) -> Any:
        state = self.state
        place = state._places.get(name)
        if place is None:
            raise AttributeError(name)
        start, end, shape = place
        if shape is None:
            found = state._cells[start]
        elif len(shape) == 1:
            found = state._cells[start:end].tolist()
        else:
            found = state._cells[start:end].cast("b", shape).tolist()
        self.__dict__[name] = found
        return found


def reading(state: Any) -> Any:
    """A state as a `Reading`, if it is not one already."""
    return state if isinstance(state, Reading) else Reading(state)


class _Interpreted:
    """The records of a pool as interpreted rules see them: cells are plain integers, checked when written."""

    def __init__(self, shape: np.dtype[np.void], memory: Any) -> None:
        self._memory = memory
        self._faces = [_face(shape, plain=True)(row) for row in memory]

    def __len__(self) -> int:
        return len(self._faces)

    def __getitem__(self, index: int) -> Any:
        return self._faces[index]

    def __setitem__(self, index: int, state: Any) -> None:
        self._memory[index] = state._row


@cache
def _extent(shape: np.dtype[np.void]) -> int:
    """How many bytes the fields of a record take."""
    return max(offset + kind.itemsize for kind, offset, *_ in (shape.fields or {}).values())


@cache
def _face(shape: np.dtype[np.void], plain: bool = False) -> Any:
    """A class whose instances read one row of memory by the field names of `shape`.

    Arrays are NumPy's, or `plain` memory views, whose cells are Python's integers. They are made when they
    are first asked for: a state has dozens, and whoever reads it wants a few.
    """
    fields = {name: (kind, offset) for name, (kind, offset, *_) in (shape.fields or {}).items()}
    arrays = {name: place for name, place in fields.items() if place[0].subdtype is not None}

    def attach(self: Any, row: Any) -> None:
        self._row = row
        self._cells = memoryview(row)

    def fetch(self: Any, name: str) -> Any:
        if name not in arrays:
            raise AttributeError(name)
        kind, offset = arrays[name]
        part = self._row[offset : offset + kind.itemsize].reshape(kind.shape)
        setattr(self, name, memoryview(part) if plain else part)
        return getattr(self, name)

    def travel(self: Any) -> Any:
        return _arrived, (shape, self._row.tobytes())

    slots = ("_cells", "_row", *arrays)
    body: dict[str, Any] = {
        "__init__": attach,
        "__getattr__": fetch,
        "__reduce__": travel,
        "__slots__": slots,
    }
    body["_places"] = {
        name: (offset, offset + kind.itemsize, kind.shape if name in arrays else None)
        for name, (kind, offset) in fields.items()
    }
    body |= {name: _scalar(offset) for name, (_, offset) in fields.items() if name not in arrays}
    return type("Record", (), body)


def _arrived(shape: np.dtype[np.void], cells: builtins.bytes) -> Any:
    """A state that came from another process."""
    return Pool(shape, 1, np.frombuffer(bytearray(cells), Cell).reshape(1, -1))[0]


def _scalar(offset: int) -> property:
    def read(self: Any) -> Any:
        return self._cells[offset]

    def write(self: Any, value: int) -> None:
        self._cells[offset] = int(value)  # a number that does not fit a cell raises here

    return property(read, write)
