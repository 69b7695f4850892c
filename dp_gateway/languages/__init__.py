"""Languages: which ones are supported, and which passage of a text is written in which.

The detectors ask which passages are theirs, the sanitizer what a policy does with those that are nobody's, and the
surrogates in what language a mention stands.
"""

from dp_gateway.languages.conventions import LANGUAGES, Language, Passage, language_at, language_name
from dp_gateway.languages.identify import passages

__all__ = ["LANGUAGES", "Language", "Passage", "language_at", "language_name", "passages"]
