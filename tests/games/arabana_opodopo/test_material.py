"""The box (AO-1): islands and slots, cards, pieces, stones, and the board of this edition."""

import json
import math
from itertools import combinations

import pytest
from tests.games.arabana_opodopo.scripts import (
    ARABANA_OPODOPO,
    PLAYERS,
    bridges,
    built,
    choices,
    control,
    foreseen,
    mover,
    phase,
    play,
    refusal,
    reserve,
    set_up,
    slots_of,
    table,
    verbs,
)

from archipel.core.game import GameError
from archipel.core.match import Match
from archipel.core.record import WATCHER
from archipel.games.arabana_opodopo.notation import SEATS
from archipel.games.arabana_opodopo.options import FILE, board_of
from archipel.games.arabana_opodopo.parts import GODS, LETTERS
from archipel.games.arabana_opodopo.words import nouns

BOARD = board_of({"board": "standard"})


# ── Islands and slots ───────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-1.1")
def test_sixteen_islands_four_small_eleven_large_and_lusepil():
    islands = set_up().show(WATCHER)["islands"]
    slots = {one["island"]: one["slots"] for one in islands}
    assert {letter for letter in slots if slots[letter] == 3} == set("bfnp")
    assert {letter for letter in slots if slots[letter] == 5} == set("acdeghijkmo")
    assert {letter for letter in slots if slots[letter] == 7} == {"l"}
    assert len(slots) == 16


@pytest.mark.rule("AO-1.1")
def test_two_islands_share_each_of_the_thirty_seven_slots():
    match = set_up()
    slots = [(one["from"], one["to"]) for one in match.show(WATCHER)["slots"]]
    assert len(set(slots)) == len(slots) == 37
    assert all(one < other for one, other in slots)
    for letter in LETTERS:
        assert len(slots_of(match, letter)) == sum(letter in slot for slot in slots)
    assert sum(len(slots_of(match, letter)) for letter in LETTERS) == 2 * 37


@pytest.mark.rule("AO-1.1")
def test_a_bridge_counts_on_both_of_its_islands():
    match = play(table(red="a"), "red: play a l")
    on = {one["island"]: one["bridges"]["red"] for one in match.show(WATCHER)["islands"]}
    assert {letter for letter in on if on[letter]} == {"a", "l"}


# ── Cards ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-1.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_forty_eight_cards_three_for_every_island_in_a_bag_without_order(seats):
    match = Match(ARABANA_OPODOPO, seats)
    assert choices(match) == [f"deal {letter}" for letter in LETTERS]
    assert match.ways == [3] * 16
    assert match.show(WATCHER)["bag"] == 48


@pytest.mark.rule("AO-1.2")
def test_no_more_cards_of_an_island_are_dealt_than_there_are():
    match = play(Match(ARABANA_OPODOPO, 3), "deal a; deal a; deal b; deal a")
    assert "deal a" not in choices(match)
    assert match.ways == [2] + [3] * 14


# ── Pieces ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-1.3")
@pytest.mark.parametrize("seats", PLAYERS)
def test_twenty_bridges_each_and_none_on_the_board(seats):
    match = set_up(seats)
    assert [player["seat"] for player in match.show(0)["players"]] == list(SEATS[:seats])
    assert {player["reserve"] for player in match.show(0)["players"]} == {20}
    assert {player["points"] for player in match.show(0)["players"]} == {0}
    assert bridges(match) == ""
    play(match, choices(match)[0])
    assert reserve(match, "red") == 19


@pytest.mark.rule("AO-1.3", "AO-4.5")
def test_ten_markers_can_lie_on_the_board():
    ten = built("red", "ac ad al bh cf cn df dl gm hm hp jk jl jn kl km")
    match = table(bridges=ten, red="g")
    assert sorted(control(match)) == list("acdfhjklmn")
    assert match.show(WATCHER)["players"][0]["islands"] == 10
    assert not match.over


# ── Stones ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-1.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_sixteen_stones_are_laid_out_only_with_the_gods(seats):
    without = set_up(seats).show(WATCHER)["islands"]
    assert {one["stone"] for one in without} == {None}
    found = [one["stone"] for one in set_up(seats, gods=True).show(WATCHER)["islands"]]
    assert {god: found.count(god) for god in GODS} == dict(kane=4, kanaloa=3, ku=3, pele=3, lono=3)
    assert len(found) == 16


@pytest.mark.rule("AO-1.4")
def test_without_the_gods_no_stone_can_be_used_or_even_laid_out():
    assert phase(Match(ARABANA_OPODOPO, 3)) == "dealing"
    match = table(round=2, red="a", blue="b")
    assert verbs(match) == {"play", "discard", "take", "draw"}
    for action in ("kanaloa a b", "ku blue", "pele", "lono_draw"):
        assert refusal(match, action)[0] == "AO-9.2"


# ── The board of this edition ───────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-1.5")
def test_one_island_for_each_letter_from_a_to_p_named_after_it():
    assert [island["letter"] for island in BOARD["islands"]] == list("ABCDEFGHIJKLMNOP")
    for island in BOARD["islands"]:
        assert island["name"][0] == island["letter"]
        assert island["id"] == island["name"].lower()
    names = nouns({"board": "standard"})
    assert [names[letter] for letter in "ailno"] == ["Arabana", "Ikibiti", "Lusepil", "Nuridan", "Opodopo"]


@pytest.mark.rule("AO-1.5")
def test_there_is_a_slot_between_nuridan_and_opodopo():
    assert {"a": "nuridan", "b": "opodopo"} in BOARD["edges"]
    assert "no" in slots_of(set_up(), "n")


@pytest.mark.rule("AO-1.5")
def test_no_bridge_crosses_another():
    at = {island["id"]: (island["x"], island["y"]) for island in BOARD["islands"]}
    lines = [((edge["a"], edge["b"]), at[edge["a"]], at[edge["b"]]) for edge in BOARD["edges"]]
    for (ends, *one), (others, *other) in combinations(lines, 2):
        if not set(ends) & set(others):
            assert not _cross(*one, *other), (ends, others)


def _cross(a, b, c, d):
    """Whether the line from a to b meets the one from c to d."""
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a, b, point):
    turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
    return math.copysign(1, turn)


@pytest.mark.rule("AO-1.5")
def test_crossing_bridges_would_be_found():
    assert _cross((0, 0), (2, 2), (0, 2), (2, 0))
    assert not _cross((0, 0), (2, 0), (0, 1), (2, 1))


@pytest.mark.rule("AO-1.5")
def test_lusepil_lies_in_the_middle():
    def from_the_middle(island):
        return math.dist((island["x"], island["y"]), (50, 50))

    assert min(BOARD["islands"], key=from_the_middle)["name"] == "Lusepil"


@pytest.mark.rule("AO-1.5")
def test_the_board_file_calls_itself_a_reconstruction():
    assert "reconstruction" in FILE.read_text("utf-8").splitlines()[1]
    assert FILE.as_posix().endswith("archipel/games/arabana_opodopo/board.json")


@pytest.mark.rule("AO-1.5")
def test_nothing_is_built_where_there_is_no_slot():
    match = table(red="ab")
    sentence = "There is no slot between Arabana (A) and Pakulea (P)."
    assert refusal(match, "play a p") == ("AO-1.5", sentence)
    assert refusal(match, "play b b")[0] == "AO-1.5"


# ── Not Kahuna ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("AO-1.6")
@pytest.mark.parametrize("seats", PLAYERS)
def test_who_has_no_bridge_left_on_the_board_is_not_out(seats):
    match = table(seats, bridges="ab:red bh:blue", red="b", blue="h", open="cdef")
    play(match, "red: play b e; red: take c; chance: reveal a")
    assert bridges(match) == "ab:red be:red"
    assert (mover(match), phase(match)) == ("blue", "turn")
    assert bridges(play(match, "blue: play h p")) == "ab:red be:red hp:blue"


@pytest.mark.rule("AO-1.6")
def test_in_the_second_round_neither():
    match = table(round=2, bridges="ab:red bh:blue", red="b", open="c", bag="")
    play(match, "red: play b e; red: take c")
    assert match.state.final
    assert mover(match) == "blue"
    assert not match.over


# ── A board of one's own ────────────────────────────────────────────────────────────────────────
def drawn_board():
    """The board of the file, to be changed."""
    return json.loads(FILE.read_text("utf-8"))


def other_board():
    """A board with islands of other names and ids, in another order, and other slots between four of them."""
    board = drawn_board()
    for island in board["islands"]:
        island["name"] = f"Île {island['letter'] * 2}"
    for edge in board["edges"]:
        if (edge["a"], edge["b"]) == ("arabana", "bolimau"):
            edge["b"] = "nuridan"
        elif (edge["a"], edge["b"]) == ("nuridan", "opodopo"):
            edge["a"] = "bolimau"
    text = json.dumps(board).replace('"nuridan"', '"island 14"')
    board = json.loads(text)
    board["islands"].reverse()
    board["edges"].reverse()
    return board


@pytest.mark.rule("AO-1.5")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_standard_board_given_as_an_object_is_the_same_match(seats):
    given = Match(ARABANA_OPODOPO, seats, {"board": drawn_board()})
    assert given.state_bytes() == Match(ARABANA_OPODOPO, seats).state_bytes()


@pytest.mark.rule("AO-1.5")
def test_the_standard_board_does_not_depend_on_where_one_is(tmp_path, monkeypatch):
    before = Match(ARABANA_OPODOPO, 3).state_bytes()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.json").write_text("no board", "utf-8")
    assert ARABANA_OPODOPO.read_option("board=standard") == ("board", "standard")
    assert Match(ARABANA_OPODOPO, 3, {"board": "standard"}).state_bytes() == before


@pytest.mark.rule("AO-1.5")
def test_another_board_is_played_on():
    match = table(options={"board": other_board()}, red="anb", bridges="bo:blue")
    assert slots_of(match, "n") == ["an", "cn", "jn"]
    assert slots_of(match, "b") == ["be", "bh", "bo"]
    assert not {"play a b", "play n o"} & set(choices(match))
    assert {"play a n", "play n a", "play b e"} <= set(choices(match))
    play(match, "red: play a n; red: play n c")
    assert control(match) == {"n": "red"}
    assert refusal(match, "play b o")[0] == "AO-3.2"


@pytest.mark.rule("AO-1.5")
def test_another_board_is_named_in_words():
    match = table(options={"board": other_board()}, red="an", bridges="cn:red jn:blue")
    assert foreseen(match, "play a n") == [
        "Red plays Île AA (A) and builds a bridge to Île NN (N).",
        "Red gains control of Île NN (N).",
        "The bridge of Blue between Île JJ (J) and Île NN (N) is removed.",
    ]
    assert refusal(match, "play a b") == ("AO-1.5", "There is no slot between Île AA (A) and Île BB (B).")
    assert refusal(match, "play c d") == ("AO-3.2", "You do not hold a card Île CC (C).")


@pytest.mark.rule("AO-1.5", "AO-9.1")
def test_the_stones_of_another_board_are_laid_out():
    board = {**drawn_board(), "stones": {"lono": 10, "kane": 0, "kanaloa": 0, "ku": 6, "pele": 0}}
    match = Match(ARABANA_OPODOPO, 3, {"gods": True, "board": board})
    assert (choices(match), match.ways) == (["stone ku", "stone lono"], [6, 10])


@pytest.mark.rule("AO-1.5")
def test_a_board_is_kept_in_its_plainest_form():
    """Islands by letter, slots by their islands, and nothing else: two files of one board are one board."""
    board = Match(ARABANA_OPODOPO, 3, {"board": other_board()}).options["board"]
    assert [island["letter"] for island in board["islands"]] == list("ABCDEFGHIJKLMNOP")
    assert board["edges"][0] == {"a": "arabana", "b": "cumaloa"}
    assert set(board) == {"islands", "edges", "stones"}
    assert json.loads(json.dumps(board)) == board
    shuffled = {**other_board(), "edges": other_board()["edges"][::-1], "note": "mine"}
    assert Match(ARABANA_OPODOPO, 3, {"board": shuffled}).options["board"] == board


# ── Board files that are refused, and options ───────────────────────────────────────────────────
def change(*path, to):
    """A change of a board: the thing at a path becomes another, or is added at the end of a list."""

    def apply(board):
        *way, last = path
        for key in way:
            board = board[key]
        if last == len(board) and isinstance(board, list):
            board.append(to)
        else:
            board[last] = to

    return apply


def drop(*path):
    """A change of a board: the thing at a path is left out."""

    def apply(board):
        *way, last = path
        for key in way:
            board = board[key]
        del board[last]

    return apply


def turn_edge(board):
    """Lead a slot of Arabana to Nuridan: then each has a number of slots that no island has."""
    board["edges"][0] = {"a": "nuridan", "b": "bolimau"}


def make_small(board):
    """Lead two slots of Arabana to Nuridan: then it is small, and Nuridan large."""
    board["edges"][0] = {"a": "nuridan", "b": "bolimau"}
    board["edges"][3] = {"a": "nuridan", "b": "elumani"}


def move_two(board):
    """Lead two slots of Lusepil to small Fenuati: then there are twelve large islands and none with seven."""
    board["edges"][4] = {"a": "arabana", "b": "fenuati"}
    board["edges"][16] = {"a": "elumani", "b": "fenuati"}


WRONG_BOARDS = [
    (drop("islands"), "the board has no 'islands'"),
    (drop("edges"), "the board has no 'edges'"),
    (drop("stones"), "the board has no 'stones'"),
    (change("islands", to={}), '"islands" must be a list'),
    (drop("islands", 15), "the board has 15 islands, not 16 (AO-1.1)"),
    (change("islands", 2, to="cumaloa"), "island 3 is not an object"),
    (drop("islands", 2, "id"), "island 3 has no 'id'"),
    (change("islands", 2, "letter", to=3), "island 3 has no 'letter'"),
    (change("islands", 2, "name", to=" "), "island 3 has no 'name'"),
    (change("islands", 2, "name", to="\x1b[2J"), "island 3: the name '\\x1b[2J' cannot be printed"),
    (change("islands", 2, "id", to="\ud800"), "island 3: the id '\\ud800' cannot be printed"),
    (change("islands", 2, "id", to="c" * 41), "island 3: the id has 41 characters, more than 40"),
    (change("islands", 2, "name", to="C" * 41), "island 3: the name has 41 characters, more than 40"),
    (change("islands", 2, "letter", to="Q"), "island 3: letter is 'Q', not one of A to P"),
    (change("islands", 2, "id", to="arabana"), "two islands have the id 'arabana'"),
    (change("islands", 2, "letter", to="A"), "two islands have the letter 'A'"),
    (change("islands", 2, "name", to="Arabana"), "two islands have the name 'Arabana'"),
    (drop("islands", 2, "x"), "island 3 (Cumaloa): x is None, not from 0 to 100"),
    (change("islands", 2, "y", to="27"), "island 3 (Cumaloa): y is '27', not from 0 to 100"),
    (change("islands", 2, "y", to=True), "island 3 (Cumaloa): y is True, not from 0 to 100"),
    (change("islands", 2, "x", to=100.5), "island 3 (Cumaloa): x is 100.5, not from 0 to 100"),
    (change("islands", 2, "x", to=-1), "island 3 (Cumaloa): x is -1, not from 0 to 100"),
    (change("islands", 2, "x", to=math.nan), "island 3 (Cumaloa): x is nan, not from 0 to 100"),
    (change("edges", to={}), '"edges" must be a list'),
    (change("edges", 1, to=["arabana", "cumaloa"]), "edge 2 is not an object"),
    (change("edges", 1, "a", to="atlantis"), "edge 2: a is 'atlantis', which is no island"),
    (change("edges", 1, "b", to=["cumaloa"]), "edge 2: b is ['cumaloa'], which is no island"),
    (drop("edges", 1, "b"), "edge 2: b is None, which is no island"),
    (change("edges", 1, "b", to="arabana"), "edge 2 leads from 'arabana' to itself"),
    (
        change("edges", 1, to={"a": "bolimau", "b": "arabana"}),
        "edge 2: there are two slots between 'arabana' and 'bolimau'",
    ),
    (drop("edges", 36), "the board has 36 slots, not 37 (AO-1.1): Opodopo has 4, Pakulea has 2"),
    (
        change("edges", 37, to={"a": "arabana", "b": "pakulea"}),
        "the board has 38 slots, not 37 (AO-1.1): Arabana has 6, Pakulea has 4",
    ),
    (turn_edge, "Arabana has 4 slots, not 3, 5 or 7 (AO-1.1)"),
    (move_two, "3 islands have 3 slots, not 4 (AO-1.1): Bolimau, Nuridan, Pakulea"),
    (change("islands", 0, "degree", to=3), "Arabana: degree is 3, but it has 5 slots"),
    (change("islands", 0, "size", to="small"), "Arabana: size is 'small', but it has 5 slots"),
    (change("islands", 0, "absolute_majority", to=2), "Arabana: absolute_majority is 2, but it has 5 slots"),
    (change("islands", 0, "kane_bonus", to=3), "Arabana: kane_bonus is 3, but it has 5 slots"),
    (
        change("islands", 13, "neighbours", to=["cumaloa", "jorokai", "pakulea"]),
        "Nuridan: neighbours do not agree with its slots to cumaloa, jorokai, opodopo",
    ),
    (
        change("islands", 13, "neighbours", to=3),
        "Nuridan: neighbours do not agree with its slots to cumaloa, jorokai, opodopo",
    ),
    (change("stones", to=[4, 3, 3, 3, 3]), '"stones" must be an object with a number for each god'),
    (
        change("stones", "maui", to=0),
        "there are no stones of 'maui'; the gods are kane, kanaloa, ku, pele, lono",
    ),
    (drop("stones", "ku"), "stones of ku: None is no number of stones"),
    (change("stones", "ku", to=-1), "stones of ku: -1 is no number of stones"),
    (change("stones", "ku", to=3.0), "stones of ku: 3.0 is no number of stones"),
    (change("stones", "ku", to=True), "stones of ku: True is no number of stones"),
    (change("stones", "ku", to=4), "there are 17 stones, not 16, one for each island (AO-9.1)"),
]


@pytest.mark.rule("AO-1.5", "AO-1.1")
@pytest.mark.parametrize(("spoil", "message"), WRONG_BOARDS, ids=[message for _, message in WRONG_BOARDS])
def test_a_wrong_board_is_refused_with_what_is_wrong(spoil, message):
    board = drawn_board()
    spoil(board)
    with pytest.raises(GameError) as refused:
        Match(ARABANA_OPODOPO, 3, {"board": board})
    assert str(refused.value) == f"option board: {message}"


@pytest.mark.rule("AO-1.5")
def test_a_file_may_say_more_of_an_island_if_it_is_right():
    board = drawn_board()
    board["islands"][13] |= {
        **{"degree": 3, "size": "small", "absolute_majority": 2, "kane_bonus": 1},
        "neighbours": ["opodopo", "jorokai", "cumaloa"],
    }
    plain = Match(ARABANA_OPODOPO, 3, {"board": drawn_board()}).options
    assert Match(ARABANA_OPODOPO, 3, {"board": board}).options == plain


@pytest.mark.rule("AO-1.5")
def test_letters_may_be_small_but_are_then_the_same_letters():
    board = drawn_board()
    board["islands"][2]["letter"] = "c"
    assert nouns(Match(ARABANA_OPODOPO, 3, {"board": board}).options)["c"] == "Cumaloa"
    board["islands"][2]["letter"] = "a"
    with pytest.raises(GameError, match="two islands have the letter"):
        Match(ARABANA_OPODOPO, 3, {"board": board})


@pytest.mark.rule("AO-1.1", "AO-4.1")
def test_which_islands_are_small_is_up_to_the_board():
    board = drawn_board()
    for island in board["islands"]:
        del island["size"]
    make_small(board)
    match = table(options={"board": board}, red="ac", bridges="jn:blue cn:blue")
    assert {letter for letter in LETTERS if len(slots_of(match, letter)) == 3} == set("abfp")
    assert control(play(match, "red: play a d; red: play c a")) == {"a": "red"}


@pytest.mark.parametrize("board", ["mine", None, 7, []])
def test_a_board_is_standard_or_an_object(board):
    with pytest.raises(GameError, match='a board is "standard", "miniature" or an object'):
        Match(ARABANA_OPODOPO, 3, {"board": board})


@pytest.mark.rule("AO-1.5")
def test_a_board_file_is_read(tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(other_board()), "utf-8")
    name, board = ARABANA_OPODOPO.read_option(f"board={file}")
    assert name == "board"
    assert board == Match(ARABANA_OPODOPO, 3, {"board": other_board()}).options["board"]


def test_a_board_file_that_cannot_be_read_is_refused(tmp_path):
    file = tmp_path / "mine.json"
    with pytest.raises(GameError, match=r"option board: cannot read the board file .*mine.json"):
        ARABANA_OPODOPO.read_option(f"board={file}")
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(GameError, match=r"the board file .*mine.json' is not a text file"):
        ARABANA_OPODOPO.read_option(f"board={file}")
    file.write_text('{\n"islands": [}', "utf-8")
    with pytest.raises(GameError, match=r"mine.json, line 2: not JSON \(Expecting value\)"):
        ARABANA_OPODOPO.read_option(f"board={file}")
    file.write_text("{}", "utf-8")
    with pytest.raises(GameError, match="the board has no 'islands'"):
        ARABANA_OPODOPO.read_option(f"board={file}")


@pytest.mark.rule("AO-1.4")
def test_the_gods_are_a_switch():
    assert Match(ARABANA_OPODOPO, 3).options == {"gods": False, "board": "standard"}
    assert ARABANA_OPODOPO.read_option("gods=yes") == ("gods", True)
    with pytest.raises(GameError, match="option gods: 'perhaps' is neither yes nor no"):
        ARABANA_OPODOPO.read_option("gods=perhaps")
    with pytest.raises(GameError, match="option gods: 1 is neither true nor false"):
        Match(ARABANA_OPODOPO, 3, {"gods": 1})


@pytest.mark.parametrize("seats", [2, 5])
def test_three_or_four_players(seats):
    with pytest.raises(GameError, match=f"is for 3 to 4 players, not {seats}"):
        Match(ARABANA_OPODOPO, seats)
