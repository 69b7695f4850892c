"""A provider that is a program: it reads what was sent without a mistake, and knows what `world` knows.

It stands for a model that is as good as one can be at these tasks, so that what is lost is lost by the gateway alone.
It sees only what left. Where it cannot read a request it says so, and about a name that is in no list it says that it
does not know. A document that was changed here and there on its way it reads where the words beside a value stand as
they were (`alignment`). Its answers take turns between ways in which models write: bare numbers, whole sentences, other
dates.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from itertools import chain

from benchmarks.answers.alignment import aligned
from benchmarks.answers.items import (
    BEGINNINGS,
    DOCUMENTS,
    EXTRACTIONS,
    KEYS,
    KNOWLEDGE,
    ORDERS,
    PUBLIC,
    QUESTIONS,
    SORTED,
)
from benchmarks.answers.people import in_words
from benchmarks.answers.world import TRADES, WORLD, month

__all__ = ["UNKNOWN", "Reader"]

UNKNOWN = "I do not know"
_SLOT = re.compile(r"\{(\w+)\}")
_NUMBER = re.compile(r"(\d[\d,]*(?:\.\d+)?)(k\b| grand\b)?")
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b(?: of\b)?")
_IN_WORDS = {in_words(number): number for number in range(100)}
_WEEKDAY = re.compile(r"^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? ")
_OWN_NUMBER = re.compile(
    r"\b(?:\d+(?:\\?[/:.,-]\d+)*|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=\\ years))\b"
)
_YEARS = re.compile(r"\\ (?:years\\ old|years\\ of\\ age|yrs)\b")
_DATES = (
    "%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%d %b %Y", "%m/%d/%Y", "%d.%m.%Y", "%d-%b-%Y", "%b %d, %Y"
)  # fmt: skip
_KEYS = {key: name for of_part in KEYS for keys in of_part for key, name in zip(keys, QUESTIONS, strict=True)}
_DATES_OF = {"fr": "{day} {month} {year}", "es": "{day} de {month} de {year}", "de": "{day}. {month} {year}"}
_POSITIVE = frozenset(
    "wonderful kind great love excellent happy perfect solved feel thanks dream recommend friendly best lovely".split()
)
_NEGATIVE = frozenset(
    "broken refused terrible rude disappointed disappointing dirty awful worst nothing lie twice shame never lost "
    "cheated".split()
)
_TOPICS = {
    "business": frozenset("profit shares company market plant investors quarter".split()),
    "sport": frozenset("football match team scored goal cup marathon".split()),
    "politics": frozenset("minister voters election parliament mayor law coalition".split()),
    "health": frozenset("doctors vaccine virus treated hospital patients therapy flu".split()),
}


class Reader:
    """Answers the tasks of `items` from what it is sent."""

    name = "exact reader"

    def answer(self, messages: Sequence[Mapping[str, str]]) -> str:
        """The reply to a conversation."""
        said = [one["content"] for one in messages if one["role"] == "user"]
        last, turn = said[-1], zlib.crc32(said[-1].encode()) % 2
        if len(said) == 1 and any(one in last for one in chain(*BEGINNINGS)):
            return "OK."
        fields = next((read for text in reversed(said) if (read := _read(text))), None)
        for order in chain(*EXTRACTIONS):
            asked_for = next(piece for piece in order.split("{text}") if "{keys}" in piece)
            if found := _compiled(asked_for.strip()).search(last):
                return _as_json(fields, found["keys"].split(", "), turn) if fields else "{}"
        for write, orders in _WRITING:
            if any(_compiled(one).search(last) for one in orders):
                return write(fields) if fields else f"{UNKNOWN} what the text says."
        if any(_compiled(order).search(last) for order in chain(*SORTED)):
            return _label(last)
        for asked, questions in QUESTIONS.items():
            for question in chain(*questions):
                found = _compiled(question).search(last)
                if found and (fields or len(said) > 1 or "text" in last):
                    return _fact(fields, asked, turn)
        return _knowledge(last, turn)


@cache
def _compiled(template: str, *, before: str = "", numbers: bool = True) -> re.Pattern[str]:
    """The pattern of a template; there are more of them than `re` keeps."""
    return re.compile(before + _pattern(template, numbers=numbers))


def _pattern(template: str, *, numbers: bool = True) -> str:
    """A regular expression for a text that was made of a template; `numbers`: the template's own may be others."""
    seen = set[str]()

    def slot(found: re.Match[str]) -> str:
        name = found[1]
        if name in seen or name in ("she", "her"):
            return r"[^\n]+?"
        seen.add(name)
        return rf"(?P<{name}>[^\n]+?)"

    def literal(piece: str) -> str:
        piece = re.escape(_unescaped(piece))
        return _OWN_NUMBER.sub(number, piece) if numbers else piece

    def number(found: re.Match[str]) -> str:
        first = "number" not in seen and found[0].isdigit()
        seen.add("number")
        # A placeholder may stand for it.
        return r"(?P<number>[\w.,]+|<\w+>)" if first else r"(?:[\w.,:/-]+|<\w+>)"

    escaped = "".join(slot(found) if found else literal(piece) for piece, found in _pieces(_needed(template)))
    # A placeholder may stand for "34 years old" as a whole.
    return _YEARS.sub(lambda found: f"(?:{found[0]})?", re.sub(r"(\\\n|\n)+", r"\\s*\\n", escaped))


def _needed(template: str) -> str:
    """As much of a document as holds all that is asked of it: to its phone number, or to the line of the last fact."""
    head, _, tail = template.partition("{phone}")
    left = {found[1]: found.end() for found in _SLOT.finditer(tail) if found[1] not in ("first", "she", "her")}
    ends = [end for name, end in left.items() if f"{{{name}}}" not in head]
    if not ends:
        return head
    end = len(template) - len(tail) + max(ends)
    return template[: template.find("\n", end) + 1 or None]


def _pieces(template: str) -> list[tuple[str, re.Match[str] | None]]:
    pieces: list[tuple[str, re.Match[str] | None]] = []
    at = 0
    for found in _SLOT.finditer(template):
        pieces += [(template[at : found.start()], None), ("", found)]
        at = found.end()
    return [*pieces, (template[at:], None)]


def _unescaped(piece: str) -> str:
    # Braces that a template holds itself are written twice.
    return piece.replace("{{", "{").replace("}}", "}")


class _Document(dict[str, str]):
    """The fields of a document; of one that was not read, that."""

    def __missing__(self, _: str) -> str:
        return UNKNOWN


def _read(text: str) -> _Document | None:
    """The fields of a document."""
    patterns = (_compiled(template, before=r"(?:^|\n)").search(text) for template in DOCUMENTS.values())
    found = next((one.groupdict() for one in patterns if one), None) or _aligned(text)
    if not found:
        return None
    fields = _Document(_fields(found))
    if "name" not in fields and "first" in fields and "family" in fields:
        fields["name"] = f"{fields['first']} {fields['family']}"
    if job := fields.pop("work", None) or fields.get("job"):
        fields["job"] = re.sub(r"^an? ", "", job)
    if "name" in fields:
        fields.setdefault("first", fields["name"].split()[0])
    return fields


def _aligned(text: str) -> dict[str, str]:
    """What can be read of the document that the text is most like; empty where it is like none."""
    best = max((aligned(_elements(template), text) for template in DOCUMENTS.values()), key=lambda one: one[0])
    return best[1]


@cache
def _elements(template: str) -> tuple[str | tuple[str], ...]:
    return tuple((found[1],) if found else _unescaped(piece) for piece, found in _pieces(_needed(template)))


def _fields(found: Mapping[str, str]) -> dict[str, str]:
    """What was found; a value in another form ("rent_k") goes by the name of the value."""
    return {name.partition("_")[0]: value for name, value in found.items()}


def _date(text: str) -> date | None:
    text = _ORDINAL.sub("", _WEEKDAY.sub("", text))
    for form in _DATES:
        try:
            return datetime.strptime(text, form).date()
        except ValueError:
            continue
    return None


def _value(text: str) -> float | None:
    # "<AGE_1>" is no number.
    found = _NUMBER.search(text) if "<" not in text else None
    if not found:
        return _IN_WORDS.get(text.lower().replace(" ", "-"))
    return round(float(found[1].replace(",", "")) * (1000 if found[2] else 1), 2)


def _number(value: float) -> str:
    return f"{round(value + 1e-9, 2):,.2f}".removesuffix(".00")


def _as_json(fields: Mapping[str, str], keys: Sequence[str], turn: int) -> str:
    answer: dict[str, object] = {}
    for key in keys:
        text = fields[_KEYS.get(key, key)]
        value, day = _value(text), _date(text)
        if _KEYS.get(key, key) in ("age", "rent") and value is not None:
            answer[key] = int(value) if value == int(value) else value
        else:
            answer[key] = day.isoformat() if day and turn else text
    return json.dumps(answer, indent=2 if turn else None, ensure_ascii=False)


def _fact(fields: Mapping[str, str] | None, asked: str, turn: int) -> str:
    if fields is None:
        return f"{UNKNOWN} who that is."
    value = fields[asked]
    sentences = {
        "name": f"The text is about {value}.", "age": f"{fields['first']} is {value} years old.",
        "job": f"{fields['first']} works as a {value}.", "employer": f"{fields['first']} works for {value}.",
        "city": f"The text mentions {value}.", "rent": f"The rent is {value} a month.",
        "day": f"The work starts on {value}.", "email": f"The address is {value}.",
    }  # fmt: skip
    bare = _value(value)
    short = _number(bare) if asked in ("age", "rent") and bare is not None else value
    return sentences[asked] if turn else short


def _summary(fields: Mapping[str, str]) -> str:
    return "{name} ({age}) is a {job} at {employer} and pays {rent} of rent a month.".format_map(fields)


def _rewritten(fields: Mapping[str, str]) -> str:
    return (
        "Dear Sir or Madam,\nI am writing to you about {name}, aged {age}, of {city}. {first} will take up the "
        "position of {job} at {employer} on {day}. The agreed monthly rent amounts to {rent}. Kindly direct any "
        "enquiries to {email}.\nYours faithfully"
    ).format_map(fields)


_TRANSLATED = {
    "fr": "{name} a {age} ans et habite à {city}. À partir du {day}, {first} travaille pour {employer}. Le loyer est "
    "de {rent} par mois. Adresse électronique : {email}.",
    "es": "{name} tiene {age} años y vive en {city}. Desde el {day}, {first} trabaja para {employer}. El alquiler es "
    "de {rent} al mes. Correo electrónico: {email}.",
    "de": "{name} ist {age} Jahre alt und wohnt in {city}. Ab dem {day} arbeitet {first} für {employer}. Die Miete "
    "beträgt {rent} im Monat. E-Mail: {email}.",
}


def _translated(language: str) -> Callable[[Mapping[str, str]], str]:
    def write(fields: Mapping[str, str]) -> str:
        day = _date(fields["day"])
        written = _DATES_OF[language].format(day=day.day, month=month(day, language), year=day.year) if day else ""
        age = _value(fields["age"])
        said = _Document(fields)
        said |= {"day": written or fields["day"], "age": fields["age"] if age is None else f"{age:.0f}"}
        return _TRANSLATED[language].format_map(said)

    return write


_WRITING: tuple[tuple[Callable[[Mapping[str, str]], str], Sequence[str]], ...] = (
    (_summary, list(chain(*ORDERS["summary"]))),
    (_rewritten, list(chain(*ORDERS["rewrite"]))),
    *(
        (_translated(code), [one for one in chain(*ORDERS["translation"]) if language in one])
        for code, language in (("fr", "French"), ("es", "Spanish"), ("de", "German"))
    ),
)


def _label(text: str) -> str:
    words = set(re.findall(r"[a-z]+", text.lower()))
    scores = {"positive": len(words & _POSITIVE), "negative": len(words & _NEGATIVE)}
    if "positive or negative" not in text:
        scores = {name: len(words & topic) for name, topic in _TOPICS.items()}
    best = max(scores, key=lambda name: scores[name])
    return best.capitalize() if scores[best] else "Unclear"


def _knowledge(text: str, turn: int) -> str:
    for kind, template in KNOWLEDGE:
        if found := _compiled(template).fullmatch(text.strip()):
            return _answer(kind, _fields(found.groupdict()), turn) or f"{UNKNOWN} enough to answer that."
    for template, answer in PUBLIC:
        if found := _compiled(template, numbers=False).fullmatch(text.strip()):
            place = found.groupdict().get("country")
            if place is None:
                return f"The answer is {answer.split(';')[0]}."
            return _of_place(place, WORLD.code(place) and place, answer, turn) or f"{UNKNOWN} {place}."
    return f"{UNKNOWN} what you mean."


def _answer(kind: str, of: Mapping[str, str], turn: int) -> str | None:
    asked, _, wanted = kind.partition("/")
    if asked in ("city", "country", "town"):
        place = of[asked]
        country = place if asked == "country" else WORLD.country_of(place)
        return _of_place(place, country if WORLD.code(country) else None, wanted, turn)
    if wanted == "trade":
        return _trade(of["employer"])
    return _of_age(wanted, of, turn) or _of_money(wanted, of, turn) or _of_days(wanted, of, turn)


def _of_place(place: str, country: str | None, wanted: str, turn: int) -> str | None:
    if not country:
        return None
    value = {
        "country": lambda: country, "capital": lambda: WORLD.capital(country),
        "currency": lambda: WORLD.currency(country)[0], "continent": lambda: WORLD.continent(country),
        "language": lambda: WORLD.languages(country)[0], "calling": lambda: f"+{WORLD.calling(country)}",
    }[wanted]()  # fmt: skip
    sentences = {
        "country": f"{place} is in {value}.", "capital": f"The capital of {place} is {value}.",
        "currency": f"The currency used in {place} is the {value}.", "continent": f"{place} lies in {value}.",
        "language": f"The language spoken in {place} is {value}.",
        "calling": f"The code to dial for {place} is {value}.",
    }  # fmt: skip
    return None if not value else sentences[wanted] if turn else f"{value}."


def _trade(employer: str) -> str | None:
    if employer in TRADES:
        return f"{employer} is in this business: {TRADES[employer][0]}."
    words = employer.split()
    # "Bank of New Territories" is a bank.
    said = words[0] if words[1:2] == ["of"] else words[-1]
    return f"{employer} works in the field of {said.lower()}." if len(words) > 1 and "<" not in employer else None


_LEAST_AGES = {
    "vote": (18, "Yes, the voting age is 18.", "No, one has to be 18 to vote."),
}  # fmt: skip


def _of_age(wanted: str, of: Mapping[str, str], turn: int) -> str | None:
    age = next((_value(of[name]) for name in ("minor", "age") if name in of), None)
    if age is None:
        return None
    if wanted in _LEAST_AGES:
        least, yes, no = _LEAST_AGES[wanted]
        return yes if age >= least else no
    years, other, end = (_value(of.get(name, "")) for name in ("years", "other", "number"))
    found = {
        "later": (years, "+", age + (years or 0)), "ago": (years, "-", age - (years or 0)),
        "total": (other, "+", age + (other or 0)), "apart": (other, "-", abs(age - (other or 0))),
        "until": (end, "-", (end or 0) - age),
    }  # fmt: skip
    if wanted not in found or found[wanted][0] is None:
        return None
    second, sign, result = found[wanted]
    if wanted == "until" or (wanted == "apart" and second is not None and second > age):
        age, second = second, age
    return f"{age:.0f} {sign} {second:.0f} = {result:.0f}" if turn else f"The answer is {result:.0f}."


_UNITS = ("A$", "£", "€")


def _of_money(wanted: str, of: Mapping[str, str], turn: int) -> str | None:
    money, percent = of.get("money", ""), _value(of.get("percent", ""))
    amount, debt = _value(money), _value(of.get("debt", ""))
    if amount is None:
        return None
    unit = next((one for one in _UNITS if money.startswith(one)), "$")
    share, total = _number(amount * (percent or 0) / 100), _number(amount + (debt or 0))
    part, year, left = _number(amount / 4), _number(amount * 12), _number(amount - (debt or 0))
    more, weeks = _number(amount * (100 + (percent or 0)) / 100), _number(amount * (_value(of.get("number", "")) or 0))
    answers = {
        "share": (f"That is {unit}{share}.", f"{of.get('percent')} % of {money} is {unit}{share}."),
        "sum": (f"You owe {unit}{total}.", f"{money} + {of.get('debt')} = {unit}{total}"),
        "parts": (f"Each of you pays {unit}{part}.", f"{money} / 4 = {unit}{part}"),
        "year": (f"That is {unit}{year} a year.", f"{money} x 12 = {unit}{year}"),
        "half": (f"It is {unit}{_number(amount / 2)}.", f"{money} / 2 = {unit}{_number(amount / 2)}"),
        "raise": (f"You will get {unit}{more}.", f"{money} + {of.get('percent')} % = {unit}{more}"),
        "week": (f"That is {unit}{weeks}.", f"{money} x {of.get('number')} = {unit}{weeks}"),
        "left": (f"You have {unit}{left} left.", f"{money} - {of.get('debt')} = {unit}{left}"),
    }
    return answers[wanted][turn] if wanted in answers else None


def _of_days(wanted: str, of: Mapping[str, str], turn: int) -> str | None:
    day, later = _date(of.get("day", "")), _date(of.get("later", ""))
    if day is None:
        return None
    days = abs(((later or day) - day).days)
    earlier = int(_value(of.get("number", "")) or 0)
    start, after = (
        f"{one.day} {month(one)} {one.year}" for one in (day - timedelta(earlier), day + timedelta(earlier))
    )
    answers = {
        "between": (f"{days} days.", f"There are {days} days between {of['day']} and {of.get('later')}."),
        "before": (f"On {start}.", f"{earlier} days before {of['day']} it is {start}."),
        "after": (f"On {after}.", f"{earlier} days after {of['day']} it is {after}."),
        "weekday": (f"It was a {day:%A}.", f"{of['day']} was a {day:%A}."),
    }
    return answers[wanted][turn]
