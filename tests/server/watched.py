"""`archipel serve` that can be asked what it holds: `python -m tests.server.watched FILE serve …`.

At SIGUSR1 it writes the number of objects of each kind to the file. Tables that nobody uses are put away
after seconds, not minutes, so that what stays is what leaks.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import sys
from collections import Counter
from functools import _lru_cache_wrapper
from pathlib import Path

from archipel.cli import main
from archipel.server import hall

hall.IDLE = hall.PULSE = 1.0


def write_counts(file: Path) -> None:
    """Write what there is, and let it appear all at once; memory that is free is given back before.

    What bounded caches hold does not count: they fill for long, and then grow no more.
    """
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and one.cache_parameters()["maxsize"] is not None:
            one.cache_clear()
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)  # else what is free counts, and comes and goes by megabytes
    counts = Counter(type(one).__name__ for one in gc.get_objects())
    new = file.with_suffix(".new")
    new.write_text(json.dumps(counts))
    os.replace(new, file)


if __name__ == "__main__":
    path = Path(sys.argv.pop(1))
    signal.signal(signal.SIGUSR1, lambda *_: write_counts(path))
    main()
