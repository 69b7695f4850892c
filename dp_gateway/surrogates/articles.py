"""The indefinite article in front of a surrogate: an article says how the hidden word begins."""

from __future__ import annotations

import re

__all__ = ["ELIDED", "ELIDED_BEFORE", "article_for"]

ELIDED = re.compile(r"(?<!\w)(?:[Dd]['’]|[Qq]u['’]|[Dd]e |[Qq]ue |[Ll]['’])\Z")
"""French words that lose their vowel before a vowel, in front of a name."""

ELIDED_BEFORE = ("PERSON", "LOCATION", "ORGANIZATION", "JOB_TITLE", "NRP")
"""Types of what stands behind such words."""

_VOWEL = re.compile(r"[aeiouyhàâäéèêëîïôöûüœæ]", re.I)

_AN = re.compile(r"^[\W_]*(?:[aeiou](?!ni[^nm]|ne\b|uro)|8|1[18](?:\d\d)?(?!\d)|hono|hour|heir)", re.I)


def article_for(text: str, article: str) -> str:
    """The indefinite article that a surrogate needs, in the letter case of the one that stands there.

    A French "de" or "d'" in the place of an article becomes what the surrogate needs, likewise.
    """
    if article[0] in "lL":
        feminine = text.split(maxsplit=1)[0].endswith("e")
        return f"{article[0]}'" if _VOWEL.match(text) else f"{article[0]}{'a' if feminine else 'e'} "
    if article[0] in "dDqQ":
        word = article[:1] + article[1:].rstrip("e '’")
        return f"{word}'" if _VOWEL.match(text) else f"{word}e "
    word, space = article.rstrip(), article[len(article.rstrip()) :]
    new = "an" if _AN.match(text) else "a"
    return (new.upper() if word.isupper() and len(word) > 1 else new.capitalize() if word[0].isupper() else new) + space
