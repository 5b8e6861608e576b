"""Instructions in a row and instructions that contain others: paragraphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from judge.cardtext.costs import to_pay
from judge.cardtext.english import (
    THEM,
    Noun,
    agreeing,
    capitalised,
    joined,
    named,
    number_word,
    owned,
    spaced,
    uncapitalised,
)
from judge.cardtext.instructions import give, given_to
from judge.cardtext.picking import puts_on_either_end, with_choices_from
from judge.cardtext.scene import Clause, Scene, amount, change, clause, condition
from judge.cardtext.selectors import (
    is_last_shown,
    meant,
    one_at_each,
    phrase,
    player,
    together,
    zone_of,
)
from judge.cardtext.values import for_each
from judge.cardtext.words import DURATIONS
from judge.effects import notation as n
from judge.effects.supporting_cards import permits_once
from judge.effects.texts import names_in

Does = Sequence[n.AnyInstruction]


# --- clauses in a row -----------------------------------------------------------------------------


def spoken(said: Clause, scene: Scene, *, who: Noun | None = None, may: bool = False) -> str:
    """A clause with its subject, and with "may" where its player can decline."""
    doer = said.subject or who
    if not said.verb:
        return spaced(f"{scene.you.subject} may" if may and doer is None else "", said.rest)
    if doer is None:
        return spaced(f"{scene.you.subject} may" if may else "", said.verb, said.rest)
    if may:
        return spaced(doer.subject, "may", said.verb, said.rest)
    return spaced(doer.subject, agreeing(said.verb, doer.person), said.rest)


def _who(node: n.Instruction, scene: Scene) -> Noun | None:
    """Who performs it, where that has to be said."""
    if node.who == "you" or isinstance(node, n.If | n.Pay | n.Either):
        return None
    if node.who == "opponent":  # whom the text has named already
        if node.who in scene.said:
            return THEM
        scene.said.insert(0, node.who)
    return player(node.who, scene)


def told(nodes: list[n.AnyInstruction], scene: Scene) -> str:
    """One game action, or several that are one sentence."""
    first = nodes[0]
    who = _who(first, scene)
    if who is not None and who.person in ("third", "plural"):
        scene = scene.within(you=who if who.many else Noun(who.subject, "them", "their", "third"))
    said = said_together(nodes, scene)
    if first.label is not None:
        scene.labels[first.label] = first
    return spoken(said, scene, who=who, may=first.may)


def said_together(group: list[n.AnyInstruction], scene: Scene) -> Clause:
    given = [
        node
        for node in group
        if isinstance(node, n.GiveMight | n.GiveKeyword)
        or (isinstance(node, n.Give) and len(group) > 1)
    ]
    return give(given, scene) if given else clause(group[0], scene)


def _given_together(a: n.AnyInstruction, b: n.AnyInstruction) -> bool:
    """Whether both give something to the same things for the same time."""
    kinds = n.GiveMight | n.GiveKeyword
    copies = isinstance(a, n.Give) and isinstance(a.changes[0], n.GrantKeywords)
    if not ((copies or isinstance(a, kinds)) and isinstance(b, kinds)):
        return False
    assert isinstance(a, n.Give | n.GiveMight | n.GiveKeyword)
    alike = (a.to, a.until, a.who, a.may, a.after) == (b.to, b.until, b.who, b.may, b.after)
    return alike and not (isinstance(b, n.GiveMight) and isinstance(a, n.GiveMight))


def in_groups(does: Does) -> Iterator[list[n.AnyInstruction]]:
    group: list[n.AnyInstruction] = []
    for node in does:
        if group and _given_together(group[-1], node):
            group.append(node)
            continue
        if group:
            yield group
        group = [node]
    if group:
        yield group


def _mutual(a: n.AnyInstruction, b: n.AnyInstruction) -> bool:
    """Whether two things deal each other their Mights."""
    return (
        isinstance(a, n.Deal)
        and isinstance(b, n.Deal)
        and a.source is not None
        and (a.source, a.to) == (b.to, b.source)
        and a.amount == n.MightOf(of=a.source)
        and b.amount == n.MightOf(of=b.source or "me")
    )


def stands_alone(node: n.AnyInstruction) -> bool:
    """Whether it is a sentence, not a clause that another can be joined to."""
    kinds = (
        n.If | n.Pay | n.Modes | n.Either | n.ForEach | n.EachPlayer | n.DoThis | n.Delay | n.Give
    )
    kinds |= n.DoFollowing
    if puts_on_either_end(node):
        return node.may
    return isinstance(node, kinds) or node.may or _lasting_control(node)


def _lasting_control(node: n.AnyInstruction) -> bool:
    """Whether control is said as a state that lasts, in a sentence of its own."""
    return isinstance(node, n.GainControl) and node.until == "until_i_leave"


def sentences(does: Does, scene: Scene) -> str:
    """The instructions as sentences, without the last full stop.

    Two plain ones are joined by "then" within an ability, and by "and" where a condition or a
    permission has to reach over both.
    """
    texts: list[tuple[str, bool]] = []
    index, groups = 0, list(in_groups(with_choices_from(does, scene)))
    while index < len(groups):
        group = groups[index]
        following = groups[index + 1] if index + 1 < len(groups) else None
        if following is not None and _mutual(group[0], following[0]):
            texts.append((_each_other(group[0], scene), True))
            index += 2
            continue
        linked = (
            index > 0
            and group[0].after is not None
            and _refers_back(groups[index - 1][0], group[0])
            and not _lasting_control(group[0])
        )
        apart = scene if not index else scene.within(apart=False)
        text = _with_player(group, scene, told(group, apart))
        if scene.bound and index and groups[index - 1][0].who == group[0].who != "you":
            text = text.removeprefix("they ")  # who does the one does the other as well
        if texts and index and _gives_to_another(groups[index - 1][0], group[0]):
            texts[-1] = (f"{texts[-1][0]} and {text.removeprefix('give ')}", texts[-1][1])
            index += 1
            continue
        if texts and index and _ends_a_row(groups[index - 1][0], group[0], scene):
            texts[-1] = (f"{texts[-1][0]} and {text}", texts[-1][1])
            index += 1
            continue
        before = groups[index - 1][0] if index else None
        if texts and isinstance(before, n.Pay) and before.label == group[0].after is not None:
            doer = player(before.who, scene)
            texts.append((f"if {doer.subject} {agreeing('do', doer.person)}, {text}", True))
            index += 1
            continue
        may = before is not None and before.may and not isinstance(before, n.If | n.Pay)
        if texts and linked and (may or not texts[-1][1]):
            texts[-1] = (f"{texts[-1][0]} and {text}", texts[-1][1])
        else:
            texts.append((text, stands_alone(group[0]) or clause_is_sentence(text)))
        index += 1
    return _combined(texts, scene)


def _with_player(group: list[n.AnyInstruction], scene: Scene, text: str) -> str:
    """ "Choose an opponent. ", before the first instruction that speaks of them."""
    if not any("chosen" in names_in(node) for node in group):
        return text
    for name, selector in scene.slots.items():
        if selector.kind == "player" and name not in scene.said:
            text = f"choose {meant(name, scene).object}. {capitalised(text)}"
    return text


def clause_is_sentence(text: str) -> bool:
    """Whether the words already hold a full stop."""
    return ". " in text or "\n" in text


def _gives_to_another(before: n.AnyInstruction, node: n.AnyInstruction) -> bool:
    """Whether it gives something to other things, as the one before gave to some."""
    kinds = n.GiveMight | n.GiveKeyword
    if not (isinstance(before, kinds) and isinstance(node, kinds)) or node.may or before.may:
        return False
    return node.to != before.to and "me" not in (node.to, before.to) and node.who == before.who


def _ends_a_row(before: n.AnyInstruction, node: n.AnyInstruction, scene: Scene) -> bool:
    """Whether it is done to the card with which a row of reveals has just ended."""
    what = getattr(node, "what", None)
    row = isinstance(before, n.Reveal) and before.until is not None and not node.may
    return row and isinstance(what, n.Selector) and is_last_shown(what, scene)


def _refers_back(before: n.AnyInstruction, node: n.AnyInstruction) -> bool:
    """Whether it is done to the very thing that the one before was done to."""
    mine = getattr(node, "what", None) or getattr(node, "to", None)
    others = getattr(before, "what", None) or getattr(before, "to", None)
    same_who = node.who == before.who
    return same_who and isinstance(mine, str) and mine in (others, before.label)


def _each_other(node: n.AnyInstruction, scene: Scene) -> str:
    assert isinstance(node, n.Deal)
    names = [node.source, node.to]
    new = [name for name in names if isinstance(name, str) and name in scene.slots]
    new = [name for name in new if name not in scene.said]
    first = f"choose {together(new, scene)}. " if new else ""
    if "me" in names:
        text = "we deal damage equal to our Mights to each other"
    else:
        text = "they deal damage equal to their Mights to each other"
    return first + (capitalised(text) if first else text)


def _combined(texts: list[tuple[str, bool]], scene: Scene) -> str:
    """The clauses put together; what is bound stays in one sentence as long as it can."""
    if scene.bound and len(texts) > 2 and not any(alone for _, alone in texts):
        return joined(text for text, _ in texts)
    if len(texts) > 2 and all(text.endswith(" it") and not alone for text, alone in texts):
        return joined(text for text, _ in texts)  # what is done to one thing, in one sentence
    found = ""
    for position, (text, alone) in enumerate(texts):
        if not position:
            found = text
        elif alone or texts[position - 1][1]:
            found += ". " + capitalised(text)
        elif scene.bound:
            found += " and " + text
        else:
            found += ". " + capitalised(text)
    return found


# --- what has to be chosen first ------------------------------------------------------------------

#: the fields in which a slot may be named for the first time
_DIRECT = ("what", "to", "other", "of")


def _mentions(
    node: object, direct: bool, slots: dict[str, n.Selector]
) -> Iterator[tuple[str, bool]]:
    """The slots in the order in which a text names them, each with whether it can do so there."""
    if isinstance(node, str):
        if node in slots:
            yield node, direct
        elif " of " in node:
            yield node.rpartition(" of ")[2], False
    elif isinstance(node, list):
        for each in node:
            yield from _mentions(each, direct, slots)
    elif isinstance(node, n.Give) and (other := _raises(node)) is not None:
        yield from _mentions(node.to, False, slots)
        yield from _mentions(other.of, True, slots)
    elif isinstance(node, n.Either) and of_one_thing(node):
        yield from _mentions(node.of[0].does, direct, slots)
    elif isinstance(node, n.Node):
        for field in _in_order(node):
            yield from _mentions(getattr(node, field), direct and _can_name(node, field), slots)


def _in_order(node: n.Node) -> list[str]:
    """The fields of a node in the order in which a text says them."""
    first: tuple[str, ...] = ()
    if isinstance(node, n.Deal):
        first = ("source", "amount", "to")
    elif isinstance(node, n.GiveMight) and not isinstance(node.amount, int):
        counted = node.amount.of if isinstance(node.amount, n.Count) else None
        first = ("to",) if counted is not None and counted.at == node.to else ("amount", "to")
    elif isinstance(node, n.GiveMight | n.GiveKeyword):
        first = ("to",)
    elif isinstance(node, n.If) and _is_another_number(node):
        first = ("otherwise", "condition", "then")
    elif isinstance(node, n.Pay) and not node.then:
        first = ("otherwise",)
    rest = [field for field in node.__struct_fields__ if field not in first]
    return [*first, *(field for field in rest if field not in ("label", "after", "chooses"))]


def _can_name(node: n.Node, field: str) -> bool:
    """Whether a text can name a slot for the first time in that field."""
    if isinstance(node, n.If | n.Pay | n.ForEach | n.EachPlayer):
        return field in ("then", "otherwise", "does")
    if isinstance(node, n.Selector):
        return field == "at"
    return isinstance(node, n.Instruction) and field in _DIRECT


def _raises(node: n.Give) -> n.MightOf | None:
    """The Might to which the Might of something is raised."""
    match node.changes:
        case [n.SetMight(amount=n.MightOf() as other, at_least=True)]:
            return other
    return None


def _by_cost_of(node: n.AnyInstruction, slots: dict[str, n.Selector]) -> bool:
    """Whether one slot is given as much Might as another costs."""
    match node:
        case n.GiveMight(amount=n.CostOf(of=str() as other), to=to):
            return other in slots and other != to
    return False


def _source(node: n.AnyInstruction) -> object:
    return node.source if isinstance(node, n.Deal) else None


def _counts_shown(node: n.Deal) -> bool:
    return isinstance(node.amount, n.Count) and node.amount.of.the is not None


def choosing_first(chooses: dict[str, n.Selector], does: Does, scene: Scene) -> str:
    """ "Choose a gear and a battlefield. ", of what the instructions could not name well."""
    slots = {name: each for name, each in scene.slots.items() if name not in scene.said}
    named_so: dict[str, list[bool]] = {}
    mutual = {name for a, b in pairwise(does) if _mutual(a, b) for name in (_source(a), _source(b))}
    for name, direct in _mentions(list(does), True, slots):
        named_so.setdefault(name, []).append(direct or name in mutual)
    swapped = [node for node in does if isinstance(node, n.SwapPlaces)]
    # what one instruction or another is done to is said before both
    branched = any(isinstance(each, n.If) and each.condition == n.LEGION for each in does)
    early = list(slots) if branched else []
    # and so is what is dealt damage for each card that was shown before
    counting = {str(node.to) for node in does if isinstance(node, n.Deal) and _counts_shown(node)}
    # whose Might is raised to another's, and of what the cost is counted for something else
    raised = {str(node.to) for node in does if isinstance(node, n.Give) and _raises(node)}
    placed_at = [slots[s.at] for s in slots.values() if s.at in slots]
    if any(_by_cost_of(node, slots) for node in does) or any(
        each.kind == "battlefield" for each in placed_at
    ):
        early = list(slots)
    later = "chosen" not in names_in(does[0]) and "chosen" in names_in(list(does))
    for name, selector in slots.items() if not (branched or early) else ():
        if selector.kind == "player" and later:
            continue  # it is said where the text first speaks of them
        # a choice of an outer text is that text's to name
        mentions = named_so.get(name, [name not in chooses])
        several_times = selector.kind == "battlefield" and len(mentions) > 1
        placed = any(name in (node.what, node.other) for node in swapped)
        lacking = any(
            isinstance(node, n.GiveKeyword)
            and node.to == name
            and node.keyword in selector.without_keyword
            for node in does
        )
        taken = isinstance(does[0], n.GainControl) and does[0].what == name and len(does) > 1
        lacking |= taken and isinstance(does[1], n.Recall)
        placed = placed or name in counting or name in raised
        placed |= selector.or_else is not None and selector.or_else.if_paid is not None
        if not mentions[0] or several_times or placed or lacking or one_at_each(selector):
            early.append(name)
    if not early:
        return ""
    chosen = together(early, scene)
    if len(early) > 1:
        scene.say("")
    others = [slots[name].or_else for name in early]
    wider = [each for each in others if each is not None and each.if_paid is not None]
    more = ""
    for other in wider:
        which = phrase(replace(other, if_paid=None), scene, "bare")
        paid = condition(n.CostPaid(cost=other.if_paid or ""), scene)
        more += f"If {paid}, choose any {which} instead. "
    return f"choose {chosen}. {more}"


def paragraph(chooses: dict[str, n.Selector], does: Does, scene: Scene) -> str:
    """The choices and the instructions of a text, with a full stop; it begins in small letters."""
    inner = scene.within(slots={**scene.slots, **chooses}, labels=dict(scene.labels))
    first = choosing_first(chooses, does, inner)
    if first:
        inner.apart = False
    rest = sentences(does, inner)
    text = first + (capitalised(rest) if first else rest)
    if not text:
        return ""
    return (
        text
        if "\n• " in text.rpartition("\n")[0] + text or text.endswith((".", '"'))
        else text + "."
    )


# --- instructions that contain others -------------------------------------------------------------


def _part(does: Does, scene: Scene) -> str:
    """Instructions after a comma."""
    return uncapitalised(sentences(does, scene.within(bound=True, apart=False)))


@clause.register
def _give(node: n.Give, scene: Scene) -> Clause:
    noun = meant(node.to, scene)
    if isinstance(node.to, n.Selector):
        noun = named(given_to(node.to, scene), many=True)
    until = DURATIONS[node.until]
    match node.changes:
        case [n.CopyText(of=original)] if node.to == "this" and node.until == "while_attached":
            text = owned(meant(original, scene), "text")
            own = f"{text} to this Equipment's effect text"
            return Clause("copy", f"{own} for as long as this is attached to it")
        case [n.Damage() as given] if given == n.Damage(double=True, taken=True):
            return Clause(
                "double", spaced(f"all damage that would be dealt to {noun.object}", until)
            )
    once = n.Static(affects=node.to, changes=node.changes)
    if isinstance(node.to, n.Selector) and node.next == 1 and permits_once(once):
        free = node.changes[0]
        assert isinstance(free, n.CostChange)
        zone = zone_of(node.to, scene)
        card = f"{phrase(replace(node.to, of=None, zone='board'), scene, 'one')} from {zone}"
        kind = "cost" if free.ignore == "base" else f"{str(free.ignore).capitalize()} cost"
        return Clause("", f"{scene.you.subject} may play {card} {until}, ignoring its {kind}")
    if isinstance(node.changes[0], n.GrantAbility) and node.to in scene.slots and until:
        name = scene.slots[str(node.to)].kind
        return Clause("", f"{until}, {change(node.changes[0], named(f'that {name}'), scene)}")
    if (other := _raises(node)) is not None and isinstance(node.to, str):
        text = f"{owned(noun, 'Might')} to the Might of {meant(other.of, scene).object}"
        return Clause("", f"{until}, increase {text}")
    if isinstance(node.to, n.Selector):
        noun, until = _to_come(node, node.to, noun, until, scene)
    texts = [change(_by_whom(each, node.to), noun, scene) for each in node.changes]
    if node.next is not None and all(isinstance(each, n.GrantKeyword) for each in node.changes):
        having = f"{noun.subject} {agreeing('have', noun.person)} "
        keywords = joined(text.removeprefix(having) for text in texts)
        return Clause("", spaced(f"give {noun.object}", keywords, until))
    shortened = [texts[0], *(text.removeprefix(f"{noun.subject} ") for text in texts[1:])]
    return Clause("", spaced(joined(shortened), until))


def _by_whom(given: n.Change, to: n.Objects) -> n.Change:
    """A prohibition that players get, with them in its moment: "opponents can't play cards"."""
    if not isinstance(to, n.Selector) or to.kind != "player" or not isinstance(given, n.Cannot):
        return given
    if given.moment.by is not None:
        return given
    who = {"enemy": "opponents", "yours": "you"}.get(to.side, "each")
    return replace(given, moment=replace(given.moment, by=who))


def _to_come(
    node: n.Give, to: n.Selector, noun: Noun, until: str, scene: Scene
) -> tuple[Noun, str]:
    """Things of which a text speaks before they are played: "the next spell you play this turn"."""
    playing = any(
        isinstance(each, n.Enters) or (isinstance(each, n.CostChange) and each.of != "hide")
        for each in node.changes
    )
    played = ""
    if (playing or node.next is not None) and to.side == "yours":
        played = spaced(f"{scene.you.subject} play", until)
        to, until = replace(to, side="any"), ""
    if node.next is None:
        if not played:
            return noun, until
        return named(spaced(phrase(to, scene, "several"), played), many=True), until
    count = "" if node.next == 1 else number_word(node.next)
    which = phrase(to, scene, "bare" if node.next == 1 else "several")
    return named(spaced("the next", count, which, played), many=node.next > 1), until


def of_one_thing(node: n.Either) -> bool:
    """Whether one thing or another is done to the same thing."""
    whats = [getattr(each, "what", None) for mode in node.of for each in mode.does]
    alone = all(len(mode.does) == 1 for mode in node.of)
    return alone and whats[0] is not None and all(what == whats[0] for what in whats)


@clause.register
def _if(node: n.If, scene: Scene) -> Clause:
    if node.condition == n.LEGION and node.otherwise:
        before = scene.within(said=list(scene.said))
        usual, now = sentences(node.otherwise, before), capitalised(_part(node.then, scene))
        return Clause("", f"{usual}. [Legion][>] {now} now instead")
    match node.then, node.otherwise:
        case [n.EachPlayer(does=does, others_only=True)], [n.EachPlayer() as all_of_them]:
            if all_of_them == n.EachPlayer(does=does, starting=all_of_them.starting):
                usual = sentences(node.otherwise, scene)
                said = condition(node.condition, scene)
                verb, chosen = clause(does[-1], scene).verb, does[0]
                what = chosen.from_.kind if isinstance(chosen, n.Choose) else "object"
                return Clause("", f"{usual}. If {said}, you don't {verb} a {what} this way")
    level = n.level_asked(node.condition)
    if level is not None:
        before = scene.within(said=list(scene.said))
        usual = f"{sentences(node.otherwise, before)}. " if node.otherwise else ""
        now = capitalised(_part(node.then, before if node.otherwise else scene))
        return Clause("", f"{usual}[Level {level}][>] {now}{' instead' if usual else ''}")
    if _is_another_number(node):
        usual = sentences(node.otherwise, scene)
        said = condition(node.condition, scene)
        return Clause("", f"{usual}. If {said}, {_part(node.then, scene)} instead")
    if scene.apart and not node.otherwise:
        part = _part(node.then, scene.within(apart=False))
        return Clause("", f"{part} if {condition(node.condition, scene)}")
    said = condition(node.condition, scene)
    before = scene.within(said=list(scene.said))
    text = f"if {said}, {_part(node.then, scene)}"
    match node.then, node.otherwise:
        case [n.Move(destination=n.Selector())], [] if "destination" in names_in(node.condition):
            # the condition is about the place to which it leads
            moving = _part(node.then, before)
            return Clause("", f"{moving} if {condition(node.condition, before)}")
    if node.otherwise:
        text += f". Otherwise, {_part(node.otherwise, before)}"
    return Clause("", text)


def _is_another_number(node: n.If) -> bool:
    """Whether a branch does the same as the text would do otherwise, save how much (158.2)."""
    kinds = [type(each) for each in node.then]
    of_a_choice = isinstance(node.condition, n.Done | n.CostPaid | n.OptionChosen)
    return kinds == [type(each) for each in node.otherwise] and not of_a_choice


@clause.register
def _pay(node: n.Pay, scene: Scene) -> Clause:
    inner = scene.within(cost=node.cost)
    if not node.then and not node.otherwise:
        return Clause("", f"{player(node.who, inner).subject} may {to_pay(node.cost, inner)}")
    if not node.then:
        doing = _part(node.otherwise, inner)
        payer, cost = player(node.who, inner), to_pay(node.cost, inner)
        verb, _, rest = cost.partition(" ")
        return Clause("", f"{doing} unless {payer.subject} {agreeing(verb, payer.person)} {rest}")
    payer, cost = player(node.who, inner), to_pay(node.cost, inner)
    # any amount may be none, so that no "may" is needed
    chooses = node.cost.any_amount and node.who == "you"
    payment = cost if chooses else f"{payer.subject} may {cost}"
    text = f"{payment} to {_part(node.then, inner)}"
    if node.otherwise:
        text += f". Otherwise, {_part(node.otherwise, inner)}"
    return Clause("", text)


@clause.register
def _for_each(node: n.ForEach, scene: Scene) -> Clause:
    spent = node.times.of if isinstance(node.times, n.ThatMuch) else None
    if spent is not None and isinstance(scene.labels.get(spent), n.SpendBuff):
        lead = "for each buff spent"
    elif node.of is None:
        counted = for_each(node.times or 1, scene)
        lead = counted[1] if counted else f"{amount(node.times or 1, scene)} times"
    elif isinstance(node.of, n.Selector):
        one = phrase(node.of, scene, "one")
        one = one.removeprefix("another ") if one.startswith("another ") else one.partition(" ")[2]
        lead = f"for each {'other ' if node.of.other else ''}{one}"
    else:
        lead = f"for each of {meant(node.of, scene).object}"
    return Clause("", f"{lead}, {_part(node.does, scene)}")
