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


_INTRODUCED = "I am writing for my neighbour Marguerite Hartwell, who was ill. {}"


@pytest.mark.parametrize(
    "written",
    [
        "Then Hart-\nwell and Margue-\nrite came.", "Subject: Marguerite=20Hartwell=2C visit", "Dear Marguerite Hart=\nwell,",
        "GET /search?q=%48artwell HTTP/1.1", "#JusticeForMarguerite #TeamHartwell", "H-A-R-T-W-E-L-L, I spell it.",
        "Then Hart**well** came.", "Then Hart\u00adwell came.", "\\name{Hart\\-well}", "bytes 4861727477656c6c",
        "From: =?UTF-8?Q?Marguerite_Hartwell?= <m@kmail.com>", "see MargueriteNotes.docx",
    ],
)  # fmt: skip
def test_a_name_leaves_in_no_form_of_lines_codes_and_marks(written: str) -> None:
    text = _INTRODUCED.format(written)
    sent = _DOORWAY.gateway.sanitize(text, scope="s")
    assert not {part for part in written.split() if part.strip("#,.<>") in sent.text.split()} & _telling(written)
    plain = "".join(filter(str.isalpha, sent.text)).lower()
    assert "hartwell" not in plain
    assert "marguerite" not in plain
    assert "4861727477656c6c" not in sent.text
    assert sent.restore(sent.text) == text


def _telling(written: str) -> set[str]:
    """The words of a form that hold a part of the name."""
    return {word for word in written.split() if re.search("(?i)hart|well|margue|rite|artwell|4861", word)}


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("My passport number is C01X00T47; on the ticket C01 X00 T47 and c01x00t47", "C01 X00 T47"),
        ("My licence plate is LS19 KPX, the fine says LS19KPX and ls19-kpx", "LS19KPX"),
        ("my phone's MAC is 3C:22:FB:9A:10:7E, also 3c22fb9a107e", "3c22fb9a107e"),
        ("Frequent flyer number LH 992 0034 1187 7 aka LH99200341 1877 or LH992003411877", "200341"),
        ("IBAN DE89 3704 0044\n0532 0130 00", "3704 0044"),
        ("My sister is Käthe Müller. Mueller, MUELLER and Muller are the same.", "MUELLER"),
        ("My sister is Käthe Müller. Mueller, MUELLER and Muller are the same.", "Muller "),
    ],
)
def test_an_identifier_and_a_name_leave_in_no_other_spelling(text: str, lost: str) -> None:
    sent = _DOORWAY.gateway.sanitize(text, scope="s")
    assert lost.lower() not in sent.text.lower()
    assert sent.restore(sent.text) == text


@pytest.mark.parametrize(
    "text", ["Rows 12 34 and 56-78 stay.", "It rose, and roses rise.", "well-\nknown and **bold**"]
)
def test_what_only_shares_letters_stays(text: str) -> None:
    introduced = "My cousin Rose Wellington has the customer ID 9912-3477. "
    assert text in _DOORWAY.gateway.sanitize(introduced + text, scope="s").text
