"""The speed of Archipel, measured beside OpenSpiel in one run: `make bench`."""
