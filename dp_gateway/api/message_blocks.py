"""The blocks of Anthropic's messages: text, documents, calls of tools and their results, thinking."""

from __future__ import annotations

from dp_gateway.api.common import CACHE_CONTROL, POSITION, prose
from dp_gateway.api.containers import Array, Either, Media, Object, Parts, Variants
from dp_gateway.api.fields import Blob, Field, Opaque, Text, ToolName, Url
from dp_gateway.api.free_json import Leaves
from dp_gateway.api.plain import Choice, Flag, Id, Number
from dp_gateway.api.reading import Author

__all__ = ["CACHED", "CALLERS", "CITABLE", "content", "text_block"]

_INPUT = Leaves(keys="developer")
CALLERS = ("code_execution_20250825", "code_execution_20260120", "code_execution_20260521")
_CALLER = Variants("type", {"direct": {}, **{tag: {"tool_id": Id("srvtoolu_")} for tag in CALLERS}})
_ERRORS = Choice(
    "content_too_large", "execution_time_exceeded", "file_not_found", "invalid_tool_input", "max_uses_exceeded",
    "output_file_too_large", "query_too_long", "request_too_large", "too_many_requests", "unavailable",
    "unsupported_content_type", "url_not_accessible", "url_not_allowed", "url_not_in_prior_context", "url_too_long",
)  # fmt: skip

_CITED: dict[str, Field] = {
    "cited_text": Text(),
    "document_title": Text(),
    "encrypted_index": Opaque(),
    "file_id": Id("file_"),
    "source": Text(),
    "title": Text(),
    "url": Text(),
    **dict.fromkeys(
        (
            "document_index", "end_block_index", "end_char_index", "end_page_number", "search_result_index",
            "start_block_index", "start_char_index", "start_page_number",
        ),
        POSITION,
    ),
}  # fmt: skip
_CITATIONS = Array(
    Variants(
        "type",
        dict.fromkeys(
            (
                "char_location", "content_block_location", "page_location", "search_result_location",
                "web_search_result_location",
            ),
            _CITED,
        ),
    )
)  # fmt: skip
CACHED: dict[str, Field] = {"cache_control": CACHE_CONTROL}
CITABLE = Object({"enabled": Flag()})


def text_block(author: Author) -> dict[str, Field]:
    """A block of text."""
    return {**CACHED, "text": prose(author), "citations": _CITATIONS, "parsed_output": _INPUT}


_MEDIA_TYPES = Choice("application/pdf", "image/gif", "image/jpeg", "image/png", "image/webp")
_STORED: dict[str, dict[str, Field]] = {
    "base64": {"data": Media(Blob()), "media_type": _MEDIA_TYPES},
    "url": {"url": Media(Url())},
    "file": {"file_id": Media(Id("file_", stored=True))},
}
_IMAGE: dict[str, Field] = {
    **CACHED,
    "source": Variants("type", _STORED),
    "transformations": Object({"oversized_image": Choice("downsize", "error")}),
}


def _document(author: Author) -> dict[str, Field]:
    parts = Variants("type", {"text": text_block(author), "image": _IMAGE})
    text: dict[str, dict[str, Field]] = {
        "text": {"data": Text(author), "media_type": Choice("text/plain")},
        "content": {"content": Either(string=Text(author), array=Array(parts))},
    }
    return {
        **CACHED,
        "source": Variants("type", _STORED | text),
        "citations": CITABLE,
        "context": Text(author),
        "title": Text(author),
    }


def _shown(author: Author) -> dict[str, dict[str, Field]]:
    """The blocks that show something to the model."""
    text = text_block(author)
    return {
        "text": text,
        "image": _IMAGE,
        "document": _document(author),
        "search_result": {
            **CACHED, "content": Array(Variants("type", {"text": text})), "source": Text(author),
            "title": Text(author), "citations": CITABLE,
        },
    }  # fmt: skip


_REFERENCE: dict[str, Field] = {**CACHED, "tool_name": ToolName()}
_RESULT = Either(
    string=prose("other"), array=Parts(Variants("type", {**_shown("other"), "tool_reference": _REFERENCE}))
)
_FILES = Array(Object({"type": Choice("bash_code_execution_output", "code_execution_output"), "file_id": Id("file_")}))
_RAN: dict[str, Field] = {
    "content": _FILES,
    "return_code": Number(-1000, 1000),
    "stderr": Text(),
    "stdout": Text(),
    "encrypted_stdout": Opaque(),
}
_FAILED: dict[str, Field] = {"error_code": _ERRORS, "error_message": Text()}
_LINES: dict[str, Field] = dict.fromkeys(
    ("new_lines", "new_start", "num_lines", "old_lines", "old_start", "start_line", "total_lines"), POSITION
)
_FOUND: dict[str, Field] = {"encrypted_content": Opaque(), "title": Text(), "url": Text(), "page_age": Text()}
_FETCHED: dict[str, Field] = {
    "url": Text(),
    "retrieved_at": Text(),
    "content": Variants("type", {"document": _document("other")}),
}


def _served(content: Field) -> dict[str, Field]:
    """The result of a tool that the provider ran."""
    return {**CACHED, "tool_use_id": Id("srvtoolu_"), "caller": _CALLER, "content": content}


_SERVED: dict[str, dict[str, Field]] = {
    "web_search_tool_result": _served(
        Either(
            array=Array(Variants("type", {"web_search_result": _FOUND})),
            object=Variants("type", {"web_search_tool_result_error": _FAILED}),
        )
    ),
    "web_fetch_tool_result": _served(
        Variants("type", {"web_fetch_result": _FETCHED, "web_fetch_tool_result_error": _FAILED})
    ),
    "code_execution_tool_result": _served(
        Variants(
            "type",
            {
                "code_execution_result": _RAN,
                "encrypted_code_execution_result": _RAN,
                "code_execution_tool_result_error": _FAILED,
            },
        )
    ),
    "text_editor_code_execution_tool_result": _served(
        Variants(
            "type",
            {
                "text_editor_code_execution_view_result": {
                    **_LINES,
                    "content": Text(),
                    "file_type": Choice("image", "pdf", "text"),
                },
                "text_editor_code_execution_create_result": {"is_file_update": Flag()},
                "text_editor_code_execution_str_replace_result": {**_LINES, "lines": Array(Text())},
                "text_editor_code_execution_tool_result_error": _FAILED,
            },
        )
    ),
    "tool_search_tool_result": _served(
        Variants(
            "type",
            {
                "tool_search_tool_search_result": {
                    "tool_references": Array(Variants("type", {"tool_reference": _REFERENCE}))
                },
                "tool_search_tool_result_error": _FAILED,
            },
        )
    ),
    "bash_code_execution_tool_result": _served(
        Variants("type", {"bash_code_execution_result": _RAN, "bash_code_execution_tool_result_error": _FAILED})
    ),
}
_SERVERS = Choice(
    "bash_code_execution", "code_execution", "text_editor_code_execution", "tool_search_tool_bm25",
    "tool_search_tool_regex", "web_fetch", "web_search",
)  # fmt: skip


def content(author: Author) -> Field:
    """The content of a message: a string, or blocks."""
    blocks: dict[str, dict[str, Field]] = {
        **_shown(author),
        **_SERVED,
        "thinking": {"thinking": Text(), "signature": Opaque()},
        "container_upload": {**CACHED, "file_id": Media(Id("file_", stored=True))},
        "redacted_thinking": {"data": Opaque()},
        "tool_use": {**CACHED, "id": Id("toolu_"), "input": _INPUT, "name": ToolName(), "caller": _CALLER},
        "tool_result": {**CACHED, "tool_use_id": Id("toolu_"), "content": _RESULT, "is_error": Flag()},
        "server_tool_use": {**CACHED, "id": Id("srvtoolu_"), "input": _INPUT, "name": _SERVERS, "caller": _CALLER},
    }
    return Either(string=prose(author), array=Parts(Variants("type", blocks)))
