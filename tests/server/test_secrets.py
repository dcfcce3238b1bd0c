"""Non-interference on the wire: two worlds that look the same to a seat put the same bytes on its socket.

A match is played to its end. At every step, for every seat and for a watcher, there is a twin of the table:
another world that looks the same to them, with another seed. All that is pushed and answered is compared.
"""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import msgspec
import pytest
from tests.server.visits import NAMES, NOBODY, Caller, a_house, a_table, act, playing, sit
from tests.soak import OPTIONS

from archipel.bots.search import Budget
from archipel.core import laws
from archipel.core.match import Match, Moment
from archipel.core.record import CHANCE, WATCHER
from archipel.server import conduct, duties, hall, http, table, telling, thinkers, wire
from archipel.server.entries import Acted, Clock
from archipel.server.house import House
from archipel.server.live import Live

TABLES = [
    ("arabana-opodopo", 3, "by the book"),
    ("arabana-opodopo", 4, "gods"),
    ("costa-ruana", 2, "by the book"),
    ("costa-ruana", 4, "open huts"),
    ("costa-ruana", 6, "four different cards"),
    ("tresor", 3, "by the book"),
    ("tresor", 4, "a first player"),
    ("tresor", 6, "five detachments"),
]
CURIOSITY = 0.35  # how often questions are asked; what is pushed is compared at every step
SEED = bytes(range(32))
SLOW = Clock(move=3600.0, match=7200.0)  # so that deadlines are told too


class Twin:
    """A table that looks the same to one pair of eyes, and is not."""

    def __init__(self, house: House, live: Live, seat: int | None, dice: random.Random) -> None:
        self.house, self.seat, self.dice = house, seat, dice
        self.eye = WATCHER if seat is None else seat
        guest = "" if seat is None else NAMES[seat].lower()
        lang = ("en", "fr")[(seat or 0) % 2]
        self.truly = Caller(house, live, guest, seat, lang)
        self.live = Live(live.table.branch(), dice.randbytes(32), recent=live.recent.copy())
        world = playing(live).world(self.eye, dice.getrandbits(32)).branch()
        world.remarks = [*playing(live).remarks]
        self.live.table.match = world
        self.falsely = Caller(house, self.live, guest, seat, lang)

    def close(self, live: Live) -> None:
        live.listeners.discard(self.truly.ear)
        if self.live.duty:
            self.live.duty.cancel()

    # ── Asking ──────────────────────────────────────────────────────────────────────────────────
    async def same_answers(self, messages: list[dict[str, Any]]) -> None:
        truth = await self.truly.bytes_for(*messages)
        assert truth == await self.falsely.bytes_for(*messages)
        assert len(truth) >= len(messages)

    def same_list(self, live: Live) -> None:
        """What lists and the sweep know of the table."""
        mine, other = (self.house.hall._summary(table) for table in (live.table, self.live.table))
        assert mine == other
        assert http.listed(mine).model_dump_json() == http.listed(other).model_dump_json()

    def same_way_back(self, live: Live) -> None:
        """Whether a decision can be taken back, and how things stand then."""
        match = playing(self.live)
        if self.seat is None or match.over or all(moment.by != self.seat for moment in match.replay()):
            return
        frames = [self.taken_back(one) for one in (live, self.live)]
        assert frames[0] == frames[1]

    def taken_back(self, live: Live) -> tuple[type, bytes]:
        assert self.seat is not None
        now, ear = live.table.branch(), self.truly.ear
        entry = conduct.take_back(now, now.changed, self.seat, now.position)
        told = [(now.number + 1, entry, now.apply(entry))]
        news = telling.Telling(now, told, now.number - 1, None).news(self.seat, ear.guest, ear.lang)
        return type(entry), wire.to_bytes(news)

    # ── Going on ────────────────────────────────────────────────────────────────────────────────
    def follow(self, entry: Acted, moments: list[Moment]) -> bool:
        """Let happen here what happened there, as far as these eyes can tell; whether they still cannot."""
        draft = self.live.table.branch()
        assert draft.match is not None
        actions = []
        for moment in moments:
            action = self.alike(draft.match, moment)
            if action is None:
                assert moment.by == CHANCE or moment.revealed, (
                    "a refusal of the twin's rules tells worlds apart"
                )
                return False
            draft.match.step(action)
            actions.append(action)
        if self.learnt(moments) and draft.match.look(self.eye).bytes(0) != self.seen(moments):
            return False
        own, *chance = actions
        self.tell(Acted(entry.at, entry.seat, own, tuple(chance)))
        return True

    def alike(self, match: Match, moment: Moment) -> int | None:
        """One of the moves here that look like the one there."""
        if moment.by == self.eye:
            return moment.action
        told = moment.witness(self.eye)
        moves = [move for move in match.moves if laws.witness(match, move, self.eye) == told]
        return self.dice.choice(moves) if moves else None

    def learnt(self, moments: list[Moment]) -> bool:
        return any(laws._shows(moment, self.eye) for moment in moments)

    def seen(self, moments: list[Moment]) -> bytes:
        return moments[-1].views(self.eye)[1].bytes(0)

    def tell(self, entry: Acted) -> None:
        draft = self.live.table.branch()
        moments = draft.apply(entry)
        self.live.table = draft
        if playing(self.live).over:  # now the seed is no secret any more
            self.live.seed = SEED
        self.house.hall._tell(self.live, [(draft.number, entry, moments)])


def questions(live: Live, seat: int | None, dice: random.Random) -> list[dict[str, Any]]:
    """What a curious client asks: the sensible, the illegal, the late, the mistaken."""
    match, position = playing(live), live.table.position
    mistakes = [match.spell(action) for action in laws.likely_mistakes(match, dice, 3)]
    look = {"type": "look", "seat": seat, "lang": dice.choice(("en", "fr"))}
    asked = [
        {**look, "since": -1 if dice.random() < 0.02 else live.table.number - dice.randrange(8)},
        *({"type": "act", "after": position, "action": text} for text in mistakes),
        {"type": "act", "after": position - 1, "action": mistakes[0] if mistakes else "pass"},
        *({"type": kind, "action": text} for kind in ("preview", "why") for text in mistakes[:2]),
        {"type": "vote", "yes": True},
        {"type": "remark", "text": "nothing in any words"},
        {"type": "take_back", "after": position - 1},
    ]
    if match.to_move == seat:
        moves = dice.sample(match.moves, min(3, len(match.moves)))
        asked += [{"type": kind, "action": match.spell(m)} for kind in ("preview", "why") for m in moves]
    return asked


async def go_through(house: House, live: Live, dice: random.Random) -> int:
    """Play a match at random to its end with a twin for every pair of eyes; how many steps twins followed."""
    seats: list[int | None] = [None, *range(live.table.opened.seats)]
    twins = {seat: Twin(house, live, seat, dice) for seat in seats}
    followed = 0
    while not playing(live).over:
        curious = {live.table.to_move, dice.choice(seats)} if dice.random() < CURIOSITY else set()
        for seat in curious:
            await twins[seat].same_answers(questions(live, seat, dice))
        for twin in twins.values():
            twin.same_list(live)
            twin.truly.ear.take()
            twin.falsely.ear.take()
        await act(house.hall, live, dice.choice(playing(live).moves))
        _, entry, moments = live.recent[-1]
        assert isinstance(entry, Acted)
        for seat, twin in twins.items():
            if twin.follow(entry, list(moments)):
                assert twin.truly.ear.take() == twin.falsely.ear.take()
                if dice.random() < (0.5 if seat == entry.seat else 0.05):
                    twin.same_way_back(live)
                followed += 1
            else:
                twin.close(live)
                twins[seat] = Twin(house, live, seat, dice)
    for twin in twins.values():
        twin.close(live)
    return followed


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deals in every run; and worlds, which have no beginning, need not count them."""
    monkeypatch.setattr(hall, "new_seed", lambda: SEED)
    monkeypatch.setattr(table, "drawn", lambda match: 0)


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_worlds_that_look_alike_give_the_same_bytes(name, seats, options, tmp_path):
    async def match() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, name, seats, OPTIONS[name][options], clock=SLOW)
            followed = await go_through(house, live, random.Random(seats))
            assert followed > live.table.number  # twins part only now and then

    asyncio.run(match())


# ── Would we notice? ────────────────────────────────────────────────────────────────────────────
def told_as_the_mover_saw_it(game, entry, moments, seat):
    return [event for moment in moments for event in moment.events(max(moment.by, 0))]


def seen_from_the_next_seat(now, seat, language, honest=telling.match_now):
    return honest(now, 0 if seat is None else (seat + 1) % len(now.seats), language)


def with_as_many_spaces_as_the_mover_has_moves(now, seat, language, honest=telling.match_now):
    shown = honest(now, seat, language)
    return msgspec.structs.replace(shown, question=shown.question + " " * len(now.match.moves))


@pytest.mark.parametrize(
    ("name", "leak"),
    [
        ("events", told_as_the_mover_saw_it),
        ("match_now", seen_from_the_next_seat),
        ("match_now", with_as_many_spaces_as_the_mover_has_moves),
    ],
)
def test_a_leak_is_found(name, leak, tmp_path, monkeypatch):
    monkeypatch.setattr(telling, name, leak)

    async def match() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "tresor", 3)
            with pytest.raises(AssertionError):
                await go_through(house, live, random.Random(3))

    asyncio.run(match())


# ── Seats and hints ─────────────────────────────────────────────────────────────────────────────
def test_who_left_a_seat_no_longer_looks_from_it(tmp_path):
    async def evening() -> None:
        async with a_house(tmp_path) as house:
            hall = house.hall
            live = await a_table(hall, "tresor", 3, start=False)
            former = Caller(house, live, "bob", 1)
            await hall.do(live, lambda t: conduct.stand(t, 1.0, "bob", 1, NOBODY))
            await sit(hall, live, 1, "Dan")
            await hall.do(live, lambda t: conduct.start(t, 1.0, "ann", NOBODY, live.draws))
            *_, last = former.ear.heard()
            watcher = await Caller(house, live).bytes_for({"type": "look", "since": live.table.number - 1})
            assert last["seat"] is None
            assert last["match"] == json.loads(watcher[0])["match"]
            assert (await former.ask(type="look", seat=1))["code"] == "not_yours"
            assert (await former.ask(type="preview", action="pass"))["code"] == "watching"

    asyncio.run(evening())


def test_a_hint_tells_no_world_from_another(tmp_path, monkeypatch):
    monkeypatch.setattr(thinkers, "ADVICE", Budget(simulations=40, seconds=600.0))

    async def evening() -> None:
        async with a_house(tmp_path) as house:
            live = await a_table(house.hall, "costa-ruana", 3, bots=("random", "random"))
            live.habits[0] = "ann", duties.ASK
            dice = random.Random(5)
            for _ in range(6):
                while live.table.to_move != 0:
                    await asyncio.sleep(0.01)
                twin = Twin(house, live, 0, dice)
                await twin.same_answers([{"type": "hint"}])
                twin.close(live)
                await act(house.hall, live, dice.choice(playing(live).moves))

    asyncio.run(evening())
