"""Named limits. Going over one is a clear error that says its name."""

#: bytes of a request body
REQUEST_BYTES = 1_000_000
#: nesting of a document
NESTING = 40
#: objects and cards on one board
OBJECTS = 2_000
#: faults of a document that are listed
FAULTS = 200
#: the largest number of anything on a board
NUMBER = 10_000
#: items on the chain
CHAIN_ITEMS = 200
#: answers given with one action
ANSWERS = 2_000
#: events of one action
ENGINE_STEPS = 10_000
#: nodes of one trace
TRACE_NODES = 20_000
#: steps of one search for a completion (D8)
SEARCH_STEPS = 1_000
#: assumptions that are turned for one ruling
SENSITIVITY = 16
#: times that a loop may be said to be gone through
ITERATIONS = 1_000_000
#: actions before that are given for one ruling, to see whether its board comes again
EARLIER = 1_000
#: times that the same may go round in one ruling and leave more of something each time
REPEATS = 100
