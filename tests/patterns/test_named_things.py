"""People in the names of files."""

from __future__ import annotations

import pytest

from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.patterns.names import NameLists

_NAMES = NameLists(
    given={"agnieszka", "anna", "rose"}, surnames={"garden"}, common={"rose", "garden", "annual", "resume", "config"}
)


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/var/www/cv_Agnieszka_Zielinska_2024.pdf", ["Agnieszka_Zielinska"]),
        ("sent as Kowalski-Anna.docx today", ["Kowalski-Anna"]),
        ("Resume-Agnieszka-Zielinska.pdf", ["Agnieszka-Zielinska"]),
        ("cv_Anna_Agnieszka_Zielinska.pdf", ["Anna_Agnieszka_Zielinska"]),
        ("data/2024-03-02_interview_agnieszka-zielinska_notes.md", ["agnieszka-zielinska"]),
        ("src/agnieszka_zielinska.py, agnieszka_rose.pdf and agnieszka_config.json", []),
        ("git fetch origin bugfix/agnieszka-zielinska-null-check", ["agnieszka-zielinska"]),
        ("git switch fix/agnieszka-garden; ls lib/agnieszka-zielinska", []),
        ("My_Document.pdf, Rose_Garden.jpg and Annual_Report_2023.xlsx", []),
        ("Anna_Kowalski without an end", []),
    ],
)
def test_a_file_is_called_by_whose_it_is(path: str, names: list[str]) -> None:
    found = PatternDetector(names=_NAMES).detect([path])[0]
    assert [path[one.start : one.end] for one in found if one.score == 1] == names
