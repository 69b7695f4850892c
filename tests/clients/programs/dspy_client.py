"""DSPy: signatures are filled from its own sections or from JSON; tools are called in rounds of thought."""
# pyright: reportMissingImports=false

from __future__ import annotations

from typing import Any

import dspy
from common import BASE, SAID, Person, run

lm = dspy.LM(
    "openai/gpt-5-mini", api_base=BASE, api_key="k", cache=False, num_retries=0, temperature=None, max_tokens=None
)
dspy.configure(lm=lm, adapter=dspy.JSONAdapter(), track_usage=False)


class Read(dspy.Signature):
    """Fill in who is spoken of."""

    said: str = dspy.InputField()
    name: str = dspy.OutputField()
    town: str = dspy.OutputField()
    pay: float = dspy.OutputField()


def structured() -> Any:
    told = dspy.Predict(Read)(said=SAID)
    return Person(name=told.name, town=told.town, pay=told.pay).model_dump()


run({"whole": lambda: lm(SAID)[0], "structured": structured}, fails=lambda: lm(SAID), cut=lambda: lm(SAID))
