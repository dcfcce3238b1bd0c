"""Code of bots that is compiled once per game: executed with the rules and the sense of each."""
