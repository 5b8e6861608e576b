"""Left-out facts: what a board does not say never changes a ruling in silence.

Each key that the board of a scenario could do without is taken out in turn, and the steps of the
scenario are judged again. Either the ruling stays as it was, or it says what it took in place of
the fact, or the key is one of those in `tests.leftout.exceptions`.
"""
