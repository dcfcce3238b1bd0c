from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from archipel.cli import journal, play
from archipel.core.records import load, to_json
from archipel.games import game

ONES = "1\n" * 1000  # the first choice every time leads to the end of any match


@pytest.fixture
def saved(home):
    """The record of the only match kept."""

    def read():
        (path,) = home.glob("*.archipel")
        (record,) = load(path, game)
        return record

    return read


def test_a_whole_match(archipel, saved, home):
    result = archipel("play", "costa-ruana", "--seed", 1, answers=ONES)
    assert result.exit_code == 0
    record = saved()
    assert record.outcome is not None
    assert record.players == ("Red", "level:2 bot", "level:2 bot")
    match = record.match()
    (path,) = home.iterdir()
    assert f"archipel replay {path}" in result.stdout
    assert "Result" in result.stdout
    assert game("costa-ruana").words.REASONS[record.outcome.reason] in result.stdout
    red = match.show(0)["players"][0]
    row = next(line for line in result.stdout.splitlines() if "│ Red " in line)
    assert [cell.strip() for cell in row.strip("│").split("│")][2:] == [
        str(number) for number in (red["hut"], red["supply"], record.outcome.points[0])
    ]
    assert archipel("replay", path, "--verify").stdout == "1 match, all right\n"


def test_every_question_shows_only_what_the_seat_may_know(archipel, saved):
    """All that is printed to a lone player is said from the seat's own events and views."""
    shown = archipel("play", "costa-ruana", "--seed", 2, answers=ONES).stdout
    match = saved().match()
    own = {game("costa-ruana").words.say(event, match.tongue("en")) for event in match.events(0)}
    whole = re.sub(r" *\n  (?=\S)", " ", shown)  # a sentence may take two lines
    said = [line.rstrip().split(" (×")[0][2:] for line in whole.splitlines() if line.startswith("· ")]
    assert len(said) > 50
    assert set(said) <= own


def test_the_same_seed_is_the_same_match(archipel, saved, tmp_path):
    first, second, other = (tmp_path / name for name in ("first", "second", "other"))
    for path, seed in ((first, 3), (second, 3), (other, 4)):
        archipel("play", "costa-ruana", "--seed", seed, "--save", path, answers=ONES)
    assert first.read_text() == second.read_text() != other.read_text()


def test_a_match_can_be_played_in_writing(archipel, saved):
    archipel("play", "costa-ruana", "--seed", 5, answers="place 3\nPLACE  4\nquit\n")
    notation = game("costa-ruana").notation.NOTATION
    record = saved()
    movers = [moment.by for moment in record.match().replay()]
    red = [notation.spell(action) for action, by in zip(record.actions, movers, strict=True) if by == 0]
    assert red == ["place 3", "place 4"]


def test_an_illegal_action_says_why(archipel, saved):
    result = archipel(
        "play", "costa-ruana", "--seed", 5, answers="place 9\nwhy?\naccept\nplace\nnonsense\n99\n\nquit\n"
    )
    assert "CR-2.3: Island 9 is not in play." in result.stdout
    assert "With 2, 3, 4, 5 or 6 players, 4, 6, 7, 9 or 10 islands are in play." in result.stdout
    assert "CR-2.7: That is not what is asked now." in result.stdout
    assert "That is written: place ISLAND" in result.stdout
    assert "“nonsense” is neither a command nor an action." in result.stdout
    assert all(moment.by != 0 for moment in saved().match().replay())


def test_an_illegal_action_in_french(archipel):
    english = archipel("play", "costa-ruana", "--seed", 5, answers="place 9\nquit\n").stdout
    french = archipel("play", "costa-ruana", "--seed", 5, "--lang", "fr", answers="place 9\nquit\n").stdout
    assert "CR-2.3: " in french
    assert "Island 9 is not in play." not in french
    assert english != french


def test_why(archipel):
    shown = archipel(
        "play", "costa-ruana", "--seed", 5, answers="?\nwhy 2\nwhy CR-5.4\nwhy 7.1\nwhy 9.99\nquit\n"
    ).stdout
    answers = shown.split("> ")
    assert "Beginning with the Shaman" in answers[1]
    assert "Beginning with the Shaman" in answers[2]
    assert "to the owner of that native" in " ".join(answers[3].split())
    assert "collected the fewest treasures" in answers[4]
    assert "There is no paragraph 9.99" in answers[5]


def test_why_follows_the_question_after_an_illegal_attempt(archipel):
    shown = archipel("play", "costa-ruana", "--seed", 5, answers="place 9\n?\n1\n?\nquit\n").stdout.split(
        "> "
    )
    assert "CR-2.3" in shown[2]
    assert shown[4].startswith("?\nCR-2.7")


def test_undo(archipel, saved):
    shown = archipel("play", "costa-ruana", "--seed", 5, answers="place 3\nundo\nplace 4\nquit\n").stdout
    assert "Taken back." in shown
    notation = game("costa-ruana").notation.NOTATION
    record = saved()
    red = [notation.spell(m.action) for m in record.match().replay() if m.by == 0]
    assert red == ["place 4"]


def test_there_is_nothing_to_undo_at_first(archipel):
    assert (
        "you have not decided anything yet"
        in archipel("play", "costa-ruana", "--seed", 5, answers="u\nquit\n").stdout
    )


def test_help_log_table_and_rules(archipel):
    shown = archipel(
        "play", "costa-ruana", "--seed", 5, answers="help\n1\nlog\ntable\nrules\nquit\n"
    ).stdout.split("> ")
    assert "take back your last decision" in shown[1]
    assert "Red draws" in shown[3]
    assert "Red places a native on island 1." in shown[3]
    assert "Discarded cards" in shown[4]
    assert "CR-11.5" in shown[5]


def test_long_lists_are_asked_step_by_step_and_back(archipel):
    """With five cards and three players: which card, then in front of whom."""
    shown = archipel("play", "costa-ruana", "--seed", 5, answers="1\n1\n1\n2\nback\n3\nquit\n").stdout.split(
        "> "
    )
    assert "Which card?" in shown[3]
    assert "face up in front of themselves." in shown[4]
    assert "Which card?" in shown[5]
    second, third = (shown[4].splitlines()[3][3:], shown[6].splitlines()[3][3:])
    assert second != third


def test_quit_and_resume(archipel, saved):
    stopped = archipel("play", "costa-ruana", "--seed", 6, "--name", "Léa", answers="1\n2\nquit\n")
    assert "archipel play --resume" in stopped.stdout
    before = saved()
    assert before.outcome is None
    resumed = archipel("play", "--resume", answers=ONES)
    assert resumed.exit_code == 0
    after = saved()
    assert after.actions[: len(before.actions)] == before.actions
    assert after.players == before.players == ("Léa", "level:2 bot", "level:2 bot")
    assert after.outcome is not None
    again = archipel("play", "--resume")
    assert again.exit_code == 2
    assert "no unfinished match" in again.stderr


def test_names_follow_the_language_on_resuming(archipel):
    archipel("play", "costa-ruana", "--seed", 6, answers="1\nquit\n")
    shown = archipel("play", "--resume", "--lang", "fr", answers="quit\n").stdout
    assert "Rouge" in shown
    assert "Red" not in shown


def test_the_end_of_the_input_is_like_quit(archipel, saved):
    result = archipel("play", "costa-ruana", "--seed", 6, answers="1\n")
    assert result.exit_code == 0
    assert "archipel play --resume" in result.stdout
    assert saved().outcome is None


def test_half_a_last_line_is_dropped_and_said(archipel, home, saved):
    archipel("play", "costa-ruana", "--seed", 6, answers="1\n2\nquit\n")
    before = saved()
    (path,) = home.iterdir()
    with path.open("a") as file:
        file.write(f"{len(before.actions) + 1} red pla")
    shown = archipel("play", "--resume", path, answers="quit\n")
    assert "cut short" in shown.stdout
    assert saved().actions == before.actions


def test_a_deal_that_was_interrupted_goes_on(archipel, home):
    """Killed between the cards of a deal: the file ends where chance is to move."""
    archipel("play", "costa-ruana", "--seed", 6, answers="quit\n")
    (path,) = home.iterdir()
    lines = path.read_text().splitlines(keepends=True)
    deals = [number for number, line in enumerate(lines) if " chance " in line]
    path.write_text("".join(lines[: deals[7]]))
    result = archipel("play", "--resume", answers=ONES)
    assert "Result" in result.stdout
    assert path.read_text().startswith("".join(lines[: deals[7]]).split("actions:")[0])


def test_killed_after_the_last_action(archipel, home, saved):
    """The journal holds the whole match, but was not made a record: resuming shows the result."""
    archipel("play", "costa-ruana", "--seed", 6, answers=ONES)
    (path,) = home.iterdir()
    whole = path.read_text()
    lines = whole.splitlines(keepends=True)
    end = next(number for number, line in enumerate(lines) if line.startswith("outcome:"))
    path.write_text("".join(lines[:end]).replace(f"actions: {len(saved().actions)}", "actions: open"))
    assert "Result" in archipel("play", "--resume").stdout
    assert path.read_text() == whole


def test_a_record_from_elsewhere_is_left_alone(archipel, home, tmp_path):
    """A match that was saved as a record, unfinished, goes on in a journal of its own."""
    archipel("play", "costa-ruana", "--seed", 6, "--save", tmp_path / "open", answers="1\nquit\n")
    kept = journal.read(tmp_path / "open", game)
    other = tmp_path / "other.json"
    other.write_text(to_json(kept.record))
    assert archipel("play", "--resume", other, answers="1\nquit\n").exit_code == 0
    assert json.loads(other.read_text())
    (path,) = home.iterdir()
    assert len(load(path, game)[0].actions) > len(kept.record.actions)


def test_a_finished_match_cannot_be_resumed(archipel, tmp_path):
    path = tmp_path / "match"
    archipel("play", "costa-ruana", "--seed", 6, "--save", path, answers=ONES)
    result = archipel("play", "--resume", path)
    assert result.exit_code == 2
    assert f"archipel replay {path}" in result.stderr


def test_a_file_in_use_cannot_be_resumed(archipel, keyboard, home):
    player = keyboard("play", "costa-ruana", "--seed", 6)
    player.read()
    result = archipel("play", "--resume")
    assert result.exit_code == 2
    assert "is being played by another program" in result.stderr
    assert "Taken back" not in player.answer("1")


def test_bots_alone(archipel, saved):
    shown = archipel("play", "costa-ruana", "--humans", 0, "--seed", 7, "--players", 6).stdout
    assert "Result" in shown
    assert "Pass the keyboard" not in shown
    assert saved().players == ("level:2 bot",) * 6


def test_options(archipel, saved):
    shown = archipel("play", "costa-ruana", "--option", "open_huts=yes", answers="quit\n").stdout
    assert saved().options["open_huts"] is True
    assert "?" not in shown.split("Islands")[0].split("Taken")[1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_match_of_six_in_both_languages(archipel, saved, language):
    result = archipel("play", "costa-ruana", "-p", 6, "--seed", 8, "--lang", language, answers=ONES)
    assert result.exit_code == 0
    assert saved().outcome is not None


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--players", 7), "2 to 6 players, not 7"),
        (("--players", 3, "--humans", 4), "--humans"),
        (("--name", ""), "is no name"),
        (("--name", "\x1b[2J"), "is no name"),
        (("--name", "x" * 30), "is no name"),
        (("--name", "Ann", "--name", "Ann"), "Two players would be called Ann"),
        (("--name", "Blue"), "Two players would be called Blue"),
        (("--name", "A", "--name", "B", "--humans", 1), "2 names are too many"),
        (("--option", "luck=yes"), "open_huts=…"),
        (("--option", "open_huts=maybe"), "neither yes nor no"),
        (("--lang", "de"), "There is no language “de”"),
        (("--resume", "/no/such/file"), "cannot be read"),
        (("--resume", "."), "cannot be read"),
        (("--save", "/proc/none/x"), "cannot be saved"),
        (("--seed", "x"), "--seed"),
    ],
)
def test_what_cannot_be_played(archipel, home, words, problem):
    result = archipel("play", "costa-ruana", *words)
    assert result.exit_code == 2
    assert problem in result.stderr
    assert "Traceback" not in result.output
    assert not home.exists() or not list(home.iterdir())


def test_a_game_that_does_not_exist(archipel):
    result = archipel("play", "chess")
    assert result.exit_code == 2
    assert "There is no game 'chess'" in result.stderr


def test_without_a_word_the_only_game_is_played(archipel, saved, monkeypatch):
    monkeypatch.setattr(play, "games", lambda: {"costa-ruana": game("costa-ruana")})
    assert (
        "Costa Ruana: Red, Blue (bot: Casual) and Green (bot: Casual)"
        in archipel("play", answers="quit\n").stdout
    )
    assert saved().seats == 3


@pytest.fixture
def two_games(monkeypatch):
    one = game("costa-ruana")
    other = replace(one, name="atoll", title={"en": "Atoll", "fr": "Atoll"})
    monkeypatch.setattr(play, "games", lambda: {"atoll": other, "costa-ruana": one})


@pytest.mark.usefixtures("two_games")
def test_several_games_are_a_numbered_choice(archipel, saved):
    shown = archipel("play", answers="3\nx\n2\nquit\n").stdout
    assert shown.count("Which game?") == 3
    assert " 1 Atoll\n 2 Costa Ruana\n" in shown
    assert saved().game.name == "costa-ruana"


@pytest.mark.usefixtures("two_games")
def test_no_game_is_chosen(archipel):
    result = archipel("play", answers="")
    assert result.exit_code == 2
    assert "archipel play atoll" in result.stderr


def test_a_match_is_never_saved_over_another(archipel, tmp_path):
    path = tmp_path / "match"
    path.write_text("precious")
    result = archipel("play", "costa-ruana", "--save", path)
    assert result.exit_code == 2
    assert "exists already" in result.stderr
    assert path.read_text() == "precious"


def test_a_full_disk_stops_the_match(archipel, monkeypatch):
    def fail(self, actions):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal.Journal, "append", fail)
    result = archipel("play", "costa-ruana", "--seed", 1, answers=ONES)
    assert result.exit_code == 1
    assert "No space left on device" in result.stderr


def test_strange_characters_are_no_trouble(archipel):
    result = archipel(
        "play", "costa-ruana", "--seed", 1, answers="\x00\n[bold]\n{0}\n²\n" + "9" * 5000 + "\nquit\n"
    )
    assert result.exit_code == 0
    assert "[bold]" in result.stdout
