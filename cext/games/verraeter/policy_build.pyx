"""Estates and offices: where they are safe, and what it is worth to build."""

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.rng cimport Rng
from eminence.cext.games.verraeter.policy_common cimport UNTHOUGHT, Weights, noise, note
from eminence.cext.games.verraeter.state cimport (
    NOTHING, OFFICE_LIMIT, PLACE_ESTATE, PLACE_OFFICE, SCORED_CARDS, TURN, VerraeterContext, VerraeterState,
    estate_income, free_lands, lands_of, reserve,
)


cdef inline float _safety(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, int site, int house
) noexcept nogil:
    """How well a land suits an estate: own, strong, among own lands."""
    cdef unsigned int own = lands_of(s, house)
    cdef unsigned int ring = own << 12 | own | own << 24
    cdef int at = site + 12
    return (
        w.own * (own >> site & 1) + w.rich * c.cp[s.land[site]]
        + w.beside * <int>((ring >> (at - 1) & 1) + (ring >> (at + 1) & 1))
        + w.near * <int>((ring >> (at - 2) & 1) + (ring >> (at + 2) & 1))
    )


cdef int choose_safest(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, unsigned int sites, int house, Rng *rng,
    float *worths,
) noexcept nogil:
    """A land that is, and is likely to stay, in a house."""
    cdef float value, best_value = -1000
    cdef int site, best = 0
    while sites:
        site = lowest_bit(sites)
        sites &= sites - 1
        value = _safety(c, s, w, site, house) + noise(rng)
        note(worths, site, value)
        if value > best_value:
            best_value = value
            best = site
    return best


cdef float _office_worth(const VerraeterContext *c, const VerraeterState *s, const Weights *w, int seat) noexcept nogil:
    cdef int rest = c.rounds - s.round, cards
    if bit_count(s.offices[seat]) == OFFICE_LIMIT:
        return UNTHOUGHT
    cards = min(<int>s.hand_size[seat], <int>SCORED_CARDS)
    if rest == 0:
        return min(<int>s.hand_size[seat] + estate_income(s, seat), <int>SCORED_CARDS)
    return w.office + w.office_rest * rest + w.office_card * cards


cdef inline float _estate_worth(const VerraeterContext *c, const VerraeterState *s, const Weights *w) noexcept nogil:
    return w.estate * (c.rounds - s.round)


cdef inline float _turn_worth(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, int seat
) noexcept nogil:
    """An estate becomes an office, best one that gives nothing."""
    cdef float loss = 0
    if s.estates[seat] == 0:
        return UNTHOUGHT
    if s.estates[seat] & ~lands_of(s, s.house[seat]) == 0:
        loss = _estate_worth(c, s, w)
        if s.round == c.rounds:
            loss = s.hand_size[seat] + estate_income(s, seat) <= SCORED_CARDS
    return _office_worth(c, s, w, seat) - loss


cdef float builder_worth(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, int seat
) noexcept nogil:
    cdef float worth = max(_turn_worth(c, s, w, seat), <float>0)
    if reserve(c, s, seat):
        worth = max(worth, max(_estate_worth(c, s, w), _office_worth(c, s, w, seat)))
    return worth


cdef int choose_building(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil:
    """Estates while they can still pay, then offices."""
    cdef int seat = s.actor, best = NOTHING
    cdef float value, best_value = 0
    note(worths, NOTHING, 0)
    if reserve(c, s, seat):
        value = _estate_worth(c, s, w) + <float>0.5 * noise(rng)
        note(worths, PLACE_ESTATE, value)
        if value > best_value:
            best_value = value
            best = PLACE_ESTATE
        value = _office_worth(c, s, w, seat) + <float>0.5 * noise(rng)
        note(worths, PLACE_OFFICE, value)
        if value > best_value:
            best_value = value
            best = PLACE_OFFICE
    value = _turn_worth(c, s, w, seat)
    note(worths, TURN, value)
    return TURN if value > best_value else best


cdef int choose_place(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil:
    """Estates go where the own house is safe; an office goes, and an estate is turned, where an estate would not pay."""
    cdef int seat = s.actor
    if s.build == PLACE_ESTATE:
        return choose_safest(c, s, w, free_lands(s), s.house[seat], rng, worths)
    if s.build == PLACE_OFFICE:
        return choose_safest(c, s, w, free_lands(s), 1 - s.house[seat], rng, worths)
    if s.estates[seat] and bit_count(s.offices[seat]) < OFFICE_LIMIT:
        return choose_safest(c, s, w, s.estates[seat], 1 - s.house[seat], rng, worths)
    return choose_safest(c, s, w, s.offices[seat], s.house[seat], rng, worths)
