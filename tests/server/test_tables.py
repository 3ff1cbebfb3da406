"""Sealed tables: closed to everybody but the holder of the key, and every way to be wrong told apart."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eminence.bots import Game
from eminence.server.errors import ServiceError
from eminence.server.keys import KeyRing, new_key
from eminence.server.shelf import Shelf
from eminence.server.tables import LOCKED, Seal, Table

OLD, NEW = new_key(), new_key()


def seal(keys: str = NEW, shelf: Shelf | None = None) -> Seal:
    return Seal(KeyRing.parse(keys, "keys"), shelf or Shelf())


def table(plies: int = 20) -> Table:
    state = Game("verraeter", 4).new("00" * 16)
    for _ in range(plies):
        state = state.play(state.moves[0])
    return Table(state, (1, 3))


SEALED = seal().close(table())


def reason(sealed: bytes, by: Seal) -> str:
    with pytest.raises(ServiceError) as caught:
        by.open(sealed, "table")
    return caught.value.reason


def test_what_is_sealed_is_what_is_opened() -> None:
    before, after = table(), seal().open(SEALED, "table")
    assert after.bot_seats == before.bot_seats
    for name in ("packed", "seed", "ply", "actor"):
        assert getattr(after.state, name) == getattr(before.state, name)
    assert after.state.game.options == before.state.game.options


def test_play_goes_on_as_if_it_had_never_been_sealed() -> None:
    here, there = table().state, seal().open(SEALED, "table").state
    while here.actor is not None:
        move = here.moves[-1].text
        here, there = here.play(move), there.play(move)
        assert here.packed == there.packed


@given(st.integers(0, 8 * len(SEALED) - 1))
def test_no_bit_can_be_changed(bit: int) -> None:
    forged = bytearray(SEALED)
    forged[bit // 8] ^= 1 << bit % 8
    reasons = {"TABLE_MALFORMED", "TABLE_TAMPERED", "TABLE_KEY_UNKNOWN", "TABLE_VERSION"}
    assert reason(bytes(forged), seal()) in reasons


def test_contents_changed_is_tampering() -> None:
    assert reason(SEALED[:-1] + bytes([SEALED[-1] ^ 1]), seal()) == "TABLE_TAMPERED"


@given(st.integers(0, len(SEALED) - 1))
def test_part_of_a_table_is_none(length: int) -> None:
    assert reason(SEALED[:length], seal()) == "TABLE_MALFORMED"


def test_bytes_added_make_it_none() -> None:
    assert reason(SEALED + b"\0", seal()) == "TABLE_MALFORMED"


@given(st.binary(max_size=100))
def test_any_other_bytes_are_none(sealed: bytes) -> None:
    assert reason(sealed, seal()) == "TABLE_MALFORMED"


def test_key_of_another_deployment_is_unknown() -> None:
    assert reason(SEALED, seal(OLD)) == "TABLE_KEY_UNKNOWN"


def test_rotation_opens_old_tables_until_their_key_is_retired() -> None:
    sealed_before = seal(OLD).close(table())
    assert seal(f"{NEW},{OLD}").open(sealed_before, "table").state.ply == 20
    assert seal(NEW).open(seal(f"{NEW},{OLD}").close(table()), "table"), "the first key seals"
    assert reason(sealed_before, seal(NEW)) == "TABLE_KEY_UNKNOWN"


def test_claiming_another_key_of_the_ring_is_tampering() -> None:
    ring = KeyRing.parse(f"{NEW},{OLD}", "keys")
    forged = SEALED[:4] + ring.keys[1].id + SEALED[8:]
    assert reason(forged, Seal(ring, Shelf())) == "TABLE_TAMPERED"


def test_other_version_of_the_format_is_named() -> None:
    with pytest.raises(ServiceError) as caught:
        seal().open(SEALED[:3] + bytes([LOCKED + 1]) + SEALED[4:], "table")
    assert caught.value.reason == "TABLE_VERSION"
    assert caught.value.metadata == {"version": str(LOCKED + 1), "supported": str(LOCKED)}


def test_other_shape_of_the_state_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf()
    monkeypatch.setattr(shelf, "layout", lambda name: "other")
    assert reason(SEALED, seal(shelf=shelf)) == "TABLE_VERSION"


def test_other_components_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf()
    monkeypatch.setattr(shelf, "components_id", lambda name: "mine@1")
    with pytest.raises(ServiceError) as caught:
        seal(shelf=shelf).open(SEALED, "table")
    assert caught.value.reason == "TABLE_COMPONENTS"
    assert caught.value.metadata["supported"] == "mine@1"


def test_same_table_never_looks_the_same_and_never_tells_by_its_length() -> None:
    one = table()
    hidden = one.state.view(0).sample(1)
    other = dataclasses.replace(
        one, state=one.state.game.restore(hidden.packed, one.state.seed, one.state.ply)
    )
    assert other.state.packed != one.state.packed
    sealed = [seal().close(each) for each in (one, one, other)]
    assert len(set(sealed)) == 3
    assert len({len(each) for each in sealed}) == 1


def test_nothing_of_the_contents_shows() -> None:
    one = table()
    assert one.state.packed not in SEALED
    assert bytes.fromhex(str(one.state.seed)) not in SEALED
    assert b"verraeter" not in SEALED


def test_given_seed_is_mixed_with_key_and_deal() -> None:
    mine, other = seal(NEW), seal(OLD)
    seeds = [mine.seed(7, "deal"), mine.seed(8, "deal"), mine.seed(7, "other"), other.seed(7, "deal")]
    assert len(set(seeds)) == 4
    assert mine.seed(7, "deal") == seeds[0]
    assert mine.seed(None, "deal") != mine.seed(None, "deal")
    assert {len(bytes.fromhex(seed)) for seed in [*seeds, mine.seed(None, "deal")]} == {16}


def test_seed_of_a_bot_changes_with_the_ply_and_is_not_the_tables() -> None:
    one, two = table(20), table(21)
    assert one.bot_seed != two.bot_seed
    assert str(one.state.seed) not in one.bot_seed
