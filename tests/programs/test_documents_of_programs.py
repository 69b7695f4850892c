"""What files of public programs hold and nobody's: own names, anchors, ports, placeholders, pins, sites, versions."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection


def _found(text: str) -> list[str]:
    (found,) = default_detection().detect([text])
    return [text[one.start : one.end] for one in found if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        # Its own name, with a version, as a command, as an image and as a scheme
        "### Zorbel v0.72.3\n\n- Zorbel wrote 69% of the code in this release.\n- Ask Zorbel to fix the tests.\n",
        "Run `zorbel --model flash` and let Zorbel plan. Oh, Zorbel asks to see the file.\n",
        "```yaml\nservices:\n  app:\n    image: zorbel:2\n```\n\nThen open Zorbel at http://localhost:8080/.\n",
        "Connect to `amqp://localhost:5672/`. The AMQP API is for non-AMQP brokers, and amqp is a command.\n",
        # Settings of Kubernetes are no talk.
        "apiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata:\n  name: my-gateway\n  namespace: default\n"
        "spec:\n  gatewayClassName: my-gateway-class\n  controllerName: traefik.io/gateway\n---\n"
        "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata:\n  name: my-route\n  namespace: default\n",
        "New version of npm available! 122.420.69 -> 123.420.69\nChangelog: https://github.com/npm/cli/tag/v123.420.69\n"
        "New version of npm available! 122.420.70 -> 123.420.70\nChangelog: https://github.com/npm/cli/tag/v123.420.70\n"
        "New version of npm available! 122.420.71 -> 123.420.71\nChangelog: https://github.com/npm/cli/tag/v123.420.71\n",
        '| <a id="opt-row-2" href="#opt-row-2" title="#opt-row-2">-</a> | ExtPort:IntPort |\n',
        '# Talks\n\nSee it.\n\n{{< youtube id="8KtmevMFfxA" class="video" >}}\n\n```sh\nmake\n```\n',
        "Bind the node to a host port, such as 8080 or 8443:\n\n```yaml\n- hostPort: 8080\n- hostPort: 8443\n```\n",
        "* [FEATURE #1078](https://github.com/zorbel/zorbel/pull/1078):\n  Add a flag for long lines.\n",
        "* resource/random_password: Prevent error with `bcrypt` by truncating the bytes\n",
        "export ZORBEL_PROVIDER_API_KEY= ZORBEL_PROVIDER_WIRE_API=responses\n",
        "export ZORBEL_API_KEY=your-key-goes-here\n$ zorbel run\n",
        'consumer_secret => "enter_your_consumer_key_here"\noauth_token => "enter_your_access_token_here"\n',
        "docker run -e POSTGRES_PASSWORD=mysecretpassword -d postgres:16\n",
        "docker run -v /etc/passwd:/etc/passwd:ro postgres\n",
        "proxy = client(auth=('username', '********'))\n",
        "cargo install --locked cargo-xwin@0.21.4\n# see cargo-xwin for Windows, from macOS or Linux\n",
        "This creates `celeryd@jerry.pid` and `celeryd@jerry.log`.\n",
        "JENKINS_HOST=username:password@myhost.com:8080\n",
        '{"@id": "x", "@type": "handler", "match": [{"path": ["/route_2/*"]}]}\n',
        "Fixed: 5.3.2\n============\n\n:release-date: 2023-08-31\n\nIncreased the CI job timeout from 30m -> 60m (#8635)\n",
        "- [`3.2.57`, `3.2`, `3`, `3.2.57-alpine3.22`](https://github.com/zorbel/docs/blob/main/Dockerfile)\n",
        "Updated the max output tokens to 64k, and the token budget to 8k, 10.5k, 0.5M.\n",
        "The latest Oracle Linux image and Rocky Linux are smaller.\n",
        "The Laptop Studio 2 is supported since Android Studio 4.\n",
        'certutil -hashfile "$ARCHIVE.zip" SHA256 > sums\n',
        "All done :tada: and shipped :rocket: today.\n",
        "| Version | Release Date |\n|---------|--------------|\n| 3.6     | Nov 07, 2025 |\n| 3.5     | Jul 23, 2025 |\n",
        "const body = '<html><body>502 Bad Gateway</body></html>'\nreturn body\n",
        "    return {\n      id: this.credentialIdBase64Url,\n      rawId: this.credentialIdBase64Url,\n    }\n",
        "class A {\n  private readonly privateKey: KeyObject\n  run(): void {}\n}\n",
        "For the URL `/users?id=1234` the id is `1234`.\n",
        'export DB_USER="myuser"\nexport DB_PASSWORD="mypassword"\n',
        "on: push\njobs:\n  x:\n    runs-on: ubuntu-latest\n    steps:\n      - name: Zorbel Dedupe\n        run: make\n",
        '"HTTP_PROXY": "5.5.5.5", "NO_PROXY": "8.8.8.8"\n',
    ],
)
def test_what_is_nobodys_stays(text: str) -> None:
    assert _found(text) == []


def test_own_sites_stay_where_the_file_names_them() -> None:
    text = (
        "# Arduino\n\n```sh\narduino-cli core install\n```\n\n"
        "[linux64]: https://downloads.arduino.cc/arduino-cli/arduino-cli_latest_Linux_64bit.tar.gz\n"
        "The k6 docs are [here](https://k6.io/docs/extensions/). Zorbel has [docs](https://zorbel.chat/docs/usage.html).\n"
    )
    assert _found(text) == []
    assert _found("My blog is https://ottoline.cc/about") == ["https://ottoline.cc/about"]
    assert _found("The firm's site is https://quillmere.pro/team") == ["https://quillmere.pro/team"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("### Notes v0.72.3\n\n- Anna wrote 69% of the code in this release.\n", "Anna"),
        ("image: postgres:16\n\nAsk Miller about `miller --csv`.\n", "Miller"),
        ("Anna: hi, are you ok?\nTom: yes, I'm at home\nAnna: ok see you\n", "Tom"),
        ("MEMBER # 44711", "44711"),
        ('<tr id="patient-20418"><td>Patient ID: 20418</td></tr>', "20418"),
        ("Her number is 8080443, call her.", "8080443"),
        ("password: Prevent77!", "Prevent77!"),
        ("resource/random_password: hunter2x\n", "hunter2x"),
        ("export DB_PASSWORD=sunflower77\n", "sunflower77"),
        ("API_KEY=change4431me", "change4431me"),
        ("login anna.miller@10.2.3.4", "anna.miller"),
        ("contact jerry@jerry.io", "jerry@jerry.io"),
        ("mail me: password@quillmere.io", "password@quillmere.io"),
        ("Her salary is 64k a year.", "64k"),
        ("I live at Studio 2, 14 Maple Street, Leeds", "14 Maple Street"),
        ("My son was born on 3.2.57", "3.2.57"),
        ("name#1234 is my discord", "name#1234"),
        ("The IP of my router is 84.17.22.9", "84.17.22.9"),
        ("plz: 10969 Berlin", "10969"),
        ("| Grade | Born |\n|-------|------|\n| 3.5 | Nov 07, 1985 |\n| 3.1 | Jul 23, 1986 |\n", "Nov 07, 1985"),
        ("She lives at 502 Maple Street, Leeds.", "502 Maple Street"),
        ("jobs:\n  x:\n    runs-on: ubuntu-latest\nname: Anna Kowalska\n", "Anna Kowalska"),
        ("My account number is 12345679.", "12345679"),
        ("```yaml\npassword: BlueHeron\nother: BlueHeron\n```\n", "BlueHeron"),
    ],
)
def test_what_looks_alike_and_is_private_is_found(text: str, value: str) -> None:
    assert any(value in found or found in value for found in _found(text))


def test_sites_of_which_each_name_stands_in_clear_stay() -> None:
    text = (
        "# Zorbel\n\n```sh\n$ zorbel --run\n```\n\nIt uses [musl libc](https://musl.libc.org) and talks to the Grafana demo\n"
        "[quickpizza](https://quickpizza.grafana.com/api/tools), as the [Zorbel](https://zorbel.new) site says.\n"
    )
    assert _found(text) == []
    hidden = text.replace("https://musl.libc.org", "https://musl.quillmere.org")
    assert "https://musl.quillmere.org" in _found(hidden)
    assert "http://84.17.22.9/" in _found(text + "\nSee http://84.17.22.9/ on ports 84, 17 and 22.\n")
