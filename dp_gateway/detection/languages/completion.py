"""What findings in other languages than English tell of more beside them: initials, the rest of a name, letters before
a number, numbers without a unit; and names that stand alone under a text.

`Detection` asks here once findings are merged. A word that goes on with a name is none that a dictionary of the
language has (`ordinary`), so that a name of which a list or the tagger knows a half is covered whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dp_gateway.detection.languages.bare import bare
from dp_gateway.detection.languages.dates_and_ages import is_told
from dp_gateway.detection.languages.fields import is_field
from dp_gateway.detection.languages.given_names import key, names_of
from dp_gateway.detection.languages.labelled import Labels
from dp_gateway.detection.languages.name_bounds import is_owned
from dp_gateway.detection.languages.ordinary import is_common, is_ordinary_run
from dp_gateway.detection.languages.reading import PROCLITIC
from dp_gateway.detection.languages.tagger import is_persons, is_word
from dp_gateway.languages import LANGUAGES, Passage, language_at
from dp_gateway.languages.scripts import CAPITALS
from dp_gateway.patterns.structure import Structure
from dp_gateway.text.entities import Entity

_NAME = "beside names of languages"
_SCORE, _SURE = 0.8, 0.9
_REACH = 24
_LEAST = 3
_CASED = rf"[{CAPITALS}][^\W\d_]{{1,24}}+(?:[-'’][{CAPITALS}][^\W\d_]{{1,24}}+)?"
_PARTICLE = r"(?:(?:van|von|de|da|do|dos|das|di|del|della|den|der|du|el|ter|ten|zu|y|e|i)\s){1,2}"


class _Script(NamedTuple):
    """How names go on in a script. `initials`: what stands before a name and belongs to it. `before` and `behind`: a
    word beside a name.
    """

    initials: re.Pattern[str]
    before: re.Pattern[str]
    behind: re.Pattern[str]


_LATIN = _Script(
    re.compile(rf"(?<![\w.])(?:[{CAPITALS}]\.[ -]?){{1,3}}\Z"),
    # "- LEMAIRE Sylvie -", "Bednarz Grażyna": forms have the family name first, and in capitals.
    re.compile(rf"(?:(?<=[^\W\d_{CAPITALS}][ ,])|(?<=[–—:|;/-]\s)|(?<=\n)|\A)(?P<v>{_CASED}|[{CAPITALS}]{{3,24}})\s\Z"),
    re.compile(rf"(?:-|\s(?:{_PARTICLE})?)(?P<v>{_CASED}|[{CAPITALS}]{{3,24}})(?![\w'’-])"),
)
# Letters of Devanagari, and the names of Latin letters.
_INITIALS = r"(?<![\w\u0900-\u097f])(?:(?:(?!डॉ)[\u0904-\u0939][\u093e-\u094c]?|ए[चफलमनस]|आर|डब्ल्यू)\.\s?){1,3}"
_SCRIPTS = {
    "Latin": _LATIN,
    "Arabic": _Script(
        re.compile(r"(?<!\w)(?:[ء-ي]\.\s?){1,3}\Z"),
        re.compile(r"(?!)(?P<v>)"),
        # A particle in front, or a pronoun at the end, makes a word of a sentence.
        re.compile(r"\s(?P<v>(?![وفبلك](?!ال))[ء-ي]{3,20}(?<!هم)(?<!ها)(?<!نا))(?![\w\u064b-\u0652])"),
    ),
    "Devanagari": _Script(
        re.compile(_INITIALS + r"\Z"),
        re.compile(r"(?!)(?P<v>)"),
        re.compile(r"\s(?P<v>[\u0904-\u0963]{3,24})(?![\w\u0900-\u0963])"),
    ),
}
# "أحمد ومحمد": another name behind the particle.
_AND_ANOTHER = re.compile(r"\sو(?P<v>[ء-ي]{3,20})(?![\w\u064b-\u0652])")
_NUMBERS = frozenset(("ID_NUMBER", "PHONE_NUMBER"))
_LETTERS_BEFORE = re.compile(r"(?<![^\W_])(?P<v>[A-Z]{1,4})[ -]\Z")
_GROUP_BEHIND = re.compile(r"[ -](?:[0-9]|[A-Z]{1,3})(?=[,.;)\n]|\Z)")
_EXTENSION = re.compile(
    r"\s?(?:转|轉|分机|分機|内線|poste|int\.|wew\.|App\.|DW|toestel|ramal|ext\.)\s?[0-9]{1,5}(?![0-9])"
)
_HALF_BEFORE = re.compile(rf"(?<![\w-])[{CAPITALS}][^\W\d_]{{1,16}}-\Z")
# "你信吗": a particle at the end asks.
_SIGNED_UNSPACED = re.compile(r"[。！？!?\n]\s?(?P<v>[\u3400-\u9fff々]{2,4})(?<![吗呢吧呀嘛么])\s*\Z")
# "fietsenmaker_utrecht": what nobody writes in prose but a program, or who is called so.
_LOGIN = re.compile(
    r"(?<![A-Za-z0-9_@./%\$`'\"<>=:-])(?P<v>(?:[a-z][a-z0-9]{0,20}(?:[._][a-z0-9]{1,20}){0,3}|[ء-ي]{2,20})"
    r"(?:_[a-z0-9]{1,20}|(?:_(?:[ء-ي]{1,20}|[0-9]{1,6})){1,3})|"
    # "FritzGast_Oben"
    r"[A-Z][a-z]{1,15}(?:[A-Z][a-z0-9]{1,15})?_[A-Z]?[a-z0-9]{2,16})(?![A-Za-z0-9\u0621-\u0652_(@/=\[*`'\">:]|\.\w|\s[-+*/<>=]{1,2}\s)"
)


def completed(text: str, entities: Sequence[Entity], found: Sequence[Passage]) -> Iterator[Entity]:
    """Find more of what was found in passages of other languages, and what stands beside it.

    Args:
        entities: what was found in it: disjoint, in order.
    """
    starts, ends = {one.start for one in entities}, {one.end for one in entities}
    labels: Labels | None = None
    for at, one in enumerate(entities):
        if one.type != "PERSON" and one.type not in _NUMBERS:
            continue
        language = language_at(found, one.start)
        if language == "en" or language not in LANGUAGES:
            continue
        if one.type == "PERSON":
            last = entities[at - 1].end if at else 0
            ahead = entities[at + 1].start if at + 1 < len(entities) else len(text)
            start, end = _whole(text, one, language, last, ahead)
            if (start, end) != (one.start, one.end):
                yield one._replace(start=start, end=end)
            other = _AND_ANOTHER.match(text, end) if language == "ar" else None
            if other is not None and other.start("v") < ahead and is_persons(language, other["v"]):
                yield Entity(*other.span("v"), "PERSON", _SCORE, _NAME)
        else:
            labels = labels or Labels(text)
            before = (
                _LETTERS_BEFORE.search(text, max(one.start - 6, 0), one.start) if text[one.start].isdigit() else None
            )
            told = before and (labels.is_one(before["v"].lower()) or labels.covers(*before.span("v")))
            start = before.start() if before and not told else one.start
            behind = _GROUP_BEHIND.match(text, one.end) or _EXTENSION.match(text, one.end)
            end = behind.end() if behind and behind.end() not in ends else one.end
            if (start, end) != (one.start, one.end):
                yield one._replace(start=start, end=end)
    yield from _alone(text, found, starts)
    # What the tagger alone took for a date or an age may be a part of more that is told here.
    yield from bare(text, [one for one in entities if not is_told(one)], found)


def _whole(text: str, one: Entity, language: str, last: int, ahead: int) -> tuple[int, int]:
    """Where a name begins and ends, with initials and with words beside it that no dictionary has. `last` and `ahead`:
    where the finding before it ends, and that behind it begins.
    """
    script = _SCRIPTS.get("Latin" if text[one.start] < "\u0250" else LANGUAGES[language].script)
    start, end = one.start, one.end
    if script is None:
        return start, end
    one_word = " " not in text[start:end]
    # "Mei-Hua" of which the second half was found.
    if text[start - 1 : start] == "-" and (half := _HALF_BEFORE.search(text, max(last, start - _REACH), start)):
        return half.start(), end
    # "M." is what a man is called in French.
    if (initials := script.initials.search(text, max(last, start - _REACH), start)) and not (
        language == "fr" and initials[0] == "M. "
    ):
        start = initials.start()
    elif one_word and (word := script.before.search(text, max(last, start - _REACH), start)):
        # German nouns have a capital, too: before a name stands a name of the lists.
        known = is_persons(language, word["v"]) or (language != "de" and _is_no_word(word["v"], language))
        # "Mein Mann Uwe": men are called Mann, too.
        known = known and not (language == "de" and is_owned(text, word.start("v")))
        start = word.start("v") if known else start
    if one_word and _is_sure(text, one, language) and (word := script.behind.match(text, end)) and word.end() <= ahead:
        end = word.end() if _is_no_word(word["v"], language) else end
    return start, end


def _is_sure(text: str, one: Entity, language: str) -> bool:
    """Whether a finding is surely a name, where those of the language are ordinary words as often as not."""
    if LANGUAGES[language].script != "Arabic" or one.score >= _SURE:
        return True
    names, word = names_of(language), key(text[one.start : one.end])
    return (word in names.given or word in names.family) and word not in names.ordinary


def _is_no_word(written: str, language: str) -> bool:
    """Whether a word is none that the language has, so that beside a name it is one, too."""
    if is_persons(language, written):
        return True
    for part in re.split("[-'’]", written):
        forms = [key(part.lower())]
        if match := PROCLITIC.match(part):
            forms.append(key(part)[match.end() :])
        if any(is_word(language, form) or is_common(form, language) for form in forms):
            return False
    return len(written) >= _LEAST


def _alone(text: str, found: Sequence[Passage], starts: set[int]) -> Iterator[Entity]:
    """Names under a text of Chinese or Japanese, and what is written as logins are."""
    if (match := _SIGNED_UNSPACED.search(text, max(len(text) - 20, 0))) and match.start("v") not in starts:
        language = language_at(found, match.start("v"))
        if language in ("zh", "ja") and not is_ordinary_run(match["v"], language):
            yield Entity(*match.span("v"), "PERSON", _SCORE, _NAME)
    if "_" in text and not (structure := Structure(text)).is_about_programs:
        for match in _LOGIN.finditer(text):
            if (
                language_at(found, match.start()) != "en"
                and structure.kind_at(match.start()) in ("prose", "table")
                and not is_field(text, *match.span("v"))
            ):
                yield Entity(*match.span("v"), "USERNAME", _SCORE, _NAME)
