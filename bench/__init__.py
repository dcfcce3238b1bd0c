"""The speed of Archipel: of its games, its server, and of what learners get: `make bench`."""
