"""Gives names to what a text chooses and does, and finds what "it" and "that unit" refer to.

The grammar leaves `Chosen`, `Back` and the like where a name belongs. This goes through a text in
the order in which it is read, keeps what has been named, and puts slots (`chooses`) and labels in
their place. What it cannot resolve raises `Unbound`, and the reading is none.
"""

from __future__ import annotations

from copy import copy
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from judge.cardtext.reading.meaning import (
    Back,
    ChooseFirst,
    Chosen,
    Did,
    EachOther,
    Early,
    Fully,
    Instead,
    Lacking,
    Linked,
    Otherwise,
    Pick,
    Reflexive,
    Same,
    Whose,
    unfinished,
)
from judge.cardtext.reading.naming import mode_name
from judge.cardtext.reading.referring import Mention, Names, Unbound, apart
from judge.cardtext.reading.tracing import (
    after_playing,
    bare,
    from_the_hand,
    names_in,
    names_number,
    replace_mention,
    speaks_of_rest,
)
from judge.effects import notation as n


class Binder(Names):
    """One text, whose instructions get their names as they are read."""

    # --- instructions -----------------------------------------------------------------------------

    def does(self, given: list[Any]) -> list[Any]:
        """Instructions with their names."""
        out: list[Any] = []
        self.depth += 1
        for index, each in enumerate(given):
            before = self.pending
            self.pending = [*given[index + 1 :], *before]
            self.one(each, out)
            self.pending = before
        self.depth -= 1
        return out

    def some(self, given: list[Any]) -> list[Any]:
        """Instructions of a part, of which there is at least one."""
        found = self.does(given)
        if not found:
            raise Unbound("nothing to do")
        return found

    def one(self, each: Any, out: list[Any]) -> None:
        """One thing that a sentence says."""
        if isinstance(each, Linked):
            self.linked(each, out)
        elif isinstance(each, ChooseFirst):
            self.choose_first(each, out)
        elif isinstance(each, EachOther):
            self.each_other(each, out)
        elif isinstance(each, Early):
            out.append(self.node(each.node, out, early=True))
        elif isinstance(each, Pick):
            self.pick(each, out)
        elif isinstance(each, Instead):
            self.instead(each, out)
        elif isinstance(each, Otherwise):
            self.otherwise(each, out)
        elif isinstance(each, Reflexive):
            self.reflexive(each, out)
        elif isinstance(each, n.If) and self.played_here_too(each, out):
            pass
        elif isinstance(each, n.If):
            condition = self.condition(each.condition, out)
            before = list(self.said)
            then = self.some(each.then)
            self.said = before or self.said
            out.append(n.If(condition=condition, then=then))
        elif isinstance(each, n.Pay):
            self.pay(each, out)
        elif isinstance(each, n.Modes | n.Either):
            self.modes(each, out)
        elif isinstance(each, n.ForEach):
            self.for_each(each, out)
        elif isinstance(each, n.EachPlayer):
            part = self.alone()
            out.append(replace(each, does=part.does(each.does)))
            if part.shown is not None and part.shown is not self.shown:
                self.shown = part.shown  # what each of them reveals is chosen from afterwards
                self.of_each = [*self.of_each, part.shown]
        elif isinstance(each, n.Delay):
            self.delay(each, out)
        elif isinstance(each, n.DoFollowing):
            self.following(each, out)
        elif isinstance(each, n.ChooseAnew) and out and isinstance(out[-1], n.GainControl):
            out[-1] = replace(out[-1], new_choices=True)
        elif isinstance(each, n.SwapMight):
            self.swap(each, out)
        else:
            self.plain(each, out)

    def played_here_too(self, each: n.If, out: list[Any]) -> bool:
        """Whether it says of what is being played where it is played, or may be played as well, if
        it is a unit; it is not played twice.
        """
        if out and isinstance(out[-1], n.Pay):
            out = out[-1].then
        played = out[-1] if out else None
        said: list[Any] = each.then
        sentence = said[0] if len(said) == 1 else None
        if not isinstance(sentence, Linked) or sentence.who is not None:
            return False
        again = sentence.does[0] if len(sentence.does) == 1 else None
        unit: Any = unfinished.Is(what=Back(), a=n.Selector(kind="unit"))
        if not isinstance(played, n.Play) or each.condition != unit:
            return False
        if not isinstance(again, n.Play) or again.to == "anywhere":
            return False
        if again != unfinished.Play(what=Back(), to=again.to):
            return False
        out[-1] = replace(played, or_to=again.to) if sentence.may else replace(played, to=again.to)
        return True

    def alone(self) -> Binder:
        """The same text, for a part that other players follow."""
        return replace_binder(self, said=[], inner=True)

    def plain(self, each: Any, out: list[Any], **link: Any) -> Any:
        """A game action: its names, and what it makes known."""
        if isinstance(getattr(each, "to", None), Same):
            if not out:
                raise Unbound("the same thing")
            each = replace(each, to=out[-1].to)
        if isinstance(each, n.Play):
            each = from_the_hand(each)
        if isinstance(each, n.Play) and isinstance(getattr(each, "at", None), Chosen):
            each = self.placed(each, out)
        self.copying = isinstance(each, n.BecomeCopy)
        slots = set(self.slots)
        made = self.node(each, out)
        self.copying = False
        if isinstance(made, n.Move) and made.to == "there":
            place = self.place()
            if place not in (None, made.what):
                made = replace(made, to="destination", at=place)
        made = self.corrected(made, out)
        if link:
            made = replace(made, **link)
        if isinstance(made, n.BecomeCopy):
            self.again(made.what)
        if isinstance(made, n.Recycle) and isinstance(made.what, str):
            self.from_own(made.what, out)
        if after_playing(made, out):
            then = "then_banish" if isinstance(made, n.Banish) else "then_recycle"
            out[-1] = replace(out[-1], **{then: True})
            return out[-1]
        if made.after is None and out and self.by_victim(made, out[-1]):
            made = replace(made, after=self.label(out[-1]))
        if made.after is None and (link_to := self.linked_to(made)) is not None:
            made = replace(made, after=link_to)
        if self.owed:
            made.may, self.owed = True, False
        out.append(made)
        self.note(made)
        self.introduce(made, slots)
        return made

    def placed(self, each: n.Play, out: list[Any]) -> n.Play:
        """A card of the hand and where it is played, both chosen as the text is executed."""
        what: Any = each.what
        at: Any = each.at
        if not (isinstance(what, Chosen) and what.selector.zone == "hand"):
            return each
        label = self.choose(what, out)
        spot = n.Choose(from_=self.selector(at.selector, out), after=label)
        out.append(spot)
        return replace(each, what=label, at=self.label(spot))

    def again(self, name: Any) -> None:
        """It is what the text goes on about."""
        for mention in self.said:
            if mention.name == name:
                self.say(mention)
                return

    def from_own(self, name: str, out: list[Any]) -> None:
        """What is recycled of one's own trash or runes is chosen as the text is executed."""
        slot = self.slots.get(name)
        if slot is None or slot not in (
            n.Selector(kind="card", zone="trash", min=slot.min, max=slot.min),
            n.Selector(kind="rune", side="yours"),
        ):
            return
        del self.slots[name]
        out.append(n.Choose(label=name, from_=slot))

    def corrected(self, made: Any, out: list[Any]) -> Any:
        """What is played, and the hand that is revealed, as the notation says them."""
        if isinstance(made, n.Play):
            for earlier in reversed(out):
                if isinstance(earlier, n.Banish) and earlier.what == made.what != "me":
                    return replace(made, what=self.label(earlier))
        if isinstance(made, n.Reveal) and isinstance(made.what, n.Selector):
            selector = made.what
            if selector.zone == "hand" and made.who != "you":
                return replace(made, what=replace(selector, of=made.who))
        return made

    def by_victim(self, made: Any, before: Any) -> bool:
        """Whether the controller of what was just killed does it."""
        return isinstance(before, n.Kill) and made.who == f"controller of {before.what}"

    def linked_to(self, made: Any) -> str | None:
        """The instruction of whose thing it speaks, where that may not have been followed although
        its target is legal, since a text can forbid it (359.3.e.6, 359.3.e.14.a).
        """
        for earlier in reversed(self.introduced) if self.depth == 1 else ():
            names = {earlier.what, earlier.label or earlier.what}
            if not names.isdisjoint(names_in(made)):
                return self.label(earlier)
        return None

    def introduce(self, made: Any, before: set[str]) -> None:
        """What an instruction has chosen itself is spoken of as what it was done to."""
        what = getattr(made, "what", None)
        if not isinstance(what, str) or what in before or what not in self.slots:
            return
        if isinstance(made, n.Move | n.GainControl):
            self.introduced.append(made)
        if isinstance(made, n.GainControl):
            for at, mention in enumerate(self.said):
                if mention.name == what:
                    self.said[at] = replace_mention(mention, made)

    def note(self, made: Any) -> None:
        """What an instruction makes known for later words."""
        if isinstance(made, n.PlayToken):
            kind = "gear" if made.token == "Gold" else "unit"
            self.say(Mention(kind, None, made.amount != 1, "yours", None, made))
        elif isinstance(made, n.Reveal) and made.until is not None:
            self.shown = Mention("card", None, True, "any", None, made)
            self.say(self.shown)
            found = replace(made.until, the=self.name_of(self.shown), zone="main_deck")
            self.say(Mention(made.until.kind, value=found))
        elif isinstance(made, n.Banish) and isinstance(made.what, n.Selector) and made.what.the:
            self.say(Mention("card", None, False, "any", None, made, picked=True))
        elif isinstance(made, n.Reveal | n.Look) and isinstance(made.what, n.Selector):
            many = made.what.top != 1
            self.shown = Mention("card", None, many, "any", None, made)
            self.say(self.shown)
        elif isinstance(made, n.Draw | n.Play) and isinstance(made.what, str):
            for at, mention in enumerate(self.said):
                if mention.name == made.what and isinstance(mention.node, n.Choose):
                    self.said[at] = replace_mention(mention, made)
        elif isinstance(made, n.Discard):
            self.said.insert(0, Mention("card", None, made.amount != 1, "any", None, made))
        elif isinstance(made, n.Kill | n.Banish | n.Move | n.ReturnToHand | n.Exhaust) and (
            isinstance(made.what, str) and made.what in self.slots
        ):
            self.said.insert(0, Mention("", None, False, "any", None, made))
        elif isinstance(made, n.Create):
            self.said.insert(0, Mention("battlefield", None, False, "any", None, made))

    def linked(self, each: Linked, out: list[Any]) -> None:
        """Actions of one sentence. What its player may do, and what hangs on it."""
        first = len(out)
        if each.who is not None:
            who = self.put(each.who, out)
            inner = [replace(act, who=who) for act in each.does if isinstance(act, n.Instruction)]
            self.pending = [*inner[1:], *self.pending]
            for act in inner:
                self.one(act, out)
        else:
            before = self.pending
            for index, act in enumerate(each.does):
                self.pending = [*each.does[index + 1 :], *before]
                self.one(act, out)
            self.pending = before
        if each.may and len(out) == first:
            self.owed = True
        if not each.may or len(out) == first:
            return
        made = out[first:]
        made[0].may = True
        for later in made[1:]:
            if later.after is None and not self.inner and self.hangs(made[0], later):
                later.after = self.label(made[0])
                self.hung.append(later)
        for one, two in pairwise(made[1:]):
            if isinstance(one, n.Banish) and isinstance(two, n.Play) and two.what == one.label:
                two.after = self.label(one)

    def hangs(self, first: Any, later: Any) -> bool:
        """Whether an action is done to the very thing that the one before was."""
        mine = getattr(later, "what", None) or getattr(later, "to", None)
        others = getattr(first, "what", None) or getattr(first, "to", None)
        return isinstance(mine, str) and mine in (others, first.label)

    def choose_first(self, each: ChooseFirst, out: list[Any]) -> None:
        """ "Choose a unit": slots, or a choice among what was revealed."""
        who = self.put(each.who, out)
        if each.from_ is not None:
            selector = self.selector(each.from_, out)
            node = n.Choose(from_=selector, who=who)
            self.label(node)
            out.append(node)
            self.said.append(
                Mention(selector.kind, node.label, False, "any", selector, node, picked=True)
            )
            return
        for thing in apart(each.things):
            for one in thing if isinstance(thing, tuple) else (thing,):
                self.choose_one(one, out)

    def choose_one(self, chosen: Chosen, out: list[Any]) -> None:
        """One choice that a sentence of its own asks."""
        selector = chosen.selector
        if selector.kind == "player":
            name = self.fresh("slot1")
            self.slots[name] = self.selector(selector, out)
            self.say(Mention("player", name))
            self.they = "chosen"
            return
        if selector.zone == "hand" and self.shown is not None:
            selector = self.selector(selector, out)
            shown = self.name_of(self.shown)
            self.choose_now(replace(selector, kind="card", the=shown), "card", False, out)
            return
        self.choose(chosen, out)

    def each_other(self, each: EachOther, out: list[Any]) -> None:
        """Two units strike one another, each with its own Might."""
        units = [m for m in self.said if m.kind == "unit" or m.node is not None]
        names = [self.name_of(m) for m in units if m.kind]
        names = ["me", *names[-1:]] if each.we else names[-2:]
        if len(names) != 2:
            raise Unbound("each other")
        names.sort(key=lambda name: (name in self.slots, list(self.slots).index(name))
                   if name in self.slots else (False, 0))  # fmt: skip
        for one, two in (names, names[::-1]):
            out.append(n.Deal(amount=n.MightOf(of=one), to=two, source=one))

    def pick(self, each: Pick, out: list[Any]) -> None:
        """ "Draw 1": of what was looked at, where the rest is spoken of afterwards."""
        picked = any(m.picked for m in self.said)
        if self.shown is None or picked or not speaks_of_rest(self.pending):
            self.plain(n.Draw(amount=each.amount), out)
            return
        fields: dict[str, Any] = (
            {} if each.amount == 1 else {"min": each.amount, "max": each.amount}
        )
        selector = n.Selector(kind="card", the=self.name_of(self.shown), **fields)
        label = self.choose_now(selector, "card", each.amount != 1, out)
        out.append(n.Draw(what=label))

    def instead(self, each: Instead, out: list[Any]) -> None:
        """A branch in the place of what was said before (158.2)."""
        if not out:
            raise Unbound("instead")
        condition = self.condition(each.condition, out)
        then = self.some(each.then)
        number = max(1, min(len(then), len(out)))
        usual = out[-number:]
        del out[-number:]
        out.append(n.If(condition=condition, then=then, otherwise=usual))

    def otherwise(self, each: Otherwise, out: list[Any]) -> None:
        """What is done where the condition before does not hold."""
        if not out or not isinstance(out[-1], n.If | n.Pay):
            raise Unbound("otherwise")
        out[-1] = replace(out[-1], otherwise=self.some(each.does))

    def condition(self, given: Any, out: list[Any]) -> Any:
        """A condition, of what was done before or of anything else."""
        if isinstance(given, Did):
            return n.Done(what=self.last_done(out))
        if isinstance(given, Fully):
            return n.Done(what=self.last_done(out), fully=True)
        if isinstance(given, Lacking):
            return n.Not(that=n.Done(what=self.last_done(out), fully=given.fully))
        if isinstance(given, n.AllOf | n.AnyOf):
            return replace(given, of=[self.condition(each, out) for each in given.of])
        if isinstance(given, n.Is) and isinstance(given.what, Back):
            return self.what_is(given, out)
        return self.put(given, out)

    def what_is(self, given: n.Is, out: list[Any]) -> n.Is:
        """What a thing is that was named before: of a card, its type."""
        made = self.put(given, out)
        assert isinstance(made, n.Is)
        shown = self.shown.name if self.shown is not None else None
        if made.what == shown and made.a.kind in ("unit", "gear", "spell"):
            a = replace(made.a, kind="card", type=[made.a.kind.capitalize()])
            return replace(made, a=a)
        return made

    def last_done(self, out: list[Any]) -> str:
        """The instruction on whose being followed something hangs."""
        if not out:
            raise Unbound("if you do")
        last = out[-1]
        if isinstance(last, n.Pay) and last.then:
            last = last.then[-1]
        return self.label(last)

    def reflexive(self, each: Reflexive, out: list[Any]) -> None:
        """ "Do this:" and what follows, which chooses anew."""
        trigger = each.ability
        moments = self.put(trigger.when, out)
        inner = replace_binder(self, slots={})
        if not moments and out and isinstance(out[-1], n.Move):
            inner.follow(out[-1])
        does = inner.some(trigger.does)
        made = n.Triggered(when=bare(moments), chooses=inner.slots, does=does)
        out.append(n.DoThis(ability=made))

    def follow(self, moved: n.Move) -> None:
        """What was moved is spoken of as what that move left where it is."""
        for at, mention in enumerate(self.said):
            if mention.name is not None and mention.name == moved.what:
                label = self.label(moved)
                self.said[at] = Mention(mention.kind, label, mention.many, mention.side, node=moved)

    def pay(self, each: n.Pay, out: list[Any]) -> None:
        """What somebody may pay as the text is executed."""
        if each.otherwise:
            otherwise = self.some(each.otherwise)
            who, cost = self.put(each.who, out), self.put(each.cost, out)
            out.append(n.Pay(cost=cost, who=who, otherwise=otherwise))
            return
        who, cost = self.put(each.who, out), self.put(each.cost, out)
        node = n.Pay(cost=cost, who=who, label=each.label)
        slots, spent = len(self.slots), self.spent
        if each.cost.any_amount:  # "that much" is as much as was paid
            self.spent = self.label(node)
        node.then = self.does(each.then)
        self.spent = spent
        if each.cost.any_amount and each.label is None and not names_number(node.then):
            node.label = None
        if each.then and not node.then:
            if out or self.depth > 1 or len(self.slots) == slots:
                raise Unbound("nothing to do")
            self.priced = node  # what is chosen is all that is said in this sentence
        out.append(node)

    def modes(self, each: Any, out: list[Any]) -> None:
        """Modes with choices of their own, or one thing or the other."""
        before = list(self.said)
        modes: list[Any] = []
        for mode in each.of:
            if isinstance(each, n.Either):
                shared = getattr(each.of[0].does[0], "what", None)
                if modes and shared is not None and mode.does[0].what is shared:
                    first = modes[0].does[0]
                    does = [replace(mode.does[0], what=first.what, who=first.who)]
                else:
                    self.said = list(before)
                    does = self.some(mode.does)
                name = mode_name(does, {other.name for other in modes})
                modes.append(n.Mode(name=name, does=does))
                continue
            inner = replace_binder(self, slots={}, said=list(before))
            does = inner.some(mode.does)
            name = mode_name(does, {other.name for other in modes})
            modes.append(n.Mode(name=name, chooses=inner.slots, does=does))
        who = modes[0].does[0].who if isinstance(each.who, Whose) else self.put(each.who, out)
        if isinstance(each.who, Whose) and who == "you":
            who = self.put(each.who, out)
        out.append(replace(each, of=modes, who=who))

    def for_each(self, each: n.ForEach, out: list[Any]) -> None:
        """For each thing, which is "it" in what is done."""
        of = self.put(each.of, out)
        inner = replace_binder(self, said=[Mention("unit", "each")])
        does = inner.some(each.does)
        out.append(n.ForEach(of=of, does=does))

    def delay(self, each: n.Delay, out: list[Any]) -> None:
        """A delayed ability, whose condition speaks of what was named before."""
        made = each.ability
        if isinstance(made, n.Replacement):
            moment = self.put(made.instead_of, out)
            inner = replace_binder(self, slots={})
            cost = self.put(made.cost, out)
            does = inner.does(made.does)
            out.append(
                replace(each, ability=replace(made, instead_of=moment, cost=cost, does=does))
            )
            return
        moments = self.put(made.when, out)
        inner = replace_binder(self, slots={}, said=list(self.said))
        if isinstance(moments, list) and isinstance(moments[0].what, n.Selector):
            inner.it, inner.said = "it", []
        does = inner.some(made.does)
        for one in does:
            if isinstance(one, n.Move) and one.to == "here":
                one.to = "there"  # 359.3.f.3.b: where the condition of this text was met
        trigger = n.Triggered(when=bare(moments), chooses=inner.slots, does=does)
        if does and does[0].may and each.until == "unlimited":
            does[0].may = False
            trigger.may = True
        delayed = replace(each, ability=trigger)
        out.append(replace(delayed, after=self.linked_to(delayed)))

    def following(self, each: n.DoFollowing, out: list[Any]) -> None:
        """Reflexive triggers by what a card is."""
        by = self.put(each.by, out)
        made = []
        for one in each.of:
            inner = replace_binder(self, slots={}, said=[])
            does = inner.some(one.ability.does)
            ability = n.Triggered(when=[], chooses=inner.slots, does=does)
            made.append(replace(one, ability=ability))
        out.append(replace(each, of=made, by=by))

    def swap(self, each: n.SwapMight, out: list[Any]) -> None:
        """Two things whose Might is reversed."""
        if not isinstance(each.what, Chosen):
            raise Unbound("two things")
        both = replace(each.what.selector, min=1, max=1, together=[])
        one = self.choose(Chosen(both), out)
        place: dict[str, Any] = {"where": "anywhere", "at": one} if both.where != "anywhere" else {}
        two = self.choose(Chosen(replace(both, other=True, **place)), out)
        out.append(n.SwapMight(what=one, other=two, until=each.until))


def replace_binder(binder: Binder, **changes: Any) -> Binder:
    """A binder of a part of the text, which knows what was said before it."""
    part = copy(binder)
    part.said = list(binder.said)
    part.introduced, part.depth = [], 0
    for name, value in changes.items():
        setattr(part, name, value)
    return part
