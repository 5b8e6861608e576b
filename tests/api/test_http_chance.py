"""The dice at the front door."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from api.handlers.answering import SeededAnswers
from api.handlers.chance import roll
from judge.ruling.questions import Form, Option, Question


def question(
    counts: list[int | None], identity: str = "q", form: Form = "chance", to: str = "chance"
) -> Question:
    options = [Option(id=f"o{index}", count=count) for index, count in enumerate(counts)]
    return Question(id=identity, form=form, to=to, prompt="Which?", options=options)


@given(st.text(), st.text(), st.lists(st.integers(0, 5) | st.none(), min_size=1))
def test_the_same_seed_and_question_give_the_same_answer(
    seed: str, identity: str, counts: list[int | None]
) -> None:
    asked = question(counts, identity)
    rolled = roll(seed, asked)
    assert rolled == roll(seed, asked)
    if rolled is None:
        assert not any(count is None or count for count in counts)
    else:
        assert counts[int(rolled[1:])] != 0


def test_options_come_up_as_often_as_there_are_of_them() -> None:
    asked = question([6, 3, 0, None])
    rolled = Counter(roll(str(seed), asked) for seed in range(10_000))
    assert set(rolled) == {"o0", "o1", "o3"}
    assert abs(rolled["o0"] - 6_000) < 200
    assert abs(rolled["o1"] - 3_000) < 200
    assert abs(rolled["o3"] - 1_000) < 150


def test_seed_and_question_do_not_run_together() -> None:
    counts: list[int | None] = [1] * 1_000
    assert roll("ab", question(counts, "c")) != roll("a", question(counts, "bc"))


def test_questions_of_one_id_are_rolled_anew() -> None:
    seeded = SeededAnswers([], "seed")
    counts: list[int | None] = [1] * 1_000
    assert len({seeded(question(counts)) for _ in range(5)}) == 5


def test_players_get_the_given_answers_in_their_order() -> None:
    seeded = SeededAnswers(["first", None], "seed")
    to_player = question([None, None], form="choose_one", to="A")
    assert seeded(to_player) == "first"
    assert seeded(question([1])) == "o0"
    assert seeded(to_player) == {"id": "q", "value": None}
    assert seeded(to_player) is None
    assert seeded.taken == 2
