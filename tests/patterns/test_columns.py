"""What the conditions of a query tell of the values that they compare."""

from __future__ import annotations

import pytest

from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.patterns.names import NameLists

_NAMES = NameLists(given={"anna"}, surnames={"dubois", "okafor"})


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("SELECT name FROM employees WHERE manager = 'Dubois' LIMIT 5;", ["Dubois"]),
        ("select 1 from t where t.author ilike '%Dubois%' or \"assignee\" in ('Okafor', 'Lindqvist')", ["Dubois", "Okafor", "Lindqvist"]),
        ("DELETE FROM t WHERE lower(owner) <> 'Dubois'", ["Dubois"]),
        ("SELECT * FROM t WHERE status IN ('Open', 'Closed') AND type = 'Person' AND country = 'France'", []),
        ("manager = 'Dubois'", []),
    ],
)  # fmt: skip
def test_a_query_that_asks_for_a_person_names_one(query: str, names: list[str]) -> None:
    found = PatternDetector(names=_NAMES).detect([query])[0]
    assert [query[one.start : one.end] for one in found if one.score > 0.9 and one.type == "PERSON"] == names


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ('print(df[df["surname"] == "Oyelaran"]["bonus"].sum())', ["Oyelaran"]),
        ("if user.lastName !== 'Okafor' || df.surname.isin([\"Dubois\", 'Okafor']) {}", ["Okafor", "Dubois", "Okafor"]),
        ('if name == "main" or status == "Open" or user == "admin": pass', []),
    ],
)
def test_a_program_that_compares_a_name_holds_one(code: str, names: list[str]) -> None:
    found = PatternDetector(names=_NAMES).detect([code])[0]
    assert [code[one.start : one.end] for one in found if one.score > 0.9] == names


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ("apellidos;nombre;dni\nCarrasco Peña;Lucía;77214908Q\nRojo;Ángel;20447193L", ["Carrasco Peña", "Lucía", "Rojo", "Ángel"]),
        ("nom,prénom,ville,téléphone\nN'Diaye,Fatou,Lorient,0758201466", ["N'Diaye", "Fatou", "Lorient"]),
        ("nazwisko\timie\tmiasto\tulica\nZając\tBogusława\tKoło\tPolna 8", ["Zając", "Bogusława", "Koło", "Polna 8"]),
        ("| Name | Vorname | Beruf |\n|---|---|---|\n| Hübner | Carla | Köchin |", ["Hübner", "Carla", "Köchin"]),
        ("cidade;quantidade;cor\nLondrina;12;azul", ["Londrina"]),
        ("nombre;precio\npatatas;3\ncebollas;4\ntomates;2", []),
        # A comma in quotes parts no cells.
        ('name,city\n"Okafor, Ngozi",Bergen\nLiv Sandvik,Oslo', ["Okafor, Ngozi", "Bergen", "Liv Sandvik", "Oslo"]),
        # A form: the first row heads nothing.
        (
            "Surname | Okafor\nGiven name(s) | Wei\nAge at intake | 65\nName of firm | Kestrel Taxis\nPlace of residence | Bergen",
            ["Okafor", "Wei", "Bergen"],
        ),
    ],
)  # fmt: skip
def test_heads_of_columns_in_other_languages(table: str, names: list[str]) -> None:
    found = PatternDetector(names=_NAMES).detect([table])[0]
    told = {"PERSON", "LOCATION", "STREET_ADDRESS", "JOB_TITLE"}
    assert [table[one.start : one.end] for one in found if one.score >= 0.9 and one.type in told] == names


def test_a_comma_in_quotes_parts_no_cells() -> None:
    table = '"Name","Salary"\n"Okafor, Ngozi","81,440"\n"Sandvik, Liv","67,310"\n'
    found = PatternDetector(names=_NAMES).detect([table])[0]
    assert {table[one.start : one.end] for one in found if one.type == "MONEY"} == {"81,440", "67,310"}
