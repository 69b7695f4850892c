"""Seeds of augmentation and the files that they are read from; what counts as a phrase of a type, and what must never
come out.

The checks are for what models do when they do not do what they were asked: sentences, identifiers, fragments of the
prompt, the same word over and over, and the seeds themselves. They do not decide whether Bergen is a town.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.text.entities import IDENTIFIERS, VALUE_TYPES


class Seed(NamedTuple):
    """A phrase to find others like.

    Attributes:
        phrase: as it stands in a text.
        type: a key of `ENTITY_TYPES`, or a type of the user's own.
        context: the sentence around it; empty where there is none.
    """

    phrase: str
    type: str
    context: str = ""


Accept = Callable[[str, Seed], bool]
"""A check of the caller's own: phrase and seed to whether the phrase may stay."""

_NAMES = frozenset({"PERSON", "TITLE", "LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE"})
_VALUES = frozenset(VALUE_TYPES)

_WRITTEN_IN_DIGITS = _VALUES | {"DATE_TIME"}

_LONGEST, _MOST_WORDS = 100, 12
_SHORT_SEED = 4
"""A seed of fewer characters is looked for as whole words only: "Ann" is not in "Hannah"."""

_IDENTIFIER = re.compile(
    r"@|://|\bwww\.|\b[0-9a-f]{2}(?::[0-9a-f]{2}){3}|\b[0-9a-f]{8}-[0-9a-f]{4}|\b(?=\w*\d)(?=\w*[a-z])\w{12,}\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d(?:[ .-]?\d){6}")
_MARKUP = re.compile(r"[{}<>\[\]\\|=^~\x60]|^#|\.\.\.|…|\*\*|__")
_SENTENCE = re.compile(
    r"^(?:I|I['’]m|[Hh]ere (?:are|is)|[Ss]ure,|[Oo]f course|[Pp]lease|[Nn]ote (?:that|:)|[Aa]s an|"
    r"[Tt]h(?:is|ese|ere|ey)|It|it|[Yy]ou|[Ww]e|[Tt]he following)\s+\w+|"
    r"\b(?:is|are|was|were|has|have|can|could|should|would|will be|which|because|does|cannot|can['’]t|don['’]t)\s+\w+|"
    r"[!?]$|[.!?][\"'”’]?\s+(?:[A-Z]\w*\s+)?[a-z]+\s+[a-z]+|[,;:]$"
)
_ECHO = re.compile(
    r"^(?:(?:first|second|third|another|original|similar|seed)\s+(?:word|phrase|item|example|entry)|"
    r"(?:word|phrase|item|example|entry|word/phrase)\s*\d*|phrases|etc\.?|and so on|none|n/a|null|json|"
    r"sorry|sure|certainly|okay)$",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|hundred|thousand|million|billion|half|quarter|third|dozen|an?|several|few)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")


def fold(phrase: str) -> str:
    """Return the form in which a phrase is compared: compatible characters, no case, words with one space between."""
    return " ".join(_words(phrase))


def plausible(phrase: str, entity_type: str) -> bool:
    """Return whether a phrase could be of `entity_type`: no sentence, identifier, markup, line break or endless
    repetition.
    """
    words = phrase.split()
    fits = 1 < len(phrase) <= _LONGEST and len(words) <= _MOST_WORDS
    if not fits or any(unicodedata.category(character)[0] == "C" for character in phrase):
        return False
    if _MARKUP.search(phrase) or _IDENTIFIER.search(phrase) or _ECHO.match(phrase):
        return False
    if len(words) > 1 and _SENTENCE.search(phrase):
        return False
    return not _repetitive(phrase) and _of_type(phrase, entity_type)


class Filter:
    """Takes the new and sensible phrases out of an answer.

    Args:
        seeds: all seeds; no phrase may be one of them or contain one as whole words, nor stand in its seed's context.
        accept: a further check.

    Raises:
        ConfigurationError: a seed is empty, or of a type that is drawn by format and needs no phrases.
    """

    def __init__(self, seeds: Sequence[Seed], accept: Accept | None = None) -> None:
        for number, seed in enumerate(seeds, 1):
            if not fold(seed.phrase) or not seed.type:
                raise ConfigurationError(
                    f"seed {number} has no phrase or no type", hint='Seed("Oslo district court", "ORGANIZATION")'
                )
            if seed.type in IDENTIFIERS:
                raise ConfigurationError(
                    f"seed {number} is of type {seed.type}, whose surrogates are made by format, not from phrases",
                    hint="leave it out",
                )
        self._seeds = {fold(seed.phrase) for seed in seeds}
        self._longest = max((len(seed.split()) for seed in self._seeds), default=0)
        self._accept = accept

    def new(self, phrases: Iterable[str], seed: Seed, known: Iterable[str]) -> list[str]:
        """Return the phrases that may be kept for a seed, each once, in order; known ones are not new."""
        taken = {fold(phrase) for phrase in known}
        own, context = fold(seed.phrase), f" {fold(seed.context)} "
        kept: list[str] = []
        for raw in phrases:
            if len(raw.splitlines()) != 1:
                continue
            phrase = " ".join(raw.split())
            folded = fold(phrase)
            if folded in taken or not plausible(phrase, seed.type):
                continue
            # What a model copies from the context is as private as the context.
            if f" {folded} " in context or self._tells(folded, own):
                continue
            if self._accept is None or self._accept(phrase, seed):
                taken.add(folded)
                kept.append(phrase)
        return kept

    def _tells(self, phrase: str, seed: str) -> bool:
        """Whether a folded phrase gives a seed away."""
        words = phrase.split()
        if len(seed) >= _SHORT_SEED and seed in phrase:
            return True
        if set(words) <= set(seed.split()):
            return True
        lengths = range(1, min(self._longest, len(words)) + 1)
        return any(
            " ".join(words[at : at + length]) in self._seeds
            for length in lengths
            for at in range(len(words) - length + 1)
        )


def _words(phrase: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", phrase).casefold())


def _repetitive(phrase: str) -> bool:
    words = _words(phrase)
    # A model that is stuck goes round in circles; places may say a word twice (Walla Walla; New York, New York).
    return 2 * len(set(words)) < len(words)


def _of_type(phrase: str, entity_type: str) -> bool:
    if entity_type not in _WRITTEN_IN_DIGITS and _DIGITS.search(phrase):
        return False
    letters = sum(character.isalpha() for character in phrase)
    if entity_type in _VALUES:
        return bool(_NUMBER.search(phrase))
    if entity_type == "PERSON":
        return letters > 0 and not any(character.isdigit() for character in phrase)
    if entity_type in _NAMES:
        return letters * 2 >= len(phrase.replace(" ", ""))
    return letters > 0 or any(character.isdigit() for character in phrase)


def read_seeds(path: str | Path, entity_type: str | None = None) -> list[Seed]:
    """Read the seeds of a file: JSON lines with `phrase`, `type` and `context` if its name ends in .jsonl, else a
    phrase a line.

    Args:
        path: the file.
        entity_type: type of seeds that name none.

    Raises:
        InputError: the file cannot be read, or a line of it; the line is named and not quoted.
    """
    path = Path(path)
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError.unreadable(path, error) from None
    read = _from_json if path.suffix == ".jsonl" else _from_text
    seeds = [read(line, entity_type, f"{path}, line {number}") for number, line in enumerate(lines, 1) if line.strip()]
    if not seeds:
        raise InputError(f"{path} holds no seeds", hint="one phrase a line, or JSON lines in a file named .jsonl")
    return seeds


def phrase_lines(phrases: Mapping[str, Sequence[str]], *, as_json: bool) -> Iterator[str]:
    """Write the lines of a file of phrases by type.

    Args:
        phrases: by entity type.
        as_json: JSON lines with `phrase` and `type`, not phrases alone.
    """
    for entity_type, of_type in phrases.items():
        for phrase in of_type:
            entry = {"phrase": phrase, "type": entity_type}
            yield (json.dumps(entry, ensure_ascii=False) if as_json else phrase) + "\n"


def _from_text(line: str, entity_type: str | None, where: str) -> Seed:
    if entity_type is None:
        raise InputError(
            f"{where}: a phrase without a type", hint="give all the same type with --type, or use JSON lines (.jsonl)"
        )
    return Seed(line.strip(), entity_type)


def _from_json(line: str, entity_type: str | None, where: str) -> Seed:
    hint = '{"phrase": "Oslo district court", "type": "ORGANIZATION", "context": "the sentence around it"}'
    try:
        entry: Any = json.loads(line)
        given_type: Any = entry.get("type") or entity_type
        seed = Seed(entry["phrase"], given_type, entry.get("context") or "")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{where} is no JSON object with a phrase", hint=f"a line looks like this: {hint}") from None
    if not all(isinstance(field, str) for field in seed):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InputError(f"{where}: phrase, type and context must be strings", hint=f"a line looks like this: {hint}")
    return seed
