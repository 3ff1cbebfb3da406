"""What a seat believes about the action cards of the others (V-6.2): who has kept what, by what players keep in such a place.

A player's card is drawn from the pack he received by weights that depend on the open table alone. They stand in
beliefs.json, fitted to games of `mcts` and of scripted players (tests/tools/verraeter_beliefs.py). One pick in ten may be any
card, so that every arrangement stays possible.
"""

import json
from importlib import resources

from libc.math cimport expf

from eminence.cext.core.bits cimport bit_count
from eminence.cext.core.draw cimport draw_bit
from eminence.cext.core.rng cimport Rng, rng_double
from eminence.cext.games.verraeter.state cimport (
    CARDS, DRAFT, HAND_LIMIT, KINDS, LANDS, PACK, SEATS, TRAITOR, VerraeterContext, VerraeterState, estate_income,
    left_of, place_in_order, reserve,
)
from eminence.cext.games.verraeter.words import ACTIONS

cdef enum:
    FEATURES = 23

cdef float ANY = 0.1        # how often a pick is taken for one by lot

# How much each feature of `_look` speaks for keeping a card, for 3 and for 4 seats.
cdef float PICK[2][CARDS][FEATURES]


def _fill():
    data = json.loads((resources.files("eminence.cext.games.verraeter") / "beliefs.json").read_text("utf-8"))
    picks = {table["seats"]: table["picks"] for table in data["tables"]}
    for i, seats in enumerate((3, 4)):
        for card, name in enumerate(ACTIONS, TRAITOR):
            for j, weight in zip(range(FEATURES), picks[seats][name], strict=True):
                PICK[i][card][j] = weight


_fill()

cdef struct Listing:
    # Arrangements are listed seat by seat, from the Start player on.
    const VerraeterContext *c
    const VerraeterState *s
    Tables *tables
    int seat                    # who believes
    int mine                    # his place in the order
    int chosen                  # so many seats have kept a card


cdef int _hand_before(const VerraeterState *s, int seat) noexcept nogil:
    """Cards in hand when the actions were drafted."""
    cdef int kind, size = s.hand_size[seat]
    for kind in range(KINDS):
        size += s.laid[seat][kind]
    return size


cdef void _look(const VerraeterContext *c, const VerraeterState *s, int seat, float *x) noexcept nogil:
    """What everybody knows of a seat that drafts an action card."""
    cdef int first = s.border, second = first + 1 if first + 1 < LANDS else 0
    cdef int mine = first if (s.rose >> first & 1) == s.house[seat] else second
    cdef int own = s.land[mine], theirs = s.land[first + second - mine], lead = c.cp[own] - c.cp[theirs]
    cdef int rest = c.rounds - s.round, size = _hand_before(s, seat), best = 0, other
    cdef int friends = 0, foes = 0, friendly_cards = 0, hostile_cards = 0
    for other in range(c.seats):
        if other == seat:
            continue
        best = max(best, <int>s.score[other])
        if s.house[other] == s.house[seat]:
            friends += 1
            friendly_cards += _hand_before(s, other)
        else:
            foes += 1
            hostile_cards += _hand_before(s, other)
    x[0] = 1
    x[1] = rest / <float>8
    x[2] = rest == 0
    x[3] = size / <float>HAND_LIMIT
    x[4] = size == HAND_LIMIT
    x[5] = lead / <float>10
    x[6] = abs(lead) / <float>10
    x[7] = (friends + 1 - foes) / <float>2
    x[8] = foes == 0
    x[9] = friends == 0
    x[10] = friendly_cards / <float>5
    x[11] = hostile_cards / <float>5
    x[12] = reserve(c, s, seat) > 0
    x[13] = reserve(c, s, seat) / <float>3
    x[14] = bit_count(s.offices[seat]) / <float>2
    x[15] = estate_income(s, seat) / <float>3
    x[16] = bit_count(s.estates[seat]) / <float>3
    x[17] = c.vp[theirs][friends + 1] / <float>5
    x[18] = c.vp[own][foes + 1] / <float>5
    x[19] = s.strategist == seat
    x[20] = (<int>s.score[seat] - best) / <float>10
    x[21] = place_in_order(c, s, seat) / <float>3
    x[22] = x[8] * x[5]


cdef void _weigh(const VerraeterContext *c, const VerraeterState *s, int seat, float *wish) noexcept nogil:
    cdef float x[FEATURES]
    cdef float total
    cdef int card, i
    _look(c, s, seat, x)
    for card in range(TRAITOR, CARDS):
        total = 0
        for i in range(FEATURES):
            total += PICK[c.seats - 3][card][i] * x[i]
        wish[card] = expf(total)


cdef float _chance(const float *wish, unsigned int pack, int card) noexcept nogil:
    """How likely a card is kept out of a pack."""
    cdef float total = 0
    cdef int other
    for other in range(TRAITOR, CARDS):
        if pack >> other & 1:
            total += wish[other]
    return (1 - ANY) * wish[card] / total + ANY / bit_count(pack)


cdef void _go_on(
    Listing *listing, int place, int seat, unsigned int pack, unsigned int before, unsigned int after, float weight
) noexcept nogil:
    """Arrangements from a place in the order on: `before` and `after` the believer are other cards, `pack` is received here."""
    cdef Tables *tables = listing.tables
    cdef int card, next_seat = left_of(listing.c, seat)
    cdef unsigned int cards
    if place == listing.chosen:
        tables.upto[tables.count] = weight + (tables.upto[tables.count - 1] if tables.count else 0)
        tables.count += 1
        if tables.count < MOST_ARRANGEMENTS:        # the next one begins as a copy
            tables.aside[tables.count] = tables.aside[tables.count - 1]
            for card in range(SEATS):
                tables.kept[tables.count][card] = tables.kept[tables.count - 1][card]
        return
    if seat == listing.seat:
        _go_on(listing, place + 1, next_seat, pack & ~(1 << listing.s.kept[seat]), before, after, weight)
        return
    cards = before if place < listing.mine else after
    for card in range(TRAITOR, CARDS):
        if cards >> card & 1:
            tables.kept[tables.count][seat] = card
            _go_on(
                listing, place + 1, next_seat, pack & ~(1 << card), before & ~(1 << card), after & ~(1 << card),
                weight * _chance(tables.wish[seat], pack, card),
            )


cdef void list_arrangements(
    const VerraeterContext *c, const VerraeterState *view, int seat, Tables *tables
) noexcept nogil:
    cdef Listing listing
    cdef unsigned int before = PACK & ~view.seen[seat]
    cdef int other, card
    listing.c = c
    listing.s = view
    listing.tables = tables
    listing.seat = seat
    listing.mine = place_in_order(c, view, seat)
    listing.chosen = place_in_order(c, view, view.actor) if view.phase == DRAFT else c.seats
    for other in range(c.seats):
        if other != seat and place_in_order(c, view, other) < listing.chosen:
            _weigh(c, view, other, tables.wish[other])
    if view.seen[seat] == 0:
        return
    for card in range(TRAITOR, CARDS):
        if before >> card & 1:
            tables.aside[tables.count] = card
            _go_on(
                &listing, 0, view.start, PACK & ~(1 << card), before & ~(1 << card),
                view.seen[seat] & ~(1 << view.kept[seat]), 1,
            )


# ---- samples

cdef int _draw(const float *wish, unsigned int pack, Rng *rng) noexcept nogil:
    """A card that a player keeps out of a pack."""
    cdef float mark = <float>rng_double(rng)
    cdef int card, last = 0
    for card in range(TRAITOR, CARDS):
        if pack >> card & 1:
            last = card
            mark -= _chance(wish, pack, card)
            if mark < 0:
                break
    return last


cdef int _arrangement(const Tables *tables, Rng *rng) noexcept nogil:
    cdef float mark = <float>rng_double(rng) * tables.upto[tables.count - 1]
    cdef int i = 0
    while i < tables.count - 1 and tables.upto[i] <= mark:
        i += 1
    return i


cdef void sample_actions(
    const VerraeterContext *c, VerraeterState *s, int seat, const Tables *tables, Rng *rng
) noexcept nogil:
    """One of the arrangements; a seat that knows no pack, not yet or no more, thinks of a draft of other cards than its own."""
    cdef int chosen = place_in_order(c, s, s.actor) if s.phase == DRAFT else c.seats
    cdef unsigned int pack, others = PACK & ~(1 << s.kept[seat])
    cdef int place, listed = -1, other = s.start
    if tables.count:
        listed = _arrangement(tables, rng)
        pack = PACK & ~(1 << tables.aside[listed])
    else:
        pack = PACK & ~(1 << draw_bit(others, bit_count(others), rng))
    for place in range(c.seats):
        if other != seat:
            s.seen[other] = pack if place <= chosen else 0
            if place < chosen:
                s.kept[other] = tables.kept[listed][other] if listed >= 0 else _draw(tables.wish[other], pack & others, rng)
        pack &= ~(1 << s.kept[other])
        other = left_of(c, other)
