"""Run in a process of its own by `rulesdb.importing.pdf`: the lines of a PDF's pages.

A PDF is a program more than a text, and a hostile one can take any amount of time and memory; so
it is read where both are limited and nothing else is lost. The PDF comes on standard input, the
limits as JSON in the first argument, and what is found goes to standard output as JSON:
`{"pages": [[line, ...], ...]}` or `{"refused": reason}`. Nothing but the standard library and
pypdf is imported, so that this file runs by its path.
"""

from __future__ import annotations

import io
import json
import logging
import sys
import warnings
from typing import Any

#: what the parent gives as limits: see `rulesdb.importing.limits`
Limits = dict[str, int]


def limit_this_process(limits: Limits) -> None:
    """Limit memory and processor time, where the system knows how."""
    try:
        import resource
    except ImportError:  # Windows
        return
    wanted = (("RLIMIT_AS", limits["memory"]), ("RLIMIT_CPU", limits["seconds"]))
    for name, amount in wanted:
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        _, most = resource.getrlimit(kind)
        if most != resource.RLIM_INFINITY:
            amount = min(amount, most)
        try:
            resource.setrlimit(kind, (amount, most))
        except (OSError, ValueError):
            continue  # macOS refuses a limit of memory


def pages_of(content: bytes, limits: Limits) -> dict[str, Any]:
    """What goes to standard output."""
    import pypdf
    from pypdf import errors

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    pypdf.overwrite_configuration(
        zlib_maximum_output_length=limits["stream"],
        lzw_maximum_output_length=limits["stream"],
        run_length_maximum_output_length=limits["stream"],
        array_based_stream_maximum_output_length=limits["stream"],
    )
    try:
        reader = pypdf.PdfReader(io.BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            return {"refused": "the PDF asks for a password; save a copy without one"}
        count = len(reader.pages)
        if count > limits["pages"]:
            return {
                "refused": f"{count} pages are more than the limit PDF_PAGES ({limits['pages']})"
            }
        pages: list[list[str]] = []
        characters = 0
        for page in reader.pages:
            text = page.extract_text()
            characters += len(text)
            if characters > limits["characters"]:
                most = limits["characters"]
                return {"refused": f"its text is longer than the limit TEXT_CHARACTERS ({most:,})"}
            # half a surrogate pair can't be passed on
            pages.append(text.encode("utf-8", errors="replace").decode("utf-8").splitlines())
        return {"pages": pages}
    except errors.LimitReachedError:
        most = limits["stream"]
        return {
            "refused": f"a part of it unpacks to more than the limit PDF_STREAM_BYTES ({most:,})"
        }
    except errors.DependencyError:
        return {"refused": "the PDF is encrypted; save a copy without that"}
    except MemoryError:
        most = limits["memory"]
        return {"refused": f"reading it takes more than the limit PDF_MEMORY_BYTES ({most:,})"}
    except RecursionError:
        return {"refused": "the PDF is nested too deeply"}
    except Exception as error:
        # whatever is wrong with the file, pypdf may trip over it anywhere
        return {"refused": f"the PDF is damaged ({type(error).__name__}: {str(error)[:200]})"}


def main() -> None:
    """Read standard input, write standard output."""
    warnings.simplefilter("ignore")
    limits: Limits = json.loads(sys.argv[1])
    limit_this_process(limits)
    found = pages_of(sys.stdin.buffer.read(), limits)
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
