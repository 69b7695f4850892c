"""Suggested plans: what is private and short is never left as it is, since no column is read as a text of nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dp_gateway.detection.of_policy import detection_of
from dp_gateway.errors import ConfigurationError
from dp_gateway.policy import load_policy
from dp_gateway.tables.json_lines import as_read
from dp_gateway.tables.schema import suggest_plan
from dp_gateway.text.entities import Entity

pa = pytest.importorskip("pyarrow")

COLUMNS: tuple[tuple[str, Sequence[str], str], ...] = (
    # Of the first kind a text would leave every cell in clear: no detector knows a locker or a village by itself.
    ("uid", ["u_9f2c", "u_0011", "u_77ab"], "identifier"),
    ("locker", ["112", "113", "220"], "identifier"),
    ("cvv", ["123", "456", "9999"], "identifier"),
    ("dx", ["E11.9", "I10", "J45"], "identifier"),
    ("sex", ["F", "F", "M"], "identifier"),
    ("passport", ["X1234567", "P7654321", "L898902C3"], "ID_NUMBER"),
    ("contact", ["gail@initech.com", "per.lind@globex.io", "luz@zam.es"], "EMAIL_ADDRESS"),
    ("Owner", ["K. Moss", "K. Moss", "J. Reed"], "PERSON"),
    ("x1", ["Gail Whitlock", "Per Lind", "Luz Zamora"], "PERSON"),
    ("attending", ["Dr. Bauer", "Dr. Bauer", "Dr. Silva"], "PERSON"),
    ("x2", ["Dr. Anna Bauer", "Prof. Tom Lee", "Dr. Luz Silva"], "PERSON"),
    # A detector may know these by themselves, or take a village for a person.
    ("assigned", ["gwhitlock", "rkurtz", "luz.z"], "identifier|PERSON|USERNAME"),
    ("home", ["Leadworth", "Leadworth", "Upper Slaughter"], "identifier|PERSON|LOCATION"),
    # Here something is found in most cells, and most of each would stay.
    ("m/f", ["M", "M", "F"], "identifier"),
    ("bp", ["115/67", "95/73", "148/83"], "identifier"),
    ("lat", ["37.77493", "46.03881", "35.76262"], "identifier"),
    ("Country", ["DE", "US", "United Kingdom"], "identifier"),
    ("nation", ["Germany", "India", "Peru"], "LOCATION"),
    ("Total", ["$2,419.47", "$4.10", "-$80"], "MONEY"),
    ("change", ["4 %", "-2.5%", "11%"], "PERCENTAGE"),
    ("pH", ["7.1", "6.93", "7"], "number"),
    ("Qty", ["1", "12", "3"], "QUANTITY"),
    ("Kundennummer", ["10041", "10077", "20013"], "identifier"),
    ("Geburtsdatum", ["19.07.1985", "02.06.1971", "30.11.1999"], "date"),
    ("Gehalt", ["3.450,00", "2.980,50", "5100"], "MONEY"),
    ("Fecha de nacimiento", ["19/07/1985", "02/06/1971", "30/11/1999"], "date"),
    ("prénom", ["Amélie", "Luc", "Inès"], "PERSON"),
    ("remarks", ["on leave", "", "part time since May"], "text"),
)


def test_no_short_private_column_is_left_as_it_is() -> None:
    table = pa.table({name: list(cells) * 20 for name, cells, _ in COLUMNS})
    plan = suggest_plan(table, detection_of(load_policy("entities"))).plan
    found = {name: column.type or column.kind for name, column in plan.columns.items()}
    assert list(found) == [name for name, _, _ in COLUMNS]
    assert [(name, found[name]) for name, _, kinds in COLUMNS if found[name] not in kinds.split("|")] == []


def test_cells_of_which_some_are_nested_get_the_only_kind_that_can_hold_them() -> None:
    lines = pa.table(
        {"a": ['"u_1"', "[1, 2]", None], "b": ['{"c": 1}', '{"c": 2}', "null"], "d": ['"[x"', '"u_2"', "1"]}
    )
    plan = suggest_plan(as_read(lines), detection_of(load_policy("entities"))).plan
    assert {name: column.kind for name, column in plan.columns.items()} == {"a": "json", "b": "json", "d": "identifier"}


def test_whole_numbers_of_json_lines_are_identifiers_where_their_name_says_so() -> None:
    lines = pa.table({"id": ["1000", "1001", None], "score": ["1", "2.5", "null"], "visits": ["3", "4", "5"]})
    plan = suggest_plan(as_read(lines), detection_of(load_policy("entities"))).plan
    assert {name: column.kind for name, column in plan.columns.items()} == {
        "id": "identifier",
        "score": "number",
        "visits": "number",
    }


def test_only_the_beginning_of_a_long_cell_is_looked_at() -> None:
    class Longest:
        read = 0

        def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
            self.read = max([self.read, *map(len, texts)])
            return [[] for _ in texts]

    longest = Longest()
    plan = suggest_plan(pa.table({"note": ["Anna Miller called. " * 50_000]}), longest).plan
    assert plan.columns["note"].kind == "text"
    assert longest.read <= 1000


def test_a_table_that_no_plan_fits_gets_none() -> None:
    twice = pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"])], names=["x", "x"])
    with pytest.raises(ConfigurationError, match="column 2 of the table has the name of another one"):
        suggest_plan(twice, detection_of(load_policy("entities")))
