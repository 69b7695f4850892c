"""What a provider brings: identifiers of somebody are masked, programs and their addresses are not."""

from __future__ import annotations

import json

import pytest

from dp_gateway.api.replies import reply_restorer
from dp_gateway.api.replies.masking import provided
from dp_gateway.detection.by_form import identifiers_in
from dp_gateway.text.entities import Entity
from tests.api.replies.reply_streams import RESTORER, chat_chunk, joined, through

UUID = "123e4567-e89b-12d3-a456-426614174000"
PASSES = [
    "listen on 0.0.0.0, 127.0.0.1 or ::1; 10.1.2.3, 192.168.0.7 and 172.16.9.1 are private, 192.0.2.5 a document's",
    "pip install grpcio==1.26.0.4, or version 1.26.0.4",
    "git clone git@github.com:acme/tool.git && git remote add up git@gitlab.example.com:acme/tool.git",
    f"the id is {UUID}, the commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "mail user@example.com or ann@users.noreply.github.com",
    "```python\nHOST = '93.184.216.34'\nphone = '+49 30 1234 5678'\nfmt = '912-34-5678'\n```",
    "```python\nKEY = 'sk-proj-your-key-here'\nCARD = 4111111111111111\nAMEX = '378282246310005'\n```",
]
MASKED = [
    ("the SSN 912-34-5678 and 987-65-4321", "the SSN <US_SSN> and <US_SSN>"),
    ("it is 912-34-5678.", "it is <US_SSN>."),
    ("pay to GB29 NWBK 6016 1331 9268 18 now", "pay to <IBAN_CODE> now"),
    ("GB29NWBK60161331926818 it is", "<IBAN_CODE> it is"),
    ("DE89 3704 0044 0532 0130 01", "<IBAN_CODE>"),
    ("it is _912-34-5678_, __GB29 NWBK 6016 1331 9268 18__", "it is _<US_SSN>_, __<IBAN_CODE>__"),
    ("see _bob@corp.com_ and _4111 1111 1111 1111_", "see _<EMAIL_ADDRESS>_ and _<CREDIT_CARD>_"),
    ("|GB29 NWBK 6016 1331 9268 18| (GB29 NWBK 6016 1331 9268 18)", "|<IBAN_CODE>| (<IBAN_CODE>)"),
    ("IBAN:GB29 NWBK 6016 1331 9268 18 <b>GB29 NWBK 6016 1331 9268 19</b>", "IBAN:<IBAN_CODE> <b><IBAN_CODE></b>"),
    ("SSN 912.34.5678\u2014or \u2014bob@corp.com\u2014", "SSN <US_SSN>\u2014or \u2014<EMAIL_ADDRESS>\u2014"),
    ("their server is at 93.184.216.34", "their server is at <IP_ADDRESS>"),
    ("```\nz='bob@corp.com' # 4532 0151 1283 0366\n```\nor +49 30 1234 5678",
     "```\nz='<EMAIL_ADDRESS>' # <CREDIT_CARD>\n```\nor <PHONE_NUMBER>"),
]  # fmt: skip


def whole(text: str) -> str:
    message = {"choices": [{"message": {"content": text}}]}
    return reply_restorer("chat", RESTORER, mask=identifiers_in).whole(message)["choices"][0]["message"]["content"]


def streamed(text: str, size: int) -> str:
    chunks = [chat_chunk({"content": text[at : at + size]}) for at in range(0, len(text), size)]
    reply = reply_restorer("chat", RESTORER, mask=identifiers_in)
    return joined(through(reply, [*chunks, chat_chunk({}, finish_reason="stop")]))[0, "content"]


@pytest.mark.parametrize("text", PASSES)
def test_programs_and_their_addresses_pass(text: str) -> None:
    assert whole(text) == text
    assert {streamed(text, size) for size in (1, 2, 5)} == {text}


@pytest.mark.parametrize(("text", "wanted"), MASKED)
def test_identifiers_are_masked_as_a_whole(text: str, wanted: str) -> None:
    assert whole(text) == wanted
    assert {streamed(text, size) for size in (1, 2, 5)} == {wanted}


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ({"host": "0.0.0.0", "to": "93.184.216.34", "version": "1.26.0.4", "id": UUID}, None),
        ({"remote": "git@github.com:acme/tool.git", "call": "+49 30 1234 5678", "pattern": "123-45-6789"}, None),
        ({"card": "4242 4242 4242 4242", "key": "sk-your-api-key-here", "token": "ghp_xxxxxxxxxxxxxxxxxxxx"}, None),
        ({"card": "4111 1111 1111 1112", "iban": "GB29 NWBK 6016 1331 9268 18"}, None),
        ({"card": "4532 0151 1283 0366", "ssn": "123-45-6789"}, {"card": "<CREDIT_CARD>", "ssn": "<US_SSN>"}),
        ({"iban": "GB29 NWBK 6016 1331 9268 19", "to": "bob@corp.com"}, {"iban": "<IBAN_CODE>", "to": "<EMAIL_ADDRESS>"}),
    ],
)  # fmt: skip
def test_arguments_hold_what_cannot_be_anything_else(value: dict[str, str], wanted: dict[str, str] | None) -> None:
    called = {"function": {"name": "run", "arguments": json.dumps(value)}}
    reply = reply_restorer("chat", RESTORER, mask=identifiers_in)
    got = reply.whole({"choices": [{"message": {"tool_calls": [called]}}]})["choices"][0]["message"]["tool_calls"]
    assert json.loads(got[0]["function"]["arguments"]) == (wanted or value)


def everything(text: str, *, code: bool = False) -> list[Entity]:
    """All identifiers, though fewer count in code."""
    del code
    return identifiers_in(text)


_OF_CODE = [
    "self.assertEqual(response.status_code, 200)",
    "client.key=sk-abcdefghijkl",
    "card.cvv=123.",
    "ops@corp.io",
    "4111 1111 1111 1111",
    "GB29 NWBK 6016 1331 9268 18",
    "ssn 412-66-3907",
    "+49 30 1234 5678",
    "93.184.216.34",
    "00:1a:2b:3c:4d:5e",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "session=9fK2mQx7Lw0B",
    "2025-09-14T12:41:07Z",
    "pin 4417",
]


@pytest.mark.parametrize("first", _OF_CODE)
@pytest.mark.parametrize("second", _OF_CODE)
def test_what_is_looked_for_in_code_alone_masks_what_all_that_is_found_would(first: str, second: str) -> None:
    text = f"{first}, {second}"
    assert [*provided(text, identifiers_in, code=True)] == [*provided(text, everything, code=True)]
