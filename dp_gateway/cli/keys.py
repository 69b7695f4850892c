"""Keys of repeatable draws on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from dp_gateway.randomness import Secret

__all__ = ["default_key_file", "read_key"]


def default_key_file() -> Path:
    """See `dp_gateway.policy`, which is imported where a default is needed: it brings pydantic along."""
    from dp_gateway import policy

    return policy.default_key_file()


def read_key(path: Path | None) -> Secret:
    """The secret in a file (None: the default one); created, with mode 0600, where there is none."""
    from dp_gateway.randomness import Secret

    chosen = path or default_key_file()
    created = not chosen.exists()
    if path is None and created:
        chosen.parent.mkdir(parents=True, exist_ok=True)
    secret = Secret.from_file(chosen)
    if created:
        click.echo(f"created the key file {chosen}: keep it, and keep it private", err=True)
    return secret
