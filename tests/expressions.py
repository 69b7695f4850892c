"""Every compiled expression of the product, and texts that it may take long to read.

`tests/test_stalled_expressions.py` runs each expression on the texts that its own parse tree suggests: what leads to a repetition, then
what it repeats, then a character at which it fails; and beginnings again and again, of which each reads to the end. A reader of
the tree is the only way to such texts, and the standard library keeps its own under `re._parser`, which no product code touches.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import math
import pkgutil
import random
import re
import sys
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from re import _constants as sre  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType]
from re import _parser as parser  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType]
from typing import Any, NamedTuple

from dp_gateway.detection.detection import default_detection
from dp_gateway.errors import GatewayError
from dp_gateway.patterns.rules import Expression as Lazy
from tests.families import EXPONENT, CutOff, Family, Slow, at_most, slow_families
from tests.languages.test_passages import TEXTS

PACKAGES = "dp_gateway", "dp_gateway_openai", "dp_gateway_langchain", "dp_gateway_litellm", "dp_gateway_ray"
_ROOT = Path(__file__).parents[1]

_SETS = frozenset({sre.IN, sre.NOT_LITERAL, sre.ANY})
_REPEATS = frozenset({sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT})
_CONTAINERS = (dict, list, tuple, set, frozenset, types.MappingProxyType, types.CellType, types.MethodType)
_CALLED = (
    functools.partial,
    functools._lru_cache_wrapper,
    functools.cached_property,
    property,
    staticmethod,
    classmethod,
)
_WORD = re.compile(r"\w")
_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    sre.CATEGORY_DIGIT: str.isdecimal,
    sre.CATEGORY_SPACE: str.isspace,
    sre.CATEGORY_WORD: lambda one: _WORD.match(one) is not None,
    sre.CATEGORY_NOT_DIGIT: lambda one: not one.isdecimal(),
    sre.CATEGORY_NOT_SPACE: lambda one: not one.isspace(),
    sre.CATEGORY_NOT_WORD: lambda one: _WORD.match(one) is None,
}
_COMMON = "aA0 -.,;:'\"\n_/@()[]{}<>=|&#$%+*\\!?bB19qQ7\téßЖ漢\u00a0\0~"
_LONG = 24
"""Repetitions above this are attacked."""
_MOST_ATOMS = 20
_BIG = 5_000


class Expression(NamedTuple):
    """A compiled expression of the product.

    Attributes:
        where: the module, or the module and the line.
        pattern: the expression.
        searched: somebody looks for it from every position of a text; else it is matched from one on.
    """

    where: str
    pattern: re.Pattern[Any]
    searched: bool

    def run(self, text: str) -> None:
        """Look for it in a text as the product does."""
        subject = text.encode("utf-8", "replace") if isinstance(self.pattern.pattern, bytes) else text
        if self.searched:
            for _ in self.pattern.finditer(subject):
                pass
        else:
            self.pattern.match(subject)
            self.pattern.fullmatch(subject)


@functools.cache
def expressions() -> tuple[Expression, ...]:
    """Every expression that a module of the product holds: by a name, in a container, an attribute, a closure or a cache, or as
    the text of a call.
    """
    for package in PACKAGES:
        try:
            module = importlib.import_module(package)
        except GatewayError:  # The package that it is for is not installed.
            continue
        for one in pkgutil.walk_packages(module.__path__, package + "."):
            if not one.name.endswith("__main__"):
                importlib.import_module(one.name)
    found: dict[tuple[str | bytes, int], Expression] = {}

    def add(where: str, pattern: re.Pattern[Any], searched: bool) -> None:
        key = pattern.pattern, pattern.flags
        known = found.get(key)
        found[key] = Expression(
            known.where if known else where, pattern, searched or (known is not None and known.searched)
        )

    # Expressions of languages are compiled when a text is in them.
    default_detection().detect(list(TEXTS.values()))
    anchored, literal = _uses()
    for where, pattern, searched in literal:
        add(where, pattern, searched)
    modules = {name: module for name, module in sys.modules.items() if name.partition(".")[0] in PACKAGES}
    seen: set[int] = set()
    for name, module in modules.items():
        for held, value in vars(module).items():
            if isinstance(value, re.Pattern):
                add(name, value, (name, held) not in anchored)
            else:
                for pattern in _within(value, seen):
                    add(name, pattern, True)
    return tuple(found.values())


def _within(value: object, seen: set[int]) -> Iterator[re.Pattern[Any]]:
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, re.Pattern):
            yield one
        elif id(one) not in seen and _is_looked_into(one):
            seen.add(id(one))
            if isinstance(one, Lazy):
                one.finditer("")
            left += gc.get_referents(one)
            if isinstance(one, types.FunctionType):
                # Its globals are a module's, where each name is met by itself.
                left = [each for each in left if each is not one.__globals__]


def _is_looked_into(one: object) -> bool:
    if isinstance(one, _CONTAINERS):
        return not hasattr(one, "__len__") or len(one) < _BIG  # pyright: ignore[reportArgumentType]
    if isinstance(one, types.ModuleType):
        return False
    holder = one if isinstance(one, type | types.FunctionType) else type(one)
    return isinstance(one, _CALLED) or (holder.__module__ or "").partition(".")[0] in PACKAGES


_METHODS = frozenset("match fullmatch search split sub subn findall finditer".split())
_ANCHORED = frozenset({"match", "fullmatch"})
_FROM_TO = 3


def _uses() -> tuple[set[tuple[str, str]], list[tuple[str, re.Pattern[Any], bool]]]:
    """The names of expressions that are matched from one position on alone, and the expressions that stand in calls."""
    anchored, searched = set[tuple[str, str]](), set[tuple[str, str]]()
    literal: list[tuple[str, re.Pattern[Any], bool]] = []
    for file in sorted(path for folder in ("dp_gateway", "integrations") for path in (_ROOT / folder).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        name = (
            ".".join(file.relative_to(_ROOT).with_suffix("").parts)
            .removesuffix(".__init__")
            .removeprefix("integrations.")
        )
        sources = {
            alias.asname or alias.name: (str(node.module), alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        by_match: set[int] = set()
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name("re"), attr=method), args=[ast.Constant(value=text), *_]
                ) if method in _METHODS and isinstance(text, str | bytes):
                    literal.append((f"{name}:{node.lineno}", re.compile(text), method not in _ANCHORED))
                # With a position alone, somebody may come again and again.
                case ast.Call(func=ast.Attribute(value=ast.Name() as held, attr=method), args=given) if (
                    method in _ANCHORED and len(given) in (1, _FROM_TO)
                ):
                    by_match.add(id(held))
                case _:
                    pass
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                (anchored if id(node) in by_match else searched).add(sources.get(node.id, (name, node.id)))
    return anchored - searched, literal


class _Tree:
    """The parse tree of an expression: its repetitions, and the characters that it tells apart."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        text, flags = pattern.pattern, pattern.flags
        if isinstance(text, bytes):
            text = text.decode("latin-1")
        self._fold = bool(flags & re.IGNORECASE)
        self._sets: dict[str, tuple[Any, Any]] = {}
        self._literals: set[str] = set()
        self.repeats: list[tuple[int, ...]] = []
        """The way to each long repetition: the subtrees that have to be entered."""
        self._root = parser.parse(text, flags & ~re.DEBUG)
        self._walk(self._root, ())
        named = {one for op, of in self._sets.values() for one in _edges(op, of)}
        signs = {one for one in self._literals if not one.isalnum()}
        least = 0x80 if isinstance(pattern.pattern, bytes) else 0x110000
        told_apart: dict[tuple[Any, ...], str] = {}
        # What stands in no word of the expression comes first: a character at which it fails.
        common = sorted(_COMMON, key=lambda one: one in self._literals)
        for one in dict.fromkeys((*common, *sorted(signs), *sorted(named))):
            if ord(one) < least:
                sign = one if one in signs else ""
                told_apart.setdefault((*(self._holds(op, of, one) for op, of in self._sets.values()), sign), one)
        self.atoms = list(told_apart.values())[:_MOST_ATOMS]
        """A character of each kind that the expression tells apart."""
        whole = [*told_apart.values(), *_COMMON, *named]
        self._members = {
            key: [one for one in told_apart.values() if self._holds(op, of, one)]
            or [one for one in whole if self._holds(op, of, one)]
            for key, (op, of) in self._sets.items()
        }

    def _holds(self, op: Any, of: Any, one: str) -> bool:
        ways = {one, one.lower(), one.upper()} if self._fold else {one}
        return any(_holds(op, of, way) for way in ways if len(way) == 1)

    def _walk(self, tree: Any, path: tuple[int, ...]) -> None:
        for op, of in tree:
            if op in _SETS:
                self._sets.setdefault(repr((op, of)), (op, of))
            elif op is sre.LITERAL:
                self._literals.add(chr(of))
            for inner in _inner(op, of):
                if op in _REPEATS and of[1] >= _LONG:
                    self.repeats.append((*path, id(inner)))
                self._walk(inner, (*path, id(inner)))

    def sample(self, path: tuple[int, ...], chance: random.Random) -> tuple[str, int, int]:
        """A text that the expression may match, and where what the last repetition of the path repeats begins and ends."""
        out: list[str] = []
        marks: dict[int, tuple[int, int]] = {}
        self._write(self._root, path, chance, out, marks, {})
        start, end = marks.get(path[-1], (0, len(out))) if path else (0, len(out))
        return "".join(out), start, end

    def _write(
        self,
        tree: Any,
        path: tuple[int, ...],
        chance: random.Random,
        out: list[str],
        marks: dict[int, tuple[int, int]],
        groups: dict[int, str],
    ) -> None:
        for at, (op, of) in enumerate(tree):
            inner, begin = _inner(op, of), len(out)
            chosen = [one for one in inner if id(one) in path]
            if op is sre.LITERAL:
                out.append(chr(of))
            elif op in _SETS:
                out += chance.choice(self._members[repr((op, of))] or ["\ufffd"])
            elif op in _REPEATS:
                for _ in range(max(of[0], 1) if chosen else of[0] + (of[1] > of[0] and chance.random() < 0.5)):
                    self._write(of[2], path, chance, out, marks, groups)
                marks[id(of[2])] = begin, len(out)
            elif op in (sre.ASSERT, sre.ASSERT_NOT):
                # What it looks at is written where nothing else is.
                if chosen or (op is sre.ASSERT and (at == len(tree) - 1 if of[0] > 0 else not out)):
                    self._write(of[1], path, chance, out, marks, groups)
            elif op is sre.GROUPREF:
                out += groups.get(of, "")
            elif inner:
                self._write(chosen[0] if chosen else chance.choice(inner), path, chance, out, marks, groups)
                if op is sre.SUBPATTERN and of[0] is not None:
                    groups[of[0]] = "".join(out[begin:])


def _inner(op: Any, of: Any) -> list[Any]:
    """The subtrees of a node."""
    if op in _REPEATS:
        return [of[2]]
    if op is sre.BRANCH:
        return list(of[1])
    if op is sre.SUBPATTERN:
        return [of[-1]]
    if op is sre.ATOMIC_GROUP:
        return [of]
    if op in (sre.ASSERT, sre.ASSERT_NOT):
        return [of[1]]
    return [one for one in of[1:] if one is not None] if op is sre.GROUPREF_EXISTS else []


def _holds(op: Any, of: Any, one: str) -> bool:
    if op is sre.IN:
        return (of[0][0] is sre.NEGATE) != any(
            _holds(each[0], each[1], one) for each in of if each[0] is not sre.NEGATE
        )
    if op is sre.RANGE:
        return of[0] <= ord(one) <= of[1]
    if op is sre.CATEGORY:
        return _CATEGORIES[of](one)
    return one != "\n" if op is sre.ANY else (ord(one) == of) != (op is sre.NOT_LITERAL)


def _edges(op: Any, of: Any) -> Iterator[str]:
    """Characters at which a set begins and ends, and those beside them."""
    for kind, value in of if op is sre.IN else [(sre.LITERAL, of)] if op is sre.NOT_LITERAL else []:
        if kind is sre.LITERAL:
            yield chr(value)
        elif kind is sre.RANGE:
            yield from (chr(one) for one in (value[0], value[1], max(value[0] - 1, 0), min(value[1] + 1, 0x10FFFF)))


def attacks(pattern: re.Pattern[Any]) -> Iterator[Family]:
    """Texts that grow, derived from the parse tree of an expression."""
    tree, chance, seen = _Tree(pattern), random.Random(1), set[Family]()

    def once(piece: str, before: str = "", after: str = "") -> Iterator[Family]:
        family = Family(repr((before, piece, after)), piece, before, after)
        if piece and family not in seen:
            seen.add(family)
            yield family

    def matches(text: str) -> bool:
        return pattern.search(text.encode() if isinstance(pattern.pattern, bytes) else text) is not None

    for piece in tree.atoms:
        yield from once(piece)
    for path in (), *tree.repeats:
        samples = sorted({tree.sample(path, chance) for _ in range(6)}, key=lambda one: (not matches(one[0]), one))
        for text, start, end in samples[:2]:
            # Beginnings, of which each reads to the end, whole and cut off.
            for piece in (text, text[:end], text[:start] + text[start:end][:1]):
                yield from once(piece)
        if path:
            text, start, end = samples[0]
            pumps = dict.fromkeys([*(one[0][one[1] : one[2]] for one in samples), *tree.atoms])
            for pump in pumps:
                for after in (text[end : end + 40], *tree.atoms):
                    yield from once(pump, text[:start], after)


_AGAIN = 4
_CEILING = 5.0
"""Milliseconds for 1,000 characters of one expression."""
_STALLED = 0.25
"""Seconds of the processor for 1,000 characters, several times what time that grows with the square of the length comes to."""


def stalling(expression: Expression, most: int) -> Family | None:
    """A family of which 1,000 characters stall an expression: its time grows with the third power of the length, or worse."""
    for family in _some(expression, most):
        try:
            with at_most(_STALLED):
                expression.run(family.text(1_000))
        except CutOff:
            return family
    return None


def slow(expression: Expression, most: int = 10**9) -> Slow | None:
    """The first text on which an expression is not linear, or takes too long; None if there is none among that many families.

    A glance by the clock, which a busy machine only makes longer, chooses the texts that are measured.
    """
    for family in _some(expression, most):
        # Of beginnings only the length of the piece says how many there are.
        size, quick = (4_000, 30e-9) if not family.before + family.after and len(family.piece) > 1 else (1_000, 250e-9)
        short = _glance(expression, family, size, quick)
        if short < quick:
            continue
        long = _glance(expression, family, _AGAIN * size, quick)
        if (long > _AGAIN ** (EXPONENT - 1) * short or long > _CEILING * 1e-6) and (
            found := slow_families(expression.run, [family], sizes=(size, _AGAIN**2 * size), per_kb=_CEILING)
        ):
            return found[0]
    return None


def _some(expression: Expression, most: int) -> list[Family]:
    families = list(attacks(expression.pattern))
    return families if len(families) <= most else random.Random(1).sample(families, most)


def _glance(expression: Expression, family: Family, characters: int, quick: float) -> float:
    """Seconds a character; infinite where it is cut off."""
    text, least = family.text(characters), math.inf
    for _ in range(2):
        began = time.thread_time()
        try:
            with at_most(0.05):
                expression.run(text)
        except CutOff:
            continue
        least = min(least, (time.thread_time() - began) / len(text))
        if least < quick:
            break
    return least
