"""Who the items are about: made-up people, drawn from lists of their own for each part."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Literal, NamedTuple, TypeVar, get_args

from benchmarks.answers.later import LATER
from benchmarks.answers.world import month

__all__ = [
    "LISTS", "PARTS", "Facts", "Item", "Lists", "Made", "Make", "Part", "Person", "day_forms", "in_french", "in_words",
    "person",
]  # fmt: skip

_T = TypeVar("_T")
Part = Literal[
    "developed",
    "held out",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "fresh",
]
PARTS: tuple[Part, ...] = get_args(Part)


Facts = tuple[tuple[str, ...], ...]
"""Of each fact the forms that count."""


@dataclass(frozen=True)
class Item:
    """A conversation of a user, and what its last reply has to hold.

    Attributes:
        key: the same in every run.
        task: one of `items.TASKS`.
        part: one of `PARTS`.
        turns: the user's messages.
        facts: of each fact the forms that count; the score is the share of facts that are found.
        private: the private values of the messages.
        kind: what is asked.
    """

    key: str
    task: str
    part: Part
    turns: tuple[str, ...]
    facts: Facts
    private: tuple[str, ...]
    kind: str = ""


class Made(NamedTuple):
    """What an item says, see there."""

    turns: tuple[str, ...]
    facts: Facts
    private: tuple[str, ...]
    kind: str


class Lists(NamedTuple):
    """What the people of a part are called, where and for whom they live and work; days after the start of 2022."""

    women: Sequence[str]
    men: Sequence[str]
    families: Sequence[str]
    cities: Sequence[str]
    countries: Sequence[str]
    jobs: Sequence[str]
    employers: Sequence[str]
    ages: Sequence[int] = range(23, 62)
    rents: Sequence[int] = range(850, 3200, 10)
    days: Sequence[int] = range(1000)

    def turned(self, by: int) -> Lists:
        """The same lists begun elsewhere: the same draws give other people."""
        ages, rents, days = (_turned(of, by) for of in (self.ages, self.rents, self.days))
        women, men, families, *rest = (_turned(of, by) for of in self[:7])
        cities, countries, jobs, employers = rest
        return Lists(women, men, families, cities, countries, jobs, employers, ages, rents, days)


def _turned(of: Sequence[_T], by: int) -> Sequence[_T]:
    start = by * (1 + len(of) // 12) % len(of)
    return [*of[start:], *of[:start]]


LISTS: tuple[Lists, ...] = (
    Lists(
        "Anna Laura Priya Julia Emily Sofia Karen Megan Alice Denise".split(),
        "Peter Daniel Marco James Omar Victor Kevin Brian Oscar Henry".split(),
        "Kowalski Miller Natarajan Brooks Hansen Okafor Lindqvist Moreno Castellan Whitfield".split(),
        "Boston;Seattle;Lyon;Munich;Valencia;Osaka;Porto;Leeds;Calgary;Kyiv;Denver;Naples".split(";"),
        "Brazil;Mexico;France;Japan;Kenya;Poland;Canada;Egypt;Portugal;Vietnam;Norway;Peru".split(";"),
        "nurse;teacher;software engineer;accountant;electrician;lawyer;chef;pharmacist".split(";"),
        "Siemens;Netflix;Toyota;Pfizer;Lufthansa;Walmart;Northwind Traders;Cleveland Clinic;Barclays;Nestlé".split(";"),
    ),
    Lists(
        "Martha Ingrid Fatima Rachel Helen Chloe Nadia Teresa Beth Olivia".split(),
        "Samuel Luis Tobias Andrew Hassan Patrick Gordon Felix Ivan Walter".split(),
        "Petrov Harrison Delgado Fischer Nakamura Olsen Abernathy Rossi Kaplan Mwangi".split(),
        "Chicago;Portland;Marseille;Hamburg;Seville;Nagoya;Turin;Bristol;Ottawa;Krakow;Houston;Geneva".split(";"),
        "Argentina;Italy;Germany;India;Ghana;Sweden;Thailand;Chile;Greece;Morocco;Turkey;Colombia".split(";"),
        "dentist;journalist;carpenter;architect;bus driver;social worker;data analyst;paramedic".split(";"),
        "IBM;Spotify;Volkswagen;Novartis;Emirates;Carrefour;Harbor Logistics;Mayo Clinic;Santander;Unilever".split(";"),
    ),
    *(Lists(**later.LISTS) for later in LATER),
)
"""Of each part."""

Make = Callable[[random.Random, Lists, int, int], Iterator[Made]]
"""Makes so many items of a part (its number) with its lists."""


@dataclass(frozen=True)
class Person:
    """Who a document is about; every value as it is written there."""

    first: str
    family: str
    female: bool
    age: int
    job: str
    employer: str
    city: str
    rent: int
    starts: date
    email: str
    phone: str
    lists: Lists = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        return f"{self.first} {self.family}"

    @property
    def money(self) -> str:
        return f"${self.rent:,}"

    @property
    def day(self) -> str:
        return f"{self.starts.day} {month(self.starts)} {self.starts.year}"

    @property
    def private(self) -> tuple[str, ...]:
        return (self.name, str(self.age), self.job, self.employer, self.city, self.money, self.day, self.email)

    def written(self, slots: Sequence[str]) -> tuple[str, ...]:
        """The private values in the forms that a document has slots for."""
        forms = {slot.partition("_")[0]: value for slot, value in self.forms.items() if slot in slots}
        names = (self.name,) if "name" in slots else (self.first, self.family)
        age, rent, day = forms.get("age", str(self.age)), forms.get("rent", self.money), forms.get("day", self.day)
        return (*names, age, self.job, self.employer, self.city, rent, day, self.email)

    @property
    def fields(self) -> dict[str, str]:
        she, her = ("She", "Her") if self.female else ("He", "His")
        job = f"{'an' if self.job[0] in 'aeiou' else 'a'} {self.job}"
        return {
            "name": self.name, "first": self.first, "age": str(self.age), "job": job,
            "work": self.job, "employer": self.employer,
            "city": self.city, "rent": self.money, "day": self.day, "email": self.email, "phone": self.phone,
            "she": she, "her": her, "title": "Ms" if self.female else "Mr", "family": self.family,
            "initials": f"{self.first[0]}.{self.family[0]}.", **self.forms,
        }  # fmt: skip

    @property
    def forms(self) -> dict[str, str]:
        """Other forms of values, each named by its value and what it is: "rent_k" is "$2.15k"."""
        day = self.starts
        return {
            "age_words": in_words(self.age), "rent_k": f"${self.rent / 1000:g}k", "day_iso": day.isoformat(),
            "day_long": f"{day:%A}, {self.day}", "day_short": f"{day:%a} {day.day} {day:%b} {day.year}",
            "day_us": f"{month(day)} {day.day}, {day.year}",
            "age_sex": f"{self.age}{'F' if self.female else 'M'}", "family_caps": self.family.upper(),
            "work_title": self.job.title(), "rent_usd": f"USD {self.rent:,}", "rent_cents": f"${self.rent:,}.00",
            "rent_grand": f"{self.rent / 1000:g} grand", "day_dots": f"{day:%d.%m.%Y}",
            "day_dash": f"{day:%d-%b-%Y}", "day_slash": f"{day.month}/{day.day}/{day.year}",
            "day_us_short": f"{day:%b} {day.day}, {day.year}",
            "rent_pounds": f"£{self.rent:,}", "rent_euros": f"€{self.rent:,}", "rent_aud": f"A${self.rent:,}",
            "rent_plain": f"{self.rent}", "day_th": f"{day.day}{_ORDINALS.get(day.day, 'th')} {month(day)} {day.year}",
            "day_us_th": f"{month(day)} {day.day}{_ORDINALS.get(day.day, 'th')}, {day.year}",
            "day_ordinal": f"{day.day}{_ORDINALS.get(day.day, 'th')} of {month(day)} {day.year}",
        }  # fmt: skip


_ORDINALS = {1: "st", 21: "st", 31: "st", 2: "nd", 22: "nd", 3: "rd", 23: "rd"}


def person(numbers: random.Random, lists: Lists) -> Person:
    """Somebody new."""
    female = numbers.random() < 0.5
    first, family = numbers.choice(lists.women if female else lists.men), numbers.choice(lists.families)
    return Person(
        first, family, female, numbers.choice(lists.ages), numbers.choice(lists.jobs), numbers.choice(lists.employers),
        numbers.choice(lists.cities), numbers.choice(lists.rents),
        date(2022, 1, 1) + timedelta(days=numbers.choice(lists.days)),
        f"{_mailbox(first)}.{_mailbox(family)}@{numbers.choice(('gmail.com', 'outlook.com', 'example.org'))}",
        f"+1 (617) 555-01{numbers.randint(10, 99)}", lists,
    )  # fmt: skip


def _mailbox(name: str) -> str:
    """A name as it stands in an address: "Çelik" as "celik"."""
    return re.sub(r"[^a-z]", "", unicodedata.normalize("NFKD", name.lower()))


_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(number: int) -> str:
    """A number below 100 in words."""
    if number < len(_UNITS):
        return _UNITS[number]
    ten, unit = divmod(number, 10)
    return f"{_TENS[ten - 2]}-{_UNITS[unit]}" if unit else _TENS[ten - 2]


_FRENCH_UNITS = "un deux trois quatre cinq six sept huit neuf".split()
_FRENCH_TENS = "vingt trente quarante cinquante soixante".split()


def in_french(number: int) -> str:
    """A number from 21 to 69 in words, no full ten."""
    ten, unit = divmod(number, 10)
    return f"{_FRENCH_TENS[ten - 2]}{' et ' if unit == 1 else '-'}{_FRENCH_UNITS[unit - 1]}"


def day_forms(day: date) -> tuple[str, ...]:
    """How a date may be written in an answer."""
    name = month(day)
    return (
        f"{day.day} {name} {day.year}", f"{name} {day.day}, {day.year}", day.isoformat(),
        f"{day.day} {month(day, 'fr')} {day.year}", f"{day.day}. {month(day, 'de')} {day.year}",
        f"{day.day} de {month(day, 'es')} de {day.year}",
        f"{day.month:02}/{day.day:02}/{day.year}", f"{day.day} {day:%b} {day.year}",
    )  # fmt: skip
