"""Dates of other calendars and numerals stay dates of the same calendar in the same numerals, and come back."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.surrogates.dates.calendars import CalendarDates
from tests.surrogates.echoes import each_sent

_HAN, _TITHI = "[〇一二三四五六七八九十]", "(?:(?:शुक्ल|कृष्ण) [ऀ-ॿ]+|पूर्णिमा|अमावस्या)"


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"a key for tests, not a secret"))


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("他的居留证113年8月20日到期。", r"(?:109|11[0-8])年[0-9]{1,2}月[0-9]{1,2}日到期"),
        ("祖父生于民国三十八年三月。", rf"民国{_HAN}{{1,3}}年{_HAN}{{1,2}}月"),
        ("婚礼定于二〇二五年五月二日。", rf"二〇二{_HAN}年{_HAN}{{1,2}}月{_HAN}{{1,3}}日"),
        ("婚礼是农历四月初五。", rf"农历(?:{_HAN}{{1,2}}|正|腊)月(?:初{_HAN}|{_HAN}{{2,3}})。"),
        ("纪要（2024年第三季度）", "202[0-9]年第[一二三四]季度"),
        ("3月15日（星期五）到期，请通知王小明。", "[0-9]{1,2}月[0-9]{1,2}日（星期[一二三四五六日]）"),
        ("令和七年五月吉日に式を挙げます。", rf"(?:令和|平成)(?:{_HAN}{{1,2}}|元)年{_HAN}{{1,2}}月吉日"),
        ("入社はR6.4.1です。", r"[RH][0-9]{1,2}\.[0-9]{1,2}\.[0-9]{1,2}"),
        ("10/25(金)に田中さんと会います。", "(?:1[0-2]|0?[1-9])/[0-9]{1,2}\\([月火水木金土日]\\)に"),
        ("تم تعييني يوم 15 رمضان 1445 هناك.", "[0-9]{1,2} [ء-ي]+(?: [ء-ي]+)? 14[0-9]{2}"),
        ("مات في ٧ ذو الحجة ١٤٤٤هـ رحمه الله.", "[٠-٩]{1,2} [ء-ي]+(?: [ء-ي]+)? ١٤٤[٠-٩]هـ"),
        ("قابلته في الخامس من مارس 2023.", "[0-9]{1,2} من [ء-ي]+(?: [ء-ي]+)? 20"),
        ("वे कार्तिक शुक्ल एकादशी, संवत 2081 को गुज़रे।", rf"[ऀ-ॿ]+ {_TITHI}, संवत 208[0-9]"),
        ("वे पाँच मार्च को आएँगे।", r"[0-9]{1,2} [ऀ-ॿ]+ को"),
    ],
)
def test_it_stays_a_date_of_its_calendar(gateway: Gateway, text: str, pattern: str) -> None:
    for sent in each_sent(gateway, text):
        assert re.search(pattern, sent), sent
        assert "<" not in sent
    request = gateway.sanitize(text, scope="back")
    assert request.text != text
    assert request.restore(request.text) == text


@pytest.mark.parametrize(
    ("mention", "language"),
    [
        ("民國三十八年", "zh"), ("113年8月20日", "zh"), ("正月初三", "zh"), ("二〇二四年十二月", "zh"), ("平成元年四月一日", "ja"),
        ("S58.12.3", "ja"), ("8月10日(土)", "ja"), ("30 شعبان 1440", "ar"), ("माघ पूर्णिमा", "hi"), ("विक्रम संवत 2082", "hi"),
    ],
)  # fmt: skip
def test_whatever_is_drawn_is_read_as_what_was_drawn(mention: str, language: str) -> None:
    family = CalendarDates(language=language)
    value = family.parse(mention, "DATE_TIME")
    assert value is not None
    outputs = family.mechanism(value[0]).outputs
    for place in range(0, len(outputs), max(1, len(outputs) // 60)):
        drawn = family._member(value[0], place)
        written = family.render(mention, value, (drawn,))
        again = family.parse(written, "DATE_TIME")
        assert again is not None, written
        # The 31st is written as the 30th where months of the moon have 30 days.
        lunar = language in ("ar", "hi") or "初" in mention
        assert again[0] == (drawn._replace(day=min(drawn.day, 30)) if lunar and drawn.day else drawn), written


@pytest.mark.parametrize(
    ("mention", "language"),
    [
        ("十十月三日", "zh"), ("民國零年", "zh"), ("113年14月2日", "zh"), ("今天很好", "zh"), ("令和の時代", "ja"), ("X6.4.1", "ja"),
        ("رمضان كريم", "ar"), ("45 رمضان", "ar"), ("माघ मेला", "hi"), ("शुक्ल जी", "hi"),
    ],
)  # fmt: skip
def test_what_is_no_such_date_is_not_read(mention: str, language: str) -> None:
    assert CalendarDates(language=language).parse(mention, "DATE_TIME") is None
