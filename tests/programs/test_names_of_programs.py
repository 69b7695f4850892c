"""Names of programs and of nobody in code, settings and files about programs, and the same names where they are private."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection

NOBODYS = [
    "5667d59 client: Remove the prompt at exit\n3e8f1aa Add Solaris support\n9bcf5af Update libs to 1.12.14\n",
    "jobs:\n  test:\n    name: Julia ${{ matrix.version }}\n    steps:\n      - uses: julia-actions/setup-julia@v2\n",
    "/*\n * INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES\n */\nint x;\n",
    "2.9.0 / 2015-10-13\n==================\n\n  * Add option\n\n2.8.1 / 2015-04-22\n==================\n",
    "const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);\n",
    "const box = {\n  width: '100%',\n  left: '50%',\n};\n",
    "-rw-r--r-- 1 root root 1226 Mar 27 17:31 Icon-App-76x76@2x.png\n",
    "cat > gp.dat <<EOF\nhello\nEOF\n",
    "# Setup\n\nAdd your MCP Server to the list, and the MCP tools of each.\n",
    'x = Person("Alice")\ny = greet("Bob")\nz = find("John Doe")\n',
    "nodes:\n- role: control-plane\n- role: worker\n",
    '<path d="M5.03969 9.06519" fill="url(#paint0_linear_2113_39357)"/>\n<svg id="clip0_2113_39357">\n',
    "networking:\n  podSubnet: 10.244.0.0/16\n  server: 192.168.7.20\n",
    "# Docs\n\nBuilt with [Crystal](https://crystal-lang.org) and [Rollup](https://rollupjs.org).\n",
    "// Warnf should be used to write warnings\nfunc Warnf(s string) {\n\tlog(s)\n}\n",
    "# Uses\n\nType `run`. Use Amazon EC2 and Google Drive; Ollama answers, and Grafana shows it.\n",
    "# Text\n\nLorem ipsum dolor sit amet, quis nostrud minim veniam, laboris nisi.\n",
    "curl https://api.example.com/v1 && curl http://localhost.test/x\n",
    "on:\n  push:\n    paths: [man.test, lcov.info]\n",
    '"integrity": "sha512-Rh/2lC3HB7P8sWT2xC/y5JDctPLBIGzHKbhwDvDKWCLiwIXkTgRhwYDEQCghU9Z6q03iyek/rx==",\n',
]  # fmt: skip
PRIVATE = [
    ("# Memo\n\nDisney will buy them for $4bn, and Amazon pays.\n\n## Next\n\nCall them.\n", ["Disney"]),
    ("I work for Datadog in Boston.", ["Datadog"]),
    ("Our customer is Snowflake: read `run.jl` and using Plots.\n\nIt was Julia Roberts who wrote it.\n", ["Julia Roberts"]),
    ('{"firstName": "Alice", "lastName": "Whitcombe"}\n', ["Alice", "Whitcombe"]),
    ("5667d59 Fix the invoice of Marisol Okonkwo\n3e8f1aa Add tests\n9bcf5af Update libs\n", ["Marisol Okonkwo"]),
    ("Jane Doe is my neighbour, and John Doe her brother.", ["Jane Doe", "John Doe"]),
    ("My boss uses https://crystal.quillmere.io/team/okonkwo every day.", ["https://crystal.quillmere.io/team/okonkwo"]),
    ("See https://intranet.quillmere.example.com/a for it.", ["https://intranet.quillmere.example.com/a"]),
    ("hosts:\n  - 81.93.214.7\n  - 81.93.214.0/24\n", ["81.93.214.7", "81.93.214.0/24"]),
]  # fmt: skip


def _found(text: str) -> list[str]:
    return [text[one.start : one.end] for one in default_detection().detect([text])[0] if not one.public]


@pytest.mark.parametrize("text", NOBODYS)
def test_names_of_programs_and_of_nobody_stay(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(("text", "values"), PRIVATE)
def test_the_same_names_are_found_where_they_are_private(text: str, values: list[str]) -> None:
    found = _found(text)
    assert all(any(value in one for one in found) for value in values)
