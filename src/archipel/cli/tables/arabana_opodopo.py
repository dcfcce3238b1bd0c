"""The table of Arabana-Opodopo in the terminal: the islands as a map, with the majorities beside it.

All is drawn from 80 columns up; a narrower terminal has the majorities below the map.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.rule import Rule
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from archipel.cli.tables.marks import STYLES, badge, letters, native
from archipel.core.options import STANDARD
from archipel.core.words import N_, Tongue
from archipel.games.arabana_opodopo.notation import SEATS
from archipel.games.arabana_opodopo.options import board_of
from archipel.games.arabana_opodopo.parts import LARGE, MAIN, SMALL
from archipel.games.arabana_opodopo.words import GOD_NAMES, say_island

Shown = dict[str, Any]
Spot = tuple[int, int]  # a column and a line of the map
Cells = dict[Spot, tuple[str, str]]  # a character and its style

GAP = 2  # columns between parts side by side
NARROWEST, WIDEST = 36, 68  # columns of a map
LOWEST, HIGHEST = 17, 20  # lines of a map
LONGEST_MARK = 5  # columns: "[A=R]"
BESIDE, BELOW, AFTER = 6, 2, 5  # columns and lines from one island to another, and what its mark needs
LONGEST_NAME = 10  # of an island; the rest is cut off
TURN, FREE, BARRED, NONE, DONE = "▶", "·", "×", "·", "✓"
STROKES = {(1, 0): "─", (0, 1): "│", (1, 1): "╲", (1, -1): "╱"}  # by the step in columns and lines
PLAIN = str.maketrans("▶·×✓─│╲╱–…", ">.x+-|\\/-.")  # for old terminals
SHAPES = {SMALL: ("(", ")"), LARGE: ("[", "]"), MAIN: ("{", "}")}  # by the slots of an island
LINES = {"red": "bold red", "blue": "bold bright_blue", "green": "bold green", "yellow": "bold yellow"}
STONES = {"kane": "kn", "kanaloa": "kl", "ku": "ku", "pele": "pe", "lono": "lo"}  # short, for the map

# Long lists of actions are asked field by field, in these words.
QUESTIONS = {
    "action": N_("What do you do?"),
    "card": N_("Which card?"),
    "island": N_("From which island?"),
    "to": N_("To which island?"),
    "cards": N_("How do you pay?"),
    "whom": N_("Whom?"),
}
VERBS = {
    "play": N_("Play a card and build a bridge."),
    "spend": N_("Play a card without a bridge."),
    "exchange": N_("Replace a bridge of another player."),
    "discard": N_("Discard a card unseen."),
    "take": N_("Take an open card and end the turn."),
    "take_back": N_("Take back one of your bridges."),
    "kanaloa": N_("Use Kanaloa and build a bridge anywhere."),
    "ku": N_("Use Ku and take a card from another player."),
    "lono": N_("Use Lono and take an open card."),
}
PAYMENTS = {
    "double": N_("with two cards of the same island"),
    "each": N_("with a card of each island"),
    "kanaloa": N_("with a card and Kanaloa"),
    "kanaloas": N_("with two stones of Kanaloa"),
}


def draw(shown: Shown, tongue: Tongue) -> RenderableType:
    """The table as a seat sees it."""
    return _Table(shown, tongue)


# ── The map ─────────────────────────────────────────────────────────────────────────────────────
def spread(board: Shown, width: int, height: int) -> dict[str, Spot]:
    """Where the letter of each island stands on a map of that size; never so near that one hides another."""
    islands, places = board["islands"], dict[str, Spot]()
    columns = _scaled([island["x"] for island in islands], 1, width - AFTER)
    lines = _scaled([island["y"] for island in islands], 0, height - 1)
    everywhere = [(x, y) for y in range(height) for x in range(1, width - AFTER + 1)]
    for island, x, y in zip(islands, columns, lines, strict=True):
        free = [spot for spot in everywhere if not any(_touch(spot, other) for other in places.values())]
        near = min(free, key=lambda spot: abs(spot[0] - x) + 2 * abs(spot[1] - y))
        places[island["letter"].lower()] = near
    return places


def _scaled(values: list[float], first: int, last: int) -> list[int]:
    """Numbers stretched to the whole of a range."""
    low, span = min(values), (max(values) - min(values)) or 1
    return [round(first + (value - low) / span * (last - first)) for value in values]


def _touch(one: Spot, other: Spot) -> bool:
    return abs(one[0] - other[0]) < BESIDE and abs(one[1] - other[1]) < BELOW


def line(one: Spot, other: Spot) -> list[tuple[Spot, str]]:
    """The spots between two others, with the stroke that leads to each.

    >>> line((0, 0), (4, 1))
    [((1, 0), '─'), ((2, 0), '─'), ((3, 1), '╲')]
    """
    (x, y), wide, high = one, other[0] - one[0], other[1] - one[1]
    steps = max(abs(wide), abs(high))
    spots = [(x + round(wide * step / steps), y + round(high * step / steps)) for step in range(steps + 1)]
    return [(after, _stroke(before, after)) for before, after in pairwise(spots[:-1])]


def _stroke(before: Spot, after: Spot) -> str:
    wide, high = after[0] - before[0], after[1] - before[1]
    return STROKES.get((wide, high)) or STROKES[-wide, -high]


def _dots(spots: list[tuple[Spot, str]]) -> list[tuple[Spot, str]]:
    """Where to dot a line: lines are twice as far apart as columns, so a flat one has every other spot."""
    is_flat = 2 * len({y for (_, y), _ in spots}) <= len(spots)
    return spots[len(spots) // 2 % 2 :: 2] if is_flat else spots


def _narrow(name: str) -> str:
    """A name without the letters that are two columns wide: on the map there is room for one."""
    return "".join(letter for letter in name if cell_len(letter) == 1)


class _Table:
    """A view, drawn as wide as the terminal allows."""

    def __init__(self, shown: Shown, tongue: Tongue) -> None:
        self.shown, self.tongue, self.text = shown, tongue, tongue.text
        self.letter = dict(zip(SEATS, letters(tuple(map(_narrow, tongue.names))), strict=False))
        self.final = shown["final"] or shown["phase"] == "over"
        hands = {player["seat"]: player["hand"] for player in shown["players"]}
        self.hand: list[str] = hands.get(shown["you"], [])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        aside = Group(self.majorities(), *self.notes())
        width = Measurement.get(console, options, self.majorities()).maximum
        room = options.max_width - GAP - width
        board: RenderableType
        if room >= NARROWEST:
            board = Table.grid(padding=(0, GAP, 0, 0))
            board.add_column(no_wrap=True)
            board.add_column(width=width)
            board.add_row(self.map(min(room, WIDEST)), aside)
        else:
            board = Group(self.map(max(NARROWEST, min(options.max_width, WIDEST))), aside)
        for part in (self.heading(), board, *self.last_slots(), self.players(), *self.cards()):
            for segment in console.render(part, options):
                yield Segment(segment.text.translate(PLAIN), segment.style) if options.ascii_only else segment

    def name(self, colour: str) -> str:
        return self.tongue.name(SEATS.index(colour))

    def heading(self) -> RenderableType:
        words = [self.text("Round {n} of two").format(n=self.shown["round"])]
        if self.shown["phase"] == "over":
            words = [self.text("The match is over.")]
        elif self.shown["turn"]:
            words += [self.text("final turns")] * self.shown["final"]
            words.append(self.text("Turn of {who}").format(who=self.name(self.shown["turn"])))
        return Rule(Text("  ".join(words), "bold"), style="dim")

    # ── The map ─────────────────────────────────────────────────────────────────────────────────
    def map(self, width: int) -> Text:
        """Free slots are dotted; a bridge is a line with its owner's letter."""
        height = max(LOWEST, min(HIGHEST, width * 2 // 5))
        places = spread(board_of(self.shown["options"]), width, height)
        marks = self._marks(places)
        cells, middles = self._slots(places, marks)
        cells |= middles | marks
        text = Text()
        for y in range(height):
            for x in range(width):
                text.append(*cells.get((x, y), (" ", "")))
            text.append("\n" if y < height - 1 else "")
        return text

    def _marks(self, places: dict[str, Spot]) -> Cells:
        """What stands for each island."""
        cells: Cells = {}
        for island in self.shown["islands"]:
            (x, y), pieces = places[island["island"]], self._mark(island)
            characters = [(character, style) for text, style in pieces for character in text]
            cells |= {(x - 1 + number, y): cell for number, cell in enumerate(characters)}
        return cells

    def _mark(self, island: Shown) -> list[tuple[str, str]]:
        """An island by its letter, in a shape for its size, with its owner inside or its stone beside it."""
        left, right = SHAPES[island["slots"]]
        letter, owner = island["island"].upper(), island["control"]
        if owner:
            return [(f"{left}{letter}={self.letter[owner]}{right}", STYLES[owner])]
        stone = [(STONES[island["stone"]], "italic")] if island["stone"] else []
        return [(f"{left}{letter}{right}", "bold"), *stone]

    def _slots(self, places: dict[str, Spot], marks: Cells) -> tuple[Cells, Cells]:
        """All slots as lines, and what stands half-way on them; bridges lie above free slots."""
        cells: Cells = {}
        middles: Cells = {}
        for slot in sorted(self.shown["slots"], key=lambda slot: slot["bridge"] is not None):
            owner, spots = slot["bridge"], line(places[slot["from"]], places[slot["to"]])
            seen = [(spot, stroke) for spot, stroke in spots if spot not in marks]
            if owner:
                cells |= {spot: (stroke, LINES[owner]) for spot, stroke in seen}
            else:
                cells |= {spot: (FREE, "dim") for spot, _ in _dots(seen)}
            free = [spot for spot, _ in seen if spot not in middles]
            if free and (owner or slot["barred"]):
                middle = (self.letter[owner], STYLES[owner]) if owner else (BARRED, "bold")
                middles[free[len(free) // 2]] = middle
        return cells, middles

    # ── Majorities ──────────────────────────────────────────────────────────────────────────────
    def majorities(self) -> Table:
        """A line for each island: what control needs, the bridges of each player, and who is ahead."""
        colours = [player["seat"] for player in self.shown["players"]]
        grid = Table.grid(padding=(0, 1, 0, 0))
        headings = [Text(self.text(word), "dim") for word in (N_("need"), N_("free"), N_("ahead"))]
        marks = [native(self.letter[colour], colour) for colour in colours]
        # Widths that never change keep the map beside it in its place.
        grid.add_column(min_width=LONGEST_MARK)
        grid.add_column(no_wrap=True)
        for _ in range(len(colours) + 1):
            grid.add_column(justify="right")
        grid.add_column(justify="right", min_width=len(self.text("full")))
        grid.add_column(min_width=len(colours))
        grid.add_row("", "", headings[0], *marks, *headings[1:])
        for island in self.shown["islands"]:
            grid.add_row(*self._majority(island))
        return grid

    def _majority(self, island: Shown) -> list[Text]:
        slots, need = island["slots"], island["slots"] // 2 + 1
        free = slots - sum(island["bridges"].values())
        name = self.tongue.nouns[island["island"]]
        name = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        return [
            Text.assemble(*self._mark(island)),
            Text(name, "bold" if island["island"] in self.hand else ""),
            Text(f"{need}/{slots}", "dim"),
            *(_count(count, need, colour) for colour, count in island["bridges"].items()),
            Text(str(free)) if free else Text(self.text("full"), "bold"),
            self._ahead(island["bridges"]),
        ]

    def _ahead(self, bridges: dict[str, int]) -> Text:
        """Who has the most bridges on an island; several who are level."""
        most = max(bridges.values())
        first = [native(self.letter[one], one) for one, count in bridges.items() if count == most > 0]
        return Text().join(first)

    def last_slots(self) -> list[RenderableType]:
        """Where the next bridge may make a relative majority, which is hard to see; in one line."""
        islands = [one["island"].upper() for one in self.shown["islands"] if _is_nearly_full(one)]
        if not islands or self.shown["phase"] == "over":
            return []
        sentence = self.text("Last free slot (AO-5): {islands}. Who then leads there removes a bridge.")
        return [Text(sentence.format(islands=" ".join(islands)), "italic")]

    def notes(self) -> list[RenderableType]:
        """How many cards lie hidden, what the marks mean, and that we made the board (AO-1.5)."""
        discard = self.shown["discard"]
        counts = self.text("bag: {bag}; discarded: {open}, unseen: {unseen}")
        open_cards = sum(discard["face_up"].values())
        notes = [counts.format(bag=self.shown["bag"], open=open_cards, unseen=discard["unseen"])]
        gods = {island["stone"] for island in self.shown["islands"]} - {None}
        notes += [", ".join(f"{STONES[god]} {GOD_NAMES[god]}" for god in STONES if god in gods)]
        if any(slot["barred"] for slot in self.shown["slots"]):
            notes.append(self.text("{mark} barred in this turn").format(mark=BARRED))
        if self.shown["options"]["board"] == STANDARD:
            notes.append(self.text("The board is a reconstruction."))
        return [Text(note, "dim") for note in notes if note]

    # ── Players and cards ───────────────────────────────────────────────────────────────────────
    def players(self) -> Table:
        """A line for each player; of a hand, the cards that the viewer knows."""
        grid = Table.grid(padding=(0, GAP, 0, 0))
        headings = [N_("Points"), N_("Islands"), N_("Bridges left"), N_("Hand")]
        headings += [N_("Stones")] * self.shown["options"]["gods"] + [N_("Final turn")] * self.final
        grid.add_row("", "", *(Text(self.text(heading), "dim") for heading in headings))
        for player in self.shown["players"]:
            colour = player["seat"]
            name = Text(self.name(colour), "bold" if self.shown["you"] == colour else "")
            turn = Text(TURN if self.shown["to_move"] == colour else " ")
            grid.add_row(turn + badge(self.letter[colour], colour), name, *self._holdings(player))
        return grid

    def _holdings(self, player: Shown) -> list[Text]:
        numbers = [Text(str(player[key]), justify="right") for key in ("points", "islands", "reserve")]
        hand = [Text(" ".join(player["hand"]).upper() or "–")]
        held = [_times(GOD_NAMES[god], count) for god, count in player["stones"].items()]
        stones = [Text(", ".join(held) or "–")] * self.shown["options"]["gods"]
        finished = [Text(f"{DONE} {player['finished']}" if player["finished"] else "–")] * self.final
        return [*numbers, *hand, *stones, *finished]

    def cards(self) -> list[RenderableType]:
        """What lies open, and the viewer's own hand."""
        lying = _cards(self.shown["open"], self.tongue)
        lines: list[RenderableType] = [Text(self.text("Open cards: {list}").format(list=lying))]
        if self.shown["you"]:
            own = _cards({card: self.hand.count(card) for card in self.hand}, self.tongue)
            lines.append(Text(self.text("Your hand: {list}").format(list=own), "bold"))
        return lines


def _is_nearly_full(island: Shown) -> bool:
    """Whether a larger island that nobody controls has one free slot left (AO-5.1)."""
    free = island["slots"] - sum(island["bridges"].values())
    return free == 1 and island["slots"] != SMALL and island["control"] is None


def _count(count: int, need: int, colour: str) -> Text:
    """How many bridges a player has on an island; in colour if that is control, bold if nearly."""
    if count == 0:
        return Text(NONE, "dim")
    if count >= need:
        return native(str(count), colour)
    return Text(str(count), "bold" if count == need - 1 else "")


def _times(word: str, count: int) -> str:
    return word if count == 1 else f"{word} ×{count}"


def _cards(counts: dict[str, int], tongue: Tongue) -> str:
    """Cards by island, in order."""
    words = [_times(say_island(card, tongue), count) for card, count in sorted(counts.items())]
    return ", ".join(words) or "–"


# ── What everybody may look up ──────────────────────────────────────────────────────────────────
def draw_more(shown: Shown, tongue: Tongue) -> RenderableType:
    """The discard, all bridges by their ends, and cards known to be in one of several places (AO-10)."""
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_row(Text(tongue.text("Discarded face up"), "dim"), _cards(shown["discard"]["face_up"], tongue))
    for seat, player in enumerate(shown["players"]):
        unseen, name = player["unseen"], tongue.name(seat)
        if unseen:
            title = tongue.text("Discarded unseen by {who}").format(who=name)
            grid.add_row(Text(title, "dim"), " ".join(unseen).upper())
        title = tongue.text("Bridges of {who}").format(who=name)
        grid.add_row(Text(title, "dim"), _bridges(shown, player["seat"]))
    for known in (one for one in shown["remembered"] if len(one["in"]) > 1):  # others are seen in a hand
        title = tongue.text("{card} is with").format(card=say_island(known["card"], tongue))
        grid.add_row(Text(title, "dim"), _places(known["in"], tongue))
    return grid


def _bridges(shown: Shown, owner: str) -> str:
    own = [slot for slot in shown["slots"] if slot["bridge"] == owner]
    return ", ".join(f"{slot['from']}–{slot['to']}".upper() for slot in own) or "–"


def _places(places: Iterable[str], tongue: Tongue) -> str:
    """Where a card may be: in hands, in what a player discarded unseen, in the bag."""
    words = []
    for place in places:
        *unseen, word = place.split()
        name = tongue.name(SEATS.index(word)) if word in SEATS else tongue.text("the bag")
        words.append(tongue.text("the discard of {who}").format(who=name) if unseen else name)
    return tongue.text(" or ").join(words)


def score_columns(shown: Shown, tongue: Tongue) -> dict[str, list[str]]:
    """What decides besides the points: islands that scored, and who finished first (AO-8.3, AO-8.4)."""
    players = shown["players"]
    return {
        tongue.text("Islands"): [str(player["islands"]) for player in players],
        tongue.text("Final turn"): [str(player["finished"] or "–") for player in players],
    }


def say_value(field: str, value: str | int, tongue: Tongue) -> str | None:
    """A field of an action in words."""
    word = str(value)
    if field in ("card", "island", "to") and word in tongue.nouns:
        return say_island(word, tongue)
    if field == "cards":
        return tongue.text(PAYMENTS[word])
    if word in SEATS:
        return tongue.name(SEATS.index(word))
    return tongue.text(VERBS[word]) if word in VERBS else None
