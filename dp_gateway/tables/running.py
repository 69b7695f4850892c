"""Whole files: read in pieces, sanitized by all cores or by another engine, priced, paid for, and put in their place.

Nothing stands under the name of the output before the price is reserved, and a run that was killed goes on when the
same command is given again: what was done is taken over, and the output is the same bytes as of a run that was not.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway.budget.base import Charge
from dp_gateway.budget.blocking import BlockingAccountant
from dp_gateway.detection.of_policy import detection_of
from dp_gateway.errors import ConfigurationError, GatewayError, OutputExists
from dp_gateway.exchange import Caller
from dp_gateway.policy import Policy
from dp_gateway.randomness import Secret
from dp_gateway.tables.formats import TablePlace, on_disk, rename_whole
from dp_gateway.tables.plan import Plan
from dp_gateway.tables.report import TableReport
from dp_gateway.tables.schema import check_schema
from dp_gateway.tables.sinks import check_target, write
from dp_gateway.tables.sources import pieces, size_of_texts
from dp_gateway.tables.staging import Staging, run_name
from dp_gateway.tables.units import different
from dp_gateway.tables.workers import Engine, PieceJob, Work, done_by, streamed

Progress = Callable[[float], None]


class Run(NamedTuple):
    """One run over files: its plan, its policy, its key and where its outputs go.

    Attributes:
        inputs, outputs: aligned.
        plan, policy, key, scope: see `TableSanitizer`.
    """

    inputs: Sequence[TablePlace]
    outputs: Sequence[TablePlace]
    plan: Plan
    policy: Policy
    key: Secret
    scope: str = ""

    @property
    def root(self) -> Path:
        """The file or folder that the output is."""
        return self.outputs[0].path if len(self.outputs) == 1 else self.outputs[0].path.parent

    @property
    def name(self) -> str:
        """What tells it from other runs; all inputs are read for it."""
        told = [self.plan.model_dump_json(), self.policy.model_dump_json(), self.scope]
        return run_name([*told, self.key.subkey(b"table run").hex()], self.inputs)


class PricedTable(NamedTuple):
    """What a ledger is asked for; see `TableReport.charges`."""

    report: TableReport
    unit: bytes

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        """Return one charge for each column and level, always the certified ones."""
        del certified
        return self.report.charges(self.unit)


def _check_outputs(one: Run) -> None:
    """Check that nothing stands where the outputs will. Raises OutputExists where something does."""
    for place in one.outputs:
        if os.path.lexists(place.path):
            raise OutputExists(place.path)


def run(
    one: Run,
    *,
    processes: int = 1,
    engine: Engine | None = None,
    restart: bool = False,
    replace: bool = True,
    dry: bool = False,
    accountant: BlockingAccountant | None = None,
    caller: Caller | None = None,
    progress: Progress = lambda _: None,
) -> TableReport:
    """Sanitize files.

    Args:
        one: what is sanitized, and how.
        processes: how many; the output is the same.
        engine: does the pieces; None does them in so many processes of this machine.
        restart: throw away what another run left.
        replace: an output that is there already is replaced; False refuses it, unless this very run put it there.
        dry: price it, and write nothing under the name of the output; the same run without it takes over what was done.
        accountant, caller: pays, and for whom.
        progress: is told how far it is, from 0 to 1.

    Raises:
        ConfigurationError, InputError: a file cannot be read, or the plan does not fit it.
        OutputExists: an output is there already, and may not be replaced.
        BudgetExceeded, LedgerError: it may not be paid for; nothing stands under the name of the output.
    """
    name = one.name
    staging = Staging(one.root, name, restart=restart)
    work = Work(one.plan, one.policy, one.key, one.scope, staging.folder)
    layout = _Layout(one, staging)
    try:
        if not (replace or staging.naming):
            _check_outputs(one)
        jobs = layout.jobs()
        for done in done_by(processes, work, jobs) if engine is None else engine(work, jobs):
            progress(done)
    except GatewayError:
        if not staging.begun:
            staging.clear()
        raise
    total = layout.pieces
    report = TableReport.of(one.plan, one.policy, different(staging.units(total)), staging.counts(total))
    if dry:
        return report
    with _paid(accountant, caller, PricedTable(report, one.key.subkey(b"table", name.encode())[:16])) as spent:
        _write_all(one, staging, layout.numbers, spent)
    staging.clear()
    return report


def _paid(
    accountant: BlockingAccountant | None, caller: Caller | None, priced: PricedTable
) -> AbstractContextManager[Any]:
    if accountant is None:
        return nullcontext()
    return accountant.spend(priced, caller or Caller(), idempotency_key=priced.unit.hex())


class _Layout:
    """Which pieces the inputs have; known when all of them were read. `numbers`: of the pieces of each input. `pieces`:
    how many there are.
    """

    def __init__(self, one: Run, staging: Staging) -> None:
        self._run, self._staging = one, staging
        self.numbers: list[list[int]] = []
        self.pieces = 0

    def jobs(self) -> Iterator[PieceJob]:
        """The pieces that are not done yet."""
        one = self._run
        sizes = [_size(place.path) for place in one.inputs]
        before = 0
        detection = detection_of(one.policy)
        searched = any(column.kind in ("text", "json") for column in one.plan.columns.values())
        for place, target, size in zip(one.inputs, one.outputs, sizes, strict=True):
            own: list[int] = []
            self.numbers.append(own)
            fragments = place.format == "jsonl"
            of_piece = {"size": size_of_texts(size)} if searched else {}
            for piece in pieces(place, list(one.plan.columns) if fragments else None, **of_piece):
                if not own:
                    check_schema(piece.table.schema, one.plan, detection)
                    check_target(target, piece.table.schema, one.plan)
                number = self.pieces
                self.pieces += 1
                own.append(number)
                if not self._staging.has(number):
                    done = (before + piece.done * size) / max(sum(sizes), 1)
                    yield PieceJob(number, one.plan.name or place.name, streamed(piece.table), fragments, done)
            before += size


def _size(path: Path) -> int:
    return sum(one.stat().st_size for one in path.rglob("*")) if path.is_dir() else path.stat().st_size


def _write_all(one: Run, staging: Staging, numbers: Sequence[Sequence[int]], spent: Any) -> None:
    """Write each output under another name, and rename it when it is whole."""
    written: list[tuple[Path, Path]] = []
    for place, target, own in zip(one.inputs, one.outputs, numbers, strict=True):
        target.path.parent.mkdir(parents=True, exist_ok=True)
        partial = staging.folder / f"{len(written)}-{target.path.name}"
        shutil.rmtree(partial) if partial.is_dir() else partial.unlink(missing_ok=True)
        table = target.table or (place.name if target.format == "sqlite" else "")
        write(target._replace(path=partial, table=table), staging.tables(own), fragments=place.format == "jsonl")
        on_disk(partial)
        written.append((partial, target.path))
    if spent is not None:
        spent.leaves()
    staging.name_outputs()
    for partial, path in written:
        if path.is_dir() and not partial.is_dir():
            raise ConfigurationError(f"{path} is a folder", hint="name a file in it")
        if path.is_dir():
            shutil.rmtree(path)
        # The parts are removed next: the output has to outlast a loss of power before they do.
        rename_whole(partial, path)
