"""Features of moves say what the moves bring."""

from __future__ import annotations

from typing import Any

import pytest
from games.royals.table import Record, position, table, texts, world

from catalogue_cases import random_game
from eminence.bots.game import Game
from eminence.cext.games.royals import FACE
from eminence.cext.games.royals.kernel import RoyalsKernel

PLAY = 2


def looked_at(kernel: RoyalsKernel, record: Record) -> dict[str, dict[str, float]]:
    """Features that are not 0, by move."""
    _, rows = kernel.features(kernel.pack(record))
    found = [{name: one for name, one in zip(FACE.features, row, strict=True) if one} for row in rows]
    return dict(zip(texts(kernel, record), found, strict=True))


def part(found: dict[str, float], *names: str) -> dict[str, Any]:
    return {name: pytest.approx(found[name], abs=1e-3) for name in names if name in found}


@pytest.mark.parametrize("seats", [2, 4])
def test_markers_are_those_that_the_placement_brings(seats: int) -> None:
    game = Game("royals", seats)
    targets = 0
    for state in random_game(game, 3):
        record = game.kernel.unpack(state.packed)
        if state.actor is None or record["phase"] != PLAY:
            continue
        _, rows = game.kernel.features(state.packed)
        for code, row in list(zip(state.codes, rows, strict=True))[1:]:
            found = dict(zip(FACE.features, row, strict=True))
            after = state.play(code)
            while after.actor is not None and game.kernel.unpack(after.packed)["phase"] in (3, 4, 5, 6):
                after = after.play(after.codes[0])  # fewest jokers
            now = game.kernel.unpack(after.packed)
            if now["turn"] != record["turn"] or now["period"] != record["period"]:
                continue  # a scoring may have brought more
            seat = state.actor
            gained = now["score"][seat] - record["score"][seat]
            assert found["city_points"] + found["country_points"] + found["house_points"] == gained
            spent = record["hand_size"][0][seat] - now["hand_size"][0][seat]
            assert found["cards_paid"] == spent
            targets += 1
    assert targets > 30


def test_titles_and_influence_as_if_scored_now() -> None:
    """Cologne's Cardinal from seat 1, who held it with the Baron: both the title and the first place change hands."""
    kernel = table(3)
    cardinal, baron = position(kernel, "cologne", "cardinal"), position(kernel, "cologne", "baron")
    record = world(kernel, {0: "G5 GB1", 2: "FS2"}, held={cardinal: 1, baron: 1}, score=[10, 30, 0, 0, 0])
    found = looked_at(kernel, record)["cologne-cardinal"]
    points = kernel.figures["period_points"][0][1]
    assert part(found, "period_points", "period_taken") == {
        "period_points": points[0],
        "period_taken": points[0] - points[1],
    }
    assert part(found, "title_points", "title_taken") == {"title_points": 6, "title_taken": 6}
    assert part(found, "take_over", "owner_ahead", "exposed", "influence") == {
        "take_over": 1,
        "owner_ahead": 2,
        "exposed": 2,  # one card for each of two others, times 2
        "influence": 2,
    }
    assert "matches_missing" not in found


def test_three_who_are_tied_have_nothing_of_a_title() -> None:
    """R-5.2.1"""
    kernel = table(4)
    record = world(kernel, {0: "F1"}, titles={(1, 0): 1, (2, 0): 1})
    assert part(looked_at(kernel, record)["marseille-marshal"], "title_points", "title_taken") == {
        "title_taken": 4
    }


def test_a_card_is_worth_what_it_buys() -> None:
    """The eighth card of Spain pays for the King of Madrid; from the deck it comes as often as it is there."""
    kernel = table(2)
    held = {position(kernel, "valencia", "marshal"): 1}
    record = world(kernel, {0: "S7"}, phase="draw", display="F S S", held=held, draws_left=1, turn=4)
    found = looked_at(kernel, record)
    assert found["+S"]["card_buys"] > 5
    assert found["+S"]["card_buys"] == found["+S"]["card_buys_shown"]
    assert part(found["+S"], "card_held", "card_shown") == {"card_held": 7, "card_shown": 1}
    share = record["unseen"][0][3] / sum(record["unseen"][0][:4])
    assert part(found["+deck"], "from_deck_1", "in_spain") == {"from_deck_1": 1, "in_spain": share}
    assert found["+deck"]["card_held"] == pytest.approx(7 * share)


def test_a_turn_ends_with_or_without_better_in_reach() -> None:
    kernel = table(2)
    record = world(kernel, {0: "S6 F2"})
    found = looked_at(kernel, record)
    assert part(found["end"], "end_turn", "end_hand") == {"end_turn": 1, "end_hand": 8}
    assert found["end"]["end_wait"] > 0  # the King
    rich = looked_at(kernel, world(kernel, {0: "S8"}))
    assert "end_wait" not in rich["end"]
    assert part(rich["madrid-king"], "cards_paid", "is_king") == {"cards_paid": 8, "is_king": 1}


def test_what_is_left_after_a_placement() -> None:
    """After the King nothing is left to pay with; after Valencia's Duke there are four cards."""
    kernel = table(2)
    found = looked_at(kernel, world(kernel, {0: "S8"}))
    king, duke = found["madrid-king"], found["valencia-duke"]
    assert "next_best" not in king
    assert king["next_wait"] > 0
    assert duke["next_best"] > 0
    assert part(duke, "largest_left") == {"largest_left": 4}
    jokers = looked_at(kernel, world(kernel, {0: "G3 F1 B4"}))["dublin-countess"]
    assert part(jokers, "largest_left", "cards_paid") == {"largest_left": 3, "cards_paid": 3}
    joker = looked_at(kernel, world(kernel, {0: "G4 F2 B2"}))["dublin-countess"]
    assert part(joker, "jokers_paid", "largest_left") == {
        "jokers_paid": 1,
        "largest_left": 3,
    }  # F2 and one of G4
