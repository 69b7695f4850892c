"""Two processes that start together on a fresh machine: both build, and both can use what is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_BUILD = """
import sys
from pathlib import Path
from dp_gateway.testing import ToyEmbedder
from dp_gateway.vocabulary.lexicon import Lexicon
from dp_gateway.vocabulary.lexicon.build import build_lexicon
from dp_gateway.vocabulary.lexicon.data import Phrases, Source
path, force = Path(sys.argv[1]), sys.argv[2] == "force"
embedder = ToyEmbedder()
phrases = Phrases({"CITY": ["london", "paris", "berlin"]}, {}, {}, {}, [Source("CITY", "a test", "none")])
sys.stdin.readline()
for _ in range(5):
    build_lexicon(path, phrases, embedder, "wordllama", force=force)
"""


@pytest.mark.parametrize("way", ["first", "force"])
def test_two_builders_at_once(tmp_path: Path, way: str) -> None:
    from dp_gateway.vocabulary.lexicon import Lexicon

    path = tmp_path / "lexicon"
    command = [sys.executable, "-c", _BUILD, str(path), way]
    builders = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    for builder in builders:
        assert builder.stdin is not None
        builder.stdin.write(b"go\n")
        builder.stdin.flush()
    errors = [builder.communicate()[1] for builder in builders]
    assert [builder.returncode for builder in builders] == [0, 0], errors
    opened = Lexicon(path)
    assert list(opened.verify()) == ["CITY"]
    assert opened.sources[0].source == "a test"
    assert [entry.name for entry in tmp_path.iterdir()] == ["lexicon"]
