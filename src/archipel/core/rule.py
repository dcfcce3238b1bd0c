"""`@rule`: compile a function and file it under the paragraphs of the rulebook it carries out.

The same source runs interpreted when `NUMBA_DISABLE_JIT=1` is set, for debugging and coverage.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether rules are compiled in this process."""

FLAGS = {"nogil": True, "boundscheck": True, "error_model": "numpy", "_nrt": False}
"""Compile options for everything: wild indices raise instead of reading rubbish, and nobody counts
references to arrays, which belong to the caller (ADR 20)."""

PACKAGE = Path(__file__).parents[1]

RULES: dict[str, list[str]] = {}
"""Paragraph → the functions and parts that carry it out, in the order they were defined."""


def rule(*paragraphs: str, inline: bool = False, scratch: bool = False) -> Callable[[F], F]:
    """Compile a function and file it under `paragraphs`.

    `inline` is for what is `inlined`, `scratch` for what needs arrays of its own while it runs.
    """

    def file(function: F) -> F:
        for paragraph in paragraphs:
            RULES.setdefault(paragraph, []).append(f"{function.__module__}.{function.__name__}")
        return _compile(function, forceinline=inline, _nrt=scratch)

    return file


def part(paragraphs: str, value: T) -> T:
    """File a component of the game, a number or a table, under its paragraphs, and return it.

    >>> ISLANDS = part("XX-1.1 XX-1.2", 10)
    >>> ISLANDS, len(RULES.pop("XX-1.1")), len(RULES.pop("XX-1.2"))
    (10, 1, 1)
    """
    for paragraph in paragraphs.split():
        RULES.setdefault(paragraph, []).append(repr(value))
    return value


def compiled(function: F) -> F:
    """Compile a function with the project's flags and keep the machine code on disk."""
    return _compile(function)


def inlined(function: F) -> F:
    """The same for a short function that a search calls at every step: it becomes a part of its callers.

    What that brings has to be measured: most functions are quicker by themselves.
    """
    return _compile(function, forceinline=True)


def _compile(function: F, **flags: bool) -> F:
    if not COMPILED:
        return function
    import numba

    # Numba reads the folder when the function is decorated, so each package can have its own.
    numba.config.CACHE_DIR = str(cache_folder(function.__module__))  # type: ignore[attr-defined]
    return cast(F, numba.njit(cache=True, **FLAGS | flags)(function))  # type: ignore[call-overload]


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """The Python source of a rule that calls no other, to ask it about a record outside compiled code."""
    source: Callable[..., Any] = getattr(function, "py_func", function)
    return source


def direct(function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """A compiled function for arguments of these types, called without Numba's look at what they are.

    That halves the time of a short call. The caller must always pass the same types.
    """
    if not COMPILED:
        return function
    import numba

    entry: Callable[..., Any] = function.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[attr-defined]
    return entry


def cache_folder(module: str) -> Path:
    """Where machine code of a module's package is kept, named after all that could change it."""
    package = Path(*module.split(".")[1:-1])
    name = "-".join(package.parts) or "archipel"
    return cache_root() / f"{name}-{_fingerprint(package)}"


def cache_root() -> Path:
    """The folder of all compiled rules: `ARCHIPEL_CACHE`, or the user's cache folder."""
    if chosen := os.environ.get("ARCHIPEL_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "archipel"


@cache
def _fingerprint(package: Path) -> str:
    """A hash of sources, flags and versions: Numba's own cache does not notice an edited import."""
    digest = hashlib.sha256(repr(sorted(FLAGS.items())).encode())
    for library in ("numba", "llvmlite", "numpy"):
        digest.update(metadata.version(library).encode())
    digest.update(platform.python_version().encode())
    for folder in _sources(package):
        for source in sorted(folder.glob("*.py")):
            digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def _sources(package: Path) -> list[Path]:
    """The folders that a package is compiled from: its own, its game's, core, and what its layer compiles."""
    game = PACKAGE / "games" / package.name
    return sorted({PACKAGE / "core", game, PACKAGE / package.parent / "compiled", PACKAGE / package})
