"""Who left a table is remembered for a while, with the time when they were last there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add whether they still are; nobody is while the server starts."""
    here = sa.Column("here", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("presence", here)
