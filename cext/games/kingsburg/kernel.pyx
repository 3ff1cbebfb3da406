"""The compiled rules of Kingsburg as one table of functions, and as Python sees them."""

from eminence.cext.games.kingsburg cimport hidden, policy, rules  # no-cython-lint
from eminence.cext.games.kingsburg.state cimport KingsburgContext as Context, KingsburgState as State  # no-cython-lint

include "eminence/cext/core/kernel.pxi"

OPS.margin_scale = 8
OPS.win_weight = 0.4
OPS.horizon = 6
OPS.exploration = 1.25
OPS.prior_weight = 2.5
OPS.prior = policy.prior


cdef class KingsburgKernel(PlainKernel):
    """`figures` (figures.py) are what people see of the components, and the context as plain data."""

    cdef readonly object figures

    def __init__(self, int seats, figures):
        cdef Context *c = <Context *>self.attach(&OPS, seats)
        c[0] = figures.context
        self.figures = figures
