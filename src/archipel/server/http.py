"""The HTTP API: everything that is not live. The websocket of a table is in `archipel.server.socket`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Security
from fastapi.openapi.models import HTTPBearer
from fastapi.responses import PlainTextResponse, Response
from fastapi.security.base import SecurityBase

from archipel.bots.levels import LEVELS
from archipel.core.game import GameError
from archipel.core.records import RecordError, read_records, to_json, to_text
from archipel.core.rulebook import rulebook
from archipel.core.words import N_, Tongue
from archipel.games import game as find_game
from archipel.games import games
from archipel.server import again, bodies, conduct, presence, wire
from archipel.server.bygone import kept_record
from archipel.server.entries import AnyEntry, Clock
from archipel.server.fair import Verdict, verify
from archipel.server.guards import address_of
from archipel.server.guests import check_name, new_guest
from archipel.server.hall import NO_TABLE, Hall, check_id
from archipel.server.house import House
from archipel.server.live import Live
from archipel.server.openapi import FOR_ANYBODY, RECORDS, told
from archipel.server.refusal import Refused
from archipel.server.replays import at_moment, going_on, playable, story
from archipel.server.table import OVER

MOST_LISTED = 100
FORSAKEN = 24 * 3600.0  # seconds after which a public table that nobody looks at is listed no more
A_STORY = 5  # what it costs, in requests
A_GLANCE = 0.25  # the same: pages ask for many moments, and whoever comes to the house has no token yet
REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": bodies.Problem, "description": text}
    for code, text in {
        401: "The token is missing or not valid.",
        403: "Not yours to do.",
        404: "No such thing.",
        409: "Not possible as things stand.",
        413: "The request is too large.",
        422: "The request is not well formed.",
        429: "Too many requests.",
        503: "The database does not answer.",
    }.items()
}
api = APIRouter(prefix="/api", responses=REFUSALS)


# ── Who asks ────────────────────────────────────────────────────────────────────────────────────
def the_house(request: Request) -> House:
    """The house that this application serves."""
    house: House = request.app.state.house
    return house


async def known(request: Request) -> bodies.Guest:
    """The guest whose token the request carries, who is not charged for it."""
    house, (kind, _, token) = the_house(request), request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer":
        raise Refused(
            "no_guest", N_("Say who you are: Authorization: Bearer TOKEN; POST /api/guests gives one.")
        )
    guest = await house.guest(token)
    return bodies.Guest(id=guest.id, name=guest.name, token=token)


async def who(request: Request) -> bodies.Guest:
    """The guest whose token the request carries; without a valid one the address is charged."""
    requests = the_house(request).requests
    try:
        guest = await known(request)
    except Refused:
        requests.check(address_of(request))
        raise
    requests.check(guest.id)
    return guest


class ShownToken(SecurityBase):
    """The same, as the description of the API has it."""

    scheme_name = "guest"
    model = HTTPBearer(description="The token that POST /api/guests gave; whoever holds it is that guest.")

    async def __call__(self, request: Request) -> bodies.Guest:
        """Who asks."""
        return await who(request)


def anybody(cost: float = 1) -> Callable[[Request], Awaitable[str]]:
    """The id of the guest whose token a request of this cost carries.

    It is empty where none is valid: the address is charged then.
    """

    async def found(request: Request) -> str:
        try:
            guest = (await known(request)).id
        except Refused:
            guest = ""
        the_house(request).requests.check(guest or address_of(request), cost)
        return guest

    return found


TheHouse = Annotated[House, Depends(the_house)]
Who = Annotated[bodies.Guest, Security(ShownToken())]
StoryReader = Annotated[str, Depends(anybody(A_STORY))]
Lang = Annotated[bodies.Language, Query(description="The language of texts.")]
Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="How many at most.")]
Before = Annotated[
    float | None, Query(description="Go on after a list whose last table was `changed` then: what is older.")
]
Eye = Annotated[int | None, Query(ge=-1, le=12, description="A seat; -1: all open; none: a watcher.")]


# ── Guests ──────────────────────────────────────────────────────────────────────────────────────
@api.post("/guests", status_code=201)
async def new_guest_(house: TheHouse, body: bodies.NewGuest, request: Request) -> bodies.Guest:
    """Become a guest: a name, and a token to be kept."""
    house.newcomers.check(address_of(request))
    name, id = check_name(body.name), new_guest()
    await house.store.add_guest(id, name, house.hall.clock())
    return bodies.Guest(id=id, name=name, token=house.tokens.token(id))


@api.get("/guests/me")
async def me(guest: Who) -> bodies.Guest:
    """Who one is."""
    return guest


@api.patch("/guests/me")
async def rename(house: TheHouse, guest: Who, body: bodies.NewGuest) -> bodies.Guest:
    """Take another name; at tables where one sits already, the old one stays."""
    name = check_name(body.name)
    await house.store.rename(guest.id, name)
    return guest.model_copy(update={"name": name})


# ── Games ───────────────────────────────────────────────────────────────────────────────────────
@api.get("/games", dependencies=[Depends(anybody(A_GLANCE))], openapi_extra=FOR_ANYBODY)
async def all_games(lang: Lang = "en") -> bodies.Catalogue:
    """The games, and the bots that play them."""
    found = [
        bodies.GameInfo(
            name=game.name,
            title=game.title[lang],
            summary=game.summary[lang],
            seats=list(game.seats),
            minutes=game.minutes,
            age=game.age,
            places=list(game.seat_names(game.seats[-1], lang)),
            options=[
                bodies.OptionInfo(name=one.name, default=one.default, help=one.help[lang])
                for one in game.options
            ],
        )
        for game in games().values()
    ]
    tongue = Tongue(lang)
    bots = [bodies.BotInfo(kind=f"level:{n}", name=tongue.text(level.name)) for n, level in LEVELS.items()]
    return bodies.Catalogue(games=found, bots=bots)


@api.get("/rules/{game}", dependencies=[Depends(anybody(A_GLANCE))], openapi_extra=FOR_ANYBODY)
async def rules(game: str, lang: Lang = "en") -> bodies.Book:
    """The rulebook of a game: the page, and its numbered paragraphs."""
    try:
        book = rulebook(find_game(game).name, lang)
    except GameError as error:
        raise Refused("no_game", "{problem}", problem=error) from error
    paragraphs = [
        bodies.ParagraphInfo(number=one.number, section=one.section, text=one.text)
        for one in book.paragraphs.values()
    ]
    return bodies.Book(title=book.title, page=book.page, paragraphs=paragraphs)


# ── Tables ──────────────────────────────────────────────────────────────────────────────────────
@api.post("/tables", status_code=201)
async def new_table(house: TheHouse, guest: Who, body: bodies.NewTable) -> bodies.Opened:
    """Open a table. With `bots` for all other seats and `start`, the match begins at once."""
    house.openings.check(guest.id)
    if body.sit + len(body.bots) > body.seats:
        raise Refused("full", N_("There are more bots than free seats."))
    if body.start and body.sit + len(body.bots) < body.seats:
        raise Refused("not_full", conduct.NOT_FULL, free=body.seats - body.sit - len(body.bots))
    for bot in body.bots:
        conduct.known_bot(bot)
    conduct.check_entropy(body.entropy)
    hall, clock = house.hall, Clock(**body.clock.model_dump())
    then = partial(_as_wished, guest, body, hall.clock())
    id = await hall.new_table(guest.id, body.game, body.seats, body.options, body.public, clock, then=then)
    if body.start:
        await hall.live(id)  # bots may have to begin
    return bodies.Opened(id=id)


def _as_wished(guest: bodies.Guest, body: bodies.NewTable, at: float, live: Live) -> Iterator[AnyEntry]:
    """Who sits at a new table, and its beginning, as whoever opens it wishes."""
    table = live.table
    if body.sit:
        yield conduct.sit(table, at, guest.id, guest.name, 0, body.entropy)
    for seat, bot in enumerate(body.bots, body.seats - len(body.bots)):
        yield conduct.fill(table, at, guest.id, seat, bot, {})
    if body.start:
        yield conduct.start(table, at, guest.id, {}, live.draws)


@api.get("/tables", dependencies=[Depends(anybody(A_GLANCE))], openapi_extra=FOR_ANYBODY)
async def tables(
    house: TheHouse, status: bodies.Status = "open", limit: Limit = 50, before: Before = None
) -> list[bodies.Listed]:
    """Public tables: those that wait for players (`open`), are being played at, or are over. Of the first
    two, those that nobody has looked at for a day are no longer listed.
    """
    alive = None if status == OVER else house.hall.clock() - FORSAKEN
    found = await house.store.listing(
        public=True, statuses=(status,), limit=limit, before=before, alive_since=alive
    )
    return [listed(one) for one in found]


@api.get("/tables/mine")
async def my_tables(
    house: TheHouse, guest: Who, limit: Limit = MOST_LISTED, before: Before = None
) -> list[bodies.Listed]:
    """The tables where one sits or sat, the last one used first."""
    found = await house.store.listing(guest=guest.id, limit=limit, before=before)
    return [listed(one) for one in found]


@api.get("/tables/{id}", dependencies=[Depends(anybody(A_GLANCE))], openapi_extra=FOR_ANYBODY)
async def table(house: TheHouse, id: str) -> bodies.Listed:
    """What everybody may know of a table without looking at it. `changed` is told to the minute: else whoever
    asks again and again would learn how long each answer took.
    """
    summary = await house.store.summary(check_id(id))
    if summary is None:
        raise Refused("no_table", NO_TABLE)
    return listed(summary).model_copy(update={"changed": summary.changed // 60 * 60})


def listed(summary: Any) -> bodies.Listed:
    """A table as lists show it."""
    fields = {name: getattr(summary, name) for name in bodies.Listed.model_fields}
    return bodies.Listed(**fields | {"names": list(summary.names)})


@api.get(
    "/tables/{id}/record",
    responses={200: {"model": bodies.Record, "content": {"text/plain": {"schema": {"type": "string"}}}}},
    dependencies=[Depends(anybody())],
    openapi_extra=FOR_ANYBODY,
)
async def record(house: TheHouse, id: str, form: bodies.Form = "text") -> PlainTextResponse:
    """The record of a match that is over, as text or JSON; its deals can be verified.

    Of a match that was played by older rules there is but a text, without the outcome.
    """
    try:
        live = await house.hall.live(id)
    except Refused as refusal:
        if refusal.code == "old_rules" and form == "text" and (kept := await kept_record(house.store, id)):
            return PlainTextResponse(kept)
        raise
    if live.table.status != OVER:
        raise Refused("wrong_time", N_("The record is open when the match is over."))
    found = live.table.record(live.draws)
    if form == "json":
        return PlainTextResponse(to_json(found), media_type="application/json")
    return PlainTextResponse(to_text(found))


@api.post("/verify", openapi_extra=RECORDS)
async def verify_record(house: TheHouse, request: Request, lang: Lang = "en") -> list[bodies.VerdictInfo]:
    """Check the deals of the records in the body, in their text or JSON form."""
    house.openings.check(address_of(request))
    body = await request.body()

    def check() -> list[Verdict]:
        return [verify(one) for one in read_records(body.decode("utf-8"), find_game)]

    try:
        verdicts = await asyncio.to_thread(check)  # a long record shall not keep people waiting
    except (RecordError, GameError, UnicodeDecodeError) as error:
        raise Refused("bad_record", N_("The record cannot be read: {detail}"), detail=str(error)) from error
    return [bodies.VerdictInfo(fair=one.fair, text=one.say(Tongue(lang))) for one in verdicts]


# ── Afterwards ──────────────────────────────────────────────────────────────────────────────────
@api.get(
    "/tables/{id}/story",
    responses=told(wire.Story, "The match, told line by line."),
    openapi_extra=FOR_ANYBODY,
)
async def the_story(
    house: TheHouse, guest: StoryReader, id: str, seat: Eye = None, lang: Lang = "en"
) -> Response:
    """A match that is over, told from a seat's knowledge, a watcher's, or with all cards open (-1)."""
    live = await house.hall.live(id)
    return _wired(await asyncio.to_thread(story, live.table, seat, lang, guest, live.revealed))


@api.get(
    "/tables/{id}/moments/{at}",
    responses=told(wire.MatchNow, "How it stood then."),
    dependencies=[Depends(anybody(A_GLANCE))],
    openapi_extra=FOR_ANYBODY,
)
async def the_moment(house: TheHouse, id: str, at: int, seat: Eye = None, lang: Lang = "en") -> Response:
    """How a match that is over stood after `at` actions, in the form of `match` in the news of a table."""
    live = await house.hall.live(id)
    return _wired(await asyncio.to_thread(at_moment, live.table, at, seat, lang))


@api.post("/tables/{id}/moments/{at}/play", status_code=201)
async def play_on(house: TheHouse, guest: Who, id: str, at: int, body: bodies.PlayOn) -> bodies.Opened:
    """Play on from a moment of a match that is over, at one seat, against bots: a new table."""
    house.openings.check(guest.id)
    hall, live = house.hall, await house.hall.live(id)
    match, bot, o = playable(live.table, at, body.seat), conduct.known_bot(body.bot), live.table.opened
    who = body.seat, guest.id, guest.name, bot
    new = await hall.new_table(
        guest.id,
        o.game,
        o.seats,
        o.options,
        False,
        Clock(),
        goes_on_from=id,
        then=lambda there: going_on(match, hall.clock(), *who, there.draws),
    )
    await hall.live(new)  # bots may have to act
    return bodies.Opened(id=new)


def _wired(message: msgspec.Struct) -> Response:
    return Response(wire.to_bytes(message), media_type="application/json")


# ── Seats ───────────────────────────────────────────────────────────────────────────────────────
@api.post("/tables/{id}/seats/{seat}")
async def sit(house: TheHouse, guest: Who, id: str, seat: str, body: bodies.Sitting) -> bodies.Numbered:
    """Sit down at a seat, counted from 0, or at `any`."""
    hall, live = house.hall, await house.hall.live(id)
    place = None if seat == "any" else seat_number(seat)
    return _numbered(
        await hall.do(
            live, lambda now: conduct.sit(now, hall.clock(), guest.id, guest.name, place, body.entropy)
        )
    )


@api.delete("/tables/{id}/seats/{seat}")
async def stand(house: TheHouse, guest: Who, id: str, seat: str) -> bodies.Numbered:
    """Leave a seat. The host can send away bots, and people, who then sit down here no more; and give a seat
    free that is kept.
    """
    hall, live = house.hall, await house.hall.live(id)
    place, away = seat_number(seat), await presence.away(house.hall, live)
    return _numbered(await hall.do(live, lambda now: conduct.stand(now, hall.clock(), guest.id, place, away)))


@api.delete("/tables/{id}/sent-away")
async def welcome(house: TheHouse, guest: Who, id: str) -> bodies.Numbered:
    """Let all those sit down again whom the host sent away."""
    hall, live = house.hall, await house.hall.live(id)
    away = await presence.away(hall, live)
    return _numbered(await hall.do(live, lambda now: conduct.welcome(now, hall.clock(), guest.id, away)))


@api.put("/tables/{id}/seats/{seat}/bot")
async def fill(house: TheHouse, guest: Who, id: str, seat: str, body: bodies.BotBody) -> bodies.Numbered:
    """Let a bot sit at a free seat."""
    live = await house.hall.live(id)
    return _numbered(await _fill(house.hall, live, guest.id, seat_number(seat), body.bot))


@api.post("/tables/{id}/start")
async def start(house: TheHouse, guest: Who, id: str) -> bodies.Numbered:
    """Begin the match."""
    return _numbered(await _start(house.hall, await house.hall.live(id), guest.id))


@api.put("/tables/{id}/seats/{seat}/stand-in")
async def stand_in(house: TheHouse, guest: Who, id: str, seat: str, body: bodies.BotBody) -> bodies.Numbered:
    """Let a bot play for oneself; or, where no time runs out, level:3 for others, who do not get the decision
    back that they had to take. The host can do so for who has been away for 5 minutes, or had 15 to decide.
    For the host, or in their place while they are away, who has sat there longest can do so for who has had
    15 minutes to decide, or 60 if they are away.
    """
    hall, live = house.hall, await house.hall.live(id)
    place, away = seat_number(seat), await presence.away(house.hall, live)
    return _numbered(
        await hall.do(
            live,
            lambda now: conduct.replace(now, hall.clock(), guest.id, place, body.bot, away, hall.silences),
        )
    )


@api.delete("/tables/{id}/seats/{seat}/stand-in")
async def come_back(house: TheHouse, guest: Who, id: str, seat: str) -> bodies.Numbered:
    """Take one's seat back from the bot."""
    hall, live, place = house.hall, await house.hall.live(id), seat_number(seat)
    return _numbered(await hall.do(live, lambda now: conduct.come_back(now, hall.clock(), guest.id, place)))


@api.post("/tables/{id}/rematch", status_code=201)
async def rematch(house: TheHouse, guest: Who, id: str) -> bodies.Rematch:
    """Play again with the same people and bots: the same table for all who ask. Seats are kept there for
    those who played; each sits down by themselves, and then the host can begin.
    """
    house.openings.check(guest.id)
    there = await again.rematch(house.hall, await house.hall.live(id), guest.id)
    kept = [number for number, seat in enumerate(there.table.seats) if seat.kept_for == guest.id]
    return bodies.Rematch(id=there.table.id, seats=kept)


def seat_number(text: str) -> int:
    """A seat as it stands in an address."""
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise Refused(
            "no_seat", N_("There is no seat {seat}; seats are counted from 0 to {last}."), seat=text, last="…"
        )
    return int(text)


def _numbered(number: int) -> bodies.Numbered:
    return bodies.Numbered(number=number)


async def _fill(hall: Hall, live: Live, guest: str, seat: int, bot: str) -> int:
    away = await presence.away(hall, live)
    return await hall.do(live, lambda now: conduct.fill(now, hall.clock(), guest, seat, bot, away))


async def _start(hall: Hall, live: Live, guest: str) -> int:
    away = await presence.away(hall, live)
    return await hall.do(live, lambda now: conduct.start(now, hall.clock(), guest, away, live.draws))
