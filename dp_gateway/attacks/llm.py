"""A language model as attacker: it reads a sanitized text and says what stood there.

`Guesser` asks it, for attacks on words (here) and on entities. It is shown nothing but what a provider gets, so a
remote model will do. An answer that cannot be read is asked for again; what remains unread counts as not recovered.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from dp_gateway.attacks.base import Attack, AttackReport, Trial
from dp_gateway.augmentation import Prices
from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.llm import JsonSchema, LocalModel, Public, RemoteModel, Reply, load
from dp_gateway.llm.messages import RETRY_TEMPERATURE, read_list
from dp_gateway.llm.models import check_declared
from dp_gateway.mechanisms.base import Entries
from dp_gateway.pipeline import Sanitized, Sanitizer
from dp_gateway.randomness import Secret
from dp_gateway.text.folding import fold

_TOKENS_PER_GUESS, _LEAST_TOKENS = 24, 64


class Usage(NamedTuple):
    """What was asked so far.

    Attributes:
        requests: requests, those that were asked again among them.
        unread: lists of replacements for which no attempt gave an answer that can be read.
        prompt_tokens, completion_tokens: as the server counts them.
    """

    requests: int = 0
    unread: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def cost(self, prices: Prices) -> float:
        """Estimate what the calls of the model cost."""
        return prices.cost(self.prompt_tokens, self.completion_tokens)


class Guesser:
    """Asks a model for the originals of replaced words and names.

    Args:
        model: local or remote; it sees sanitized text alone.
        attempts: requests for one text before its replacements count as not recovered.

    Attributes:
        usage: what was asked so far.

    Raises:
        ConfigurationError: it is no model of this package, or there is no attempt.
    """

    def __init__(self, model: LocalModel | RemoteModel, *, attempts: int = 3) -> None:
        if attempts < 1:
            raise ConfigurationError("a guesser needs at least one attempt", hint="leave attempts out")
        self._model, self._attempts = check_declared(model), attempts
        self._template = load("attack")
        self.usage = Usage()

    def originals(self, sent: Sanitized[Any], replaced: Sequence[str]) -> list[str | None]:
        """Ask the model for a guess for each replacement; None for all of them where no answer could be read.

        Args:
            sent: the sanitized text.
            replaced: pieces of it that are replacements, in its order, with their types where those are visible.

        Raises:
            ModelUnreachable, ModelRefused: the model gives no answer at all.
        """
        for attempt in range(self._attempts):
            reply = self._ask(sent, replaced, RETRY_TEMPERATURE if attempt else 0.0)
            self.usage = self.usage._replace(
                requests=self.usage.requests + 1,
                prompt_tokens=self.usage.prompt_tokens + reply.prompt_tokens,
                completion_tokens=self.usage.completion_tokens + reply.completion_tokens,
            )
            try:
                return list(_read(reply, len(replaced)))
            except ValueError:
                continue
        self.usage = self.usage._replace(unread=self.usage.unread + 1)
        return [None] * len(replaced)

    def _ask(self, sent: Sanitized[Any], replaced: Sequence[str], temperature: float) -> Reply:
        listed = "\n".join(f"{number}. {piece}" for number, piece in enumerate(replaced, 1))
        longest = _LEAST_TOKENS + _TOKENS_PER_GUESS * len(replaced)
        schema = JsonSchema.of_list("originals", {"type": "string"}, len(replaced))
        if isinstance(self._model, LocalModel):
            messages = self._template.fill(text=sent.text, count=len(replaced), replaced=listed)
            return self._model.chat(messages, schema=schema, temperature=temperature, max_tokens=longest)
        # The list holds pieces of the sanitized text, which may leave.
        composed = self._template.compose(text=sent, count=Public(str(len(replaced))), replaced=Public(listed))
        return self._model.chat(composed, schema=schema, temperature=temperature, max_tokens=longest)


def _read(reply: Reply, count: int) -> list[str]:
    """The guesses of an answer. Raises ValueError: cut off, not JSON, of another form, or of another length."""
    guesses = read_list(reply, "originals")
    if len(guesses) != count:
        raise ValueError("no list of that length")
    if not all(isinstance(guess, str) for guess in guesses):
        raise ValueError("no strings")
    return guesses


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
        """Let the model guess all attacked words; `details` tells what it was asked, as in `Usage`.

        Raises:
            InputError: single words were drawn, and there is no text to read.
            ModelError: the model gives no answer.
        """
        private = trial.private
        if not private.words or not private.has_context:
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
