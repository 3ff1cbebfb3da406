"""TableService: whole games by sealed tables."""

from typing import Any

import grpc
import pytest
from service_client import Client, position_of, refused

from eminence.cext.games import catalogue
from eminence.server.requests import read_record
from eminence.v1 import common_pb2 as common
from eminence.v1 import games_pb2 as games
from eminence.v1 import table_service_pb2 as pb

POLICY = common.Bot(name="policy")


async def test_whole_game_by_typed_moves_and_by_text(client: Client) -> None:
    at = await client.deal(seats=4)
    while not at.status.over:
        seen = await client.look(at.table, at.status.actor)
        move = seen.moves[at.status.ply % len(seen.moves)]
        action = {"text": move.text} if at.status.ply % 2 else {"move": move.move}
        ply, actor = at.status.ply, at.status.actor
        at = await client.play(at.table, seat=actor, **action)
        assert at.status.ply == ply + 1
        assert (at.played.seat, at.played.move) == (actor, move)
        assert not at.HasField("timing")
    assert not at.status.HasField("actor")
    result = at.status.result
    assert len(result.scores) == len(result.ranks) == len(result.win_shares) == 4
    assert sum(result.win_shares) == pytest.approx(1)


async def test_bots_can_play_whole_games(client: Client) -> None:
    at = await client.deal()
    bot = common.Bot(level=2, budget=common.Budget(iterations=10))
    while not at.status.over:
        at = await client.play(at.table, bot=bot)
        assert at.HasField("timing")
    assert at.status.HasField("result")


async def test_each_seat_sees_its_own_hand_only(client: Client) -> None:
    at = await client.table_after(12)
    for seat in range(3):
        view = (await client.look(at.table, seat)).view.verraeter
        assert view.seat == seat
        for other, player in enumerate(view.players):
            assert len(player.hand) == (player.hand_size if other == seat else 0)


async def test_only_the_actor_has_moves(client: Client) -> None:
    at = await client.table_after(5)
    for seat in range(3):
        seen = await client.look(at.table, seat)
        assert bool(seen.moves) == (seat == at.status.actor)
        assert seen.status == at.status


async def test_seed_repeats_a_game_and_chance_does_not_depend_on_who_asks(client: Client) -> None:
    one, two = await client.table_after(40, seed=3), await client.table_after(40, seed=3)
    other = await client.table_after(40, seed=4)
    assert one.table != two.table
    views = [await client.look(at.table, 0) for at in (one, two, other)]
    assert views[0] == views[1] != views[2]


async def test_without_a_seed_every_game_differs(client: Client) -> None:
    request = pb.StartGameRequest(game="verraeter", seats=4)
    tables = [(await client.table.StartGame(request)).table for _ in range(5)]
    assert len({(await client.look(table, 0)).view.SerializeToString() for table in tables}) == 5


async def test_old_table_takes_a_move_back_and_repeats_chance(client: Client) -> None:
    before = await client.table_after(30)
    text = (await client.look(before.table, before.status.actor)).moves[0].text
    first, again = await client.play(before.table, text=text), await client.play(before.table, text=text)
    for seat in range(3):
        assert await client.look(first.table, seat) == await client.look(again.table, seat)


async def test_same_bot_plays_the_same_move_from_the_same_table(client: Client) -> None:
    at = await client.table_after(14)
    bot = common.Bot(level=3, budget=common.Budget(iterations=50))
    first, again = await client.play(at.table, bot=bot), await client.play(at.table, bot=bot)
    assert first.played == again.played


async def test_bot_seats_are_closed(client: Client) -> None:
    at = await client.deal(bot_seats=[0, 1, 2])
    actor = at.status.actor
    assert list(at.status.bot_seats) == [0, 1, 2]
    calls = [
        client.look(at.table, actor),
        client.play(at.table, text="@0"),
        client.suggest(position_of(at)),
    ]
    for call in calls:
        error = await refused(call)
        assert (error.code, error.reason) == (grpc.StatusCode.PERMISSION_DENIED, "BOT_SEAT")
        assert error.metadata == {"seat": str(actor)}
    after = await client.play(at.table, bot=POLICY)
    assert list(after.status.bot_seats) == [0, 1, 2]


async def test_open_table_tells_nothing_about_a_closed_one_of_the_same_seed(client: Client) -> None:
    opened = await client.deal(seed=5)
    closed = await client.deal(seed=5, bot_seats=[1, 2])
    one, two = [await client.look(at.table, 0) for at in (opened, closed)]
    assert one.view != two.view


async def test_secret_move_of_a_bot_is_not_told(client: Client) -> None:
    at = await client.deal()
    secret, public = 0, 0
    for _ in range(60):
        at = await client.play(at.table, bot=POLICY)
        assert at.played.HasField("move") != at.played.secret
        secret, public = secret + at.played.secret, public + (not at.played.secret)
    assert secret
    assert public


async def test_illegal_moves_are_refused_with_the_legal_ones(client: Client) -> None:
    at = await client.deal()
    error = await refused(client.play(at.table, text="lay:9"))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "ILLEGAL_MOVE")
    assert error.path == "text"
    assert "@0" in error.description
    error = await refused(client.play(at.table, move=games.GameMove(verraeter={})))
    assert (error.reason, error.path) == ("ILLEGAL_MOVE", "move.verraeter")


async def test_wrong_turn_and_finished_games_are_refused(client: Client) -> None:
    at = await client.deal()
    error = await refused(client.play(at.table, seat=(at.status.actor + 1) % 3, text="@0"))
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_TURN")
    over = await client.table_after(1000)
    error = await refused(client.play(over.table, bot=POLICY))
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "GAME_OVER")
    seen = await client.look(over.table, 0)
    assert seen.status.over
    assert not seen.moves


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"seats": 0}, "seats"),
        ({"seats": 5}, "seats"),
        ({"bot_seats": [3]}, "bot_seats[0]"),
        ({"bot_seats": [1, 2, 1]}, "bot_seats[2]"),
        ({"options": {}}, "options"),
        ({"options": {"verraeter": {"edition": 9}}}, "options.verraeter.edition"),
        ({"options": {"verraeter": {"vp_table": [1, 2]}}}, "options.verraeter.vp_table"),
    ],
)
async def test_bad_fields_of_a_new_game_are_named(client: Client, change: dict[str, Any], path: str) -> None:
    request = pb.StartGameRequest(**{"game": "verraeter", "seats": 3} | change)
    error = await refused(client.table.StartGame(request))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD")
    assert error.path == path


async def test_options_are_honoured(client: Client) -> None:
    options = games.GameOptions(verraeter={"edition": "VERRAETER_EDITION_1998"})
    at = await client.deal(options=options)
    for _ in range(3):  # the first estates; then hands are dealt
        at = await client.play(at.table, bot=POLICY)
    seen = (await client.look(at.table, 0)).view.verraeter
    assert list(seen.players[0].hand) == [3, 4, 5]
    assert seen.options.edition == options.verraeter.edition


@pytest.mark.parametrize("name", ["", "chess", "_template", "verraeter ", "x" * 30_000, "\u00e9\u0000"])
async def test_unknown_games_are_refused(client: Client, name: str) -> None:
    error = await refused(client.table.StartGame(pb.StartGameRequest(game=name, seats=3)))
    assert (error.code, error.reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_GAME")


@pytest.mark.parametrize(
    ("change", "reason", "path"),
    [
        ({}, "INVALID_FIELD", ""),
        ({"text": "@0", "seat": 3}, "INVALID_FIELD", "seat"),
        ({"move": {}}, "INVALID_FIELD", "move"),
        ({"move": {"verraeter": {"kind": 99}}}, "INVALID_FIELD", "move.verraeter.kind"),
        ({"bot": {"level": 11}}, "INVALID_FIELD", "bot.level"),
        ({"bot": {"name": "oracle"}}, "UNKNOWN_BOT", None),
        ({"text": "@0", "table": b"EMT"}, "TABLE_MALFORMED", "table"),
    ],
)
async def test_bad_fields_of_a_move_are_named(
    client: Client, change: dict[str, Any], reason: str, path: str | None
) -> None:
    at = await client.deal()
    error = await refused(client.table.PlayMove(pb.PlayMoveRequest(**{"table": at.table} | change)))
    assert (error.reason, error.path) == (reason, path)


async def test_table_of_a_server_with_other_keys_is_refused(client: Client, launch: Any) -> None:
    _, other = await launch()
    at = await client.deal()
    error = await refused(other.look(at.table, 0))
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "TABLE_KEY_UNKNOWN")
    assert len(error.metadata["key_id"]) == 8


@pytest.mark.parametrize("game", catalogue.names())
async def test_record_of_a_game_that_is_over(client: Client, game: str) -> None:
    seats = catalogue.face(game).seats[0]
    at = await client.table.StartGame(pb.StartGameRequest(game=game, seats=seats, seed=3, bot_seats=[1]))
    early = await refused(client.table.GetRecord(pb.GetRecordRequest(table=at.table)))
    assert (early.code, early.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "GAME_NOT_OVER")
    told = []
    while not at.status.over:
        at = await client.play(at.table, bot=POLICY)
        told.append(at.played)
    names = [f"player {seat}" for seat in range(seats)]
    answer = await client.table.GetRecord(pb.GetRecordRequest(table=at.table, players=names))
    record = read_record(answer.record)
    assert record.players == tuple(names)
    assert record.end().result.scores == tuple(at.status.result.scores)
    assert [ply.seat for ply in record.plies] == [one.seat for one in told]
    known = [
        (ply.move, one.move.text) for ply, one in zip(record.plies, told, strict=True) if one.HasField("move")
    ]
    assert known
    assert all(recorded == shown for recorded, shown in known)


async def test_bad_names_of_players_are_named(client: Client) -> None:
    at = await client.table_after(10_000)
    few = await refused(client.table.GetRecord(pb.GetRecordRequest(table=at.table, players=["one"])))
    long = await refused(
        client.table.GetRecord(pb.GetRecordRequest(table=at.table, players=["", "x" * 101, ""]))
    )
    assert (few.path, long.path) == ("players", "players[1]")
