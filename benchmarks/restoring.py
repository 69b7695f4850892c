"""How many of the surrogates that a real local model writes, bent as it likes, are put back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.timing import Figure
from dp_gateway import Gateway, Secret
from dp_gateway.llm import LocalModel, Message
from dp_gateway.testing.local_model import LocalLlama

PEOPLE = (
    ("Anna Kowalski", "Boston"),
    ("Tom Baker", "Chicago"),
    ("Maria Lopez", "Madrid"),
    ("John Carpenter", "Denver"),
    ("Priya Sharma", "Toronto"),
    ("Peter Novak", "Vienna"),
)
TASKS = (
    "Write a short letter that invites {0} from {1} to a birthday party.",
    "Write two sentences in capital letters about {0}, who lives in {1}.",
    "List three hobbies of {0} from {1} as a Markdown list with bold names.",
)


def run() -> Iterator[Figure]:
    gateway = Gateway("entities", key=Secret(b"a key for benchmarks"))
    found = left = 0
    with LocalLlama() as llama, LocalModel(llama.endpoint) as model:
        for person in PEOPLE:
            for task in TASKS:
                request = gateway.sanitize(task.format(*person), scope=person[0])
                surrogates = {
                    word.casefold()
                    for span in request.spans
                    for word in re.findall(r"\w{3,}", request.text[span.sanitized_start : span.sanitized_end])
                }
                reply = model.chat([Message("user", request.text)], max_tokens=120).text
                found += _count(reply, surrogates)
                left += _count(request.restore(reply), surrogates)
    yield Figure("surrogates in replies of a local model that are restored", 1 - left / found, 0.99, at_most=False)


def _count(text: str, surrogates: set[str]) -> int:
    return sum(
        word.casefold().removesuffix("s") in surrogates or word.casefold() in surrogates
        for word in re.findall(r"\w+", text)
    )
