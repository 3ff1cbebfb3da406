"""The page of the Python API is what the docstrings say."""

from eminence import bots
from tools import python_api


def test_page_is_current() -> None:
    assert python_api.PAGE.read_text(encoding="utf-8") == python_api.page(), (
        "python tests/tools/python_api.py"
    )


def test_page_names_what_bot_authors_use() -> None:
    text = python_api.page()
    for name in ("Game", "View", "Bot", "match", "Plan", "Store"):
        assert f"### {name}\n" in text
    assert "choose(view: View" in text
    assert all(f"- `{name}`" in text for name in ("actor", "moves", "data"))
    assert bots.match.__doc__ is not None
    assert bots.match.__doc__.split(".")[0] in text
