"""What programs, diffs, logs and settings hold that looks like somebody's, beside what is somebody's."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection

_COMMIT = "commit 3f1c2d4\nAuthor: Tom Baker <tom@kernel.example>\nDate:   Mon Mar 3 10:00:00 2025 +0100\n\n    Fix the page size\n"


@pytest.mark.parametrize(
    "text",
    [
        "Immediately after this method is called, Task.cancelled() will be true.",
        "# |        hh: hour (24-hour format, the machine's timezone)\nx = 1\n",
        "--- a/lib/no.js\t1985-10-26 08:15:00.000000000 +0000\n+++ b/lib/no.js\t1985-10-26 08:15:00.000000000 +0000\n",
        '{"zod": "3.25.76", "chalk": "^10.4.18", "yargs": "~12.1.20"}',
        "Prompts:\n-@app.route('/prime/<int:n>')\n+@app.route('/prime/<int:n>')\n",
        "PYTHONHASHSEED is in the range [0,4294967295] to get hash values",
        'updateModelName("claude-3-5-sonnet-20241022"); expect(name).toBe("Claude 3.5 Sonnet")',
        "RSA-SHA1 => SHA1\nRSA-SHA256 => SHA-256\n",
        "You are a helpful assistant. There is one coding agent, and a tool-calling model.",
        "total 8\ndrwxr-xr-x  2 root      root      4096 Nov 23 10:25 apt\ndrwxr-xr-x  2 rabbitmq  rabbitmq  4096 Nov 23 10:25 queue\n",
        "ii  socat   1.7.4.4-2   amd64   multipurpose relay\n",
        "def f():\n    return g(api_base=api_base, api_key=api_key)\n",
        'def f(params):\n    api_key: Final = params.get("api_key")\n    return g(api_key=params.api_key)\n',
        "const { accessToken } = options;\nmock(() => ({ access_token: accessToken, user: userInfo }));\n",
    ],
)
def test_what_programs_write_stays(text: str) -> None:
    assert [text[one.start : one.end] for one in default_detection().detect([text])[0]] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (_COMMIT, ["Tom Baker", "tom@kernel.example"]),
        ("DB_PASSWORD=correcthorse\nSECRET=Trombone-Lagoon\n", ["correcthorse", "Trombone-Lagoon"]),
        ("my password is Trombone_Lagoon, tell nobody", ["Trombone_Lagoon"]),
        ('connect(user="tbaker", password=pw1Xz9)', ["tbaker", "pw1Xz9"]),
        ("She works as a travel agent in town.", ["travel agent"]),
        ("Call me on 4155550163.", ["4155550163"]),
        ("The host is 81.2.69.142-ish.", ["81.2.69.142"]),
        ('{"born": "3.12.76"}', ["3.12.76"]),
    ],
)
def test_what_is_private_beside_it_is_found(text: str, found: list[str]) -> None:
    assert [text[one.start : one.end] for one in default_detection().detect([text])[0]] == found
