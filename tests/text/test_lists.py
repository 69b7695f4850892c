"""Lists in files: sections, remarks, and words that stand in one list and are read by a module."""

from __future__ import annotations

from pathlib import Path

import pytest

import dp_gateway
from dp_gateway.text.lists import named_by_words, sections, word_lists

PACKAGE = Path(dp_gateway.__file__).parent
FILES = [file for file in PACKAGE.rglob("words.txt") if not file.with_suffix(".py").exists()]


def test_lines_stand_behind_the_name_of_their_section() -> None:
    text = "first\n# a remark\n\n[JOB]\nnurse\n[TOWN of a land]\nYork\nHull\n"
    assert list(sections(text)) == [
        ("", "first"),
        ("JOB", "nurse"),
        ("TOWN of a land", "York"),
        ("TOWN of a land", "Hull"),
    ]


def test_a_module_has_its_own_lists_in_the_order_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text(
        "[one FRUIT]\nplum pear\nfig\n[two FRUIT]\nlime\n[one KIN he]\nson\n[one KIN she]\naunt\n"
    )
    lists = word_lists(str(tmp_path / "one.py"))
    assert list(lists["FRUIT"]) == ["plum", "pear", "fig"]
    assert named_by_words(lists, "KIN") == {"son": "he", "aunt": "she"}
    assert list(word_lists(str(tmp_path / "two.py"))) == ["FRUIT"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_each_list_is_read_and_none_has_a_word_twice(file: Path) -> None:
    names = {name for name, _ in sections(file.read_text(encoding="utf-8"))}
    assert names
    for module, _, name in (one.partition(" ") for one in names):
        source = file.with_name(f"{module}.py")
        first = name.partition(" ")[0]
        # By its name, as one of several that are called alike, or all lists of a module at once.
        ways = f'["{name}"]', f"['{name}']", f'_LISTS, "{first}"', f'f"{first} {{', "word_lists(__file__).items()"
        assert any(way in source.read_text() for way in ways), f"{module} {name}"
        words = word_lists(str(source))[name]
        assert [word for word in set(words) if words.count(word) > 1] == []
