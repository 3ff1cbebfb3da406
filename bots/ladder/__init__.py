"""Ladders: bot against bot, ratings one can trust. What fishtest is to Stockfish.

plan -> schedule -> engine (referee on every worker) -> store -> ratings, report and replay. The runner turns the crank.
Needs the extra `ladder`; on a cluster, `cluster` too.
"""
