"""The conformance suite of an entity policy: what is printed of a type has to hold end to end.

Subclass it in a test file; it measures what somebody who reads a sanitized text can see.
"""

from __future__ import annotations

import datetime
import math
import re
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import pytest

from dp_gateway.privacy.guarantee import stated
from dp_gateway.testing.pairs import ARTICLE_PAIRS, FORM_PAIRS, PAIRS, TextPair

if TYPE_CHECKING:
    from dp_gateway.pipeline import EntityFigures, EntityReport, Gateway, Sanitized

__all__ = [
    "DrawnTexts",
    "EntityConformance",
    "common_level",
    "delta_at_least",
    "draw",
    "form",
    "lost_stretches",
    "rows_of",
    "statistics",
]

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBER = re.compile(r"\d[\d,.]*")
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = 8


def form(text: str) -> Iterator[tuple[str, Hashable]]:
    """Describe how a text is written, whatever the values in it: by name, so that two texts can be compared."""
    words = _WORD.findall(text)
    yield "words", len(words)
    yield "letter case", tuple(_case(word) for word in words)
    yield "kinds of characters", tuple(kind for kind, _ in groupby(text.translate(_KINDS)))
    yield "zeros at the end of numbers", tuple(_zeros(number) for number in _NUMBER.findall(text))
    yield "digits behind a point", tuple(len(number.partition(".")[2]) for number in _NUMBER.findall(text))


def statistics(text: str, lists: Mapping[str, Container[str]] = MappingProxyType({})) -> Iterator[tuple[str, Hashable]]:
    """Measure a text, by name; its form is among what is measured.

    Each is coarse, so that a few hundred draws show its law: lengths, single characters, digits, intervals between
    dates, which words are equal, which public lists a word stands in.
    """
    words, digits = _WORD.findall(text), re.findall(r"\d", text)
    yield from form(text)
    yield "the text", text
    yield "length", len(text)
    yield "length of each word", tuple(map(len, words))
    yield "runs of characters", tuple((kind, len(list(run))) for kind, run in groupby(text.translate(_KINDS)))
    yield "digits", len(digits)
    for place, digit in enumerate(digits[:_DIGITS]):
        yield f"digit {place + 1}", digit
        yield f"digit {place + 1} is 0", digit == "0"
    yield "equal words", tuple(words.index(word) for word in words)
    yield "first letters", tuple(word[0] for word in words)
    yield "equal first letters", tuple([word[0] for word in words].index(word[0]) for word in words)
    for place, word in enumerate(words):
        yield f"word {place + 1}", word
        yield f"last letter of word {place + 1}", word[-1]
        for name, listed in lists.items():
            yield f"word {place + 1} is in {name}", word.lower() in listed
    yield "intervals between dates", _intervals(text)


def _case(word: str) -> str:
    return "upper" if word.isupper() else "lower" if word.islower() else "title" if word.istitle() else "mixed"


class _Kinds(dict[int, str]):
    """The kind of each character, as `str.translate` asks for it: a digit, a capital, another letter, or itself."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        letter = "A" if character.isupper() else "a"
        kind = self[code] = "9" if character.isdigit() else letter if character.isalpha() else character
        return kind


_KINDS = _Kinds()


def _zeros(number: str) -> int:
    plain = re.sub(r"\D", "", number)
    return len(plain) - len(plain.rstrip("0"))


def _intervals(text: str) -> tuple[int, ...]:
    days: list[int] = []
    for found in _ISO_DATE.findall(text):
        try:
            days.append(datetime.date.fromisoformat(found).toordinal())
        except ValueError:
            continue
    return tuple(later - earlier for earlier, later in pairwise(days))


Measure = Callable[[str], Iterator[tuple[str, Hashable]]]
"""The statistics of one output, by name."""

_LISTS = ("GIVEN_NAME_FEMALE", "GIVEN_NAME_MALE", "SURNAME")
"""Public lists; whether a word stands in one is measured."""

_PIECE = re.compile(r"[^\W_]+")
_COUNTED = re.compile(r"(\d+) x ")
_BATCH = 250


class Evidence(NamedTuple):
    """What draws prove against a printed figure. `delta`: that delta is at least this, but for a false positive of
    probability alpha. `statistic`: what shows it.
    """

    delta: float
    statistic: str


class DrawnTexts(NamedTuple):
    """A text, sanitized in many scopes.

    Attributes:
        texts: the outputs.
        mentions: of each, what stands in the place of the mention.
        report: of the first one.
    """

    texts: Sequence[str]
    mentions: Sequence[str]
    report: EntityReport


class EntityConformance:
    """What every policy for entities promises.

    Attributes:
        draws: of each text of a pair; the suite can see a delta of about 150 / draws and more.
        alpha: probability that a pair whose guarantee holds fails all the same.
        form: by how much the probability of a form (decimals, zeros at the end, letter case) may differ in one class.
        compared: share of the pairs that have to be of one printed class, so that they show something.
        pairs: what is compared.
    """

    draws = 400
    alpha = 1e-6
    form = 0.5
    compared = 0.75
    pairs: Sequence[TextPair] = (*PAIRS, *FORM_PAIRS, *ARTICLE_PAIRS)

    def make(self) -> Gateway:
        """Make the gateway under test; with a key, so that scopes count."""
        raise NotImplementedError

    @pytest.fixture(scope="class")
    @classmethod
    def gateway(cls) -> Gateway:
        """Make one gateway for all pairs of the suite."""
        return cls().make()

    @pytest.fixture(scope="class")
    @classmethod
    def drawn(cls, gateway: Gateway, pair: TextPair) -> tuple[DrawnTexts, DrawnTexts]:
        """Draw both texts of a pair in fresh scopes, once for all tests of the pair."""
        return draw(gateway, pair, pair.one, cls.draws), draw(gateway, pair, pair.other, cls.draws)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run the tests once for each pair."""
        if "pair" in metafunc.fixturenames:
            names = [f"{pair.type}, {pair.feature}" for pair in self.pairs]
            metafunc.parametrize("pair", self.pairs, ids=names, scope="class")

    def test_no_pair_of_one_class_shows_more_than_is_printed(
        self, gateway: Gateway, pair: TextPair, drawn: tuple[DrawnTexts, DrawnTexts]
    ) -> None:
        """Sampled in fresh scopes: see the module."""
        one, other = drawn
        level = common_level(one.report, other.report)
        if level is None:
            return  # Two classes, and both are printed; or it is said that there is no guarantee.
        lists = {name: gateway.lexicon.pool(name) for name in _LISTS}
        measure = partial(statistics, lists=lists)
        evidence = delta_at_least(one.texts, other.texts, level[0], alpha=self.alpha, measure=measure)
        assert evidence.delta <= level[1], f"{pair.type}: {evidence} against the printed {level}"
        # No number of draws refutes a large epsilon. But how a value is written is not the value, and must not tell it.
        evidence = delta_at_least(one.texts, other.texts, 0.0, alpha=self.alpha, measure=form)
        assert evidence.delta <= self.form, f"{pair.type}: its form tells it: {evidence}"

    def test_every_character_that_leaves_is_listed(self, pair: TextPair, drawn: tuple[DrawnTexts, DrawnTexts]) -> None:
        """No more of a mention stands in every output than the report counts as left in clear."""
        usual = usual_words(pair.one, drawn[0].mentions) | usual_words(pair.other, drawn[1].mentions)
        for mention, of_mention in zip((pair.one, pair.other), drawn, strict=True):
            stretches = lost_stretches(mention, of_mention.mentions, usual)
            listed = count_listed(of_mention.report)
            assert len(stretches) <= listed, f"{pair.type}: {len(stretches)} stretches stay, {listed} are listed"

    def test_most_pairs_are_compared(self, gateway: Gateway) -> None:
        """A pair of two classes compares nothing: both have to be printed, and most pairs are of one class."""
        apart = 0
        for pair in self.pairs:
            one, other = (draw(gateway, pair, mention, 1).report for mention in (pair.one, pair.other))
            assert rows_of(one), f"{pair.type}, {pair.feature}: nothing is found in the first text"
            assert rows_of(other), f"{pair.type}, {pair.feature}: nothing is found in the second text"
            apart += common_level(one, other) is None
        assert apart <= (1 - self.compared) * len(self.pairs)


def draw(gateway: Gateway, pair: TextPair, mention: str, count: int) -> DrawnTexts:
    """Draw a text of a pair in many scopes, each of its own.

    Args:
        gateway: sanitizes it.
        pair: gives the text around the mention.
        mention: one of the two.
        count: how many scopes.
    """
    start = pair.template.index("{}")
    text = pair.template.replace("{}", mention)
    texts: list[str] = []
    mentions: list[str] = []
    report: EntityReport | None = None
    for first in range(0, count, _BATCH):
        numbers = range(first, min(first + _BATCH, count))
        requests = gateway.requests(
            [[text] for _ in numbers],
            scopes=[f"conformance {number}" for number in numbers],
            developer=[[False] for _ in numbers],
        )
        for request in requests:
            (sanitized,) = request.texts
            report = report or sanitized.report
            texts.append(sanitized.text)
            mentions.append(_in_place_of(sanitized, start, start + len(mention)))
    if report is None:
        raise ValueError("nothing is drawn")
    return DrawnTexts(texts, mentions, report)


def _in_place_of(sanitized: Sanitized[EntityReport], start: int, end: int) -> str:
    """What stands in an output where a stretch of the text stood."""
    grown = [(span, span.sanitized_end - span.sanitized_start - span.end + span.start) for span in sanitized.spans]
    before = sum(more for span, more in grown if span.end <= start)
    return sanitized.text[start + before : end + sum(more for span, more in grown if span.start < end)]


def rows_of(report: EntityReport) -> list[EntityFigures]:
    """Return the rows of a report that draw something."""
    return [row for row in report.figures if row.treatment != "keep"]


def common_level(one: EntityReport, other: EntityReport) -> tuple[float, float] | None:
    """Return the (epsilon, delta) that is printed for telling two texts apart that differ in one value.

    None where nothing is promised: of mentions of two printed classes, or where a row says that it has no guarantee.

    Args:
        one, other: what was printed with each of the two.
    """
    rows, others = rows_of(one), rows_of(other)
    if [(row.type, row.classes, row.values) for row in rows] != [(row.type, row.classes, row.values) for row in others]:
        return None
    levels = [row.certified for row in (*rows, *others)]
    epsilon, delta = (max((level[part] for level in levels), default=0.0) for part in (0, 1))
    level = stated((epsilon, delta))
    return None if math.isinf(level[0]) else level


def delta_at_least(
    one: Sequence[str], other: Sequence[str], epsilon: float, *, alpha: float, measure: Measure = statistics
) -> Evidence:
    """Compute the largest delta that draws of two texts prove at an epsilon, whichever of them is the likelier.

    Args:
        one, other: outputs in fresh scopes; the order tells nothing.
        epsilon: of the printed guarantee.
        alpha: probability of a false proof over everything that is tried here.
        measure: the statistics that are looked at.
    """
    measured = [_measured(outputs, measure) for outputs in (one, other)]
    names = [name for name in measured[0] if name in measured[1]]
    best, each = Evidence(0.0, "nothing"), alpha / (4 * max(len(names), 1))
    for name in names:
        for first, second in ((measured[0][name], measured[1][name]), (measured[1][name], measured[0][name])):
            proved = _proved(first, second, epsilon, each)
            if proved > best.delta:
                best = Evidence(proved, name)
    return best


def _measured(outputs: Sequence[str], measure: Measure) -> dict[str, list[Hashable]]:
    found: dict[str, list[Hashable]] = {}
    for number, output in enumerate(outputs):
        for name, value in measure(output):
            # A statistic that some outputs do not have (an eighth digit) is None there.
            values = found.setdefault(name, [])
            values += [None] * (number - len(values))
            values.append(value)
    return {name: [*values, *[None] * (len(outputs) - len(values))] for name, values in found.items()}


def _proved(first: Sequence[Hashable], second: Sequence[Hashable], epsilon: float, alpha: float) -> float:
    half, factor = len(first) // 2, math.exp(min(epsilon, 700))
    chosen_by, against = Counter(first[:half]), Counter(second[:half])
    # What speaks for the first text: likelier there by more than the factor, as far as half of the draws can tell.
    event = {value for value, count in chosen_by.items() if count > factor * against[value]}
    inside = [sum(value in event for value in outputs[half:]) for outputs in (first, second)]
    checked = len(first) - half, len(second) - half
    least = 1 - _at_most(checked[0] - inside[0], checked[0], alpha)
    return least - factor * _at_most(inside[1], checked[1], alpha)


def _at_most(count: int, draws: int, alpha: float) -> float:
    """The largest probability under which so few of the draws are likelier than alpha, by Chernoff's bound."""
    rate, allowed = count / draws, math.log(1 / alpha) / draws
    low, high = rate, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _entropy(rate, middle) <= allowed else (low, middle)
    return high


def _entropy(rate: float, probability: float) -> float:
    """Relative entropy of two coins."""
    if probability >= 1:
        return 0.0 if rate >= 1 else math.inf
    terms = ((rate, probability), (1 - rate, 1 - probability))
    return sum(share * math.log(share / of) for share, of in terms if share > 0)


def lost_stretches(mention: str, outputs: Sequence[str], usual: Container[str] = ()) -> list[str]:
    """Find the words and numbers of a mention that stand in each of its outputs; neighbours count as one stretch.

    Args:
        mention: the original.
        outputs: what stands in its place.
        usual: words that are in all surrogates of the kind, and tell of no mention.
    """
    left, stays = _in_all(outputs), list[tuple[bool, str]]()
    for piece in _PIECE.findall(mention):
        stays.append((left[piece] > 0 and piece not in usual, piece))
        left[piece] -= 1
    return [" ".join(piece for _, piece in run) for kept, run in groupby(stays, key=itemgetter(0)) if kept]


def usual_words(mention: str, outputs: Sequence[str]) -> set[str]:
    """Find the words and numbers that stand in each output though not in the mention ("example" of a host, 555)."""
    return set(_in_all(outputs)) - set(_PIECE.findall(mention))


def _in_all(outputs: Sequence[str]) -> Counter[str]:
    """Words and numbers, and how often each stands in every output, at least."""
    least = Counter[str](_PIECE.findall(outputs[0]))
    for output in outputs[1:]:
        least &= Counter[str](_PIECE.findall(output))
    return least


def count_listed(report: EntityReport) -> int:
    """Count the stretches of the mentions that a report counts as left in clear ("2 x title of a name")."""
    return sum(int(found[1]) for line in report.left_in_clear if (found := _COUNTED.match(line)))
