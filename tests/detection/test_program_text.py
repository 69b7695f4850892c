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
        "class Static\n  def initialize(app)\n    @header_rules = app\n    @index ||= app.index\n  end\nend\n",
        'homepage = "https://github.com/okio-dev/okio"\n# See https://docs.astral.sh/ruff/rules/#error-e\n',
        "![build](https://github.com/okio-dev/okio/actions/workflows/ci.yml/badge.svg?branch=main)\n",
        'module demo\n\ngithub.com/gorilla/mux v1.6.2 h1:Pgr17XVTNXAk3q\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
        "[okio]: https://github.com/okio-dev/okio\n\nOkio is a library. With Okio, files are read.\n",
        "---\nlayout: default\ntitle: Getting started\nnav_order: 1\n---\n",
        "name: Test Suite\n\non:\n  push:\n    branches: [main]\n",
        '[project]\nname = "starlette"\ndynamic = ["version"]\n',
        "    Stats {\n        mean: 2.0050,\n        user: 0.0009,\n        max: 2.0080,\n    }\n",
        "if [[ $1 == --list ]]; then\n  printf x\nfi\n",
        "Works with PHP 8.1 or above, and PHP 7.2.\n",
        "[0720/191117:INFO:SkPathOpsCubic.cpp(482)] !c\n[0720/191118:INFO:SkPathOpsCubic.cpp(482)] !q\n",
        '{"perf": [{"value": 635.5699999999999, "created": "2021-11-01T11:36:53"}]}\n',
        'dom = "react"\n+    "react-dom": "2.10.10",\nversion "5.3.14"\nblack==25.1.0\n',
        "# Changes\n\n## 0.26.1\n\nMarch 13, 2023\n\n* Fix typing\n\n## [0.26.0](https://example.com/y) (2023-03-09)\n",
        "Copyright &copy; 2019-2021\n",
        "Copyright 2019-2021 the authors\n",
        "curl -d x localhost:9292\nHello World\n",
        "toolCallId1 = 'a'\ncall = {\n    type: x,\n    id: toolCallId1,\n}\n",
        "creds = credentials.scoped()\nclient = build('v1', credentials=creds, cache=False)\n",
        "table td.code { width:100%; }\n",
        '{"job_guid": "6d0f5d52-8d6e-4e0e-9d7b-2f4f3f2d1a10", "state": "done"}\n',
        "[I 2025-05-02 09:13:05.932 ServerApp] Kernel started: 6d0f5d52-8d6e-4e0e-9d7b-2f4f3f2d1a10\n",
        "image: quay.io/jupyter/scipy-notebook:2024-05-27\n",
        '"resolved": "https://registry.npmjs.org/@hank/sinatra/-/sinatra-1.0.0.tgz",\n',
        'assert str(u) == "https://example.org/path/?page=4&search=testing"\n',
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
        ("tomek: hey r u home\nlars: no, at the shop\n", ["tomek", "lars"]),
        ("10:02 tomek: hi rukmini\n10:03 rukmini: hi\n", ["10:02", "tomek", "rukmini", "10:03", "rukmini"]),
        (
            "name|email\nJosé Muñoz|anna@kowalska.pl\nGiulia Rossi|giu@rossi.it\n",
            ["José Muñoz", "anna@kowalska.pl", "Giulia Rossi", "giu@rossi.it"],
        ),
        ('connect(user="tbaker", password=pw1Xz9)', ["tbaker", "pw1Xz9"]),
        ("She works as a travel agent in town.", ["travel agent"]),
        ("Call me on 4155550163.", ["4155550163"]),
        ("The host is 81.2.69.142-ish.", ["81.2.69.142"]),
        ('{"born": "3.12.76"}', ["3.12.76"]),
        ('{\n    "birthday": "19.12.76",\n    "x": 1\n}\n', ["19.12.76"]),
        (
            "Please review https://gitlab.com/meridian-clinic/api/pull/18 first.",
            ["https://gitlab.com/meridian-clinic/api/pull/18"],
        ),
        ("My code is at https://github.com/okio-dev/okio now.", ["https://github.com/okio-dev/okio"]),
        ("Mein Code liegt auf https://github.com/okio-dev/okio zum Lesen.", ["https://github.com/okio-dev/okio"]),
        ("简历放在https://zhangwei.github.io/cv上了，请帮我看看。", ["https://zhangwei.github.io/cv"]),
        ("See [the site](https://github.com/annamiller/cv).", ["https://github.com/annamiller/cv"]),
        (
            "- https://github.com/acme/x?token=Ab3dE6gH9jK2mN5pQ8sT1vW4",
            ["https://github.com/acme/x?token=Ab3dE6gH9jK2mN5pQ8sT1vW4"],
        ),
        ('{"admitted": "2021-11-01T11:36:53"}', ["2021-11-01T11:36:53"]),
        ('{"name": "Tom Baker",\n "version": 2}\n', ["Tom Baker"]),
        ("title: Nurse in charge\n", ["Nurse"]),
        ("db(user='tbaker', password=hunterdog, host=h)\n", ["tbaker", "hunterdog"]),
        ("It paid PHP 8.1 million.", ["PHP 8.1 million"]),
        (
            "git clone https://gitlab.com/x-org/anna-miller\n\nAnna Miller wrote this.\n",
            ["https://gitlab.com/x-org/anna-miller", "Anna Miller"],
        ),
        ("from anna_miller import x\n\nAnna Miller wrote this.\n", ["Anna Miller"]),
        ('{"appointment": {"date": "2021-11-01T11:36:53"}}', ["2021-11-01T11:36:53"]),
        (
            "[I 2025-05-02 09:13:05.932 x] for patient 6d0f5d52-8d6e-4e0e-9d7b-2f4f3f2d1a10\n",
            ["6d0f5d52-8d6e-4e0e-9d7b-2f4f3f2d1a10"],
        ),
        (
            "COPY public.staff (id, full_name, ni_number) FROM stdin;\n1\tTom Baker\tQQ 48 21 93 C\n\\.\n",
            ["Tom Baker", "QQ 48 21 93 C"],
        ),
        ("<doc><passportNumber>P4419027</passportNumber><n>4</n></doc>\n", ["P4419027"]),
        ("Host gpu\n  HostName gpu1.internal\n  User ilovaas\n", ["ilovaas"]),
        ("paired device Saoirse-Maddens-iPhone dropped\n", ["Saoirse-Maddens"]),
        (
            "AccountName=x;AccountKey=Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZg==;E=1\n",
            ["Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZg==;E=1"],
        ),
        ('{"participant": "Tom Baker", "hospital_no": "HN20-558143"}\n', ["Tom Baker", "HN20-558143"]),
        ('{"customer_id": "6d0f5d52-8d6e-4e0e-9d7b-2f4f3f2d1a10"}\n', ["6d0f5d52-8d6e-4e0e-9d7b-2f4f3f2d1a10"]),
    ],
)
def test_what_is_private_beside_it_is_found(text: str, found: list[str]) -> None:
    assert [text[one.start : one.end] for one in default_detection().detect([text])[0]] == found
