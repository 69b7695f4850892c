"""Writes `vulgar.txt.xz`: words that are inputs of every mechanism, and outputs of none.

    python -m release.vulgar FOLDER

The folder holds checkouts, each named OWNER+NAME: LDNOOBW's List of Dirty, Naughty, Obscene, and Otherwise Bad Words
(CC BY 4.0), of which the lists of all languages but English are read, and words/cuss (MIT), of which what it is sure
of. A word that English has besides stays an output: "bite" is vulgar in French, "fan" in Swedish, "come" in Spanish.
Of English the list below decides, since medicine, law and news need many of the words that those lists have.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator
from pathlib import Path

import click

import dp_gateway.vocabulary
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.words import english_frequencies

_FILE = Path(dp_gateway.vocabulary.__file__).with_name("vulgar.txt.xz")
_LDNOOBW = "LDNOOBW+List-of-Dirty-Naughty-Obscene-and-Otherwise-Bad-Words"
_CODE = re.compile(r"[a-z]{2,3}(?:-.*)?")
_NO_WORD = re.compile(r"[\s\d.,!?*-]")
_SURE = re.compile(r"(?m)^  '?([^':]+)'?: 2,?$")
_ENGLISH = 1e-6
"""From this frequency on a word that other languages list is a word of English, one in a million."""

OWN = frozenset(
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
        coon erot geil knull
    """.split()
)
"""Vulgar and insulting words of English, and pieces of such words that are tokens."""


def _listed(folder: Path) -> Iterator[str]:
    for file in sorted((folder / _LDNOOBW).iterdir()):
        if _CODE.fullmatch(file.name) and file.name != "en":
            yield from file.read_text(encoding="utf-8").splitlines()
    for file in sorted((folder / "words+cuss").glob("*.js")):
        yield from _SURE.findall(file.read_text(encoding="utf-8"))


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Write the file anew."""
    english = english_frequencies()
    listed = {word for line in _listed(folder) if not _NO_WORD.search(word := fold(line.strip()))}
    words = OWN | {word for word in listed if word and english.get(word, 0) < _ENGLISH}
    _FILE.write_bytes(lzma.compress("\n".join(sorted(words)).encode(), preset=9 | lzma.PRESET_EXTREME))
    click.echo(f"{len(words):,} words, {_FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
