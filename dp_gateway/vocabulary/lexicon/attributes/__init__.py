"""What public lists say of the phrases of the lexicon: the attributes that a policy may keep of a place, an
organisation, a job or a group (`keep` of a rule).

An attribute is a function of the phrase alone, so that it is known for phrases of a user's own too, and what a
surrogate keeps is a class that the certificate names. Whoever keeps an attribute publishes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

from dp_gateway.vocabulary.lexicon.attributes.fields import field_of
from dp_gateway.vocabulary.lexicon.attributes.peoples import of_group
from dp_gateway.vocabulary.lexicon.attributes.places import of_country, of_region, of_town
from dp_gateway.vocabulary.lexicon.attributes.trades import line_of, trade_of

__all__ = ["COARSE_TO_FINE", "attributes_of", "lists_fingerprint"]


def _one(name: str, of_phrase: Callable[[str], str], phrase: str) -> Mapping[str, str]:
    return {name: f"{name}: {of_phrase(phrase)}"}


def _of_organization(phrase: str) -> Mapping[str, str]:
    line = line_of(phrase)
    return {**_one("trade", trade_of, phrase), **({"line": f"line: {line}"} if line else {})}


_OF: dict[str, Callable[[str], Mapping[str, str]]] = {
    "CITY": of_town,
    "REGION": of_region,
    "COUNTRY": of_country,
    "ORGANIZATION": _of_organization,
    "JOB_TITLE": partial(_one, "field", field_of),
    "NRP": of_group,
}

COARSE_TO_FINE: dict[str, tuple[str, ...]] = {
    "CITY": ("continent", "country", "region", "size"),
    "REGION": ("continent", "country", "size"),
    "COUNTRY": ("continent", "language", "bloc"),
    "ORGANIZATION": ("trade", "line"),
    "JOB_TITLE": ("field",),
    "NRP": ("kind", "continent"),
}
"""The attributes of each lexicon type; where a class has too few members, the last of them is given up first."""


def attributes_of(lexicon_type: str, phrase: str) -> Mapping[str, str]:
    """What is known of a phrase, in words, by attribute; nothing of a phrase or type that the lists do not have."""
    read = _OF.get(lexicon_type)
    return read(phrase) if read else {}


@cache
def lists_fingerprint() -> str:
    """Hash of the lists and of the rules that read them: what was worked out from others is made anew."""
    files = (file for file in Path(__file__).parent.iterdir() if file.suffix in (".py", ".xz"))
    return sha256(b"".join(sha256(file.read_bytes()).digest() for file in sorted(files))).hexdigest()
