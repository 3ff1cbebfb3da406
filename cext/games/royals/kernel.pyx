"""The compiled rules of Royals as one table of functions, and as Python sees them."""

from libc.stdint cimport uint16_t, uint32_t

from eminence.cext.games.royals cimport features, hidden, policy, rules, traits  # no-cython-lint
from eminence.cext.games.royals.features cimport DECISIONS, FEATURES, FEATURE_VERSION
from eminence.cext.games.royals.hidden_flow cimport Room, has_target, has_world
from eminence.cext.games.royals.hidden_tables cimport SuitTables, Tables
from eminence.cext.games.royals.policy cimport RoyalsTable as Context, appraise  # no-cython-lint
from eminence.cext.games.royals.state cimport AT_ONCE, COUNTRIES, KINDS, MAX_COST, MAX_INTRIGUE, RoyalsContext
from eminence.cext.games.royals.state cimport RoyalsState as State  # no-cython-lint
from eminence.cext.games.royals.traits cimport STAGES, TRAITS, TRAIT_VERSION

include "eminence/cext/core/kernel.pxi"

OPS.margin_scale = 25
OPS.win_weight = 0.8
OPS.horizon[:] = [0, 0, 5, 5, 5, 5]
OPS.exploration = 1.75
OPS.prior_weight = 1.75
OPS.tables_size = sizeof(Tables)
OPS.prepare = hidden.prepare
OPS.infoset = hidden.infoset
OPS.prior = policy.prior
OPS.features = features.features
OPS.feature_count = FEATURES
OPS.feature_version = FEATURE_VERSION
OPS.decision_kinds = DECISIONS
OPS.traits = traits.traits
OPS.trait_count = TRAITS
OPS.trait_version = TRAIT_VERSION
OPS.stages = STAGES


cdef class RoyalsKernel(PlainKernel):
    """`figures` is the context struct as a dict, without the masks that follow from the rest; `board` has the names."""

    cdef readonly dict figures
    cdef readonly object board

    def __init__(self, dict figures, board):
        cdef Context *table = <Context *>self.attach(&OPS, figures["seats"])
        cdef RoyalsContext *c = &table.context
        c[0] = figures | {
            "country_cities": [0] * len(c.country_cities),
            "city_positions": [0] * len(c.city_positions),
            "affordable": [[0] * len(c.affordable[0])] * len(c.affordable),
            "takeable": [[0] * len(c.takeable[0])] * len(c.takeable),
            "turn_share": (1 << 16) // figures["seats"] + 1,
            "showing": [[0] * len(c.showing[0])] * len(c.showing),
        }
        self.figures = figures
        self.board = board
        self._fill_masks(c)
        appraise(table)

    cdef _fill_masks(self, RoyalsContext *c):
        cdef int position, country, city, cost, kind
        for kind in range(COUNTRIES, KINDS):
            for country in range(COUNTRIES):
                if c.shows[kind] >> country & 1:
                    c.showing[country][kind - KINDS + AT_ONCE] = 255
        for city in range(c.cities):
            c.country_cities[c.city_country[city]] |= <uint16_t>1 << city
        for position in range(c.positions):
            country = c.position_country[position]
            c.city_positions[c.position_city[position]] |= <uint32_t>1 << position
            for cost in range(c.position_cost[position], MAX_COST + 1):
                c.affordable[country][cost] |= <uint32_t>1 << position
            for cost in range(c.position_intrigue[position], MAX_INTRIGUE + 1):
                c.takeable[country][cost] |= <uint32_t>1 << position

    def has_world(self, bytes view, int seat, int suit) -> bool:
        """Whether some deal of the hidden cards of a suit agrees with everything in a view."""
        cdef Room room
        return has_world(<const RoyalsContext *>self.context, <const State *>self.read(view), suit, self.check_seat(seat), &room)

    def has_target(self, bytes view, int seat) -> bool:
        """Whether the active seat of a view in the phase PLAY may have the cards for a placement."""
        cdef Room rooms[2]
        return has_target(<const RoyalsContext *>self.context, <const State *>self.read(view), self.check_seat(seat), rooms)

    def world_steps(self, bytes view, int seat) -> int:
        """Steps of the counting for both questions together."""
        cdef Room rooms[2]
        has_target(<const RoyalsContext *>self.context, <const State *>self.read(view), self.check_seat(seat), rooms)
        return rooms[0].steps + rooms[1].steps

    def is_exact(self, bytes view, int seat, int suit) -> bool:
        """Whether samples of a suit have the exact chances, and not estimated ones (rules section 11)."""
        cdef bytes tables = self.prepare(view, seat)
        cdef const SuitTables *t = &(<const Tables *><const char *>tables).suit[suit]
        return t.opponents < 3 or t.listed or (<const State *>self.read(view)).generation[suit] < 2

    def is_walked(self, bytes view, int seat) -> bool:
        """Whether hands of intrigue cards at the last shuffle are those of walkers (rules section 11)."""
        cdef bytes tables = self.prepare(view, seat)
        cdef const SuitTables *t = &(<const Tables *><const char *>tables).suit[1]
        return t.joined and not t.listed

    def is_ready(self, bytes view, int seat, double until) -> bool:
        """Whether the tables of a view are ready by a time of the core's clock."""
        cdef bytes tables = bytes(sizeof(Tables))
        hidden.prepare(self.context, self.read(view), self.check_seat(seat), until, <char *>tables)
        return (<const Tables *><const char *>tables).suit[0].possible

    def is_counted(self, bytes view, int seat, int suit) -> bool:
        """Whether what others have drawn of a suit since the last shuffle comes from a count of all deals, or is certain."""
        cdef bytes tables = self.prepare(view, seat)
        cdef const SuitTables *t = &(<const Tables *><const char *>tables).suit[suit]
        return not t.guided or t.counted or t.weighed
