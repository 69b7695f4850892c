"""Writes `places.txt`: the largest towns, by the code of their country, from the lexicon's own phrases.

    python -m dp_gateway.detection.public.make

The phrases come from GeoNames (CC BY 4.0), the largest towns first; the codes from `references.txt`.
"""

from __future__ import annotations

from dp_gateway.detection.public.lists import FOLDER, country_codes
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import read_data

_MOST = 4000
_HEAD = "# The largest towns by country: GeoNames (CC BY 4.0). Written by make.py.\n"


def main() -> None:
    """Write the file anew."""
    data, codes = read_data(), country_codes()
    towns: dict[str, list[str]] = {}
    for town, country in list(zip(data.types["CITY"], data.contexts["CITY"], strict=True))[:_MOST]:
        if code := codes.get(fold(country)):
            towns.setdefault(code, []).append(town)
    lines = (f"{code}: {', '.join(listed)}\n" for code, listed in sorted(towns.items()))
    (FOLDER / "places.txt").write_text(_HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
