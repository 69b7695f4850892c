"""What leaves of a table, by kind of column and by scope, and what the report says of it."""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.tables import Column, sanitize_table
from dp_gateway.tables.drawing import scope_name

pa = pytest.importorskip("pyarrow")
SHARES = ("row", "column", "table", "files")
PRIVATE = (
    "Anna",
    "Miller",
    "Tom Lee",
    "Gonzalez",
    "José",
    "Álvarez",
    "tom.lee",
    "48291",
    "acme",
    "Boston",
    "Madrid",
    "85,000",
)


@pytest.mark.parametrize("share", SHARES)
def test_nothing_private_leaves(table: Any, sanitizer: Callable[..., Any], share: str) -> None:
    left = repr(sanitizer(share).sanitize(table).table.to_pylist())
    assert [value for value in PRIVATE if value in left] == []


@pytest.mark.parametrize("share", SHARES)
def test_rows_do_not_depend_on_what_stands_beside_them(table: Any, sanitizer: Callable[..., Any], share: str) -> None:
    whole = sanitizer(share).sanitize(table).table
    ones = [sanitizer(share).sanitize(table.slice(at, 1)).table for at in reversed(range(len(table)))]
    assert pa.concat_tables(ones[::-1]).to_pylist() == whole.to_pylist()


def test_a_value_has_one_surrogate_in_all_columns_of_a_table(table: Any, sanitizer: Callable[..., Any]) -> None:
    new = sanitizer("table").sanitize(table).table
    name, city = new["name"][0].as_py(), new["city"][0].as_py()
    assert new["name"][3].as_py() == name
    assert new["note"][0].as_py().startswith(f"{name} from {city} called about ")
    assert json.loads(new["json"][0].as_py())["who"] == name
    assert new["nested"][0].as_py()[0]["w"] == name
    assert new["id"][0].as_py() == new["id"][3].as_py() != new["id"][1].as_py()
    assert new["account"][0].as_py() == new["account"][2].as_py()


def test_a_value_has_another_surrogate_in_another_scope(table: Any, sanitizer: Callable[..., Any]) -> None:
    shared = {share: sanitizer(share).sanitize(table).table for share in SHARES}
    names = {share: new["account"].to_pylist() for share, new in shared.items()}
    assert names["row"][0] != names["row"][2]
    assert len({names[share][0] for share in SHARES}) == len(SHARES)
    assert shared["column"]["name"][0].as_py() not in shared["column"]["note"][0].as_py()
    other = sanitizer("table", name="u").sanitize(table).table
    assert other["account"][0].as_py() != names["table"][0]
    assert sanitizer("files", name="u").sanitize(table).table.equals(shared["files"])


def test_a_name_that_detection_misses_is_replaced_where_a_column_has_it(key: Secret) -> None:
    rows = pa.table({"who": ["Xiuqin Tolven"], "note": ["the xiuqin and the tolven are open"]})
    alone = sanitize_table(rows, {"who": "drop", "note": "text"}, "entities", key).table["note"][0].as_py()
    new = sanitize_table(rows, {"who": "PERSON", "note": "text"}, "entities", key).table
    assert "tolven" in alone
    assert "tolven" not in new["note"][0].as_py()
    assert new["who"][0].as_py().split()[1].lower() in new["note"][0].as_py()


def test_declared_values_are_drawn_as_a_request_of_the_value_alone(table: Any, key: Secret) -> None:
    result = sanitize_table(table.select(["name"]), {"name": "PERSON"}, "entities", key, name="t")
    one = Gateway("entities", key=key).declared(["Anna Miller"], "PERSON", scope=scope_name("table", "", "t"))[0]
    assert result.table["name"][0].as_py() == one.text
    assert result.report.price.delta == pytest.approx(sum(c.delta for c in one.charges) * 4, rel=0.2)


def test_nulls_and_empty_cells_stay(table: Any, sanitizer: Callable[..., Any]) -> None:
    new = sanitizer("table").sanitize(table).table
    for name in ("name", "note", "account", "json", "city"):
        before, after = table[name].to_pylist(), new[name].to_pylist()
        assert [cell in (None, "") and repr(cell) for cell in before] == [
            cell in (None, "") and repr(cell) for cell in after
        ]
    assert [cell is None for cell in new["born"].to_pylist()] == [cell is None for cell in table["born"].to_pylist()]


def test_types_stay(table: Any, sanitizer: Callable[..., Any]) -> None:
    new = sanitizer("table").sanitize(table).table
    changed = [f.name for f in new.schema if f.type != table.schema.field(f.name).type]
    assert changed == []
    assert "secret" not in new.schema.names


def test_numbers_between_bounds_stay_between_them_and_keep_nothing_else(key: Secret) -> None:
    column = {"age": Column(kind="number", lower=0, upper=120, epsilon=2)}
    result = sanitize_table(pa.table({"age": list(range(-10, 140))}), column, "entities", key)
    new = result.table["age"].to_pylist()
    assert min(new) >= 0
    assert max(new) <= 120
    (report,) = result.report.columns
    assert report.level[0] <= 2 + 1e-9
    assert report.level[1] == 0
    assert report.draws == 121
    assert "29 cells lay beyond the bounds" in report.left[0]


def test_the_law_of_numbers_between_bounds_is_what_is_certified(key: Secret) -> None:
    """Frequencies of 4,000 draws of each end: no output is more than e^epsilon times likelier for one (3 sigma)."""
    plan = {"x": Column(kind="number", lower=0, upper=10, step=1, epsilon=1), "row": "identifier"}
    rows = pa.table({"x": [0, 10] * 4000, "row": list(range(8000))})
    new = sanitize_table(rows, plan, "entities", key, share="row").table["x"].to_pylist()
    low, high = ([new[at::2].count(value) for value in range(11)] for at in (0, 1))
    for one, other in zip(low, high, strict=True):
        most, least = max(one, other), min(one, other)
        assert most - 3 * math.sqrt(most) <= math.e * (least + 3 * math.sqrt(least))
    assert low != high


def test_dates_lose_the_time_of_day_unless_it_is_kept(table: Any, key: Secret) -> None:
    seen = table.select(["seen"])
    dropped = sanitize_table(seen, {"seen": "date"}, "entities", key).table["seen"][0].as_py()
    kept = sanitize_table(seen, {"seen": Column(kind="date", time="keep")}, "entities", key)
    assert dropped.time() == dt.time(0)
    assert kept.table["seen"][0].as_py().time() == table["seen"][0].as_py().time() != dt.time(0)
    assert "the time of day of a timestamp" in kept.report.columns[0].left


def test_what_no_row_holds_does_not_leave(key: Secret) -> None:
    """Entries of dictionaries, sliced rows, and what a file says of itself."""
    whole = pa.table(
        {
            "a": pa.array(["Anna Miller", "Secret Person", "Tom Lee"]).dictionary_encode(),
            "b": pa.DictionaryArray.from_arrays(pa.array([0, 0, 0]), pa.array(["x", "Hidden Name"])),
            "c": pa.array(["public", "Sliced Away", "public"]),
        }
    ).replace_schema_metadata({"owner": "Private Owner"})
    result = sanitize_table(whole.slice(0, 1), {"a": "PERSON", "b": "keep", "c": "keep"}, "entities", key)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, result.table.schema) as writer:
        writer.write_table(result.table)
    bits = sink.getvalue().to_pybytes()
    for value in (b"Anna", b"Secret", b"Hidden", b"Sliced", b"Private"):
        assert value not in bits


def test_a_value_that_nothing_can_be_drawn_for_is_no_pass(key: Secret) -> None:
    result = sanitize_table(pa.table({"d": ["yesterday", "2024-03-05"]}), {"d": "date"}, "entities", key)
    assert result.table["d"][0].as_py() == "<DATE_TIME>"
    assert "1 cells had nothing to draw from" in result.report.columns[0].left[0]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("secret", "text"),
        ("secret", "PERSON"),
        ("secret", "identifier"),
        ("name", "number"),
        ("id", "PERSON"),
        ("salary", "date"),
        ("salary", "identifier"),
        ("name", "json"),
    ],
)
def test_a_kind_that_does_not_suit_a_column_changes_nothing_in_clear(
    table: Any, key: Secret, name: str, kind: str
) -> None:
    """Refused, or sanitized all the same; never passed."""
    one = table.select([name])
    with suppress(ConfigurationError, InputError):
        new = sanitize_table(one, {name: kind}, "entities", key).table[name].to_pylist()
        assert not {value for value in new if value} & {value for value in one[name].to_pylist() if value}


def test_a_table_that_the_plan_does_not_fit_is_refused_by_number(table: Any, key: Secret) -> None:
    with pytest.raises(ConfigurationError, match="column 2 of the table is not in the plan"):
        sanitize_table(table.select(["key", "name"]), {"key": "keep"}, "entities", key)
    with pytest.raises(ConfigurationError, match="lacks column 2 of the plan"):
        sanitize_table(table.select(["key"]), {"key": "keep", "name": "PERSON"}, "entities", key)


@pytest.mark.parametrize("name", ["Anna Miller", "anna_miller_notes", "anna@acme.com", "555-867-5309", "case 4829171"])
def test_a_column_with_a_private_name_is_refused_until_it_is_renamed(key: Secret, name: str) -> None:
    rows = pa.table({name: ["x"]})
    with pytest.raises(ConfigurationError, match="the name of column 1 looks like") as refused:
        sanitize_table(rows, {name: "keep"}, "entities", key)
    assert name not in str(refused.value)
    renamed = sanitize_table(rows, {name: Column(kind="keep", rename="note")}, "entities", key)
    assert renamed.table.column_names == ["note"]
    sanitize_table(rows, {name: Column(kind="keep", public_name=True)}, "entities", key)


def test_ordinary_names_of_columns_are_not_refused(key: Secret) -> None:
    names = "id name first_name sal mark amount Will may email ssn city zip dob created_at ip address2 q1_2024 ORDER_ID".split()
    sanitize_table(pa.table({name: ["x"] for name in names}), dict.fromkeys(names, "keep"), "entities", key)


@pytest.mark.parametrize("policy", ["tokens", "hybrid", "mask", "observe"])
def test_the_semantics_of_texts_are_those_of_the_policy(table: Any, key: Secret, policy: str) -> None:
    result = sanitize_table(table.select(["note", "name"]), {"note": "text", "name": "PERSON"}, policy, key)
    note, name = result.table["note"][0].as_py(), result.table["name"][0].as_py()
    if policy == "observe":
        assert (note, name) == (table["note"][0].as_py(), "Anna Miller")
        assert math.isinf(result.report.price.epsilon)
        assert result.report.columns[1].guarantee == "none: left in clear"
        return
    assert "Anna" not in note + name
    assert ("<PERSON_1>" in note) == (policy == "mask")


def test_the_price_counts_a_draw_once(key: Secret) -> None:
    plan = {"a": Column(kind="number", lower=0, upper=100, epsilon=3)}

    def price(values: list[int], share: Any = "table") -> float:
        return sanitize_table(pa.table({"a": values}), plan, "entities", key, share=share).report.price.epsilon

    one = price([5])
    assert price([5] * 5000) == one
    assert price([5, 6, 7]) == pytest.approx(3 * one)
    assert price([5, 5, 6], "row") == pytest.approx(2 * one)


def test_the_report_names_what_whoever_changes_a_row_changes(key: Secret) -> None:
    plan = {
        "a": Column(kind="number", lower=0, upper=100, epsilon=3),
        "b": Column(kind="number", lower=0, upper=9, epsilon=1),
    }
    report = sanitize_table(pa.table({"a": [5, 6], "b": [1, None]}), plan, "entities", key).report
    assert report.row[0] == pytest.approx(sum(column.level[0] for column in report.columns))
    assert report.price.epsilon == pytest.approx(2 * report.columns[0].level[0] + report.columns[1].level[0])
    assert "which cells are equal" in report.left_in_clear[-1]
    json.dumps(report.to_json())


def test_long_cells_and_many_rows(key: Secret) -> None:
    text = "Anna Miller called from Boston. " * 3000
    rows = pa.table({"note": [text, *["ok"] * 5000]})
    new = sanitize_table(rows, {"note": "text"}, "entities", key).table["note"]
    assert len(new) == 5001
    assert "Anna" not in new[0].as_py()
    assert set(new.to_pylist()[1:]) == {"ok"}


def test_errors_hold_no_value(key: Secret) -> None:
    broken = pa.array([b"\xff Anna Miller"], pa.binary()).view(pa.string())
    with pytest.raises(InputError) as error:
        sanitize_table(pa.table({"a": broken}), {"a": "PERSON"}, "entities", key)
    assert "Anna" not in str(error.value)
