"""How settings are read and written: TOML, tables that refuse unknown fields, errors that name a field and no value.

Policies, budgets, plans of tables, the judge, the second step and the server's settings use it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast, get_args

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from dp_gateway.errors import ConfigurationError, InputError, did_you_mean

_UNKNOWN = "there is no such setting"


class _Misspelt(ValueError):
    """A setting that nobody knows, and that is written like a known one. `near`: asks for that."""

    def __init__(self, near: str) -> None:
        super().__init__(f"{_UNKNOWN}; {near.rstrip()}")
        self.near = near


class Table(BaseModel):
    """Settings that stand together; a field that nobody knows is an error, and so is a number that is none. Raises
    ConfigurationError: a setting cannot be used; the message names it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    # Type checkers go on reading the fields of each table.
    if not TYPE_CHECKING:

        def __init__(self, /, **settings: Any) -> None:
            try:
                super().__init__(**settings)
            except ValidationError as error:
                own, place = type(self), type(self).place_of(error, settings)
                raise refused(error, own.__name__, hint=f"see: help({own.__name__})", field=place) from None

        # Tables inside of others are made without it, so that their errors keep their places.
        __init__.__pydantic_base_init__ = True

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Copy a table with some settings changed, which are checked as those of a new one. `update`: settings by name.
        `deep`: copy what the settings hold, too.
        """
        copied = super().model_copy(deep=deep)
        if not update:
            return copied
        return type(self)(**{**{name: getattr(copied, name) for name in type(self).model_fields}, **update})

    @classmethod
    def place_of(cls, error: ValidationError, given: Mapping[str, Any]) -> str:
        """Return where the first error of some settings stands, without a word of the user's. `given`: the settings."""
        del given
        return ".".join(map(str, error.errors(include_input=False, include_url=False)[0]["loc"]))

    @model_validator(mode="before")
    @classmethod
    def _near(cls, data: object) -> object:
        """Answer an unknown setting with the known one that is written like it, in Python as in files; refuse texts and
        truth values where a number belongs.
        """
        for name, value in cast(dict[str, object], data).items() if isinstance(data, dict) else ():
            known = cls.model_fields.get(name)
            if known is None and (near := did_you_mean(str(name), cls.model_fields)):
                raise _first(cls, name, "value_error", error=_Misspelt(near))
            wanted = {known.annotation, *get_args(known.annotation)} & {int, float} if known else ()
            if wanted and isinstance(value, str | bool):
                raise _first(cls, name, "int_type" if int in wanted else "float_type")
        return cast(object, data)


def _first(table: type[Table], name: str, kind: Any, **context: Any) -> ValidationError:
    """The error of one setting."""
    return ValidationError.from_exception_data(
        table.__name__, [{"type": kind, "loc": (name,), "input": None, "ctx": context}]
    )


def read_toml(path: Path, *, missing: str, mend: str) -> dict[str, Any]:
    """Read the settings of a file, unchecked. Raises InputError where it cannot be read. Raises ConfigurationError
    where it is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        hint = missing if isinstance(error, FileNotFoundError) else f"name a file that you may read: ls -ld {path}"
        raise InputError(f"{path} cannot be read: {error.strerror}", hint=hint) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        # A TOML error says where it is, and shows nothing of a key or of a sensitive list.
        where = str(error).rpartition("(")[2].rstrip(")") if isinstance(error, tomllib.TOMLDecodeError) else "not UTF-8"
        raise ConfigurationError(f"{path} is not TOML: {where}", hint=mend) from None


def toml_value(value: object) -> str:
    """Write a value as it is written in TOML: a string, number, boolean or date, or a list or table of such."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        items = cast(Mapping[str, object], value).items()
        inside = ", ".join(f"{key} = {toml_value(item)}" for key, item in items)
        return f"{{{f' {inside} ' if inside else ''}}}"
    # JSON's strings and lists are TOML's, but for one control character and for what JSON escapes as two halves.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def refused(error: ValidationError, *places: str, hint: str, field: str | None = None) -> ConfigurationError:
    """Make the error that tells the first error of a table in our words.

    Args:
        error: of pydantic.
        places: where the table stands: its file, its name.
        hint: what to do next; a known setting that is written like the unknown one goes before it.
        field: the name of the field, where its own would tell a value.
    """
    first = error.errors(include_url=False)[0]
    said = _SAID.get(first["type"], first["msg"].removeprefix("Value error, "))
    named = ".".join(map(str, first["loc"])) if field is None else field
    context = first.get("ctx", {})
    if isinstance(wrong := context.get("error"), _Misspelt):
        said, hint = _UNKNOWN, f"{wrong.near}{hint}"
    if first["type"] == "literal_error":
        hint = did_you_mean(str(first["input"]), re.findall(r"'([^']+)'", context["expected"])) + hint
    return ConfigurationError(": ".join(filter(None, (*places, named, said))), hint=hint)


_TABLE = "a table with settings of its own belongs here, not a value"
_SAID = {
    "extra_forbidden": _UNKNOWN,
    "model_type": _TABLE,
    "dict_type": _TABLE,
    "float_type": "a number belongs here",
    "int_type": "a whole number belongs here",
}
"""Where pydantic's words speak of Python."""
