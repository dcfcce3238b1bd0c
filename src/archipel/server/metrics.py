"""What an operator can watch, for Prometheus."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from archipel.server.settings import COUNTS

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """What one process counts."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        r = self.registry
        self.opened = Counter("archipel_tables_opened", "Tables opened.", ["game"], registry=r)
        self.entries = Counter("archipel_entries", "Entries appended to logs.", ["kind"], registry=r)
        self.refused = Counter("archipel_refused", "Requests that were refused.", ["code"], registry=r)
        self.lives = _gauge("archipel_tables_in_use", "Tables held in memory.", r)
        self.sockets = _gauge("archipel_sockets", "Open connections to tables.", r)
        self.append_seconds = Histogram(
            "archipel_append_seconds", "Time to store an entry.", buckets=BUCKETS, registry=r
        )
        self.thinking = _gauge("archipel_bots_waiting", "Bots that think or wait to.", r)
        self.failed = Counter(
            "archipel_bots_failed", "Moves made at random as a bot failed.", ["game", "bot"], registry=r
        )
        self.dropped = Counter("archipel_sockets_dropped", "Connections that could not keep up.", registry=r)


def _gauge(name: str, text: str, registry: CollectorRegistry) -> Gauge:
    """Something that is counted of all processes together, as long as they live."""
    return Gauge(name, text, registry=registry, multiprocess_mode="livesum")


METRICS = Metrics()


def shown() -> bytes:
    """What all processes of this program counted, in Prometheus' words."""
    folder = os.environ.get(COUNTS)
    if folder is None:
        return generate_latest(METRICS.registry)
    _forget_the_dead(Path(folder))
    together = CollectorRegistry()
    together.register(_Together(Path(folder)))
    return generate_latest(together)


class _Together(Collector):
    """What stands in the files of all processes; one that has just begun may have an empty file yet."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        """All metrics, each of all processes."""
        files = [str(file) for file in self._folder.glob("*.db") if _size(file)]
        return multiprocess.MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call, no-any-return]


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:  # of a process that ended just now
        return 0


def _forget_the_dead(folder: Path) -> None:
    """Processes that were killed hold nothing any more; what they counted stays."""
    if sys.platform == "win32":  # where asking for a process might end it
        return
    for pid in {int(file.stem.rpartition("_")[2]) for file in folder.glob("gauge_live*.db")}:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            with suppress(FileNotFoundError):  # somebody else asks too
                multiprocess.mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]
