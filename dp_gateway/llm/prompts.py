"""Prompt templates: Markdown files with the sections `## system` and `## user` and placeholders such as `{phrase}`.

They are looked up in the installed package and then in the checkout it is run from, never in the current directory.
What stands before the first section is for readers and is not sent. A placeholder is a lower-case name in braces; any
other brace is text, so that a template can show JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.llm.messages import Composed, Message, Public, Role
from dp_gateway.text.types import SanitizedText

_PACKAGE = Path(__file__).parent.parent
_PLACEHOLDER = re.compile(r"\{([a-z][a-z_]*)\}")
_SECTION = re.compile(r"^## (system|user|assistant)[ \t]*$", re.MULTILINE)
_NAME = re.compile(r"[a-z][a-z0-9_-]*")


class Template:
    """The messages of one prompt, with places to fill.

    Args:
        name: for messages.
        text: the content of the file.

    Attributes:
        placeholders: names to fill.

    Raises:
        InputError: there is no section.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._sections = list(_sections(text))
        if not self._sections:
            raise InputError(
                f"the prompt template {name} has no section", hint="head its parts with `## system` and `## user`"
            )
        self.placeholders = frozenset(_PLACEHOLDER.findall("".join(body for _, body in self._sections)))

    def fill(self, **values: object) -> list[Message[str]]:
        """Make the messages, each placeholder replaced by its value; braces in values stay as they are.

        Raises:
            ConfigurationError: a value is missing, or there is no place for it.
        """
        self._check(values)
        return [
            Message(role, _PLACEHOLDER.sub(lambda found: str(values[found[1]]), body)) for role, body in self._sections
        ]

    def compose(self, **values: Public | SanitizedText) -> list[Message[Composed]]:
        """Make the messages for a remote model: the template is public, and so is or sanitized what stands in its
        places.

        Raises:
            ConfigurationError: see `fill`.
        """
        self._check(values)
        return [
            Message(
                role,
                # The pattern has one group: what it matched stands at every second place.
                Composed(
                    tuple(
                        values[piece] if at % 2 else Public(piece) for at, piece in enumerate(_PLACEHOLDER.split(body))
                    )
                ),
            )
            for role, body in self._sections
        ]

    def _check(self, values: dict[str, Any]) -> None:
        if self.placeholders != values.keys():
            missing, unknown = sorted(self.placeholders - values.keys()), sorted(values.keys() - self.placeholders)
            raise ConfigurationError(
                f"the prompt template {self.name} was given no {missing}, and has no place for {unknown}",
                hint=f"fill exactly: {', '.join(sorted(self.placeholders)) or 'nothing'}",
            )


def load(name: str) -> Template:
    """Load a template of this package.

    Args:
        name: file name without `.md`.

    Raises:
        ConfigurationError: there is no template of that name.
        InputError: its file cannot be read.
    """
    if not _NAME.fullmatch(name):
        raise ConfigurationError(
            "a prompt template is named by lower-case letters, digits, - and _", hint=f"choose one of: {_known()}"
        )
    for folder in _folders():
        file = folder / f"{name}.md"
        if file.is_file():
            try:
                return Template(name, file.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError):
                raise InputError(
                    f"the prompt template {name} cannot be read", hint="install the package again: pip install -I ..."
                ) from None
    raise ConfigurationError(f"there is no prompt template {name}", hint=f"choose one of: {_known()}")


def _folders() -> Iterator[Path]:
    yield _PACKAGE / "_prompts"
    # Beside an installed package, `prompts` would be somebody else's.
    if (_PACKAGE.parent / "pyproject.toml").is_file():
        yield _PACKAGE.parent / "prompts"


def _known() -> str:
    return (
        ", ".join(sorted({file.stem for folder in _folders() for file in folder.glob("*.md")})) or "none is installed"
    )


def _sections(text: str) -> Iterator[tuple[Role, str]]:
    marks = list(_SECTION.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for mark, end in zip(marks, ends, strict=False):
        role: Role = "system" if mark[1] == "system" else "user" if mark[1] == "user" else "assistant"
        yield role, text[mark.end() : end].strip()
