"""Names of other languages than English: read as forms of names, replaced in the same form, restored in any form.

`Names` draws for the name itself, so that "Kowalskiego", "Kowalską" and "Kowalski" are one family name with one
surrogate in a scope; what stands in the text is its surrogate in the same case, of the same gender, behind the same
particle. What undoes it has all forms of the surrogate, each with the same form of the original where that has one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from dp_gateway.languages import LANGUAGES
from dp_gateway.mentions.name_parts import NamePart
from dp_gateway.mentions.native_parts import ARABIC_SON, native_parts, told_within
from dp_gateway.mentions.scripts import KANA, LATIN, language_of, scripts_of
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.base import in_case_of, letter_case, usual
from dp_gateway.surrogates.native_forms import WITHOUT_SPACES, Seen, ascii_letters, of_both, of_one, pieces
from dp_gateway.text.entities import Clue
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import gender_in, lean_of
from dp_gateway.vocabulary.lexicon.forms import (
    CASES,
    Kind,
    ReadForm,
    family_in_case,
    forms,
    known_form,
    of_gender,
    readings,
)

_DRAWN = ("given", "family", "foreign")
_BEGINS = 2
_BEFORE = 40
_INFLECTED = ("pl", "de", "nl")
_APOSTROPHE = ("de", "nl")
# "Szanowny doktorze Wyspiański", "o Frankowskich": what ends so is nobody's given name.
_POLISH_FAMILY = re.compile(
    r".+(?:(?:[sc]k|dzk)(?:i|a|iego|iemu|im|iej|ą|ich|imi)|wicz(?:a|owi|em|u|owie|ów)?|czyk(?:a|owi|iem)?)"
)
_TITLED_GIVEN = ("pl", "es", "pt", "it", "ar", "hi")
_ENDINGS = {
    # Of the names of the lists that end so, 19 of 20 are of that gender; of Hindi ones 119 of 124 women's, and 167 of
    # 177 that end in a consonant men's.
    "female": {
        "de": ("a", "ah", "ne", "ie", "se", "de", "tte", "ke"), "fr": ("a", "ie", "ine", "tte", "lle", "enne"),
        "nl": ("na", "ne", "ra", "sa", "la", "he", "ske", "tje", "ieke", "ijke"), "es": ("a",), "it": ("a",),
        "pt": ("a", "ne", "ly"), "pl": ("a",), "ar": ("ة", "اء", "يا"), "hi": ("ी", "ा"),
        "ja": ("子", "美", "香", "奈"),
    },
    "male": {
        "de": ("o", "er", "f", "m", "z", "rt", "ed", "ar", "us", "os", "ch", "st", "ld", "rd", "win", "k"),
        "fr": ("c", "r", "an", "in", "en", "es", "nd", "nt", "ël"), "nl": ("an", "as", "on", "ert", "rd"),
        "es": ("o", "án", "ín"), "it": ("o",), "pt": ("o", "as", "on", "el", "or"), "pl": tuple("nzkwrdtlsmj"),
        "ar": ("ع", "ق"), "hi": tuple(map(chr, range(0x915, 0x93A))),
        "ja": ("郎", "太", "介", "之", "彦", "吉", "助", "雄", "三", "平"),
    },
}  # fmt: skip
"""How given names end that no list has. Of both genders the longer ending tells."""

_WOMEN = {"hi": re.compile("(?:देवी|कुमारी|बाई|कौर|बेगम|खातून)(?!\\w)")}


def frame(mention: str, parts: Sequence[NamePart | NativePart]) -> str:
    """Return what stands around the parts of a name."""
    starts, ends = [*(part.start for part in parts), len(mention)], [0, *(part.end for part in parts)]
    return "…".join(mention[end:start] for end, start in zip(ends, starts, strict=True))


class NativePart(NamedTuple):
    """One part of a name of another language.

    Attributes:
        start, end: where it stands in the mention.
        role: "given", "family", "initial", "digits", or "foreign" for all of a name that is written by its sounds.
        lemma: the name that it is a form of, folded; the text itself of an initial or of digits.
        form: in which form it stands; see `forms`.
        gender: of whom the form speaks, where it tells.
        language: ISO 639-1.
    """

    start: int
    end: int
    role: str
    lemma: str
    form: str = ""
    gender: str = ""
    language: str = ""

    @property
    def kind(self) -> Kind:
        """What the part names."""
        return "given" if self.role == "given" else "family"

    @property
    def latin(self) -> Iterator[str]:
        """How the name is written in addresses."""
        if scripts_of(self.lemma) <= {"Latin"}:
            yield from (ascii_letters(self.lemma, ""), ascii_letters(self.lemma, self.language))
            if self.language == "pl" and self.role == "family" and self.lemma.endswith("i"):
                # "e.niedzwiecka"
                yield ascii_letters(f"{self.lemma[:-1]}a", "")
        elif latin := forms(self.lemma, self.kind, "", self.language).get("latin"):
            yield fold(latin)

    def given_gender(self, told: str) -> str:
        """Tell the gender of a given name: the text decides, then the form, then the lists of the language, those of
        English, and last the ending. `told`: what the text says; empty where it says nothing.
        """
        known = told or self.gender or gender_in(self.language, self.lemma)
        if known:
            return known
        if lean := lean_of(self.lemma):
            return lean.gender
        ends = ((end, gender) for gender, of in _ENDINGS.items() for end in of.get(self.language, ()))
        return max((len(end), gender) for end, gender in (*ends, ("", "")) if self.lemma.endswith(end))[1]


class NativeNames:
    """The names of one request that are drawn from lists of other languages. `keep_gender`: the policy keeps the gender
    of given names. `languages`: of folded names, ISO 639-1.
    """

    def __init__(self, keep_gender: bool) -> None:
        self._keep_gender = keep_gender
        self.languages: dict[str, str] = {}
        self._codes: dict[str, str] = {}
        self._genders: dict[str, str] = {}
        self._parts: dict[str, Sequence[NativePart]] = {}
        self._roles: dict[str, str] = {}
        # The words of names by language and first letters, of which others may be forms.
        self._words: dict[tuple[str, str], dict[str, None]] = {}
        self._exact: dict[str, Replacement] = {}
        self._seen: dict[Seen, None] = {}
        self._whole: list[tuple[Seen, Seen]] = []

    def reads(self, mention: str) -> bool:
        """Return whether a mention is one of another language."""
        return bool(self._codes.get(mention))

    def meet(self, mentions: Iterable[tuple[str, Clue, str]]) -> list[tuple[str, Clue, str]]:
        """Learn from mentions; those that are of another language."""
        listed = list(mentions)
        new = {mention: language for mention, _, language in reversed(listed) if mention not in self._codes}
        self._codes |= {mention: language_of(mention, language) or "" for mention, language in new.items()}
        clues = {mention: clue for mention, clue, _ in reversed(listed)}
        self._learn_all([mention for mention in new if self._codes[mention]], clues)
        # A sentence may be too short to tell its language: a form of a name of the request is one.
        for mention in new:
            if not self._codes[mention] and (code := self._known_as(mention)):
                self._codes[mention] = code
                self._learn_all([mention], clues)
        return [one for one in listed if self._codes[one[0]]]

    def _known_as(self, mention: str) -> str:
        """The language whose names of the request all parts of a mention are forms of."""
        if scripts_of(mention) != LATIN:
            return ""
        for code in dict.fromkeys(self.languages.values()):
            parts = [self._read(mention, part, code, titled=False)[0] for part in native_parts(mention, code)]
            names = [part for part in parts if part.role in ("given", "family")]
            if names and all(self.languages.get(part.lemma) == code for part in names):
                return code
        return ""

    def _learn_all(self, mentions: Iterable[str], clues: Mapping[str, Clue]) -> None:
        """Learn whole names first: what a lone word is, they tell."""
        read = {
            mention: native_parts(mention, self._codes[mention], titled=clues[mention].titled) for mention in mentions
        }
        for mention, parts in read.items():
            for part in parts:
                value = fold(mention[part.start : part.end])
                self._words.setdefault((self._codes[mention], value[:_BEGINS]), {})[value] = None
        for mention in sorted(read, key=lambda name: (-len(read[name]), not clues[name].titled)):
            clue = clues[mention]
            title = told_within(mention)
            woman = _WOMEN.get(self._codes[mention])
            told = title or ("female" if woman and woman.search(mention) else "")
            self._genders.setdefault(mention, told or clue.gender)
            self._learn(mention, read[mention], clue)

    def _learn(self, mention: str, parts: Sequence[NamePart], clue: Clue) -> None:
        code = self._codes[mention]
        titled = clue.titled and all(part.role == "either" for part in parts)
        found = [self._read(mention, part, code, titled=titled, told=clue.gender) for part in parts]
        self._parts[mention] = _agreeing(found) if code == "pl" else [options[0] for options in found]
        last = self._parts[mention][-1] if found else None
        if last and code in _APOSTROPHE and mention[last.end :] in ("'", "’") and last.role in ("given", "family"):
            self._parts[mention] = [*self._parts[mention][:-1], last._replace(end=last.end + 1, form="gen")]
        for part in self._parts[mention]:
            if part.role in _DRAWN:
                self.languages.setdefault(part.lemma, code)
                if titled or len(parts) > 1:
                    self._roles.setdefault(part.lemma, part.role)

    def _read(self, mention: str, part: NamePart, code: str, *, titled: bool, told: str = "") -> list[NativePart]:
        """What a part may be a form of, the likeliest first."""
        text = mention[part.start : part.end]
        value = fold(text)
        if part.role in ("initial", "digits"):
            return [NativePart(part.start, part.end, part.role, text, language=code)]
        if part.role == "foreign":
            return [NativePart(part.start, part.end, part.role, value, language=code)]
        # In some languages titles stand before given names too: "pani Anna", "doña Carmen".
        given = code in _TITLED_GIVEN and value in known_form(code, "given") and value not in known_form(code, "family")
        role = self._role_of(value, "family" if titled and not given and part.role == "either" else part.role, code)
        kind: Kind = "given" if role == "given" else "family"
        read = readings(value, kind, code)
        if role == "given" and told and read[0].gender not in ("", told):
            # "U pana Zenona" has a form of Zenon, and no Zenona.
            read = sorted(read, key=lambda one: one.gender != told)
        if read[0] == ReadForm(value):
            # A form of a name that the request has, though no list has it.
            read = self._of_request(value, kind, code) or read
            if code == "pl" and role == "given" and told and read[0] == ReadForm(value):
                read = [of_gender(value, told)]
        if code == "ja" and not read[0].form and scripts_of(text) == KANA:
            # Of several names with these sounds the one that the request has.
            read = [read[0]._replace(form="katakana" if fold(text) == _katakana(value) else "hiragana")]
        if code == "ar" and ARABIC_SON.intersection(mention[max(part.start - _BEFORE, 0) : part.start].split()[-1:]):
            read = [one._replace(gender="male") for one in read]
        met = [one for one in read if one.lemma in self._roles] if code == "ja" else []
        if code == "ja" and not met and len({one.lemma for one in read}) > 1:
            met = [ReadForm(value, read[0].form)]
        return [NativePart(part.start, part.end, role, *one, code) for one in met or read]

    def _of_request(self, value: str, kind: Kind, code: str) -> list[ReadForm]:
        """What word of the request, though no list has it, a part is a form of."""
        if code not in _INFLECTED:
            return []
        for lemma in self._words.get((code, value[:_BEGINS]), ()):
            for gender in ("female", "male") if lemma != value else ():
                for form, written in forms(lemma, kind, gender, code).items():
                    if form and fold(written) == value:
                        return [ReadForm(lemma, form, gender if code == "pl" else "")]
        return []

    def _role_of(self, value: str, role: str, code: str) -> str:
        if role != "either":
            return role
        kinds: tuple[Kind, Kind] = ("given", "family")
        for kind in kinds:
            read = [*readings(value, kind, code)[:1], *self._of_request(value, kind, code)]
            if any(self._roles.get(one.lemma) == kind for one in read):
                return kind
        given = value in known_form(code, "given")
        if code == "pl" and not given and _POLISH_FAMILY.fullmatch(value):
            return "family"
        return "given" if given or value not in known_form(code, "family") else "family"

    def parts(self, mention: str) -> Sequence[NativePart]:
        """Return the parts of a mention that was met."""
        return self._parts[mention]

    def told(self, mention: str) -> str:
        """Return the gender that titles and the text tell of whoever a mention names; empty where nothing does."""
        return self._genders.get(mention, "")

    def joint(self, value: str) -> str:
        """Return what joins two names where one does not suffice."""
        code = self.languages.get(value, "")
        return "" if code in WITHOUT_SPACES else " " if code in ("ar", "hi") else "-"

    def in_latin(self, value: str, spelled: str, role: str, written: str = "") -> str:
        """Return the surrogate of a name as it stands in an address. `written`: as the name itself stands there, where
        that is known.
        """
        code = self.languages.get(value)
        if not code:
            return spelled
        kind: Kind = "given" if role == "given" else "family"
        if code == "pl" and kind == "family" and value.endswith("i") and written.endswith("a"):
            spelled = forms(spelled, kind, "female", code)[""]
        return ascii_letters(forms(spelled, kind, "", code).get("latin", spelled), code)

    def surrogate(
        self, mention: str, token: Callable[[str, str], str], without_list: Callable[[str, str, int], str]
    ) -> str:
        """Draw what stands in for a mention. `token`: draws for a folded name of a role. `without_list`: draws for an
        initial or digits, given the text, which of both it is, and its place.
        """
        parts = self._parts[mention]
        drawn = [token(part.lemma, part.role) if part.role in _DRAWN else "" for part in parts]
        gender = self._gender(mention, parts, drawn)
        polish = bool(parts) and parts[0].language == "pl"
        case = next((part.form for part in parts if part.form), "") if polish else ""
        result, at = list[str](), 0
        whole: dict[str, Seen] = {}
        for number, (part, spelled) in enumerate(zip(parts, drawn, strict=True)):
            text = mention[part.start : part.end]
            if part.role in ("initial", "digits"):
                new = without_list(text, part.role, number)
            elif part.role == "foreign":
                new = spelled
                self._exact |= {pair.surrogate: pair for pair in pieces(new, text)}
            else:
                of = gender if part.role == "family" else gender_in(part.language, fold(spelled))
                seen = Seen(spelled, _listed(part, text), part.kind, of, part.language)
                new = in_case_of(text, self._written(part, seen, case))
                new = _as_nickname(part, text, new) if len(parts) == 1 else new
                self._seen[seen] = None
                self._exact.setdefault(new, Replacement(new, text, plural=True, cased=new[:1].isupper()))
                if part.role == "family" or part.role not in whole:
                    whole[part.role] = seen
            result += [mention[at : part.start], new]
            at = part.end
        text = "".join(result) + mention[at:]
        if len(parts) > 1:
            first, last = parts[0].start, len(mention) - parts[-1].end
            core = text[first : len(text) - last]
            self._exact.setdefault(core, Replacement(core, mention[first : len(mention) - last]))
        if len(whole) > 1:
            self._whole.append((whole["given"], whole["family"]))
        return text

    def _gender(self, mention: str, parts: Sequence[NativePart], drawn: Sequence[str]) -> str:
        """Of whom family names speak: of whoever bears the given name that was drawn, else what the text tells."""
        for part, spelled in zip(parts, drawn, strict=True):
            if part.role == "given":
                return gender_in(part.language, fold(spelled))
        if not self._keep_gender:
            return "male"
        told = {part.gender for part in parts if part.lemma != fold(mention[part.start : part.end])}
        return self._genders.get(mention) or ("female" if "female" in told else "male")

    @staticmethod
    def _written(part: NativePart, seen: Seen, case: str) -> str:
        """The surrogate of a part in the form of the part, or of the other parts where it has one form for all."""
        known = forms(seen.spelled, part.kind, seen.gender, part.language)
        form = part.form
        if case and not form and case not in forms(seen.original, part.kind, seen.gender, part.language):
            form = case
        return known.get(form, known[""])

    def kept(self, mention: str, genders: Mapping[str, str]) -> tuple[str, ...]:
        """Describe what is kept of a mention: language and kind of each part, its form, and what stands around them.
        `genders`: of folded given names.
        """
        kinds: list[str] = []
        seen: set[tuple[str, str]] = set()
        parts = self._parts[mention]
        for part in parts:
            text = mention[part.start : part.end]
            if part.role in ("initial", "digits"):
                kinds.append("an initial" if part.role == "initial" else f"{len(text)} digits")
                continue
            kind = _described(part, genders.get(part.lemma, ""), self._of_woman(mention, parts))
            if len(parts) == 1:
                kind += (
                    ' behind "小"' if _small(part, text) else " of one character twice" if _twice(part, text) else ""
                )
            again = ", the same again" if (part.lemma, part.role) in seen else ""
            seen.add((part.lemma, part.role))
            kinds.append(f"{kind}{letter_case(text) if scripts_of(text) == LATIN else ''}{again}")
        around = frame(mention, parts)
        joint = "" if parts and parts[0].language in WITHOUT_SPACES else " "
        plain = joint.join("…" * len(parts))
        return f"that it is {' and '.join(kinds)}", *(() if around == plain else (f'written as "{around}"',))

    def _of_woman(self, mention: str, parts: Sequence[NativePart]) -> bool:
        """Whether a Polish family name is drawn in the form for women though no given name tells."""
        if not parts or parts[0].language != "pl" or any(part.role == "given" for part in parts):
            return False
        return self._gender(mention, parts, [""] * len(parts)) == "female"

    def replacements(self) -> Iterator[Replacement]:
        """Yield what undoes the names in a reply: what was sent first, then all other forms."""
        yield from self._exact.values()
        for given, family in self._whole:
            yield from of_both(given, family)
        for seen in self._seen:
            yield from of_one(seen)


def _agreeing(found: list[list[NativePart]]) -> list[NativePart]:
    """Of what Polish parts may be, those of one gender and case."""
    told = next((options[0] for options in found if options[0].role == "family" and options[0].form), None)
    if told is None:
        return _in_one_case([options[0] for options in found])

    def fits(part: NativePart) -> tuple[bool, bool]:
        return part.gender != told.gender, part.form != told.form

    return [options[0] if options[0].role == "family" else min(options, key=fits) for options in found]


def _in_one_case(parts: list[NativePart]) -> list[NativePart]:
    """Parts of a Polish name of which the family name, that no list has, stands in the case of a man's given name."""
    given = next((part for part in parts if part.role == "given"), None)
    if given is None or given.gender != "male" or not given.form:
        return parts
    return [
        part._replace(**family_in_case(part.lemma, given.form)._asdict()) if part.role == "family" else part
        for part in parts
    ]


def _twice(part: NativePart, text: str) -> bool:
    return part.language == "zh" and part.role == "given" and len(text) == _BEGINS and text[0] == text[1]


def _small(part: NativePart, text: str) -> bool:
    return part.language == "zh" and part.role == "given" and len(text) == _BEGINS and text[0] == "小"


def _as_nickname(part: NativePart, text: str, new: str) -> str:
    """A Chinese given name of one character, which nobody is called by alone, as the mention has its own."""
    called = new + new if _twice(part, text) else f"小{new}" if _small(part, text) else new
    # What may be drawn for somebody else as it is would stand for two.
    listed = called in known_form("zh", "given") or new in known_form("zh", "family")
    return new if len(new) > 1 or listed else called


def _katakana(hiragana: str) -> str:
    return "".join(chr(ord(char) + 0x60) if "ぁ" <= char <= "ゖ" else char for char in hiragana)


def _listed(part: NativePart, text: str) -> str:
    """The name as a list has it, which the text has in some form."""
    if fold(text) == part.lemma:
        return usual(text)
    return "-".join(word[:1].upper() + word[1:] for word in part.lemma.split("-"))


def _described(part: NativePart, gender: str, of_woman: bool) -> str:
    """What a part of a name is called in a class."""
    language = LANGUAGES[part.language].name
    if part.role == "foreign":
        return f"a foreign name in {language}"
    whose = {"female": "woman's ", "male": "man's ", "": ""}[gender] if part.role == "given" else ""
    kind = f"{'an' if language[0] in 'AEIOU' else 'a'} {language} {whose}{part.role} name"
    if of_woman and part.role == "family":
        kind += " of a woman"
    form = CASES.get(part.form, f'behind "{part.form}"') if part.form else ""
    return f"{kind} {form}".rstrip()
