"""How a name of another language may stand in a reply that has its surrogate in another form, and in an address.

`native_names` asks; `names` asks for the names of accounts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from dp_gateway.mentions.agreement import elided
from dp_gateway.mentions.native_parts import HONORIFICS
from dp_gateway.restore import Replacement
from dp_gateway.text.folding import in_two_letters, unaccented
from dp_gateway.vocabulary.lexicon.forms import Kind, forms

WITHOUT_SPACES = ("zh", "ja")
_FAMILY_FIRST = ("zh", "ja")
_LEAST_LATIN = 4
_DOT = re.compile("[\u00b7\u2022\u30fb=＝]+")
_UNDECOMPOSED = str.maketrans({"ł": "l", "ß": "ss"})
# Arabic letters as addresses have them: "w" and "y" behind a consonant are vowels, short vowels are not written.
_ARABIC = dict(
    zip(
        "اأإآءبتثجحخدذرزسشصضطظعغفقكلمنهوؤيئىة ",
        "a,a,i,a,,b,t,th,j,h,kh,d,dh,r,z,s,sh,s,d,t,z,a,gh,f,q,k,l,m,n,h,w,w,y,y,a,a,".split(","),
        strict=True,
    )
)
_LONG_VOWEL = {"w": "u", "y": "i"}


class Seen(NamedTuple):
    """A name that was replaced: the surrogate and the original as they are listed, and of whom they speak."""

    spelled: str
    original: str
    kind: Kind
    gender: str
    language: str

    def pairs(self) -> Iterator[tuple[str, str, str]]:
        """Yield each form of the surrogate, with the form's name and the original in that form."""
        known = forms(self.original, self.kind, self.gender, self.language)
        for form, written in forms(self.spelled, self.kind, self.gender, self.language).items():
            yield form, written, known.get(form, known[""])


def pieces(surrogate: str, original: str) -> Iterator[Replacement]:
    """Yield a foreign name, and its first and last words alone."""
    yield Replacement(surrogate, original)
    new, old = _DOT.split(surrogate), _DOT.split(original)
    yield from (Replacement(new[place], old[place]) for place in (0, -1) if len(old) > 1)


def of_both(given: Seen, family: Seen) -> Iterator[Replacement]:
    """Yield full names in the forms that single parts do not tell."""
    first, last = ({form: (new, old) for form, new, old in seen.pairs()} for seen in (given, family))
    if given.language in _FAMILY_FIRST:
        for joint in ("", " ", "　"):
            yield Replacement(family.spelled + joint + given.spelled, family.original + joint + given.original)
        for form in ("latin", "katakana", "hiragana"):
            if form in first and form in last:
                (new_given, old_given), (new_family, old_family) = first[form], last[form]
                yield Replacement(f"{new_family} {new_given}", f"{old_family} {old_given}")
                yield Replacement(f"{new_given} {new_family}", f"{old_given} {old_family}")
    elif given.language == "pl":
        new, old = (forms(name, "family", family.gender, "pl") for name in (family.spelled, family.original))
        for case in first:
            surrogate = f"{first[case][0]} {new.get(case, new[''])}"
            yield Replacement(surrogate, f"{first[case][1]} {old.get(case, old[''])}")
    if given.language not in (*_FAMILY_FIRST, "ar", "hi"):
        yield Replacement(f"{given.spelled[0]}. {last[''][0]}", f"{given.original[0]}. {last[''][1]}")


def of_one(seen: Seen) -> Iterator[Replacement]:
    """Yield a name in all its forms, and with what stands beside it."""
    cased = seen.spelled[:1].isupper()
    for form, written, original in seen.pairs():
        if form != "latin" or (len(written) >= _LEAST_LATIN and seen.language != "zh"):
            yield Replacement(written, original, plural=True, cased=cased)
        if "ł" in written.lower():
            plain = written.replace("ł", "l").replace("Ł", "L")
            yield Replacement(plain, original.replace("ł", "l").replace("Ł", "L"), cased=cased)
    yield from _beside(seen)


def _beside(seen: Seen) -> Iterator[Replacement]:
    """A name with what stands beside it: honorifics, and French words that lose a vowel."""
    new, old = seen.spelled, seen.original
    if seen.language in WITHOUT_SPACES and len(new) == 1:
        for title in HONORIFICS[seen.language]:
            yield Replacement(new + title, old + title)
        if seen.language == "zh":
            yield from (Replacement(before + new, before + old) for before in "小老")
    if seen.language == "fr" and elided(new) != elided(old):
        for short, long in (("d'", "de "), ("qu'", "que ")):
            yield Replacement(f"{short if elided(new) else long}{new}", f"{short if elided(old) else long}{old}")


def in_account(name: str, code: str) -> str:
    """Write a listed name as accounts have it: the letters of addresses, without an apostrophe."""
    return ascii_letters(name, code).replace("'", "").replace("’", "")


def ascii_letters(name: str, code: str) -> str:
    """Write a name in the letters of addresses: German umlauts as two letters, the marks of others left out."""
    if code == "ar" and not name.isascii():
        return _romanised(name)
    written = in_two_letters(name.lower()) if code == "de" else name.lower()
    plain = unaccented(written.translate(_UNDECOMPOSED))
    return plain.capitalize() if name[:1].isupper() else plain


def _romanised(name: str) -> str:
    """An Arabic name in Latin letters, roughly as its bearer writes it in an address: "a" where two consonants meet."""
    written = ""
    for letter in (_ARABIC.get(char, "") for char in name):
        consonant = bool(written) and written[-1] not in "aiu"
        if consonant and letter:
            letter = _LONG_VOWEL.get(letter, letter if letter[0] in "aiu" else f"a{letter}")  # noqa: PLW2901
        written += letter
    return written
