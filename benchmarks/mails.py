"""Mails and customers by a generator, and how memory and time grow as they are sanitized: none is stored.

python -m benchmarks.mails --gigabytes 10 --processes 2 [--of customers] [--log mails.jsonl] [--minutes 60]
python -m benchmarks.mails --paired 1 2 5 10 20 40

A mail is about two kilobytes of sentences that differ, with a dozen people, firms, places, dates, amounts and numbers.
There are 15,000 names, and addresses, numbers of parcels and telephone numbers without end. A customer has 20 declared
columns. The run is that of `dp-gateway table sanitize` without a file in and out: the same pieces, the same processes,
and parts on the disk, of which the rows are thrown away as soon as they are whole, and what they cost is kept and
priced at the end. The log has a line for each piece; a run that was stopped goes on with the same command. A gigabyte
of mails takes an hour and a half of one core, of customers a minute or two.

Seconds of CPU are longer on a busy machine. `--paired` tells a process that grows slow from a machine that does: after
so many megabytes it gives the same mails to the process that did them all and to a new one, at the same time.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import math
import multiprocessing
import os
import re
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dp_gateway import Secret
from dp_gateway.policy import load_policy
from dp_gateway.tables.arrow import pa, parquet
from dp_gateway.tables.plan import Column, Plan, as_plan
from dp_gateway.tables.report import TableReport
from dp_gateway.tables.sanitizing import TableSanitizer
from dp_gateway.tables.staging import Staging
from dp_gateway.tables.units import different
from dp_gateway.tables.workers import PieceJob, Work, done_by, streamed

__all__ = [
    "CORPORA",
    "CUSTOMERS",
    "KEY",
    "PLAN",
    "Corpus",
    "Pair",
    "Point",
    "cpu_of_all",
    "customers",
    "grown",
    "mail",
    "memory_of_all",
    "paired",
    "person",
    "summary",
    "table_of",
    "waiting_of_all",
    "write_mails",
]

KEY = Secret(b"benchmark of tables" * 2)
PLAN = as_plan({"sender": "PERSON", "mail": "text"}).model_copy(update={"name": "mails"})
SCHEMA = pa.schema([("sender", pa.string()), ("mail", pa.string())])
_PIECE = 1000
_LENGTH = 1700


_GIVEN = (
    "Anna Tom Maria José Li Ahmed Olga Peter Nina Ravi Emma Noah Ivan Chloe Omar Yuki Laura Simon Grace Felix Ruth "
    "Oscar Helen Marco Julia David Sofia Henry Alice Victor Clara Hugo Irene Walter Diana Louis Martha Bruno Judith "
    "Kevin Paula Stefan Rosa Dennis Vera Philip Ines Gordon Ellen Arthur Lena Samuel Carmen Robert Edith Karl Naomi "
    "Frank Sarah George Linda Leon Teresa Adam Monica Eric Rachel Bernard Susan Daniel Agnes Michael Carol Andrew "
    "Gloria Ralph Hannah Steven Miriam Jacob Elsa Patrick Joan Edward Lucy Howard Amy Gerald Flora Roger Iris Albert "
    "Wanda Keith Esther Norman Greta Harold Mabel"
).split()
_FAMILY = (
    "Miller Lee Gonzalez Smith Wei Hassan Petrova Novak Rossi Patel Brown Kim Ivanov Martin Khan Sato Johnson Weber "
    "Schmidt Dubois Moreau Costa Silva Santos Pereira Jensen Larsen Hansen Nielsen Berg Lund Kowalski Nowak Horvat "
    "Nagy Szabo Popescu Ionescu Dimitrov Papadopoulos Yilmaz Demir Kaya Cohen Levi Friedman Katz Goldstein Okafor "
    "Mensah Diallo Mwangi Otieno Ndlovu Botha Nguyen Tran Pham Wang Zhang Chen Liu Yang Huang Tanaka Suzuki Watanabe "
    "Yamamoto Park Choi Jung Singh Sharma Gupta Verma Reddy Iyer Rahman Hossain Ali Hussain Qureshi Garcia Martinez "
    "Lopez Hernandez Perez Sanchez Ramirez Torres Flores Rivera Gomez Diaz Reyes Morales Ortiz Castillo Jimenez Wilson "
    "Anderson Taylor Thomas Moore Jackson White Harris Thompson Robinson Lewis Walker Hall Allen Wright Scott Adams "
    "Baker Nelson Mitchell Campbell Roberts Carter Phillips Evans Turner Parker Collins Edwards Stewart Murphy Cook "
    "Rogers Morgan Cooper Peterson Bailey Reed Kelly Howard Ward Watson Brooks Bennett Hughes Foster Sullivan"
).split()
_CITIES = (
    "Boston Paris Chicago Madrid Berlin Denver Austin Dallas Lyon Milan Oslo Porto Vienna Prague Seattle Toronto "
    "Dublin Glasgow Munich Hamburg Zurich Geneva Lisbon Naples Turin Krakow Warsaw Budapest Athens Helsinki"
).split()
_FIRMS = "Siemens|Acme Logistics|Northwind Traders|Bosch|Fabrikam Ltd|Contoso|Initech|Globex Corporation".split("|")
_ITEMS = (
    "pumps valves brackets filters gaskets labels cartons pallets cables sensors hinges bearings screws panels lamps "
    "chairs desks printers batteries adapters switches handles seals hoses blades motors gears springs clamps tiles"
).split()
_STATES = "missing damaged late complete sealed tested unpaid reserved blocked checked returned counted".split()
_PLACES = "warehouse loading bay|second hall|cold store|front desk|upper shelf|yard|repair shop|archive".split("|")
_SENTENCES = (
    "The {item} for {firm} were {state} when we opened the boxes in the {place}.",
    "{person} asked whether the {item} could leave before {day}.",
    "We counted {few} boxes of {item}, and {count} of them were {state}.",
    "The invoice over ${amount} has not been paid, although the {item} are {state}.",
    "Could you tell me who signed for the {item} at the {place}?",
    "Our driver reached {city} late, since the road was closed for most of the morning.",
    "If nothing else comes in between, the rest will follow with the next truck.",
    "Please note that the {item} have to be kept dry until they are {state}.",
    "The list says {count} {item}, but only {few} stand in the {place}.",
    "Nobody had told us that the {item} and the {other} would come together.",
    "{person} will look at the {other} on {day} and call you about the result.",
    "I have attached the list of {item} that were {state} last week.",
    "As far as we can see, neither the {item} nor the {other} were {state}.",
    "The office in {city} has its own stock of {item}, so we can help from there.",
    "It would be good to know by when you need the {other}.",
    "We would rather wait for the {other} than send everything twice.",
    "The customer complained that the {item} did not fit the {other}.",
    "After that the {place} was empty for {few} days, which has not happened before.",
    "Let me know if the price of {count} dollars for all {item} still holds.",
    "Most of the {item} are fine, and the {state} ones will be replaced without charge.",
    "There was some confusion about the {place}, because both teams use it for {other}.",
    "Once the {other} are {state}, you will get a short message from our system.",
    "To be on the safe side we ordered {few} more {item} than last year.",
    "The report about the {place} is nearly done; only the part about {other} is open.",
)


class _Dice:
    """Choices for one mail, each a function of its number alone."""

    def __init__(self, number: int) -> None:
        self._left = int.from_bytes(hashlib.shake_128(str(number).encode()).digest(256), "little")

    def below(self, bound: int) -> int:
        self._left, drawn = divmod(self._left, bound)
        return drawn

    def of(self, words: Sequence[str]) -> str:
        return words[self.below(len(words))]


def person(number: int) -> str:
    """The sender of a mail."""
    return _name(_Dice(-1 - number))


def _name(dice: _Dice) -> str:
    return f"{dice.of(_GIVEN)} {dice.of(_FAMILY)}"


def mail(number: int) -> str:
    """A mail of about two kilobytes."""
    dice, sender = _Dice(number), person(number)
    sentences: list[str] = []
    length = 0
    while length < _LENGTH:
        sentence = _sentence(dice)
        sentences.append(sentence + ("\n" if len(sentences) % 5 == 4 else ""))
        length += len(sentence) + 1
    given, family = sender.split()
    return (
        f"Dear {dice.of(_GIVEN)},\nthe parcel C-{10_000 + number} left {dice.of(_CITIES)} on {_day(dice)}. "
        f"{' '.join(sentences)}\n"
        f"Please write to {given.lower()}.{family.lower()}{number}@example.com "
        f"or call +1 212 555 0{dice.below(900) + 100}.\n"
        f"{sender}"
    )


def _sentence(dice: _Dice) -> str:
    template = _SENTENCES[dice.below(len(_SENTENCES))]
    return template.format(
        item=dice.of(_ITEMS),
        other=dice.of(_ITEMS),
        state=dice.of(_STATES),
        place=dice.of(_PLACES),
        firm=dice.of(_FIRMS) if "{firm}" in template else "",
        city=dice.of(_CITIES) if "{city}" in template else "",
        person=_name(dice) if "{person}" in template else "",
        day=_day(dice) if "{day}" in template else "",
        amount=f"{dice.below(90_000) + 1000:,}" if "{amount}" in template else "",
        few=dice.below(9) + 2,
        count=dice.below(900) + 20,
    )


def _day(dice: _Dice) -> str:
    return f"{2019 + dice.below(7)}-{dice.below(12) + 1:02}-{dice.below(28) + 1:02}"


def table_of(numbers: range) -> Any:
    """Mails by their numbers, with their senders."""
    return pa.table([[person(at) for at in numbers], [mail(at) for at in numbers]], schema=SCHEMA)


CUSTOMERS: dict[str, Any] = {
    "customer": "identifier",
    "name": "PERSON",
    "partner": "PERSON",
    "city": "LOCATION",
    "birthplace": "LOCATION",
    "age": Column(kind="number", lower=0, upper=120),
    "salary": Column(kind="number", lower=0, upper=500_000, step=100),
    "balance": Column(kind="number", lower=-10_000, upper=100_000, step=100),
    "born": "date",
    "joined": "date",
    **{f"kept_{at}": "keep" for at in range(10)},
}


def customers(numbers: range) -> Any:
    """20 columns with the cardinalities of an export: 256 names, 12 cities, 20,000 days, identifiers without end."""
    at = np.arange(numbers.start, numbers.stop)
    names = pa.array([f"{given} {family}" for given in _GIVEN[:16] for family in _FAMILY[:16]])
    cities = pa.array(_CITIES[:12])
    days = pa.array(np.arange(20_000, dtype=np.int32), pa.int32()).cast(pa.date32())
    columns = {
        "customer": pa.array([f"C-{one}" for one in numbers]),
        "name": names.take(pa.array(at * 7 % len(names))),
        "partner": names.take(pa.array(at * 11 % len(names))),
        "city": cities.take(pa.array(at % len(cities))),
        "birthplace": cities.take(pa.array(at * 5 % len(cities))),
        "age": pa.array(at % 100),
        "salary": pa.array((at * 131 % 400_000).astype(float)),
        "balance": pa.array((at * 17 % 90_000).astype(float)),
        "born": days.take(pa.array(at * 37 % len(days))),
        "joined": days.take(pa.array(at * 41 % len(days))),
        **{f"kept_{one}": pa.array(at * (one + 1) % 1000) for one in range(10)},
    }
    return pa.table(columns)


class Corpus(NamedTuple):
    """What a run is made of.

    Attributes:
        plan: of its table.
        rows: of a piece; two megabytes, as `dp-gateway table sanitize` takes of a large file.
        made: the rows of some numbers.
    """

    plan: Plan
    rows: int
    made: Callable[[range], Any]

    def piece(self, number: int) -> Any:
        """Its rows of one piece."""
        return self.made(range(number * self.rows, (number + 1) * self.rows))


CORPORA = {
    "mails": Corpus(PLAN, _PIECE, table_of),
    "customers": Corpus(as_plan(CUSTOMERS).model_copy(update={"name": "customers"}), 8192, customers),
}


def write_mails(path: Path, count: int) -> None:
    """Mails one after the other; none is kept."""
    with parquet.ParquetWriter(path, SCHEMA) as writer:
        for start in range(0, count, _PIECE):
            writer.write_table(table_of(range(start, min(start + _PIECE, count))))


class Point(NamedTuple):
    """Where a run was when a piece was done; one line of the log.

    Attributes:
        run: how often it was started before.
        pieces, bytes: that are done, of all starts.
        cpu, clock: seconds since this start, in all processes; without those of the generator.
        resident, largest: megabytes of all processes now, and of the largest one.
        peak: the largest that any process was.
        disk: megabytes that are kept to price the run.
    """

    run: int
    pieces: int
    bytes: int
    cpu: float
    clock: float
    resident: float
    largest: float
    peak: float
    disk: float


class _Pieces:
    """The pieces of a run, made as they are asked for."""

    def __init__(self, corpus: Corpus, staging: Staging, pieces: int) -> None:
        self._corpus, self._staging, self._pieces = corpus, staging, pieces
        self.cpu = 0.0
        self.sizes: dict[int, int] = {}

    def jobs(self) -> Iterator[PieceJob]:
        for number in range(self._pieces):
            if self._staging.has(number):
                continue
            began = time.process_time()
            table = self._corpus.piece(number)
            self.sizes[number] = table.nbytes
            job = PieceJob(
                number, self._corpus.plan.name, streamed(table), fragments=False, done=(number + 1) / self._pieces
            )
            self.cpu += time.process_time() - began
            yield job


def grown(corpus: Corpus, log: Path, size: float, *, processes: int = 1, minutes: float = math.inf) -> Iterator[Point]:
    """Sanitize so many bytes, or as many as there is time for; one point for each piece.

    Args:
        corpus: of what.
        log: a file that is gone on with; what has to be kept for the price stands beside it.
        size: bytes.
        processes: how many.
        minutes: after which it is stopped, to be gone on with.
    """
    staging = Staging(log, corpus.plan.name, restart=False)
    before = [Point(**json.loads(line)) for line in log.read_text().splitlines()] if log.exists() else []
    last = before[-1] if before else Point(-1, 0, 0, 0, 0, 0, 0, 0, 0)
    run, done, read, disk = last.run + 1, last.pieces, last.bytes, last.disk
    pieces = math.ceil(size / corpus.piece(0).nbytes)
    made = _Pieces(corpus, staging, pieces)
    work = Work(corpus.plan, load_policy("entities"), KEY, "", staging.folder)
    began, clock, peak = cpu_of_all(), time.perf_counter(), 0.0
    with log.open("a") as file:
        for _ in done_by(processes, work, made.jobs()):
            for number in [one for one in made.sizes if staging.has(one)]:
                part = staging.folder / f"{number:07}.arrow"
                part.unlink()
                done, read = done + 1, read + made.sizes.pop(number)
                disk += part.with_suffix(".npy").stat().st_size / 1e6
            memory = memory_of_all()
            peak = max(peak, *(of_peak for _, of_peak in memory))
            resident = [now for now, _ in memory]
            took = time.perf_counter() - clock
            point = Point(
                run, done, read, cpu_of_all() - began - made.cpu, took, sum(resident), max(resident), peak, disk
            )
            file.write(json.dumps(point._asdict()) + "\n")
            file.flush()
            yield point
            if took > 60 * minutes:
                return


def _processes() -> list[int]:
    """This process and all that came from it."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents.setdefault(int(path.read_text().rsplit(")", 1)[1].split()[1]), []).append(int(path.parent.name))
    found = [os.getpid()]
    for one in found:
        found += parents.get(one, ())
    return found


def cpu_of_all() -> float:
    """Seconds of CPU of this process and of those that came from it and live."""
    told = [text.rsplit(")", 1)[1].split() for text in _told("stat")]
    return sum(int(fields[11]) + int(fields[12]) for fields in told) / os.sysconf("SC_CLK_TCK")


def memory_of_all() -> list[tuple[float, float]]:
    """Megabytes of each of them: now, and at most."""
    return [(_megabytes("VmRSS", text), _megabytes("VmHWM", text)) for text in _told("status")]


def waiting_of_all() -> dict[int, tuple[float, float]]:
    """Of each of them the seconds on a core, and those that it waited for one."""
    found: dict[int, tuple[float, float]] = {}
    for one in _processes():
        with suppress(OSError):
            threads = [path.read_text().split() for path in Path(f"/proc/{one}/task").glob("*/schedstat")]
            # The thread that works: others of a process wait beside it.
            found[one] = max((int(ran) / 1e9, int(waited) / 1e9) for ran, waited, _ in threads)
    return found


def _told(name: str) -> Iterator[str]:
    for one in _processes():
        # One that has just ended tells nothing.
        with suppress(OSError):
            yield Path(f"/proc/{one}/{name}").read_text()


def _megabytes(name: str, text: str) -> float:
    found = re.search(rf"{name}:\s+(\d+)", text)
    return float(found[1]) / 1024 if found else 0.0


def summary(points: Sequence[Point]) -> dict[str, float]:
    """What the points of one start show: whether time is linear, and memory constant."""
    read = np.array([one.bytes for one in points], float)
    cpu, memory = np.array([one.cpu for one in points]), np.array([one.largest for one in points])
    half = len(points) // 2
    slope = np.polyfit(read, cpu, 1)[0]
    rates = [np.polyfit(read[part], cpu[part], 1)[0] for part in (slice(None, half), slice(half, None))]
    settled = slice(len(points) // 10, None)
    return {
        "megabytes": (read[-1] - read[0]) / 1e6,
        "kilobytes a second of CPU": 1 / slope / 1e3,
        "part of the time that a straight line explains": float(np.corrcoef(read, cpu)[0, 1] ** 2),
        "seconds a byte, second half / first half": rates[1] / rates[0],
        "largest process in MB, at most": max(one.peak for one in points),
        "largest process in MB, after a tenth": float(memory[settled][0]),
        "largest process in MB, at the end": float(memory[-1]),
        "growth of the largest process after the first tenth, MB a gigabyte": float(
            np.polyfit(read[settled], memory[settled], 1)[0] * 1e9
        ),
    }


_SLICE, _SLICES = 250, 4
"""Mails that a pair is given at once, and how often."""


class Pair(NamedTuple):
    """An old process and a new one at the same mails, at the same time.

    Attributes:
        megabytes: that the old one had done.
        old, new: seconds of CPU of both.
        memory: the largest that the old one was, in megabytes.
    """

    megabytes: float
    old: float
    new: float
    memory: float


def paired(marks: Sequence[float]) -> Iterator[Pair]:
    """Whether a process takes longer for a mail, the more it has done; a machine that slows down slows both.

    Args:
        marks: megabytes after which the pair is measured, ascending.
    """
    alone = multiprocessing.get_context("spawn")
    at = 0
    done = 0.0
    with ProcessPoolExecutor(1, mp_context=alone) as old:
        for mark in marks:
            while done < mark:
                done += old.submit(_slice, at).result().megabytes
                at += 1
            with ProcessPoolExecutor(1, mp_context=alone) as new:
                # It has opened and drawn everything once, too: of mails that no other process is given.
                new.submit(_slice, at + 10**6).result()
                both = [(old.submit(_slice, at + each), new.submit(_slice, at + each)) for each in range(_SLICES)]
                results = [(one.result(), other.result()) for one, other in both]
            at += _SLICES
            before, done = done, done + sum(one.megabytes for one, _ in results)
            taken = [sum(one.cpu for one in of_one) for of_one in zip(*results, strict=True)]
            yield Pair(before, taken[0], taken[1], results[-1][0].memory)


class _Slice(NamedTuple):
    megabytes: float
    cpu: float
    memory: float


@cache
def _sanitizer() -> TableSanitizer:
    import_module("threadpoolctl").threadpool_limits(1)
    return TableSanitizer(PLAN, "entities", key=KEY)


def _slice(number: int) -> _Slice:
    """Sanitize some mails in this process."""
    table, owner = table_of(range(number * _SLICE, (number + 1) * _SLICE)), _sanitizer()
    began = time.process_time()
    owner.sanitize(table)
    took = time.process_time() - began
    return _Slice(table.nbytes / 1e6, took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def main() -> None:
    told = (__doc__ or "").splitlines()[0]
    asked = argparse.ArgumentParser(prog="python -m benchmarks.mails", description=told)
    asked.add_argument("--gigabytes", type=float, default=10)
    asked.add_argument("--processes", type=int, default=1)
    asked.add_argument("--minutes", type=float, default=math.inf, help="stop then; the same command goes on")
    asked.add_argument("--log", type=Path, default=Path("mails.jsonl"))
    asked.add_argument("--of", choices=CORPORA, default="mails")
    asked.add_argument("--paired", type=float, nargs="+", metavar="MEGABYTES", help="see above")
    given = asked.parse_args()
    if given.paired:
        for pair in paired(given.paired):
            told = f"{pair.megabytes:.1f} MB: old {pair.old:.2f} s, new {pair.new:.2f} s, {pair.old / pair.new:.3f}"
            print(f"{told}; {pair.memory:.0f} MB of memory", flush=True)
        return
    corpus, points = CORPORA[given.of], list[Point]()
    for point in grown(corpus, given.log, given.gigabytes * 1e9, processes=given.processes, minutes=given.minutes):
        points.append(point)
        print(f"\r{point.bytes / 1e9:.3f} GB, {point.largest:.0f} MB", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if len(points) > 3:
        for name, value in summary(points).items():
            print(f"{name}: {value:,.4g}")
    staging = Staging(given.log, given.of, restart=False)
    whole = next(number for number in itertools.count() if not staging.has(number))
    began = time.process_time()
    report = TableReport.of(
        corpus.plan, load_policy("entities"), different(staging.units(whole)), staging.counts(whole)
    )
    took = time.process_time() - began
    print(f"price of {whole * corpus.rows:,} {given.of}: {report.price.text}; {took:.1f} s of CPU")
    print(f"of one row: {report.row}")
    print(f"largest this process was: {memory_of_all()[0][1]:,.0f} MB")


if __name__ == "__main__":
    main()
