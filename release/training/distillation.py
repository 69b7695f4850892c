"""Training by a strong teacher: the encoder learns the labelled corpora, says what it reads in much open text, and the
tagger learns that, label by label as likely as the teacher finds it; on a GPU or on processors.

`run` reads the texts; words and their features lie on the device throughout.
"""

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dp_gateway.detection.tagger.features import Features
from dp_gateway.detection.tagger.weights import EMITTED, LABELS
from release.training.encoder import Encoder, Pieces
from release.training.examples import GAP, Stream
from release.training.fit import Prepared
from release.training.model import Tagger

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["Pace", "Texts", "distil", "odds_of_tagger", "odds_of_teacher", "teach_encoder", "with_small"]

_KEPT: Mapping[str, float] = {
    "labelled": 0.35, "templates": 0.6, "clean": 0.7, "open": 1.0, "lessons": 0.0, "written": 0.8,
}  # fmt: skip
"""By group of texts, which share of them the tagger reads in a round: what is labelled it would learn by heart,
and lessons are for its teacher alone.
"""

_TAUGHT: Mapping[str, float] = {
    "labelled": 0.6, "templates": 0.35, "clean": 0.3, "open": 0.0, "lessons": 0.6, "written": 0.5,
}  # fmt: skip
"""By group, which share of them an encoder reads in a round."""

_NEW = 20
"""How many times as fast as the rest the new parts of an encoder learn."""

_ENTITIES = 1.3
_OF_TEACHER = 0.8
"""The rest of a verdict is what the tagger itself said before."""
_SMALL = 0.1
"""How often an open text is read in small letters, with the same verdict."""
_WARM, _SAID_EVERY = 60, 50
_INSIDE = slice(1, 1 + 2 * len(EMITTED))
_OTHERS = [
    index for index, label in enumerate(LABELS) if label[2:] not in ("", "PERSON", "ORGANIZATION", "LOCATION", "MISC")
]
"""Labels of which the labelled corpora know nothing, and teachers that learned them little: jobs, dates, numbers."""
_SUM = LABELS.index("B-MONEY")
_SURE = 0.5
"""From here on what the tagger says of those stays as it is, but where a written message says otherwise."""


class Pace(NamedTuple):
    """How long and how fast something learns.

    Attributes:
        steps: batches.
        batch: words a batch, about.
        rate: the learning rate at its highest.
        seed: of everything drawn.
        average: how much of the running mean of the weights each step keeps; that mean is the result.
        minutes: it ends by then, whatever the steps.
    """

    steps: int
    batch: int
    rate: float
    seed: int
    average: float = 0.998
    minutes: float = 1e9


class Texts:
    """All texts on a device, each of one group.

    Args:
        groups: streams of numbered words; "clean" texts name nobody, "open" ones have no labels, in "written" ones
            jobs, dates, numbers and ages are labelled too.
        prepared: features of the words.
        small: the number of each word in small letters.
        device: "cuda" or "cpu".
    """

    def __init__(self, groups: Mapping[str, Stream], prepared: Prepared, small: np.ndarray, device: str) -> None:
        import torch

        streams = list(groups.values())
        offsets = np.cumsum([0, *(len(one.words) for one in streams)])
        self.names = list(groups)
        self.device = device
        self.group = np.repeat(np.arange(len(streams)), [len(one.edges) - 1 for one in streams])
        self.first = np.concatenate([one.edges[:-1] + at for one, at in zip(streams, offsets, strict=False)])
        self.length = np.concatenate([np.diff(one.edges) for one in streams])

        numbers = np.concatenate([one.words for one in streams])
        self.words = self._moved(numbers, torch.int64)
        self.glued = self._moved(np.concatenate([one.glued for one in streams]), torch.float32)
        self.allowed = self._moved(np.concatenate([one.allowed for one in streams]).astype(np.int64), torch.int32)
        self.of_group = self._moved(np.repeat(self.group, self.length), torch.int8)
        self.small = self._moved(small, torch.int64)
        self.features = Features(*(self._moved(np.asarray(one), torch.int64) for one in prepared.features))

    def _moved(self, array: np.ndarray, kind: Any) -> Tensor:
        import torch

        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device, kind)

    def cut(self, pieces: Pieces) -> None:
        """From now on an encoder reads these pieces of the words."""
        import torch

        self.pieces = Pieces(*(self._moved(one, torch.int64) for one in pieces))
        numbers = self.words.cpu().numpy()
        read = np.cumsum([0, *np.where(numbers > 0, pieces.counts[numbers], 0)])
        self.width = np.diff(read[[*self.first, len(numbers)]])

    def places(self, texts: np.ndarray) -> Tensor:
        """Where the words of some texts stand, gaps included."""
        import torch

        lengths = torch.from_numpy(self.length[texts]).to(self.device)
        firsts = torch.from_numpy(self.first[texts]).to(self.device)
        begins = lengths.cumsum(0) - lengths
        return torch.repeat_interleave(firsts - begins, lengths) + torch.arange(int(lengths.sum()), device=self.device)

    def some(self, numbers: Tensor) -> Features:
        """The features of some words."""
        import torch

        f = self.features
        counts = f.counts[numbers]
        begins = counts.cumsum(0) - counts
        at = torch.repeat_interleave(f.starts[numbers] - begins, counts)
        at = at + torch.arange(len(at), device=self.device)
        return Features(f.rows[numbers], f.ngrams[at], begins, counts, f.shapes[numbers], f.flags[numbers])

    def may(self, places: Tensor) -> Tensor:
        """(n, labels): which labels are right."""
        import torch

        return (self.allowed[places, None] >> torch.arange(len(LABELS), device=self.device)) & 1 == 1

    def tagged(self, model: Tagger, words: Tensor, glued: Tensor) -> Tensor:
        """Logits of the tagger."""
        import torch

        numbers, inverse = torch.unique(words, return_inverse=True)
        return model.logits(self.some(numbers), inverse, glued, (words > 0).float())

    def read(self, encoder: Encoder, texts: np.ndarray) -> tuple[Tensor, Tensor]:
        """Places of words, without gaps, and the encoder's logits there."""
        import torch

        places = self.places(texts)
        words = self.words[places]
        places, words = places[words > 0], words[words > 0]
        lengths = torch.from_numpy(self.length[texts] - GAP).to(self.device)
        with torch.autocast(self.device, torch.bfloat16):
            return places, encoder.logits(self.pieces, self.features.shapes, self.features.flags, words, lengths)


def _slices(texts: np.ndarray, lengths: np.ndarray, size: int) -> Iterator[np.ndarray]:
    """Texts in order, so many that their words are about `size`."""
    cuts = np.searchsorted(np.cumsum(lengths[texts]), np.arange(size, int(lengths[texts].sum()), size))
    yield from (part for part in np.split(texts, cuts) if len(part))


def _alike(texts: np.ndarray, lengths: np.ndarray, size: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Batches of texts of like length, none with more places than `size`, in any order."""
    order = texts[np.argsort(lengths[texts] + rng.integers(0, 8, len(texts)), kind="stable")]
    batches: list[np.ndarray] = []
    first = 0
    while first < len(order):
        last = first + 1
        while last < len(order) and (last + 1 - first) * int(lengths[order[last]]) <= size:
            last = min(len(order), last + max(1, (last - first) // 8))
        batches.append(order[first:last])
        first = last
    rng.shuffle(batches)  # type: ignore[arg-type]
    return batches


def odds_of_tagger(model: Tagger, texts: Texts, size: int = 12_288) -> Tensor:
    """(n, labels) of every place, in half the bits."""
    import torch

    result = torch.zeros(len(texts.words), len(LABELS), dtype=torch.float16, device=texts.device)
    with torch.no_grad():
        for part in _slices(np.arange(len(texts.first)), texts.length, size):
            places = texts.places(part)
            logits = texts.tagged(model, texts.words[places], texts.glued[places])
            result[places] = torch.softmax(logits, 1).half()
    return result


def odds_of_teacher(encoder: Encoder, texts: Texts, size: int = 8192) -> Tensor:
    """(n, labels) of every place of open text; nothing elsewhere."""
    import torch

    result = torch.zeros(len(texts.words), len(LABELS), dtype=torch.float16, device=texts.device)
    opened = np.flatnonzero(texts.group == texts.names.index("open"))
    with torch.no_grad():
        for part in _alike(opened, texts.width, size, np.random.default_rng(0)):
            places, logits = texts.read(encoder, part)
            result[places] = torch.softmax(logits, 1).half()
    return result


def _verdict(odds: Tensor, may: Tensor) -> Tensor:
    """Odds among the labels that are right."""
    kept = (odds.float() + 1e-6) * may
    return kept / kept.sum(1, keepdim=True)


def _loss(logits: Tensor, target: Tensor, counted: Tensor) -> Tensor:
    import torch

    weight = counted * (1 + (_ENTITIES - 1) * (1 - target[:, 0]))
    each = -(target * torch.log_softmax(logits, 1)).sum(1)
    return (each * weight).sum() / weight.sum().clamp(min=1)


def _counted(texts: Texts, places: Tensor, doubt: Tensor) -> Tensor:
    """1 where something is taught: not at gaps, and not where somebody sees a name in text that names nobody."""
    clean = texts.of_group[places] == texts.names.index("clean")
    return ((texts.words[places] > 0) & ~(clean & (doubt > 0.5))).float()


class _Run:
    """The schedule of a training: rates that rise and fall, a running mean of the weights, lines about the loss."""

    def __init__(self, weights: Mapping[str, Tensor], groups: list[dict[str, Any]], pace: Pace) -> None:
        import torch

        self._weights, self._pace = weights, pace
        self._optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98), fused=True)
        self._rates = [group["lr"] for group in groups]
        self.mean = {name: one.detach().clone() for name, one in weights.items()}
        self.step, self._losses, self._begun = 0, [], time.monotonic()

    def progress(self) -> float:
        """From nothing to one."""
        return max(self.step / self._pace.steps, (time.monotonic() - self._begun) / (60 * self._pace.minutes))

    def take(self, loss: Tensor, say: Callable[[str], object]) -> None:
        """One step down."""
        import torch

        falling = 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * self.progress()))
        rate = min(1.0, (self.step + 1) / _WARM) * falling
        for group, highest in zip(self._optimizer.param_groups, self._rates, strict=True):
            group["lr"] = highest * rate
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._weights.values(), 1.0)
        self._optimizer.step()
        self.step += 1
        share = 1 - min(self._pace.average, self.step / (self.step + 10))
        torch._foreach_lerp_(list(self.mean.values()), [one.detach() for one in self._weights.values()], share)
        self._losses.append(loss.detach())
        if self.step % _SAID_EVERY == 0:
            say(f"  step {self.step}: loss {float(torch.stack(self._losses[-_SAID_EVERY:]).mean()):.4f}")


def teach_encoder(encoder: Encoder, texts: Texts, before: Tensor, pace: Pace, say: Callable[[str], object]) -> None:
    """The encoder learns what is labelled, and of types that a source leaves open what the tagger said before.

    Args:
        encoder: changed in place.
        texts: of all groups; open ones are left out.
        before: odds of the tagger at every place.
        pace: how long and how fast.
        say: takes lines about the progress.
    """
    import torch

    torch.manual_seed(pace.seed)
    rng = np.random.default_rng(pace.seed)
    groups = [
        {"params": [one for name, one in encoder.weights.items() if name not in encoder.new], "lr": pace.rate},
        {"params": [encoder.weights[name] for name in encoder.new], "lr": _NEW * pace.rate},
    ]
    run = _Run(encoder.weights, [{**group, "weight_decay": 0.01} for group in groups], pace)
    share = np.array([_TAUGHT[name] for name in texts.names])
    encoder.training = True
    seen = named = 0
    while run.progress() < 1:
        listed = np.flatnonzero(rng.random(len(texts.group)) < share[texts.group])
        for part in _alike(listed, texts.width, pace.batch, rng):
            places, logits = texts.read(encoder, part)
            may, old = texts.may(places), before[places]
            counted = _counted(texts, places, old[:, _INSIDE].float().sum(1)) * ~may.all(1)
            run.take(_loss(logits, _verdict(old, may), counted), say)
            entities = ~may[:, 0]
            named, seen = named + int(entities.sum()), seen + int((entities & (logits.argmax(1) > 0)).sum())
            if run.step % _SAID_EVERY == 0:
                # A rate that is too high teaches it to say nothing at all, which the loss alone does not show.
                say(f"  of {named} words of entities it sees {seen / max(1, named):.3f}")
                seen = named = 0
            if run.progress() >= 1:
                break
    encoder.weights = {name: one.requires_grad_() for name, one in run.mean.items()}
    encoder.training = False


def distil(
    model: Tagger, texts: Texts, before: Tensor, teacher: Tensor, pace: Pace, say: Callable[[str], object]
) -> None:
    """The tagger learns what its teacher says, and labels where there are some.

    Args:
        model: changed in place.
        texts: of all groups.
        before: odds of the tagger as it was.
        teacher: odds of the teacher in open text.
        pace: how long and how fast.
        say: takes lines about the progress.
    """
    import torch

    torch.manual_seed(pace.seed)
    rng = np.random.default_rng(pace.seed)
    run = _Run(model.weights, [{"params": list(model.weights.values()), "lr": pace.rate, "weight_decay": 0.0}], pace)
    share = np.array([_KEPT[name] for name in texts.names])
    opened = texts.names.index("open")
    written = texts.names.index("written") if "written" in texts.names else -1
    model.training = True
    while run.progress() < 1:
        listed = np.flatnonzero(rng.random(len(texts.group)) < share[texts.group])
        rng.shuffle(listed)
        for part in _slices(listed, texts.length, pace.batch):
            model.rounding, model.observing = run.progress() > 0.8, run.step % 10 == 0
            places = texts.places(part)
            old, said, may = before[places].float(), teacher[places].float(), texts.may(places)
            of_others = old[:, _OTHERS].sum(1) > _SURE
            kept = (of_others | (texts.of_group[places] != opened))[:, None]
            mixed = torch.where(kept, old, _OF_TEACHER * said + (1 - _OF_TEACHER) * old)
            target = _verdict(mixed, may)
            unlearned = of_others & ~may[:, _OTHERS].any(1) & (texts.of_group[places] != written)
            # Who read open text knows no sums: a number there may be one.
            unlearned |= may[:, _SUM] & ~of_others & (texts.of_group[places] == opened)
            words = texts.words[places]
            low = (rng.random(len(part)) < _SMALL) & (texts.group[part] == opened)
            lowered = torch.from_numpy(np.repeat(low, texts.length[part])).to(texts.device)
            words = torch.where(lowered, texts.small[words], words)
            logits = texts.tagged(model, words, texts.glued[places])
            run.take(_loss(logits, target, _counted(texts, places, old[:, _INSIDE].sum(1)) * ~unlearned), say)
            if run.progress() >= 1:
                break
    model.load({**run.mean, "steps": model.steps})
    model.rounding, model.observing, model.training = True, False, False


def with_small(words: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """All words and their forms in small letters, and the number of each form."""
    numbers = {word: number for number, word in enumerate(words)}
    small = [numbers.setdefault(word.lower(), len(numbers)) for word in words]
    listed = list(numbers)
    return listed, np.array([*small, *range(len(words), len(listed))], np.int64)
