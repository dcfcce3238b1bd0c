"""`kill -9` at any moment: what was shown is on disk, and the match can be resumed."""

from __future__ import annotations

import random
import time

import pytest

from archipel.cli import journal
from archipel.core.records import load
from archipel.games import game


def test_killed_while_a_question_is_asked(keyboard, home):
    player = keyboard("play", "costa-ruana", "--seed", 1)
    player.read()
    for _ in range(5):
        shown = player.answer("1")
    player.kill()
    (path,) = home.iterdir()
    before = load(path, game)[0].actions
    resumed = keyboard("play", "--resume")
    assert resumed.read().endswith(shown[shown.index("─") :])  # the same table and the same question
    resumed.answer("1")
    resumed.kill()
    after = load(path, game)[0].actions
    assert after[: len(before)] == before
    assert len(after) > len(before)


@pytest.mark.parametrize("attempt", range(4))
def test_killed_at_any_moment(keyboard, archipel, home, attempt):
    """An answer is on its way when the program dies: it is in the file whole, or not at all."""
    dice = random.Random(attempt)
    player = keyboard("play", "costa-ruana", "--seed", attempt)
    player.read()
    for _ in range(dice.randrange(12)):
        player.answer(dice.choice(("1", "1", "1", "u")))
    (path,) = home.iterdir()
    shown = journal_actions(path)
    player.type("1")
    player.type("u")
    time.sleep(dice.random() * 0.01)
    player.kill()
    assert journal_actions(path)[: len(shown) - 3] == shown[: len(shown) - 3]
    result = archipel("play", "--resume", answers="1\n" * 1000)
    assert result.exit_code == 0
    assert "Result" in result.stdout
    assert archipel("replay", path, "--verify").stdout == "1 match, all right\n"


def journal_actions(path):
    """The actions in the file, whether or not somebody is writing it."""
    whole = path.read_text().rpartition("\n")[0] + "\n"
    return [line.split(" ", 1)[1] for line in whole.split(journal.OPEN_LINE.decode() + "\n")[1].splitlines()]
