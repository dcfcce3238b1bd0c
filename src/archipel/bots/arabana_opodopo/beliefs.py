"""What a seat may think of the cards it cannot see in Arabana-Opodopo, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from archipel.core.record import NOBODY
from archipel.core.words import N_, Tongue
from archipel.games.arabana_opodopo.parts import ISLANDS, KANALOA, LETTERS
from archipel.games.arabana_opodopo.words import say_island

MOST = 8  # sentences
CARDS_TOLD = 3  # of them at most about single cards
GAINS = N_("{who} can gain {island} with the cards in hand: {percent} %")
BREAKS = N_("{who} can break your control of {island} by an exchange: {percent} %")
HOLDS = N_("{who} holds a card {island}: {percent} %")

Belief = tuple[float, str]  # how telling it is, and the sentence


def beliefs(view: Any, seat: int, worlds: Sequence[Any], tongue: Tongue) -> list[str]:
    """What others may do with their hidden cards, the most telling first, and what they may hold."""
    others = [other for other in range(view.seats) if other != seat and not view.finished[other]]
    threats = [belief for other in others for belief in _threats(view, seat, other, worlds, tongue)]
    cards = [belief for other in others for belief in _cards(view, other, worlds, tongue)]
    told = sorted(threats, reverse=True)[:MOST]
    told += sorted(cards, reverse=True)[: min(CARDS_TOLD, MOST - len(told))]
    return [sentence for _, sentence in told]


def _threats(view: Any, seat: int, other: int, worlds: Sequence[Any], tongue: Tongue) -> Iterator[Belief]:
    """Islands that another player may be able to gain, or to take from the seat, in one turn."""
    for island in range(ISLANDS):
        if view.control[island] == NOBODY and view.on[island, other]:
            chances = _chances(worlds, can_gain, other, island)
            yield from _belief(GAINS, other, island, chances, float(view.degree[island]), tongue)
        elif view.control[island] == seat and view.on[island, seat] == view.degree[island] // 2 + 1:
            chances = _chances(worlds, can_break, other, island)
            yield from _belief(BREAKS, other, island, chances, float(view.degree[island]), tongue)


def _cards(view: Any, other: int, worlds: Sequence[Any], tongue: Tongue) -> Iterator[Belief]:
    """Cards that another player may hold, the bridges there making them interesting."""
    for island in range(ISLANDS):
        chances = _chances(worlds, holds, other, island)
        yield from _belief(HOLDS, other, island, chances, 1.0 + 0.1 * float(view.built[island]), tongue)


def _belief(
    message: str, who: int, island: int, chances: tuple[float, float], weight: float, tongue: Tongue
) -> Iterator[Belief]:
    """The sentence, unless it is certain."""
    supposed, counted = chances
    percent = round(100 * counted)
    if 0 < percent < 100:
        words = {"who": tongue.name(who), "island": say_island(LETTERS[island], tongue), "percent": percent}
        yield supposed * weight, tongue.text(message).format(**words)


def _chances(
    worlds: Sequence[Any], happens: Callable[[Any, int, int], bool], seat: int, island: int
) -> tuple[float, float]:
    """In which share of the worlds something is true of a player and an island, in each half of them.

    What is told is chosen by the one and told by the other: the highest of many counts is mostly too high.
    """
    halves = (worlds[::2], worlds[1::2])
    counts = [sum(happens(world, seat, island) for world in half) / max(len(half), 1) for half in halves]
    return counts[0], counts[1]


# ── What a hand can do ──────────────────────────────────────────────────────────────────────────
def hand_of(world: Any, seat: int) -> list[int]:
    """The cards of a hand in a world."""
    return [int(card) for card in world.hand[seat, : world.hand_size[seat]]]


def jokers_of(world: Any, seat: int) -> int:
    """The stones of Kanaloa that a player could use."""
    return int(world.stones[seat, KANALOA]) if world.round == 2 else 0


def holds(world: Any, seat: int, island: int) -> bool:
    """Whether a hand has a card of an island."""
    return island in hand_of(world, seat)


def can_gain(world: Any, seat: int, island: int) -> bool:
    """Whether the cards in a hand allow all the bridges that are missing for control, on free slots."""
    hand, degree = hand_of(world, seat), int(world.degree[island])
    free = [i for i in range(degree) if world.bridge[world.slot[island, i]] == NOBODY]
    paid = hand.count(island) + sum(1 for i in free if world.far[island, i] in hand) + jokers_of(world, seat)
    return degree // 2 + 1 - int(world.on[island, seat]) <= min(len(free), paid)


def can_break(world: Any, seat: int, island: int) -> bool:
    """Whether a hand allows the exchange of a bridge of whoever controls an island."""
    hand, owner = hand_of(world, seat), world.control[island]
    for i in range(int(world.degree[island])):
        if world.bridge[world.slot[island, i]] == owner:
            paid = hand.count(island) + hand.count(int(world.far[island, i])) + jokers_of(world, seat)
            if paid > 1:
                return True
    return False
