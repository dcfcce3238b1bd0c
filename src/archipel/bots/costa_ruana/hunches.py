# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""What the others' choices tell about the cards that they laid face down."""

from archipel.bots.costa_ruana.cards import gain, mood, swing, woken_by
from archipel.bots.costa_ruana.islands import victories
from archipel.core.rule import compiled
from archipel.games.costa_ruana.state import LYING, layer_of

BLUNDER = 0.3  # a card that hurts who laid it,
WHIM = 0.7  # or hardly helps
HELP = 0.4  # points that a sensible card brings
FOLLY = 0.2  # one's own native on one's own useless card
OFF_BEAT = 0.5  # a good card of the Shaman's that the Shaman will hardly wake


@compiled
def plausibility(s, seat):
    """How likely, at most 1, the others would have laid their cards, and natives on them, in this world."""
    likely = 1.0
    if s.laid <= s.seats or s.fate[0] != LYING:
        return likely
    wins = victories(s)
    for number in range(s.seats, s.laid):
        layer = layer_of(s, number)
        if layer != seat:
            likely *= hunch_of_card(s, number, layer, wins)
    return likely


@compiled
def hunch_of_card(s, number, layer, wins):
    """How likely a player would have laid a card there."""
    card = s.table[number]
    value = swing(s, card, s.before[number], layer, wins)
    likely = 1.0
    if s.rides[layer] == number and gain(s, card, layer, wins) < HELP:
        likely = FOLLY
    if value < 0:
        return likely * BLUNDER
    if value * (s.seats - 1) < HELP:
        return likely * WHIM
    if layer == s.shaman and (mood(s, layer, layer, wins) > 0) != (woken_by(s, card) == 1):
        return likely * OFF_BEAT
    return likely
