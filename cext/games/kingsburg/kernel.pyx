"""The compiled rules of Kingsburg as one table of functions, and as Python sees them."""

from eminence.cext.games.kingsburg cimport features, hidden, policy, rules, traits  # no-cython-lint
from eminence.cext.games.kingsburg.features cimport DECISIONS, FEATURES, FEATURE_VERSION
from eminence.cext.games.kingsburg.hidden_beliefs cimport Tables, lack_of
from eminence.cext.games.kingsburg.policy_worth cimport KingsburgTable as Context, appraise  # no-cython-lint
from eminence.cext.games.kingsburg.state cimport TROOPS, KingsburgContext, KingsburgState as State  # no-cython-lint
from eminence.cext.games.kingsburg.traits cimport STAGES, TRAITS, TRAIT_VERSION

include "eminence/cext/core/kernel.pxi"

OPS.margin_scale = 8
OPS.win_weight = 0.4
OPS.horizon[:] = [0, 0, 3, 3, 3, 3]
OPS.exploration = 1.25
OPS.prior_weight = 2.5
OPS.infoset = hidden.infoset
OPS.tables_size = sizeof(Tables)
OPS.prepare = hidden.prepare
OPS.prior = policy.prior
OPS.features = features.features
OPS.feature_count = FEATURES
OPS.feature_version = FEATURE_VERSION
OPS.decision_kinds = DECISIONS
OPS.traits = traits.traits
OPS.trait_count = TRAITS
OPS.trait_version = TRAIT_VERSION
OPS.stages = STAGES


cdef class KingsburgKernel(PlainKernel):
    """`figures` (figures.py) are what people see of the components, and the context as plain data."""

    cdef readonly object figures

    def __init__(self, int seats, figures):
        cdef Context *c = <Context *>self.attach(&OPS, seats)
        c.context = figures.context
        appraise(c)
        self.figures = figures

    def lacks(self, bytes state) -> list:
        """The troop token with which each seat would tie this winter's battle."""
        cdef State s
        cdef int seat
        memcpy(&s, self.read(state), sizeof(s))
        if s.phase != TROOPS:
            raise ValueError("no troop tokens are chosen now")
        return [lack_of(<const KingsburgContext *>self.context, &s, seat) for seat in range(self.seats)]
