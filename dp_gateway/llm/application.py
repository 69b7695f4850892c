"""An application as people write them: the official OpenAI SDK, and a base URL. It knows nothing of any gateway."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from dp_gateway.errors import ModelRefused, ModelUnreachable
from dp_gateway.llm.openai import quiet

__all__ = ["Application"]


class Application:
    """Asks for chat completions; a context manager.

    Args:
        base_url: of the API.
        key: for it.
    """

    def __init__(self, base_url: str, key: str) -> None:
        from openai import OpenAI

        self._client = OpenAI(base_url=base_url, api_key=key, max_retries=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def first_model(self) -> str:
        """The first of the provider's models.

        Raises:
            ModelRefused, ModelUnreachable: see `ask`; or it lists none.
        """
        from openai import APIError

        try:
            with quiet():
                models = self._client.models.list().data
        except APIError as error:
            raise _translated(error) from None
        if not models:
            raise ModelRefused("the provider lists no models", hint="name one: --model NAME", status=404)
        return models[0].id

    def ask(self, model: str, messages: Sequence[dict[str, str]], *, stream: bool = False, **options: Any) -> str:
        """The text of the answer.

        Args:
            model: its name.
            messages: of the chat.
            stream: take it piece by piece.
            options: further fields of the request.

        Raises:
            ModelRefused: the API answered with an error.
            ModelUnreachable: it did not answer.
        """
        from openai import APIError

        create: Any = self._client.chat.completions.create
        try:
            with quiet():
                answer = create(model=model, messages=messages, stream=stream, **options)
                if not stream:
                    return answer.choices[0].message.content or ""
                return "".join([chunk.choices[0].delta.content or "" for chunk in answer if chunk.choices])
        except APIError as error:
            raise _translated(error) from None


def _translated(error: Any) -> ModelRefused | ModelUnreachable:
    from openai import APIStatusError

    if isinstance(error, APIStatusError):
        return ModelRefused(
            f"the provider answered with HTTP {error.status_code}",
            hint="check its address, the key in OPENAI_API_KEY, and --model",
            status=error.status_code,
        )
    return ModelUnreachable("the provider did not answer", hint="check its address: --upstream URL")
