"""Jobs, nationalities and faiths of languages other than English, each in the forms that agree with a person.

Detection asks which words of a text are one of them (`words_of`), surrogates draw another one and write it in the same
form (`agreeing_pools`). The lists are our own, a file a language in the folder beside this module; what is regular
follows the rules of a grammar below, and stands in the list where it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dp_gateway.text.folding import fold
from dp_gateway.text.lists import sections

_FOLDER = Path(__file__).with_name("agreeing")
_ONLY_WOMEN = " woman"
_FEMININE, _PLURAL, _WOMEN = "feminine", "plural", "feminine plural"

Forms = Mapping[str, str]
"""A word by its form: the empty key is the word as a list has it, of a man where it tells."""


class Word(NamedTuple):
    """A form of a listed word.

    Attributes:
        pool: the list: "JOB", "NATION", "NATION_ADJECTIVE", "PEOPLE", "FAITH", "FAITH_ADJECTIVE", "FAITH_PERSON",
            "VIEW".
        lemma: the word as the list has it.
        form: a key of `forms_in`.
    """

    pool: str
    lemma: str
    form: str


@cache
def agreeing_pools(code: str) -> Mapping[str, Mapping[str, Forms]]:
    """Return the forms of each word, by list and word.

    "JOB woman" has what only women are called, and "JOB read" what says too little to be drawn ("Mitarbeiter");
    "JOB rare", and the words of other lists that are read, are not drawn either.
    """
    pools: dict[str, dict[str, Forms]] = {}
    for kind, line in sections((_FOLDER / f"{code}.txt").read_text(encoding="utf-8")):
        current = pools.setdefault(kind, {})
        for entry in line.split():
            given = [part.replace("_", " ") for part in entry.split("/")]
            current[given[0]] = _forms(code, kind, given)
    return pools


@cache
def forms_in(code: str, pool: str, lemma: str) -> Forms:
    """Return the forms of a listed word; the word alone where the list has none of that name."""
    pools = agreeing_pools(code)
    lists = (pools.get(name, {}) for name in (pool, f"{pool} read", f"{pool} rare", f"{pool} woman"))
    return next((words[lemma] for words in lists if lemma in words), {"": lemma})


@cache
def words_of(code: str) -> Mapping[str, Word]:
    """Find what each folded form of a listed word is a form of, the first where there are several."""
    found: dict[str, Word] = {}
    for pool, words in agreeing_pools(code).items():
        for lemma, forms in words.items():
            for form, written in forms.items():
                found.setdefault(fold(written), Word(pool.partition(" ")[0], lemma, form))
    return found


def _forms(code: str, kind: str, given: list[str]) -> Forms:
    """The forms of an entry, those that stand in the list before those of the rules."""
    if kind.endswith(_ONLY_WOMEN):
        cases = _polish(given[0], given[0]) if code == "pl" else ()
        return {_FEMININE: given[0]} | {form: written for form, written in cases if form.startswith(_FEMININE)}
    adjective = kind.partition(" ")[0].endswith("_ADJECTIVE")
    if code in ("zh", "ja", "hi"):
        return dict(_short(code, given[0]))
    if code == "ar":
        return dict(_arabic(given[0]))
    if code == "pl":
        return dict(_polish_adjective(given[0]) if adjective else _polish(*given))
    if adjective:
        return dict(_german_adjective(given[0]) if code == "de" else _dutch_adjective(*given))
    rule = {"de": _german, "nl": _dutch}.get(code) or _ROMANCE[code]
    regular = rule(given[0], given[1] if len(given) > 1 else "")
    listed = dict(zip(("", _FEMININE, _PLURAL, _WOMEN), given, strict=False))
    return {form: written for form, written in (regular | listed).items() if written}


def _short(code: str, word: str) -> Iterator[tuple[str, str]]:
    yield "", word
    # Behind "nationality:" the country stands alone.
    if code in ("zh", "ja") and word.endswith("人"):
        yield "of the country", word.removesuffix("人")


def _german(man: str, woman: str) -> dict[str, str]:
    weak = ""
    if man.endswith("mann"):
        stem = man.removesuffix("mann")
        woman, plural, women = f"{stem}frau", f"{stem}leute", f"{stem}frauen"
    elif man.endswith("er"):
        woman, plural, women = woman or f"{man}in", man, f"{man}innen"
    elif man.endswith("e"):
        woman, plural = woman or f"{man[:-1]}in", f"{man}n"
        women, weak = f"{woman}nen", plural
    elif man.endswith(("ist", "ent", "ant", "and", "oge", "aut", "graf", "at", "it", "ot")) or man.endswith("ik"):
        woman, plural = woman or f"{man}in", f"{man}en"
        women, weak = f"{woman}nen", plural
    elif man.endswith("or"):
        woman, plural = woman or f"{man}in", f"{man}en"
        women = f"{woman}nen"
    else:
        woman, plural = woman or f"{man}in", f"{man}e"
        women = f"{woman}nen"
    return {"": man, _FEMININE: woman, _PLURAL: plural, _WOMEN: women} | ({"declined": weak} if weak else {})


def _german_adjective(stem: str) -> Iterator[tuple[str, str]]:
    yield "", stem
    for ending in ("e", "er", "es", "en", "em"):
        yield f"ending in -{ending}", stem + ending


def _dutch(man: str, woman: str) -> dict[str, str]:
    plural = man + ("s" if man.endswith(("er", "el", "en", "aar", "or", "je", "e", "eur", "ant")) else "en")
    if man.endswith(("eur", "ant", "ent")):
        plural = man + ("s" if man.endswith("eur") else "en")
    return {"": man, _FEMININE: woman or man, _PLURAL: plural}


def _dutch_adjective(plain: str, inflected: str = "") -> Iterator[tuple[str, str]]:
    yield "", plain
    yield "inflected", inflected or f"{plain}e"


def _french(man: str, woman: str) -> dict[str, str]:
    if not woman:
        ends = {"er": "ère", "ien": "ienne", "éen": "éenne", "on": "onne", "eur": "euse", "f": "ve", "x": "se"}
        for ending, feminine in ends.items():
            if man.endswith(ending):
                woman = man.removesuffix(ending) + feminine
                break
        else:
            woman = man if man.endswith(("e", "cadre")) else f"{man}e"
    return {"": man, _FEMININE: woman, _PLURAL: _french_plural(man), _WOMEN: _french_plural(woman)}


def _french_plural(word: str) -> str:
    first, _, rest = word.partition(" ")
    if rest and " " not in rest and "'" not in rest and not rest.endswith("s"):
        rest += "s"
    return (first if first.endswith(("s", "x")) else f"{first}s") + (f" {rest}" if rest else "")


def _spanish(man: str, woman: str) -> dict[str, str]:
    if not woman:
        ends = {"és": "esa", "án": "ana", "ín": "ina", "ón": "ona", "ol": "ola", "or": "ora", "ún": "una"}
        woman = man
        if man.endswith("o"):
            woman = f"{man[:-1]}a"
        for ending, feminine in ends.items():
            if man.endswith(ending) and " " not in man:
                woman = man.removesuffix(ending) + feminine
    return {"": man, _FEMININE: woman, _PLURAL: _iberian_plural(man), _WOMEN: _iberian_plural(woman)}


_UNSTRESSED = {"és": "eses", "án": "anes", "ín": "ines", "ón": "ones", "ún": "unes", "ês": "eses"}


def _iberian_plural(word: str) -> str:
    """The plural of Spanish and Portuguese words; of several the first, and what agrees with it."""
    first, _, rest = word.partition(" ")
    for ending, plural in _UNSTRESSED.items():
        if first.endswith(ending):
            first = first.removesuffix(ending) + plural
            break
    else:
        first += "s" if first[-1] in "aeiouáéíóúãõ" else "es"
    if rest and " " not in rest and rest[-1] in "ao":
        rest += "s"
    return first + (f" {rest}" if rest else "")


def _portuguese(man: str, woman: str) -> dict[str, str]:
    if not woman:
        if man.endswith("o") and not man.endswith("ão"):
            woman = f"{man[:-1]}a"
        elif man.endswith("ês"):
            woman = f"{man[:-2]}esa"
        else:
            woman = f"{man}a" if man.endswith("or") and " " not in man else man
    return {"": man, _FEMININE: woman, _PLURAL: _iberian_plural(man), _WOMEN: _iberian_plural(woman)}


def _italian(man: str, woman: str) -> dict[str, str]:
    if not woman:
        woman = f"{man[:-1]}a" if man.endswith("o") else man
    return {"": man, _FEMININE: woman, _PLURAL: _italian_plural(man), _WOMEN: _italian_plural(woman)}


def _italian_plural(word: str) -> str:
    first, _, rest = word.partition(" ")
    first = first[:-1] + {"o": "i", "e": "i", "a": "e"}.get(first[-1], first[-1])
    if rest.endswith(("are", "ale", "ivo", "ico", "ario", "iva", "aria")):
        rest = rest[:-1] + {"a": "e"}.get(rest[-1], "i") if not rest.endswith("io") else rest[:-1]
    return first + (f" {rest}" if rest else "")


_ROMANCE: Mapping[str, Callable[[str, str], dict[str, str]]] = {
    "fr": _french, "es": _spanish, "pt": _portuguese, "it": _italian,
}  # fmt: skip


def _polish(man: str, woman: str = "") -> Iterator[tuple[str, str]]:
    """A Polish noun in nominative, genitive and instrumental, which stands behind "to be"."""
    man, space, of = man.partition(" ")
    if space:
        # Of several words the first is inflected: "witness of Jehovah".
        for form, written in _polish(man, woman.partition(" ")[0]):
            yield form, f"{written} {of}"
        return
    yield "", man
    if man.endswith("a"):
        yield "in the instrumental", f"{man[:-1]}ą"
        yield "in the genitive", man[:-1] + ("i" if man[-2] in "kg" else "y")
        yield "plural in the instrumental", f"{man[:-1]}ami"
        yield "plural in the genitive", f"{man[:-1]}ów"
    elif man.endswith("y"):
        yield "in the instrumental", f"{man}m"
        yield "in the genitive", f"{man[:-1]}ego"
    else:
        stem = _polish_stem(man)
        yield "in the instrumental", stem + ("iem" if stem[-1] in "kg" else "em")
        yield "in the genitive", f"{stem}a"
        plural = stem.removesuffix("in") if man.endswith("anin") else stem
        yield "plural in the instrumental", f"{plural}ami"
        yield "plural in the genitive", plural + _polish_of_many(man)
        yield "plural", _polish_plural(plural, man)
    if woman:
        yield _FEMININE, woman
        if woman.endswith("i"):
            yield "feminine in the instrumental", f"{woman[:-1]}ią"
        elif woman.endswith(("na", "wa")) and man.endswith("y"):
            yield "feminine in the instrumental", f"{woman[:-1]}ą"
            yield "feminine in the genitive", f"{woman[:-1]}ej"
        else:
            yield "feminine in the instrumental", f"{woman[:-1]}ą"
            yield "feminine in the genitive", woman[:-1] + ("i" if woman[-2] in "kg" else "y")


def _polish_stem(man: str) -> str:
    """What endings stand behind: the vowel of "-iec" and "-ek" is left out."""
    if man.endswith("niec"):
        before = man.removesuffix("niec")
        return f"{before}ńc"
    if man.endswith("iec"):
        return f"{man.removesuffix('iec')}c"
    return f"{man[:-2]}k" if man.endswith("ek") and not man.endswith("iek") else man


def _polish_of_many(man: str) -> str:
    """The ending of the genitive plural: "Rosjan", "piekarzy", "Polaków"."""
    if man.endswith("anin"):
        return ""
    return "y" if man.endswith(("rz", "cz", "sz")) else "ów"


def _polish_plural(stem: str, man: str) -> str:
    if man.endswith("anin"):
        return f"{stem}ie"
    ends = {"k": "cy", "g": "dzy", "t": "ci", "d": "dzi", "r": "rzy", "n": "ni", "z": "zi", "ch": "si", "c": "cy"}
    for ending in ("rz", "cz", "sz", "l", "ch", *ends):
        if stem.endswith(ending):
            return f"{stem}e" if ending in ("rz", "cz", "sz", "l") else stem.removesuffix(ending) + ends[ending]
    return f"{stem}owie"


def _polish_adjective(man: str) -> Iterator[tuple[str, str]]:
    stem = man.removesuffix("i")
    yield "", man
    for form, ending in (
        ("in the genitive", "iego"), ("in the dative", "iemu"), ("in the instrumental", "im"), (_FEMININE, "a"),
        ("feminine in the genitive", "iej"), ("feminine in the instrumental", "ą"), ("neuter", "ie"),
        ("plural in the genitive", "ich"), ("plural in the instrumental", "imi"),
    ):  # fmt: skip
        yield form, stem + ending


def _arabic(man: str) -> Iterator[tuple[str, str]]:
    first, space, of = man.partition(" ")
    endings = (("", ""), (_FEMININE, "ة"), (_PLURAL, "ون"), ("plural, not as a subject", "ين"), (_WOMEN, "ات"))
    for form, ending in endings:
        # Of several words the first is inflected: "engineer of software".
        yield form, f"{first}{ending}{space}{of}"
        if not of:
            yield f"{form} with the article".strip(), f"ال{man}{ending}"
    if not of:
        # Behind "he was", and of two: "كان خبازا", "والداه أرمنيان".
        yield "in the accusative", f"{man}ا"
        yield "dual", f"{man}ان"
        yield "dual, not as a subject", f"{man}ين"
