from eminence.cext.core.rng cimport Rng

cdef class Stream:
    cdef Rng rng
