"""The table of Trésor in the terminal: the track from the ships to the cave, a line for each player."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from archipel.cli.tables.marks import badge, letters
from archipel.core.words import N_, Tongue
from archipel.games.tresor.parts import CAVE, SHIP, SHIPS, TRICKS
from archipel.games.tresor.words import CHEST_NAMES, SIDE_NAMES, TRICK_NAMES, say_place

Shown = dict[str, Any]

TURN = "▶"
CLOSED, FULL, EMPTY = "■", "◆", "◇"
MARKS = {"?": CLOSED, "full": FULL, "empty": EMPTY}

# Long lists of actions are asked field by field, in these words.
QUESTIONS = {
    "action": N_("What do you do?"),
    "detachment": N_("Which detachment?"),
    "zones": N_("How many zones?"),
    "owner": N_("Whose detachment?"),
    "other": N_("And whose?"),
    "its": N_("Which detachment?"),
    "trick": N_("Which trick?"),
    "side": N_("Against which side?"),
    "whom": N_("Against whom?"),
}
VERBS = {
    "displace": N_("Move a detachment."),
    "swap": N_("Swap or draw a trick."),
    "demand": N_("Demand that a chest be opened."),
    "demand_with": N_("Demand that a chest be opened, and play your trick with it."),
    "spy": N_("Play Longue vue."),
    "remove": N_("Play Indigènes féroces."),
    "exchange": N_("Play Traîtrise."),
    "disarm": N_("Play Mitraille."),
    "pass": N_("Pass."),
    "end": N_("End the movement."),
}


def draw(shown: Shown, tongue: Tongue) -> RenderableType:
    """The table as a seat sees it."""
    marks = dict(zip(SHIPS, letters(tongue.names), strict=False))
    parts = [_heading(shown, tongue), _track(shown, tongue, marks), _legend(tongue)]
    if shown["confrontation"]:
        parts.append(_confrontation(shown["confrontation"], tongue))
    if shown["trick"]:
        parts.append(_trick(shown["trick"], tongue))
    if claims := claimed(shown):
        parts.append(Text(tongue.text("Claims: {list}").format(list=_claims(claims, tongue)), "italic"))
    own = next((player for player in shown["players"] if player["seat"] == shown["you"]), None)
    if own and own["trick"]:
        held = tongue.text("Your trick: {trick}").format(trick=TRICK_NAMES[own["trick"]])
        parts.append(Text(held, "bold"))
    return Group(*parts)


def _heading(shown: Shown, tongue: Tongue) -> RenderableType:
    words = []
    if shown["turn"]:
        who = tongue.name(SHIPS.index(shown["turn"]))
        words.append(tongue.text("Turn of {who}").format(who=who))
        words.append(tongue.text("points left: {n}").format(n=shown["points"]))
    words.append(tongue.text("chests in the cave: {n}").format(n=shown["cave"]["chests"]))
    words.append(tongue.text("tricks in the deck: {n}").format(n=shown["deck"]))
    return Rule(Text("  ".join(words), "bold"), style="dim")


def _track(shown: Shown, tongue: Tongue, marks: dict[str, str]) -> RenderableType:
    """A column for each place, a line for each player; only places where somebody stands are wide."""
    grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    for heading in (
        "",
        tongue.text("Ship"),
        *map(str, range(1, CAVE)),
        tongue.text("Cave"),
        tongue.text("Trick"),
    ):
        grid.add_column(heading, no_wrap=True)
    for player in shown["players"]:
        ship = player["seat"]
        turn = TURN if shown["to_move"] == ship else " "
        name = Text(turn) + badge(marks[ship], ship) + Text(f" {tongue.name(SHIPS.index(ship))}")
        name.stylize("bold" if shown["you"] == ship else "")
        places = [_place(player, place) for place in range(SHIP, CAVE + 1)]
        grid.add_row(name, *places, "✓" if player["trick"] else "")
    return grid


def _place(player: Shown, place: int) -> Text:
    """The detachments of a player in a place: their numbers, with a mark for a chest."""
    here = [man for man in player["detachments"] if man["zone"] == place]
    text = Text()
    for man in here:
        text.append(str(man["detachment"]), "bold" if man["loaded"] else "")
        if man["loaded"]:
            text.append(MARKS[man["chest"] or "?"], "bold")
    return text if here else Text("·", "dim")


def _legend(tongue: Tongue) -> Text:
    words = tongue.text("{closed} a chest, {full} known to be full, {empty} known to be empty")
    return Text(words.format(closed=CLOSED, full=FULL, empty=EMPTY), "dim")


def _confrontation(one: Shown, tongue: Tongue) -> RenderableType:
    aggressors = tongue.all_of([tongue.name(SHIPS.index(ship)) for ship in one["aggressors"]])
    man = one["detachment"]
    words = tongue.text(
        "Confrontation on {zone}: {aggressors} ({strength}) demand the chest of detachment {detachment} "
        "of {owner} ({resistance})."
    )
    return Text(
        words.format(
            zone=say_place(one["zone"], tongue),
            aggressors=aggressors,
            strength=one["strength"]["aggressors"],
            detachment=man["detachment"],
            owner=tongue.name(SHIPS.index(man["owner"])),
            resistance=one["strength"]["defender"],
        ),
        "bold",
    )


def claimed(shown: Shown) -> dict[tuple[str, str], str]:
    """The last claim about each chest that is still carried: ship and number → full or empty."""
    last = {}
    for remark in shown.get("remarks", ()):
        _, number, chest = remark["says"].split()
        last[remark["by"], number] = chest
    loaded = {
        (player["seat"], str(man["detachment"]))
        for player in shown["players"]
        for man in player["detachments"]
        if man["loaded"]
    }
    return {man: chest for man, chest in last.items() if man in loaded and chest != "nothing"}


def _claims(claims: dict[tuple[str, str], str], tongue: Tongue) -> str:
    return ", ".join(
        f"{tongue.name(SHIPS.index(ship))} {number}: {tongue.text(CHEST_NAMES[chest])}"
        for (ship, number), chest in claims.items()
    )


def _trick(one: Shown, tongue: Tongue) -> RenderableType:
    words = tongue.text("{trick}, played by {who}, waits for an answer.")
    return Text(
        words.format(trick=TRICK_NAMES[one["kind"]], who=tongue.name(SHIPS.index(one["by"]))), "italic"
    )


# ── What everybody may look up ──────────────────────────────────────────────────────────────────
def draw_more(shown: Shown, tongue: Tongue) -> RenderableType:
    """The tricks that lie face up (TR-9.1), and what is out of the game."""
    table = Table(title=tongue.text("Discarded tricks"), title_justify="left", box=None, show_header=False)
    for trick, count in shown["discard"]["face_up"].items():
        table.add_row(TRICK_NAMES[trick], str(count))
    table.add_row(tongue.text("face down"), str(shown["discard"]["face_down"]))
    removed = [f"{tongue.text(CHEST_NAMES[kind])}: {count}" for kind, count in shown["removed"].items()]
    return Group(table, Text(tongue.text("Chests out of the game: {list}").format(list=", ".join(removed))))


def score_columns(shown: Shown, tongue: Tongue) -> dict[str, list[str]]:
    """What the points are made of (TR-8.2)."""
    counts = [str(len(player["detachments"])) for player in shown["players"]]
    return {tongue.text("Detachments left"): counts}


def say_value(field: str, value: str | int, tongue: Tongue) -> str | None:
    """A field of an action in words."""
    if field in ("detachment", "its"):
        return tongue.text("detachment {n}").format(n=value)
    if field == "zones":
        return str(value)
    if field == "side":
        return tongue.text(SIDE_NAMES[str(value)])
    if value in TRICKS:
        return TRICK_NAMES[str(value)]
    if value in SHIPS:
        return tongue.name(SHIPS.index(str(value)))
    return tongue.text(VERBS[str(value)]) if value in VERBS else None
