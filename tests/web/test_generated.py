"""What the page knows of the Python side is what the Python side is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from archipel.core.words import LANGUAGES, LOCALE
from archipel.games import games
from web import generate, messages

WEB = Path(generate.__file__).parent
NODE = WEB / "node_modules" / ".bin"


@pytest.mark.parametrize("path", generate.files(), ids=lambda path: path.name)
def test_generated_files_are_fresh(path: Path) -> None:
    assert path.read_text("utf-8") == generate.files()[path], "run: python web/generate.py"


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_sentence_of_the_page_is_translated_and_none_is_left_over(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES" / "web.po").open("rb") as file:
        known = {one.id for one in read_po(file, locale=language) if one.id and one.string and not one.fuzzy}
    assert known == set(messages.sentences()), "run: python web/messages.py, and translate"


def test_there_are_fixtures_of_every_number_of_players() -> None:
    index = json.loads((WEB / "fixtures" / "index.json").read_text())
    for game in games().values():
        names = index[game.package.rsplit(".")[-1]]
        assert {int(name.split("-")[0]) for name in names} == set(game.seats)


@pytest.mark.skipif(not (NODE / "tsc").exists(), reason="the page's tools are not installed: make web")
def test_views_are_of_the_types_that_boards_are_written_against() -> None:
    work = WEB / "node_modules" / ".cache" / "views"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for game in games().values():
        folder = game.package.rsplit(".")[-1]
        lines = [f'import type {{ Form, View }} from "../../../src/games/{folder}/view";']
        for path in sorted((WEB / "fixtures" / folder).glob("*.json")):
            match = json.loads(path.read_text("utf-8"))["match"]
            lines.append(f"({json.dumps(match['view'])}) satisfies View; // {path.stem}")
            forms = [move["form"] for move in match["moves"]]
            lines.append(f"({json.dumps(forms)}) satisfies Form[]; // {path.stem}")
        (work / f"{folder}.ts").write_text("\n".join(lines), "utf-8")
    flags = "--ignoreConfig --noEmit --strict --skipLibCheck --target es2024 --module esnext"
    command = [
        str(NODE / "tsc"),
        *flags.split(),
        "--moduleResolution",
        "bundler",
        "--types",
        "svelte",
        *map(str, sorted(work.glob("*.ts"))),
    ]
    bin_folder = Path(sys.executable).parent
    done = subprocess.run(
        command,
        cwd=WEB,
        env={**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
