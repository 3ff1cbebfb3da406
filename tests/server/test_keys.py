import stat
from pathlib import Path

import pytest

from eminence.cext.core.errors import InvalidInput
from eminence.server.keys import KeyRing, new_key


def test_first_key_seals_and_every_key_is_found() -> None:
    first, second = new_key(), new_key()
    ring = KeyRing.parse(f"{first},{second}", "keys")
    assert ring.sealing is ring.keys[0]
    assert [ring.find(key.id) for key in ring.keys] == list(ring.keys)
    assert ring.find(b"none") is None


def test_file_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "table.keys"
    made = KeyRing.load("", path)
    again = KeyRing.load("", path)
    assert made.sealing.id == again.sealing.id
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_given_keys_win_over_the_file_and_make_none(tmp_path: Path) -> None:
    key = new_key()
    ring = KeyRing.load(key, tmp_path / "table.keys")
    assert ring.sealing.id == KeyRing.parse(key, "").sealing.id
    assert not list(tmp_path.iterdir())


def test_comments_and_blank_lines_are_skipped() -> None:
    assert len(KeyRing.parse(f"# old keys\n\n{new_key()}  # May\n{new_key()}\n", "keys").keys) == 2


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", "table_keys"),
        ("not base64!", "keys[0]"),
        ("c2hvcnQ=", "keys[0]"),
        (f"{new_key()},AAAA", "keys[1]"),
    ],
    ids=["nothing", "not base64", "too short", "second too short"],
)
def test_bad_keys_are_named_and_never_quoted(text: str, path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        KeyRing.parse(text, "keys")
    assert caught.value.path == path
    assert not text or text not in str(caught.value)


def test_mixing_depends_on_text_and_key() -> None:
    one, other = KeyRing.parse(f"{new_key()},{new_key()}", "keys").keys
    assert one.mix("7") == one.mix("7")
    assert len({one.mix("7"), one.mix("8"), other.mix("7"), other.mix("8")}) == 4
    assert one.id not in one.mix("7")
