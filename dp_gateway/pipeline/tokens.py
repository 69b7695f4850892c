"""Draws every word of a text by a token mechanism, vectorised: the policy `tokens`. `words` draws by it for requests;
users of the library have it as `Sanitizer`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import ConfigurationError, check_argument
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.registry import create, find
from dp_gateway.pipeline.draws import SEPARATOR, DrawnText, Draws, Joined, Split, TextDraws, draw_together, in_blocks
from dp_gateway.pipeline.languages import check_english, check_text, languages_of
from dp_gateway.pipeline.results import SEAL, Report, Sanitized
from dp_gateway.privacy.guarantee import Guarantee
from dp_gateway.randomness import Secret, check_key
from dp_gateway.text import BlockSpans, Segments, Spans, decode, render, segment, segment_blocks
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.placement import placement_of

_LEFT_IN_CLEAR = (
    "number and positions of words",
    "punctuation, symbols and white space",
    "letter-case pattern",
    "a final 's",
    "length of digit runs",
    "true, false and null of JSON",
)


@dataclass(slots=True)
class _Counts:
    characters: int = 0
    words: int = 0
    kept_stopwords: int = 0
    digits: int = 0

    def clear(self) -> None:
        self.characters = self.words = self.kept_stopwords = self.digits = 0


class Sanitizer:
    """Replaces every word of a text by a draw of a mechanism, and every digit by a uniform one; it finds no names.

    Args:
        mechanism: a name of `dp-gateway mechanisms`, or a `Mechanism` (which brings its epsilon and index).
        epsilon: nominal epsilon of one word.
        keep_stopwords: leave public stopwords in clear; None takes what the mechanism is defined with.
        key: makes draws repeatable: the same scope and text then give the same output. Without one every call
            draws fresh bits of the operating system.
        index: an opened index or its folder; None takes the default index, and builds it where there is none.
        grows: with a key, a text that goes on keeps the draws that it had. False where texts come again as they are:
            all of a text then tells its draws apart from those of other texts, and not only what stands before a word.
        languages: a text with a passage in another language than English is refused (`english`), as the vocabulary is
            English and so would be what stands for its words; or drawn like any other (`any`).
        options: further parameters of the mechanism, such as k.

    Raises:
        ConfigurationError, StoreError: see `errors`.
    """

    def __init__(
        self,
        mechanism: str | Mechanism = "stairtext",
        epsilon: float = 6,
        *,
        keep_stopwords: bool | None = None,
        key: Secret | None = None,
        index: Index | str | Path | None = None,
        grows: bool = True,
        languages: Literal["english", "any"] = "english",
        **options: Any,
    ) -> None:
        check_key(key)
        check_argument("mechanism", mechanism, str, Mechanism, hint="list their names with: dp-gateway mechanisms")
        if languages not in ("english", "any"):
            raise ConfigurationError(f"languages cannot be {languages!r}", hint="use one of: english, any")
        if isinstance(mechanism, str):
            keeps = find(mechanism).keeps_stopwords
            mechanism = create(mechanism, _open(index), epsilon, **options)
        else:
            keeps = find(mechanism.name).keeps_stopwords
        self.mechanism = mechanism
        self.index = mechanism.index
        self.keep_stopwords = keeps if keep_stopwords is None else keep_stopwords
        self._key = key
        self._grows = grows
        self._languages = languages

    @property
    def guarantee(self) -> Guarantee:
        """Nominal and certified epsilon of one word."""
        return self.mechanism.guarantee

    def sanitize(self, text: str, *, scope: str = "") -> Sanitized[Report]:
        """Sanitize one text.

        Args:
            text: any Unicode text, lone surrogates included.
            scope: what repeatable draws are shared within, such as a conversation; without a key it means nothing.

        Raises:
            LanguageRefused: a passage is in another language than English, and `languages` is `english`.
        """
        check_text(text)
        return self._alone(text, scope)

    def _alone(self, text: str, scope: str) -> Sanitized[Report]:
        counts = _Counts()
        pieces: list[str] = []
        spans: list[BlockSpans] = []
        before = after = 0
        for block, block_spans in self._blocks((text,), scope, counts):
            spans.append(block_spans._replace(before=before, after=after))
            before, after = counts.characters, after + len(block)
            pieces.append(block)
        every = Spans(partial(tuple, spans), self.mechanism.epsilon)
        return Sanitized("".join(pieces), every, self._report(counts), seal=SEAL)

    def stream(self, pieces: Iterable[str], *, scope: str = "") -> Iterator[Sanitized[Report]]:
        """Sanitize a text that arrives in pieces of any size, in constant memory.

        The joined output is that of `sanitize` on the joined text, draw for draw where there is a key.
        """
        counts = _Counts()
        for block, spans in self._blocks(pieces, scope, counts):
            of_block = Spans(partial(tuple, (spans,)), self.mechanism.epsilon)
            yield Sanitized(block, of_block, self._report(counts), seal=SEAL)
            counts.clear()

    def sanitize_many(self, texts: Sequence[str], *, scopes: Sequence[str]) -> list[Sanitized[Report]]:
        """Sanitize many texts: what `sanitize` gives for each, draw for draw where there is a key, in less time.

        Args:
            scopes: one per text.
        """
        for text in texts:
            check_text(text)
        return [one.sanitized() for one in self.draw_many(texts, scopes=scopes)]

    def draw_many(self, texts: Sequence[str], *, scopes: Sequence[str]) -> list[DrawnText]:
        """Draw many texts as `sanitize_many` does; spans and reports are made when they are asked for."""
        if len(texts) == 1:
            return [DrawnText.of(self._alone(texts[0], scopes[0]))]
        done: dict[int, DrawnText] = {}
        for positions in in_blocks(texts):
            own = [texts[at] for at in positions], [scopes[at] for at in positions]
            if len(positions) == 1:
                done[positions[0]] = DrawnText.of(self._alone(own[0][0], own[1][0]))
            else:
                done.update(zip(positions, self._draw_together(*own), strict=True))
        return [done[at] for at in range(len(texts))]

    def _draw_together(self, texts: list[str], scopes: list[str]) -> Iterator[DrawnText]:
        """Texts that fit into one block."""
        self._check(texts)
        segments = segment(SEPARATOR.join(texts))
        replaced, entries = self._placed(segments)
        starts, ends, cases = segments.starts[replaced], segments.ends[replaced], segments.cases[replaced]
        joined = Joined.of(texts, segments, starts)
        own = {scope: self._draws(scope) for scope in set(scopes)}
        drawn, digits = draw_together(
            self.mechanism, texts, [own[scope] for scope in scopes], segments, entries, ends, joined
        )
        index = self.index
        rendered = render(segments, starts, ends, cases, index.starts[drawn], index.lengths[drawn], index.codes, digits)
        split = Split(joined, rendered, starts, ends, segments.digits)
        words = np.diff(joined.drawn).tolist()
        for at, (text, sanitized, count) in enumerate(zip(texts, split.texts, words, strict=True)):
            spans = partial(Spans, partial(split.spans, at), self.mechanism.epsilon)
            yield DrawnText(sanitized, count, spans, partial(self._of_block, split, at, len(text)))

    def _check(self, texts: Iterable[str]) -> None:
        if self._languages == "english":
            check_english(languages_of(texts))

    def _of_block(self, split: Split, at: int, characters: int) -> Sanitized[Report]:
        report = self._report(_Counts(characters, *split.counts(at)))
        spans = Spans(partial(split.spans, at), self.mechanism.epsilon)
        return Sanitized(split.texts[at], spans, report, seal=SEAL)

    def _blocks(self, pieces: Iterable[str], scope: str, counts: _Counts) -> Iterator[tuple[str, BlockSpans]]:
        draws = self._draws(scope).begin()
        for block, segments in segment_blocks(pieces):
            self._check((block,))
            yield self._sanitize_block(block, segments, draws, counts)

    def _draws(self, scope: str) -> Draws:
        if self._key is None:
            return Draws(None)
        purpose = b"growing draws" if self._grows else b"draws"
        scoped = scope.encode("utf-8", "surrogatepass")
        return Draws(self._key.subkey(purpose, scoped, self._fingerprint.encode()), grows=self._grows)

    @cached_property
    def _fingerprint(self) -> str:
        # Two settings never share bits: outputs of the same draw at two levels would tell more than either.
        return json.dumps([self.mechanism.fingerprint, self.keep_stopwords])

    def _sanitize_block(
        self, block: str, segments: Segments, begun: TextDraws, counts: _Counts
    ) -> tuple[str, BlockSpans]:
        replaced, entries = self._placed(segments)
        drawn, digits = begun.draw(self.mechanism, block, segments, entries, segments.ends[replaced])
        index = self.index
        starts, ends, cases = segments.starts[replaced], segments.ends[replaced], segments.cases[replaced]
        rendered = render(segments, starts, ends, cases, index.starts[drawn], index.lengths[drawn], index.codes, digits)
        counts.characters += len(block)
        counts.words += len(starts)
        counts.kept_stopwords += len(segments.starts) - len(starts)
        counts.digits += len(segments.digits)
        return decode(rendered.codes), BlockSpans(starts, ends, rendered.starts, rendered.ends, segments.digits)

    def _placed(self, segments: Segments) -> tuple[NDArray[np.int64] | slice, NDArray[np.int64]]:
        """Which words of a block are to be replaced, and their entries."""
        placement = placement_of(self.index)
        return placement.content_words(segments) if self.keep_stopwords else (slice(None), placement.entries(segments))

    def _report(self, counts: _Counts) -> Report:
        return Report(
            mechanism=self.mechanism.name,
            characters=counts.characters,
            words=counts.words,
            kept_stopwords=counts.kept_stopwords,
            digits=counts.digits,
            epsilon=self.mechanism.epsilon,
            total_epsilon=counts.words * self.mechanism.epsilon,
            left_in_clear=left_in_clear(counts.kept_stopwords if self.keep_stopwords else None),
            repeatable=self._key is not None,
            _mechanism=self.mechanism,
        )


def left_in_clear(stopwords: int | None) -> tuple[str, ...]:
    """List what is visible by design in texts whose words are drawn. `stopwords`: how many were kept; None where they
    are drawn too.
    """
    return _LEFT_IN_CLEAR if stopwords is None else (*_LEFT_IN_CLEAR, f"{stopwords} stopwords")


def _open(index: Index | str | Path | None) -> Index:
    if isinstance(index, Index):
        return index
    if index is not None:
        return Index(Path(index))
    from dp_gateway.vocabulary.opening import default_index

    return default_index()
