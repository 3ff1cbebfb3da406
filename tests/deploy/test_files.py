"""The deployment files say what the service understands. Docker and Kubernetes themselves are not run here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from packaging.requirements import Requirement

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


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd: apt-get install systemd")
def test_systemd_unit_leaves_little_exposed() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=30", DEPLOY / "eminence.service"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-500:]


def test_images_are_named_by_digest() -> None:
    named = re.findall(r"^FROM (\S+)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    named += re.findall(r"image: (\S+)", (DEPLOY / "compose.yaml").read_text())
    assert len(named) == 3
    assert all(re.search(r"@sha256:[0-9a-f]{64}$", name) for name in named)


def test_lock_file_names_everything_that_the_image_installs() -> None:
    lines = (DEPLOY / "requirements.lock").read_text().splitlines()
    locked = dict(line.split("==") for line in lines if not line.startswith("#"))
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(one for name in ("web", "otel", "store") for one in extras[name])]
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(locked[requirement.name.lower()]), requirement


def test_secrets_beside_the_files_are_ignored() -> None:
    for name in (".gitignore", ".dockerignore"):
        assert "deploy/*.keys" in (DEPLOY.parent / name).read_text()


def test_pods_can_do_little_and_strangers_get_a_share() -> None:
    pod = next(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    environment = {one["name"]: one["value"] for one in container["env"]}
    assert int(environment["EMINENCE_ANONYMOUS_CALLS"]) > 0
    assert int(environment["EMINENCE_ANONYMOUS_CPU_MS"]) > 0


def test_health_check_of_the_image_tells_a_healthy_service(service: str) -> None:
    environment = os.environ | {"EMINENCE_PORT": service.rpartition(":")[2]}
    check = [sys.executable, str(DEPLOY / "healthcheck.py")]
    assert subprocess.run(check, env=environment, check=False).returncode == 0
    environment["EMINENCE_PORT"] = "1"
    assert subprocess.run(check, env=environment, check=False, capture_output=True).returncode != 0


def test_dashboard_shows_figures_that_exist() -> None:
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    asked = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    metrics = Metrics()
    known = {name for family in metrics.registry.collect() for name in (family.name, f"{family.name}_total")}
    known |= {f"{name}_bucket" for name in known}
    known |= {f"eminence_{name}" for name in ("slots", "slots_free", "waiting", "calls_in_progress")}
    assert set(re.findall(r"\beminence_\w+|\bprocess_\w+", asked)) <= known
