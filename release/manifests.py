"""Writes deploy/kubernetes from the Helm chart and its default values (`python -m release.manifests`).

The chart keeps to four forms of Helm's template language, so that the plain manifests need no Helm: a value, a value
quoted, a value as indented YAML, a value as indented text. Another form is an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import indent
from typing import Any

import yaml

__all__ = ["CHART", "PLAIN", "render"]

_DEPLOY = Path(__file__).parents[1] / "deploy"
CHART = _DEPLOY / "helm/dp-gateway"
PLAIN = _DEPLOY / "kubernetes"

_ACTION = re.compile(r"(?:(\s*)\{\{-|\{\{) (.*?) \}\}")
_INDENTED = re.compile(r"(toYaml )?\.Values\.([\w.]+) \| nindent (\d+)")
_PLAIN = re.compile(r"\.Values\.([\w.]+)( \| quote)?")


def render(template: str, values: Mapping[str, Any]) -> str:
    """A template with values filled in.

    Raises:
        ValueError: it holds an action of another form.
    """

    def value(path: str) -> Any:
        found: Any = values
        for part in path.split("."):
            found = found[part]
        return found

    def fill(match: re.Match[str]) -> str:
        action = match[2]
        if plain := _PLAIN.fullmatch(action):
            found = value(plain[1])
            return (match[1] or "") + (json.dumps(found) if plain[2] else str(found))
        if indented := _INDENTED.fullmatch(action):
            found = value(indented[2])
            text = yaml.safe_dump(found, sort_keys=False) if indented[1] else str(found)
            return "\n" + indent(text.rstrip("\n"), " " * int(indented[3]))
        raise ValueError(f"the chart uses {action!r}, which the plain manifests are not made with")

    return _ACTION.sub(fill, template)


def rendered() -> dict[str, str]:
    """The plain manifests by file name."""
    values = yaml.safe_load((CHART / "values.yaml").read_text())
    files = sorted((CHART / "templates").glob("*.yaml"))
    return {file.name: render(file.read_text(), values) for file in files}


if __name__ == "__main__":
    PLAIN.mkdir(parents=True, exist_ok=True)
    for name, text in rendered().items():
        (PLAIN / name).write_text(text)
