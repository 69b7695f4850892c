"""Questions of knowledge: about somebody, where the gateway draws what is asked about, and about nobody."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from benchmarks.answers.later import LATER
from benchmarks.answers.people import Facts, Lists, Made, Person, day_forms, person
from benchmarks.answers.world import TRADES, WORLD, month

__all__ = ["KNOWLEDGE", "PUBLIC", "knowledge", "public"]

_KNOWLEDGE: tuple[tuple[str, str], ...] = (
    ("city/country", "I live in {city}. Which country is that in?"),
    ("city/currency", "I am moving to {city} next month. What is the currency there?"),
    ("city/continent", "My sister lives in {city}. On which continent is that?"),
    ("country/capital", "My wife was born in {country}. What is the capital of her country?"),
    ("country/language", "I am a citizen of {country}. What is the official language there?"),
    ("employer/trade", "My employer is {employer}. What business is it in?"),
    ("age/vote", "My daughter is {minor}. Is she old enough to vote in the United States?"),
    ("age/later", "My father is {age} years old. How old will he be in {years} years?"),
    ("day/weekday", "I was hired on {day}. Which weekday was that?"),
    ("money/share", "My rent is {money}. What is {percent} % of {money}?"),
    ("money/parts", "Four of us share a bill of {money}. How much does each of us pay?"),
    ("days/between", "My lease runs from {day} to {later}. How many days is that?"),
)
_KNOWLEDGE_HELD_OUT: tuple[tuple[str, str], ...] = (
    ("city/country", "My flat is in {city}. What country am I in?"),
    ("city/language", "Our office moved to {city}. Which language do people speak there?"),
    ("city/currency", "My son studies in {city}. Which currency does he need?"),
    ("country/capital", "I grew up in {country}. Tell me the name of its capital."),
    ("country/continent", "My boss comes from {country}. On which continent does it lie?"),
    ("country/currency", "My parents retired to {country}. Which currency do they use there?"),
    ("employer/trade", "I signed a contract with {employer} yesterday. What does the company do?"),
    ("age/vote", "My nephew turned {minor} today. May he vote in the United States?"),
    ("age/later", "I am {age}. How old am I going to be in {years} years?"),
    ("day/weekday", "Our daughter was born on {day}. What day of the week was it?"),
    ("money/share", "I earn {money} a month and save {percent} % of it. How much is that?"),
    ("days/between", "I was ill from {day} until {later}. How many days are between the two dates?"),
)
_OF_PARTS = (_KNOWLEDGE, _KNOWLEDGE_HELD_OUT, *(later.KNOWLEDGE for later in LATER))

KNOWLEDGE = tuple(one for of_part in _OF_PARTS for one in of_part)
"""Kinds and texts of the questions about somebody."""

_PUBLIC = (
    ("What is the capital of {country}?", "capital"),
    ("Which currency is used in {country}?", "currency"),
    ("On which continent does {country} lie?", "continent"),
    ("How many liters are in a US gallon?", "3.79;3.785;3.8"),
    ("How many states does the United States have?", "50;fifty"),
    ("Which US state has the largest population?", "California"),
    ("What does NATO stand for?", "North Atlantic Treaty"),
    ("In which year did World War II end?", "1945"),
    ("How many member states does the European Union have?", "27"),
    ("Who wrote Romeo and Juliet?", "Shakespeare"),
    ("Translate 'good morning' into Spanish.", "buenos"),
    ("Which planet is closest to the Sun?", "Mercury"),
)
_PUBLIC_HELD_OUT = (
    ("Name the capital city of {country}.", "capital"),
    ("What language do people speak in {country}?", "language"),
    ("What is the official currency of {country}?", "currency"),
    ("How many feet are in a mile?", "5280"),
    ("What does GDPR stand for?", "General Data Protection"),
    ("Which ocean lies between Africa and Australia?", "Indian"),
    ("How many players does a soccer team have on the field?", "11;eleven"),
    ("In which country is the Great Wall?", "China"),
    ("Which company makes Windows?", "Microsoft"),
    ("At what temperature in Fahrenheit does water freeze?", "32"),
    ("How many days does a leap year have?", "366"),
    ("Translate 'thank you' into German.", "danke"),
)
_PUBLIC_OF_PARTS = (_PUBLIC, _PUBLIC_HELD_OUT, *(later.PUBLIC for later in LATER))

PUBLIC = tuple(one for of_part in _PUBLIC_OF_PARTS for one in of_part)
"""Questions about nobody, and what a right answer holds."""


def knowledge(numbers: random.Random, lists: Lists, part: int, count: int) -> Iterator[Made]:
    """Questions about somebody: so many, or each of a part once."""
    asked = _OF_PARTS[part]
    for at in range(max(count, len(asked))):
        of = person(numbers, lists)
        country, minor = numbers.choice(lists.countries), numbers.choice((12, 15, 16, 17, 19, 22))
        later = of.starts + timedelta(days=numbers.randrange(20, 200))
        # The first two parts do not ask for these.
        more = random.Random(1000 * part + at)
        values = {
            "city": of.city, "country": country, "employer": of.employer, "minor": str(minor), "age": str(of.age),
            "day": of.day, "later": f"{later.day} {month(later)} {later.year}", "money": of.money, "years": "10",
            "percent": "12", "other": str(more.randint(23, 61)),
            "debt": f"${more.randrange(200, 900, 10)}",
            **{name.replace("rent", "money"): form for name, form in of.forms.items()},
        }  # fmt: skip
        kind, text = asked[at % len(asked)]
        fact = _fact(kind, of, values, later)
        private = tuple(value for name, value in values.items() if "{" + name + "}" in text)
        yield Made((text.format_map(values),), (fact,), private, kind)


def public(numbers: random.Random, lists: Lists, part: int, count: int) -> Iterator[Made]:
    """Questions about nobody: so many, or each of a part once."""
    asked = _PUBLIC_OF_PARTS[part]
    for at in range(max(count, len(asked))):
        text, answer = asked[at % len(asked)]
        country = numbers.choice(lists.countries)
        facts: Facts = (_of_country(country, answer) if "{country}" in text else tuple(answer.split(";")),)
        yield Made((text.format(country=country),), facts, (), text)


def _of_country(country: str, wanted: str) -> tuple[str, ...]:
    known: dict[str, Callable[[], tuple[str, ...]]] = {
        "country": lambda: WORLD.names(country),
        "capital": lambda: (WORLD.capital(country),),
        "continent": lambda: (WORLD.continent(country),),
        "currency": lambda: WORLD.currency(country),
        "language": lambda: WORLD.languages(country),
        "calling": lambda: (WORLD.calling(country),),
    }
    return known[wanted]()


def _fact(kind: str, of: Person, values: dict[str, str], later: date) -> tuple[str, ...]:
    asked, _, wanted = kind.partition("/")
    if asked in ("city", "country"):
        return _of_country(WORLD.country_of(of.city) if asked == "city" else values["country"], wanted)
    minor, debt = int(values["minor"]), int(values["debt"].strip("$"))
    facts: dict[str, Callable[[], tuple[str, ...]]] = {
        "trade": lambda: TRADES[of.employer],
        "vote": lambda: _yes(minor >= 18),
        "later": lambda: (str(of.age + 10),),
        "ago": lambda: (str(of.age - 10),),
        "total": lambda: (str(of.age + int(values["other"])),),
        "until": lambda: (str(67 - of.age),),
        "apart": lambda: (str(abs(of.age - int(values["other"]))),),
        "weekday": lambda: (of.starts.strftime("%A"),),
        "before": lambda: day_forms(of.starts - timedelta(days=10)),
        "after": lambda: day_forms(of.starts + timedelta(days=30)),
        "between": lambda: (str((later - of.starts).days),),
        "share": lambda: _written(of.rent * 12 / 100),
        "parts": lambda: _written(of.rent / 4),
        "year": lambda: _written(of.rent * 12),
        "left": lambda: _written(of.rent - debt),
        "sum": lambda: _written(of.rent + debt),
        "half": lambda: _written(of.rent / 2),
        "raise": lambda: _written(of.rent * 112 / 100),
        "week": lambda: _written(of.rent * 52),
    }
    return facts[wanted]()


def _yes(holds: bool) -> tuple[str, ...]:
    return ("yes",) if holds else ("no", "not")


def _written(amount: float) -> tuple[str, ...]:
    return (f"{amount:.2f}".rstrip("0").rstrip("."),)
