"""Who lacks a tool is told what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

TOOLS = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "pyspiel"}


@pytest.mark.parametrize("adapter", TOOLS)
def test_a_missing_tool_is_named(adapter):
    code = f"import sys; sys.modules[{TOOLS[adapter]!r}] = None; import archipel.adapters.{adapter}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert f"pip install 'archipel[{adapter}]'" in run.stderr.splitlines()[-1]


def test_batches_need_no_tool():
    code = "\n".join(
        [
            "import sys",
            *[f"sys.modules[{tool!r}] = None" for tool in TOOLS.values()],
            "import archipel.adapters, archipel.batch",
        ]
    )
    subprocess.run([sys.executable, "-c", code], check=True)
