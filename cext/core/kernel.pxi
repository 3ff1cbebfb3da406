# What every game's kernel.pyx has in common: the table of functions, and states as plain data.
#
# Included after the game's `rules`, `hidden` and `policy` are cimported and its structs stand as State and Context. The
# game then sets its constants in OPS and, where it has them, `prepare`, `infoset`, `node`, `prior` and `features`.

from libc.string cimport memcpy, memset

from eminence.cext.core.game cimport GameOps
from eminence.cext.core.kernel cimport Kernel

cdef GameOps OPS
memset(&OPS, 0, sizeof(OPS))
OPS.state_size = sizeof(State)
OPS.context_size = sizeof(Context)
OPS.setup = rules.setup
OPS.actor = rules.actor
OPS.moves = rules.moves
OPS.play = rules.play
OPS.hide = hidden.hide
OPS.sample = hidden.sample
OPS.secret = rules.secret
OPS.round = rules.round_
OPS.result = rules.result
OPS.estimate = policy.estimate
OPS.playout_move = policy.playout_move


cdef class PlainKernel(Kernel):
    """A kernel whose states can be read and written field by field."""

    def unpack(self, bytes state) -> dict:
        cdef State s
        memcpy(&s, self.read(state), sizeof(s))
        return s

    def pack(self, record) -> bytes:
        cdef State s
        memset(&s, 0, sizeof(s))    # padding is zero too
        s = record
        return (<char *>&s)[:sizeof(s)]
