"""Habits are those of a guest at a seat: whoever sits there next does not inherit them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add whose they are; those that are there are nobody's, for they may be of somebody who left."""
    guest = sa.Column("guest_id", sa.Text, nullable=False, server_default="")
    op.add_column("habits", guest)
    op.execute("DELETE FROM habits")
