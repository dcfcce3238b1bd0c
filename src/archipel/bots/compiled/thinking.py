# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""Search and leaning, compiled: this file is executed once per game, with that game's rules and sense.

Information-set Monte Carlo tree search for any number of seats. Every simulation imagines a new world
that agrees with what the searching seat sees, walks down a tree that all worlds share, plays on from
where the tree ends, and tells the tree what each seat got. A node of the tree is what the searching seat
would then see, so that different ways to one view meet there; an edge is an action of whoever moves.

`archipel.bots.mind` sets `rules`, `knowledge` and `sense` before the code below runs and owns all memory.
"""

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from archipel.bots.compiled.desk import DEEPEST
from archipel.core.chance import fraction, pick
from archipel.core.fingerprint import fingerprint
from archipel.core.record import CHANCE, OVER
from archipel.core.rule import compiled, inlined

if TYPE_CHECKING:
    rules: Any = None
    knowledge: Any = None
    sense: Any = None

# Places in the pool that a mind owns.
VIEW, WORLD, SEEN = 0, 1, 2

# What a tree has used.
NODES, EDGES, STEPS = 0, 1, 2

# How a mind searches (`archipel.bots.manner.Manner`).
CURIOSITY, DOUBT, LEANING, PATIENCE, A_SEAT, BELIEF = range(6)

NONE = -1

TRIES = 8  # worlds that may be found implausible before one is taken as it is
PRIDE = 0.1  # of a seat's value that is its place among the others, the rest being the win


# ── Leaning: a sensible move without a search ───────────────────────────────────────────────────
@compiled
def lean(pool, desk, n):
    """Weigh the n moves on the desk: how strongly a sensible player inclines to each, from pool[VIEW]."""
    sense.lean(pool[VIEW], desk.moves, n, desk.weights)


@inlined
def draw_move(s, moves, n, weights, leaning, rng):
    """One of n moves at random: as its mover inclines, or with equal chance when it does not lean."""
    if leaning == 0 or n == 1 or leaning <= fraction(rng):
        return np.int64(moves[pick(rng, n)])
    sense.lean(s, moves, n, weights)
    total = 0.0
    for i in range(n):
        total += weights[i]
    rest = total * fraction(rng)
    for i in range(n):
        rest -= weights[i]
        if rest < 0:
            return np.int64(moves[i])
    return np.int64(moves[n - 1])


# ── Imagining ───────────────────────────────────────────────────────────────────────────────────
@compiled
def imagine(pool, seat, belief, rng):
    """A world in pool[WORLD] that agrees with the view; the likelier ones more often, if asked."""
    for _ in range(TRIES):
        pool[WORLD] = pool[VIEW]
        knowledge.determinize(pool[WORLD], seat, rng)
        if not belief:
            return
        sense.revise(pool[WORLD], seat, rng)
        if sense.plausibility(pool[WORLD], seat) > fraction(rng):
            return


# ── The tree ────────────────────────────────────────────────────────────────────────────────────
@inlined
def find(nodes, key):
    """The place of a node, or of the gap where it belongs."""
    last = len(nodes) - 1  # the table is as long as a power of two
    at = np.int64(key >> 33) & last
    while nodes[at].key != 0 and nodes[at].key != key:
        at = (at + 1) & last
    return at


@compiled
def grow(tree, at, key):
    """A new node, unless the tree is full."""
    if tree.used[NODES] < len(tree.nodes) >> 1:
        tree.used[NODES] += 1
        tree.nodes[at].key = key
        tree.nodes[at].first = NONE


@inlined
def meet(tree, at, moves, n, found):
    """Find the edges of a node for the moves that are legal in this world; false if there is no room.

    New ones are hung on; each counts one more time that it was available.
    """
    nodes, edges = tree.nodes, tree.edges
    fresh = nodes[at].first == NONE
    if fresh and tree.used[EDGES] + n > len(edges) - rules.MOST_MOVES:
        return False  # what is left is for moves that nodes met before have in other worlds
    last = np.int64(NONE)
    for i in range(n):
        edge = np.int64(nodes[at].first if last == NONE else edges[last].next)
        if not fresh and (edge == NONE or edges[edge].action != moves[i]):
            edge = np.int64(nodes[at].first)  # the order is another one in this world
            while edge != NONE and edges[edge].action != moves[i]:
                last, edge = edge, np.int64(edges[edge].next)
        if edge == NONE:
            if tree.used[EDGES] == len(edges):
                return False
            edge = hang(tree, at, last, moves[i])
        edges[edge].available += 1
        found[i] = last = edge
    return True


@compiled
def hang(tree, at, last, action):
    """A new edge of a node, after its last one."""
    edges = tree.edges
    edge = np.int64(tree.used[EDGES])
    tree.used[EDGES] += 1
    edges[edge].action = action
    edges[edge].next = NONE
    edges[edge].visits = edges[edge].available = 0
    edges[edge].value = 0.0
    if last == NONE:
        tree.nodes[at].first = edge
    else:
        edges[last].next = edge
    return edge


@inlined
def select(edges, found, n, weights, curiosity, doubt):
    """The most promising of n edges: its value so far, and what the mover's leaning makes of its novelty."""
    total, visits, worth = 0.0, 0, 0.0
    for i in range(n):
        total += weights[i]
        visits += edges[found[i]].visits
        worth += edges[found[i]].value
    guess = worth / visits if visits > 0 else 0.0  # of what was never tried
    best, chosen = -1.0, 0
    for i in range(n):
        edge = edges[found[i]]
        prior = (1 - doubt) * weights[i] / total + doubt / n
        value = edge.value / edge.visits if edge.visits > 0 else guess
        value += curiosity * prior * sqrt(edge.available) / (1 + edge.visits)
        if value > best:
            best, chosen = value, i
    return chosen


# ── A simulation ────────────────────────────────────────────────────────────────────────────────
@compiled
def walk(pool, tree, desk, seat, manner, rng):
    """Go down the tree in pool[WORLD] until it ends, and let it grow by a node there; returns how deep."""
    s = pool[WORLD]
    depth = 0
    while depth < DEEPEST:
        mover = rules.to_move(s)
        if mover == OVER:
            return depth
        action = np.int64(NONE)
        if mover == CHANCE:
            action = np.int64(rules.draw(s, rng))
        else:
            n = rules.legal(s, desk.moves)
            action = np.int64(desk.moves[0])
            if n > 1:
                i = branch(pool, tree, desk, n, seat, manner)
                if i == NONE:
                    return depth
                action = np.int64(desk.moves[i])
                desk.path[depth, 0], desk.path[depth, 1] = desk.found[i], mover
                depth += 1
        rules.apply(s, action)
        tree.used[STEPS] += 1
    return depth


@compiled
def branch(pool, tree, desk, n, seat, manner):
    """Which of n moves to follow from the node of the world's view; NONE if the tree ended there."""
    pool[SEEN] = pool[WORLD]
    knowledge.observe(pool[SEEN], seat)
    key = fingerprint(desk.words[SEEN])
    at = find(tree.nodes, key)
    if tree.nodes[at].key == 0:
        grow(tree, at, key)
        return NONE
    if not meet(tree, at, desk.moves, n, desk.found):
        return NONE
    sense.lean(pool[WORLD], desk.moves, n, desk.weights)
    return select(tree.edges, desk.found, n, desk.weights, manner[CURIOSITY], manner[DOUBT])


@compiled
def play_on(s, moves, weights, steps, leaning, rng):
    """Play on for some steps, chance's included; returns how many it were."""
    for step in range(steps):
        mover = rules.to_move(s)
        if mover == OVER:
            return step
        if mover == CHANCE:
            action = np.int64(rules.draw(s, rng))
        else:
            action = draw_move(s, moves, rules.legal(s, moves), weights, leaning, rng)
        rules.apply(s, action)
    return steps


@compiled
def final_values(s, desk):
    """What a finished match is worth to each seat: the win, shared by who shares it, and a little pride."""
    rules.score(s, desk.points, desk.places)
    winners = 0
    for seat in range(s.seats):
        winners += desk.places[seat] == 1
    for seat in range(s.seats):
        beaten = max(np.int64(s.seats) - desk.places[seat], 0)  # where nobody wins, there is one more place
        desk.values[seat] = PRIDE * beaten / (s.seats - 1)
        if desk.places[seat] == 1:
            desk.values[seat] += (1 - PRIDE) / winners


@compiled
def simulate(pool, tree, desk, seat, manner, rng):
    """One simulation: imagine, walk, play on, and tell each mover on the way what it got."""
    imagine(pool, seat, manner[BELIEF] > 0, rng)
    depth = walk(pool, tree, desk, seat, manner, rng)
    s = pool[WORLD]
    patience = np.int64(manner[PATIENCE] + manner[A_SEAT] * s.seats)
    tree.used[STEPS] += play_on(s, desk.moves, desk.weights, patience, manner[LEANING], rng)
    if rules.to_move(s) == OVER:
        final_values(s, desk)
    else:
        sense.prospects(s, desk.values)
    for i in range(depth):
        edge = desk.path[i, 0]
        tree.edges[edge].visits += 1
        tree.edges[edge].value += desk.values[desk.path[i, 1]]


# ── Entry points ────────────────────────────────────────────────────────────────────────────────
@compiled
def clear(tree):
    """An empty tree."""
    for i in range(len(tree.nodes)):
        tree.nodes[i].key = 0
    for i in range(len(tree.used)):
        tree.used[i] = 0


@compiled
def think(pool, tree, desk, seat, simulations, manner, rng):
    """Simulations from the view in pool[VIEW]; what they find stays in the tree."""
    key = fingerprint(desk.words[VIEW])
    root = find(tree.nodes, key)
    if tree.nodes[root].key == 0:
        grow(tree, root, key)
    for _ in range(simulations):
        simulate(pool, tree, desk, seat, manner, rng)


@compiled
def conclude(tree, desk, n, visits, values):
    """How often each of the n moves on the desk was tried at the root, and what it came to in all."""
    at = find(tree.nodes, fingerprint(desk.words[VIEW]))
    for i in range(n):
        visits[i], values[i] = 0, 0.0
        edge = np.int64(tree.nodes[at].first) if tree.nodes[at].key != 0 else NONE
        while edge != NONE and tree.edges[edge].action != desk.moves[i]:
            edge = np.int64(tree.edges[edge].next)
        if edge != NONE:
            visits[i], values[i] = tree.edges[edge].visits, tree.edges[edge].value
