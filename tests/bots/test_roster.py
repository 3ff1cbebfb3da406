from __future__ import annotations

import pytest

from eminence.bots import BotSpec, Game, PlayOutSummary, make_bot, play_out
from eminence.bots.roster import BOTS
from eminence.cext.core.errors import InvalidInput, NotYourTurn, UnknownName
from eminence.cext.core.stream import Stream


def game(**options: int) -> Game:
    return Game("_template", options=options)


@pytest.mark.parametrize("name", [name for name, kind in BOTS.items() if kind.on_wire])
def test_every_bot_plays_a_legal_move(name: str) -> None:
    spec = f"{name}:iterations=20" if BOTS[name].searches else name
    view = game().new(0).view(1)
    assert make_bot(spec, 1).choose(view) in view.moves


def test_prefer_plays_its_move_where_it_can() -> None:
    bot = make_bot("prefer:move=guess", 1)
    start = game(rounds=2).new(0)
    assert bot.choose(start.view(1)).text in ("left", "right")
    assert bot.choose(start.play("left").view(0)).text == "guess"


@pytest.mark.parametrize(
    ("text", "error", "complaint"),
    [
        ("alphazero", UnknownName, "there are: mcts"),
        ("mcts:speed=3", InvalidInput, "no parameter 'speed'"),
        ("mcts:level", InvalidInput, "name=value"),
        ("mcts:level=11", InvalidInput, "between 1 and 10"),
        ("mcts:level=high", InvalidInput, "is not a number"),
        ("mcts:movetime=-5", InvalidInput, "at least 1"),
        ("mcts:naive=7", InvalidInput, "from 0 to 1, not 7"),
        ("mcts:naive=nan", InvalidInput, "from 0 to 1, not nan"),
        ("prefer", InvalidInput, "text of a move"),
    ],
)
def test_bad_specs_are_explained(text: str, error: type[Exception], complaint: str) -> None:
    with pytest.raises(error, match=complaint):
        make_bot(text)


def test_specs_read_as_they_are_written() -> None:
    assert str(BotSpec.parse("mcts:level=4,iterations=500")) == "mcts:level=4,iterations=500"


def test_bots_do_not_move_out_of_turn() -> None:
    with pytest.raises(NotYourTurn):
        make_bot("random").choose(game().new(0).view(0))


def test_playouts_sample_a_world_each_and_add_up() -> None:
    view = game(rounds=1).new(0).play("left").view(0)
    games = list(play_out(view, ["prefer:move=guess", "random"], 200, seed=1))
    summary = PlayOutSummary.of(games)
    assert summary.games == 200
    assert sum(seat.win_share for seat in summary.seats) == pytest.approx(1)
    # the coin lies in either hand: a blind guess wins about half of the worlds
    assert 0.35 < summary.seats[0].win_share < 0.65
    assert sum(summary.seats[0].rank_counts) == 200


def test_playouts_need_a_bot_per_seat() -> None:
    with pytest.raises(InvalidInput, match="one per seat"):
        next(play_out(game().new(0).view(1), ["random"], 1, seed=1))


def test_ismcts_takes_nothing_from_the_games_but_their_rules() -> None:
    """Playouts of random moves to the end, UCB1: neither policy nor estimate nor prior of a game makes a difference."""
    settings = BOTS["ismcts"].make({"iterations": "10"}, Stream(0, "bot")).tuned  # type: ignore[attr-defined]
    assert settings["random_playouts"]
    assert settings["exact"]
    assert (settings["horizon"], settings["prior_weight"]) == (0, 0)
    assert settings["naive"] == 0
