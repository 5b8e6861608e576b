"""From the bytes of a file to its text: which encoding, and whether it is text at all."""

from __future__ import annotations

import codecs
import re

from rulesdb.errors import UnreadableDocument

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_FORMATS = (
    (b"PK\x03\x04", "an archive or an office document; export it as PDF or as plain text"),
    (b"\xd0\xcf\x11\xe0", "an office document; export it as PDF or as plain text"),
    (b"\x1f\x8b", "compressed; unpack it first"),
    (b"\x89PNG", "a picture; the import reads text"),
    (b"\xff\xd8\xff", "a picture; the import reads text"),
    (b"{\\rtf", "rich text; export it as PDF or as plain text"),
)
#: characters that no text has
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def decoded(content: bytes, name: str) -> tuple[str, str]:
    """The text of a file, and the name of its encoding.

    A mark at the beginning says the encoding; without one it is UTF-8, or windows-1252 where the
    bytes are not UTF-8. Raises `UnreadableDocument`: it is of another format, binary, or not of
    the encoding that its mark says.
    """
    for beginning, what in _FORMATS:
        if content.startswith(beginning):
            raise UnreadableDocument(name, f"this is {what}")
    text, encoding = _decoded(content, name)
    if not text.strip():
        raise UnreadableDocument(name, "the file is empty")
    found = CONTROL.search(text)
    if found:
        raise UnreadableDocument(
            name,
            f"this is no text: it has the control character {ord(found[0]):#04x} "
            f"(read as {encoding}); a text file is expected in UTF-8",
        )
    return text, encoding


def _decoded(content: bytes, name: str) -> tuple[str, str]:
    for mark, codec, encoding in _MARKS:
        if content.startswith(mark):
            try:
                return content.decode(codec), encoding
            except UnicodeDecodeError as error:
                raise UnreadableDocument(
                    name, f"begins as {encoding} but is not: {error.reason} at byte {error.start}"
                ) from error
    if b"\x00" in content[:4096]:
        raise UnreadableDocument(
            name,
            "this is no text: it has null bytes; UTF-16 is read only with its byte order mark, "
            "so save the file as UTF-8",
        )
    try:
        return content.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError as error:
        try:
            return content.decode("cp1252"), "windows-1252"
        except UnicodeDecodeError:
            raise UnreadableDocument(
                name,
                f"neither UTF-8 ({error.reason} at byte {error.start}) nor windows-1252; "
                "save it as UTF-8",
            ) from error
