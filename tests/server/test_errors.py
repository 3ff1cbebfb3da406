from pathlib import Path

import grpc
import pytest

from eminence.cext.core.errors import IllegalMove, InvalidInput
from eminence.server import errors
from eminence.server.errors import REASONS, ServiceError, service_error, under

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_the_status_that_the_contract_and_the_docs_state(reason: str) -> None:
    status = ServiceError(reason, "").code.name
    contract = (ROOT / "proto/eminence/v1/error_reason.proto").read_text(encoding="utf-8")
    before = contract[: contract.index(f"ERROR_REASON_{reason} =")]
    comment = " ".join(before[before.rindex("\n\n") :].replace("//", " ").split())
    assert f"Status {status}" in comment
    docs = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    assert f"| `{reason}` | `{status}` |" in docs


def test_what_nobody_foresaw_says_nothing_about_itself() -> None:
    error = service_error(KeyError("secret"), "id-1")
    assert (error.reason, error.metadata) == ("INTERNAL", {"request_id": "id-1"})
    assert "secret" not in error.message


def test_input_errors_keep_their_paths() -> None:
    assert service_error(InvalidInput("a.b[1]", "is wrong"), "").path == "a.b[1]"
    assert service_error(IllegalMove("move", "no"), "").reason == "ILLEGAL_MOVE"


def test_under_puts_a_path_in_front() -> None:
    with pytest.raises(IllegalMove) as caught, under("position.view"):
        raise IllegalMove("players[2].hand", "no")
    assert caught.value.path == "position.view.players[2].hand"
    with pytest.raises(InvalidInput) as caught_bare, under("position.view"):
        raise InvalidInput("", "no")
    assert caught_bare.value.path == "position.view"


def test_long_messages_are_cut_to_fit_into_headers() -> None:
    status = errors.status_of(ServiceError("UNKNOWN_GAME", "x" * 100_000, metadata={"game": "y" * 100_000}))
    assert status.code == grpc.StatusCode.NOT_FOUND.value[0]
    assert status.ByteSize() < 2000
