"""Vectors on this machine: of WordLlama, a file (npz, GloVe, word2vec text, InferDPT's JSON), sentence-transformers, or
LangChain's embeddings.

WordLlama (Miller 2024, MIT) is the default: vectors and tokens are carried as its package has them (l2_supercat_256),
so that a plain install needs neither that package nor the libraries that it asks for.

`embedders.resolve` makes them for `dp-gateway index build`.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import zipfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import EmbedderError, MissingPackage
from dp_gateway.vocabulary.bpe import SentencePieces
from dp_gateway.vocabulary.embedders.base import Progress

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

_FORMATS = "an .npz file with arrays words and vectors, GloVe text (.txt, .vec) or a .json object {word: [numbers]}"


class FileEmbedder:
    """Looks words up in a file of vectors.

    Args:
        path: an .npz file with arrays `words` and `vectors`; text with a word and its numbers on each line; or a
            JSON object of words and lists of numbers.
        normalize: scale vectors to unit length; published tables use them as they are.

    Attributes:
        words: the words of the file, in its order.

    Raises:
        EmbedderError: the file cannot be read or does not hold what its format needs.
    """

    local = True

    def __init__(self, path: Path, *, normalize: bool = False) -> None:
        self.path, self.normalize = path, normalize
        try:
            content = path.read_bytes()
        except OSError as error:
            self._refuse(f"it cannot be read: {error.strerror}")
        readers = {".npz": self._npz, ".json": self._json, ".txt": self._text, ".vec": self._text}
        reader = readers.get(path.suffix.lower())
        if reader is None:
            self._refuse(f"its name ends in {path.suffix or 'nothing'}")
        self.words, self._vectors = reader(content)
        if not self.words:
            self._refuse("it holds no vectors")
        if not np.isfinite(self._vectors).all():
            self._refuse(f"the vector of word {int(np.argwhere(~np.isfinite(self._vectors))[0, 0]) + 1} is not finite")
        self._place = {word: row for row, word in reversed(list(enumerate(self.words)))}
        if len(self._place) < len(self.words):
            self._refuse(f"{len(self.words) - len(self._place)} words occur more than once")
        self.name = f"file:{path.name}:sha256-{hashlib.sha256(content).hexdigest()[:12]}"

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Return vectors of texts, shape (len(texts), d), of the text itself, stripped, or in lower case; else NaN."""
        rows = np.array([self._find(text) for text in texts], np.int64)
        result = np.full((len(texts), self._vectors.shape[1]), np.nan, np.float32)
        result[rows >= 0] = self._vectors[rows[rows >= 0]]
        if progress is not None:
            progress(len(texts))
        return result

    def _find(self, text: str) -> int:
        for form in (text, text.strip(), text.strip().lower()):
            if form in self._place:
                return self._place[form]
        return -1

    def _refuse(self, reason: str) -> NoReturn:
        raise EmbedderError(f"the vector file {self.path} cannot be used: {reason}", hint=f"give {_FORMATS}")

    def _npz(self, content: bytes) -> tuple[list[str], NDArray[np.float32]]:
        import io

        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as stored:
                words, vectors = stored["words"], np.asarray(stored["vectors"], np.float32)
        except (ValueError, KeyError, OSError, zipfile.BadZipFile):
            self._refuse("it is no .npz file with arrays words and vectors")
        if vectors.ndim != 2 or words.shape != vectors.shape[:1]:  # noqa: PLR2004 - a table has two axes
            self._refuse(f"words have shape {words.shape} and vectors {vectors.shape}")
        return [str(word) for word in words.tolist()], vectors

    def _json(self, content: bytes) -> tuple[list[str], NDArray[np.float32]]:
        try:
            table = json.loads(content)
        except ValueError:
            self._refuse("it is no JSON")
        if not isinstance(table, dict) or not table:
            self._refuse("it is no JSON object of words and vectors")
        rows = cast(dict[str, object], table)
        return list(rows), self._table(rows.values(), "the vector of word")

    def _text(self, content: bytes) -> tuple[list[str], NDArray[np.float32]]:
        lines = content.split(b"\n")
        while lines and not lines[-1].strip():
            lines.pop()
        if not lines:
            return [], np.zeros((0, 0), np.float32)
        # word2vec begins with a line of two numbers: how many words, and of how many dimensions.
        if len(lines[0].split()) == 2 and len(lines) > 1 and len(lines[1].split()) > 2:  # noqa: PLR2004
            lines.pop(0)
        dimensions = len(lines[0].split()) - 1
        words: list[str] = []
        numbers: list[list[bytes]] = []
        for number, line in enumerate(lines, 1):
            # A few words of glove.840B hold spaces: the last d fields are the vector.
            fields = line.rstrip().rsplit(b" ", dimensions)
            if len(fields) != dimensions + 1 or not dimensions:
                self._refuse(f"line {number} does not hold a word and {max(dimensions, 1)} numbers")
            words.append(fields[0].decode("utf-8", "replace"))
            numbers.append(fields[1:])
        return words, self._table(numbers, "line")

    def _table(self, rows: Iterable[object], what: str) -> NDArray[np.float32]:
        result: list[NDArray[np.float32]] = []
        for number, row in enumerate(rows, 1):
            try:
                vector = np.array(row, dtype=np.float32)
            except (ValueError, TypeError):
                self._refuse(f"{what} {number} holds something that is no number")
            if vector.ndim != 1 or (result and vector.shape != result[0].shape):
                self._refuse(f"{what} {number} has another length than the first")
            result.append(vector)
        return np.stack(result)


_SENTENCES = 512


class SentenceTransformersEmbedder:
    """A sentence-transformers model on this machine. `model`: a folder, or a name that the library knows."""

    local = True
    normalize = True

    def __init__(self, model: str = "all-MiniLM-L6-v2") -> None:
        try:
            from sentence_transformers import SentenceTransformer  # pyright: ignore
        except ImportError:
            raise MissingPackage(
                "the package sentence-transformers is not installed",
                hint="pip install 'dp-gateway[sentence-transformers]'",
            ) from None
        self.name = f"sentence-transformers:{model}"
        self._model: Any = SentenceTransformer(model)

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Return vectors of texts, shape (len(texts), d)."""
        return _in_batches(texts, lambda part: self._model.encode(part, show_progress_bar=False), progress)


class LangChainEmbedder:
    """Any LangChain embeddings. `embeddings`: the LangChain object. `name`: what the index is known by; state model and
    version. `local`: whether the texts stay on this machine.
    """

    normalize = True

    def __init__(self, embeddings: Embeddings, name: str, *, local: bool = False) -> None:
        self._embeddings = embeddings
        self.name = f"langchain:{name}"
        self.local = local

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Return vectors of texts, shape (len(texts), d)."""
        return _in_batches(texts, self._embeddings.embed_documents, progress)


def _in_batches(
    texts: Sequence[str], embed: Callable[[list[str]], Any], progress: Progress | None
) -> NDArray[np.float32]:
    parts: list[NDArray[np.float32]] = []
    for start in range(0, len(texts), _SENTENCES):
        part = list(texts[start : start + _SENTENCES])
        parts.append(np.asarray(embed(part), dtype=np.float32))
        if progress is not None:
            progress(len(part))
    return np.concatenate(parts) if parts else np.zeros((0, 0), np.float32)


_BATCH = 8192
_TOKENS = 32_000


class WordLlamaEmbedder:
    """Mean of a text's token vectors.

    "paris" is two meaningless tokens and "Paris" is one, so a lower-case text takes the one of its three letter-case
    forms that has the fewest tokens.
    """

    name = "wordllama-256"
    local = True
    normalize = True

    def __init__(self) -> None:
        folder = Path(__file__).parent
        # Signs and exponents of the 16-bit floats can be packed, the rest of their bits is as good as random.
        high = lzma.decompress((folder / "wordllama.high.xz").read_bytes())
        halves = (np.fromfile(folder / "wordllama.low", np.uint8), np.frombuffer(high, np.uint8))
        self._vectors = np.stack(halves, axis=-1).view("<f2").reshape(_TOKENS, -1)
        self._pieces = SentencePieces(folder / "wordllama.tokens", _TOKENS)

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Return vectors of texts, shape (len(texts), 256); a row of NaN for a text without tokens."""
        result = np.empty((len(texts), self._vectors.shape[1]), np.float32)
        for start in range(0, len(texts), _BATCH):
            part = [text.strip() for text in texts[start : start + _BATCH]]
            result[start : start + len(part)] = self._embed(part)
            if progress is not None:
                progress(len(part))
        return result

    def _embed(self, texts: list[str]) -> NDArray[np.float32]:
        tokens = self._pieces.encode(texts)
        for form in (str.capitalize, str.upper):
            forms = self._pieces.encode(form(text) if text.islower() else text for text in texts)
            for place, other in enumerate(forms):
                if len(other) < len(tokens[place]):
                    tokens[place] = other
        counts = np.array([len(found) for found in tokens])
        result = np.full((len(texts), self._vectors.shape[1]), np.nan, np.float32)
        full = np.flatnonzero(counts)
        if len(full):
            flat = np.concatenate([np.array(tokens[place]) for place in full.tolist()])
            starts = np.cumsum(counts[full]) - counts[full]
            sums = np.add.reduceat(self._vectors[flat].astype(np.float32), starts)
            result[full] = sums / counts[full, None]
        return result
