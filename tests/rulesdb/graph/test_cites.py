"""Reading from a checkout who cites what."""

from pathlib import Path

import pytest

from rulesdb import exists
from rulesdb.errors import DamagedData
from rulesdb.graph import Cite, cites_of_checkout, held_cites
from rulesdb.graph.cites import CITED_BY_FILE, read_cites, written_cites
from rulesdb.graph.nodes import parsed
from rulesdb.tournament import is_tournament_rule


def test_files_of_a_checkout_cite_by_what_they_are(tmp_path: Path) -> None:
    files = {
        "judge/combat/damage.py": 'rule("465.1")\nrule("465.1")\n# as 465.2 says\n',
        "api/desk.py": 'Problem("x", rules=("300",))\n',
        "rulesdb/rules.py": 'rule("105.1")\n',
        "rulesdb/cards/set/calm.yaml": "- name: Thing\n  rules: [720.1]\n",
        "scenarios/300-turn/first-turn.yaml": "id: first-turn\nrules: ['302', core-1.3:303.1]\n",
        "scenarios/scenario.schema.json": '{"rules": ["301"]}',
        "docs/design.md": "By `303.1` it is so.\n",
        "tests/test_damage.py": 'rule("304")\n',
        "README.md": "Not 305.1 here.\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert list(cites_of_checkout(tmp_path)) == [
        Cite("code", "judge/combat/damage.py", "465.1"),
        Cite("code", "judge/combat/damage.py", "465.1"),
        Cite("code", "judge/combat/damage.py", "465.2"),
        Cite("code", "api/desk.py", "300"),
        Cite("code", "rulesdb/cards/set/calm.yaml", "720.1"),
        Cite("scenario", "first-turn", "302"),
        Cite("scenario", "first-turn", "core-1.3:303.1"),
        Cite("doc", "docs/design.md", "303.1"),
    ]


def test_an_empty_folder_cites_nothing(tmp_path: Path) -> None:
    assert list(cites_of_checkout(tmp_path)) == []


def test_code_that_does_not_parse_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "judge").mkdir()
    (tmp_path / "judge" / "broken.py").write_text("rule(")
    with pytest.raises(SyntaxError):
        list(cites_of_checkout(tmp_path))


def test_this_checkout_cites_rules_that_exist(checkout_cites: tuple[Cite, ...]) -> None:
    assert {cite.kind for cite in checkout_cites} == {"code", "scenario", "doc"}
    cited = {parsed(cite.number) for cite in checkout_cites}
    unknown = [
        str(node)
        for node in cited
        if not (
            is_tournament_rule(node.number)
            if node.document == "tournament"
            else exists(node.number, node.edition)
        )
    ]
    assert unknown == []


def test_the_package_holds_what_this_checkout_cites(checkout_cites: tuple[Cite, ...]) -> None:
    # out of step: python -m rulesdb.lint --lock
    assert CITED_BY_FILE.read_text(encoding="utf-8") == written_cites(checkout_cites)
    assert sorted(held_cites()) == sorted(checkout_cites)


def test_what_is_written_can_be_read_back() -> None:
    cites = [
        Cite("scenario", "one", "465.1"),
        Cite("scenario", "one", "465.1"),
        Cite("code", "judge/turn.py", "core-1.3:466.2"),
        Cite("doc", "docs/a.md", "tournament-2026-07-16:505"),
    ]
    text = written_cites(cites)
    assert "scenario\tone\t465.1x2" in text
    assert sorted(read_cites(text.splitlines(), "list")) == sorted(cites)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("rumour\tx\t465.1", "needs a kind"),
        ("code\tx", "needs a kind"),
        ("code\tx\tnonsense", "not a reference"),
        ("code\tx\tcore-9.9:1", "core-9.9"),
        ("code\tx\t465.1xy", "no count"),
    ],
)
def test_a_damaged_list_is_refused_with_its_line(line: str, complaint: str) -> None:
    with pytest.raises(DamagedData, match=complaint) as refused:
        list(read_cites(["# list", line], "cited-by.tsv"))
    assert refused.value.place == "cited-by.tsv:2"
