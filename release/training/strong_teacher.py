"""The training by a strong teacher from raw data to weights: what is read, the teachers, the tagger, the mean.

`python -m release.training distil` calls it. The vocabulary stays that of the weights it begins from, so that weights
of before and after have a mean.
"""

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from dp_gateway.detection.tagger.weights import DEFAULT_WEIGHTS, read_weights
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
from release.training.encoder import Encoder, pieces_of, pretrained
from release.training.examples import Builder, Example, Stream
from release.training.fit import Prepared, probabilities
from release.training.model import Tagger, calibration, export, restore
from release.training.open_text import CLEAN, OPEN, negatives
from release.training.run import augmented, held_out_parts, written_parts
from release.training.synthetic import noisy, swapped, synthetic
from release.training.teachers import CAPS, PARTLY, combined, rampart_folder
from release.training.values import Values
from release.training.written import readings

__all__ = ["train_by_teacher"]

_LEFT_OUT = frozenset({"news", "reviews", "sums"})
_MOST: Mapping[str, int] = {
    **CAPS, "youtube": 16_000, "turns": 10_500, "irc": 6000, "wikipedia": 15_000, "twitter": 24_000, "questions": 1500,
    "speeches": 900, "commands": 2500, "agents": 6000, "recipes": 1043, "glosses": 6000,
}  # fmt: skip
_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})
_HELD_OUT = 20
_CLEAN_SHARE = 0.55
_MESSAGES, _READINGS = (6, 0.5), (2, 0.3)
"""Copies of each written message, of each passage that was read, and the share of names drawn anew in half of them."""
_One = TypeVar("_One", str, Example)
_NOTHING_KNOWN: frozenset[str] = frozenset()
_TEMPLATES, _LEAST_TEMPLATES = 36_000, 0.3
_OWN_SHARE = 0.2
"""Of the open text, where the tagger is its own teacher."""
_BATCH, _LESSON = 8192, 10_400
"""Words of the tagger's batches, pieces of words of an encoder's."""
_TEACHER_RATE, _RATE = 3e-4, 1.5e-3


def train_by_teacher(
    data: Path, out: Path, *, start: Path = DEFAULT_WEIGHTS, encoders: Sequence[Path] = (), layers: int = 99,
    seed: int = 61, lessons: int = 1000, steps: int = 4300, minutes: float = 1e9, device: str = "cpu",
    say: Callable[[str], object] = print,
) -> None:  # fmt: skip
    """Read, teach the encoders, let them teach the tagger, and write its mean with what it was before.

    Without lessons no encoder is asked: in a part of the open text the tagger is held to what it said itself, so that
    what is new in the labelled texts costs it nothing that it knew.

    Args:
        data: folder of the corpora.
        out: the file of weights.
        start: the weights it begins from, and half of the mean.
        encoders: folders of the encoders that agree on a verdict; that of Rampart's package by default.
        layers: how many of the lowest layers of each are read.
        seed: of everything drawn.
        lessons: batches of each of them; 0 asks none of them.
        steps: batches of the tagger.
        minutes: the tagger ends by then, whatever the steps.
        device: "cpu" or "cuda".
        say: takes lines about the progress.
    """
    import torch

    folders = (encoders or [rampart_folder()]) if lessons else ()
    groups, held_out, words = _streams(data, seed, share=1.0 if lessons else _OWN_SHARE)
    words, small = with_small(words)
    vocabulary = read_weights(start).vocabulary
    prepared = Prepared.of(words, vocabulary)
    texts = Texts(groups, prepared, small, device)
    say(f"{len(texts.words)} places, {len(words)} distinct words")
    torch.manual_seed(seed)
    model = Tagger(len(read_weights(start).words))
    restore(model, vocabulary, start)
    model.to(device)
    model.rounding = True
    before = odds_of_tagger(model, texts)
    said = torch.zeros_like(before) if lessons else before
    for number, folder in enumerate(folders):
        pieces, first = pieces_of(words, folder)
        texts.cut(pieces)
        torch.manual_seed(seed + 10 + number)
        encoder = Encoder(pretrained(folder), first, device, layers)
        teach_encoder(encoder, texts, before, Pace(lessons, _LESSON, _TEACHER_RATE, seed + 10 + number, 0.995), say)
        said += odds_of_teacher(encoder, texts) / len(folders)
    model.rounding = False
    distil(model, texts, before, said, Pace(steps, _BATCH, _RATE, seed + 20, 0.999, minutes), say)
    model.to("cpu")
    student = out.with_name(out.name + ".student")
    about = {"seed": seed, "steps": steps}
    export(model, vocabulary, read_weights(start).calibration, student, about)
    restore(model, vocabulary, start, student)
    model.rounding = True
    found = [(stream, probabilities(model, stream, prepared)) for stream in held_out.values()]
    export(model, vocabulary, calibration(found, words), out, about)


def _streams(data: Path, seed: int, *, share: float) -> tuple[dict[str, Stream], dict[str, Stream], list[str]]:
    """The groups of texts, what is held out for calibration, and all words. `share`: of the open text."""
    leakage = Leakage(data)

    def kept(examples: Iterator[Example] | list[Example]) -> list[Example]:
        return [one for one in examples if not leakage.holds(one.text)]

    named = {name: kept(read(data)) for name, read in LABELLED.items()}
    labelled = {name: listed for name, listed in named.items() if not name.endswith("-dev")}
    held_out = {name: listed for name, listed in named.items() if name.endswith("-dev")}
    comments = list(PARTLY["comments"](data))
    marked = (combined(one.text, {}, one, by_hand=True) for one in PARTLY["ewt train part"](data))
    labelled["ewt train part"] = kept(one._replace(known=_NAMES) for one in marked)
    labelled["comments"] = kept(_some("comments", comments))
    opened = {name: _some(name, list(read(data))) for name, read in OPEN.items() if name not in _LEFT_OUT}
    opened["masc"] = [one.text for one in PARTLY["masc"](data)]
    opened["comments"] = [one.text for one in comments[1::3]]
    opened = {name: listed[:: round(1 / share)] for name, listed in opened.items()}
    clean: dict[str, list[Example]] = {}
    for name, read in CLEAN.items():
        listed = kept(Example(text) for text in _some(name, list(read(data))))
        held_out.setdefault("clean-dev", []).extend(listed[::_HELD_OUT])
        clean[name] = [one for index, one in enumerate(listed) if index % _HELD_OUT]
    files = list(negatives(8000, random.Random(seed)))
    clean["negatives"], held_out["negatives-dev"] = files[:-400], files[-400:]
    rng = random.Random(seed)
    clean = {name: [one for one in listed if rng.random() < _CLEAN_SHARE] for name, listed in clean.items()}
    held_out["templates-dev"] = list(synthetic(700, random.Random(seed + 1), data))
    messages, held_out["written-dev"] = written_parts("en", leakage)
    made = round(_TEMPLATES * max(share, _LEAST_TEMPLATES))
    builder = Builder()
    groups = {
        "templates": builder.stream(augmented({"templates": list(synthetic(made, random.Random(seed), data))}, seed)),
        "labelled": builder.stream(augmented(labelled, seed)),
        "clean": builder.stream(augmented(clean, seed)),
        "open": builder.stream(
            one for listed in opened.values() for one in kept(Example(text, known=_NOTHING_KNOWN) for text in listed)
        ),
        "written": builder.stream(_varied(messages, kept(readings(data)), seed)),
    }
    parts = {name: builder.stream(both) for name, both in held_out_parts(held_out, seed).items()}
    return groups, parts, list(builder.words)


def _varied(messages: Sequence[Example], read: Sequence[Example], seed: int) -> Iterator[Example]:
    """Each several times, half of the copies with other names, all of them as people type."""
    rng = random.Random(seed)
    values = Values(random.Random(seed))
    for listed, (copies, share) in ((messages, _MESSAGES), (read, _READINGS)):
        for one in listed:
            for number in range(copies):
                yield noisy(swapped(one, values, share) if number % 2 else one, rng)


def _some(name: str, listed: list[_One]) -> list[_One]:
    """As many as are wanted of a source."""
    return listed[:: max(1, len(listed) // _MOST.get(name, max(1, len(listed))))]
