"""`dp-gateway demo`."""

from __future__ import annotations

import click

from dp_gateway.cli.options import console, open_index, show_change

_PARAGRAPH = """\
Dear Dr. Miller, my daughter Anna has had severe headaches since we moved to Boston in March 2024. The hospital on
Cambridge Street prescribed 40 mg of propranolol, but she doesn't tolerate it and my insurance won't pay for another
specialist. Could you suggest a cheaper treatment, and write to her teacher at Lincoln School?"""


@click.command()
@click.option("--epsilon", "-e", default="8", show_default=True, help="Nominal epsilon of one word.")
def demo(epsilon: str) -> None:
    """Sanitize a paragraph with the default mechanism and show what changed, what it cost and what is guaranteed."""
    from dp_gateway.privacy.guarantee import parse_epsilon
    from dp_gateway.sanitizer import Sanitizer

    sanitizer = Sanitizer("stairtext", parse_epsilon(epsilon), keep_stopwords=True, index=open_index(None))
    text = _PARAGRAPH.replace("\n", " ")
    show_change(text, sanitizer.sanitize(text))
    console().print("\nNext: [bold]dp-gateway sanitize --help[/], or [bold]dp-gateway certify --mechanism all[/]")
