"""Readers of the corpora that the taggers of other languages learn from and are tested on; see `data.toml`.

A treebank tells proper nouns and not what they name: its examples have spans of the type `NAME`, and its sentences
without proper nouns are examples of text that names nobody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from release.training.corpora import conll
from release.training.examples import ALL, NAME, Example, Span, from_tokens, spans_of_tags

__all__ = ["TESTS", "TRAINING", "gazetteer", "plain_text"]

_NAMES = ALL - {"DATE_TIME"}
_PLAIN = {"PER": "PERSON", "PEr": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION", "OTH": "MISC", "MISC": "MISC"}
_HINER = {
    "PERSON": "PERSON", "ORGANIZATION": "ORGANIZATION", "LOCATION": "LOCATION", "TIMEX": "", "NUMEX": "",
    "LANGUAGE": "", "RELIGION": "",
}  # fmt: skip
_STOCKMARK = {
    "人名": "PERSON", "法人名": "ORGANIZATION", "政治的組織名": "ORGANIZATION", "その他の組織名": "ORGANIZATION",
    "地名": "LOCATION", "施設名": "LOCATION",
}  # fmt: skip
_GSD_JA = {
    "PERSON": "PERSON", "ORG": "ORGANIZATION", "GPE": "LOCATION", "LOC": "LOCATION", "FAC": "LOCATION",
    **dict.fromkeys("DATE TIME QUANTITY ORDINAL CARDINAL MONEY PERCENT".split(), ""),
    **dict.fromkeys("NORP LANGUAGE TITLE_AFFIX PET_NAME PHONE".split(), ""),
}  # fmt: skip
_LENER = {
    "PESSOA": "PERSON", "ORGANIZACAO": "ORGANIZATION", "LOCAL": "LOCATION", "TEMPO": "", "LEGISLACAO": "",
    "JURISPRUDENCIA": "",
}  # fmt: skip
_LER = {
    "PER": "PERSON", "RR": "PERSON", "AN": "PERSON", "ORG": "ORGANIZATION", "UN": "ORGANIZATION", "INN": "ORGANIZATION",
    "GRT": "ORGANIZATION", "MRK": "MISC", "LD": "LOCATION", "ST": "LOCATION", "STR": "LOCATION", "LDS": "LOCATION",
}  # fmt: skip
_WEIBO = {
    "PER.NAM": "PERSON", "ORG.NAM": "ORGANIZATION", "GPE.NAM": "LOCATION", "LOC.NAM": "LOCATION",
    **dict.fromkeys(("PER.NOM", "ORG.NOM", "GPE.NOM", "LOC.NOM"), ""),
}  # fmt: skip

_HELD_OUT = 8
"""Every eighth example of a corpus that comes without parts of its own is held out."""


def _part(examples: Iterator[Example], *, held_out: bool) -> Iterator[Example]:
    return (one for index, one in enumerate(examples) if (index % _HELD_OUT == 0) is held_out)


def _germeval(file: Path) -> Iterator[Example]:
    """Of four columns, the outer entities: parts of words and words derived from names may be anything."""
    for block in re.split(r"\n\s*\n", file.read_text(encoding="utf-8")):
        rows = [line.split("\t") for line in block.splitlines() if line and not line.startswith("#")]
        rows = [row for row in rows if len(row) > 2]
        if rows:
            spans = [(a, b, _PLAIN.get(kind, "")) for a, b, kind in spans_of_tags([row[2] for row in rows])]
            yield _told([row[1] for row in rows], spans)


def _told(words: Sequence[str], spans: Sequence[Span]) -> Example:
    """Running text; spans without a type are left open."""
    one = from_tokens(words, spans, _NAMES)
    return one._replace(
        spans=tuple(span for span in one.spans if span[2]), doubtful=tuple(span for span in one.spans if not span[2])
    )


def _tagged(file: Path, kinds: Mapping[str, str], other: str = "MISC") -> Iterator[Example]:
    yield from conll(file.read_text(encoding="utf-8"), kinds, _NAMES, other=other)


def _columns(file: Path, kinds: Mapping[str, str], word: int, tag: int) -> Iterator[Example]:
    """A file of sentences with its words and tags in two of its columns."""
    for block in re.split(r"\n\s*\n", file.read_text(encoding="utf-8")):
        rows = [re.split(r"\t| ", line) for line in block.splitlines() if line and not line.startswith(("#", "-DOC"))]
        rows = [row for row in rows if len(row) > max(word, tag)]
        if rows:
            spans = [(a, b, kinds.get(kind, "MISC")) for a, b, kind in spans_of_tags([row[tag] for row in rows])]
            yield _told([row[word] for row in rows], spans)


def _joined(examples: Iterator[Example]) -> Iterator[Example]:
    """Examples of a script without spaces, whose tokens came with spaces between."""
    for one in examples:
        places = [0]
        for char in one.text:
            places.append(places[-1] + (char != " "))
        spans, doubtful = (
            tuple((places[a], places[b], kind) for a, b, kind in listed) for listed in (one.spans, one.doubtful)
        )
        yield one._replace(text=one.text.replace(" ", ""), spans=spans, doubtful=doubtful)


def _europeana(file: Path) -> Iterator[Example]:
    """Newspapers that come as one run of tokens: cut at full stops."""
    words: list[str] = []
    tags: list[str] = []
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        row = line.split()
        if len(row) != 2:
            continue
        words.append(row[0])
        tags.append(row[1])
        if row[0] == "." or len(words) > 80:
            yield _told(words, [(a, b, _PLAIN.get(kind, "MISC")) for a, b, kind in spans_of_tags(tags)])
            words, tags = [], []


def _kpwr(file: Path) -> Iterator[Example]:
    kinds = {"nam_liv_person": "PERSON", "nam_fac_road": "LOCATION", "nam_fac_square": "LOCATION"}

    def kind_of(name: str) -> str:
        if name in kinds:
            return kinds[name]
        if name.startswith("nam_loc"):
            return "LOCATION"
        if name == "nam_org_nation" or name.startswith(("nam_adj", "nam_num", "nam_liv", "nam_fac")):
            return ""
        return "ORGANIZATION" if name.startswith("nam_org") else "MISC"

    text = file.read_text(encoding="utf-8")
    names = set(re.findall(r"\b[BI]-(nam_\w+)", text))
    yield from _columns(file, {name: kind_of(name) for name in names}, 0, 3)


def _stockmark(file: Path) -> Iterator[Example]:
    for one in json.loads(file.read_text(encoding="utf-8")):
        spans = tuple((*entity["span"], _STOCKMARK.get(entity["type"], "MISC")) for entity in one["entities"])
        yield Example(one["text"], tuple(sorted(spans)), _NAMES)


def _characters(file: Path) -> Iterator[Example]:
    """Weibo's characters carry their place in a word behind them."""
    for block in re.split(r"\n\s*\n", file.read_text(encoding="utf-8")):
        rows = [line.split("\t") for line in block.splitlines() if "\t" in line]
        if rows:
            spans = [(a, b, _WEIBO.get(kind, "MISC")) for a, b, kind in spans_of_tags([row[1] for row in rows])]
            yield next(_joined(iter([_told([row[0][:1] for row in rows], spans)])))


def _treebank(file: Path) -> Iterator[Example]:
    """Sentences whose proper nouns are names of any kind; text as it was written."""
    for block in file.read_text(encoding="utf-8").split("\n\n"):
        text = re.search(r"^# text = (.*)$", block, re.MULTILINE)
        if text is None:
            continue
        spans: list[Span] = []
        doubtful: list[Span] = []
        place = until = 0
        for line in block.splitlines():
            row = line.split("\t")
            if len(row) < 10 or "." in row[0]:
                continue
            number = int(row[0].split("-")[0])
            if "-" in row[0]:
                until = int(row[0].split("-")[1])
                form, kind = row[1], None
                inside = [
                    other.split("\t")[3]
                    for other in block.splitlines()
                    if re.match(r"\d+\t", other) and number <= int(other.split("\t")[0]) <= until
                ]
                kind = "PROPN" if "PROPN" in inside else "X"
            elif number <= until:
                continue
            else:
                form, kind = row[1], row[3]
            start = text[1].find(form, place)
            if start < 0:
                continue
            place = start + len(form)
            if kind == "PROPN":
                if spans and text[1][spans[-1][1] : start] in ("", " ", "-"):
                    spans[-1] = (spans[-1][0], place, NAME)
                else:
                    spans.append((start, place, NAME))
            elif kind == "X":
                doubtful.append((start, place, NAME))
        yield Example(text[1], tuple(spans), _NAMES, tuple(doubtful))


def _tldr(folder: Path) -> Iterator[Example]:
    """Descriptions of commands: text that names nobody."""
    for file in sorted(folder.glob("*/*.md"))[::3]:
        lines = re.findall(r"^(?:- |> )(.*?)[:.]?$", file.read_text(encoding="utf-8"), re.MULTILINE)
        kept = [line for line in lines if "http" not in line]
        if kept:
            yield Example("\n".join(kept), (), _NAMES)


_Read = Callable[[Path], Iterator[Example]]


def _uner(name: str, part: str) -> tuple[str, _Read]:
    return f"UniversalNER+UNER_{name}/{part}.iob2", lambda file: _columns(file, _PLAIN, 1, 2)


def _uner_joined(name: str, part: str) -> tuple[str, _Read]:
    path, read = _uner(name, part)
    return path, lambda file: _joined(read(file))


def _trees(name: str, *parts: str) -> list[tuple[str, _Read]]:
    return [(f"UniversalDependencies+UD_{name}/{part}.conllu", _treebank) for part in parts]


def _train(path: str, read: _Read) -> tuple[str, _Read]:
    return path, lambda file: _part(read(file), held_out=False)


def _test(path: str, read: _Read) -> tuple[str, _Read]:
    return path, lambda file: _part(read(file), held_out=True)


_GERMEVAL = "davidsbatista+NER-datasets/GermEval2014/NER-de-"
_ENP = "EuropeanaNewspapers+ner-corpora/enp_"
_LER_FILE = "elenanereiss+Legal-Entity-Recognition/data/ler_"
_AQMAR = "HussamHallak+AQMAR-Arabic-NERC-Dataset/aqmar/manual_NEs"
_KPWR = "CLARIN-PL+PolDeepNer/poldeepner/data/kpwr-ner-n82-test.iob"
_HINER_FILE = "cfiltnlp+HiNER/data/original/validation.conll"
_STOCKMARK_FILE = "stockmarkteam+ner-wikipedia-dataset/ner.json"
_TLDR = "tldr-pages+tldr/pages."


def _aqmar(folder: Path) -> Iterator[Example]:
    for file in sorted(folder.glob("*.txt")):
        yield from _tagged(file, _PLAIN)


def _hiner(file: Path) -> Iterator[Example]:
    return _columns(file, _HINER, 0, 1)


TRAINING: Mapping[str, Sequence[tuple[str, _Read]]] = {
    "de": [
        (_GERMEVAL + "dev.tsv", _germeval),
        _train(_GERMEVAL + "test.tsv", _germeval),
        (_ENP + "DE.lft.bio/enp_DE.lft.bio", _europeana),
        (_ENP + "DE.sbb.bio/enp_DE.sbb.bio", _europeana),
        (_ENP + "DE.onb.bio/enp_DE.onb.bio", _europeana),
        (_LER_FILE + "dev.conll", lambda file: _columns(file, _LER, 0, 1)),
        *_trees("German-GSD", "de_gsd-ud-dev", "de_gsd-ud-test"),
    ],
    "fr": [
        _train(_ENP + "FR.bnf.bio/enp_FR.bnf.bio", _europeana),
        *_trees("French-GSD", "fr_gsd-ud-dev", "fr_gsd-ud-test"),
        *_trees("French-PUD", "fr_pud-ud-test"),
        *_trees("French-ParisStories", *(f"fr_parisstories-ud-{part}" for part in ("train", "dev", "test"))),
    ],
    "es": [
        *_trees("Spanish-GSD", "es_gsd-ud-dev", "es_gsd-ud-test"),
        *_trees("Spanish-PUD", "es_pud-ud-test"),
        *_trees("Spanish-COSER", "es_coser-ud-test"),
    ],
    "it": [
        *_trees("Italian-PUD", "it_pud-ud-test"),
        *_trees("Italian-TWITTIRO", *(f"it_twittiro-ud-{part}" for part in ("train", "dev", "test"))),
        *_trees("Italian-MarkIT", *(f"it_markit-ud-{part}" for part in ("train", "dev", "test"))),
        *_trees("Italian-Valico", "it_valico-ud-test"),
    ],
    "nl": [
        _train(_ENP + "NL.kb.bio/enp_NL.kb.bio", _europeana),
        *_trees("Dutch-Alpino", "nl_alpino-ud-dev", "nl_alpino-ud-test"),
        *_trees("Dutch-LassySmall", "nl_lassysmall-ud-dev", "nl_lassysmall-ud-test"),
    ],
    "pt": [
        _uner("Portuguese-Bosque", "pt_bosque-ud-train"),
        ("peluz+lener-br/leNER-Br/train/train.conll", lambda file: _columns(file, _LENER, 0, 1)),
        *_trees("Portuguese-Porttinari", "pt_porttinari-ud-dev", "pt_porttinari-ud-test"),
    ],
    "pl": [_train(_KPWR, _kpwr), *_trees("Polish-PUD", "pl_pud-ud-test")],
    "zh": [
        _uner_joined("Chinese-GSD", "zh_gsd-ud-train"),
        _uner_joined("Chinese-GSDSIMP", "zh_gsdsimp-ud-train"),
        ("hltcoe+golden-horse/data/weiboNER_2nd_conll.train", _characters),
        *_trees("Chinese-CFL", "zh_cfl-ud-test"),
    ],
    "ja": [
        _train(_STOCKMARK_FILE, _stockmark),
        ("megagonlabs+UD_Japanese-GSD/stanza/train.bio", lambda file: _joined(_columns(file, _GSD_JA, 0, 1))),
    ],
    "ar": [_train(_AQMAR, _aqmar), *_trees("Arabic-PUD", "ar_pud-ud-test")],
    "hi": [_train(_HINER_FILE, _hiner), *_trees("Hindi-PUD", "hi_pud-ud-test")],
}
"""Files with their readers by language, read for training beside `_TLDR`."""

TESTS: Mapping[str, Sequence[tuple[str, _Read]]] = {
    "de": [_test(_GERMEVAL + "test.tsv", _germeval)],
    "fr": [_test(_ENP + "FR.bnf.bio/enp_FR.bnf.bio", _europeana)],
    "es": [],
    "it": [],
    "nl": [_test(_ENP + "NL.kb.bio/enp_NL.kb.bio", _europeana)],
    "pt": [_uner("Portuguese-Bosque", "pt_bosque-ud-dev")],
    "pl": [_test(_KPWR, _kpwr)],
    "zh": [
        _uner_joined("Chinese-GSDSIMP", "zh_gsdsimp-ud-dev"),
        ("hltcoe+golden-horse/data/weiboNER_2nd_conll.dev", _characters),
    ],
    "ja": [_test(_STOCKMARK_FILE, _stockmark)],
    "ar": [_test(_AQMAR, _aqmar)],
    "hi": [_test(_HINER_FILE, _hiner)],
}
"""Held out: settings and calibration are chosen on them, beside templates of their own."""


_JIEBA = "fxsjy+jieba/jieba/dict.txt"
_IPADIC = "polm+ipadic-py/ipadic/dicdir/sys.dic"
_IPADIC_KINDS = {"given": "人名,名", "family": "人名,姓", "places": "地域,一般", "firms": "組織,*"}


def gazetteer(data: Path, code: str) -> dict[str, list[str]]:
    """Names of dictionaries for languages without spaces: "given", "family", "places" and "firms"; empty for others."""
    if code == "zh":
        rows = [line.split(" ") for line in (data / _JIEBA).read_text(encoding="utf-8").splitlines()]
        kinds = {"ns": "places", "nt": "firms", "nrt": "given"}
        found: dict[str, list[str]] = {kind: [] for kind in kinds.values()}
        for word, _, tag in rows:
            if tag in kinds and len(word) > 1:
                found[kinds[tag]].append(word)
        return found
    if code == "ja":
        compiled = (data / _IPADIC).read_bytes()
        return {
            kind: sorted(
                {
                    name.decode()
                    for name in re.findall(re.escape(f"名詞,固有名詞,{tag},*,*,".encode()) + rb"([^,\0]+)", compiled)
                    if not name.isascii()
                }
            )
            for kind, tag in _IPADIC_KINDS.items()
        }
    return {}


def plain_text(data: Path, code: str) -> list[Example]:
    """Text of a language that names nobody."""
    folders = (f"{_TLDR}{part}" for part in {"pt": ("pt_BR", "pt_PT")}.get(code, (code,)))
    return [one for folder in folders for one in _tldr(data / folder)]
