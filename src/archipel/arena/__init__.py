"""Bots against each other: matches between them, and ladders that tell how strong they are."""
