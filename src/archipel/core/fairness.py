"""What a record says about its deals: what was promised before them, and the seed revealed at the end.

Here it is only carried, and its shape checked; `archipel.server.fair` draws by it and verifies it.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from typing import Any

MOST_ENTROPY = 64  # characters that one seat may add
MOST_TABLE = 64
KEYS = ("table", "commitment", "entropies", "seed")
_HEX = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Fairness:
    """A table, the commitment it published before the deal, and what each seat added, in seat order.

    The seed, 64 hexadecimal digits, is empty until it is revealed.

    >>> Fairness("t1", "ab" * 32, ("heads", "")).sealed.to_json()["entropies"]
    ['heads', '']
    """

    table: str
    commitment: str
    entropies: tuple[str, ...]
    seed: str = ""

    @property
    def sealed(self) -> Fairness:
        """The same without the seed: what everybody may see while the match is played."""
        return replace(self, seed="")

    def to_json(self) -> dict[str, Any]:
        """As it stands in a record."""
        form = asdict(self) | {"entropies": list(self.entropies)}
        if not self.seed:
            del form["seed"]
        return form


def read_fairness(form: Any, seats: int) -> Fairness:
    """What a record of so many seats carries; `ValueError` says what is wrong with it."""
    if not isinstance(form, dict):
        raise ValueError("'fair' must be an object")
    if unknown := [key for key in form if key not in KEYS]:
        raise ValueError(f"'fair': {unknown[0][:40]!r} is no part of it; it has {', '.join(KEYS)}")
    if not _is_text(form.get("table"), MOST_TABLE) or not form["table"]:
        raise ValueError(f"'fair': 'table' must be a text of 1 to {MOST_TABLE} characters")
    if not _is_hash(form.get("commitment")):
        raise ValueError("'fair': 'commitment' must be 64 hexadecimal digits in lower case")
    if "seed" in form and not _is_hash(form["seed"]):
        raise ValueError("'fair': 'seed' must be 64 hexadecimal digits in lower case")
    added = form.get("entropies")
    if not isinstance(added, list) or len(added) != seats:
        raise ValueError(f"'fair': 'entropies' must be a list of {seats} texts, one a seat")
    for number, entropy in enumerate(added, 1):
        if not _is_text(entropy, MOST_ENTROPY):
            raise ValueError(f"'fair': entropy {number} must be a text of at most {MOST_ENTROPY} characters")
    return Fairness(form["table"], form["commitment"], tuple(added), form.get("seed", ""))


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _is_text(value: Any, most: int) -> bool:
    """Half a pair of surrogates is no text: it has no bytes to draw by."""
    return isinstance(value, str) and len(value) <= most and not re.search("[\ud800-\udfff]", value)
