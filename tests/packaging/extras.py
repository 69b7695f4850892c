"""Each extra alone in an empty environment: it installs, what it serves works, and what it lacks is told (`make extras`).

    python tests/packaging/extras.py [NAME ...]

Needs a package index; the index and lexicon are taken from DP_GATEWAY_HOME where they are there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_BAR = 150
"""Megabytes of packages that a plain install may take."""

_SANITIZE = (
    "from dp_gateway import Gateway, Sanitizer, Secret; key = Secret(bytes(32));"
    "assert 'Kowalski' not in Gateway('entities', key=key).sanitize('I am Anna Kowalski.').text;"
    "Sanitizer(mechanism='stairtext', epsilon=6).sanitize('the nurse sleeps');"
)

CHECKS = {
    "": _SANITIZE,
    "accounting": "import dp_gateway.budget, dp_accounting",
    "batches": "import dp_gateway.server.kept_uploads, cryptography, python_multipart",
    "demo": "import dp_gateway.server.demonstration, dp_gateway.cli.chat, xllamacpp",
    "evaluation": "import dp_gateway.attacks.page, dp_gateway.evaluation.metrics.generated_text, sklearn, matplotlib, faiss",
    "kept": "import dp_gateway.server.kept, cryptography",
    "langchain": "import dp_gateway_langchain as parts; parts.PrivateChatModel; parts.PrivacyMiddleware",
    "litellm": "import dp_gateway_litellm, litellm, fastapi",
    "openai": "from dp_gateway_openai import PrivateOpenAI; PrivateOpenAI(api_key='none', policy='mask')",
    "otel": "import opentelemetry.sdk",
    "postgres": "import dp_gateway.budget.postgres, psycopg",
    "presidio": "import presidio_analyzer",
    "ray": "import dp_gateway_ray, ray.data",
    "redis": "import dp_gateway.budget.redis, redis",
    "server": "import dp_gateway.server.run, dp_gateway.server.playground; from dp_gateway.server.settings import Settings; Settings()",
    "spacy": "import spacy, dp_gateway.detection.spacy_ner",
    "tables": "import dp_gateway.tables.sources, pyarrow",
}
"""By extra, code that fails where it does not bring what it should."""


def main(names: list[str]) -> int:
    """Try the extras of these names, or all of `CHECKS`; print what each takes. The number that failed."""
    failed = 0
    for name in names or list(CHECKS):
        with tempfile.TemporaryDirectory() as folder:
            size, packages, fault = _try(name, Path(folder))
        failed += bool(fault)
        print(f"{name or 'plain':24}{packages:5} packages {size:7.0f} MB  {fault or 'works'}", flush=True)
        if not name and size > _BAR:
            print(f"{'':24}the bar of {_BAR} MB is missed by {size - _BAR:.0f} MB", flush=True)
    return failed


def _try(name: str, folder: Path) -> tuple[float, int, str]:
    venv.create(folder / "env", with_pip=False)
    python = folder / "env/bin/python"
    wanted = f"{_ROOT}[{name}]" if name else str(_ROOT)
    installer = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*installer, wanted], check=True)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [python, "-c", CHECKS[name]], env=environment, cwd=folder, capture_output=True, text=True, check=False
    )
    (site,) = (folder / "env/lib").glob("python*/site-packages")
    size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file()) / 1e6
    return size, len(list(site.glob("*.dist-info"))), done.stderr.strip().rpartition("\n")[2] if done.returncode else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
