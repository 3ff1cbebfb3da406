"""Chaos: two replicas behind nginx under mixed load, while everything goes wrong that can. `make chaos`.

Replicas are killed, stopped, starved of files and of threads; the table store is cut off; the clock jumps. At the end
no call may be lost after retries, no slot leaked, no counter wrong, and memory is flat. Needs nginx, PostgreSQL,
libfaketime and, for the threads, a cgroup of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import secrets
import signal
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import grpc
from deploy.test_nginx import Proxy, free_port
from postgres_cluster import Cluster, postgres
from service import Service

from eminence.client import Client, Failure
from eminence.v1 import table_service_pb2 as tables
from eminence.v1.common_pb2 import Bot

POLICY = Bot(name="policy")
FILES = 512
PATIENCE_SECONDS = 90.0  # of a caller, retries included: longer than any trouble lasts
CGROUPS = Path("/sys/fs/cgroup/pids" if Path("/sys/fs/cgroup/pids").exists() else "/sys/fs/cgroup")
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)


class Replica:
    """One of the two: always the same ports, and a process that comes and goes."""

    def __init__(self, folder: Path, store: str) -> None:
        self.port, self.web_port, self.folder = free_port(), free_port(), folder
        self.clock = folder / f"clock-{self.port}"
        self.clock.write_text("+0")
        self._settings = {
            "port": self.port,
            "web": "on",
            "web_port": self.web_port,
            "web_per_address": 0,
            "slots": 1,
            "table_key_file": folder / "keys",
            "table_store": store,
        }
        self.born = 0.0
        self.start()

    def start(self) -> None:
        faked = {
            "LD_PRELOAD": str(FAKETIME),
            "FAKETIME_TIMESTAMP_FILE": str(self.clock),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",  # the same for older releases
        }
        os.environ.update(faked if FAKETIME else {})
        try:
            self.service = Service(**self._settings)
        finally:
            for name in faked:
                os.environ.pop(name, None)  # for the replica alone
        self.pid = self.service.pid
        resource.prlimit(self.pid, resource.RLIMIT_NOFILE, (FILES, FILES))
        self.born = time.monotonic()

    @property
    def facts(self) -> dict[str, Any]:
        return {"address": f"127.0.0.1:{self.port}", "web_port": self.web_port}


class Load:
    """Callers of every kind. A call that fails is repeated until its caller loses patience: then it is lost."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.done: Counter[str] = Counter()
        self.retries: Counter[str] = Counter()
        self.lost: list[str] = []
        self.over = threading.Event()
        kinds = (self.hints, self.hints, self.games, self.games, self.playouts, self.looks, self.cancels)
        self._threads = [threading.Thread(target=self._run, args=(kind,)) for kind in kinds]
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        self.over.set()
        for thread in self._threads:
            thread.join()

    def _run(self, kind: Callable[[Client], None]) -> None:
        with Client(self.address, timeout=10) as client:
            while not self.over.is_set():
                kind(client)

    def _insist(self, name: str, call: Callable[[], Any]) -> Any:
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                answer = call()
                self.done[name] += 1
                return answer
            except Failure as failure:
                self.retries[failure.reason or failure.code.name] += 1
                if time.monotonic() > end:
                    self.lost.append(f"{name}: {failure}")
                    return None
                time.sleep(0.3)

    def hints(self, client: Client) -> None:
        table = self._insist("start", lambda: client.start("verraeter", 3))
        for _ in range(20 if table else 0):
            self._insist("hint", lambda: client.hint(table, movetime_ms=50))
            if self.over.wait(0.05):
                return

    def games(self, client: Client) -> None:
        """Whole games that move forward only: a repeated move must not be played twice, nor be refused as stale."""
        at: Any = self._insist("start once", lambda: client.start("verraeter", 3, once=True))
        at = at and tables.StartGameResponse(table=at.sealed, status=at.status)
        while at and not at.status.over and not self.over.is_set():
            asked = tables.PlayMoveRequest(table=at.table, bot=POLICY, request_id=secrets.token_hex(8))
            ply, at = at.status.ply, self._insist("move", lambda asked=asked: play(client, asked))
            if at and at.status.ply != ply + 1:
                self.lost.append(f"a game went from ply {ply} to {at.status.ply}")

    def playouts(self, client: Client) -> None:
        table = self._insist("start", lambda: client.start("verraeter", 3))
        if table:
            self._insist("playout", lambda: client.play_out(table, games=5))
        self.over.wait(0.2)

    def looks(self, client: Client) -> None:
        table = self._insist("start", lambda: client.start("kingsburg", 3))
        for seat in range(3 if table else 0):
            self._insist("look", lambda seat=seat: client.look(table, seat))
        self.over.wait(0.05)

    def cancels(self, client: Client) -> None:
        table = self._insist("start", lambda: client.start("verraeter", 3))
        if not table:
            return
        stream = client.watch(table, interval_ms=20, movetime_ms=5000, early_stop=False)
        try:
            next(stream)
            self.done["cancel"] += 1
        except (Failure, StopIteration):
            self.retries["watch"] += 1
        stream.close()


def play(client: Client, asked: tables.PlayMoveRequest) -> tables.PlayMoveResponse:
    try:
        return client.referee.PlayMove(asked, timeout=10)
    except grpc.RpcError as error:
        raise Failure(error) from None


class Chaos:
    """What goes wrong, one after the other; each trouble ends before the next begins."""

    def __init__(self, replicas: list[Replica], cluster: Cluster) -> None:
        self.replicas, self.cluster = replicas, cluster
        self.troubles = [self.kill, self.stop, self.no_files, self.no_threads, self.no_store, self.clock]
        self.seen: Counter[str] = Counter()

    def one(self) -> None:
        trouble = self.troubles[sum(self.seen.values()) % len(self.troubles)]
        self.seen[trouble.__name__] += 1
        trouble(random.choice(self.replicas))

    def kill(self, replica: Replica) -> None:
        os.kill(replica.pid, signal.SIGKILL)
        replica.service.stop()
        time.sleep(1)
        replica.start()

    def stop(self, replica: Replica) -> None:
        os.kill(replica.pid, signal.SIGSTOP)
        time.sleep(6)
        os.kill(replica.pid, signal.SIGCONT)

    def no_files(self, replica: Replica) -> None:
        crowd = []
        for port in (replica.port, replica.web_port):
            for _ in range(FILES):
                one = socket.socket()
                one.settimeout(0.5)
                try:
                    one.connect(("127.0.0.1", port))
                except OSError:
                    one.close()
                    break
                crowd.append(one)
        time.sleep(5)
        for one in crowd:
            one.close()

    def no_threads(self, replica: Replica) -> None:
        """Not one more than it has."""
        group = CGROUPS / f"eminence-chaos-{replica.pid}"
        try:
            group.mkdir()
            (group / "cgroup.procs").write_text(str(replica.pid))
            (group / "pids.max").write_text((group / "pids.current").read_text())
        except OSError as error:
            print(f"  threads cannot be taken away here: {error}")
            return
        time.sleep(5)
        (group / "pids.max").write_text("max")
        (CGROUPS / "cgroup.procs").write_text(str(replica.pid))
        group.rmdir()

    def no_store(self, _: Replica) -> None:
        self.cluster.stop()
        time.sleep(5)
        self.cluster.start()

    def clock(self, replica: Replica) -> None:
        for jump in ("+2h", "-2h", "+0"):
            replica.clock.write_text(jump)
            time.sleep(1)


def resident(replica: Replica) -> float:
    pages = int(Path(f"/proc/{replica.pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def settled(replica: Replica) -> dict[str, float]:
    """A replica's figures when it has nothing to do any more."""
    for _ in range(300):
        found = replica.service.figures()
        if (
            not found["eminence_calls_in_progress"]
            and found["eminence_slots_free"] == found["eminence_slots"]
        ):
            break
        time.sleep(0.1)
    return found


def complaints(replica: Replica, memory: dict[int, float]) -> Iterator[str]:
    found = settled(replica)
    begun, ended = found["eminence_calls_begun_total"], found["eminence_calls_total"]
    print(f"  replica {replica.port}: {begun:.0f} calls begun, {ended:.0f} ended, {resident(replica):.0f} MB")
    if begun != ended:
        yield f"{begun:.0f} calls begun and {ended:.0f} ended"
    if found["eminence_slots_free"] != found["eminence_slots"]:
        yield "a slot leaked"
    if found["eminence_waiting"]:
        yield "somebody still waits"
    if replica.pid in memory and (grown := resident(replica) - memory[replica.pid]) > 40:
        yield f"memory grew by {grown:.0f} MB"
    if noise := [event["text"] for event in replica.service.events if event["event"] == "noise"]:
        yield f"something else wrote to the log: {noise[0]}"
    failed = [event for event in replica.service.events if event["event"] == "failed"]
    if failed:
        yield f"{len(failed)} unforeseen errors, the first: {str(failed[0].get('exception', ''))[-300:]}"


@contextmanager
def playground() -> Iterator[tuple[list[Replica], Cluster, str]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(postgres())
        replicas = []
        for _ in range(2):
            replicas.append(Replica(folder, cluster.url))
            stack.callback(lambda one=replicas[-1]: one.service.stop())
        ports = [free_port(), free_port()]
        stack.enter_context(Proxy(folder, [one.facts for one in replicas], ports))
        yield replicas, cluster, f"127.0.0.1:{ports[0]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=int, default=540, help="length of the trouble")
    arguments = parser.parse_args()
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before the start")
    with playground() as (replicas, cluster, address):
        load, chaos, memory = Load(address), Chaos(replicas, cluster), {}
        try:
            end = time.monotonic() + arguments.seconds
            while time.monotonic() < end:
                time.sleep(3)
                for replica in replicas:
                    if replica.pid not in memory and time.monotonic() - replica.born > 30:
                        memory[replica.pid] = resident(replica)
                chaos.one()
                print(f"{dict(chaos.seen)}: answered {load.done.total()}, lost {len(load.lost)}", flush=True)
            time.sleep(3)
        finally:
            load.join()
        print(f"answered: {dict(load.done)}\nrepeated for: {dict(load.retries)}\nlost: {load.lost[:5]}")
        broken = [f"{len(load.lost)} lost"] if load.lost else []
        for replica in replicas:
            broken += complaints(replica, memory)
    print(
        f"load average {os.getloadavg()[0]:.1f}; {'failed: ' + '; '.join(broken) if broken else 'everything holds'}"
    )
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
