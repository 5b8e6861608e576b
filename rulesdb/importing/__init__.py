"""Reading a user's own copy of the official rules into the user's data directory.

    >>> report = import_document(content, "core-rules.pdf")      # doctest: +SKIP
    >>> report.edition, report.matches, report.differs           # doctest: +SKIP
    ('core-1.4', 2381, ())

A copy may be JSON (`rulesdb.importing.jsondocument`), or a text file, a saved web page or a PDF, in
any of the layouts of `rulesdb.importing.layouts`, one behind the other if there are several in a
file, with or without the marks of Markdown, and a part of the document as well as the whole. Each
rule in it is normalised (`rulesdb.wording`) and compared with the hash that the package has; the
edition is the one that the file agrees with best. What is read is bounded by
`rulesdb.importing.limits`.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from rulesdb import wordings
from rulesdb.editions import held_edition
from rulesdb.errors import UnreadableDocument
from rulesdb.importing import limits
from rulesdb.importing.checking import check
from rulesdb.importing.known import all_known
from rulesdb.importing.reading import read_document
from rulesdb.importing.report import Report, reported

__all__ = ["Report", "content_of", "import_document"]


def content_of(file: Path | BinaryIO, name: str) -> bytes:
    """The bytes of a file, or of an open one, never more than the limit FILE_BYTES.

    Raises `UnreadableDocument`: it is missing, a directory or no regular file, not to be read, or
    too large.
    """
    try:
        if isinstance(file, Path):
            if file.is_dir():
                raise UnreadableDocument(name, "is a directory; give one file at a time")
            with open(file, "rb", opener=_without_waiting) as opened:
                if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
                    raise UnreadableDocument(
                        name, "is not a regular file; pipe it, and give - for standard input"
                    )
                content = opened.read(limits.FILE_BYTES + 1)
        else:
            content = file.read(limits.FILE_BYTES + 1)
    except OSError as error:
        raise UnreadableDocument(name, (error.strerror or str(error)).lower()) from error
    if len(content) > limits.FILE_BYTES:
        raise UnreadableDocument(
            name, f"the file is larger than the limit FILE_BYTES ({limits.FILE_BYTES:,})"
        )
    return content


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe into which nobody writes is opened, too, instead of waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def import_document(
    content: bytes, name: str, *, edition: str | None = None, dry_run: bool = False
) -> Report:
    """Read a copy of the rules, check it and put it into the user's data directory.

    `name` is what messages call the file; `edition` is the edition that it is of, where that
    should not be found out; `dry_run` stores nothing.

    Raises `UnreadableDocument`, `UnrecognisedDocument`, `UnknownEdition`, `EditionNotHeld`,
    `DamagedStore`, `NoDataDirectory`, and `OSError` where the data directory can't be written.
    """
    chosen = held_edition(edition).name if edition is not None else None
    known = all_known()
    document = read_document(content, name)
    checked = check(document, known, chosen)
    if dry_run:
        held = len(wordings.stored_wordings(checked.edition))
    else:
        held = wordings.add(checked.edition, checked.rules)
    store = str(wordings.store_file(checked.edition))
    return reported(document, checked, known, stored=not dry_run, store=store, held=held)
