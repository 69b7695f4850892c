"""The sets and measures by which detection is compared."""

import pytest

from benchmarks import instructions
from benchmarks.detection import sets
from benchmarks.detection.measures import score
from benchmarks.detection.page import page
from benchmarks.detection.public_clean import UNSEEN, measure, passages, private
from benchmarks.detection.sets import PUBLIC, marked, own_sets, public_sets
from benchmarks.languages.outsiders import FOLDERS, HALVES, read_marked
from dp_gateway.text.entities import Entity
from release.training.examples import Example


def found(example):
    return [Entity(a, b, kind, 1.0, "x") for a, b, kind in example.spans]


def test_marks_become_spans():
    example = marked("ask «P:Anna Li» in «L:Oslo»")
    assert example.text == "ask Anna Li in Oslo"
    assert [(example.text[a:b], kind) for a, b, kind in example.spans] == [("Anna Li", "PERSON"), ("Oslo", "LOCATION")]


def test_our_own_sets_are_as_large_as_they_say():
    sets = {one.name: one for one in own_sets()}
    assert sum(name.startswith("informal: ") for name in sets) == 13
    assert sum(len(one.spans) for one in sets["informal"].examples) > 330
    assert len(sets["everyday: read"].examples) == len(sets["everyday: unread"].examples) == 50
    assert sum(len(one.spans) for one in sets["everyday"].examples) > 600
    assert len(sets["rare names: read"].examples) == len(sets["rare names: unread"].examples) == 30
    assert sum(len(one.spans) for one in sets["rare names"].examples) > 270
    assert len(sets["new messages"].examples) == 130
    assert sum(len(one.spans) for one in sets["new messages"].examples) > 350
    assert len(sets["ordinary: read"].examples) == len(sets["ordinary: unread"].examples) == 39
    assert len(sets["clean"].examples) >= 170
    assert len(sets["clean held out"].examples) >= 40
    assert not any(one.spans for name in ("clean", "clean held out", "ordinary") for one in sets[name].examples)
    assert not any(sign in one.text for one in sets["informal"].examples for sign in "«»")


def test_a_perfect_system_and_an_idle_one():
    informal = own_sets()[0]
    assert score(informal, [found(one) for one in informal.examples])[1:4] == (1, 1, 1)
    assert score(informal, [[] for _ in informal.examples])[1:] == (0, 0, None, 0)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("PERSON", (1, 1.0, 1.0, 0.4)), ("MONEY", (1, 1.0, 1.0, None)), ("OTHER", (1, 1.0, 1.0, None))],
)
def test_findings_of_types_that_a_set_does_not_label_do_not_spoil_precision(kind, expected):
    one = sets.TestSet("x", [Example("Anna likes", ((0, 4, "PERSON"),))], frozenset({"PERSON"}))
    measured = score(one, [[Entity(0, 10, kind, 1.0, "x")]])
    assert measured[:3] == expected[:3]
    assert measured.precision == (pytest.approx(4 / 9) if expected[3] else None)


def test_what_may_be_either_counts_neither_way():
    one = sets.TestSet("x", [Example("Anna saw Jaws", ((0, 4, "PERSON"), (9, 13, "MISC")))], frozenset({"PERSON"}))
    assert score(one, [[Entity(0, 4, "PERSON", 1.0, "x"), Entity(9, 13, "PERSON", 1.0, "x")]])[:4] == (1, 1, 1, 1)


def test_corpora_that_are_missing_are_named(tmp_path):
    assert public_sets(tmp_path) == ([], list(PUBLIC))


def test_the_page_has_a_row_for_every_set():
    sets = own_sets()
    scores = {"ours": {one.name: score(one, [[] for _ in one.examples]) for one in sets}}
    text = page({"scores": scores, "milliseconds": {"ours": 1.0}, "missing": ["TAB test"]})
    assert all(one.name in text for one in sets)
    assert "TAB test" in text


def test_clean_text_of_others_is_measured_by_kind_without_public_references(tmp_path):
    folder = tmp_path / "redis+redis-doc/docs"
    folder.mkdir(parents=True)
    long = "The command removes every key that matches the pattern of it"
    (folder / "a.md").write_text(f"---\nx: 1\n---\n{long} in Oslo.\n\n{long}, thanks to Anna.\n\nshort\n")
    kinds = {name for name in UNSEEN if passages(tmp_path, UNSEEN[name])}
    assert kinds == {"docs"}

    def find(texts, public=False):
        return [
            [Entity(text.index("Oslo"), text.index("Oslo") + 4, "LOCATION", 1.0, "x", public=public)] for text in texts
        ]

    scores = measure(find, tmp_path)
    assert set(scores) == {"public clean, unseen: docs", "public clean, unseen half"}
    assert scores["public clean, unseen half"].replaced == pytest.approx(4 / sum(map(str.isalnum, f"{long} in Oslo")))
    assert measure(lambda texts: find(texts, public=True), tmp_path)["public clean, unseen half"].replaced == 0


def test_logs_may_hold_hosts_and_times():
    found = [[Entity(0, 3, "IP_ADDRESS", 1.0, "x"), Entity(4, 6, "PERSON", 1.0, "x"), Entity(7, 9, "URL", 1.0, "x")]]
    assert [one.type for one in private(found, logs=True)[0]] == ["PERSON"]
    assert [one.type for one in private(found)[0]] == ["IP_ADDRESS", "PERSON"]


def test_instructions_for_agents_are_measured_by_half_without_lines_that_name_authors(tmp_path):
    folder = tmp_path / "obra+superpowers/skills/one"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text("Ask Oslo first.\nAuthor: Anna\nThen stop.\n")
    texts = instructions.files(tmp_path, instructions.UNREAD)
    assert texts == ["Ask Oslo first.\nThen stop.\n"]

    def find(texts):
        return [[Entity(4, 8, "LOCATION", 1.0, "x"), Entity(9, 14, "URL", 1.0, "x")] for _ in texts]

    measured = instructions.measure(find, tmp_path)
    assert set(measured) == {"unread"}
    assert measured["unread"][:3] == (1, 5, 1)
    assert measured["unread"].rate == 2000


@pytest.mark.parametrize("name", FOLDERS)
def test_what_an_outsider_asks_is_marked_as_it_says(name):
    files = {half: sorted((FOLDERS[name] / half).glob("*.txt")) for half in HALVES}
    assert [file.name for file in files["read"]] == [file.name for file in files["unread"]]
    assert len(files["read"]) == 12 - (name == "documents")
    for file in (*files["read"], *files["unread"]):
        messages = read_marked(file)
        assert len(messages) >= (11 if name == "documents" else 15), file
        assert not any(sign in one.text for one in messages for sign in "«»"), file
        assert {"PERSON", "LOCATION", "MONEY"} <= {kind for one in messages for *_, kind in one.spans}, file
