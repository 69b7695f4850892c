"""What spaCy is once detection has imported them."""

import subprocess
import sys
from typing import Any

import spacy

from dp_gateway.detection.spacy_ner import DEFAULT_MODEL, pipeline

AFTERWARDS = """
import sys
from dp_gateway.detection.spacy_ner import spacy_library

spacy = spacy_library()
assert "spacy.cli" not in sys.modules  # else the test tests nothing
assert spacy.info(silent=True)["spacy_version"] == spacy.__version__
import spacy.cli
assert spacy.cli.info(silent=True)["spacy_version"] == spacy.__version__
print("as they were")
"""


def test_what_was_left_out_is_there_for_others() -> None:
    done = subprocess.run([sys.executable, "-c", AFTERWARDS], capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout == "as they were\n", done.stderr


def test_the_tokenizer_is_the_one_of_the_model() -> None:
    ours: Any = pipeline(DEFAULT_MODEL).tokenizer
    theirs: Any = spacy.load(DEFAULT_MODEL).tokenizer
    assert ours.to_bytes(exclude=["vocab"]) == theirs.to_bytes(exclude=["vocab"])
    said = "Dr. Müller (U.S.) can't pay $1,200.50 at 5 p.m.; see https://a.example/b?c=d or mail e@f.example :-)"
    assert [token.text for token in ours(said)] == [token.text for token in theirs(said)]
