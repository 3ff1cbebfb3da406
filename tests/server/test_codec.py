"""Plain data and messages, on a contract made for the test: every kind of field the games may use."""

from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from eminence.cext.core.errors import InvalidInput
from eminence.server import codec
from eminence.server.codec import to_message, to_plain
from eminence.v1.verraeter_pb2 import VerraeterView

CONTRACT = """
name: "codec_test.proto" package: "codec_test" syntax: "proto3"
enum_type { name: "CardKind"
  value { name: "CARD_KIND_UNSPECIFIED" number: 0 }
  value { name: "CARD_KIND_OPEN_HAND" number: 1 }
  value { name: "CARD_KIND_KING" number: 2 } }
message_type { name: "Card"
  field { name: "kind" number: 1 type: TYPE_ENUM type_name: ".codec_test.CardKind" label: LABEL_OPTIONAL }
  field { name: "cost" number: 2 type: TYPE_INT32 label: LABEL_OPTIONAL } }
message_type { name: "Hand"
  field { name: "size" number: 1 type: TYPE_UINT32 label: LABEL_OPTIONAL }
  field { name: "passed" number: 2 type: TYPE_BOOL label: LABEL_OPTIONAL proto3_optional: true oneof_index: 0 }
  field { name: "best" number: 3 type: TYPE_MESSAGE type_name: ".codec_test.Card" label: LABEL_OPTIONAL }
  field { name: "cards" number: 4 type: TYPE_MESSAGE type_name: ".codec_test.Card" label: LABEL_REPEATED }
  field { name: "kinds" number: 5 type: TYPE_ENUM type_name: ".codec_test.CardKind" label: LABEL_REPEATED }
  field { name: "values" number: 6 type: TYPE_UINT32 label: LABEL_REPEATED }
  field { name: "text" number: 7 type: TYPE_STRING label: LABEL_OPTIONAL }
  oneof_decl { name: "_passed" } }
"""


def hand_class() -> Any:
    file = text_format.Parse(CONTRACT, descriptor_pb2.FileDescriptorProto())
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("codec_test.Hand"))


Hand = hand_class()
U32 = st.integers(0, 2**32 - 1)
KINDS = st.sampled_from(["open_hand", "king"])
CARDS = st.fixed_dictionaries({"cost": st.integers(-(2**31), 2**31 - 1)}, optional={"kind": KINDS})
HANDS = st.fixed_dictionaries(
    {
        "size": U32,
        "cards": st.lists(CARDS),
        "kinds": st.lists(KINDS),
        "values": st.lists(U32),
        "text": st.text(),
    },
    optional={"passed": st.booleans(), "best": CARDS},
)
EMPTY = {"size": 0, "cards": [], "kinds": [], "values": [], "text": ""}


@given(HANDS)
def test_data_survive_the_wire(data: dict[str, Any]) -> None:
    wire = to_message(data, Hand).SerializeToString()
    assert to_plain(Hand.FromString(wire)) == data


def test_empty_message_has_scalars_and_lists_but_nothing_optional() -> None:
    assert to_plain(Hand()) == EMPTY


def test_none_is_a_missing_key() -> None:
    assert to_plain(to_message({"passed": None, "best": None}, Hand)) == EMPTY


def test_empty_inner_message_is_present() -> None:
    assert to_plain(to_message({"best": {}}, Hand))["best"] == {"cost": 0}


def test_false_is_not_absent() -> None:
    assert to_plain(to_message({"passed": False}, Hand))["passed"] is False


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"colour": 1}, "colour"),
        ({"size": -1}, "size"),
        ({"size": True}, "size"),
        ({"size": "3"}, "size"),
        ({"values": [1, 2**32]}, "values[1]"),
        ({"values": 3}, "values"),
        ({"kinds": ["king", "queen"]}, "kinds[1]"),
        ({"kinds": [["king"]]}, "kinds[0]"),
        ({"cards": [{"cost": 0}, {"price": 1}]}, "cards[1].price"),
        ({"best": []}, "best"),
        ({"text": 3}, "text"),
        ({"passed": 1}, "passed"),
    ],
)
def test_data_that_do_not_fit_are_named_by_their_path(data: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        to_message(data, Hand, "view")
    assert caught.value.path == f"view.{path}"


@pytest.mark.parametrize(
    ("message", "path"),
    [
        (Hand(kinds=[1, 0]), "kinds[1]"),
        (Hand(kinds=[7]), "kinds[0]"),
        (Hand(cards=[{}, {"kind": 9}]), "cards[1].kind"),
    ],
)
def test_enum_numbers_without_a_name_are_named_by_their_path(message: Message, path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        to_plain(message)
    assert caught.value.path == path


def test_lists_are_measured_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    message = VerraeterView()
    for _ in range(1000):
        message.players.add()
    monkeypatch.setattr(codec, "_read_one", None)  # nothing is read
    with pytest.raises(InvalidInput, match="has 1000 entries; no list may have more than") as caught:
        to_plain(message, "view")
    assert caught.value.path == "view.players"


def test_lists_in_lists_are_measured_together() -> None:
    message = VerraeterView()
    for _ in range(codec.LONGEST_LIST):
        message.players.add(hand=[1] * codec.LONGEST_LIST)
    with pytest.raises(InvalidInput, match="entries that a message may have") as caught:
        to_plain(message)
    assert caught.value.path.endswith("].hand")
