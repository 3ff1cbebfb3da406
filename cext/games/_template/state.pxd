"""Which Hand?, the smallest game with everything in it; a model to copy.

Each round one seat (the hider) draws a coin from a purse, unseen by the other, and closes a hand over it. The other (the
guesser) either plays safe, winning the round with a fixed chance, or guesses the hand. Whoever wins the round gets the
coin; the most points win.
"""

from eminence.cext.core.types cimport u8

# Python reads enums that are `cpdef` (see state.pyx): words.py takes its words from their names.
cpdef enum Phase:
    HIDE        # the hider chooses a hand; move: a Hand
    CHOOSE      # the guesser chooses; move: a Choice
    GUESSING    # the guesser names a hand; move: a Hand
    DONE

cpdef enum Hand:
    UNKNOWN     # to a seat that may not see it, or before it is chosen
    LEFT
    RIGHT

cpdef enum Choice:
    NONE
    SAFE
    GUESS

cdef enum Chance:    # what searches count, in the order of story.CHANCES
    COIN_WON

# What the journal tells; `figures` in brackets.
cpdef enum Event:
    DRAWN       # the hider draws a coin (1 + its kind, or 0 for who may not see it)
    GUESSED     # the guesser names a hand (the hand named, the right one)
    CHANCED     # the guesser plays safe (1 if it went well)
    WON         # a seat gets the coin (1 + its kind)

cdef enum:
    COINS = 3           # kinds of coins
    NO_COIN = 0

cdef struct HandState:
    u8 round            # 0-based
    u8 phase
    u8 hider            # seat that hides this round; the other guesses
    u8 hand             # hidden from the guesser
    u8 coin             # 1 + kind of the coin in it, hidden likewise
    u8 purse[COINS]     # coins not drawn yet, by kind: a multiset. To the guesser the hidden coin is one of them
    u8 points[2]

cdef struct HandContext:
    u8 rounds
    u8 safe_percent     # chance of winning a round by playing safe
    u8 value[COINS]     # points of a coin
    u8 purse[COINS]     # coins at the start
