"""The options of Arabana-Opodopo: read, checked with errors that say what is wrong, and packed.

A board is `"standard"`, the reconstruction in `board.json`, or an object in the same form (AO-1.5). On
one of the latter a match can begin late (AO-2.4): it then says which cards are left, and which bridges stand.
On the board `"miniature"` so few are left that every course is known.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from archipel.core.game import GameError
from archipel.core.options import MINIATURE, NAMES, STANDARD, read_json
from archipel.core.rule import part
from archipel.core.words import N_

SIZE_NAMES = {3: "small", 5: "large", 7: "main"}  # of the sizes of islands, by their slots
LONGEST_WORD = 40  # characters of the id or the name of an island
FILE = Path(__file__).with_name("board.json")
SMALL = FILE.with_name("miniature.json")
LEFT = part("AO-2.4", ("open", "bag"))  # where the cards are that are left in a match that begins late

Board = dict[str, Any]


# ── Reading what a user gives ───────────────────────────────────────────────────────────────────
def load_board(text: str) -> Any:
    """A board by its name, or the one in a file."""
    return check_board(text if text in NAMES else read_json(text, "board"))


def check_board(value: Any) -> Any:
    """A board in its plainest form, or `ValueError` that says what is wrong with it."""
    if value == STANDARD:
        return value
    if value == MINIATURE:
        value = json.loads(SMALL.read_text("utf-8"))
    if not isinstance(value, dict):
        raise ValueError(
            'a board is "standard", "miniature" or an object with "islands", "edges" and "stones"'
        )
    for key in ("islands", "edges", "stones"):
        if key not in value:
            raise ValueError(f"the board has no {key!r}")
    islands = _check_islands(value["islands"])
    edges = _check_edges(value["edges"], [island["id"] for island in islands])
    _check_degrees(islands, edges)
    for island in value["islands"]:
        _check_facts(island, edges)
    board = {"islands": islands, "edges": edges, "stones": _check_stones(value["stones"])}
    return {**board, **_check_left(value, edges)}


def _check_islands(islands: Any) -> list[Board]:
    from archipel.games.arabana_opodopo.parts import ISLANDS, LETTERS

    if not isinstance(islands, list):
        raise ValueError('"islands" must be a list')
    if len(islands) != ISLANDS:
        raise ValueError(f"the board has {len(islands)} islands, not {ISLANDS} (AO-1.1)")
    checked = [_check_island(number, island) for number, island in enumerate(islands, 1)]
    for key in ("id", "letter", "name"):
        twice = [word for word, count in Counter(island[key] for island in checked).items() if count > 1]
        if twice:
            raise ValueError(f"two islands have the {key} {twice[0]!r}")
    return sorted(checked, key=lambda island: LETTERS.index(str(island["letter"]).lower()))


def _check_island(number: int, island: Any) -> Board:
    from archipel.games.arabana_opodopo.parts import LETTERS

    if not isinstance(island, dict):
        raise ValueError(f"island {number} is not an object")
    for key in ("id", "letter", "name"):
        if not isinstance(island.get(key), str) or not island[key].strip():
            raise ValueError(f"island {number} has no {key!r}")
    for key in ("id", "name"):
        _check_word(f"island {number}: the {key}", island[key])
    if island["letter"].lower() not in LETTERS:
        raise ValueError(f"island {number}: letter is {island['letter']!r}, not one of A to P")
    for key in ("x", "y"):
        place = island.get(key)
        if isinstance(place, bool) or not isinstance(place, int | float) or not 0 <= place <= 100:
            raise ValueError(f"island {number} ({island['name']}): {key} is {place!r}, not from 0 to 100")
    return {
        **{key: island[key] for key in ("id", "letter", "name", "x", "y")},
        "letter": island["letter"].upper(),
    }


def _check_word(what: str, word: str) -> None:
    if len(word) > LONGEST_WORD:
        raise ValueError(f"{what} has {len(word)} characters, more than {LONGEST_WORD}")
    if not word.isprintable():  # it is shown in terminals, which obey control characters
        raise ValueError(f"{what} {word!r} cannot be printed")


def _check_edges(edges: Any, ids: list[str]) -> list[Board]:
    if not isinstance(edges, list):
        raise ValueError('"edges" must be a list')
    pairs: dict[tuple[str, ...], Board] = {}
    for number, edge in enumerate(edges, 1):
        if not isinstance(edge, dict):
            raise ValueError(f"edge {number} is not an object")
        for end in ("a", "b"):
            if edge.get(end) not in ids:
                raise ValueError(f"edge {number}: {end} is {edge.get(end)!r}, which is no island")
        pair = tuple(sorted((edge["a"], edge["b"]), key=ids.index))
        if pair[0] == pair[1]:
            raise ValueError(f"edge {number} leads from {pair[0]!r} to itself")
        if pair in pairs:
            raise ValueError(f"edge {number}: there are two slots between {pair[0]!r} and {pair[1]!r}")
        pairs[pair] = {"a": pair[0], "b": pair[1], **_check_bridge(number, edge)}
    return [pairs[pair] for pair in sorted(pairs, key=lambda pair: tuple(map(ids.index, pair)))]


def _check_bridge(number: int, edge: Board) -> Board:
    from archipel.games.arabana_opodopo.parts import COLOURS

    if "bridge" not in edge:
        return {}
    if edge["bridge"] not in COLOURS:
        raise ValueError(f"edge {number}: bridge is {edge['bridge']!r}, not one of {', '.join(COLOURS)}")
    return {"bridge": edge["bridge"]}


def _check_degrees(islands: list[Board], edges: list[Board]) -> None:
    from archipel.games.arabana_opodopo.parts import SIZES, SLOTS

    degrees = {island["name"]: len(_neighbours(island, edges)) for island in islands}
    odd = [f"{name} has {slots}" for name, slots in degrees.items() if slots not in SIZES]
    if len(edges) != SLOTS:
        which = f": {', '.join(odd)}" if odd else ""
        raise ValueError(f"the board has {len(edges)} slots, not {SLOTS} (AO-1.1){which}")
    if odd:
        raise ValueError(f"{odd[0]} slots, not 3, 5 or 7 (AO-1.1)")
    for size, count in SIZES.items():
        have = sorted(name for name, slots in degrees.items() if slots == size)
        if len(have) != count:
            raise ValueError(
                f"{len(have)} islands have {size} slots, not {count} (AO-1.1): {', '.join(have) or 'none'}"
            )


def _check_facts(island: Board, edges: list[Board]) -> None:
    """What a file may say besides about an island must agree with its slots."""
    from archipel.games.arabana_opodopo.parts import BONUS

    neighbours = _neighbours(island, edges)
    slots = len(neighbours)
    facts = {"degree": slots, "size": SIZE_NAMES[slots], "absolute_majority": slots // 2 + 1}
    for key, right in (facts | {"kane_bonus": int(BONUS[slots])}).items():
        if island.get(key, right) != right:
            raise ValueError(f"{island['name']}: {key} is {island[key]!r}, but it has {slots} slots")
    given = island.get("neighbours", neighbours)
    if not isinstance(given, list) or sorted(map(str, given)) != sorted(neighbours):
        leads = ", ".join(neighbours)
        raise ValueError(f"{island['name']}: neighbours do not agree with its slots to {leads}")


def _neighbours(island: Board, edges: list[Board]) -> list[str]:
    """The islands that its slots lead to."""
    ends = [(edge["a"], edge["b"]) for edge in edges]
    return [b if a == island["id"] else a for a, b in ends if island["id"] in (a, b)]


def _check_stones(stones: Any) -> dict[str, int]:
    from archipel.games.arabana_opodopo.parts import GODS, ISLANDS

    if not isinstance(stones, dict):
        raise ValueError('"stones" must be an object with a number for each god')
    if unknown := [god for god in stones if god not in GODS]:
        raise ValueError(f"there are no stones of {unknown[0]!r}; the gods are {', '.join(GODS)}")
    for god in GODS:
        count = stones.get(god)
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise ValueError(f"stones of {god}: {count!r} is no number of stones")
    if sum(stones.values()) != ISLANDS:
        raise ValueError(
            f"there are {sum(stones.values())} stones, not {ISLANDS}, one for each island (AO-9.1)"
        )
    return {god: stones[god] for god in GODS}


def _check_left(value: Board, edges: list[Board]) -> Board:
    """The cards that are left in a match that begins late (AO-2.4); nothing in a whole one."""
    from archipel.games.arabana_opodopo.parts import COPIES, LETTERS, OPEN

    if not any(key in value for key in LEFT):
        if any("bridge" in edge for edge in edges):
            raise ValueError('bridges stand only where a match begins late: say which cards are in the "bag"')
        return {}
    left = {key: value.get(key, []) for key in LEFT}
    for key, letters in left.items():
        if not isinstance(letters, list) or any(str(one).lower() not in LETTERS for one in letters):
            raise ValueError(f'"{key}" must be a list of letters from A to P')
    left = {key: [letter.upper() for letter in letters] for key, letters in left.items()}
    if len(left["open"]) > OPEN:
        raise ValueError(f"{len(left['open'])} cards lie open, more than {OPEN} (AO-3.5)")
    letter, most = max(Counter(left["open"] + left["bag"]).items(), key=lambda one: one[1], default=("", 0))
    if most == 0:
        raise ValueError("no card is left to draw")
    if most > COPIES:
        raise ValueError(f"there are {most} cards of {letter}, not {COPIES} at most (AO-1.2)")
    return left


# ── Packing for the rules ───────────────────────────────────────────────────────────────────────
@cache
def _standard() -> Board:
    board: Board = check_board(json.loads(FILE.read_text("utf-8")))
    return board


def board_of(options: Any) -> Board:
    """The board that options name, in its plainest form."""
    board = options["board"]
    return _standard() if board == STANDARD else board


def pack(packed: Any, seats: int, options: dict[str, Any]) -> None:
    """Write options into a record of the shape `OPTIONS`."""
    from archipel.core.record import NOBODY, NOTHING
    from archipel.games.arabana_opodopo.parts import COPIES

    board = board_of(options)
    ids = [island["id"] for island in board["islands"]]
    packed.gods = options["gods"]
    for slot, edge in enumerate(board["edges"]):
        packed.ends[slot] = ids.index(edge["a"]), ids.index(edge["b"])
    packed.stones[:] = list(board["stones"].values())
    packed.bag[:] = COPIES
    packed.open[:] = NOTHING
    packed.bridge[:] = NOBODY
    if LEFT[0] in board:
        _pack_late(packed, seats, board)


def _pack_late(packed: Any, seats: int, board: Board) -> None:
    """A match that begins late (AO-2.4)."""
    from archipel.games.arabana_opodopo.parts import COLOURS, LETTERS

    if packed.gods:
        raise GameError(N_("The gods have no part in a match that begins late (AO-2.4)."))
    packed.late = True
    letters = [LETTERS.index(letter.lower()) for letter in board["open"]]
    packed.open[: len(letters)] = letters
    packed.bag[:] = [board["bag"].count(letter.upper()) for letter in LETTERS]
    for seat, colour in enumerate(COLOURS):
        _refuse_bridges(board, colour, seat < seats)
        for slot, edge in enumerate(board["edges"]):
            if edge.get("bridge") == colour:
                packed.bridge[slot] = seat


def _refuse_bridges(board: Board, colour: str, seated: bool) -> None:
    """Refuse bridges of nobody, and more bridges or islands than a player has pieces for."""
    from archipel.games.arabana_opodopo.parts import BRIDGES, MARKERS

    bridges = [edge for edge in board["edges"] if edge.get("bridge") == colour]
    if bridges and not seated:
        raise GameError(
            N_("A bridge of {colour} stands on this board, but nobody plays {colour}."), colour=colour
        )
    islands = [island for island in board["islands"] if _controls(island, bridges, board["edges"])]
    if len(bridges) > BRIDGES or len(islands) > MARKERS:
        sentence = N_(
            "{colour} has {bridges} bridges and {islands} islands on this board; "
            "{most} and {markers} are the most."
        )
        have = {"bridges": len(bridges), "islands": len(islands)}
        raise GameError(sentence, colour=colour, **have, most=BRIDGES, markers=MARKERS)


def _controls(island: Board, bridges: list[Board], edges: list[Board]) -> bool:
    """Whether somebody with these bridges has more than half of an island's slots."""
    return 2 * len(_neighbours(island, bridges)) > len(_neighbours(island, edges))
