"""The kinds of users. How many there are of each, and how often they come, is in the environment: see run.py."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import random
import socket
import time
from collections.abc import Callable
from typing import Any

import gevent
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_user import SAMPLES, GrpcUser, OpenLoopUser, answer
from locust import constant, events, task

from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as opponent
from eminence.v1 import table_service_pb2 as tables

LOAD: dict[str, float] = json.loads(os.environ.get("EMINENCE_LOAD", '{"hint": 10}'))
POSITIONS = [
    common.Position.FromString(bytes.fromhex(text)) for text in os.environ["EMINENCE_POSITIONS"].split()
]
MOVETIME_MS, DEADLINE_SECONDS = 100, 0.25
LADDER = (("x-eminence-priority", "ladder"),)


def comes(name: str) -> Callable[[type[GrpcUser]], type[GrpcUser]]:
    """There is one user of this kind if the load names it, and it comes as often as the load says."""

    def put(user: type[GrpcUser]) -> type[GrpcUser]:
        user.fixed_count, user.rate, user.abstract = 1, LOAD.get(name, 1.0), name not in LOAD
        user.arrivals = random.Random(name)
        return user

    return put


@comes("hint")
class HintFrontEnd(OpenLoopUser):
    """Asks for hints as people do: at any moment, impatient for the answer."""

    @task
    def hint(self) -> None:
        self.arrive(lambda due: self.measure("hint", due, self._ask))

    def _ask(self, call_id: str) -> dict[str, Any]:
        budget = common.Budget(movetime_ms=MOVETIME_MS)
        request = opponent.SuggestMoveRequest(
            position=random.choice(POSITIONS), budget=budget, early_stop=False
        )
        timing = self.call_opponent("SuggestMove", request, DEADLINE_SECONDS, call_id).timing
        return {
            "full": not timing.shortened,
            "brown_out": timing.brown_out,
            "granted_ms": timing.movetime_ms,
            "over_ms": timing.search_ms - timing.movetime_ms,
        }


@comes("opponent")
class Opponent(GrpcUser):
    """Plays whole games: every seat is a bot that thinks for a moment."""

    wait_time = constant(0.2)
    at: Any = None

    @task
    def move(self) -> None:
        self.measure("move", time.perf_counter(), self._move)

    def _move(self, _: str) -> None:
        if self.at is None or self.at.status.over:
            seats = int(os.environ["EMINENCE_SEATS"])
            request = tables.StartGameRequest(game=os.environ["EMINENCE_GAME"], seats=seats)
            self.at = self.call_referee("StartGame", request, 5)
        bot = common.Bot(level=5, budget=common.Budget(movetime_ms=20))
        request = tables.PlayMoveRequest(table=self.at.table, bot=bot)
        self.at = self.call_referee("PlayMove", request, 5)


@comes("ladder")
class LadderBatch(GrpcUser):
    """Plays batches of games with all the time in the world and the least priority."""

    wait_time = constant(0.1)

    @task
    def batch(self) -> None:
        self.measure("ladder", time.perf_counter(), self._batch)

    def _batch(self, _: str) -> dict[str, Any]:
        bot = common.Bot(name="policy")
        request = opponent.PlayOutRequest(position=POSITIONS[0], bots=[bot], games=20)
        client = self.client()
        *_, last = client.opponent.PlayOut(request, timeout=20, metadata=(*client.metadata, *LADDER))
        return {"games": last.summary.games}


@comes("impatient")
class Impatient(GrpcUser):
    """Begins long searches and hangs up in the middle of them."""

    wait_time = constant(0)

    @task
    def hang_up(self) -> None:
        budget = common.Budget(movetime_ms=20_000)
        request = opponent.SuggestMoveRequest(position=POSITIONS[0], budget=budget, early_stop=False)
        client = self.client()
        call = client.opponent.SuggestMove.future(request, metadata=client.metadata)
        gevent.sleep(random.uniform(0.01, 0.03))
        call.cancel()
        SAMPLES.append({"name": "cancel", "at": time.time(), "status": "CANCELLED", "ms": 0.0})


@comes("hostile")
class Hostile(OpenLoopUser):
    """Sends what no decent program sends, and opens connections that it never uses."""

    def on_start(self) -> None:
        super().on_start()
        host, port = self.host.rsplit(":", 1)
        self._silent = [socket.create_connection((host, int(port))) for _ in range(200)]

    def on_stop(self) -> None:
        for connection in self._silent:
            connection.close()
        super().on_stop()

    @task
    def garbage(self) -> None:
        self.arrive(lambda due: self.measure("hostile", due, self._send))

    def _send(self, _: str) -> None:
        method = random.choice(
            ["OpponentService/SuggestMove", "TableService/PlayMove", "TableService/GetTable"]
        )
        raw = random.choice([random.randbytes(50), b"\x0a\x03EMT", b"x" * 300_000, b""])
        key = random.choice([(), (("authorization", "Bearer emk_guess"),)])
        answer(self.client().channel.unary_unary(f"/eminence.v1.{method}"), raw, timeout=1, metadata=key)


@comes("probe")
class Probe(OpenLoopUser):
    """The load balancer that asks whether the service is well."""

    @task
    def probe(self) -> None:
        self.arrive(lambda due: self.measure("probe", due, self._check))

    def _check(self, _: str) -> None:
        stub = health_pb2_grpc.HealthStub(self.client().channel)
        answer(stub.Check, health_pb2.HealthCheckRequest(), timeout=1)


@comes("twin")
class Twin(GrpcUser):
    """Asks the same question again and again: the answer must never change."""

    wait_time = constant(0.5)

    @task
    def ask(self) -> None:
        self.measure("twin", time.perf_counter(), self._ask)

    def _ask(self, _: str) -> dict[str, Any]:
        """A digest of the suggestion that seed and iterations fix."""
        budget = common.Budget(iterations=500)
        request = opponent.SuggestMoveRequest(position=POSITIONS[0], budget=budget, seed=7)
        found = self.call_opponent("SuggestMove", request, 20).suggestion
        return {"digest": hashlib.sha256(found.SerializeToString(deterministic=True)).hexdigest()}


@events.test_start.add_listener
def look_at_the_stack(**_: Any) -> None:
    """Locust does so when it stops, amid the last calls, and the first look takes it 50 ms."""
    inspect.stack()


@events.quitting.add_listener
def write_samples(**_: Any) -> None:
    with open(os.environ["EMINENCE_SAMPLES"], "w") as file:
        json.dump(SAMPLES, file)
