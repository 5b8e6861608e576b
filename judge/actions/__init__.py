"""Game actions (407-458): one function per action. Each performs it on the run's board and cites
it.

Every function takes the run first. None of them asks whether a player may: that is for the caller.
"""
