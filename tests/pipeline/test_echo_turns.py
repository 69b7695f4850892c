"""A model that repeats what was said in some turn gives the identical bytes, whatever was drawn in the turns before."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dp_gateway import Gateway, Secret
from dp_gateway.api.sse import StreamRestorer
from dp_gateway.exchange import Doorway, Exchange
from dp_gateway.pipeline.finding import Turns
from dp_gateway.restore import Restorer
from dp_gateway.restore.restorer import Restored
from dp_gateway.testing import replies
from tests.pipeline.test_echo import SETTINGS, _streamed, doorway, pieces
from tests.pipeline.test_echo_large import text

PEOPLE = "Members: " + ", ".join(
    f"{given} {family}"
    for given, family in zip(
        "Zephyrine Marisol Theodric Quillan Anneliese Ottoline Tamsin Odalys Mireille Bartholomew Siebren Priya".split(),
        "Halloran Okonkwo Vanterpool Adeyemi Thornbury Farrukh Castagnier Ferreira Brandvold Quince Kowalska Natarajan".split(),
        strict=True,
    )
)  # fmt: skip
CODE = """    # Each case of a long or a short page is read in the best order, and the price of a field or a stone is small.
    def young(self, cross, bell, rose):  # US-ASCII only, and therefore English-only; German and French come later
        for day in self.bank: yield day.gates, self.park(hill, lane)  # a rich bush, a wood, a brook, a marsh
        return self.west.north(banks=3, rows=40, love=None)  # the king may post it; a mason and a carpenter cook
"""
"""Words that are names of families too."""
SAID = [
    PEOPLE,
    CODE,
    "What does it say of Anna Kowalska, 34? She paid 40,000 rows, no: $4,263.12 for a proof that n^2 = 4k^2.",
    "n = 2k for some integer k, and n^2 = 4k^2 is divisible by 4; 3k rows, 40k rows, 12 of 34. QED.",
    "What do Iceland, Norway and Liechtenstein have in common that Great Britain and Switzerland do not?",
    "Compte rendu. Patient Vlad Ionescu, 1,82 m, 91 kg, 35 ans, né à Fès, arrivé de Fès à Roubaix, opéré le 22/10/2026.",
    "Je déménage de Sion à Thonon-les-Bains; ma fiduciaire part de la Rochelle pour la Martinique le 4 décembre 2026.",
    "uses: CodSpeedHQ/action@v5, see [CodSpeedHQ/action](https://github.com/CodSpeedHQ/action) of CodSpeed Ltd.",
    "id,name,source\n1,Penn Treebank,Penn Treebank Corpus Sample,,Wall Street Journal,x.py,http://www.upenn.example/t\n",
    "尤主管：我母亲戚桂兰明日在同济医院做白内障手术,联系人姓窦,0997-2259410。你定。",
    "Wohnt in der Lindenstraße 14 in München, al. Pokoju 67 m. 112, 31-564 Kraków; am 3. März 2024 um 1.234,56 €.",
    "commit 3f2a9b1c2d3e\nAuthor: Theodric Vanterpool <t.vanterpool@quillmere.io>\nDate:   Mon Mar 3 10:00:00 2025 +0100\n",
    "NAME            MAIL                     SALARY   SINCE\nAnna Kowalska   a.kowalska@quillmere.io  88,861   2023-05-04\n",
    '{"who": "Quillan Adeyemi", "address": "1847 Larkspur Hollow Road", "dob": "1983-07-19", "amount": 73419.55}',
    *(text(seed, 600) for seed in range(3)),
]  # fmt: skip


def opened(key: Secret, *, at_once: bool = False) -> Doorway:
    """A door with a key of its own; what finds the entities, which has none, is shared."""
    detection = doorway("entities").gateway.detection
    return Doorway(Gateway("entities", key=key, detection=detection, at_once=at_once), key=key)


def exchanges(key: Secret, said: list[str], *, at_once: bool = False) -> list[Exchange]:
    """The requests of a conversation, each of which brings one more text."""
    door, messages = opened(key, at_once=at_once), list[dict[str, Any]]()
    found = list[Exchange]()
    for number, one in enumerate(said):
        called = {"id": f"call_{number}", "type": "function", "function": {"name": "Read", "arguments": "{}"}}
        messages = [
            *messages,
            {"role": "assistant", "content": None, "tool_calls": [called]},
            {"role": "tool", "tool_call_id": f"call_{number}", "content": one},
        ]
        found.append(door.open("chat", {"model": "m", "messages": messages}))
    return found


def echo(exchange: Exchange, sent: str) -> list[str]:
    """What comes back of a text that is repeated: whole, in pieces, and in the arguments of a call."""
    whole = exchange.another_reply().whole(json.loads(replies.chat_reply(sent).body))
    streams = list[str]()
    for step in (
        replies.chat_stream(pieces(sent, 60)),
        replies.chat_tool_stream("Edit", pieces(json.dumps({"old": sent}), 60)),
    ):
        stream = StreamRestorer(exchange.another_reply())
        received = [stream.feed(chunk) for chunk in step.chunks]  # type: ignore[arg-type]
        streams.append(_streamed(b"".join([*received, stream.close()])))
    return [whole["choices"][0]["message"]["content"], streams[0], json.loads(streams[1])["old"]]


def check(key: Secret, said: list[str], *, at_once: bool = False) -> None:
    """Each turn is repeated when it was said, and all of them at the end."""
    made = exchanges(key, said, at_once=at_once)
    for number, exchange in enumerate(made):
        sent = [one["content"] for one in exchange.body["messages"] if one["role"] == "tool"]
        for at in range(number + 1) if exchange is made[-1] else (number,):
            assert echo(exchange, sent[at]) == [said[at]] * 3


@settings(SETTINGS, max_examples=8)
@given(st.binary(min_size=32, max_size=32), st.lists(st.sampled_from(SAID), min_size=2, max_size=5), st.booleans())
def test_an_echo_of_a_turn_is_what_was_said(key: bytes, said: list[str], at_once: bool) -> None:
    check(Secret(key), said, at_once=at_once)


_PLACES = [
    "What does it say of Anna Kowalska, 34?",
    "Compte rendu. Patient Vlad Ionescu, 1,82 m, 91 kg, 35 ans, né à Fès, arrivé de Fès à Roubaix, opéré le 22/10/2026.",
    "Je déménage de Sion à Thonon-les-Bains; ma fiduciaire part de la Rochelle pour la Martinique le 4 décembre 2026.",
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("said", [_PLACES, [*_PLACES, _PLACES[1]]])
def test_what_is_drawn_later_changes_no_echo_of_before(said: list[str], seed: int) -> None:
    """A town behind "de la" in a later turn, and a text that asks for days by their names: "de Fès" stays so."""
    check(Secret(bytes([seed]) * 32), said)


def test_of_a_long_conversation_new_texts_alone_are_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it goes to another process as a whole: texts that came back in the turn before do so in this one."""
    looked, restore = list[str](), Restorer.restore

    def looking(restorer: Restorer, text: str, *, leaf: bool = False) -> Restored:
        looked.append(text)
        return restore(restorer, text, leaf=leaf)

    door = opened(Secret(b"k" * 32), at_once=True)
    said = ["Anna Kowalska, born on 3 March 1984, paid $4,263.12.", "She called +1 617 555 0163 on 2025-03-02.", "QED."]
    turns = Turns(range(4), range(4), [True] * 4)
    before = door.gateway.request(said, scope="s", turns=Turns(range(3), range(3), [True] * 3))
    assert [before.restore(one) for one in before.outgoing] == said
    monkeypatch.setattr(Restorer, "restore", looking)
    now = door.gateway.request([*said, "Theodric Vanterpool wrote it."], scope="s", turns=turns)
    assert now.outgoing[:3] == before.outgoing
    _ = now.restorer
    assert set(looked) == {now.outgoing[3]}
    assert [now.restore(one) for one in now.outgoing] == [*said, "Theodric Vanterpool wrote it."]


@pytest.mark.parametrize("seed", range(3))
def test_a_later_text_that_holds_a_surrogate_by_itself_comes_back(seed: int) -> None:
    """A library says "English-only" where somebody has become Mr English."""
    key = Secret(bytes([seed]) * 32)
    (sent,) = (one["content"] for one in exchanges(key, [PEOPLE])[-1].body["messages"] if one["role"] == "tool")
    families = [one.split()[-1] for one in sent.removeprefix("Members: ").split(", ")]
    kept = 0
    for family in families:
        for later in (
            f"    is US-ASCII only (and therefore {family.lower()}-only)\n",
            f"    self.{family.lower()}(3, rows)\n",
        ):
            exchange = exchanges(key, [PEOPLE, later])[-1]
            told = exchange.body["messages"][-1]["content"]
            kept += told == later
            assert echo(exchange, told) == [later] * 3
            # Elsewhere it is still somebody's name.
            assert (
                PEOPLE.split(" ")[2].rstrip(",")
                in exchange.another_reply().whole(json.loads(replies.chat_reply(f"I met {families[0]}.").body))[
                    "choices"
                ][0]["message"]["content"]
            )
    assert kept
