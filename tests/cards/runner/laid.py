"""Boards laid for one card: the card itself in one of the places where its text can matter, and
around it what that text speaks of.

What it speaks of is read off the notation: the tags, keywords, domains, types and names of its
selectors, the events that it waits for. For each there is something that fits it, and among the
rest much that does not, so that a filter that is left out lets something else in. All cards but
those that the text names are of our own invention.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from judge.effects import notation as n
from judge.effects.catalogue import Catalogue, standard_catalogue
from judge.effects.linting import decode_definition
from judge.effects.notation import CardDefinition

DOMAINS = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")

_UNIT: dict[str, Any] = {"kind": "unit"}


def _spell(does: list[dict[str, Any]], chooses: Any = None, **more: Any) -> dict[str, Any]:
    card = {"types": ["Spell"], "energy": 1, "keywords": {"Reaction": 1}, "does": does, **more}
    return {**card, "chooses": chooses} if chooses else card


def _on_unit(verb: str, **more: Any) -> dict[str, Any]:
    return _spell([{"do": verb, "what": "one", **more}], {"one": _UNIT})


#: spells by the event that they bring about
SPELLS: dict[str, dict[str, Any]] = {
    "deal": _spell([{"do": "deal", "amount": 2, "to": "one"}], {"one": _UNIT}, energy=2),
    "kill": _on_unit("kill"),
    "banish": _on_unit("banish"),
    "return_to_hand": _on_unit("return_to_hand"),
    "recall": _on_unit("recall"),
    "stun": _on_unit("stun"),
    "buff": _on_unit("buff"),
    "ready": _on_unit("ready"),
    "exhaust": _on_unit("exhaust"),
    "heal": _on_unit("heal"),
    "become_mighty": _spell([{"do": "give_might", "amount": 4, "to": "one"}], {"one": _UNIT}),
    "weaken": _spell([{"do": "give_might", "amount": -2, "to": "one"}], {"one": _UNIT}),
    "spend_buff": _on_unit("spend_buff"),
    "choose": _spell([{"do": "exhaust", "what": "one"}], {"one": {"kind": "permanent"}}),
    "move": _spell([{"do": "move", "what": "one"}], {"one": {"kind": "unit", "side": "friendly"}}),
    "draw": _spell([{"do": "draw"}]),
    "discard": _spell([{"do": "discard"}]),
    "recycle": _spell(
        [{"do": "recycle", "what": "one"}],
        {"one": {"kind": "card", "zone": "trash", "side": "friendly"}},
    ),
    "channel": _spell([{"do": "channel", "exhausted": True}]),
    "predict": _spell([{"do": "predict"}]),
    "look": _spell([{"do": "predict", "amount": 2}]),
    "reveal": _spell(
        [{"do": "reveal", "what": {"kind": "card", "zone": "main_deck", "top": 2}, "label": "two"}]
    ),
    "gain_xp": _spell([{"do": "gain_xp", "amount": 2}]),
    "burn": _spell([{"do": "burn", "amount": 2}]),
    "empower": _on_unit("empower"),
    "gain_points": _spell([{"do": "score"}]),
    "counter": _spell([{"do": "counter", "what": "one"}], {"one": {"kind": "spell"}}),
    "gain_control": _on_unit("gain_control"),
    "token": _spell([{"do": "play_token", "token": "Recruit"}]),
    "detach": _spell([{"do": "detach", "what": "one"}], {"one": {"kind": "equipment"}}),
    "kill_gear": _spell([{"do": "kill", "what": "one"}], {"one": {"kind": "gear"}}),
    "dear": _spell([{"do": "draw", "amount": 2}], energy=7, keywords={"Action": 1}),
    "wide": _spell([{"do": "deal", "amount": 1, "to": {"kind": "unit"}}], energy=4),
    "repeated": _spell(
        [{"do": "deal", "amount": 1, "to": "one"}],
        {"one": _UNIT},
        abilities=[{"kind": "keyword", "keyword": "Repeat", "cost": {"energy": 1}}],
    ),
    "hidden": _spell(
        [{"do": "buff", "what": "one"}], {"one": _UNIT}, keywords={"Hidden": 1}, energy=3
    ),
}
#: events that other spells bring about
_BY_OTHERS = {
    "die": ("kill", "deal", "wide"),
    "take_damage": ("deal", "wide"),
    "leave": ("kill", "return_to_hand", "banish"),
    "score": ("gain_points",),
    "enter": ("token",),
    "play": ("dear", "draw", "token", "repeated"),
    "hide": ("hidden",),
    "choose": ("choose", "buff", "stun"),
    "kill": ("kill", "kill_gear"),
    "detach": ("detach",),
    "spend_xp": ("gain_xp",),
}


#: events that come as the turn goes on
_OF_TURNS = frozenset({"hold", "score", "begin_phase", "end_turn", "gain_points", "defend"})


#: events that come by fighting and moving, and keywords that matter there
OF_FIGHTS = frozenset({"attack", "defend", "conquer", "win_combat", "move", "die", "take_damage"})
OF_COMBAT = frozenset({"Assault", "Shield", "Tank", "Backline", "Ganking", "Hunt", "Ambush"})


def _unit(might: int, **more: Any) -> dict[str, Any]:
    return {"types": ["Unit"], "energy": might, "might": might, **more}


#: what fills the board
CAST: dict[str, dict[str, Any]] = {
    "Field Mouse": _unit(1, domains=["Calm"]),
    "Reed Guard": _unit(2, domains=["Body"]),
    "Marsh Ox": _unit(3, domains=["Fury"]),
    "Stone Bear": _unit(4, domains=["Order"], power=["Order"]),
    "River Drake": _unit(6, domains=["Chaos"]),
    "Old Colossus": _unit(8, domains=["Mind"], power=["Mind", "Mind"]),
    "Bell Ringer": _unit(
        2,
        abilities=[
            {"kind": "triggered", "when": when, "does": [{"do": "gain_xp"}]}
            for when in ("attack", "defend", "conquer", "hold", "play")
        ]
        + [{"kind": "triggered", "when": "die", "deathknell": True, "does": [{"do": "draw"}]}]
        + [{"kind": "activated", "cost": {"exhaust": "me"}, "does": [{"do": "gain_xp"}]}],
    ),
    "Marsh Lurker": _unit(3, keywords={"Hidden": 1}),
    "Brief Spirit": _unit(3, keywords={"Temporary": 1}),
    "Hill Captain": _unit(5, supertype="Champion", tags=["Hill"]),
    "Plain Anvil": {"types": ["Gear"], "energy": 2},
    "Plain Spear": {
        "types": ["Gear"],
        "energy": 2,
        "tags": ["Equipment"],
        "might_bonus": 2,
        "abilities": [{"kind": "keyword", "keyword": "Equip", "cost": {"energy": 1}}],
    },
    "Tomb Warden": {
        "types": ["Gear"],
        "energy": 2,
        "abilities": [
            {
                "kind": "static",
                "affects": {"kind": "player", "side": "yours"},
                "changes": [{"change": "rule", "what": "extra_triggers", "keyword": "Deathknell"}],
            }
        ],
    },
    "Bare Hill": {"types": ["Battlefield"]},
    "Silent Regent": {"types": ["Legend"], "tags": ["Hill"]},
}
UNITS = [name for name, card in CAST.items() if card["types"] == ["Unit"]]
_KEYWORDS_OF_UNITS = ("Tank", "Assault", "Shield", "Deflect", "Ganking", "Backline")


class Spoken:
    """What a text speaks of."""

    def __init__(self, card: CardDefinition) -> None:
        self.tags: set[str] = set()
        self.keywords: set[str] = set()
        self.names: set[str] = set()
        self.domains: set[str] = set()
        self.zones: set[str] = set()
        self.events: set[str] = set()
        self.kinds: set[str] = set()
        self.states: set[str] = set()
        self.own_zones: set[str] = set()
        self.types: set[str] = set()
        #: it matters how the card itself is played
        self.as_it_is_played = bool(card.additional_costs)
        #: what it asks for among the cards of a zone
        self.asked: dict[str, list[n.Selector]] = {}
        if "Deflect" in card.keywords:
            self.events.add("choose")
        for node in _every(
            [card.chooses, card.does, card.abilities, card.effect_text, card.additional_costs]
        ):
            self._hear(node)

    def _hear(self, node: n.Node) -> None:
        if isinstance(node, n.Selector):
            self.tags.update(node.tag, node.not_tag)
            self.keywords.update(node.keyword, node.without_keyword)
            self.names.update(node.named)
            self.domains.update(node.domain)
            self.zones.add(node.zone)
            self.asked.setdefault(node.zone, []).append(node)
            self.kinds.add(node.kind)
            self.types.update(node.type, node.not_type)
            self.states.update(node.state, node.not_state)
        elif isinstance(node, n.Moment):
            self.events.add(node.event)
            if node.event in ("play", "discard", "hide") and isinstance(node.what, n.Selector):
                self.asked.setdefault("hand", []).append(node.what)
        if isinstance(node, n.May | n.Enters | n.CostChange | n.CostPaid | n.PlayedFrom):
            self.as_it_is_played = True
        if isinstance(node, n.Triggered) and node.when == "play":
            self.as_it_is_played = True
        if isinstance(node, n.PlayedFrom | n.May) and node.zone is not None:
            self.own_zones.add(node.zone)
        if isinstance(node, n.Distinct):
            self.tags.update(node.among)
        elif isinstance(node, n.Damage | n.Prevent):
            self.events.add("take_damage")
        if isinstance(node, n.Ability) and node.zone != "board":
            self.own_zones.add(node.zone)
        if isinstance(node, n.Triggered) and isinstance(node.when, str):
            self.events.add(node.when)
        if isinstance(node, n.AbilitySelector):
            self.events.update([node.event] if node.event else [])
            self.keywords.update([node.keyword] if node.keyword else [])


def _every(value: Any) -> Iterator[n.Node]:
    if isinstance(value, n.Node):
        yield value
        value = [getattr(value, field) for field in value.__struct_fields__]
    elif isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _every(each)


class Laid:
    """One laying. Copies of the card have ids that begin with `it`."""

    def __init__(self, card: CardDefinition, rng: random.Random) -> None:
        self.card = card
        self.rng = rng
        self.spoken = Spoken(card)
        self.cards: dict[str, Any] = {**CAST}
        if card.name not in standard_catalogue():
            written = msgspec.to_builtins(card)
            self.cards[card.name] = {key: each for key, each in written.items() if key != "name"}
        self.numbers: dict[str, int] = {}
        self.special: list[str] = []
        self.resources = rng.choice(["enough", "counted"])
        counted = rng.choice([3, 5, 8])
        self.runes = 2 if self.resources == "enough" else counted
        self._extend()
        events = sorted(self.spoken.events)
        wanted = [name for event in events for name in _BY_OTHERS.get(event, (event,))]
        self.wanted = [name for name in wanted if name in SPELLS]
        self.cards.update({f"Spell to {name}": spell for name, spell in SPELLS.items()})

    def _extend(self) -> None:
        """Cards that fit what the text asks for."""
        spoken = self.spoken
        for tag in sorted(spoken.tags - {"Equipment"}):
            for number, might in enumerate((1, 3, 5), 1):
                name = f"{tag} Follower {number}"
                self.cards[name] = _unit(might, tags=[tag])
                self.special.append(name)
            self.cards[f"{tag} Relic"] = {"types": ["Gear"], "energy": 1, "tags": [tag]}
        for keyword in sorted(spoken.keywords & {*_KEYWORDS_OF_UNITS, "Temporary", "Hidden"}):
            name = f"{keyword} Bearer"
            self.cards[name] = _unit(2, keywords={keyword: 1})
            self.special.append(name)
        for domain in sorted(spoken.domains):
            name = f"{domain} Adept"
            self.cards[name] = _unit(2, domains=[domain])
            self.special.append(name)
        known = standard_catalogue()
        for name in sorted(spoken.names):
            if name in known and known[name].text == "modelled" and known[name].is_unit:
                self.special.append(name)

    # --- pieces ------------------------------------------------------------------------------

    def odds(self, share: float) -> bool:
        return self.rng.random() < share

    def id(self, prefix: str) -> str:
        self.numbers[prefix] = self.numbers.get(prefix, 0) + 1
        return f"{prefix}{self.numbers[prefix]}"

    def unit_name(self) -> str:
        if self.special and self.odds(0.4):
            return self.rng.choice(self.special)
        return self.rng.choice(UNITS)

    def spell_name(self) -> str:
        if self.wanted and self.odds(0.6):
            return f"Spell to {self.rng.choice(self.wanted)}"
        return f"Spell to {self.rng.choice(sorted(SPELLS))}"

    def any_name(self) -> str:
        drawn = self.rng.random()
        if drawn < 0.4:
            return self.unit_name()
        if drawn < 0.8:
            return self.spell_name()
        gear = ["Plain Anvil", "Plain Spear", *(f"{tag} Relic" for tag in self._relics())]
        return self.rng.choice(gear)

    def _relics(self) -> list[str]:
        return sorted(self.spoken.tags - {"Equipment"})

    def object(self, prefix: str, name: str, **more: Any) -> dict[str, Any]:
        return {"id": self.id(prefix), "card": name, **more}

    def unit(self, side: str) -> dict[str, Any]:
        low = side.lower()
        if self.odds(0.15):
            unit = self.object(low, "Recruit", token=True, controller=side)
        else:
            unit = self.object(low, self.unit_name(), controller=side)
        marks = self.spoken.states
        for state, share in (("exhausted", 0.25), ("stunned", 0.1), ("empowered", 0.05)):
            if self.odds(share + (0.25 if state in marks else 0)):
                unit[state] = True
        if self.odds(0.2 + (0.3 if "buffed" in marks or "buff" in self.spoken.events else 0)):
            unit["buffs"] = 1
        if self.odds(0.15) and unit["card"] in ("Stone Bear", "River Drake", "Old Colossus"):
            unit["damage"] = {"B" if side == "A" else "A": self.rng.choice([1, 3])}
        if self.odds(0.15 + (0.25 if "equipment" in self.spoken.kinds else 0)):
            unit["attached"] = [self.object(f"{low}s", "Plain Spear")]
        if self.odds(0.05):
            unit["owner"] = "B" if side == "A" else "A"
        return unit

    def card_in(self, prefix: str, zone: str) -> dict[str, Any]:
        asked = self.spoken.asked.get(zone, [])
        name = self.fitting(self.rng.choice(asked)) if asked and self.odds(0.5) else None
        return {"id": self.id(prefix), "card": name or self.any_name()}

    def fitting(self, asked: n.Selector) -> str:
        """A card that is likely to be what is asked for."""
        rng = self.rng
        if asked.named and asked.named[0] in standard_catalogue():
            return rng.choice(asked.named)
        if asked.tag and asked.tag != ["Equipment"]:
            return f"{rng.choice(asked.tag)} Follower {rng.randint(1, 3)}"
        if asked.keyword and f"{asked.keyword[0]} Bearer" in self.cards:
            return rng.choice([f"{rng.choice(asked.keyword)} Bearer", "Spell to hidden"])
        kinds = {asked.kind.capitalize(), *asked.type}
        if "Equipment" in kinds or asked.tag:
            return "Plain Spear"
        if "Gear" in kinds:
            return rng.choice(["Plain Anvil", "Plain Spear"])
        return self.spell_name() if "Spell" in kinds else self.unit_name()

    # --- the board ---------------------------------------------------------------------------

    def player(self, side: str) -> dict[str, Any]:
        rng, low = self.rng, side.lower()
        thrown = [3, 4, 6] if "trash" in self.spoken.zones else [0, 1, 2, 4]
        hands = [0, 1, 1, 2, 3] if side == "A" else [0, 1, 1, 2, 2]
        runes = sorted({*self.card.domains, "Fury", "Calm"})
        if self.spoken.keywords or self.odds(0.2):
            runes = [*runes, *DOMAINS]
        base: list[dict[str, Any]] = [self.unit(side) for _ in range(rng.randint(0, 3))]
        if self.odds(0.6):
            base.append(self.object(f"{low}g", "Plain Anvil", exhausted=self.odds(0.3)))
        if self.odds(0.5):
            base.append(self.object(f"{low}g", "Plain Spear"))
        if self._relics() and self.odds(0.3):
            base.append(self.object(f"{low}g", f"{rng.choice(self._relics())} Relic"))
        base += [
            self.object(f"{low}r", f"{rng.choice(runes)} Rune", exhausted=self.odds(0.3))
            for _ in range(self.runes)
        ]
        player: dict[str, Any] = {
            "points": rng.randint(0, 7),
            "xp": rng.choice([0, 1, 2, 3, 5, 6, 8, 11]),
            "hand": [self.card_in(f"{low}h", "hand") for _ in range(rng.choice(hands))],
            "trash": [self.card_in(f"{low}t", "trash") for _ in range(rng.choice(thrown))],
            "main_deck": {
                "top": [self.card_in(f"{low}d", "main_deck") for _ in range(6)],
                "count": rng.choice([0, 4, 9]),
            },
            "rune_deck": {"top": [f"{rng.choice(runes)} Rune" for _ in range(3)], "count": 3},
            "base": base,
            "legend": self.object(f"{low}l", "Silent Regent", exhausted=self.odds(0.5)),
        }
        if self.odds(0.5):
            player["champion"] = {"id": f"{low}c", "card": "Hill Captain"}
        return player

    def field(self, place: str, owner: str, holder: str | None) -> dict[str, Any]:
        field: dict[str, Any] = {"id": place, "card": "Bare Hill", "owner": owner}
        if holder is not None:
            field["controller"] = holder
            most = self.rng.choice([1, 1, 2, 3])
            field["units"] = [self.unit(holder) for _ in range(most)]
            if self.odds(0.2 + (0.4 if "facedown_card" in self.spoken.kinds else 0)):
                name = self.rng.choice(["Marsh Lurker", "Spell to hidden"])
                field["facedown"] = [
                    {"id": self.id("f"), "card": name, "controller": holder, "since": 2}
                ]
        return field

    def board(self) -> dict[str, Any]:
        """The board as a person would type it, in the Main Phase of A, who has the card, or B."""
        rng = self.rng
        sides: list[tuple[str | None, str | None]] = [("A", "B"), ("A", None), (None, "B")]
        if self.spoken.events & {"conquer", "score", "move"}:
            sides.append((None, None))
        else:
            sides += [("A", "B"), ("A", "A")]
        holders = rng.choice(sides)
        fields = [
            self.field(place, owner, holder)
            for place, owner, holder in zip(("west", "east"), "AB", holders, strict=True)
        ]
        players = {side: self.player(side) for side in "AB"}
        self.put(players["A"], fields)
        if "Deathknell" in self.card.keywords and self.odds(0.5):
            players["A"]["base"].append(self.object("ag", "Tomb Warden"))
        if self.odds(0.15):
            self.put(players["A"], fields)
        board: dict[str, Any] = {
            "turn": {
                "player": "A" if self.odds(0.4 if self.spoken.events & _OF_TURNS else 0.6) else "B",
                "number": rng.choice([1, 2, 5, 6]),
            },
            "resources": self.resources,
            "cards": self.cards,
            "players": players,
            "battlefields": fields,
        }
        if self.spoken.kinds & {"spell", "ability", "spell_or_ability"} and self.odds(0.6):
            self.chain(board)
        return board

    def chain(self, board: dict[str, Any]) -> None:
        """A spell of either player on the chain, to which A may react."""
        lying = [
            unit["id"]
            for place in (*board["players"].values(), *board["battlefields"])
            for unit in (*place.get("base", []), *place.get("units", []))
            if self.is_unit(unit["card"])
        ]
        names = [name for name, card in SPELLS.items() if card.get("chooses") == {"one": _UNIT}]
        if not lying:
            return
        item = {"id": self.id("s"), "card": f"Spell to {self.rng.choice(names)}"}
        item |= {"controller": "B" if self.odds(0.75) else "A", "targets": [self.rng.choice(lying)]}
        board["chain"] = {"items": [item]}
        board["window"] = {"priority": "A"}

    def is_unit(self, name: str) -> bool:
        """Whether a card that lies on the board is a unit."""
        own = self.cards.get(name)
        if own is not None:
            return "Unit" in own["types"]
        known = standard_catalogue()
        return name in known and known[name].is_unit

    def put(self, mine: dict[str, Any], fields: list[dict[str, Any]]) -> None:
        """The card in a place where its text can matter."""
        card, rng = self.card, self.rng
        if "Battlefield" in card.types:
            rng.choice(fields)["card"] = card.name
            return
        it = {"id": self.id("it"), "card": card.name}
        if "Legend" in card.types:
            mine["legend"] = it
            return
        if "Rune" in card.types:
            mine["base"].append(it)
            return
        often = 10 if self.spoken.as_it_is_played else 4
        places = [] if card.token else ["hand"] * often
        held = [field for field in fields if field.get("controller") == "A"]
        if card.is_permanent:
            fights = bool(self.spoken.events & OF_FIGHTS or OF_COMBAT & {*card.keywords})
            places += ["base"] * (8 if fights and not self.spoken.events <= {"hold"} else 3)
            if held:
                places += ["field"] * (8 if card.is_unit and fights else 4)
        if "Hidden" in card.keywords and held:
            places += ["facedown"] * 4
        if card.supertype == "Champion":
            places.append("champion")
        own = self.spoken.own_zones
        if own & {"trash", "champion_zone"} or "Flow" in str(card.abilities):
            places += ["trash"] * 4
        if own & {"champion_zone", "champion"}:
            places += ["champion"] * 3
        if "main_deck" in own or self.spoken.events & {"reveal", "look", "predict", "burn"}:
            places += ["deck"] * 2
        self.place(it, rng.choice(places), mine, held)

    def place(
        self, it: dict[str, Any], where: str, mine: dict[str, Any], held: list[dict[str, Any]]
    ) -> None:
        card, rng = self.card, self.rng
        match where:
            case "hand" | "trash":
                mine[where].append(it)
            case "champion":
                mine["champion"] = it
            case "deck":
                mine["main_deck"]["top"].insert(0, it)
            case "facedown":
                rng.choice(held)["facedown"] = [{**it, "controller": "A", "since": 2}]
            case _:
                it["controller"] = "A"
                there = mine["base"] if where == "base" else rng.choice(held)["units"]
                if not card.is_unit:
                    self._gear(it, mine, held)
                    return
                if self.odds(0.25):
                    it["buffs"] = 1
                if self.odds(0.2):
                    it["exhausted"] = True
                if self.odds(0.2) or ("equipped" in self.spoken.states and self.odds(0.5)):
                    it["attached"] = [self.object("as", "Plain Spear")]
                there.append(it)

    def _gear(self, it: dict[str, Any], mine: dict[str, Any], held: list[dict[str, Any]]) -> None:
        """A gear in the base, or an Equipment attached to a unit."""
        there = [unit for field in held for unit in field["units"]]
        there += [unit for unit in mine["base"] if unit["id"][1:].isdigit()]
        if "Equipment" in self.card.tags and there and self.odds(0.75):
            del it["controller"]
            self.rng.choice(there).setdefault("attached", []).append(it)
        else:
            mine["base"].append(it)


#: a spell that tells in XP what all units are worth, and in a second question who has what
WEIGHING = "Weighing"


def weighing(card: CardDefinition) -> dict[str, Any]:
    """A spell whose result depends on the Might, the keywords and the tags of all that lie there,
    as far as the text of the card could change them.
    """
    units = {"kind": "unit"}
    does: list[dict[str, Any]] = [{"do": "gain_xp", "amount": {"value": "might", "of": units}}]
    given: set[str] = set()
    tags: set[str] = set()
    for node in _every([card.does, card.abilities, card.effect_text]):
        if isinstance(node, n.GrantKeyword | n.GiveKeyword | n.LoseAbilities) and node.keyword:
            given.add(node.keyword)
        elif isinstance(node, n.Trait):
            tags.update(node.tags)
    for keyword in sorted(given):
        of = {"kind": "permanent", "keyword": [keyword]}
        does.append({"do": "gain_xp", "amount": {"value": "count", "of": of, "each": 3}})
        if keyword in ("Assault", "Shield", "Deflect", "Hunt"):
            worth = {"value": "keyword_value", "keyword": keyword, "of": {"kind": "unit"}}
            does.append({"do": "gain_xp", "amount": worth})
    for tag in sorted(tags):
        of = {"kind": "permanent", "tag": [tag]}
        does.append({"do": "gain_xp", "amount": {"value": "count", "of": of, "each": 2}})
    return {"types": ["Spell"], "energy": 0, "keywords": {"Reaction": 1}, "does": does}


def is_weighed(card: CardDefinition) -> bool:
    """Whether the text could change what things are."""
    kinds = (n.Might, n.SetMight, n.GrantKeyword, n.GiveMight, n.GiveKeyword, n.Trait)
    kinds += (n.LoseAbilities, n.DoubleMight, n.SwapMight, n.GrantKeywords, n.BecomeCopy)
    text = [card.does, card.abilities, card.effect_text]
    return any(isinstance(node, kinds) for node in _every(text))


def laid_board(card: CardDefinition, rng: random.Random) -> dict[str, Any]:
    """A board for the card, as a person would type it."""
    return Laid(card, rng).board()


def around(card: CardDefinition) -> Catalogue:
    """The catalogue with the cards of our own that lie on the boards of this one."""
    cards = {**Laid(card, random.Random(0)).cards, WEIGHING: weighing(card)}
    return standard_catalogue().with_definitions(
        [decode_definition({"name": name, **each}) for name, each in sorted(cards.items())]
    )
