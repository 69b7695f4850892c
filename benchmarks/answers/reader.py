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
from datetime import date, datetime
from functools import cache

from benchmarks.answers.items import DOCUMENTS, KNOWLEDGE, PUBLIC, QUESTIONS
from benchmarks.answers.world import TRADES, WORLD, month

__all__ = ["UNKNOWN", "Reader"]

UNKNOWN = "I do not know"
_SLOT = re.compile(r"\{(\w+)\}")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_DATES = ("%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%d %b %Y", "%m/%d/%Y")
_KEYS = {
    "full_name": "name", "occupation": "job", "company": "employer", "town": "city", "monthly_rent": "rent",
    "start_date": "day", "start": "day",
}  # fmt: skip
_POSITIVE = frozenset("wonderful kind great love excellent happy perfect solved feel thanks".split())
_NEGATIVE = frozenset("broken refused terrible rude disappointed dirty awful worst nothing".split())
_TOPICS = {
    "business": frozenset("profit shares company market".split()),
    "sport": frozenset("football match team scored".split()),
    "politics": frozenset("minister voters election".split()),
    "health": frozenset("doctors vaccine virus treated".split()),
}


class Reader:
    """Answers the tasks of `items` from what it is sent."""

    name = "exact reader"

    def answer(self, messages: Sequence[Mapping[str, str]]) -> str:
        """The reply to a conversation."""
        said = [one["content"] for one in messages if one["role"] == "user"]
        last, turn = said[-1], zlib.crc32(said[-1].encode()) % 2
        if len(said) == 1 and re.search(r"just say OK|I will ask about it", last):
            return "OK."
        fields = next((read for text in reversed(said) if (read := _read(text))), None)
        if found := re.search(r"JSON object with the keys ([\w, ]+)\.", last):
            return _as_json(fields, found[1].split(", "), turn) if fields else "{}"
        for sign, write in _WRITING:
            if re.search(sign, last):
                return write(fields) if fields else f"{UNKNOWN} what the text says."
        if re.search(r"[Oo]ne word", last):
            return _label(last)
        for asked, questions in QUESTIONS.items():
            for question in questions:
                found = re.search(_pattern(question), last)
                if found and (fields or len(said) > 1 or "text" in last):
                    return _fact(fields, asked, turn)
        return _knowledge(last, turn)


@cache
def _pattern(template: str) -> str:
    """A regular expression for a text that was made of a template."""
    seen = set[str]()

    def slot(found: re.Match[str]) -> str:
        name = found[1]
        if name in seen or name in ("she", "her"):
            return r"[^\n]+?"
        seen.add(name)
        return rf"(?P<{name}>[^\n]+?)"

    escaped = "".join(
        slot(found) if found else re.escape(piece) for piece, found in _pieces(template.partition("{phone}")[0])
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


_WRITING: tuple[tuple[str, Callable[[Mapping[str, str]], str]], ...] = (
    (r"[Ss]ummar", _summary),
    (r"Rewrite this|more polite", _rewritten),
    (r"into French", _french),
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
        if found := re.fullmatch(_pattern(template), text.strip()):
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
    if asked in ("city", "country"):
        place = of[asked]
        country = WORLD.country_of(place) if asked == "city" else place
        return _of_place(place, country if WORLD.code(country) else None, wanted, turn)
    if wanted == "trade":
        return _trade(of["employer"])
    return _computed(wanted, of, turn)


def _of_place(place: str, country: str | None, wanted: str, turn: int) -> str | None:
    if not country:
        return None
    value = {
        "country": lambda: country, "capital": lambda: WORLD.capital(country),
        "currency": lambda: WORLD.currency(country)[0], "continent": lambda: WORLD.continent(country),
        "language": lambda: WORLD.languages(country)[0],
    }[wanted]()  # fmt: skip
    sentences = {
        "country": f"{place} is in {value}.", "capital": f"The capital of {place} is {value}.",
        "currency": f"The currency used in {place} is the {value}.", "continent": f"{place} lies in {value}.",
        "language": f"The language spoken in {place} is {value}.",
    }  # fmt: skip
    return sentences[wanted] if turn else f"{value}."


def _trade(employer: str) -> str | None:
    if employer in TRADES:
        return f"{employer} is in this business: {TRADES[employer][0]}."
    words = employer.split()
    # "Bank of New Territories" is a bank.
    said = words[0] if words[1:2] == ["of"] else words[-1]
    return f"{employer} works in the field of {said.lower()}." if len(words) > 1 and "<" not in employer else None


def _computed(wanted: str, of: Mapping[str, str], turn: int) -> str | None:
    age, years = _value(of.get("minor") or of.get("age") or ""), _value(of.get("years", ""))
    if wanted == "vote" and age is not None:
        yes = "Yes, the voting age in the United States is 18."
        return yes if age >= 18 else "No, one has to be 18 to vote in the United States."
    if wanted == "later" and age is not None and years is not None:
        return f"{age:.0f} + {years:.0f} = {age + years:.0f}" if turn else f"The answer is {age + years:.0f}."
    return _of_money(wanted, of, turn) or _of_days(of, turn)


def _of_money(wanted: str, of: Mapping[str, str], turn: int) -> str | None:
    money, percent = of.get("money", ""), _value(of.get("percent", ""))
    amount = _value(money)
    if wanted == "share" and amount is not None and percent is not None:
        share = _number(amount * percent / 100)
        return f"{of['percent']} % of {money} is ${share}." if turn else f"That is ${share}."
    if wanted == "parts" and amount is not None:
        return f"{money} / 4 = ${_number(amount / 4)}" if turn else f"Each of you pays ${_number(amount / 4)}."
    return None


def _of_days(of: Mapping[str, str], turn: int) -> str | None:
    day, later = _date(of.get("day", "")), _date(of.get("later", ""))
    if day and "later" not in of:
        return f"{of['day']} was a {day:%A}." if turn else f"It was a {day:%A}."
    if day and later:
        days = abs((later - day).days)
        return f"There are {days} days between {of['day']} and {of['later']}." if turn else f"{days} days."
    return None
