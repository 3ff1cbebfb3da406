"""Section 9: what holds in every reachable state, in random games over seats, options and both kinds of players."""

from __future__ import annotations

from typing import Any

import pytest
from games.staufer.cases import CASES

from eminence.cext.core.stream import Stream
from eminence.cext.games.staufer import FACE
from eminence.cext.games.staufer.views import pieces_on, region_range
from eminence.cext.games.staufer.words import PHASES, STEPS, pile_to_kinds

TABLES = [*CASES, *[(n, {"privilege_set": "random"}) for n in (2, 3, 4, 5)]]


def check_figures(kernel: Any, record: dict[str, Any]) -> None:
    """S-9.1, S-9.6, S-9.7."""
    noble, own = record["noble"], record["own"]
    for seat in range(kernel.seats):
        holding = record["holding"][seat]
        nobles = sum((own[seat][slot] & noble[slot]).bit_count() for slot in range(2))
        standing = {"envoys": sum(mask.bit_count() for mask in own[seat]) - nobles, "nobles": nobles}
        for name, total in kernel.figures["pieces"].items():
            places = [holding["court"][name], holding["province"][name], standing[name]]
            places += [paid[name] for paid in holding["paid"]]
            assert min(places) >= 0
            assert sum(places) == total
    for region, row in enumerate(record["weight"]):
        pieces = [piece for office in region_range(kernel, region) for piece in pieces_on(record, office)]
        assert row == [sum(1 + noble for _, owner, noble in pieces if owner == seat) for seat in range(8)]
    for slot in range(2):
        taken = 0
        for seat in range(5):
            assert not taken & own[seat][slot]
            taken |= own[seat][slot]
        assert not noble[slot] & ~taken
        assert not taken & kernel.figures["noble_offices"] & ~noble[slot]
        if slot:
            left = own[0][0] | own[1][0] | own[2][0] | own[3][0] | own[4][0]
            assert not taken & ~left
            if taken:
                assert any(holding["privileges"] & 0b110 for holding in record["holding"])


def check_chests(kernel: Any, record: dict[str, Any]) -> None:
    """S-9.2: every kind is conserved, orange chests are never owned."""
    seen = [a + b for a, b in zip(record["draw"], record["discard"], strict=True)]
    assert sum(record["draw"]) == record["drawable"]
    for pile in [*record["under"], *record["supply"], record["taking"], record["revealed"]]:
        kinds = pile_to_kinds(pile)
        assert kinds == sorted(kinds)
        for kind in kinds:
            seen[kind] += 1
    for holding in record["holding"]:
        assert not any(holding["chests"][1:9])
        seen = [a + b for a, b in zip(seen, holding["chests"], strict=True)]
    assert seen == kernel.figures["chest_number"]


def check_rest(kernel: Any, record: dict[str, Any]) -> None:
    """S-9.3, S-9.4, S-9.5, S-9.10, and that nothing under way is left behind between turns."""
    tracks = (("order", "waiting"), ("supply_track", "supplied"), ("placement_track", "placed"))
    members = [seat for key, number in tracks for seat in record[key][: record[number]]]
    assert sorted(members) == [seat for seat in range(kernel.seats) for _ in range(3)]
    for i, cards in enumerate(record["display"]):
        owners = sum(holding["privileges"] >> i & 1 for holding in record["holding"])
        total = kernel.seats if i == 0 else kernel.figures["copies"]
        assert cards + owners in (0, total)
    for category in range(3):
        cards = [record["jobs"][seat][category] for seat in range(kernel.seats)]
        assert len(set(cards)) == kernel.seats
    phase, step = PHASES[record["phase"]], STEPS[record["step"]]
    assert step not in ("round_end", "clearing")
    if step in ("region_bonus", "keeping"):
        assert record["scored"][0]
        assert record["scored"][0] != record["scored"][1]
    else:
        assert record["scored"] == [0, 0]
    if phase in ("action", "over"):
        fields = (
            "step",
            "due_envoys",
            "due_nobles",
            "space",
            "office",
            "pay_at",
            "pay_regions",
            "pay_double",
        )
        assert not any(record[field] for field in (*fields, "scoring", "served", "taking", "revealed"))
        assert record["kept"] == [0, 0]


def check_new_round(before: dict[str, Any], after: dict[str, Any], kernel: Any, regions: list[int]) -> None:
    """S-9.11: after a cleanup."""
    for region in regions:
        offices = kernel.figures["region_offices"][region]
        chests = [after["under"][i] for i in range(32) if offices >> i & 1]
        assert all(chests) or not any(after["draw"])
    steps = (after["king"] - before["king"]) % 6
    entered = [(before["king"] + i + 1) % 6 for i in range(steps)]
    if after["waiting"] == 3 * kernel.seats:
        assert after["supplied"] == after["placed"] == 0
        for holding in after["holding"]:
            assert not any(
                holding["paid"][position][kind] for position in entered for kind in ("envoys", "nobles")
            )


@pytest.mark.parametrize("policy", [False, True], ids=["random", "policy"])
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_invariants(seats: int, options: dict[str, Any], policy: bool) -> None:
    """S-9.1 to S-9.12 in one game each; S-9.9: five scorings, four cleanups."""
    kernel = FACE.kernel(seats, options)
    stream = Stream(8, seats, policy)
    state = kernel.setup(stream)
    record, rounds = kernel.unpack(state), [0]
    while kernel.actor(state) is not None:
        check_figures(kernel, record)
        check_chests(kernel, record)
        check_rest(kernel, record)
        moves = kernel.moves(state)
        move = kernel.playout_move(state, stream) if policy else moves[stream.below(len(moves))]
        assert move in moves
        state = kernel.play(state, move, stream)
        before, record = record, kernel.unpack(state)
        for seat in range(seats):
            assert record["holding"][seat]["points"] >= before["holding"][seat]["points"]
        if record["round"] != before["round"]:
            rounds.append(record["round"])
            check_new_round(before, record, kernel, [before["row_region"][before["round"]]])
    check_figures(kernel, record)
    check_chests(kernel, record)
    check_rest(kernel, record)
    assert rounds == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("seats", [2, 5])
def test_payment_sizes(seats: int) -> None:
    """S-9.8: a placement takes movement (at most 5) and cost (1 to 7) from the court."""
    kernel = FACE.kernel(seats)
    stream = Stream(9)
    state = kernel.setup(stream)
    for _ in range(300):
        if kernel.actor(state) is None:
            break
        record = kernel.unpack(state)
        if PHASES[record["phase"]] in ("figure", "payment"):
            owed = record["pay_regions"] + record["pay_double"]
            assert 0 <= owed <= 11
            assert record["pay_double"] < 6
        moves = kernel.moves(state)
        state = kernel.play(state, moves[stream.below(len(moves))], stream)


def test_renaming_seats_changes_no_score() -> None:
    """S-9.13: the same moves with all seats shifted by one lead to the same points, shifted by one."""
    results = []
    for start in (0, 1):
        kernel = FACE.kernel(3, {"start_player": start})
        stream = Stream(10)
        state = kernel.setup(stream)
        record = kernel.unpack(state)
        jobs = record["jobs"][:3]
        record["jobs"][:3] = [jobs[(seat - start) % 3] for seat in range(3)]
        state = kernel.pack(record)
        while kernel.actor(state) is not None:
            moves = kernel.moves(state)
            state = kernel.play(state, moves[stream.below(len(moves))], stream)
        points = [holding["points"] for holding in kernel.unpack(state)["holding"][:3]]
        results.append([points[(seat + start) % 3] for seat in range(3)])
    assert results[0] == results[1]
