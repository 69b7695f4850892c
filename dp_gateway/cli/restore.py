"""`dp-gateway restore`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dp_gateway.cli.keys import default_key_file
from dp_gateway.cli.options import open_lexicon, read_text
from dp_gateway.errors import InputError, InvalidSecret


@click.command()
@click.argument("request")
@click.argument("reply", default="-")
@click.option(
    "--policy", "-p", default="entities", show_default=True, help="The policy the request was sanitized with."
)
@click.option("--key-file", type=click.Path(path_type=Path), help="Its secret [default: your own key file].")
@click.option("--scope", default="", help="Its scope.")
@click.option("--sent", help="What was sent, as `sanitize` printed it: checked before anything is restored.")
@click.option("--allow-nothing", is_flag=True, help="A reply that speaks of nothing in the request is fine.")
def restore(
    request: str, reply: str, policy: str, key_file: Path | None, scope: str, sent: str | None, allow_nothing: bool
) -> None:
    """Put the originals back into REPLY (default: standard input), given the REQUEST that was sanitized.

    No table of replacements is kept anywhere: with the same policy, key and scope the draws of the request are
    computed again. A reply is restored as it arrives. Where nothing of it could be restored, it comes out as it is and
    the exit status is 1: under another policy, key or scope other draws are computed, which hardly any reply holds.
    A reply alone does not show that some of them are wrong, as nothing in it says what stood for what. With --sent the
    draws are compared with what was sent, and a wrong policy, key or scope is an error before anything is written.

    \b
    Examples:
      dp-gateway sanitize letter.txt --policy entities > out.txt
      my-model < out.txt | dp-gateway restore letter.txt --sent out.txt
      dp-gateway restore letter.txt reply.txt --scope alice --key-file secret.key
    """
    from dp_gateway.pipeline import Gateway
    from dp_gateway.policy import load_policy
    from dp_gateway.randomness import Secret

    loaded = load_policy(policy)
    path = key_file or default_key_file()
    if not path.exists():
        # A fresh key would restore nothing, silently.
        raise InvalidSecret(
            f"there is no key file {path}", hint="name the key that the request was sanitized with: --key-file FILE"
        )
    gateway = Gateway(loaded, key=Secret.from_file(path), lexicon=open_lexicon() if loaded.detects else None)
    sanitized = gateway.sanitize("".join(read_text(request)), scope=scope)
    if sent is not None and "".join(read_text(sent)) != sanitized.text:
        raise InputError(
            "the request was not sent like that under this policy, key and scope: other values would be restored",
            hint="name the --policy, --key-file and --scope that it was sanitized with, and in --sent the file that "
            "`dp-gateway sanitize` wrote",
        )
    restorer = sanitized.restorer
    stream = restorer.stream()
    for piece in read_text(reply):
        _write(stream.feed(piece))
    _write(stream.close())
    if restorer and not stream.count and not allow_nothing:
        raise InputError(
            "nothing of the reply was restored: it holds none of the values that stand for those of the request",
            hint="if it should, name the --policy, --key-file and --scope that the request was sanitized with; if the "
            "reply speaks of none of them, it is whole: --allow-nothing",
        )


def _write(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass"))
    sys.stdout.buffer.flush()
