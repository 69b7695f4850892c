"""A provider that is a program: it reads what was sent without a mistake, and knows what `world` knows.

It stands for a model that is as good as one can be at these tasks, so that what is lost is lost by the gateway alone.
It sees only what left. Where it cannot read a request it says so, and about a name that is in no list it says that it
does not know. Its answers take turns between ways in which models write: bare numbers, whole sentences, other dates.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache

from benchmarks.answers.items import DOCUMENTS, KNOWLEDGE, PUBLIC, QUESTIONS
from benchmarks.answers.world import TRADES, WORLD, month

__all__ = ["UNKNOWN", "Reader"]

UNKNOWN = "I do not know"
_SLOT = re.compile(r"\{(\w+)\}")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_OWN_NUMBER = re.compile(r"\b\d+\b")
_DATES = ("%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%d %b %Y", "%m/%d/%Y")
_KEYS = {
    "full_name": "name", "occupation": "job", "company": "employer", "town": "city", "monthly_rent": "rent",
    "start_date": "day", "start": "day", "holder": "name", "age_in_years": "age", "trade": "job",
    "firm": "employer", "residence": "city", "monthly_payment": "rent", "since": "day", "mailbox": "email",
}  # fmt: skip
_POSITIVE = frozenset(
    "wonderful kind great love excellent happy perfect solved feel thanks dream recommend friendly".split()
)
_NEGATIVE = frozenset("broken refused terrible rude disappointed dirty awful worst nothing lie twice shame".split())
_TOPICS = {
    "business": frozenset("profit shares company market plant investors".split()),
    "sport": frozenset("football match team scored goal cup".split()),
    "politics": frozenset("minister voters election parliament mayor law".split()),
    "health": frozenset("doctors vaccine virus treated hospital patients therapy".split()),
}


class Reader:
    """Answers the tasks of `items` from what it is sent."""

    name = "exact reader"

    def answer(self, messages: Sequence[Mapping[str, str]]) -> str:
        """The reply to a conversation."""
        said = [one["content"] for one in messages if one["role"] == "user"]
        last, turn = said[-1], zlib.crc32(said[-1].encode()) % 2
        if len(said) == 1 and re.search(r"just say OK|I will ask about it|wait for my question", last):
            return "OK."
        fields = next((read for text in reversed(said) if (read := _read(text))), None)
        if found := re.search(r"JSON object with the keys ([\w, ]+)\.", last):
            return _as_json(fields, found[1].split(", "), turn) if fields else "{}"
        for sign, write in _WRITING:
            if re.search(sign, last):
                return write(fields) if fields else f"{UNKNOWN} what the text says."
        if re.search(r"[Oo]ne word|and no more\.", last):
            return _label(last)
        for asked, questions in QUESTIONS.items():
            for question in questions:
                found = re.search(_pattern(question), last)
                if found and (fields or len(said) > 1 or "text" in last):
                    return _fact(fields, asked, turn)
        return _knowledge(last, turn)


@cache
def _pattern(template: str, *, numbers: bool = False) -> str:
    """A regular expression for a text that was made of a template; `numbers`: the template's own may be others."""
    seen = set[str]()

    def slot(found: re.Match[str]) -> str:
        name = found[1]
        if name in seen or name in ("she", "her"):
            return r"[^\n]+?"
        seen.add(name)
        return rf"(?P<{name}>[^\n]+?)"

    def literal(piece: str) -> str:
        escaped = re.escape(piece)
        return _OWN_NUMBER.sub(r"(?P<number>[\\w.,]+)", escaped) if numbers else escaped

    escaped = "".join(
        slot(found) if found else literal(piece) for piece, found in _pieces(template.partition("{phone}")[0])
    )
    # A placeholder may stand for "34 years old" as a whole.
    return re.sub(r"(\\\n|\n)+", r"\\s*\\n", escaped).replace(r"\ years\ old", r"(?:\ years\ old)?")


def _pieces(template: str) -> list[tuple[str, re.Match[str] | None]]:
    pieces: list[tuple[str, re.Match[str] | None]] = []
    at = 0
    for found in _SLOT.finditer(template):
        pieces += [(template[at : found.start()], None), ("", found)]
        at = found.end()
    return [*pieces, (template[at:], None)]


def _read(text: str) -> dict[str, str] | None:
    """The fields of a document."""
    for template in DOCUMENTS.values():
        if found := re.search(rf"(?:^|\n){_pattern(template)}", text):
            fields = found.groupdict()
            fields["job"] = re.sub(r"^an? ", "", fields.pop("work", None) or fields["job"])
            fields.setdefault("first", fields["name"].split()[0])
            return fields
    return None


def _date(text: str) -> date | None:
    for form in _DATES:
        try:
            return datetime.strptime(text, form).date()
        except ValueError:
            continue
    return None


def _value(text: str) -> float | None:
    # "<AGE_1>" is no number.
    found = _NUMBER.search(text) if "<" not in text else None
    return float(found[0].replace(",", "")) if found else None


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


def _french(fields: Mapping[str, str]) -> str:
    day = _date(fields["day"])
    of = {**fields, "day": f"{day.day} {month(day, 'fr')} {day.year}" if day else fields["day"]}
    return (
        "{name} a {age} ans et habite à {city}. À partir du {day}, {first} travaille pour {employer}. Le loyer est de "
        "{rent} par mois. Adresse électronique : {email}."
    ).format_map(of)


def _spanish(fields: Mapping[str, str]) -> str:
    day = _date(fields["day"])
    of = {**fields, "day": f"{day.day} de {month(day, 'es')} de {day.year}" if day else fields["day"]}
    return (
        "{name} tiene {age} años y vive en {city}. Desde el {day}, {first} trabaja para {employer}. El alquiler es de "
        "{rent} al mes. Correo electrónico: {email}."
    ).format_map(of)


_WRITING: tuple[tuple[str, Callable[[Mapping[str, str]], str]], ...] = (
    (r"[Ss]ummar|One sentence, please", _summary),
    (r"Rewrite this|more polite|formal letter", _rewritten),
    (r"into French", _french),
    (r"in Spanish, please", _spanish),
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
        if found := re.fullmatch(_pattern(template, numbers=True), text.strip()):
            return _answer(kind, found.groupdict(), turn) or f"{UNKNOWN} enough to answer that."
    for template, answer in PUBLIC:
        if found := re.fullmatch(_pattern(template), text.strip()):
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
    if wanted == "later" and years is not None:
        return f"{age:.0f} + {years:.0f} = {age + years:.0f}" if turn else f"The answer is {age + years:.0f}."
    if wanted == "until" and end is not None:
        return f"{end:.0f} - {age:.0f} = {end - age:.0f}" if turn else f"In {end - age:.0f} years."
    if wanted == "apart" and other is not None:
        apart = f"{abs(age - other):.0f}"
        return f"There are {apart} years between {age:.0f} and {other:.0f}." if turn else f"{apart} years."
    return None


def _of_money(wanted: str, of: Mapping[str, str], turn: int) -> str | None:
    money, percent = of.get("money", ""), _value(of.get("percent", ""))
    amount, debt = _value(money), _value(of.get("debt", ""))
    if amount is None:
        return None
    share, total = _number(amount * (percent or 0) / 100), _number(amount + (debt or 0))
    part, year, left = _number(amount / 4), _number(amount * 12), _number(amount - (debt or 0))
    answers = {
        "share": (f"That is ${share}.", f"{of.get('percent')} % of {money} is ${share}."),
        "sum": (f"You owe ${total}.", f"{money} + {of.get('debt')} = ${total}"),
        "parts": (f"Each of you pays ${part}.", f"{money} / 4 = ${part}"),
        "year": (f"That is ${year} a year.", f"{money} x 12 = ${year}"),
        "left": (f"You have ${left} left.", f"{money} - {of.get('debt')} = ${left}"),
    }
    return answers[wanted][turn] if wanted in answers else None


def _of_days(wanted: str, of: Mapping[str, str], turn: int) -> str | None:
    day, later = _date(of.get("day", "")), _date(of.get("later", ""))
    if day is None:
        return None
    days = abs(((later or day) - day).days)
    earlier = int(_value(of.get("number", "")) or 0)
    start = day - timedelta(days=earlier)
    start_day = f"{start.day} {month(start)} {start.year}"
    answers = {
        "between": (f"{days} days.", f"There are {days} days between {of['day']} and {of.get('later')}."),
        "before": (f"On {start_day}.", f"{earlier} days before {of['day']} it is {start_day}."),
        "weekday": (f"It was a {day:%A}.", f"{of['day']} was a {day:%A}."),
    }
    return answers[wanted][turn]
