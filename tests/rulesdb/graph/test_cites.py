"""Reading from a checkout who cites what."""

from pathlib import Path

import pytest

from rulesdb import exists, parse_reference
from rulesdb.graph import Cite, cites_of_checkout


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
        Cite("card", "rulesdb/cards/set/calm.yaml", "720.1"),
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
    kinds = {cite.kind for cite in checkout_cites}
    assert {"code", "scenario", "doc"} <= kinds <= {"code", "scenario", "doc", "card"}
    cited = [parse_reference(cite.number) for cite in checkout_cites]
    assert [number for edition, number in cited if not exists(number, edition)] == []
