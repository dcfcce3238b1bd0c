"""What is looked after before a wheel is built."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

BEFORE_BUILDING = run_path(str(Path(__file__).parents[1] / "hatch_build.py"))["BeforeBuilding"]


def before_building(root: Path, target: str, version: str) -> None:
    config: dict[str, Any] = {}
    BEFORE_BUILDING(str(root), config, None, None, str(root / "dist"), target).initialize(version, config)


def test_no_wheel_is_built_without_the_page(tmp_path, capsys):
    with pytest.raises(SystemExit):
        before_building(tmp_path, "wheel", "standard")
    assert "run `make web`" in capsys.readouterr().err
    page = tmp_path / "src" / "archipel" / "web" / "index.html"
    page.parent.mkdir(parents=True)
    page.touch()
    before_building(tmp_path, "wheel", "standard")


@pytest.mark.parametrize(("target", "version"), [("wheel", "editable"), ("sdist", "standard")])
def test_a_checkout_needs_no_page(tmp_path, target, version):
    before_building(tmp_path, target, version)
