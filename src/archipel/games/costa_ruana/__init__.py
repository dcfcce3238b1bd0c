"""Costa Ruana, for 2 to 6 players: bluff and majorities, by Yuri Zhuravlev."""

from archipel.core.game import Game, Option
from archipel.core.options import STANDARD, check_switch, read_switch
from archipel.core.rule import part
from archipel.games.costa_ruana.options import check_deck, load_deck

MINUTES, AGE = part("CR-1.7", ((20, 60), 8))

GAME = Game(
    name="costa-ruana",
    package=__name__,
    title={"en": "Costa Ruana", "fr": "Costa Ruana"},
    summary={
        "en": "Bluff and majorities: send natives after treasure, with cards laid open and hidden.",
        "fr": "Bluff et majorités : envoyez vos habitants au trésor, cartes visibles et cachées à l’appui.",
    },
    seats=range(2, 7),
    prefix="CR",
    version=1,
    minutes=MINUTES,
    age=AGE,
    options=(
        Option(
            "open_huts",
            default=False,
            help={
                "en": "yes: everybody sees how many treasures are in each hut",
                "fr": "yes : chacun voit combien de trésors contient chaque hutte",
            },
            read=read_switch,
            check=check_switch,
        ),
        Option(
            "deck",
            default=STANDARD,
            help={
                "en": "standard (our reconstruction), miniature (CR-10.3), or a deck file of yours (JSON)",
                "fr": "standard (notre reconstitution), miniature (CR-10.3), ou votre propre fichier (JSON)",
            },
            read=load_deck,
            check=check_deck,
        ),
    ),
)
