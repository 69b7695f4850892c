"""Arrow columns as plain values and back; errors name columns by number and show no value. All that reads, writes or
fills tables goes through it.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.extras import missing

try:
    # Arrow's stubs know no types, so these names have none.
    pa: Any = import_module("pyarrow")
    pc: Any = import_module("pyarrow.compute")
    arrow_csv: Any = import_module("pyarrow.csv")
    parquet: Any = import_module("pyarrow.parquet")
except ModuleNotFoundError as error:
    raise missing(error.name) or error from None


def is_text(kind: Any) -> bool:
    """Return whether a type holds strings."""
    types: Any = pa.types
    if types.is_dictionary(kind):
        return is_text(kind.value_type)
    return types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)


def plain(column: Any) -> Any:
    """Return a column without chunks, dictionary and views: what no row holds is gone."""
    types: Any = pa.types
    array: Any = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    if types.is_dictionary(array.type):
        array = array.dictionary_decode()
    return array.cast(pa.string()) if types.is_string_view(array.type) else array


def compacted(column: Any) -> Any:
    """Return a column that is kept, with nothing behind it that no row holds."""
    types: Any = pa.types
    array = plain(column)
    taken = array.take(pa.array(np.arange(len(array))))
    return taken.dictionary_encode() if types.is_dictionary(column.type) else taken


class Cells:
    """A column of strings by its different values. `values`: the different ones, neither null nor empty. `places`:
    (rows,) for each row the number of its value; -1 for null, -2 for empty.
    """

    def __init__(self, column: Any, number: int) -> None:
        self.type = column.type
        encoded: Any = pc.dictionary_encode(plain(column))
        lengths: Any = pc.binary_length(encoded.dictionary)
        kept = np.asarray(lengths.to_numpy(zero_copy_only=False), np.int64) > 0
        try:
            self.values: list[str] = encoded.dictionary.filter(pa.array(kept)).to_pylist()
        except UnicodeDecodeError:
            raise InputError(f"column {number} is not UTF-8 text", hint="convert it first") from None
        codes = np.asarray(encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False), np.int64)
        # The last one stands for null.
        new = np.append(np.where(kept, np.cumsum(kept) - 1, -2), -1)
        self.places = new[codes]

    def filled(self, of_values: Any) -> Any:
        """Return the column with something else for each value: a sequence of strings and None, or an Arrow array of
        them.
        """
        given: Any = of_values if isinstance(of_values, pa.Array) else pa.array(of_values, self._text_type)
        table = pa.concat_arrays([given.cast(self._text_type), pa.array(["", None], self._text_type)])
        last = len(given)
        places = np.where(self.places >= 0, self.places, np.where(self.places == -1, last + 1, last))
        if pa.types.is_dictionary(self.type):
            return table.take(pa.array(places)).dictionary_encode()
        return table.take(pa.array(places))

    @property
    def _text_type(self) -> Any:
        inner = self.type.value_type if pa.types.is_dictionary(self.type) else self.type
        return pa.large_string() if pa.types.is_large_string(inner) else pa.string()


def hexadecimal(digests: Sequence[bytes]) -> Any:
    """Write hashes, at least one and all of one length, as strings."""
    text = b"".join(digests).hex().encode()
    ends = np.arange(len(digests) + 1, dtype=np.int32) * (2 * len(digests[0]))
    return pa.StringArray.from_buffers(len(digests), pa.py_buffer(ends), pa.py_buffer(text))


def as_text_array(values: Sequence[str | None], kind: Any) -> Any:
    """Make a column of strings of the type of the one that it stands for."""
    array = pa.array(values, pa.large_string() if pa.types.is_large_string(kind) else pa.string())
    return array.dictionary_encode() if pa.types.is_dictionary(kind) else array


def refused_type(number: int, kind: str, takes: str) -> ConfigurationError:
    """Make the error of a column whose type does not suit its kind; types of nested columns hold names, and are not
    said.
    """
    return ConfigurationError(
        f"column {number}: a column of the kind {kind} takes {takes}",
        hint="choose another kind for it, or cast it first",
    )
