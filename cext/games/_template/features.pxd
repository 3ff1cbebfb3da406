include "eminence/cext/core/features.pxi"

cpdef enum Feature:
    LEFT_HAND   # 1 for the left hand
    PLAY_SAFE   # 1 for playing safe
    SAFE_LEAD   # the guesser's lead in points, for playing safe

cdef enum:
    FEATURES = 3
    FEATURE_VERSION = 1
