"""Values that the end of a line cuts leave whole or not at all."""

from __future__ import annotations

import re
import time

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.detection.detection import default_detection
from dp_gateway.detection.wrapped import wrapped_in

BREAKS = ("\n", "\r\n", "\n> ", "\n    ", " \n")
CUT = {
    "Charge my card {} please.": ("4556 7375 8689 9855", "3782 822463 10005"),
    "Send it to {} today.": ("DE89 3704 0044 0532 0130 00", "GB82 WEST 1234 5698 7654 32"),
    "Call me on {} today.": ("+44 7911 123456", "+1 (503) 867 5309"),
    "My SSN is {} as you know.": ("536 22 8841",),
    "My NHS number is {} as you know.": ("943 476 5919",),
    "She earns {} a year.": ("85 000 euros", "EUR 85 000"),
    "Our VAT number is {} now.": ("DE 123 456 789",),
}


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"k" * 32))


@pytest.mark.parametrize("sentence", CUT)
@pytest.mark.parametrize("cut", BREAKS, ids=repr)
def test_a_value_cut_by_the_end_of_a_line_is_found_whole(sentence: str, cut: str, gateway: Gateway):
    for value in CUT[sentence]:
        for space in re.finditer(" ", value):
            text = sentence.format(value[: space.start()] + cut + value[space.end() :])
            found = gateway.detection.detect([text])[0]
            start = sentence.index("{")
            covered = {at for one in found for at in range(one.start, one.end)}
            rest = [at for at in range(start, text.index(sentence[start + 2 :])) if at not in covered]
            # What the surrogate keeps, such as the code of a country, may stand in front of it.
            assert not [at for at in rest if text[at].isdigit() and at > start + 3], text
            request = gateway.sanitize(text, scope=text)
            assert request.restore(request.text) == text


@pytest.mark.parametrize(
    "text",
    [
        "The table has rows of two numbers\n1234 5678\n2345 6789\n",
        "It took 15\n2024-05-01 12:00:03 INFO started\n",
        "see chapter 5\n6. Another item\n",
        "10 20\n30 40\n",
        "4111 1111\n1111 1111",
        "081111 095701 29 INFO received of size 67108864\n081111 095733 32 INFO received of size 67108864\n",
    ],
)
def test_lines_of_tables_logs_and_lists_are_not_one(text: str):
    lines = [one.text for one in wrapped_in(text)]
    assert not any(
        "5678 2345" in line or "15 2024" in line or "5 6." in line or "20 30" in line or "67108864 0" in line
        for line in lines
    )


def test_reading_lines_together_reads_no_character_more_than_twice():
    text = "a b 12\n34 56 " * 20_000
    assert sum(len(one.text) for one in wrapped_in(text)) <= 2 * len(text)
    began = time.process_time()
    list(wrapped_in(text))
    once = time.process_time() - began
    began = time.process_time()
    list(wrapped_in(text * 4))
    assert time.process_time() - began < 12 * once + 0.05


def test_what_lies_in_one_line_is_not_found_again():
    text = "My number is 0171 2345678 and 12\n34 56 are the rows."
    found = default_detection().detect([text])[0]
    assert all("\n" not in text[one.start : one.end] for one in found if one.type == "PHONE_NUMBER")


@pytest.mark.parametrize("text", ["Invoice no. 2210457\n2210458\nThanks", "Order 884213\n  884219"])
def test_numbers_of_one_length_below_each_other_are_a_list(text: str):
    """No one number is made of two; each is found by itself (`test_completion`)."""
    assert not [*wrapped_in(text)]
