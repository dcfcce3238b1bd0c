"""One thread writes everything: what is asked for while it writes goes into its next transaction together."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from archipel.server.store.errors import StoreError, reason

D = TypeVar("D")
TOGETHER = 500
"""How many deeds go into one transaction at most."""
BUSY, COMPANY = 0.01, 0.004
"""Asked again within so many seconds, it waits so many for others: each transaction waits for the disk."""


class Writer(Generic[D]):
    """Carries out deeds in the order in which they are asked for, many in a transaction.

    `carry_out` does them on a connection and says what came of each. A writer serves one event loop.
    """

    def __init__(self, engine: Engine, carry_out: Callable[[Connection, Sequence[D]], list[Any]]) -> None:
        self._engine = engine
        self._carry_out = carry_out
        self._asked: SimpleQueue[tuple[D, asyncio.Future[Any]] | None] = SimpleQueue()
        self._closed = False
        self._rested = 0.0  # since when it has had nothing to do
        self._thread = threading.Thread(target=self._run, name="archipel-writer", daemon=True)
        self._thread.start()

    def ask(self, deed: D) -> asyncio.Future[Any]:
        """What comes of a deed, once it is kept."""
        if self._closed:
            raise StoreError("The database is closed: the server is about to stop.")
        future = asyncio.get_running_loop().create_future()
        self._asked.put((deed, future))
        return future

    def close(self) -> None:
        """Finish what was asked for, and stop."""
        if not self._closed:
            self._closed = True
            self._asked.put(None)
        self._thread.join()

    # ── In the thread ───────────────────────────────────────────────────────────────────────────
    def _run(self) -> None:
        going = True
        while going:
            batch = self._wait()
            asked = [item for item in batch if item is not None]
            going = len(asked) == len(batch)
            if asked:
                results = self._results([deed for deed, _ in asked])
                _tell([future for _, future in asked], results)
            self._rested = time.monotonic()

    def _wait(self) -> list[tuple[D, asyncio.Future[Any]] | None]:
        batch = [self._asked.get()]
        if time.monotonic() - self._rested < BUSY:
            time.sleep(COMPANY)
        with suppress(Empty):
            while batch[-1] is not None and len(batch) < TOGETHER:
                batch.append(self._asked.get_nowait())
        return batch

    def _results(self, deeds: list[D]) -> list[Any]:
        """What came of each deed, or its error. Nothing of a failed transaction was kept: try again."""
        try:
            return self._transaction(deeds)
        except OperationalError:  # the database: a lost connection, a deadlock; it concerns them all
            return self._last_try(deeds)
        except StoreError as error:
            return [StoreError(str(error)) for _ in deeds]
        except Exception:  # one of the deeds: the others shall not suffer for it
            if len(deeds) == 1:
                return self._last_try(deeds)
            half = len(deeds) // 2
            return self._results(deeds[:half]) + self._results(deeds[half:])

    def _last_try(self, deeds: list[D]) -> list[Any]:
        try:
            return self._transaction(deeds)
        except SQLAlchemyError as error:
            return [StoreError(f"The database could not keep this: {reason(error)}.") for _ in deeds]
        except StoreError as error:
            return [StoreError(str(error)) for _ in deeds]
        except Exception as error:
            return [error] * len(deeds)

    def _transaction(self, deeds: list[D]) -> list[Any]:
        with self._engine.connect() as connection:
            results = self._carry_out(connection, deeds)
            try:
                connection.commit()
            except SQLAlchemyError as error:
                raise StoreError(f"The database may not have kept this: {reason(error)}.") from error
            return results


def _tell(futures: list[asyncio.Future[Any]], results: list[Any]) -> None:
    with suppress(RuntimeError):  # the loop may be closed: then nobody waits any more
        futures[0].get_loop().call_soon_threadsafe(_settle, futures, results)


def _settle(futures: list[asyncio.Future[Any]], results: list[Any]) -> None:
    for future, result in zip(futures, results, strict=True):
        if future.done():  # whoever asked has gone
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
