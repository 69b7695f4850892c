"""How places stand in a sentence of other languages: "in der Schweiz", "aux États-Unis", "nel Veneto", "no Porto".

A place is drawn whatever its article, so what stands before it has to be written anew: "in Frankreich", "en Italie".
`gathering` takes the words before a place into its mention where they depend on it, `Substitution` writes those of its
surrogate. `countries.txt` says which places take which article; it is our own list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple

from dp_gateway.mentions.agreement import elided
from dp_gateway.text.folding import fold

_LONGEST = 12
_NONE = "o"

# French words that lose a vowel before one, and what is then left of them.
_ELIDED = {"de": "d'", "que": "qu'"}
_SOUNDING = {"fr": (*_ELIDED, *_ELIDED.values()), "it": ("a", "ad")}
# "In den USA" is where somebody is, "in den Iran" where somebody goes.
_TWO_CASES = {"de": {"in den": ("p in", "m into")}, "fr": {"qu'": ("o than",), "d'": ("v from", "o from")}}

# In which case a Polish place stands behind a preposition.
_POLISH_CASES = {
    **dict.fromkeys(("w", "we", "przy", "o"), "loc"),
    **dict.fromkeys(("z", "ze", "do", "od", "koło", "obok", "spod", "dla"), "gen"),
    **dict.fromkeys(("pod", "nad", "za", "przed"), "ins"),
}
_POLISH = re.compile(rf"(?<![^\W_])(?:{'|'.join(_POLISH_CASES)})\s\Z", re.I)
_POLISH_SOUNDS = {
    "w": re.compile(r"[wf][^aeiouyąęó\W]", re.I),
    "z": re.compile(r"[zsżźś](?:[^aeiouyąęóizrc\W]|z[cdkptw])", re.I),
}
"""Before which sounds "w" is "we", and "z" is "ze"."""


class _Place(NamedTuple):
    """A place as it stands. `relation`: what the words before it say of it, a key of its table. `kind`: the class of
    its article.
    """

    relation: str
    kind: str


@cache
def _lines() -> list[list[str]]:
    """Language, class and what is listed of each line."""
    text = resources.files("dp_gateway.mentions").joinpath("countries.txt").read_text("utf-8")
    return [line.split(" ", maxsplit=2) for line in text.splitlines() if not line.startswith("#")]


@cache
def _tables() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """By language: what stands before a place of each class, by what it says of the place."""
    tables: dict[str, dict[str, dict[str, str]]] = {}
    for language, relation, forms in _lines():
        if relation.startswith("="):
            parted = (form.partition(" ") for form in forms.split("|"))
            tables.setdefault(language, {})[relation[1:]] = {kind: words for kind, _, words in parted}
    return tables


def _rows(language: str) -> tuple[tuple[str, str, str], ...]:
    """Class, countries and other places of each line of a language."""
    parted = ((kind, names.partition(";")) for of, kind, names in _lines() if of == language and kind[0] != "=")
    return tuple((kind, countries, others) for kind, (countries, _, others) in parted)


@cache
def _kinds(language: str) -> Mapping[str, str]:
    """The class of each place of the list, by its folded name."""
    return {fold(name): kind for kind, *both in _rows(language) for names in both for name in names.split("|") if name}


@cache
def _countries(language: str) -> frozenset[str]:
    return frozenset(fold(name) for _, names, _ in _rows(language) for name in names.split("|"))


@cache
def _readings(language: str) -> Mapping[str, tuple[_Place, ...]]:
    """What words before a place may say, in small letters."""
    found: dict[str, list[_Place]] = {}
    for relation, forms in _tables()[language].items():
        for kind, words in forms.items():
            found.setdefault(words, []).append(_Place(relation, kind))
    if language == "it":
        found["ad"] = found["a"]
    for words, only in _TWO_CASES.get(language, {}).items():
        found[words] = [_Place(relation, kind) for kind, relation in (one.split() for one in only)]
    return {words: tuple(places) for words, places in found.items()}


@cache
def _expression(language: str) -> re.Pattern[str]:
    words = sorted((one for one in _readings(language) if one), key=len, reverse=True)
    parts = (f"{re.escape(one[:-1])}['’]" if one[-1] == "'" else rf"{re.escape(one)}\s" for one in words)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(parts)})\Z", re.I)


# German streets have the gender of their last part.
_STREET = re.compile(
    r"(?:(?P<f>straße|strasse|str\.|gasse|allee|chaussee|zeile|promenade)"
    r"|(?P<m>weg|platz|ring|damm|steig|graben|markt|hof|wall)|(?P<n>ufer|gässchen))\s[0-9]"
    r"|\w{3}(?:(?P<f_alone>straße|strasse|gasse|allee|chaussee|promenade)|(?P<m_alone>weg|platz))\Z"
)


def _kind(place: str, language: str) -> str | None:
    """The class of a place; None where nothing is known of it."""
    kind = _kinds(language).get(fold(place))
    if kind is None and language == "de" and (street := _STREET.search(place.lower())) is not None:
        return (street.lastgroup or "")[:1]
    return kind


def is_country(place: str, language: str) -> bool:
    """Return whether a place is a country of the list."""
    return fold(place) in _countries(language)


def words_before(text: str, last: int, start: int, place: str, language: str) -> str:
    """Find the words before a place that depend on it; empty where they fit any place, and where nothing is known.
    `last`: where what stands before ends. `start`: where the place stands.
    """
    if language == "pl":
        before = _POLISH.search(text, max(last, start - _LONGEST), start)
        return before[0] if before else ""
    if language not in _tables():
        return ""
    found = _expression(language).search(text, max(last, start - _LONGEST), start)
    if found is None:
        return ""
    known = _kind(place, language) is not None
    bare = all(one.kind == _NONE for one in _readings(language)[_plain(found[0])])
    if bare and not known:
        # "De Lyon" may be "d'Angers", "a Roma" may be "ad Ancona".
        return found[0] if _plain(found[0]) in _SOUNDING.get(language, ()) else ""
    return "" if _read(found[0], place, language) is None else found[0]


def _plain(words: str) -> str:
    return words.rstrip().replace("’", "'").lower()


def _read(words: str, place: str, language: str) -> _Place | None:
    """What the words before a place say: by its own class, else as of a town, else with the first article."""
    readings = _readings(language).get(_plain(words), ())
    kind = _kind(place, language)
    if kind is not None:
        fitting = next((one for one in readings if one.kind == kind), None)
        # "A" before a town of Portuguese or Italian is no article.
        return fitting or next(
            (_Place(one.relation, kind) for one in readings if one.kind == _NONE and one.relation), None
        )
    if len({one.relation for one in readings}) > 1 and any(not one.relation for one in readings):
        # "A Copenhaga": whether that is an article, only the place would tell.
        return None
    # "De Lyon": what may stand before a town does, where no list knows the place.
    town = next((one for one in readings if one.kind == _NONE and one.relation), None)
    return town or next((one for one in readings if one.kind != _NONE), readings[0] if readings else None)


def words_for(words: str, original: str, drawn: str, language: str) -> str:
    """Return what stands before the surrogate of a place where `words` stand before the place. `words`: as
    `words_before` gives them.
    """
    if language == "pl":
        return _polish(words, drawn)
    read = _read(words, original, language)
    if read is None:
        return words
    relation = read.relation
    # "Die Hauptstadt der Schweiz" is that "von Frankreich".
    if language == "de" and relation == "" and _plain(words) in ("der", "des") and read.kind in ("f", "n"):
        relation = "of"
    new = _written(language, relation, drawn)
    return new[:1].upper() + new[1:] if words[:1].isupper() else new


def case_behind(words: str, language: str) -> str:
    """Tell the case in which a place stands behind words of Polish, a key of `forms.CASES`; empty in other languages.
    `words`: as `words_before` gives them.
    """
    return _POLISH_CASES[_plain(words)] if language == "pl" else ""


def _polish(words: str, drawn: str) -> str:
    """A Polish preposition before another place: "w Łodzi", "we Wrocławiu"."""
    plain = words.rstrip()
    sounds = _POLISH_SOUNDS.get(plain[0].lower()) if plain.lower() in ("w", "we", "z", "ze") else None
    if sounds is None:
        return words
    return f"{plain[0]}e " if sounds.match(drawn) else f"{plain[0]} "


def _written(language: str, relation: str, place: str) -> str:
    table = _tables()[language][relation]
    kind = _kind(place, language) or _NONE
    new = table.get(kind, table[_NONE])
    if language == "fr" and new in _ELIDED and elided(place):
        new = _ELIDED[new]
    if language == "it" and new == "a" and place[:1] in "Aa":
        new = "ad"
    return new if not new or new[-1] == "'" else f"{new} "


def pairs_of_place(words: str, original: str, drawn: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the surrogate behind other words than those of the request, each with the place as it stands there.
    `words`, `original`, `drawn`, `language`: as `words_for` has them.
    """
    read = _read(words, original, language) if language in _tables() else None
    if read is None:
        return
    for relation, forms in _tables()[language].items():
        new = _written(language, relation, drawn)
        old = forms.get(read.kind, forms[_NONE])
        old = old if not old or old[-1] == "'" else f"{old} "
        if relation and new != old:
            for one, other in ((new, old), (new[:1].upper() + new[1:], old[:1].upper() + old[1:])):
                yield one + drawn, other + original
