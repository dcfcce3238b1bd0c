# mypy: disable-error-code="no-untyped-def, no-untyped-call"
"""The entry points into compiled rules: this file is executed once per game, with that game's rules.

`archipel.core.game` sets `rules`, `knowledge` and `features` before the code below runs, so that each
game has loops of its own that the disk cache can keep. All memory belongs to the Python caller.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from archipel.core.chance import MASK, MIX_1, pick
from archipel.core.fingerprint import fingerprint
from archipel.core.record import CHANCE, OVER
from archipel.core.rewards import write_rewards
from archipel.core.rule import compiled

if TYPE_CHECKING:
    rules: Any = None
    knowledge: Any = None
    features: Any = None

ILLEGAL, NO_ACTION = -32768, -1


# ── One match ───────────────────────────────────────────────────────────────────────────────────
@compiled
def begin(pool, options, seats):
    """Set up a match in pool[0], which is all zeros."""
    rules.setup(pool[0], seats, options[0])


@compiled
def advance(pool, action, n, moves, rng, log):
    """Take an action, let chance answer, and list the next moves: all in one call from Python.

    `action` must be among the n moves listed before, else nothing changes and ILLEGAL is returned;
    with NO_ACTION moves are only listed. Chance plays if there are dice in `rng`. What was done is
    written to `log` from its second place, how much to its first. Returns the number of moves listed,
    negative if they are chance's, 0 at the end.
    """
    s = pool[0]
    taken = 0
    if action != NO_ACTION:
        if not contains(moves, n, action):
            return ILLEGAL
        rules.apply(s, action)
        taken = 1
        log[taken] = action
    if len(rng) > 0:
        while rules.to_move(s) == CHANCE:
            drawn = np.int64(rules.draw(s, rng))
            rules.apply(s, drawn)
            taken += 1
            log[taken] = drawn
    log[0] = taken
    return list_moves(s, moves)


@compiled
def contains(moves, n, action):
    """Whether an action is among the first n moves."""
    for i in range(n):
        if moves[i] == action:
            return True
    return False


@compiled
def list_moves(s, moves):
    """List the moves in `s`; their number, negative if they are chance's."""
    mover = rules.to_move(s)
    if mover == OVER:
        return 0
    n = rules.legal(s, moves)
    return -n if mover == CHANCE else n


@compiled
def mover(pool):
    """Whose choice it is."""
    return rules.to_move(pool[0])


@compiled
def ways(pool, moves, n, out):
    """The number of ways of each of chance's n moves."""
    rules.ways(pool[0], moves, n, out)


@compiled
def drawn(pool, rng):
    """What chance would do."""
    return rules.draw(pool[0], rng)


@compiled
def score(pool, points, places):
    """Points and places of a match that is over, and why it ended."""
    return rules.score(pool[0], points, places)


# ── What is known ───────────────────────────────────────────────────────────────────────────────
@compiled
def look(pool, views, seat):
    """Copy the state to views[0] and blank what a seat may not know."""
    views[0] = pool[0]
    knowledge.observe(views[0], seat)


@compiled
def imagine(views, seat, rng):
    """Fill the view in views[0] up to a possible state."""
    knowledge.determinize(views[0], seat, rng)


@compiled
def witness(pool, action, seat):
    """An action that is about to be taken, as a seat learns it."""
    return knowledge.witness(pool[0], action, seat)


@compiled
def witness_by_all(pool, action, out):
    """The same as each seat learns it."""
    for seat in range(len(out)):
        out[seat] = knowledge.witness(pool[0], action, seat)


@compiled
def describe(pool, views, seat, out):
    """Write what a seat sees as numbers for learning; its view is left in views[0]."""
    views[0] = pool[0]
    knowledge.observe(views[0], seat)
    features.features(views[0], seat, out)


@compiled
def remember(pool, views, words, seen):
    """Mix what each seat sees now into the number of all that it has seen; `words` are those of the views."""
    for seat in range(len(seen)):
        views[0] = pool[0]
        knowledge.observe(views[0], seat)
        seen[seat] = (int(seen[seat]) * MIX_1 + int(fingerprint(words[0]))) & MASK


# ── Many matches ────────────────────────────────────────────────────────────────────────────────
@compiled
def random_action(s, moves, rng):
    """Any legal action with equal chance; chance draws by its ways."""
    if rules.to_move(s) == CHANCE:
        return np.int64(rules.draw(s, rng))
    return np.int64(moves[pick(rng, rules.legal(s, moves))])


@compiled
def play_out(s, moves, rng, log):
    """Random play from `s` to the end; writes actions to `log` if it has room; returns their number."""
    count = 0
    while rules.to_move(s) != OVER:
        action = random_action(s, moves, rng)
        rules.apply(s, action)
        if count < len(log):
            log[count] = action
        count += 1
    return count


@compiled
def simulate(pool, moves, rngs, points, places, reasons, lengths, logs):
    """Random matches from the start in pool[0], each in pool[1] with dice of its own."""
    for i in range(len(lengths)):
        pool[1] = pool[0]
        lengths[i] = play_out(pool[1], moves, rngs[i], logs[i])
        reasons[i] = rules.score(pool[1], points[i], places[i])


@compiled
def retrace(pool, moves, logs, lengths, movers, counts):
    """Play recorded matches again from the start in pool[0]: who takes each action, out of how many."""
    s = pool[1]
    for i in range(len(lengths)):
        pool[1] = pool[0]
        for number in range(lengths[i]):
            movers[i, number] = rules.to_move(s)
            counts[i, number] = rules.legal(s, moves)
            rules.apply(s, np.int64(logs[i, number]))


@compiled
def first_illegal(actions, out):
    """The first match of a batch whose action is not legal, -1 if there is none."""
    for i in range(len(actions)):
        if actions[i] != NO_ACTION and not contains(out.moves[i], out.counts[i], actions[i]):
            return i
    return -1


@compiled
def step_batch(pool, actions, rngs, out, first, last, view):
    """One action in each match of a batch from `first` up to `last`; `archipel.batch` says what is written.

    Matches start anew from the record after the last match. Views are made in pool[view]. Returns how many
    actions were taken in all.
    """
    taken = play_batch(pool, actions, rngs, out, first, last)
    show_batch(pool, out, first, last, view)
    return taken


@compiled
def play_batch(pool, actions, rngs, out, first, last):
    """Take the actions, let chance answer, start ended matches anew, and list the next moves.

    A match waits if its action is NO_ACTION, unless nobody can move in it: then it begins. Nothing is called
    with all of `out`, as its arrays would be handed over one by one for every match.
    """
    moves, counts, taken = out.moves, out.counts, 0
    for i in range(first, last):
        s = pool[i]
        out.over[i] = False
        out.rewards[i] = 0.0
        if actions[i] != NO_ACTION:
            rules.apply(s, np.int64(actions[i]))
            taken += 1
        elif counts[i] == 0:
            pool[i] = pool[len(actions)]
        else:
            continue
        while rules.to_move(s) < 0:
            if rules.to_move(s) == OVER:
                end_match(s, out.points[i], out.places[i], out.rewards[i])
                out.over[i] = True
                pool[i] = pool[len(actions)]
            else:
                rules.apply(s, np.int64(rules.draw(s, rngs[i])))
                taken += 1
        counts[i] = rules.legal(s, moves[i])
        out.seats[i] = rules.to_move(s)
    return taken


@compiled
def end_match(s, points, places, rewards):
    """What a match that is over came to."""
    rules.score(s, points, places)
    write_rewards(places, rewards)


@compiled
def show_batch(pool, out, first, last, view):
    """Write what the seats to move see and may do, where there is room for it."""
    for i in range(first if len(out.masks) > 0 else last, last):
        show_moves(out.moves[i], np.int64(out.counts[i]), out.masks[i])
    for i in range(first if len(out.features) > 0 else last, last):
        seat = np.int64(out.seats[i])
        pool[view] = pool[i]
        knowledge.observe(pool[view], seat)
        features.features(pool[view], seat, out.features[i])


@compiled
def show_moves(moves, n, mask):
    """A list of n moves as a mask."""
    mask[:] = False
    for i in range(n):
        mask[moves[i]] = True


@compiled
def perft(pool, depth, moves):
    """How many sequences of `depth` actions, chance included, lead on from pool[depth]."""
    s = pool[depth]
    if depth == 0 or rules.to_move(s) == OVER:
        return 1
    n = rules.legal(s, moves[depth])
    if depth == 1:
        return n
    total = 0
    for i in range(n):
        pool[depth - 1] = s
        rules.apply(pool[depth - 1], np.int64(moves[depth, i]))
        total += perft(pool, depth - 1, moves)
    return total
