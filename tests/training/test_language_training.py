"""Made-up examples of other languages, and what treebanks teach."""

import random

import pytest

pytest.importorskip("faker")

from dp_gateway.detection.languages.reading import tokenize_any
from dp_gateway.detection.tagger.weights import LABELS
from release.training.examples import NAME, Builder, Example
from release.training.language_corpora import TESTS, TRAINING, _treebank
from release.training.language_values import LanguageValues, inflected, read_lists
from release.training.synthetic import everyday

CODES = sorted(TRAINING)


@pytest.mark.parametrize("code", CODES)
def test_a_language_has_sixty_templates_and_some_that_name_nobody(code):
    lists, made, none = read_lists(code)
    assert len(made) >= 54
    assert len(none) >= 15
    assert {"cities", "orgs", "street", "address", "postcode", "months", "date", "phone"} <= set(lists)


@pytest.mark.parametrize("code", CODES)
def test_examples_have_their_values_where_their_spans_say(code):
    values = LanguageValues(code, random.Random(1))
    examples = list(values.examples(200))
    assert not any("{" in one.text or "#" in one.text.replace("# ", "") for one in examples)
    kinds = {kind for one in examples for _, _, kind in one.spans}
    assert {"PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS"} <= kinds
    assert all(one.text[a:b].strip() for one in examples for a, b, _ in one.spans)


def test_polish_names_stand_in_their_case():
    assert inflected("Anna", "given", "dat") == "Annie"
    assert inflected("Kowalski", "family", "ins") == "Kowalskim"


def test_the_same_seed_gives_the_same_examples():
    first, second = (list(LanguageValues("fr", random.Random(7)).examples(20)) for _ in range(2))
    assert first == second


def test_a_proper_noun_of_a_treebank_is_a_name_of_any_kind(tmp_path):
    rows = ["# text = Anna schläft im Haus.", *(
        "\t".join((str(number), form, "_", tag, *["_"] * 6))
        for number, (form, tag) in enumerate((("Anna", "PROPN"), ("schläft", "VERB"), ("im", "ADP"), ("Haus", "NOUN")), 1)
    )]  # fmt: skip
    (tmp_path / "tree.conllu").write_text("\n".join(rows) + "\n\n", encoding="utf-8")
    (one,) = _treebank(tmp_path / "tree.conllu")
    assert one.spans == ((0, 4, NAME),)
    allowed = Builder(tokenize_any).stream([one]).allowed
    named = {label for index, label in enumerate(LABELS) if allowed[0] >> index & 1}
    assert named == {f"{mark}-{kind}" for mark in "BI" for kind in ("PERSON", "ORGANIZATION", "LOCATION", "MISC")}
    assert allowed[3] & 1


def test_no_test_set_is_read_for_training():
    tested = {path for rows in TESTS.values() for path, _ in rows if "-dev" in path or ".dev" in path}
    trained = {path for rows in TRAINING.values() for path, _ in rows}
    assert not tested & {path for path in trained if "UNER" in path or "golden-horse" in path}
    assert not any(("PUD" in path and "UNER" in path) or "wikineural" in path for path in trained)


def test_an_example_of_a_script_without_spaces_is_cut_into_characters():
    stream = Builder(tokenize_any).stream([Example("王小明在杭州", ((0, 3, "PERSON"), (4, 6, "LOCATION")))])
    live = stream.allowed[:6]
    assert [LABELS[int(bits).bit_length() - 1] for bits in live[[0, 1, 2, 4, 5]]] == [
        "B-PERSON", "I-PERSON", "I-PERSON", "B-LOCATION", "I-LOCATION",
    ]  # fmt: skip


def test_an_everyday_sentence_has_holes_for_the_names_its_english_side_has(tmp_path):
    file = tmp_path / "eRgo35+s2s-mt-experiment/eng-pol.txt"
    file.parent.mkdir(parents=True)
    rows = (
        ("We saw Tom here.", "Widzieliśmy tu Toma."), ("Tom is here.", "Tom jest tutaj."), ("Is it cold?", "Zimno?"),
        ("It is cold in Boston.", "W Bostonie jest zimno."), ("Ken is cold.", "Kenowi jest zimno."), ("Mary is cold.", "Zimno jej."),
        ("It is where we saw it.", "To tam."),
    )  # fmt: skip
    file.write_text("".join(f"{english}\t{polish}\n" for english, polish in rows), encoding="utf-8")
    named, none = everyday(tmp_path, "pl")
    assert named == ["Widzieliśmy tu {f:gen}.", "{f} jest tutaj."]
    assert none == ["Zimno?", "To tam."]
    assert everyday(tmp_path, "it") == ([], [])


def test_whoever_an_everyday_sentence_names_is_drawn():
    values = LanguageValues("de", random.Random(2))
    examples = list(values.everyday(60, ["{f} schläft."], ["Es regnet."]))
    assert len({one.text for one in examples}) > 20
    assert all(one.spans or "schläft" not in one.text for one in examples)
    assert all(one.text[a:b] in one.text and kind == "PERSON" for one in examples for a, b, kind in one.spans)
