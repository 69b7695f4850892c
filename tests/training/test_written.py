"""Written messages and readings: what marks become, that all of them are sound, and where readings find their texts."""

import csv
import gzip
import json
import re
import zipfile
from functools import cache
from pathlib import Path

import pytest

from dp_gateway.detection.tagger.weights import TYPES
from release.training import written as module
from release.training.corpora import Leakage
from release.training.records import RECORDS
from release.training.run import GROUPS, written_parts
from release.training.written import MARKS, readings, written

FOLDER = Path(module.__file__).with_name("written")
READINGS = Path(module.__file__).with_name("readings.jsonl")
FILES = sorted(FOLDER.glob("*.txt"))
CODES = ("en", *(code for codes in GROUPS.values() for code in codes))
BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
MARK = re.compile(r"«(\w):([^«»]*)»")
TAGGED = {mark: kind for mark, kind in MARKS.items() if kind in TYPES}


@cache
def examples_of(code):
    """The messages of a language, read once."""
    return list(written(code))


def messages(file):
    return [one.strip("\n") for one in re.split(r"(?m)^---$", file.read_text(encoding="utf-8")) if one.strip()]


def parts(example):
    return [(example.text[a:b], kind) for a, b, kind in example.spans]


def opened(example):
    return [example.text[a:b] for a, b, _ in example.doubtful]


@pytest.fixture
def of(tmp_path, monkeypatch):
    """Examples of a file of messages."""
    monkeypatch.setattr(module, "_FOLDER", tmp_path)

    def read(text):
        (tmp_path / "de.txt").write_text(text, encoding="utf-8")
        return list(written("de"))

    return read


def test_marks_become_spans_and_lines_part_messages(of):
    first, second = of("«P:Ayşe Öz» is «G:34»,\n a «J:cook» in «L:Kars».\n---\n\nnothing -- at all\n---\n")
    assert first.text == "Ayşe Öz is 34,\n a cook in Kars."
    assert parts(first) == [("Ayşe Öz", "PERSON"), ("34", "AGE"), ("cook", "JOB_TITLE"), ("Kars", "LOCATION")]
    assert (second.text, second.spans, second.doubtful) == ("nothing -- at all", (), ())


def test_what_may_be_seen_either_way_is_left_open(of):
    (example,) = of(
        "Dr. «P:Ode» («U:@ode», «E:o@ex.org») at «X:noon», 9:30 or Friday: «M:3 €», call 020 7946 0000, Dr. who"
    )
    assert parts(example) == [("Ode", "PERSON"), ("ode", "USERNAME"), ("3 €", "MONEY")]
    assert opened(example) == ["Dr. ", "o@ex.org", "noon", "9:30", "Friday", "020 7946 0000"]
    assert example.known == frozenset(TYPES) - {"TITLE"}


def test_all_files_but_those_of_languages_are_english(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_FOLDER", tmp_path)
    for name in ("de", "it", "home", "work"):
        (tmp_path / f"{name}.txt").write_text(name)
    assert [one.text for one in written("en")] == ["home", "work"]
    with pytest.raises(FileNotFoundError):
        list(written("xx"))


def test_every_tenth_message_is_held_out(leakage):
    learned, held_out = written_parts("fr", leakage)
    count = len(examples_of("fr"))
    assert len(learned) + len(held_out) == count
    assert len(held_out) == -(-count // 10)
    assert not {one.text for one in learned} & {one.text for one in held_out}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_mark_is_broken(file):
    for message in messages(file):
        assert not re.search("[«»]", MARK.sub("", message)), message
        for mark, words in MARK.findall(message):
            assert mark in MARKS
            assert words == words.strip() != ""


@pytest.mark.parametrize("code", CODES)
def test_spans_are_the_marked_words(code):
    files = [file for file in FILES if (len(file.stem) > 2 if code == "en" else file.stem == code)]
    examples = examples_of(code)
    marked = [message for file in files for message in messages(file)]
    assert len(examples) > 100
    for example, message in zip(examples, marked, strict=True):
        assert example.text == MARK.sub(r"\2", message)
        assert parts(example) == [
            (words.removeprefix("@") if mark == "U" else words, TAGGED[mark])
            for mark, words in MARK.findall(message)
            if mark in TAGGED
        ]
        sound(example)


def sound(example):
    """Spans and what is open are within the text, and apart."""
    last = 0
    for start, end, kind in example.spans:
        assert last <= start < end <= len(example.text)
        assert kind in example.known
        last = end
    for start, end, _ in example.doubtful:
        assert 0 <= start < end <= len(example.text)
        assert not any(a < end and start < b for a, b, _ in example.spans)


def runs(text):
    """Runs of twelve letters, for languages without spaces."""
    letters = "".join(filter(str.isalnum, text))
    return {letters[at : at + 12] for at in range(len(letters) - 11)}


@pytest.fixture(scope="module")
def leakage():
    """What the test sets in this repository hold."""
    return Leakage(Path("nowhere"))


@pytest.mark.parametrize("code", CODES)
def test_no_message_shares_a_run_of_words_with_a_test_set(code, leakage):
    listed = [one.text for one in examples_of(code)]
    assert [text for text in listed if leakage.holds(text)] == []
    if code in ("zh", "ja"):
        lines = (BENCHMARKS / f"languages/messages/{code}.jsonl").read_text(encoding="utf-8").splitlines()
        tested = set().union(*(runs(json.loads(line)["text"]) for line in lines))
        assert [text for text in listed if runs(text) & tested] == []


def test_the_sets_of_languages_are_known_as_test_sets(leakage):
    line = (BENCHMARKS / "languages/messages/de.jsonl").read_text(encoding="utf-8").splitlines()[0]
    assert leakage.holds(json.loads(line)["text"])


def test_readings_have_places_and_marks_and_no_texts():
    lines = [json.loads(line) for line in READINGS.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 5000
    for one in lines:
        assert set(one) - {"names"} == {"source", "record", "first", "last", "spans"}
        assert one["source"] in RECORDS
        assert ("names" in one) <= (one["source"] == "comments")
        last = 0
        for start, end, mark in one["spans"]:
            assert last <= start < end <= one["last"] - one["first"]
            assert mark in MARKS
            last = end


def put(folder, name, text):
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.fixture
def corpora(tmp_path):
    """A small folder of corpora, with a text of each kind."""
    ewt = "UniversalDependencies+UD_English-EWT/not-to-release/"
    put(tmp_path, ewt + "file-lists/files.train", "mail/1.conllu\n")
    document = "# newdoc id = mail-1\n# text = Ann is in Ulm.\n1\tAnn\n\n# text = She works.\n1\tShe\n\n"
    put(tmp_path, ewt + "sources/mail/1.conllu", document + "# newdoc id = mail-2\n# text = Bo left.\n")
    file = tmp_path / "Columbia-NLP-Lab+PAPILLON/pupa/PUPA_New.csv"
    file.parent.mkdir(parents=True)
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.DictWriter(out, ["user_query"])
        rows.writeheader()
        rows.writerows({"user_query": text} for text in ("first", "ask\r\nAnn"))
    for name in ("gurez.10000", "ile.10000", "palm.10000", "rigo.10000", "yt-filter", "redd.tok.uniq", "stacko-src"):
        put(tmp_path, f"leondz+emerging_entities_17/source/raw_data/{name}", f"of {name}\nAnn &amp; Bo\n")
    for part in ("tune", "validation", "test"):
        put(tmp_path, f"google-research-datasets+wiki-split/{part}.tsv", "Ann , of Ulm .\tAnn .\nBo .\tBo .\n")
    file = tmp_path / "anthropics+hh-rlhf/harmless-base/test.jsonl.gz"
    file.parent.mkdir(parents=True)
    with gzip.open(file, "wt", encoding="utf-8") as out:
        out.write(json.dumps({"chosen": "\n\nHuman: Is Ann in?\n\nAssistant: No."}) + "\n")
    file = tmp_path / "nltk+nltk_data/packages/corpora/masc_tagged.zip"
    file.parent.mkdir(parents=True)
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("masc/1.txt", "Dear_JJ Ann_NNP ,_,\n\nbye_UH ._.\n")
        archive.writestr("categories.txt", "1.txt letters\n")
    log = "=== Bo left\n[10:01] <Ann> hi\n[10:02] <Bo> hello Ann\n"
    put(tmp_path, "jkkummerfeld+irc-disentanglement/data/train/2004.raw.txt", log)
    for part in ("train", "dev", "test"):
        text = 'text\tlabel\tid\n"[NAME] and [NAME] won"\t1\tx\n'
        put(tmp_path, f"isabelhdias+sentiment-aware-conversational-agent/data/goemotions/{part}.tsv", text)
    return tmp_path


PLACES = [
    ("ewt", "mail-1", "Ann is in Ulm.\nShe works.", "is in Ulm.\nShe"),
    ("prompts", "1", "ask\nAnn", "Ann"),
    ("twitter", "palm.10000:1", "Ann & Bo", "& Bo"),
    ("youtube", "yt-filter:1", "Ann & Bo", "Ann"),
    ("reddit", "redd.tok.uniq:1", "Ann &amp; Bo", "&amp; Bo"),
    ("stackoverflow", "stacko-src:1", "Ann & Bo", "Bo"),
    ("wikipedia", "2", "Ann, of Ulm.", "Ulm."),
    ("turns", "0", "\n\nHuman: Is Ann in?\n\nAssistant: No.", "Is Ann in?"),
    ("masc", "masc/1.txt", "Dear Ann, bye.", "Ann, bye."),
    ("irc", "2004.raw.txt", "[10:01] <Ann> hi\n[10:02] <Bo> hello Ann", "[10:02] <Bo> hello Ann"),
    ("irc without times", "2004.raw.txt", "<Ann> hi\n<Bo> hello Ann", "<Bo> hello Ann"),
    ("irc with names", "2004.raw.txt", "Ann: hi\nBo: hello Ann", "Ann: hi"),
    ("comments", "dev:1", "[NAME] and [NAME] won", "[NAME] and [NAME]"),
]


@pytest.mark.parametrize(("source", "record", "text", "passage"), PLACES)
def test_a_reading_finds_its_passage(corpora, source, record, text, passage):
    assert dict(RECORDS[source](corpora))[record] == text
    first = text.index(passage)
    place = {"source": source, "record": record, "first": first, "last": first + len(passage), "spans": [[0, 2, "P"]]}
    (corpora / "one.jsonl").write_text(json.dumps(place) + "\n")
    (example,) = readings(corpora, corpora / "one.jsonl")
    assert example.text == passage
    assert example.spans == ((0, 2, "PERSON"),)


def test_every_source_of_a_reading_is_tried():
    assert {source for source, *_ in PLACES} == set(RECORDS)


def test_names_stand_where_a_comment_has_masks(corpora):
    place = {"source": "comments", "record": "train:1", "first": 0, "last": 14, "names": ["Ode", "Ilse"]}
    marks = {"spans": [[0, 3, "P"], [4, 7, "J"], [8, 12, "P"]]}
    (corpora / "one.jsonl").write_text(json.dumps({**place, **marks}) + "\n")
    (example,) = readings(corpora, corpora / "one.jsonl")
    assert example.text == "Ode and Ilse w"
    assert parts(example) == [("Ode", "PERSON"), ("Ilse", "PERSON")]
    assert opened(example) == ["and"]
    assert not example.known & {"JOB_TITLE", "NRP", "AGE", "TITLE"}


def test_a_record_that_is_not_there_is_an_error(corpora):
    (corpora / "one.jsonl").write_text('{"source":"ewt","record":"mail-9","first":0,"last":1,"spans":[]}\n')
    with pytest.raises(KeyError):
        list(readings(corpora, corpora / "one.jsonl"))
