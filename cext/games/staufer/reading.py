"""Views from strangers: plain data into a record, with every lie about the table named by its path.

What a turn or a scoring has under way is checked in reading_progress.py.
"""

from __future__ import annotations

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.staufer.kernel import StauferKernel
from eminence.cext.games.staufer.options import read_job
from eminence.cext.games.staufer.reading_progress import read_progress
from eminence.cext.games.staufer.state import (
    MEMBERS,
    MOST_CHESTS,
    NOBODY,
    OTHERS,
    ROUNDS,
    Privilege,
    PrivilegeSet,
)
from eminence.cext.games.staufer.views import region_range
from eminence.cext.games.staufer.words import (
    CHESTS,
    JOBS,
    ORANGE,
    PARTS,
    PHASES,
    PIECES,
    REGIONS,
    SECONDS,
    TILES,
    around,
    kinds_to_pile,
    owns,
    pile_to_kinds,
)

MOST_POINTS = 9999


def read_view(kernel: StauferKernel, reader: Reader, seat: int) -> Record:
    """The record of a view; raises InvalidInput for whatever cannot be."""
    record = kernel.unpack(bytes(kernel.state_size))
    record["round"] = reader.int("round", 1, ROUNDS) - 1
    record["phase"] = reader.choice("phase", PHASES)
    record["start"] = reader.int("start_player", 0, kernel.seats - 1)
    _read_ring(kernel, reader, record)
    _read_rows(kernel, reader, record)
    _read_offices(kernel, reader, record)
    _read_supply(kernel, reader, record)
    _read_tracks(kernel, reader, record)
    players = reader.objects("players", kernel.seats)
    for owner, player in enumerate(players):
        _read_player(kernel, player, record, owner)
    _check_second_pieces(kernel, reader, record)
    _read_privileges(kernel, reader, record)
    read_progress(kernel, reader, record)
    _read_piles(kernel, reader, record)
    _read_jobs(kernel, players, record, seat)
    _check_setup(kernel, reader, record)
    _check_choice(kernel, reader, record)
    _check_final(kernel, players, record)
    return record


def _over(record: Record) -> bool:
    return PHASES[record["phase"]] == "over"


def _read_ring(kernel: StauferKernel, reader: Reader, record: Record) -> None:
    boards = reader.objects("regions", len(REGIONS))
    for position, board in enumerate(boards):
        region = board.choice("region", REGIONS)
        tile = board.choice("tile", TILES)
        if region in record["ring"][:position]:
            board.fail("region", f"{REGIONS[region]} is there twice")
        if tile in [record["tile"][other] for other in record["ring"][:position]]:
            board.fail("tile", f"{TILES[tile]} is there twice")
        points = board.ints("points", range(4), 0, 99)
        if points and points != kernel.figures["tile_points"][tile]:
            board.fail("points", f"must be {kernel.figures['tile_points'][tile]} or left out")
        record["ring"][position] = region
        record["place"][region] = position
        record["tile"][region] = tile
    record["king"] = record["place"][reader.choice("king", REGIONS)]


def _read_rows(kernel: StauferKernel, reader: Reader, record: Record) -> None:
    rows = reader.objects("rows", ROUNDS - record["round"])
    for i, row in enumerate(rows, record["round"]):
        region = row.choice("region", REGIONS)
        if region in record["row_region"][record["round"] : i]:
            row.fail("region", f"{REGIONS[region]} is there twice")
        record["row_region"][i] = region
        record["row_second"][i] = row.choice("second", SECONDS)
        if i < ROUNDS - 1:
            record["row_steps"][i] = row.int("steps", 1, len(REGIONS) - 1)
        row.done()
    for name, key, there in (
        ("second", "row_second", kernel.figures["second_tiles"]),
        ("steps", "row_steps", kernel.figures["step_tiles"]),
    ):
        last = ROUNDS if name == "second" else ROUNDS - 1
        used = record[key][record["round"] : last]
        for value in set(used):
            if used.count(value) > there[value]:
                reader.fail("rows", f"there are only {there[value]} such tiles of `{name}`")
    if record["round"] == 0 and record["ring"][record["king"]] in record["row_region"]:
        reader.fail("king", "must start in the region that no row names")


def _read_offices(kernel: StauferKernel, reader: Reader, record: Record) -> None:
    for position, board in enumerate(reader.objects("regions", len(REGIONS))):
        board.choice("region", REGIONS)
        board.choice("tile", TILES)
        board.ints("points", range(4), 0, 99)
        numbers = region_range(kernel, record["ring"][position])
        for office, place in zip(numbers, board.objects("offices", len(numbers)), strict=True):
            _read_office(kernel, place, record, office)
        for owner, paid in enumerate(board.objects("payments", kernel.seats)):
            record["holding"][owner]["paid"][position] = _read_pieces(kernel, paid)
            if _over(record) and any(record["holding"][owner]["paid"][position].values()):
                board.fail(f"payments[{owner}]", "must be empty when the game is over")
        board.done()


def _read_office(kernel: StauferKernel, place: Reader, record: Record, office: int) -> None:
    figures = kernel.figures
    noble_only = bool(figures["noble_offices"] >> office & 1)
    if place.has("cost") and place.int("cost", 0, 99) != figures["office_cost"][office]:
        place.fail("cost", f"must be {figures['office_cost'][office]} or left out")
    if place.has("noble_only") and place.bool("noble_only") != noble_only:
        place.fail("noble_only", f"must be {str(noble_only).lower()} or left out")
    bit = 1 << office
    for slot, piece in enumerate(place.objects("figures", range(len(record["noble"]) + 1))):
        owner = piece.int("seat", 0, kernel.seats - 1)
        noble = piece.choice("kind", PIECES)
        if noble_only and not noble:
            piece.fail("kind", "must be noble: the office is for nobles only")
        record["own"][owner][slot] |= bit
        record["weight"][figures["office_region"][office]][owner] += 1 + noble
        record["noble"][slot] |= bit * noble
        record["kept"][slot] |= bit * piece.bool("kept")
        piece.done()
    record["under"][office] = _read_pile(place, record)
    place.done()


def _read_pieces(kernel: StauferKernel, reader: Reader) -> dict[str, int]:
    found = {name: reader.int(name, 0, kernel.figures["pieces"][name]) for name in ("envoys", "nobles")}
    reader.done()
    return found


def _read_pile(reader: Reader, record: Record) -> int:
    """A pile has one chest from the setup and gets at most one in each cleanup."""
    return kinds_to_pile(reader.choices("chests", range(record["round"] + 2), CHESTS))


def _read_supply(kernel: StauferKernel, reader: Reader, record: Record) -> None:
    for space, entry in enumerate(reader.objects("supply", kernel.figures["spaces"])):
        for name, number in kernel.figures["space_pieces"][space].items():
            if entry.has(name) and entry.int(name, 0, 99) != number:
                entry.fail(name, f"must be {number} or left out")
        record["supply"][space] = _read_pile(entry, record)
        entry.done()


def _read_tracks(kernel: StauferKernel, reader: Reader, record: Record) -> None:
    """S-9.3: three members of each seat on the three tracks."""
    seen: list[int] = []
    for name, key, number in (
        ("turn_order", "order", "waiting"),
        ("supply_track", "supply_track", "supplied"),
        ("placement_track", "placement_track", "placed"),
    ):
        track = reader.ints(name, range(MEMBERS * kernel.seats + 1), 0, kernel.seats - 1)
        for owner in range(kernel.seats):
            if (seen + track).count(owner) > MEMBERS:
                reader.fail(name, f"seat {owner} has more than {MEMBERS} members")
        record[key][: len(track)] = track
        record[number] = len(track)
        seen += track
    if len(seen) != MEMBERS * kernel.seats:
        reader.fail("turn_order", f"the tracks must have {MEMBERS * kernel.seats} members, not {len(seen)}")


def _read_player(kernel: StauferKernel, player: Reader, record: Record, owner: int) -> None:
    holding = record["holding"][owner]
    holding["points"] = player.int("points", 0, MOST_POINTS)
    for name in ("court", "province"):
        holding[name] = _read_pieces(kernel, player.object(name))
    for kind in player.choices("chests", range(kernel.figures["chests"] + 1), CHESTS):
        if kind in ORANGE:
            player.fail("chests", f"{CHESTS[kind]} is orange: such chests are never kept")
        holding["chests"][kind] += 1
    owned = player.ints("privileges", range(len(Privilege) + 1), 1, len(Privilege))
    if len(set(owned)) != len(owned):
        player.fail("privileges", "must differ")
    holding["privileges"] = sum(1 << (privilege - 1) for privilege in owned)
    _check_pieces(kernel, player, record, owner)


def _check_pieces(kernel: StauferKernel, player: Reader, record: Record, owner: int) -> None:
    """S-9.1: no piece is lost."""
    holding = record["holding"][owner]
    own = record["own"][owner]
    on_offices = sum(mask.bit_count() for mask in own)
    nobles = sum((own[slot] & record["noble"][slot]).bit_count() for slot in range(len(own)))
    for name, standing in (("envoys", on_offices - nobles), ("nobles", nobles)):
        total = holding["court"][name] + holding["province"][name] + standing
        total += sum(paid[name] for paid in holding["paid"])
        there = kernel.figures["pieces"][name]
        if total != there:
            player.fail("province", f"there must be {there} {name} on the whole table, not {total}")


def _check_second_pieces(kernel: StauferKernel, reader: Reader, record: Record) -> None:
    """S-9.6: a second piece needs privilege 2, or 3 beside an own envoy."""
    for owner in range(kernel.seats):
        holding = record["holding"][owner]
        for office in range(kernel.figures["offices"]):
            if not record["own"][owner][1] >> office & 1:
                continue
            twins = record["own"][owner][0] & ~record["noble"][0] & ~record["noble"][1]
            second = owns(holding, Privilege.SECOND_ENVOY) and twins >> office & 1
            if not (owns(holding, Privilege.SHARED_OFFICE) or second):
                position = record["place"][kernel.figures["office_region"][office]]
                reader.fail(
                    f"regions[{position}].offices", f"seat {owner} cannot have placed a second figure"
                )


def _read_privileges(kernel: StauferKernel, reader: Reader, record: Record) -> None:
    """S-9.4: the kinds of the set, and every card either on display or owned."""
    figures = kernel.figures
    kinds = []
    for stack in reader.objects("privileges", OTHERS + 1):
        kind = stack.int("privilege", 1, len(Privilege))
        if kind in kinds:
            stack.fail("privilege", f"{kind} is there twice")
        kinds.append(kind)
        most = figures["first_cards"] if kind == Privilege.CARD_POINTS else figures["copies"]
        cards = stack.int("cards", 0, most)
        owners = sum(owns(holding, kind) for holding in record["holding"])
        if cards + owners != most:
            stack.fail("cards", f"must be {most - owners}: {owners} of {most} are owned")
        record["display"][kind - 1] = cards
        if stack.has("points"):
            first = kind == Privilege.CARD_POINTS and cards
            top = figures["first_points"][most - cards] if first else None
            if stack.int("points", 0, 99) != top:
                stack.fail("points", "must be that of the top card of privilege 1, or left out")
        stack.done()
    wanted = {Privilege.CARD_POINTS}
    if figures["privilege_set"] == PrivilegeSet.PUBLISHER_RANDOM:
        wanted.add(Privilege.SHARED_OFFICE)
    elif figures["privilege_set"] == PrivilegeSet.FIXED_SET:
        wanted = {privilege for privilege in Privilege if owns(figures, privilege)}
    if not wanted <= set(kinds):
        reader.fail("privileges", "must be those of the privilege set")
    for owner, holding in enumerate(record["holding"]):
        if any(owns(holding, privilege) and privilege not in kinds for privilege in Privilege):
            reader.fail(f"players[{owner}].privileges", "are not all in play")


def _read_piles(kernel: StauferKernel, reader: Reader, record: Record) -> None:
    """S-9.2: what is not seen anywhere is the draw pile."""
    figures = kernel.figures
    for i, entry in enumerate(reader.objects("discard_pile", range(len(CHESTS) + 1))):
        kind = entry.choice("chest", CHESTS)
        if record["discard"][kind]:
            reader.fail(f"discard_pile[{i}].chest", f"{CHESTS[kind]} is there twice")
        record["discard"][kind] = entry.int("number", 1, MOST_CHESTS)
        entry.done()
    seen = list(record["discard"])
    for holding in record["holding"]:
        seen = [a + b for a, b in zip(seen, holding["chests"], strict=True)]
    for pile in [*record["under"], *record["supply"], record["taking"], record["revealed"]]:
        for kind in pile_to_kinds(pile):
            seen[kind] += 1
    for kind, number in enumerate(seen):
        if number > figures["chest_number"][kind]:
            reader.fail("discard_pile", f"{number} chests {CHESTS[kind]}, of {figures['chest_number'][kind]}")
        record["draw"][kind] = figures["chest_number"][kind] - number
    record["drawable"] = reader.int("draw_pile", 0, figures["chests"])
    if record["drawable"] != sum(record["draw"]):
        reader.fail("draw_pile", f"must be {sum(record['draw'])}: {sum(seen)} chests are seen elsewhere")
    if not figures["pile_fixed"]:
        return
    record["reshuffled"] = int(reader.bool("reshuffled"))
    if not record["reshuffled"]:
        left = figures["pile"][figures["chests"] - record["drawable"] : figures["chests"]]
        if [left.count(kind) for kind in range(len(CHESTS))] != record["draw"]:
            reader.fail("draw_pile", "is not what chest_order leaves")


def _read_jobs(kernel: StauferKernel, players: list[Reader], record: Record, seat: int) -> None:
    """S-6.1: one's own jobs, and everybody's once they are open."""
    everybody = _over(record) or kernel.figures["jobs_fixed"]
    for owner, player in enumerate(players):
        known = everybody or owner == seat
        if player.has("jobs") != known:
            player.fail("jobs", "is missing" if known else f"cannot be known to seat {seat}")
        if known:
            job = read_job(player.object("jobs"))
            for category, (name, cards) in enumerate(JOBS.items()):
                card = 1 + cards.index(job[name])
                if card in [jobs[category] for jobs in record["jobs"][:owner]]:
                    player.fail("jobs", "another seat has one of these cards")
                record["jobs"][owner][category] = card
    if kernel.figures["jobs_fixed"] and record["jobs"] != kernel.figures["jobs"]:
        players[0].fail("jobs", "are not those of the options")


def _check_setup(kernel: StauferKernel, reader: Reader, record: Record) -> None:
    """Parts of the setup that are options must be as given."""
    figures = kernel.figures
    if figures["start"] not in (NOBODY, record["start"]):
        reader.fail("start_player", f"must be {figures['start']} by the options")
    if figures["ring_fixed"] and record["ring"] != figures["ring"]:
        reader.fail("regions", "are not in the order of the options")
    tiles = [record["tile"][region] for region in record["ring"]]
    if figures["tiles_fixed"] and tiles != figures["tile_at"]:
        reader.fail("regions", "have other score tiles than the options say")
    if figures["rows_fixed"]:
        first = record["round"]
        for key, last in (("row_region", ROUNDS), ("row_second", ROUNDS), ("row_steps", ROUNDS - 1)):
            if record[key][first:last] != figures[key][first:last]:
                reader.fail("rows", "are not those of the options")
        start = record["place"][figures["row_region"][ROUNDS]]
        if record["king"] != around(start + sum(figures["row_steps"][:first])):
            reader.fail("king", "is not where the round tiles of the options lead him")


def _check_choice(kernel: StauferKernel, reader: Reader, record: Record) -> None:
    """A decision offers at least two moves."""
    if not _over(record) and not kernel.has_choice(kernel.pack(record)):
        reader.fail("phase", "leaves nothing to choose here")


def _check_final(kernel: StauferKernel, players: list[Reader], record: Record) -> None:
    for owner, player in enumerate(players):
        if player.has("final"):
            final = player.object("final")
            if not _over(record):
                player.fail("final", "is for finished games")
            parts = dict(zip(PARTS, kernel.final_points(kernel.pack(record), owner), strict=True))
            for name in PARTS:
                if final.int(name, 0, MOST_POINTS) != parts[name]:
                    final.fail(name, f"must be {parts[name]}")
            final.done()
        player.done()
