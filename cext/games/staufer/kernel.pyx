"""The table of functions and the Python side of The Staufer Dynasty's rules."""

from libc.string cimport memcpy, memset

from eminence.cext.core.game cimport GameOps, Outcome
from eminence.cext.core.kernel cimport Kernel
from eminence.cext.games.staufer.hidden cimport hide, infoset, node, sample
from eminence.cext.games.staufer.jobs cimport PARTS, final_points
from eminence.cext.games.staufer.policy cimport estimate, playout_move, prior
from eminence.cext.games.staufer.rules cimport actor, moves, play
from eminence.cext.games.staufer.setup cimport setup
from eminence.cext.games.staufer.board cimport rank_region
from eminence.cext.games.staufer.state cimport StauferContext, StauferState


cdef int secret(const void *context, const void *state) noexcept nogil:
    return 0        # S-6.5: all choices are open


cdef int round_(const void *context, const void *state) noexcept nogil:
    return (<const StauferState *>state).round


cdef void result(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """S-5.11: points, then figures in the court."""
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    cdef int key[5]
    cdef int seat, other
    for seat in range(c.seats):
        outcome.score[seat] = s.holding[seat].points
        outcome.rank[seat] = 1
        key[seat] = 64 * s.holding[seat].points + s.holding[seat].court.envoys + s.holding[seat].court.nobles
    for seat in range(c.seats):
        for other in range(c.seats):
            if key[other] > key[seat]:
                outcome.rank[seat] += 1


cdef GameOps OPS
OPS.state_size = sizeof(StauferState)
OPS.context_size = sizeof(StauferContext)
OPS.margin_scale = 15
OPS.win_weight = 0.4
OPS.horizon = 2
OPS.exploration = 0.75
OPS.prior_weight = 2.5
OPS.setup = setup
OPS.actor = actor
OPS.moves = moves
OPS.play = play
OPS.hide = hide
OPS.sample = sample
OPS.infoset = infoset
OPS.node = node
OPS.secret = secret
OPS.round = round_
OPS.result = result
OPS.estimate = estimate
OPS.playout_move = playout_move
OPS.prior = prior


cdef class StauferKernel(Kernel):
    """`figures` is the context struct as a dict, see figures.py."""

    cdef readonly dict figures

    def __init__(self, int seats, dict figures):
        cdef StauferContext *c = <StauferContext *>self.attach(&OPS, seats)
        cdef StauferContext filled
        memset(&filled, 0, sizeof(filled))
        filled = figures
        memcpy(c, &filled, sizeof(filled))
        self.figures = figures

    def final_points(self, bytes state, int seat) -> list:
        """Points for the region, pattern and offices job, brown chests and other chests if the game ended now."""
        cdef StauferState s
        cdef int parts[PARTS]
        cdef int part
        memcpy(&s, self.read(state), sizeof(s))
        final_points(<StauferContext *>self.context, &s, self.check_seat(seat), parts)
        return [parts[part] for part in range(PARTS)]

    def ranking(self, bytes state, int region) -> list:
        """Seats present in a region, first to last."""
        cdef StauferState s
        cdef int ranked[5]
        cdef int rank
        memcpy(&s, self.read(state), sizeof(s))
        if not 0 <= region < 6:
            raise ValueError(f"there is no region {region}")
        return [ranked[rank] for rank in range(rank_region(<StauferContext *>self.context, &s, region, ranked))]

    def unpack(self, bytes state) -> dict:
        cdef StauferState s
        memcpy(&s, self.read(state), sizeof(s))
        return s

    def pack(self, record) -> bytes:
        cdef StauferState s
        memset(&s, 0, sizeof(s))    # padding is zero too
        s = record
        return (<char *>&s)[:sizeof(s)]
