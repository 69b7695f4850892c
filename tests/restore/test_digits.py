"""Numbers that a reply writes with other separators than they were sent with."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.restore import Replacement, Restorer
from dp_gateway.restore.digits import DigitStrings
from tests.families import Family, slow_families

_SENT, _TYPED = "2125550123", "6175559876"
_PAIRS = [(_SENT, _TYPED), (f"1{_SENT}", f"1{_TYPED}"), ("4000001234567899", "4929123456781234")]
_RESTORER = Restorer([Replacement("Laura", "Anna")], digits=DigitStrings(_PAIRS))
_FORMS = [
    "{0}{1}{2}", "({0}) {1}-{2}", "({0}){1}-{2}", "{0}.{1}.{2}", "{0}/{1}-{2}", "{0} - {1} - {2}", "{0}\u2013{1}\u2013{2}",
    "{0}\u00a0{1}\u00a0{2}", "{0}\u2011{1}\u2011{2}", "**{0}** {1} {2}", "`{0}`-{1}-{2}", "+1 {0} {1} {2}", "+1{0}{1}{2}",
    "1 ({0}) {1}-{2}", "1-{0}-{1}-{2}", "tel:+1-{0}-{1}-{2}", "Laura {0} {1} {2} Laura", "a,{0} {1} {2},b", "{0}-{1}-{2}-5",
    "5 {0} {1} {2}", "{0} {1} {2} x12", '{{"phone": "{0}{1}{2}"}}', "\\n{0}-{1}-{2}\\n", "{0}-{1}-{2}, {0}.{1}.{2} {0}{1}{2}",
]  # fmt: skip


def _groups(digits: str) -> tuple[str, str, str]:
    return digits[:3], digits[3:6], digits[6:]


@pytest.mark.parametrize("form", _FORMS)
def test_a_number_comes_back_with_the_separators_of_the_reply(form: str) -> None:
    reply, wanted = (f"Ring {form.format(*_groups(one))} now." for one in (_SENT, _TYPED))
    wanted = wanted.replace("Laura", "Anna")
    assert _RESTORER.restore(reply).text == wanted
    for at in range(len(reply)):
        stream = _RESTORER.stream()
        assert stream.feed(reply[:at]) + stream.feed(reply[at:]) + stream.close() == wanted
    stream = _RESTORER.stream()
    assert "".join(map(stream.feed, reply)) + stream.close() == wanted


@pytest.mark.parametrize(
    "reply",
    [f"9{_SENT}", f"{_SENT}7", f"3.{_SENT}", f"{_SENT}.5", f"a{_SENT}", f"{_SENT}b", f"{_SENT[:9]} 12", "212 555 012",
     "212\n555\n0123", "212, 555, 0123", "212:555:0123", "212      555 0123"],
)  # fmt: skip
def test_what_is_part_of_something_longer_or_of_several_stays(reply: str) -> None:
    assert _RESTORER.restore(reply).text == reply


def test_what_stands_for_two_numbers_is_put_back_as_neither() -> None:
    restorer = Restorer([], digits=DigitStrings([(_SENT, _TYPED), (_SENT, _TYPED[::-1])]))
    assert not restorer
    assert restorer.restore(_SENT).text == _SENT


def test_a_stream_holds_back_no_more_than_one_number_may_be_long() -> None:
    stream = _RESTORER.stream()
    said = "1 2 (3) 4-5. " * 400
    assert len(stream.feed(said)) >= len(said) - 128
    stream.close()


@pytest.mark.parametrize(
    ("said", "held"), [("Ring 646 555 01", ""), ("Ring +1 (212) 55", "+1 (212) 55"), ("Of 4000", "4000")]
)
def test_a_stream_holds_back_what_one_of_the_numbers_may_begin_with(said: str, held: str) -> None:
    assert _RESTORER.stream().feed(said) == said.removesuffix(held)


def test_rows_of_digits_take_time_in_proportion() -> None:
    pieces = ["1", "1 ", "12-", "1    ", "(1) ", "**1** ", "212 555 0123 ", "1234567"]
    families = [Family(piece, piece) for piece in pieces]
    assert not slow_families(_RESTORER.restore, families, sizes=(16_000, 64_000), per_kb=5)


_KEY = Secret(b"k" * 32)


@pytest.mark.parametrize(
    ("said", "value", "written"),
    [
        ("Ring me under {} please.", "(617) 555-9876", "617 555 98 76"),
        ("Ring me under {} please.", "617-555-9876", "+1 617.555.9876"),
        ("My office has the phone number {}.", "+44 20 7946 0958", "020 7946 0958"),
        ("My office has the phone number {}.", "+44 20 7946 0958", "+442079460958"),
        ("My office has the phone number {}.", "+49 89 1234567", "089/1234567"),
        ("My card number is {}.", "4929 1234 5678 1234", "4929-1234-5678-1234"),
        ("My card number is {}.", "4929123456781234", "4929 1234 5678 1234"),
        ("My social security number is {}.", "536-22-8147", "536 22 8147"),
        ("My account number is {}.", "1029384756", "1029 3847 56"),
    ],
)
def test_values_of_a_request_come_back_with_other_separators(said: str, value: str, written: str) -> None:
    request = Gateway("entities", key=_KEY).request([said.format(value)], scope="s")
    before, _, behind = said.partition("{}")
    sent = request.texts[0].text.removeprefix(before).removesuffix(behind)
    old, new = ("".join(filter(str.isdigit, one)) for one in (value, sent))
    assert len(old) == len(new)
    assert old != new
    shown = "".join(filter(str.isdigit, written))
    trunk = shown.startswith("0")
    digits = iter(("0" + new[2:]) if trunk else new[-len(shown) :] if len(shown) <= len(new) else "1" + new)
    reply = "".join(next(digits) if char.isdigit() else char for char in written)
    assert reply != written
    assert request.restore(f"It is {reply}, I think.") == f"It is {written}, I think."
