"""Fair deals: chance is bound before the match by a seed that nobody but the server knows until the end.

The hash of the seed is published before the deal, each seat may add something of its own, and draw after
draw follows from both. `docs/guide/fair-deals.md` says what this proves, and how to check it by hand.

>>> from archipel.core.match import Match
>>> from archipel.core.records import record_of
>>> from archipel.games import game
>>> draws = Draws(bytes(range(32)), ("Ann's cat", ""))
>>> match = Match(game("costa-ruana"), seats=2)
>>> [match.spell(action) for action in deal(match, draws)][:2]
['deal place_3/high_tide', 'deal return_2/low_tide']
>>> verify(record_of(match, fair=draws.promise("t1"))).say(Tongue("en"))
'Not checkable yet: the seed is revealed when the match is over.'
>>> verify(record_of(match, fair=draws.reveal("t1"))).say(Tongue("en"))
'Fair: 15 draws, all from the seed that was promised.'
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import accumulate, count
from typing import Any

from archipel.core.fairness import Fairness
from archipel.core.match import Match
from archipel.core.record import CHANCE
from archipel.core.records import MatchRecord
from archipel.core.words import N_, Tongue

SEED_BYTES = 32
WORD_BITS = 32  # of each digest, the first four bytes are used


def new_seed() -> bytes:
    """A seed for one match. Never use it for another: it is revealed at the end of the first."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The hash to publish before the deal; it binds the seed and tells nothing of it.

    >>> commitment(bytes(32))[:16]
    'ff1c28538152c28c'
    """
    return hashlib.sha256(f"archipel-seed 1:{seed.hex()}".encode()).hexdigest()


# ── Drawing ─────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True)
class Draws:
    """The draws of one match: its seed, and what each seat added, in seat order; nothing is `""`."""

    seed: bytes = field(repr=False)
    entropies: tuple[str, ...]

    @cached_property
    def key(self) -> bytes:
        """What all draws are made from; every entropy is written with its length before it."""
        texts = [text.encode() for text in self.entropies]
        message = b"archipel-deal 1:" + b"".join(b"%d:%s," % (len(text), text) for text in texts)
        return hmac.digest(self.seed, message, "sha256")

    def number(self, draw: int, below: int) -> int:
        """Draw number `draw` (from 0): a number from 0 to below - 1, each as likely as any other.

        >>> [Draws(bytes(32), ("", "")).number(draw, 6) for draw in range(8)]
        [1, 4, 0, 2, 4, 5, 3, 3]
        """
        if not 0 < below <= 1 << WORD_BITS:
            raise ValueError(f"cannot draw a number below {below}")
        spare = WORD_BITS - (below - 1).bit_length()
        numbers = (self._word(draw, attempt) >> spare for attempt in count())
        return next(number for number in numbers if number < below)  # a remainder would favour small ones

    def _word(self, draw: int, attempt: int) -> int:
        digest = hmac.digest(self.key, f"{draw}.{attempt}".encode(), "sha256")
        return int.from_bytes(digest[: WORD_BITS // 8])

    def choose(self, draw: int, moves: Sequence[int], ways: Sequence[int]) -> int:
        """One of some moves, each as likely as the number of its ways."""
        *_, total = ends = list(accumulate(ways))
        return moves[bisect_right(ends, self.number(draw, total))]

    def action(self, match: Match, draw: int) -> int:
        """What chance does in a match where it is to move, and has taken `draw` actions so far."""
        return self.choose(draw, match.moves, match.ways)

    def promise(self, table: str) -> Fairness:
        """What everybody may know during the match."""
        return Fairness(table, commitment(self.seed), self.entropies)

    def reveal(self, table: str) -> Fairness:
        """What everybody may know after the match: the seed as well."""
        return replace(self.promise(table), seed=self.seed.hex())


def drawn(match: Match) -> int:
    """How many actions chance has taken in a match."""
    twin, found = Match(match.game, match.seats, match.options), 0
    for action in match.actions:
        found += twin.to_move == CHANCE
        twin.step(action)
    return found


def deal(match: Match, draws: Draws, since: int | None = None) -> list[int]:
    """Play chance until a player is to move or the match is over; the actions it took.

    `since` is how many it had taken before, for those who keep count. As a draw depends on that number
    alone, no action that is taken back and taken again brings another.
    """
    dealt: list[int] = []
    while match.to_move == CHANCE:
        since = drawn(match) if since is None else since
        dealt.append(draws.action(match, since + len(dealt)))
        match.step(dealt[-1])
    return dealt


# ── Verifying ───────────────────────────────────────────────────────────────────────────────────
FAIR = "fair"
FINDINGS = {
    "unpromised": N_("Not checkable: nothing was promised about its deals."),
    "sealed": N_("Not checkable yet: the seed is revealed when the match is over."),
    "withheld": N_("Not checkable: the match is over, but its seed was not revealed."),
    "commitment": N_("Not fair: the seed revealed is not the one that was promised."),
    "draw": N_(
        "Not fair: action {action} is “{found}”, but the seed and what the players added give “{due}”."
    ),
}


@dataclass(frozen=True)
class Verdict:
    """What verifying a record found: `fair`, or one of `FINDINGS`."""

    finding: str
    draws: int = 0  # how many of chance's actions follow from the seed
    action: int = 0  # the number of the first that does not, as the record counts: from 1
    found: str = ""  # that action
    due: str = ""  # the one that should stand there

    @property
    def fair(self) -> bool:
        """Whether all was checked and found as promised."""
        return self.finding == FAIR

    def say(self, tongue: Tongue) -> str:
        """The verdict in words."""
        if self.fair:
            return tongue.plural(
                "Fair: {n} draw, from the seed that was promised.",
                "Fair: {n} draws, all from the seed that was promised.",
                self.draws,
            )
        return tongue.text(FINDINGS[self.finding]).format(**asdict(self))

    def to_json(self) -> dict[str, Any]:
        """The verdict for programs; what has no meaning in it is left out."""
        form = {"fair": self.fair, "finding": self.finding, "draws": self.draws}
        return form | ({"action": self.action, "found": self.found, "due": self.due} if self.action else {})


def verify(record: MatchRecord) -> Verdict:
    """Whether the deals of a record are those that were promised: each is drawn again and compared."""
    promised = record.fair
    if promised is None:
        return Verdict("unpromised")
    if not promised.seed:
        return Verdict("withheld" if record.outcome else "sealed")
    seed = bytes.fromhex(promised.seed)
    if not hmac.compare_digest(commitment(seed), promised.commitment):
        return Verdict("commitment")
    return _draw_again(record, Draws(seed, promised.entropies))


def _draw_again(record: MatchRecord, draws: Draws) -> Verdict:
    match, same = Match(record.game, record.seats, record.options), 0
    for number, action in enumerate(record.actions, 1):
        if match.to_move == CHANCE:
            due = draws.action(match, same)
            if due != action:
                return Verdict("draw", same, number, match.spell(action), match.spell(due))
            same += 1
        match.step(action)
    return Verdict(FAIR, same)
