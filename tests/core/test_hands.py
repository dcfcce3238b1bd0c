from __future__ import annotations

import random

import numpy as np

from archipel.core.hands import take_from_hand, take_in_hand
from archipel.core.record import NOTHING, Pool, record

ROOM = 5


def test_hands_stay_in_order_and_apart_whatever_comes_and_goes():
    pool = Pool(record(hand=(np.int8, (2, ROOM)), hand_size=(np.int8, 2)), 1)
    pool[0].hand[:] = NOTHING
    hands: list[list[int]] = [[], []]
    chooser = random.Random(3)
    for _ in range(300):
        seat = chooser.randrange(2)
        if hands[seat] and (len(hands[seat]) == ROOM or chooser.random() < 0.5):
            card = chooser.choice(hands[seat])
            hands[seat].remove(card)
            take_from_hand(pool.raw[0], seat, card)
        else:
            card = chooser.randrange(4)
            hands[seat].append(card)
            take_in_hand(pool.raw[0], seat, card)
        for one, cards in enumerate(hands):
            assert pool[0].hand_size[one] == len(cards)
            assert pool[0].hand[one].tolist() == sorted(cards) + [NOTHING] * (ROOM - len(cards))
