"""Language models: the one door through which text leaves the process.

`LocalModel` takes raw text and exists for endpoints declared `trust="local"` alone; `RemoteModel` takes `Sanitized`
text alone, and text that is declared `Public` by a method of its own.
"""

from dp_gateway.llm.endpoint import Endpoint, Trust
from dp_gateway.llm.messages import Composed, JsonSchema, Message, Public, Reply
from dp_gateway.llm.models import LocalModel, RemoteModel, model_at
from dp_gateway.llm.prompts import Template, load
from dp_gateway.text.types import SanitizedText

__all__ = [
    "Composed",
    "Endpoint",
    "JsonSchema",
    "LocalModel",
    "Message",
    "Public",
    "RemoteModel",
    "Reply",
    "SanitizedText",
    "Template",
    "Trust",
    "load",
    "model_at",
]
