"""Readers of what people write, and what teachers make of names that readers have marked."""

import gzip
import json

from release.training.examples import NAME, Example
from release.training.messages import asked, ewt, filled_comments, irc, news, spoken, turns
from release.training.teachers import combined


def parts(example):
    return [(example.text[a:b], kind) for a, b, kind in example.spans]


def write(folder, name, text):
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def test_each_turn_of_a_conversation_is_a_passage_once(tmp_path):
    file = tmp_path / "anthropics+hh-rlhf/harmless-base/test.jsonl.gz"
    file.parent.mkdir(parents=True)
    said = "\n\nHuman: Who wrote Emma, and where?\n\nAssistant: Jane Austen, in Chawton."
    more = f"{said}\n\nHuman: Thank you very much indeed!"
    with gzip.open(file, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps({"chosen": text}) + "\n" for text in (said, more))
    assert list(turns(tmp_path)) == [
        "Who wrote Emma, and where?", "Jane Austen, in Chawton.", "Thank you very much indeed!",
    ]  # fmt: skip


def test_a_chat_is_read_without_times_and_writers(tmp_path):
    lines = "[03:57] <anna> bob: try the other kernel\n=== anna [n=a@b] has left\n[03:58] <bob> that did not help"
    write(tmp_path, "jkkummerfeld+irc-disentanglement/data/train/2004.train-c.raw.txt", lines)
    assert list(irc(tmp_path)) == ["try the other kernel\nthat did not help"]


def test_messages_of_an_agency_are_joined_lines(tmp_path):
    text = "<BODY>The bank said it would\ncut the rate in spring.\n    It told Reuters &lt;so> on a Monday, by letter.\n Reuter\n&#3;</BODY>"
    write(tmp_path, "loki86+ksr_zadanie1V2/reut2-001.sgm", text)
    (passage,) = news(tmp_path)
    assert passage == "The bank said it would cut the rate in spring.\nIt told Reuters <so> on a Monday, by letter."


def test_names_stand_where_a_mask_stood(tmp_path):
    folder = "isabelhdias+sentiment-aware-conversational-agent/data/goemotions"
    comment = "i think [NAME] hates every [RELIGION] here"
    for part in ("train", "dev", "test"):
        write(tmp_path, f"{folder}/{part}.tsv", f"text\tlabel\tid\n{comment if part == 'train' else 'short'}\t3\tx1\n")
    (example,) = filled_comments(tmp_path)
    (_, person), (_, faith) = parts(example)
    assert (person, faith) == ("PERSON", "NRP")
    assert "[" not in example.text
    assert example.text.startswith("i think ")
    assert not example.known


DOCUMENT = """# newpar id = 1
# text = Kim Li, of Fed-Ex, left.
1\tKim\tKim\tPROPN\tNNP\t_\t0\troot\t_\t_
2\tLi\tLi\tPROPN\tNNP\t_\t0\troot\t_\tSpaceAfter=No
3\t,\t,\tPUNCT\t,\t_\t0\troot\t_\t_
4\tof\tof\tADP\tIN\t_\t0\troot\t_\t_
5\tFed\tFed\tPROPN\tNNP\t_\t0\troot\t_\tSpaceAfter=No
6\t-\t-\tPUNCT\tHYPH\t_\t0\troot\t_\tSpaceAfter=No
7\tEx\tEx\tPROPN\tNNP\t_\t0\troot\t_\tSpaceAfter=No
8\t,\t,\tPUNCT\t,\t_\t0\troot\t_\t_
9\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No
10\t.\t.\tPUNCT\t.\t_\t0\troot\t_\t_
"""


def test_proper_nouns_of_the_train_part_are_names(tmp_path):
    folder = "UniversalDependencies+UD_English-EWT/not-to-release"
    write(tmp_path, f"{folder}/file-lists/files.train", "email/one.xml.conllu\n")
    write(tmp_path, f"{folder}/sources/email/one.xml.conllu", DOCUMENT)
    write(tmp_path, f"{folder}/sources/email/other.xml.conllu", DOCUMENT)
    (example,) = ewt(tmp_path)
    assert parts(example) == [("Kim Li", NAME), ("Fed-Ex", NAME)]
    assert not example.known


def test_slots_are_names_places_or_left_open(tmp_path):
    folder = "pswietojanski+slurp/dataset/slurp"
    said = {"sentence_annotation": "mail [person : anna] about [event_name : the gala] at [place_name : home]"}
    for part in ("devel", "test"):
        write(tmp_path, f"{folder}/{part}.jsonl", json.dumps(said) + "\n" if part == "test" else "")
    (example,) = spoken(tmp_path)
    assert example.text == "mail anna about the gala at home"
    assert parts(example) == [("anna", "PERSON")]
    assert [example.text[a:b] for a, b, _ in example.doubtful] == ["the gala"]


def test_whoever_books_a_table_is_a_person(tmp_path):
    span = {"slot": "first_name", "valueSpan": {"endIndex": 4}}
    one = {"userInput": {"text": "Anna Li, for two."}, "labels": [span]}
    for part in ("train_0", "train_1", "test"):
        name = f"PolyAI-LDN+task-specific-datasets/span_extraction/restaurant8k/{part}.json"
        write(tmp_path, name, json.dumps([one] if part == "test" else []))
    (example,) = asked(tmp_path)
    assert parts(example) == [("Anna", "PERSON")]


TEXT = "Scott Neal of the Bank of America met Visit in May and liked Great Service"
NOUNS = tuple(
    (TEXT.index(name), TEXT.index(name) + len(name), NAME) for name in ("Scott Neal", "Bank", "America", "Visit", "May")
)


def test_a_marked_noun_makes_one_teacher_enough_and_its_words_are_one_name():
    at = TEXT.index("Neal")
    found = {"spacy-md": [(at, at + 4, "PERSON")]}
    example = combined(TEXT, found, Example(TEXT, NOUNS, frozenset()), by_hand=True)
    assert parts(example)[0] == ("Scott Neal", "PERSON")


def test_what_nobody_names_is_a_name_of_any_kind_but_a_month():
    example = combined(TEXT, {}, Example(TEXT, NOUNS, frozenset()), by_hand=True)
    assert ("Visit", NAME) in parts(example)
    assert [TEXT[a:b] for a, b, _ in example.doubtful] == ["May"]


def test_beside_marked_nouns_teachers_are_believed_inside_a_name_alone():
    bank, great = TEXT.index("Bank"), TEXT.index("Great")
    spans = [(bank, bank + len("Bank of America"), "ORGANIZATION"), (great, great + 13, "ORGANIZATION")]
    found = {"spacy-md": spans, "tagger": spans}
    example = combined(TEXT, found, Example(TEXT, NOUNS, frozenset()), by_hand=True)
    assert ("Bank of America", "ORGANIZATION") in parts(example)
    assert "Great Service" not in [name for name, _ in parts(example)]
    assert not any("Great" in TEXT[a:b] for a, b, _ in example.doubtful)


def test_what_a_source_leaves_open_stays_open():
    own = Example("met the gala there", (), frozenset({"PERSON"}), ((4, 12, "event_name"),))
    assert combined(own.text, {"tagger": []}, own).doubtful == own.doubtful
