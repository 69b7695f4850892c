"""Puts originals back where surrogates stand, in whole replies and in streams that are cut anywhere.

A reply is folded and cut into words at C speed; only where a word is the head of a surrogate (its first word) does a
walk begin, character by character, and the longest match wins. What a model does to a surrogate is undone on the way:
letter case is carried over to the original, any white space matches any other, Markdown marks and zero-width
characters inside a surrogate are stepped over (and kept), a plural s is kept. A stream holds back only what may still
become a match: from the first place where a walk is alive.
"""

from dp_gateway.restore.caution import Caution, Cautions
from dp_gateway.restore.later import Later
from dp_gateway.restore.numbers import NumberPair, Numbers
from dp_gateway.restore.replacement import Replacement, is_restorable
from dp_gateway.restore.restorer import Restored, Restorer, restore_object
from dp_gateway.restore.standins import Near
from dp_gateway.restore.stream import JsonRestoreStream, RestoreStream

__all__ = [
    "Caution",
    "Cautions",
    "JsonRestoreStream",
    "Later",
    "Near",
    "NumberPair",
    "Numbers",
    "Replacement",
    "RestoreStream",
    "Restored",
    "Restorer",
    "is_restorable",
    "restore_object",
]
