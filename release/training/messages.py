"""What people write to one another and to machines, and news: open text for teachers, and marked proper nouns.

In the treebanks every proper noun is marked by hand, not what it names: teachers say that. GoEmotions' readers masked
the names of persons in comments; other names stand there now.
"""

from __future__ import annotations

import csv
import gzip
import html
import io
import json
import random
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from release.training.examples import NAME, Example, Span, from_tokens, without_marks
from release.training.values import Values

__all__ = [
    "asked", "ewt", "ewt_files", "filled_comments", "irc", "masc_nouns", "news", "questions", "spoken", "turns",
    "wikipedia",
]  # fmt: skip

_LONGEST = 700
"""Characters of a passage, about."""


def _joined(lines: Iterator[str] | list[str], between: str = "\n") -> Iterator[str]:
    """Short lines together, so that each is read beside others."""
    page = ""
    for line in lines:
        if page and len(page) + len(line) > _LONGEST:
            yield page
            page = ""
        page += between + line if page else line
    if page:
        yield page


def turns(data: Path) -> Iterator[str]:
    """What people say to an assistant, and its replies; each turn once."""
    file = data / "anthropics+hh-rlhf/harmless-base/test.jsonl.gz"
    seen: set[str] = set()
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            for turn in re.split(r"\n\n(?:Human|Assistant): ?", json.loads(line)["chosen"]):
                text = turn.strip()[:1500]
                if len(text) > 20 and text not in seen:
                    seen.add(text)
                    yield text


def irc(data: Path) -> Iterator[str]:
    """Help with computers in a chat, without times and the names of who writes."""
    said = re.compile(r"\[\d\d:\d\d\] <[^>]*> (?:[^\s:,]{1,20}[:,] )?(.*)")
    for file in sorted((data / "jkkummerfeld+irc-disentanglement/data/train").glob("*.raw.txt")):
        lines = (said.fullmatch(line) for line in file.read_text(encoding="utf-8", errors="replace").splitlines())
        yield from _joined([line[1] for line in lines if line and len(line[1]) > 8])


def questions(data: Path) -> Iterator[str]:
    """Questions to banks and to assistants of all kinds, most of them in small letters."""
    listed: list[str] = []
    for part in ("train", "test"):
        text = (data / f"PolyAI-LDN+task-specific-datasets/banking_data/{part}.csv").read_text(encoding="utf-8")
        listed += [row["text"] for row in csv.DictReader(io.StringIO(text))]
    asked = json.loads((data / "clinc+oos-eval/data/data_full.json").read_text(encoding="utf-8"))
    listed += [text for part in sorted(asked) for text, _ in asked[part]]
    random.Random(5).shuffle(listed)
    yield from _joined(listed[:30_000])


def news(data: Path) -> Iterator[str]:
    """Reuters-21578: the messages of an agency of 1987, about markets most of all."""
    for file in sorted((data / "loki86+ksr_zadanie1V2").glob("reut2-0??.sgm")):
        text = file.read_text(encoding="utf-8", errors="replace")
        for body in re.findall(r"<BODY>(.*?)</BODY>", text, re.DOTALL)[::2]:
            plain = html.unescape(re.sub(r"(?i)\s*reuter\s*(?:&#3;)?\s*$", "", body))
            paragraphs = [" ".join(one.split()) for one in re.split(r"\n {4}", plain)]
            yield from _joined([one for one in paragraphs if len(one) > 40])


def wikipedia(data: Path) -> Iterator[str]:
    """Sentences of Wikipedia."""
    for part in ("tune", "validation", "test"):
        file = data / f"google-research-datasets+wiki-split/{part}.tsv"
        for line in file.read_text(encoding="utf-8").splitlines():
            yield from_tokens(line.split("\t")[0].split(), (), frozenset()).text


_MASK = re.compile(r"\[(NAME|RELIGION)\]")
_FAITHS = "Christian Muslim Catholic Jewish Hindu Buddhist Sikh Mormon Protestant atheist Christians Muslims".split()


def filled_comments(data: Path) -> Iterator[Example]:
    """Comments with a name of a person, or a faith, in the place of each mask; teachers say the rest."""
    values = Values(random.Random(11))
    for part in ("train", "dev", "test"):
        file = data / f"isabelhdias+sentiment-aware-conversational-agent/data/goemotions/{part}.tsv"
        for line in file.read_text(encoding="utf-8").splitlines()[1:]:
            text = line.rsplit("\t", 2)[0].strip('"')
            if len(text) > 15:
                yield _filled(text, values)


def _filled(text: str, values: Values) -> Example:
    rng = values.rng
    small = sum(map(str.isupper, _MASK.sub("", text))) == 0
    parts: list[str] = []
    spans: list[Span] = []
    length = position = 0
    for mask in _MASK.finditer(text):
        if mask[1] == "RELIGION":
            value, kind = rng.choice(_FAITHS), "NRP"
        else:
            make = rng.choices([values.first, values.last, values.person], [5, 3, 2])[0]
            value, kind = make(), "PERSON"
        value = value.lower() if small and rng.random() < 0.8 else value
        parts += (text[position : mask.start()], value)
        length += mask.start() - position
        spans.append((length, length + len(value), kind))
        length += len(value)
        position = mask.end()
    return Example("".join([*parts, text[position:]]), tuple(spans), frozenset())


def ewt(data: Path) -> Iterator[Example]:
    """Mails, blogs, reviews, answers and newsgroups: the documents of EWT's train part."""
    for text in ewt_files(data):
        yield from _document(text)


def ewt_files(data: Path) -> Iterator[str]:
    """The files of EWT's train part that are there: documents in CoNLL-U."""
    folder = data / "UniversalDependencies+UD_English-EWT/not-to-release"
    for name in (folder / "file-lists/files.train").read_text(encoding="utf-8").split():
        file = folder / "sources" / name
        if file.exists():
            yield file.read_text(encoding="utf-8")


def _document(text: str) -> Iterator[Example]:
    """Passages of a CoNLL-U file, whole paragraphs each."""
    paragraphs: list[Example] = []
    for block in text.split("\n\n"):
        lines = block.splitlines()
        rows = [row for line in lines if (row := line.split("\t"))[0].isdigit() and len(row) > 9]
        written = next((line[9:] for line in lines if line.startswith("# text = ")), "")
        spans: list[Span] = []
        at = last = 0
        for row in rows:
            at = written.find(row[1], last)
            if at < 0:
                break
            last = at + len(row[1])
            if row[4] in ("NNP", "NNPS"):
                spans.append((at, last, NAME))
        if not rows or at < 0:
            continue
        new = any(line.startswith("# newpar") for line in lines)
        one = Example(written, tuple(_run_together(spans, written)), frozenset())
        if paragraphs and (not new or len(paragraphs[-1].text) < _LONGEST):
            paragraphs[-1] = _behind(paragraphs[-1], one, "\n\n" if new else " ")
        else:
            paragraphs.append(one)
    yield from paragraphs


def _behind(first: Example, second: Example, between: str) -> Example:
    shift = len(first.text) + len(between)
    spans = tuple((a + shift, b + shift, kind) for a, b, kind in second.spans)
    return Example(first.text + between + second.text, first.spans + spans, first.known)


def _run_together(spans: list[Span], text: str) -> Iterator[Span]:
    """Names word by word as names of several words."""
    last: Span | None = None
    for one in spans:
        if last and text[last[1] : one[0]] in ("", " ", "-"):
            last = (last[0], one[1], NAME)
        else:
            if last:
                yield last
            last = one
    if last:
        yield last


def masc_nouns(data: Path) -> Iterator[Example]:
    """MASC: mails, essays, tweets, letters, jokes and more, as word/TAG; a line is a sentence."""
    with zipfile.ZipFile(data / "nltk+nltk_data/packages/corpora/masc_tagged.zip") as archive:
        for name in sorted(archive.namelist()):
            if not name.endswith(".txt") or name.endswith("categories.txt"):
                continue
            page: Example | None = None
            for line in archive.read(name).decode("utf-8", "replace").splitlines():
                pairs = [one.rpartition("_" if "_" in one else "/") for one in line.split()]
                words = [(word, tag) for word, _, tag in pairs if word]
                nouns = [(i, i + 1, NAME) for i, (_, tag) in enumerate(words) if tag.startswith("NNP")]
                one = from_tokens([word for word, _ in words], nouns, frozenset())
                one = one._replace(spans=tuple(_run_together(list(one.spans), one.text)))
                if page is not None and len(page.text) > _LONGEST:
                    yield page
                    page = None
                page = one if page is None else _behind(page, one, " ")
            if page is not None:
                yield page


_ASKED: Mapping[str, str] = {
    "person": "PERSON", "artist_name": "PERSON", "first_name": "PERSON", "last_name": "PERSON",
    "audiobook_author": "PERSON", "place_name": "LOCATION", "business_name": "ORGANIZATION",
    "transport_agency": "ORGANIZATION", "song_name": "MISC", "movie_name": "MISC", "game_name": "MISC",
    "app_name": "MISC", "podcast_name": "MISC", "audiobook_name": "MISC", "playlist_name": "MISC",
}  # fmt: skip
_OPEN = frozenset(
    "media_type event_name news_topic definition_word food_type currency_name radio_name list_name transport_name "
    "relation music_album business_type podcast_descriptor date time email_address device_type".split()
)
_ANYWHERE = frozenset("world home airport here city house work area country local nearby town office".split())
_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})
_SLOT = re.compile(r"\[(\w+) : ([^\]]*)\]")


def spoken(data: Path) -> Iterator[Example]:
    """What people say to an assistant at home, in small letters and without signs."""
    for part in ("devel", "test"):
        file = data / f"pswietojanski+slurp/dataset/slurp/{part}.jsonl"
        for line in file.read_text(encoding="utf-8").splitlines():
            yield _asked(*without_marks(json.loads(line)["sentence_annotation"], _SLOT))


def asked(data: Path) -> Iterator[Example]:
    """The same to another assistant, and requests for tables in restaurants."""
    folder = data / "xliuhw+NLU-Evaluation-Data/CrossValidation/out4RasaReal"
    seen: set[str] = set()
    for file in sorted(folder.glob("rasa_json_*/CrossValidation/KFold_*/merged/*.json")):
        for one in json.loads(file.read_text(encoding="utf-8"))["rasa_nlu_data"]["common_examples"]:
            if one["text"] not in seen:
                seen.add(one["text"])
                yield _asked(one["text"], [(mark["start"], mark["end"], mark["entity"]) for mark in one["entities"]])
    for part in ("train_0", "train_1", "test"):
        file = data / f"PolyAI-LDN+task-specific-datasets/span_extraction/restaurant8k/{part}.json"
        for one in json.loads(file.read_text(encoding="utf-8")):
            spans = [(mark.get("valueSpan", {}), mark["slot"]) for mark in one.get("labels", ())]
            marks = [(span.get("startIndex", 0), span["endIndex"], slot) for span, slot in spans if span]
            yield _asked(one["userInput"]["text"], sorted(marks))


def _asked(text: str, marks: list[Span]) -> Example:
    named = [(a, b, _ASKED[kind]) for a, b, kind in marks if kind in _ASKED and text[a:b] not in _ANYWHERE]
    spans: list[Span] = []
    for one in sorted(named):
        if not spans or one[0] >= spans[-1][1]:
            spans.append(one)
    return Example(text, tuple(spans), _NAMES, tuple(mark for mark in marks if mark[2] in _OPEN))
