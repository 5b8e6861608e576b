"""What the words of a text refer to: what it has named, and the names that it gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from judge.cardtext.doing import _in_order
from judge.cardtext.reading.meaning import Back, Chosen, Itself, Mine, Rest, They, Whose
from judge.effects import notation as n


class Unbound(ValueError):
    """Something that refers to nothing that was said."""


@dataclass
class Mention:
    """What a text has named: a slot by its name, or what an instruction did."""

    kind: str
    name: str | None = None
    many: bool = False
    side: str = "any"
    selector: n.Selector | None = None
    node: n.Instruction | None = None
    picked: bool = False
    #: its name among what was shown, where the text has gone on with it
    picked_as: str | None = None
    #: what stands for it, where that is no name
    value: Any = None


#: places whose things are not chosen as the item is finalized, but as the text is executed
_HIDDEN = ("hand", "main_deck", "rune_deck")
#: what a spell is not, so that "another" has to be of something else
_ON_THE_BOARD = ("unit", "gear", "equipment", "permanent", "rune", "legend", "battlefield")
#: sides of which nothing is on both
_APART = ({"friendly", "enemy"}, {"yours", "enemy"})
_LABELS = {
    "kill": "killed",
    "banish": "banished",
    "play_token": "token",
    "look": "seen",
    "reveal": "shown",
    "discard": "discarded",
    "channel": "channelled",
    "choose": "picked",
    "move": "moved",
    "gain_control": "taken",
    "create": "created",
    "pay": "spent",
}


@dataclass
class Names:
    """What has been named in one text so far: its slots, and what its instructions did."""

    #: what "this" is: the card itself, or on what an effect text stands
    itself: str = "me"
    #: "it" before anything was named: the object of the condition
    it: str | None = None
    it_kind: str = "unit"
    #: the player of the condition
    player: bool = False
    #: of a spell, which has no place of its own
    spell: bool = False
    slots: dict[str, n.Selector] = field(default_factory=dict)
    said: list[Mention] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    #: instructions that chose themselves what they are done to, and that can be forbidden
    introduced: list[Any] = field(default_factory=list)
    #: how deep the instructions stand in others
    depth: int = 0
    #: what hangs on the first action of its sentence, since that may be declined
    hung: list[Any] = field(default_factory=list)
    #: what each of several players has shown
    of_each: list[Mention] = field(default_factory=list)
    #: what is paid in any amount, while it is said what that does
    spent: str | None = None
    #: a payment at the beginning of which the same sentence says only what is chosen
    priced: Any = None
    they: Any = None
    #: the following words still have to speak of "the rest"
    pending: list[Any] = field(default_factory=list)
    inner: bool = False
    #: while it is said of what something becomes a copy
    copying: bool = False
    #: where the source is
    zone: Any = None
    #: a permission for what comes next
    owed: bool = False
    shown: Mention | None = None

    # --- names ------------------------------------------------------------------------------------

    def fresh(self, wish: str) -> str:
        """A name that nothing has yet."""
        name, number = wish, 1
        while name in self.taken:
            number += 1
            name = f"{wish.rstrip('1')}{number}"
        self.taken.add(name)
        return name

    def label(self, node: Any) -> str:
        """The label of an instruction, given to it where it has none yet."""
        if node.label is None:
            tag = str(node.__struct_config__.tag)
            node.label = self.fresh(_LABELS.get(tag, "done"))
        return str(node.label)

    def name_of(self, mention: Mention) -> str:
        """The name by which a thing is referred to."""
        if mention.name is None:
            assert mention.node is not None
            mention.name = self.label(mention.node)
        return mention.name

    def say(self, mention: Mention) -> None:
        """It was named last."""
        if mention in self.said:
            self.said.remove(mention)
        self.said.append(mention)

    # --- references -------------------------------------------------------------------------------

    def back(self, ref: Back) -> Any:
        """What "it", "them" or "that unit" means."""
        if ref.verb is not None:
            return self.by_verb(ref.verb)
        latest = list(reversed(self.said))
        if ref.kind is not None:  # "that unit" is what "it" would not be
            latest = [*latest[1:], *latest[:1]]
        for mention in latest:
            if self.fits(mention, ref):
                self.say(mention)
                return self.name_of(mention) if mention.value is None else mention.value
        if self.it is not None and not ref.many:
            return self.it
        if ref.kind is None and not self.said and self.itself == "me" and not self.spell:
            return "me"
        raise Unbound(f"{ref}")

    def fits(self, mention: Mention, ref: Back) -> bool:
        """Whether a reference can mean it."""
        if mention.kind in ("player", ""):
            return False
        if ref.kind is not None:
            kinds = {mention.kind} | ({"gear"} if mention.kind == "equipment" else set())
            kinds |= {"unit"} if mention.kind == "permanent" else set()
            if ref.kind == "card":
                kinds |= {"card"}
            if ref.kind not in kinds or ref.many != mention.many:
                return False
        if ref.side is not None and mention.side != ref.side:
            return False
        if ref.kind is None and ref.many != mention.many:
            return False
        return not (mention.kind == "battlefield" and ref.kind is None)

    def by_verb(self, verb: str) -> str:
        """ "The killed unit": what that instruction was done to, or what a cost was paid with."""
        for mention in reversed(self.said):
            node = mention.node
            if node is not None and str(node.__struct_config__.tag) == verb:
                return self.name_of(mention)
        if verb in ("kill", "banish", "recycle", "return_to_hand", "exhaust"):
            return "paid"
        if verb == "discard":
            return "paid"
        raise Unbound(verb)

    def place(self) -> str | None:
        """Where "there" is, if the text has named such a place."""
        for mention in reversed(self.said):
            if mention.kind == "battlefield" and mention.name in self.slots:
                return self.name_of(mention)
        for mention in reversed(self.said[-1:]):
            if mention.selector is not None and mention.selector.where == "battlefield":
                return self.name_of(mention)
        return None

    # --- choices ----------------------------------------------------------------------------------

    def choose(self, chosen: Chosen, out: list[Any], **link: Any) -> str:
        """A new slot, or a choice that is made as the text is executed."""
        if chosen.selector is None:
            raise Unbound("nothing chosen")
        selector = self.selector(chosen.selector, out, chosen=True)
        many = selector.any_number or selector.max != 1 or selector.min not in (0, 1)
        kind = selector.kind
        if chosen.among and selector.kind == "equipment":
            equipped = [m for m in self.said if m.selector and "equipped" in m.selector.state]
            if equipped and chosen.selector.attached_to == Back():
                selector = replace(selector, attached_to=self.name_of(equipped[-1]))
            return self.choose_now(selector, kind, many, out)
        if chosen.some:
            name = self.fresh("slot1")
            self.slots[name] = selector
            self.say(Mention(kind, name, True, selector.side, selector))
            return name
        if chosen.among:
            shown = self.last_shown()
            if selector.kind in ("unit", "gear", "spell"):
                selector = replace(selector, kind="card", type=[selector.kind.capitalize()])
            selector = replace(selector, kind="card", the=self.name_of(shown))
            return self.choose_now(selector, "card", many, out)
        if selector.zone in _HIDDEN:
            return self.choose_now(selector, kind, many, out)
        if self.inner:  # each player chooses as the text is executed
            return self.choose_now(selector, kind, many, out)
        name = self.fresh("slot1")
        self.slots[name] = selector
        self.say(Mention(kind, name, many, selector.side, selector))
        return name

    def other_than(self, selector: n.Selector) -> n.Selector:
        """ "Another", of what the text has named before, if anything; otherwise of the source. A
        spell is none of the things on the board.
        """
        others = [m for m in self.said if m.kind == selector.kind and self.is_other(m, selector)]
        if others:
            return replace(selector, other=False, unlike=[self.name_of(others[-1])])
        if self.spell and selector.zone == "board" and selector.kind in _ON_THE_BOARD:
            raise Unbound("another")
        return selector

    def is_other(self, mention: Mention, selector: n.Selector) -> bool:
        """Whether "another" can mean one that is not this: a choice, or what is to be a copy."""
        if {mention.side, selector.side} in _APART:
            return False
        known = mention.name in self.slots or mention.name == "each" or self.copying
        return known or isinstance(mention.node, n.Move)

    def choose_now(self, selector: n.Selector, kind: str, many: bool, out: list[Any]) -> str:
        """A choice made as the text is executed."""
        node = n.Choose(from_=selector)
        label = self.label(node)
        out.append(node)
        self.say(Mention(kind, label, many, selector.side, selector, node, picked=True))
        return label

    def last_shown(self) -> Mention:
        """What was looked at or revealed last."""
        if self.shown is None:
            raise Unbound("from among them")
        return self.shown

    # --- values of fields -------------------------------------------------------------------------

    def put(self, value: Any, out: list[Any]) -> Any:
        """A field with its names."""
        if isinstance(value, Chosen):
            return self.choose(value, out)
        if isinstance(value, Back):
            return self.back(value)
        if isinstance(value, Itself):
            return self.itself
        if isinstance(value, Mine):
            self.zone = value.zone
            return "me"
        if isinstance(value, They):
            return self.who_they()
        if isinstance(value, Whose):
            name = self.put(value.of, out) if not isinstance(value.of, Back) else self.owner()
            return f"{value.role} of {name}"
        if isinstance(value, Rest):
            shown = self.last_shown()
            picked = [m for m in self.said if m.picked]
            names = [each.picked_as or self.name_of(each) for each in picked[-1:]]
            # what has been played or has gone elsewhere meanwhile is no more of the rest (124)
            seen = getattr(shown.node, "what", None)
            own = isinstance(seen, n.Selector) and seen.zone == "main_deck" and seen.of is None
            zone: n.Zone = "main_deck" if own and not self.each_of_them(shown) else "board"
            return n.Selector(kind="card", the=self.name_of(shown), unlike=names, zone=zone)
        if isinstance(value, n.ThatMuch) and value == n.ThatMuch() and self.spent is not None:
            return n.ChosenNumber(slot=self.spent)
        if isinstance(value, tuple):
            return [self.put(each, out) for each in value]
        if isinstance(value, list):
            return [self.put(each, out) for each in apart(value)]
        if isinstance(value, n.Selector):
            return self.selector(value, out)
        if isinstance(value, n.Instruction):
            raise Unbound("an instruction within a term")
        if isinstance(value, msgspec.Struct):
            return self.node(value, out)
        return value

    def each_of_them(self, shown: Mention) -> bool:
        """Whether it lies in the decks of several players, each of whom has shown it."""
        return shown in self.of_each

    def owner(self) -> str:
        """Of whom "its controller" speaks: what was named last."""
        for mention in reversed(self.said):
            if mention.kind != "player":
                return self.name_of(mention)
        if self.it is not None:
            return self.it
        raise Unbound("its controller")

    def who_they(self) -> str:
        """ "They", of a player."""
        if self.they is not None:
            return str(self.they)
        if self.player:
            return "that_player"
        raise Unbound("they")

    def selector(self, given: n.Selector, out: list[Any], *, chosen: bool = False) -> n.Selector:
        """A selector with its names."""
        found = self.node(given, out)
        assert isinstance(found, n.Selector)
        if found.where == "there":
            place = self.place()
            if place is not None:
                found = replace(found, where="anywhere", at=place)
        if self.inner and found.of == "chosen":  # "their", of each player's own
            found = replace(found, of=None)
        # "your other units", said of all of them, are those that are not the source
        mine = not chosen and not self.spell and found.side in ("friendly", "yours")
        return self.other_than(found) if found.other and not mine else found

    def node(self, given: Any, out: list[Any], *, early: bool = False) -> Any:
        """Any node, field by field in the order in which a text says them."""
        values = {}
        for name in _fields(given, early=early):
            values[name] = self.put(getattr(given, name), out)
        return replace(given, **values)


def _fields(given: Any, *, early: bool) -> list[str]:
    """The fields of a node in the order in which a text says them."""
    if isinstance(given, n.Give) or (isinstance(given, n.GiveMight) and not early):
        return ["to", *(name for name in given.__struct_fields__ if name != "to")]
    if isinstance(given, n.GiveMight):
        return ["amount", *(name for name in given.__struct_fields__ if name != "amount")]
    return _in_order(given) if isinstance(given, n.Node) else list(given.__struct_fields__)


def apart(things: list[Any]) -> list[Any]:
    """Two things that are alike in something, which is said of the second."""
    match things:
        case [Chosen(selector=n.Selector() as one), Chosen(selector=n.Selector() as two)]:
            if two.together == ["same_controller"]:
                owner: Any = Whose("controller", Back())
                return [Chosen(one), Chosen(replace(two, together=[], of=owner))]
            if two.together == ["same_place"]:
                one = replace(one, where=two.where if two.where == "battlefield" else one.where)
                two = replace(two, together=[], where="anywhere", at=Back())
                return [Chosen(one), Chosen(two)]
    return things
