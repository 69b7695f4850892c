"""What many requests need, worked out for all of them at once: the entities in their texts, and their drawn words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from dp_gateway.entities.types import Entity
from dp_gateway.sanitizer.many import DrawnText

__all__ = ["Ready", "get_ready", "looked_at"]

Detect = Callable[[Sequence[str], Sequence[bool]], list[list[Entity]]]
Within = tuple[str, bool]
"""A scope, and whether the text grows."""
DrawWords = Callable[[Sequence[str], Sequence[Within]], list[DrawnText]]


class Ready(NamedTuple):
    """What was worked out for the texts of one request.

    Attributes:
        found: the entities of each text.
        words: the drawn words of each text; None where they are not drawn, or around entities.
    """

    found: list[list[Entity]]
    words: list[DrawnText | None]


def looked_at(texts: Sequence[str], by_developer: Sequence[bool], *, detects: bool) -> list[str]:
    """The texts in which entities are looked for, empty in the place of the others.

    Where every word is drawn, that is the developer's texts alone.
    """
    return [text if detects or own else "" for text, own in zip(texts, by_developer, strict=True)]


def get_ready(
    batch: Sequence[Sequence[str]],
    authors: Sequence[Sequence[bool]],
    scopes: Sequence[Sequence[Within]],
    *,
    detects: bool,
    detect: Detect,
    draw_words: DrawWords | None,
) -> Iterator[Ready]:
    """What each request of a batch needs.

    Args:
        batch: the texts of each request.
        authors: which of them the developer wrote.
        scopes: of the words of each text.
        detects: entities are looked for in the users' texts.
        detect: finds them in texts, of which the developer wrote some.
        draw_words: draws all words of texts in scopes; None where they are not drawn.
    """
    texts_of_all = [text for texts in batch for text in texts]
    found = detect(texts_of_all, [own for of_texts in authors for own in of_texts])
    words: list[DrawnText | None] = [None] * len(texts_of_all)
    if draw_words is not None and not detects:
        listed = [
            each
            for texts, of_texts, within in zip(batch, authors, scopes, strict=True)
            for each in zip(texts, within, of_texts, strict=True)
        ]
        drawn = [at for at, (_, _, own) in enumerate(listed) if not own]
        done = draw_words([listed[at][0] for at in drawn], [listed[at][1] for at in drawn])
        for at, one in zip(drawn, done, strict=True):
            words[at] = one
    start = 0
    for texts in batch:
        end = start + len(texts)
        yield Ready(found[start:end], words[start:end])
        start = end
