"""What a fixed set of requests, replies and streams becomes under a fixed key stays as it was recorded."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from tests.recorded.recording import POLICIES, digests, recorded

_LEAST = 500


def test_the_set_is_large() -> None:
    found = recorded()
    assert len(found) >= _LEAST
    assert {name.split("/")[0] for name in found} == set(POLICIES)


_QUICK = {"entities", "mask"}
"""Policies that every run compares; thorough runs compare the others."""


@pytest.mark.parametrize(
    "policy", [pytest.param(one, marks=() if one in _QUICK else pytest.mark.thorough) for one in POLICIES]
)
def test_every_request_and_reply_is_as_recorded(policy: str) -> None:
    """The three digests are of the body that leaves, of the report, and of the replies; `recording` says how to renew
    them.
    """
    before = {name: digest for name, digest in recorded().items() if name.startswith(f"{policy}/")}
    now = digests([policy])
    assert {name: one for name, one in now.items() if before.get(name) != one} == {}
    assert set(now) == set(before)


@pytest.mark.thorough
@pytest.mark.parametrize("policy", ["entities", "tokens"])
def test_a_processor_without_vector_instructions_gives_the_same(policy: str) -> None:
    """`tests/test_elementary.py` compares tables and draws so; this one whole requests."""
    present = " ".join(np.show_config(mode="dicts")["SIMD Extensions"].get("found", []))
    environment = os.environ | {"NPY_DISABLE_CPU_FEATURES": present, "OPENBLAS_CORETYPE": "Nehalem"}
    code = f"from tests.recorded.recording import digests; print(digests([{policy!r}]))"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == repr({name: one for name, one in recorded().items() if name.startswith(f"{policy}/")})
