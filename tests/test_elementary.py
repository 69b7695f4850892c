"""Tables and draws have the same bits whatever the processor can do, so that one replica restores what another replaced."""

from __future__ import annotations

import os
import subprocess
import sys
from decimal import Decimal, localcontext
from pathlib import Path

import numpy as np
import pytest

from dp_gateway.elementary import cos_and_sin_of_turns, exp, exp_of, log, log_of, raised

_RANDOM = np.random.default_rng(5)
_DRAWS = """
import sys
from hashlib import sha256
from pathlib import Path
import numpy as np
from dp_gateway.mechanisms.registry import MECHANISMS, create
from dp_gateway.randomness import KeyedStream
from dp_gateway.testing import toy_index
from dp_gateway.vocabulary.build import word_arrays
from dp_gateway.vocabulary.words import english_frequencies
index = toy_index(Path(sys.argv[1]))
print("index", index.content_hash)
# Words that fold alike have one hash: which of them counts must not depend on how a processor sorts.
print("ties", sha256(word_arrays(["a", "b", "c"] * 2000)["hash_entries"].tobytes()).hexdigest())
print("frequencies", sha256(repr(sorted(english_frequencies().items())[::100]).encode()).hexdigest())
for name in MECHANISMS:
    for epsilon in (0.7, 3.0, 9.0):
        made = create(name, index, epsilon)
        drawn = made.release(np.arange(index.size).repeat(50), KeyedStream(b"k" * 32, name.encode()))
        print(name, epsilon, made.fingerprint, sha256(drawn.tobytes()).hexdigest())
"""


def _drawn(folder: Path, **environment: str) -> str:
    folder.mkdir()
    command = [sys.executable, "-c", _DRAWS, str(folder)]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, check=True, text=True).stdout


@pytest.mark.thorough
def test_tables_and_draws_are_the_same_without_vector_instructions(tmp_path: Path) -> None:
    present: list[str] = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    here = _drawn(tmp_path / "here")
    assert here.count("\n") > 30
    without = {"NPY_DISABLE_CPU_FEATURES": " ".join(present), "OPENBLAS_CORETYPE": "Nehalem"}
    assert _drawn(tmp_path / "there", **without) == here


def _units(found: float, wanted: Decimal) -> float:
    return float(abs(Decimal(found) - wanted) / Decimal(float(np.spacing(abs(float(wanted))))))


@pytest.mark.parametrize("reach", [1e-9, 1.0, 40.0, 700.0])
def test_exp_is_right_to_two_units_in_the_last_place(reach: float) -> None:
    x = _RANDOM.uniform(-reach, reach, 500)
    with localcontext() as context:
        context.prec = 50
        assert max(_units(one, Decimal(at).exp()) for one, at in zip(exp(x).tolist(), x.tolist(), strict=True)) < 2


@pytest.mark.parametrize("reach", [(0.9, 1.1), (1e-300, 1e-290), (1e-9, 1.0), (1.0, 1e300)])
def test_log_is_right_to_two_units_in_the_last_place(reach: tuple[float, float]) -> None:
    x = _RANDOM.uniform(*reach, 500)
    with localcontext() as context:
        context.prec = 50
        assert max(_units(one, Decimal(at).ln()) for one, at in zip(log(x).tolist(), x.tolist(), strict=True)) < 2


def test_elementary_functions_at_their_ends() -> None:
    assert exp(np.array([0.0, -800, -np.inf, 800, np.inf])).tolist() == [1, 0, 0, np.inf, np.inf]
    assert 0 < exp_of(-745) < 1e-320
    assert log(np.array([0.0, 1.0])).tolist() == [-np.inf, 0]
    assert log_of(5e-324) == pytest.approx(-744.4400719)
    table = _RANDOM.uniform(-5, 5, (3, 5000))
    np.testing.assert_allclose(exp(table), np.exp(table), rtol=1e-15)
    assert exp(table, out=table) is table
    np.testing.assert_allclose(raised(np.array([2.0, 100.0]), -0.7), [2**-0.7, 100**-0.7], rtol=1e-14)


def test_angles() -> None:
    turns = np.concatenate((_RANDOM.uniform(0, 1, 5000), [0, 0.25, 0.5, 0.75, 1]))
    cosine, sine = cos_and_sin_of_turns(turns)
    np.testing.assert_allclose(cosine, np.cos(2 * np.pi * turns), atol=1e-15)
    np.testing.assert_allclose(sine, np.sin(2 * np.pi * turns), atol=1e-15)
    assert (cosine[-5:] == [1, 0, -1, 0, 1]).all()
