"""What all parts of the playout policy go by: a style, a conflict as one seat sees it, and what it is about."""

from eminence.cext.core.rng cimport Rng, rng_next
from eminence.cext.games.verraeter.state cimport LANDS, VerraeterContext, VerraeterState, place_in_order, supply_points

cdef extern from *:
    """
    /* In points: what the policy would never do, and cards that decide nothing, whatever is revealed. */
    static const float UNTHOUGHT = -1000;
    static const float VAIN = -500;
    """
    const float UNTHOUGHT, VAIN

cdef struct Weights:
    # What the playout policy goes by, in victory points unless said otherwise.
    # A land for an estate: of the own house, beside such lands, their neighbours too, per conflict point.
    float own
    float beside
    float near
    float rich
    # A conflict before supply is laid: chance to win per conflict point; points that a card in a hand, of the own side
    # and the other, and a point in the own hand stand for; points that a seat of the own side stands for.
    float slope
    float friend
    float foe
    float strength
    float man
    # What a defeat costs per point the others make; an own estate won or lost with a land.
    float deny
    float home
    # Site: likewise, since the choice is one among many.
    float site_slope
    float site_card
    float site_deny
    # Action cards beyond what the conflict says.
    float traitor
    float diplomat
    float strategist
    float keep          # share of the hand that is still there when cards are drawn
    float first_cards   # worth of one of the first three cards in a hand, and of the others
    float last_cards
    # Building: an estate per round to come, an office, likewise per round to come, and per card in hand in the last rounds.
    float estate
    float office
    float office_rest
    float office_card
    # Supply: points that a card in a later hand stands for, of the own side and the other; points between sure defeat and sure
    # victory, more per card in later hands; the price of a card that is not replaced and of a point, and how it falls in late rounds.
    float later_friend
    float later_foe
    float doubt
    float doubt_card
    float price_card
    float price_point
    float lay_deny
    float hidden        # points by which a lead has to be greater because of Diplomats unseen


cdef struct Sides:
    # A conflict as one seat sees it before the action cards are revealed; arrays by house. The seat itself is left out.
    int place[2]        # ring position of the land at the border
    int land[2]         # its kind
    int points[2]       # conflict points on the table
    int men[2]          # seats
    int cards[2]        # supply cards in their hands
    int later[2]        # of these, in hands that have yet to take their supply turn


cdef inline float noise(Rng *rng) noexcept nogil:
    """A number in [0, 1)."""
    return (rng_next(rng) >> 40) * <float>(1.0 / 16777216.0)


cdef inline void note(float *worths, int move, float value) noexcept nogil:
    """Writes down what a move is worth, for those who want to know more than the best one."""
    if worths != NULL and value > worths[move]:
        worths[move] = value


cdef inline float within(float chance, float low) noexcept nogil:
    return low if chance < low else (1 - low if chance > 1 - low else chance)


cdef inline float chance_of(float lead, float slope) noexcept nogil:
    """How likely a house wins that is ahead by so many conflict points, before supply is laid."""
    return within(<float>0.5 + slope * lead, <float>0.04)


cdef inline void look_at(const VerraeterContext *c, const VerraeterState *s, int seat, Sides *sides) noexcept nogil:
    cdef int first = s.border, second = first + 1 if first + 1 < LANDS else 0
    cdef int rose = s.rose >> first & 1
    cdef int other, house, place = place_in_order(c, s, seat)
    sides.place[rose] = first
    sides.place[1 - rose] = second
    for house in range(2):
        sides.land[house] = s.land[sides.place[house]]
        sides.points[house] = c.cp[sides.land[house]]
        sides.men[house] = sides.cards[house] = sides.later[house] = 0
    for other in range(c.seats):
        if other == seat:
            continue
        house = s.house[other]
        sides.points[house] += supply_points(c, s.laid[other])
        sides.men[house] += 1
        sides.cards[house] += s.hand_size[other]
        if place_in_order(c, s, other) > place:
            sides.later[house] += s.hand_size[other]


cdef inline float stake_of(
    const VerraeterContext *c, const VerraeterState *s, const Sides *sides, int seat, int side, float deny, float home
) noexcept nogil:
    """What the conflict is about for a seat on a side: its points, those of the others, its own estates."""
    cdef int land = sides.land[1 - side], men = sides.men[side] + 1
    return (
        c.vp[land][men] + deny * c.vp[sides.land[side]][sides.men[1 - side]]
        + home * (s.estates[seat] >> sides.place[side] & 1)
        + home * (s.estates[seat] >> sides.place[1 - side] & 1)
    )
