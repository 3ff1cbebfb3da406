"""A bot over stdio in ten lines: it plays the first legal move that says what it does.

eminence match verraeter --bots "stdio:command=python3 examples/stdio/first_move.py" random
"""

import json
import sys

for line in sys.stdin:
    moves = json.loads(line)["moves"]
    chosen = next((move for move in moves if move["effect"]), moves[0])
    print(json.dumps({"move": chosen["text"]}), flush=True)
