"""What goes wrong with a database, in words."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be used, or did not answer as it should; the message says what to do.

    After a failed write it may be unknown whether it was kept: read the table again.
    """


def reason(error: BaseException) -> str:
    """Why the database failed: its own first line, without the statement and what was in it."""
    words = str(getattr(error, "orig", None) or error).strip()
    return words.splitlines()[0] if words else type(error).__name__
