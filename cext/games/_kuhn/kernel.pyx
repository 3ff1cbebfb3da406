"""Kuhn's poker as one table of functions."""

from eminence.cext.games._kuhn cimport rules, rules as hidden, rules as policy  # no-cython-lint
from eminence.cext.games._kuhn.rules cimport KuhnContext as Context, KuhnState as State  # no-cython-lint

include "eminence/cext/core/kernel.pxi"

OPS.margin_scale = 100  # so far above the chips there are that two are worth twice one
OPS.win_weight = 0
OPS.exploration = 1.75


cdef class KuhnKernel(PlainKernel):
    def __init__(self):
        self.attach(&OPS, 2)
