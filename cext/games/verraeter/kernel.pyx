"""The compiled rules of Verräter as one table of functions, and as Python sees them."""

from eminence.cext.games.verraeter cimport features, hidden, policy, rules, traits  # no-cython-lint
from eminence.cext.games.verraeter.features cimport DECISIONS, FEATURES, FEATURE_VERSION
from eminence.cext.games.verraeter.hidden_actions cimport Tables
from eminence.cext.games.verraeter.state cimport CARDS, KINDS, LAND_KINDS, SEATS
from eminence.cext.games.verraeter.state cimport VerraeterContext as Context, VerraeterState as State  # no-cython-lint
from eminence.cext.games.verraeter.traits cimport STAGES, TRAITS, TRAIT_VERSION

include "eminence/cext/core/kernel.pxi"

OPS.margin_scale = 6
OPS.win_weight = 0.8
OPS.horizon[:] = [0, 0, 0, 1, 1, 0]
OPS.naive[:] = [0, 0, 0, 0.1, 0.2, 0]
OPS.exploration = 0.8
OPS.prior_weight = 1.5
OPS.tables_size = sizeof(Tables)
OPS.prepare = hidden.prepare
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


cdef class VerraeterKernel(PlainKernel):
    """`options` and `figures` are complete and checked (see figures.py)."""

    cdef readonly object options
    cdef readonly object figures

    def __init__(self, int seats, options, figures):
        cdef Context *c = <Context *>self.attach(&OPS, seats)
        cdef int i, k
        self.options = options
        self.figures = figures
        c.fixed_hands = options["start_hands"] == "fixed345"
        c.d5_turns = options["d5_turns_when_unanimous"]
        c.start_chooses = options["first_strategist"] == "start_player"
        c.alternating = options["ring_layout"] == "alternating"
        c.own_house_only = options["setup_estate_site"] == "own_house_only"
        c.seats = seats
        c.rounds = figures.rounds
        c.buildings = figures.buildings
        c.supply_total = sum(figures.count)
        points = sum(value * count for value, count in zip(figures.value, figures.count, strict=True))
        c.average = round(points / c.supply_total)
        # half of the conflicts are won, by about half of the seats
        middle = [row[k] for row in figures.vp for k in ((seats - 1) // 2, seats // 2 - 1)]
        c.round_gain = sum(middle) / len(middle) / 2 + sum(figures.action_vp) / <float>seats
        for i in range(LAND_KINDS):
            c.cp[i] = figures.cp[i]
            for k in range(SEATS):
                c.vp[i][k + 1] = figures.vp[i][k]
        for i in range(KINDS):
            c.value[i] = figures.value[i]
            c.count[i] = figures.count[i]
            c.start[i] = figures.start[i]
        for i in range(1, CARDS):
            c.action_cp[i] = figures.action_cp[i - 1]
            c.action_vp[i] = figures.action_vp[i - 1]
            c.action_cards[i] = figures.action_cards[i - 1]
