"""The training of the taggers of other languages by a strong teacher, from raw data to weights.

`python -m release.training distil-languages` calls it: an encoder of a hundred languages learns what is labelled, in
these languages and in English, reads much open text, and a tagger learns that as the English one does
(`distillation.py`).
"""

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dp_gateway.detection.languages import tables
from dp_gateway.detection.languages.reading import NGRAM_BUCKETS, language_features, tokenize_any
from dp_gateway.detection.tagger.weights import read_weights
from release.training.corpora import LABELLED, Leakage
from release.training.distillation import (
    Pace,
    Texts,
    distil,
    odds_of_tagger,
    odds_of_teacher,
    teach_encoder,
    with_small,
)
from release.training.encoder import Encoder
from release.training.examples import Builder, Example, Stream
from release.training.fit import Prepared, probabilities, score
from release.training.human_text import human_text
from release.training.language_corpora import gazetteer
from release.training.language_encoder import LanguageEncoder, PieceStream, read_packed, streamed
from release.training.language_open_text import open_text
from release.training.language_values import LanguageValues
from release.training.model import Tagger, calibration, export, restore
from release.training.run import BLIND, DILATIONS, GROUPS, WIDTH, disturbed, held_out_of, labelled_of, ordinary_of
from release.training.synthetic import everyday, swapped

__all__ = ["LanguageTexts", "train_languages_by_teacher"]

_ENGLISH: Mapping[str, int] = {
    "btc": 2500, "wnut17": 1500, "crossner": 2000, "tweebank": 1200, "snips": 1200, "litbank": 800, "spoken": 500,
}  # fmt: skip
"""English examples for the teacher alone, by corpus: kinds of names that some languages have no labels for."""
_LABELLED, _MADE, _SAID, _HUMAN, _ORDINARY, _OPEN = 600, 1900, 1600, 900, 400, 1700
"""Examples of each corpus, of templates, of everyday sentences, of what people wrote naming hardly anybody, of words in
no order, and of each source of open text, by language.
"""
_ENDS = 2
"""Pieces before and behind a text."""
_SWAPPED = 0.3
_LESSON, _BATCH = 3072, 6144
_TEACHER_RATE, _RATE = 2e-4, 1.5e-3


class LanguageTexts(Texts):
    """Texts of any language, read as sentences rather than words."""

    def __init__(
        self, groups: Mapping[str, Stream], prepared: Prepared, pieces: PieceStream, small: np.ndarray, device: str
    ) -> None:
        super().__init__(groups, prepared, small, device)
        self.sentences, self.width = pieces, np.diff(pieces.edges) + _ENDS
        self._shapes, self._flags = self.features.shapes[self.words], self.features.flags[self.words]

    def read(self, encoder: Encoder, texts: np.ndarray) -> tuple[Any, Any]:
        """Places of words, without gaps, and the encoder's logits there."""
        import torch

        if not isinstance(encoder, LanguageEncoder):
            raise TypeError("that encoder reads no sentences")
        places = self.places(texts)
        lengths = torch.from_numpy(self.length[texts]).to(self.device)
        of_text = torch.repeat_interleave(torch.arange(len(texts), device=self.device), lengths)
        live = self.words[places] > 0
        places, of_text = places[live], of_text[live]
        with torch.autocast(self.device, torch.bfloat16):
            return places, encoder.of_texts(texts, places, of_text, self._shapes, self._flags).float()


def train_languages_by_teacher(
    data: Path, group: str, out: Path, *, packed: Path, start: Path | None = None, seed: int = 71, lessons: int = 200,
    steps: int = 400, device: str = "cpu", threads: int = 1, say: Callable[[str], object] = print,
) -> None:  # fmt: skip
    """Read, teach the encoder, let it teach the tagger, and write the tagger, its mean with what it was before, too.

    Args:
        data: folder of the corpora.
        group: of `run.GROUPS`.
        out: the file of the mean; the tagger itself stands in OUT.student.
        packed: the encoder, see `language_encoder.read_packed`.
        start: the weights it begins from, and half of the mean; those of the package by default.
        seed: of everything drawn.
        lessons: batches of the encoder.
        steps: batches of the tagger.
        device: "cpu" or "cuda".
        threads: of the processor.
        say: takes lines about the progress.
    """
    import torch

    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    start = start or Path(tables.__file__).with_name(f"{group}.bin")
    builder = Builder(tokenize_any)
    groups, held_out = _streams(data, group, builder, seed)
    words, small = with_small(list(builder.words))
    old = read_weights(start)
    vocabulary = old.vocabulary
    prepared = Prepared.of(words, vocabulary, language_features)
    kept = read_packed(packed)
    pieces = streamed(kept, list(groups.values()), words)
    texts = LanguageTexts(groups, prepared, pieces, small, device)
    say(f"{len(texts.words)} places, {len(pieces.ids)} pieces, {len(words)} distinct words")
    model = Tagger(len(old.words), NGRAM_BUCKETS, DILATIONS[group], BLIND, WIDTH)
    restore(model, vocabulary, start)
    model.to(device)
    model.rounding = True
    before = odds_of_tagger(model, texts)
    encoder = LanguageEncoder(kept, pieces, device)
    teach_encoder(encoder, texts, before, Pace(lessons, _LESSON, _TEACHER_RATE, seed + 10, 0.98), say)
    said = odds_of_teacher(encoder, texts)
    model.rounding = False
    distil(model, texts, before, said, Pace(steps, _BATCH, _RATE, seed + 20, 0.98), say)
    model.to("cpu")
    about = {"seed": seed, "steps": steps, "languages": GROUPS[group]}
    student = out.with_name(out.name + ".student")
    export(model, vocabulary, _calibrated(model, held_out, prepared, words, say), student, about)
    restore(model, vocabulary, start, student)
    export(model, vocabulary, _calibrated(model, held_out, prepared, words, say), out, about)


def _calibrated(
    model: Tagger,
    held_out: Mapping[str, Stream],
    prepared: Prepared,
    words: Sequence[str],
    say: Callable[[str], object],
) -> Any:
    model.rounding = True
    found = [(stream, probabilities(model, stream, prepared)) for stream in held_out.values()]
    for name, (stream, odds) in zip(held_out, found, strict=True):
        say(f"{name}: {score(stream, odds)}")
    return calibration(found, words)


def _streams(data: Path, group: str, builder: Builder, seed: int) -> tuple[dict[str, Stream], dict[str, Stream]]:
    """The groups of texts, and what is held out for calibration."""
    leakage = Leakage(data)

    def kept(examples: Iterator[Example] | list[Example]) -> list[Example]:
        return [one for one in examples if not leakage.holds(one.text)]

    parts: dict[str, list[Example]] = {name: [] for name in ("labelled", "templates", "clean", "open", "lessons")}
    held_out: dict[str, Stream] = {}
    for code in GROUPS[group]:
        rng = random.Random(f"{seed} {code}")
        more = gazetteer(data, code)
        values = LanguageValues(code, rng, more)
        corpora = list(labelled_of(data, code, leakage))
        for listed in corpora:
            for one in rng.sample(listed, min(len(listed), _LABELLED)):
                other = swapped(one, values, _SWAPPED) if rng.random() < 0.5 else one
                parts["labelled"].append(disturbed(other, rng))
        parts["templates"] += (disturbed(one, rng) for one in values.examples(_MADE))
        named, none = ([one for one in listed if not leakage.holds(one)] for listed in everyday(data, code))
        if none:
            parts["templates"] += (disturbed(one, rng) for one in values.everyday(_SAID, named, none))
        human = kept(human_text(data, code, held_out=False))
        parts["clean"] += (disturbed(rng.choice(human), rng) for _ in range(_HUMAN if human else 0))
        parts["templates"] += ordinary_of(code, corpora, more, rng, _ORDINARY)
        opened = kept(Example(text, known=frozenset()) for text in open_text(data, code, _OPEN, rng))
        parts["open"] += (disturbed(one, rng) for one in opened)
        held_out[code] = builder.stream(held_out_of(data, code, corpora, more, seed))
    rng = random.Random(seed)
    for name, most in _ENGLISH.items():
        listed = kept(LABELLED[name](data))
        parts["lessons"] += rng.sample(listed, min(len(listed), most))
    return {name: builder.stream(listed) for name, listed in parts.items()}, held_out
