"""Dates of digits are read with the day first where the text is of a country that writes them so, from the first turn on."""

from __future__ import annotations

import datetime
import re

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.exchange import Doorway
from dp_gateway.mentions.gathering import day_first


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Due 3/4/2026, sent on 25/3/2026.", True),
        ("Due 3/4/2026, sent on 3/25/2026.", False),
        ("The rent of £900 is due on 05/12/2025.", True),
        ("DOB 03/09/1941, NHS 943 476 5919", True),
        ("DOB 03/09/1941, 7 Beech Rd, Otley LS21 3AB", True),
        ("DOB 03/09/1941, Austin, TX 78704, copay $25", False),
        ("Moved from 03/09/2024 to 5 October 2024.", True),
        ("Moved from 03/09/2024 to October 5, 2024.", False),
        ("Paid $40 for it, sent £30 on 05/12/2025.", False),
        ("On 05/12/2025.", False),
        ("Our ratio is 13/4, and A$ 5 is paid.", True),
    ],
)
def test_the_order_is_told_by_the_text(text: str, expected: bool) -> None:
    assert day_first([text]) is expected


def _dates(*messages: str) -> list[list[str]]:
    """The dates of digits of each message of a chat as they are sent."""
    key = Secret(b"k" * 32)
    doorway = Doorway(Gateway("entities", key=key), key=key)
    said = [
        each
        for text in messages
        for each in ({"role": "user", "content": text}, {"role": "assistant", "content": "OK."})
    ]
    body = doorway.open("chat", {"model": "m", "messages": said}).body
    return [re.findall(r"(?<!\d)\d{1,2}/\d{1,2}(?:/\d{4})?", message["content"]) for message in body["messages"][::2]]


def test_the_month_of_a_british_date_is_the_second_number() -> None:
    ((seen,),) = _dates("The surgery saw Edith Barraclough on 04/11/2025, and she paid £40.")
    day, month, _ = map(int, seen.split("/"))
    assert month <= 12
    assert abs(datetime.date(2025, month, min(day, 28)) - datetime.date(2025, 11, 4)).days < 200


def test_what_is_said_later_reads_no_date_before_anew() -> None:
    first, second = "We met Anna Miller on 04/11/2025.", "We sent it on 25/03/2026 for £30."
    assert _dates(first, second)[0] == _dates(first)[0]
    british = f"{first} It cost £12."
    assert _dates(british, second)[0] == _dates(british)[0]
    assert _dates(british)[0] != _dates(first)[0]
    assert _dates(british, "We met her on 04/11/2025.")[1] == _dates(british)[0]


def test_days_between_british_dates_are_put_right() -> None:
    key = Secret(b"k" * 32)
    text = "The rent of £900 was due on 05/11/2025, and Anna Miller paid on 12/11/2025. How many days late was she?"
    exchange = Doorway(Gateway("entities", key=key), key=key).open(
        "chat", {"model": "m", "messages": [{"role": "user", "content": text}]}
    )
    due, paid = (
        datetime.datetime.strptime(day, "%d/%m/%Y").date()
        for day in re.findall(r"\d{2}/\d{2}/\d{4}", exchange.body["messages"][0]["content"])
    )
    late = f"She was {abs((paid - due).days)} days late."
    assert "7 days" in exchange.request.restore(late)
