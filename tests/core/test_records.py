from __future__ import annotations

import builtins
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.soak import FEW

from archipel.core.fairness import Fairness
from archipel.core.laws import random_match
from archipel.core.match import Match
from archipel.core.records import (
    OPEN,
    MatchRecord,
    RecordError,
    load,
    read_records,
    record_of,
    text_actions,
    text_header,
    to_json,
    to_text,
)
from archipel.games import game

RUANA = game("costa-ruana")
NAMES = ("Ann", 'Éric "le Rouge"', "")


def unfinished(seats: int = 3, left: int = 40, **options: Any) -> Match:
    match = random_match(RUANA, seats, options, 5)
    match.undo(left)
    return match


PROMISE = Fairness("t 1", "0a" * 32, ("Ann's cat", "\u2028\n"))
REVEALED = Fairness("t 1", "0a" * 32, ("", ""), "5e" * 32)

RECORDS = {
    "at the start": record_of(Match(RUANA, 2)),
    "under way": record_of(unfinished()),
    "over": record_of(random_match(RUANA, 2, {}, 1)),
    "with names": record_of(unfinished(), NAMES),
    "promised": record_of(unfinished(2, 20), ("Ann", "Éric"), PROMISE),
    "revealed": record_of(random_match(RUANA, 2, {}, 1), fair=REVEALED),
    "with options": record_of(unfinished(2, 20, open_huts=True, deck=FEW)),
}
SHORT = record_of(unfinished(2, 60))
TEXT, JSON = to_text(SHORT), to_json(SHORT)
OVER = to_text(RECORDS["over"])


def read(text: str) -> MatchRecord:
    [record] = read_records(text, game)
    return record


def problem(text: str) -> tuple[int, str]:
    """The line and the words with which a text is refused."""
    with pytest.raises(RecordError) as refused:
        list(read_records(text, game))
    words = str(refused.value)
    assert words.startswith(f"line {refused.value.line}: ")
    return refused.value.line, words.partition(": ")[2]


# ── Both ways ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("write", [to_text, to_json])
def test_a_record_comes_back_byte_for_byte(record, write):
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text
    assert read(text).match().state_bytes() == record.match().state_bytes()


def test_the_text_form_reads_like_this():
    match = Match(RUANA, 2)
    match.step(match.read("deal place_2/night"))
    assert to_text(record_of(match, ("Ann", "Éric"))).splitlines() == [
        "archipel-match 1",
        "game: costa-ruana",
        "version: 1",
        "seats: 2",
        "option open_huts: false",
        'option deck: "standard"',
        'players: ["Ann", "Éric"]',
        "actions: 1",
        "1 chance deal place_2/night",
        f"end: {record_of(match).digest}",
    ]
    assert OVER.splitlines()[-2].startswith('outcome: {"points": {"red": ')


def test_the_json_form_reads_like_this():
    match = Match(RUANA, 2)
    match.step(match.read("deal place_2/night"))
    record = record_of(match)
    assert json.loads(to_json(record)) == {
        "format": "archipel-match",
        "format_version": 1,
        "game": "costa-ruana",
        "version": 1,
        "seats": 2,
        "options": {"open_huts": False, "deck": "standard"},
        "players": [],
        "actions": [{"action": "deal", "card": "place_2/night"}],
        "outcome": None,
        "end": record.digest,
    }


@pytest.mark.parametrize("write", [to_text, lambda record: to_json(record) + "\n"])
def test_a_file_can_hold_several_records(write, tmp_path):
    records = list(RECORDS.values())
    text = "".join(map(write, records))
    assert list(read_records(text, game)) == records
    path = tmp_path / "matches"
    path.write_text(text, "utf-8")
    assert load(path, game) == records


def test_json_can_be_spread_over_lines():
    form = json.loads(JSON)
    assert read("\n\n" + json.dumps(form, indent=2)) == SHORT
    assert list(read_records((json.dumps(form, indent=1) + "\n\n") * 2, game)) == [SHORT, SHORT]
    assert read(json.dumps(dict(reversed(form.items())))) == SHORT


def test_a_record_without_options_or_names_has_the_usual_ones():
    lines = [line for line in TEXT.splitlines(keepends=True) if not line.startswith("option ")]
    assert read("".join(lines)) == SHORT
    form = json.loads(JSON)
    del form["players"]
    assert read(json.dumps(form)) == SHORT


# ── What was promised about the deals ───────────────────────────────────────────────────────────
def test_what_was_promised_is_one_line_or_one_key():
    words = '{"table": "t 1", "commitment": "' + "0a" * 32 + '", "entropies": ["", ""]'
    text = to_text(RECORDS["revealed"]).splitlines()
    assert text[6] == f'fair: {words}, "seed": "{"5e" * 32}"' + "}"
    assert json.loads(to_json(RECORDS["revealed"]))["fair"] == REVEALED.to_json()
    assert to_text(RECORDS["promised"]).splitlines()[7].startswith('fair: {"table": "t 1"')
    assert "seed" not in PROMISE.to_json()
    assert REVEALED.sealed.seed == ""


def test_without_a_promise_a_record_has_no_word_of_it():
    assert "fair" not in TEXT + JSON
    assert read(TEXT).fair is None
    assert read(json.dumps({**json.loads(JSON), "fair": None})) == SHORT


def test_an_open_record_carries_the_promise():
    record = RECORDS["promised"]
    lines = [*text_header(record, OPEN), *text_actions(record)]
    assert read("\n".join(lines) + "\n") == record


FORGED = [
    ({"bribe": 1}, "'fair': 'bribe' is no part of it; it has table, commitment, entropies, seed"),
    ({"table": ""}, "'fair': 'table' must be a text of 1 to 64 characters"),
    ({"table": 3}, "'fair': 'table' must be a text of 1 to 64 characters"),
    ({"table": "t" * 65}, "'fair': 'table' must be a text of 1 to 64 characters"),
    ({"commitment": "0A" * 32}, "'fair': 'commitment' must be 64 hexadecimal digits in lower case"),
    ({"commitment": "0a" * 32 + "\n"}, "'fair': 'commitment' must be 64 hexadecimal digits in lower case"),
    ({"commitment": None}, "'fair': 'commitment' must be 64 hexadecimal digits in lower case"),
    ({"seed": ""}, "'fair': 'seed' must be 64 hexadecimal digits in lower case"),
    ({"seed": "5e" * 31}, "'fair': 'seed' must be 64 hexadecimal digits in lower case"),
    ({"entropies": [""]}, "'fair': 'entropies' must be a list of 2 texts, one a seat"),
    ({"entropies": "ab"}, "'fair': 'entropies' must be a list of 2 texts, one a seat"),
    ({"entropies": ["", 7]}, "'fair': entropy 2 must be a text of at most 64 characters"),
    ({"entropies": ["x" * 65, ""]}, "'fair': entropy 1 must be a text of at most 64 characters"),
    ({"entropies": ["\ud800", ""]}, "'fair': entropy 1 must be a text of at most 64 characters"),
]


@pytest.mark.parametrize(("change", "words"), FORGED)
def test_a_forged_promise_is_refused_at_its_line(change, words):
    form = {**REVEALED.to_json(), **change}
    text = to_text(RECORDS["revealed"])
    assert problem(with_line(7, f"fair: {json.dumps(form)}", text)) == (7, words)
    record = json.loads(to_json(RECORDS["revealed"]))
    assert problem("\n\n" + json.dumps({**record, "fair": form})) == (3, words)


@pytest.mark.parametrize("key", ["table", "commitment", "entropies"])
def test_a_promise_with_a_part_missing_is_refused(key):
    form = REVEALED.to_json()
    del form[key]
    line, words = problem(with_line(7, f"fair: {json.dumps(form)}", to_text(RECORDS["revealed"])))
    assert line == 7
    assert words.startswith(f"'fair': '{key}' must be ")


def test_a_promise_that_is_none_is_refused():
    text = to_text(RECORDS["revealed"])
    assert problem(with_line(7, "fair: []", text)) == (7, "'fair' must be an object")
    assert problem(with_line(7, "fair: null", text)) == (7, "'fair' must be an object")
    assert problem(with_line(7, "fair: {", text)) == (7, "damaged value '{'")
    assert problem(with_line(7, text.splitlines()[6] + "\nfair: {}", text))[0] == 8
    assert problem(json.dumps({**json.loads(JSON), "fair": 3})) == (1, "'fair' is missing or not of its kind")


# ── Records still being written ─────────────────────────────────────────────────────────────────
def test_an_open_record_has_as_many_actions_as_whole_lines():
    header, actions = text_header(SHORT, OPEN), text_actions(SHORT)
    for count in (0, 1, len(actions)):
        text = "\n".join([*header, *actions[:count]]) + "\n"
        assert read(text).actions == SHORT.actions[:count]
    assert read("\n".join([*header, *actions[:20]]) + "\n21 bl").actions == SHORT.actions[:20]


def test_a_wrong_line_in_an_open_record_is_refused():
    lines = [*text_header(SHORT, OPEN), *text_actions(SHORT)]
    lines[20] = "stop"
    assert problem("\n".join(lines) + "\n") == (21, "expected action 14, found 'stop'")


# ── Broken off ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "text", [TEXT, OVER, to_text(RECORDS["with names"])], ids=["under way", "over", "names"]
)
def test_a_text_broken_off_after_any_line_is_refused_there(text):
    lines = text.splitlines(keepends=True)
    for count in range(len(lines)):
        line, words = problem("".join(lines[:count]))
        assert line == count + 1
        assert words == "the file is empty" if count == 0 else words.startswith("the file ends here; ")


def test_a_text_broken_off_within_a_line_is_refused_there():
    for at in range(1, len(TEXT)):
        if TEXT[at - 1] != "\n":
            line, words = problem(TEXT[:at])
            assert line == TEXT.count("\n", 0, at) + 1
            assert words.startswith("the file breaks off in the middle of a line: ")


def test_json_broken_off_anywhere_is_refused():
    pretty = json.dumps(json.loads(JSON), indent=1)
    for text in (JSON, pretty):
        for at in range(1, len(text), 7):
            line, words = problem(text[:at])
            assert 1 <= line <= text.count("\n", 0, at) + 1
            assert words.startswith("not JSON, or broken off: ")


def test_the_second_of_two_records_is_named_by_its_own_line():
    lines = TEXT.count("\n")
    assert problem(TEXT + TEXT[: TEXT.index("version")]) == (
        lines + 3,
        "the file ends here; 'version' should follow",
    )
    assert problem(TEXT + "more\n")[0] == lines + 1
    assert problem(JSON + "\n" + JSON.replace('"seats": 2', '"seats": 9'))[0] == 2


# ── Changed ─────────────────────────────────────────────────────────────────────────────────────
CHARACTERS = st.sampled_from('0123456789 :"[]{},_/?abcdefgxyzP\n\r\té\x00\u2028') | st.characters(
    codec="utf-8"
)


def changes(text: str) -> st.SearchStrategy[tuple[int, str]]:
    """A text with one character put in the place of another, left out, or put in; and where."""
    return st.builds(
        lambda at, new, width: (at, text[:at] + new + text[at + width :]),
        st.integers(0, len(text) - 1),
        CHARACTERS | st.just(""),
        st.integers(0, 1),
    )


def outcome(text: str) -> MatchRecord | RecordError:
    """The record in a text, or the error with which it is refused."""
    try:
        [record] = read_records(text, game)
    except RecordError as error:
        return error
    return record


@settings(max_examples=400, deadline=None)
@given(changes(TEXT))
def test_a_changed_text_means_the_same_or_is_refused_from_its_line_on(change):
    """A change that is a fair action shows only later, at the latest in the last line."""
    at, text = change
    found = outcome(text)
    if isinstance(found, RecordError):
        assert TEXT.count("\n", 0, at) + 1 <= found.line <= text.count("\n") + 1
    else:
        assert found == SHORT


@settings(max_examples=400, deadline=None)
@given(changes(JSON))
def test_changed_json_means_the_same_or_is_refused(change):
    _, text = change
    found = outcome(text)
    if isinstance(found, RecordError):
        assert 1 <= found.line <= text.count("\n") + 1
    else:
        assert found == SHORT


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200) | st.text('archipel-match 1\n{}[]":,', max_size=60))
def test_any_text_at_all_is_read_or_refused(text):
    with pytest.raises(RecordError):
        list(read_records(text + "\n", game))


def test_lines_in_another_order_are_refused():
    lines = TEXT.splitlines(keepends=True)
    chooser = random.Random(1)
    for _ in range(60):
        i, j = sorted(chooser.sample(range(len(lines)), 2))
        swapped = [*lines[:i], lines[j], *lines[i + 1 : j], lines[i], *lines[j + 1 :]]
        if {i, j} != {4, 5}:  # options have no order
            assert problem("".join(swapped))[0] == i + 1


# ── Every error of the header ───────────────────────────────────────────────────────────────────
def with_line(number: int, line: str, text: str = TEXT) -> str:
    lines = text.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


NAMED = to_text(RECORDS["with names"])


@pytest.mark.parametrize(
    ("line", "wrong", "words"),
    [
        (1, "# Costa Ruana", "this is no match record: it should begin with 'archipel-match 1'"),
        (1, "", "this is no match record"),
        (1, "archipel-match 2", "format version '2' is not known; this reads 1"),
        (1, "archipel-match", "format version '' is not known"),
        (1, "archipel-match 1 2", "format version '1 2' is not known"),
        (2, "game: chess", "There is no game 'chess'; there are: arabana-opodopo, costa-ruana"),
        (2, "match: costa-ruana", "expected 'game: …', found 'match: costa-ruana'"),
        (2, "game:costa-ruana", "expected 'game: …', found 'game:costa-ruana'"),
        (3, "version: 2", "played by version 2 of the rules; this has version 1"),
        (3, "version: one", "'version' must be a number, not 'one'"),
        (3, "version: -1", "'version' must be a number, not '-1'"),
        (3, "version: ²", "'version' must be a number, not '²'"),
        (3, "version: " + "1" * 5000, "'version' must be a number, not '" + "1" * 40 + "…'"),
        (4, "seats: 7", "Costa Ruana is for 2 to 6 players, not 7."),
        (4, "seats: ", "'seats' must be a number, not ''"),
        (5, "option huts: true", "Costa Ruana has no option 'huts'; it has: open_huts, deck."),
        (5, "option open_huts", "damaged value ''"),
        (5, "option open_huts: yes", "damaged value 'yes'"),
        (5, "option open_huts: 1", "option open_huts: 1 is neither true nor false"),
        (5, "option open_huts: " + "1" * 5000, "damaged value '1111"),
        (5, "option open_huts: " + "[" * 100_000, "damaged value '[[[["),
        (6, "option open_huts: false", "option 'open_huts' stands here a second time"),
        (6, 'option deck: {"cards": []}', "2 players need 24 cards"),
        (6, 'option deck: "other"', 'option deck: a deck is "standard", "miniature" or'),
        (6, 'players: ["Ann"]', "'players' must be a list of 2 names"),
        (6, 'players: ["Ann", 3]', "'players' must be a list of 2 names"),
        (6, 'players: "AB"', "'players' must be a list of 2 names"),
        (6, "players: [", "damaged value '['"),
        (7, "actions: many", "'actions' must be a number, not 'many'"),
        (7, "actions:", "expected 'actions: …', found 'actions:'"),
        (8, "2 chance deal place_2/night", "expected action 1, found '2 chance deal place_2/night'"),
        (8, "1 red deal place_2/night", "chance is to move here, not 'red'"),
        (8, "1 chance", "'': an action is missing"),
        (8, "1 chance deal place_4/night", "'card' cannot be 'place_4/night'"),
        (8, "1 chance deal place_1/night", "CR-2.1: That is not what is asked now."),
        (8, "1 chance pass", "CR-2.1: That is not what is asked now."),
    ],
)
def test_a_wrong_line_is_refused_with_what_is_wrong(line, wrong, words):
    found, said = problem(with_line(line, wrong))
    assert found == line
    assert said.startswith(words) or words in said


def test_too_few_or_too_many_actions_are_refused():
    count = len(SHORT.actions)
    fewer = with_line(7, f"actions: {count - 1}")
    assert problem(fewer) == (7 + count, f"expected 'end: …', found {TEXT.splitlines()[6 + count]!r}")
    more = with_line(7, f"actions: {count + 1}")
    assert problem(more)[0] == 8 + count
    over = OVER.splitlines()
    over[6] = f"actions: {len(RECORDS['over'].actions) + 1}"
    assert problem("\n".join(over) + "\n")[1].startswith("expected action")


def test_an_action_after_the_end_is_refused():
    count = len(RECORDS["over"].actions)
    lines = OVER.splitlines()
    lines[6] = f"actions: {count + 1}"
    lines.insert(7 + count, f"{count + 1} red pass")
    assert problem("\n".join(lines) + "\n") == (8 + count, "nobody is to move here, not 'red'")


def test_another_state_or_outcome_than_the_stated_is_refused():
    last = TEXT.count("\n")
    assert problem(with_line(last, "end: 0123456789abcdef")) == (
        last,
        "the actions above lead to another state: a line was changed",
    )
    last = OVER.count("\n") - 1
    changed = re.sub(r'"red": \d+', '"red": 99', OVER.splitlines()[last - 1], count=1)
    assert problem(with_line(last, changed, OVER)) == (
        last,
        "the actions above lead to another outcome: a line was changed",
    )


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("format", "chess", 'this is no match record: it has no "format": "archipel-match"'),
        ("format_version", 2, "format version 2 is not known"),
        ("game", "chess", "There is no game 'chess'"),
        ("game", 3, "'game' is missing or not of its kind"),
        ("version", 2, "played by version 2 of the rules; this has version 1"),
        ("version", True, "'version' is missing or not of its kind"),
        ("seats", 7, "Costa Ruana is for 2 to 6 players, not 7."),
        ("seats", "2", "'seats' is missing or not of its kind"),
        ("options", [], "'options' is missing or not of its kind"),
        ("options", {"huts": True}, "Costa Ruana has no option 'huts'"),
        ("options", {"deck": {"cards": []}}, "2 players need 24 cards"),
        ("players", "AB", "'players' is missing or not of its kind"),
        ("players", ["Ann"], "'players' must be a list of 2 names"),
        ("players", ["Ann", None], "'players' must be a list of 2 names"),
        ("actions", None, "'actions' is missing or not of its kind"),
        ("actions", ["pass"], "action 1: 'pass' is no action"),
        ("actions", [{"action": "pass"}], "action 1: CR-2.1: That is not what is asked now."),
        ("actions", [], "the actions lead to another state: the record was changed"),
        ("outcome", {}, "the actions lead to another outcome: the record was changed"),
        ("outcome", 3, "'outcome' is missing or not of its kind"),
        ("end", "", "the actions lead to another state: the record was changed"),
        ("end", None, "'end' is missing or not of its kind"),
        ("more", 1, "'more' is no part of a match record"),
    ],
)
def test_wrong_json_is_refused_with_what_is_wrong(key, value, words):
    line, said = problem("\n" + json.dumps({**json.loads(JSON), key: value}))
    assert line == 2
    assert said.startswith(words)


@pytest.mark.parametrize("key", [key for key in json.loads(JSON) if key != "players"])
def test_json_with_a_part_missing_is_refused(key):
    form = json.loads(JSON)
    del form[key]
    assert problem(json.dumps(form))[0] == 1


@pytest.mark.parametrize("text", ['{"format": ' + "[" * 100_000, '{"seats": ' + "9" * 5000 + "}", "{}", "{"])
def test_monstrous_json_is_refused(text):
    assert problem(text)[0] == 1


# ── Files ───────────────────────────────────────────────────────────────────────────────────────
def test_a_file_that_is_no_text_is_refused_at_its_line(tmp_path):
    path = tmp_path / "picture.txt"
    path.write_bytes(TEXT.encode()[:60] + b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="line 5: this is no text file"):
        load(path, game)


def test_a_file_with_the_line_ends_of_windows_is_read(tmp_path):
    path = tmp_path / "match.txt"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert load(path, game) == [SHORT]


def test_a_file_that_is_not_there_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing.txt", game)


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_record_opens_another_file(monkeypatch, form):
    def opened(*_: object, **__: object) -> None:
        raise AssertionError("a file was opened")

    text = with_line(6, 'option deck: "/etc/passwd"')
    if form == "json":
        text = JSON.replace('"standard"', '"/etc/passwd"')
    monkeypatch.setattr(builtins, "open", opened)
    monkeypatch.setattr(Path, "open", opened)
    monkeypatch.setattr(Path, "read_text", opened)
    line, words = problem(text)
    assert line == (6 if form == "text" else 1)
    assert words == 'option deck: a deck is "standard", "miniature" or an object with a list of "cards"'
