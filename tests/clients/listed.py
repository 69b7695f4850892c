"""The clients: what to install, and the programs that drive them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Client(NamedTuple):
    """A row of the table.

    Attributes:
        name: as the table shows it.
        program: a file of `programs`; None for an agent of the command line, which `agents.py` runs.
        api: the argument of the program: which of a provider's interfaces it speaks.
        room: the environment that it is installed in, beside clients that agree with it about versions.
        package: whose version is shown.
        without: scenarios that it does not have, and why.
    """

    name: str
    program: str | None
    api: str
    room: str
    package: str
    without: Mapping[str, str] = MappingProxyType({})

    @property
    def label(self) -> str:
        """The name of its recorded session."""
        return f"{self.program.partition('.')[0] if self.program else self.name.lower().replace(' ', '_')}-{self.api}"


ROOMS = {
    "openai": ["openai", "anthropic", "openai-agents", "instructor", "llm", "ag2[openai]"],
    "pydantic-ai": ["pydantic-ai-slim[openai,anthropic]", "anthropic<2"],  # with anthropic 2 it fails in its own code
    "litellm": ["litellm", "mcp", "dspy"],
    "llama-index": ["llama-index-llms-openai-like"],
    "aider": ["aider-chat"],
}
"""Python environments: what each holds."""

NODE = [
    "openai", "@anthropic-ai/sdk", "ai", "@ai-sdk/openai", "@ai-sdk/anthropic", "@langchain/core", "@langchain/openai",
    "zod", "@openai/codex", "@anthropic-ai/claude-code",
]  # fmt: skip

_SCHEMAS_ALONE = "it fills schemas and does nothing else"
_ONE_CALL = "it makes these calls by prompts of its own, without the provider's tools"
_AGENT = "the agent has no such mode"

CLIENTS = [
    *(Client("`openai` Node", "openai_node.mjs", api, "node", "openai") for api in ("chat", "responses")),
    *(Client("`openai` Python", "openai_python.py", api, "openai", "openai") for api in ("chat", "responses")),
    *(Client("Vercel AI SDK", "ai_sdk.mjs", api, "node", "ai") for api in ("chat", "responses", "messages")),
    *(Client("LangChain.js", "langchain_js.mjs", api, "node", "@langchain/openai") for api in ("chat", "responses")),
    Client("`anthropic` Node", "anthropic_node.mjs", "messages", "node", "@anthropic-ai/sdk"),
    Client("`anthropic` Python", "anthropic_python.py", "messages", "openai", "anthropic"),
    Client("LiteLLM SDK", "litellm_sdk.py", "chat", "litellm", "litellm"),
    *(Client("OpenAI Agents SDK", "openai_agents.py", api, "openai", "openai-agents") for api in ("chat", "responses")),
    *(
        Client("pydantic-ai", "pydantic_ai_client.py", api, "pydantic-ai", "pydantic-ai-slim")
        for api in ("chat", "responses", "messages")
    ),
    Client("instructor", "instructor_client.py", "chat", "openai", "instructor", dict.fromkeys(("whole", "streamed", "tools", "tools streamed"), _SCHEMAS_ALONE)),
    Client("`llm`", "llm_client.py", "chat", "openai", "llm"),
    Client("LlamaIndex", "llama_index_client.py", "chat", "llama-index", "llama-index-llms-openai-like"),
    Client("DSPy", "dspy_client.py", "chat", "litellm", "dspy", dict.fromkeys(("streamed", "tools", "tools streamed"), _ONE_CALL)),
    Client("AG2", "ag2_client.py", "chat", "openai", "ag2"),
    Client("aider", None, "chat", "aider", "aider-chat", dict.fromkeys(("tools", "tools streamed", "structured"), _AGENT)),
    Client("Codex CLI", None, "responses", "node", "@openai/codex", dict.fromkeys(("whole", "tools"), "it streams always")),
    Client("Claude Code", None, "messages", "node", "@anthropic-ai/claude-code", dict.fromkeys(("whole", "tools"), "it streams always")),
]  # fmt: skip
