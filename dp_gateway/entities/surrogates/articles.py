"""The indefinite article in front of a surrogate: an article says how the hidden word begins."""

from __future__ import annotations

import re

__all__ = ["article_for"]

_AN = re.compile(r"^(?:[aeiou](?!ni[^nm]|ne\b|uro)|8|11\b|18\b|hono|hour|heir)", re.I)


def article_for(text: str, article: str) -> str:
    """The indefinite article that a surrogate needs, in the letter case of the one that stands there."""
    word, space = article.rstrip(), article[len(article.rstrip()) :]
    new = "an" if _AN.match(text) else "a"
    return (new.upper() if word.isupper() and len(word) > 1 else new.capitalize() if word[0].isupper() else new) + space
