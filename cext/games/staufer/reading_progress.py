"""Reading what is under way: the middle of a turn, of a region scoring or of a cleanup."""

from __future__ import annotations

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.staufer.figures import ENVOYS, NOBLES
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
    record["due_envoys"] = progress.int("due_envoys", 0, ENVOYS if phase == "source" else 0)
    record["due_nobles"] = progress.int("due_nobles", 0, NOBLES if phase == "source" else 0)
    _read_taking(kernel, progress, record, phase, step)
    if step == "supply_chests":
        record["space"] = progress.int("supply_space", 0, kernel.figures["spaces"] - 1)
    _read_office(kernel, progress, record, phase)
    if step in ("region_bonus", "keeping"):
        _read_scoring(kernel, reader, progress, record, phase, step)
    else:
        progress.ints("scored", 0, 0, 0)
        progress.int("served", 0, 0)
        progress.ints("revealed", 0, 0, 0)
        _check_member(reader, progress, record, phase, step)
    if phase == "source":
        _check_due(kernel, progress, record, step)
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


def _read_taking(kernel: StauferKernel, progress: Reader, record: Record, phase: str, step: str) -> None:
    """Chests left of a pile, in order. The first of them is one whose pieces are due."""
    most = 0
    if phase in ("privilege", "source") and step in ("turn_end", "supply_extras"):
        most = record["round"] + (phase == "source")
    elif phase == "source" and step == "region_bonus":
        most = 1
    kinds = sorted(progress.choices("taking", range(most + 1), CHESTS))
    if phase == "source" and kinds and not any(_chest_pieces(kernel, kinds[0])):
        progress.fail("taking", f"{CHESTS[kinds[0]]} is resolved before chests with figures")
    record["taking"] = kinds_to_pile(kinds)
    if phase == "privilege" and record["holding"][record["actor"]]["chests"][Chest.VIOLET] < 2:
        progress.fail("next", "an exchange needs two violet chests")


def _chest_pieces(kernel: StauferKernel, kind: int) -> tuple[int, int]:
    """Envoys and nobles in a chest."""
    return kernel.figures["chest_envoys"][kind], kernel.figures["chest_nobles"][kind]


def _check_due(kernel: StauferKernel, progress: Reader, record: Record, step: str) -> None:
    """S-4.1.1 to S-4.1.3: what is still due of what was given, and the province cannot help."""
    envoys, nobles = record["due_envoys"], record["due_nobles"]
    given = _given(kernel, progress, record, step)
    holding = record["holding"][record["actor"]]
    if not envoys and not nobles:
        progress.fail("due_envoys", "nothing is due")
    if nobles > given[1]:
        progress.fail("due_nobles", f"cannot be more than {given[1]} here")
    noble_less = not any(place["nobles"] for place in (holding["province"], *holding["paid"]))
    instead = envoys == 1 and nobles < given[1] and noble_less  # S-4.1.2
    if envoys and not instead and (envoys > given[0] or nobles < given[1]):
        progress.fail("due_envoys", f"cannot be {envoys} here, beside {nobles} nobles")
    name = "envoys" if envoys else "nobles"
    if holding["province"][name]:
        progress.fail(f"due_{name}", "the province still has some")


def _given(kernel: StauferKernel, progress: Reader, record: Record, step: str) -> tuple[int, int]:
    """Envoys and nobles in what the actor is being given."""
    figures = kernel.figures
    if step == "office_choice":
        return int(record["placed"] <= figures["envoy_spaces"]), 0
    if step == "supply_chests":
        space = figures["space_pieces"][record["space"]]
        return space["envoys"], space["nobles"]
    if step == "supply_draw":
        return figures["extra_envoys"], 0
    if record["taking"]:
        return _chest_pieces(kernel, pile_to_kinds(record["taking"])[0])
    if step != "region_bonus":
        progress.fail("taking", "must begin with the chest whose figures are due")
    return _share(kernel, record), 0


def _check_member(reader: Reader, progress: Reader, record: Record, phase: str, step: str) -> None:
    """The actor's member has just been moved, and the action gives what is under way."""
    supply = record["supply_track"][: record["supplied"]]
    placement = record["placement_track"][: record["placed"]]
    supplying = supply[:1] + supply[-1:]
    placing = supply[:1] + placement[-1:]
    holding = record["holding"][record["actor"]]
    if phase in PLACING:
        allowed = placing
    elif step == "office_choice":
        allowed = placement[-1:]
    elif step.startswith("supply") or phase == "supply_space":
        allowed = supplying
    else:
        drawn = len(pile_to_kinds(record["taking"])) <= (phase == "source")
        drawn = drawn and owns(holding, Privilege.EXTRA_CHEST)
        allowed = placing + (supplying if drawn else [])
    if record["actor"] not in allowed:
        reader.fail("actor", "has not just moved a member to the track of this action")
    if step == "supply_draw" and not owns(holding, Privilege.EXTRA_ENVOY):
        progress.fail("next", f"seat {record['actor']} has no privilege for it")


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
    bonus = BONUSES[kernel.figures["bonus"][current]]
    if step == "keeping":
        progress.int("served", 0, 0)
        progress.ints("revealed", 0, 0, 0)
        _check_keeping(kernel, reader, progress, record, current)
        return
    record["served"] = progress.int("served", 1, max(1, len(ranked)))
    if ranked[record["served"] - 1 : record["served"]] != [record["actor"]]:
        progress.fail("served", "does not agree with the actor's rank in the region")
    if not _share(kernel, record):
        progress.fail("served", "has no share of the bonus")
    taken = record["served"] - (phase == "revealed_chest")
    most = kernel.figures["bonus_revealed"][current] - taken if bonus == "chests" else 0
    record["revealed"] = kinds_to_pile(progress.choices("revealed", range(max(0, most) + 1), CHESTS))
    if bonus != ("envoys" if phase == "source" and not record["taking"] else "chests"):
        progress.fail("current", f"has a bonus of {bonus}")


def _share(kernel: StauferKernel, record: Record) -> int:
    """What the seat just served gets of the bonus of the region being scored."""
    amounts = kernel.figures["bonus_amount"][record["scored"][record["scoring"]] - 1]
    found: int = amounts[min(record["served"], len(amounts)) - 1]
    return found


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
