"""What kind of institution a name of Chinese, Japanese, Arabic or Hindi says it is of: a school, a bank, a temple.

`NativePhrases` keeps the kind and draws a town beside it; `gathering` joins the kind with a name that was found apart.
It asks too for acronyms of organisations that were found as a person, a place or the end of somebody's name, in texts
of other languages than English ("à l'INSA", "M. Moreau de la MAIF"): people and towns take no article there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dp_gateway.languages import language_at, passages
from dp_gateway.mentions.countries import is_country
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import fold
from dp_gateway.text.lists import word_lists
from dp_gateway.vocabulary.lexicon.firms import CAPITALS
from dp_gateway.vocabulary.lexicon.forms import Kind, known_form

_LISTS = word_lists(__file__)
_HINDI = (
    "(?:(?:पब्लिक|प्राइमरी|हाई|सीनियर सेकेंडरी|प्राथमिक|माध्यमिक|उच्च माध्यमिक|इंटर|डिग्री|मेडिकल|इंजीनियरिंग|विद्या|कोचिंग|"
    "किराना|जनरल|क्रिकेट|फुटबॉल|नर्सिंग|सामुदायिक|स्वास्थ्य|नेत्र|डेंटल|आई|सहकारी|ग्रामीण|मिष्ठान|स्वीट|बुक|"
    "ट्रेनिंग|महिला|राजकीय|सरकारी) )?"
    "(?:अस्पताल|हॉस्पिटल|चिकित्सालय|क्लिनिक|क्लीनिक|होम|विश्वविद्यालय|यूनिवर्सिटी|महाविद्यालय|विद्यालय|कॉलेज|स्कूल|पाठशाला|अकादमी|"
    "एकेडमी|संस्थान|सेंटर|केंद्र|केन्द्र|बैंक|मंदिर|मन्दिर|मस्जिद|गुरुद्वारा|गुरुद्वारे|चर्च|दरगाह|स्टोर|स्टोर्स|भंडार|फार्मेसी|भोजनालय|ढाबा|"
    "ढाबे|रेस्टोरेंट|रेस्तरां|होटल|लॉज|धर्मशाला|कैफे|क्लब|जिम|पार्लर|सैलून|बेकरी|न्यायालय|थाना|थाने|अनाथालय|वृद्धाश्रम|आश्रम|"
    "पुस्तकालय|सोसायटी|सोसाइटी|अपार्टमेंट)"
)  # fmt: skip
_HINDI_AHEAD = "होटल|(?:जिला|उच्च|सत्र) (?:न्यायालय|अस्पताल)|थाना|मस्जिद|दरगाह|मंदिर|गुरुद्वारा|चर्च"
# A ministry is of no town: what stands in for it is the hall of one, of the same gender.
_MINISTRIES = {
    "ja": (re.compile("[\u4e00-\u9fff]{2,6}省$"), "市役所"),
    "hi": (re.compile("मंत्रालय$"), " नगर निगम"),
    "ar": (re.compile(r"^(?P<joined>[وف]?[بلك]?)(?:ال)?وزارة(?!\S)"), "بلدية"),
}
_ARABIC = re.compile(
    r"(?P<joined>[وف]?[بك]?)(?:(?P<to>ل)ل|(?P<plain>ل)(?:ال)?|(?:ال)?)"
    "(?P<kind>جامعة|كلية|معهد|مدرسة|مدارس|ثانوية|إعدادية|ابتدائية|أكاديمية|روضة|حضانة|مستشفى|مستوصف|مستوصفات|عيادة|مجمع|"
    "صيدلية|مختبر|مركز|بنك|مصرف|محكمة|مسجد|جامع|كنيسة|نادي|نادى|مطعم|مقهى|كافيه|مخبز|حلويات|فندق|متجر|محل|محلات|سوبرماركت|"
    "مكتبة|دار|جمعية|مؤسسة|صالون|صالة|متحف|مسرح|حديقة|بلدية|مكتب|ورشة|معرض|مديرية)(?!\\S)"
    "(?:.{0,40}\\s(?P<rest>لل(?:نشر|نشر والتوزيع|غات|تدريب|تحاليل|محاماة|أطفال|بنات|بنين|أيتام|مسنين)|"
    "لطب (?:الأسنان|العيون|الأطفال)|الابتدائية|الثانوية|الإعدادية|المتوسطة|الطبي|الطبية|التخصصي|الرياضي|الثقافي|الدولي|"
    "الدولية|الأهلية|التجاري|الخيرية|العام)\\Z)?"
)  # fmt: skip
_BEHIND = {code: "|".join(_LISTS[f"BEHIND {code}"]) for code in ("zh", "ja")}
_UNSPACED = {
    code: re.compile(f"(?P<kind>{behind})(?:.{{1,12}}(?:支行|分行|支店|本店))?$") for code, behind in _BEHIND.items()
}
_HINDI_BEHIND = re.compile(rf"(?<!\S)(?:{_HINDI})(?!\S)")
_HINDI_FIRST = re.compile(rf"(?:{_HINDI_AHEAD})(?!\S)")


class Institution(NamedTuple):
    """The words around the town of an institution. `ahead`: with the space behind it. `behind`: with the space before
    it.
    """

    ahead: str = ""
    behind: str = ""


def institution_in(name: str, code: str, *, ministries: bool = True) -> Institution | None:
    """Find what is kept of the name of an institution; None where it is none of a kind that is known.

    Args:
        name: its words apart by single spaces.
        code: the language of which its surrogate is drawn.
        ministries: it may be a ministry, as a place is not: 省 are provinces, too.
    """
    if ministries and code in _MINISTRIES:
        ministry, hall = _MINISTRIES[code]
        if found := ministry.search(name):
            return Institution(ahead=f"{found['joined']}{hall} ") if code == "ar" else Institution(behind=hall)
    if code in _UNSPACED:
        found = _UNSPACED[code].search(name)
        return Institution(behind=found["kind"]) if found else None
    if code == "ar":
        return _arabic(name)
    return _hindi(name) if code == "hi" else None


def _arabic(name: str) -> Institution | None:
    found = _ARABIC.match(name)
    if found is None:
        return None
    # "At the hospital" has an article, "at the hospital of a town" none.
    ahead = f"{found['joined']}{found['to'] or found['plain'] or ''}{found['kind']} "
    return Institution(ahead, f" {found['rest']}" if found["rest"] else "")


def _hindi(name: str) -> Institution | None:
    kinds = [*_HINDI_BEHIND.finditer(name)]
    if (kinds and kinds[-1].end() == len(name)) or _HINDI_FIRST.match(name) is None:
        return Institution(behind=f" {kinds[-1][0]}") if kinds else None
    return Institution(ahead=f"{name[: _first_end(name)]} ")


def _first_end(name: str) -> int:
    found = _HINDI_FIRST.match(name)
    return found.end() if found else 0


def is_bare_kind(word: str, code: str) -> bool:
    """Return whether a word says what kind of institution something is, and no name of it."""
    if code == "ar":
        found = _ARABIC.match(word)
        return found is not None and found.end("kind") == len(word)
    return code == "hi" and _HINDI_BEHIND.fullmatch(word) is not None


_KIND_BEFORE = re.compile(r"(?<!\S)(?P<kind>[ء-ي]{2,12}) \Z")
_REACH = 24


def with_kind(text: str, start: int, free: int) -> int:
    """Find where a name of Arabic begins with the kind of institution before it, which a model left out. `free`: from
    which place of the text on nothing else was found.
    """
    arabic = "ؠ" <= text[start] <= "ۓ"
    found = _KIND_BEFORE.search(text, max(free, start - _REACH), start) if arabic else None
    return found.start() if found and is_bare_kind(found["kind"], "ar") else start


_ACRONYM = re.compile(rf"(?<![\w-]){CAPITALS}\Z")
_ARTICLES = {
    "de": "der|die|das|dem|den|des|beim|zum|zur|vom|im",
    "fr": "le|la|du|au|à la|de la",
    "es": "el|la|del|al",
    "it": "il|lo|la|del|della|dal|dalla|al|alla|nel|nella|sul|sulla|col",
    "nl": "de|het",
    "pt": "o|a|do|da|no|na|ao|à|pelo|pela",
}
_ELIDED = {"fr": r"|(?<!\w)(?:[dD]e )?[lL]['’]", "it": r"|(?<!\w)(?:[dnsDNS]?[ae]l)?[lL]['’]|(?<!\w)[dD]all['’]"}
_BEHIND_ARTICLE = {
    code: re.compile(rf"(?:(?<!\w)(?i:{words})\s{_ELIDED.get(code, '')})\Z") for code, words in _ARTICLES.items()
}
_OF = {
    "de": "von der|vom|bei der|beim|aus dem|aus der",
    "fr": "de la|du|des",
    "es": "de la|del",
    "it": "della|dello|del|dal|dalla",
    "nl": "van de|van het|van der|bij de|bij het",
    "pt": "da|do|das|dos",
    "pl": "z|ze|od",
}
_ELIDED_OF = {"fr": r"|\sde l['’]", "it": r"|\sd[ae]ll['’]"}
_BEHIND_NAME = {
    code: re.compile(rf"(?<=[^\W\d_A-ZÀ-Þ])(?:\s(?:{words})\s{_ELIDED_OF.get(code, '')})\Z")
    for code, words in _OF.items()
}
_LONGEST = 12
"""Characters of the words before an acronym that are looked at."""
_KINDS: tuple[Kind, ...] = ("given", "family", "place")


def with_acronyms(text: str, found: Iterable[Entity]) -> Iterator[Entity]:
    """Yield the findings of a text, those in which an acronym stands where an organisation does as that, or as both."""
    spoken = None
    for one in found:
        hit = _ACRONYM.search(text, one.start, one.end) if one.type in ("PERSON", "LOCATION") else None
        if hit is None or one.public:
            yield one
            continue
        spoken = passages(text) if spoken is None else spoken
        yield from _apart(text, one, hit.start(), language_at(spoken, one.start))


def _apart(text: str, one: Entity, start: int, language: str) -> Sequence[Entity]:
    word = fold(text[start : one.end])
    before = text[max(start - _LONGEST, 0) : start]
    if language not in _OF or is_country(word, language) or any(word in known_form(language, of) for of in _KINDS):
        return [one]
    firm = one._replace(start=start, type="ORGANIZATION", codes=())
    if start == one.start:
        behind = _BEHIND_ARTICLE.get(language)
        return [firm if behind is not None and behind.search(before) else one]
    name = _BEHIND_NAME[language].search(before) if one.type == "PERSON" else None
    end = start - len(name[0]) if name else 0
    return [one._replace(end=end), firm] if end > one.start else [one]
