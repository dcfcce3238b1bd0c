"""Arabana-Opodopo, for 3 or 4 players: bridges and islands, with the power of the gods, by Günter Cornett."""

from archipel.core.game import Game, Option
from archipel.core.options import STANDARD, check_switch, read_switch
from archipel.games.arabana_opodopo.options import check_board, load_board

GAME = Game(
    name="arabana-opodopo",
    package=__name__,
    title={"en": "Arabana-Opodopo", "fr": "Arabana-Opodopo"},
    summary={
        "en": "A game of bridges: hold more than half of an island’s slots, and sweep all others away.",
        "fr": "Un jeu de ponts : tenez plus de la moitié des ponts d’une île, et balayez-y tous les autres.",
    },
    seats=range(3, 5),
    prefix="AO",
    version=1,
    minutes=(45, 75),
    age=10,
    options=(
        Option(
            "gods",
            default=False,
            help={
                "en": "yes: play with the power of the gods (AO-9)",
                "fr": "yes : jouer avec le pouvoir des Dieux (AO-9)",
            },
            read=read_switch,
            check=check_switch,
        ),
        Option(
            "board",
            default=STANDARD,
            help={
                "en": "standard, miniature (AO-2.4), or a file in the form of board.json: the board you own",
                "fr": "standard, miniature (AO-2.4), ou un fichier de la forme de board.json : votre plateau",
            },
            read=load_board,
            check=check_board,
        ),
    ),
)
