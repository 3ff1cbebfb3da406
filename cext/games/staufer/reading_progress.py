"""Reading what is under way: the middle of a turn, of a region scoring or of a cleanup."""

from __future__ import annotations

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.staufer.kernel import StauferKernel
from eminence.cext.games.staufer.state import ROUNDS, Chest, Privilege
from eminence.cext.games.staufer.views import (
    movement_cost,
    payment_due,
    pieces_on,
    placement_cost,
    region_range,
)
from eminence.cext.games.staufer.words import (
    BONUSES,
    CHESTS,
    PHASES,
    REGIONS,
    SECONDS,
    STEPS,
    around,
    kinds_to_pile,
    owns,
    pile_to_kinds,
)

# What may follow the decision of each phase.
NEXT = {
    "supply_space": ("turn_end",),
    "supply_chests": ("supply_chests",),
    "privilege": ("turn_end", "supply_extras", "region_bonus"),
    "office": ("turn_end",),
    "saving": ("turn_end",),
    "figure": ("turn_end",),
    "payment": ("turn_end",),
    "second_envoy": ("turn_end",),
    "source": ("turn_end", "office_choice", "supply_chests", "supply_extras", "supply_draw", "region_bonus"),
    "revealed_chest": ("region_bonus",),
    "kept_figure": ("keeping",),
}
PLACING = ("office", "saving", "figure", "payment", "second_envoy")


def read_progress(kernel: StauferKernel, reader: Reader, record: Record) -> None:
    """Fills the fields of the decision under way. Everything that lies on the table must have been read before."""
    phase = PHASES[record["phase"]]
    if phase in ("action", "over"):
        _read_rest(kernel, reader, record, phase)
        return
    record["actor"] = reader.int("actor", 0, kernel.seats - 1)
    progress = reader.object("progress")
    record["step"] = progress.choice("next", STEPS)
    step = STEPS[record["step"]]
    if step not in NEXT[phase]:
        progress.fail("next", f"must be one of {', '.join(NEXT[phase])} in phase {phase}")
    _read_due(kernel, progress, record, phase, step)
    _read_taking(progress, record, phase, step)
    if step == "supply_chests":
        record["space"] = progress.int("supply_space", 0, kernel.figures["spaces"] - 1)
    _read_office(kernel, progress, record, phase)
    if step in ("region_bonus", "keeping"):
        _read_scoring(kernel, reader, progress, record, phase, step)
    else:
        progress.ints("scored", 0, 0, 0)
        progress.int("served", 0, 0)
        progress.ints("revealed", 0, 0, 0)
        _check_member(reader, record, phase, step)
    if phase != "kept_figure":
        _no_kept(reader, record)
    progress.done()


def _read_rest(kernel: StauferKernel, reader: Reader, record: Record, phase: str) -> None:
    """Between turns and at the end nothing is under way."""
    if reader.has("progress"):
        reader.fail("progress", f"does not belong to phase {phase}")
    _no_kept(reader, record)
    if phase == "over":
        if record["round"] != ROUNDS - 1:
            reader.fail("round", f"must be {ROUNDS} when the game is over")
        if record["waiting"]:
            reader.fail("turn_order", "must be empty when the game is over")
        if reader.has("actor"):
            reader.fail("actor", "does not belong to a game that is over")
        return
    if not record["waiting"]:
        reader.fail("turn_order", "must name the seat to act")
    record["actor"] = reader.int("actor", 0, kernel.seats - 1)
    if record["actor"] != record["order"][0]:
        reader.fail("actor", f"must be {record['order'][0]}, the first on the turn order track")


def _no_kept(reader: Reader, record: Record) -> None:
    if any(record["kept"]):
        reader.fail("regions", "figures are kept in the cleanup only")


def _read_due(kernel: StauferKernel, progress: Reader, record: Record, phase: str, step: str) -> None:
    """S-4.1.1 and S-4.1.2: a source is asked for only if the province is empty."""
    source = phase == "source"
    record["due_envoys"] = progress.int("due_envoys", 0, 15 if source else 0)
    record["due_nobles"] = progress.int("due_nobles", 0, 3 if source else 0)
    if not source:
        return
    due = (record["due_envoys"], record["due_nobles"])
    name = "envoys" if due[0] else "nobles"
    if due == (0, 0):
        progress.fail("due_envoys", "nothing is due")
    if step in ("office_choice", "supply_draw", "region_bonus") and due[1]:
        progress.fail("due_nobles", "no noble can be due here")
    if step == "office_choice" and due[0] != 1:
        progress.fail("due_envoys", "must be 1, from the placement track")
    if record["holding"][record["actor"]]["province"][name]:
        progress.fail(f"due_{name}", "the province still has some")


def _read_taking(progress: Reader, record: Record, phase: str, step: str) -> None:
    """Chests left of a pile: one of them has been resolved, and they come in order."""
    several = phase in ("privilege", "source") and step in ("turn_end", "supply_extras")
    kinds = progress.choices("taking", range(record["round"] + 1 if several else 1), CHESTS)
    if phase == "source" and any(kind < Chest.ENVOYS_1 for kind in kinds):
        progress.fail("taking", "violet chests and points are resolved before envoys")
    record["taking"] = kinds_to_pile(kinds)
    if phase == "privilege" and record["holding"][record["actor"]]["chests"][Chest.VIOLET] < 2:
        progress.fail("next", "an exchange needs two violet chests")


def _check_member(reader: Reader, record: Record, phase: str, step: str) -> None:
    """The actor's member has just been moved."""
    supply = record["supply_track"][: record["supplied"]]
    placement = record["placement_track"][: record["placed"]]
    last = {"supply": supply[:1] + supply[-1:], "place": supply[:1] + placement[-1:]}
    if phase in PLACING:
        allowed = last["place"]
    elif step == "office_choice":
        allowed = placement[-1:]
    elif step.startswith("supply") or phase == "supply_space":
        allowed = last["supply"]
    else:
        allowed = last["supply"] + last["place"]
    if record["actor"] not in allowed:
        reader.fail("actor", "has not just moved a member to the track of this action")


def _read_office(kernel: StauferKernel, progress: Reader, record: Record, phase: str) -> None:
    named = phase in ("saving", "figure", "payment", "second_envoy")
    paying = phase in ("figure", "payment")
    due = progress.objects("payment", range(len(REGIONS) + 1 if paying else 1))
    if not named:
        if progress.has("office"):
            progress.fail("office", f"does not belong to phase {phase}")
        return
    name = progress.object("office")
    numbers = region_range(kernel, name.choice("region", REGIONS))
    record["office"] = numbers[name.int("number", 1, len(numbers)) - 1]
    name.done()
    _read_payment(progress, record, due)
    _check_place(kernel, progress, record, phase)


def _read_payment(progress: Reader, record: Record, due: list[Reader]) -> None:
    """A clockwise run of regions, those with two pieces first."""
    for i, entry in enumerate(due):
        position = record["place"][entry.choice("region", REGIONS)]
        pieces = entry.int("figures", 1, 2)
        if i == 0:
            record["pay_at"] = position
        elif position != around(record["pay_at"] + i):
            entry.fail("region", "payments go clockwise from region to region")
        if pieces == 2 and record["pay_double"] < i:
            entry.fail("figures", "regions with two figures come first")
        record["pay_double"] += pieces == 2
        entry.done()
    record["pay_regions"] = len(due)


def _check_place(kernel: StauferKernel, progress: Reader, record: Record, phase: str) -> None:
    """The office and what is owed for it fit the actor's privileges and court."""
    office, actor = record["office"], record["actor"]
    holding = record["holding"][actor]
    standing = pieces_on(record, office)
    owed = sum(pieces for _, pieces in payment_due(record))
    court = holding["court"]
    if phase in ("saving", "figure"):
        if len(standing) > owns(holding, Privilege.SHARED_OFFICE):
            progress.fail("office", "is not available")
    elif not standing or standing[-1][1] != actor:
        progress.fail("office", "must hold the actor's figure")
    if phase == "figure":
        if not court["envoys"] or not court["nobles"]:
            progress.fail("office", "leaves no choice of figure")
        if kernel.figures["noble_offices"] >> office & 1:
            progress.fail("office", "is for nobles only")
        owed += 1
    if phase == "second_envoy":
        lone = len(standing) == 1 and not standing[0][2]
        if not (owns(holding, Privilege.SECOND_ENVOY) and court["envoys"] and lone):
            progress.fail("office", "a second envoy cannot be added here")
    if phase == "payment" and not owed:
        progress.fail("payment", "is missing")
    if owed > court["envoys"] + court["nobles"]:
        progress.fail("payment", "is more than the court has")
    if phase in ("figure", "payment") and payment_due(record) not in _possible(kernel, record, phase):
        progress.fail("payment", "is not what this office costs")


def _possible(kernel: StauferKernel, record: Record, phase: str) -> list[list[tuple[int, int]]]:
    """Everything that can be owed for the office: with or without chests, and with the first regions already paid."""
    holding = record["holding"][record["actor"]]
    target = record["place"][kernel.figures["office_region"][record["office"]]]
    found = []
    for movement in {0, movement_cost(kernel, holding, around(target - record["king"]))}:
        for cost in {1, placement_cost(kernel, holding, record["office"])}:
            slots = [around(target - movement + 1 + i) for i in range(movement + cost - 1)]
            run = [(position, slots.count(position)) for position in dict.fromkeys(slots)]
            found += [run[i:] for i in range(len(run) + 1)] if phase == "payment" else [run]
    return found


def _read_scoring(
    kernel: StauferKernel, reader: Reader, progress: Reader, record: Record, phase: str, step: str
) -> None:
    if record["waiting"]:
        reader.fail("turn_order", "must be empty when regions are scored")
    scored = progress.choices("scored", range(1, 3), REGIONS)
    wanted = scored_regions(kernel, record)
    if scored != wanted:
        progress.fail("scored", f"must be {', '.join(REGIONS[region] for region in wanted)}")
    for i, region in enumerate(scored):
        record["scored"][i] = region + 1
    current = progress.choice("current", REGIONS)
    if current not in scored:
        progress.fail("current", "must be one of the scored regions")
    record["scoring"] = scored.index(current)
    ranked = kernel.ranking(kernel.pack(record), current)
    chests = BONUSES[kernel.figures["bonus"][current]] == "chests"
    if step == "keeping":
        progress.int("served", 0, 0)
        progress.ints("revealed", 0, 0, 0)
        _check_keeping(kernel, reader, progress, record, current)
        return
    record["served"] = progress.int("served", 1, max(1, len(ranked)))
    if ranked[record["served"] - 1 : record["served"]] != [record["actor"]]:
        progress.fail("served", "does not agree with the actor's rank in the region")
    taken = record["served"] - (phase == "revealed_chest")
    most = kernel.figures["bonus_revealed"][current] - taken if chests else 0
    record["revealed"] = kinds_to_pile(progress.choices("revealed", range(max(0, most) + 1), CHESTS))
    if phase == "privilege" and not chests:
        progress.fail("current", "has no chests to give")


def _check_keeping(
    kernel: StauferKernel, reader: Reader, progress: Reader, record: Record, current: int
) -> None:
    """S-4.7.1: kept pieces stand in scored regions, no further than the seat that is asked."""
    if record["round"] == ROUNDS - 1:
        reader.fail("phase", "there is no cleanup in the last round")
    if not record["holding"][record["actor"]]["chests"][Chest.KEEP_PIECE]:
        progress.fail("current", f"seat {record['actor']} has no keep-figure chest")
    asked = [
        (region - 1, (record["start"] + i) % kernel.seats)
        for region in record["scored"]
        if region
        for i in range(kernel.seats)
    ]
    reached = asked[: asked.index((current, record["actor"])) + 1]
    for office in range(kernel.figures["offices"]):
        for slot, owner, _ in pieces_on(record, office):
            place = (kernel.figures["office_region"][office], owner)
            if record["kept"][slot] >> office & 1 and place not in reached:
                position = record["place"][place[0]]
                reader.fail(f"regions[{position}].offices", f"seat {owner} has not been asked yet here")


def scored_regions(kernel: StauferKernel, record: Record) -> list[int]:
    """S-4.6.1 to S-4.6.3: the regions of this round's A and B tile."""
    first = record["row_region"][record["round"]]
    condition = SECONDS[record["row_second"][record["round"]]]
    clockwise = [record["ring"][around(record["king"] + i)] for i in range(len(REGIONS))]

    def chests(region: int) -> int:
        return sum(len(pile_to_kinds(record["under"][office])) for office in region_range(kernel, region))

    def pieces(region: int) -> int:
        return -sum(len(pieces_on(record, office)) for office in region_range(kernel, region))

    second = clockwise[0]
    if condition == "fewest_chests":
        second = min(clockwise, key=chests)
    elif condition == "most_figures":
        second = min(clockwise, key=pieces)
    return [first] if second == first else [first, second]
