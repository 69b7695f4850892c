"""Vulgar and insulting words, which no mechanism may put into a text that somebody signs.

`vocabulary.words` leaves them out of the cl100k vocabularies, so they are no output and have no row: as inputs they are
words like any other that a vocabulary does not have, and are placed at their nearest entry. Certificates are those of
the words that remain.

Source: the English list of LDNOOBW ("List of Dirty, Naughty, Obscene, and Otherwise Bad Words", CC BY 4.0), without
words that medicine, law and news need (sexual, rape, nude, escort), with the forms and the foreign words of the same
kind that cl100k has as tokens, and with insults.
"""

from __future__ import annotations

__all__ = ["VULGAR"]

VULGAR: frozenset[str] = frozenset(
    """
    anal analsex arsch arse ass asses asshole bastard bbw bdsm bitch bitches blowjob bondage boob boobs bullshit busty
    butt cialis clit cock cocks crap crappy creampie cuck cum cumshot cunt damn damned dick dicks dildo ejac escorte
    escorts fag faggot fetish ficken fuck fucked fucker fucking fucks fuk gangbang handjob hentai homosex hookers horny
    idiot idiots jap kinky kum mastur masturb masturbating masturbation milf milfs mong moron morons muff naz nazi nazis
    negro negroes nob orgas orgy panties pissed piss poop porn pornhub porno pornofil pornofilm pornografia pornography
    pornos pornost pornstar prick prostit prostitu prostituer prostituerade prostituerte prostitut prostitutas pussy
    puta putas raping retard retarded scum sexdate sexe sexkontakte sexle sexo sexp sext sextreffen sexy shemale shit
    shitty slut sluts sperma strapon stupid stupidity thaimassage threesome tit tits tranny twat twink viagra vibrator
    voyeur wank wanker whore whores wtf xnxx xxx xxxx
    """.split()
)
