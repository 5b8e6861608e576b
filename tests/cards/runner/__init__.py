"""Every card in use: boards made for it, what may be done with it done, and each part of its text
taken out in turn to see whether anything comes out otherwise.

    python -m tests.cards.runner --card "Void Seeker"      # which of its nodes have run
    python -m tests.cards.runner --set OGN --jobs 2
    python -m tests.cards.runner --write                   # rulesdb/cards/executed.tsv anew
    python -m tests.cards.runner --more 1000 --write       # what is unproved there, on other boards

`nodes` says what a node is and gives the card without it, `requests` what is judged and when two
rulings are the same, `laid` lays a board for a card, `playing` plays on from it, `proving` looks
for a request that comes out otherwise without a node, `verbs` holds events against what is
printed, and `table` keeps what was found in `rulesdb/cards/executed.tsv`.
"""
