"""A provider of files and batches, as OpenAI describes them: what is uploaded is answered at once, in another order."""

from __future__ import annotations

import json
from typing import Any

from python_multipart.multipart import MultipartParser, parse_options_header

from tests.server.scripted_provider import Step, Taken, message, whole


class BatchProvider:
    """A script for `Provider` that keeps files and batches."""

    def __init__(self) -> None:
        self.files: dict[str, dict[str, Any]] = {}
        self.batches: dict[str, dict[str, Any]] = {}
        self.content: dict[str, bytes] = {}
        self.made = 0

    def __call__(self, taken: Taken) -> list[Step]:  # noqa: PLR0911 - one for each route
        path = taken.path.partition("?")[0].removeprefix("/v1/").split("/")
        match taken.method, path:
            case "POST", ["files"]:
                return whole(self._uploaded(taken))
            case "GET", ["files" | "batches" as what]:
                found = self.files if what == "files" else self.batches
                return whole({"object": "list", "data": list(found.values()), "has_more": False})
            case "GET", ["files", one, "content"] if one in self.content:
                head = f"HTTP/1.1 200 X\r\ncontent-length: {len(self.content[one])}\r\n\r\n".encode()
                return [head + self.content[one]]
            case "GET", ["files", one] if one in self.files:
                return whole(self.files[one])
            case "DELETE", ["files", one] if one in self.files:
                del self.files[one]
                return whole({"id": one, "object": "file", "deleted": True})
            case "POST", ["batches"]:
                return whole(self._batch(taken.json))
            case "GET", ["batches", one] if one in self.batches:
                return whole(self.batches[one])
            case "POST", ["batches", one, "cancel"] if one in self.batches:
                self.batches[one] |= {"status": "cancelling"}
                return whole(self.batches[one])
        return whole({"error": {"message": "nothing there", "type": "invalid_request_error"}}, 404)

    def file(self, content: bytes, purpose: str, filename: str) -> dict[str, Any]:
        self.made += 1
        name = f"file-{self.made}"
        self.content[name] = content
        self.files[name] = {
            "id": name,
            "object": "file",
            "bytes": len(content),
            "created_at": 1,
            "filename": filename,
            "purpose": purpose,
            "status": "processed",
        }
        return self.files[name]

    def _uploaded(self, taken: Taken) -> dict[str, Any]:
        headers = dict(line.split(": ", 1) for line in taken.head.lower().split("\r\n")[1:] if ": " in line)
        boundary = parse_options_header(headers["content-type"])[1][b"boundary"]
        parts: list[tuple[dict[bytes, bytes], bytes]] = []
        values: list[bytes] = []
        body = bytearray()
        MultipartParser(
            boundary,
            {
                "on_header_value": lambda data, start, end: values.append(data[start:end]),
                "on_part_data": lambda data, start, end: body.extend(data[start:end]),
                "on_part_end": lambda: (
                    parts.append((parse_options_header(values[0])[1], bytes(body))),
                    values.clear(),
                    body.clear(),
                ),
            },
        ).write(taken.body)
        fields = {options[b"name"]: (options, data) for options, data in parts}
        options, content = fields[b"file"]
        return self.file(content, fields[b"purpose"][1].decode(), options[b"filename"].decode())

    def _batch(self, asked: dict[str, Any]) -> dict[str, Any]:
        lines = [json.loads(line) for line in self.content[asked["input_file_id"]].splitlines()]
        answers = [_answer(line) for line in reversed(lines)]
        output = self.file(b"".join(answers), "batch_output", "batch_1_output.jsonl")
        self.made += 1
        name = f"batch_{self.made}"
        self.batches[name] = {
            "id": name,
            "object": "batch",
            "endpoint": asked["endpoint"],
            "input_file_id": asked["input_file_id"],
            "completion_window": asked["completion_window"],
            "status": "completed",
            "created_at": 1,
            "output_file_id": output["id"],
            "metadata": asked["metadata"],
        }
        return self.batches[name]


def _answer(line: dict[str, Any]) -> bytes:
    """A result that says what was asked."""
    said = message(line["body"]["messages"][-1]["content"])
    response = {"status_code": 200, "request_id": "r", "body": said}
    return json.dumps({"id": "x", "custom_id": line["custom_id"], "response": response, "error": None}).encode() + b"\n"
