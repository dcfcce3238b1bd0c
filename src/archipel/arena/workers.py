"""Who plays the matches of an arena: threads of this process, or the machines of a Ray cluster.

Both take jobs and give their results in the same order, so that what comes of many matches does not
depend on who played them. Only a few jobs are begun ahead of the result that is awaited: however many
there are, they need the memory of those few.

>>> with Threads(2) as workers:
...     list(workers.map(abs, [-3, 2, -1]))
[3, 2, 1]
"""

from __future__ import annotations

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol, Self, TypeVar

PATIENCE = 10  # seconds for somebody to answer at an address
AHEAD = 4  # jobs that are begun for each worker, so that none waits while another has a long one

J = TypeVar("J")
R = TypeVar("R")
T = TypeVar("T")


class ClusterError(Exception):
    """A cluster that cannot be reached, or was lost; the message says which, and why."""


class Workers(Protocol):
    """They play jobs; `with` lets them go at the end."""

    def map(self, function: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """What a function makes of each job, in the order of the jobs."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *problem: Any) -> None: ...


class Threads:
    """So many threads of this process, by default one for each core."""

    def __init__(self, count: int | None = None) -> None:
        self._count = count or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._count)

    def map(self, function: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """What a function makes of each job, in the order of the jobs."""

        def begin(job: J) -> Future[R]:
            return self._pool.submit(function, job)

        return _in_order(begin, Future.result, jobs, AHEAD * self._count)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: Any) -> None:
        self._pool.shutdown(cancel_futures=True)


class Cluster:
    """The machines of a Ray cluster, each core a worker; Archipel is installed on all of them.

    The address is `HOST:PORT` of a cluster that this machine is part of, `ray://HOST:PORT` of one that it
    is not, or `local` for processes of this machine.
    """

    def __init__(self, address: str) -> None:
        import ray

        self._ray: Any = ray  # it is half typed
        self._address = address
        os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # its problems are told by our errors
        try:
            _knock(address)
            self._ray.init(address, log_to_driver=False, logging_level=logging.CRITICAL)
            self._count = int(self._ray.cluster_resources().get("CPU", 1))
        except Exception as error:  # Ray has a dozen kinds of them
            raise ClusterError(f"There is no Ray cluster at {address!r}: {_first_line(error)}") from error

    def map(self, function: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """What a function makes of each job, in the order of the jobs."""
        remote = self._ray.remote(function)

        def finish(begun: Any) -> R:
            try:
                result: R = self._ray.get(begun)
            except self._ray.exceptions.RayTaskError as error:
                raise error.cause from None  # what the function raised, without the tale of where
            except self._ray.exceptions.RayError as error:
                problem = f"The Ray cluster at {self._address!r} was lost: {_first_line(error)}"
                raise ClusterError(problem) from error
            return result

        return _in_order(remote.remote, finish, jobs, AHEAD * self._count)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: Any) -> None:
        self._ray.shutdown()


def _knock(address: str) -> None:
    """Raise `OSError` if nobody is at home at an address, which Ray would find out in an hour."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), PATIENCE).close()


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def at_work(workers: Workers | None) -> AbstractContextManager[Workers]:
    """The caller's workers, whom the caller lets go; or threads for this once."""
    return Threads() if workers is None else nullcontext(workers)


def _in_order(
    begin: Callable[[J], T], finish: Callable[[T], R], jobs: Iterable[J], ahead: int
) -> Iterator[R]:
    """Begin jobs, always a few ahead, and finish them in turn."""
    begun: deque[T] = deque()
    for job in jobs:
        begun.append(begin(job))
        if len(begun) >= ahead:
            yield finish(begun.popleft())
    while begun:
        yield finish(begun.popleft())
