"""Hindi in Latin letters, as most chats in India are written: which words tell of it.

No list of frequencies has it, so that its sentences were taken for Indonesian, Finnish or Croatian ones, by chance.
`identify` reads them as English, and `detection.languages.romanised` finds the names in them.
"""

from __future__ import annotations

from collections.abc import Collection

_TELLING = frozenset(
    "hain nahi nahin nhi kya kyu kyun kaise kahan kaun mera meri mujhe mujhko maine tera tumhara aapka aapki aapko hum "
    "humara hamara unka unki uska uski unko usko usne unhone woh yeh hoon bhi abhi gaya gayi karna karo diye batao "
    "chahiye dena yaar bhai bhaiya paisa paise wala matlab accha achha acha theek thik jaldi liye saath kuch sab phir "
    "lekin agar bahut".split()
)
"""Words that no other language in Latin letters that is often written has."""
_SHARED = frozenset(
    "hai hu hun tha thi ko ka ki ke ne se pe me mein main mai mere teri tum aap aur toh kal aaj raha rahi rahe kar "
    "diya de do bol bola bolo bata naam wali wale didi ghar sath baat dost kab aa ja na hi ji par tak kam din".split()
)
HINDI_WORDS = _TELLING | _SHARED
_IS, _WITH = frozenset("hai hain hu hun tha thi".split()), frozenset("raha rahi rahe ka ki ko".split())
_LEAST, _SHARE = 2, 0.25


def is_hindi(words: Collection[str]) -> bool:
    """Whether the distinct words of a sentence, in small letters, are Hindi: a quarter are small words of it."""
    found = HINDI_WORDS.intersection(words)
    if len(found) < _LEAST or len(found) < _SHARE * len(words):
        return False
    return not found.isdisjoint(_TELLING) or not (found.isdisjoint(_IS) or found.isdisjoint(_WITH))
