"""`dp-gateway sanitize`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from dp_gateway.cli.options import (
    default_key_file,
    mechanism_options,
    open_index,
    open_lexicon,
    read_key,
    read_text,
    show_change,
    show_report,
)
from dp_gateway.errors import ConfigurationError, InputError, InvalidSecret

if TYPE_CHECKING:
    from dp_gateway.pipeline import Sanitized

_TOKEN_OPTIONS = ("mechanism", "epsilon", "keep_stopwords")


@click.command()
@click.argument("file", default="-")
@click.option(
    "--policy",
    "-p",
    help="entities, hybrid, mask, tokens, observe, or a TOML file; without one, every word goes through --mechanism.",
)
@mechanism_options
@click.option("--keep-stopwords", is_flag=True, help="Leave public English stopwords in clear.")
@click.option(
    "--key-file",
    type=click.Path(path_type=Path),
    help="Secret that makes draws repeatable; created if missing [default: none; with --policy, your own key file].",
)
@click.option("--scope", default="", help="Texts of one scope share draws; another scope draws anew.")
@click.option("--diff", is_flag=True, help="Show original and result, changes in colour, price and guarantee.")
@click.option("--json", "as_json", is_flag=True, help="Print text, spans and report as one JSON object.")
@click.option("--quiet", "-q", is_flag=True, help="With --policy: no report on standard error.")
@click.pass_context
def sanitize(
    ctx: click.Context,
    file: str,
    policy: str | None,
    mechanism: str,
    epsilon: str,
    index_path: Path | None,
    keep_stopwords: bool,
    key_file: Path | None,
    scope: str,
    diff: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Replace what is private in FILE (default: standard input).

    With --policy entities, names, places, numbers and other entities are replaced by ones that make sense, and
    `dp-gateway restore` puts them back into a reply. Without a policy every word is drawn; that output is streamed: a
    file of any size needs constant memory.

    \b
    Examples:
      echo "Anna Miller lives in Paris." | dp-gateway sanitize --policy entities
      dp-gateway sanitize letter.txt --policy hybrid --diff
      dp-gateway sanitize letter.txt --epsilon 8 > private.txt
      dp-gateway sanitize letter.txt --key-file secret.key --scope alice
    """
    if policy is not None:
        given = [name for name in _TOKEN_OPTIONS if ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE]
        if given:
            raise ConfigurationError(
                f"--policy says how words are drawn; --{given[0].replace('_', '-')} cannot say it too",
                hint="put it into a policy file: dp-gateway policy show hybrid --toml > policy.toml",
            )
        original = "".join(read_text(file))
        result: Sanitized[Any] = _gateway(policy, key_file, index_path, original).sanitize(original, scope=scope)
        _print(original, result, diff=diff, as_json=as_json)
        if not (diff or as_json or quiet):
            show_report(result.report)
        return
    _draw_words(file, mechanism, epsilon, index_path, keep_stopwords, key_file, scope, diff=diff, as_json=as_json)


def _gateway(policy: str, key_file: Path | None, index_path: Path | None, original: str) -> Any:
    from dp_gateway.pipeline import Gateway
    from dp_gateway.policy import load_policy

    loaded = load_policy(policy)
    lexicon = open_lexicon() if loaded.detects else None
    index = open_index(index_path) if loaded.draws_words and original else None
    return Gateway(loaded, key=read_key(key_file), lexicon=lexicon, index=index)


def _draw_words(
    file: str,
    mechanism: str,
    epsilon: str,
    index_path: Path | None,
    keep_stopwords: bool,
    key_file: Path | None,
    scope: str,
    *,
    diff: bool,
    as_json: bool,
) -> None:
    from dp_gateway.mechanisms.registry import find
    from dp_gateway.pipeline import Sanitizer
    from dp_gateway.privacy.guarantee import parse_epsilon

    value = parse_epsilon(epsilon)
    find(mechanism)
    sanitizer = Sanitizer(
        mechanism,
        value,
        keep_stopwords=True if keep_stopwords else None,
        key=read_key(key_file) if key_file else None,
        index=open_index(index_path),
    )
    if not diff and not as_json:
        for part in sanitizer.stream(read_text(file), scope=scope):
            sys.stdout.buffer.write(part.text.encode())
        sys.stdout.buffer.flush()
        return
    original = "".join(read_text(file))
    _print(original, sanitizer.sanitize(original, scope=scope), diff=diff, as_json=as_json)


def _print(original: str, result: Sanitized[Any], *, diff: bool, as_json: bool) -> None:
    if diff:
        show_change(original, result)
    elif as_json:
        spans = [
            {
                "start": span.start,
                "end": span.end,
                "sanitized_start": span.sanitized_start,
                "sanitized_end": span.sanitized_end,
                "unit": span.unit,
                "epsilon": span.epsilon,
            }
            for span in result.spans
        ]
        click.echo(json.dumps({"text": result.text, "spans": spans, "report": result.report.to_json()}))
    else:
        sys.stdout.buffer.write(result.text.encode("utf-8", "surrogatepass"))
        sys.stdout.buffer.flush()


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
