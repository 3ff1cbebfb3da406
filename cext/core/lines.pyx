"""Lines read out of a search tree: how the game may go on, and whole turns of the advised seat."""

import heapq

from libc.string cimport memcpy

from eminence.cext.core.game cimport MAX_MOVES, move_t
from eminence.cext.core.search cimport Search
from eminence.cext.core.stream cimport Stream
from eminence.cext.core.tree cimport Edge, Node, tree_find

cdef enum:
    WORLDS = 4          # in which a turn is played: where they part, chance decides how it goes on
    LOOKS = 24          # at most, at beginnings of turns


cdef list _edges(Search search, bytes state):
    """What the tree knows of the decision pending in a state: (visits, move, winning share) of its legal moves."""
    cdef move_t moves[MAX_MOVES]
    cdef Node *node
    cdef Edge *edge
    cdef int count, i, j = 0
    memcpy(search.world, <const char *>state, search.ops.state_size)
    node = tree_find(&search.tree, search._key(search.ops.actor(search.context, search.world)))
    if node == NULL:
        return []
    count = search.ops.moves(search.context, search.world, moves)
    known = []
    for i in range(node.count):
        edge = &search.tree.edges[node.first + i]
        while j < count and moves[j] < edge.move:
            j += 1
        if j < count and moves[j] == edge.move:
            known.append((edge.visits, edge.move, edge.win / max(edge.visits, 1)))
    return known


cdef list _worlds(Search search, Stream stream, int count):
    """So many worlds of the view, drawn by what the search has prepared."""
    cdef bytes world
    if not search.iterations:
        return search.kernel.samples(search.view, search.seat, stream, count)
    worlds = []
    for _ in range(count):
        world = search.packed[:search.ops.state_size]
        search.ops.sample(search.context, <char *>world, search.seat, search.tables, &stream.rng)
        worlds.append(world)
    search.kernel.verify()
    return worlds


def variation(Search search, int first, int longest=12, int least_visits=8) -> list:
    """The expected continuation in one likely world: (state, seat, move) triples, beginning with move `first`."""
    cdef Stream stream = Stream(0, "variation")
    cdef bytes state = _worlds(search, stream, 1)[0]
    line = []
    actor, move = search.seat, first
    while True:
        line.append((state, actor, move))
        state = search.kernel.play(state, move, stream)
        actor = search.kernel.actor(state)
        if actor is None or len(line) == longest or search.settings.world_iterations:
            return line
        visits, move, _ = max(_edges(search, state), key=lambda edge: edge[0], default=(0, 0, 0))
        if visits < least_visits:
            return line


class Turn:
    """The beginning of a turn of the advised seat: its moves, and where they lead in a few worlds."""

    def __init__(self, steps, states, visits, win):
        self.steps = steps          # (view, move) pairs
        self.states = states        # in which the last of them is to be played
        self.visits = visits        # of the last one
        self.win = win              # winning share of the seat after it
        self.whole = False          # whether the turn ends with it

    @property
    def moves(self) -> tuple:
        return tuple(move for _, move in self.steps)

    def __lt__(self, other) -> bool:
        if self.visits != other.visits:
            return self.visits > other.visits
        return self.moves < other.moves


def turns(Search search, int first, int most=3, int least_visits=8, int longest=16) -> list:
    """Whole turns of the advised seat as far as the tree knows them: the best that begins with `first`, then the most visited.

    A turn is what a seat decides in a row. It breaks off where chance, or what others hide, tells how it goes on.
    """
    if search.settings.world_iterations:
        return []
    stream = Stream(0, "turns")
    begun = _longer(search, Turn([], _worlds(search, stream, WORLDS), search.iterations, 0.0), 1)
    found = [_followed(search, turn, stream, least_visits, longest) for turn in begun if turn.steps[0][1] == first]
    heapq.heapify(begun)
    for _ in range(LOOKS):
        if not begun or len(found) == most:
            break
        turn = heapq.heappop(begun)
        longer = _played(search, turn, stream, least_visits, longest)
        for one in longer:
            heapq.heappush(begun, one)
        if not longer and turn.visits >= least_visits and turn.moves not in [one.moves for one in found]:
            found.append(turn)
    return found


def _followed(Search search, turn, Stream stream, int least_visits, int longest):
    """The turn along its most visited moves."""
    while longer := _played(search, turn, stream, least_visits, longest):
        turn = min(longer)
    return turn


def _played(Search search, turn, Stream stream, int least_visits, int longest) -> list:
    """The turns that go on after the last step of this one; none where it ends."""
    kernel, seat = search.kernel, search.seat
    move = turn.steps[len(turn.steps) - 1][1]   # compiled without wraparound: -1 would be no index
    states = [kernel.play(state, move, stream) for state in turn.states]
    actors = {kernel.actor(state) for state in states}
    turn.whole = seat not in actors
    if actors != {seat} or len(turn.steps) == longest or len({kernel.hide(state, seat) for state in states}) > 1:
        return []
    return _longer(search, Turn(turn.steps, states, turn.visits, turn.win), least_visits)


def _longer(Search search, turn, int least_visits) -> list:
    """The turn with each of the steps that the tree has tried often enough."""
    view = search.kernel.hide(turn.states[0], search.seat)
    return [
        Turn([*turn.steps, (view, move)], turn.states, min(visits, turn.visits), win)
        for visits, move, win in _edges(search, turn.states[0]) if visits >= least_visits
    ]
