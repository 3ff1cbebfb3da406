"""Views from strangers: with and without memory, and every kind of lie with its path."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from games.royals.players import walk
from games.royals.table import play, position, table, texts, world

from eminence.bots import Game, State, read_view
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.stream import Stream
from eminence.cext.games.royals import FACE

Data = dict[str, Any]


def state_of(game: Game, record: Data) -> State:
    return game.restore(game.kernel.pack(record), 0, 0)


def midgame(seats: int = 3, seed: int = 3, ply: int = 200) -> State:
    game = Game("royals", seats)
    state = game.new(seed)
    stream = Stream(seed, "moves")
    while state.ply < ply:
        after = state.play(game.kernel.playout_move(state.packed, stream))
        if after.actor is None:
            break
        state = after
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_without_memory(seats: int) -> None:
    """R-6.1: memory may be left out; samples then agree with all that is open, and the moves are the same."""
    for ply in range(20, 300, 23):
        view = (state := midgame(seats, 5, ply)).view(state.actor or 0)
        data = {k: v for k, v in view.data.items() if k not in ("memory", "intrigue_memory")}
        bare = view.game.view(data)
        assert [m.text for m in bare.moves] == [m.text for m in view.moves]
        kernel = view.game.kernel
        world_ = kernel.unpack(bare.sample(1).packed)
        for kind in range(10):
            total = (
                world_["deck"][kind] + world_["discards"][kind] + sum(hand[kind] for hand in world_["hand"])
            )
            total += world_["display"][kind] if kind < 4 else 0
            assert total == kernel.figures["cards"][kind]  # type: ignore[attr-defined]
        assert bare.game.view(bare.data).packed == bare.packed


def test_known_cards_without_generations() -> None:
    """R-6.3: known cards alone are honoured."""
    state = midgame()
    view = state.view(0)
    data = copy.deepcopy(view.data)
    del data["intrigue_memory"]
    del data["memory"]["generations"]
    known = [list(p["known"].values()) for p in data["memory"]["players"]]
    assert any(map(any, known))
    bare = state.game.view(data)
    for seed in range(20):
        hands = state.game.kernel.unpack(bare.sample(seed).packed)["hand"]
        for seat in (1, 2):
            assert all(h >= k for h, k in zip(hands[seat], known[seat], strict=False))


def test_two_seats_without_memory_and_deck() -> None:
    """R-6.3: with two seats and an empty deck the other hand follows from what is open."""
    game = Game("royals", 2)
    record = world(game.kernel, {0: "F2 G1", 1: "B2 S1"}, phase="draw_mode", deck="")  # type: ignore[arg-type]
    view = state_of(game, record).view(0)
    data = {k: v for k, v in view.data.items() if k != "memory"}
    assert game.kernel.unpack(game.view(data).sample(0).packed)["hand"][1][:4] == [0, 0, 2, 1]


def lie(path: str, change: Callable[[Data], None]) -> Any:
    return pytest.param(path, change, id=path)


def _move_card(data: Data) -> None:
    data["players"][0]["hand"]["france"] += 1


def _swap_own(data: Data) -> None:
    """Own blind cards that do not make the hand."""
    data["memory"]["players"][0]["known"]["france"] += 1
    data["memory"]["players"][0]["known"]["german_states"] -= 1


def _set(*path: Any, value: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        at: Any = data
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value

    return change


def _add(*path: Any, by: int = 1) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        at: Any = data
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] += by

    return change


def _event(**event: Any) -> Callable[[Data], None]:
    return _set("memory", "generations", 0, "events", value=[event])


def _intrigue_event(**event: Any) -> Callable[[Data], None]:
    return _set("intrigue_memory", "generations", 0, "events", value=[event])


def _repeat_generation(data: Data) -> None:
    generations = data["memory"]["generations"]
    empty = dict.fromkeys(generations[0]["unseen"], 0)
    generations.insert(0, {"unseen": empty, "events": []})
    generations[1]["kept"] = empty
    generations[1]["unseen"]["spain"] += 1


LIES = [
    lie("phase", _set("phase", value="lunch")),
    lie("phase", _set("phase", value="over")),
    lie("turn", _set("turn", value=-1)),
    lie("period", _set("period", value=4)),
    lie("final_round", _set("final_round", value=True)),
    lie("active_seat", _set("active_seat", value=1)),
    lie("display", _set("display", value={"france": 0, "german_states": 0, "britain": 0, "spain": 2})),
    lie("display.france", _set("display", "france", value=4)),
    lie("discards.france", _set("discards", "france", value=30)),
    lie("deck_size", _add("deck_size")),
    lie("intrigue_deck_size", _add("intrigue_deck_size")),
    lie("cities", _set("cities", value=[])),
    lie("cities[0].city", _set("cities", 0, "city", value="lyon")),
    lie("cities[0].country", _set("cities", 0, "country", value="spain")),
    lie("cities[0].points", _set("cities", 0, "points", value=60)),
    lie("cities[0].marker", _set("cities", 0, "marker", value=False)),
    lie("cities[0].displaced", _set("cities", 0, "displaced", value=[1, 0, 0])),
    lie("cities[0].displaced[1]", _set("cities", 0, "displaced", value=[0, -1, 0])),
    lie("cities[0].positions[0].title", _set("cities", 0, "positions", 0, "title", value="duke")),
    lie("cities[0].positions[0].cost", _set("cities", 0, "positions", 0, "cost", value=1)),
    lie("cities[0].positions[0].holder", _set("cities", 0, "positions", 0, "holder", value=3)),
    lie("cities[0].colour", _set("cities", 0, "colour", value="red")),
    lie("players", _set("players", value=[])),
    lie("players[1].title_cubes.duke", _set("players", 1, "title_cubes", "duke", value=0)),
    lie("players[1].title_cubes", _add("players", 1, "title_cubes", "king")),
    lie("players[1].cubes", _add("players", 1, "cubes")),
    lie("players[0].country_markers.spain", _set("players", 0, "country_markers", "spain", value="higher")),
    lie("players[0].noble_house", _set("players", 0, "noble_house", value=1)),
    lie("players[0].score", _add("players", 2, "score", by=500)),
    lie("players[0].hand", _move_card),
    lie("players[1].hand_size", _set("players", 1, "hand_size", value=13)),
    lie("players[1].hand", _set("players", 1, "hand", value={"france": 1})),
    lie("draws_left", _set("draws_left", value=1)),
    lie("memory.players[1].known", _set("memory", "players", 1, "known", "france", value=20)),
    lie("memory.players[0].known.france", _swap_own),
    lie("memory.generations[0].unseen", _add("memory", "generations", 0, "unseen", "spain")),
    lie("memory.generations[0].events", _set("memory", "generations", 0, "events", value=3)),
    lie("memory.generations[0].events[0].seat", _event(seat=3, count=1)),
    lie("memory.generations[0].events[0].count", _event(seat=1, count=16)),
    lie("memory.generations[0].events[0].count", _event(seat=1, count=1, country="spain")),
    lie("memory.generations[0].events[0].country", _event(seat=1, count=1, country="rome")),
    lie("memory.generations[0].unseen", _event(seat=1, count=1)),
    lie("memory.generations[1].unseen", _repeat_generation),
    lie("memory.generations", _set("memory", "generations", value=[{}] * 5)),
    lie("intrigue_memory.generations[0].events[0].count", _intrigue_event(seat=1, count=6)),
]


@pytest.fixture(scope="module")
def honest() -> Data:
    """Seat 0 to choose its mode, with some of everything on the table."""
    game = Game("royals", 3)
    kernel: Any = game.kernel
    held = {position(kernel, "edinburgh", "duke"): 1, position(kernel, "valencia", "marshal"): 0}
    record = world(kernel, {0: "F2 G2 FS1", 1: "B3 GB1", 2: "S1"}, phase="draw_mode", held=held)
    record["score"] = [2, 3, 0, 0, 0]
    return state_of(game, record).view(0).data


def test_the_honest_view_is_accepted(honest: Data) -> None:
    assert read_view("royals", honest).data == honest


@pytest.mark.parametrize(("path", "change"), LIES)
def test_lies_are_named(honest: Data, path: str, change: Callable[[Data], None]) -> None:
    data = copy.deepcopy(honest)
    change(data)
    with pytest.raises(InvalidInput) as error:
        read_view("royals", data)
    assert error.value.path == path


def paying() -> tuple[Game, Data]:
    """Seat 0 in the middle of a take-over, picking the second of two intrigue cards."""
    game = Game("royals", 3)
    kernel: Any = game.kernel
    duke = position(kernel, "edinburgh", "duke")
    record = world(kernel, {0: "B5 F2 G2 GB1 FG1 BS1", 1: "F2"}, held={duke: 1}, score=[0, 3, 0, 0, 0])
    record = play(kernel, record, "edinburgh-duke", "i1", "-FG")
    assert texts(kernel, record) == ["-GB", "-BS"]
    return game, record


@pytest.mark.parametrize(
    ("path", "change"),
    [
        lie("picks_left", _set("picks_left", value=5)),
        lie("matching_left", _set("matching_left", value=2)),
        lie("lowest_intrigue", _set("lowest_intrigue", value=None)),
        lie("target", _set("target", value={"city": "paris", "title": "duke"})),
        lie("target", _set("target", value={"city": "paris", "title": "king"})),
        lie("target.city", _set("target", value={"city": "rome", "title": "king"})),
        lie("phase", _set("lowest_intrigue", value="britain_spain")),
    ],
)
def test_lies_about_a_payment(path: str, change: Callable[[Data], None]) -> None:
    game, record = paying()
    data = copy.deepcopy(state_of(game, record).view(0).data)
    change(data)
    with pytest.raises(InvalidInput) as error:
        read_view("royals", data)
    assert error.value.path == path


def test_impossible_payment_of_another_seat() -> None:
    """A seat that is paying must be able to hold the cards for it."""
    game, record = paying()
    data = copy.deepcopy(state_of(game, record).view(1).data)
    assert read_view("royals", data).packed == state_of(game, record).view(1).packed
    memory = data["memory"]["players"][0]["known"]
    memory["britain"], memory["france"] = 0, 7
    memory["german_states"] = 2
    data["discards"]["france"] = 0
    data["memory"]["generations"][0]["unseen"]["britain"] += 5
    data["memory"]["generations"][0]["unseen"]["france"] -= 5
    with pytest.raises(InvalidInput, match="no deal of the hidden cards"):
        read_view("royals", data)


def late_view(seats: int, style: str, ply: int, seat: int = 0) -> Data:
    game = Game("royals", seats)
    kernel: Any = game.kernel
    states = [before for before, _, _ in walk(kernel, 1, style)]
    return copy.deepcopy(game.restore(states[ply], 0, 0).view(seat).data)


def _spend_first(data: Data) -> None:
    """The viewer spends a kind right after a shuffle that it did not have then."""
    generation = data["memory"]["generations"][1]
    spent = next(
        event
        for event in generation["events"]
        if event["seat"] == 0 and "country" in event and not generation["kept"][event["country"]]
    )
    assert sum(generation["kept"].values()) >= spent["count"]
    generation["events"].remove(spent)
    generation["events"].insert(0, spent)


@pytest.mark.parametrize(
    ("path", "change"),
    [
        lie("memory.generations[1].kept", _add("memory", "generations", 1, "kept", "france")),
        lie("memory.generations[0].unseen", _add("memory", "generations", 0, "unseen", "france")),
        lie("memory.generations[0].kept", _set("memory", "generations", 0, "kept", value={"france": 0})),
        lie("memory", _spend_first),
    ],
)
def test_lies_about_the_past(path: str, change: Callable[[Data], None]) -> None:
    """R-6.2 to R-6.4: draws, spent cards and hands at shuffles hang together, for the viewer and for the others."""
    data = late_view(3, "policy", 210)
    assert read_view("royals", data).data == data
    change(data)
    with pytest.raises(InvalidInput) as error:
        read_view("royals", data)
    assert error.value.path == path


def test_a_view_of_very_many_spent_cards() -> None:
    """R-6.8: players who always draw from the deck spend some 150 cards of unknown origin, and their views are read."""
    data = late_view(5, "deck", 380)
    events = [event for generation in data["memory"]["generations"] for event in generation["events"]]
    assert sum(event["count"] for event in events if "country" in event) > 120
    view = read_view("royals", data)
    assert view.data == data
    view.sample(0)


@pytest.mark.parametrize(("seats", "style"), [(3, "deck"), (5, "deck"), (5, "intrigue"), (4, "deck hoard")])
def test_views_that_nobody_can_have_seen(seats: int, style: str) -> None:
    """R-6.8: spent kinds changed until hardly any deal agrees: refused with a path, or sampled like any other view."""
    stream, paths, read = Stream(seats, style), [], 0
    name, kind = ("intrigue_memory", "intrigue") if style == "intrigue" else ("memory", "country")
    for ply in (120, 200, 280):
        honest_view = late_view(seats, style, ply)
        for _ in range(12):
            data = copy.deepcopy(honest_view)
            spent = [
                event
                for generation in data[name]["generations"]
                for event in generation["events"]
                if kind in event and event["seat"]
            ]
            for _ in range(1 + stream.below(20)):
                one, two = (spent[stream.below(len(spent))] for _ in range(2))
                if one["count"] == two["count"]:
                    one[kind], two[kind] = two[kind], one[kind]
            try:
                view = read_view("royals", data)
            except InvalidInput as error:
                paths.append(error.path)
                continue
            read += 1
            kernel = view.game.kernel
            for seed in range(3):
                world_ = view.sample(seed).packed
                assert kernel.hide(world_, 0) == view.packed
    assert len(paths) + read == 36
    assert all(path.startswith(name) for path in paths)


def test_random_damage_is_found_or_harmless() -> None:
    """A damaged view is refused, or describes a world that can be played to the end."""
    stream = Stream(8, "damage")
    refused = 0
    for ply in range(10, 330, 16):
        state = midgame(3 + ply % 2, ply, ply)
        view = state.view((state.actor or 0) if ply % 3 else 0)
        for _ in range(12):
            data = copy.deepcopy(view.data)
            _damage(data, stream)
            try:
                bad = read_view("royals", data)
            except InvalidInput:
                refused += 1
                continue
            kernel = bad.game.kernel
            world_ = bad.sample(stream.bits()).packed
            while kernel.actor(world_) is not None:
                world_ = kernel.play(world_, kernel.playout_move(world_, stream), stream)
    assert refused > 100


def _damage(data: Any, stream: Stream) -> None:
    """Changes one number somewhere."""
    places: list[tuple[Any, Any]] = []

    def collect(at: Any) -> None:
        for key, value in at.items() if isinstance(at, dict) else enumerate(at):
            if isinstance(value, dict | list):
                collect(value)
            elif isinstance(value, int) and key not in ("seats", "seat"):
                places.append((at, key))

    collect({k: v for k, v in data.items() if k != "options"})
    at, key = places[stream.below(len(places))]
    if isinstance(at[key], bool):
        at[key] = not at[key]
    else:
        at[key] += stream.below(5) - 2
    if key in data and at is not data:
        data[key] = at[key]


def test_moves_and_texts() -> None:
    """The documented forms of the notation."""
    kernel = table(3)
    king = position(kernel, "paris", "king")
    record = world(kernel, {0: "F9 G3 FG2 FB2 BS1"}, held={king: 1})
    assert "paris-king" in texts(kernel, record)
    moves = kernel.moves(kernel.pack(record))
    assert FACE.move_data(kernel, record, moves[0]) == {"action": "end_turn"}
    target = {"action": "place", "target": {"city": "paris", "title": "king"}}
    assert FACE.move_data(kernel, record, moves[1]) == target
    assert (
        FACE.move_effect(kernel, record, moves[1])
        == "become King in Paris: takes over from seat 1, costs 8 of France, 2 intrigue, most influence in France"
    )
    record = play(kernel, record, "paris-king")
    assert texts(kernel, record) == ["i0", "i1", "i2"]
    record = play(kernel, record, "i1")
    assert texts(kernel, record) == ["-FG", "-FB"]
    assert FACE.move_data(kernel, record, 4) == {"action": "pay_intrigue", "intrigue": "france_german_states"}
    record = play(kernel, record, "-FB")
    assert texts(kernel, record) == ["j0", "j1", "j2"]
    assert FACE.move_data(kernel, record, 1) == {"action": "jokers", "count": 1}
    assert FACE.move_effect(kernel, record, 1) == "pay 7 of France and 3 cards as jokers"


def test_words_for_all_that_a_placement_brings() -> None:
    """R-4.6.3 to R-4.6.5, R-5.1.2, R-5.2.1: markers and majorities are told before the placement."""
    kernel = table(3)
    places = [("london", "princess"), ("edinburgh", "duke")]
    held = {position(kernel, city, title): 0 for city, title in places}
    titles = {(0, title): 1 for title in range(1, 7)}
    record = world(kernel, {0: "B1 G2"}, held=held, titles=titles)
    move = FACE.find_move(kernel, kernel.pack(record), "dublin-marshal")
    assert (
        FACE.move_effect(kernel, record, move)
        == "become Marshal in Dublin: costs 1 of Britain, City marker 2, Country marker 6, Noble House 16, "
        "most cubes on Marshal"
    )


def test_one_card_is_one_card() -> None:
    game = Game("royals", 3)
    kernel: Any = game.kernel
    record = world(kernel, {0: "F1 G1 B1"}, phase="pay", target=position(kernel, "dublin", "marshal"))
    drawn = state_of(game, record | {"picks_left": 1}).view(0).render()
    assert "1 joker card to go" in drawn


def test_drawing_shows_the_table(honest: Data) -> None:
    drawn = FACE.render(table(3), honest, 100)
    for text in ("Paris", "King 8/3", "seat 1", "Display [F B S]", "Your hand: F2 G2   FS1", "has B3"):
        assert text in drawn
