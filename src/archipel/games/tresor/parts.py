"""What is in the box (TR-1): track, chests, tricks, detachments, ships, in the shape of the printed parts."""

from __future__ import annotations

import numpy as np

from archipel.core.record import NOTHING
from archipel.core.rule import part

# ── Track, chests, detachments ──────────────────────────────────────────────────────────────────
MOST_SEATS = 6
SHIP, LANDING, CAVE = part("TR-1.1", (0, 1, 12))
GONE = NOTHING  # where a lost detachment is
CHESTS, FULL_CHESTS = part("TR-1.2", (36, 12))
EMPTY, FULL = 0, 1
DETACHMENTS = part("TR-1.4 TR-8.1", 6)  # of each player; one less in `souquez_ferme`
SHIPS = part("TR-1.5", ("la_buse", "le_reveng", "le_hardi", "le_neptune", "l_antigua", "le_libertalia"))

# ── Tricks, grouped by the moment they are played ───────────────────────────────────────────────
TRICKS = part(
    "TR-1.3",
    (
        "mechante_bordee",
        "botte_secrete",
        "fievres",
        "bestioles",
        "tonneaux_en_perce",
        "double_ration",
        "canicule",
        "superstition",
        "longue_vue",
        "nouveau_cap",
        "indigenes_feroces",
        "traitrise",
        "mitraille",
        "le_chat_est_mort",
        "bonne_fortune",
    ),
)
COPIES = part("TR-1.3", np.array([1, 3, 1, 3, 1, 3, 1, 3, 1, 1, 2, 2, 2, 1, 2], np.int8))
KINDS = len(TRICKS)
UNKNOWN = KINDS  # the trick of somebody else's draw
MECHANTE_BORDEE, BOTTE_SECRETE, FIEVRES, BESTIOLES = range(4)
TONNEAUX_EN_PERCE, DOUBLE_RATION, CANICULE, SUPERSTITION = range(4, 8)
LONGUE_VUE, NOUVEAU_CAP, INDIGENES_FEROCES, TRAITRISE = range(8, 12)
MITRAILLE, LE_CHAT_EST_MORT, BONNE_FORTUNE = range(12, 15)
STRENGTH = part("TR-6.7", np.array([2, 1, -2, -1], np.int8))  # of the first four
ADVANCE = part("TR-6.4 TR-6.5", np.array([0, 0, 0, 0, 2, 1, -2, -1], np.int8))  # of the next four
SYMBOLS = part(
    "TR-1.6",
    ("revelation",) * 4 + ("movement",) * 4 + ("chest",) * 4 + ("special",) * 3,
)

# ── The course of a match ───────────────────────────────────────────────────────────────────────
POINTS = part("TR-3.1", 5)
SEASON = part("TR-7.3", 60)  # turns of each player before the storms are over
PRIZE = part("TR-8.2", 10)  # points of a winner
EVERYONE = (1 << MOST_SEATS) - 1  # as a set of seats
