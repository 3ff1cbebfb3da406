"""The deployment files say what the service understands. Docker and Kubernetes themselves are not run here."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from eminence.server.config import Config
from eminence.server.metrics import Metrics

DEPLOY = Path(__file__).parents[2] / "deploy"
SETTINGS = {f"EMINENCE_{one.name.upper()}" for one in fields(Config)}


def test_every_variable_in_the_files_is_a_setting() -> None:
    named = {
        name
        for path in DEPLOY.iterdir()
        for name in re.findall(r"\bEMINENCE_[A-Z_]*[A-Z]\b", path.read_text(encoding="utf-8"))
    }
    assert named
    assert named <= SETTINGS


def test_settings_file_loads() -> None:
    config = Config.load(environment={}, file=DEPLOY / "eminence.toml")
    assert (config.web, config.anonymous_calls) == ("on", 16)


def test_kubernetes_manifest_is_valid() -> None:
    documents = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))
    assert [one["kind"] for one in documents] == ["Deployment", "Service", "PodDisruptionBudget"]
    for document in documents:
        kubernetes_validate.validate(document, "1.31", strict=True)


def test_compose_runs_two_replicas_behind_the_proxy() -> None:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    proxied = set(re.findall(r"server (\w+):\d+", (DEPLOY / "nginx.conf").read_text()))
    assert proxied == set(services) - {"proxy"}
    assert len(proxied) == 2


def test_every_stop_waits_longer_than_the_grace() -> None:
    grace = Config().grace_ms / 1000
    stops = [
        re.search(pattern, (DEPLOY / name).read_text())
        for name, pattern in (
            ("eminence.service", r"TimeoutStopSec=(\d+)"),
            ("kubernetes.yaml", r"terminationGracePeriodSeconds: (\d+)"),
            ("compose.yaml", r"stop_grace_period: (\d+)s"),
        )
    ]
    assert all(stop and int(stop[1]) > grace for stop in stops)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd: apt-get install systemd")
def test_systemd_unit_is_valid(tmp_path: Path) -> None:
    unit = tmp_path / "eminence.service"
    unit.write_text(
        re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", (DEPLOY / "eminence.service").read_text())
    )
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert "eminence.service" not in done.stderr, done.stderr


def test_dashboard_shows_figures_that_exist() -> None:
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    asked = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    metrics = Metrics()
    known = {name for family in metrics.registry.collect() for name in (family.name, f"{family.name}_total")}
    known |= {f"{name}_bucket" for name in known}
    known |= {f"eminence_{name}" for name in ("slots", "slots_free", "waiting", "calls_in_progress")}
    assert set(re.findall(r"\beminence_\w+|\bprocess_\w+", asked)) <= known
