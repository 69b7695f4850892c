"""Ranges of days and months alone in Chinese and Japanese: both ends move, and each part is one that a calendar has."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.surrogates.dates.formats import find
from tests.surrogates.echoes import each_sent


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"a key for tests, not a secret"))


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("合同期限为2023年5月1日——2024年4月30日,甲方是赵丽颖女士。", "限为{Y}年{M}月{D}日——{Y}年{M}月{D}日,甲"),
        (
            "车9月3日—5日停在朝阳区的修理厂,10月2日-6日停在家。",
            "车{M}月{D}日—(?:{M}月)?{D}日停.*,{M}月{D}日-(?:{M}月)?{D}日停",
        ),
        (
            "夏休みは8月10日〜15日、受付は2024年3月1日から5日まで。",
            "{M}月{D}日〜(?:{M}月)?{D}日、受付は{Y}年{M}月{D}日から(?:{M}月)?{D}日",
        ),
    ],
)
def test_both_ends_of_a_range_are_dates(gateway: Gateway, text: str, pattern: str) -> None:
    parts = {"{Y}": "20[0-9]{2}", "{M}": "(?:1[0-2]|[1-9])", "{D}": "(?:3[01]|[12][0-9]|[1-9])"}
    for part, written in parts.items():
        pattern = pattern.replace(part, written)
    for sent in each_sent(gateway, text):
        assert re.search(pattern, sent), sent
        assert "<" not in sent


def test_the_last_day_of_a_range_is_not_before_the_first(gateway: Gateway) -> None:
    for sent in each_sent(gateway, "夏休みは8月10日〜15日です。伊藤さんに伝えてください。"):
        found = re.search("([0-9]+)月([0-9]+)日〜(?:([0-9]+)月)?([0-9]+)日", sent)
        assert found, sent
        month, first, later, last = (int(part or 0) for part in found.groups())
        assert (month, first) < (later or month, last)


@pytest.mark.parametrize(("mention", "language"), [("8月", "ja"), ("août", "fr"), ("sierpień", "pl"), ("8月", "zh")])
def test_a_month_alone_is_a_date(mention: str, language: str) -> None:
    found = find(mention, language=language)
    assert found is not None
    assert [(date.span, date.month) for one in found for date in one.dates] == [("month", 8)]


def test_a_month_alone_becomes_a_month(gateway: Gateway) -> None:
    for sent in each_sent(gateway, "叔父の茂は8月に亡くなり、未亡人の叔母ふみは札幌に引っ越しました。"):
        assert re.search("は(?:1[0-2]|[1-9])月に", sent), sent
