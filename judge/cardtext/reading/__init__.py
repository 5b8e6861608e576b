"""Card text to notation: a compositional grammar over the vocabulary that the printer prints (D7).

There is a production for each class of phrase and none for any card. A text is read line by line,
whole lines or a refusal that names the line, how far anything went in it, and what was looked for
there. What was read is printed again and has to give the same normalised text, so that nothing is
read as what it does not say.
"""

from judge.cardtext.reading.reader import ClauseRead, Read, Refused, read

__all__ = ["ClauseRead", "Read", "Refused", "read"]
