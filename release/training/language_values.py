"""Made-up values and sentences of a language, from the lists and templates in `templates/<code>.txt` and from Faker.

A file begins with lists ("cities: a|b"); holes in them and in the templates are the letters of `_KINDS`. A Polish hole
may ask for a case ("{f:gen}").
"""

# torch and Faker are optional dependencies without type stubs here
# pyright: basic, reportMissingImports=false
# ruff: noqa: D102 - the methods are kinds of value, by name
from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.agreeing import words_of
from dp_gateway.vocabulary.lexicon.data import gender_in, read_data, read_native
from dp_gateway.vocabulary.lexicon.forms import Kind, forms
from release.training.examples import ALL, Example, Span

__all__ = ["LanguageValues", "inflected", "listed_names", "listed_places", "read_lists"]

_FOLDER = Path(__file__).with_name("templates")
_HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}")
_DIGITS = re.compile(r"#")
_KINDS = {
    "p": "PERSON", "f": "PERSON", "ku": "PERSON", "l": "PERSON", "k": "PERSON", "sl": "PERSON", "en": "PERSON",
    "c": "LOCATION", "co": "LOCATION", "o": "ORGANIZATION", "s": "STREET_ADDRESS", "ad": "STREET_ADDRESS",
    "z": "POSTCODE", "d": "DATE_TIME", "a": "AGE", "j": "JOB_TITLE", "nrp": "NRP", "e": "?", "ph": "?", "m": "?",
    "i": "ID_NUMBER", "u": "USERNAME",
}  # fmt: skip
_MONEY = {
    "de": "# €|#,50 Euro|#00 Euro", "fr": "# €|#,50 euros|1 #00 €", "es": "# €|#00 euros|$#000", "nl": "€ #|# euro",
    "it": "# €|#,00 euro", "pt": "# €|R$ #00|# reais", "pl": "# zł|#00 PLN", "zh": "#元|#000块|¥#00",
    "ja": "#000円|#万円", "ar": "# ريال|#00 جنيه|# درهم", "hi": "₹#00|#00 रुपये|#000 रु.",
}  # fmt: skip
_PARTICLES = {
    "fr": ("de ", "d'", "Le ", "La ", "de la ", "du "), "es": ("de ", "del ", "de la ", "de los "),
    "it": ("Lo ", "La ", "De ", "Di ", "D'", "Del "), "pt": ("da ", "de ", "dos ", "e ", "de Noronha e "),
    "nl": ("van ", "de ", "van der ", "van den ", "ter "), "de": ("von ", "zu ", "van ", "von der "),
}  # fmt: skip
_DEVOTED = {
    "es": ("del Carmen", "de los Ángeles", "del Pilar", "de la Cruz", "José", "de Jesús", "Luisa"),
    "pt": ("da Glória", "de Fátima", "do Carmo", "da Conceição", "José", "de Lourdes", "Xavier"),
}
_CALLED = {
    "": ("{f}", "{f}", "{f}", "{p}", "{p}", "{f} {l}"),
    "de": ("{f}", "{f}", "{f}", "{p}", "Herr {l}", "Frau {l}", "Frau Dr. {l}", "Onkel {f}", "mein Kollege {f}"),
    "fr": ("{f}", "{f}", "{f}", "{p}", "M. {l}", "Mme {l}", "Monsieur {l}", "mon collègue {f}", "tante {f}"),
    "es": ("{f}", "{f}", "{f}", "{p}", "el señor {l}", "la señora {l}", "doña {f}", "mi compañero {f}", "tía {f}"),
    "nl": ("{f}", "{f}", "{f}", "{p}", "meneer {l}", "mevrouw {l}", "oom {f}", "mijn collega {f}"),
    "zh": (
        "{p}", "{p}", "{p}", "{p}", "{f}", "{sl}", "{l}老师", "{l}先生", "{l}总", "{l}医生", "{l}姐", "{l}哥",
        "{l}阿姨", "同事{p}", "我爸{p}", "我女儿{f}", "经理{p}", "邻居{p}",
    ),
    "ja": (
        "{l}さん", "{l}さん", "{l}", "{p}", "{p}さん", "{f}", "{f}ちゃん", "{f}くん", "{l}先生", "{l}様", "{l}部長",
        "妻の{f}", "息子の{f}", "友達の{f}", "同僚の{l}さん", "{k}",
    ),
    "ar": (
        "{f}", "{f}", "{f}", "{p}", "{p}", "السيد {l}", "{ku}", "{ku}", "الدكتور {f}", "جاري {f}", "زميلتي {f}",
    ),
    "hi": ("{f}", "{f}", "{p}", "{p}", "{f} जी", "{l} जी", "{l} सर", "{f} मैडम", "{f} भैया", "{f} दीदी", "डॉ. {l}"),
}  # fmt: skip
"""Templates for whoever an everyday sentence names."""
_SAID = ALL - {"DATE_TIME", "AGE", "JOB_TITLE", "TITLE", "NRP"}
"""What is known of everyday sentences: jobs, ages and dates stand in them, and nobody has marked them."""
_HOSTS = ("mail", "gmail", "web")
_SPACELESS = frozenset({"zh", "ja"})
_ABROAD = "en_IN tr_TR id_ID fil_PH zu_ZA tw_GH yo_NG ro_RO hr_HR vi_VN sq_AL lt_LT cs_CZ sv_SE fi_FI hu_HU".split()
_LATIN = ("de", "fr", "es", "it", "nl", "pt", "pl")
_FOREIGN = 0.14
_NICKNAME, _FULL, _ONE_NAME = 0.05, 0.6, 0.92
_NUMBERS = (
    "########|## ### ###|###.###.###-##|@@-####|@@## #### #### ####|####/##|@@######|### ### ###|#-##-##-##-###|"
    "@@ #### #|##########|###-##-####|@##@##|####-####-####|@@-@@ ###|########@|##-####|@@ ### @@|####/20##|K-#####|"
    "@-20##-####|#####/##|@@@######@|## ## ## ##|### #### ####|#.###.###|@@##@@####|####.####.##|20##-####-@|@@@-#####|"
    "############|@ ### ### ###|@@#/####/##|######-#|@###### (#)|##-@@-####|#@##-##@#|@@ ##.###.###"
).split("|")
_LEXICON_GROUPS = 0.6
_MADE_UP, _TOWNS, _LISTED, _LISTED_FIRMS, _FURTHER = 0.06, 0.25, 0.6, 0.2, 0.4


def read_lists(code: str) -> tuple[dict[str, list[str]], list[str], list[str]]:
    """Lists, templates with names and templates without of a language."""
    head, made, none = re.split(r"^== \w+\n", (_FOLDER / f"{code}.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    head, made, none = (
        [line.replace("\\n", "\n") for line in part.splitlines() if line] for part in (head, made, none)
    )
    return {name: values.split("|") for name, _, values in (line.partition(": ") for line in head)}, made, none


def listed_names(code: str) -> tuple[list[str], list[str]]:
    """Given and family names of a language's locales in Faker and of the lexicon, each once."""
    pools = read_native(code)
    given = [*pools["GIVEN_NAME_FEMALE"].entries, *pools["GIVEN_NAME_MALE"].entries]
    family = [*pools["SURNAME"].entries]
    for locale in read_lists(code)[0]["locales"][0].split():
        of_locale = _names_in(locale)
        given += of_locale[0]
        family += of_locale[1]
    lists = read_lists(code)[0]
    both = ([*lists.get("given", ()), *given], [*lists.get("family", ()), *family])
    own = [[name for name in names if code in _LATIN or not name.isascii()] for names in both]
    return list(dict.fromkeys(own[0])), list(dict.fromkeys(own[1]))


def _names_in(locale: str) -> tuple[list[str], list[str]]:
    """Given and family names of a locale of Faker."""
    given: list[str] = []
    family: list[str] = []
    provider = import_module(f"faker.providers.person.{locale}").Provider
    for name in dir(provider):
        values = getattr(provider, name)
        if not callable(values) and re.match(r"(unisex_|male_|female_)?(first|last|given)", name):
            (given if "first" in name or "given" in name else family).extend(_flat(values, locale))
    return given, family


def _abroad() -> list[tuple[list[str], list[str]]]:
    """Names in Latin letters of other languages yet."""
    found: list[tuple[list[str], list[str]]] = []
    for locale in _ABROAD:
        try:
            given, family = _names_in(locale)
        except ModuleNotFoundError:
            continue
        if given and family:
            found.append((given, family))
    return found


def listed_places(code: str) -> list[str]:
    """Towns, districts and regions of a language's countries."""
    pools = read_native(code)
    return [place for kind in ("CITY", "DISTRICT", "REGION") if kind in pools for place in pools[kind].entries]


def inflected(name: str, kind: Kind, case: str) -> str:
    """A Polish name in a case."""
    gender = gender_in("pl", fold(name)) if kind == "given" else ""
    return forms(name, kind, gender, "pl").get(case, name)


def _flat(values: object, locale: str) -> Iterator[str]:
    """The names in a collection of Faker's; of a Japanese triple (kanji, kana, Latin) the first two."""
    if isinstance(values, str):
        if values.strip():
            yield values.strip()
    elif isinstance(values, tuple) and len(values) == 3 and locale == "ja_JP" and str(values[2]).isascii():
        yield from values[:2]
    else:
        for value in values:  # pyright: ignore[reportGeneralTypeIssues]
            yield from _flat(value, locale)


class LanguageValues:
    """Draws values and examples of one language, seeded.

    Args:
        code: the language.
        rng: decides.
        more: further names: "given", "family", "places" and "firms".
    """

    def __init__(self, code: str, rng: random.Random, more: Mapping[str, Sequence[str]] | None = None) -> None:
        self.code, self.rng, self._more = code, rng, more or {}
        self.lists, self.made, self.none = read_lists(code)
        self._given, self._family = listed_names(code)
        self._places, self._firms = listed_places(code), read_native(code)["ORGANIZATION"].entries
        self._abroad: list[tuple[Sequence[str], Sequence[str]]] = []
        if code in _LATIN:
            self._abroad = [*(listed_names(other) for other in _LATIN if other != code), *_abroad()]
        data = read_data()
        pools = data.pools
        self._towns = [town for town in data.types["CITY"] if code in _LATIN]
        self._english = (pools["GIVEN_NAMES_ALL"][:3000], pools["SURNAMES_ALL"][:3000])
        self._spoken = (self._given, self._family)
        # Forms with an article or an ending are said elsewhere than a template has its hole.
        listed = [
            (said.capitalize() if one.lemma[0].isupper() else said, one.pool)
            for said, one in words_of(code).items()
            if one.form in ("", "feminine")
        ]
        self._jobs = [said for said, pool in listed if pool == "JOB"]
        self._groups = [said for said, pool in listed if pool != "JOB"]
        if code == "ja":
            # Names in kana alone are the exception.
            self._given, self._family = (
                [name for name in names if not re.fullmatch("[\u3040-\u30ff]+", name) or rng.random() < 0.15]
                for names in self._spoken
            )

    def _chosen(self) -> tuple[Sequence[str], Sequence[str]]:
        if self._abroad and self.rng.random() < _FOREIGN:
            return self.rng.choice([*self._abroad, self._english])
        if "family" in self._more and self.rng.random() < _FURTHER:
            return self._more["given"], self._more["family"]
        return self._given, self._family

    def _unknown(self, firsts: Sequence[str], lasts: Sequence[str]) -> str:
        """A name that stands in no list: a tagger must go by what stands around it too."""
        rng = self.rng
        if self.code in _SPACELESS:
            return rng.choice(firsts)[0] + rng.choice(lasts)[-1]
        first, last = rng.choice(firsts), rng.choice(lasts)
        return first[: max(2, len(first) // 2)] + last[-max(2, len(last) // 2) :].lower()

    def _first_of(self, given: Sequence[str]) -> str:
        name = self.rng.choice(given)
        draw = self.rng.random()
        if draw > 1 - _MADE_UP:
            return self._unknown(given, given)
        if draw > 0.9 and self.code in _DEVOTED:
            return f"{name} {self.rng.choice(_DEVOTED[self.code])}"
        if self.code in _LATIN and draw < _NICKNAME and len(name) > 4:
            return name[: self.rng.randint(3, 4)] + self.rng.choice(["i", "o", "a", "y", "e"])
        if self.code == "zh" and draw < 0.15:
            return self.rng.choice(["小", "阿"]) + name[-1]
        return name

    def first(self) -> str:
        return self._first_of(self._chosen()[0])

    def last(self) -> str:
        family = self._chosen()[1]
        name = self.rng.choice(family)
        draw = self.rng.random()
        if draw > 1 - _MADE_UP and self.code != "zh":
            return self._unknown(family, family)
        if self.code in _PARTICLES and draw > 0.85:
            return f"{self.rng.choice(_PARTICLES[self.code])}{name}"
        if self.code == "zh" and draw < 0.12 and len(name) == 1:
            return self.rng.choice("小老阿") + name
        if self.code == "es" and draw < 0.3:
            return f"{name} {self.rng.choice(family)}"
        if self.code in _LATIN and draw < 0.05:
            return f"{name}-{self.rng.choice(family)}"
        return name

    def familiar(self) -> str:
        """A Chinese family name among friends."""
        return self.rng.choice("小老阿") + self.rng.choice([name for name in self._family if len(name) == 1])

    def person(self) -> str:
        rng = self.rng
        if self.code not in _LATIN and rng.random() < 0.04:
            return self.foreign()
        given, family = self._chosen()
        one = self.code in _SPACELESS or rng.random() < _ONE_NAME
        first = self._first_of(given) if one else f"{rng.choice(given)} {rng.choice(given)}"
        last = self.last() if self.code in _LATIN and given is self._given else rng.choice(family)
        if self.code in _SPACELESS:
            joint = rng.choice(["", "", "", "", " ", "　"] if self.code == "ja" else [""])
            first = first.replace(" ", "")
            return last + joint + first
        if self.code in _LATIN and rng.random() < 0.05:
            return f"{first} {rng.choice(given)[0]}. {last}"
        return f"{first} {last}"

    def foreign(self) -> str:
        given, family = self._english
        return (
            f"{self.rng.choice(given)} {self.rng.choice(family)}" if self.rng.random() < 0.6 else self.rng.choice(given)
        )

    def kunya(self) -> str:
        """An Arabic name after a child: "the mother of Karim"."""
        return f"{self.rng.choice(['أم', 'أبو', 'ام', 'ابو'])} {self.rng.choice(self._given)}"

    def kana(self) -> str:
        kana = [[name for name in names if re.fullmatch("[\u3040-\u30ff]+", name)] for names in self._spoken[::-1]]
        return self.rng.choice(["", " ", "　"]).join(self.rng.choice(names) for names in kana)

    def city(self) -> str:
        draw = self.rng.random()
        if draw < _MADE_UP:
            return self._unknown(self._places, self._places)
        if "places" in self._more and self.rng.random() < _FURTHER:
            return self.rng.choice(self._more["places"])
        if self._towns and draw < _TOWNS:
            return self.rng.choice(self._towns)
        if draw < _LISTED:
            return self.rng.choice(self._places)
        return self.rng.choice(self.lists["cities"]).split("~")[0]

    def organisation(self) -> str:
        if "firms" in self._more and self.rng.random() < _LISTED_FIRMS:
            return self.rng.choice(self._more["firms"])
        if self.rng.random() < _LISTED_FIRMS:
            return self.rng.choice(self._firms)
        return self._filled(self.rng.choice(self.lists["orgs"])).text

    def nationality(self) -> str:
        return self.city()

    def _value(self, hole: str, case: str | None) -> str:  # noqa: PLR0911 - one for each kind of hole
        rng = self.rng
        if self.code == "pl" and hole in "pflc":
            return self._polish(hole, case or "nom")
        named = {
            "p": self.person, "f": self.first, "l": self.last, "sl": self.familiar, "k": self.kana,
            "en": self.foreign, "ku": self.kunya, "c": self.city, "o": self.organisation,
        }  # fmt: skip
        if hole in named:
            return named[hole]()
        if hole in ("j", "nrp") and rng.random() < _LEXICON_GROUPS:
            return rng.choice(self._jobs if hole == "j" else self._groups)
        of_list = {
            "co": "countries", "j": "jobs", "x": "words", "mon": "months", "s": "street", "ad": "address",
            "z": "postcode", "d": "date", "ph": "phone", "nrp": "nrp",
        }  # fmt: skip
        if hole in of_list:
            return self._numbered(self._filled(rng.choice(self.lists[of_list[hole]])).text)
        if hole == "i":
            return self._numbered(rng.choice(_NUMBERS))
        if hole == "u":
            names = self._spoken if self.code in _LATIN and rng.random() < 0.6 else self._english
            parts = [
                re.sub(r"\W", "", rng.choice(rng.choice(names)).lower())[: rng.choice([3, 5, 9])] for _ in range(2)
            ]
            sign, number = rng.choice(["", "_", ".", "-"]), rng.choice(["", str(rng.randint(1, 2010))])
            return rng.choice(["", "", "", "@", "x_", "_"]) + sign.join(parts) + (number or rng.choice(["", "_", "x"]))
        if hole == "g":
            words = self.lists["words"]
            return rng.choice([rng.choice(words), rng.choice(words)[0] + rng.choice(words)[-1] + rng.choice(words)[0]])
        if hole == "n":
            return str(rng.choice([rng.randint(1, 30), rng.randint(1, 300)]))
        if hole == "m":
            return self._numbered(rng.choice(_MONEY[self.code].split("|")).replace("#", str(rng.randint(2, 99)), 1))
        if hole == "e":
            return (
                f"{rng.choice(self._english[0]).lower()}{rng.randint(1, 99)}@{rng.choice(['mail', 'gmail', 'web'])}.com"
            )
        bounds = {"a": (1, 97), "dd": (1, 28), "mm": (1, 12), "yyyy": (1940, 2026), "yy": (10, 26)}[hole]
        number = str(rng.randint(*bounds))
        return number.zfill(2) if hole == "mm" and rng.random() < 0.7 else number

    def _polish(self, hole: str, case: str) -> str:
        if hole == "c":
            if self.rng.random() < _LISTED:
                return inflected(self.rng.choice(self._places), "place", case)
            nominative, genitive, locative = self.rng.choice(self.lists["cities"]).split("~")
            return {"gen": genitive, "loc": locative}.get(case, nominative)
        name = {"p": self.person, "f": self.first, "l": self.last}[hole]()
        if case == "nom":
            return name
        first, _, last = name.partition(" ")
        kinds: list[tuple[str, Kind]] = [(last, "family")] if last else []
        kinds[:0] = [(first, "family" if hole == "l" else "given")]
        return " ".join(inflected(part, kind, case) for part, kind in kinds)

    def _numbered(self, text: str) -> str:
        text = _DIGITS.sub(lambda _: str(self.rng.randint(0, 9)), text)
        return re.sub("@", lambda _: self.rng.choice("ABCDEFGHJKLMNPRSTVWXZ"), text)

    def _filled(self, template: str) -> Example:
        parts: list[str] = []
        spans: list[Span] = []
        length = position = 0
        for hole in _HOLE.finditer(template):
            value = self._value(hole[1], hole[2])
            parts += (template[position : hole.start()], value)
            length += hole.start() - position
            if kind := _KINDS.get(hole[1]):
                spans.append((length, length + len(value), kind))
            length += len(value)
            position = hole.end()
        parts.append(template[position:])
        known = tuple(span for span in spans if span[2] != "?")
        return Example("".join(parts), known, doubtful=tuple(span for span in spans if span[2] == "?"))

    def examples(self, count: int) -> Iterator[Example]:
        """Sentences of templates, one to three in a row, some of them without names."""
        return self._rows(count, self.made, self.none, 0.82)

    def everyday(self, count: int, named: Sequence[str], none: Sequence[str]) -> Iterator[Example]:
        """The same of everyday sentences with holes "{f}": whoever is named there is called in one of many ways."""
        ways = _CALLED.get(self.code, _CALLED[""])
        for_hole = [[re.sub(r"\{f\}", lambda _: self.rng.choice(ways), one) for one in named] for _ in range(2)]
        for one in self._rows(count, for_hole[0] + for_hole[1], none, 0.45 if named else 0):
            yield one._replace(known=_SAID)

    def _rows(self, count: int, made: Sequence[str], none: Sequence[str], share: float) -> Iterator[Example]:
        rng = self.rng
        for _ in range(count):
            text, spans, doubtful = "", [], []
            joint = rng.choice(["", "\n"] if self.code in _SPACELESS else [" ", "\n", "\n\n"])
            for index in range(rng.choice([1, 1, 2, 3])):
                one = self._filled(rng.choice(made if rng.random() < share else none))
                text += joint if index else ""
                spans += [(a + len(text), b + len(text), kind) for a, b, kind in one.spans]
                doubtful += [(a + len(text), b + len(text), kind) for a, b, kind in one.doubtful]
                text += one.text
            yield Example(text, tuple(spans), doubtful=tuple(doubtful))
