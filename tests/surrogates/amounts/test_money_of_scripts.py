"""Sums as Chinese, Arabic and Hindi are spoken and typed leave as sums in the same unit, and come back."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway, Secret
from tests.surrogates.echoes import each_sent

_NUMBER = r"[0-9][0-9,]*(?:\.[0-9]+)?"


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"a key for tests, not a secret"))


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("王小明欠我1.2w，很生气。", f"欠我{_NUMBER}w，"),
        ("期望薪资15k-20k，可面议。", f"{_NUMBER}k-{_NUMBER}k，"),
        ("水电费一共六十二块五。", "一共[0-9]+块[0-9]+。"),
        ("卡里有百几蚊，不多。", "有[0-9]+几蚊"),
        ("房租人民币贰仟元整已付。", f"人民币{_NUMBER}元整"),
        ("أخد مني خمسميت جنيه ومشى.", f"مني {_NUMBER} جنيه"),
        ("المصاريف تلات آلاف جنيه في الترم.", f"{_NUMBER} جنيه في"),
        ("उसने रमेश से 40k माँगे थे।", f"से {_NUMBER}k माँगे"),
        ("भाई को पौने दो लाख रुपये दिए।", f"को {_NUMBER} रुपये"),
    ],
)
def test_it_stays_a_sum(gateway: Gateway, text: str, pattern: str) -> None:
    for sent in each_sent(gateway, text):
        assert re.search(pattern, sent), sent
    request = gateway.sanitize(text, scope="back")
    assert request.restore(request.text) == text
