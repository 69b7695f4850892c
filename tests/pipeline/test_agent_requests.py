"""Requests of coding agents: their grammar passes, what is private in them is found in every form, echoes are exact."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.exchange import Doorway, Exchange

NAME, LOGIN, PAY = "Theodric Vanterpool", "tvanterpool", "88861"


@pytest.fixture(scope="module")
def doorway() -> Doorway:
    key = Secret(b"k" * 32)
    return Doorway(Gateway("entities", key=key), key=key)


def chat(doorway: Doorway, *messages: dict[str, Any], **more: Any) -> Exchange:
    return doorway.open("chat", {"model": "m", "messages": list(messages), **more})


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def called(arguments: str, result: str = "ok", name: str = "lookup") -> list[dict[str, Any]]:
    call = {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}
    return [
        user("Go on."),
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": result},
    ]


def tool(name: str, **properties: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "function", "function": {"name": name, "description": f"Runs {name}.", "parameters": parameters}}


COUNTRY = {"type": "string", "enum": ["US", "FR", "Georgia", "celsius"]}
TOOLS = [tool("Grep", country=COUNTRY, Jordan={"type": "string"}), tool("Reading"), tool("mcp__Jira__search")]


@pytest.mark.parametrize(
    "text",
    [
        "Use Grep to find it; Reading is nice.",
        "Set country to US or to Georgia, and Jordan to x.",
        "Use mcp__Jira__search on it.",
    ],
)
def test_the_grammar_of_a_request_passes_in_what_a_user_says(doorway: Doorway, text: str) -> None:
    body = chat(doorway, user(text), tools=TOOLS).body
    assert body["messages"][0]["content"] == text
    assert body["tools"] == TOOLS


def test_a_town_that_is_private_changes_no_time_zone(doorway: Doorway) -> None:
    tools = [tool("clock", zone={"type": "string", "enum": ["Europe/Lisbon", "America/Argentina/Ushuaia"]})]
    body = chat(doorway, user("I moved from Ushuaia to Lisbon. Set TZ=Europe/Lisbon."), tools=tools).body
    said = body["messages"][0]["content"]
    assert said.endswith("Set TZ=Europe/Lisbon.")
    assert "Ushuaia" not in said
    assert "to Lisbon" not in said
    assert body["tools"] == tools


def test_grammar_hides_no_full_name_and_no_part_of_one(doorway: Doorway) -> None:
    tools = [tool("ask", who={"type": "string", "enum": [NAME, "Georgia"]})]
    sent = json.dumps(chat(doorway, user(f"Ask {NAME}. He knows Georgia Quackenbush."), tools=tools).body)
    for part in (*NAME.split(), "Georgia", "Quackenbush"):
        assert part not in sent


@pytest.mark.parametrize("kind", ["email", "ssn", "key"])
def test_an_identifier_in_an_enum_is_no_grammar(doorway: Doorway, kind: str) -> None:
    value = {"email": "tv@corp.example.info", "ssn": "123-45-6789", "key": "sk-proj-4fJ8sKq02LmZx91TbVwYc7RnPd35GhUe"}[
        kind
    ]
    tools = [tool("ask", who={"type": "string", "enum": [value]})]
    assert value not in json.dumps(chat(doorway, user(f"My SSN or key: {value}"), tools=tools).body)


ARGUMENTS = {
    "who": NAME,
    "contact": {"name": "Zephyrine Okafor"},
    "login": "zokafor",
    "salary": 88861.0,
    "amounts": [96262, 71253],
}


@pytest.mark.parametrize("broken", [False, True])
@pytest.mark.parametrize("place", ["arguments", "result"])
def test_keys_tell_in_arguments_and_results(doorway: Doorway, place: str, broken: bool) -> None:
    text = json.dumps(ARGUMENTS)
    text = text[: text.index("amounts") + 4] if broken else text
    messages = called(text) if place == "arguments" else called("{}", text)
    exchange = chat(doorway, *messages)
    sent = json.dumps(exchange.body)
    for planted in ("Theodric", "Vanterpool", "Zephyrine", "Okafor", "zokafor", "88861"):
        assert planted not in sent


def test_a_key_that_is_a_value_is_private(doorway: Doorway) -> None:
    sent = json.dumps(chat(doorway, *called(json.dumps({NAME: 5, "query": "x"}))).body)
    assert "Vanterpool" not in sent
    assert "query" in sent


FORMS = [
    "theodric_vanterpool", "theodric.vanterpool", "Theodric%20Vanterpool", "Theodric&nbsp;Vanterpool", "TVanterpool",
    "theodric-vanterpool", "TheodricVanterpool", "Vanterpool, Theodric", "THEODRIC_VANTERPOOL", "tvanterpool",
    "T. Vanterpool", "theodric vanterpool",
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_a_name_that_stands_elsewhere(doorway: Doorway, form: str) -> None:
    exchange = chat(doorway, user(f"My name is {NAME}."), user(f"See the file {form}.txt; it is open."))
    said = exchange.body["messages"][1]["content"].lower()
    assert "vanterpool" not in said
    assert "theodric" not in said
    assert exchange.request.restore(exchange.body["messages"][1]["content"]) == f"See the file {form}.txt; it is open."


@pytest.mark.parametrize(
    ("said", "form"),
    [
        ("My SSN is 123-45-6789.", "123456789"),
        ("Call me at +1 617 555 0142.", "6175550142"),
        ("I earn $88,861.", "88861.0"),
        ("I earn $88,861.", "88861"),
        ("My card is 4111 1111 1111 1111.", "4111111111111111"),
    ],
)
def test_forms_of_a_number_that_stands_elsewhere(doorway: Doorway, said: str, form: str) -> None:
    body = chat(doorway, user(said), *called("{}", f"row 17 {form} ok")).body
    assert form not in json.dumps(body)


@pytest.mark.parametrize("code", [base64.b64encode, base64.urlsafe_b64encode])
def test_base64_is_read(doorway: Doorway, code: Any) -> None:
    hidden = code(f"name={NAME}&mail=tv@corp.example.info".encode()).decode()
    exchange = chat(doorway, user(f"Decode {hidden} please."))
    sent = exchange.body["messages"][0]["content"]
    assert hidden not in sent
    assert exchange.request.restore(sent) == f"Decode {hidden} please."


def test_base64_of_nothing_private_stays(doorway: Doorway) -> None:
    text = f"Decode {base64.b64encode(b'hello world, all is well').decode()} please."
    assert chat(doorway, user(text)).body["messages"][0]["content"] == text


def test_a_password_of_a_command_in_prose(doorway: Doorway) -> None:
    sent = chat(doorway, user("I ran mysql -u root -p'Hunter2!secret' -h db and it failed.")).body
    assert "Hunter2" not in json.dumps(sent)


PSQL = f"id | customer            | amount\n---+---------------------+---------\n 1 | {NAME} | 88861.50\n"
ALIGNED = (
    f"NAME                 LOGIN        SALARY\n{NAME}  tvanterpool   88861\nQuillan Osei         qosei        71253\n"
)
CSV = f"name,login,salary,ssn\n{NAME},tvanterpool,88861,123-45-6789\nQuillan Osei,qosei,71253,219-45-9999\n"


@pytest.mark.parametrize("table", [PSQL, ALIGNED, CSV])
def test_columns(doorway: Doorway, table: str) -> None:
    exchange = chat(doorway, *called("{}", table))
    sent = exchange.body["messages"][-1]["content"]
    for planted in ("Vanterpool", "tvanterpool", "88861", "71253", "123-45-6789", "Quillan"):
        assert planted not in sent
    assert exchange.request.restore(sent) == table


def test_a_value_cut_over_parts(doorway: Doorway) -> None:
    parts = ["My name is Theodric Van", "terpool, mail tv@cor", "p.example.info, in Bos", "ton."]
    content = [{"type": "text", "text": part} for part in parts]
    sent = json.dumps(chat(doorway, user(content)).body)
    for planted in ("Theodric", "terpool", "p.example.info", "ton."):
        assert planted not in sent


def test_parts_that_end_stay_apart(doorway: Doorway) -> None:
    content = [{"type": "text", "text": "What is this?"}, {"type": "text", "text": "Answer in one word."}]
    assert chat(doorway, user(content)).body["messages"][0]["content"] == content


def test_what_a_model_makes_of_a_surrogate_is_restored(doorway: Doorway) -> None:
    request = chat(doorway, user(f"My name is {NAME}, I earn $88,861.")).request
    spans = request.texts[0].spans
    name, pay = (request.outgoing[0][one.sanitized_start : one.sanitized_end] for one in spans)
    given, family = name.split()
    number = pay.strip("$").replace(",", "")
    for written, original in {
        f"{given.lower()}_{family.lower()}.txt": "theodric_vanterpool.txt",
        f"{given.upper()}_{family.upper()}": "THEODRIC_VANTERPOOL",
        f"{given}%20{family}": "Theodric%20Vanterpool",
        f"/home/{given[0].lower()}{family.lower()}": "/home/tvanterpool",
        f'{{"pay": {number}.0}}': '{"pay": 88861.0}',
        f"{int(number):_}": "88_861",
    }.items():
        assert request.restore(written) == original


SAID = 'Fix the bug in src/parsers/invoice_reader.py where the counter overflows, and print "the coffee machine is quiet".\n'
CODE = "    def read_invoice(path, limit=100):\n        return open(path).read()[:limit]\n"


@pytest.mark.parametrize("policy", ["hybrid", "tokens"])
def test_drawn_words_are_restored_where_an_echo_is_unmistakable(policy: str) -> None:
    request = Gateway(policy, key=Secret(b"k" * 32)).request([SAID + CODE], scope="s")
    sent = request.outgoing[0]
    assert "counter overflows" not in sent
    assert request.restore(sent) == SAID + CODE
    for old, new in zip((SAID + CODE).splitlines(), sent.splitlines(), strict=True):
        assert request.restore(f"Edit this line:\n{new}\nand no other.") == f"Edit this line:\n{old}\nand no other."
    path = sent.split()[4]
    assert request.restore(f"cat {path}") == "cat src/parsers/invoice_reader.py"
    quoted = sent[sent.index('"') + 1 : sent.rindex('"')]
    assert request.restore(f"It says: {quoted}") == "It says: the coffee machine is quiet"


@pytest.mark.parametrize("policy", ["hybrid", "tokens"])
def test_a_drawn_word_alone_may_be_the_model_s(policy: str) -> None:
    request = Gateway(policy, key=Secret(b"k" * 32)).request([SAID], scope="s")
    words = request.outgoing[0].split()
    assert request.restore(f"I like {words[2]} and {words[7]}.") == f"I like {words[2]} and {words[7]}."


def test_escapes_of_broken_json_hide_no_name(doorway: Doorway) -> None:
    broken = '{"who": "Jos\\u00e9 Vanterpool", "no'
    sent = json.dumps(chat(doorway, *called(broken)).body)
    assert "Vanterpool" not in sent


def test_short_secrets_are_found_by_their_key_as_numbers_too(doorway: Doorway) -> None:
    """A number of four digits was no text, whatever its key said."""
    arguments = '{"pin": 4821, "card": {"cvv": 713, "zip": 2134}, "count": 4822, "otp": "990417"}'
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": arguments}}
    messages = [{"role": "user", "content": "Pay."}, {"role": "assistant", "content": None, "tool_calls": [call]}]
    exchange = doorway.open("chat", {"model": "m", "messages": messages})
    sent = exchange.body["messages"][1]["tool_calls"][0]["function"]["arguments"]
    assert not [digits for digits in ("4821", "2134", "990417") if digits in sent]
    assert json.loads(sent)["count"] == 4822
    reply = {"choices": [{"message": {"content": None, "tool_calls": [call | {"function": {"arguments": sent}}]}}]}
    got = exchange.reply.whole(reply)["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]
    assert json.loads(got)["pin"] == 4821


def test_an_address_in_a_regular_expression_comes_back(doorway: Doorway) -> None:
    exchange = chat(doorway, user(f"{NAME}: t.vanterpool@quillmere.io"))
    drawn = exchange.body["messages"][0]["content"].rpartition(" ")[2]
    arguments = json.dumps({"pattern": drawn.replace(".", r"\.")})
    call = {"id": "call_1", "type": "function", "function": {"name": "Grep", "arguments": arguments}}
    reply = {"choices": [{"index": 0, "message": {"role": "assistant", "content": None, "tool_calls": [call]}}]}
    got = exchange.reply.whole(reply)["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]
    assert json.loads(got)["pattern"] == r"t\.vanterpool@quillmere\.io"


def test_what_keys_of_metadata_name_is_replaced(doorway: Doorway):
    sent = json.dumps(chat(doorway, user("I live in Truro."), metadata={"Truro": "x", "Eva Mills": "y"}).body)
    assert "Truro" not in sent
    assert "Mills" not in sent
