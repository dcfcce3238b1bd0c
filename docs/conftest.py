"""Pages that work with a file get it as they say, in a folder of their own; only with fewer matches."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from archipel.cli import app

COMMAND = re.compile(r"^archipel (simulate .*--record \w+\.parquet)$", re.MULTILINE)
FEW = "200"  # matches


@pytest.fixture(autouse=True)
def files(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the commands of a page that write a table."""
    for found in COMMAND.finditer(request.path.read_text("utf-8")):
        monkeypatch.chdir(tmp_path)
        words = shlex.split(found[1])
        words[words.index("--matches") + 1] = FEW
        assert CliRunner().invoke(app, words).exit_code == 0
