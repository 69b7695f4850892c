"""A guardrail for the LiteLLM proxy: what it sends to any provider is sanitized, what comes back is restored.

litellm_settings:
  callbacks: ["dp_gateway_litellm.guardrail"]     # the policy is that of DP_GATEWAY_POLICY, `entities` by default

or, among `guardrails`, `guardrail: dp_gateway_litellm.PrivacyGuardrail` with `mode: [pre_call, post_call]`.
"""

from __future__ import annotations

from functools import cache

from dp_gateway.extras import missing

try:
    from dp_gateway_litellm.hooks import PrivacyGuardrail
except ModuleNotFoundError as error:
    raise missing(error.name) or error from None

__all__ = ["PrivacyGuardrail"]


@cache
def _guardrail() -> PrivacyGuardrail:
    return PrivacyGuardrail()


def __getattr__(name: str) -> PrivacyGuardrail:
    # Made when a proxy asks for it: a key file is created, and an index may be built.
    if name == "guardrail":
        return _guardrail()
    raise AttributeError(name)
