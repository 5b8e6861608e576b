"""How much of a file the import takes on. Past a limit the file is refused, naming the limit.

The official document of the newest edition is about 330,000 characters in 5,000 lines; each limit
leaves it room for many times as much.
"""

from __future__ import annotations

#: bytes of the file
FILE_BYTES = 32 * 1024 * 1024
#: characters of its text
TEXT_CHARACTERS = 4_000_000
#: characters of one line
LINE_CHARACTERS = 20_000
#: lines
LINES = 200_000
#: characters that are taken for one rule with what follows it; the rest is left aside
RULE_CHARACTERS = 20_000
#: rules
RULES = 20_000
#: characters of a wording that is mended where it is not known as it stands; a longer one is not
REPAIRED_CHARACTERS = 4_000
#: characters that are compared with the known rules, all attempts taken together
COMPARED_CHARACTERS = 30_000_000

#: pages of a PDF
PDF_PAGES = 1_000
#: bytes that one compressed stream of a PDF may become
PDF_STREAM_BYTES = 16 * 1024 * 1024
#: bytes of memory that reading a PDF may take (where the system can limit it)
PDF_MEMORY_BYTES = 1024 * 1024 * 1024
#: seconds that reading a PDF may take
PDF_SECONDS = 60
