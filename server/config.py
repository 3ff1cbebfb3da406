"""Configuration of the service: flags over environment over file over defaults.

Every setting has one name: `max_games` is the flag --max-games, the variable EMINENCE_MAX_GAMES and the key `max_games`
of a TOML file, which is named by --config or EMINENCE_CONFIG.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from eminence.cext.core.errors import InvalidInput
from eminence.server.apikeys import Limits

ENVIRONMENT = "EMINENCE_"


def _state_file(name: str) -> str:
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return str(Path(base).expanduser() / "eminence" / name)


def _setting(default: Any, about: str, low: int = 0, high: int = 0, choices: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"help": about, "low": low, "high": high, "choices": choices})


@dataclass(frozen=True)
class Config:
    """All settings. `help_of` gives each one's meaning."""

    host: str = _setting("127.0.0.1", "address to listen on; 0.0.0.0 for all")
    port: int = _setting(50051, "port to listen on; 0 for any free one", 0, 65535)
    slots: int = _setting(0, "searches at the same time; 0 for one per core", 0, 1024)
    queue_ms: int = _setting(30_000, "a call that would wait longer for a slot is refused", 0, 86_400_000)
    nice: int = _setting(10, "niceness of the search threads", 0, 19)
    reserve_ms: int = _setting(
        20, "kept free between the end of a search and the call's deadline, at least", 0, 10_000
    )
    floor_ms: int = _setting(20, "a movetime is not cut below this under load", 1, 10_000)
    floor_percent: int = _setting(25, "nor below this part of what an idle server would grant", 1, 100)
    slice_ms: int = _setting(50, "a playout makes way for more urgent calls this often", 1, 10_000)
    cheap_percent: int = _setting(40, "share of the event loop for calls without a search", 1, 100)
    default_movetime_ms: int = _setting(200, "movetime of a budget that is left out", 1, 3_600_000)
    max_movetime_ms: int = _setting(30_000, "greatest movetime of a budget", 1, 3_600_000)
    max_iterations: int = _setting(10_000_000, "greatest number of iterations of a budget", 1, 2**31 - 1)
    max_games: int = _setting(1000, "greatest number of games of a PlayOut", 1, 1_000_000)
    max_call_ms: int = _setting(120_000, "longest time any call may take", 1, 86_400_000)
    max_message_bytes: int = _setting(32_768, "greatest size of a request", 1024, 2**31 - 1)
    max_calls: int = _setting(1000, "calls in progress at the same time, waiting ones included", 1, 1_000_000)
    max_streams: int = _setting(100, "calls in progress on one connection", 1, 1_000_000)
    tls_cert: str = _setting("", "file with the certificate chain (PEM); without one there is no TLS")
    tls_key: str = _setting("", "file with the certificate's private key (PEM)")
    tls_client_ca: str = _setting(
        "", "file with authorities (PEM); clients must then show a certificate of theirs"
    )
    api_key_file: str = _setting("", "file with hashed API keys, as `eminence keys` writes it")
    anonymous: str = _setting(
        "allow", "whether calls without an API key are served", choices=("allow", "refuse")
    )
    anonymous_cpu_ms: int = _setting(
        0, "search per second for all of them together; 0 for no limit", 0, 10**9
    )
    anonymous_burst_ms: int = _setting(0, "as much of it may be saved up", 0, 10**9)
    anonymous_calls: int = _setting(0, "calls of theirs in progress; 0 for no limit", 0, 1_000_000)
    web: str = _setting(
        "auto", "whether browsers are served (needs the extra `web`)", choices=("auto", "on", "off")
    )
    web_page: str = _setting(
        "auto", "whether the web port serves the page to play at", choices=("auto", "on", "off")
    )
    web_port: int = _setting(8080, "port for browsers: Connect and gRPC-Web; 0 for any free one", 0, 65535)
    web_origins: str = _setting("", "sites whose pages may call, by comma: https://example.org; * for all")
    web_connections: int = _setting(1000, "connections to that port; 0 for any number", 0, 1_000_000)
    web_per_address: int = _setting(
        100, "connections from one address; 0 for any number, as behind a proxy", 0, 1_000_000
    )
    tracing: str = _setting("off", "whether calls are traced (needs the extra `otel`)", choices=("off", "on"))
    metrics_host: str = _setting("127.0.0.1", "address that Prometheus asks; 0.0.0.0 for all")
    metrics_port: int = _setting(0, "port for Prometheus (GET /metrics); 0 for none", 0, 65535)
    grace_ms: int = _setting(
        60_000, "time for calls in progress to finish when the server drains", 0, 86_400_000
    )
    table_keys: str = _setting(
        "", "keys that seal tables, in base64, the sealing one first; else from the file"
    )
    table_key_file: str = _setting("", "file with those keys; made on first start when there is none")
    table_store: str = _setting(
        "", "database of `once` games: a URL, or a file for SQLite (extra `store`); in memory when left out"
    )
    max_tables: int = _setting(100_000, "greatest number of `once` games that are remembered", 1, 10**9)
    idle_days: int = _setting(
        30, "a `once` game that nobody plays at is forgotten after so many days", 1, 36_500
    )
    ended_hours: int = _setting(24, "one that has ended is forgotten after so many hours", 0, 876_000)
    components: str = _setting("", "component files by game: GAME=PATH,GAME=PATH")
    log_level: str = _setting("info", "what is logged", choices=("debug", "info", "warning", "error"))
    log_format: str = _setting("json", "how it is logged", choices=("json", "text"))

    def __post_init__(self) -> None:
        for one in fields(self):
            _check(one, getattr(self, one.name))
        self._check_tls()

    def _check_tls(self) -> None:
        """Half of the TLS settings would mean a port in plain text that its owner believes to be closed."""
        for name, needed in (("tls_cert", "tls_key"), ("tls_key", "tls_cert"), ("tls_client_ca", "tls_cert")):
            if getattr(self, name) and not getattr(self, needed):
                raise InvalidInput(name, f"needs {needed} as well: there is no TLS without both")

    def __repr__(self) -> str:
        """Without the keys: a configuration may be logged."""
        shown = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "table_keys"}
        return f"Config({', '.join(f'{name}={value!r}' for name, value in shown.items())})"

    @property
    def search_slots(self) -> int:
        return self.slots or len(os.sched_getaffinity(0))

    @property
    def serves_web(self) -> bool:
        """`auto`: for browsers of this machine, beside a port that people know."""
        return self.web == "on" or (self.web == "auto" and self.port != 0 and _is_loopback(self.host))

    @property
    def serves_page(self) -> bool:
        return self.web_page == "on" or (self.web_page == "auto" and _is_loopback(self.host))

    @property
    def anonymous_limits(self) -> Limits | None:
        """What callers without a key may use; None when they are refused."""
        if self.anonymous == "refuse":
            return None
        return Limits(self.anonymous_cpu_ms, self.anonymous_burst_ms, self.anonymous_calls)

    @property
    def key_file(self) -> Path:
        return Path(self.table_key_file or _state_file("table.keys"))

    @property
    def component_files(self) -> dict[str, str]:
        parts = [part.partition("=") for part in self.components.split(",") if part.strip()]
        if not all(equals and path for _, equals, path in parts):
            raise InvalidInput("components", f"should read GAME=PATH,GAME=PATH, not {self.components!r}")
        return {game.strip(): path.strip() for game, _, path in parts}

    @classmethod
    def load(
        cls,
        flags: Mapping[str, Any] | None = None,
        environment: Mapping[str, str] | None = None,
        file: str | Path | None = None,
    ) -> Config:
        """Settings from all sources. A flag that is None was not given."""
        given = {name: value for name, value in (flags or {}).items() if value is not None}
        env = os.environ if environment is None else environment
        path = file or env.get(ENVIRONMENT + "CONFIG")
        known = {one.name: one for one in fields(cls)}
        from_env = {name: env[key] for name in known if (key := ENVIRONMENT + name.upper()) in env}
        merged = (_read_file(Path(path), known) if path else {}) | from_env | given
        return cls(**{name: _convert(known[name], value) for name, value in merged.items()})

    @classmethod
    def help_of(cls) -> dict[str, str]:
        return {one.name: one.metadata["help"] for one in fields(cls)}


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _read_file(path: Path, known: Mapping[str, Any]) -> dict[str, Any]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInput(str(path), f"cannot be read: {error}") from error
    for name in data:
        if name not in known:
            raise InvalidInput(f"{path}: {name}", f"is not a setting; there are: {', '.join(known)}")
    return data


def _convert(one: Field[Any], value: Any) -> Any:
    """Environment and flags speak text; files speak TOML."""
    if not isinstance(value, str):
        return value
    if isinstance(one.default, int):
        try:
            return int(value)
        except ValueError:
            raise InvalidInput(one.name, f"must be a whole number, not {value!r}") from None
    return value


def _check(one: Field[Any], value: Any) -> None:
    if type(value) is not type(one.default):
        raise InvalidInput(one.name, f"must be of type {type(one.default).__name__}, not {value!r}")
    low, high, choices = one.metadata["low"], one.metadata["high"], one.metadata["choices"]
    if high and not low <= value <= high:
        raise InvalidInput(one.name, f"must be between {low} and {high}, not {value}")
    if choices and value not in choices:
        raise InvalidInput(one.name, f"must be one of {', '.join(choices)}; not {value}")
