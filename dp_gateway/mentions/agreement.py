"""What the words around a mention must agree with: its article, and what a text says of a person's gender.

Mentions are read by it, and surrogates are written by it: "l'8 marzo", "il medico", "l'avocate". What stands in for a
word may begin with another sound, so that its article is part of the mention; the gender stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.languages.conventions import weekdays
from dp_gateway.text.entities import NO_CLUE, Clue
from dp_gateway.text.lists import word_lists
from dp_gateway.vocabulary.lexicon.data import lean_of

_LISTS = word_lists(__file__)

_ITALIAN = ("il lo l' la", "del dello dell' della", "dal dallo dall' dalla", "al allo all' alla",
            "nel nello nell' nella", "sul sullo sull' sulla", "un uno un' una")  # fmt: skip
_FRENCH = ("le l' la", "du|de l'|de la", "au|à l'|à la", "mon mon ma", "ton ton ta", "son son sa", "ce cet cette")
_PORTUGUESE = ("o|a", "no|na", "do|da", "ao|à", "pelo|pela", "este|esta", "neste|nesta",
               "o próximo|a próxima", "no próximo|na próxima", "do próximo|da próxima", "o último|a última",
               "no último|na última")  # fmt: skip
_ROWS = {
    "it": tuple(str(row).split() for row in _ITALIAN),
    "fr": tuple(str(row).split("|" if "|" in row else " ") for row in _FRENCH),
    "pt": tuple(str(row).split("|") for row in _PORTUGUESE),
}
_TYPES = {"it": ("DATE_TIME", "JOB_TITLE", "NRP"), "fr": ("JOB_TITLE", "NRP"), "pt": ("DATE_TIME",)}
_LONGEST = 14
# "L'otto", "l'undici": the numbers of days that begin with a vowel.
_DAY = re.compile(r"0?(?P<vowel>8|11)(?![0-9])|[0-9]{1,2}(?![0-9])")
# "O sábado", "a sexta-feira".
_WEEKDAY = re.compile(
    rf"(?P<man>sábado|domingo)|(?:{weekdays('pt')}|segunda|terça|quarta|quinta|sexta)(?![^\W\d_])", re.I
)
_VOWELS = {"it": re.compile(r"[aeiouàèéìòù]", re.I), "fr": re.compile(r"[aeiouhàâäéèêëîïôöûüœæ]", re.I)}
_BEFORE_LO = re.compile(r"s[^aeiouàèéìòù\W]|z|ps|gn|pn|x|y", re.I)
_WOMAN = {
    "it": re.compile(r"\w+(?<!ist)(?<!iatr)(?<!et)(?<!cid)(?<!arc)a\b"),
    "fr": re.compile(r"\w+(?:ienne|ière|euse|trice|ère|ée|onne|cate|ante|ente|oise|aise|ine)\b"),
}


def _expression(language: str) -> re.Pattern[str]:
    words = sorted({word for row in _ROWS[language] for word in row}, key=len, reverse=True)
    parts = (f"{re.escape(one[:-1])}['’]" if one[-1] == "'" else rf"{re.escape(one)}\s" for one in words)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(parts)})\Z", re.I)


_BEFORE = {language: _expression(language) for language in _ROWS}


def article_before(text: str, last: int, start: int, end: int, entity_type: str, language: str) -> str:
    """Find the article before a word or a day of Italian or French that depends on how that begins; empty where none
    does. `last`: where what stands before ends. `start` and `end`: where the word stands.
    """
    if entity_type not in _TYPES.get(language, ()):
        return ""
    day = _WEEKDAY if language == "pt" else _DAY
    if entity_type == "DATE_TIME" and day.match(text, start, end) is None:
        return ""
    found = _BEFORE[language].search(text, max(last, start - _LONGEST), start)
    return found[0] if found else ""


def article_of(article: str, original: str, drawn: str, language: str) -> str:
    """Return the article that a surrogate takes in the place of the one of the original, in its letter case. `article`:
    as `article_before` gives it. `original`: the word or the date. `drawn`: what stands in for it.
    """
    plain = article.rstrip().replace("’", "'").lower()
    row = next((one for one in _ROWS[language] if plain in one), None)
    weekday = _WEEKDAY.match(drawn) if language == "pt" else None
    if row is None or (language == "pt" and weekday is None):
        return article
    # Of the shared form the word tells: "l'avvocata", "mon avocate".
    shared = row.count(plain) > 1 or plain[-1] == "'"
    woman = _WOMAN[language].match(original) is not None if shared else plain == row[-1]
    new = row[weekday["man"] is None] if weekday else _written(row, drawn, language, woman=woman)
    new = new if new[-1] == "'" else f"{new} "
    return new[:1].upper() + new[1:] if article[:1].isupper() else new


def _written(row: Sequence[str], drawn: str, language: str, *, woman: bool) -> str:
    day = _DAY.match(drawn)
    if day is not None:
        return row[2] if day["vowel"] else row[0]
    vowel = _VOWELS[language].match(drawn) is not None
    if language == "fr":
        return row[1] if vowel else row[2] if woman else row[0]
    if vowel:
        return "un" if row[0] == "un" and not woman else row[2]
    return row[3] if woman else row[1] if _BEFORE_LO.match(drawn) else row[0]


ELIDED = re.compile(r"(?<!\w)(?:(?:[Àà] |[Dd]e )?[Ll]['’]|[Dd]['’]|[Qq]u['’]|[Dd]e |[Qq]ue )\Z")
"""French words that lose their vowel before a vowel, in front of a name; an article with its preposition."""

ELIDED_BEFORE = ("PERSON", "LOCATION", "ORGANIZATION", "JOB_TITLE", "NRP")
"""Types of what stands behind such words."""

TAKES_ARTICLE = re.compile(
    r"\b(?:Republic|Islands|Isle|Territor(?:y|ies)|States|Kingdom|Emirates|Antilles)\b|"
    r"^(?:Netherlands|Bahamas|Gambia|Philippines|Maldives|Comoros|Seychelles|Vatican|Bronx)$",
    re.I,
)
"""Names of countries and parts of towns before which one says "the"."""

PREPOSITIONS = _LISTS["PREPOSITIONS"]
"""Words between which and a country's name the article of that name stands: "in the Netherlands"."""

_INDEFINITE = re.compile(r"(?<![^\s\"“‘(>*_])([Aa]n?|AN?)(\s+)$")
_THE = re.compile(r"(?<![^\W\d_])([^\W\d_]+\s)(the\s)$", re.I)
_WORD_AND_SPACE = re.compile(rf"(?<![^\W\d_])(?:the|{'|'.join(PREPOSITIONS)})\s$", re.I)
_FURTHEST = 40
# In "the UK government" the article is that of the government.
_NAME_ENDS = re.compile(
    r"(?:\s{0,9}+$|['’]s\b|[^\S\n]{0,9}+[^\w\s'’&-]|[^\S\n]{0,9}+\n|[^\S\n]{1,9}+(?:a|about|after|again|ago|all|also|although|an|and|are|as|"
    r"at|because|been|before|but|by|can|could|did|do|does|during|either|for|from|had|has|have|he|here|how|i|if|in|is|"
    r"it|last|like|may|me|might|must|my|next|no|not|now|of|on|or|our|over|per|please|rather|right|she|should|since|"
    r"so|soon|than|that|the|their|then|there|they|this|to|today|tomorrow|too|under|until|via|was|we|were|what|when|"
    r"where|which|while|who|will|with|within|without|would|yesterday|yet|you|your|[a-z]{3,12}ly)\b)",
    re.I,
)

_VOWEL = re.compile(r"[aeiouyhàâäéèêëîïôöûüœæ]", re.I)
_FEMININE = re.compile(
    r"(?!(?:groupe|garage|centre|théâtre|lycée|musée|collège|siège|carrefour)\b)\w+(?:e|té|tion)\b", re.I
)
_JOINED = {"à": "au ", "de": "du "}

_AN = re.compile(r"^[\W_]*(?:[aeiou](?!ni[^nm]|ne\b|uro)|8|1[18](?:\d\d)?(?!\d)|hono|hour|heir)", re.I)


def elided(text: str) -> bool:
    """Return whether French words lose their last vowel before a text."""
    return _VOWEL.match(text) is not None


def article_for(text: str, article: str) -> str:
    """Return the article that a surrogate needs, in the letter case of the one that stands there; empty where it needs
    none.

    A French "de" or "d'" in the place of an article becomes what the surrogate needs, likewise.
    """
    if article[:3].lower() == "the":
        return article if TAKES_ARTICLE.search(text) else ""
    if article[-2] in "lL":
        if elided(text):
            return f"{article[:-1]}'"
        new = _JOINED.get(article[:-3].lower(), f"{article[-2]}e ")
        return f"{article[:-1]}a " if _FEMININE.match(text) else new.capitalize() if article[0].isupper() else new
    if article[0] in "dDqQ":
        word = article[:1] + article[1:].rstrip("e '’")
        return f"{word}'" if elided(text) else f"{word}e "
    word, space = article.rstrip(), article[len(article.rstrip()) :]
    new = "an" if _AN.match(text) else "a"
    return (new.upper() if word.isupper() and len(word) > 1 else new.capitalize() if word[0].isupper() else new) + space


def indefinite_before(text: str, last: int, start: int) -> str:
    """Find the indefinite article and the space that end at `start`; empty where there is none. `last`: where what
    stands before ends. `start`: where what the article may belong to begins.
    """
    end = len(text[last:start].rstrip()) + last
    if end == start or text[end - 1] not in "aAnN":
        return ""
    found = _INDEFINITE.search(text, max(end - 2, last), start)
    return found[0] if found else ""


def of_place(text: str, last: int, start: int, end: int) -> tuple[str, str]:
    """Find the word before a place's name, and the definite article of that name; empty where nothing tells. `last`:
    where what stands before ends. `start` and `end`: where the name stands.
    """
    first = max(last, start - _FURTHEST)
    if (found := _THE.search(text, first, start)) and _NAME_ENDS.match(text, end):
        return found[1], found[2]
    found = _WORD_AND_SPACE.search(text, first, start)
    if found is None or (found[0][:3].lower() != "the" and _NAME_ENDS.match(text, end) is None):
        return "", ""
    return found[0], ""


def with_definite(name: str, before: str, article: str) -> tuple[str, str]:
    """Return the name of a place, and how it is written behind a word, as `of_place` gives that and the article of
    another.

    "the Netherlands" of a list is "Netherlands", and "the Netherlands" behind "in"; behind a "the" that stays it has no
    article of its own.
    """
    name = name[len("the ") * name.lower().startswith("the ") :]
    if before[:3].lower() == "the":
        return name, name
    return name, article_for(name, article or "the ") + name


_MEASURE = re.compile(
    r"\b(second|minute|hour|day|week|month|year|mile|kilo|gram|lit(?:er|re)|met(?:er|re)|gallon|pint|pound|yard)s\b"
)


def behind_article(text: str) -> str:
    """Write a measure as it stands behind an indefinite article, whatever the number: "a 4 day trip"."""
    return _MEASURE.sub(r"\1", text)


_TITLES = {
    **dict.fromkeys("mr sir herr monsieur lord councilman congressman".split(), "male"),
    **dict.fromkeys("mrs ms miss madam madame mme frau dame lady councilwoman congresswoman".split(), "female"),
    **dict.fromkeys(
        "dr prof professor doctor mx cllr councillor alderman sgt sergeant cpl corporal lt lieutenant capt captain col "
        "colonel maj constable insp inspector det detective judge justice senator sen sheriff hon".split(),
        "",
    ),
}
_MEN = _LISTS["MEN"]
_WOMEN = _LISTS["WOMEN"]
_SEVERAL = {
    **dict.fromkeys("sons brothers uncles nephews boys men husbands grandsons".split(), "male"),
    **dict.fromkeys("daughters sisters aunts nieces girls women wives granddaughters".split(), "female"),
}
_RELATIVES = {**dict.fromkeys(_MEN, "male"), **dict.fromkeys(_WOMEN, "female"), **_SEVERAL}
_OF_EITHER = frozenset(_LISTS["OF_EITHER"])
"""Whom one calls by a given name, a man or a woman."""
_MANY = _OF_EITHER | _SEVERAL.keys()
_POSSESSIVES = {"his": "male", "her": "female"}
_SUBJECTS = {"he": "male", "she": "female"}
_LINKS = frozenset(("called", "named", "is", "was"))
# "Kim, her husband and ..." may go on with somebody else, "Kim, her husband Tom" does.
_RELATIVE_AFTER = re.compile(
    # "Kim, his wife, is here" has one subject, "Kim, his wife, their son and I" has several.
    r"(?:(?:,?\s[(]?(?:my|your|our|the|an?|(?:his|her|their)(?=(?:\s[\w-]+){1,3},\s"
    r"(?:who|is|was|has|had|does|did|will|can|said|says|came|\w+ed)\b))|\s(?:is|was)\s(?:my|your|our|his|her|our|their|the|an?))\s"
    r"(?:(?!(?:of|and|with|for|to|from|my|your|his|her|their|whose)\b)[\w-]+\s){0,4}?"
    rf"(?:(?P<male>{'|'.join(_MEN)})|(?P<female>{'|'.join(_WOMEN)}))\b(?!['’]s|,?\s(?-i:[A-Z]))"
    r"|(?:,\s|\s\()(?:(?P<m>male|m)|(?P<f>female|f))(?=[,);.\s]))",
    re.I,
)
_PRONOUN = re.compile(r"\b(?:(?P<male>he|him|his|himself)|(?P<female>she|her|hers|herself))\b", re.I)
_NEXT = re.compile(r"[^.!?\n]*[.!?]\s+(?:(?P<male>He)|(?P<female>She))\b")
_SENTENCE = re.compile(r"[.!?]\s|\n")
_BESIDE, _AROUND = 40, 120
"""Characters that are looked at for a word beside a name, and for a pronoun of its sentence."""

_WORDS_BESIDE = 3
_OWNED = ("'s", "’s")
_OPENING = "\"'“‘(["


def clue(text: str, start: int, end: int, before: int, after: int) -> Clue:
    """Read what the text around a name says. `start` and `end`: where the name stands in it. `before` and `after`:
    where the person named before ends, and the next one starts.
    """
    beside = text[max(start - _BESIDE, before) : start].lower().split()[-_WORDS_BESIDE:]
    title = _TITLES.get(beside[-1].rstrip(".").lstrip(_OPENING)) if beside else None
    if title is not None:
        return Clue(title or _title_before(beside[:-1]), titled=True)
    named = bool(beside) and beside[-1] in _LINKS
    given = bool(beside) and beside[-1] in ("called", "named")
    while beside and (beside[-1] in _LINKS or not beside[-1].strip(_OPENING)):
        beside.pop()
    word = beside[-1].lstrip(_OPENING) if beside else ""
    if named and word in _SUBJECTS and text[end : end + 2] not in _OWNED:
        return Clue(_SUBJECTS[word])  # "she is called Kim", not "she is Kim's"
    if word == "name" and len(beside) > 1:
        word = re.sub(r"['’]s$", "", beside[-2].lstrip(_OPENING))
        word = _POSSESSIVES.get(word, word)
    if gender := _RELATIVES.get(word.rstrip(",:").removeprefix("ex-"), word if word in ("male", "female") else ""):
        # "my brother, Kim and I": a list, perhaps; "my brother, Kim, is" is none.
        related = word.rstrip(",:") in _RELATIVES
        return Clue(gender, sure=not word.endswith(",") or text[end : end + 1] == ",", related=related)
    # "our twins Ottilie and Wren", "her best friend is called Wren"
    further = text[max(start - _BESIDE, 0) : start].lower().split()[-_WORDS_BESIDE:]
    called = word in _OF_EITHER or given or (further[2:] and further[-1] == "and" and further[0] in _MANY)
    return _further_clue(text, start, end, before, after)._replace(related=bool(called))


def _further_clue(text: str, start: int, end: int, before: int, after: int) -> Clue:
    """What stands behind a name, its own leaning, and pronouns say of it."""
    if found := _RELATIVE_AFTER.match(text, end):
        return Clue(_gender(found))
    lean = lean_of(words[0].lower()) if (words := text[start:end].split(maxsplit=1)) else None
    clear = lean is not None and lean.clear
    # "Anna told Tom. She was angry": where two are named, a clear name speaks for itself.
    alone = not (clear and before and not _SENTENCE.search(text, before, start))
    if alone and (found := _NEXT.match(text, end, min(end + _AROUND, after))) and not _says_another(found[0]):
        return Clue(_gender(found))
    return NO_CLUE if clear else _pronoun(text, start, end, before, after)


def _title_before(beside: list[str]) -> str:
    """The gender of "Mrs." in "Mrs. Dr."."""
    return _TITLES.get(beside[-1].rstrip("."), "") if beside else ""


def _pronoun(text: str, start: int, end: int, before: int, after: int) -> Clue:
    """What the first pronoun of the sentence behind a name says, else the last one before it."""
    sentence = _SENTENCE.split(text[end : min(end + _AROUND, after)], maxsplit=1)[0]
    pronoun = _PRONOUN.search(sentence)
    if pronoun is None:
        earlier = _SENTENCE.split(text[max(start - _AROUND, before) : start])[-1]
        pronoun = next(reversed(list(_PRONOUN.finditer(earlier))), None)
    return Clue(_gender(pronoun), sure=False) if pronoun else NO_CLUE


def title_gender(mention: str) -> str:
    """Read what a title in front of a name says, inside the mention; empty where it says nothing."""
    first = mention.split(maxsplit=1)
    return _TITLES.get(first[0].lower().rstrip("."), "") if len(first) > 1 else ""


def _says_another(sentence: str) -> bool:
    """Whether somebody else stands in the rest of a sentence, whom the pronoun behind it may mean."""
    words = re.findall(r"[^\W\d_]+", sentence.lower())[:-1]
    return any(word in _RELATIVES for word in words) or bool(_PRONOUN.search(" ".join(words)))


def _gender(found: re.Match[str]) -> str:
    groups = found.groupdict()
    return "male" if groups["male"] or groups.get("m") else "female"
