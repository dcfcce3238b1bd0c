"""What every game stands on: records, rules, chance, matches, laws. It knows no game."""
