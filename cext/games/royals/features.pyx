"""What a learned prior looks at in Royals."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport MAX_SEATS, move_t
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.rules_legal cimport houses_taken, in_supply, matching_cards, titles_held, vacant
from eminence.cext.games.royals.state cimport (
    COUNTRIES, COUNTRY, DISCARD_INTRIGUE, DRAW, DRAW_CARDS, DRAW_MODE, FIRST_TARGET, FROM_DECK, HAND_LIMIT,
    INTRIGUE, INTRIGUE_JOKERS, JOKER_CARDS, JOKERS, MAX_COST, MAX_POSITIONS, ONE_EACH, PAY_INTRIGUE, PERIODS, PLAY,
    TITLES, RoyalsContext, RoyalsState,
)

cdef enum:
    LAST_CARDS = 4          # so few to come are the last
    TENTHS_LATER = 4        # what a share of a later scoring is worth now

cdef struct Gains:
    # What a position brings the actor, in points.
    float city
    float country
    float way               # to a Country marker
    float house
    float house_way
    float title
    float period
    float later

cdef struct Look:
    # What is the same for all moves of a decision.
    const RoyalsContext *c
    const RoyalsState *s
    const u8 *hand
    uint32_t free
    uint32_t others         # positions that the actor does not hold
    uint32_t open
    int cards               # in the hand
    int intrigues
    int most                # cards of one country
    int best[COUNTRIES]     # influence of the strongest other seat
    int second[COUNTRIES]   # and of the next
    float share[COUNTRIES]  # of the actor, against the strongest
    int cubes[TITLES]       # most cubes of another seat
    int later[COUNTRIES]    # points of scorings after the next
    int missing[COUNTRIES]  # cities without the actor, or 0 if no marker is to be won
    int titles              # held
    float house             # points of the Noble House marker to be won
    float gone              # part of the deck
    float come              # cards per seat
    float scarce            # cards for each placement that is left
    float title_share[TITLES]   # points by one more cube
    Gains gains[MAX_POSITIONS]  # of positions that were valued, as the next
    float worth[MAX_POSITIONS]
    float *columns
    int count


cdef inline void _put(const Look *look, int feature, int move, float value) noexcept nogil:
    look.columns[feature * look.count + move] = value


# ---- the table

cdef inline float _share(int mine, int other) noexcept nogil:
    cdef int a = (2 * mine + 1) ** 2, b = (2 * other + 1) ** 2
    return <float>a / (a + b)


cdef inline int _owner(const Look *look, int position) noexcept nogil:
    """Of a position that somebody holds."""
    cdef int seat = 0
    while not look.s.held[seat] >> position & 1:
        seat += 1
    return seat


cdef inline void _gain(const Look *look, int position, Gains *g) noexcept nogil:
    cdef const RoyalsContext *c = look.c
    cdef const RoyalsState *s = look.s
    cdef int seat = s.active, city = c.position_city[position], country = c.position_country[position]
    cdef int title = c.position_title[position]
    cdef int mine = s.influence[seat][country], gain = c.position_influence[position], best = look.best[country], owner
    cdef float share, marker
    memset(g, 0, sizeof(g[0]))
    if look.free & c.city_positions[city] == c.city_positions[city]:
        g.city = c.city_points[city]
    if look.missing[country] and not s.present[seat] >> city & 1:
        marker = c.country_points[country][s.country_taken[country]]
        if look.missing[country] == 1:
            g.country = marker
        else:
            g.way = marker / look.missing[country]
    if look.house and not s.title_cubes[seat][title]:
        if look.titles == TITLES - 1:
            g.house = look.house
        else:
            g.house_way = look.house * look.titles / TITLES
    g.title = look.title_share[title]
    if not look.free >> position & 1:
        owner = _owner(look, position)
        if s.influence[owner][country] == best:
            best = max(look.second[country], best - gain)
    share = _share(mine + gain, best) - look.share[country]
    g.period = share * c.period_points[s.period][country][0]
    g.later = share * look.later[country]


cdef void _survey(Look *look) noexcept nogil:
    """Who is strong where, and what there is to win."""
    cdef const RoyalsContext *c = look.c
    cdef const RoyalsState *s = look.s
    cdef int seat = s.active, other, country, title, period, theirs, taken = houses_taken(c, s)
    for country in range(COUNTRIES):
        look.best[country] = look.second[country] = look.later[country] = look.missing[country] = 0
        for other in range(c.seats):
            theirs = s.influence[other][country] if other != seat else 0
            if theirs > look.best[country]:
                look.second[country] = look.best[country]
                look.best[country] = theirs
            elif theirs > look.second[country]:
                look.second[country] = theirs
        look.share[country] = _share(s.influence[seat][country], look.best[country])
        for period in range(s.period + 1, PERIODS):
            look.later[country] += c.period_points[period][country][0]
        if s.country_taken[country] < 2 and not s.country_marker[seat][country]:
            look.missing[country] = bit_count(c.country_cities[country] & ~s.present[seat])
    for title in range(TITLES):
        look.cubes[title] = 0
        for other in range(c.seats):
            if other != seat:
                look.cubes[title] = max(look.cubes[title], <int>s.title_cubes[other][title])
        theirs = 2 * look.cubes[title]
        look.title_share[title] = c.title_points[title][0] * (
            _share(2 * s.title_cubes[seat][title] + 2, theirs) - _share(2 * s.title_cubes[seat][title], theirs))
    look.titles = titles_held(s, seat)
    look.house = c.house[taken] if taken < c.house_count and not s.house[seat] else 0


cdef void _count(Look *look) noexcept nogil:
    """Cards and placements that are left, as far as they can be foreseen."""
    cdef const RoyalsContext *c = look.c
    cdef const RoyalsState *s = look.s
    cdef int country, fresh = -8 * c.seats          # cards of a deck; the others are in the hands
    look.most = 0
    for country in range(COUNTRIES):
        fresh += c.cards[country]
        look.most = max(look.most, <int>look.hand[country])
    look.gone = 1 if s.final_round else 1 - min(<float>s.deck_size[COUNTRY] / max(fresh, 1), <float>1)
    look.come = 0
    if not s.final_round:
        look.come = <float>(s.deck_size[COUNTRY] + (PERIODS - 1 - s.period) * fresh) / c.seats
    look.scarce = (look.cards + look.come) / max(1, in_supply(c, s, s.active) // 2) if c.strict else 0


cdef void _value(Look *look) noexcept nogil:
    """What there is to win by open positions; before cards are drawn, by those of others too."""
    cdef const RoyalsContext *c = look.c
    cdef uint32_t here, rest
    cdef int position, country
    cdef Gains *g
    look.others = look.open = 0
    for country in range(COUNTRIES):
        here = c.affordable[country][MAX_COST] & ~look.s.held[look.s.active]
        look.others |= here
        look.open |= here & (
            look.free | c.takeable[country][(look.intrigues + matching_cards(c, look.hand, country)) // 2])
    rest = look.others if look.s.phase == DRAW_MODE else look.open
    while rest:
        position = lowest_bit(rest)
        rest &= rest - 1
        g = &look.gains[position]
        _gain(look, position, g)
        look.worth[position] = g.city + g.country + g.house + g.title + g.period
        look.worth[position] += (g.way + g.house_way + g.later) * TENTHS_LATER / 10


cdef inline float _greatest(const Look *look, uint32_t positions) noexcept nogil:
    cdef float found = 0
    while positions:
        found = max(found, look.worth[lowest_bit(positions)])
        positions &= positions - 1
    return found


# ---- cards

cdef inline void _note(float *found, int feature, float value) noexcept nogil:
    found[feature] = value


cdef inline float _payable(const Look *look, const u8 *hand, int more, uint32_t open) noexcept nogil:
    """The worth of the best of some positions that a hand with so many more cards of one country pays for."""
    cdef int country
    cdef uint32_t found = 0
    for country in range(COUNTRIES):
        found |= look.c.affordable[country][min(hand[country] + more, <int>MAX_COST)]
    return _greatest(look, found & open)


cdef inline int _city_points(const Look *look, int country) noexcept nogil:
    cdef uint32_t cities = look.c.country_cities[country]
    cdef int city, found = 0
    while cities:
        city = lowest_bit(cities)
        cities &= cities - 1
        if look.free & look.c.city_positions[city] == look.c.city_positions[city]:
            found += look.c.city_points[city]
    return found


cdef void _card(const Look *look, int country, bint given, float *found) noexcept nogil:
    """All features of a card that comes, or that is given."""
    cdef const RoyalsContext *c = look.c
    cdef const RoyalsState *s = look.s
    cdef int held = look.hand[country] - given, shown = s.display[country], mine = s.influence[s.active][country]
    cdef int best = look.best[country], rivals = 0, other, position, missing
    cdef uint32_t rest = look.open & c.affordable[country][MAX_COST]
    cdef float without = 0, buys = 0, buys_shown = 0, near = 0
    if s.phase == DRAW:
        shown = min(shown, <int>s.draws_left)
    _note(found, CARD_OPEN, bit_count(rest))
    while rest:
        position = lowest_bit(rest)
        rest &= rest - 1
        missing = c.position_cost[position] - held
        if missing <= 0:
            without = max(without, look.worth[position])
            continue
        near = max(near, look.worth[position] / missing)
        if missing == 1:
            buys = max(buys, look.worth[position])
        if missing <= max(shown, 1):
            buys_shown = max(buys_shown, look.worth[position])
    buys_shown = max(buys_shown - without, <float>0)
    _note(found, CARD_HELD, held)
    _note(found, CARD_HELD_SQUARED, <float>0.1 * held * held)
    _note(found, CARD_FIRST, held == 0)
    _note(found, CARD_MOST, look.hand[country] == look.most)
    _note(found, CARD_SHOWN, shown)
    _note(found, CARD_BUYS, max(buys - without, <float>0))
    _note(found, CARD_BUYS_SHOWN, buys_shown)
    _note(found, CARD_BUYS_LAST, buys_shown if look.come < LAST_CARDS else 0)
    _note(found, CARD_NEAR, near)
    _note(found, CARD_LEAD, mine - best)
    _note(found, CARD_SWING, c.period_points[s.period][country][0] * (_share(mine + 2, best) - look.share[country]))
    _note(found, CARD_CITIES, _city_points(look, country))
    _note(found, CARD_WAY, 0)
    if look.missing[country]:
        _note(found, CARD_WAY, <float>c.country_points[country][s.country_taken[country]] / look.missing[country])
    for other in range(c.seats):
        if other != s.active:
            rivals = max(rivals, <int>s.known[other][country])
    _note(found, CARD_RIVALS, rivals)


cdef void _cards(const Look *look, const move_t *moves) noexcept nogil:
    """Sources to draw from, or countries to give cards of."""
    cdef const RoyalsState *s = look.s
    cdef bint given = s.phase != DRAW
    cdef const u8 *unseen = s.unseen[s.generation[COUNTRY]]
    cdef float found[COUNTRIES][CARD_FEATURES]
    cdef float value
    cdef int i, country, feature, total = 0, kept = 0
    for country in range(COUNTRIES):
        total += unseen[country]
        if not given or look.hand[country]:
            _card(look, country, given, found[country])
    for i in range(look.count):
        if given or moves[i] != FROM_DECK:
            for feature in range(CARD_FEATURES):
                _put(look, feature, i, found[moves[i]][feature])
            _put(look, IN_FRANCE + moves[i], i, 1)
            if given:
                kept = 0
                for country in range(s.floor, <int>moves[i]):
                    kept += look.hand[country]
                _put(look, KEPT_BEFORE, i, kept)
            continue
        for feature in range(CARD_FEATURES):
            value = 0
            for country in range(COUNTRIES):
                value += unseen[country] * found[country][feature]
            _put(look, feature, i, value / max(total, 1))
        for country in range(COUNTRIES):
            _put(look, IN_FRANCE + country, i, <float>unseen[country] / max(total, 1))
        _put(look, FROM_DECK_1 if s.draws_left == 1 else FROM_DECK_MORE, i, 1)


# ---- targets

cdef float _period_points(const RoyalsContext *c, const int *influence, int seat, const u8 *points) noexcept nogil:
    """What a seat would get; tied seats share."""
    cdef int other, before = 0, tied = 1
    cdef float found = 0
    if not influence[seat]:
        return 0
    for other in range(c.seats):
        before += influence[other] > influence[seat]
        tied += other != seat and influence[other] == influence[seat]
    if before == 0:
        found = points[0] + (points[1] if tied > 1 else 0)
    elif before == 1:
        found = points[1]
    return found / tied


cdef void _influence(const Look *look, int move, int position, int owner) noexcept nogil:
    """What changes, were the period scored now."""
    cdef const RoyalsContext *c = look.c
    cdef const RoyalsState *s = look.s
    cdef int country = c.position_country[position], gain = c.position_influence[position], seat
    cdef const u8 *points = c.period_points[s.period][country]
    cdef int before[MAX_SEATS]
    cdef int after[MAX_SEATS]
    cdef float mine = 0, change = 0, lost = 0
    for seat in range(c.seats):
        before[seat] = after[seat] = s.influence[seat][country]
    after[s.active] += gain
    if owner >= 0:
        after[owner] -= gain
    for seat in range(c.seats):
        change = _period_points(c, after, seat, points) - _period_points(c, before, seat, points)
        if seat == s.active:
            mine = change
        else:
            lost -= change
    _put(look, PERIOD_POINTS, move, mine)
    _put(look, PERIOD_TAKEN, move, lost)
    _put(look, PERIOD_POINTS_SOON, move, mine * look.gone)
    _put(look, INFLUENCE, move, gain)


cdef void _title(const Look *look, int move, int title) noexcept nogil:
    """What changes, were titles scored now (R-5.2.1)."""
    cdef const RoyalsContext *c = look.c
    cdef const RoyalsState *s = look.s
    cdef const u8 *points = c.title_points[title]
    cdef int mine = s.title_cubes[s.active][title], best = look.cubes[title], others = 0, seat
    cdef float before = 0, after = 0, theirs = 0
    for seat in range(c.seats):
        others += seat != s.active and s.title_cubes[seat][title] == best
    if mine > best:
        before = points[0]
    elif best and mine == best:
        before = points[1] if others == 1 else 0
        theirs = before
    elif best:
        theirs = points[0] if others == 1 else 2 * points[1] if others == 2 else 0
    if mine + 1 > best:
        after = points[0]
    elif mine + 1 == best and others == 1:
        after = points[1]
    _put(look, TITLE_POINTS, move, after - before)
    if mine + 1 == best:
        theirs -= after
    elif mine + 1 < best:
        theirs = 0
    _put(look, TITLE_TAKEN, move, theirs)
    _put(look, IS_MARSHAL + title, move, 1)


cdef void _payment(const Look *look, int move, int position, int owner) noexcept nogil:
    """What is paid with as few jokers as possible, from the countries with the fewest cards."""
    cdef const RoyalsContext *c = look.c
    cdef int country = c.position_country[position], cost = c.position_cost[position], need = c.position_intrigue[position]
    cdef int jokers = max(0, cost - look.hand[country]), paid = cost + (JOKER_CARDS - 1) * jokers
    cdef int rest = JOKER_CARDS * jokers, largest = 0, done = 1 << country, kind, fewest, given, _
    cdef uint32_t open = look.open & ~(<uint32_t>1 << position)
    cdef float best
    cdef u8 left[COUNTRIES]
    for kind in range(COUNTRIES):
        left[kind] = look.hand[kind]
    left[country] -= cost - jokers
    for _ in range(COUNTRIES - 1 if jokers else 0):
        fewest = -1
        for kind in range(COUNTRIES):
            if not done >> kind & 1 and (fewest < 0 or left[kind] < left[fewest]):
                fewest = kind
        done |= 1 << fewest
        given = min(rest, <int>left[fewest])
        left[fewest] -= given
        rest -= given
    for kind in range(COUNTRIES):
        largest = max(largest, <int>left[kind])
    best = _payable(look, left, 0, open)
    _put(look, NEXT_BEST, move, best)
    _put(look, NEXT_WAIT, move, _payable(look, left, DRAW_CARDS, open) - best)
    _put(look, CARDS_PAID, move, paid)
    _put(look, CARDS_PAID_EARLY, move, <float>0.1 * paid * look.come)
    _put(look, CARDS_PAID_SCARCE, move, paid * look.scarce)
    _put(look, JOKERS_PAID, move, jokers)
    _put(look, LARGEST_LEFT, move, largest)
    if owner >= 0:
        _put(look, MATCHES_MISSING, move, max(0, need - matching_cards(c, look.hand, country)))


cdef void _target(const Look *look, int move, int position) noexcept nogil:
    cdef const RoyalsContext *c = look.c
    cdef const RoyalsState *s = look.s
    cdef int owner = -1, seat, intrigues = -look.intrigues
    cdef const Gains *g = &look.gains[position]
    if not look.free >> position & 1:
        owner = _owner(look, position)
        _put(look, TAKE_OVER, move, 1)
        _put(look, OWNER_AHEAD, move, <float>0.1 * (<int>s.score[owner] - <int>s.score[s.active]))
    _put(look, IN_FRANCE + c.position_country[position], move, 1)
    _put(look, CITY_POINTS, move, g.city)
    _put(look, COUNTRY_POINTS, move, g.country)
    _put(look, COUNTRY_WAY, move, g.way)
    _put(look, HOUSE_POINTS, move, g.house)
    _put(look, HOUSE_WAY, move, g.house_way)
    _put(look, TITLE_SHARE, move, g.title)
    _put(look, PERIOD_SHARE, move, g.period)
    _put(look, LATER_SHARE, move, g.later)
    _title(look, move, c.position_title[position])
    _influence(look, move, position, owner)
    _payment(look, move, position, owner)
    for seat in range(c.seats):
        intrigues += s.hand_size[INTRIGUE][seat]
    _put(look, EXPOSED, move, <float>(intrigues * c.position_influence[position]) / (c.seats - 1))
    _put(look, OWN_CITY, move, s.present[s.active] >> c.position_city[position] & 1)


cdef void _end(const Look *look, const move_t *moves) noexcept nogil:
    cdef int i
    cdef float best = 0, wait = _payable(look, look.hand, DRAW_CARDS, look.open)
    for i in range(1, look.count):
        best = max(best, look.worth[moves[i] - FIRST_TARGET])
    _put(look, END_TURN, 0, 1)
    _put(look, END_HAND, 0, look.cards)
    _put(look, END_OVER, 0, max(0, look.cards - HAND_LIMIT))
    _put(look, END_COME, 0, <float>0.1 * look.come)
    _put(look, END_FINAL, 0, look.s.final_round)
    _put(look, END_SCARCE, 0, look.scarce)
    _put(look, END_INTRIGUES, 0, look.intrigues)
    _put(look, END_SOON, 0, look.gone)
    _put(look, END_BEST, 0, best)
    _put(look, END_WAIT, 0, max(wait - best, <float>0))


# ---- smaller choices

cdef void _mode(const Look *look, int move) noexcept nogil:
    """To draw an intrigue card."""
    cdef const RoyalsContext *c = look.c
    cdef uint32_t payable = 0
    cdef int country, shown = 0
    for country in range(COUNTRIES):
        payable |= c.affordable[country][(look.cards + 2 * look.hand[country]) // JOKER_CARDS]
        if look.hand[country] == look.most:
            shown = max(shown, <int>look.s.display[country])
    payable &= look.others
    _put(look, ONE_OF_EACH, move, 1)
    _put(look, EACH_INTRIGUES, move, look.intrigues)
    _put(look, EACH_FIRST, move, look.intrigues == 0)
    _put(look, EACH_HAND, move, look.cards)
    _put(look, EACH_FULL, move, max(0, look.cards + DRAW_CARDS - HAND_LIMIT))
    _put(look, EACH_COME, move, <float>0.1 * look.come)
    _put(look, EACH_SCARCE, move, look.scarce)
    _put(look, EACH_VACANT, move, <float>bit_count(look.others & look.free) / c.positions)
    _put(look, EACH_TAKES, move, max(_greatest(look, payable) - _greatest(look, payable & look.open), <float>0))
    _put(look, EACH_SHOWN, move, shown)


cdef void _intrigue(const Look *look, int move, int kind) noexcept nogil:
    """An intrigue card to give."""
    cdef const RoyalsContext *c = look.c
    cdef int country, cards = 0, rivals = 0, seat
    for country in range(COUNTRIES):
        if c.shows[kind] >> country & 1:
            cards += look.hand[country]
            for seat in range(c.seats):
                rivals += look.s.influence[seat][country] if seat != look.s.active else 0
    _put(look, INTRIGUE_SAME, move, look.hand[kind])
    _put(look, INTRIGUE_CARDS, move, cards)
    _put(look, INTRIGUE_RIVALS, move, rivals)
    if look.s.phase != DISCARD_INTRIGUE:
        _put(look, INTRIGUE_FITS, move, c.shows[kind] >> c.position_country[look.s.target] & 1)


cdef int _kind(const RoyalsState *s) noexcept nogil:
    if s.phase == DRAW_MODE:
        return MODE_FIRST + s.period
    if s.phase == DRAW:
        return DRAW_FIRST + s.period
    if s.phase == PLAY:
        return PLAY_FIRST + s.period
    return INTRIGUE_JOKER + s.phase - INTRIGUE_JOKERS


cdef int features(
    const void *context, const void *state, const move_t *moves, int count, float *columns
) noexcept nogil:
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef Look look
    cdef int i
    look.c = c
    look.s = s
    look.hand = s.hand[s.active]
    look.cards = s.hand_size[COUNTRY][s.active]
    look.intrigues = s.hand_size[INTRIGUE][s.active]
    look.columns = columns
    look.count = count
    if s.phase == JOKERS or s.phase == INTRIGUE_JOKERS:
        for i in range(count):
            _put(&look, MORE_JOKERS, i, moves[i] - moves[0])
        return _kind(s)
    if s.phase == PAY_INTRIGUE or s.phase == DISCARD_INTRIGUE:
        for i in range(count):
            _intrigue(&look, i, moves[i])
        return _kind(s)
    look.free = vacant(c, s)
    _survey(&look)
    _count(&look)
    _value(&look)
    if s.phase == DRAW_MODE:
        _mode(&look, ONE_EACH)        # both modes are always there
    elif s.phase == PLAY:
        _end(&look, moves)
        for i in range(1, count):
            _target(&look, i, moves[i] - FIRST_TARGET)
    else:
        _cards(&look, moves)
    return _kind(s)
