"""Words that are nobody's name, language by language: what texts write in small letters, and what dictionaries call so.

`python -m release.training ordinary-words --data DIR` writes a file for each language into
`dp_gateway/detection/languages/ordinary`, which `ordinary.py` beside it reads. `DATA.md` names the sources.
With `--add` the words of the sources that are there are added to those of the files; for Chinese, Japanese, Arabic and
Hindi these are dictionaries, lessons and labelled text.
"""

from __future__ import annotations

import json
import re
import sqlite3
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Set
from functools import partial
from pathlib import Path
from zlib import crc32

from dp_gateway.detection.languages import ordinary
from dp_gateway.detection.languages.given_names import key, names_of
from dp_gateway.detection.languages.tagger import is_persons
from dp_gateway.vocabulary.lexicon.data import read_native
from release.training.language_corpora import TRAINING

__all__ = ["is_held_out", "write_ordinary_words"]

_NOVELS = {"de": "deu", "es": "spa", "fr": "fra", "it": "ita", "pl": "pol", "pt": "por"}
_SENTENCES = {
    "de": "DarrenCarvalho+Language-Translation/data/deu.txt",
    "fr": "Soubhagya264+Language_Translator-Encoder-Decoder-/fra.txt",
    "es": "JEdward7777+Pinokio/spa-eng.zip",
    "nl": "devcem+NMT-seq2seq-with-pytorch/data/eng-nld.txt",
    "pl": "eRgo35+s2s-mt-experiment/eng-pol.txt",
}
_TREEBANKS = {"nl": ("UD_Dutch-Alpino", "UD_Dutch-LassySmall")}
_LESSONS = "microsoft+IoT-For-Beginners/translations"
_JIEBA, _IPADIC = "fxsjy+jieba/jieba/dict.txt", "polm+ipadic-py/ipadic/dicdir/sys.dic"
_HINDI = "unimorph+hin/hin"
_CEDICT, _JMDICT = "cc-cedict/data/simplified.js", "jamdict-data/jamdict.db"
_CAPITALS = ("wn-data-pol", "wn-data-slk", "wn-data-lit")
_CAPITALS_WEST = tuple(f"wn-wikt-{code}" for code in ("fra", "ita", "spa", "por", "nld"))
_PLACES = ("CITY", "TOWN", "REGION", "DISTRICT", "COUNTRY")
_WORDNETS = {
    "ar": ("wn-nodia-arb", "wn-wikt-arb"),
    "de": ("wn-wikt-deu",),
    "es": ("wn-wikt-spa",),
    "fr": ("wn-wikt-fra",),
    "hi": ("wn-wikt-hin",),
    "it": ("ita/wn-data-ita", "wn-wikt-ita"),
    "nl": ("wn-data-nld", "wn-wikt-nld"),
    "pl": ("wn-wikt-pol",),
    "pt": ("wn-data-por", "wn-wikt-por"),
}
_LISTS = {
    "nl": tuple(
        f"OpenTaal+opentaal-wordlist/elements/{name}.txt" for name in ("basiswoorden-gekeurd", "flexies-ongekeurd")
    ),
    "pt": ("fserb+pt-br/lexico",),
}
_CASED_WORD = re.compile(r"[^\W\d_]{3,30}+")
# How a dictionary's words are written of several things.
_SEVERAL: Mapping[str, tuple[tuple[str, str], ...]] = {
    "es": (("", "s"), ("", "es"), ("z", "ces")),
    "fr": (("", "s"), ("", "x"), ("al", "aux")),
    "it": (("a", "e"), ("o", "i"), ("e", "i"), ("ca", "che"), ("ga", "ghe"), ("co", "chi"), ("io", "i")),
    "pt": (("", "s"), ("", "es"), ("ão", "ões"), ("m", "ns"), ("l", "is")),
}
_VOICES = "mozilla+common-voice/server/data"
_HELD_OUT = 10
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[.!?…:»«\"“”„\-–—\n(]")
_HEADER, _MARKUP = re.compile(r"<teiHeader.*?</teiHeader>", re.S), re.compile(r"<[^>]+>")
_NO_PROSE = re.compile(r"```.*?```|`[^`]*`|<[^>]+>|\([^)]*\)", re.S)
_LONGEST_NICKNAME, _LEAST_OFTEN = 4, 1e-7
_LONGEST_ELISION, _LEAST, _LEAST_SEEN = 5, 3, 3
_SMALL, _SMALL_GERMAN, _WITH_ARTICLE = 0.85, 0.5, 0.25
_GERMAN_ARTICLES = frozenset(
    "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner mein meine meinen meinem "
    "meiner dein deine sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere unseren unserem unserer "
    "zum zur im am vom beim ins jede jeden jedem jeder dieser diese diesen diesem dieses alle viele zwei drei wenig "
    "welche welcher mehr etwas solche einige mancher manche".split()
)
_ENDINGS_OF_ADJECTIVES = ("e", "en", "er", "em", "es")
_CHINESE_NAMES = ("nr", "ns", "nt", "nz")
_LEAST_CHINESE, _LONGEST_CHINESE = 5, 5
_JAPANESE_NOUNS = ("一般", "サ変接続", "副詞可能", "形容動詞語幹", "ナイ形容詞語幹")
_ARABIC_ENDINGS = "ها ه هم نا ة ات ين ون ي ا ت وا ك".split()
_ARABIC_BEGINNINGS = "ي ت ن أ م س".split()
_HINDI_ENDINGS = "ा े ी ों ें ियों ियाँ ना ने ता ती ते या कर".split()
_HINDI_VOWELS = re.compile("[ाीेोिुूंँ]+$")
_FORMS_ARABIC, _FORMS_HINDI = 5, 2
_HAN_WORD = re.compile("[\u3400-\u9fff]{2,5}")
# Children and pets are called by words in hiragana.
_JAPANESE_WORD = re.compile("(?![\u3041-\u3096\u30fc]+\\Z)[\u3005\u3041-\u30ff\u3400-\u9fff]{2,6}")
_WORDS = {
    "ar": re.compile("[\u0620-\u065f\u0670-\u06d3]{3,24}+"),
    "hi": re.compile("[\u0900-\u0963\u0971-\u097f\u200c\u200d]{2,24}+"),
}
_CREDITS = re.compile(r"github\.com|twitter\.com|linkedin\.com")
_LEAST_TAUGHT, _LEAST_LABELLED = 4, 2
_SEES = """
    select distinct k.text from {} k join Sense s on s.idseq = k.idseq join pos p on p.sid = s.ID
    join SenseGloss g on g.sid = s.ID where p.text like '%noun%' and substr(g.text, 1, 1) between 'a' and 'z'
"""


def write_ordinary_words(data: Path, say: Callable[[str], object], *, add: bool = False) -> None:
    """Write the ordinary words of every language that is read beside English.

    Args:
        data: folder of the sources, each in a folder "owner+name".
        say: told how many words a language has.
        add: keep the words of the files, and add those of the texts that are there.
    """
    makers: dict[str, Callable[[Path], Set[str]]] = {"zh": _chinese, "ja": _japanese, "ar": _arabic, "hi": _hindi}
    for code in sorted({*_NOVELS, *_SENTENCES, *makers}):
        words: Set[str] = set()
        if code not in makers:
            words = _cased(data, code)
        elif not add:
            words = makers[code](data)
        if code in _MORE:
            words = {*words, *_MORE[code](data)}
        ordinary.write(code, words, add=add)
        say(f"{code}: {len(words)} words")


def is_held_out(sentence: str) -> bool:
    """Whether a sentence of Common Voice is kept for measuring and nothing is learned from it."""
    return crc32(sentence.encode()) % _HELD_OUT == 0


def _sentences(data: Path, code: str) -> Iterator[str]:
    """What people wrote or chose for others to read aloud, sentence by sentence."""
    for file in sorted((data / _VOICES / code).glob("*.txt")):
        if not file.name.startswith(("addresses", "countries", "german-cities", "lulucmy", "singleword")):
            for line in file.read_text(encoding="utf-8").splitlines():
                if not is_held_out(sentence := line.strip()):
                    yield sentence


def _cased(data: Path, code: str) -> Set[str]:
    """Words that stand in small letters inside of sentences; in German, nouns that stand with an article, too."""
    from wordfreq import get_frequency_dict

    small: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    articled: Counter[str] = Counter()
    for text in _texts(data, code):
        before, first, word_before, german = "", True, "", code == "de"
        for match in _TOKEN.finditer(text):
            word = match[0]
            if not word[0].isalpha():
                before, first = word, True
                continue
            front, _, rest = word.replace("’", "'").partition("'")
            if len(front) <= _LONGEST_ELISION and len(rest) > 1:
                word, first = rest, False
            if word[0].islower():
                small[word] += 1
            elif not first and not word.isupper():
                capital[word.lower()] += 1
                behind_adjective = word_before in _GERMAN_ARTICLES and before.endswith(_ENDINGS_OF_ADJECTIVES)
                articled[word.lower()] += german and (before in _GERMAN_ARTICLES or behind_adjective)
            word_before, before, first = before, word.lower(), False
    share = _SMALL_GERMAN if code == "de" else _SMALL
    words = {word for word, seen in small.items() if seen >= _LEAST_SEEN and seen >= share * (seen + capital[word])}
    words |= {
        noun
        for noun, seen in articled.items()
        if seen >= 1 and capital[noun] >= _LEAST_SEEN and seen >= _WITH_ARTICLE * capital[noun]
    }
    return {word for word in words if len(word) >= _LEAST} & get_frequency_dict(code, "best").keys()


def _texts(data: Path, code: str) -> Iterator[str]:
    for novel in sorted((data / f"COST-ELTeC+ELTeC-{_NOVELS.get(code)}" / "level1").glob("*.xml")):
        yield _MARKUP.sub(" ", _HEADER.sub("", novel.read_text(encoding="utf-8", errors="replace")))
    for lesson in sorted((data / _LESSONS / code).rglob("*.md")):
        yield _NO_PROSE.sub("", lesson.read_text(encoding="utf-8"))
    yield "\n".join(_sentences(data, code))
    for treebank in _TREEBANKS.get(code, ()):
        for part in sorted((data / f"UniversalDependencies+{treebank}").glob("*.conllu")):
            yield "\n".join(re.findall(r"^# text = (.*)$", part.read_text(encoding="utf-8"), re.M))
    path = data / _SENTENCES.get(code, "")
    if path.is_file():
        stored = zipfile.ZipFile(path).read("spa-eng/spa.txt") if path.suffix == ".zip" else path.read_bytes()
        for line in stored.decode().splitlines():
            yield from line.split("\t")[1:2]


def _chinese(data: Path) -> Set[str]:
    rows = (line.split(" ") for line in (data / _JIEBA).read_text(encoding="utf-8").splitlines())
    return {
        word
        for word, seen, tag in rows
        if 1 < len(word) <= _LONGEST_CHINESE and int(seen) >= _LEAST_CHINESE and not tag.startswith(_CHINESE_NAMES)
    }


def _japanese(data: Path) -> Set[str]:
    compiled = (data / _IPADIC).read_bytes()
    found = {
        word.decode()
        for kind in _JAPANESE_NOUNS
        for word in re.findall(re.escape(f"名詞,{kind},*,*,*,*,".encode()) + rb"([^,\0]+)", compiled)
    }
    return {word for word in found if len(word) > 1 and not word.isascii()}


def _arabic(_: Path) -> Set[str]:
    """Words with many forms: with the article, endings and the beginnings of verbs."""
    from wordfreq import get_frequency_dict

    known = get_frequency_dict("ar", "best")
    found: set[str] = set()
    for word in known:
        if len(word) < _LEAST or not "\u0620" <= word[0] <= "\u06d3":
            continue
        stem = word[2:] if word.startswith("ال") and len(word) > _LEAST + 1 else word
        forms = sum(stem + ending in known for ending in _ARABIC_ENDINGS) + 2 * ("ال" + stem in known)
        if forms + sum(beginning + stem in known for beginning in _ARABIC_BEGINNINGS) >= _FORMS_ARABIC:
            found.add(key(word))
    return found


def _hindi(data: Path) -> Set[str]:
    """Words of UniMorph, and frequent ones with several forms."""
    from wordfreq import get_frequency_dict

    lines = (line.split("\t") for line in (data / _HINDI).read_text(encoding="utf-8").splitlines() if line)
    found = {key(word) for line in lines for word in line[1].split() if len(word) > 1}
    known = get_frequency_dict("hi", "best")
    for word in known:
        stem = _HINDI_VOWELS.sub("", word)
        inflected = word[len(stem) :] in ("", *_HINDI_ENDINGS)
        if (
            inflected
            and len(word) >= _LEAST
            and sum(stem + ending in known for ending in _HINDI_ENDINGS) >= _FORMS_HINDI
        ):
            found.add(key(word))
    return found


def _cedict(data: Path) -> Set[str]:
    """Chinese words of CC-CEDICT, whose pinyin has a capital where a word is a name."""
    written = (data / _CEDICT).read_text(encoding="utf-8")
    words: dict[str, dict[str, object]] = json.loads(written[written.index("{") : written.rindex("}") + 1])
    return {word for word, read in words.items() if _HAN_WORD.fullmatch(word) and all(map(str.islower, read))}


def _jmdict(data: Path) -> Set[str]:
    """Japanese nouns of JMdict that English does not write with a capital."""
    rows = sqlite3.connect(data / _JMDICT)
    names = names_of("ja")
    found = {word for table in ("Kanji", "Kana") for (word,) in rows.execute(_SEES.format(table))}
    places = {name for kind, pool in read_native("ja").items() if kind in _PLACES for name in pool.entries}
    return {word for word in found if _JAPANESE_WORD.fullmatch(word)} - names.family - names.given - places


def _arabic_wordnet(data: Path) -> Set[str]:
    return _of_wordnets(data, "ar") | _taught(data, "ar")


def _hindi_texts(data: Path) -> Set[str]:
    """Words of Wiktionary and of lessons, and those that labelled text has outside of names alone."""
    outside: Counter[str] = Counter()
    inside: set[str] = set()
    path, read = TRAINING["hi"][0]
    for example in read(data / path) if (data / path).exists() else ():
        named = {at for start, end, _ in example.spans for at in range(start, end)}
        for match in _WORDS["hi"].finditer(example.text):
            if match.start() in named:
                inside.add(key(match[0]))
            else:
                outside[key(match[0])] += 1
    labelled = {word for word, seen in outside.items() if seen >= _LEAST_LABELLED} - inside
    return _of_wordnets(data, "hi") | _taught(data, "hi") | labelled


def _of_wordnets(data: Path, code: str) -> Set[str]:
    """The words of a language in the files of the Open Multilingual Wordnet, without names and places."""
    capitals = {meaning for beside in _CAPITALS for meaning, word in _meanings(data, beside) if not word.islower()}
    places = read_native(code)
    capitals |= {
        meaning
        for name in _WORDNETS[code]
        for meaning, word in _meanings(data, name)
        if any(word in pool.entries for kind, pool in places.items() if kind in _PLACES)
    }
    names, found = names_of(code), set[str]()
    for name in _WORDNETS[code]:
        for meaning, word in _meanings(data, name):
            if _WORDS[code].fullmatch(word) and meaning not in capitals:
                found.add(key(word))
    return found if code == "hi" else found - names.given - names.family


def _meanings(data: Path, name: str) -> Iterator[tuple[str, str]]:
    """Meanings with their words in a file of the Open Multilingual Wordnet."""
    for file in (data / "omwn+omw-data" / "wns").glob(f"{'' if '/' in name else '*/'}{name}.tab"):
        for line in file.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#") and line.count("\t") > 1:
                meaning, _, word = line.split("\t")[:3]
                yield meaning, word


def _of_dictionaries(data: Path, code: str) -> Set[str]:
    """The words of dictionaries that wordfreq has, of languages that write names with a capital, also in the plural.

    What somebody may be called is left out, and so are short words: many are somebody's nickname.
    """
    from wordfreq import get_frequency_dict

    beside = (*_CAPITALS, *_CAPITALS_WEST) if code == "de" else ()
    named = {meaning for name in beside for meaning, word in _meanings(data, name) if not word.islower()}
    found = {
        word.lower()
        for name in _WORDNETS[code]
        for meaning, word in _meanings(data, name)
        if _CASED_WORD.fullmatch(word) and (word.islower() or (code == "de" and meaning not in named))
    }
    for listed in _LISTS.get(code, ()):
        words = (data / listed).read_text(encoding="utf-8").splitlines() if (data / listed).exists() else []
        found.update(word for word in words if _CASED_WORD.fullmatch(word) and word.islower())
    found |= {
        word.removesuffix(one) + several
        for word in found
        for one, several in _SEVERAL.get(code, ())
        if word.endswith(one)
    }
    often = get_frequency_dict(code, "best")
    known = {word for word in found if len(word) > _LONGEST_NICKNAME and often.get(word, 0) >= _LEAST_OFTEN}
    known = {word for word in known if not is_persons(code, word)}
    # A hash that a name has as well would take it for a word.
    names = {ordinary.hash_of(name) for name in ordinary.names_of_lists(code) - known}
    return {word for word in known if ordinary.hash_of(word) not in names}


def _taught(data: Path, code: str) -> Set[str]:
    """Words that the lessons of IoT for Beginners often have: they teach things, and name nobody."""
    seen: Counter[str] = Counter()
    for lesson in sorted((data / _LESSONS / code).rglob("*.md")):
        for line in lesson.read_text(encoding="utf-8").splitlines():
            if not _CREDITS.search(line):
                seen.update({key(word) for word in _WORDS[code].findall(_NO_PROSE.sub("", line))})
    names = names_of(code)
    return {word for word, often in seen.items() if often >= _LEAST_TAUGHT} - names.given - names.family


_MORE: Mapping[str, Callable[[Path], Set[str]]] = {
    "zh": _cedict, "ja": _jmdict, "ar": _arabic_wordnet, "hi": _hindi_texts,
    **{code: partial(_of_dictionaries, code=code) for code in ("de", "es", "fr", "it", "nl", "pl", "pt")},
}  # fmt: skip
