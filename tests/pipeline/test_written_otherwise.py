"""Values in other forms than they were first written: in the request they are replaced, in a reply put back."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.exchange import Doorway

_KEY = Secret(b"k" * 32)
_DOORWAY = Doorway(Gateway("entities", key=_KEY), key=_KEY)
_SAID = "I am {}, phone {}, mail {}, and I earn {} a year."
_VALUES = ("Theodric Vanterpool", "(617) 555-0163", "theodric.vanterpool@gmail.com", "$88,861")

_Form = Callable[[str, str], str]
OF_NAMES: dict[str, _Form] = {
    "snake": lambda first, last: f"{first}_{last}".lower(),
    "kebab": lambda first, last: f"{first}-{last}".lower(),
    "camel": lambda first, last: first.lower() + last,
    "Pascal": lambda first, last: first + last,
    "the other way round": lambda first, last: f"{last}{first}.txt",
    "constant": lambda first, last: f"{first}_{last}".upper(),
    "joined": lambda first, last: (first + last).lower(),
    "login": lambda first, last: f"{first[0]}{last}".lower(),
    "login of the family name": lambda first, last: f"{last}{first[0]}".lower(),
    "initial": lambda first, last: f"{first[0]}. {last}",
    "last, first": lambda first, last: f"{last}, {first}",
    "last, initial": lambda first, last: f"{last}, {first[0]}.",
    "capitals": lambda first, last: f"{first} {last}".upper(),
    "possessive": lambda first, last: f"{first} {last}'s",
    "percent": lambda first, last: quote(f"{first} {last}"),
    "plus": lambda first, last: f"{first}+{last}",
    "no-break space": lambda first, last: f"{first}\u00a0{last}",
    "entity": lambda first, last: f"{first}&nbsp;{last}",
    "line end": lambda first, last: f"{first}\n{last}",
    "file": lambda first, last: f"{first}_{last}_resume.pdf".lower(),
    "function": lambda first, last: f"get_{first}_{last}()".lower(),
    "JSON in JSON": lambda first, last: f'{{\\"name\\": \\"{first} {last}\\"}}',
}
OF_PHONES = [
    "{0}{1}{2}", "{0}.{1}.{2}", "{0}-{1}-{2}", "{0} {1} {2}", "({0}){1}-{2}", "{0}/{1}-{2}", "+1 {0} {1} {2}", "+1{0}{1}{2}",
    "+1-{0}-{1}-{2}", "001{0}{1}{2}", "tel:+1-{0}-{1}-{2}", "1 ({0}) {1}-{2}",
]  # fmt: skip
OF_AMOUNTS = ["{}", "{}.0", "{}.00", '{{"pay": {}}}', "USD {}"]
OF_MAIL = [str.upper, "mailto:{}".format, "<{}>".format, lambda mail: mail.replace("@", "%40"), lambda mail: mail.replace("@", "&#64;")]  # fmt: skip


def _replied(form: Callable[..., str], values: Callable[[tuple[str, ...]], tuple[str, ...]]) -> tuple[str, str]:
    """A reply that writes what it was sent in some form, as the client has it; and the form of the original."""
    exchange = _DOORWAY.open("chat", {"model": "m", "messages": [{"role": "user", "content": _SAID.format(*_VALUES)}]})
    sent = re.fullmatch(_SAID.replace("{}", "(.+)"), exchange.body["messages"][0]["content"])
    assert sent is not None
    assert not set(sent.groups()) & set(_VALUES)
    said = f"Row 12: {form(*values(sent.groups()))} is there."
    reply = {"choices": [{"index": 0, "message": {"role": "assistant", "content": said}}]}
    got = exchange.another_reply().whole(reply)["choices"][0]["message"]["content"]
    return got, f"Row 12: {form(*values(_VALUES))} is there."


def _digits(phone: str) -> tuple[str, str, str]:
    digits = "".join(filter(str.isdigit, phone))
    return digits[:3], digits[3:6], digits[6:]


@pytest.mark.parametrize("form", OF_NAMES.values(), ids=OF_NAMES)
def test_a_name_comes_back_in_the_form_of_the_reply(form: _Form) -> None:
    got, wanted = _replied(form, lambda values: tuple(values[0].split()))
    assert got == wanted


@pytest.mark.parametrize("form", OF_PHONES)
def test_a_telephone_number_comes_back_in_the_form_of_the_reply(form: str) -> None:
    got, wanted = _replied(form.format, lambda values: _digits(values[1]))
    assert got == wanted


@pytest.mark.parametrize("form", OF_MAIL)
def test_a_mail_address_comes_back_in_the_form_of_the_reply(form: Callable[[str], str]) -> None:
    got, wanted = _replied(form, lambda values: (values[2],))
    assert got.lower() == wanted.lower()


@pytest.mark.parametrize("form", OF_AMOUNTS)
def test_an_amount_comes_back_in_the_form_of_the_reply(form: str) -> None:
    got, wanted = _replied(form.format, lambda values: ("".join(filter(str.isdigit, values[3])),))
    assert got == wanted


def _result(text: str) -> str:
    """What of a tool's result leaves after the user has said who he is."""
    called = {"id": "c", "type": "function", "function": {"name": "Read", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": _SAID.format(*_VALUES)},
        {"role": "assistant", "content": None, "tool_calls": [called]},
        {"role": "tool", "tool_call_id": "c", "content": f"row 12: value={text} end\nx = ('{text}')\n"},
    ]
    return _DOORWAY.open("chat", {"model": "m", "messages": messages}).body["messages"][-1]["content"]


@pytest.mark.parametrize("form", [*OF_NAMES.values(), lambda first, last: f"{first}{last}Handler"])
def test_a_name_leaves_in_no_form(form: _Form) -> None:
    left = _result(form("Theodric", "Vanterpool")).lower()
    assert "vanterpool" not in left
    assert "theodric" not in left


@pytest.mark.parametrize("form", OF_PHONES)
def test_a_telephone_number_leaves_in_no_form(form: str) -> None:
    assert "6175550163" not in "".join(filter(str.isdigit, _result(form.format("617", "555", "0163"))))


@pytest.mark.parametrize("form", [*OF_AMOUNTS, "88_861", "88'861", "88 861", "88.861"])
def test_an_amount_leaves_in_no_form(form: str) -> None:
    written = form.format("88861")
    assert written not in _result(written)


@pytest.mark.parametrize("sign", ["-", ".", " "])
def test_a_spelled_name_leaves_in_no_form(sign: str) -> None:
    written = sign.join("Vanterpool")
    assert written not in _result(written)


def test_an_amount_in_thousands_leaves_in_no_form() -> None:
    text = "She earns $123,400 a year, and that is 123.4K."
    sent = _DOORWAY.open("chat", {"messages": [{"role": "user", "content": text}]}).body["messages"][0]["content"]
    assert "123.4" not in sent
