"""How settings are read and written: TOML, tables that refuse unknown fields, errors that name a field and no value.

Policies, budgets, plans of tables, the judge, the second step and the server's settings use it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from dp_gateway.errors import ConfigurationError, InputError

__all__ = ["Table", "read_toml", "refused", "toml_value"]


class Table(BaseModel):
    """Settings that stand together; a field that nobody knows is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


def read_toml(path: Path, *, missing: str, mend: str) -> dict[str, Any]:
    """The settings of a file, unchecked.

    Args:
        path: of the file.
        missing, mend: what to do where it cannot be read, and where it is not TOML.

    Raises:
        InputError: it cannot be read.
        ConfigurationError: it is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", hint=missing) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        # A TOML error says where it is, and shows nothing of a key or of a sensitive list.
        where = str(error).rpartition("(")[2].rstrip(")") if isinstance(error, tomllib.TOMLDecodeError) else "not UTF-8"
        raise ConfigurationError(f"{path} is not TOML: {where}", hint=mend) from None


def toml_value(value: object) -> str:
    """A value as it is written in TOML: a string, number, boolean or date, or a list or table of such."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        items = cast(Mapping[str, object], value).items()
        inside = ", ".join(f"{key} = {toml_value(item)}" for key, item in items)
        return f"{{{f' {inside} ' if inside else ''}}}"
    # JSON's strings and lists are TOML's, but for one control character and for what JSON escapes as two halves.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def refused(error: ValidationError, *places: str, hint: str, field: str | None = None) -> ConfigurationError:
    """The first error of a table in our words.

    Args:
        error: of pydantic.
        places: where the table stands: its file, its name.
        hint: what to do next.
        field: the name of the field, where its own would tell a value.
    """
    first = error.errors(include_input=False, include_url=False)[0]
    said = "there is no such setting" if first["type"] == "extra_forbidden" else first["msg"]
    named = ".".join(map(str, first["loc"])) if field is None else field
    return ConfigurationError(": ".join(filter(None, (*places, named, said.removeprefix("Value error, ")))), hint=hint)
