"""A synthetic evaluation set in the style of presidio-evaluator's generator: templates, filled by Faker."""

# ruff: noqa: ARG001, ARG005 - the makers of values have the same arguments
from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from benchmarks.detection_templates import TEMPLATES

_HOLE = re.compile(r"\{(\w+)\}|\{\{|\}\}")
_LOCALES = {"en_US": 6, "en_GB": 2, "en_CA": 1, "en_AU": 1, "en_IN": 1, "en_NZ": 1}
_NATIONALITIES = (
    "German French Italian Spanish Dutch Swedish Norwegian Danish Finnish Polish Czech Hungarian Greek Turkish Russian "
    "Ukrainian Irish Scottish British American Canadian Mexican Brazilian Argentinian Chilean Peruvian Colombian Cuban "
    "Egyptian Moroccan Nigerian Kenyan Ethiopian Ghanaian Indian Pakistani Chinese Japanese Korean Vietnamese Thai "
    "Indonesian Filipino Australian Portuguese Austrian Swiss Belgian Romanian Bulgarian Iranian Iraqi Israeli Lebanese"
).split()
_DATES = ("%Y-%m-%d", "%m/%d/%Y", "%d.%m.%Y", "%B %d, %Y", "%d %B %Y", "%b %d", "%d %b %Y", "%m/%d/%y", "%B %d")


class Example(NamedTuple):
    """A text and its (start, end, type) spans."""

    text: str
    spans: list[tuple[int, int, str]]


def examples(*, test: bool, per_template: int = 4, seed: int = 20) -> list[Example]:
    """The examples of one half; the halves share no template and no random values."""
    rng = random.Random(f"{seed}-{test}")
    fakers = _fakers(rng.getrandbits(32))
    chosen = TEMPLATES[1::2] if test else TEMPLATES[::2]
    names, weights = list(_LOCALES), list(_LOCALES.values())
    return [
        _fill(template.replace("\\n", "\n"), fakers[rng.choices(names, weights)[0]], rng)
        for template in chosen
        for _ in range(per_template)
    ]


def _fakers(seed: int) -> dict[str, Any]:
    from faker import Faker

    fakers: dict[str, Any] = {}
    for index, locale in enumerate(_LOCALES):
        fakers[locale] = Faker(locale)
        fakers[locale].seed_instance(seed + index)
    return fakers


def _fill(template: str, fake: Any, rng: random.Random) -> Example:
    parts: list[str] = []
    spans: list[tuple[int, int, str]] = []
    position, length = 0, 0
    for match in _HOLE.finditer(template):
        parts.append(template[position : match.start()])
        length += len(parts[-1])
        position = match.end()
        if match[1] is None:
            parts.append(match.group()[0])
        else:
            kind, make = _HOLES[match[1]]
            parts.append(make(fake, rng))
            spans.append((length, length + len(parts[-1]), kind))
        length += len(parts[-1])
    parts.append(template[position:])
    return Example("".join(parts), spans)


def _person(fake: Any, rng: random.Random) -> str:
    middle = rng.choice(["", "", "", "", f" {fake.random_uppercase_letter()}."])
    return f"{fake.first_name()}{middle} {fake.last_name()}"


def _address(fake: Any, rng: random.Random) -> str:
    text: str = fake.address()
    return text if rng.random() < 0.5 else text.replace("\n", ", ")


def _ages(fake: Any, rng: random.Random) -> str:
    return str(rng.randint(3, 95))


def _of(name: str) -> Callable[[Any, random.Random], str]:
    return lambda fake, rng: str(getattr(fake, name)())


_HOLES: dict[str, tuple[str, Callable[[Any, random.Random], str]]] = {
    "person": ("PERSON", _person),
    "first": ("PERSON", _of("first_name")),
    "last": ("PERSON", _of("last_name")),
    "title": ("TITLE", lambda fake, rng: rng.choice(["Mr.", "Mrs.", "Ms.", "Dr.", "Prof.", "Mr", "Dr", "Miss"])),
    "org": ("ORGANIZATION", _of("company")),
    "address": ("STREET_ADDRESS", _address),
    "street": ("STREET_ADDRESS", lambda fake, rng: fake.street_address().replace("\n", ", ")),
    "street_name": ("STREET_ADDRESS", _of("street_name")),
    "city": ("LOCATION", _of("city")),
    "country": ("LOCATION", _of("country")),
    "state_abbr": ("LOCATION", lambda fake, rng: rng.choice("CA NY TX FL IL OH WA MA PA GA NC VA MI CO AZ".split())),
    "zip": ("POSTCODE", _of("postcode")),
    "phone": ("PHONE_NUMBER", _of("phone_number")),
    "email": ("EMAIL_ADDRESS", _of("email")),
    "card": ("CREDIT_CARD", lambda fake, rng: _spaced(fake.credit_card_number(), rng)),
    "iban": ("IBAN_CODE", lambda fake, rng: fake.iban()),
    "ssn": ("US_SSN", lambda fake, rng: _us_ssn(rng)),
    "ip": ("IP_ADDRESS", lambda fake, rng: fake.ipv4() if rng.random() < 0.8 else fake.ipv6()),
    "url": ("URL", _of("url")),
    "nationality": ("NRP", lambda fake, rng: rng.choice(_NATIONALITIES)),
    "job": ("JOB_TITLE", lambda fake, rng: fake.job().split(",")[0].lower() if rng.random() < 0.7 else fake.job()),
    "age": ("AGE", _ages),
    "date": ("DATE_TIME", lambda fake, rng: fake.date_object().strftime(rng.choice(_DATES))),
    "year": ("DATE_TIME", lambda fake, rng: str(rng.randint(1960, 2024))),
}


def _spaced(number: str, rng: random.Random) -> str:
    if len(number) != 16 or rng.random() < 0.5:
        return number
    return rng.choice(" -").join(number[index : index + 4] for index in range(0, 16, 4))


def _us_ssn(rng: random.Random) -> str:
    return f"{rng.randint(1, 665):03}-{rng.randint(1, 99):02}-{rng.randint(1, 9999):04}"
