"""Identifiers in disguise are found, and the spans cover what stands in the raw text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway import Gateway, Secret
from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.detection.disguise import ENCLOSED, undisguise
from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.text.entities import Entity

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
        ("to ⓣⓞⓜ@ⓔⓧⓐⓜⓟⓛⓔ.com now", "ⓣⓞⓜ@ⓔⓧⓐⓜⓟⓛⓔ.com", "EMAIL_ADDRESS"),
        ("to ⒯⒪⒨@example.com now", "⒯⒪⒨@example.com", "EMAIL_ADDRESS"),
        ("to 🅣🅞🅜@🅴🆇🅰🅼🅿🅻🅴.com now", "🅣🅞🅜@🅴🆇🅰🅼🅿🅻🅴.com", "EMAIL_ADDRESS"),
        ("to ᴛᴏᴍ@ᴇxᴀᴍᴘʟᴇ.com now", "ᴛᴏᴍ@ᴇxᴀᴍᴘʟᴇ.com", "EMAIL_ADDRESS"),
        ("card ④①①① ①①①① ①①①① ①①①① now", "④①①① ①①①① ①①①① ①①①①", "CREDIT_CARD"),
        ("ring +44 7911 123456 now", "+44 7911 123456", "PHONE_NUMBER"),
        ("to \x1b[1;32mtom@\x1b[31mexample.com\x1b[0m now", "tom@\x1b[31mexample.com", "EMAIL_ADDRESS"),
        ("\x1b]8;;https://a.b\x1b\\tom@example.com\x1b]8;;\x1b\\ now", "tom@example.com", "EMAIL_ADDRESS"),
        ("call 1-800-FLOWERS now", "1-800-FLOWERS", "PHONE_NUMBER"),
        ("call 1-888-GO-FEDEX now", "1-888-GO-FEDEX", "PHONE_NUMBER"),
        ("case number ЖД-481923 is open", "ЖД-481923", "ID_NUMBER"),
        ("I live at 12 Oak Street,\nApt. 4B", "12 Oak Street,\nApt. 4B", "STREET_ADDRESS"),
    ],
)  # fmt: skip
def test_found_in_disguise(text: str, part: str, kind: str) -> None:
    spans = [(text[e.start : e.end], e.type) for e in DETECTION.detect([text])[0]]
    assert (part, kind) in spans


_CSV = "name,phone,salary\nXiomara Quintanilla,+31 20 624 1171,73419\nBram Wolthuis,+31 20 624 1180,64250\n"
_TABLE = "      name   visits\n0  Quirine       52\n1   Zbynek       31\n"


@pytest.mark.parametrize("mark", ["{}\t", "{:>6}→", "{:>6}\t", " {} | "])
def test_the_numbers_that_a_tool_put_before_lines_hide_no_table(mark: str) -> None:
    lines = _CSV.splitlines(keepends=True)
    listed = "".join(mark.format(number) + line for number, line in enumerate(lines, 41))
    assert undisguise(listed).text == _CSV
    found = [listed[one.start : one.end] for one in default_detection().detect([listed])[0]]
    assert found == [cell for line in lines[1:] for cell in line.strip().split(",")]


@pytest.mark.parametrize(
    "text",
    [
        "id\tname\n1\tAnna Miller\n2\tTom Baker\n",
        " id | customer\n----+---------\n 1 | Anna Miller\n 2 | Tom Baker\n",
        "1\tone line\n7\tanother\n",
        '["a",\n"b"]\n',
    ],
)
def test_numbers_and_quotes_that_are_the_texts_own_stay(text: str) -> None:
    assert undisguise(text).text == text


def test_the_lines_of_a_notebook_in_a_listing_are_a_table() -> None:
    quoted = "".join(f"      {json.dumps(line)},\n" for line in _TABLE.splitlines(keepends=True))
    text = f'=== report.ipynb\n{{\n   "text": [\n{quoted}      "end"\n   ]\n}}\n'
    plain = undisguise(text)
    assert [line.rstrip() for line in plain.text.splitlines()[3:6]] == _TABLE.splitlines()
    assert [text[one.start : one.end] for one in default_detection().detect([text])[0]] == ["Quirine", "Zbynek"]


def test_words_of_other_scripts_stay() -> None:
    for text in ("Привет, как дела?", "Γειά σου Κόσμε", "می‌خواهم", "100%25 of it"):
        assert undisguise(text).text == text


@given(st.text(alphabet='ab@.%4012 \t|,"\\n\u200b\u00ad０ｘое:/\n🙂', max_size=60))
def test_offsets_stay_in_the_text_and_in_order(raw: str) -> None:
    plain = undisguise(raw)
    size = len(plain.text)
    ends = [plain.raw(Entity(0, end, "URL", 1.0, "test")).end for end in range(size + 1)]
    assert ends == sorted(ends)
    assert ends[-1] == len(raw) or size == 0
    assert all(0 <= end <= len(raw) for end in ends)


@pytest.mark.parametrize("policy", ["entities", "hybrid"])
@pytest.mark.parametrize(
    "text",
    ["write to ⓐⓝⓝⓐ@ⓔⓧⓐⓜⓟⓛⓔ.com", "my case number is ⓀⒿ-481923", "My name is Ⓐⓝⓝⓐ Miller", "call +44 7911 ①②③④⑤⑥ now"],
)
def test_letters_in_circles_do_not_leave(text: str, policy: str) -> None:
    found = Gateway(policy, key=Secret(b"a key for tests, not a secret")).sanitize(text, scope="1")
    assert not ENCLOSED.search(found.text)
    assert policy == "hybrid" or found.restore(found.text) == text


@pytest.mark.parametrize("number", ["1-800-FLOWERS", "1-888-GO-FEDEX", "(877) CASH-NOW", "800-4-MY-BANKS"])
def test_letters_of_a_telephone_number_do_not_leave(number: str) -> None:
    text = f"Call {number} now"
    for scope in range(5):
        found = Gateway("entities", key=Secret(b"a key for tests, not a secret")).sanitize(text, scope=str(scope))
        words = [word for word in ("FLOWERS", "FEDEX", "CASH", "BANKS") if word in number]
        assert words
        assert not [word for word in words if word in found.text]
        assert found.restore(found.text) == text


_EMPHASIZED = [
    "078-05-1120",
    "4111 1111 1111 1111",
    "bob.stone@corp.com",
    "+1 617 555 2368",
    "(617) 555-2368",
    "DE89 3704 0044 0532 0130 00",
    "DE89370400440532013000",
    "$85,250",
    "203.0.113.77",
    "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789",
    "Anna Kowalski",
]


@pytest.mark.parametrize(
    "mark", ["_{}_", "__{}__", "**_{}_**", "_see {}_", "_{}, see below_", "\u2014{}\u2014", "it is\u2014{}"]
)
@pytest.mark.parametrize("value", _EMPHASIZED)
def test_emphasis_and_dashes_hide_nothing(value: str, mark: str) -> None:
    """Underscores and dashes are parts of words and numbers elsewhere, and end many expressions."""
    text = f"Her details are {mark.format(value)} as she wrote."
    request = Gateway("entities", key=Secret(b"a key for tests, not a secret")).sanitize(text, scope="1")
    assert value not in request.text
    assert request.restore(request.text) == text


@pytest.mark.parametrize(
    "program",
    [
        "__init__",
        "_id",
        "class_",
        "snake_case",
        "self._p",
        "MAX_SIZE",
        "_foo_bar",
        "bob_@corp.com",
        "a_b_",
        "x_ = 1",
        "super().__init__(loop)",
        "class _OrderedKeys(dict):",
        "_Dialect(self)",
        "gettext as _, ngettext",
        "nargs='+', type=int",
    ],
)
def test_underscores_of_programs_and_addresses_stay(program: str) -> None:
    assert undisguise(f"see {program} here").text == f"see {program} here"


@pytest.mark.parametrize(
    "text", ["給湯器が動きません。090-4471-8820までお電話ください。", "水管坏了。13800138000，请尽快。"]
)
def test_a_number_behind_a_full_stop_is_found(text: str) -> None:
    """A full stop of Chinese and Japanese is one, and a point within an address alone."""
    assert undisguise(text).text.count("。") == text.count("。")
    found = [text[one.start : one.end] for one in default_detection().detect([text])[0] if one.type == "PHONE_NUMBER"]
    assert len(found) == 1


def test_a_full_stop_within_an_address_is_a_point() -> None:
    assert undisguise("li@example。com").text == "li@example.com"
