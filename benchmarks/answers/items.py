"""The items of `benchmarks.answers`: made-up people, letters and questions, written by program from a seed.

The items come in parts, each with names, documents and questions of its own. `fresh` is run once before what it
lost is read; the others were looked at while the gateway was changed. Every item names the facts that a right answer
holds.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from benchmarks.answers.knowledge import KNOWLEDGE, PUBLIC, knowledge, public
from benchmarks.answers.later import LATER
from benchmarks.answers.people import (
    LISTS,
    PARTS,
    Facts,
    Item,
    Lists,
    Made,
    Make,
    Part,
    Person,
    day_forms,
    in_french,
    in_words,
    person,
)

__all__ = [
    "BEGINNINGS", "DOCUMENTS", "EXTRACTIONS", "KEYS", "KNOWLEDGE", "ORDERS", "PARTS", "PUBLIC", "QUESTIONS", "SORTED",
    "TASKS", "Item", "Part", "items",
]  # fmt: skip

TASKS = ("knowledge", "public", "question", "json", "summary", "rewrite", "translation", "chat", "classification")

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
    **{name: text for later in LATER for name, text in later.DOCUMENTS.items()},
}
"""The documents, by their names; three of each part, more of the last."""

_QUESTIONS: dict[str, tuple[str, str]] = {
    "name": ("What is the full name of the person?", "Who is this text about?"),
    "age": ("How old is {first}?", "What is the age of {first}?"),
    "job": ("What is the job of {first}?", "What does {first} work as?"),
    "employer": ("Which company does {first} work for?", "Who is the employer of {first}?"),
    "city": ("Which city is named in the text?", "Which town does the text mention?"),
    "rent": ("How much is the rent?", "What does the flat cost a month?"),
    "day": ("On which date does the work start?", "When does the work begin?"),
    "email": ("What is the email address?", "Where can one write an email to?"),
}

_IN_TURNS = 11
"""From this part on the documents and wordings of a part take turns; before it, documents were drawn."""
_T = TypeVar("_T")


def _wordings(of: str | Sequence[str]) -> tuple[str, ...]:
    """The wordings of a part: one, or several."""
    return (of,) if isinstance(of, str) else tuple(of)


def _turn(of: Sequence[_T], at: int) -> _T:
    return of[at % len(of)]


QUESTIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    name: tuple(_wordings(one) for one in (*two, *(later.QUESTIONS[name] for later in LATER)))
    for name, two in _QUESTIONS.items()
}
"""What is asked of a document, in the words of each part."""
_PLACES = (
    ("{question} Answer from this text.\n\n{text}", "{text}\n\n{question}"),
    ("{question}\n\n{text}", "{text}\n\n{question}", "{text}\n---\n{question}", "{question} (see below)\n\n\n{text}"),
)
"""Where a question stands beside its text: before the parts that take turns, and in them."""


def items(placebo: int = 0) -> Iterator[Item]:
    """All items, in a fixed order: tasks mixed, the fresh part last.

    Args:
        placebo: another number gives the same items about other people.
    """
    made = [item for part in PARTS[:2] for item in _of_part(part, placebo)]
    random.Random(20).shuffle(made)
    for at, part in enumerate(PARTS[2:]):
        late = list(_of_part(part, placebo))
        random.Random(21 + at).shuffle(late)
        made += late
    return iter(made)


def _of_part(part: Part, placebo: int) -> Iterator[Item]:
    at = PARTS.index(part)
    numbers, lists = random.Random(at + 1), LISTS[at].turned(placebo)
    made = ((task, make, counts[at > 1]) for task, (make, *counts) in _MAKERS.items())
    for task, make, count in made:
        for number, (turns, facts, private, kind) in enumerate(make(numbers, lists, at, count)):
            yield Item(f"{task}-{at}-{number}", task, part, turns, facts, private, kind)


_DOCUMENTS_OF_PARTS = (list(DOCUMENTS)[:3], list(DOCUMENTS)[3:6], *(list(later.DOCUMENTS) for later in LATER))


_FIRST = {"question": 0, "json": 16, "summary": 28, "rewrite": 36, "translation": 44, "chat": 52}
"""Of each task, where the turns of the documents begin."""


def _document(numbers: random.Random, part: int, of: Person, task: str, at: int) -> tuple[str, str, tuple[str, ...]]:
    """The name of a document, its text, and the private values as they stand there."""
    names = _DOCUMENTS_OF_PARTS[part]
    name = numbers.choice(names) if part < _IN_TURNS else _turn(names, _FIRST[task] + at)
    slots = re.findall(r"\{(\w+)\}", DOCUMENTS[name])
    return name, DOCUMENTS[name].format_map(of.fields), of.written(slots)


def _facts(of: Person, text: str, *names: str) -> Facts:
    """What a right answer says of a person; a value may also stand in it as it does in the text."""
    thousands = of.forms["rent_k"].strip("$")
    forms: dict[str, tuple[str, ...]] = {
        "name": (of.name,), "first": (of.first,), "age": _age(of.age), "job": (of.job,),
        "employer": (of.employer,), "city": (of.city,), "rent": (str(of.rent), thousands, thousands.replace(".", ",")),
        "day": day_forms(of.starts), "email": (of.email,),
    }  # fmt: skip
    return tuple((*forms[name], *_as_written(of, text, name, forms[name])) for name in names)


def _as_written(of: Person, text: str, name: str, known: tuple[str, ...]) -> list[str]:
    written = [form for slot, form in of.forms.items() if slot.startswith(f"{name}_") and form in text]
    return [form for form in written if not any(one in form for one in known)]


def _age(age: int) -> tuple[str, ...]:
    # "forty" is the beginning of "forty-one".
    return (str(age), in_words(age), in_french(age)) if age % 10 else (str(age),)


def _questions(numbers: random.Random, lists: Lists, part: int, count: int) -> Iterator[Made]:
    for at in range(count):
        of = person(numbers, lists)
        document, text, private = _document(numbers, part, of, "question", at)
        round_, of_round = divmod(at, len(QUESTIONS))
        asked = list(QUESTIONS)[of_round]
        question = _turn(QUESTIONS[asked][part], round_).format(first=of.first)
        turn = _turn(_PLACES[part >= _IN_TURNS], at).format(question=question, text=text)
        yield Made((turn,), _facts(of, text, asked), private, f"{document}/{asked}")


KEYS: tuple[tuple[Sequence[str], ...], ...] = (
    (("name", "age", "job", "employer", "city", "rent", "start", "email"),),
    (("full_name", "age", "occupation", "company", "town", "monthly_rent", "start_date", "email"),),
    *((later.KEYS,) for later in LATER[: _IN_TURNS - 2]),
    *(later.KEYS for later in LATER[_IN_TURNS - 2 :]),
)
"""What the keys of JSON are called in each part, in the order of `QUESTIONS`."""
EXTRACTIONS = (_wordings(LATER[0].JSON),) * 2 + tuple(_wordings(later.JSON) for later in LATER)
"""What asks for JSON in each part."""


def _json(numbers: random.Random, lists: Lists, part: int, count: int) -> Iterator[Made]:
    for at in range(count):
        of = person(numbers, lists)
        document, text, private = _document(numbers, part, of, "json", at)
        wanted = sorted(numbers.sample(range(len(QUESTIONS)), 5))
        names = [_turn(KEYS[part], at)[one] for one in wanted]
        turn = _turn(EXTRACTIONS[part], at).format(keys=", ".join(names), text=text)
        yield Made((turn,), _facts(of, text, *(list(QUESTIONS)[one] for one in wanted)), private, document)


ORDERS: dict[str, tuple[tuple[str, ...], ...]] = {
    name: tuple(_wordings(one) for one in (*two, *(later.ORDERS[name] for later in LATER)))
    for name, two in {
        "summary": (
            "Summarize this in one sentence with the name, age, job, employer and rent.",
            "Give a short summary of the text.",
        ),
        "rewrite": (
            "Rewrite this as a formal text and keep all facts.",
            "Make this more polite. Do not leave out any fact.",
        ),
        "translation": ("Translate this text into French.", "Please put this into French."),
    }.items()
}
"""What asks for a text in each part."""


def _written(task: str, *wanted: str) -> Make:
    def make(numbers: random.Random, lists: Lists, part: int, count: int) -> Iterator[Made]:
        for at in range(count):
            of = person(numbers, lists)
            document, text, private = _document(numbers, part, of, task, at)
            yield Made((f"{_turn(ORDERS[task][part], at)}\n\n{text}",), _facts(of, text, *wanted), private, document)

    return make


BEGINNINGS = tuple(
    _wordings(one)
    for one in (
        "Here is a text. Just say OK.",
        "Read this, I will ask about it.",
        *(later.BEGINNINGS for later in LATER),
    )
)
"""What begins a chat in each part."""
_BETWEEN = (
    ("Thanks. ",),
    ("Thanks. ", "ok and ", "Cheers! ", "Got it. Next: ", "", "One more thing. ", "ty :) ", "Right. "),
)
"""What stands before the last question of a chat: before the parts that take turns, and in them."""


def _chats(numbers: random.Random, lists: Lists, part: int, count: int) -> Iterator[Made]:
    for at in range(count):
        of = person(numbers, lists)
        document, text, private = _document(numbers, part, of, "chat", at)
        one, other = numbers.sample(list(QUESTIONS), 2)
        begins, between = _turn(BEGINNINGS[part], at), _turn(_BETWEEN[part >= _IN_TURNS], at)
        then, last = (
            _turn(QUESTIONS[asked][part], more + at).format(first=of.first) for asked, more in ((one, 2), (other, 3))
        )
        turns = (f"{begins}\n\n{text}", then, f"{between}{last}")
        yield Made(turns, _facts(of, text, other), private, f"{document}/{other}")


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
_OF_PARTS = (
    (_MESSAGES[::2], _TOPICS),
    (_MESSAGES[1::2], _TOPICS),
    *((later.MESSAGES, later.TOPICS) for later in LATER),
)
SORTED = tuple(
    _wordings(one)
    for one in (
        "{text}\n\nIs this {labels}? One word only.",
        "Which of these fits: {labels}? Answer with one word.\n\n{text}",
        *(later.SORTED for later in LATER),
    )
)
"""What asks for a label in each part."""


def _classifications(numbers: random.Random, lists: Lists, part: int, count: int) -> Iterator[Made]:
    for at in range(count):
        of = person(numbers, lists)
        sentiment = at % 3 != 0
        texts = _OF_PARTS[part][not sentiment]
        text, label = (
            numbers.choice(texts) if part < _IN_TURNS else _turn(texts, at - at // 3 - 1 if sentiment else at // 3)
        )
        labels = "positive or negative" if sentiment else "business, sport, politics or health"
        text = text.format(**(of.fields | {"money": of.money, "job": of.job}))
        order = _turn(SORTED[part], at).format(labels=labels, text=text)
        # The digits of "rent_plain" stand in every amount.
        forms = [form for name, form in of.forms.items() if name != "rent_plain"]
        private = tuple(one for one in (*of.private, *forms) if one in text)
        yield Made((order,), ((label,),), private, label)


_MAKERS: dict[str, tuple[Make, int, int]] = {
    "knowledge": (knowledge, 44, 48),
    "public": (public, 24, 20),
    "question": (_questions, 28, 16),
    "json": (_json, 20, 12),
    "summary": (_written("summary", "name", "age", "job", "employer", "rent"), 15, 8),
    "rewrite": (_written("rewrite", "name", "age", "job", "employer", "city", "rent", "day", "email"), 15, 8),
    "translation": (_written("translation", "name", "age", "employer", "city", "rent", "day", "email"), 15, 8),
    "chat": (_chats, 16, 10),
    "classification": (_classifications, 24, 12),
}
"""What makes the items of a task, and how many of a part: of each of the first two, and of each later one.

A later part that asks more questions of knowledge, or about nobody, has one item for each of them.
"""
