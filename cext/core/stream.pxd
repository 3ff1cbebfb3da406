from eminence.cext.core.rng cimport Lots, Rng

cdef class Stream:
    cdef Rng rng


cdef class ListenedStream(Stream):
    cdef Lots heard


cdef class ToldStream(ListenedStream):
    pass
