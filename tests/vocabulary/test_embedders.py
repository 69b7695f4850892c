"""Embedders, against a real HTTP server where they are remote."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding

from dp_gateway.errors import ConfigurationError, EmbedderError, EmbedderRefused, MissingApiKey, MissingPackage
from dp_gateway.vocabulary.embedders import resolve
from dp_gateway.vocabulary.embedders.files import FileEmbedder, LangChainEmbedder, WordLlamaEmbedder
from dp_gateway.vocabulary.embedders.openai import OpenAIEmbedder

WORDS = [f"word{i}" for i in range(25)]


class Service:
    """An `/embeddings` endpoint that can be told to fail."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.statuses: list[int] = []
        self.short = False
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body: Any = json.loads(self.rfile.read(int(self.headers["content-length"])))
                status = service.statuses.pop(0) if service.statuses else 200
                if status == 200:
                    service.asked += body["input"]
                data = [
                    {"object": "embedding", "index": i, "embedding": [float(len(text)), float(hash(text) % 7), 1.0]}
                    for i, text in enumerate(body["input"][1:] if service.short else body["input"])
                ]
                answer = {
                    "object": "list",
                    "model": "m",
                    "data": data,
                    "usage": {"prompt_tokens": 1, "total_tokens": 1},
                }
                content = json.dumps(answer if status == 200 else {"error": {"message": "no"}}).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(content)))
                self.send_header("retry-after-ms", "1")
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def service() -> Iterator[Service]:
    running = Service()
    yield running
    running.server.shutdown()
    running.server.server_close()


def remote(service: Service, cache: Path | None = None) -> OpenAIEmbedder:
    return OpenAIEmbedder(cache=cache, api_key="k", base_url=service.url, batch=10)


def test_openai_batches_and_reports(service: Service) -> None:
    done: list[int] = []
    vectors = remote(service).embed([*WORDS, ""], progress=done.append)
    assert vectors.shape == (26, 3)
    assert vectors[3, 0] == len("word3")
    assert np.isnan(vectors[25]).all()
    assert done == [10, 10, 6]


def test_openai_tries_again_and_resumes(service: Service, tmp_path: Path) -> None:
    service.statuses = [429, 200, 500, 200, 401]
    with pytest.raises(EmbedderRefused, match="HTTP 401"):
        remote(service, tmp_path).embed(WORDS)
    assert service.asked == WORDS[:20]
    vectors = remote(service, tmp_path).embed(WORDS)
    assert service.asked == WORDS
    assert (vectors == remote(service, tmp_path).embed(WORDS)).all()
    assert len(service.asked) == 25
    damaged = next(tmp_path.glob("*.npy"))
    damaged.write_bytes(damaged.read_bytes()[:50])
    assert (vectors == remote(service, tmp_path).embed(WORDS)).all()


def test_openai_answers_are_checked(service: Service) -> None:
    service.short = True
    with pytest.raises(EmbedderRefused, match="9 vectors for 10"):
        remote(service).embed(WORDS)


def test_openai_without_key_or_network(monkeypatch: pytest.MonkeyPatch, service: Service) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(MissingApiKey, match="OPENAI_API_KEY"):
        resolve("openai:text-embedding-ada-002")
    monkeypatch.setattr("dp_gateway.vocabulary.embedders.openai._RETRIES", 0)
    service.server.server_close()
    with pytest.raises(EmbedderRefused, match="cannot be reached"):
        remote(service).embed(["a"])


def test_wordllama_knows_words() -> None:
    embedder = WordLlamaEmbedder()
    names = ["london", "uk", "britain", "banana", "seven", "guitar", "quickly"]
    vectors = embedder.embed(names)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    nearest = np.argsort(-(vectors @ vectors[0]))
    assert {names[i] for i in nearest[1:3]} == {"uk", "britain"}
    assert (embedder.embed([" paris"]) == embedder.embed(["paris"])).all()
    assert (embedder.embed(["paris"]) == embedder.embed(["Paris"])).all()
    assert np.isnan(embedder.embed([""])).all()
    assert (
        embedder.embed(names[:3] + names[3:]) == np.concatenate([embedder.embed(names[:3]), embedder.embed(names[3:])])
    ).all()


def test_langchain_embeddings() -> None:
    inner = DeterministicFakeEmbedding(size=8)
    done: list[int] = []
    vectors = LangChainEmbedder(inner, "fake").embed(WORDS, progress=done.append)
    np.testing.assert_allclose(vectors, inner.embed_documents(WORDS), rtol=1e-6)
    assert sum(done) == len(WORDS)


def test_sentence_transformers_is_asked_for_by_name() -> None:
    try:
        import sentence_transformers  # noqa: F401  # pyright: ignore[reportMissingImports]
    except ImportError:
        with pytest.raises(MissingPackage, match="pip install"):
            resolve("sentence-transformers:all-MiniLM-L6-v2")
    else:
        pytest.skip("sentence-transformers is installed; its models need a download")


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_three_file_formats_agree(tmp_path: Path) -> None:
    np.savez(tmp_path / "v.npz", words=np.array(["paris", "rome"]), vectors=np.array([[1, 2], [3, 4.5]]))
    write(tmp_path / "v.txt", "paris 1 2\nrome 3 4.5\n")
    write(tmp_path / "v.vec", "2 2\nparis 1 2\nrome 3 4.5\n")
    write(tmp_path / "v.json", json.dumps({"paris": [1, 2], "rome": [3, 4.5]}))
    for suffix in ("npz", "txt", "vec", "json"):
        embedder = FileEmbedder(tmp_path / f"v.{suffix}")
        assert embedder.words == ["paris", "rome"]
        found = embedder.embed(["rome", " Paris", "oslo"])
        assert found[:2].tolist() == [[3, 4.5], [1, 2]]
        assert np.isnan(found[2]).all()
        assert embedder.name.startswith(f"file:v.{suffix}:sha256-")


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.txt", "paris 1 2\nrome 3\n", "line 2"),
        ("a.txt", "paris 1 2\nrome 3 x\n", "line 2 holds something"),
        ("a.txt", "paris 1 nan\n", "not finite"),
        ("a.txt", "paris 1 2\nparis 1 2\n", "more than once"),
        ("a.txt", "", "no vectors"),
        ("a.json", "{", "no JSON"),
        ("a.json", "[1]", "no JSON object"),
        ("a.json", '{"a": [1, 2], "b": [1]}', "another length"),
        ("a.npz", "nonsense", "no .npz"),
        ("a.bin", "x", "its name ends in .bin"),
    ],
)
def test_bad_files_say_what_is_wrong(tmp_path: Path, name: str, content: str, reason: str) -> None:
    with pytest.raises(EmbedderError, match=reason):
        FileEmbedder(write(tmp_path / name, content))


def test_unreadable_and_unknown(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match="cannot be read"):
        resolve(f"file:{tmp_path}/none.txt")
    with pytest.raises(ConfigurationError, match="did you mean openai:text-embedding-3-small"):
        resolve("open-ai:text-embeding-3-small")
