"""Sentences with a gap, filled with what everybody knows: is it kept where it is tied to somebody, and elsewhere?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dp_gateway.public.decision import marked
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import sections

__all__ = ["VALUES", "Tied", "is_kept", "ties"]

VALUES: dict[str, tuple[str, ...]] = {
    "place": (
        "France", "Mexico", "United States", "UK", "Kenya", "Georgia", "Taiwan", "South Africa", "Turkey", "Jordan",
        "Texas", "Bavaria", "Hawaii", "Ontario", "Paris", "Boston", "London", "Berlin", "Tokyo", "New York",
        "South America", "Europe", "Scandinavia", "Chernobyl", "Hollywood", "Versailles",
    ),
    "organisation": (
        "Netflix", "Siemens", "Apple", "Google", "Harvard", "Microsoft", "Tesla", "Ford", "HSBC", "Pfizer", "IKEA",
        "NATO", "FBI", "United Nations", "World Bank", "NHS", "BBC", "Supreme Court", "Red Cross", "Bank of England",
    ),
    "people": (
        "French", "Mexican", "American", "Korean", "Nigerian", "Turkish", "Thai", "Scottish", "Egyptian", "Muslim",
        "Jewish", "Catholic", "Republican", "Communist", "Arab", "Texan",
    ),
    "person": (
        "Shakespeare", "Albert Einstein", "Taylor Swift", "Kepler", "Newton", "Jesus", "Michael Jordan", "Tolkien",
        "Madonna", "Lincoln", "Elon Musk", "Parkinson", "Darwin", "Hannibal",
    ),
    "work": (
        "Macbeth", "Frozen", "Dune", "Carmen", "Titanic", "Casablanca", "Inception", "Moana", "Hamlet", "Ulysses",
        "The Road", "The Crown", "Star Wars", "Harry Potter", "The Bear", "Game of Thrones", "Bluey", "Pink Floyd",
    ),
    "law": ("GDPR", "HIPAA", "FMLA", "ADA", "OSHA", "Data Protection Act", "Equality Act", "Roth IRA"),
    "product": (
        "Excel", "Photoshop", "Kubernetes", "Docker", "Python", "Windows", "Postgres", "Minecraft", "ChatGPT",
        "WordPress", "Spotify", "PayPal", "Discord", "Slack", "Zoom", "iPhone",
    ),
}  # fmt: skip
_TYPES = {"place": "LOCATION", "organisation": "ORGANIZATION", "people": "NRP", "person": "PERSON"} | dict.fromkeys(
    ("work", "law", "product"), "ORGANIZATION"
)


class Tied(NamedTuple):
    """A text with a mention.

    Attributes:
        text: the text.
        mention: as a perfect detector finds it.
        template: the sentence with a gap.
    """

    text: str
    mention: Entity
    template: str


def ties(name: str = "ties") -> Iterator[Tied]:
    """Every sentence of a file with every value of its kind."""
    for kind, line in sections((Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8")):
        template = line.replace("\\n", "\n")
        start = template.index("{}")
        for value in VALUES[kind]:
            mention = Entity(start, start + len(value), _TYPES[kind], 0.9, "planted")
            yield Tied(template.replace("{}", value), mention, template)


def is_kept(tied: Tied, others: list[Entity]) -> bool:
    """Whether the mention would stay.

    Args:
        tied: the text.
        others: what a detector finds in it; what meets the mention is left out.
    """
    planted = tied.mention
    apart = [one for one in others if one.end <= planted.start or planted.end <= one.start]
    found = marked(tied.text, sorted([*apart, planted]))
    return any(one.public and one.start == planted.start for one in found)
