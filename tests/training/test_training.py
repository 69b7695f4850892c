"""The parts of training that need no torch: readers, templates, noise, votes, and what keeps test sets out."""

import json
import random
import sys

import pytest

from dp_gateway.detection.tagger.weights import LABELS, TYPES
from release.training.corpora import LABELLED, TEST_FILES, Leakage, _digest, check, conll, read_card, stories
from release.training.examples import ALL, GAP, Builder, Example, from_tokens, spans_of_tags
from release.training.open_text import CLEAN, OPEN
from release.training.synthetic import edited, noisy, synthetic, templates
from release.training.teachers import PARTLY, combined, passages, taught
from release.training.values import Values
from release.training.wordlists import glosses, said_number, spelled, terms

NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})


def parts(example):
    return [(example.text[a:b], kind) for a, b, kind in example.spans]


def test_tokens_become_running_text_with_their_spans():
    tokens = 'He said , " Anna Li is n\'t in ( Oslo ) " .'.split()
    example = from_tokens(tokens, [(4, 6, "PERSON"), (10, 11, "LOCATION")], NAMES)
    assert example.text == 'He said, "Anna Li isn\'t in (Oslo)".'
    assert parts(example) == [("Anna Li", "PERSON"), ("Oslo", "LOCATION")]


def test_tags_with_and_without_beginnings_give_spans():
    assert spans_of_tags(["I-PER", "I-PER", "O", "B-LOC", "B-LOC"]) == [(0, 2, "PER"), (3, 4, "LOC"), (4, 5, "LOC")]


def test_conll_files_are_read():
    (example,) = conll("Anna\tB-person\nlikes\tO\nSkyrim\tB-game\n\n", {"person": "PERSON"}, NAMES)
    assert parts(example) == [("Anna", "PERSON"), ("Skyrim", "MISC")]


def test_tweets_are_read_without_marks_of_documents_and_with_links(tmp_path):
    folder = tmp_path / "mit-ccc+TweebankNLP/Tweebank-NER-v1.0"
    folder.mkdir(parents=True)
    (folder / "dev.bio").write_text("-DOCSTART- -X- -X- O\n\nAnna\t-\t-\tB-PER\nURL12\t-\t-\tO\n\n")
    (example,) = LABELLED["tweebank-dev"](tmp_path)
    assert (example.text, parts(example)) == ("Anna https://t.co/12", [("Anna", "PERSON")])


def test_every_hole_of_every_template_has_a_maker():
    makers = Values(random.Random(1)).makers
    for example in synthetic(300, random.Random(2)):
        assert "{first}" not in example.text
        for start, end, kind in example.spans:
            assert 0 <= start < end <= len(example.text)
            assert kind in TYPES
    holes = {hole for listed in templates().values() for line in listed for hole in _holes(line)}
    assert holes <= set(makers)


def test_a_name_that_no_list_has_is_made_of_letters_as_names_are():
    values = Values(random.Random(3))
    made = {values.unheard() for _ in range(60)}
    assert all(name.isalpha() and name.istitle() and 3 < len(name) < 12 for name in made)
    assert len(made) > 50


def test_what_is_left_out_need_not_be_there(tmp_path):
    left_out = {*OPEN, *CLEAN, *PARTLY, *LABELLED}
    assert list(passages(tmp_path, left_out)) == []


def _holes(line):
    import re

    return re.findall(r"\{(\w+)\}", line)


def test_examples_are_the_same_for_the_same_seed():
    first, second = (list(synthetic(20, random.Random(5))) for _ in range(2))
    assert first == second


def test_edits_move_spans_along():
    example = Example("to Anna Li in Oslo", ((3, 10, "PERSON"), (14, 18, "LOCATION")))
    changed = edited(example, [(3, 10, "Bo"), (14, 18, "Ouagadougou")])
    assert parts(changed) == [("Bo", "PERSON"), ("Ouagadougou", "LOCATION")]


@pytest.mark.parametrize("seed", range(40))
def test_noise_keeps_spans_on_their_names(seed):
    example = Example("Dear Katarzyna Nowak, see you in Lisbon.", ((5, 20, "PERSON"), (33, 39, "LOCATION")))
    changed = noisy(example, random.Random(seed))
    assert len(changed.spans) == 2
    name, place = (text for text, _ in parts(changed))
    assert name[0].lower() == "k"
    assert name[-1].lower() in "wkvao"
    assert place[0] in "LlI1"


def test_two_teachers_are_believed_and_one_is_not():
    text = "Anna met Bob in Oslo at 5 Elm Road"
    found = {
        "spacy-sm": [(0, 4, "PERSON"), (16, 20, "LOCATION")],
        "spacy-md": [(0, 4, "PERSON"), (9, 12, "PERSON")],
        "patterns": [(24, 34, "STREET_ADDRESS"), (16, 20, "LOCATION")],
    }
    example = combined(text, found)
    assert parts(example) == [("Anna", "PERSON"), ("Oslo", "LOCATION"), ("5 Elm Road", "STREET_ADDRESS")]
    assert [text[a:b] for a, b, _ in example.doubtful] == ["Bob"]


def test_a_corpus_has_the_last_word_on_the_types_it_labels():
    own = Example("Anna met Bob on 3 May 2020", ((0, 4, "PERSON"),), NAMES)
    found = {"spacy-sm": [(9, 12, "PERSON")], "spacy-md": [(9, 12, "PERSON")], "patterns": [(16, 26, "DATE_TIME")]}
    assert parts(combined(own.text, found, own)) == [("Anna", "PERSON"), ("3 May 2020", "DATE_TIME")]


def test_where_teachers_find_no_date_there_may_still_be_one():
    example = combined("See you on Friday", {"tagger": [], "patterns": []})
    assert "DATE_TIME" not in example.known
    assert "PERSON" in example.known


def test_labels_that_a_source_leaves_open_are_allowed():
    stream = Builder().stream([Example("Anna is here", ((0, 4, "PERSON"),), NAMES)])
    person = 1 << LABELS.index("B-PERSON")
    assert stream.allowed[0] == person
    assert stream.allowed[1] & 1
    assert stream.allowed[1] & (1 << LABELS.index("B-NRP"))
    assert not stream.allowed[1] & person
    assert len(stream.words) == 3 + GAP
    assert not stream.words[3:].any()


def test_a_number_may_be_a_sum_where_nobody_marks_sums():
    stream = Builder().stream([Example("It cost 40 or € eleven"), Example("It cost 40", known=ALL | {"MONEY"})])
    money = 1 << LABELS.index("B-MONEY")
    assert [bool(bits & money) for bits in stream.allowed[:6].tolist()] == [False, False, True, False, True, False]
    assert stream.allowed[2] & 1
    assert not stream.allowed[6 + GAP + 2] & money


def test_what_a_test_set_holds_is_left_out(tmp_path):
    file = tmp_path / TEST_FILES[3]
    file.parent.mkdir(parents=True)
    file.write_text("\n".join(f"{word}\tO" for word in "one two three four five six seven eight".split()))
    leakage = Leakage(tmp_path)
    assert leakage.holds("He counted: One, two, three, four, five, six, SEVEN!")
    assert not leakage.holds("one two three four five six and seven")
    assert not Leakage(tmp_path / "none").holds("one two three four five six seven")


def test_the_card_lists_files_and_says_what_is_missing(tmp_path):
    lines = list(check(tmp_path))
    assert len(lines) == len(read_card())
    assert all("missing" in line for line in lines)
    source = read_card()[0]
    for name in source["files"]:
        file = tmp_path / source["folder"] / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("other")
    assert next(check(tmp_path)).startswith(f"{source['name']}: changed")


def test_no_test_file_is_read_for_training():
    train_readers = {**LABELLED, **OPEN, **CLEAN}
    assert not {"wikigold", "ewt", "gum", "presidio"} & set(train_readers)
    used = {source["name"]: source["use"] for source in read_card()}
    assert used["WikiGold"] == used["presidio-research"] == used["UNER English EWT"] == "test only"


def test_the_product_does_not_import_training():
    import subprocess

    code = "import sys, dp_gateway, dp_gateway.cli, dp_gateway.server; print('release.training' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    assert set(TYPES) == ALL | {"MONEY"}


def write(folder, name, text):
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def test_names_in_novels_are_read_and_phrases_left_open(tmp_path):
    text = "Now Sir Walter met Charles Musgrove , Esq. of Uppercross , and the sister of Anne .\nHe sighed aloud ."
    marks = [
        ("PROP_PER", "Sir Walter"), ("NOM_PER", "Charles Musgrove , Esq. of Uppercross"),
        ("NOM_PER", "the sister of Anne"), ("PROP_PER", "Anne"), ("PRON_PER", "He"),
    ]  # fmt: skip
    listed = [
        f"T{i}\t{kind} {text.index(name)} {text.index(name) + len(name)}\t{name}"
        for i, (kind, name) in enumerate(marks)
    ]
    write(tmp_path, "dbamman+litbank/coref/brat/1_x_brat.ann", "\n".join(listed))
    write(tmp_path, "dbamman+litbank/coref/brat/1_x_brat.txt", text)
    first, second = stories(tmp_path)
    assert parts(first) == [("Sir Walter", "PERSON"), ("Anne", "PERSON")]
    assert [first.text[a:b] for a, b, _ in first.doubtful] == ["Charles", "Musgrove", "Esq.", "Uppercross"]
    assert not second.spans
    assert not second.doubtful


SYNSETS = """00000001-n:
  definition:
  - hard cheese of the kind that
    is grated
  members:
  - Parmesan
  - erica
  partOfSpeech: n
00000002-n:
  definition:
  - a town
  instance_hypernym:
  - 00000001-n
  members:
  - Parma
"""


def test_terms_are_classes_and_neither_towns_nor_names(tmp_path):
    write(tmp_path, "globalwordnet+english-wordnet/src/yaml/noun.food.yaml", SYNSETS)
    assert terms(tmp_path, {"erica"}) == {"food": ["Parmesan", "Parmesan"]}
    (text,) = glosses(tmp_path, 5)
    assert "hard cheese of the kind that is grated" in text
    assert terms(tmp_path / "nowhere", ()) == {}


def test_what_one_teacher_sees_in_clean_text_is_nothing_and_what_two_see_is_open(tmp_path):
    text = "grate Parmesan as in Italy"
    for teacher, found in (
        ("tagger", [[6, 14, "LOCATION"], [21, 26, "LOCATION"]]),
        ("patterns", [[21, 26, "LOCATION"]]),
    ):
        write(tmp_path, f"recipes.{teacher}.jsonl", json.dumps(found) + "\n")
    (example,) = taught(tmp_path, "recipes", [text])
    assert not example.spans
    assert [text[a:b] for a, b, _ in example.doubtful] == ["Italy"]


def test_files_by_pattern_have_one_digest(tmp_path):
    assert _digest(tmp_path, "*.md") is None
    write(tmp_path, "b.md", "b")
    write(tmp_path, "a.md", "a")
    before = _digest(tmp_path, "*.md")
    write(tmp_path, "c.txt", "c")
    assert _digest(tmp_path, "*.md") == before
    write(tmp_path, "a.md", "changed")
    assert _digest(tmp_path, "*.md") != before


@pytest.mark.parametrize("number", [3, 20, 87, 142, 905, 1900, 2026])
def test_numbers_are_said_in_words(number):
    said = {said_number(number, random.Random(seed)) for seed in range(20)}
    assert all(word.isalpha() for one in said for word in one.split())
    assert not any("  " in one for one in said)


def test_numbers_as_people_say_them():
    rng = random.Random(1)
    assert said_number(42, rng) == "forty two"
    assert said_number(1412, rng) == "fourteen twelve"
    assert said_number(1907, rng) == "nineteen oh seven"
    assert spelled("O'Neil") == "o n e i l"


def test_speech_keeps_names_whole():
    example = Example("Well, Anna Li (of Oslo) called: wait!", ((6, 13, "PERSON"), (18, 22, "LOCATION")))
    heard = [one for seed in range(300) if (one := noisy(example, random.Random(seed))).text.startswith("well anna")]
    assert heard
    for one in heard:
        assert [text for text, _ in parts(one)] == ["anna li", "oslo"]
