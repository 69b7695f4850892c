"""How surrogates stand in their sentences, in quotes and behind articles as the mentions did, and what undoes that.

`Substitution` has one for each request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from dp_gateway.mentions.agreement import ELIDED, PREPOSITIONS, article_for, article_of, behind_article, with_definite
from dp_gateway.mentions.countries import case_behind, pairs_of_place, words_for
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.native_phrases import polish_town
from dp_gateway.text.entities import Mention
from dp_gateway.text.escapes import escaped, is_number
from dp_gateway.text.folding import fold

_DOTTED = re.compile(r"(?=[^.]*\.)[\w.@+-]+", re.ASCII)
"""Mail addresses, hosts and logins with points."""
_DATE = "DATE_TIME"
_MEASURES = frozenset(("DURATION", "QUANTITY"))


class Wording:
    """The surrogates of one request as they were written. `pairs`: what was written, and what stood there: the first
    pair of a surrogate counts.
    """

    def __init__(self) -> None:
        self.pairs: list[tuple[str, str]] = []
        self._behind: dict[str, str] = {}
        self._definite: dict[str, str] = {}
        self._bare: list[tuple[str, str]] = []

    def write(self, mention: Mention, text: str, treatment: str) -> str:
        """Write a surrogate as it stands in the sentence, with the article and quotes of the mention; it is known again
        so. `text`: the surrogate. `treatment`: how it came about, see `Drawn`.
        """
        original = mention.text
        if mention.space:
            text, original = text.replace(" ", mention.space), original.replace(" ", mention.space)
            self.pairs.append((text, original))
        if mention.escaped:
            said, (text, original) = text, (escaped(one, mention.escaped) for one in (text, original))
            # A line with escapes is known again as a whole (see `echoes`), but for its addresses.
            if text != said:
                self.pairs.append((text, original))
            elif mention.type == "EMAIL_ADDRESS":
                self.pairs.insert(0, (text, original))
        if mention.quote and not is_number(text):
            text = f"{mention.quote}{text}{mention.quote}"
            self.pairs.append((text, original))
        if mention.type == "LOCATION" and mention.before:
            return self._in_sentence(mention, text, original)
        if mention.before:
            self.pairs.append((mention.before + text, mention.before + original))
        if mention.after:
            self.pairs.append((text + mention.after, original + mention.after))
        if mention.article:
            if mention.type == "LOCATION" and (case := case_behind(mention.article, mention.language)):
                # Which form of what town stands there, the lists may not know.
                text = polish_town(text, case)
                self.pairs.append((text, original))
            if mention.type in _MEASURES and treatment == "value":
                text = behind_article(text)
            article = self._article(mention, treatment, text, original)
            text, original = article + text, mention.article + original
            self.pairs.append((text, original))
        return text

    def _article(self, mention: Mention, treatment: str, text: str, original: str) -> str:
        """What stands before a surrogate in the place of the article, or of the words before a place."""
        # In Polish days stand behind words that depend on them, too.
        placed = mention.type in ("LOCATION", "STREET_ADDRESS") or (mention.type, mention.language) == (_DATE, "pl")
        if mention.language and placed:
            if treatment == "mask":
                return mention.article
            self.pairs += pairs_of_place(mention.article, original, text, mention.language)
            return words_for(mention.article, original, text, mention.language)
        if mention.language in ("it", "pt") or (mention.language and mention.type in ("JOB_TITLE", "NRP")):
            new = article_of(mention.article, original, text, mention.language)
            elides = mention.language != "it" and ELIDED.fullmatch(mention.article) is not None
            return article_for(text, mention.article) if elides and new == mention.article else new
        return article_for(text, mention.article)

    def _in_sentence(self, mention: Mention, text: str, original: str) -> str:
        """The name of a place behind a word of its sentence: with an article where it takes one, and else without."""
        original = mention.article + original
        text, written = with_definite(text, mention.before, mention.article)
        if self._behind.setdefault(f"{mention.before.rstrip()} {written}", original) != original:
            # Both "in the UK" and "in UK": what stands in for them tells them apart.
            written = (mention.article or "the ") + text if written == text else text
        elif written != text:
            self.pairs.append((written, original))
        pairs = self.pairs if mention.article or written != text else self._bare
        pairs.append((mention.before + written, mention.before + original))
        if mention.article:
            self._definite[text] = original
        return written

    def replacements(self, ambiguous: Set[str]) -> Iterable[Replacement]:
        """Return what undoes all that was written. `ambiguous`: folded surrogates that stand for several values."""
        exact: dict[str, Replacement] = {}
        for surrogate, original in self.pairs:
            # One that differs in letter case or spaces alone stands for an original that was written so.
            if surrogate not in exact and not (ambiguous and fold(surrogate) in ambiguous):
                exact[surrogate] = Replacement(surrogate, original)
                if "@" in surrogate and "@" in original:
                    # In the query of an address, and in HTML.
                    for sign in ("%40", "&#64;"):
                        coded = surrogate.replace("@", sign)
                        exact.setdefault(coded, Replacement(coded, original.replace("@", sign)))
                if _DOTTED.fullmatch(surrogate) and _DOTTED.fullmatch(original):
                    # In a regular expression.
                    literal = surrogate.replace(".", "\\.")
                    exact.setdefault(literal, Replacement(literal, original.replace(".", "\\.")))
        for surrogate, original in self._bare if self._definite else ():
            exact.setdefault(surrogate, Replacement(surrogate, original))
        for surrogate, original in self._definite.items():
            # "In Croatia", where a reply says it, is "In the UK".
            for word in (each for one in PREPOSITIONS for each in (f"{one} ", f"{one.capitalize()} ")):
                exact.setdefault(word + surrogate, Replacement(word + surrogate, word + original))
        return exact.values()
