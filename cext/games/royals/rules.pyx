"""The game Royals as the core knows it: its table of functions and its kernel."""

from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memcpy, memset

from eminence.cext.core.game cimport GameOps
from eminence.cext.core.kernel cimport Kernel
from eminence.cext.games.royals.flow cimport actor, moves, play, setup
from eminence.cext.games.royals.hidden cimport has_world, hide, infoset, sample
from eminence.cext.games.royals.policy cimport estimate, playout_move, prior
from eminence.cext.games.royals.scoring cimport result
from eminence.cext.games.royals.state cimport (
    MAX_COST, MAX_INTRIGUE, RoyalsContext, RoyalsState,
)


cdef int secret(const void *context, const void *state) noexcept nogil:
    return 0        # every choice is made openly; only drawn cards are hidden


cdef int round_(const void *context, const void *state) noexcept nogil:
    return (<const RoyalsState *>state).turn // (<const RoyalsContext *>context).seats


cdef GameOps OPS
OPS.state_size = sizeof(RoyalsState)
OPS.context_size = sizeof(RoyalsContext)
OPS.margin_scale = 25
OPS.win_weight = 0.8
OPS.horizon = 5
OPS.exploration = 1.75
OPS.prior_weight = 1.75
OPS.setup = setup
OPS.actor = actor
OPS.moves = moves
OPS.play = play
OPS.hide = hide
OPS.sample = sample
OPS.infoset = infoset
OPS.node = NULL
OPS.secret = secret
OPS.round = round_
OPS.result = result
OPS.estimate = estimate
OPS.playout_move = playout_move
OPS.prior = prior


cdef class RoyalsKernel(Kernel):
    """`figures` is the context struct as a dict, without the masks that follow from the rest; `board` has the names."""

    cdef readonly dict figures
    cdef readonly object board

    def __init__(self, dict figures, board):
        cdef RoyalsContext *c = <RoyalsContext *>self.attach(&OPS, figures["seats"])
        c[0] = figures | {
            "country_cities": [0] * len(c.country_cities),
            "city_positions": [0] * len(c.city_positions),
            "affordable": [[0] * len(c.affordable[0])] * len(c.affordable),
            "takeable": [[0] * len(c.takeable[0])] * len(c.takeable),
        }
        self.figures = figures
        self.board = board
        self._fill_masks()

    cdef _fill_masks(self):
        cdef RoyalsContext *c = <RoyalsContext *>self.context
        cdef int position, country, city, cost
        for city in range(c.cities):
            c.country_cities[c.city_country[city]] |= <uint16_t>1 << city
        for position in range(c.positions):
            country = c.position_country[position]
            c.city_positions[c.position_city[position]] |= <uint32_t>1 << position
            for cost in range(c.position_cost[position], MAX_COST + 1):
                c.affordable[country][cost] |= <uint32_t>1 << position
            for cost in range(c.position_intrigue[position], MAX_INTRIGUE + 1):
                c.takeable[country][cost] |= <uint32_t>1 << position

    def has_world(self, bytes state, int seat) -> bool:
        """Whether some deal of the hidden cards agrees with everything in a view."""
        return has_world(self.context, self.read(state), self.check_seat(seat))

    def unpack(self, bytes state) -> dict:
        cdef RoyalsState s
        memcpy(&s, self.read(state), sizeof(s))
        return s

    def pack(self, record) -> bytes:
        cdef RoyalsState s
        memset(&s, 0, sizeof(s))
        s = record
        return (<char *>&s)[:sizeof(s)]
