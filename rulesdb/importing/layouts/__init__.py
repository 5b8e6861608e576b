"""The layouts in which copies of the rules are met, one module each.

Each has `shape(line)`, whether a line is one that only this layout has, and `passages(lines)`.
Lines come stripped, without empty ones.
"""
