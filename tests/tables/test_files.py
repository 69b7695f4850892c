"""Files of every format: the same draws, nothing lost, nothing guessed, and errors that show no cell."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from dp_gateway import Secret
from dp_gateway.errors import ConfigurationError, GatewayError, InputError
from dp_gateway.policy import load_policy
from dp_gateway.tables.formats import place_of, places_of, targets_of
from dp_gateway.tables.plan import as_plan
from dp_gateway.tables.running import Run, run
from dp_gateway.tables.sources import pieces

pa = pytest.importorskip("pyarrow")
from tests.tables.table_files import FORMATS, PLAN, ROWS, rows_of, sanitized, write  # noqa: E402


@pytest.mark.parametrize("name", FORMATS)
def test_all_formats_give_the_same_rows(tmp_path: Path, key: Secret, name: str) -> None:
    source = write(tmp_path / name, ROWS)
    reference = write(tmp_path / "reference.parquet", ROWS)
    (tmp_path / "out").mkdir()
    target = tmp_path / "out" / f"b{name[1:]}"
    report = sanitized(source, target, key)
    sanitized(reference, tmp_path / "out" / "r.parquet", key)
    assert rows_of(target) == rows_of(tmp_path / "out" / "r.parquet")
    assert report.rows == len(ROWS)
    assert [row["kept"] for row in rows_of(target)] == list("01234")
    assert not list(tmp_path.rglob("*.partial"))


@pytest.mark.parametrize("name", FORMATS)
def test_pieces_say_how_far_they_come(tmp_path: Path, name: str) -> None:
    """The progress bar is drawn from it; a file whose rows are read together counts them one by one."""
    place = place_of(str(write(tmp_path / name, ROWS)))
    done = [piece.done for piece in pieces(place, rows=1)]
    assert len(done) == len(ROWS)
    assert done == sorted(set(done))
    assert 0.99 < done[-1] <= 1


def test_columns_that_are_kept_are_kept_as_they_stand(tmp_path: Path, key: Secret) -> None:
    """Of CSV no type is guessed: zeros before a number, an empty cell and NA are what they were."""
    source = tmp_path / "in.csv"
    source.write_text("zip,empty,na\n01234,,NA\n1e5,,null\n")
    sanitized(source, tmp_path / "out.csv", key, as_plan(dict.fromkeys(("zip", "empty", "na"), "keep")))
    assert rows_of(tmp_path / "out.csv") == rows_of(source)
    assert rows_of(source)[0] == {"zip": "01234", "empty": "", "na": "NA"}


def test_json_lines_keep_their_types(tmp_path: Path, key: Secret) -> None:
    lines = [
        {
            "id": 7,
            "name": "Anna Miller",
            "price": 85000,
            "more": {"who": "Anna Miller", "tags": ["a", True, None, 1.5]},
        },
        {"id": "7", "name": None, "price": None},
        {"name": "", "price": 12.5, "more": "Tom Lee said so"},
        {"id": None, "more": []},
    ]
    source = tmp_path / "in.jsonl"
    source.write_text("\n\n".join(map(json.dumps, lines)))
    plan = as_plan({"id": "identifier", "name": "PERSON", "price": "number", "more": "json"})
    sanitized(source, tmp_path / "out.jsonl", key, plan)
    new = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [list(row) for row in new] == [
        ["id", "name", "price", "more"],
        ["id", "name", "price"],
        ["name", "price", "more"],
        ["id", "more"],
    ]
    assert [type(row.get("price")) for row in new[:3]] == [int, type(None), float] or isinstance(new[2]["price"], int)
    assert new[0]["more"]["tags"] == ["a", True, None, 1.5]
    assert new[0]["more"]["who"] == new[0]["name"] != "Anna Miller"
    assert new[1]["name"] is None
    assert new[2]["name"] == ""
    assert "Tom" not in new[2]["more"]
    assert new[3] == {"id": None, "more": []}


def test_a_fine_tuning_set_of_chats_keeps_its_roles(tmp_path: Path, key: Secret) -> None:
    from dp_gateway.tables import Column

    chat = [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "I am Anna Miller."},
        {"role": "assistant", "content": "Hello Anna!"},
    ]
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps({"messages": chat, "weight": 1}) + "\n")
    plan = as_plan({"messages": Column(kind="json", shape="chat"), "weight": "keep"})
    sanitized(source, tmp_path / "out.jsonl", key, plan)
    new = json.loads((tmp_path / "out.jsonl").read_text())
    assert [message["role"] for message in new["messages"]] == ["system", "user", "assistant"]
    assert new["messages"][0]["content"] == "Be kind."
    given = new["messages"][1]["content"].removeprefix("I am ").split()[0]
    assert new["messages"][2]["content"] == f"Hello {given}!"
    assert given != "Anna"


def test_several_files_go_into_a_folder(tmp_path: Path, key: Secret) -> None:
    (tmp_path / "in").mkdir()
    for name in ("a.jsonl", "b.jsonl"):
        write(tmp_path / "in" / name, ROWS)
    places = places_of([str(tmp_path / "in" / "*.jsonl")])
    targets = targets_of(places, str(tmp_path / "out"))
    plans = {share: PLAN.model_copy(update={"share": share, "name": ""}) for share in ("table", "files")}
    same: dict[str, bool] = {}
    for share, plan in plans.items():
        report = run(Run(places, targets, plan, load_policy("entities"), key))
        first, second = (rows_of(tmp_path / "out" / name) for name in ("a.jsonl", "b.jsonl"))
        same[share] = first == second
        assert report.rows == 2 * len(ROWS)
    assert same == {"table": False, "files": True}


@pytest.mark.parametrize("sign", [";", "|", "\t", ","])
def test_what_parts_the_cells_of_a_file_is_read_from_it_and_parts_those_of_the_output(
    sign: str, tmp_path: Path, key: Secret
) -> None:
    rows = [["name", "note", "sum"], ["Anna Miller", f'"a, b{sign} c"', '"1,5"'], ["Tom Lee", "x", '"2,25"']]
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("".join(sign.join(row) + "\n" for row in rows), encoding="utf-8")
    sanitized(source, target, key, as_plan({"name": "PERSON", "note": "keep", "sum": "keep"}))
    lines = target.read_text(encoding="utf-8").splitlines()
    assert lines[0].replace('"', "") == sign.join(rows[0])
    read = [*csv.reader(lines[1:], delimiter=sign)]
    assert [row[1:] for row in read] == [[f"a, b{sign} c", "1,5"], ["x", "2,25"]]
    assert not {"Anna Miller", "Tom Lee"} & {row[0] for row in read}


def test_one_column_of_sentences_is_no_table_of_their_commas(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('text\n"Well, yes"\n"No; never"\n')
    (place,) = places_of([str(tmp_path / "a.csv")])
    assert place.delimiter == ","


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", b"name,note\nAnna Miller,x\nTom Lee,y,z\n"),
        ("a.csv", b"name,name\nAnna Miller,x\n"),
        ("a.csv", b""),
        ("a.csv", b"name,note\n\xff\xfeAnna Miller,x\n"),
        ("a.jsonl", b'{"name": "Anna Miller", "note": "x"}\n{"name": "Anna Miller"'),
        ("a.jsonl", b'{"name": "Anna Miller", "note": "x", "Tom Lee": 1}\n'),
        ("a.jsonl", b'["Anna Miller"]\n'),
        ("a.parquet", b"PAR1 Anna Miller"),
        ("a.feather", b"Anna Miller"),
        ("a.db", b"SQLite format 3\0Anna Miller"),
    ],
)
def test_a_file_that_cannot_be_read_says_where_and_not_what(
    tmp_path: Path, key: Secret, name: str, content: bytes
) -> None:
    source = tmp_path / name
    source.write_bytes(content)
    with pytest.raises(GatewayError) as error:
        sanitized(source, tmp_path / f"out{source.suffix}", key, as_plan({"name": "PERSON", "note": "text"}))
    assert "Anna" not in f"{error.value} {error.value.hint}"
    assert "Tom" not in f"{error.value} {error.value.hint}"
    assert not (tmp_path / f"out{source.suffix}").exists()


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.parquet", "a.feather", "a.db"])
def test_a_table_without_rows_is_a_table_without_rows(tmp_path: Path, key: Secret, name: str) -> None:
    source = tmp_path / name
    if name == "a.db":
        write(source, [])
    elif name == "a.csv":
        source.write_text("name,note,id,kept\n")
    elif name == "a.jsonl":
        source.write_text("")
    else:
        from pyarrow import feather, parquet

        empty = pa.Table.from_pylist(ROWS).slice(0, 0)
        parquet.write_table(empty, source) if name == "a.parquet" else feather.write_feather(empty, source)
    assert sanitized(source, tmp_path / f"out{source.suffix}", key).rows == 0
    assert rows_of(tmp_path / f"out{source.suffix}") == []


def test_places_are_told_by_their_endings(tmp_path: Path) -> None:
    assert place_of("x.db#people")[1:] == ("sqlite", "", "people", "")
    assert place_of("a.b.csv.gz")[1:] == ("csv", "gzip", "", ",")
    for wrong in ("x.xlsx", "x.parquet.gz", "x.gz"):
        with pytest.raises(ConfigurationError):
            place_of(wrong)
    with pytest.raises(InputError):
        places_of([str(tmp_path / "*.csv")])
    (tmp_path / "a.csv").write_text("x\n")
    with pytest.raises(ConfigurationError, match="over the input"):
        targets_of(places_of([str(tmp_path / "a.csv")]), str(tmp_path / "a.csv"))
