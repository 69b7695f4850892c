"""Checks the texts of a request before anything is drawn, and names the languages in which they are written.

`Gateway` asks first of all; reports and the server's header `x-dp-languages` tell what was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dp_gateway.errors import ConfigurationError, LanguageRefused, check_argument
from dp_gateway.languages import LANGUAGES, language_name, passages
from dp_gateway.text import segment
from dp_gateway.text.entities import Entity

if TYPE_CHECKING:
    from dp_gateway.policy import Policy


class Languages(NamedTuple):
    """The languages of a request, by ISO 639-1 code, in the order in which they occur. `read`: those that are
    supported. `unsupported`: those that are recognised and not supported.
    """

    read: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()

    @property
    def header(self) -> str:
        """As the server tells them: "de, fr; unsupported ru"; empty where all of it is English."""
        if self in (ENGLISH, NONE):
            return ""
        parts = (", ".join(self.read), f"unsupported {', '.join(self.unsupported)}" if self.unsupported else "")
        return "; ".join(filter(None, parts))


NONE = Languages()
ENGLISH = Languages(("en",))


def languages_of(texts: Iterable[str]) -> Languages:
    """Name the languages of some texts."""
    codes = dict.fromkeys(one.language for text in texts for one in passages(text))
    return Languages(
        tuple(code for code in codes if code in LANGUAGES), tuple(code for code in codes if code not in LANGUAGES)
    )


def check_texts(
    policy: Policy, texts: Sequence[str], developer: Sequence[bool] | None
) -> tuple[Sequence[bool], Languages]:
    """Check the texts of a request; return which are the developer's, one bool for each, and the languages of the
    users'.

    Of the developer's only identifiers are read, whatever their language.

    Raises:
        ConfigurationError: one is no text, or `developer` is not as long as `texts`.
        LanguageRefused: a language is not supported, and the policy refuses those; or words are to be drawn, and one
            is not English.
    """
    if isinstance(texts, str):
        raise ConfigurationError(
            "the texts of a request are one str, whose letters would be the texts", hint="give a list: [text]"
        )
    check_argument("texts", texts, Sequence, hint="give a list of them: [text], or a message's own text")
    for text in texts:
        check_text(text)
    if developer is None:
        developer = [False] * len(texts)
    elif len(developer) != len(texts):
        raise ConfigurationError(
            f"{len(developer)} texts are said to be the developer's or not, of {len(texts)}",
            hint="give one bool for each text",
        )
    found = languages_of(text for text, own in zip(texts, developer, strict=True) if not own)
    if policy.draws_words and policy.tokens.languages == "english":
        check_english(found)
    if policy.unsupported_language == "refuse" and found.unsupported and policy.kind != "observe":
        raise LanguageRefused(
            f"the request is partly in {_named(found.unsupported)}, which is not supported and refused by the policy",
            hint="write in one of: " + _named(LANGUAGES) + "; or set unsupported_language of the policy to"
            ' "identifiers" or "mask"',
        )
    return developer, found


def check_text(text: object) -> None:
    """Refuse what is no text. Raises ConfigurationError where it is no `str`."""
    if not isinstance(text, str):
        raise ConfigurationError(
            f"a text to sanitize must be a str, not {type(text).__name__}", hint="decode bytes first"
        )


def check_english(found: Languages) -> None:
    """Let texts pass whose words can be drawn: the vocabulary of the token mechanisms is English. Raises
    LanguageRefused where a passage is in another language.
    """
    if others := [code for code in (*found.read, *found.unsupported) if code != "en"]:
        raise LanguageRefused(
            f"the text is partly in {_named(others)}: words are drawn from an English vocabulary alone",
            hint="use the policy `entities` or `mask`, which read other languages; or say that English words may stand"
            ' for others: languages = "any"',
        )


def unread_words(text: str, found: Sequence[Entity]) -> list[Entity]:
    """Return the entities of a text and, of passages in languages that are not supported, every word and number beside
    them. `found`: what was detected in it, without overlaps.
    """
    unread = [one for one in passages(text) if one.language not in LANGUAGES]
    if not unread:
        return list(found)
    segments = segment(text)
    digits = segments.digits
    runs = np.split(digits, np.flatnonzero(np.diff(digits) != 1) + 1) if len(digits) else []
    spans = chain(
        zip(segments.starts.tolist(), segments.ends.tolist(), strict=True),
        ((int(run[0]), int(run[-1]) + 1) for run in runs),
    )
    covered = np.zeros(len(text) + 1, np.bool_)
    for one in found:
        covered[one.start : one.end] = True
    inside = np.zeros(len(text) + 1, np.bool_)
    for one in unread:
        inside[one.start : one.end] = True
    words = [
        Entity(start, end, "WORD", 1.0, "languages")
        for start, end in spans
        if inside[start] and not covered[start:end].any()
    ]
    return sorted([*found, *words])


def _named(codes: Iterable[str]) -> str:
    return ", ".join(map(language_name, codes))
