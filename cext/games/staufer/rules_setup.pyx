"""Setup (section 3). Chance events come in the order of S-3.12."""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.draw cimport shuffle
from eminence.cext.core.journal cimport EVERYBODY, NOBODY as NO_SEAT, is_told, tell, tell_some
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8
from eminence.cext.games.staufer.rules_board cimport with_entry
from eminence.cext.games.staufer.rules_rounds cimport draw_chest, tell_round
from eminence.cext.games.staufer.state cimport (
    BOARD_LAID, CARDS, CARD_POINTS, CATEGORIES, CHESTS_LAID, CONDITIONS, FIXED_SET, JOBS_DEALT, KINDS, MEMBERS,
    MOST_TILES, NOBODY, OTHERS, PRIVILEGES, PRIVILEGES_LAID, PUBLISHER_RANDOM, REGIONS, ROUNDS, ROWS_LAID, SHARED_OFFICE,
    StauferContext, StauferState,
)


cdef void _lay_board(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """S-3.2 and S-3.3: the ring of regions and their score tiles."""
    cdef u8 tiles[REGIONS]
    cdef int i
    for i in range(REGIONS):
        s.ring[i] = i
        tiles[i] = i
    shuffle(s.ring, REGIONS, rng)
    if c.ring_fixed:
        memcpy(s.ring, c.ring, REGIONS)
    shuffle(tiles, REGIONS, rng)
    if c.tiles_fixed:
        memcpy(tiles, c.tile_at, REGIONS)
    for i in range(REGIONS):
        s.place[s.ring[i]] = i
        s.tile[s.ring[i]] = tiles[i]


cdef void _deal_chests(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """S-3.4."""
    cdef int i, office
    memcpy(s.draw, c.chest_number, KINDS)
    s.drawable = c.chests
    for i in range(c.spaces):
        s.supply[i] = draw_chest(c, s, rng) + 1
    for i in range(REGIONS):
        for office in range(lowest_bit(c.region_offices[s.ring[i]]), c.offices):
            if c.office_region[office] == s.ring[i]:
                s.under[office] = draw_chest(c, s, rng) + 1


cdef void _lay_privileges(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """S-3.5."""
    cdef u8 kinds[PRIVILEGES]
    cdef int i, last = CARD_POINTS, count = 0
    s.display[CARD_POINTS - 1] = c.first_cards
    if c.privilege_set == FIXED_SET:
        for i in range(CARD_POINTS, PRIVILEGES):
            if (c.privileges >> i) & 1:
                s.display[i] = c.copies
        return
    if c.privilege_set == PUBLISHER_RANDOM:
        last = SHARED_OFFICE
        s.display[SHARED_OFFICE - 1] = c.copies
    for i in range(last, PRIVILEGES):       # kinds after the last one that is always there, less 1
        kinds[count] = i
        count += 1
    shuffle(kinds, count, rng)
    for i in range(OTHERS + CARD_POINTS - last):
        s.display[kinds[i]] = c.copies


cdef void _seat_players(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """S-3.6 and S-3.7: courts, the start player and the first turn order, forth once and back twice."""
    cdef int i, lap, seat
    s.start = rng_below(rng, c.seats) if c.start == NOBODY else c.start
    for seat in range(c.seats):
        s.holding[seat].court = c.court
        s.holding[seat].province.envoys = c.pieces.envoys - c.court.envoys
        s.holding[seat].province.nobles = c.pieces.nobles - c.court.nobles
    for lap in range(MEMBERS):
        for i in range(c.seats):
            seat = s.start + (i if lap == 0 else c.seats - 1 - i)
            s.order[s.waiting] = seat if seat < c.seats else seat - c.seats
            s.waiting += 1


cdef void _deal_jobs(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """S-3.8."""
    cdef u8 cards[CARDS]
    cdef int i, category, seat
    for category in range(CATEGORIES):
        for i in range(CARDS):
            cards[i] = i + 1
        shuffle(cards, CARDS, rng)
        for seat in range(c.seats):
            s.jobs[seat][category] = c.jobs[seat][category] if c.jobs_fixed else cards[seat]


cdef void _lay_rounds(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """S-3.9 and S-3.10: round tiles, and the king where the sixth A tile says."""
    cdef u8 regions[REGIONS]
    cdef u8 seconds[MOST_TILES]
    cdef u8 steps[MOST_TILES]
    cdef int i, _k, second_count = 0, step_count = 0
    for i in range(REGIONS):
        regions[i] = i
        for _k in range(c.second_tiles[i] if i < CONDITIONS else 0):
            seconds[second_count] = i
            second_count += 1
        for _k in range(c.step_tiles[i]):
            steps[step_count] = i
            step_count += 1
    shuffle(regions, REGIONS, rng)
    shuffle(seconds, second_count, rng)
    shuffle(steps, step_count, rng)
    if c.rows_fixed:
        memcpy(regions, c.row_region, REGIONS)
        memcpy(seconds, c.row_second, ROUNDS)
        memcpy(steps, c.row_steps, ROUNDS)
    memcpy(s.row_region, regions, ROUNDS)
    memcpy(s.row_second, seconds, ROUNDS)
    memcpy(s.row_steps, steps, ROUNDS - 1)
    s.king = s.place[regions[ROUNDS]]


cdef void lay_table(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    _lay_board(c, s, rng)
    _deal_chests(c, s, rng)
    _lay_privileges(c, s, rng)
    _seat_players(c, s, rng)
    _deal_jobs(c, s, rng)
    _lay_rounds(c, s, rng)
    if is_told(c):
        _tell_board(c, s)
        _tell_cards(c, s)
        tell_round(c, s)


cdef uint32_t _entries(const u8 *entries, int count) noexcept nogil:
    """As a list of an event."""
    cdef uint32_t found = 0
    cdef int i
    for i in range(count):
        found = with_entry(found, entries[i])
    return found


cdef void _tell_board(const StauferContext *c, const StauferState *s) noexcept nogil:
    cdef uint32_t tiles = 0, chests
    cdef int i, office
    for i in range(REGIONS):
        tiles = with_entry(tiles, s.tile[s.ring[i]])
    tell(c, BOARD_LAID, NO_SEAT, 0, _entries(s.ring, REGIONS), tiles, s.ring[s.king], 0)
    tell(
        c, ROWS_LAID, NO_SEAT, 0, _entries(s.row_region, ROUNDS), _entries(s.row_second, ROUNDS),
        _entries(s.row_steps, ROUNDS - 1), 0,
    )
    for i in range(REGIONS):
        chests = 0
        for office in range(c.offices):
            if c.office_region[office] == s.ring[i]:
                chests = with_entry(chests, s.under[office] - 1)
        tell(c, CHESTS_LAID, NO_SEAT, 0, 1 + s.ring[i], chests, 0, 0)
    chests = 0
    for i in range(c.spaces):
        chests = with_entry(chests, s.supply[i] - 1)
    tell(c, CHESTS_LAID, NO_SEAT, 0, 0, chests, 0, 0)


cdef void _tell_cards(const StauferContext *c, const StauferState *s) noexcept nogil:
    """Privileges, and jobs to those who see them."""
    cdef int i, seat, kinds = 0
    for i in range(PRIVILEGES):
        kinds |= (s.display[i] > 0) << i
    tell(c, PRIVILEGES_LAID, NO_SEAT, 0, kinds, 0, 0, 0)
    for seat in range(c.seats):
        tell_some(
            c, EVERYBODY if c.jobs_fixed else 1 << seat, JOBS_DEALT, seat, 0,
            s.jobs[seat][0] - 1, s.jobs[seat][1] - 1, s.jobs[seat][2] - 1, 0,
        )
