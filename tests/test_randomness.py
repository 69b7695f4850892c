"""The door to entropy."""

from __future__ import annotations

import copy
import hmac
import os
import pickle
import stat
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

from dp_gateway.errors import InvalidSecret
from dp_gateway.randomness import KeyedHash, KeyedStream, OsEntropy, Secret, below, each_below, uniform_below


def test_keyed_stream_is_a_function_of_key_and_context() -> None:
    def take(*context: bytes) -> list[int]:
        stream = KeyedStream(b"key", *context)
        return [*stream.uint64(3).tolist(), *stream.uint64(2).tolist()]

    assert take(b"a", b"b") == take(b"a", b"b")
    assert take(b"a", b"b") != take(b"ab")
    assert take(b"a", b"") != take(b"", b"a")
    assert len(set(take(b"a"))) == 5


def test_keyed_stream_value_never_changes() -> None:
    """A changed value would change every repeatable draw of every user."""
    assert KeyedStream(b"key", b"context").uint64(1).tolist() == [EXPECTED_FIRST_WORD]


EXPECTED_FIRST_WORD = 2442511898474542125


def test_a_branch_is_the_stream_of_the_longer_context() -> None:
    stem = KeyedStream(b"key", b"a")
    stem.uint64(2)
    for _ in range(2):
        branch, whole = stem.branch(b"bc"), KeyedStream(b"key", b"a", b"bc")
        assert branch.word() == whole.uint64(1).item()
        assert branch.uint64(3).tolist() == whole.uint64(3).tolist()
        assert branch.word() == whole.word()


@pytest.mark.parametrize("key", [b"", b"k" * 32, b"k" * 64, b"k" * 65, bytes(range(256))])
def test_a_keyed_hash_is_hmac(key: bytes) -> None:
    keyed = KeyedHash(key)
    for message in (b"", b"a", b"a" * 200, b""):
        assert keyed.digest(message) == hmac.digest(key, message, "sha256")


def test_a_secret_goes_to_other_processes() -> None:
    secret = Secret(b"k" * 32)
    for one in (pickle.loads(pickle.dumps(secret)), copy.deepcopy(secret)):
        assert one.subkey(b"a", b"b") == secret.subkey(b"a", b"b")


@pytest.mark.parametrize("bound", [1, 10, 2**63 + 1])
def test_a_try_is_what_its_branch_draws_first(bound: int) -> None:
    stem = KeyedStream(b"key", b"a")
    parts = [b"%d" % number for number in range(40)]
    assert [stem.below_in_branch(part, bound) for part in parts] == [below(stem.branch(part), bound) for part in parts]


@pytest.mark.parametrize("bound", [1, 10, 2**63 + 1])
def test_one_bound_is_drawn_below_as_many_are(bound: int) -> None:
    one, many = KeyedStream(b"test"), KeyedStream(b"test")
    assert [below(one, bound) for _ in range(20)] == [
        int(uniform_below(many, np.array([bound], np.uint64))[0]) for _ in range(20)
    ]


def test_children_of_a_fork_draw_their_own_bits() -> None:
    source = OsEntropy()
    source.uint64(1)
    read, write = os.pipe()
    if os.fork() == 0:
        os.write(write, source.uint64(4).tobytes())
        os._exit(0)
    os.wait()
    assert os.read(read, 32) != source.uint64(4).tobytes()


@pytest.mark.parametrize("bound", [2, 3, 10, 1000, 2**32 + 1, 3 * 2**62, 2**64 - 1])
def test_uniform_below_is_uniform(bound: int) -> None:
    """False-positive rate 1e-6 for a fresh seed; the seed is fixed."""
    values = uniform_below(KeyedStream(b"test"), np.full(100_000, bound, np.uint64))
    assert int(values.max()) < bound
    width = -(-bound // 16)
    counts = np.bincount((values // np.uint64(width)).astype(np.int64))
    sizes = [min(width, bound - start) for start in range(0, bound, width)]
    assert chisquare(counts, [size / bound * len(values) for size in sizes]).pvalue > 1e-6


def test_a_few_bounds_are_drawn_below_as_many_are() -> None:
    """Half of the words are above the largest multiple of 2**63 + 1, and drawn again; some of those once more."""
    bounds = [1, 10, 2**63 + 1, 26, 2**63 + 1, 2**63 + 1, 7, 2**63 + 1]
    for number in range(50):
        one, other = (KeyedStream(b"test", str(number).encode()) for _ in range(2))
        assert each_below(one, bounds) == uniform_below(other, np.array(bounds, np.uint64)).tolist()
        assert one.uint64(1) == other.uint64(1)  # as many words were taken


def test_secret_is_created_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "key"
    first = Secret.from_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Secret.from_file(path).subkey(b"x") == first.subkey(b"x")
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_text().strip() not in repr(first)
    assert first.subkey(b"x") != first.subkey(b"y")


def test_bad_secrets_are_refused(tmp_path: Path) -> None:
    (tmp_path / "short").write_text("too short")
    for path in (tmp_path / "short", tmp_path, tmp_path / "missing" / "key"):
        with pytest.raises(InvalidSecret, match="Next: "):
            Secret.from_file(path)
    with pytest.raises(InvalidSecret):
        Secret(b"15 bytes long..")
