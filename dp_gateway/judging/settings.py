"""Settings of the judge beside the traffic: the table `[judge]` of the server."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from dp_gateway.configuration import Table

CHARACTERS = 8000
"""Of prompt and reply, from their beginnings: what a judge is shown."""


class JudgeSettings(Table):
    """A model that judges a share of the traffic.

    Attributes:
        url, model: an OpenAI base URL, and the name of the model there.
        trust: "local" if it may see private text, else "remote".
        share: of the requests, 0 to 1.
        sees: "sanitized" shows what the provider saw; "raw" the originals, to a local judge alone.
        api_key_env: environment variable that holds the judge's key.
        trusted_host: vouch for a local judge whose host is not in a private network.
        repeats: how often each reply is judged.
        waiting: samples that may wait; further ones are dropped and counted.
        timeout: seconds to wait for an answer of the judge.
    """

    url: str
    model: str
    trust: Literal["local", "remote"]
    share: float = Field(default=0.1, ge=0, le=1, allow_inf_nan=False)
    sees: Literal["sanitized", "raw"] = "sanitized"
    api_key_env: str | None = None
    trusted_host: bool = False
    repeats: int = Field(default=1, ge=1, le=16)
    waiting: int = Field(default=64, ge=1, le=65536)
    timeout: float = Field(default=120, gt=0, le=3600, allow_inf_nan=False)

    @model_validator(mode="after")
    def _may_see(self) -> JudgeSettings:
        if self.sees == "raw" and self.trust != "local":
            raise ValueError('a remote judge may not see raw text: leave sees out, or declare trust = "local" if it is')
        return self
