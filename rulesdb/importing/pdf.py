"""The text of a PDF, read in a process of its own with limits of time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec

from rulesdb.errors import UnreadableDocument
from rulesdb.importing import limits

#: a PDF may have other bytes in front of its header
_HEADER_WITHIN = 1024
_PROCESS = Path(__file__).with_name("pdf_process.py")


class _Found(msgspec.Struct):
    """What the process says: pages, or why there are none."""

    pages: list[list[str]] = []
    refused: str | None = None


def is_pdf(content: bytes) -> bool:
    """Whether the bytes are those of a PDF."""
    return b"%PDF-" in content[:_HEADER_WITHIN]


def pdf_pages(content: bytes, name: str) -> list[list[str]]:
    """The lines of each page.

    Raises `UnreadableDocument`: the PDF is damaged, encrypted, without text, or past a limit
    (`PDF_PAGES`, `PDF_STREAM_BYTES`, `PDF_MEMORY_BYTES`, `PDF_SECONDS`, `TEXT_CHARACTERS`).
    """
    bounds = {
        "pages": limits.PDF_PAGES,
        "stream": limits.PDF_STREAM_BYTES,
        "memory": limits.PDF_MEMORY_BYTES,
        "seconds": limits.PDF_SECONDS,
        "characters": limits.TEXT_CHARACTERS,
    }
    try:
        # -P: the folder of the script is not searched for modules
        process = subprocess.run(
            [sys.executable, "-P", str(_PROCESS), json.dumps(bounds)],
            input=content,
            capture_output=True,
            timeout=limits.PDF_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UnreadableDocument(
            name, f"reading it takes longer than the limit PDF_SECONDS ({limits.PDF_SECONDS})"
        ) from None
    try:
        found = msgspec.json.decode(process.stdout, type=_Found)
    except msgspec.DecodeError:
        raise UnreadableDocument(
            name,
            "reading the PDF broke off: it is damaged, or reading it takes more than the limit "
            f"PDF_MEMORY_BYTES ({limits.PDF_MEMORY_BYTES:,}) "
            f"or PDF_SECONDS ({limits.PDF_SECONDS})",
        ) from None
    if found.refused is not None:
        raise UnreadableDocument(name, found.refused)
    if not any(line.strip() for page in found.pages for line in page):
        raise UnreadableDocument(name, "the PDF has no text, only pictures of it")
    return found.pages
