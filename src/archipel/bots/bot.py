"""What a bot is: it is given what a player sees, never a state."""

from __future__ import annotations

from typing import Any, Protocol


class Bot(Protocol):
    """Chooses among the legal actions of its seat, from its view."""

    def choose(self, view: Any, seat: int, moves: list[int]) -> int:
        """One of `moves`."""
        ...
