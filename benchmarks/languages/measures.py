"""What is measured of messages of one language."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.timing import cpu_seconds
from dp_gateway import Gateway, Secret
from dp_gateway.detection.detection import default_detection
from dp_gateway.languages import passages
from dp_gateway.pipeline.report import EntityReport
from dp_gateway.pipeline.results import Sanitized
from dp_gateway.policy import DetectionSettings
from dp_gateway.text.entities import Entity
from release.training.examples import Span

__all__ = ["BESIDE", "IDENTIFIERS", "Measured", "Message", "Tally", "measured", "places_of", "read_messages"]

IDENTIFIERS = frozenset(
    "EMAIL_ADDRESS PHONE_NUMBER CREDIT_CARD IBAN_CODE US_BANK_NUMBER US_SSN US_ITIN US_PASSPORT US_DRIVER_LICENSE "
    "UK_NHS MEDICAL_LICENSE ID_NUMBER IP_ADDRESS MAC_ADDRESS URL CRYPTO API_KEY USERNAME".split()
)
# A word of a script with spaces, or one character of one without.
_WORD = re.compile(r"[\u3041-\u30ff\u3400-\u9fff]|(?:[^\W\d_\u3041-\u30ff\u3400-\u9fff]|[\u0900-\u0963\u064b-\u0652])+")
_KEY = Secret(b"the key of the benchmark of languages")
BESIDE = "beside an entity"


class Message(NamedTuple):
    """A message and its entities: (start, end, type)."""

    text: str
    entities: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True)
class Measured:
    """Figures of one language.

    Attributes:
        messages: how many there are.
        types: of each entity type, how many are covered fully by findings of any type, and how many there are.
        wrong: of the letters and digits that belong to no entity, the share that is covered.
        lost: likewise the share that is replaced, and does not stand in what is sent in its place: "71 Jahre" becomes
            "74 Jahre".
        restored: the share of messages that an echo gives back as they were.
        read: the share of messages of which the language was told rightly, all of it.
        vain: the parts of `wrong`: by type what stands apart from entities, and `BESIDE` what findings have more than
            the entity in them.
        speed: characters that detection reads in a millisecond of CPU time.
    """

    messages: int
    types: dict[str, tuple[int, int]]
    wrong: float
    vain: dict[str, float]
    lost: float
    restored: float
    read: float
    speed: float

    @property
    def recall(self) -> float:
        """The share of entities that are covered fully."""
        return _share(self.types.values())

    @property
    def identifiers(self) -> float | None:
        """The share of identifiers that are covered fully; None where there are none."""
        of = [counts for name, counts in self.types.items() if name in IDENTIFIERS]
        return _share(of) if of else None

    def to_json(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "messages": self.messages,
            "recall": round(self.recall, 4),
            "identifiers": None if self.identifiers is None else round(self.identifiers, 4),
            "wrong": round(self.wrong, 4),
            "vain": {name: round(share, 4) for name, share in self.vain.items()},
            "lost": round(self.lost, 4),
            "restored": round(self.restored, 4),
            "read": round(self.read, 4),
            "speed": round(self.speed, 1),
            "types": {name: list(counts) for name, counts in sorted(self.types.items())},
        }


class Tally:
    """What is covered, message by message.

    Attributes:
        covered: by type, entities covered fully.
        every: by type, all entities.
        wrong: letters and digits of no entity that are covered.
        outside: letters and digits of no entity.
    """

    def __init__(self) -> None:
        self.covered: Counter[str] = Counter()
        self.every: Counter[str] = Counter()
        self.wrong = self.outside = 0

    def add(self, text: str, entities: Iterable[Span], places: Set[int], replaced: Set[int]) -> list[int]:
        """Count a message, and return where its letters and digits of no entity stand.

        Args:
            text: the message.
            entities: (start, end, type); those of type MISC are neither right nor wrong.
            places: where a finding counts as having found an entity.
            replaced: where a finding of no entity is wrong.
        """
        inside: set[int] = set()
        for start, end, name in entities:
            inside.update(range(start, end))
            if name != "MISC":
                self.every[name] += 1
                self.covered[name] += all(at in places for at in range(start, end) if text[at].isalnum())
        clear = [at for at, char in enumerate(text) if char.isalnum() and at not in inside]
        self.outside += len(clear)
        self.wrong += sum(at in replaced for at in clear)
        return clear

    @property
    def share_wrong(self) -> float:
        """Of the letters and digits of no entity."""
        return self.wrong / max(self.outside, 1)


def places_of(found: Iterable[Entity], *, public: bool = False) -> set[int]:
    """Where the characters of findings stand; `public`: those that stay in clear count, too."""
    return {at for one in found if public or not one.public for at in range(one.start, one.end)}


def _share(counts: Any) -> float:
    found, every = (sum(part) for part in zip(*counts, strict=True))
    return found / every


def read_messages(file: Path) -> tuple[str, list[Message]]:
    """The language of a file of messages, and the messages."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return file.stem, [
        Message(one["text"], tuple((each["start"], each["end"], each["type"]) for each in one["entities"]))
        for one in lines
    ]


def measured(of: tuple[str, list[Message]]) -> Measured:
    """The figures of the messages of one language."""
    language, messages = of
    texts = [message.text for message in messages]
    detection = default_detection(ner="always", thresholds={"": DetectionSettings().least_score})
    found = detection.detect(texts)
    tally, vain = Tally(), Counter[str]()
    gateway = Gateway("entities", key=_KEY)
    requests = [gateway.sanitize(text, scope=str(number)) for number, text in enumerate(texts)]
    lost = 0
    for message, entities, request in zip(messages, found, requests, strict=True):
        places = places_of(entities)
        clear = tally.add(message.text, message.entities, places, places)
        vain.update(_kinds(message, entities, clear))
        lost += len(_changed(message.text, request).intersection(clear))
    back = sum(one.restore(one.text) == text for one, text in zip(requests, texts, strict=True))
    right = sum([one.language for one in passages(text)] == [language] for text in texts)
    spent = cpu_seconds(lambda: detection.detect(texts))
    return Measured(
        len(messages),
        {name: (tally.covered[name], count) for name, count in tally.every.items()},
        tally.share_wrong,
        {name: count / max(tally.outside, 1) for name, count in vain.most_common()},
        lost / max(tally.outside, 1),
        back / len(messages),
        right / len(messages),
        sum(map(len, texts)) / spent / 1000,
    )


def _kinds(message: Message, found: Iterable[Entity], clear: Iterable[int]) -> Iterator[str]:
    """Why each letter or digit of no entity is covered: the type of the finding, or that it holds an entity as well."""
    inside = {at for start, end, _ in message.entities for at in range(start, end)}
    left = set(clear)
    for one in found:
        if not one.public:
            places = left.intersection(range(one.start, one.end))
            left -= places
            yield from [BESIDE if inside.intersection(range(one.start, one.end)) else one.type] * len(places)


def _changed(text: str, request: Sanitized[EntityReport]) -> set[int]:
    """The places of a text that were replaced, without the words that stand in the surrogate, too."""
    places: set[int] = set()
    for span in request.spans:
        places.update(range(span.start, span.end))
        words = [*_WORD.finditer(text, span.start, span.end)]
        sent = _WORD.findall(request.text, span.sanitized_start, span.sanitized_end)
        same = SequenceMatcher(None, [word[0] for word in words], sent, autojunk=False).get_matching_blocks()
        for first, _, size in same:
            for word in words[first : first + size]:
                places.difference_update(range(*word.span()))
    return places
