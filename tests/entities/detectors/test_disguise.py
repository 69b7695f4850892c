"""Identifiers in disguise are found, and the spans cover what stands in the raw text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.entities.detectors.detection import Detection
from dp_gateway.entities.detectors.disguise import undisguise
from dp_gateway.entities.detectors.patterns import PatternDetector
from dp_gateway.entities.types import Entity

DETECTION = Detection([PatternDetector()])


@pytest.mark.parametrize(
    ("text", "part", "kind"),
    [
        ("to t\u200bom@exa\u00admple.com now", "t\u200bom@exa\u00admple.com", "EMAIL_ADDRESS"),
        ("to tоm@exаmple.com now", "tоm@exаmple.com", "EMAIL_ADDRESS"),
        ("to ｔｏｍ＠ｅｘａｍｐｌｅ．ｃｏｍ now", "ｔｏｍ＠ｅｘａｍｐｌｅ．ｃｏｍ", "EMAIL_ADDRESS"),
        ("to tom%40example.com now", "tom%40example.com", "EMAIL_ADDRESS"),
        ("see https://a.example/?q=tom%40x.com&n=Tom%20Baker now", "https://a.example/?q=tom%40x.com&n=Tom%20Baker", "URL"),
        ("card ٤١١١ ١١١١ ١١١١ ١١١١ now", "٤١١١ ١١١١ ١١١١ ١١١١", "CREDIT_CARD"),
        ("card 4111‑1111‑1111‑1111 now", "4111‑1111‑1111‑1111", "CREDIT_CARD"),
        ("רחוב tom@example.com שלום", "tom@example.com", "EMAIL_ADDRESS"),
        ("ring +44\u00a020\u20097946\u00a00958 now", "+44\u00a020\u20097946\u00a00958", "PHONE_NUMBER"),
        ("I live at 12 Oak Street,\nApt. 4B", "12 Oak Street,\nApt. 4B", "STREET_ADDRESS"),
    ],
)  # fmt: skip
def test_found_in_disguise(text: str, part: str, kind: str) -> None:
    spans = [(text[e.start : e.end], e.type) for e in DETECTION.detect([text])[0]]
    assert (part, kind) in spans


def test_words_of_other_scripts_stay() -> None:
    for text in ("Привет, как дела?", "Γειά σου Κόσμε", "می‌خواهم", "100%25 of it"):
        assert undisguise(text).text == text


@given(st.text(alphabet="ab@.%4012 \u200b\u00ad０ｘое:/\n🙂", max_size=60))
def test_offsets_stay_in_the_text_and_in_order(raw: str) -> None:
    plain = undisguise(raw)
    size = len(plain.text)
    ends = [plain.raw(Entity(0, end, "URL", 1.0, "test")).end for end in range(size + 1)]
    assert ends == sorted(ends)
    assert ends[-1] == len(raw) or size == 0
    assert all(0 <= end <= len(raw) for end in ends)
