"""`dp-gateway detect`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dp_gateway.cli.options import columns, console, read_text
from dp_gateway.errors import ConfigurationError, InputError, did_you_mean

if TYPE_CHECKING:
    from dp_gateway.detection.detection import Detection
    from dp_gateway.detection.tagger import Recall
    from dp_gateway.text.entities import Entity

_BATCH = 64
_COLOURS = ("red", "green", "yellow", "blue", "magenta", "cyan")


@click.command()
@click.argument("file", default="-")
@click.option("--json", "as_json", is_flag=True, help='JSON lines: {"text": ...} in, {"spans": [...]} out.')
@click.option("--types", help="Entity types to look for, separated by commas [default: all].")
@click.option("--threshold", type=click.FloatRange(0, 1), help="Least score [default: by type].")
@click.option("--model", help="An installed spaCy pipeline to run beside the tagger.")
@click.option(
    "--recall",
    type=click.Choice(("high", "balanced", "precise")),
    default="balanced",
    show_default=True,
    help="What matters more: that nothing is missed, or that nothing is found in vain.",
)
@click.option("--ner/--no-ner", default=True, show_default=True, help="Use the tagger, or patterns and lists alone.")
@click.option(
    "--sensitive",
    type=click.Path(path_type=Path),
    help="Phrases of your own: one a line, or a .toml file with lists by type.",
)
def detect(
    file: str,
    as_json: bool,
    types: str | None,
    threshold: float | None,
    model: str | None,
    recall: Recall,
    ner: bool,
    sensitive: Path | None,
) -> None:
    """Show which entities are found in FILE (default: standard input). Nothing leaves this machine.

    With --json each line of input is an object with a "text", each line of output an object with its "spans": start
    and end (in code points), type, score, the detector that found it, and whether it is a public reference. Output is
    streamed.

    \b
    Examples:
      echo "Tom Baker lives at 12 Oak Street." | dp-gateway detect
      echo '{"text": "Call Anna on 212-555-0199"}' | dp-gateway detect --json
      dp-gateway detect messages.jsonl --json --types PERSON,PHONE_NUMBER --no-ner
      dp-gateway detect letter.txt --sensitive projects.txt --recall high
    """
    detection = _detection(types, threshold, model, recall, ner, sensitive)
    if as_json:
        _stream(file, detection)
        return
    text = "".join(read_text(file))
    _show(text, detection.detect([text])[0])


def _detection(
    types: str | None, threshold: float | None, model: str | None, recall: Recall, ner: bool, sensitive: Path | None
) -> Detection:
    from dp_gateway.detection.detection import default_detection
    from dp_gateway.patterns.known_phrases import SensitiveList

    return default_detection(
        model=model,
        ner="new-messages" if ner else "off",
        types=_types(types) if types else None,
        thresholds={"": threshold} if threshold is not None else None,
        sensitive=SensitiveList.from_file(sensitive) if sensitive else None,
        recall=recall,
    )


def _types(given: str) -> list[str]:
    from dp_gateway.text.entities import ENTITY_TYPES

    chosen = [name.strip().upper() for name in given.split(",") if name.strip()]
    for name in chosen:
        if name not in ENTITY_TYPES:
            hint = did_you_mean(name, ENTITY_TYPES).rstrip() or "known ones are: " + ", ".join(ENTITY_TYPES)
            raise ConfigurationError(f"there is no entity type {name!r}", hint=hint)
    return chosen


def _stream(file: str, detection: Detection) -> None:
    texts = _texts(file)
    while batch := list(islice(texts, _BATCH)):
        for entities in detection.detect(batch):
            click.echo(json.dumps({"spans": [_shown(entity) for entity in entities]}))
        sys.stdout.flush()


def _shown(entity: Entity) -> dict[str, Any]:
    return {name: value for name, value in entity._asdict().items() if name != "codes"}


def _texts(file: str) -> Iterator[str]:
    for number, line in enumerate(_lines(file), 1):
        if not line.strip():
            continue
        try:
            loaded: Any = json.loads(line)
            text = loaded["text"]
        except (ValueError, TypeError, KeyError, RecursionError):
            text = None
        if not isinstance(text, str):
            # The line itself is private: only its number is said.
            raise InputError(
                f'line {number:,} is not a JSON object with a string "text"',
                hint='write one a line: {"text": "..."}; for plain text leave out --json',
            )
        yield text


def _lines(file: str) -> Iterator[str]:
    rest: list[str] = []
    for piece in read_text(file):
        first, *others = piece.split("\n")
        rest.append(first)
        for other in others:
            yield "".join(rest)
            rest = [other]
    if last := "".join(rest):
        yield last


def _show(text: str, entities: list[Entity]) -> None:
    from rich.panel import Panel
    from rich.text import Text

    marked = Text(text)
    colours = {kind: _COLOURS[index % len(_COLOURS)] for index, kind in enumerate(sorted({e.type for e in entities}))}
    table = columns("type", "text", "score", "detector")
    for entity in entities:
        colour = f"bold {colours[entity.type]}"
        marked.stylize(colour, entity.start, entity.end)
        found = Text(text[entity.start : entity.end].replace("\n", "⏎"))
        table.add_row(Text(entity.type, colour), found, f"{entity.score:.2f}", Text(entity.detector))
    out = console()
    out.print(Panel(marked, title=f"{len(entities)} entities", title_align="left"))
    if entities:
        out.print(table)
