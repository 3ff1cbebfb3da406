"""What the journal of Kingsburg tells: every kind of event, to whom, and in which words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from games.kingsburg.cases import CASES
from games.kingsburg.table import Position, battle, game, helped, placing, position, season_end

from eminence.bots import Event, Game
from eminence.cext.core.stream import Stream
from eminence.cext.games.kingsburg.words import EVENTS, KINDS, ROWS, bits

GIFTS = {"module6": "restoration"}


def words(events: Sequence[Event], kind: str, seat: int | None = None) -> list[str]:
    """Public events of a kind, or all that a seat sees."""
    return [
        event.text
        for event in events
        if event.kind == kind and (len(event.seen_by) > 1 if seat is None else seat in event.seen_by)
    ]


def tiles(advisor: int, **amounts: int) -> Position:
    """The owner is helped by a whim tile."""
    return helped(advisor, **GIFTS).set(whims=1 << advisor, stock=0b111, lucky=2).give(0, **amounts)


def modifying(dice: list[int], governor: str = "", *buildings: str) -> Position:
    """Seat 0 may change its dice; the others are done."""
    table = position("modify", 0, module3=bool(governor), season="summer").build(0, *buildings).dice(0, dice)
    for seat in (1, 2, 3):
        table.dice(seat, [6, 6, 6])
    return table.govern(0, governor) if governor else table


def season_of(fate: str, **more: Any) -> Position:
    """The last seat passes, then the next season begins under a fate card."""
    last = more.get("seats", 4) - 1
    return position("build", last, module4=True, **more).fate(fate).give(last, gold=2)


def fight(card: str, reinforcement: int = 0, **more: Any) -> Position:
    year = ("I", "II", "III", "IV", "V").index(card.split("-")[0]) + 1
    return battle(reinforcement, year=year, **more).card(card)


SPY = helped(14).give(0, vp=2)
LAST = fight("V-b", 9, module1=True, module5=True).set(tokens=[0b1000] * 4 + [0])
THIEF = position("rob", 0, module3=True).govern(0, "thief").give(1, wood=2)
PARTNERS = ["pass", "seat-2"]

# Kind, position, moves of which the last one is told, what everybody hears of that kind.
TOLD: list[tuple[str, Position, list[str], list[str]]] = [
    (
        "strips_dealt",
        position("draft", 1, seats=5, module2=True, module2_method="draft").set(
            turn=8, offered=[1 << 1, 1 << 2, 0b11000, 0b101000, 0b110000]
        ),
        ["strip-b"],
        ["Seat 0 gets the alternative row C."],
    ),
    (
        "governor_shown",
        position("keep", 3, module3=True).set(
            hand=[[1, 2, 3], [4, 5, 6], [7, 8, 9], [20, 21, 22], [0] * 3], governor=[2, 4, 9, 0, 0]
        ),
        ["trader"],
        [
            "Seat 0 shows the Miner.",
            "Seat 1 shows the Sculptor.",
            "Seat 2 shows the Philosopher.",
            "Seat 3 shows the Trader.",
        ],
    ),
    (
        "governor_shown",
        position("lot", 0, seats=2, module3=True, module3_method="auction").set(lots=0b111 << 2),
        ["miner", "bid-3", "pass"],
        ["Seat 0 buys the Miner (-3)."],
    ),
    ("year_begins", fight("II-a"), ["keep"], ["Year 3."]),
    ("aided", position("aid", 3).set(waiting=0b1000), ["wood"], ["Seat 3 gets 1 wood as the King's Aid."]),
    (
        "aided",
        fight("II-a").all_goods(3).give(2, gold=1),
        ["keep"],
        ["Seat 2 gets a white die as the King's Aid."],
    ),
    ("season_begins", season_end(season="spring"), ["stop"], ["Summer."]),
    ("season_begins", season_end(season="autumn").give(0, gold=2), ["stop"], ["Winter."]),
    (
        "whim",
        season_end(season="spring", **GIFTS).set(whims=0b10110, influenced=0b100),
        ["stop"],
        ["A whim tile leaves the Squire."],
    ),
    ("helped", helped(2), ["pass"], ["Seat 0 gets 1 gold from the Squire."]),
    ("helped", helped(1), ["pass"], ["Seat 0 gains from the Jester (+1)."]),
    (
        "helped",
        helped(7),
        ["pass", "stone"],
        ["Seat 0 gets 1 stone from the Astronomer.", 'Seat 0 gets 1 "+2" from the Astronomer.'],
    ),
    ("helped", SPY, ["pass", "vp>3good"], ["Seat 0 pays points to the Spy (-1)."]),
    (
        "helped",
        helped(6).give(0, gold=1, wood=1),
        ["pass", "gold>wood+stone"],
        ["Seat 0 pays 1 gold to the Alchemist.", "Seat 0 gets 1 wood, 1 stone from the Alchemist."],
    ),
    ("helped", tiles(5), ["pass"], ["Seat 0 gets 1 wood from the whim on the Sergeant."]),
    ("helped", tiles(3), ["pass", "gold"], ["Seat 0 gets 1 gold from the whim on the Architect."]),
    ("helped", tiles(4), ["pass", "gold"], ["Seat 0 gets 1 gold from the whim on the Merchant."]),
    (
        "helped",
        tiles(7),
        [*PARTNERS, "wood"],
        [
            "Seat 2 gets 1 wood from the whim on the Astronomer.",
            "Seat 0 gets 2 wood from the whim on the Astronomer.",
        ],
    ),
    (
        "helped",
        tiles(12),
        ["pass", "3vp/gold"],
        [
            "Seat 0 gains from the whim on the Duchess (+3).",
            *(f"Seat {seat} gets 1 gold from the whim on the Duchess." for seat in (1, 2, 3)),
        ],
    ),
    ("brought", helped(5).build(0, "stables"), ["pass"], ["Seat 0 gets 1 soldier from the Stables."]),
    ("brought", fight("I-a", 5).build(0, "fortress"), ["keep"], ["Seat 0 gains from the Fortress (+1)."]),
    (
        "granted",
        fight("I-a", module3=True).govern(0, "miner"),
        ["keep"],
        ["Seat 0 gets 1 gold from the Miner."],
    ),
    (
        "granted",
        fight("I-b", 2, scenario="bargains").side(0, "nobles"),
        ["keep"],
        ["Seat 0 gains from the Nobles (+1)."],
    ),
    (
        "granted",
        placing(0, module4=True).fate("rising_stars").set(gifts=1 << 2).dice(0, [2]),
        ["#2"],
        ["Seat 0 gets 1 wood from fate (Rising Stars)."],
    ),
    (
        "granted",
        fight("I-a", 5, scenario="long_winter"),
        ["keep"],
        ["Seat 0 gets 1 good of choice from the scenario Long Winter."],
    ),
    (
        "granted",
        position("trade", 0, module3=True).govern(0, "trader").give(0, gold=1),
        ["give-gold", "stone"],
        ["Seat 0 gets 1 stone from the Trader.", 'Seat 2 gets 1 "+2" from the Innkeeper.'],
    ),
    (
        "paid",
        position("trade", 0, module3=True).govern(0, "trader").give(0, gold=1),
        ["give-gold", "stone"],
        ["Seat 0 pays 1 gold for the Trader."],
    ),
    (
        "paid",
        placing(0).dice(0, [3]).give(0, tokens=1),
        ["#5"],
        ['Seat 0 uses 1 "+2" to reach the Sergeant.'],
    ),
    (
        "paid",
        position("recruit", 0).give(0, gold=1, wood=1),
        ["gold"],
        ["Seat 0 pays 1 gold for a soldier.", "Seat 0 pays 1 wood for a soldier."],
    ),
    (
        "paid",
        position("effect", 0, season="summer", module1=True).build(0, "sawmill").give(0, wood=1),
        ["use-sawmill"],
        ["Seat 0 pays 1 wood for the Sawmill."],
    ),
    (
        "paid",
        position("arm", 0, module2=True).build(0, "watch_post").give(0, gold=1),
        ["gold"],
        ["Seat 0 pays 1 gold for the Watch Post."],
    ),
    (
        "taken",
        season_of("good_year").build(0, "farms"),
        ["pass", "wood"],
        ["Seat 0 takes 1 wood."],
    ),
    ("given", tiles(15), ["pass", "gold>seat-1"], ["Seat 0 gives 1 gold to seat 1."]),
    ("given", THIEF, ["seat-1"], ["Seat 1 gives 1 wood to seat 0."]),
    (
        "built",
        position("build", 0).give(0, gold=3, stone=1),
        ["statue"],
        ["Seat 0 builds the Statue for 2 gold (+3)."],
    ),
    (
        "built",
        position("build", 0, module4=True).fate("great_builders").give(0, gold=1, wood=1),
        ["inn", "pay-1w"],
        ["Seat 0 builds the Inn for 1 wood."],
    ),
    (
        "built",
        position("conjure", 0, module3=True, year=3).govern(0, "sorcerer").set(left=3),
        ["guard_tower"],
        ["Seat 0 builds the Guard Tower for nothing."],
    ),
    (
        "rewarded",
        season_end(season="spring").build(1, "chapel"),
        ["stop"],
        ["Seat 1 has most buildings, 2: the King's Reward (+1)."],
    ),
    ("envoy_sent", season_end(season="summer"), ["stop"], ["Nobody gets the King's Envoy."]),
    (
        "envoy_sent",
        season_end(season="summer").all_goods(1).give(2, gold=0),
        ["stop"],
        ["Seat 2 gets the King's Envoy."],
    ),
    ("recruited", position("recruit", 0).give(0, gold=2), ["gold"], ["Seat 0 recruits a soldier."]),
    (
        "attacked",
        position("recruit", 3, year=2).card("II-c").give(3, gold=2),
        ["stop"],
        ["Orcs of strength 4 attack."],
    ),
    (
        "attacked",
        position("recruit", 3, scenario="goblin_valley").card("I-a").valley("I-b").give(3, gold=2),
        ["stop"],
        ["Barbarians and Goblins of strength 4 attack."],
    ),
    (
        "reinforced",
        position("recruit", 3, module4=True).fate("heavy_snow").give(3, gold=2),
        ["stop"],
        ["By fate the King sends 2."],
    ),
    (
        "reinforced",
        position("troops", 3, module5=True).set(chosen=[1, 2, 3, 0, 0]),
        ["troops-1"],
        [
            "Seat 0 shows a troop token of 0.",
            "Seat 1 shows a troop token of 1.",
            "Seat 2 shows a troop token of 1.",
            "Seat 3 shows a troop token of 1.",
        ],
    ),
    (
        "forces",
        fight("I-a", 2).give(0, soldiers=1).build(1, "guard_tower"),
        ["keep"],
        [
            "Seat 0: soldiers 1, reinforcement 2.",
            "Seat 1: soldiers 0, reinforcement 2, bonus +1.",
            *(f"Seat {seat}: soldiers 0, reinforcement 2." for seat in (2, 3)),
        ],
    ),
    (
        "forces",
        position("arm", 0, seats=2, module2=True)
        .card("I-a")
        .build(0, "watch_post")
        .give(0, gold=1)
        .set(reinforcement=[1] * 2 + [0] * 3),
        ["gold"],
        ["Seat 0: soldiers 0, reinforcement 1, bought +2.", "Seat 1: soldiers 0, reinforcement 1."],
    ),
    (
        "fought",
        fight("I-b", 2)
        .give(0, soldiers=1, wood=5)
        .give(1, wood=5, stone=5)
        .set(reinforcement=[2, 1, 2, 2, 0]),
        ["keep"],
        [
            "Seat 0: 3, wins 1 wood.",
            "Seat 1: 1, loses 1 wood, 1 stone.",
            "Seat 2: 2, holds out.",
            "Seat 3: 2, holds out.",
        ],
    ),
    ("fought", fight("V-b", 20), ["keep"], [f"Seat {seat}: 20, wins (+1)." for seat in range(4)]),
    (
        "spoils",
        fight("I-a", 2).give(0, gold=1, wood=1).set(reinforcement=[0, 2, 2, 2, 0]),
        ["keep", "wood"],
        ["Seat 0 loses 1 wood."],
    ),
    (
        "spoils",
        fight("I-b", 2).set(reinforcement=[0, 2, 2, 2, 0]),
        ["keep"],
        ["Seat 0 loses points (-1)."],
    ),
    (
        "spoils",
        fight("I-a", 5, scenario="long_winter"),
        ["keep", "stone"],
        ["Seat 0 takes 1 stone."],
    ),
    (
        "destroyed",
        fight("I-a", 2).build(0, "chapel").give(0, vp=9).set(reinforcement=[0, 2, 2, 2, 0]),
        ["keep"],
        ["Seat 0 loses the Chapel (-5)."],
    ),
    (
        "glory",
        fight("I-a", 2).give(2, soldiers=3),
        ["keep"],
        ["Seat 2 has the glory of the highest value, 5 (+1)."],
    ),
    ("soldiers_gone", fight("I-a"), ["keep"], ["All soldiers go home."]),
    (
        "bonus",
        LAST.build(0, "cathedral").give(0, gold=5),
        ["keep"],
        [
            "Seat 0 scores the last troop token (+2).",
            "Seat 0 scores the Cathedral 2 times (+2).",
            *(f"Seat {seat} scores the last troop token (+2)." for seat in (1, 2, 3)),
        ],
    ),
    ("game_ends", fight("V-b"), ["keep"], ["The last year is over."]),
    (
        "level",
        fight("V-b", 20).give(0, vp=9).give(2, vp=5, gold=2).give(3, vp=5).build(3, "inn"),
        ["keep"],
        [
            "Seat 2 is level on points: goods 2, buildings 0.",
            "Seat 3 is level on points: goods 0, buildings 1.",
        ],
    ),
]


@pytest.mark.parametrize(
    ("kind", "table", "moves", "expected"), TOLD, ids=[f"{i}-{case[0]}" for i, case in enumerate(TOLD)]
)
def test_words(kind: str, table: Position, moves: list[str], expected: list[str]) -> None:
    assert words(table.told(*moves), kind) == expected


# ---- chance, and what only some see


def start(seats: int, **options: Any) -> tuple[dict[str, Any], tuple[Event, ...]]:
    """A new game, as the record of its state, and what it tells."""
    state, events = game(seats, **options).new_told(1)
    return state.game.kernel.unpack(state.packed), events


def names(table: Game, cards: Sequence[int]) -> str:
    return ", ".join(table.kernel.figures.governors[number].name for number in cards)


def test_strips_are_dealt_or_drafted() -> None:
    """K-4.11.2, K-4.11.3."""
    record, events = start(3, module2=True)
    assert words(events, "strips_dealt") == [
        f"Seat {seat} gets the alternative rows {' and '.join(ROWS[row].upper() for row in bits(offered))}."
        for seat, offered in enumerate(record["offered"][:3])
    ]
    record, events = start(3, module2=True, module2_method="draft")
    assert words(events, "opens") == [f"Seat {record['opener']} opens the draft."]


def test_governors_are_dealt_in_secret() -> None:
    """K-4.12.1, K-6: the owner hears the cards, the others that there are some."""
    record, events = start(3, module3=True)
    table = game(3, module3=True)
    for seat in range(3):
        assert words(events, "governors_dealt", seat) == [
            f"Seat {other} is dealt {names(table, record['hand'][other]) if other == seat else 'governors'}."
            for other in range(3)
        ]


def test_governors_for_auction_lie_open() -> None:
    """K-4.12.2."""
    record, events = start(3, module3=True, module3_method="auction")
    table = game(3, module3=True, module3_method="auction")
    assert words(events, "governors_dealt") == [f"Up for auction: {names(table, bits(record['lots']))}."]
    assert words(events, "opens") == [f"Seat {record['opener']} opens the auction."]


def test_fate() -> None:
    """K-4.13.1."""
    record, events = start(3, module4=True)
    card = game(3, module4=True).kernel.figures.fates[record["fate"]]
    assert words(events, "fate_drawn") == [f"Fate: {card.name}."]


def test_tiles_and_what_lies_on_them() -> None:
    """K-4.15.1, K-4.15.2, K-2.9.5."""
    record, events = start(3, module6="restoration")
    assert words(events, "lucky_good") == [f"The whim on the Sergeant offers 1 {KINDS[record['lucky'] - 1]}."]
    told = tiles(5).told("pass")
    assert [event.kind for event in told[:2]] == ["helped", "lucky_good"]
    last = season_end(season="spring", module6="standard").set(whims=(1 << 17) - 2 ^ 1 << 5)
    told = last.told("stop")
    assert words(told, "whim") == ["A whim tile is laid on the Sergeant."]
    assert words(told, "lucky_good") == [
        f"The whim on the Sergeant offers 1 {KINDS[last.play('stop').record['lucky'] - 1]}."
    ]


def test_neutral_dice() -> None:
    """K-4.9, K-7.47."""
    table = season_end(seats=2, season="spring")
    advisors = table.game.kernel.figures.advisors
    on = [a for a in range(1, 19) if table.play("stop").record["group"][a - 1]]
    told = words(table.told("stop"), "neutral_dice")
    assert sorted(told) == sorted(f"Neutral dice lie on the {advisors[a]}." for a in on)
    closed = season_of("the_king_is_ill", seats=2)
    texts = {text for seed in range(400) for text in words(closed.told("pass", seed=seed), "neutral_dice")}
    assert "Neutral dice for the King are put aside." in texts
    assert "Neutral dice lie on the King." not in texts


def test_rolls() -> None:
    """K-4.3.2, K-4.3.3: dice that are rolled, rolled again, turned; then the turn order."""
    table = season_end(season="spring").build(0, "farms")
    after = table.play("stop").record
    dice = [[die for die in after["dice"][seat] if die] for seat in range(4)]
    told = table.told("stop")
    assert words(told, "rolled") == [
        f"Seat {seat} rolls {' '.join(map(str, rolled[:3]))}"
        f"{f' and white {rolled[3]}' if rolled[3:] else ''} = {sum(rolled)}."
        for seat, rolled in enumerate(dice)
    ]
    assert words(told, "ordered") == [f"Turn order: {', '.join(map(str, after['order'][:4]))}."]
    again = modifying([1, 2, 3], "", "chapel")
    rolled = again.play("use-chapel").record["dice"][0][:3]
    assert words(again.told("use-chapel"), "rolled") == [
        f"Seat 0 rolls again: {' '.join(map(str, rolled))} = {sum(rolled)}."
    ]
    turned = modifying([1, 2, 3], "prince")
    assert words(turned.told("use-prince"), "rolled") == ["Seat 0 turns dice: 3 4 6 = 13."]


def test_peeks() -> None:
    """K-7.59, K-6: that a seat peeks is public, what it sees is not."""
    told = helped(10).card("I-a").told("pass")
    seen = "Seat 0 looks at the invader card: Barbarians of strength 2."
    assert [words(told, "card_seen", seat) for seat in range(2)] == [
        [seen],
        ["Seat 0 looks at the invader card."],
    ]
    valley = helped(10, scenario="goblin_valley").valley("I-b").told("pass", "peek-valley")
    assert words(valley, "card_seen", 0) == ["Seat 0 looks at the Valley card: Goblins of strength 2."]
    assert words(valley, "card_seen", 3) == ["Seat 0 looks at the Valley card."]
    table = position("aid", 3, module4=True).fate("open_secret").set(waiting=0b1000).card("I-b")
    assert words(table.told("gold"), "card_seen") == ["The invader card is turned up: Goblins of strength 2."]


def test_reinforcements() -> None:
    """K-4.7.2, K-4.7.3: the King's die, and a die of one's own."""
    table = position("recruit", 3, module1=True).build(0, "military_academy").give(3, gold=2)
    after = table.reaches("stop", lambda one: one.phase == "academy")
    told = next(
        told
        for seed in range(400)
        if len(words(told := table.told("stop", seed=seed), "reinforced")) == 2
        and table.play("stop", seed=seed).record == after.record
    )
    king, own = after.record["reinforcement"][0], after.record["die"]
    assert words(told, "reinforced") == [f"King's die {king}.", f"Seat 0 rolls a die of its own: {own}."]


def test_troop_tokens_stay_hidden_until_all_have_chosen() -> None:
    """K-4.14.1, K-6."""
    table = position("troops", 1, module5=True).set(chosen=[1, 0, 0, 0, 0])
    assert table.told("troops-2") == ()


def test_every_kind_of_event_has_a_case() -> None:
    """A kind that the state gets and no test here expects fails."""
    by_chance = {
        "opens",
        "governors_dealt",
        "fate_drawn",
        "lucky_good",
        "neutral_dice",
        "rolled",
        "ordered",
        "card_seen",
    }
    assert {case[0] for case in TOLD} | by_chance == set(EVENTS)
    assert all(any(case[3] for case in TOLD if case[0] == kind) for kind in set(EVENTS) - by_chance)


# ---- the whole of it


def settle(own: list[list[int]], event: Event) -> None:
    """Enters an event into a ledger of all that seats own."""
    figures, soldier, vp = event.figures, KINDS.index("soldier"), KINDS.index("vp")
    if event.kind == "soldiers_gone":
        for one in own:
            one[soldier] = 0
    if event.seat is None:
        return
    own[event.seat][vp] += event.points
    for index, kind in enumerate(KINDS[:vp]):
        own[event.seat][index] += -figures.get(kind, 0) if event.kind == "given" else figures.get(kind, 0)
        if event.kind == "given":
            own[figures["to"]][index] += figures.get(kind, 0)
    if event.kind == "forces":
        own[event.seat][soldier] += figures["reinforcement"]


@pytest.mark.parametrize(("seats", "options"), CASES, ids=map(str, CASES))
def test_events_explain_all_that_seats_own(seats: int, options: dict[str, Any]) -> None:
    """Goods, tokens, soldiers and points, after every single move."""
    table = Game("kingsburg", seats, options)
    for seed in range(6):
        stream, policy = Stream(seed, "ledger"), seed % 2
        state, events = table.new_told(seed)
        own = [[0] * len(KINDS) for _ in range(seats)]
        while True:
            for event in events:
                if event.seat is None or event.seat in event.seen_by:
                    settle(own, event)
            assert own == table.kernel.unpack(state.packed)["own"][:seats], (state.ply, events)
            if state.actor is None:
                break
            codes = state.codes
            move = (
                table.kernel.playout_move(state.packed, stream) if policy else codes[stream.below(len(codes))]
            )
            state, events = state.play_told(move)
