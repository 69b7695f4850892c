"""Amounts to the cent of bills and ledgers, which name no currency."""

from __future__ import annotations

from dp_gateway.detection.beside import amounts_of_ledgers
from dp_gateway.detection.detection import default_detection
from dp_gateway.detection.parts import cells
from dp_gateway.text.entities import Entity


def _found(text: str) -> list[str]:
    return [text[one.start : one.end] for one in amounts_of_ledgers(text)]


def test_amounts_of_a_ledger_are_found() -> None:
    assert _found("W/E   DUE   PD   BAL\n05 Jan   185.00   150.00   35.00\n") == ["185.00", "150.00", "35.00"]
    assert _found("Umsatz;total;paid\n1.204,50;88,00;9.770,10\n") == ["1.204,50", "88,00", "9.770,10"]


def test_measures_and_programs_have_none() -> None:
    assert not _found("total   paid\n1.35 kg   0.45 kg   0.90 kg\n")
    assert not _found("mean 3.14, deviation 0.45, median 2.71, n = 64\n")
    assert not _found("def total(x):\n    paid = 12.50\n    due = 13.50\n    return x * 14.50\n")


def test_cells_of_rows_are_apart() -> None:
    def parts(text: str, kind: str) -> list[str]:
        return [text[one.start : one.end] for one in cells(text, Entity(0, len(text), kind, 0.9, "test"))]

    assert parts("03/04/61    ZAB1234", "DATE_TIME") == ["03/04/61"]
    assert parts("blu   Pool, ln", "STREET_ADDRESS") == []
    assert parts("Chapel St   evens", "STREET_ADDRESS") == ["Chapel St"]
    assert parts("3B1D 8A7F  0E7B 6F21", "ID_NUMBER") == ["3B1D 8A7F  0E7B 6F21"]


def test_names_in_tables_are_read_and_their_heads_are_not() -> None:
    text = "Kd.Nr;Anr.;Nachn.;Vorn.;PLZ\n10044;Fr.;Aßmann;Heike;04277\n10051;Hr.;Yıldız;Cem;50823\n"
    found = {text[one.start : one.end] for one in default_detection().detect([text])[0]}
    assert {"Aßmann", "Yıldız"} <= found
    assert {"Nachn", "Vorn", "Anr"}.isdisjoint(found)
