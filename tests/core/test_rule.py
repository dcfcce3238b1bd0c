from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from archipel.core import rule as module
from archipel.core.rule import COMPILED, RULES, cache_folder, cache_root, compiled, part, plain, rule

GAME = "archipel.games.costa_ruana.rules"


@pytest.fixture
def paragraphs():
    """The paragraphs filed before, put back afterwards."""
    before = {paragraph: list(filed) for paragraph, filed in RULES.items()}
    yield RULES
    RULES.clear()
    RULES.update(before)


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of the package whose sources a test may edit."""
    copy = tmp_path / "archipel"
    shutil.copytree(module.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(module, "PACKAGE", copy)
    module._fingerprint.cache_clear()
    yield copy
    module._fingerprint.cache_clear()


# ── Filing ──────────────────────────────────────────────────────────────────────────────────────
def test_a_rule_is_filed_under_each_of_its_paragraphs(paragraphs):
    @rule("XX-1.1", "XX-1.2")
    def double(number):
        return 2 * number

    @rule("XX-1.2")
    def triple(number):
        return 3 * number

    assert (double(4), triple(4)) == (8, 12)
    assert paragraphs["XX-1.1"] == [f"{__name__}.double"]
    assert paragraphs["XX-1.2"] == [f"{__name__}.double", f"{__name__}.triple"]


def test_a_part_is_filed_and_handed_back(paragraphs):
    table = (1, 2, 3)
    assert part("XX-2.1 XX-2.2", table) is table
    assert paragraphs["XX-2.1"] == paragraphs["XX-2.2"] == ["(1, 2, 3)"]


# ── Compiling ───────────────────────────────────────────────────────────────────────────────────
def test_rules_are_compiled_unless_switched_off():
    def next_one(number):
        return number + 1

    assert (compiled(next_one) is next_one) is not COMPILED
    assert compiled(next_one)(2) == 3
    assert hasattr(compiled(next_one), "py_func") is COMPILED


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_compiled_code_borrows_its_arrays_and_counts_no_references():
    @compiled
    def first(numbers):
        return numbers[0]

    @compiled
    def first_of_both(one, other):
        return first(one) + first(other)

    assert first_of_both(np.array([2]), np.array([3])) == 5
    [code] = first_of_both.inspect_llvm().values()
    assert "NRT_" not in code


def test_the_plain_source_of_a_rule_is_always_python():
    def next_one(number):
        return number + 1

    assert plain(compiled(next_one)) is next_one
    assert plain(next_one) is next_one


@pytest.mark.parametrize(
    ("switch", "expected"), [("0", "True"), ("", "True"), ("1", "False"), (None, "True")]
)
def test_the_switch_is_read_from_the_environment(switch, expected):
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    if switch is not None:
        environment["NUMBA_DISABLE_JIT"] = switch
    assert python("from archipel.core.rule import COMPILED as it", environment) == expected


def test_interpreted_rules_do_not_load_the_compiler():
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    code = f"import sys, {GAME}; it = 'numba' in sys.modules"
    assert python(code, environment) == "False"


def python(code: str, environment: dict[str, str]) -> str:
    command = [sys.executable, "-c", f"{code}\nprint(it)"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


# ── The folder of compiled rules ────────────────────────────────────────────────────────────────
def test_the_folder_can_be_chosen(monkeypatch):
    monkeypatch.setenv("ARCHIPEL_CACHE", "/somewhere")
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    assert cache_root() == Path("/somewhere")
    monkeypatch.delenv("ARCHIPEL_CACHE")
    assert cache_root() == Path("/cache/archipel")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_root() == Path.home() / ".cache" / "archipel"


def test_each_package_has_a_folder_of_its_own(monkeypatch):
    monkeypatch.setenv("ARCHIPEL_CACHE", "/somewhere")
    game, core = cache_folder(GAME), cache_folder("archipel.core.chance")
    assert game.parent == core.parent == Path("/somewhere")
    assert game.name.startswith("games-costa_ruana-")
    assert core.name.startswith("core-")
    assert cache_folder("archipel.games.costa_ruana.loops") == game


def test_the_folder_is_the_same_in_every_process():
    code = f"from archipel.core.rule import cache_folder; it = cache_folder({GAME!r})"
    folders = {python(code, os.environ | {"PYTHONHASHSEED": str(seed)}) for seed in range(4)}
    assert folders == {str(cache_folder(GAME))}


def test_the_folder_is_the_same_for_the_same_sources(package):
    copied = cache_folder(GAME)
    module._fingerprint.cache_clear()
    assert cache_folder(GAME) == copied


@pytest.mark.parametrize("source", ["core/chance.py", "core/loops.py", "games/costa_ruana/rules.py"])
def test_an_edited_source_gives_the_game_another_folder(package, source):
    before = cache_folder(GAME)
    module._fingerprint.cache_clear()
    with (package / source).open("a") as file:
        file.write("# a word more\n")
    assert cache_folder(GAME) != before


@pytest.mark.parametrize("change", ["new", "gone", "renamed"])
def test_a_new_renamed_or_missing_source_gives_the_game_another_folder(package, change):
    folder = package / "games" / "costa_ruana"
    before = cache_folder(GAME)
    module._fingerprint.cache_clear()
    if change == "new":
        (folder / "more.py").write_text("")
    elif change == "gone":
        (folder / "legal.py").unlink()
    else:
        (folder / "legal.py").rename(folder / "lawful.py")
    assert cache_folder(GAME) != before


def test_an_edited_game_leaves_the_core_and_other_games_alone(package):
    shutil.copytree(package / "games" / "costa_ruana", package / "games" / "another")
    before = [cache_folder(name) for name in ("archipel.core.chance", "archipel.games.another.rules")]
    module._fingerprint.cache_clear()
    (package / "games" / "costa_ruana" / "rules.py").write_text("")
    assert before == [cache_folder(name) for name in ("archipel.core.chance", "archipel.games.another.rules")]


def test_other_flags_give_another_folder(package, monkeypatch):
    before = cache_folder(GAME)
    module._fingerprint.cache_clear()
    monkeypatch.setattr(module, "FLAGS", {**module.FLAGS, "boundscheck": False})
    assert cache_folder(GAME) != before


@pytest.mark.parametrize("library", ["numba", "llvmlite", "numpy"])
def test_another_version_of_a_library_gives_another_folder(package, monkeypatch, library):
    before = cache_folder(GAME)
    module._fingerprint.cache_clear()
    version = module.metadata.version
    monkeypatch.setattr(module.metadata, "version", lambda name: version(name) + ".1" * (name == library))
    assert cache_folder(GAME) != before
