"""`arbiter cards import`, `list` and `remove`, and what rulings make of imported cards."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

import judge
from api.handlers.usercards import in_use, laid
from judge.effects.catalogue import standard_catalogue
from rulesdb import usercards, wordings
from rulesdb.errors import DamagedStore
from tests.cli.requests import Invoke

HERON: dict[str, Any] = {
    "name": "Moor Heron",
    "set": "XYZ",
    "number": 1,
    "types": ["Unit"],
    "domains": ["Calm"],
    "tags": [],
    "energy": 2,
    "power": None,
    "might": 2,
    "text": "When I attack, draw 1.",
}
SONG: dict[str, Any] = {
    "name": "Brook Song",
    "set": "XYZ",
    "number": 2,
    "types": ["Spell"],
    "domains": ["Calm"],
    "tags": [],
    "energy": 1,
    "power": None,
    "text": "Stun a unit.",
}
JUGGLER: dict[str, Any] = {**HERON, "name": "Otter Juggler", "number": 3}
JUGGLER["text"] = "When I attack, juggle two units."

BOARD = """
board:
  turn: {player: A, number: 7}
  complete: true
  players:
    A: {points: 1, hand: [%s], deck: 20, runes: [Calm Rune, Calm Rune, Calm Rune], base: [%s]}
    B: {points: 1, hand: [], deck: 22}
  battlefields:
    - {id: west, card: Bare Hill, owner: A, controller: B, units: [{id: b1, card: Quiet Cow}]}
    - {id: east, card: Bare Hill, owner: B, controller: B, units: [{id: b2, card: Quiet Cow}]}
  cards:
    Bare Hill: {types: [Battlefield]}
    Quiet Cow: {types: [Unit], domains: [Calm], energy: 1, might: 3}
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of its own."""
    folder = tmp_path / "home"
    monkeypatch.setenv(wordings.HOME_VARIABLE, str(folder))
    return folder


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    return written(tmp_path / "new-set.json", HERON, SONG, JUGGLER)


def written(file: Path, *cards: Any) -> Path:
    file.write_text(json.dumps({"cards": list(cards)}))
    return file


def board(tmp_path: Path, hand: str = "", base: str = "") -> str:
    file = tmp_path / "board.yaml"
    file.write_text(BOARD % (hand, base))
    return str(file)


def ruling(arbiter: Invoke, file: str, action: str, *more: str) -> dict[str, Any]:
    result = arbiter("adjudicate", file, "--action", action, *more, "--json")
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def unit(found: dict[str, Any], identity: str) -> dict[str, Any]:
    """A unit on the board of a ruling."""
    places = [*found["board"]["battlefields"], *found["board"]["players"].values()]
    things = [
        thing for place in places for key in ("units", "base") for thing in place.get(key, [])
    ]
    (thing,) = [thing for thing in things if thing["id"] == identity]
    return thing


def printed_back(found: dict[str, Any]) -> list[list[str]]:
    """The cards of each text that a ruling prints back."""
    return [each["cards"] for each in found.get("caveats", []) if each["code"] == "read_text"]


PLAY = "{by: A, do: {play: Brook Song, targets: [b1]}}"


def test_an_imported_card_is_judged_with_and_printed_back(
    arbiter: Invoke, listed: Path, tmp_path: Path
) -> None:
    report = arbiter("cards", "import", str(listed), "--json")
    assert report.exit_code == 0
    statuses = {card["name"]: card["status"] for card in json.loads(report.stdout)["cards"]}
    assert statuses == {
        "Moor Heron": "read",
        "Brook Song": "read",
        "Otter Juggler": "unmodelled",
    }
    found = ruling(
        arbiter, board(tmp_path, hand="Brook Song, Brook Song"), PLAY, "--then", "resolve-chain"
    )
    assert found["verdict"] == "legal"
    assert unit(found, "b1")["stunned"]
    (caveat,) = [each for each in found["caveats"] if each["code"] == "read_text"]
    assert caveat["cards"] == ["Brook Song"]
    assert "Stun a unit." in caveat["sentence"]
    assert in_use().digest != standard_catalogue().digest


def test_a_text_is_printed_once_with_all_that_say_it(arbiter: Invoke, tmp_path: Path) -> None:
    twin = {**HERON, "name": "Marsh Heron", "number": 4}
    assert arbiter("cards", "import", str(written(tmp_path / "a.json", HERON, twin))).exit_code == 0
    here = board(tmp_path, base="{id: a1, card: Moor Heron}, {id: a2, card: Marsh Heron}, "
                 "{id: a3, card: Moor Heron}")  # fmt: skip
    found = ruling(arbiter, here, "{by: A, do: end_turn}")
    assert printed_back(found) == [["Marsh Heron", "Moor Heron"]]


def test_a_card_that_lies_elsewhere_is_not_printed_back(
    arbiter: Invoke, listed: Path, tmp_path: Path
) -> None:
    arbiter("cards", "import", str(listed))
    found = ruling(arbiter, board(tmp_path, hand="Moor Heron"), "{by: A, do: end_turn}")
    assert printed_back(found) == []


def test_who_does_not_see_the_card_is_not_told_its_text(
    arbiter: Invoke, listed: Path, tmp_path: Path
) -> None:
    arbiter("cards", "import", str(listed))
    here, action = board(tmp_path, hand="{id: h1, card: Brook Song}"), "{by: A, do: {play: h1}}"
    own = ruling(arbiter, here, action, "--viewer", "A")
    assert own["verdict"] == "question"
    assert printed_back(own) == [["Brook Song"]]
    other = ruling(arbiter, here, action, "--viewer", "B")
    assert other["verdict"] == "question"
    assert printed_back(other) == []
    assert "Stun a unit" not in json.dumps(other)


def test_a_text_that_is_not_read_is_refused_by_its_clause(
    arbiter: Invoke, listed: Path, tmp_path: Path
) -> None:
    arbiter("cards", "import", str(listed))
    here = board(tmp_path, base="{id: a1, card: Otter Juggler}")
    found = ruling(arbiter, here, "{by: A, do: {move: [a1], to: west}}")
    assert found["verdict"] == "not_adjudicable"
    assert found["refusal"]["about"] == "Otter Juggler: attack trigger"


def test_what_a_list_leaves_out_is_refused_where_it_is_needed(
    arbiter: Invoke, tmp_path: Path
) -> None:
    file = tmp_path / "set.csv"
    file.write_text("name,number,type,text\nMoor Heron,XYZ-001,Unit,[Tank]\n")
    report = json.loads(arbiter("cards", "import", str(file), "--json").stdout)
    (card,) = report["cards"]
    assert card["left_out"] == [
        "printed cost",
        "printed Might",
        "printed domains",
        "printed tags",
    ]
    found = ruling(
        arbiter, board(tmp_path, hand="Moor Heron"), "{by: A, do: {play: Moor Heron, to: base}}"
    )
    assert found["verdict"] == "not_adjudicable"
    assert "printed cost" in found["refusal"]["about"]
    here = board(tmp_path, base="{id: a1, card: Moor Heron}")
    fight = ruling(
        arbiter, here, "{by: A, do: {move: [a1], to: west}}", "--then", "to-next-decision"
    )
    assert fight["verdict"] == "not_adjudicable"
    assert fight["refusal"]["about"] == "Moor Heron: combat rule of itself"


def test_a_table_gives_what_it_has_columns_for(arbiter: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "set.csv"
    file.write_text(
        "name,number,type,domains,energy,power,might,tags,text\n"
        'Moor Heron,XYZ-001,Unit,Calm,2,,2,Bird;Fen,"When I attack, draw 1.\n[Tank]"\n'
        'Brook Song,XYZ-002,Spell,Calm;Mind,1,2,,,"Draw 1."\n'
    )
    assert arbiter("cards", "import", str(file)).exit_code == 0
    heron, song = (in_use()[name] for name in ("Moor Heron", "Brook Song"))
    assert (heron.energy, heron.power, heron.might, heron.tags) == (2, [], 2, ["Bird", "Fen"])
    assert (heron.set, heron.number) == ("XYZ", 1)
    assert (song.power, song.domains) == (["own", "own"], ["Calm", "Mind"])
    assert {card.name: card.status for card in laid().cards} == {
        "Moor Heron": "read",
        "Brook Song": "read",
    }


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.csv", "name,number,text\nA,1,x\nB,2,Draw 1, then 2\n", ":3: $[1]: 4 cells in 3"),
        ("a.csv", "name,number,might,text\nA,1,two,x\n", ":2: $[0].might: A: `might` is a whole"),
        ("a.csv", "name,name,text\nA,1,x\n", ":1: the column 'name' stands there twice"),
        ("a.csv", 'name,text\nA,"Draw\n1.\n', "no CSV"),
        ("a.json", '{"cards": [\n{"name": "A" "text": ""}]}', ":2: not JSON"),
        ("a.json", '[{"name": "A"}]', "$[0].text: A: has no text"),
        ("a.json", '{"cards": [{"name": "A", "text": "", "types": ["Wizard"]}]}',
         "$.cards[0].types: A: 'Wizard' is no type of card"),
        ("a.json", '[{"name": "A", "name": "B", "text": ""}]', "'name' stands twice"),
        ("a.json", '[{"name": "A", "text": "", "domains": ["Hope"]}]', "'Hope' is no domain"),
    ],
)  # fmt: skip
def test_a_faulty_list_is_refused_whole_with_each_place(
    arbiter: Invoke, listed: Path, tmp_path: Path, name: str, content: str, says: str
) -> None:
    faulty = tmp_path / name
    faulty.write_text(content)
    result = arbiter("cards", "import", str(listed), str(faulty))
    assert result.exit_code == 2
    assert says in result.stderr
    assert laid().cards == ()


def test_a_card_of_the_catalogue_is_replaced_or_passed_over_where_that_is_said(
    arbiter: Invoke, tmp_path: Path
) -> None:
    known = next(
        name for name in standard_catalogue().names() if standard_catalogue()[name].is_unit
    )
    other = {**HERON, "name": known}
    file = str(written(tmp_path / "errata.json", other, SONG))
    refused = arbiter("cards", "import", file)
    assert refused.exit_code == 2
    assert f"the catalogue of this release has {known}" in refused.stderr
    assert laid().cards == ()
    skipped = json.loads(arbiter("cards", "import", file, "--skip", "--json").stdout)
    assert skipped["skipped"] == [known]
    assert in_use()[known] == standard_catalogue()[known]
    replaced = json.loads(arbiter("cards", "import", file, "--replace", "--json").stdout)
    assert [card["name"] for card in replaced["cards"] if card.get("replaces")] == [known]
    assert in_use()[known].set == "XYZ"
    assert standard_catalogue()[known].set != "XYZ"


def test_cards_are_imported_again_listed_and_removed(
    arbiter: Invoke, listed: Path, tmp_path: Path
) -> None:
    arbiter("cards", "import", str(listed))
    more = written(tmp_path / "more.json", {**HERON, "might": 5})
    assert json.loads(arbiter("cards", "import", str(more), "--json").stdout)["again"] == [
        "Moor Heron"
    ]
    assert in_use()["Moor Heron"].might == 5
    shown = json.loads(arbiter("cards", "list", "--json").stdout)
    assert {each["name"]: each["source"] for each in shown["cards"]} == {
        "Moor Heron": "more.json",
        "Brook Song": "new-set.json",
        "Otter Juggler": "new-set.json",
    }
    unknown = arbiter("cards", "remove", "Moor Heron", "Fen Heron")
    assert unknown.exit_code == 2
    assert len(laid().cards) == 3
    assert arbiter("cards", "remove", "moor heron").exit_code == 0
    assert arbiter("cards", "remove", "--from", "new-set.json").exit_code == 0
    assert laid().cards == ()
    assert in_use().digest == standard_catalogue().digest


def test_a_name_twice_is_refused(arbiter: Invoke, tmp_path: Path) -> None:
    first = written(tmp_path / "a.json", HERON)
    second = written(tmp_path / "b.json", SONG, {**HERON, "name": "Moor-Heron"})
    result = arbiter("cards", "import", str(first), str(second))
    assert result.exit_code == 2
    assert "b.json: $[1]: Moor-Heron stands in a.json already" in result.stderr


def test_notation_by_hand_wins_over_the_reader(
    arbiter: Invoke, listed: Path, home: Path, tmp_path: Path
) -> None:
    arbiter("cards", "import", str(listed))
    (home / "cards" / "mine.yaml").write_text(
        "Otter Juggler:\n"
        "  abilities:\n"
        "    - {kind: triggered, when: attack, does: [{do: draw, amount: 2}]}\n"
        "Moor Heron:\n"
        "  abilities:\n"
        "    - {kind: triggered, when: defend, does: [{do: draw}]}\n"
    )
    here = board(tmp_path, base="{id: a1, card: Otter Juggler}, {id: a2, card: Moor Heron}")
    found = ruling(
        arbiter, here, "{by: A, do: {move: [a1, a2], to: west}}", "--then", "resolve-chain"
    )
    assert found["verdict"] == "legal"
    assert len(found["board"]["players"]["A"]["hand"]) == 2
    assert printed_back(found) == []
    assert {card.name: card.status for card in laid().cards} == {
        "Moor Heron": "hand_written",
        "Brook Song": "read",
        "Otter Juggler": "hand_written",
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Fen Heron: {abilities: []}\n", "line 1: Fen Heron: no card of this name was imported"),
        ("Moor Heron:\n  does: 1\n", "line 2: Moor Heron"),
        ("Moor Heron:\n  dose: []\n", "line 1: Moor Heron: no such field: dose"),
        ("Moor Heron: [\n", "mine.yaml: line"),
    ],
)
def test_faulty_notation_by_hand_refuses_rulings_with_its_line(
    arbiter: Invoke, listed: Path, home: Path, tmp_path: Path, text: str, says: str
) -> None:
    arbiter("cards", "import", str(listed))
    (home / "cards" / "mine.yaml").write_text(text)
    result = arbiter("adjudicate", board(tmp_path), "--action", "{by: A, do: end_turn}")
    assert result.exit_code == 2
    assert says in result.stderr


def test_the_catalogue_is_not_overwritten_by_hand(home: Path) -> None:
    known = next(n for n in standard_catalogue().names() if standard_catalogue()[n].abilities)
    (home / "cards").mkdir(parents=True)
    (home / "cards" / "mine.yaml").write_text(json.dumps({known: {"abilities": []}}))
    with pytest.raises(DamagedStore, match="--replace"):
        in_use()


def test_names_in_another_language_find_cards(
    arbiter: Invoke, listed: Path, home: Path, tmp_path: Path
) -> None:
    arbiter("cards", "import", str(listed))
    (home / "names").mkdir()
    (home / "names" / "de.tsv").write_text(
        "# Namen\nMoor Heron\tMoorreiher\nBrook Song\tBächlein Lied\nFen Heron\tSumpfreiher\n"
    )
    (home / "names" / "ja.tsv").write_text("Moor Heron\t沼のサギ\n")
    here = board(tmp_path, hand="bachlein-lied", base="{id: a1, card: 沼のサギ}")
    found = ruling(arbiter, here, PLAY)
    assert found["verdict"] == "legal"
    assert "Moor Heron" in [thing["card"] for thing in found["board"]["players"]["A"]["base"]]
    assert arbiter("cards", "print", "Moorreiher").stdout.startswith("Moor Heron\n")
    shown = json.loads(arbiter("cards", "list", "--json").stdout)["names"]
    assert shown == [
        {"language": "de", "names": 2, "unknown": ["Fen Heron"]},
        {"language": "ja", "names": 1},
    ]


def test_a_name_of_two_cards_is_an_error_that_names_both(
    arbiter: Invoke, listed: Path, home: Path, tmp_path: Path
) -> None:
    arbiter("cards", "import", str(listed))
    (home / "names").mkdir()
    (home / "names" / "de.tsv").write_text(
        "Moor Heron\tReiher\nBrook Song\tReiher\nOtter Juggler\tMoor Heron\n"
    )
    for name, both in (
        ("Reiher", "Brook Song; Moor Heron"),
        ("Moor Heron", "Moor Heron; Otter Juggler"),
    ):
        result = arbiter("check", board(tmp_path, base=f"{{id: a1, card: {name}}}"))
        assert result.exit_code == 2
        assert f"fits several cards: {both}" in result.stderr
    assert arbiter("cards", "print", "XYZ-001").stdout.startswith("Moor Heron\n")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("de.tsv", "Moor Heron\tReiher\nMoor Heron\n", "line 2: is not a name in English, a tab"),
        ("German.tsv", "", "is not called like de.tsv"),
    ],
)
def test_faulty_names_are_told_with_their_line(home: Path, name: str, text: str, says: str) -> None:
    (home / "names").mkdir(parents=True)
    (home / "names" / name).write_text(text)
    with pytest.raises(DamagedStore, match=says):
        in_use()


def test_scenarios_use_imported_cards(arbiter: Invoke, listed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    lines = BOARD % ("Brook Song", "")
    (folder / "song-of-the-brook.yaml").write_text(
        "id: song-of-the-brook\ntitle: The song stuns\nedition: core-1.4\n"
        "source: {kind: reasoned, locator: '423.1'}\nstatus: agreed\nrules: ['423.1']\n"
        + lines.lstrip()
        + "steps:\n"
        "  - {by: A, do: {play: Brook Song, targets: [b1]}, then: resolve-chain, expect: {verdict: "
        "legal, board: {objects: {b1: {stunned: true}}}}}\n"
        "reasoning: It stuns the unit (423.1).\n"
    )
    file = str(folder / "song-of-the-brook.yaml")
    before = arbiter("scenarios", "run", file)
    assert before.exit_code == 1
    assert "Brook Song" in before.stdout + before.stderr
    arbiter("cards", "import", str(listed))
    after = arbiter("scenarios", "run", file)
    assert after.exit_code == 0, after.stdout + after.stderr


def test_a_reader_of_the_files_never_sees_half_of_an_import(
    arbiter: Invoke, tmp_path: Path
) -> None:
    names = [f"Heron {number}" for number in range(40)]
    small = written(tmp_path / "all.json", *({**HERON, "name": name, "number": None}
                                             for name in names))  # fmt: skip
    seen: set[int] = set()
    broken: list[Exception] = []
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            try:
                seen.add(len(usercards.imported().cards))
                seen.add(len(laid().cards))
            except Exception as error:
                broken.append(error)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        for _ in range(5):
            assert arbiter("cards", "import", str(small)).exit_code == 0
            assert arbiter("cards", "remove", "--all").exit_code == 0
    finally:
        done.set()
        watcher.join()
    assert broken == []
    assert seen <= {0, 40}


def test_two_imports_at_once_lose_nothing(arbiter: Invoke, tmp_path: Path) -> None:
    from api.handlers.card_texts import Listed, import_lists
    from api.handlers.cardlists import listed as read_entries

    def take(number: int) -> None:
        entry = {**HERON, "name": f"Heron {number}", "number": number}
        import_lists([Listed(source=f"{number}.json", cards=read_entries([entry]))])

    threads = [threading.Thread(target=take, args=(number,)) for number in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [card.name for card in laid().cards] == [f"Heron {number}" for number in range(8)]


def test_a_damaged_file_refuses_rulings(home: Path) -> None:
    (home / "cards").mkdir(parents=True)
    (home / "cards" / "imported.json").write_text('{"reader":"x","cards":[{"name":')
    with pytest.raises(DamagedStore, match="import the cards again after removing it"):
        in_use()


def test_what_another_reader_made_is_made_anew(arbiter: Invoke, listed: Path, home: Path) -> None:
    arbiter("cards", "import", str(listed))
    file = home / "cards" / "imported.json"
    held = json.loads(file.read_text())
    held["reader"] = "another"
    for card in held["cards"]:
        card["made"] = {"definition": {"name": card["name"], "types": ["Unit"], "might": 9}}
    file.write_text(json.dumps(held))
    os.utime(file, ns=(1, 1))
    assert in_use()["Moor Heron"].might == 2
    assert in_use()["Brook Song"].is_spell


def test_without_files_nothing_is_laid_over_the_catalogue() -> None:
    assert in_use() is standard_catalogue()


def test_the_engine_alone_reads_no_file_of_the_user(arbiter: Invoke, listed: Path) -> None:
    arbiter("cards", "import", str(listed))
    with pytest.raises(judge.MeaninglessBoard, match="Brook Song"):
        judge.read_board(
            {"turn": {"player": "A"}, "players": {"A": {"hand": ["Brook Song"]}, "B": {}}}
        )
