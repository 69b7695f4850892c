"""The tagger as a detector: tokens, network, findings. `default_detection` and users of the library call it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.base import trim
from dp_gateway.detection.patterns.groups import means_language
from dp_gateway.detection.patterns.names import ADJECTIVES, ORDINARY, NameLists
from dp_gateway.detection.patterns.rules import NAME
from dp_gateway.detection.tagger.features import Features, Vocabulary, case_of, tokenize, word_features
from dp_gateway.detection.tagger.labels import (
    CAUTIOUS,
    CAUTIOUS_THRESHOLDS,
    EMITTED,
    THRESHOLDS,
    TYPES,
    Recall,
)
from dp_gateway.detection.tagger.network import GAP, Network
from dp_gateway.detection.tagger.weights import DEFAULT_WEIGHTS, read_weights
from dp_gateway.errors import ConfigurationError
from dp_gateway.text.entities import Entity

__all__ = ["ENGLISH", "Reading", "TaggerDetector"]

_WINDOW = 2048
_KINDS = len(EMITTED)

_Tokens = tuple[list[int], list[int], list[str]]
_Integers = npt.NDArray[np.int64]


class Reading(NamedTuple):
    """How a text becomes what the network reads.

    Attributes:
        tokens: starts, ends and tokens of a text.
        features: what is known of tokens by themselves.
    """

    tokens: Callable[[str], _Tokens]
    features: Callable[[Sequence[str], Vocabulary], Features]


ENGLISH = Reading(tokenize, word_features)


class _Piece(NamedTuple):
    """A stretch of one text's tokens: [first, last) are read, [begin, end) are answered."""

    text: int
    first: int
    last: int
    begin: int
    end: int


class TaggerDetector:
    """Finds names, organisations, places, addresses, groups, titles, jobs, and dates and numbers in context.

    Args:
        recall: which findings count, see `THRESHOLDS`.
        types: types to look for; all that the tagger knows by default.
        names: lists of names, which settle what the words of a finding alone can tell, see `settled`.
        weights: another file of weights than the one that this package carries.
        reading: tokens and features, those of the training of the weights.
        thresholds: least score of a word, by setting.

    Raises:
        ConfigurationError: there is no such setting.
        StoreError: the weights are missing, changed, or of another version.
    """

    def __init__(
        self,
        recall: Recall = "balanced",
        *,
        types: Sequence[str] | None = None,
        names: NameLists | None = None,
        weights: Path = DEFAULT_WEIGHTS,
        reading: Reading = ENGLISH,
        thresholds: Mapping[Recall, float] = THRESHOLDS,
    ) -> None:
        if recall not in get_args(Recall):
            raise ConfigurationError(f"recall cannot be {recall!r}", hint=f"use one of: {', '.join(get_args(Recall))}")
        read = read_weights(weights)
        self.name = f"tagger:{read.version}:{recall}"
        self._network = Network(read, reading.features)
        self._tokens = reading.tokens
        self._calibration = read.calibration
        self._least = round(1000 * thresholds[recall])
        self._cautious = CAUTIOUS_THRESHOLDS[recall]
        self._types = frozenset(EMITTED if types is None else types)
        self._names = names

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text, in order, in code points; a span's score is how often such words are right."""
        read = [self._tokens(text) for text in texts]
        verdicts = self._verdicts(read)
        return [
            list(_joined(text, self._entities(text, starts, ends, verdict), self._names))
            for text, (starts, ends, _), verdict in zip(texts, read, verdicts, strict=True)
        ]

    def missed(self, texts: Sequence[str]) -> list[float]:
        """About how many words of each text may belong to an entity though they were not found: the sum of the scores
        that stay below the threshold. Reports call it, to say what may be left.
        """
        scores = [verdict[0] for verdict in self._verdicts([self._tokens(text) for text in texts])]
        return [round(int(score[score < self._least].sum()) / 1000, 3) for score in scores]

    def _verdicts(self, read: Sequence[_Tokens]) -> list[_Integers]:
        """What the network says of each word of each text, see `_verdict`."""
        verdicts = [np.zeros((3, len(words)), np.int64) for _, _, words in read]
        for pieces in _packed([len(words) for _, _, words in read], self._network.reach):
            self._judge(pieces, read, verdicts)
        return verdicts

    def _judge(self, pieces: Sequence[_Piece], read: Sequence[_Tokens], verdicts: Sequence[_Integers]) -> None:
        """Run the network over some pieces and write down what it says of each word."""
        words: list[str] = []
        glued: list[bool] = []
        for piece in pieces:
            starts, ends, tokens = read[piece.text]
            before = [-1, *ends] if piece.first == 0 else ends[piece.first - 1 :]
            words += tokens[piece.first : piece.last]
            glued += [start == end for start, end in zip(starts[piece.first : piece.last], before, strict=False)]
            words += [""] * GAP
            glued += [False] * GAP
        live = np.array([bool(word) for word in words], np.bool_)
        cases = np.fromiter(map(case_of, words), np.int64, len(words))
        verdict = self._verdict(self._network.odds(words, np.array(glued, np.bool_), live), cases)
        place = 0
        for piece in pieces:
            answered = place + piece.begin - piece.first
            of_text = verdicts[piece.text]
            of_text[:, piece.begin : piece.end] = verdict[:, answered : answered + piece.end - piece.begin]
            place += piece.last - piece.first + GAP

    def _verdict(self, odds: _Integers, cases: _Integers) -> _Integers:
        """(3, n): how sure each word belongs to an entity, in thousandths; of which kind; whether it begins one."""
        inside = odds[:, 1 : 1 + 2 * _KINDS]
        share = 255 * inside.sum(1) // odds.sum(1)
        kind = (inside[:, ::2] + inside[:, 1::2]).argmax(1)
        rows = np.arange(len(odds))
        begin = inside[rows, 2 * kind] > inside[rows, 2 * kind + 1]
        sure = self._calibration[cases, share]
        return np.stack([sure.astype(np.int64), kind.astype(np.int64), begin.astype(np.int64)])

    def _entities(self, text: str, starts: list[int], ends: list[int], verdict: _Integers) -> Iterator[Entity]:
        """Words that are sure enough, put together where they stand side by side and are of one kind."""
        found = np.flatnonzero(verdict[0] >= self._least)
        if not len(found):
            return
        kept: _Integers = verdict[:, found]
        scores, kinds, begins = kept[0], kept[1], kept[2]
        new = np.ones(len(found), np.bool_)
        new[1:] = (np.diff(found) > 1) | (kinds[1:] != kinds[:-1]) | (begins[1:] == 1)
        edges = [*np.flatnonzero(new).tolist(), len(found)]
        places: list[int] = found.tolist()
        sure: list[int] = scores.tolist()
        kind: list[int] = kinds.tolist()
        for first, last in pairwise(edges):
            name = TYPES[kind[first]]
            score = round(sum(sure[first:last]) / (last - first) / 1000, 3)
            if name in CAUTIOUS and score < self._cautious:
                continue
            one = trim(Entity(starts[places[first]], ends[places[last - 1]], name, score, self.name), text)
            if one is not None:
                one = _without_edges(text, one)
            for part in _apart(text, one, self._names) if one is not None else ():
                final = part if self._names is None else _settled(text, part, self._names)
                if final is not None and final.type in self._types:
                    yield final


_PAIR = re.compile(rf"({NAME}) (?:&|and) ({NAME})")
_IN_ROW = re.compile(r"(?<=\S), (?!(?:Jr|Sr|I{2,3}|IV|MD|PhD|Ph\.D|Esq|RN|DDS|MBA|CPA|QC|KC|MP)\b)")


def _apart(text: str, entity: Entity, names: NameLists | None) -> Iterator[Entity]:
    """A finding, or the persons of a row that it runs through: "Jo B, Marek". "Doe, Jane" is one."""
    found = text[entity.start : entity.end]
    if entity.type == "ORGANIZATION" and names is not None and (pair := _PAIR.fullmatch(found)):
        # "Femi & Lou" are two people; "Marks & Spencer" are family names.
        both = [word.lower() for word in pair.groups()]
        given = all(word in names.given or word in names.rare for word in both)
        if given and not all(word in names.surnames for word in both):
            yield entity._replace(end=entity.start + pair.end(1), type="PERSON")
            yield entity._replace(start=entity.start + pair.start(2), type="PERSON")
            return
    first, comma, _ = found.partition(", ")
    if entity.type != "PERSON" or not comma or " " not in first:
        yield entity
        return
    start = entity.start
    for match in _IN_ROW.finditer(text, entity.start, entity.end):
        yield entity._replace(start=start, end=match.start())
        start = match.end()
    yield entity._replace(start=start)


_BESIDE = re.compile(r"\.?[ -]")


def _joined(text: str, entities: Iterator[Entity], names: NameLists | None) -> Iterator[Entity]:
    """The findings, of which an organisation and a place that nothing but a space or a hyphen parts are one firm.

    So are two persons that a space parts one: in a row of names more stands between them.
    "St. Brigid", "Tulsa PD", "Riverbend Family Medicine": the network is sure of the words and not of their kinds. A
    town behind a firm stays by itself: "Tesco Swindon".
    """
    last: Entity | None = None
    for one in entities:
        kinds = {one.type} if last is None else {last.type, one.type}
        if last is not None and kinds == {"PERSON"} and text[last.end : one.start] == " " and text[one.start].isupper():
            last = last._replace(end=one.end, score=max(last.score, one.score))
        elif last is None or kinds != _FIRM or _BESIDE.fullmatch(text, last.end, one.start) is None:
            if last is not None:
                yield last
            last = one
        elif one.type == "LOCATION" and (names is None or text[one.start : one.end].lower() in names.places):
            yield last
            last = one
        else:
            last = last._replace(end=one.end, type="ORGANIZATION", score=max(last.score, one.score))
    if last is not None:
        yield last


def _packed(lengths: Sequence[int], reach: int) -> Iterator[list[_Piece]]:
    """Stretches of texts, put together so that each pass reads about as many tokens; long texts overlap."""
    group: list[_Piece] = []
    size = 0
    for text, length in enumerate(lengths):
        for begin in range(0, length, _WINDOW):
            end = min(begin + _WINDOW, length)
            piece = _Piece(text, max(0, begin - reach), min(length, end + reach), begin, end)
            if group and size + piece.last - piece.first > 2 * _WINDOW:
                yield group
                group, size = [], 0
            group.append(piece)
            size += piece.last - piece.first + GAP
    if group:
        yield group


_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "NRP"})
_EDGED = _NAMES | {"DATE_TIME"}
_FIRM = {"ORGANIZATION", "LOCATION"}
_PLACED = frozenset({"STREET_ADDRESS", "LOCATION", "ORGANIZATION", "NRP"})
_SURE = 0.6
_PLACED_BY = re.compile(r"\b(?:in|at|from|near|of|the|by)\s$", re.IGNORECASE)
_INDEFINITE = re.compile(r"\b[Aa]n?\s$")
_ARTICLE = re.compile(r"\b(?:the|an?)\s$", re.IGNORECASE)
# "plays the viola with grace"
_CALLED = re.compile(r"name[\"']\s?:\s?[\"']\Z")
_OFFICE = frozenset("word excel access outlook paint office teams project publisher".split())
_VIRTUES = frozenset("grace faith hope joy patience mercy charity prudence honor justice harmony serenity".split())
_BY_VIRTUE = re.compile(r"\b(?:with|without|by|in|of)\s$", re.IGNORECASE)
# "bill him", "sue them": verbs.
_OBJECT = re.compile(r"\s(?:him|them|me|us|it)\b", re.IGNORECASE)
# "BP 140/90": what is measured, in capitals before the value.
_MEASURED = re.compile(r":?\s?[0-9]{2,3}/[0-9]{2,3}\b")
# Nine digits and more are a telephone number or another one, which patterns name; "12345-6789" is a postcode.
_TOO_LONG = re.compile(r"(?:[0-9] ?){9,}")
_LONGEST_ABBREVIATION = 4
# What is a building and those in it; the surrogate should be one, too: "Lincoln Middle School", "Eastwood High".
_INSTITUTIONS = frozenset(
    "school high elementary academy kindergarten college university institute hospital infirmary clinic hospice church "
    "cathedral mosque synagogue temple library museum bank pharmacy hotel restaurant bakery".split()
)


# "8080:80" and "03" are no times, the years of a copyright are nobody's, "in may" need not be a month, and who says
# "one two three" counts.
_PORTS = re.compile("[0-9]{3,5}:[0-9]{1,5}|[0-9]{1,2}")
_COPYRIGHT = re.compile(r"(?:[Cc]opyright|&copy;|©)[^\n]{0,16}\Z")
_NO_TIMES = frozenset(("may", "march", "mar", "sat", "sun"))
_ORDINAL = re.compile("[0-9]+(?=(?:st|nd|rd|th)\\Z)")
_COUNTED = "one two three four five six seven eight nine ten"
# Words that begin or end no name: "Rose and Hunter", "1992 and 2004". Behind "Congress of" the name goes on.
_AT_EDGE = r"(?:and|or|of|in|at|for|with|to|from|by|on|as)"
_LEADING_WORD = re.compile(rf"(?:{_AT_EDGE}\s+)+")
# "And what does Enzo do"
_TRAILING_WORD = re.compile(rf"(?>(?:\s{{1,9}}+(?:{_AT_EDGE}|do|does|did|is|was|has|had|will|can)){{1,9}})$")
# "At 37 Anna moved out", "Housing costs - $1,950"
_AT, _TOO_OLD = re.compile(r"\b[Aa]t\s$"), len("100")
_IN_KEY = re.compile(r"(?: [a-z]+){1,3}\s?[-–:=]\s")
_GOES_ON = re.compile(rf"\s(?:the\s)?{NAME}(?:\s{NAME})?")


def _without_edges(text: str, entity: Entity) -> Entity | None:
    """A finding without the words that join it to others; "Congress of" with what it is of."""
    if entity.type not in _EDGED:
        return entity
    start, end = entity.start, entity.end
    line = text.rfind("\n", start, end)
    if line > start and _IN_KEY.match(text, end) is not None:
        # "Memphis", and the first word of the key below it.
        end = line
    if (match := _LEADING_WORD.match(text, start, end)) is not None:
        start = match.end()
    if (match := _TRAILING_WORD.search(text, start, end)) is not None:
        goes_on = entity.type == "ORGANIZATION" and text.endswith(" of", start, end) and _GOES_ON.match(text, end)
        end = goes_on.end() if goes_on else match.start()
    return entity._replace(start=start, end=end) if start < end else None


def _settled(text: str, entity: Entity, names: NameLists) -> Entity | None:
    """A finding as the lists see it: a given name as a person, an ordinary word not at all."""
    word = text[entity.start : entity.end].lower()
    if entity.type == "USERNAME":
        if not any(map(str.isalnum, word)):
            return None  # "Fatima @ Deloitte"
        return entity._replace(type="PERSON") if word in names.speakers else entity
    if entity.type == "STREET_ADDRESS" and word.isdigit() and _AT.search(text, max(0, entity.start - 4), entity.start):
        entity = entity._replace(type="AGE" if len(word) < _TOO_OLD else "STREET_ADDRESS")
    listed = word in names.sure or (word in names.rare and not text[entity.start].islower())
    if entity.type in _FIRM and listed and not _PLACED_BY.search(text, max(0, entity.start - 8), entity.start):
        # "wedding vows for Tamsin": the list knows better than a network that is half sure.
        entity = entity._replace(type="PERSON")
    if entity.type == "NRP" and means_language(text, entity.start, entity.end):
        return None
    if _is_other_number(text, entity):
        return None
    if entity.type == "AGE" and (ordinal := _ORDINAL.match(text, entity.start, entity.end)) is not None:
        entity = entity._replace(end=ordinal.end())
    if entity.type == "STREET_ADDRESS" and word.isalpha() and text[entity.start].islower():
        # "cost centre": a word alone is no address, however sure.
        return None
    if entity.type == "LOCATION" and word.rpartition(" ")[2] in _INSTITUTIONS and " " in word:
        entity = entity._replace(type="ORGANIZATION")
    return None if _ordinary(text, entity, word, names) else entity


def _is_other_number(text: str, entity: Entity) -> bool:
    """Whether what is taken for a postcode, a time or an identifier is another number, or none."""
    found, kind = text[entity.start : entity.end], entity.type
    if kind == "DATE_TIME":
        claimed = _COPYRIGHT.search(text, max(0, entity.start - 24), entity.start) is not None
        return claimed or found in _NO_TIMES or _PORTS.fullmatch(found) is not None
    return (kind == "POSTCODE" and _TOO_LONG.fullmatch(found) is not None) or (
        kind == "ID_NUMBER" and found in _COUNTED
    )


def _ordinary(text: str, entity: Entity, word: str, names: NameLists) -> bool:  # noqa: PLR0911
    found = text[entity.start : entity.end]
    if found.islower() and word in names.common and entity.type in _PLACED and entity.score < _SURE:
        return True
    if entity.type not in _NAMES:
        # "How many years old is he?"
        return entity.type == "AGE" and word in ("old", "young", "age", "years old")
    key = text[entity.start - 1 : entity.start] in ("", "\n") and _IN_KEY.match(text, entity.end) is not None
    if entity.type == "LOCATION" and word in names.common and key:
        return True
    if found.islower() and word.rpartition(" ")[2] in _INSTITUTIONS:
        # "names for a boutique bakery"
        return _INDEFINITE.search(text, max(0, entity.start - 4), entity.start) is not None
    # "A) the first, B) the second", "BP 140/90"
    numbering = len(found) == 1 and text[entity.end : entity.end + 1] == ")"
    if numbering or (found.isupper() and len(found) <= _LONGEST_ABBREVIATION and _MEASURED.match(text, entity.end)):
        return True
    # "name": "Button"
    thing = entity.type == "PERSON" and word in names.common and word not in names.given
    if thing and _CALLED.search(text, max(0, entity.start - 10), entity.start):
        return True
    # "the jay", "i'm frank": names that are words too; patterns know the places where the name is meant.
    if entity.type == "PERSON" and found.islower() and (word in names.cued or word in names.common):
        if _OBJECT.match(text, entity.end):
            return True
        doubtful = entity.score < _SURE and word not in names.given and word not in names.surnames
        behind_article = _ARTICLE.search(text, max(0, entity.start - 4), entity.start) is not None or (
            word in _VIRTUES and _BY_VIRTUE.search(text, max(0, entity.start - 8), entity.start) is not None
        )
        return (
            doubtful
            or behind_article
            or word in ADJECTIVES
            or (word in _OFFICE and text[entity.start - 3 : entity.start] == "ms ")
        )
    return word in ORDINARY
