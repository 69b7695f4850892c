"""Options and displays that several commands share."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeVar

import click

from dp_gateway.errors import ConfigurationError, InputError

if TYPE_CHECKING:
    from dp_gateway.budget.blocking import BlockingAccountant
    from dp_gateway.pipeline import EntityReport, Report, Sanitized
    from dp_gateway.randomness import Secret
    from dp_gateway.server.settings import Settings
    from dp_gateway.tables.report import TableReport
    from dp_gateway.vocabulary.index import Index
    from dp_gateway.vocabulary.lexicon import Lexicon

_Command = TypeVar("_Command", bound=Callable[..., Any])

_CHUNK = 1 << 16

_LINE_SECONDS = 5.0


def together(*options: Callable[[_Command], _Command]) -> Callable[[_Command], _Command]:
    """Join options into one decorator, in the order in which help lists them."""

    def add(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


index_option = click.option(
    "--index", "index_path", type=click.Path(path_type=Path), help="Folder of the index [default: the default index]."
)

mechanism_options = together(
    click.option(
        "--mechanism", "-m", default="stairtext", show_default=True, help="A name from `dp-gateway mechanisms`."
    ),
    click.option(
        "--epsilon", "-e", default="6", show_default=True, help="Nominal epsilon of one word; smaller is more private."
    ),
    index_option,
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

policy_option = click.option("--policy", "-p", default="entities", show_default=True, help="A preset, or a TOML file.")


def console(*, stderr: bool = False) -> Any:
    """Make a rich console."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def columns(*headings: str, right: Collection[str] = (), tight: bool = False) -> Any:
    """Make a rich table without a frame. `right`: the headings of what stands to the right, as numbers do. `tight`:
    cells are not broken, and one space is between columns, so that eighty columns hold the table.
    """
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False, collapse_padding=tight)
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left", no_wrap=tight)
    return table


def confirm() -> None:
    """Ask whether to start what costs money. Raises ConfigurationError where nobody is there to answer."""
    if not sys.stdin.isatty():
        raise ConfigurationError("nobody is there to confirm", hint="run the same command with --yes")
    click.confirm("Start?", abort=True, err=True)


@contextmanager
def progress() -> Generator[Callable[[str, int, int], None]]:
    """Show progress on standard error during the block: call it with stage, done, total."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description:24}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(stage, total=total)
            bar.update(tasks[stage], completed=done)

        yield report


class _Lines:
    """Progress where no terminal is: a line every few seconds, and none of what is done before that."""

    def __init__(self) -> None:
        self._said = monotonic()

    def __call__(self, stage: str, done: int, total: int) -> None:
        if (now := monotonic()) - self._said >= _LINE_SECONDS:
            self._said = now
            click.echo(f"dp-gateway: {stage}: {done / max(total, 1):.0%}", err=True)


def open_index(path: Path | None) -> Index:
    """Open the index at a path, or the default one, built with a progress bar where there is none."""
    from dp_gateway.vocabulary.index import Index, default_path
    from dp_gateway.vocabulary.opening import default_index

    if path is not None:
        return Index(path)
    if (default_path() / "manifest.json").exists():
        return Index()
    with progress() as report:
        return default_index(report)


def open_lexicon() -> Lexicon:
    """Open the default lexicon, built with a progress bar where there is none."""
    from dp_gateway.vocabulary.lexicon import default_lexicon

    with progress() as report:
        return default_lexicon(report)


def read_text(path: str) -> Iterator[str]:
    """Read the text of a file, or of standard input for "-", in pieces; line ends are left as they are. Raises
    InputError where the file cannot be read, or is not UTF-8.
    """
    if path == "-":
        yield from _decode(sys.stdin.buffer, "standard input")
        return
    try:
        with Path(path).open("rb") as file:
            yield from _decode(file, path)
    except OSError as error:
        raise InputError.unreadable(path, error) from None


def _decode(file: BinaryIO, name: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    position = 0
    try:
        while piece := file.read(_CHUNK):
            yield decoder.decode(piece)
            position += len(piece)
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        # The bytes themselves are private: only where they are is said.
        raise InputError(
            f"{name} is not UTF-8 text (near byte {position:,})",
            hint=f"convert it first: iconv -f LATIN1 -t UTF-8 {name if name != 'standard input' else 'FILE'}",
        ) from None


def show_change(original: str, sanitized: Sanitized[Any]) -> None:
    """Print original and sanitized text with what changed in colour, the price and the guarantee."""
    from rich.panel import Panel
    from rich.text import Text

    before, after = Text(original.rstrip("\n")), Text(sanitized.text.rstrip("\n"))
    for span in sanitized.spans:
        if original[span.start : span.end] != sanitized.text[span.sanitized_start : span.sanitized_end]:
            before.stylize("red", span.start, span.end)
            after.stylize("bold green", span.sanitized_start, span.sanitized_end)
    out = console()
    out.print(Panel(before, title="original (stays here)", title_align="left", border_style="red"))
    out.print(Panel(after, title="sanitized (may leave)", title_align="left", border_style="green"))
    show_report(sanitized.report, to_stderr=False)


def show_report(report: Report | EntityReport, *, to_stderr: bool = True) -> None:
    """Print what a sanitized text cost and what it still shows."""
    from dp_gateway.pipeline import EntityReport

    out = console(stderr=to_stderr)
    if isinstance(report, EntityReport):
        out.print(_entities(report))
        for words in report.tokens:
            out.print(_words(words))
        out.print(_totals(report))
    else:
        out.print(_words(report, alone=True))


def _grid(rows: list[tuple[str, str]]) -> Any:
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    for row in rows:
        table.add_row(*row)
    return table


def _words(report: Report, *, alone: bool = False) -> Any:
    from dp_gateway.privacy.guarantee import level_text

    guarantee = report.guarantee
    certified = level_text((guarantee.certified_epsilon, 0.0))
    in_all = level_text((report.words * guarantee.certified_epsilon, 0.0)) if report.words else "(0, 0)"
    worst = " (worst: {} and {}, seen as {})".format(*guarantee.worst_pair) if guarantee.worst_pair else ""
    rows = [
        ("mechanism", f"{report.mechanism}, {guarantee.notion}"),
        ("per word", f"{certified} certified{worst}, epsilon {guarantee.nominal_epsilon:g} nominal"),
        ("in all", f"{in_all} certified, epsilon {report.total_epsilon:g} nominal, for {report.words} words"),
        ("digits", f"{report.digits} replaced by uniform ones (epsilon 0 within their number)"),
        # With entities, the rows of all together say it.
        *([("left in clear", ", ".join(report.left_in_clear))] if alone else []),
        ("draws", "repeatable (keyed)" if report.repeatable else "fresh each time"),
        *([("warning", report.weakness + ("; here: a smaller --epsilon" if alone else ""))] if report.weakness else []),
    ]
    return _grid(rows)


def _entities(report: EntityReport) -> Any:
    from dp_gateway.privacy.guarantee import level_text

    headings = "entity", "mentions", "values", "drawn by", "nominal", "certified (epsilon, delta)"
    table = columns(*headings, right=("mentions", "values"))
    for row in report.figures:
        kept = row.treatment == "keep"
        nominal = "" if kept else f"{row.nominal_epsilon:g}" + (f" per {row.unit}" if row.nominal_epsilon else "")
        certified = "in clear" if kept else level_text(row.certified)
        values = "" if kept else str(row.values)
        table.add_row(row.type, str(row.mentions), values, row.mechanism, nominal, certified)
    return table


def _totals(report: EntityReport) -> Any:
    rows = [
        ("policy", f"{report.policy} ({report.kind})"),
        ("in all", f"{report.price.text} certified (epsilon, delta), {report.price.nominal:.4g} nominal"),
        ("", "basic composition over different values and words; a ledger charges the certified level"),
        # What is kept of each type stands here: (epsilon, delta) holds for any two values that agree in it.
        ("left in clear", "\n".join(report.left_in_clear)),
        ("draws", "repeatable (keyed)" if report.repeatable else "fresh each time"),
        *([("languages", languages)] if (languages := report.languages.header) else []),
    ]
    rows += [("warning", line) for row in report.figures if (line := row.weakness)]
    for kind, share in report.order_survival.items():
        rows.append((f"order of {kind}", f"the larger of two stays the larger with probability {share:.0%}"))
    if report.not_restored:
        rows.append(("not restored", f"{report.not_restored} surrogates too short to be told from ordinary numbers"))
    return _grid(rows)


def open_domain(index_path: Path | None, lexicon_type: str | None, option: str, given: str | None) -> tuple[Index, Any]:
    """Open the words or phrases that a command is about, and the clusters that the phrases came with, if any. `option`
    and `given`: one more option that is about words, and its value. Raises ConfigurationError: phrases are asked for,
    and options about words are given.
    """
    if lexicon_type is None:
        return open_index(index_path), None
    if index_path is not None or given is not None:
        other = "--index" if index_path is not None else option
        raise ConfigurationError(
            f"{other} is about words, --lexicon-type about phrases", hint=f"leave one out: {other} or --lexicon-type"
        )
    lexicon = open_lexicon()
    return lexicon.index(lexicon_type), lexicon.clusters(lexicon_type)


def default_key_file() -> Path:
    """Return the file of your own key; imported where a default is needed, as `policy` brings pydantic along."""
    from dp_gateway import policy

    return policy.default_key_file()


def read_key(path: Path | None) -> Secret:
    """Read the secret in a file (None: the default one); created, with mode 0600, where there is none."""
    from dp_gateway.randomness import Secret

    chosen = path or default_key_file()
    created = not chosen.exists()
    if path is None and created:
        chosen.parent.mkdir(parents=True, exist_ok=True)
    secret = Secret.from_file(chosen)
    if created:
        click.echo(f"created the key file {chosen}: keep it, and keep it private", err=True)
    return secret


key_options = together(
    click.option("--key-file", type=click.Path(path_type=Path), help="The secret [default: your own key file]."),
    click.option("--scope", default="", help="Separates draws of one key, such as those of one customer."),
)

budget_options = together(
    click.option("--budget", type=float, help="Most that all runs of this key may cost together, as epsilon."),
    click.option("--ledger", default="", help="sqlite:///FILE, redis://HOST or postgresql://HOST/NAME."),
    click.option("--tenant", default="", help="Whose budget it is."),
)


def read_existing_key(path: Path | None) -> Secret:
    """Read the secret in a file (None: the default one), which has to be there: a fresh one would restore nothing.
    Raises InvalidSecret where it is not.
    """
    from dp_gateway.errors import InvalidSecret
    from dp_gateway.randomness import Secret

    chosen = path or default_key_file()
    if not chosen.exists():
        raise InvalidSecret(f"there is no key file {chosen}", hint="name the key that was used: --key-file FILE")
    return Secret.from_file(chosen)


@contextmanager
def opened_accountant(budget: float | None, ledger: str, key: Secret) -> Generator[BlockingAccountant | None]:
    """Open what pays for a run, for the block; None without a budget. Raises ConfigurationError: a ledger is named, and
    no budget; or one of them makes no sense. Raises LedgerError: the ledger cannot serve.
    """
    from dp_gateway.budget.accountant import Accountant
    from dp_gateway.budget.blocking import BlockingAccountant
    from dp_gateway.budget.settings import budgets_of, ledger_of, open_ledger

    if budget is None:
        if ledger:
            raise ConfigurationError("--ledger needs a --budget", hint="say how much may be spent: --budget EPSILON")
        yield None
        return
    budgets, settings = budgets_of(budget), ledger_of(ledger)
    accountant = BlockingAccountant(
        lambda: Accountant(open_ledger(settings.url, key), budgets, secret=key, settings=settings)
    )
    try:
        yield accountant
    finally:
        accountant.close()


def show_table_report(report: TableReport) -> None:
    """Print on standard error what a table cost by unit, by column and in all, and what it still shows."""
    from dp_gateway.privacy.guarantee import level_text

    shown = columns("column", "kind", "one draw (epsilon, delta)", "draws", "all draws", right=("draws",))
    for column in report.columns:
        drawn = bool(column.draws)
        shown.add_row(
            str(column.number),
            column.kind,
            level_text(column.level) if drawn else "",
            f"{column.draws:,}" if drawn else "",
            column.price.text if drawn else "",
        )
    out = console(stderr=True)
    out.print(shown)
    for column in report.columns:
        stays = f"; what stays: {'; '.join(column.left)}" if column.left else ""
        out.print(f"column {column.number:<7} {column.guarantee}{stays}", markup=False)
    out.print(f"rows           {report.rows:,}")
    out.print(f"one row        {level_text(report.row)} at most: what whoever changes one row changes")
    out.print(f"in all         {report.price.text} certified, {report.price.nominal:.4g} nominal, basic composition")
    out.print(f"left in clear  {'; '.join(report.left_in_clear)}")


class Where(NamedTuple):
    """Which ledger, and under which settings. `url`: of the ledger. `key_file`: of its secret. `settings`: of the
    server whose ledger it is, where they were named.
    """

    url: str
    key_file: Path
    settings: Settings | None


class ExplainedCommands(click.Group):
    """A group of commands whose help says of each what it does, to the end of the sentence: click's own cuts it off."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the part of the help that lists the commands."""
        commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(_SENTENCE)) for name, one in commands.items() if one])


_SENTENCE = 1000


def where(command: Any) -> Any:
    """Add the options that name a ledger to a command, as one argument `at`."""

    def called(url: str | None, key_file: Path | None, config: Path | None, **rest: Any) -> Any:
        return command(at=_where(url, key_file, config), **rest)

    called.__doc__, called.__name__ = command.__doc__, command.__name__
    called.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    return _where_options(called)


_where_options = together(
    click.option("--key-file", type=click.Path(path_type=Path), help="The gateway's key file; default: its own."),
    click.option("--ledger", "url", help="URL of the ledger; default: the file in your data folder."),
    click.option("--config", type=click.Path(path_type=Path), help="Settings of the server: its ledger and its key."),
)


def _where(url: str | None, key_file: Path | None, config: Path | None) -> Where:
    from dp_gateway.server.settings import load_settings

    settings = load_settings(config) if config is not None else None
    if settings is not None:
        url = settings.ledger.url if url is None else url
        key_file = key_file or next(iter(settings.privacy.keys.values()), None)
    return Where(url or "", key_file or default_key_file(), settings)
