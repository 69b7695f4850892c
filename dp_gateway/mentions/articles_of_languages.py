"""Italian, French and Portuguese articles before days, jobs and nationalities: "l'8 marzo", "il medico", "l'avocate",
"no sábado".

What stands in for such a word may begin with another sound. `gathering` takes the article into its mention, and
`Substitution` writes it anew; the gender stays, which the surrogate has in common with the word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.languages.conventions import weekdays

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
_VOWEL = {"it": re.compile(r"[aeiouàèéìòù]", re.I), "fr": re.compile(r"[aeiouhàâäéèêëîïôöûüœæ]", re.I)}
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
    """The article before a word or a day of Italian or French that depends on how that begins; empty where none does.
    `last`: where what stands before ends. `start` and `end`: where the word stands.
    """
    if entity_type not in _TYPES.get(language, ()):
        return ""
    day = _WEEKDAY if language == "pt" else _DAY
    if entity_type == "DATE_TIME" and day.match(text, start, end) is None:
        return ""
    found = _BEFORE[language].search(text, max(last, start - _LONGEST), start)
    return found[0] if found else ""


def article_of(article: str, original: str, drawn: str, language: str) -> str:
    """The article that a surrogate takes in the place of the one of the original, in its letter case. `article`: as
    `article_before` gives it. `original`: the word or the date. `drawn`: what stands in for it.
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
    vowel = _VOWEL[language].match(drawn) is not None
    if language == "fr":
        return row[1] if vowel else row[2] if woman else row[0]
    if vowel:
        return "un" if row[0] == "un" and not woman else row[2]
    return row[3] if woman else row[1] if _BEFORE_LO.match(drawn) else row[0]
