"""Which scenarios stand on which word of the notation: removal decides.

    python -m tests.vocabulary [--write] [--jobs 2] [--only WORD...] [--check SHARE]

A word is a node of the vocabulary (`do: deal`) or one of a closed list of its parameters
(`Until: turn`, `do: play, ignoring: all`). A list that several parameters share counts once. A
scenario exercises a word on a card if it comes to another outcome where the use of that word is
taken out of the card: another verdict, board, event or question. A node is left out, with what
refers to it by its label, or where it cannot be absent it means nothing (0, always, never); a word
of a list gives way to the default or to another word of the list, or, where none could stand there,
goes with its node. What is no valid definition then, or asks something that the engine does not
execute, is not tried.

`rulesdb/cards/vocabulary.tsv` keeps two scenarios for each word, on two different cards.
"""
