"""The one rule of every command that writes a file: what is there is not replaced without --force.

The commands check it before anything takes time. A file is written under another name and renamed when it is whole, so
that a full disk leaves neither half a file nor the loss of the one before.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import click

from dp_gateway.errors import InputError, OutputExists

_Command = TypeVar("_Command", bound=Callable[..., Any])


def force_option(command: _Command) -> _Command:
    """Add the option --force to a command."""
    return click.option("--force", is_flag=True, help="Replace an output that is there already.")(command)


def check_output(path: Path, *, force: bool) -> None:
    """Check, before anything takes time, that a file may be written. Raises OutputExists where it is there already, and
    `force` is not set. Raises InputError where it cannot be written.
    """
    if not force and os.path.lexists(path):
        raise OutputExists(path)
    with written_file(path, keep=False):
        pass


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FORBIDDEN = (errno.EROFS, errno.EACCES, errno.EPERM)


@contextmanager
def writing(path: Path, further: str = "") -> Generator[None]:
    """Tell of a full or read-only disk inside the block as that of an output. `further`: what the same command does
    when there is room. Raises InputError where the disk is full, or may not be written to.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in (*_NO_ROOM, *_FORBIDDEN):
            raise
        hint = "make room on the disk (df -h)" if error.errno in _NO_ROOM else "check who may write there (ls -ld)"
        raise InputError(
            f"{path} cannot be written: {os.strerror(error.errno)}",
            hint=f"{hint}{further}, or name an output on another one",
        ) from None


@contextmanager
def written_file(path: Path, *, mode: int = 0o666, keep: bool = True) -> Generator[BinaryIO]:
    """Open a file that takes its name when the block ends well. `mode`: who may read it, less the umask. `keep`: False
    only tries whether it can be written. Raises InputError where it cannot be written.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        if path.is_dir():
            raise InputError(f"{path} is a folder", hint="name a file in it")
        # A partial file that somebody else put there is not followed.
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if keep:
            partial.replace(path)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror}",
            hint="name a file in a folder that you may write to, on a disk with room (df -h)",
        ) from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def write_file(path: Path, text: str) -> None:
    """Write a text as a whole or not at all. Raises InputError where it cannot be written."""
    with written_file(path) as file:
        file.write(text.encode())
