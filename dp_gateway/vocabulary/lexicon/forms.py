"""The forms in which a name stands in a sentence: Polish cases, German genitives, Arabic particles, kana.

Surrogates of names ask this twice: what form a mention is in, so that its surrogate stands in the same one, and which
forms a reply may use, so that each is restored to the form of the original. What no rule here knows keeps one form.
Sources of the rules: grammars' tables of declension (Polish masculine and feminine nouns and adjectives in -ski).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import ONLY_READ, forms_of, read_native

Kind = Literal["given", "family", "place"]

CASES: Mapping[str, str] = {
    "gen": "in the genitive",
    "dat": "in the dative",
    "acc": "in the accusative",
    "ins": "in the instrumental",
    "loc": "in the locative",
    "voc": "in the vocative",
    "pl": "in the plural",
    "plgen": "in the genitive plural",
    "katakana": "in katakana",
    "hiragana": "in hiragana",
    "latin": "in Latin letters",
}
"""What forms are called in a class of values; an Arabic form is called by its particles."""

PROCLITICS = ("و", "ف", "ب", "ل", "ك", "ول", "وب", "فل")
"""Arabic "and", "so", "in", "to", "as", which are written together with the name behind them."""

_ARTICLE = "ال"
_LEAST = 3
"""Letters of a Polish name that has forms."""

_POOL = {"given": ("GIVEN_NAME_FEMALE", "GIVEN_NAME_MALE"), "family": ("SURNAME",), "place": ("CITY", "TOWN")}
_KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}


class ReadForm(NamedTuple):
    """A form of a name, taken back to the name. `lemma`: the name, folded. `form`: a key of `forms`; empty for the name
    as it is listed. `gender`: of whom the form speaks, where it tells.
    """

    lemma: str
    form: str = ""
    gender: str = ""


_ADJECTIVE_MAN = {
    "gen": "{}iego", "dat": "{}iemu", "acc": "{}iego", "ins": "{}im", "loc": "{}im", "voc": "{}i", "plgen": "{}ich",
}  # fmt: skip
_ADJECTIVE_WOMAN = {
    "": "{}a", "gen": "{}iej", "dat": "{}iej", "acc": "{}ą", "ins": "{}ą", "loc": "{}iej", "voc": "{}a",
    "plgen": "{}ich",
}  # fmt: skip
# A masculine stem by its last letters: how it ends in the locative, which is the vocative too.
_HARD = {
    "st": "ście", "t": "cie", "d": "dzie", "r": "rze", "ł": "le", "n": "nie", "m": "mie", "b": "bie", "p": "pie",
    "w": "wie", "f": "fie", "s": "sie", "z": "zie",
}  # fmt: skip
_SOFTENED_WOMAN = _HARD | {"ch": "sze", "k": "ce", "g": "dze"}
_SOFT = ("sz", "cz", "rz", "ż", "c", "dz", "j", "l", "ch", "h", "k", "g")
_NOT_REGULAR = re.compile(r".*(?:[^aeiouyąęó][^aeiouyąęówłrsz]er|[óą].|[^aeiouy]eł|[ei]ec|[ńśćź]|[aeiouyąęó])")
_FLEETING = re.compile(r"(?<=[^aeiouyąęói])e(?=k$)")
_PAWEL = {"paweł": "pawł", "aleksander": "aleksandr", "dudek": "dudk"}
# Towns whose stem changes: genitive, dative, instrumental, locative.
_TOWNS = {
    "łódź": ("Łodzi", "Łodzi", "Łodzią", "Łodzi"),
    "wrocław": ("Wrocławia", "Wrocławiowi", "Wrocławiem", "Wrocławiu"),
    "poznań": ("Poznania", "Poznaniowi", "Poznaniem", "Poznaniu"),
    "toruń": ("Torunia", "Toruniowi", "Toruniem", "Toruniu"),
    "radom": ("Radomia", "Radomiowi", "Radomiem", "Radomiu"),
    "bytom": ("Bytomia", "Bytomiowi", "Bytomiem", "Bytomiu"),
    "białystok": ("Białegostoku", "Białemustokowi", "Białymstokiem", "Białymstoku"),
    "opole": ("Opola", "Opolu", "Opolem", "Opolu"),
    "zakopane": ("Zakopanego", "Zakopanemu", "Zakopanem", "Zakopanem"),
    "gdynia": ("Gdyni", "Gdyni", "Gdynią", "Gdyni"),
    "zamość": ("Zamościa", "Zamościowi", "Zamościem", "Zamościu"),
    "przemyśl": ("Przemyśla", "Przemyślowi", "Przemyślem", "Przemyślu"),
    "szczecin": ("Szczecina", "Szczecinowi", "Szczecinem", "Szczecinie"),
}


def forms(name: str, kind: Kind, gender: str, language: str) -> Mapping[str, str]:
    """Return the forms of a name; the empty key has the one that is listed, of a woman's surname the feminine one.

    Args:
        name: as it is listed.
        gender: of whom it speaks: "female", "male", or empty.
        language: ISO 639-1.
    """
    return _forms(name, kind, gender, language)


@lru_cache(4096)
def _forms(name: str, kind: Kind, gender: str, language: str) -> dict[str, str]:
    found = {"": name}
    if language == "pl":
        found |= _polish(name, kind, gender)
    elif language in ("de", "nl") and kind != "place":
        found["gen"] = name + ("'" if name[-1:] in "sxzß" else "s")
    elif language == "ar":
        found |= {particles: _joined(particles, name) for particles in PROCLITICS}
    found |= {form: known[name] for form, known in _listed_forms(language, kind).items() if name in known}
    if "katakana" in found:
        found["hiragana"] = found["katakana"].translate(_KATAKANA)
    return found


def _listed_forms(language: str, kind: Kind) -> Mapping[str, Mapping[str, str]]:
    if language not in ("zh", "ja", "ar", "hi"):
        return {}
    return forms_of(language, {"given": "GIVEN_NAME", "family": "SURNAME", "place": "CITY"}[kind])


def _joined(particles: str, name: str) -> str:
    """Arabic particles before a name: the article loses its first letter behind "to"."""
    if particles.endswith("ل") and name.startswith(_ARTICLE):
        return particles + name[1:]
    return particles + name


def is_regular(name: str, kind: Kind, gender: str, language: str) -> bool:
    """Return whether the rules give all forms of a name as they are, so that it may be drawn wherever another form
    stands.
    """
    if language != "pl":
        return True
    folded = fold(name)
    if "-" in name or " " in name:
        return False
    if kind == "family":
        return re.fullmatch(r".{2,}(?:[sc]ki|dzki|ak|[^aeiou]ek|ik|yk|uk|icz)", folded) is not None
    if kind == "place":
        return (
            folded in _TOWNS or re.fullmatch(r".{3,}(?:ów|[sc]k|ce|in|yn|ik|ek|sz|ko|wa|na|ica|no)", folded) is not None
        )
    if gender == "female":
        return re.fullmatch(r".+(?:[^aeiouyóąęi]|(?<!n)i)a", folded) is not None
    return not _NOT_REGULAR.fullmatch(folded) or folded in _PAWEL


def _polish(name: str, kind: Kind, gender: str) -> dict[str, str]:
    folded = fold(name)
    if len(name) < _LEAST:
        return {}
    if kind == "place":
        return _polish_place(name, folded)
    ski = folded.endswith(("ski", "cki", "dzki"))
    if ski or (gender == "male" and folded.endswith(("y", "i"))):
        return _polish_adjective(name, folded, gender, ski=ski)
    if folded.endswith("a"):
        # Of surnames those of men and women: "Sroka", "Sroki".
        return _polish_in_a(name, folded)
    if kind == "family" and gender == "female":
        return {"pl": name + "owie"} if folded[-1] not in "aeiouyó" else {}
    return _polish_man(name, folded, kind) if folded[-1] not in "aeiouyóąęńśćź" else {}


def _polish_adjective(name: str, folded: str, gender: str, *, ski: bool) -> dict[str, str]:
    """Names that are declined as adjectives are: "Kowalski"; of men "Jerzy", "Antoni", "Cichy"."""
    if ski:
        shapes = _ADJECTIVE_WOMAN if gender == "female" else _ADJECTIVE_MAN
        return {"pl": f"{name[:-2]}cy"} | {form: shape.format(name[:-1]) for form, shape in shapes.items()}
    stem, last = name.removesuffix("y"), "y" * folded.endswith("y")
    found = {form: f"{stem}{end}" for form, end in (("gen", "ego"), ("dat", "emu"), ("acc", "ego"))}
    return found | {"ins": f"{stem}{last}m", "loc": f"{stem}{last}m", "voc": name}


def _stem(name: str, folded: str) -> str:
    if folded in _PAWEL:
        return name[0] + _PAWEL[folded][1:]
    return _FLEETING.sub("", name)


def _ending(stem: str, of: Mapping[str, str]) -> tuple[str, str] | None:
    """The last letters of a stem that a table has, the longest ones, and what stands for them."""
    return next((((stem[:-length], of[stem[-length:]])) for length in (2, 1) if stem[-length:] in of), None)


def _polish_man(name: str, folded: str, kind: Kind) -> dict[str, str]:
    stem = _stem(name, folded)
    softened = None if stem.endswith(_SOFT) else _ending(stem, _HARD)
    locative = "".join(softened) if softened else f"{stem}u"
    instrumental = f"{stem}iem" if stem[-1] in "kg" else f"{stem}em"
    found = {
        "gen": f"{stem}a", "dat": f"{stem}owi", "acc": f"{stem}a", "ins": instrumental, "loc": locative,
        "voc": locative,
    }  # fmt: skip
    return found | ({"pl": f"{stem}owie", "plgen": f"{stem}ów"} if kind == "family" else {})


def _polish_in_a(name: str, folded: str) -> dict[str, str]:
    stem = name[:-1]
    if folded.endswith("ja"):
        of = f"{stem[:-1]}i" if folded[-3] in "aeouy" else f"{stem}i"
        dative = of
    elif folded.endswith(("ia", "la")):
        foreign = re.search(r"[rltdmpbwgkf]ia$", folded)
        of = dative = f"{stem}i" if foreign or folded.endswith("la") else stem
    elif stem.endswith(("sz", "cz", "rz", "ż", "c", "dz")):
        of = dative = f"{stem}y"
    else:
        softened = _ending(stem, _SOFTENED_WOMAN)
        of = f"{stem}i" if stem[-1] in "kg" else f"{stem}y"
        dative = "".join(softened) if softened else of
    return {"gen": of, "dat": dative, "acc": f"{stem}ę", "ins": f"{stem}ą", "loc": dative, "voc": f"{stem}o"}


def _polish_place(name: str, folded: str) -> dict[str, str]:  # noqa: PLR0911 - one for each way in which towns end
    if folded in _TOWNS:
        return dict(zip(("gen", "dat", "ins", "loc"), _TOWNS[folded], strict=True))
    if " " in name or "-" in name:
        return {}
    if folded.endswith("ce"):
        return {"gen": name[:-1], "dat": f"{name[:-1]}om", "ins": f"{name[:-1]}ami", "loc": f"{name[:-1]}ach"}
    if folded.endswith("a"):
        return {form: made for form, made in _polish_in_a(name, folded).items() if form != "voc"}
    if folded.endswith(("ki", "gi", "ny", "ły", "ry", "ty", "dy", "chy")):
        # Plurals; their genitive follows no rule: "Tychów", "Ząbek".
        stem = name.removesuffix("y").removesuffix("i")
        return {"dat": f"{stem}om", "ins": f"{stem}ami", "loc": f"{stem}ach"}
    if folded.endswith(("no", "ko")):
        stem, soft = name[:-1], "" if folded.endswith("no") else "i"
        softened = re.sub("(?<=[^s])zn$", "źn", re.sub("sn$", "śn", stem))
        locative = f"{stem}u" if soft else f"{softened}ie"
        return {"gen": f"{stem}a", "dat": f"{stem}u", "ins": f"{stem}{soft}em", "loc": locative}
    if folded.endswith("ów"):
        return {
            "gen": f"{name[:-2]}owa",
            "dat": f"{name[:-2]}owowi",
            "ins": f"{name[:-2]}owem",
            "loc": f"{name[:-2]}owie",
        }
    if folded.endswith(("ec", "ń")):
        stem = f"{name[:-1]}ni" if folded.endswith("ń") else f"{name[:-2].removesuffix('i')}c"
        return {"gen": f"{stem}a", "dat": f"{stem}owi", "ins": f"{stem}em", "loc": f"{stem}u"}
    if folded.endswith(("sk", "ck", "in", "yn", "ik", "ek", "sz", "rz", "rk", "rg", "ąg", "aj")):
        made = _polish_man(name, folded, "place")
        return {form: made[form] for form in ("gen", "dat", "ins", "loc")}
    return {}


@cache
def known_form(language: str, kind: Kind) -> Mapping[str, Sequence[ReadForm]]:
    """Return the listed names of a language by all their forms, folded: what a mention may be the form of."""
    found: dict[str, list[ReadForm]] = {}
    for name, pool in read_native(language).items():
        if name.removesuffix(ONLY_READ) not in _POOL[kind]:
            continue
        genders = _GENDERS.get(name.removesuffix(ONLY_READ), ("male", "female"))
        for entry in pool.entries:
            for gender in genders if language == "pl" else genders[:1]:
                for form, written in _likeliest(forms(entry, kind, gender, language), kind):
                    reading = ReadForm(fold(entry), form, gender if language == "pl" else "")
                    known = found.setdefault(fold(written), [])
                    if not any(one.lemma == reading.lemma and one.gender == reading.gender for one in known):
                        known.append(reading)
    return found


def _likeliest(of: Mapping[str, str], kind: Kind) -> Sequence[tuple[str, str]]:
    """Forms of a name; of cases that are written alike that of a place is the locative, as it stands behind "in"."""
    return sorted(of.items(), key=lambda one: one[0] != "loc") if kind == "place" else tuple(of.items())


_GENDERS = {"GIVEN_NAME_FEMALE": ("female",), "GIVEN_NAME_MALE": ("male",), "CITY": ("",), "TOWN": ("",)}
_SURNAME_FORMS = {
    "iego": ("i", "gen", "male"), "iemu": ("i", "dat", "male"), "im": ("i", "ins", "male"),
    "iej": ("i", "gen", "female"), "ą": ("i", "acc", "female"), "a": ("i", "", "female"), "ich": ("i", "plgen", ""),
}  # fmt: skip
_SKI = re.compile(r"(.+(?:[sc]k|dzk))(iego|iemu|im|iej|ą|a|ich)")
_WICZ = re.compile(r"(.+wicz)(owie|owi|a|em|u|ów)")
_TOWN = re.compile(r"(.{2,})(?:(ow)ie|([sc]k)u)")
_JERZY, _JERZY_FORMS = re.compile(r"(.{3,})(ego|emu|ym)"), {"ego": "gen", "emu": "dat", "ym": "ins"}
# How given names end that no list has, with the form and the end of the name: "babciu Halinko", "wujka Henia".
_OF_WOMAN = (
    ("o", "voc", "a"), ("ą", "ins", "a"), ("ę", "acc", "a"), ("y", "gen", "a"), ("ki", "gen", "ka"),
    ("gi", "gen", "ga"), ("si", "gen", "sia"), ("ni", "gen", "nia"), ("zi", "gen", "zia"),
    ("ci", "gen", "cia"), ("iu", "voc", "ia"),
)  # fmt: skip
_OF_MAN = (("kiem", "ins", "k"), ("giem", "ins", "g"), ("em", "ins", ""), ("owi", "dat", ""), ("a", "gen", ""))
# What the town is called stays open, but that it stands behind "in" does not.
_IN_TOWN = re.compile(r".{2,}(?:ach|iu|ci?e|dzie|nie|mie|pie|bie|zie|sie|[kgzjc]u)")
_WICZ_FORMS = {"a": "gen", "owi": "dat", "em": "ins", "u": "loc", "owie": "pl", "ów": "plgen"}


def readings(written: str, kind: Kind, language: str) -> Sequence[ReadForm]:
    """Return what names a written one may be a form of, the likeliest first; itself where nothing is known of it.
    `written`: folded.
    """
    if language not in ("pl", "de", "nl", "ar", "ja", "zh", "hi"):
        return (ReadForm(written),)
    known = known_form(language, kind).get(written, ())
    if known:
        # A name as it is listed before a form of another one: "Hans" is no form of "Han".
        return sorted(known, key=lambda reading: (reading.lemma != written, reading.form != ""))
    return (_polish_reading(written, kind) if language == "pl" else ReadForm(written),)


def _polish_reading(written: str, kind: Kind) -> ReadForm:
    """What the ending alone tells of a Polish name that is not listed."""
    if kind == "place":
        if town := _TOWN.fullmatch(written):
            return ReadForm(f"{town[1]}ów" if town[2] else f"{town[1]}{town[3]}", "loc")
        return ReadForm(written, "loc" if _IN_TOWN.fullmatch(written) else "")
    if kind == "family" and (adjective := _SKI.fullmatch(written)):
        ending, form, gender = _SURNAME_FORMS[adjective[2]]
        return ReadForm(adjective[1] + ending, form, gender)
    if kind == "family" and (patronymic := _WICZ.fullmatch(written)):
        return ReadForm(patronymic[1], _WICZ_FORMS[patronymic[2]], "male")
    if adjective := _JERZY.fullmatch(written):
        return ReadForm(adjective[1] + ("" if adjective[1].endswith("i") else "y"), _JERZY_FORMS[adjective[2]], "male")
    return ReadForm(written)


# Of families whose name no list has, behind a man's given name in a case: "Tomasza Wróbla", "Tomaszowi Dudzie".
_FAMILY_IN_CASE = {
    "gen": (("ki", "ka"), ("gi", "ga"), ("y", "a"), ("a", "")),
    "acc": (("ę", "a"), ("a", "")),
    "dat": (("owi", ""),),
    "ins": (("kiem", "k"), ("giem", "g"), ("ą", "a"), ("em", "")),
}
_LOST_E = re.compile(r"(?<=[bcdfghkłmnprstwz])(?=[kl]\Z)")


def family_in_case(written: str, case: str) -> ReadForm:
    """Tell what a Polish family name that no list has may be a form of, where a man's given name before it is in a
    case. `written`: folded. `case`: "gen", "acc", "dat" or "ins".
    """
    for ending, lemma in _FAMILY_IN_CASE.get(case, ()):
        if written.endswith(ending) and len(written) > len(ending) + _SHORTEST_STEM:
            stem = written.removesuffix(ending) + lemma
            # "Wróbla" is a form of Wróbel, "Gołąbka" one of Gołąbek.
            return ReadForm(stem if lemma == "a" else _LOST_E.sub("e", stem), case, "male")
    return ReadForm(written)


_SHORTEST_STEM = 2


def of_gender(written: str, gender: str) -> ReadForm:
    """Tell what a Polish given name that no list has may be a form of, where the text tells of whom it speaks.
    `written`: folded. `gender`: "female" or "male".
    """
    for ending, form, lemma in _OF_WOMAN if gender == "female" else _OF_MAN:
        if written.endswith(ending) and len(written) > len(ending) + 1:
            return ReadForm(written.removesuffix(ending) + lemma, form, gender)
    return ReadForm(written)
