"""The sanitizer as its users see it."""

from __future__ import annotations

import os
import traceback

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from dp_gateway import Sanitized, Sanitizer, Secret
from dp_gateway.errors import ConfigurationError, GatewayError, IndexMissing
from dp_gateway.mechanisms.registry import MECHANISMS
from dp_gateway.text import BLOCK, Spans, segment
from dp_gateway.vocabulary.index import Index

KEY = Secret(b"0123456789abcdef0123456789abcdef")
TEXT = "Dear Dr. Miller, my daughter ANNA doesn't sleep since 14 March 2024; she's in Boston's hospital. ❤️ 我 naïve\r\n"


def same_words(a: Sanitized, b: Sanitized, original: str) -> float:
    """Share of words that came out alike; both results are of the same original."""
    del original
    pairs = zip(a.spans, b.spans, strict=True)
    equal = [
        a.text[s.sanitized_start : s.sanitized_end] == b.text[t.sanitized_start : t.sanitized_end]
        for s, t in pairs
        if s.unit == "word"
    ]
    return sum(equal) / len(equal)


@given(st.text(st.characters(exclude_categories=()), max_size=300))
def test_everything_outside_the_spans_is_kept(words: Index, text: str) -> None:
    result = Sanitizer(index=words, languages="any").sanitize(text)
    end = new_end = 0
    for span in result.spans:
        assert text[end : span.start] == result.text[new_end : span.sanitized_start]
        assert span.end - span.start >= 1
        if span.unit == "digits":
            assert span.end - span.start == span.sanitized_end - span.sanitized_start
            assert span.epsilon == 0
        end, new_end = span.end, span.sanitized_end
    assert text[end:] == result.text[new_end:]
    found = segment(text)
    assert result.report.words == len(found.starts) == sum(span.unit == "word" for span in result.spans)
    assert result.report.total_epsilon == 6 * result.report.words


def test_outputs_are_vocabulary_words_in_the_case_of_the_original(words: Index) -> None:
    result = Sanitizer(index=words).sanitize(TEXT)
    shown = [result.text[s.sanitized_start : s.sanitized_end] for s in result.spans if s.unit == "word"]
    assert {word.lower() for word in shown} <= set(words.words)
    assert shown[0].istitle()
    assert shown[5].isupper()
    assert result.text.endswith("\r\n")
    assert "❤️" in result.text
    assert "'s " in result.text


def test_stopwords_are_kept_only_when_asked(words: Index) -> None:
    text = "I am the one who doesn’t, and YOU'RE the other; " * 20
    kept = Sanitizer(epsilon=3, keep_stopwords=True, index=words).sanitize(text)
    assert kept.report.kept_stopwords == 180
    assert kept.text.count("doesn’t, and YOU'RE the") == 20
    assert "180 stopwords" in kept.report.left_in_clear
    drawn = Sanitizer(epsilon=3, index=words).sanitize(text)
    assert drawn.report.kept_stopwords == 0
    assert drawn.text.count("doesn’t") == 0
    assert Sanitizer("custext+", index=words).keep_stopwords


def test_same_scope_and_text_give_the_same_output(words: Index) -> None:
    first, again = Sanitizer(key=KEY, index=words), Sanitizer(key=KEY, index=words)
    again.sanitize("something else before")
    assert first.sanitize(TEXT, scope="a").text == again.sanitize(TEXT, scope="a").text
    assert first.sanitize(TEXT, scope="a").text != first.sanitize(TEXT, scope="b").text
    assert first.sanitize(TEXT).report.repeatable


def test_keys_scopes_settings_and_texts_are_independent(toy: Index) -> None:
    """Words of two keyings agree as often as fresh draws do; false-positive rate 1e-6 each, keys are fixed."""
    text = "The hospital in Boston prescribed medicine for severe headaches. " * 300
    base = Sanitizer(epsilon=8, key=KEY, index=toy)
    fresh = Sanitizer(epsilon=8, index=toy)
    reference = base.sanitize(text)
    rate = np.mean([same_words(fresh.sanitize(text), fresh.sanitize(text), text) for _ in range(10)])
    others = [
        Sanitizer(epsilon=8, key=Secret(b"another key that is long enough"), index=toy).sanitize(text),
        base.sanitize(text, scope="other"),
        Sanitizer(epsilon=8.0001, key=KEY, index=toy).sanitize(text),
    ]
    for other in others:
        count = reference.report.words
        hits = round(same_words(reference, other, text) * count)
        assert binomtest(hits, count, float(rate)).pvalue > 1e-6


def test_fresh_draws_differ(words: Index) -> None:
    sanitizer = Sanitizer(epsilon=3, index=words)
    assert sanitizer.sanitize(TEXT * 3).text != sanitizer.sanitize(TEXT * 3).text


def test_children_of_a_fork_draw_differently(words: Index) -> None:
    sanitizer = Sanitizer(epsilon=3, index=words)
    sanitizer.sanitize(TEXT)
    read, write = os.pipe()
    if os.fork() == 0:
        os.write(write, sanitizer.sanitize(TEXT * 3).text.encode())
        os._exit(0)
    os.wait()
    os.close(write)
    assert os.read(read, 1 << 16).decode() != sanitizer.sanitize(TEXT * 3).text


def test_stream_equals_the_whole(words: Index) -> None:
    sanitizer = Sanitizer(key=KEY, index=words)
    text = TEXT * (3 * BLOCK // len(TEXT))
    whole = sanitizer.sanitize(text)
    parts = list(sanitizer.stream((text[i : i + 1000] for i in range(0, len(text), 1000)), scope=""))
    assert len(parts) > 2
    assert "".join(part.text for part in parts) == whole.text
    assert sum(part.report.words for part in parts) == whole.report.words
    for span in list(whole.spans)[::997]:
        assert segment(text[span.start : span.end]).starts.tolist() == ([0] if span.unit == "word" else [])
        assert whole.text[span.sanitized_start : span.sanitized_end].isalnum()


def test_a_text_that_goes_on_keeps_its_beginning(words: Index) -> None:
    """Whole blocks that were sent before draw the same bits."""
    sanitizer = Sanitizer(key=KEY, index=words)
    text = "word " * BLOCK
    short, long = sanitizer.sanitize(text).text, sanitizer.sanitize(text + "and more").text
    assert long.startswith(short[: 3 * BLOCK])


# The clusters of the whole vocabulary take as long as all other tables together; on a small one every run makes them.
@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.thorough if one == "clusant" else ()) for one in sorted(MECHANISMS)]
)
def test_every_mechanism_sanitizes(words: Index, name: str) -> None:
    result = Sanitizer(name, index=words).sanitize(TEXT)
    assert result.report.mechanism == name
    assert result.text != TEXT


@pytest.mark.parametrize("text", ["", " ", "…", "1", "a", "\ud800", "x" * 200_000, "1" * 200_000, "我" * 200_000])
def test_odd_texts(words: Index, text: str) -> None:
    result = Sanitizer(key=KEY, index=words, languages="any").sanitize(text)
    assert isinstance(result.text, str)
    assert len(result.spans) == len(list(result.spans))


def test_nothing_reveals_the_text(words: Index) -> None:
    secret = "Zanzibarsecret"
    sanitizer = Sanitizer(key=KEY, index=words)
    result = sanitizer.sanitize(f"my name is {secret}")
    seen = [
        repr(result),
        repr(result.spans),
        repr(list(result.spans)),
        repr(result.report),
        str(result.report.to_json()),
    ]
    seen += [repr(vars(sanitizer)), repr(KEY)]
    for bad in (b"my " + secret.encode(), [secret], None):
        try:
            sanitizer.sanitize(bad)  # type: ignore[arg-type]
        except GatewayError as error:
            seen.append(str(error))
            seen.append("".join(traceback.format_exception_only(error)))
    assert len(seen) == 13
    assert not any(secret.lower() in text.lower() for text in seen)


def test_only_a_sanitizer_makes_sanitized_text(words: Index) -> None:
    report = Sanitizer(index=words).sanitize("x").report
    with pytest.raises(ConfigurationError):
        Sanitized("raw", Spans(tuple, 1.0), report, seal=object())


def test_missing_index_says_what_to_do(tmp_path: object) -> None:
    with pytest.raises(IndexMissing, match="dp-gateway index build --index"):
        Sanitizer(index=f"{tmp_path}/none")


def test_report_has_both_epsilons(words: Index) -> None:
    report = Sanitizer(index=words).sanitize(TEXT).report.to_json()
    assert report["guarantee"]["nominal_epsilon"] == 6
    assert 5.999 < report["guarantee"]["certified_epsilon"] <= 6
    assert Sanitizer("custext", index=words).guarantee.to_json()["certified_epsilon"] == "inf"
