"""Which Hand?, the smallest game with everything in it; a model to copy.

Each round one seat (the hider) secretly closes a hand over a coin; the other (the guesser) either plays safe, winning
the round with a fixed chance, or guesses the hand. The most rounds won win.
"""

from eminence.cext.core.types cimport u8

cdef enum Phase:
    HIDE        # the hider chooses a hand: LEFT or RIGHT
    CHOOSE      # the guesser chooses SAFE or GUESS
    GUESSING    # the guesser names a hand
    DONE

cdef enum:
    UNKNOWN = 0     # what `hand` is to a seat that may not see it, or before it is chosen
    LEFT = 1
    RIGHT = 2
    SAFE = 1
    GUESS = 2

cdef struct HandState:
    u8 round       # 0-based
    u8 phase
    u8 hider       # seat that hides this round; the other guesses
    u8 hand        # LEFT or RIGHT once chosen; hidden from the guesser
    u8 points[2]

cdef struct HandContext:
    u8 rounds
    u8 safe_percent    # chance of winning a round by playing safe
    u8 prize           # points for a round
