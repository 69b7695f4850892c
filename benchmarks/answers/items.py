"""The items of `benchmarks.answers`: made-up people, letters and questions, written by program from a seed.

Half of the items, the held-out part, have other names, other documents and other questions than the half that was
looked at while the gateway was changed. Every item names the facts that a right answer holds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import NamedTuple

from benchmarks.answers.world import TRADES, WORLD, month

__all__ = ["DOCUMENTS", "KNOWLEDGE", "PUBLIC", "QUESTIONS", "TASKS", "Item", "Person", "day_forms", "items"]

TASKS = ("knowledge", "public", "question", "json", "summary", "rewrite", "translation", "chat", "classification")


@dataclass(frozen=True)
class Item:
    """A conversation of a user, and what its last reply has to hold.

    Attributes:
        key: the same in every run.
        task: one of `TASKS`.
        held_out: not looked at while the gateway was changed.
        turns: the user's messages.
        facts: of each fact the forms that count; the score is the share of facts that are found.
        private: the private values of the messages.
        kind: what is asked.
    """

    key: str
    task: str
    held_out: bool
    turns: tuple[str, ...]
    facts: tuple[tuple[str, ...], ...]
    private: tuple[str, ...]
    kind: str = ""


class _Lists(NamedTuple):
    women: Sequence[str]
    men: Sequence[str]
    families: Sequence[str]
    cities: Sequence[str]
    countries: Sequence[str]
    jobs: Sequence[str]
    employers: Sequence[str]


_TUNED = _Lists(
    "Anna Laura Priya Julia Emily Sofia Karen Megan Alice Denise".split(),
    "Peter Daniel Marco James Omar Victor Kevin Brian Oscar Henry".split(),
    "Kowalski Miller Natarajan Brooks Hansen Okafor Lindqvist Moreno Castellan Whitfield".split(),
    "Boston;Seattle;Lyon;Munich;Valencia;Osaka;Porto;Leeds;Calgary;Kyiv;Denver;Naples".split(";"),
    "Brazil;Mexico;France;Japan;Kenya;Poland;Canada;Egypt;Portugal;Vietnam;Norway;Peru".split(";"),
    "nurse;teacher;software engineer;accountant;electrician;lawyer;chef;pharmacist".split(";"),
    "Siemens;Netflix;Toyota;Pfizer;Lufthansa;Walmart;Northwind Traders;Cleveland Clinic;Barclays;Nestlé".split(";"),
)
_HELD_OUT = _Lists(
    "Martha Ingrid Fatima Rachel Helen Chloe Nadia Teresa Beth Olivia".split(),
    "Samuel Luis Tobias Andrew Hassan Patrick Gordon Felix Ivan Walter".split(),
    "Petrov Harrison Delgado Fischer Nakamura Olsen Abernathy Rossi Kaplan Mwangi".split(),
    "Chicago;Portland;Marseille;Hamburg;Seville;Nagoya;Turin;Bristol;Ottawa;Krakow;Houston;Geneva".split(";"),
    "Argentina;Italy;Germany;India;Ghana;Sweden;Thailand;Chile;Greece;Morocco;Turkey;Colombia".split(";"),
    "dentist;journalist;carpenter;architect;bus driver;social worker;data analyst;paramedic".split(";"),
    "IBM;Spotify;Volkswagen;Novartis;Emirates;Carrefour;Harbor Logistics;Mayo Clinic;Santander;Unilever".split(";"),
)


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
    lists: _Lists = field(repr=False, compare=False)

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

    @property
    def fields(self) -> dict[str, str]:
        she, her = ("She", "Her") if self.female else ("He", "His")
        job = f"{'an' if self.job[0] in 'aeiou' else 'a'} {self.job}"
        return {
            "name": self.name, "first": self.first, "age": str(self.age), "job": job,
            "work": self.job, "employer": self.employer,
            "city": self.city, "rent": self.money, "day": self.day, "email": self.email, "phone": self.phone,
            "she": she, "her": her,
        }  # fmt: skip


DOCUMENTS: dict[str, str] = {
    "profile": "{name} is {age} years old and works as {job} at {employer} in {city}. {she} pays {rent} of rent a "
    "month. {her} contract starts on {day}. You can reach {first} at {email} or {phone}.",
    "letter": "Dear landlord,\nmy name is {name} and I am {age} years old. I am moving to {city}, where I begin as "
    "{job} at {employer} on {day}. I can pay {rent} a month. Please write to {email} or call {phone}.\n"
    "Kind regards,\n{first}",
    "form": "Applicant: {name}\nAge: {age}\nOccupation: {work}\nEmployer: {employer}\nCity: {city}\n"
    "Monthly rent: {rent}\nStart date: {day}\nEmail: {email}\nPhone: {phone}",
    "note": "Note on the new tenant: {name}, {age} years old, moved here from {city}. Since {day}, {first} has "
    "worked as {job} for {employer}. The monthly rent was set at {rent}. Contact: {email}, {phone}.",
    "mail": "Hi all, please welcome {name}! {first} is {age} years old and joins {employer} as {job} on {day}. {she} "
    "comes from {city} and has found a flat for {rent} a month. Write to {email} or call {phone}.",
    "record": "name: {name}\nage: {age}\nprofession: {work}\ncompany: {employer}\nlives in: {city}\nrent: {rent}\n"
    "from: {day}\nmail: {email}\ntel: {phone}",
}
"""The documents; the last three are held out."""

QUESTIONS: dict[str, tuple[str, str]] = {
    "name": ("What is the full name of the person?", "Who is this text about?"),
    "age": ("How old is {first}?", "What is the age of {first}?"),
    "job": ("What is the job of {first}?", "What does {first} work as?"),
    "employer": ("Which company does {first} work for?", "Who is the employer of {first}?"),
    "city": ("Which city is named in the text?", "Which town does the text mention?"),
    "rent": ("How much is the rent?", "What does the flat cost a month?"),
    "day": ("On which date does the work start?", "When does the work begin?"),
    "email": ("What is the email address?", "Where can one write an email to?"),
}


def items() -> Iterator[Item]:
    """All items, in a fixed order, tasks mixed."""
    made = [item for held_out in (False, True) for item in _of_part(held_out)]
    random.Random(20).shuffle(made)
    return iter(made)


def _of_part(held_out: bool) -> Iterator[Item]:
    numbers = random.Random(2 if held_out else 1)
    lists = _HELD_OUT if held_out else _TUNED
    makers: list[tuple[str, Callable[[random.Random, _Lists, bool], Iterator[Item]]]] = [
        ("knowledge", _knowledge), ("public", _public), ("question", _questions), ("json", _json),
        ("summary", _summaries), ("rewrite", _rewrites), ("translation", _translations), ("chat", _chats),
        ("classification", _classifications),
    ]  # fmt: skip
    for _, make in makers:
        yield from make(numbers, lists, held_out)


def _person(numbers: random.Random, lists: _Lists) -> Person:
    female = numbers.random() < 0.5
    first, family = numbers.choice(lists.women if female else lists.men), numbers.choice(lists.families)
    return Person(
        first, family, female, numbers.randint(23, 61), numbers.choice(lists.jobs), numbers.choice(lists.employers),
        numbers.choice(lists.cities), numbers.randrange(850, 3200, 10), _day(numbers),
        f"{first.lower()}.{family.lower()}@{numbers.choice(('gmail.com', 'outlook.com', 'example.org'))}",
        f"+1 (617) 555-01{numbers.randint(10, 99)}", lists,
    )  # fmt: skip


def _day(numbers: random.Random) -> date:
    return date(2022, 1, 1) + timedelta(days=numbers.randrange(1000))


def _document(numbers: random.Random, held_out: bool, person: Person) -> tuple[str, str]:
    names = list(DOCUMENTS)
    name = numbers.choice(names[3:] if held_out else names[:3])
    return name, DOCUMENTS[name].format_map(person.fields)


def _facts(person: Person, *names: str) -> tuple[tuple[str, ...], ...]:
    forms: dict[str, tuple[str, ...]] = {
        "name": (person.name,), "first": (person.first,), "age": (str(person.age),), "job": (person.job,),
        "employer": (person.employer,), "city": (person.city,), "rent": (str(person.rent),),
        "day": day_forms(person.starts), "email": (person.email,),
    }  # fmt: skip
    return tuple(forms[name] for name in names)


def day_forms(day: date) -> tuple[str, ...]:
    """How a date may be written in an answer."""
    name = month(day)
    return (
        f"{day.day} {name} {day.year}", f"{name} {day.day}, {day.year}", day.isoformat(),
        f"{day.day} {month(day, 'fr')} {day.year}", f"{day.month:02}/{day.day:02}/{day.year}",
    )  # fmt: skip


def _questions(numbers: random.Random, lists: _Lists, held_out: bool) -> Iterator[Item]:
    for at in range(28):
        person = _person(numbers, lists)
        document, text = _document(numbers, held_out, person)
        asked = list(QUESTIONS)[at % len(QUESTIONS)]
        question = QUESTIONS[asked][held_out].format(first=person.first)
        turn = f"{text}\n\n{question}" if at % 2 else f"{question} Answer from this text.\n\n{text}"
        yield Item(f"question-{held_out:d}-{at}", "question", held_out, (turn,), _facts(person, asked), person.private,
                   f"{document}/{asked}")  # fmt: skip


def _json(numbers: random.Random, lists: _Lists, held_out: bool) -> Iterator[Item]:
    keys = ("name", "age", "job", "employer", "city", "rent", "day", "email")
    shown = ("full_name", "age", "occupation", "company", "town", "monthly_rent", "start_date", "email")
    for at in range(20):
        person = _person(numbers, lists)
        document, text = _document(numbers, held_out, person)
        wanted = sorted(numbers.sample(range(len(keys)), 5))
        names = [(shown if held_out else keys)[one].replace("day", "start") for one in wanted]
        turn = f"Extract from the text below a JSON object with the keys {', '.join(names)}. JSON only.\n\n{text}"
        facts = _facts(person, *(keys[one] for one in wanted))
        yield Item(f"json-{held_out:d}-{at}", "json", held_out, (turn,), facts, person.private, document)


def _written(
    task: str, count: int, orders: tuple[str, str], wanted: tuple[str, ...]
) -> Callable[[random.Random, _Lists, bool], Iterator[Item]]:
    def make(numbers: random.Random, lists: _Lists, held_out: bool) -> Iterator[Item]:
        for at in range(count):
            person = _person(numbers, lists)
            document, text = _document(numbers, held_out, person)
            yield Item(f"{task}-{held_out:d}-{at}", task, held_out, (f"{orders[held_out]}\n\n{text}",),
                       _facts(person, *wanted), person.private, document)  # fmt: skip

    return make


_summaries = _written(
    "summary",
    15,
    ("Summarize this in one sentence with the name, age, job, employer and rent.", "Give a short summary of the text."),
    ("name", "age", "job", "employer", "rent"),
)
_rewrites = _written(
    "rewrite",
    15,
    ("Rewrite this as a formal text and keep all facts.", "Make this more polite. Do not leave out any fact."),
    ("name", "age", "job", "employer", "city", "rent", "day", "email"),
)
_translations = _written(
    "translation",
    15,
    ("Translate this text into French.", "Please put this into French."),
    ("name", "age", "employer", "city", "rent", "day", "email"),
)


def _chats(numbers: random.Random, lists: _Lists, held_out: bool) -> Iterator[Item]:
    for at in range(16):
        person = _person(numbers, lists)
        document, text = _document(numbers, held_out, person)
        one, other = numbers.sample(list(QUESTIONS), 2)
        begin = "Read this, I will ask about it." if held_out else "Here is a text. Just say OK."
        turns = (f"{begin}\n\n{text}",
                 QUESTIONS[one][held_out].format(first=person.first),
                 f"Thanks. {QUESTIONS[other][held_out].format(first=person.first)}")  # fmt: skip
        yield Item(f"chat-{held_out:d}-{at}", "chat", held_out, turns, _facts(person, other), person.private,
                   f"{document}/{other}")  # fmt: skip


_MESSAGES = (
    ("I stayed in {city} for three days and the hotel was wonderful, the staff of {employer} were kind.", "positive"),
    ("My order from {employer} arrived broken, and {name} refused to refund {money}. Terrible service.", "negative"),
    ("{name} of {employer} was rude to me in {city}, I am very disappointed.", "negative"),
    ("Thanks to {first}, the {job} in {city}, I feel great again. I love this place!", "positive"),
    ("The flat in {city} costs {money}, it is dirty and the heating is awful.", "negative"),
    ("{name}, a {age}-year-old {job}, gave us an excellent tour of {city}.", "positive"),
    ("I paid {money} to {employer} on {day} and got nothing. Worst company ever.", "negative"),
    ("Happy with {employer}: {first} solved my problem on {day}, perfect!", "positive"),
)
_TOPICS = (
    ("{employer} raised its profit to {money} million, and its shares rose, {name} said.", "business"),
    ("{name} scored twice as the team from {city} won the football match on {day}.", "sport"),
    ("The minister met voters in {city} on {day} before the election, {name} reports.", "politics"),
    ("Doctors in {city} treated {name}, {age}, with a new vaccine against the virus.", "health"),
)


def _classifications(numbers: random.Random, lists: _Lists, held_out: bool) -> Iterator[Item]:
    for at in range(24):
        person = _person(numbers, lists)
        sentiment = at % 3 != 0
        text, label = numbers.choice(_MESSAGES[held_out::2] if sentiment else _TOPICS)
        labels = "positive or negative" if sentiment else "business, sport, politics or health"
        text = text.format(**(person.fields | {"money": person.money, "job": person.job}))
        order = (
            f"Which of these fits: {labels}? Answer with one word.\n\n{text}"
            if held_out
            else f"{text}\n\nIs this {labels}? One word only."
        )
        yield Item(f"classification-{held_out:d}-{at}", "classification", held_out, (order,), ((label,),),
                   tuple(one for one in person.private if one in text), label)  # fmt: skip


def _knowledge(numbers: random.Random, lists: _Lists, held_out: bool) -> Iterator[Item]:
    asked = _KNOWLEDGE_HELD_OUT if held_out else _KNOWLEDGE
    for at in range(44):
        kind, text = asked[at % len(asked)]
        yield _knowledge_item(f"knowledge-{held_out:d}-{at}", kind, text, numbers, lists, held_out)


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


KNOWLEDGE = _KNOWLEDGE + _KNOWLEDGE_HELD_OUT
"""Kinds and texts of the questions about somebody."""


def _knowledge_item(key: str, kind: str, text: str, numbers: random.Random, lists: _Lists, held_out: bool) -> Item:
    person = _person(numbers, lists)
    country, minor = numbers.choice(lists.countries), numbers.choice((12, 15, 16, 17, 19, 22))
    later = person.starts + timedelta(days=numbers.randrange(20, 200))
    later_day = f"{later.day} {month(later)} {later.year}"
    values = {"city": person.city, "country": country, "employer": person.employer, "minor": str(minor),
              "age": str(person.age), "day": person.day, "later": later_day, "money": person.money,
              "years": "10", "percent": "12"}  # fmt: skip
    of, _, wanted = kind.partition("/")
    place = WORLD.country_of(person.city) if of == "city" else country
    facts: dict[str, Callable[[], tuple[str, ...]]] = {
        "country": lambda: WORLD.names(place),
        "currency": lambda: WORLD.currency(place),
        "continent": lambda: (WORLD.continent(place),),
        "capital": lambda: (WORLD.capital(place),),
        "language": lambda: WORLD.languages(place),
        "trade": lambda: TRADES[person.employer],
        "vote": lambda: ("yes",) if minor >= 18 else ("no", "not"),
        "later": lambda: (str(person.age + 10),),
        "weekday": lambda: (person.starts.strftime("%A"),),
        "share": lambda: (f"{person.rent * 12 / 100:.2f}".rstrip("0").rstrip("."),),
        "parts": lambda: (f"{person.rent / 4:.2f}".rstrip("0").rstrip("."),),
        "between": lambda: (str((later - person.starts).days),),
    }
    private = tuple(value for name, value in values.items() if "{" + name + "}" in text)
    return Item(key, "knowledge", held_out, (text.format_map(values),), (facts[wanted](),), private, kind)


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


PUBLIC = _PUBLIC + _PUBLIC_HELD_OUT
"""Questions about nobody, and what a right answer holds."""


def _public(numbers: random.Random, lists: _Lists, held_out: bool) -> Iterator[Item]:
    asked = _PUBLIC_HELD_OUT if held_out else _PUBLIC
    for at in range(24):
        text, answer = asked[at % len(asked)]
        country = numbers.choice(lists.countries)
        facts = _of_country(country, answer) if "{country}" in text else tuple(answer.split(";"))
        yield Item(f"public-{held_out:d}-{at}", "public", held_out, (text.format(country=country),), (facts,), (), text)


def _of_country(country: str, wanted: str) -> tuple[str, ...]:
    known = {"capital": (WORLD.capital(country),), "continent": (WORLD.continent(country),)}
    known |= {"currency": WORLD.currency(country), "language": WORLD.languages(country)}
    return known[wanted]
