"""Folders that results are kept in, each with a page of ours that gathers them."""

from __future__ import annotations

import errno
import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

from archipel.games import game

PAGE = "README.md"


def claim(folder: Path, introduction: str) -> None:
    """Make a folder for pages that begin so; `FileExistsError` if a page of somebody else is in the way."""
    folder.mkdir(parents=True, exist_ok=True)
    page, heading = folder / PAGE, introduction.partition("\n")[0]
    if page.exists() and page.read_text("utf-8").partition("\n")[0] != heading:
        raise FileExistsError(errno.EEXIST, f'its {PAGE} does not begin with "{heading}"', str(page))


def unusual(name: str, options: dict[str, Any]) -> list[str]:
    """The options of a match that are not as usual; what is too long for a name by a digest.

    >>> unusual("tresor", game("tresor").settle_options({"voyage": {"season": 4}}))
    ['voyage-44fe2b6f']
    """
    usual = game(name).settle_options({})
    return [_told(option, value) for option, value in options.items() if value != usual[option]]


def _told(option: str, value: Any) -> str:
    if value is True:
        return option
    if isinstance(value, dict):
        text = json.dumps(value, sort_keys=True).encode()
        return f"{option}-{blake2b(text, digest_size=4).hexdigest()}"
    return f"{option}={value}"
