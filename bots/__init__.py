"""Players: games for people, bots, levels, hints and matches. Knows nothing of gRPC."""

from eminence.bots.budget import Budget
from eminence.bots.game import Event, Game, Move, Result, State, View, find_game, read_view
from eminence.bots.match import MatchResult, Standing, match
from eminence.bots.playout import FinishedGame, PlayOutSummary, play_out, play_out_stepwise
from eminence.bots.record import Ply, Record, Recorder, record_of
from eminence.bots.review import Review, review
from eminence.bots.roster import Bot, BotSpec, make_bot
from eminence.bots.sources import EventChance, SourcePoints
from eminence.bots.suggest import Alternative, Plan, PlanStep, Suggestion, suggest

__all__ = [
    "Alternative",
    "Bot",
    "BotSpec",
    "Budget",
    "Event",
    "EventChance",
    "FinishedGame",
    "Game",
    "MatchResult",
    "Move",
    "Plan",
    "PlanStep",
    "PlayOutSummary",
    "Ply",
    "Record",
    "Recorder",
    "Result",
    "Review",
    "SourcePoints",
    "Standing",
    "State",
    "Suggestion",
    "View",
    "find_game",
    "make_bot",
    "match",
    "play_out",
    "play_out_stepwise",
    "read_view",
    "record_of",
    "review",
    "suggest",
]
