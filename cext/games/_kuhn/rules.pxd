"""Kuhn's poker: three cards, two seats with one each, one bet.

Both have paid a chip. The first passes or bets another; after a bet the other one folds (passes) or calls (bets). If the first passes, the
second has the same choice. The higher card takes the chips of those who are left.
"""

from eminence.cext.core.types cimport u8

include "eminence/cext/core/rules.pxi"
include "eminence/cext/core/hidden.pxi"
include "eminence/cext/core/policy.pxi"

cdef enum:
    CARDS = 3
    UNKNOWN = 0     # a card that the seat does not see
    PASS = 1
    BET = 2
    MOST = 3        # moves of a game

cdef struct KuhnState:
    u8 card[2]      # 1 is the lowest
    u8 made         # moves so far
    u8 move[MOST]

cdef struct KuhnContext:
    u8 nothing      # there is nothing to choose
