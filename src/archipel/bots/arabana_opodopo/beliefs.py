"""What a bot believes of what it cannot see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from archipel.core.words import Tongue


def beliefs(view: Any, seat: int, worlds: Sequence[Any], tongue: Tongue) -> list[str]:
    """Sentences about the hidden things that matter now, the most telling first."""
    return []
