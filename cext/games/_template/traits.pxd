include "eminence/cext/core/traits.pxi"

cpdef enum Trait:
    POINTS
    HIDES       # 1 for the seat that hides this round

cpdef enum Stage:
    FIRST_ROUND
    LATER

cdef enum:
    TRAITS = HIDES + 1
    TRAIT_VERSION = 1
    STAGES = LATER + 1
