"""Keys, elements and columns that tell of a value where somebody is told of near, and of nothing elsewhere."""

from __future__ import annotations

import pytest

from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.owned import looks_owned, type_if_owned


def _found(text: str) -> list[tuple[str, str]]:
    names, _ = default_lexicon()
    found = PatternDetector(names=names).detect([text])[0]
    return list(dict.fromkeys((one.type, text[one.start : one.end]) for one in found if one.score >= 0.8))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("row = {'id': 'ORD-55170', 'contact': 'Mairead Kilgannon', 'net': '318.40'}", ("ID_NUMBER", "ORD-55170")),
        ("row = {'id': 'ORD-55170', 'contact': 'Mairead Kilgannon', 'net': '318.40'}", ("MONEY", "318.40")),
        ('{"ref": "QK-9T4M1",\n "hotel": "Gannet House",\n "guest": "Mairead Kilgannon"}', ("ID_NUMBER", "QK-9T4M1")),
        ('{"ref": "QK-9T4M1",\n "hotel": "Gannet House",\n "guest": "Mairead Kilgannon"}', ("ORGANIZATION", "Gannet House")),
        ("<order>\n <ref>ZT40-91762</ref>\n <lead>Mairead Kilgannon</lead>\n</order>", ("ID_NUMBER", "ZT40-91762")),
        ("<order>\n <lead>Mairead Kilgannon</lead>\n <paid cur=\"EUR\">1712.50</paid>\n</order>", ("MONEY", "1712.50")),
        ("ERROR run - mismatch emp=K-70192 name=\"Oyelowo, Temitayo\" expected=4,105.30", ("ID_NUMBER", "K-70192")),
        ("ERROR run - mismatch emp=K-70192 name=\"Oyelowo, Temitayo\" expected=4,105.30", ("PERSON", "Oyelowo, Temitayo")),
        ("ERROR run - mismatch emp=K-70192 name=\"Oyelowo, Temitayo\" expected=4,105.30", ("MONEY", "4,105.30")),
        (" id   | full_name         | city\n------+-------------------+-------\n 7201 | Mairead Kilgannon | Sligo", ("ID_NUMBER", "7201")),
        ("no,first,last,email,mrr_usd\n8810,Temitayo,Oyelowo,t@example.org,89.00\n8811,Ann,Moss,a@example.org,0.00", ("MONEY", "89.00")),
        ('=> #<User id: 66104, name: "Temitayo Oyelowo", sin_last4: "7731">', ("ID_NUMBER", "7731")),
        ("| Guest | Age | Does |\n|---|---|---|\n| Ann Moss | 32 | chimney sweep |", ("JOB_TITLE", "chimney sweep")),
        ('  - { login: temitayo, gecos: "Temitayo Oyelowo" }\n  - { login: annmoss, gecos: "Ann Moss" }', ("USERNAME", "temitayo")),
        ('  - { login: temitayo, gecos: "Temitayo Oyelowo" }\n  - { login: annmoss, gecos: "Ann Moss" }', ("PERSON", "Temitayo Oyelowo")),
    ],
)  # fmt: skip
def test_a_record_of_somebody_has_numbers_firms_and_sums(text: str, value: tuple[str, str]) -> None:
    assert value in _found(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"id": "ORD-55170", "status": "open", "net": "318.40"}',
        '[{"id": "TX-40012", "title": "film"},\n\n{"name": "Mairead Kilgannon"}]',
        "<part>\n <ref>ZT40-91762</ref>\n <weight>4.2</weight>\n</part>",
        " id   | status | limit\n------+--------+------\n 7201 | open   | 120.00",
        "DEBUG pool id=55170 ref=QK-9T4M1 paid=318.40",
    ],
)
def test_where_nobody_is_told_of_they_are_a_programs(text: str) -> None:
    assert not {("ID_NUMBER", "ORD-55170"), ("ID_NUMBER", "TX-40012"), ("ID_NUMBER", "ZT40-91762")} & {*_found(text)}
    assert not any(kind in ("MONEY", "ORGANIZATION") or value in ("7201", "55170") for kind, value in _found(text))


def test_what_a_key_says() -> None:
    assert type_if_owned("case_id") == type_if_owned("bookingRef") == "ID_NUMBER"
    assert type_if_owned("mrr_usd") == "MONEY"
    assert type_if_owned("request_id") is None
    assert looks_owned("BB-7F3K2", "ID_NUMBER")
    assert not any(looks_owned(value, "ID_NUMBER") for value in ("v1.2.3", "2024-05-01", "open", "12", "10.4.1"))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (
            "ssh okafor@10.20.7.4\nokafor@10.20.7.4's password:\nPermission denied, please try again.",
            {"okafor", "10.20.7.4"},
        ),
        ("Feb 11 22:41:07 gw sshd[411]: Accepted password for okafor from 10.20.7.4 port 5511", {"okafor", "10.20.7.4"}),
        ("log.info('otp sent to +65 8555 0199 code 730114')", {"+65 8555 0199", "730114"}),
        ('if in.Pass == "harissa-77" {\n\ts.grant()\n}', {"harissa-77"}),
        ('  username = "payroll_root"\n  password = "Kq7#figTree20"\n', {"payroll_root", "Kq7#figTree20"}),
        ('{"level":"info","msg":"flag toggled","actor":"mokafor","sku":"BX-900"}', {"mokafor"}),
        ("listen = 10.20.7.4\nbind 10.20.7.5:80;\nif kind == \"string-9\": pass", set()),
    ],
)  # fmt: skip
def test_logs_commands_and_comparisons_name_who_logs_in(text: str, values: set[str]) -> None:
    assert {value for _, value in _found(text)} == values
