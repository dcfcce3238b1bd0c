"""What the HTTP API takes and gives, for programs and for its description at /api/openapi.json."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Language = Literal["en", "fr"]
Status = Literal["open", "playing", "over"]
Form = Literal["text", "json"]
Seconds = Annotated[float, Field(ge=1, le=30 * 24 * 3600)]


class Body(BaseModel):
    """What clients send: nothing is ignored."""

    model_config = ConfigDict(extra="forbid")


class NewGuest(Body):
    """How somebody wants to be called."""

    name: Annotated[str, Field(max_length=200)]


class Guest(BaseModel):
    """A guest; whoever holds the token is that guest."""

    id: str
    name: str
    token: str


class ClockBody(Body):
    """Seconds for a move, for all moves of a player, and of grace when a connection is lost."""

    move: Seconds | None = None
    match: Seconds | None = None
    grace: Annotated[float, Field(ge=0, le=7 * 24 * 3600)] = 60.0


class NewTable(Body):
    """A table to open. `sit` seats the host; `bots` take seats after that; `start` begins at once."""

    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[int, Field(ge=1, le=12)]
    options: dict[str, Any] = {}
    public: bool = False
    clock: ClockBody = ClockBody()
    sit: bool = True
    bots: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=12)] = []
    entropy: Annotated[str, Field(max_length=200)] = ""
    start: bool = False


class Sitting(Body):
    """What one stirs into the deals."""

    entropy: Annotated[str, Field(max_length=200)] = ""


class BotBody(Body):
    """A bot by its name: level:1 to level:5, greedy, random."""

    bot: Annotated[str, Field(max_length=40)] = "level:3"


class PlayOn(Body):
    """The seat to play from, and the bot that plays at all others."""

    seat: Annotated[int, Field(ge=0, le=12)]
    bot: Annotated[str, Field(max_length=40)] = "level:3"


class Opened(BaseModel):
    """The id of a table: whoever knows it can go there."""

    id: str


class Rematch(Opened):
    """The table where the same people play again, and the seats that are kept there for who asked."""

    seats: list[int]


class Numbered(BaseModel):
    """The number of the entry in the table's log."""

    number: int


class Listed(BaseModel):
    """A table in a list."""

    id: str
    game: str
    seats: int
    taken: int
    names: list[str]
    status: str
    public: bool
    created: float
    changed: float


class OptionInfo(BaseModel):
    """A choice made before a match."""

    name: str
    default: Any
    help: str


class BotInfo(BaseModel):
    """A bot that can be asked to a table."""

    kind: str
    name: str


class GameInfo(BaseModel):
    """A game on offer."""

    name: str
    title: str
    summary: str
    seats: list[int]
    minutes: tuple[int, int]
    age: int
    places: list[str]
    options: list[OptionInfo]


class Catalogue(BaseModel):
    """The games, and the bots that play them."""

    games: list[GameInfo]
    bots: list[BotInfo]


class ParagraphInfo(BaseModel):
    """A numbered paragraph of a rulebook, in Markdown."""

    number: str
    section: str
    text: str


class Book(BaseModel):
    """A rulebook."""

    title: str
    page: str
    paragraphs: list[ParagraphInfo]


class VerdictInfo(BaseModel):
    """Whether the deals of a record are those that were promised."""

    fair: bool
    text: str


class Promise(Body):
    """What was promised of the deals, and the seed that it is checked by (docs/guide/fair-deals.md)."""

    table: str
    commitment: str
    entropies: list[str]
    seed: str = ""


class Remark(Body):
    """What somebody said in the game's own words, after so many actions."""

    after: int
    by: str
    says: dict[str, Any]


class Result(Body):
    """How a match ended: points and places by the names of seats."""

    points: dict[str, int]
    places: dict[str, int]
    reason: str


class Record(Body):
    """A match from its first action to its last (docs/records.md)."""

    format: Literal["archipel-match"]
    format_version: Literal[1]
    game: str
    version: int
    seats: int
    options: dict[str, Any]
    players: list[str] = []
    fair: Promise | None = None
    actions: list[dict[str, Any]]
    remarks: list[Remark] = []
    outcome: Result | None
    end: str


class Problem(BaseModel):
    """Why something was refused: for programs, for people, and the paragraph of the rules if there is one."""

    code: str
    text: str
    rule: str = ""
