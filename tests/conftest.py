from __future__ import annotations

from collections.abc import Iterator

import pytest
from service_process import serving


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that runs as users run it."""
    with serving(tmp_path_factory.mktemp("service") / "keys") as listening:
        yield listening["address"]
