from dataclasses import fields
from pathlib import Path

import pytest

from eminence.cext.core.errors import InvalidInput
from eminence.server.config import Config

DOCS = Path(__file__).parents[2] / "docs" / "service.md"


def test_flags_over_environment_over_file_over_defaults(tmp_path: Path) -> None:
    file = tmp_path / "eminence.toml"
    file.write_text("port = 1\nqueue_ms = 2\nnice = 3\n")
    environment = {"EMINENCE_CONFIG": str(file), "EMINENCE_PORT": "11", "EMINENCE_QUEUE_MS": "12"}
    config = Config.load({"port": 21, "queue_ms": None}, environment)
    assert (config.port, config.queue_ms, config.nice, config.max_games) == (21, 12, 3, Config.max_games)


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"port": "many"}, "port"),
        ({"port": 70_000}, "port"),
        ({"nice": -1}, "nice"),
        ({"log_level": "loud"}, "log_level"),
        ({"host": 7}, "host"),
        ({"port": True}, "port"),
        ({"tls_cert": "c.pem"}, "tls_cert"),
        ({"tls_key": "k.pem"}, "tls_key"),
        ({"tls_client_ca": "ca.pem"}, "tls_client_ca"),
        ({"tls_client_ca": "ca.pem", "tls_key": "k.pem"}, "tls_key"),
    ],
)
def test_bad_settings_are_named(settings: dict[str, object], path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Config.load(settings, {})
    assert caught.value.path == path


def test_unknown_settings_in_a_file_are_named(tmp_path: Path) -> None:
    file = tmp_path / "eminence.toml"
    file.write_text("prot = 1\n")
    with pytest.raises(InvalidInput, match="prot: is not a setting"):
        Config.load(environment={}, file=file)


@pytest.mark.parametrize("text", [None, "port = = 1"])
def test_unreadable_files_are_named(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "eminence.toml"
    if text:
        file.write_text(text)
    with pytest.raises(InvalidInput, match="cannot be read"):
        Config.load(environment={}, file=file)


def test_component_files_are_read_from_pairs() -> None:
    assert Config(components="one=a.json, two=b.json").component_files == {"one": "a.json", "two": "b.json"}
    with pytest.raises(InvalidInput, match="GAME=PATH"):
        _ = Config(components="one").component_files


def test_a_configuration_never_shows_its_keys() -> None:
    assert "secret" not in repr(Config(table_keys="secret"))


def test_every_setting_is_explained_and_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for name, about in Config.help_of().items():
        assert about
        assert f"`{name}`" in text, f"docs/service.md says nothing about {name}"
    assert len(Config.help_of()) == len(fields(Config))
