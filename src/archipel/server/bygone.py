"""Matches that were played by older rules: their records, written from the log without playing them again.

Such a record ends with its last action, like one of a match that is still being written: what the actions led
to only the older rules can tell, and a program that has them reads it and verifies its deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from archipel.core.fairness import Fairness
from archipel.core.match import Remark
from archipel.core.notation import seat_name
from archipel.core.record import CHANCE
from archipel.core.records import OPEN, MatchRecord, remark_line, text_header
from archipel.games import game as find_game
from archipel.server.entries import (
    Acted,
    AnyEntry,
    Filled,
    Opened,
    Remarked,
    Sat,
    SentAway,
    Started,
    Stood,
    TookBack,
)
from archipel.server.store import Store
from archipel.server.table import BOT, OVER


@dataclass
class Bygone:
    """What can be read of a match without its rules."""

    players: list[str]
    entropies: list[str]
    actions: list[tuple[int, int]] = field(default_factory=list)  # whose, and which
    remarks: list[Remark] = field(default_factory=list)

    def read(self, entry: AnyEntry) -> None:
        """Go on by the next entry."""
        match entry:
            case Sat():
                self._seat(entry.seat, entry.name, entry.entropy)
            case Filled():
                self._seat(entry.seat, entry.bot + BOT)
            case Stood():
                self._seat(entry.seat)
            case SentAway():
                for seat in entry.seats:
                    self._seat(seat)
            case Started():
                self.actions = [(CHANCE, action) for action in entry.chance]
            case Acted():
                self.actions += [(entry.seat, entry.action), *((CHANCE, action) for action in entry.chance)]
            case Remarked():
                self.remarks.append(Remark(len(self.actions), entry.seat, entry.text))
            case TookBack():
                del self.actions[entry.to :]
                self.remarks = [one for one in self.remarks if one.at <= entry.to]

    def _seat(self, seat: int, player: str = "", entropy: str = "") -> None:
        self.players[seat], self.entropies[seat] = player, entropy


def old_record(table: str, log: Sequence[AnyEntry], seed: bytes) -> str:
    """The record of a match that is over, as text, from its log."""
    opened, *others = log
    assert isinstance(opened, Opened)
    bygone = Bygone([""] * opened.seats, [""] * opened.seats)
    for entry in others:
        bygone.read(entry)
    game = replace(find_game(opened.game), version=opened.version)
    players, actions = tuple(bygone.players), tuple(action for _, action in bygone.actions)
    fair = Fairness(table, opened.commitment, tuple(bygone.entropies), seed.hex())
    record = MatchRecord(game, opened.seats, opened.options, actions, players, fair=fair)
    lines = text_header(record, OPEN)
    for number, (who, action) in enumerate(bygone.actions, 1):
        lines += [remark_line(game, one) for one in bygone.remarks if one.at == number - 1]
        lines.append(f"{number} {seat_name(game.notation.SEATS, who)} {game.notation.NOTATION.spell(action)}")
    lines += [remark_line(game, one) for one in bygone.remarks if one.at == len(actions)]
    return "\n".join(lines) + "\n"


async def kept_record(store: Store, table: str) -> str | None:
    """The same from the store; None of a match that is not over, or began at a moment of another one."""
    summary, seed = await store.summary(table), await store.seed(table)
    if summary is None or summary.status != OVER or seed is None:
        return None
    log = [entry for _, entry in await store.entries(table)]
    assert isinstance(log[0], Opened)
    return None if log[0].goes_on_from else old_record(table, log, seed)
