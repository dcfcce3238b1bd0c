"""Guests: people with a name and a signed token; nobody needs an account."""

from __future__ import annotations

import secrets

from itsdangerous import BadSignature, URLSafeSerializer

from archipel.core.words import N_
from archipel.server.refusal import Refused

LONGEST_NAME = 20
NOT_VALID = N_("Your token is not valid; ask for a new one.")


class Tokens:
    """Signs who a guest is, with a secret of the house."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="guest")

    def token(self, guest: str) -> str:
        """The token of a guest: whoever holds it is that guest."""
        return str(self._signer.dumps(guest))

    def guest(self, token: str) -> str:
        """Whose token it is."""
        try:
            guest = self._signer.loads(token)
        except BadSignature as error:
            raise Refused("no_guest", NOT_VALID) from error
        return str(guest)


def new_guest() -> str:
    """An id for somebody new."""
    return secrets.token_urlsafe(9)


def check_name(name: str) -> str:
    """A name as people see it.

    >>> check_name("  Éric   the Red ")
    'Éric the Red'
    """
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused("bad_name", N_("A name has 1 to {most} letters."), most=LONGEST_NAME)
    return name
