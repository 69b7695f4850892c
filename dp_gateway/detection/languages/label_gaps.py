"""What may stand between a number and the word before it that says what it is: `labelled` asks."""

from __future__ import annotations

import re

# "steht 48213", "c'è scritto 48213": what is, or what a paper shows.
COPULA = re.compile(
    r"\.? ?(?:ist|lautet|war|wäre|müsste|dürfte|steht|hat|(?:c['’])?est(?: bien)?|était|serait|porte|affiche|"
    r"es|era|sería|pone|figura|dice|è|sarebbe|reca|is|was|seria|"
    r"staat|luidt|é|consta|to|jest|widnieje|brzmi|"
    r"(?:c['’]è|está|il est|jest|il y a) (?:scritto|escrito|écrit|napisan[eay])|"
    r"(?:الخاصة? ب\w{1,3} )?(?:هو|هي)|مكتوب|है|上?(?:写|显示|印)(?:的|着)?是?|就?是|には|が|は)"
    r"(?P<the> (?:le|la|der|die|das|il|el|o|a|de|het|num[eé]ro|número|numer|nummer))?(?: ?n[°º.])? ?:? ?"
)
# "Le code du cadenas c'est 4 chiffres, 4997": of how many digits it is.
OF_DIGITS = re.compile(
    r",? ?(?:c['’]est|est|são|é|es|è|sono|is|zijn|ist|sind|hat|a|tem|tiene|ha|heeft|ma|to|是|有)?"
    r" ?(?:à|de|a|con|mit|van|w)? ?[2-9] ?"
    r"(?:chiffres|dígitos|algarismos|cifr[ae]s?|ziffern|stellen|cijfers|cyfr\w?|位[数數]?字?|桁)[ ,:：，]{1,3}"
    r"(?:c['’]est |é |es |是)?"
)
# "permiso de conducir 48213", "رقم الملف الطبي": what a label is of.
OF_WHAT = re.compile(
    r"\.?(?: (?:de|d['’]|di|del|della|dell['’]|do|da|dos|du|des|der|des|van|von)(?: (?:la|le|los|las|l['’]))?)?"
    r" ?[^\W\d_]{3,15}(?: [^\W\d_]{3,15})?"
    r"(?:,? (?:ist|est|c['’]est|es|è|is|é|to|jest|porte|indique|dit|diz|traz|reca|lleva|trägt)"
    r"(?: (?:le|la|o|a|il|el|die|das))?)? ?:? ?(?:[a-z] )?"
)
