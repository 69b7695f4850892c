"""The request's own grammar is nobody's: assistants, modules, classes, steps, addresses of this machine, today's date."""

from __future__ import annotations

import pytest

from dp_gateway.detection.by_form import DeveloperDetector
from dp_gateway.detection.detection import default_detection
from dp_gateway.programs.nobodys_urls import is_nobodys_url
from dp_gateway.programs.own_grammar import OwnGrammar
from dp_gateway.text.entities import Entity


def _found(text: str) -> list[str]:
    (found,) = default_detection().detect([text])
    return [text[one.start : one.end] for one in found if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        "You are Kiro, an AI assistant and IDE. When users ask about Kiro, say that Kiro can plan. Open Kiro in a new window.",
        "You are Claude Code, Anthropic's official CLI for Claude. Claude answers shortly. Ask Claude about ads in Claude.",
        "from gevent import monkey\nimport werkzeug\n\nGevent patches sockets. In Werkzeug a route is a rule.",
        "Use the `TodoWrite` tool. TodoWrite keeps a list, and the WebFetch tool reads pages; WebFetch may fail.",
        "export const tool = {\n  name: GREP_TOOL_NAME,\n  client: GeminiClient;\n}\nimport { GeminiClient } from './x.js';",
        "jobs:\n  build:\n    steps:\n      - name: Check\n        run: cargo check\n      - name: Run tests\n        run: cargo test\n",
        "This is UNACCEPTABLE. It's CRITICAL that you stay in PLANNING mode.",
        "const key = config.apiKey || other;\nconst c = { apiKey: 'test-api-key', accessToken: 'new-key' };",
        "struct User {\n    id: i32,\n    name: String,\n}\n",
        "See http://127.0.0.1:5000/ and http://localhost:8080/health and https://docs.rs/axum/0.8/axum/struct.Json.html.",
        "The application is ready.\n * Running on http://127.0.0.1:5000/ (Press CTRL+C to quit)",
        "Today's date: 2025-08-19. Knowledge cutoff: January 2025.",
        "The default timeout is 600000ms / 10 minutes; retries wait 5 seconds.",
        "encoded = '%E4%BD%A0%E5%A5%BD%E4%B8%96%E7%95%8C'",
        "You are a shop assistant.",
        "You are a coding agent and a helpful shop assistant.",
        "Co-Authored-By: the bot <noreply@anthropic.com>",
        "role: m.type === 'user' ? 'user' : 'model',\nparts: Array.from(m.content),\nother: call(x);",
        '{\n  "name": "@cline/core",\n  "dependencies": {"@cline/llms": "1.2.0", "@cline/shared": "*"}\n}\n',
        "@RunWith(Theories.class)\n@FixMethodOrder(MethodSorters.JVM)\npublic class OrderTest {\n}\n",
        "<li>Fields are annotated with either <code>@Rule</code> or <code>@ClassRule</code></li>",
        "jobs:\n  release:\n    steps:\n      - name: Get Changelog Entry\n        run: ./entry.sh\n",
        "tag: ghcr.io/rspec/docker-ci:jruby-9.2.13.0\nversion: JRuby 9.1.17.0\n",
        "An original work of authorship, including the original version of the Work and any Derivative Works; and",
        ".bubble{padding:15px;position:relative;text-align:left}",
        "---\nname: Azure Policy Analyzer\ndescription: Looks at policies.\ntools: ['read']\n---\n\n# What it does\n",
        "---\ntitle: Voice and tone\npermalink: /voice-and-tone/\n---\n",
        "Beauty lives in the process. Information lives in design.",
        "- Mark Client Components explicitly with 'use client'",
        "Use the AI SDK Integration. **AI Tooling**: high",
        "A Touch-Friendly UI and the High-Level picture",
        "The Team Co-Authoring workflow",
        "NO REMAINING WORK OF ANY KIND",
        "Plan substantial work; skip ceremony for small changes.",
        "- Docker (optional)\n- Git",
        "1. React for server-side rendering\n2. Vite as a build tool",
        "All the work is integrated.",
        "He pushed some new work to the server.",
        "USE THE IMAGES IN THE MOCKUPS FOLDER AS EXAMPLE OF HOW TO STYLE",
        "Svelte's naming conventions (PascalCase for components)",
        "Start your server, always use supervisor, in case of any issue.",
        "Help me clean up my Google Drive.",
        "Latency from Ohio (us-east-2) to Belgium (europe-west1): 88 ms.",
        'Use `freeze_time("2024-02-29")` in the test, or `parse("12/31/1999")`.',
        'def test_number():\n    assert parse("221B Baker Street").number == "221B"\n',
        "See https://github.com/advisories/GHSA-p6mc-m468-83gw for it.",
        'Its schema is {"region": {"type": "string", "enum": ["Georgia", "Jordan", "Paris"]}, "plan": {"enum": ["Carter"]}}',
        "size:\n  type: string\n  enum:\n    - Sienna\n    - Georgia\n    - Paris\n",
        'type Office = "Paris" | "London" | "Berlin";\nconst CITIES = ["Paris", "London", "Berlin"] as const;\n',
        'export enum Office { Paris = "paris", London = "london" }\nTier = Literal["Madison", "Carter"]\n',
        "The request 3f2a9b1c-2d3e-4f50-6171-8394a5b6c7d8 failed, and 8d1c2b3a-9e8f-4a6b-8c7d-1e2f3a4b5c6d did not.",
        "error code E1042, ORA-00942 or TS2345; the printer shows fault code F0021",
        "All fibres are $2n$-connected.",
        "\x1b[38;2;190;132;255m2\x1b[0m\x1b[38;2;248;248;242m, \x1b[38;2;230;219;116ml\x1b[0m",
    ],
)
def test_grammar_stays(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("You are Kiro, an AI assistant. I am Anna Kowalski and wait for an answer.", "Anna Kowalski"),
        ("You are Anna Kowalski, an AI researcher from Boston.", "Anna Kowalski"),
        ("Our assistant is broken. Claude Dubois called again about the invoice.", "Claude Dubois"),
        ("from alex import users\n\nAlex Miller asked for it.", "Alex Miller"),
        ("- name: Anna Kowalski\n  role: admin\n", "Anna Kowalski"),
        ("customer:\n  name: Anna\n  city: Boston\n", "Anna"),
        ("password: 'hunter2-new-rex'", "hunter2-new-rex"),
        ("http://localhost:3000/users/kowalski", "http://localhost:3000/users/kowalski"),
        ("http://anna:s3cretpw9@127.0.0.1:5000/", "anna:s3cretpw9"),
        ("file:///home/tvanterpool/notes.txt", "tvanterpool"),
        ("She was born on 2025-08-19, the release was later.", "2025-08-19"),
        ("TERRENCE OBI HAS WRITTEN", "TERRENCE OBI"),
        ("thanks to @anna.kowalski for it", "anna.kowalski"),
        ("Ask @CodeHunter about it, and @summer.", "CodeHunter"),
        ("- name: Call Anna Kowalski\n  run: ./call.sh\n", "Anna Kowalski"),
        ("the host 9.1.17.0 is down", "9.1.17.0"),
        ("He took up the work of nursing.", "nursing"),
        ("---\nname: Anna Kowalski\ndescription: a nurse\n---\n", "Anna Kowalski"),
        ("My sister Ai Tanaka called.", "Ai Tanaka"),
        ("Ask the firm Hart-Webb about it.", "Hart-Webb"),
        ("I live on Sunset Drive.", "Sunset Drive"),
        ("I owe $2m and you owe $3m to the bank.", "$2m"),
        ("Work: night nurse", "night nurse"),
        ("Er wohnt in der Ringstraße\n12 in Bonn.", "Ringstraße"),
        (
            "The job of customer 3f2a9b1c-2d3e-4f50-6171-8394a5b6c7d8 failed.",
            "3f2a9b1c-2d3e-4f50-6171-8394a5b6c7d8",
        ),
        ("My customer ID is 8d1c2b3a-9e8f-4a6b-8c7d-1e2f3a4b5c6d.", "8d1c2b3a-9e8f-4a6b-8c7d-1e2f3a4b5c6d"),
        ("She was born on 02/29/2024, says the form.", "02/29/2024"),
        ("We live at 221B Baker Street.", "221B Baker Street"),
        ("Our flat in Frankfurt (third floor) is cold.", "Frankfurt"),
        ('{"enum": ["open", "closed"], "names": ["Georgia", "Jordan"]}', "Georgia"),
        ('{"enum": ["Georgia Whitfield", "Jordan Baker"]}', "Georgia Whitfield"),
        ("enum:\n  - open\nowner: Georgia\n", "Georgia"),
        ("Davis API outage: Davis called.", "Davis"),
        ("She was promoted to senior welder.", "senior welder"),
    ],
)
def test_what_is_private_beside_it_is_found(text: str, value: str) -> None:
    assert any(value in found or found in value for found in _found(text))


@pytest.mark.parametrize(
    ("url", "nobodys"),
    [
        ("http://127.0.0.1:5000/", True),
        ("http://10.0.0.7/metrics", True),
        ("http://[::1]:80/", True),
        ("https://example.com/source1", True),
        ("https://www.w3.org/TR/xml/", True),
        ("file:///path/to/utils.py#L1", True),
        ("https://gastelum.example.org/x", False),
        ("http://192.0.2.7/", False),
        ("https://docs.python.org.evil.example/x", False),
        ("https://github.com/acme/shop", False),
        ("http://localhost:3000/?token=abc", False),
        ("file:///Users/anna/x", False),
    ],
)
def test_addresses_of_nobody(url: str, nobodys: bool) -> None:
    assert is_nobodys_url(url) is nobodys


def test_numbers_of_things_stay_in_what_developers_write() -> None:
    text = 'Conversation ids: 1a2f082d-72a2-b281-0081-8b9cad0e1f20. Set form_input(ref="ref_5"). Call +1 617 555 0142.'
    (found,) = DeveloperDetector().detect([text])
    assert {text[one.start : one.end] for one in found} == {"+1 617 555 0142"}


def test_nothing_certain_is_grammar() -> None:
    text = "You are Kiro, an AI assistant."
    assert OwnGrammar(text).holds(text, Entity(8, 12, "PERSON", 0.9, "tagger"))
    assert not OwnGrammar(text).holds(text, Entity(8, 12, "PERSON", 1.0, "sensitive"))
    assert not OwnGrammar("Anna wrote.").holds("Anna wrote.", Entity(0, 4, "PERSON", 0.9, "tagger"))
