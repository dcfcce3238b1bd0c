"""Who plays for a command: threads of this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from archipel.arena.workers import Cluster, ClusterError, Threads, Workers
from archipel.cli.console import Stop
from archipel.core.words import Tongue


@contextmanager
def workers(threads: int | None, ray: str, tongue: Tongue) -> Iterator[Workers]:
    """Threads, or the Ray cluster at an address; stops with a clear word if there is none."""
    if not ray:
        with Threads(threads) as local:
            yield local
        return
    if threads is not None:
        raise Stop(tongue.text("--threads is for this machine; a cluster uses all its cores: leave it out."))
    try:
        with Cluster(ray) as cluster:
            yield cluster
    except ModuleNotFoundError as error:
        sentence = tongue.text("A cluster needs {package}: pip install 'archipel[ray]'")
        raise Stop(sentence.format(package=error.name), code=1) from error
    except ClusterError as error:
        raise Stop(str(error), code=1) from error
