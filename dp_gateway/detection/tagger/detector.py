"""The tagger as a detector: tokens, network, findings. `default_detection` and users of the library call it.

The network reads each word for itself; what a whole finding tells, by its form, by lists of names and by the words
beside it, is settled here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.tagger.edges import without_edges
from dp_gateway.detection.tagger.features import Features, Vocabulary, case_of, tokenize, word_features
from dp_gateway.detection.tagger.finding import Finding
from dp_gateway.detection.tagger.kinds import of_other_kind, retyped
from dp_gateway.detection.tagger.misread import is_nothing, is_ordinary
from dp_gateway.detection.tagger.network import GAP, Network
from dp_gateway.detection.tagger.numbers import is_no_address, is_other_number
from dp_gateway.detection.tagger.parting import apart, bounded, joined, runs_as_one, whole_codes
from dp_gateway.detection.tagger.weights import (
    CAUTIOUS,
    CAUTIOUS_THRESHOLDS,
    DEFAULT_WEIGHTS,
    EMITTED,
    THRESHOLDS,
    TYPES,
    Recall,
    read_weights,
)
from dp_gateway.errors import ConfigurationError
from dp_gateway.patterns.base import trim
from dp_gateway.patterns.groups import PEOPLES, means_language
from dp_gateway.patterns.names import NameLists
from dp_gateway.text.entities import Entity, moved, surroundings

_HYPHENED, _LONGEST_FIRST = re.compile(r"(?<![\w-])[A-Z][a-z]{2,12}-\Z"), 15
# "34F", "m29"
_WITH_SEX = re.compile("(?P<before>[MFmf])?[1-9][0-9](?(before)|[MFmf])")


def settled(text: str, entity: Entity, names: NameLists) -> Entity | None:
    """Return a finding as its form and the lists see it: a given name as a person, an ordinary word not at all."""
    f = Finding(text, entity, names)
    # "Fatima @ Deloitte", "Order #"; no login is a letter, as in "<v Marguerite Dufresne>"
    if not any(map(str.isalnum, f.word)) or (entity.type == "USERNAME" and len(f.word) == 1):
        return None
    if entity.type == "USERNAME":
        return None if _is_variable(f) else _handle(text, entity, names)
    f = f.become(retyped(f))
    if is_nothing(f):
        return None
    f = f.become(of_other_kind(f))
    if f.entity.type == "AGE" and f.whole(_WITH_SEX):
        start, end = f.entity.start, f.entity.end
        first = text[start].isalpha()
        f = f.become(f.entity._replace(start=start + first, end=end - (not first)))
    if f.entity.type == "NRP":
        if means_language(text, f.entity.start, f.entity.end):
            return None
        first = f.before(_HYPHENED, _LONGEST_FIRST)
        if first is not None and first[0][:-1] not in PEOPLES:
            # "Anglo-Indian"
            f = f.become(f.entity._replace(start=first.start()))
    if f.entity.type == "STREET_ADDRESS" and is_no_address(f):
        return None
    return None if is_other_number(f) or is_ordinary(f) else f.entity


# "getUserName(johnSmith)": what a program calls by that name.
_VARIABLE = re.compile("[a-z]{1,20}(?:[A-Z][a-z]{1,20}){1,4}")
_CALLED, _LONGEST_CALL, _NEXT_ARGUMENT = re.compile(r"[a-z][A-Z_]\w{0,30}+\(\Z"), 36, re.compile("[),]")


def _is_variable(f: Finding) -> bool:
    """Whether a login is a variable, as its form and the call that it stands in tell."""
    return f.whole(_VARIABLE) and f.before(_CALLED, _LONGEST_CALL) is not None and f.behind(_NEXT_ARGUMENT) is not None


_REST_OF_HANDLE = re.compile(r"(?>(?:[.-]?\w){1,40})")
_SECRET_BEFORE = re.compile(r"[^\s/:=\"'`,;|]{1,40}+\Z")
_SECRET_BEHIND = re.compile(r"[^\s/:=\"'`,;|]{0,40}+")


def _handle(text: str, entity: Entity, names: NameLists) -> Entity:
    """A login: a name where it is one, a secret where its sign stands inside of a word ("P@ssw0rd!9")."""
    if text[entity.start] != "@":
        # "rosalind.k" of "rosalind.k.photo"
        rest = _REST_OF_HANDLE.match(text, entity.end)
        word = text[entity.start : rest.end() if rest else entity.end].lower()
        return entity._replace(end=entity.start + len(word), type="PERSON" if word in names.speakers else "USERNAME")
    before = _SECRET_BEFORE.search(text, max(0, entity.start - 40), entity.start)
    behind = _SECRET_BEHIND.match(text, entity.end)
    if before is None or behind is None:
        return entity
    return entity._replace(start=before.start(), end=behind.end(), type="ID_NUMBER")


_REACH = 64
"""Characters on either side of a finding by which it is settled."""
_WINDOW = 2048
_KINDS = len(EMITTED)
_NAMES = 3
"""How many of `TYPES`, the first ones, are names of persons, organisations and places."""
_HALF, _PAIRED = 0.7, 0.325
"""The shares of the threshold from which a word beside a sure one is part of its name, and one that "and" joins to a
person is another; chosen on development sets.
"""

_Tokens = tuple[list[int], list[int], list[str]]
_Integers = npt.NDArray[np.int64]


class Encoding(NamedTuple):
    """The way from a text to what the network reads. `tokens`: starts, ends and tokens of a text. `features`: what is
    known of tokens by themselves.
    """

    tokens: Callable[[str], _Tokens]
    features: Callable[[Sequence[str], Vocabulary], Features]


ENGLISH = Encoding(tokenize, word_features)


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
        reading: Encoding = ENGLISH,
        thresholds: Mapping[Recall, float] = THRESHOLDS,
    ) -> None:
        if recall not in get_args(Recall):
            raise ConfigurationError(f"recall cannot be {recall!r}", hint=f"use one of: {', '.join(get_args(Recall))}")
        read = read_weights(weights)
        self.name = f"tagger:{read.version}:{recall}"
        self._network = Network(read, reading.features)
        self._tokens = reading.tokens
        self._is_english = reading is ENGLISH
        self._calibration = read.calibration
        self._least = round(1000 * thresholds[recall])
        self._cautious = CAUTIOUS_THRESHOLDS[recall]
        self._types = frozenset(EMITTED if types is None else types)
        self._names = names

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find each text's entities, in order, in code points; a span's score is how often such words are right."""
        read = [self._tokens(text) for text in texts]
        verdicts = self._verdicts(read)
        return [
            self._final(text, self._entities(text, starts, ends, verdict))
            for text, (starts, ends, _), verdict in zip(texts, read, verdicts, strict=True)
        ]

    def _final(self, text: str, entities: Iterator[Entity]) -> list[Entity]:
        found = whole_codes(text, bounded(text, joined(text, entities, self._names), self._names))
        return list(runs_as_one(text, found))

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
            if words:
                words += [""] * GAP
                glued += [False] * GAP
            words += tokens[piece.first : piece.last]
            glued += [start == end for start, end in zip(starts[piece.first : piece.last], before, strict=False)]
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
        if verdict[0].max(initial=0) < _PAIRED * self._least:  # of code each remark is read by itself, and few name any
            return
        if self._is_english:
            self._grow(text, starts, ends, verdict)
            self._pair(text, starts, ends, verdict)
        found = np.flatnonzero(verdict[0] >= self._least)
        places: list[int] = found.tolist()
        sure: list[int]
        kind: list[int]
        sure, kind, begins = verdict[:, found].tolist()
        edges = [
            at
            for at, place in enumerate(places)
            if not at or place > places[at - 1] + 1 or kind[at] != kind[at - 1] or begins[at]
        ]
        edges.append(len(places))
        known: dict[tuple[object, ...], tuple[int, list[Entity]]] = {}
        for first, last in pairwise(edges):
            name = TYPES[kind[first]]
            score = round(sum(sure[first:last]) / (last - first) / 1000, 3)
            if name in CAUTIOUS and score < self._cautious:
                continue
            one = Entity(starts[places[first]], ends[places[last - 1]], name, score, self.name)
            alike = surroundings(text, one, _REACH)
            if alike not in known:
                known[alike] = one.start, [*self._parts(text, one)]
            at, parts = known[alike]
            for part in parts:
                yield moved(part, one.start - at)

    def _parts(self, text: str, entity: Entity) -> Iterator[Entity]:
        """What words of one kind are, within their edges: one finding, several, or none."""
        one = trim(entity, text)
        if one is not None:
            one = without_edges(text, one)
        for part in apart(text, one, self._names) if one is not None else ():
            final = part if self._names is None else settled(text, part, self._names)
            if final is not None and final.type in self._types:
                yield final

    def _grow(self, text: str, starts: list[int], ends: list[int], verdict: _Integers) -> None:
        """Raise the half-sure words with a capital beside a sure one, as whose parts they are read: "Horse Transport".

        Before a sure word only where the sentence goes on from small letters: there a capital begins a name. Two
        half-sure words behind one are those of a heading.
        """
        sure, kind, begins = verdict
        half = (sure >= _HALF * self._least) & (sure < self._least) & (kind < _NAMES)
        for at in map(int, np.flatnonzero(half)):
            if not text[starts[at] : ends[at]].istitle() or ends[at] - starts[at] == 1:
                continue
            before, behind = at - 1, at + 1
            follows = at > 0 and text[ends[before] : starts[at]] == " "
            precedes = behind < len(starts) and text[ends[at] : starts[behind]] == " "
            capital = precedes and text[starts[behind]].isupper()
            if follows and self._is_named(text, starts, verdict, before):
                if capital and sure[behind] < self._least:
                    continue
                kind[at], begins[at] = kind[before], 0
            elif follows and capital and text[starts[before] : ends[before]].islower():
                if not self._is_named(text, starts, verdict, behind):
                    continue
                kind[at], begins[at], begins[behind] = kind[behind], begins[behind], 0
            else:
                continue
            sure[at] = self._least

    def _pair(self, text: str, starts: list[int], ends: list[int], verdict: _Integers) -> None:
        """Raise the doubtful word in small letters that "and" joins to a sure person: "tell mo and kunjal"."""
        sure, kind, _ = verdict
        if self._names is None:
            return
        doubtful = (sure >= _PAIRED * self._least) & (sure < self._least) & (kind == 0)
        for at in map(int, np.flatnonzero(doubtful)):
            word = text[starts[at] : ends[at]]
            if not word.islower() or (word in self._names.common and not self._names.has_given(word)):
                continue
            joints = (at - 2, at - 1), (at + 2, at + 1)
            if any(
                0 <= other < len(starts)
                and text[starts[joint] : ends[joint]] in ("and", "n", "&")
                and sure[other] >= self._least
                and kind[other] == 0
                for other, joint in joints
            ):
                sure[at] = self._least

    def _is_named(self, text: str, starts: list[int], verdict: _Integers, at: int) -> bool:
        """Whether a word with a capital is surely part of a name."""
        return bool(verdict[0, at] >= self._least and verdict[1, at] < _NAMES) and text[starts[at]].isupper()


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
