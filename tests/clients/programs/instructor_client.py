"""instructor: it fills schemas, by tools or by JSON; that is all it does."""
# pyright: reportMissingImports=false

from __future__ import annotations

from typing import Any

import instructor
from common import BASE, SAID, Person, run
from openai import OpenAI

USER: list[Any] = [{"role": "user", "content": SAID}]
client = OpenAI(base_url=BASE, api_key="k", max_retries=0)


def by(mode: Any) -> dict[str, Any]:
    asked = instructor.from_openai(client, mode=mode)
    return asked.create(model="gpt-5-mini", messages=USER, response_model=Person, max_retries=0).model_dump()


def structured() -> Any:
    told = by(instructor.Mode.TOOLS)
    assert told == by(instructor.Mode.JSON_SCHEMA)
    return told


def partial() -> Any:
    asked = instructor.from_openai(client, mode=instructor.Mode.TOOLS)
    parts = asked.create_partial(model="gpt-5-mini", messages=USER, response_model=Person, max_retries=0)
    return list(parts)[-1].model_dump()


run({"structured": structured}, fails=lambda: by(instructor.Mode.TOOLS), cut=partial)
