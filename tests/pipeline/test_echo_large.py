"""A model that repeats what agents send gives the identical bytes: logs, diffs, tables, mails and code of real size."""

from __future__ import annotations

import json
import random
import sysconfig
from functools import cache
from pathlib import Path

import pytest

from dp_gateway.api.sse import StreamRestorer
from tests.pipeline.test_echo import CALLS, SHAPES, STREAMS, VALUES, WHOLE, _streamed, doorway, held, pieces

_MAILS = [
    "Dear {n},\n\nthank you for your letter of {d}. Please transfer {a} to {i} and call {p}. I live in {c}.\n\nRegards\n{m}\n",
    "Sehr geehrte Frau {n},\n\nvielen Dank für Ihr Schreiben vom {d}. Bitte überweisen Sie {a} auf das Konto {i}. Ich wohne in "
    "der Lindenstraße 14 in {c}, Tel. {p}.\n\nMit freundlichen Grüßen\n{m}\n",
    "Bonjour {n},\n\nmerci pour votre lettre du {d}. Veuillez virer {a} sur le compte {i}. J'habite à {c}, tél. {p}.\n\n{m}\n",
    "Estimada {n}:\n\ngracias por su carta del {d}. Transfiera {a} a la cuenta {i}. Vivo en {c}, teléfono {p}.\n\n{m}\n",
    "Gentile {n},\n\ngrazie per la sua lettera del {d}. La prego di versare {a} sul conto {i}. Abito a {c}, tel. {p}.\n\n{m}\n",
    "Beste {n},\n\nbedankt voor uw brief van {d}. Wilt u {a} overmaken op {i}? Ik woon in {c}, tel. {p}.\n\n{m}\n",
    "Cara {n},\n\nobrigado pela sua carta de {d}. Por favor transfira {a} para {i}. Moro em {c}, tel. {p}.\n\n{m}\n",
    "Szanowna Pani {n},\n\ndziękuję za list z dnia {d}. Proszę przelać {a} na konto {i}. Mieszkam w {c}, tel. {p}.\n\n{m}\n",
    "尊敬的{n}：\n\n感谢您{d}的来信。请将{a}转到账户{i}。我住在{c}，电话{p}。\n\n{m}\n",
    "{n}様\n\n{d}のお手紙ありがとうございます。{a}を口座{i}に振り込んでください。私は{c}に住んでいます。電話は{p}です。\n\n{m}\n",
    "عزيزي {n}،\n\nشكرا على رسالتك بتاريخ {d}. يرجى تحويل {a} إلى الحساب {i}. أسكن في {c}، هاتف {p}.\n\n{m}\n",
    "प्रिय {n},\n\n{d} के पत्र के लिए धन्यवाद। कृपया {a} खाते {i} में भेजें। मैं {c} में रहता हूँ, फ़ोन {p}।\n\n{m}\n",
]
_NAMES = [
    "Anna Kowalska", "Theodric Vanterpool", "Priya Natarajan", "James O'Brien", "Jürgen Müller", "Hélène Dupont",
    "José Muñoz", "Giulia Rossi", "Sanne de Vries", "João da Silva", "Agnieszka Wójcik", "王小明", "山田太郎", "محمد العلي", "राजेश कुमार",
]  # fmt: skip
_TOWNS = [
    "Boston",
    "München",
    "Lyon",
    "Sevilla",
    "Milano",
    "Utrecht",
    "Porto",
    "Kraków",
    "杭州",
    "東京",
    "القاهرة",
    "मुंबई",
]
_DATES = ["2025-03-01", "March 3, 2024", "3. März 2024", "03/04/2025", "12.11.2023", "2024年3月1日"]
_AMOUNTS = ["$88,861", "1.234,56 €", "£19.99", "12 000 zł", "¥58,000", "88861.0"]
_ACCOUNTS = ["DE89 3704 0044 0532 0130 00", "FR14 2004 1010 0505 0001 3M02 606", "4111 1111 1111 1111"]
_PHONES = ["+49 89 1234567", "(617) 555-0142", "06 12 34 56 78", "+81 3-1234-5678", "6175550142"]
_LOGINS = ["tvanterpool", "akowalska", "root", "deploy", "priya.n"]
_LINES = [
    "2025-03-0{k} 10:{j}:22,{k}{j}1 INFO  [worker-{k}] user={u} ip=81.2.69.{j} login ok in {j}ms\n",
    "Mar  {k} 09:{j}:1{k} web{k} sshd[{k}{j}23]: Accepted publickey for {u} from 192.168.1.17 port 5{k}{j}2 ssh2\n",
    '81.2.69.{j} - {u} [01/Mar/2025:10:00:0{k} +0000] "GET /api/v1/orders/{k}{j}?mail={u}@corp.example.info HTTP/1.1" 200 {j}31\n',
    '{{"ts": "2025-03-0{k}T10:00:00Z", "who": "{n}", "amount": {k}{j}23.5, "ok": true}}\n',
    "ERROR {n} <{u}@corp.example.info>: payment of {a} failed (card {i})\n",
    "{k}{j}c9{j}f0aa12   postgres:16             \"docker-entrypoint.s…\"   {k} days ago     Up {k} days     "
    "0.0.0.0:5{k}{j}2->5432/tcp   orders-{k}\n",
    "-    assert pay('{v}') == {j}\n+    # {n} asked for {a}\n \treturn self.{u}_pay({k})  \n@@ -{j},7 +{j},9 @@ def f(x):\n",
    "drwxr-xr-x 12 {u} staff   384 Mar  {k} 09:58 orders\n",
]  # fmt: skip


@cache
def _program() -> str:
    folder = Path(sysconfig.get_path("stdlib"))
    return "".join((folder / f"{name}.py").read_text("utf-8") for name in ("argparse", "mailbox", "tarfile"))


def _row(said: random.Random, separator: str, number: int) -> str:
    name, mail = said.choice(_NAMES), said.choice(["t.vanterpool@gmail.com", "anna@kowalska.pl", ""])
    cells = [
        name if said.random() < 0.8 else f'"{name}"',
        mail,
        said.choice(_PHONES),
        str(said.randrange(20_000, 99_999)),
    ]
    return separator.join([str(1000 + number), *cells, said.choice(_TOWNS), said.choice(_DATES)]) + said.choice(
        ["\n", "\r\n"]
    )


def _piece(said: random.Random) -> str:
    kind = said.randrange(5)
    if kind == 0:
        separator = said.choice([",", ";", "\t", "|"])
        head = separator.join(["id", "name", "email", "phone", "salary", "city", "dob"]) + "\n"
        return head + "".join(_row(said, separator, number) for number in range(said.randrange(3, 40)))
    if kind == 1:
        start = said.randrange(len(_program()) - 3000)
        return _program()[start : start + said.randrange(300, 3000)] + "\n"
    lines = said.choices(_MAILS if kind == 2 else _LINES, k=1 if kind == 2 else said.randrange(3, 40))
    return "".join(
        line.format(
            n=said.choice(_NAMES), m=said.choice(_NAMES), c=said.choice(_TOWNS), d=said.choice(_DATES), a=said.choice(_AMOUNTS),
            i=said.choice(_ACCOUNTS), p=said.choice(_PHONES), u=said.choice(_LOGINS), v=said.choice(VALUES),
            k=said.randrange(1, 9), j=said.randrange(10, 59),
        )
        for line in lines
    )  # fmt: skip


def text(seed: int, size: int) -> str:
    """What an agent may have read."""
    said = random.Random(seed)
    pieces_of = [_piece(said)]
    while sum(map(len, pieces_of)) < size:
        pieces_of.append(_piece(said) + said.choice(["", "\n", "```\n"]))
    return "".join(pieces_of)


def check(seed: int, size: int) -> None:
    """An echo of a text comes back, whole, streamed in cuts and in the arguments of a tool call."""
    said, original = random.Random(seed), text(seed, size)
    shape, policy = said.choice(list(SHAPES)), "mask" if held("mask", original) and seed % 2 else "entities"
    make, sent_in = SHAPES[shape]
    exchange = doorway(policy).open(shape, {"model": "m", **make(original)})
    sent = sent_in(exchange.body)
    assert sent != original
    wire, said_in = WHOLE[shape]
    assert said_in(exchange.another_reply().whole(json.loads(wire(sent).body))) == original
    long, cut = said.choice([7, 60, 1000]), said.choice([64, 1000, 10_000])
    stream = StreamRestorer(exchange.another_reply())
    received = [stream.feed(chunk) for chunk in STREAMS[shape](pieces(sent, long)).cut(cut).chunks]  # type: ignore[arg-type]
    assert _streamed(b"".join([*received, stream.close()])) == original
    if shape in CALLS:
        stream = StreamRestorer(exchange.another_reply())
        arguments = json.dumps({"old": sent}, ensure_ascii=seed % 3 == 0)
        received = [stream.feed(chunk) for chunk in CALLS[shape]("edit", pieces(arguments, long)).cut(cut).chunks]  # type: ignore[arg-type]
        assert json.loads(_streamed(b"".join([*received, stream.close()]))) == {"old": original}


@pytest.mark.parametrize("seed", [0, *(pytest.param(one, marks=pytest.mark.thorough) for one in (1, 2))])
def test_an_echo_of_a_long_text_is_the_text(seed: int) -> None:
    check(seed, 10_000)


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=pytest.mark.thorough if seed < 102 else pytest.mark.slow) for seed in range(100, 108)],
)
def test_an_echo_of_a_longer_text_is_the_text(seed: int) -> None:
    check(seed, 50_000)
