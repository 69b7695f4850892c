"""Building a lexicon: one index per type, so that every mechanism runs on phrases as it runs on words.

`dp-gateway lexicon` calls it; lexicons that come with clusters (CluSanT's JSON files) are read here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import raised
from dp_gateway.errors import InputError, VocabularyError
from dp_gateway.text import encode, hash_words
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.build import NEIGHBOURS, Report, embed_words, geometry, silent, word_arrays
from dp_gateway.vocabulary.embedders import Embedder, resolve
from dp_gateway.vocabulary.lexicon.data import Phrases, Source
from dp_gateway.vocabulary.lexicon.opened import Lexicon
from dp_gateway.vocabulary.store import FORMAT, temporary_folder, write_store

Clustered = tuple[list[str], list[int], int]
"""Phrases, the cluster of each, and how many were left out as duplicates or blanks."""


def read_clusters(path: Path) -> Clustered:
    """Read the phrases and clusters of a JSON file; of phrases that are the same after folding the first one counts.
    Raises InputError where the file cannot be read. Raises VocabularyError where it is no JSON object of lists of
    phrases.
    """
    try:
        content: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError.unreadable(path, error) from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        content = None
    groups = list(cast(dict[str, Any], content).values()) if isinstance(content, dict) else []
    if not groups or not all(isinstance(group, list) for group in groups):
        raise VocabularyError(
            f"{path} is no JSON object of lists of phrases", hint='write {"0": ["first phrase", ...], "1": [...]}'
        )
    kept: dict[str, tuple[str, int]] = {}
    seen = 0
    for label, group in enumerate(cast(list[list[object]], groups)):
        for phrase in group:
            seen += 1
            tidy = " ".join(str(phrase).split())
            if tidy:
                kept.setdefault(fold(tidy), (tidy, label))
    return [phrase for phrase, _ in kept.values()], [label for _, label in kept.values()], seen - len(kept)


_LONGEST = 120

RANKED = ("CITY",)
"""Types whose phrases are listed by falling use (towns by population): the public prior falls with the rank."""

_RANK_OFFSET, _RANK_POWER = 100, 0.7


def clean_phrases(phrases: Iterable[str], where: str) -> list[str]:
    """Return phrases with white space tidied up, each once after folding; the first spelling counts. Raises
    VocabularyError where a phrase is blank, longer than 120 characters, or runs over several lines.
    """
    kept: dict[str, str] = {}
    for number, phrase in enumerate(phrases, 1):
        tidy = " ".join(phrase.split())
        if not tidy or len(tidy) > _LONGEST or "\n" in phrase.strip():
            reason = "is blank" if not tidy else f"is longer than {_LONGEST} characters or has a line break"
            raise VocabularyError(
                f"phrase {number} of {where} {reason}", hint="give one phrase a line, and leave empty lines out"
            )
        kept.setdefault(fold(tidy), tidy)
    return list(kept.values())


def build_lexicon(
    path: Path,
    phrases: Phrases,
    embedder: Embedder,
    specification: str,
    *,
    clusters: Mapping[str, Sequence[int]] | None = None,
    neighbours: int = NEIGHBOURS,
    force: bool = False,
    report: Report = silent,
) -> None:
    """Build a lexicon at `path`; written under another name and renamed when complete.

    Args:
        phrases: what to build from; see `clean_phrases`.
        embedder: gives the vectors.
        specification: how `embedders.resolve` finds it again, to place phrases that the lexicon lacks.
        clusters: by type, the cluster of each phrase where the phrases come with clusters.
        neighbours: length of the neighbour lists.
        force: replace what is there.
        report: called with stage, done, total.

    Raises:
        VocabularyError: a type has fewer than two phrases with a vector.
    """
    with temporary_folder(path, replace=force) as folder:
        sizes = {}
        for name, listed in phrases.types.items():
            target = folder / "types" / name
            target.mkdir(parents=True)
            labels = (clusters or {}).get(name)
            contexts = phrases.contexts.get(name)
            if contexts is not None:
                (target / "contexts.txt").write_text("\n".join(contexts), encoding="utf-8")
            sizes[name] = _fill(
                target, name, listed, phrases.aliases.get(name, {}), contexts, embedder, labels, neighbours, report
            )
        for name, listed in phrases.pools.items():
            file = folder / "pools" / f"{name}.txt"
            file.parent.mkdir(exist_ok=True)
            file.write_text("\n".join(listed), encoding="utf-8")
        manifest = {
            "format": FORMAT,
            "embedder": embedder.name,
            "local": embedder.local,
            "specification": specification,
            "types": sizes,
            "aliases": {name: dict(listed) for name, listed in phrases.aliases.items()},
            "pools": {name: len(listed) for name, listed in phrases.pools.items()},
            "sources": [source._asdict() for source in phrases.sources],
        }
        (folder / "manifest.json").write_text(json.dumps(manifest, indent=1))


def rebuild_with(opened: Lexicon, name: str, added: Sequence[str], *, report: Report = silent) -> None:
    """Build a lexicon anew, in its place, with phrases added to a type (a new one, where there is none of that name).
    Raises VocabularyError where the name is no entity type, or a new type has fewer than two phrases.
    """
    if not re.fullmatch(r"[A-Z][A-Z0-9_]*", name):
        raise VocabularyError("an entity type is written in capitals", hint="for example ORGANIZATION or PROJECT")
    types = {kind: list(opened.spellings(kind)) for kind in opened.types}
    types[name] = clean_phrases([*types.get(name, ()), *added], name)
    pools = {pool: list(opened.pool(pool)) for pool in opened.pools}
    specification = str(opened.meta["specification"])
    contexts: dict[str, list[str]] = {}
    for kind in opened.types:
        file = opened.path / "types" / kind / "contexts.txt"
        if file.exists():
            known = file.read_text(encoding="utf-8").split("\n")
            contexts[kind] = known + [""] * (len(types[kind]) - len(known))
    sources = list(dict.fromkeys([*opened.sources, Source(name, "added on this machine", "yours")]))
    phrases = Phrases(types, pools, opened.meta["aliases"], contexts, sources)
    build_lexicon(opened.path, phrases, resolve(specification), specification, force=True, report=report)


def _fill(
    folder: Path,
    name: str,
    listed: Sequence[str],
    aliases: Mapping[str, str],
    contexts: Sequence[str] | None,
    embedder: Embedder,
    labels: Sequence[int] | None,
    neighbours: int,
    report: Report,
) -> int:
    texts = listed if contexts is None else _in_context(listed, contexts)
    raw = embed_words(list(texts), embedder, f"embedding {name}", report)
    found = np.isfinite(raw).all(axis=1) & (raw != 0).any(axis=1)
    kept = [phrase for phrase, there in zip(listed, found.tolist(), strict=True) if there]
    if len(kept) < 2:  # noqa: PLR2004 - one phrase cannot be replaced by another
        raise VocabularyError(
            f"{len(kept)} of the {len(found)} phrases of type {name} have a vector; a type needs two at least",
            hint=f"take an embedder of phrases, such as wordllama, or add some: dp-gateway lexicon add {name} FILE",
        )
    meta, arrays = geometry(folder, name, raw[found], embedder, neighbours, report)
    meta["words_without_vector"] = len(listed) - len(kept)
    arrays |= _text_arrays(kept, aliases) | {"frequencies": _prior(len(kept), ranked=name in RANKED)}
    if labels is not None:
        arrays["clusters"] = np.asarray(labels, np.int64)[found]
    write_store(folder, meta, arrays)
    return len(kept)


def _text_arrays(phrases: list[str], aliases: Mapping[str, str]) -> dict[str, NDArray[Any]]:
    folded = [fold(phrase) for phrase in phrases]
    spelled = np.array([len(phrase) for phrase in phrases], np.int64)
    entries = {phrase: entry for entry, phrase in enumerate(folded)}
    others = {fold(alias): entries[fold(name)] for alias, name in aliases.items() if fold(name) in entries}
    placed = hash_words(others)
    placed_order = np.argsort(placed, kind="stable")
    return {
        **word_arrays(folded),
        "placed_hashes": placed[placed_order],
        "placed_entries": np.array(list(others.values()), np.int64)[placed_order],
        "spellings": encode("".join(phrases)),
        "spelling_starts": np.cumsum(spelled) - spelled,
        "spelling_lengths": spelled,
    }


def _in_context(phrases: Sequence[str], contexts: Sequence[str]) -> list[str]:
    return [f"{phrase}, {context}" if context else phrase for phrase, context in zip(phrases, contexts, strict=True)]


def _prior(count: int, *, ranked: bool) -> NDArray[np.float64]:
    """(count,) how likely the public takes each phrase to be, summing to 1: alike, or falling with the rank."""
    weights = raised(np.arange(count, dtype=np.float64) + _RANK_OFFSET, -_RANK_POWER if ranked else 0.0)
    return weights / weights.sum()
