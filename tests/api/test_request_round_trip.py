"""Bodies as real clients send them: what is not sanitized leaves as it came."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_openai import ChatOpenAI
from openai import BadRequestError, OpenAI, pydantic_function_tool
from openai.types.chat import ChatCompletionMessage
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage
from pydantic import BaseModel, Field, SecretStr

from dp_gateway.api import RequestTexts, find
from dp_gateway.policy import FieldSettings
from dp_gateway.vocabulary.words import cl100k

SETTINGS = FieldSettings()


class Appointment(BaseModel):
    """An appointment of a patient."""

    patient: str = Field(description="Full name", examples=["Anna Miller"])
    kind: Literal["check-up", "surgery"]
    minutes: int = Field(ge=5, le=100_000)
    next: Appointment | None = None


class Recorder:
    """Bodies that a client sent, by path."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.bodies: list[tuple[str, dict[str, Any]]] = []

    def client(self) -> OpenAI:
        return OpenAI(base_url=self.url, api_key="none", max_retries=0)

    def last(self) -> tuple[dict[str, Any], RequestTexts]:
        """The last body, and its texts."""
        path, body = self.bodies[-1]
        name = {"/v1/chat/completions": "chat"}.get(path, path.rpartition("/")[2])
        assert find(name).path == path
        return body, find(name).read(body, SETTINGS)


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            recorder.bodies.append((self.path, json.loads(body)))
            answer = b'{"error": {"message": "recorded"}}'
            self.send_response(400)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        recorder = Recorder(f"http://127.0.0.1:{server.server_port}/v1")
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield recorder
        server.shutdown()
        thread.join()


def same(texts: RequestTexts) -> dict[str, Any]:
    return texts.fill(texts.texts, str)


def reply(**fields: Any) -> ChatCompletionMessage:
    return ChatCompletionMessage.model_validate({"role": "assistant", "content": None, **fields})


CALL = {
    "id": "call_Lqd7rQa8jY3Nn5iHcpWzUvEb",
    "type": "function",
    "function": {"name": "book", "arguments": '{"patient": "Jos\\u00e9", "minutes": 30, "ssn": 78051120, "x": 1.50}'},
}


def test_chat_with_tools(recorder: Recorder):
    with pytest.raises(BadRequestError):
        recorder.client().chat.completions.create(  # pyright: ignore[reportCallIssue]
            model="gpt-4o-mini-2024-07-18",
            messages=[
                {"role": "system", "content": "You book appointments."},
                {"role": "user", "content": [{"type": "text", "text": "Book Anna Miller."}], "name": "Dr_Jones"},
                reply(tool_calls=[CALL]),  # pyright: ignore[reportArgumentType]
                {"role": "tool", "tool_call_id": CALL["id"], "content": '{"ok": true, "for": "Jos\\u00e9"}'},
                reply(content="Done.", annotations=[], refusal=None),  # pyright: ignore[reportArgumentType]
                {"role": "user", "content": "Thanks \U0001f600 e\u0301"},
            ],
            tools=[pydantic_function_tool(Appointment, name="book")],
            tool_choice={"type": "function", "function": {"name": "book"}},
            parallel_tool_calls=False,
            temperature=0.7,
            max_completion_tokens=400,
            n=2,
            seed=42,
            stop=["END", "\n\n"],
            stream=True,
            stream_options={"include_usage": True},
            logprobs=True,
            top_logprobs=3,
            user="anna",
            metadata={"team": "ward 3"},
            reasoning_effort="low",
            service_tier="auto",
        )
    body, texts = recorder.last()
    assert same(texts) == body
    assert texts.stream
    assert texts.model == "gpt-4o-mini-2024-07-18"
    assert _first_said(texts) == "Book Anna Miller."
    by_path = dict(zip(texts.paths, texts.developer, strict=True))
    assert by_path["messages[0].content"]
    assert not by_path["messages[5].content"]
    assert by_path["tools[0].function.parameters.properties.*.description"]
    assert {"Jos\u00e9", "78051120", "book", "ward 3", "END", "Dr Jones"} <= set(texts.texts)
    assert not {"gpt-4o-mini-2024-07-18", "object", "auto", "anna"} & set(texts.texts)


def test_chat_parse(recorder: Recorder):
    parsed = {"content": '{"patient":"Anna"}', "parsed": {"patient": "Anna", "minutes": 30}}
    with pytest.raises(BadRequestError):
        recorder.client().chat.completions.parse(
            model="gpt-4o",
            messages=[{"role": "user", "content": "Book Anna"}, reply(**parsed)],  # pyright: ignore[reportArgumentType]
            response_format=Appointment,
        )
    body, texts = recorder.last()
    assert body["response_format"]["json_schema"]["schema"]["$defs"]
    assert same(texts) == body


def test_responses_with_function_calls(recorder: Recorder):
    call = ResponseFunctionToolCall(
        type="function_call", call_id=CALL["id"], name="book", arguments='{"patient":"Anna"}', status="completed",
        id="fc_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b",
    )  # fmt: skip
    answer = ResponseOutputMessage.model_validate(
        {
            "type": "message", "id": "msg_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b", "role": "assistant",
            "status": "completed", "content": [{"type": "output_text", "text": "Done.", "annotations": []}],
        }
    )  # fmt: skip
    with pytest.raises(BadRequestError):
        recorder.client().responses.parse(
            model="gpt-5",
            instructions="You book appointments.",
            input=[
                {"role": "user", "content": "Book Anna Miller."},
                {"type": "reasoning", "id": "rs_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b", "summary": [],
                 "encrypted_content": "gAAAAABoxY9QnLr7" * 8},
                call,  # pyright: ignore[reportArgumentType]
                {"type": "function_call_output", "call_id": CALL["id"], "output": "booked"},
                answer,  # pyright: ignore[reportArgumentType]
                {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Thanks"}]},
            ],
            text_format=Appointment,
            tools=[
                {"type": "function", "name": "book", "parameters": {"type": "object", "properties": {}}, "strict": True},
                {"type": "web_search", "user_location": {"type": "approximate", "city": "Boston"}},
            ],
            include=["reasoning.encrypted_content"],
            reasoning={"effort": "low", "summary": "auto"},
            store=False,
            truncation="auto",
            prompt_cache_key="ward-3",
            safety_identifier="anna",
        )  # fmt: skip
    body, texts = recorder.last()
    assert same(texts) == body
    assert _first_said(texts) == "Book Anna Miller."
    assert texts.developer[texts.texts.index("You book appointments.")]
    assert texts.dropped == ()


def test_completions_and_embeddings(recorder: Recorder):
    with pytest.raises(BadRequestError):
        recorder.client().completions.create(
            model="gpt-3.5-turbo-instruct", prompt=["One", "Two"], suffix="!", best_of=2, echo=True, logprobs=5
        )
    body, texts = recorder.last()
    assert same(texts) == body
    assert texts.texts == ["One", "Two", "!"]
    assert _first_said(texts) == "One"
    with pytest.raises(BadRequestError):
        recorder.client().embeddings.create(model="text-embedding-3-small", input=["One", "Two"], dimensions=512)
    body, texts = recorder.last()
    assert same(texts) == body
    assert texts.texts == ["One", "Two"]


def test_langchain(recorder: Recorder):
    model = ChatOpenAI(model="gpt-4o", base_url=recorder.url, api_key=SecretStr("none"), max_retries=0)
    call = {"name": "Appointment", "args": {"patient": "Anna Miller"}, "id": CALL["id"], "type": "tool_call"}
    with pytest.raises(BadRequestError):
        model.bind_tools([Appointment]).invoke(
            [
                SystemMessage("You book appointments."),
                HumanMessage("Book Anna Miller."),
                AIMessage("", tool_calls=[call]),  # pyright: ignore[reportArgumentType]
                ToolMessage("booked", tool_call_id=CALL["id"], name="Appointment"),
            ]
        )
    body, texts = recorder.last()
    assert same(texts) == body
    with pytest.raises(BadRequestError):
        model.with_structured_output(Appointment).invoke("Book Anna Miller.")
    body, texts = recorder.last()
    assert same(texts) == body
    assert "*" not in " ".join(path for path in texts.paths if "." not in path)


def test_embeddings_of_token_ids(recorder: Recorder):
    ids = [cl100k().encode_ordinary(text) for text in ("Anna Miller lives in Boston.", "Jos\u00e9 \U0001f600")]
    with pytest.raises(BadRequestError):
        recorder.client().embeddings.create(model="text-embedding-3-small", input=ids)
    body, texts = recorder.last()
    assert body["input"] == ids
    assert texts.texts == ["Anna Miller lives in Boston.", "Jos\u00e9 \U0001f600"]
    assert same(texts)["input"] == texts.texts


MESSAGES: dict[str, Any] = {
    # As anthropic 2.11 sends it.
    "max_tokens": 1024,
    "messages": [
        {"role": "user", "content": "What is the S&P 500 at today?"},
        {
            "role": "assistant",
            "content": [
                {
                    "signature": "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds",
                    "thinking": "The user wants a price.",
                    "type": "thinking",
                },
                {"text": "Let me look.", "type": "text", "citations": None},
                {
                    "id": "toolu_01D7FLrfh4GYq7yT1ULFeyMV",
                    "caller": {"type": "direct"},
                    "input": {"ticker": "^GSPC", "shares": 1250000, "at": [1.5, True, None, {}]},
                    "name": "get_stock_price",
                    "type": "tool_use",
                },
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "toolu_01D7FLrfh4GYq7yT1ULFeyMV",
                    "content": [{"type": "text", "text": "259.75 USD"}],
                },
                {"type": "text", "text": "And tomorrow?"},
            ],
        },
    ],
    "model": "claude-sonnet-4-5",
    "metadata": {"user_id": "u-1"},
    "stop_sequences": ["END"],
    "stream": True,
    "system": [{"type": "text", "text": "You help Anna.", "cache_control": {"type": "ephemeral"}}],
    "thinking": {"type": "enabled", "budget_tokens": 2000},
    "tool_choice": {"type": "auto"},
    "tools": [
        {
            "name": "get_stock_price",
            "description": "Get the price for a ticker.",
            "input_schema": {
                "type": "object",
                "properties": {
                    "ticker": {"type": "string", "description": "The symbol"},
                    "shares": {"type": "integer"},
                },
                "required": ["ticker"],
            },
        },
        {"type": "web_search_20250305", "name": "web_search", "max_uses": 5},
    ],
}


def test_messages_with_tools():
    texts = find("messages").read(MESSAGES, SETTINGS)
    assert same(texts) == MESSAGES
    assert _first_said(texts) == "What is the S&P 500 at today?"
    assert texts.texts.count("ticker") == 1
    assert texts.developer[texts.texts.index("You help Anna.")]


letters = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(1 - 2**63, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | letters,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(letters, inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_free_json_round_trips(value: Any):
    body = {"messages": [], "unheard_of": value, "metadata": {"a": value}}
    assert same(find("chat").read(body, SETTINGS)) == body
    call = {"id": "1", "type": "function", "function": {"name": "f", "arguments": json.dumps(value, indent=1)}}
    body = {"messages": [{"role": "assistant", "tool_calls": [call]}]}
    assert same(find("chat").read(body, SETTINGS)) == body


def _first_said(texts: RequestTexts) -> str:
    return next(text for text, spoken in zip(texts.texts, texts.spoken, strict=True) if spoken)
