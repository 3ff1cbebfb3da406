from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from eminence import __version__
from eminence.cext.games import catalogue
from eminence.cli.group import COMMANDS

COMMAND = (sys.executable, "-m", "eminence")


def test_help_lists_every_command(run: Any) -> None:
    for shown in (run().stdout, run("--help").stdout):
        assert all(f"  {name} " in shown for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_json(run: Any, name: str) -> None:
    done = run(name, "--help")

    assert done.exit_code == 0
    assert "--json" in done.stdout


def test_version(run: Any, run_json: Any) -> None:
    assert run("version").stdout.startswith(f"eminence {__version__} ")
    assert run_json("version")["version"] == __version__


def test_version_flag_says_the_same(run: Any) -> None:
    assert run("--version").stdout == run("version").stdout


def test_ladder_alone_shows_its_help(run: Any) -> None:
    done = run("ladder")

    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == run("ladder", "--help").stdout
    assert "\n  sprt " in done.stdout


def test_module_and_console_command_are_the_same() -> None:
    script = Path(sys.executable).parent / "eminence"
    outputs = [subprocess.check_output([*command, "version"]) for command in (COMMAND, (script,))]

    assert outputs[0] == outputs[1]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("hint chess", f"there is no game 'chess'; there are: {', '.join(catalogue.names())}"),
        ("frobnicate", "No such command 'frobnicate'"),
        ("hint", "Missing argument 'GAME'; see `eminence hint --help`"),
        ("hint verraeter --seats 9", "is for 3 to 4 seats, not 9"),
        ("hint verraeter --ply 100000", "give a smaller number"),
        ("hint verraeter --option foo=1", "has no 'foo'; it has: "),
        ("hint verraeter --option edition=1999", "--option edition: must be one of 1998, 2008; not 1999"),
        ("hint verraeter --option vp_table=1,2", "must have 24 entries, not 2 (values: 24 numbers 0..20)"),
        ("hint verraeter --option foo", "'foo' should read name=value"),
        ("hint verraeter --movetime 0", "must be at least 1, not 0"),
        ("hint verraeter --iterations many", "'many' is not a whole number"),
        ("hint verraeter --level 11", "must be from 1 to 10, not 11"),
        ("hint verraeter --components /nowhere.json", "/nowhere.json: cannot be read: No such file"),
        ("hint verraeter --view /nowhere.json", "/nowhere.json: cannot be read: No such file"),
        ("match verraeter", "name the --bots, say `--bots mcts random`"),
        ("match verraeter --bots deepblue", "there is no bot 'deepblue'; there are: mcts"),
        ("match verraeter --bots mcts:speed=3", "mcts has no parameter 'speed'"),
        ("playout verraeter --seats 3 --bots a,b,c,d", "there is no bot 'a'"),
        ("playout verraeter --seats 3 --bots random,random,random,random", "4 bots for 3 seats"),
        ("bench verraeter --seats 7", "seats"),
        ("serve --port 99999", "port: must be between 0 and 65535"),
        ("serve --config /nowhere.toml", "cannot be read"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run: Any, line: str, complaint: str) -> None:
    done = run(*line.split())

    assert done.exit_code == 2
    assert done.stdout == ""
    assert complaint in done.stderr
    assert done.stderr.startswith("eminence: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["match", "playout"])
def test_a_bot_that_nobody_answers_for_is_one_line_and_exit_code_1(run: Any, command: str) -> None:
    done = run(command, "verraeter", "--bots", "random", "grpc:address=127.0.0.1:1")

    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "eminence: unreachable: nobody answers at 127.0.0.1:1\n"


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """What a shell starts in the background ignores the signal, and so would what is started here."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "line",
    [
        "hint verraeter --movetime 5000000",
        "match verraeter --bots mcts:movetime=5000000 --jobs 2",
        "match verraeter --bots mcts:movetime=400 --jobs 1",
        "playout verraeter --bots mcts:movetime=5000000",
    ],
)
def test_ctrl_c_is_quiet_and_does_not_wait_for_the_search(line: str, hears_ctrl_c: None) -> None:
    busy = subprocess.Popen(
        [*COMMAND, *line.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        while "core/search." not in Path(f"/proc/{busy.pid}/maps").read_text():
            assert busy.poll() is None
            time.sleep(0.01)
        time.sleep(random.uniform(0, 2))  # at any moment: loading, dealing, starting workers or thinking
        os.killpg(busy.pid, signal.SIGINT)  # as a terminal does
        out, err = busy.communicate()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(busy.pid, signal.SIGKILL)

    assert (out, err.strip()) == ("", "")
    assert busy.returncode in (
        130,
        -signal.SIGINT,
    )  # a shell calls both 130; Python chooses the latter amid imports


def test_progress_is_drawn_on_a_terminal_and_nowhere_else() -> None:
    watcher, terminal = os.openpty()
    command = [*COMMAND, *["hint", "verraeter", "--seed", "1", "--movetime", "1200", "--threads", "1"]]
    shown = subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal, text=True, check=True).stdout
    os.close(terminal)

    assert b"thinking" in os.read(watcher, 100_000)
    assert "thinking" not in shown
    os.close(watcher)


def test_serve_check_shows_the_settings_in_force(
    run: Any, run_json: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMINENCE_QUEUE_MS", "7")
    monkeypatch.setenv("EMINENCE_TABLE_KEYS", "c2VjcmV0")

    facts = run_json("serve", "--check", "--port", "0")

    assert (facts["port"], facts["queue_ms"]) == (0, 7)
    assert "c2VjcmV0" not in run("serve", "--check").stdout


@pytest.mark.parametrize("no_color", ["", "1"])
def test_text_logs_are_plain_in_pipes_and_where_colours_are_not_wanted(tmp_path: Path, no_color: str) -> None:
    watcher, terminal = os.openpty()
    piped = no_color == ""
    environment = os.environ | {"EMINENCE_TABLE_KEY_FILE": str(tmp_path / "keys"), "NO_COLOR": no_color}
    busy = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--log-format", "text"],
        stderr=subprocess.PIPE if piped else terminal,
        env=environment,
    )
    told = b""
    while b"listening" not in told:
        told += busy.stderr.readline() if busy.stderr else os.read(watcher, 1000)
    busy.terminate()
    told += busy.communicate()[1] or b""
    os.close(terminal)
    os.close(watcher)

    assert b"\x1b[" not in told
