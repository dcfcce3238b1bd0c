"""Trésor, for 3 to 6 players: hidden chests, tricks and alliances, by Gilles Lehmann."""

from archipel.core.game import Game, Option, Tournament
from archipel.core.options import STANDARD, check_switch, read_switch
from archipel.core.rule import part
from archipel.games.tresor.options import check_first, check_voyage, load_voyage

GAME = Game(
    name="tresor",
    package=__name__,
    title={"en": "Trésor", "fr": "Trésor"},
    summary={
        "en": "A game of bluff: bring a full chest home past rivals who may demand to look inside.",
        "fr": "Un jeu de bluff : ramenez un coffre plein malgré des rivaux qui peuvent exiger de l’ouvrir.",
    },
    seats=range(3, 7),
    prefix="TR",
    version=1,
    minutes=(10, 60),
    age=10,
    options=(
        Option(
            "souquez_ferme",
            default=False,
            help={
                "en": "yes: each player has five detachments (5 and 6 players)",
                "fr": "yes : chaque joueur a cinq détachements (à 5 et 6 joueurs)",
            },
            read=read_switch,
            check=check_switch,
        ),
        Option(
            "first",
            default="random",
            help={
                "en": "who begins: random, or a ship (la_buse, le_reveng …)",
                "fr": "qui commence : random (au hasard), ou un navire (la_buse, le_reveng …)",
            },
            read=check_first,
            check=check_first,
        ),
        Option(
            "voyage",
            default=STANDARD,
            help={
                "en": "standard, or a smaller match (TR-8.3): miniature, or a file (JSON)",
                "fr": "standard, ou une partie plus petite (TR-8.3) : miniature, ou un fichier (JSON)",
            },
            read=load_voyage,
            check=check_voyage,
        ),
    ),
    tournament=part("TR-8.2", Tournament("vengeance", bag=tuple(range(1, 7)) * 6, draws=4, beginner="first")),
)
