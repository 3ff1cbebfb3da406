"""Players: games for people, bots, levels, hints and matches. Knows nothing of gRPC."""

from eminence.bots.game import Game, Move, Result, State, View, read_view

__all__ = ["Game", "Move", "Result", "State", "View", "read_view"]
