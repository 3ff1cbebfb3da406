"""The compiled rules of Which Hand? as one table of functions, and as Python sees them."""

from eminence.cext.games._template cimport features, hidden, policy, rules, traits  # no-cython-lint
from eminence.cext.games._template.features cimport FEATURES, FEATURE_VERSION
from eminence.cext.games._template.state cimport COINS, DONE, HandContext as Context, HandState as State  # no-cython-lint
from eminence.cext.games._template.traits cimport STAGES, TRAITS, TRAIT_VERSION

include "eminence/cext/core/kernel.pxi"

OPS.margin_scale = 2
OPS.win_weight = 0.9
OPS.exploration = 1.75
OPS.prior_weight = 0    # UCB1
OPS.features = features.features
OPS.feature_count = FEATURES
OPS.feature_version = FEATURE_VERSION
OPS.decision_kinds = DONE
OPS.traits = traits.traits
OPS.trait_count = TRAITS
OPS.trait_version = TRAIT_VERSION
OPS.stages = STAGES


cdef class HandKernel(PlainKernel):
    """`options` and `figures` are complete and checked (see figures.py)."""

    cdef readonly object options
    cdef readonly object figures

    def __init__(self, options, figures):
        cdef Context *c = <Context *>self.attach(&OPS, 2)
        cdef int kind
        self.options = options
        self.figures = figures
        c.rounds = options["rounds"]
        c.safe_percent = options["safe_percent"]
        for kind in range(COINS):
            c.value[kind] = figures.value[kind]
            c.purse[kind] = figures.purse[kind]
