"""An agent with an e-mail tool: the tool receives the real address, the model never does.

pip install langchain langchain-openai
python examples/agent_with_email.py            # before a scripted stand-in for a model, on this machine
python examples/agent_with_email.py gpt-5      # before a real one; needs OPENAI_API_KEY
"""

import json
import re
import sys
from collections.abc import Callable
from typing import Any

from dp_gateway_langchain import PrivacyMiddleware, trace_safe
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

from dp_gateway.testing.models import Answer, ScriptedModel


def ask(model: BaseChatModel, text: str, send: Callable[[str, str], None]) -> str:
    """What the agent answers; `send` is given the real address and the real text."""

    @tool
    def send_email(to: str, text: str) -> str:
        """Send an e-mail to an address."""
        send(to, text)
        return f"The e-mail to {to} was sent."

    agent = create_agent(model, [send_email], middleware=[PrivacyMiddleware("entities")])
    # Tracers (LangSmith's, where LANGSMITH_TRACING is set) are told of every step, without what was said.
    state: Any = trace_safe(agent).invoke({"messages": [("human", text)]})
    return state["messages"][-1].text


def stand_in(body: Any) -> Answer:
    """Does what a model with tools would do: it writes to the address that it reads, then it says so."""
    last = body["messages"][-1]
    if last["role"] == "tool":
        return Answer(f"Done. {last['content']}")
    address = re.search(r"[\w.+-]+@[\w.-]+\w", last["content"])
    name = re.search(r"I am (\w+ \w+)", last["content"])
    arguments = {"to": address[0] if address else "", "text": f"{name[1] if name else 'Somebody'} says hello."}
    call = {"name": "send_email", "arguments": json.dumps(arguments)}
    return Answer("", "tool_calls", extra={"tool_calls": [{"id": "call_1", "type": "function", "function": call}]})


def main() -> None:
    """Ask once, and show both sides."""

    def send(to: str, text: str) -> None:
        print("the tool is given: ", to, "|", text)

    said = "I am Anna Miller. Say hello to bob.brown@mail.org for me."
    if len(sys.argv) > 1:
        print("the user is told:  ", ask(ChatOpenAI(model=sys.argv[1]), said, send))
        return
    with ScriptedModel(default=stand_in) as provider:
        model = ChatOpenAI(model="scripted", base_url=provider.url, api_key="none")
        print("the user is told:  ", ask(model, said, send))
        print("the model was told:", provider.completions[0]["messages"][0]["content"])


if __name__ == "__main__":
    main()
