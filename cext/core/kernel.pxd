from eminence.cext.core.game cimport GameOps, Outcome, move_t
from eminence.cext.core.laws cimport Watch
from eminence.cext.core.stream cimport Stream

cdef class Kernel:
    cdef const GameOps *ops     # filled by the game's subclass
    cdef void *context          # ops.context_size bytes and the words before them (journal.pxd), owned
    cdef Watch *watched         # with EMINENCE_DEBUG=1: what stands between the game and everybody else, else NULL
    cdef readonly int seats

    cdef void *attach(self, const GameOps *ops, int seats) except NULL
    cdef const char *read(self, bytes state) except NULL
    cdef bytes checked(self, bytes state)
    cdef listen(self, bytes state, int move, Stream stream)
    cdef outcome(self, Outcome outcome)
    cdef bytes copy(self, bytes state)
    cdef fill_tables(self, bytes state, int seat, void *tables)
    cdef int list_moves(self, bytes state, move_t *moves) except -1
    cdef int check_move(self, bytes state, int move) except -1
    cdef int check_seat(self, int seat) except -1
