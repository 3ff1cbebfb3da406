"""The compiled rules of The Staufer Dynasty as one table of functions, and as Python sees them."""

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.games.staufer cimport features, hidden, policy, rules, traits  # no-cython-lint
from eminence.cext.games.staufer.features cimport DECISIONS, FEATURES, FEATURE_VERSION
from eminence.cext.games.staufer.hidden_beliefs cimport Beliefs, Tables, weigh_jobs
from eminence.cext.games.staufer.rules_board cimport rank_region
from eminence.cext.games.staufer.rules_jobs cimport final_points
from eminence.cext.games.staufer.state cimport (
    CARDS, CATEGORIES, PARTS, REGIONS, Advice, StauferContext as Context, StauferState as State,  # no-cython-lint
)
from eminence.cext.games.staufer.traits cimport STAGES, TRAITS, TRAIT_VERSION

include "eminence/cext/core/kernel.pxi"

OPS.margin_scale = 15
OPS.win_weight = 0.4
OPS.horizon[:] = [0, 0, 1, 2, 2, 2]
OPS.exploration = 0.75
OPS.prior_weight = 2.5
OPS.tables_size = sizeof(Tables)
OPS.prepare = hidden.prepare
OPS.infoset = hidden.infoset
OPS.node = hidden.node
OPS.prior = policy.prior
OPS.features = features.features
OPS.feature_count = FEATURES
OPS.feature_version = FEATURE_VERSION
OPS.decision_kinds = DECISIONS
OPS.traits = traits.traits
OPS.trait_count = TRAITS
OPS.trait_version = TRAIT_VERSION
OPS.stages = STAGES


cdef class StauferKernel(PlainKernel):
    """`figures` are the context struct as a dict, see figures.py."""

    cdef readonly object options
    cdef readonly dict figures

    def __init__(self, int seats, options, dict figures):
        cdef Context *c = <Context *>self.attach(&OPS, seats)
        cdef Advice none
        memset(&none, 0, sizeof(none))
        self.options = options
        self.figures = figures
        c[0] = {**figures, "advice": none}
        policy.advise(c)

    def final_points(self, bytes state, int seat) -> list:
        """Points for the region, pattern and offices job, brown chests and other chests if the game ended now."""
        cdef State s
        cdef int parts[PARTS]
        cdef int part
        memcpy(&s, self.read(state), sizeof(s))
        final_points(<Context *>self.context, &s, self.check_seat(seat), parts)
        return [parts[part] for part in range(PARTS)]

    def beliefs(self, bytes view, int seat) -> list:
        """How likely a seat of others' jobs thinks each card, by seat and category: weights that need not sum to 1."""
        cdef State s
        cdef Beliefs found
        cdef bytes known = self.hide(view, seat)
        memcpy(&s, self.read(known), sizeof(s))
        if self.actor(known) is None or (<Context *>self.context).jobs_fixed:
            raise ValueError("no jobs are hidden")
        weigh_jobs(<Context *>self.context, &s, seat, &found)
        return [
            [[found.weight[other][category][card] for card in range(CARDS)] for category in range(CATEGORIES)]
            for other in range(self.seats)
        ]

    def ranking(self, bytes state, int region) -> list:
        """Seats present in a region, first to last."""
        cdef State s
        cdef int ranked[MAX_SEATS]
        cdef int rank
        memcpy(&s, self.read(state), sizeof(s))
        if not 0 <= region < REGIONS:
            raise ValueError(f"there is no region {region}")
        return [ranked[rank] for rank in range(rank_region(<Context *>self.context, &s, region, ranked))]
