"""The games in the language of other tools: PettingZoo, Gymnasium and OpenSpiel.

Each is a module of its own and an extra to install. They add no rule: actions are the numbers of the game's
notation, observations the features of a seat's view (`docs/games`), rewards those of `archipel.core.rewards`.
"""

from __future__ import annotations

from archipel.core.game import Game

PLAYERS = 3  # unless it is said otherwise: every game can be played by three
VERSION = 0  # of what adapters show; raised when a layout, a number of an action or a reward changes


def name_of(game: Game) -> str:
    """How tools that want plain names call a game.

    >>> from archipel.games import game
    >>> name_of(game("costa-ruana"))
    'costa_ruana_v0'
    """
    return f"{game.name.replace('-', '_')}_v{VERSION}"


def missing(tool: str) -> ImportError:
    """The error for who has not installed what an adapter needs.

    >>> missing("openspiel")
    ImportError("This needs a tool that is not installed: pip install 'archipel[openspiel]'")
    """
    return ImportError(f"This needs a tool that is not installed: pip install 'archipel[{tool}]'")
