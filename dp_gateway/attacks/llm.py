"""The attacker over a language model, on words."""

from __future__ import annotations

import time

import numpy as np

from dp_gateway.attacks.base import Attack, AttackReport, Trial
from dp_gateway.attacks.contextual import has_context
from dp_gateway.attacks.guesser import Guesser
from dp_gateway.errors import InputError
from dp_gateway.mechanisms.base import Entries
from dp_gateway.pipeline import Sanitizer
from dp_gateway.randomness import Secret
from dp_gateway.vocabulary.words import fold

__all__ = ["LlmAttack"]

_WORDS = 200


class LlmAttack(Attack):
    """A language model reads each sanitized sentence and names the originals of its words.

    Args:
        guesser: asks the model.
        tokens: most words that are attacked; None takes 200.
    """

    name = "llm"

    def __init__(self, guesser: Guesser, tokens: int | None = None) -> None:
        self.guesser, self.tokens = guesser, min(tokens or _WORDS, _WORDS)

    def attack(self, trial: Trial) -> AttackReport:
        """`details`: what was asked, as in `Usage`.

        Raises:
            InputError: single words were drawn, and there is no text to read.
            ModelError: the model gives no answer.
        """
        private = trial.private
        if not private.words or not has_context(private):
            raise InputError("single words are no text to read", hint="give sentences: --private FILE")
        positions, before = trial.sample(self.tokens), self.guesser.usage
        # A model is shown text as the gateway sends it: the same law as the other attacks see, in draws of its own.
        key = Secret(trial.stream.uint64(4).tobytes())
        sanitizer = Sanitizer(trial.mechanism, keep_stopwords=trial.keeps_stopwords, key=key, languages="any")
        start = time.perf_counter()
        hits = np.zeros(len(positions), bool)
        sentences = np.searchsorted(private.starts, positions, side="right") - 1
        for sentence in np.unique(sentences).tolist():
            some = np.flatnonzero(sentences == sentence)
            hits[some] = self._sentence(trial, sanitizer, sentence, positions[some])
        seconds = time.perf_counter() - start
        used = {name: after - was for name, after, was in zip(before._fields, self.guesser.usage, before, strict=True)}
        return AttackReport(self.name, private.entries[positions], hits, seconds, None, used)

    def _sentence(self, trial: Trial, sanitizer: Sanitizer, sentence: int, positions: Entries) -> list[bool]:
        """Which of these words of a sentence are recovered."""
        words, first = trial.private.words, int(trial.private.starts[sentence])
        within = trial.private.sentence(sentence)
        ends = np.cumsum([len(word) + 1 for word in words[within]])
        sent = sanitizer.sanitize(" ".join(words[within]), scope=str(sentence))
        stands = {span.start: sent.text[span.sanitized_start : span.sanitized_end] for span in sent.spans}
        starts = {int(place): int(ends[place - first - 1]) if place > first else 0 for place in positions}
        # A word that the sanitizer divides or keeps has no replacement of its own.
        listed = [place for place in positions.tolist() if starts[place] in stands]
        if not listed:
            return [False] * len(positions)
        guesses = self.guesser.originals(sent, [stands[starts[place]] for place in listed])
        right = {
            place
            for place, guess in zip(listed, guesses, strict=True)
            if guess is not None and fold(guess.strip()) == words[place]
        }
        return [place in right for place in positions.tolist()]
