"""`dp-gateway sanitize`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dp_gateway.cli.options import mechanism_options, open_index, read_text, show_change

if TYPE_CHECKING:
    from dp_gateway.randomness import Secret


@click.command()
@click.argument("file", default="-")
@mechanism_options
@click.option("--keep-stopwords", is_flag=True, help="Leave public English stopwords in clear.")
@click.option(
    "--key-file", type=click.Path(path_type=Path), help="Secret that makes draws repeatable; created if missing."
)
@click.option("--scope", default="", help="With a key: texts of one scope share draws; another scope draws anew.")
@click.option("--diff", is_flag=True, help="Show original and result, changes in colour, price and guarantee.")
@click.option("--json", "as_json", is_flag=True, help="Print text, spans and report as one JSON object.")
def sanitize(
    file: str,
    mechanism: str,
    epsilon: str,
    index_path: Path | None,
    keep_stopwords: bool,
    key_file: Path | None,
    scope: str,
    diff: bool,
    as_json: bool,
) -> None:
    """Replace every word of FILE (default: standard input) by a private draw.

    Plain output is streamed: a file of any size needs constant memory.

    \b
    Examples:
      dp-gateway sanitize letter.txt --epsilon 8 > private.txt
      echo "The nurse lives in Paris." | dp-gateway sanitize --keep-stopwords --diff
      dp-gateway sanitize letter.txt --key-file secret.key --scope alice
    """
    from dp_gateway.mechanisms.registry import find
    from dp_gateway.privacy.guarantee import parse_epsilon
    from dp_gateway.sanitizer import Sanitizer

    value = parse_epsilon(epsilon)
    find(mechanism)
    sanitizer = Sanitizer(
        mechanism,
        value,
        keep_stopwords=True if keep_stopwords else None,
        key=_secret(key_file) if key_file else None,
        index=open_index(index_path),
    )
    if not diff and not as_json:
        for part in sanitizer.stream(read_text(file), scope=scope):
            sys.stdout.buffer.write(part.text.encode())
        sys.stdout.buffer.flush()
        return
    original = "".join(read_text(file))
    result = sanitizer.sanitize(original, scope=scope)
    if as_json:
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
        show_change(original, result)


def _secret(path: Path) -> Secret:
    from dp_gateway.randomness import Secret

    created = not path.exists()
    secret = Secret.from_file(path)
    if created:
        click.echo(f"created the key file {path}: keep it, and keep it private", err=True)
    return secret
