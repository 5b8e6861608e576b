"""What is wrong with an answer is said in the words of the document in which it stands."""

from __future__ import annotations

import re
from typing import Any

import pytest

from judge.ruling.answers import fit
from judge.ruling.questions import Option, Question


@pytest.mark.parametrize(
    ("form", "answer", "said"),
    [
        ("yes_no", None, "not null"),
        ("yes_no", "yes", 'not "yes"'),
        ("choose_some", True, "not true"),
        ("choose_one", False, "false is not one of"),
        ("choose_one", {"id": "x"}, '{"id": "x"} is not one of'),
    ],
)
def test_a_value_is_shown_as_it_was_written(form: Any, answer: object, said: str) -> None:
    question = Question(
        form=form,
        to="A",
        prompt="Which?",
        slot="x",
        rules=[],
        options=[Option(id="a1")],
        min=1,
        max=1,
    )
    with pytest.raises(ValueError, match=re.escape(said)):
        fit(question, answer, ValueError)
