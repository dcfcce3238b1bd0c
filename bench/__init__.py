"""The speed of Archipel: of its games, beside OpenSpiel in one run, and of its server: `make bench`."""
