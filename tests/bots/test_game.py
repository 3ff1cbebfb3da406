"""Games, positions and moves: made once, whoever asks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from eminence.bots import find_game, make_bot, read_view
from eminence.bots.ladder.plan import Category
from eminence.cext.core.errors import IllegalMove, NotYourTurn
from eminence.cext.games import catalogue
from eminence.cext.games._template import FACE
from eminence.server.shelf import Shelf


def test_there_is_one_game_for_all_who_ask_for_the_same(tmp_path: Path) -> None:
    file = tmp_path / "components.json"
    file.write_text(Path(catalogue.face("_template").components.origin).read_text())
    game = find_game("_template", 2, {"rounds": 3})
    assert Category.of("_template", 2, {"rounds": 3}).make_game() is game
    assert read_view("_template", game.new(1).view(0).data).game is find_game("_template", 2, game.options)
    assert find_game("_template", 2, {"rounds": 4}) is not game
    with_file = Category.of("_template", 2, components=str(file))
    assert with_file.make_game() is find_game("_template", 2, {}, str(file))


def test_the_shelf_of_a_service_takes_its_games_from_there_too() -> None:
    shelf = Shelf()
    game = shelf.game("verraeter", 3, {})
    assert find_game("verraeter", 3, {}, shelf.components("verraeter")) is game


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the template puts a move into text, plain data or words."""
    counts: Counter[str] = Counter()
    for name in ("move_text", "move_data", "move_effect"):
        usual = getattr(FACE, name)
        monkeypatch.setattr(
            FACE, name, lambda *given, of=name, by=usual: (counts.update([of]), by(*given))[1]
        )
    return counts


@pytest.mark.parametrize("spec", ["random", "policy", "greedy", "mcts:level=1", "flat:iterations=20"])
def test_a_bot_that_chooses_puts_nothing_into_words(said: Counter[str], spec: str) -> None:
    state = find_game("_template").new(1)
    state = state.play(state.codes[0])
    state.play(make_bot(spec).choose(state.view(0)))
    assert not said


def test_every_move_is_put_into_words_once(said: Counter[str]) -> None:
    view = find_game("_template").new(1).view(1)
    for _ in range(2):
        one, two = view.moves
        assert view.find(one.text) is view.find(one.data) is view.find(one.code) is view.find(one) is one
        assert one.effect == view.move(one.code).effect
        assert view.find(two.text) is view.find(two.data) is two
    assert said == {"move_text": 2, "move_data": 2, "move_effect": 1}


def test_moves_that_are_not_legal_are_refused() -> None:
    state = find_game("_template").new(1)
    for wrong in ("castle", {"hide": "up"}, 99):
        with pytest.raises(IllegalMove, match="not legal here"):
            state.play(wrong)
        with pytest.raises(IllegalMove, match="legal: left right"):
            state.view(1).find(wrong)
    over = state.play("left").play("safe")
    with pytest.raises(NotYourTurn, match="over"):
        over.play("left")
