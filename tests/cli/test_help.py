from __future__ import annotations

import os
import subprocess
import sys
import time

from tests.cli.conftest import PROGRAM

import archipel as package


def test_help_comes_at_once():
    """The fastest of five, for a machine that may be busy."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        shown = subprocess.run([*PROGRAM, "--help"], capture_output=True, text=True, check=True).stdout
        times.append(time.perf_counter() - start)
    assert "simulate" in shown
    assert min(times) < 0.4


def test_the_commands_load_nothing_heavy():
    heavy = "{'numpy', 'numba', 'rich.console'}"
    code = f"import sys, archipel.cli; sys.exit(', '.join({heavy} & set(sys.modules)) or 0)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_version(archipel):
    assert archipel("--version").stdout == f"archipel {package.__version__}\n"


def test_no_words_show_the_help(archipel):
    result = archipel()
    assert result.exit_code == 2
    assert "Usage: " in result.output


def test_a_reader_who_stops_reading_sees_no_traceback():
    read, write = os.pipe()
    os.close(read)
    command = [*PROGRAM, "rules", "costa-ruana"]
    result = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert result.stderr == ""
