"""What a player of Costa Ruana may believe about the cards that lie face down and those in other hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from archipel.core.record import HIDDEN
from archipel.core.rule import plain
from archipel.core.words import N_, Tongue
from archipel.games.costa_ruana.parts import DAY, HIGH_TIDE, LOW_TIDE, NIGHT, TYPE_OF
from archipel.games.costa_ruana.state import layer_of
from archipel.games.costa_ruana.words import CONDITION_NAMES

MOST = 8  # sentences: more are not read
TYPE_NAMES = (N_("Move a treasure"), N_("Return natives"), N_("Place natives"), N_("Move a native"))

LIES = N_("Card {number}, laid face down by {who} in front of {before}, is a “{type}”: {percent} %")
WAKES = N_(
    "Card {number}, face down in front of {before}, is active if the {condition} card turns: {percent} %"
)
HOLDS = N_("{who} holds a “{type}”: {percent} %")


def beliefs(view: Any, seat: int, worlds: Sequence[Any], tongue: Tongue) -> list[str]:
    """What is hidden from a seat, in sentences with the share of worlds that agree; what matters first."""
    if not worlds:
        return []
    hidden = [number for number in range(view.laid) if view.table[number] == HIDDEN]
    hidden.sort(key=lambda number: view.before[number] != seat)  # what one will have to carry out oneself
    said = [*_lying(view, hidden, worlds, tongue)]
    if seat == view.shaman:
        said += _waking(view, hidden, worlds, tongue)
    return [*said, *_held(view, seat, worlds, tongue)][:MOST]


def _lying(view: Any, hidden: list[int], worlds: Sequence[Any], tongue: Tongue) -> Iterator[str]:
    """The likeliest type of each card face down."""
    for number in hidden:
        types = Counter(_type(world.table[number]) for world in worlds)
        likeliest, count = types.most_common(1)[0]
        yield tongue.text(LIES).format(
            number=number + 1,
            who=tongue.name(plain(layer_of)(view, number)),
            before=tongue.name(view.before[number]),
            type=tongue.text(TYPE_NAMES[likeliest]),
            percent=_percent(count, worlds),
        )


def _waking(view: Any, hidden: list[int], worlds: Sequence[Any], tongue: Tongue) -> Iterator[str]:
    """What the Shaman has to guess: which cards face down become active by which choice."""
    for number in hidden:
        counts = [sum(_wakes(view, world.table[number], turned) for world in worlds) for turned in range(2)]
        turned = counts.index(max(counts))
        yield tongue.text(WAKES).format(
            number=number + 1,
            before=tongue.name(view.before[number]),
            condition=tongue.text(list(CONDITION_NAMES.values())[turned]),
            percent=_percent(counts[turned], worlds),
        )


def _held(view: Any, seat: int, worlds: Sequence[Any], tongue: Tongue) -> Iterator[str]:
    """The type that each of the others most likely has in hand, the surest first; nothing that is certain."""
    found = []
    for other in range(view.seats):
        size = view.hand_size[other]
        if other == seat or size == 0 or view.hand[other, 0] != HIDDEN:
            continue
        types = Counter(kind for world in worlds for kind in set(map(_type, world.hand[other, :size])))
        likeliest, count = max(types.items(), key=lambda item: (item[1] < len(worlds), item[1]))
        found.append((count, other, likeliest))
    for count, other, likeliest in sorted(found, reverse=True):
        if count < len(worlds):
            yield tongue.text(HOLDS).format(
                who=tongue.name(other),
                type=tongue.text(TYPE_NAMES[likeliest]),
                percent=_percent(count, worlds),
            )


def _type(card: int) -> int:
    return int(TYPE_OF[card >> 2])


def _wakes(view: Any, card: int, turned: int) -> bool:
    """Whether a card is active when one of the condition cards is turned over."""
    sides = list(view.conditions)
    sides[turned] = (DAY + NIGHT, HIGH_TIDE + LOW_TIDE)[turned] - sides[turned]
    return card % 4 in sides


def _percent(count: int, worlds: Sequence[Any]) -> int:
    return round(100 * count / len(worlds))
