"""Writes the OpenAPI document of the gateway from the routes that the application really has.

Bodies of the providers' APIs are described loosely: their fields are the providers' to say.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import models_json_schema
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from dp_gateway import __version__
from dp_gateway.api import BESIDE, SHAPES


class ProviderRequest(BaseModel):
    """A body of the provider's API; every text in it is sanitized before it leaves."""

    model_config = ConfigDict(extra="allow")
    model: str = Field(description="decides which provider, and which policy")
    stream: bool = False


class ProviderReply(BaseModel):
    """The provider's reply with the originals restored; server-sent events where `stream` was set."""

    model_config = ConfigDict(extra="allow")


class SanitizeRequest(BaseModel):
    """Texts to sanitize without sending them anywhere: one `text`, or several `texts`."""

    model_config = ConfigDict(extra="forbid")
    text: str | None = None
    texts: list[str] | None = None


class SanitizeReply(BaseModel):
    """What may leave, what it cost, and what stays visible."""

    text: str | None = None
    texts: list[str] | None = None
    policy: str
    report: dict[str, Any]


class Failure(BaseModel):
    """What is wrong, and what to do next."""

    message: str
    type: str
    code: str
    param: str | None = None


class ErrorReply(BaseModel):
    """An error, as OpenAI's SDKs read it."""

    error: Failure


class Status(BaseModel):
    """The state of the server."""

    status: str


class ModelList(BaseModel):
    """Models of all providers."""

    object: str = "list"
    data: list[dict[str, Any]]


class BudgetList(BaseModel):
    """What the caller spent of each budget, when, and what is left; infinite is the string "inf"."""

    budgets: list[dict[str, Any]]
    meaning: str


class Model(BaseModel):
    """A model."""

    model_config = ConfigDict(extra="allow")
    id: str


_MODELS: tuple[type[BaseModel], ...] = (
    ProviderRequest, ProviderReply, SanitizeRequest, SanitizeReply, ErrorReply, Status, ModelList, Model, BudgetList,
)  # fmt: skip

_ROUTES: dict[str, tuple[str, type[BaseModel] | None, type[BaseModel] | str]] = {
    **{shape.path: (f"Sanitized {shape.name}", ProviderRequest, ProviderReply) for shape in SHAPES.values()},
    **{
        shape.path: (f"Sanitized {shape.path.removeprefix('/v1/')}", ProviderRequest, ProviderReply) for shape in BESIDE
    },
    "/v1/conversations": ("A conversation that the provider keeps", ProviderRequest, ProviderReply),
    "/v1/conversations/{identity}": ("A kept conversation, restored", None, ProviderReply),
    "/v1/conversations/{identity}/items": ("Its items, restored", None, ProviderReply),
    "/v1/responses/{identity}": ("A kept response, restored", None, ProviderReply),
    "/v1/responses/{identity}/cancel": ("End a response in the background", None, ProviderReply),
    "/v1/responses/{identity}/input_items": ("What a kept response answers, restored", None, ProviderReply),
    "/sanitize": ("Sanitize texts; nothing is sent anywhere", SanitizeRequest, SanitizeReply),
    "/v1/models": ("Models of all providers", None, ModelList),
    "/v1/models/{model}": ("One model", None, Model),
    "/v1/privacy/budget": ("What the caller spent of its budgets", None, BudgetList),
    "/healthz": ("The process runs", None, Status),
    "/readyz": ("Everything is loaded; 503 before that", None, Status),
    "/metrics": ("Prometheus metrics", None, "text/plain"),
    "/openapi.json": ("This document", None, "application/json"),
}
"""Summary, body, and reply (a model or a media type) by path."""

_OPEN = ("/healthz", "/readyz", "/openapi.json")
_HEADERS = {
    "x-dp-policy": "a policy of client_policies",
    "x-dp-conversation": "id of the conversation that draws are shared within",
}


def document(routes: list[Any]) -> dict[str, Any]:
    """Describe an application with these routes as OpenAPI."""
    _, definitions = models_json_schema(
        [(model, "validation") for model in _MODELS], ref_template="#/components/schemas/{model}"
    )
    paths: dict[str, Any] = {}
    for route in routes:
        # Azure's paths take what the same paths of OpenAI take.
        if not isinstance(route, Route) or route.path.startswith("/openai/"):
            continue
        path = route.path.replace(":path}", "}")
        methods = sorted(method.lower() for method in route.methods or {"GET"} if method != "HEAD")
        paths.setdefault(path, {}).update({method: _operation(path) for method in methods})
    return {
        "openapi": "3.1.0",
        "info": {"title": "dp-gateway", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": definitions["$defs"],
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def openapi_route(request: Request) -> JSONResponse:
    """Answer a request for `/openapi.json`."""
    return JSONResponse(document(request.app.routes))


def _operation(path: str) -> dict[str, Any]:
    summary, body, reply = _ROUTES.get(path, ("A page of the gateway", None, "*/*"))
    operation: dict[str, Any] = {
        "summary": summary,
        "responses": {"200": _content(reply), "default": _content(ErrorReply if path != "/readyz" else Status)},
    }
    parameters = [_parameter(name, "path", f"a {name}") for name in ("model", "identity") if f"{{{name}}}" in path]
    if body is not None:
        operation["requestBody"] = {"required": True, **_content(body)}
        del operation["requestBody"]["description"]
        parameters += [_parameter(name, "header", text) for name, text in _HEADERS.items()]
    if parameters:
        operation["parameters"] = parameters
    if path not in _OPEN:
        operation["security"] = [{"key": []}, {}]
    return operation


def _parameter(name: str, place: str, text: str) -> dict[str, Any]:
    required = place == "path"
    return {"name": name, "in": place, "required": required, "description": text, "schema": {"type": "string"}}


def _content(reply: type[BaseModel] | str) -> dict[str, Any]:
    if isinstance(reply, str):
        return {"description": reply, "content": {reply: {}}}
    content: dict[str, Any] = {"application/json": {"schema": {"$ref": f"#/components/schemas/{reply.__name__}"}}}
    if reply is ProviderReply:
        content["text/event-stream"] = {}
    return {"description": (reply.__doc__ or "").partition("\n")[0], "content": content}
