"""Brings LangChain parts through the gateway: prompts are sanitized before a model sees them, replies are restored.

model = PrivateChatModel(ChatOpenAI(model="gpt-5"), policy="entities")
model.invoke("I am Anna Miller.").content      # speaks of Anna Miller
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dp_gateway.extras import missing

try:
    from dp_gateway_langchain.chain import PromptSanitizer, ReplyRestorer, augmentation
    from dp_gateway_langchain.chat_model import PrivateChatModel
    from dp_gateway_langchain.documents import DocumentSanitizer, PrivateEmbeddings, SanitizedRetriever
    from dp_gateway_langchain.doors import privacy_reports
    from dp_gateway_langchain.runs import TracedText
    from dp_gateway_langchain.tracing import trace_safe
except ModuleNotFoundError as error:
    raise missing(error.name) or error from None

if TYPE_CHECKING:
    from dp_gateway_langchain.middleware import PrivacyMiddleware

__all__ = [
    "DocumentSanitizer",
    "PrivacyMiddleware",
    "PrivateChatModel",
    "PrivateEmbeddings",
    "PromptSanitizer",
    "ReplyRestorer",
    "SanitizedRetriever",
    "TracedText",
    "augmentation",
    "privacy_reports",
    "trace_safe",
]


def __getattr__(name: str) -> object:
    # Agents bring langchain and langgraph along, which are optional.
    if name != "PrivacyMiddleware":
        raise AttributeError(f"module 'dp_gateway_langchain' has no attribute {name!r}")
    try:
        from dp_gateway_langchain.middleware import PrivacyMiddleware
    except ModuleNotFoundError as error:
        raise missing(error.name) or error from None
    return PrivacyMiddleware
