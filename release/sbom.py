"""Writes the bill of materials of the wheel, release/sbom.cdx.json (`python -m release.sbom`), CycloneDX after PEP 770.

It lists what of others is inside the wheel, which no installer can see, and what the wheel asks installers for.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway import __version__

__all__ = ["BUNDLED", "FILE", "Bundled", "bill"]

_ROOT = Path(__file__).parents[1]
FILE = _ROOT / "release/sbom.cdx.json"


class Bundled(NamedTuple):
    """Data of others in the wheel.

    Attributes:
        name: what it is.
        files: where, in the repository.
        licence: an SPDX expression, or a name where SPDX has none.
        source: where it comes from.
    """

    name: str
    files: tuple[str, ...]
    licence: str
    source: str


_LEXICON = "dp_gateway/vocabulary/lexicon/phrases.json.xz"
_TOPICS = "dp_gateway/vocabulary/lexicon/topics.json.xz"
_WEIGHTS = ("dp_gateway/detection/tagger/weights.bin",)
_VULGAR = "dp_gateway/vocabulary/vulgar.txt.xz"
_TERMS = "dp_gateway/patterns/terms.txt.xz"
_OCCUPATIONS = "dp_gateway/patterns/occupations.txt"
_NOTABLE = ("dp_gateway/public/notable.txt",)
_GRAPH = ("dp_gateway/public/graph.txt",)
_ORDINARY = tuple(
    f"dp_gateway/detection/languages/ordinary/{code}.xz" for code in "ar de es fr hi it ja nl pl pt zh".split()
)
_LANGUAGES = tuple(f"dp_gateway/detection/languages/{name}.bin" for name in ("latin", "scripts"))
_NATIVE = tuple(
    f"dp_gateway/vocabulary/lexicon/native/{code}.txt.xz" for code in "ar de es fr hi it ja nl pl pt zh".split()
)
_WORDS = ("dp_gateway/languages/table.npz.xz", "dp_gateway/languages/cues.txt.xz")

BUNDLED = (
    Bundled(
        "GeoNames",
        (
            _LEXICON,
            "dp_gateway/public/places.txt",
            "dp_gateway/vocabulary/lexicon/lands.txt",
            "dp_gateway/detection/languages/towns.txt.xz",
            "dp_gateway/vocabulary/lexicon/attributes.json.xz",
            *_NATIVE,
        ),
        "CC-BY-4.0",
        "www.geonames.org",
    ),
    Bundled(
        "United States census names",
        (_LEXICON, "dp_gateway/vocabulary/lexicon/genders.json.xz"),
        "public domain",
        "www.census.gov",
    ),
    Bundled(
        "Faker",
        (_LEXICON, "dp_gateway/vocabulary/lexicon/genders.json.xz", *_NATIVE, *_LANGUAGES),
        "MIT",
        "github.com/joke2k/faker",
    ),
    Bundled(
        "wordfreq",
        ("dp_gateway/vocabulary/english.tsv.xz", *_WORDS, *_LANGUAGES, *_ORDINARY),
        "CC-BY-SA-4.0",
        "github.com/rspeer/wordfreq",
    ),
    Bundled(
        "WordLlama (vectors and tokens)",
        tuple(f"dp_gateway/vocabulary/embedders/wordllama.{part}" for part in ("high.xz", "low", "tokens")),
        "MIT AND LicenseRef-Llama-2",
        "github.com/dleemiller/WordLlama",
    ),
    Bundled(
        "tiktoken (ranks of cl100k_base)",
        ("dp_gateway/vocabulary/cl100k.tokens",),
        "MIT",
        "github.com/openai/tiktoken",
    ),
    Bundled(
        "List of Dirty, Naughty, Obscene, and Otherwise Bad Words",
        (_VULGAR,),
        "CC-BY-4.0",
        "github.com/LDNOOBW/List-of-Dirty-Naughty-Obscene-and-Otherwise-Bad-Words",
    ),
    Bundled("cuss (vulgar words)", (_VULGAR,), "MIT", "github.com/words/cuss"),
    Bundled("SCOWL", (_LEXICON,), "SCOWL", "wordlist.aspell.net"),
    Bundled(
        "Unicode CLDR (names of countries, currencies, languages, months and weekdays)",
        ("dp_gateway/vocabulary/lexicon/lands.txt", "dp_gateway/languages/calendar_names.txt", *_NATIVE),
        "Unicode-3.0",
        "cldr.unicode.org",
    ),
    Bundled(
        "pypinyin (pinyin of Chinese names)",
        ("dp_gateway/vocabulary/lexicon/native/zh.txt.xz",),
        "MIT",
        "github.com/mozillazg/python-pinyin",
    ),
    Bundled(
        "WordNet 3.1 (names of single things)",
        ("dp_gateway/public/famous.txt",),
        "WordNet",
        "wordnet.princeton.edu",
    ),
    Bundled("Rampart (teacher of the tagger)", _WEIGHTS, "CC-BY-4.0", "National Design Studio"),
    Bundled("LitBank (texts of the tagger)", _WEIGHTS, "CC-BY-4.0", "github.com/dbamman/litbank"),
    Bundled(
        "SLURP, NLU Evaluation Data (texts of the tagger)", _WEIGHTS, "CC-BY-4.0", "github.com/pswietojanski/slurp"
    ),
    Bundled("Banking77, Restaurant8k (texts of the tagger)", _WEIGHTS, "CC-BY-4.0", "github.com/PolyAI-LDN"),
    Bundled("Ubuntu IRC (texts of the tagger)", _WEIGHTS, "CC-BY-4.0", "github.com/jkkummerfeld/irc-disentanglement"),
    Bundled("Reuters-21578 (texts of the tagger)", _WEIGHTS, "CC-BY-4.0", "archive.ics.uci.edu/dataset/137"),
    Bundled("CLINC150 (texts of the tagger)", _WEIGHTS, "CC-BY-3.0", "github.com/clinc/oos-eval"),
    Bundled("English Web Treebank (texts of the tagger)", _WEIGHTS, "CC-BY-SA-4.0", "universaldependencies.org"),
    Bundled(
        "WikiSplit (texts of the tagger)", _WEIGHTS, "CC-BY-SA-4.0", "github.com/google-research-datasets/wiki-split"
    ),
    Bundled(
        "Open English WordNet (terms, occupations, phrases of topics, texts of the tagger)",
        (*_WEIGHTS, _TERMS, _OCCUPATIONS, _TOPICS),
        "CC-BY-4.0",
        "en-word.net",
    ),
    Bundled("Disease Ontology (phrases of topics)", (_TOPICS,), "CC0-1.0", "disease-ontology.org"),
    Bundled("Orange Book (trade names of medicines)", (_TERMS,), "public domain", "www.fda.gov"),
    Bundled("tldr pages (terms, texts of the tagger)", (*_WEIGHTS, _TERMS), "CC-BY-4.0", "tldr.sh"),
    Bundled("GermEval 2014 (texts of the taggers)", _LANGUAGES, "CC-BY-4.0", "sites.google.com/site/germeval2014ner"),
    Bundled(
        "Universal Dependencies and Universal NER (texts of the taggers)",
        _LANGUAGES,
        "CC-BY-SA-4.0",
        "universaldependencies.org",
    ),
    Bundled("jieba (names of the taggers, words)", (*_LANGUAGES, *_ORDINARY), "MIT", "github.com/fxsjy/jieba"),
    Bundled("ELTeC (words)", _ORDINARY, "CC-BY-4.0", "github.com/COST-ELTeC"),
    Bundled("Common Voice (words)", _ORDINARY, "CC0-1.0", "github.com/mozilla/common-voice"),
    Bundled("IoT for Beginners (words)", _ORDINARY, "MIT", "github.com/microsoft/IoT-For-Beginners"),
    Bundled("UniMorph (words)", _ORDINARY, "CC-BY-SA-3.0", "github.com/unimorph/hin"),
    Bundled("CC-CEDICT (words)", _ORDINARY, "CC-BY-SA-4.0", "www.mdbg.net"),
    Bundled("JMdict (words)", _ORDINARY, "CC-BY-SA-4.0", "www.edrdg.org"),
    Bundled("Arabic WordNet, OpenWN-PT, Wiktionary (words)", _ORDINARY, "CC-BY-SA-3.0", "github.com/omwn/omw-data"),
    Bundled("MultiWordNet (words)", _ORDINARY, "CC-BY-3.0", "github.com/omwn/omw-data"),
    Bundled("Open Dutch WordNet (words)", _ORDINARY, "CC-BY-SA-4.0", "github.com/omwn/omw-data"),
    Bundled("OpenTaal (words)", _ORDINARY, "CC-BY-3.0", "github.com/OpenTaal/opentaal-wordlist"),
    Bundled("pt-br (words)", _ORDINARY, "MIT", "github.com/fserb/pt-br"),
    Bundled("HiNER (words)", _ORDINARY, "CC-BY-SA-4.0", "github.com/cfiltnlp/HiNER"),
    Bundled(
        "IPADIC (names, words)",
        (*_LANGUAGES, *_ORDINARY, "dp_gateway/detection/languages/japanese_names.txt.xz"),
        "IPADIC",
        "Nara Institute of Science and Technology",
    ),
    Bundled(
        "OpenCC (pairs of characters)",
        ("dp_gateway/detection/languages/traditional.txt.xz",),
        "Apache-2.0",
        "github.com/BYVoid/OpenCC",
    ),
    Bundled("dariusk/corpora (famous names)", _NOTABLE, "CC0-1.0", "github.com/dariusk/corpora"),
    Bundled("fivethirtyeight/data (famous names)", _NOTABLE, "CC-BY-4.0", "github.com/fivethirtyeight/data"),
    Bundled(
        "WebQuestions (famous names)",
        (*_NOTABLE, *_GRAPH),
        "CC-BY-4.0",
        "github.com/brmson/dataset-factoid-webquestions",
    ),
    Bundled(
        "unitedstates/congress-legislators (famous names)",
        _NOTABLE,
        "CC0-1.0",
        "github.com/unitedstates/congress-legislators",
    ),
    Bundled("Simple Icons (names of firms)", _NOTABLE, "CC0-1.0", "github.com/simple-icons/simple-icons"),
    Bundled("Wikidata (famous names)", _GRAPH, "CC0-1.0", "www.wikidata.org"),
    Bundled("Pantheon 1.0 (famous names)", (*_NOTABLE, *_GRAPH), "CC-BY-4.0", "doi.org/10.1038/sdata.2015.75"),
    Bundled("SSA given names", ("dp_gateway/patterns/rare_names.txt.xz",), "public domain", "www.ssa.gov"),
)
"""As NOTICE says it; the sources of the tagger's other texts are in release/training/DATA.md."""


def bill() -> dict[str, Any]:
    """The bill of materials as a CycloneDX document; the same for the same pyproject.toml."""
    with (_ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    own = f"pkg:pypi/dp-gateway@{__version__}"
    needed = [_requirement(each, "required") for each in project["dependencies"]]
    for extra, listed in project["optional-dependencies"].items():
        if extra != "dev":
            needed += [_requirement(each, "optional", extra) for each in listed if not each.startswith("dp-gateway[")]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": own,
                "name": "dp-gateway",
                "version": __version__,
                "purl": own,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            }
        },
        "components": [_bundled(each) for each in BUNDLED] + needed,
        "dependencies": [
            {"ref": own, "dependsOn": sorted({each["bom-ref"] for each in needed if each["scope"] == "required"})}
        ],
    }


def _bundled(part: Bundled) -> dict[str, Any]:
    known = "id" if re.fullmatch(r"(CC|MIT|Apache|Unicode)[\w.-]*", part.licence) else "name"
    licence = {"expression": part.licence} if " AND " in part.licence else {"license": {known: part.licence}}
    return {
        "type": "data",
        "bom-ref": f"bundled:{part.name}",
        "name": part.name,
        "licenses": [licence],
        "externalReferences": [{"type": "website", "url": part.source}],
        "evidence": {"occurrences": [{"location": file} for file in part.files]},
    }


def _requirement(given: str, scope: str, extra: str = "") -> dict[str, Any]:
    found = re.match(r"[A-Za-z0-9._-]+", given)
    if found is None:
        raise ValueError(f"{given!r} is no requirement")
    properties = [{"name": "requirement", "value": given}] + ([{"name": "extra", "value": extra}] if extra else [])
    name = found[0].lower()
    return {
        "type": "library",
        "bom-ref": f"pkg:pypi/{name}" + (f"#{extra}" if extra else ""),
        "name": name,
        "purl": f"pkg:pypi/{name}",
        "scope": scope,
        "properties": properties,
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(bill(), indent=1) + "\n")
