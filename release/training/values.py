"""Made-up values that fill the templates of `synthetic`: people, firms, places and addresses of many countries."""

# ruff: noqa: D102, PLR0911 - the methods are the kinds of value, by name; a draw decides between forms of one kind

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from dp_gateway.patterns.names import ORDINARY
from dp_gateway.vocabulary.lexicon.data import read_data
from release.training.wordlists import (
    BRANDS,
    EPONYMS,
    FOODS,
    HAMLETS,
    JOBS,
    LOCALES,
    MONTHS,
    NICKNAMES,
    PEOPLES,
    PRODUCTS,
    RELATIONS,
    SCIENCE,
    SHOPS,
    STREETS,
    SUFFIXES,
    TITLES,
    TRADES,
    VERBS,
    WORD_NAMES,
    said_date,
    said_digits,
    said_number,
    spelled,
    terms,
)

__all__ = ["Values"]

_CLUBS = (
    "FC|United|Rovers|Athletic|Harriers|Striders|Rowing Club|Netball Club|Bowls Club|Chess Club|Choir|Scouts|RFC|CC"
).split("|")
_SCHOOLS = (
    "High|Primary|Academy|Elementary|Middle School|High School|Grammar|College|Infants|Prep|Nursery|Secondary"
).split("|")
_CLINICS = (
    "Surgery|Clinic|Medical Centre|Health Centre|Hospital|Dental Practice|Women's Clinic|Family Practice|Hospice|GP"
).split("|")
_COURTS = "County Court|Crown Court|Magistrates' Court|District Court|Family Court|Superior Court|Tribunal".split("|")
_WEEKDAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mon|Tues|Weds|Thurs|Fri|Sat|Sun".split("|")
_KINSHIP = "& Sons|Bros|& Daughters|& Co|Brothers|Ltd|Group".split("|")
_SIBLINGS = "Brothers|Bros|& Sons|Sisters|& Daughters".split("|")
_HOUSES = "Co|Ltd|Club|Services|Co.|Centre|House".split("|")
_BESIDE = "on Sea|St Mary|Bay|Heights|Springs|Falls|Creek|Park|Green".split("|")
_UNHEARD = 0.12
_SHORTEST, _LONGEST = 6, 14
_SHAPES = (
    "AA-000000|AA/0000/A|AA00000000|0000000AA|0000-0000-0|00-0000-0000|AAA-00000000|00000-AAA|0000/000/00/0|"
    "AA00A00000|A-0000|AAA 000000|000 000 000|0000 0000 00|A00000000|AA-AAA-0000|00/000000|AAA/00/0000|AA00AAA|"
    "AAA 000|0AAA000|AA 00 00|000-000|A0A0A0|AA-00|000.000.000|AAAA0000|000000-0000|AAA-0000-00|A/000/00|0000-AA|"
    "#00000|0000AAAA|AA0AA0|A0AA0A|AAA00000"
).split("|")
_NOBODY = Path(__file__).with_name("nobody.txt")
_ENDINGS = (
    "ton ford ham by wick worth ley field burn dale bury mouth bridge stead hurst combe thwaite holm stad berg".split()
)


@cache
def nobody() -> dict[str, list[str]]:
    """What has a name and is nobody, by kind: codes, scores, goods, plants, characters of stories."""
    lines = (line.partition(": ") for line in _NOBODY.read_text(encoding="utf-8").splitlines() if line[0] != "#")
    return {kind: listed.split("|") for kind, _, listed in lines}


def said_day(day: int) -> str:
    """A day of the month as people write it alone: 14th."""
    return f"{day}{'th' if 10 < day < 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


class Values:
    """Draws values, seeded; each method gives a text.

    Args:
        rng: decides.
        data: folder of the corpora, for WordNet's terms; without it a few terms of this module have to do.
    """

    def __init__(self, rng: random.Random, data: Path | None = None) -> None:
        from faker import Faker

        self.rng = rng
        self._corpora = data
        self._data = read_data()
        self._fakers: list[Any] = []
        for index, locale in enumerate(LOCALES):
            fake = Faker(locale)
            fake.seed_instance(rng.getrandbits(32) + index)
            self._fakers.append(fake)
        self.makers: dict[str, tuple[str, Callable[[], str]]] = {
            "person": ("PERSON", self.person), "first": ("PERSON", self.first), "last": ("PERSON", self.last),
            "last_first": ("PERSON", lambda: f"{self.last()}, {self.first()}"), "title": ("TITLE", self.title),
            "org": ("ORGANIZATION", self.organisation), "brand": ("ORGANIZATION", self.brand),
            "city": ("LOCATION", self.city), "country": ("LOCATION", self.country), "region": ("LOCATION", self.region),
            "street": ("STREET_ADDRESS", self.street), "address": ("STREET_ADDRESS", self.address),
            "postcode": ("POSTCODE", self.postcode), "nrp": ("NRP", self.nationality), "job": ("JOB_TITLE", self.job),
            "date": ("DATE_TIME", self.date), "id": ("ID_NUMBER", self.identifier), "user": ("USERNAME", self.user),
            "age": ("AGE", lambda: str(rng.randint(1, 98))), "nick": ("PERSON", self.nickname),
            "initials": ("PERSON", lambda: ".".join(rng.choices("ABCDEFGHJKLMNPRSTVW", k=2)) + "."),
            "initial": ("PERSON", lambda: f"{rng.choice('ABCDEFGHJKLMNPRSTVW')}."), "firm": ("ORGANIZATION", self.firm),
            "club": ("ORGANIZATION", lambda: f"{self.village()} {rng.choice(_CLUBS)}"),
            "school": ("ORGANIZATION", lambda: f"{self.village()} {rng.choice(_SCHOOLS)}"),
            "clinic": ("ORGANIZATION", lambda: f"{rng.choice([self.village, self.last])()} {rng.choice(_CLINICS)}"),
            "hotel": ("ORGANIZATION", self.hotel), "FIRST": ("PERSON", lambda: self.first().upper()),
            "brothers": ("ORGANIZATION", lambda: f"{self.last()} {rng.choice(_SIBLINGS)} {rng.choice(SHOPS)}"),
            "court": ("ORGANIZATION", lambda: f"{self.city()} {rng.choice(_COURTS)}"),
            "village": ("LOCATION", self.village), "town": ("LOCATION", self.city),
            "num": ("ID_NUMBER", lambda: str(rng.randint(2, 10 ** rng.randint(2, 6)))),
            "nth": ("DATE_TIME", lambda: said_day(rng.randint(1, 31))),
            "month": ("DATE_TIME", lambda: rng.choice(MONTHS)),
            "year": ("DATE_TIME", lambda: str(rng.randint(1950, 2026))),
            "weekday": ("?", lambda: rng.choice(_WEEKDAYS)), "anymonth": ("?", lambda: rng.choice(MONTHS)),
            "anyyear": ("?", lambda: str(rng.randint(1985, 2026))), "handle": ("USERNAME", self.handle),
            "code": ("?", self.identifier), "flat": ("STREET_ADDRESS", self.flat),
            "softfirm": ("ORGANIZATION", lambda: rng.choice(nobody()["software"])),
            "relation": ("", lambda: rng.choice(RELATIONS)),
            "product": ("MISC", self.product),
            "email": ("?", self.email), "phone": ("?", self.phone), "number": ("", lambda: str(rng.randint(2, 999))),
            "word": ("", lambda: rng.choice(self._common)), "money": ("?", lambda: f"${rng.randint(2, 9000)}"),
            "time": ("?", lambda: f"{rng.randint(0, 23)}:{rng.randint(0, 59):02}"), "noun": ("", self.noun),
            "tech": ("", lambda: self._cased(rng.choice(self._technical))),
            "eponym": ("", lambda: rng.choice(EPONYMS)), "theory": ("", lambda: self.term("eponym", EPONYMS)),
            "food": ("", lambda: self.term("food", FOODS)), "science": ("", lambda: self.term("science", SCIENCE)),
            "thing": ("", lambda: self.term("thing", PRODUCTS)),
            "said_phone": ("ID_NUMBER", lambda: said_digits(rng, rng.randint(6, 11))),
            "said_id": ("ID_NUMBER", lambda: f"{spelled(self.last()[:2])} {said_digits(rng, rng.randint(3, 6))}"),
            "said_postcode": ("POSTCODE", lambda: said_digits(rng, 5)),
            "said_date": ("DATE_TIME", lambda: said_date(rng)),
            "said_age": ("AGE", lambda: said_number(rng.randint(2, 97), rng)),
            "said_email": ("USERNAME", self.said_email),
            "said_street": ("STREET_ADDRESS", self.said_street),
            "spelled": ("PERSON", lambda: spelled(self.last())),
            "verb": ("", lambda: rng.choice(VERBS)), "Verb": ("", lambda: rng.choice(VERBS).title()),
            "CAPS": ("", lambda: rng.choice(self._common).upper()),
            "Word": ("", lambda: rng.choice(self._common).title()),
            "camel": ("", self.camel), "snake": ("", lambda: f"{rng.choice(self._common)}_{rng.choice(self._common)}"),
        }  # fmt: skip
        self.makers |= {kind: ("MISC", lambda listed=listed: rng.choice(listed)) for kind, listed in nobody().items()}
        """Of each hole of a template: the type of the span ("?" for doubtful, "" for none) and who draws."""

    @cached_property
    def _terms(self) -> dict[str, list[str]]:
        pools = self._data.pools
        names = {*pools["GIVEN_NAMES_ALL"], *pools["SURNAMES_ALL"], *self._data.types["CITY"]}
        return terms(self._corpora, {name.lower() for name in names}) if self._corpora else {}

    def term(self, kind: str, few: Sequence[str]) -> str:
        """A term that is no name, now and then as a heading writes it."""
        known = self._terms.get(kind)
        term = self.rng.choice(known if known and self.rng.random() < 0.8 else few)
        return (
            term.title()
            if self.rng.random() < 0.15
            else term[0].upper() + term[1:]
            if self.rng.random() < 0.3
            else term
        )

    @cached_property
    def _common(self) -> list[str]:
        return [word for word in self._data.pools["COMMON_WORDS"] if len(word) > 3]

    @cached_property
    def _technical(self) -> list[str]:
        return sorted(word for word in ORDINARY if len(word) > 2)

    def _cased(self, word: str) -> str:
        return self.rng.choice([word, word.title(), word.title(), word.upper()])

    def camel(self) -> str:
        """A name that programs have."""
        words = [self.rng.choice(self._common).title() for _ in range(self.rng.randint(2, 3))]
        words[0] = self.rng.choice([words[0], words[0].lower()])
        return "".join(words)

    def fake(self) -> Any:
        return self.rng.choice(self._fakers)

    def nickname(self) -> str:
        """What friends and colleagues call somebody: Big Dave, Solomon T., a name that is a word."""
        draw = self.rng.random()
        if draw < 0.45:
            return self.rng.choice(NICKNAMES)
        if draw < 0.6:
            return f"{self.first()} {self.rng.choice('ABCDEFGHJKLMNPRSTVW')}{self.rng.choice(['.', ''])}"
        if draw < 0.7:
            return self.first()[: self.rng.randint(3, 4)]
        return self.rng.choice(WORD_NAMES)

    def first(self) -> str:
        draw = self.rng.random()
        pools = self._data.pools
        if draw > 0.95:
            return self.rng.choice(WORD_NAMES)
        if draw > 1 - _UNHEARD:
            return self.unheard()
        if draw < 0.4:
            return str(self.fake().first_name())
        if draw < 0.65:
            return self.rng.choice(self.rng.choice([pools["GIVEN_NAME_FEMALE"], pools["GIVEN_NAME_MALE"]])[:1000])
        return self.rng.choice(pools["GIVEN_NAMES_ALL"])

    @cached_property
    def _letters(self) -> dict[str, list[str]]:
        """What follows two letters in given names, as often as it does; "^" begins and "$" ends a name."""
        follows: dict[str, list[str]] = {}
        for name in self._data.pools["GIVEN_NAMES_ALL"]:
            marked = f"^^{name.lower()}$"
            for at in range(2, len(marked)):
                follows.setdefault(marked[at - 2 : at], []).append(marked[at])
        return follows

    def unheard(self) -> str:
        """A name that no list has, letter by letter as names are: what stands beside it has to tell."""
        while True:
            name = "^^"
            while name[-1] != "$" and len(name) < _LONGEST:
                name += self.rng.choice(self._letters[name[-2:]])
            if name[-1] == "$" and len(name) > _SHORTEST:
                return name[2:-1].title()

    def last(self) -> str:
        draw = self.rng.random()
        pools = self._data.pools
        if draw > 1 - _UNHEARD / 2:
            return self.unheard()
        if draw < 0.4:
            return str(self.fake().last_name())
        if draw < 0.6:
            return self.rng.choice(pools["SURNAME"][:3000])
        return self.rng.choice(pools["SURNAMES_ALL"])

    def person(self) -> str:
        draw = self.rng.random()
        if draw < 0.12:
            return f"{self.first()} {self.rng.choice('ABCDEFGHJKLMNPRSTVW')}. {self.last()}"
        if draw < 0.18:
            return f"{self.first()} {self.first()} {self.last()}"
        if draw < 0.22:
            return f"{self.first()}-{self.first()} {self.last()}"
        if draw < 0.26:
            return f"{self.first()} {self.last()}-{self.last()}"
        if draw < 0.3:
            return f"{self.rng.choice('ABCDEFGHJKLMNPRSTVW')}. {self.last()}"
        if draw < 0.34:
            between = self.rng.choice(["van", "van der", "de", "de la", "von", "al", "bin", "O'", "Mac", "da", "dos"])
            return f"{self.first()} {between}{'' if between in ('O’', 'Mac') else ' '}{self.last()}"
        return f"{self.first()} {self.last()}"

    def title(self) -> str:
        return self.rng.choice(TITLES)

    def brand(self) -> str:
        if self.rng.random() < 0.5:
            return self.rng.choice(BRANDS)
        return (
            self.rng.choice(self._common) + self.rng.choice(["ly", "ify", "a", "o", "tech", "soft", "", "net"])
        ).title()

    def organisation(self) -> str:
        draw = self.rng.random()
        if draw < 0.2:
            return str(self.fake().company())
        if draw < 0.35:
            return self.rng.choice(self._data.types["ORGANIZATION"])
        if draw < 0.42:
            return self.brand()
        first = self.rng.choice([self.last, self.city, lambda: self.rng.choice(self._common).title(), self.brand])()
        if draw < 0.5:
            return f"{first} & {self.last()}"
        if draw < 0.56:
            return f"{self.rng.choice(TRADES)} of {self.rng.choice([self.city, self.country, self.region])()}"
        if draw < 0.6:
            return f"St {self.first()}'s {self.rng.choice(['School', 'Hospital', 'Church', 'College', 'Primary'])}"
        middle = f" {self.rng.choice(self._common).title()}" if self.rng.random() < 0.2 else ""
        trade = f" {self.rng.choice(TRADES)}" if self.rng.random() < 0.85 else ""
        suffix = f" {self.rng.choice(SUFFIXES)}" if self.rng.random() < 0.35 or not trade else ""
        return f"{first}{middle}{trade}{suffix}"

    def firm(self) -> str:
        """A small firm: Brodie Scaffolding, Tarn & Dove, The Copper Kettle, a made-up word, or any organisation."""
        rng, word = self.rng, lambda: self.rng.choice(self._common).title()
        draw = rng.random()
        if draw < 0.3:
            return f"{rng.choice([self.last, self.last, self.first, self.village, word])()} {rng.choice(SHOPS)}"
        if draw < 0.42:
            first, second = rng.choice([self.last, word])(), rng.choice([self.last, word])()
            return f"{first} {rng.choice(['&', '&', 'and', '+'])} {second}"
        if draw < 0.5:
            return f"{self.last()} {rng.choice(_KINSHIP)}"
        if draw < 0.6:
            return f"{rng.choice(['The ', 'The ', ''])}{word()} {word()}"
        if draw < 0.68:
            return self.unheard() if draw < 0.63 else f"{word()}{rng.choice(self._common)}"
        if draw < 0.74:
            return f"{self.first()}'s {rng.choice(SHOPS)}"
        if draw < 0.8:
            return f"{word()} {rng.choice(SHOPS)} {rng.choice(_HOUSES)}"
        return self.last() if draw < 0.83 else self.organisation()

    def hotel(self) -> str:
        """Where guests sleep."""
        kind = self.rng.choice("Hotel|Inn|Lodge|Guest House|B&B|Hostel|Resort|Riad|Villa|Apartments|Arms".split("|"))
        name = self.rng.choice([self.last, self.village, lambda: self.rng.choice(self._common).title()])()
        return f"{kind} {name}" if self.rng.random() < 0.3 else f"{name} {kind}"

    def village(self) -> str:
        """A place that few lists have."""
        draw = self.rng.random()
        name = self.rng.choice([self.last, lambda: self.rng.choice(self._common).title()])()
        if draw < 0.25:
            return f"{self.rng.choice(HAMLETS)} {name}"
        if draw < 0.5:
            return f"{name}{self.rng.choice(_ENDINGS)}"
        if draw < 0.57:
            return f"{name} {self.rng.choice(_BESIDE)}"
        if draw < 0.63:
            return self.unheard()
        return self.city()

    def city(self) -> str:
        if self.rng.random() < 0.2:
            return str(self.fake().city())
        towns = self._data.types["CITY"]
        return self.rng.choice(towns[:3000] if self.rng.random() < 0.4 else towns)

    def country(self) -> str:
        return self.rng.choice(self._data.types["COUNTRY"])

    def region(self) -> str:
        return self.rng.choice(self._data.types["REGION"])

    def street(self) -> str:
        draw = self.rng.random()
        if draw < 0.35:
            return str(self.fake().street_address()).replace("\n", ", ")
        number = self.rng.choice(
            [
                str(self.rng.randint(1, 240)),
                str(self.rng.randint(1, 9999)),
                f"{self.rng.randint(1, 99)}{self.rng.choice('abcABC')}",
            ]
        )
        if draw < 0.45:
            return f"{number} {self.rng.choice(self._data.pools['STREET_NAME'])}"
        name = self.rng.choice([self.last, self.city, self.first, lambda: self.rng.choice(self._common).title()])()
        middle = f" {self.rng.choice(self._common).title()}" if self.rng.random() < 0.2 else ""
        street = f"{number} {name}{middle} {self.rng.choice(STREETS)}"
        if draw > 0.85:
            unit = self.rng.choice(["Flat", "Apt", "Apt.", "Unit", "Suite", "#", "Floor", "Room"])
            one = f"{unit} {self.rng.choice(['', 'A', 'B'])}{self.rng.randint(1, 40)}"
            return f"{one}, {street}" if self.rng.random() < 0.5 else f"{street} {one}"
        if draw > 0.75:
            return f"{name}{middle} {self.rng.choice(STREETS[:20])}"
        return street

    def address(self) -> str:
        """A street with what follows it, as one value."""
        text = str(self.fake().address())
        return text if self.rng.random() < 0.4 else text.replace("\n", ", ")

    def postcode(self) -> str:
        return str(self.fake().postcode())

    def nationality(self) -> str:
        if self.rng.random() < 0.3:
            return self.rng.choice(PEOPLES)
        return self.rng.choice(self._data.types["NRP"])

    def job(self) -> str:
        if self.rng.random() < 0.2:
            job = str(self.rng.choice(self._fakers[:8]).job()).split(",")[0]
            return job if self.rng.random() < 0.5 else job.lower()
        if self.rng.random() < 0.5:
            return self.rng.choice(JOBS)
        job = self.rng.choice(self._data.types["JOB_TITLE"])
        return job.title() if self.rng.random() < 0.3 else job

    def date(self) -> str:
        day, year, month = self.rng.randint(1, 28), self.rng.randint(1930, 2026), self.rng.choice(MONTHS)
        return self.rng.choice([
            f"{day} {month} {year}", f"{month} {day}, {year}", f"{day}/{self.rng.randint(1, 12)}/{year}",
            f"{year}-{self.rng.randint(1, 12):02}-{day:02}", f"{day}.{self.rng.randint(1, 12):02}.{year}",
            f"{month} {day}", f"{said_day(day)} of {month}", f"{month} {year}", f"{day} {month}",
            f"{day} {month.lower()}",
            f"{self.rng.choice(_WEEKDAYS)} {day} {month}", f"{month} {said_day(day)}", str(year),
        ])  # fmt: skip

    def identifier(self) -> str:
        digits = "".join(self.rng.choice("0123456789") for _ in range(self.rng.randint(4, 9)))
        letters = "".join(self.rng.choice("ABCDEFGHJKLMNPRSTVWXYZ") for _ in range(self.rng.randint(1, 4)))
        if self.rng.random() < 0.4:
            return self.rng.choice(
                [digits, f"{letters}{digits}", f"{letters}-{digits}", f"{digits}/{self.rng.randint(10, 26)}"]
            )
        shape = self.rng.choice(_SHAPES)
        return "".join(
            self.rng.choice("0123456789")
            if char == "0"
            else self.rng.choice("ABCDEFGHJKLMNPRSTVWXYZ")
            if char == "A"
            else char
            for char in shape
        )

    def user(self) -> str:
        first, last = self.first().lower().replace(" ", ""), self.last().lower().replace(" ", "")
        number = self.rng.choice(["", "", str(self.rng.randint(1, 99)), str(self.rng.randint(1950, 2010))])
        return self.rng.choice(
            [
                f"{first}{number}",
                f"{first}_{last}",
                f"{first}.{last}{number}",
                f"{first[0]}{last}{number}",
                f"{self.rng.choice(self._common)}{number}",
                f"{first}_{self.rng.choice(self._common)}{number}",
            ]
        )

    def flat(self) -> str:
        """A street with the floor and the side."""
        floor = self.rng.choice(["1st", "2nd", "3rd", "4th", "top", "ground", "second"])
        side = self.rng.choice([" left", " right", ", door 4", ", flat 2", ""])
        return f"{self.street()}, {floor} floor{side}"

    def handle(self) -> str:
        """A user name with hyphens or points between its parts."""
        between = self.rng.choice("--..")
        parts = [
            self.first().lower().replace(" ", ""),
            self.rng.choice([self.last().lower(), self.rng.choice(self._common)]),
        ]
        number = [str(self.rng.randint(1, 99))] if self.rng.random() < 0.4 else []
        return between.join([*parts, *number]).replace(" ", "").replace("'", "")

    def said_email(self) -> str:
        host = self.rng.choice(
            ["gmail", "yahoo", "outlook", "hotmail", self.rng.choice(self._common), self.last().lower()]
        )
        name = self.user().replace(".", " dot ").replace("_", " underscore ")
        return f"{name} at {host} dot {self.rng.choice(['com', 'com', 'org', 'net', 'co dot uk', 'de'])}"

    def said_street(self) -> str:
        name = self.rng.choice([self.last, self.city, lambda: self.rng.choice(self._common)])()
        flat = f" {self.rng.choice(['flat', 'apartment', 'unit'])} {said_number(self.rng.randint(1, 40), self.rng)}"
        street = f"{said_number(self.rng.randint(1, 2600), self.rng)} {name} {self.rng.choice(STREETS)}"
        return street + (flat if self.rng.random() < 0.15 else "")

    def email(self) -> str:
        return f"{self.user()}@{self.rng.choice(self._common)}.{self.rng.choice(['com', 'org', 'net', 'co.uk', 'de'])}"

    def phone(self) -> str:
        return str(self.rng.choice(self._fakers[:8]).phone_number())

    def product(self) -> str:
        return self.rng.choice(PRODUCTS)

    def noun(self) -> str:
        """A capitalised phrase that names nothing: a heading, a button, a rule."""
        return " ".join(self.rng.choice(self._common).title() for _ in range(self.rng.randint(1, 3)))
