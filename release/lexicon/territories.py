"""Names of countries in the languages that are read, by their codes: what tells detection that "Frankreich" is FR.

Run as a module, it writes `dp_gateway/detection/languages/territories.txt` from Unicode CLDR (through Babel): language,
code and names, a line each.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from dp_gateway.detection.languages import places
from dp_gateway.public.lists import refers
from dp_gateway.vocabulary.lexicon.data import CODES
from dp_gateway.vocabulary.lexicon.forms import forms

__all__ = ["territories"]


def territories(language: str) -> Iterator[tuple[str, str]]:
    """The countries of the public list: its code, and the names in a language, Polish ones in all their cases."""
    babel: Any = import_module("babel")
    english, own = babel.Locale("en").territories, babel.Locale(language).territories
    for code, name in sorted(own.items()):
        known = [one.code for one in refers(english.get(code, "")) if one.kind == "country"]
        if known and name:
            names = {name, *(forms(name, "place", "", language).values() if language == "pl" else ())}
            yield known[0], "|".join(sorted(names))


def main() -> None:
    """Write the file."""
    rows = [f"{language} {code} {names}" for language in CODES for code, names in territories(language)]
    head = "# Countries by their names in other languages: language, code, names. Unicode CLDR, Unicode License v3.\n"
    Path(places.__file__).with_name("territories.txt").write_text(head + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
