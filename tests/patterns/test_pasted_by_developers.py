"""What developers paste: printed rows, keys of stores, password files, commands, hosts, calls that say what they take."""

from __future__ import annotations

import pytest

from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.patterns.known_phrases import default_lexicon


def _found(text: str) -> set[tuple[str, str]]:
    names, _ = default_lexicon()
    found = PatternDetector(names=names).detect([text])[0]
    return {(one.type, text[one.start : one.end]) for one in found if one.score >= 0.85}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (
            "ValueError: bad row: ['70318', 'Henrik Larsson', '22/09/1984', 'Paris']",
            {("ID_NUMBER", "70318"), ("PERSON", "Henrik Larsson"), ("DATE_TIME", "22/09/1984"), ("LOCATION", "Paris")},
        ),
        (
            '#3  0x55 in Parser::field (s="OLSSON|HENRIK|19910417|P5520143C|BRAZILIAN") at p.cpp:9',
            {("PERSON", "OLSSON"), ("PERSON", "HENRIK"), ("DATE_TIME", "19910417"), ("ID_NUMBER", "P5520143C"), ("NRP", "BRAZILIAN")},
        ),
        (
            'var c = new Customer("Henrik Larsson", "7 Pier Street", "Kirkwall", "KW15 1LN");',
            {("PERSON", "Henrik Larsson"), ("STREET_ADDRESS", "7 Pier Street"), ("LOCATION", "Kirkwall"), ("POSTCODE", "KW15 1LN")},
        ),
        ("hlarsson:x:1006:1006:Henrik Larsson,,,:/home/hlarsson:/bin/bash", {("USERNAME", "hlarsson"), ("PERSON", "Henrik Larsson")}),
        ("HGETALL sess:b72e19d0aa41f3", {("API_KEY", "b72e19d0aa41f3")}),
        ("redis> GET user:5520", {("ID_NUMBER", "5520")}),
        ("Get-ADUser -Identity hlarsson -Properties *", {("USERNAME", "hlarsson")}),
        ("vpn[8]: hlarsson/203.0.113.61:50112 MULTI: Learn", {("USERNAME", "hlarsson")}),
        ("return [\n    'host' => 'ldap.corp.kestrelfreight.net',\n];", {("URL", "ldap.corp.kestrelfreight.net")}),
        ('x := repo.getMemberByName("Henrik Larsson")', {("PERSON", "Henrik Larsson")}),
        ("assert find_by_nric('S7301946E')", {("ID_NUMBER", "S7301946E")}),
        ("struct E emp = { .id = 30551, .name = \"Henrik Larsson\", .salary = 51900 };", {("ID_NUMBER", "30551"), ("MONEY", "51900")}),
        ("{ _id: 1, name: \"Henrik Larsson\", city: \"Lund\", balance: 412.75 }", {("MONEY", "412.75")}),
        ("app.datasource.username=hr_app\napp.datasource.password=Heron_Reed_31\n", {("USERNAME", "hr_app")}),
        ("Steps: log in as henrik.test / Mango#2025, open Reports", {("USERNAME", "henrik.test")}),
        ("SELECT * FROM b WHERE customer_name ILIKE '%larsson%'", {("PERSON", "larsson")}),
        ('if customer.id == "C-70318":\n    rate = 0.1', {("ID_NUMBER", "C-70318")}),
        ('rows = [("Kelechi", 34), ("Ingrid", 29)]', {("PERSON", "Kelechi"), ("PERSON", "Ingrid")}),
        ("GET /api/v1/users/70318/orders HTTP/1.1", {("ID_NUMBER", "70318")}),
    ],
)  # fmt: skip
def test_it_is_found(text: str, values: set[tuple[str, str]]) -> None:
    assert values <= _found(text)


@pytest.mark.parametrize(
    "text",
    [
        "COLORS = ['Red Hat', 'Deep Blue', '2024', 'Paris']",
        "root:x:0:0:root:/root:/bin/bash\npostgres:x:113:120:PostgreSQL:/var/lib/postgresql:/bin/bash",
        "SET user:{id} value\nSET key value",
        "host = 'localhost'\nhostname: 'web'",
        "const total = 12.50;\nlet balance = 310.25;",
        'LEVELS = [("Low", 1), ("High", 2)]\nif node.id == "abc-1234":\n    pass',
        'cmd --user none --login false\nfindByStatus("open")',
        '{"ts": "1741770000.000100", "n": 2}',
    ],
)
def test_what_programs_write_is_not(text: str) -> None:
    assert not _found(text)
