"""Loops that measure the core, one thing each. Every function runs for about `seconds` and returns counts and time.

Machines differ and are noisy: callers compare figures of one run with each other, above all with `memcpy_ns`.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from eminence.cext.core.clock cimport now
from eminence.cext.core.game cimport MAX_MOVES, OVER, Outcome, move_t
from eminence.cext.core.kernel cimport Kernel
from eminence.cext.core.rng cimport rng_below
from eminence.cext.core.stream cimport Stream

cdef extern from *:
    """
    /* Tells the compiler that memory was looked at, so that a measured copy cannot be optimised away. */
    #define eminence_keep(p) __asm__ volatile("" : : "r"(p) : "memory")
    """
    void keep "eminence_keep"(void *p) noexcept nogil


def memcpy_ns(double seconds, int size=1024) -> float:
    """Nanoseconds of a memcpy of cached memory: the yardstick."""
    cdef char *a = <char *>malloc(size)
    cdef char *b = <char *>malloc(size)
    cdef double start, elapsed = 0
    cdef long long copies = 0
    cdef int _
    if a == NULL or b == NULL:
        free(a)
        free(b)
        raise MemoryError
    with nogil:
        memset(a, 1, size)
        start = now()
        while elapsed < seconds:
            for _ in range(1000):
                memcpy(b, a, size)
                keep(b)
            copies += 1000
            elapsed = now() - start
    free(a)
    free(b)
    return 1e9 * elapsed / copies


def random_playouts(Kernel kernel, bytes state, Stream stream, double seconds, long long most=1LL << 62) -> dict:
    """Games played to their end with uniformly random moves from one state, at the `most` so many."""
    cdef bytes world = bytes(len(kernel.copy(state)))
    cdef char *w = world
    cdef const char *s = state
    cdef move_t moves[MAX_MOVES]
    cdef double start, elapsed = 0
    cdef long long games = 0, decisions = 0, options = 0
    cdef int actor, count
    with nogil:
        start = now()
        while elapsed < seconds and games < most:
            memcpy(w, s, kernel.ops.state_size)
            actor = kernel.ops.actor(kernel.context, w)
            while actor != OVER:
                count = kernel.ops.moves(kernel.context, w, moves)
                actor = kernel.ops.play(kernel.context, w, moves[rng_below(&stream.rng, count)], &stream.rng)
                decisions += 1
                options += count
            games += 1
            elapsed = now() - start
    return {"games": games, "decisions": decisions, "options": options, "seconds": elapsed}


def policy_playouts(Kernel kernel, bytes state, Stream stream, double seconds) -> dict:
    """Games played to their end with the game's playout policy from one state, as a search would do it."""
    cdef bytes world = bytes(len(kernel.copy(state)))
    cdef char *w = world
    cdef const char *s = state
    cdef Outcome outcome
    cdef double start, elapsed = 0
    cdef long long games = 0, decisions = 0
    cdef int actor
    cdef move_t move
    with nogil:
        start = now()
        while elapsed < seconds:
            memcpy(w, s, kernel.ops.state_size)
            actor = kernel.ops.actor(kernel.context, w)
            while actor != OVER:
                move = kernel.ops.playout_move(kernel.context, w, &stream.rng)
                actor = kernel.ops.play(kernel.context, w, move, &stream.rng)
                decisions += 1
            kernel.ops.result(kernel.context, w, &outcome)
            games += 1
            elapsed = now() - start
    return {"games": games, "decisions": decisions, "seconds": elapsed}


def samples(Kernel kernel, bytes view, int seat, Stream stream, double seconds) -> dict:
    """Worlds sampled from one view, the copy of the view included."""
    cdef bytes world = bytes(len(kernel.copy(view)))
    cdef char *w = world
    cdef const char *v = view
    cdef double start, elapsed = 0
    cdef long long count = 0
    cdef int _
    cdef bytes prepared = kernel.prepare(view, seat)
    cdef const char *tables = prepared
    with nogil:
        start = now()
        while elapsed < seconds:
            for _ in range(16):
                memcpy(w, v, kernel.ops.state_size)
                kernel.ops.sample(kernel.context, w, seat, tables, &stream.rng)
            count += 16
            elapsed = now() - start
    return {"samples": count, "seconds": elapsed}
