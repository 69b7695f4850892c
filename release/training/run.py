"""Trainings of the taggers from raw data to weights: what is learned from, and how much of each source.

`python -m release.training` calls them.
"""

from __future__ import annotations

import random
import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from dp_gateway.detection.languages.reading import NGRAM_BUCKETS, language_features, tokenize_any
from dp_gateway.detection.tagger.features import Vocabulary
from dp_gateway.vocabulary.lexicon.data import read_data
from release.training.corpora import LABELLED, Leakage
from release.training.examples import Builder, Example
from release.training.fit import Lessons, Prepared, Settings, learn
from release.training.human_text import human_text
from release.training.language_corpora import TESTS, TRAINING, gazetteer, plain_text
from release.training.language_values import LanguageValues, inflected, listed_names, listed_places, read_lists
from release.training.model import Tagger, restore
from release.training.open_text import CLEAN, negatives
from release.training.synthetic import edited, everyday, noisy, swapped, synthetic
from release.training.teachers import PARTLY, passages, taken, taught
from release.training.values import Values
from release.training.wordlists import build_vocabulary, first_vectors, vocabulary_of
from release.training.written import written

__all__ = [
    "BLIND",
    "DILATIONS",
    "GROUPS",
    "SHARES",
    "WIDTH",
    "augmented",
    "disturbed",
    "held_out_of",
    "labelled_of",
    "ordinary_of",
    "sources",
    "train",
    "train_languages",
    "written_parts",
]

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false


SHARES = {
    "btc": 2.5, "wnut17": 3.0, "crossner": 4.0, "gmb": 1.3, "re3d": 2.0, "sec": 0.5, "snips": 0.5,
    "speeches": 0.5, "glosses": 0.5, "reviews": 0.6, "youtube": 0.8, "technical": 0.5, "requests": 0.7,
    "tweebank": 3.0, "ewt train part": 3.0, "masc": 1.0, "wikipedia": 1.3, "news": 0.6, "questions": 0.7, "irc": 0.5,
    "spoken": 1.5, "asked": 0.4, "twitter": 0.8,
}  # fmt: skip
"""How often each example of a source is taken in one round of augmentation; once by default."""

_ENGLISH_SWAPPED = 0.25
_HELD_OUT, _TENTH = 20, 10


def sources(
    data: Path, cache: Path, *, made: int, negative: int, seed: int, without: Container[str] = ()
) -> dict[str, list[Example]]:
    """Examples by source, before augmentation; what stands in a test set is left out.

    Args:
        data: folder of the corpora.
        cache: folder of the teachers' findings.
        made: how many examples from templates.
        negative: how many pieces of files.
        seed: of what is drawn.
        without: sources that are left out: open text that too few teachers have read teaches what they miss.
    """
    leakage = Leakage(data)
    result: dict[str, list[Example]] = {}
    for name, texts in passages(data, without):
        labelled = PARTLY.get(name) or LABELLED.get(name)
        own = taken(name, list(labelled(data))) if labelled else None
        listed = [example for example in taught(cache, name, texts, own) if not leakage.holds(example.text)]
        if name in CLEAN:
            result.setdefault("clean-dev", []).extend(listed[::_HELD_OUT])
            listed = [example for index, example in enumerate(listed) if index % _HELD_OUT]
        result[name] = listed
    result["templates"] = list(synthetic(made, random.Random(seed), data))
    result["templates-dev"] = list(synthetic(made // 50, random.Random(seed + 1), data))
    pieces = list(negatives(negative, random.Random(seed)))
    result["negatives"], result["negatives-dev"] = pieces[: -len(pieces) // 20], pieces[-len(pieces) // 20 :]
    return result


def held_out_parts(examples: dict[str, list[Example]], seed: int) -> dict[str, list[Example]]:
    """What settings and calibration are chosen on, by source: the examples as they are, and disturbed."""
    rng = random.Random(seed)
    parts = {name: listed for name, listed in examples.items() if name.endswith("-dev")}
    return {name: [*listed, *(noisy(example, rng) for example in listed)] for name, listed in parts.items()}


def augmented(examples: dict[str, Sequence[Example]] | dict[str, list[Example]], seed: int) -> Iterator[Example]:
    """One round over all training sources, augmented."""
    rng = random.Random(seed)
    values = Values(random.Random(seed))
    for name, listed in examples.items():
        if name.endswith("-dev"):
            continue
        share = SHARES.get(name, 1.0)
        for example in listed:
            for _ in range(int(share + rng.random())):
                one = example
                if name not in ("templates", "negatives", *CLEAN):
                    one = swapped(one, values, _ENGLISH_SWAPPED) if rng.random() < 0.5 else one
                yield one if name == "negatives" and rng.random() < 0.8 else noisy(one, rng)


_ENGLISH_ROUNDS = 2
_BATCH = 6144
_FIRST_VECTORS = 0.3
_ENGLISH_LATER_RATE = 1.8e-3


def train(
    data: Path, cache: Path, out: Path, *, steps: int, minutes: float, seed: int, threads: int, made: int,
    negative: int, start: Sequence[Path], without: Container[str], say: Callable[[str], object],
) -> None:  # fmt: skip
    """Read, augment, train, calibrate, write; see the command for the arguments."""
    import torch

    examples = sources(data, cache, made=made, negative=negative, seed=seed, without=without)
    for name, listed in examples.items():
        say(f"{name}: {len(listed)} examples, {sum(len(one.spans) for one in listed)} entities")
    builder = Builder()
    rounds = [builder.stream(augmented(examples, seed + number)) for number in range(_ENGLISH_ROUNDS)]
    held_out = {name: builder.stream(both) for name, both in held_out_parts(examples, seed).items()}
    words = list(builder.words)
    seen: Counter[str] = Counter()
    for word, count in zip(words, np.bincount(rounds[0].words, minlength=len(words)).tolist(), strict=True):
        seen[word.lower()] += count
    vocabulary, listed_words = build_vocabulary(seen)
    prepared = Prepared.of(words, vocabulary)
    torch.manual_seed(seed)
    model = Tagger(len(listed_words))
    with torch.no_grad():
        model.weights["words.weight"].copy_(torch.from_numpy(first_vectors(listed_words)) * _FIRST_VECTORS)
    if start:
        restore(model, vocabulary, *start)
    rate = _ENGLISH_LATER_RATE if start else Settings().rate
    settings = Settings(steps=steps, batch=_BATCH, rate=rate, seed=seed, threads=threads, minutes=minutes)
    about = {"seed": seed, "steps": steps, "words": int((rounds[0].words > 0).sum())}
    learn(model, vocabulary, Lessons(rounds, held_out, words, prepared), settings, out, about, say)


_More = Mapping[str, Sequence[str]]
_LONGEST = 4

GROUPS: Mapping[str, tuple[str, ...]] = {
    "latin": ("de", "fr", "es", "it", "nl", "pt", "pl"),
    "scripts": ("zh", "ja", "ar", "hi"),
}
"""Languages that share a file of weights."""

WIDTH = 128
"""Of the taggers of other languages."""
DILATIONS = {"latin": (1, 2, 1, 4), "scripts": (1, 2, 4, 1, 4)}
_ROUNDS = 3
_STEPS = 1_000_000
"""More than any training reaches: it ends by the clock."""
_WORDS = 16_000
_SEEN = 6
_MOST = 3000
"""Examples of one corpus in a round, drawn anew each time: none outweighs everyday text."""
_SWAPPED = 0.3
BLIND = 0.1
_EVERYDAY = 5000
"""Examples in a round from translated everyday sentences."""
_ORDINARY = 3000
"""Examples in a round that are words of a language in no order."""
_ORDINARY_WORDS = {"zh": 6000, "ja": 6000, "ar": 8000, "hi": 8000}
_ORDINARY_WORDS_LATIN = 15_000
_HUMAN = 3000
"""Examples in a round of what people wrote naming hardly anybody, each several times where there are few."""
_WRITTEN = 6
"""Copies of each written message in a round."""
_SWAPPED_WRITTEN = 0.4
_CAPITALS = 0.1
_RANKS = (0, 300, 2000, 8000, 20000)
_LISTED = {"zh": 40_000, "ja": 30_000, "ar": 25_000, "hi": 20_000}
_LISTED_LATIN = 20_000
_LATER_RATE = 1.5e-3
_CASES = ("gen", "dat", "acc", "ins", "loc", "voc")


def train_languages(
    data: Path, group: str, out: Path, *, minutes: float, seed: int, made: int, threads: int, start: Sequence[Path],
    say: Callable[[str], object],
) -> None:  # fmt: skip
    """Read, augment, train, calibrate, write.

    Args:
        data: folder of the corpora.
        group: of `GROUPS`.
        out: the file of weights.
        minutes: how long it learns; 0 calibrates and writes what it starts from.
        seed: of what is drawn.
        made: examples from templates by language and round.
        threads: of the processor.
        start: weights to begin from, or several of which to begin from the mean; none begins anew.
        say: takes lines about the progress.
    """
    import torch

    codes = GROUPS[group]
    leakage = Leakage(data)
    corpora = {code: list(labelled_of(data, code, leakage)) for code in codes}
    more = {code: gazetteer(data, code) for code in codes}
    human = {code: human_text(data, code, held_out=False) for code in codes}
    said = {
        code: tuple([one for one in listed if not leakage.holds(one)] for listed in everyday(data, code))
        for code in codes
    }
    own = {code: written_parts(code, leakage) for code in codes}
    for code, files in corpora.items():
        say(f"{code}: {[len(one) for one in (*files, own[code][0])]} examples")
    builder = Builder(tokenize_any)
    rounds = [
        builder.stream(
            example
            for code in codes
            for example in _round(
                code, corpora[code], more[code], said[code], human[code], own[code][0], made, seed + number
            )
        )
        for number in range(_ROUNDS)
    ]
    held_out = {
        code: builder.stream([*held_out_of(data, code, corpora[code], more[code], seed), *own[code][1]])
        for code in codes
    }
    words = list(builder.words)
    seen: Counter[str] = Counter()
    for word, count in zip(words, np.bincount(rounds[0].words, minlength=len(words)).tolist(), strict=True):
        seen[word[4] if word[:1] == "\x01" else word.lower()] += count
    vocabulary, rows = _vocabulary(more, seen)
    prepared = Prepared.of(words, vocabulary, language_features)
    say(f"{sum(len(one.words) for one in rounds)} words, {len(words)} distinct, {len(vocabulary.hashes)} listed")
    torch.manual_seed(seed)
    model = Tagger(rows, NGRAM_BUCKETS, DILATIONS[group], BLIND, WIDTH)
    if start:
        restore(model, vocabulary, *start)
    rate = _LATER_RATE if start else Settings().rate
    steps = _STEPS if minutes else 0
    settings = Settings(steps=steps, batch=_BATCH, rate=rate, seed=seed, threads=threads, minutes=minutes)
    about = {"seed": seed, "languages": codes}
    learn(model, vocabulary, Lessons(rounds, held_out, words, prepared), settings, out, about, say)


def labelled_of(data: Path, code: str, leakage: Leakage) -> Iterator[list[Example]]:
    """The training examples of each file; what stands in a test set is left out."""
    for path, read in TRAINING[code]:
        yield [example for example in read(data / path) if example.text and not leakage.holds(example.text)]
    yield plain_text(data, code)


def written_parts(code: str, leakage: Leakage) -> tuple[list[Example], list[Example]]:
    """The written messages of a language that are learned, and every tenth, held out; none that a test set holds."""
    listed = [one for one in written(code) if not leakage.holds(one.text)]
    random.Random(7).shuffle(listed)
    return [one for index, one in enumerate(listed) if index % _TENTH], listed[::_TENTH]


def _round(
    code: str, corpora: Sequence[Sequence[Example]], more: _More, said: Sequence[Sequence[str]],
    human: Sequence[Example], own: Sequence[Example], made: int, seed: int,
) -> Iterator[Example]:  # fmt: skip
    rng = random.Random(f"{seed} {code}")
    values = LanguageValues(code, rng, more)
    for listed in corpora:
        for one in rng.sample(listed, min(len(listed), _MOST)):
            yield disturbed(swapped(one, values, _SWAPPED) if rng.random() < 0.5 else one, rng)
    for one in values.examples(made):
        yield disturbed(one, rng)
    named, none = said
    if none:
        for one in values.everyday(_EVERYDAY, named, none):
            yield disturbed(one, rng)
    for _ in range(_HUMAN if human else 0):
        yield disturbed(rng.choice(human), rng)
    for one in own:
        for number in range(_WRITTEN):
            yield disturbed(swapped(one, values, _SWAPPED_WRITTEN) if number % 2 else one, rng)
    yield from ordinary_of(code, corpora, more, rng, _ORDINARY)


def ordinary_of(
    code: str, corpora: Sequence[Sequence[Example]], more: _More, rng: random.Random, many: int
) -> Iterator[Example]:
    """Frequent words that are no names, one after another: they are no names wherever they stand."""
    import wordfreq

    named: Counter[str] = Counter()
    for listed in corpora:
        for one in listed:
            for start, end, _ in one.spans:
                named.update(one.text[start:end].lower().split())
    names = {name.lower() for listed in _lists(code, more)[:5] for name in listed}
    data = read_data()
    # Surnames of the census are words of other languages too: the most frequent words stay words.
    common = set(wordfreq.top_n_list(code, 3000))
    names |= {part.lower() for town in data.types["CITY"] for part in town.split()}
    names |= {name.lower() for pool in ("GIVEN_NAMES_ALL", "SURNAMES_ALL") for name in data.pools[pool][:8000]} - common
    spaceless = code in ("zh", "ja")
    words = [
        word for word in wordfreq.top_n_list(code, _ORDINARY_WORDS.get(code, _ORDINARY_WORDS_LATIN))
        if word.lower() not in names and named[word] < (2 if spaceless else 1)
        and not any(char.isdigit() for char in word)
    ]  # fmt: skip
    for _ in range(many):
        yield Example("".join(_sentence(code, words, rng) for _ in range(rng.randint(1, 3))).strip())


def _sentence(code: str, words: Sequence[str], rng: random.Random) -> str:
    """Words as they stand in sentences, headings and forms: a capital first, German nouns and compounds, signs."""
    spaceless = code in ("zh", "ja")
    chosen = rng.choices(words, k=rng.randint(1, 12))
    if code == "de":
        chosen = [_noun(word, words, rng) for word in chosen]
    else:
        chosen = [word.title() if rng.random() < _CAPITALS else word for word in chosen]
    chosen = [word.upper() if len(word) < 5 and rng.random() < 0.05 else word for word in chosen]
    chosen[0] = chosen[0][:1].upper() + chosen[0][1:]
    end = rng.choice(
        ["。", "、", "\n", ":"] if spaceless else [". ", "? ", "\n", ", ", ": ", f": {rng.randint(1, 99999)} "]
    )
    return ("" if spaceless else " ").join(chosen) + end


def _noun(word: str, words: Sequence[str], rng: random.Random) -> str:
    draw = rng.random()
    if draw < 0.15 and len(word) > 3:
        return word.title() + rng.choice(["", "", "s", "n"]) + rng.choice(words)
    return word.title() if draw < 0.5 else word


def held_out_of(
    data: Path, code: str, corpora: Sequence[Sequence[Example]], more: _More, seed: int
) -> Iterator[Example]:
    """What a language's calibration is measured on."""
    rng = random.Random(seed + 1000)
    for path, read in TESTS[code]:
        yield from list(read(data / path))[:700]
    yield from corpora[-1][::20]
    yield from (disturbed(one, rng) for one in LanguageValues(code, rng, more).examples(120))


def disturbed(example: Example, rng: random.Random) -> Example:
    """As people type: small letters alone, capitals alone, no marks on letters, no closing signs."""
    draw = rng.random()
    text = example.text
    if draw < 0.2:
        text = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    elif draw < 0.23:
        text = "".join(high if len(high := char.upper()) == 1 else char for char in text)
    if text.isascii() is False and rng.random() < 0.08 and text[0] < "\u0250":
        text = "".join(_plain(char) for char in text)
    example = example._replace(text=text)
    if rng.random() < 0.08:
        signs = [
            at
            for at, char in enumerate(text)
            if char in ".,;:!?。,、，؟،" and (at + 1 == len(text) or text[at + 1] == " ")
        ]
        inside = [(a, b) for a, b, _ in example.spans]
        example = edited(example, [(at, at + 1, "") for at in signs if not any(a <= at < b for a, b in inside)][:40])
    return example


def _plain(char: str) -> str:
    """A letter without its marks."""
    if char in "łŁ":
        return "lL"["łŁ".index(char)]
    base = unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() else char


def _vocabulary(more: Mapping[str, _More], seen: Counter[str]) -> tuple[Vocabulary, int]:
    """Words with their lists (`reading.LISTS`) and the order of their frequency, and how many have a vector."""
    import wordfreq

    flags: dict[str, int] = {}
    for code, names in more.items():
        for bit, words in enumerate(_lists(code, names)):
            for word in words:
                if len(word) > 1 or code in ("zh", "ja"):
                    flags[word.lower()] = flags.get(word.lower(), 0) | 1 << bit
    ranks: dict[str, int] = {}
    for code in more:
        listed = wordfreq.top_n_list(code, _LISTED.get(code, _LISTED_LATIN))
        for rank, word in enumerate(listed):
            ranks[word] = min(rank, ranks.get(word, rank))
    for word, rank in ranks.items():
        band = sum(rank >= edge for edge in _RANKS) - 1
        # Bit 2 too: it is what counts of words in a script without spaces.
        flags[word] = flags.get(word, 0) | 1 << (11 + band) | (4 if len(word) > 1 and band < 4 else 0)
    kept = [word for word, count in seen.most_common(_WORDS) if count >= _SEEN and word]
    rows = {word: row for row, word in enumerate(kept, 1)}
    return vocabulary_of(rows, flags), len(kept) + 1


def _lists(code: str, more: _More) -> list[list[str]]:
    """Words by the bit that says that they stand in a list, in the order of `reading.LISTS`."""
    lists = read_lists(code)[0]
    given, family = listed_names(code)
    cities = [*(form for city in lists["cities"] for form in city.split("~")), *listed_places(code)]
    if code == "pl":
        cities += [inflected(city, "place", case) for city in listed_places(code) for case in _CASES]
        given = [*given, *(inflected(name, "given", case) for name in given for case in _CASES)]
        family = [*family, *(inflected(name, "family", case) for name in family[:2500] for case in _CASES)]
    parts = [[part for name in names for part in name.replace("-", " ").split()] for names in (given, family)]
    # Longer words are looked up in no script without spaces.
    further = {kind: [name for name in names if len(name) <= _LONGEST] for kind, names in more.items()}
    return [
        [*parts[0], *further.get("given", ())],
        [*parts[1], *further.get("family", ())],
        [],
        [*(city for city in cities if " " not in city), *further.get("places", ())],
        [part for city in cities for part in city.replace("-", " ").split() if " " in city or "-" in city],
        [part for country in lists["countries"] for part in country.split()],
        [*(org.split()[-1] for org in lists["orgs"] if "{" not in org.split()[-1]), *further.get("firms", ())],
        [part for job in lists["jobs"] for part in job.split()],
    ]
