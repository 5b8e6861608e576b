"""The card catalogue: fresh, valid, without sentences, and in agreement with the official list."""

import hashlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.effects.catalogue import standard_catalogue
from judge.effects.clauses import kind_of
from judge.effects.keywordtexts import KEYWORDS_OF_TEXTS, left_unsaid
from judge.effects.notation import (
    KEYWORDS_MODELLED,
    CardDefinition,
    GiveKeyword,
    GrantKeyword,
)
from judge.effects.unmodelled import WATCHED
from rulesdb import DamagedData
from rulesdb.cards import cardtext, catalogue_bytes, catalogue_digest, compile, extract, sources

LONGEST_LOADING = 0.060  # seconds

Card = dict[str, Any]


@pytest.fixture(scope="module")
def definitions() -> dict[str, CardDefinition]:
    """The compiled definitions by name."""
    decoded = msgspec.json.decode(catalogue_bytes(), type=list[CardDefinition])
    return {definition.name: definition for definition in decoded}


@pytest.fixture(scope="module")
def official_path(repository: Path) -> Path:
    """The official card list; skips the test where it is absent."""
    path = repository.parent / "shared" / "cards" / "cards.json"
    if not path.exists():
        pytest.skip("the official card list is not on this machine")
    return path


@pytest.fixture(scope="module")
def official(official_path: Path) -> dict[str, Card]:
    """The entries of the official card list by name."""
    return {entry["name"]: entry for entry in extract.read_list(official_path)}


# --- The files


def test_the_compiled_catalogue_is_fresh() -> None:
    assert compile.compiled(compile.definitions()) == catalogue_bytes()
    assert compile.main(["--check"]) == 0


def test_the_structural_files_are_what_the_extraction_writes(official_path: Path) -> None:
    assert extract.stale(extract.files_of(extract.read_list(official_path))) == []
    assert extract.main(["--source", str(official_path), "--check"]) == 0


def test_the_catalogue_is_one_card_a_line() -> None:
    lines = catalogue_bytes().decode().splitlines()
    assert (lines[0], lines[-1]) == ("[", "]")
    names = [json.loads(line.removesuffix(","))["name"] for line in lines[1:-1]]
    assert len(names) == len(set(names)) == 769


def test_the_digest_is_of_the_bytes() -> None:
    assert catalogue_digest() == hashlib.sha256(catalogue_bytes()).hexdigest()[:16]


def test_defaults_are_left_out(definitions: dict[str, CardDefinition]) -> None:
    written = {card["name"]: card for card in json.loads(catalogue_bytes())}
    for name, definition in definitions.items():
        assert written[name] == msgspec.to_builtins(definition), name


def test_every_name_alias_and_number_finds_its_card() -> None:
    catalogue = standard_catalogue()
    for card in json.loads(catalogue_bytes()):
        keys = [card["name"], *card.get("aliases", [])]
        if "number" in card:
            keys += [f"{card['set']}{card['number']}", f"{card['set']}-{card['number']:03}"]
        for key in keys:
            assert catalogue.resolve(key) == card["name"], key


def test_loading_is_quick() -> None:
    decoder = msgspec.json.Decoder(list[CardDefinition])
    durations = []
    for _ in range(5):
        catalogue_bytes.cache_clear()
        start = time.perf_counter()
        decoder.decode(catalogue_bytes())
        durations.append(time.perf_counter() - start)
    assert min(durations) < LONGEST_LOADING


def test_reading_needs_neither_yaml_nor_the_engine(repository: Path) -> None:
    program = (
        "import sys, rulesdb.cards as cards; cards.catalogue_digest();"
        "before = sorted({'yaml', 'judge', 'api'} & set(sys.modules));"
        "import rulesdb.cards.compile, rulesdb.cards.extract;"
        "print(before, sorted({'judge', 'api'} & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=repository, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[] []"


# --- No sentence of a card text


def strings_beside_names(value: object) -> Iterator[str]:
    """Every string of a document, keys too, but names and aliases."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings_beside_names(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            if key not in ("name", "aliases"):
                yield from strings_beside_names(item)


DATA = sorted(path for path in sources.FOLDER.rglob("*") if path.suffix in (".yaml", ".json"))

#: the schema for editors describes the vocabulary, in the words of the docstrings of its nodes
SCHEMA = sources.FOLDER / "notation.schema.json"


def test_every_file_of_data_is_looked_at() -> None:
    names = {path.relative_to(sources.FOLDER).as_posix() for path in DATA}
    assert {"catalogue.json", "tokens.yaml", "ogn/fury.yaml"} <= names
    others = {path.suffix for path in sources.FOLDER.rglob("*") if path.is_file()} - {".pyc"}
    assert others == {".yaml", ".json", ".md", ".py", ".tsv"}


@pytest.mark.parametrize("path", DATA, ids=[f"{path.parent.name}-{path.stem}" for path in DATA])
def test_no_string_is_longer_than_four_words(path: Path) -> None:
    content = path.read_text("utf-8")
    document = json.loads(content) if path.suffix == ".json" else sources.load(path)
    if path == SCHEMA:
        without_descriptions(document)
    # the keys of a file of YAML are names
    for entry in document.values() if isinstance(document, dict) else document:
        for text in strings_beside_names(entry):
            assert len(text.split()) <= cardtext.MOST_WORDS, text


def test_a_longer_string_would_be_found() -> None:
    entry = {"name": "One two three four five", "does": [{"do": "one two three four five"}]}
    longer = [text for text in strings_beside_names(entry) if len(text.split()) > 4]
    assert longer == ["one two three four five"]


def without_descriptions(schema: object) -> None:
    """Take out of a schema what says in our words what something means."""
    if isinstance(schema, dict):
        schema.pop("description", None)
    for each in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(each, dict | list):
            without_descriptions(each)


def test_no_comment_quotes_a_card(official: dict[str, Card]) -> None:
    lines = {
        " ".join(line.split())
        for entry in official.values()
        for text in (entry["text"], entry["effect_text"] or "", entry["printed_text"] or "")
        for line in re.split(r"\n|(?<=[.)])\s", text)
        if len(line.split()) > cardtext.MOST_WORDS
    }
    for path in sources.FOLDER.rglob("*"):
        if path.suffix in (".yaml", ".md", ".py", ".json"):
            content = " ".join(path.read_text("utf-8").split())
            assert not [line for line in lines if line in content], path.name


# --- The notation


def granted(node: Any) -> Iterator[str]:
    """The keywords that a piece of notation gives."""
    if isinstance(node, GiveKeyword | GrantKeyword):
        yield node.keyword
    if isinstance(node, msgspec.Struct):
        for field in node.__struct_fields__:
            yield from granted(getattr(node, field))
    elif isinstance(node, list):
        for each in node:
            yield from granted(each)


def test_keywords_of_modelled_cards_are_modelled(definitions: dict[str, CardDefinition]) -> None:
    assert cardtext.KEYWORDS_MODELLED == KEYWORDS_MODELLED
    assert cardtext.KEYWORDS_OF_TEXTS == KEYWORDS_OF_TEXTS
    for definition in definitions.values():
        # these are executed of what they are given to, as of what has them printed
        given = KEYWORDS_MODELLED | {"Weaponmaster", "Quick-Draw"}
        assert set(granted(definition)) <= given, definition.name
        if definition.text == "modelled":
            assert set(definition.keywords) <= KEYWORDS_MODELLED | KEYWORDS_OF_TEXTS, (
                definition.name
            )
            assert left_unsaid(definition) == [], definition.name
            assert definition.clauses == [], definition.name
        else:
            assert definition.clauses, definition.name
            assert not definition.does, definition.name
            assert not definition.abilities, definition.name


# --- Agreement with the official list


def test_the_corners_agree(
    definitions: dict[str, CardDefinition], official: dict[str, Card]
) -> None:
    assert len(official) == 765
    assert set(official) <= set(definitions)
    for name, entry in official.items():
        definition = definitions[name]
        domains = [domain for domain in entry["domains"] if domain != "Colorless"]
        count = entry["power"]["count"] if entry["power"] else 0
        assert definition.types == entry["types"], name
        assert definition.supertype == entry["supertype"], name
        assert definition.domains == domains, name
        assert definition.energy == entry["energy"], name
        assert definition.power == [domains[0] if len(domains) == 1 else "own"] * count, name
        assert definition.might == entry["might"], name
        assert definition.might_bonus == entry["might_bonus"], name
        assert definition.tags == entry["tags"], name
        assert definition.token == entry["is_token"], name
        assert definition.banned == entry["banned_constructed"], name
        assert definition.set == entry["set"], name
        assert set(entry["aliases"]) <= set(definition.aliases), name
        assert definition.number in (entry["number"], None), name


def test_what_the_official_list_lacks_are_tokens(
    definitions: dict[str, CardDefinition], official: dict[str, Card]
) -> None:
    added = set(definitions) - set(official)
    assert added == {"Sand Soldier", "Mech", "Tentacle", "Shadow Clone"}
    assert all(definitions[name].token for name in added)


def test_the_documents_say_how_many_are_modelled(
    definitions: dict[str, CardDefinition], repository: Path
) -> None:
    ours = {"Sand Soldier", "Mech", "Tentacle", "Shadow Clone"}
    modelled = [name for name, each in definitions.items() if each.text == "modelled"]
    count = len(set(modelled) - ours)
    for file, words in {
        "README.md": "Of the 765 cards, {} are modelled whole",
        "docs/design.md": "with its numbers. {} of them",
        "CHANGELOG.md": "765 cards with their numbers; {} of them",
    }.items():
        text = " ".join((repository / file).read_text("utf-8").split())
        assert words.format(count) in text, file


# Where the keyword is of an ability, lacks its brackets or shares its line with another one.
KEYWORDS_READ_OTHERWISE = {
    "Garen, Rugged": {"Assault": 2, "Shield": 2},
    "Laurent Bladekeeper": {"Ganking": 1},
    "Windsinger": {"Hidden": 1},
    "Forgotten Signpost": {},
    "Honeyfruit": {"Level": 6},
    "Dragonsoul Sage": {},
    "Divining Shells": {"Vision": 1},
    "Shadow": {},
    "Scorn of the Moon": {},
}


def test_the_keywords_agree(
    definitions: dict[str, CardDefinition], official: dict[str, Card]
) -> None:
    for name, entry in official.items():
        listed: dict[str, int] = {}
        for keyword in entry["keywords"]:
            word, _, value = keyword.partition(" ")
            listed.setdefault(word, int(value or 1))
        assert definitions[name].keywords == KEYWORDS_READ_OTHERWISE.get(name, listed), name


def test_a_card_is_modelled_only_when_its_whole_text_is(
    definitions: dict[str, CardDefinition], official: dict[str, Card]
) -> None:
    keyword = re.compile(r"\[?(" + "|".join(KEYWORDS_MODELLED) + r")(?: \d+)?\]?,?\s*")
    written = set(sources.notation())
    for name, entry in official.items():
        text = re.sub(r"\([^()]*\)", "", entry["text"])
        rest = keyword.sub("", text).strip() + (entry["effect_text"] or "")
        if definitions[name].text == "modelled" and name not in written:
            assert rest == "", name
        else:
            assert rest != "", name


def test_the_wording_is_that_the_notation_was_written_from(official: dict[str, Card]) -> None:
    # a token of rule 187 may have no card, whose wording is that of the rule
    cardless = {card["name"] for card in sources.cards() if card.get("token")}
    for name, entry in sources.notation().items():
        if name in cardless and name not in official:
            continue
        assert entry[sources.DIGEST_FIELD] == extract.digest_of(name, [official[name]]), name


# --- Reading a text (all texts invented)


@pytest.mark.parametrize(
    ("text", "keywords", "clauses"),
    [
        ("", {}, []),
        ("[Tank] (Reminder.)\n[Shield 2]", {"Tank": 1, "Shield": 2}, []),
        ("[Assault 2], [Shield] (Both.)", {"Assault": 2, "Shield": 1}, []),
        ("Ganking (Without brackets.)", {"Ganking": 1}, []),
        ("[Weaponmaster]", {"Weaponmaster": 1}, ["Weaponmaster"]),
        ("[Reaction][>] [E]: Sing.", {}, ["activated ability"]),
        ("[Level 3][>] Sing.\n[Level 6][>] Dance.", {"Level": 3}, ["Level"]),
        ("[Level 6][>] I have [Shield].", {"Level": 6}, ["Level", "Level 6 combat rule"]),
        ("[Level 6][>] When I hold, sing.", {"Level": 6}, ["Level", "Level 6 hold trigger"]),
        ("As you play me, sing.", {}, ["play replacement"]),
        ("If you would reveal songs, sing.", {}, ["your reveal replacement"]),
        ("Your songs cost [1] less.", {}, ["your cost change"]),
        ("Reduce my cost by [1].", {}, ["cost change of itself"]),
        ("[Deathknell] — Sing.", {"Deathknell": 1}, ["Deathknell"]),
        ("Others have [Tank].", {}, ["combat rule"]),
        ("While singing, I have [Shield].", {}, ["combat rule of itself"]),
        ("Others here can't move.", {}, ["move rule here"]),
        ("Others with Might sing and move here.", {}, ["combat rule here", "move rule here"]),
        ("Others sing.", {}, ["static ability"]),
        (
            "When you play me, sing.\n[Weaponmaster]",
            {"Weaponmaster": 1},
            ["play trigger", "Weaponmaster"],
        ),
        (
            "When I attack, sing.\nWhen I hold, sing.\n[1]: Sing.",
            {},
            ["attack trigger", "hold trigger", "activated ability"],
        ),
        ("If I would sing, dance instead.", {}, ["replacement"]),
        ("If a singer would die, let it sing.", {}, ["death replacement"]),
        ("(Reminder (nested) only.)", {}, []),
    ],
)
def test_keywords_and_clauses_of_a_text(
    text: str, keywords: dict[str, int], clauses: list[str]
) -> None:
    assert cardtext.read(text, None, is_spell=False) == cardtext.Reading(keywords, tuple(clauses))


@pytest.mark.parametrize(
    ("condition", "clauses"),
    [
        ("When I attack or defend with a singer", ["attack trigger", "defend trigger"]),
        ("When you play me or when I win a combat", ["play trigger", "combat trigger"]),
        ("When you conquer here", ["conquer trigger"]),
        ("When you conquer", ["your conquer trigger"]),
        ("When you or an ally hold", ["your hold trigger"]),
        ("When I move", ["move trigger"]),
        ("When I move to a battlefield", ["arrival trigger"]),
        ("When an opponent moves to a place", ["enemy move trigger"]),
        ("When another friendly singer dies", ["friendly death trigger"]),
        ("When a unit moves from here", ["any move trigger"]),
        ("When I win a combat", ["combat trigger"]),
        ("The first time you win a combat each turn", ["your combat trigger"]),
        ("When you play another singing unit", ["your unit trigger"]),
        ("When you play a spell on your turn", ["your spell trigger"]),
        ("When you play a card while singing", ["your card trigger"]),
        ("At the start of your Beginning Phase", ["beginning trigger"]),
        ("At the end of your turn", ["ending trigger"]),
        ("At the start of every player's first Beginning Phase", ["first beginning trigger"]),
        ("At the start of each player's Beginning Phase", ["turn trigger"]),
        ("When you sing", ["trigger"]),
        ("When you discard me", ["discard trigger"]),
        (
            "When this is played, discarded, or killed",
            ["play trigger", "death trigger", "discard trigger"],
        ),
        ("When this leaves the board", ["leave trigger"]),
        ("When an enemy singer attacks a battlefield you control", ["enemy attack trigger"]),
        ("When you recycle a song", ["your recycle trigger"]),
        ("When a player chooses a friendly singer here", ["any choose trigger"]),
    ],
)
def test_a_condition_says_what_must_happen_and_by_whom(condition: str, clauses: list[str]) -> None:
    assert cardtext.read(f"{condition}, dance.", None, is_spell=False).clauses == tuple(clauses)
    effect = cardtext.read("", f"{condition}, dance.", is_spell=False).clauses
    assert effect == ("effect text", *(f"effect {clause}" for clause in clauses))


def test_every_kind_of_trigger_is_known_to_the_engine(
    definitions: dict[str, CardDefinition],
) -> None:
    kinds = {kind for definition in definitions.values() for kind in definition.clauses}
    triggers = {kind for kind in kinds if kind.endswith(" trigger")}
    # what a card does as it is played is refused with the play itself
    unwatched = {kind for kind in triggers - WATCHED if kind_of(kind) is None}
    assert unwatched == set()
    assert "play trigger" not in WATCHED
    # a static ability says about what it is
    rules = {kind for kind in kinds if " rule" in kind}
    assert [kind for kind in rules - WATCHED if kind_of(kind) is None] == []


def test_an_effect_text_is_a_clause_and_gives_no_keyword() -> None:
    reading = cardtext.read("", "[Tank]", is_spell=False)
    assert reading == cardtext.Reading({}, ("effect text", "effect combat rule"))
    reading = cardtext.read("", "When I attack, deal 1 damage.", is_spell=False)
    assert reading.clauses == ("effect text", "effect attack trigger")


def test_reminders_do_not_change_the_digest() -> None:
    digest = cardtext.text_digest("Sing. (Loudly.)\nDance.", None)
    assert digest == cardtext.text_digest("Sing.\nDance.", None)
    assert digest != cardtext.text_digest("Sing.\nDance twice.", None)


# --- Faulty sources

PORO = "Poro: {types: [Unit]}\n"
SINGER = "Singer: {types: [Unit], clauses: [song]}\n"
SONG = "Singer: {types: [Unit], text_digest: '0', does: [{do: draw}]}\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("- {types: [Unit]}", "mapping from names to cards"),
        ("1: {types: [Unit]}", "not a card with a name"),
        ("Poro: 1", "not a card with a name"),
        ("Poro: {colour: red}", "unknown fields"),
        ("Poro: {name: Poro}", "unknown fields"),
        ("Poro: {text: modelled}", "unknown fields"),
        (PORO + PORO, "'Poro' stands twice"),
        ("Poro: [", "tokens.yaml"),
        (PORO.replace("types", "keywords: {Weaponmaster: 1}, types"), "has Weaponmaster"),
        (SONG.replace("does", "sings"), "unknown fields"),
        (SONG.replace("text_digest: '0', ", ""), "needs a text_digest"),
        (SONG.replace(", does: [{do: draw}]", ""), "says nothing"),
        (SONG.replace("types: [Unit]", "clauses: [song]"), "clauses that are not"),
    ],
)
def test_faulty_sources_are_refused(content: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "tokens.yaml").write_text(content, "utf-8")
    with pytest.raises(DamagedData, match=reason):
        compile.definitions(tmp_path)


def test_what_is_not_modelled_is_so_by_its_clauses(tmp_path: Path) -> None:
    (tmp_path / "tokens.yaml").write_text(PORO + SINGER + SONG.replace("Singer", "Crier"), "utf-8")
    assert compile.definitions(tmp_path) == [
        {"name": "Poro", "types": ["Unit"]},
        {"name": "Singer", "types": ["Unit"], "text": "unmodelled", "clauses": ["song"]},
        {"name": "Crier", "types": ["Unit"], "does": [{"do": "draw"}]},
    ]
    assert sources.notation(tmp_path) == {"Crier": {"text_digest": "0", "does": [{"do": "draw"}]}}


def test_one_name_in_two_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "unl").mkdir()
    for file_name in ("unl/fury.yaml", "tokens.yaml"):
        (tmp_path / file_name).write_text(SONG, "utf-8")
    with pytest.raises(DamagedData, match="another file"):
        list(sources.cards(tmp_path))


def test_notation_stays_as_it_stands_when_the_corners_are_written_anew(tmp_path: Path) -> None:
    (tmp_path / "ogn").mkdir()
    file = tmp_path / "ogn" / "fury.yaml"
    by_hand = "  # Loudly.\n  text_digest: '0'\n  does: [{do:   draw}] # as typed\n"
    file.write_text(f"# Songs.\nSinger:\n  types: [Gear]\n  clauses: [song]\n{by_hand}", "utf-8")
    entries = [invented(text="Sing."), invented(name="Crier", number=2, text="Cry.")]
    content = extract.files_of(entries, tmp_path)["ogn/fury.yaml"]
    singer, crier = content.split("Singer:\n")[1].split("Crier:\n")
    assert singer.startswith("  types: [Unit]\n")
    assert "clauses" not in singer
    assert singer.endswith(by_hand)
    assert "clauses" in crier
    with pytest.raises(DamagedData, match="no card is called Singer"):
        extract.files_of(entries[1:], tmp_path)


def invented(**changes: object) -> Card:
    """An entry in the form of the official list."""
    return {
        "name": "Singer", "id": "ogn-001-298", "set": "OGN", "number": 1, "types": ["Unit"],
        "supertype": None, "domains": ["Fury"], "energy": 0, "power": None, "might": 1,
        "might_bonus": None, "tags": [], "is_token": False, "text": "", "effect_text": None,
        "aliases": [], "banned_constructed": False, "errata": None, **changes,
    }  # fmt: skip


def test_zero_is_content_and_absence_is_not() -> None:
    card = extract.structure(invented())
    assert card["energy"] == 0
    assert "might_bonus" not in card
    assert "tags" not in card


@pytest.mark.parametrize(
    ("domains", "power", "symbols"),
    [
        (["Fury"], None, []),
        (["Fury"], {"count": 2, "domains": ["Fury"]}, ["Fury", "Fury"]),
        (["Fury", "Mind"], {"count": 2, "domains": ["Fury", "Mind"]}, ["own", "own"]),
    ],
)
def test_power_is_one_entry_per_symbol(
    domains: list[str], power: object, symbols: list[str]
) -> None:
    assert extract.printed_power(invented(domains=domains, power=power)) == symbols


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"power": {"count": 1, "domains": ["Mind"]}}, "not of its domains"),
        ({"set": "XXX"}, "no file is kept"),
        ({"text": None}, "not a card"),
    ],
)
def test_entries_that_cannot_be_filed_are_refused(changes: Card, reason: str) -> None:
    with pytest.raises(DamagedData, match=reason):
        extract.files_of([invented(**changes)])


def test_a_missing_list_and_a_missing_card_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert extract.main(["--source", str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err
    with pytest.raises(DamagedData, match="not in the card list"):
        extract.digest_of("Nobody", [invented()])
