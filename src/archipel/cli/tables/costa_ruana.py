"""The table of Costa Ruana in the terminal, from 80 columns up."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.rule import Rule
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from archipel.cli.tables.marks import badge, letters, native
from archipel.core.words import N_, Tongue
from archipel.games.costa_ruana.parts import BACKGROUNDS, COLOURS, KINDS, ROOM, ROUNDS
from archipel.games.costa_ruana.words import CONDITION_NAMES, KIND_NAMES, SIDE_NAMES, say_card

Shown = dict[str, Any]

GAP = 2  # columns between parts side by side
IN_PLAY = ("lying", "active")  # what became of a card on the table
MOST_GEMS = 6  # more treasures are a number
MATCHES, DIFFERS, GEM, ROOM_LEFT, TURN, SHAMAN, BACK = "●", "○", "◆", "·", "▶", "★", "▒"
PLAIN = str.maketrans(
    {"●": "+", "○": "-", "◆": "*", "·": ".", "▶": ">", "★": "*", "▒": "#"}
)  # for old terminals

# Long lists of actions are asked field by field, in these words.
QUESTIONS = {
    "action": N_("What do you do?"),
    "card": N_("Which card?"),
    "before": N_("In front of whom?"),
    "number": N_("Which card on the table?"),
    "owner": N_("Whose native?"),
    "source": N_("From which island?"),
    "target": N_("To which island?"),
    "island": N_("Which island?"),
    "condition": N_("Which condition card?"),
    "shaman": N_("Whom?"),
}
VERBS = {"ride": N_("Put a native on a card."), "name": N_("Resign and name another player Shaman.")}


def draw(shown: Shown, tongue: Tongue) -> RenderableType:
    """The table as a seat sees it."""
    return _Table(shown, tongue)


class _Table:
    """A view, drawn as wide as the terminal allows."""

    def __init__(self, shown: Shown, tongue: Tongue) -> None:
        self.shown = shown
        self.tongue = tongue
        self.colours = [player["seat"] for player in shown["players"]]
        self.letter = dict(zip(self.colours, letters(tongue.names), strict=True))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        board = Group(self.players(), self.islands())
        cards = self.cards()
        both = _beside(console, options, board, cards)
        for part in (self.heading(), *([both] if both else [board, cards]), *self.gone(), *self.hands()):
            for segment in console.render(part, options):
                yield Segment(segment.text.translate(PLAIN), segment.style) if options.ascii_only else segment

    def text(self, message: str) -> str:
        return self.tongue.text(message)

    def badge(self, colour: str) -> Text:
        return badge(self.letter[colour], colour)

    def name(self, colour: str) -> str:
        return self.tongue.name(self.colours.index(colour))

    # ── Parts of the drawing ────────────────────────────────────────────────────────────────────
    def heading(self) -> RenderableType:
        words = [self.text("Round {round} of {rounds}").format(round=self.shown["round"], rounds=ROUNDS)]
        sides = [side for side in self.shown["conditions"] if side]
        words += [f"[{self.text(SIDE_NAMES[side])}]" for side in sides]
        words.append(self.tongue.plural("{n} card in the pile", "{n} cards in the pile", self.shown["pile"]))
        return Rule(Text("  ".join(words), "bold"), style="dim")

    def players(self) -> RenderableType:
        grid = Table.grid(padding=(0, GAP, 0, 0))
        headings = [self.text("Supply"), self.text("Hand"), self.text("Hut"), self.text("Taken")]
        grid.add_row("", "", *(Text(heading, "dim") for heading in headings), "")
        for player in self.shown["players"]:
            colour = player["seat"]
            taken = f"+{player['taken']}" if player["taken"] else ""
            numbers = [str(player["supply"]), str(len(player["hand"])), self._hut(player), taken]
            turn = TURN if self.shown["to_move"] == colour else " "
            grid.add_row(
                Text(turn) + self.badge(colour),
                Text(self.name(colour), "bold" if self.shown["you"] == colour else ""),
                *(Text(number, justify="right") for number in numbers),
                self._office(colour),
            )
        return grid

    def _hut(self, player: Shown) -> str:
        return "?" if player["hut"] is None else str(player["hut"])

    def _office(self, colour: str) -> Text:
        words = [SHAMAN + " " + self.text("Shaman")] if self.shown["shaman"] == colour else []
        if self.shown["elected"] == colour:
            words.append(self.text("to be Shaman"))
        if self.shown["you"] == colour:
            words.append(self.text("you"))
        return Text(", ".join(words))

    def islands(self) -> RenderableType:
        lines = [self._island(island) for island in self.shown["islands"]]
        half = (len(lines) + 1) // 2
        grid = Table.grid(padding=(0, GAP, 0, 0))
        for left, right in zip_longest(lines[:half], lines[half:], fillvalue=Text()):
            grid.add_row(left, right)
        return _block(self.text("Islands: treasures and natives"), grid)

    def _island(self, island: Shown) -> Text:
        gems = island["treasures"]
        line = Text(f"{island['number']:>2}  ", "bold", no_wrap=True)
        line.append(f"{GEM * gems if gems <= MOST_GEMS else f'{GEM}×{gems}':<{MOST_GEMS + 1}}", "not bold")
        natives = [colour for colour, count in island["natives"].items() for _ in range(count)]
        for colour in natives:
            line.append_text(native(self.letter[colour], colour)).append(" ", "not bold")
        line.append(f"{ROOM_LEFT} " * (ROOM - len(natives)), "not bold dim")
        line.append(f"{len(natives)}/{ROOM}", "bold" if len(natives) == ROOM else "not bold dim")
        return line

    def cards(self) -> RenderableType:
        in_play = [card for card in self.shown["table"] if card["fate"] in IN_PLAY]
        grid = Table.grid(padding=(0, 1, 0, 0))
        for colour in self.colours:
            cards = [card for card in in_play if card["before"] == colour]
            for card in cards:
                grid.add_row(self.badge(colour) if card is cards[0] else "", *self._card(card))
        return _block(self.text("Cards in front of"), grid) if in_play else Group()

    def _card(self, card: Shown) -> list[Text]:
        effect = self.shown["effect"]
        under_way = effect is not None and effect["number"] == card["number"]
        hidden = Text(self.text("face down"), "italic")
        face = hidden if card["card"] == "?" else self._face(card["card"])
        natives = Text(" ").join(native(self.letter[colour], colour) for colour in card["natives"])
        return [
            Text(f"{TURN if under_way else ' '}{card['number']:>2}"),
            Text(BACK if card["face_down"] else " ") + " " + face,
            Text(self.text("by") + " ") + native(self.letter[card["by"]], card["by"]),
            Text(self.text("with") + " ") + natives if card["natives"] else Text(),
        ]

    def gone(self) -> list[RenderableType]:
        lines: list[RenderableType] = []
        for title, fate in ((self.text("Resolved:"), "resolved"), (self.text("Not active:"), "inactive")):
            cards = [card for card in self.shown["table"] if card["fate"] == fate]
            words = [f"{card['number']} {say_card(card['card'], self.tongue)}" for card in cards]
            lines += [Text(f"{title} {', '.join(words)}", "dim")] if words else []
        return lines

    def _face(self, card: str) -> Text:
        """A card, with a mark that says whether its background shows now."""
        matches = card.split("/")[1] in self.shown["conditions"]
        style = "bold" if matches else ""
        return Text(f"{MATCHES if matches else DIFFERS} {say_card(card, self.tongue)}", style, no_wrap=True)

    def hands(self) -> list[RenderableType]:
        players = self.shown["players"]
        return [self._hand(one) for one in players if one["hand"] and "?" not in one["hand"]]

    def _hand(self, player: Shown) -> RenderableType:
        if player["seat"] == self.shown["you"]:
            title = self.text("Your hand ({mark} matches what shows now)").format(mark=MATCHES)
        else:
            title = self.text("Hand of {name}").format(name=self.name(player["seat"]))
        return _block(title, Columns([self._face(card) for card in player["hand"]], padding=(0, 3)))


def _beside(
    console: Console, options: ConsoleOptions, left: RenderableType, right: RenderableType
) -> RenderableType | None:
    """Two parts side by side, None if the terminal is too narrow for them."""
    widths = [Measurement.get(console, options, part).maximum + GAP for part in (left, right)]
    if sum(widths) > options.max_width:
        return None
    grid = Table.grid()
    for width in widths:
        grid.add_column(width=width)
    grid.add_row(left, right)
    return grid


def _block(title: str, content: RenderableType) -> RenderableType:
    return Group(Text(title, "dim"), Padding(content, (0, 0, 0, 1)))


# ── What everybody may look up ──────────────────────────────────────────────────────────────────
def draw_more(shown: Shown, tongue: Tongue) -> RenderableType:
    """How many of each card were discarded, of how many in the deck (CR-3.6, CR-4.5)."""
    table = Table(title=tongue.text("Discarded cards, of those in the deck"), title_justify="left")
    table.add_column("")
    for side in BACKGROUNDS:
        table.add_column(tongue.text(SIDE_NAMES[side]), justify="right")
    for kind in KINDS:
        cards = [f"{kind}/{side}" for side in BACKGROUNDS]
        counts = [f"{shown['discard'].get(card, 0)} / {shown['deck'].get(card, 0)}" for card in cards]
        table.add_row(tongue.text(KIND_NAMES[kind]), *counts)
    return table


def score_columns(shown: Shown, tongue: Tongue) -> dict[str, list[str]]:
    """What the Respect points are made of (CR-8.2)."""
    players = shown["players"]
    return {
        tongue.text("Treasures"): [str(player["hut"]) for player in players],
        tongue.text("Natives in the supply"): [str(player["supply"]) for player in players],
    }


def say_value(field: str, value: str | int, tongue: Tongue) -> str | None:
    """A field of an action in words."""
    if field == "card":
        return say_card(str(value), tongue)
    if field == "condition":
        return tongue.text(CONDITION_NAMES[str(value)])
    if field in ("source", "target", "island"):
        return tongue.text("island {number}").format(number=value)
    if field == "number":
        return tongue.text("card {number}").format(number=value)
    if value in COLOURS:
        return tongue.name(COLOURS.index(str(value)))
    return tongue.text(VERBS[str(value)]) if value in VERBS else None
