"""Drawing, choosing targets and the end of a turn (rules sections 4.1 to 4.3 and 4.7)."""

from __future__ import annotations

from games.royals.table import cards, play, position, table, texts, world


def test_turns_go_clockwise() -> None:
    """R-4.1.1, R-4.1.2: draw, play, end; then the next seat, and the start player stays."""
    kernel = table(3)
    record = play(kernel, world(kernel, {0: "S3"}), "end")
    assert record["active"] == 1
    assert texts(kernel, record) == ["3c", "1c1i"]
    record = play(kernel, world(kernel, {2: "S3"}, active=2), "end")
    assert record["active"] == 0
    assert kernel.figures["start"] == 0


def test_first_turn_draws() -> None:
    """R-4.2.1, R-4.2.3, R-4.2.4, R-7.17, V-5: sources in any order, no choice of mode, no refill before the end."""
    kernel = table(3)
    record = world(kernel, phase="draw", active=2, display="F2 S1", turn=2, draws_left=3)
    record["deck"] = [kernel.figures["cards"][0], 18, 15, 14, 4, 4, 4, 4, 4, 4]
    for kind, count in enumerate(record["display"]):
        record["deck"][kind] -= count
    assert texts(kernel, record) == ["+F", "+S", "+deck"]
    record = play(kernel, record, "+S")
    assert texts(kernel, record) == ["+F", "+deck"]
    record = play(kernel, record, "+F")
    assert texts(kernel, record) == ["+F", "+deck"]
    # A deck of German cards only, so that the top card is one.
    record["deck"][:4] = [0, record["deck_size"][0], 0, 0]
    record = play(kernel, record, "+deck")
    assert record["hand"][2][:4] == [1, 1, 0, 1]
    assert record["display"] == [1, 0, 0, 0]
    assert "end" in texts(kernel, record)  # the play phase is open in the first turn
    record = play(kernel, record, "end")
    assert sum(record["display"]) == 3
    assert record["active"] == 0


def test_draw_modes() -> None:
    """R-4.2.2, R-4.2.5, R-7.8: the mode comes first; in 1c1i the intrigue card is drawn before the country card."""
    kernel = table(3)
    record = world(kernel, phase="draw_mode")
    assert texts(kernel, record) == ["3c", "1c1i"]
    three = play(kernel, record, "3c")
    assert (three["draws_left"], three["hand_size"][1][0]) == (3, 0)
    one = play(kernel, record, "1c1i")
    assert (one["draws_left"], one["hand_size"][1][0]) == (1, 1)
    assert one["log_size"][1] == 1
    assert texts(kernel, one) == ["+F", "+B", "+S", "+deck"]


def test_intrigue_deck_is_shuffled_at_the_next_draw() -> None:
    """R-4.2.6, R-7.9: an empty intrigue deck stays empty until a card must be drawn."""
    kernel = table(3)
    record = world(kernel, phase="draw_mode")
    record["deck"][4:], record["discards"][4:] = [0] * 6, [4] * 6
    record["unseen"][0][4:] = [0] * 6
    record["deck_size"][1] = 0
    after = play(kernel, record, "3c")
    assert after["deck_size"][1] == 0
    after = play(kernel, record, "1c1i")
    assert after["deck_size"][1] == 23
    assert after["discards"][4:] == [0] * 6
    assert sum(after["hand"][0][4:]) == 1


def test_country_deck_is_not_shuffled_during_a_turn() -> None:
    """R-4.2.7, R-7.10: with an empty deck the display serves, and a single choice is made by itself."""
    kernel = table(3)
    record = world(kernel, phase="draw", display="F B S", deck="", draws_left=3)
    assert texts(kernel, record) == ["+F", "+B", "+S"]
    record = play(kernel, record, "+B", "+F")  # the last card, S, is forced
    assert record["hand"][0][:4] == [1, 0, 1, 1]
    assert (record["period"], record["deck_size"][0]) == (0, 0)
    assert play(kernel, record, "end")["period"] == 1


def test_hand_limits_wait_for_the_end_of_the_turn() -> None:
    """R-4.2.8: 12 cards and 3 more are 15 in hand."""
    kernel = table(5)
    record = world(kernel, {0: "F6 G6 BS4"}, phase="draw_mode", display="F2 S1")
    record = play(kernel, record, "3c", "+F", "+F", "+S")
    assert record["hand_size"][0][0] == 15
    record = world(kernel, {0: "F6 G6 BS4"}, phase="draw_mode", display="F2 S1")
    record = play(kernel, record, "1c1i", "+F")
    assert (record["hand_size"][0][0], record["hand_size"][1][0]) == (13, 5)


def test_play_is_repeated_until_end() -> None:
    """R-4.3.1, R-4.3.2: several placements in one turn, in any order; with nothing payable the turn ends by itself."""
    kernel = table(3)
    record = world(kernel, {0: "S4"})
    # Three Spanish cards are no joker for S alone, but for the Marshals of the other countries.
    assert texts(kernel, record) == [
        "end",
        "marseille-marshal",
        "munich-marshal",
        "dublin-marshal",
        "barcelona-countess",
        "seville-baron",
        "valencia-duke",
        "valencia-marshal",
    ]
    record = play(kernel, record, "barcelona-countess", "valencia-marshal")
    assert record["placements"][0] == 2
    assert record["active"] == 1


def test_own_positions_are_no_targets() -> None:
    """R-4.3.4, R-4.3.6: not one's own position, but the other one of the same city is a target."""
    kernel = table(3)
    princess = position(kernel, "london", "princess")
    king = position(kernel, "london", "king")
    record = world(kernel, {0: "B12 FB4"}, held={princess: 0})
    assert "london-princess" not in texts(kernel, record)
    record = play(kernel, record, "london-king", "j0")
    assert record["held"][0] == 1 << princess | 1 << king


def test_takeover_needs_both_payments() -> None:
    """R-4.3.3: intrigue and the full cost."""
    kernel = table(3)
    duke = position(kernel, "edinburgh", "duke")
    for hand, legal in (("B4 GB1", True), ("B4", False), ("B3 GB1", False), ("B3 F3 GB1", True)):
        record = world(kernel, {0: hand}, held={duke: 1})
        assert ("edinburgh-duke" in texts(kernel, record)) is legal


def test_a_target_is_binding() -> None:
    """R-4.3.7: no way back from a payment; a position taken over is one's own, a lost one can be taken back."""
    kernel = table(3)
    duke = position(kernel, "edinburgh", "duke")
    record = world(kernel, {0: "B5 F3 GB2", 1: "B5 FB1"}, held={duke: 1})
    paying = play(kernel, record, "edinburgh-duke")
    assert texts(kernel, paying) == ["i0", "i1"]
    after = play(kernel, paying, "i0", "j0")
    assert "edinburgh-duke" not in texts(kernel, after)
    after = play(kernel, after, "end")
    while "end" not in texts(kernel, after):
        after = play(kernel, after, texts(kernel, after)[0])
    assert "edinburgh-duke" in texts(kernel, after)


def test_discard_down_to_the_limits() -> None:
    """R-4.7.1, R-7.15, V-20: exactly the excess, country cards first, in index order, before the refill."""
    kernel = table(5)
    record = play(kernel, world(kernel, {0: "F6 G5 B3 FG1 FB1 FS1 GB1"}), "end")
    assert texts(kernel, record) == ["xF", "xG", "xB"]
    record = play(kernel, record, "xG")
    assert texts(kernel, record) == ["xG", "xB"]
    record = play(kernel, record, "xB")
    assert record["hand"][0][:4] == [6, 4, 2, 0]
    assert record["active"] == 1

    record = play(kernel, world(kernel, {0: "F6 G5 B2 FG2 FB1 FS1 GB1"}, display="F B"), "end")
    assert texts(kernel, record) == ["xF", "xG", "xB"]
    record = play(kernel, record, "xF")
    assert texts(kernel, record) == ["xFG", "xFB", "xFS", "xGB"]
    assert sum(record["display"]) == 2
    record = play(kernel, record, "xGB")
    assert record["hand_size"][1][0] == 4
    assert record["active"] == 1


def test_ordered_picks_never_lead_into_a_dead_end() -> None:
    """V-21: F6 G7 S1 discards two: S first would leave no second pick."""
    kernel = table(5)
    record = play(kernel, world(kernel, {0: "F6 G7 S1"}), "end")
    assert texts(kernel, record) == ["xF", "xG"]
    assert texts(kernel, play(kernel, record, "xG")) == ["xG", "xS"]


def test_refill() -> None:
    """R-4.7.2: the display shows three cards again; nothing happens when none is missing, even without a deck."""
    kernel = table(3)
    record = play(kernel, world(kernel, {0: "S3"}, display="F"), "end")
    assert sum(record["display"]) == 3
    record = play(kernel, world(kernel, {0: "S3"}, display="F B S", deck=""), "end")
    assert record["period"] == 0
    assert record["deck_size"][0] == 0


def test_using_up_the_deck_is_no_trigger() -> None:
    """R-4.7.3, R-7.11: the period ends when a card is missing, not when the deck is empty."""
    kernel = table(3)
    record = play(kernel, world(kernel, {0: "S3"}, display="F", deck="G2"), "end")
    assert record["period"] == 0
    assert (record["display"], record["deck_size"][0]) == ([1, 2, 0, 0], 0)


def test_period_ends_when_the_refill_fails() -> None:
    """R-4.7.3, R-4.7.4, R-4.7.5, V-16: the rest is turned up, discards become the deck, the period is scored."""
    kernel = table(3)
    held = {position(kernel, "barcelona", "countess"): 1}
    record = world(kernel, phase="draw", display="F B S", deck="G1", draws_left=3, held=held)
    discards = sum(record["discards"][:4])
    record = play(kernel, record, "+F", "+B", "+deck")
    assert record["hand"][0][:4] == [1, 1, 1, 0]
    record = play(kernel, record, "end") if record["active"] == 0 else record
    assert sum(record["display"]) == 3
    assert record["deck_size"][0] == discards - 2
    assert record["discards"][:4] == [0, 0, 0, 0]
    assert record["period"] == 1
    assert record["active"] == 1
    assert record["score"][1] == 4  # Spain 1648


def test_full_hands_leave_enough_cards() -> None:
    """R-4.7.4: at least 41 / 33 / 31 / 39 cards (42 with 25 British ones) are never in hands."""
    outside = [sum(table(seats).figures["cards"][:4]) - 12 * seats for seats in (2, 3, 4, 5)]
    assert outside == [41, 33, 31, 39]
    assert sum(table(5, britain_cards=25).figures["cards"][:4]) - 60 == 42


def finish_period_three(seats: int, active: int, **options: int) -> list[int]:
    """Seats that still move after the trigger at the end of a seat's turn in period 3."""
    kernel = table(seats, **options)
    record = world(kernel, {active: "S3"}, active=active, display="F", deck="", period=2)
    record = play(kernel, record, "end")
    after = []
    while record["phase"] != 9:
        assert record["final_round"] == 1
        if not after or after[-1] != record["active"]:
            after.append(record["active"])
        record = play(kernel, record, texts(kernel, record)[-1 if "+deck" in texts(kernel, record) else 0])
    assert record["turn"] % seats == 0
    assert sum(record["display"]) == 3
    return after


def test_third_period_completes_the_round() -> None:
    """R-4.7.6, R-7.12, V-17, V-22: seats after the trigger take one more turn each, up to the last seat."""
    assert finish_period_three(4, 1) == [2, 3]
    assert finish_period_three(4, 3) == []
    assert finish_period_three(4, 1, start_player=2) == []
    assert finish_period_three(4, 2, start_player=2) == [3, 0, 1]


def test_no_second_trigger_in_the_final_round() -> None:
    """R-4.7.7: at least 28 cards are in the deck, at most 12 are drawn."""
    for seats in (2, 3, 4, 5):
        outside = sum(table(seats).figures["cards"][:4]) - 12 * seats - 3
        assert outside >= 28
        assert 3 * (seats - 1) < outside


def test_last_turn_ends_with_discards() -> None:
    """R-4.7.6: also the last turn of the final round discards and refills before the scoring."""
    kernel = table(3)
    record = world(kernel, {2: "F6 G5 B3"}, active=2, display="F", period=2, final_round=1)
    record = play(kernel, record, "end")
    assert texts(kernel, record) == ["xF", "xG", "xB"]
    record = play(kernel, record, "xF", "xF")
    assert record["phase"] == 9
    assert sum(record["display"]) == 3
    assert record["hand_size"][0][2] == 12


def test_card_texts() -> None:
    assert cards("F2 BS1") == [2, 0, 0, 0, 0, 0, 0, 0, 0, 1]
