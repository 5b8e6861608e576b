"""What is executed of copies, and of options that are picked (477)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.effects import notation as n

#: fields of nodes that are read
COPIES: Mapping[type, str] = {
    n.BecomeCopy: "what of until",
    n.Trait: "types tags domains instead",
    n.ChooseOption: "options",
    n.OptionChosen: "option",
    n.CopyText: "of",
    n.SetMight: "amount at_least",
}


def copies_text(node: n.Node) -> bool:
    """Whether an Equipment says that it copies the text of what it is attached to, as effect text
    (477.1.b.2): of what happens as something is attached, no more is executed.
    """
    give = n.Give(changes=[n.CopyText(of="other")], to="this", until="while_attached")
    moment = n.Moment(event="attach", what="this", other=n.Selector(kind="unit"))
    return node == n.Replacement(instead_of=moment, as_well=True, does=[give])


def picks_option(node: n.Node) -> bool:
    """Whether a permanent says only that an option is picked as it enters: nothing else that its
    statics can ask for is picked yet.
    """
    match node:
        case n.Replacement(as_well=True, does=[n.ChooseOption(options=[_, *_]) as pick]):
            plain = n.Replacement(instead_of=node.instead_of, as_well=True, does=[pick])
            return (
                _as_it_enters(node)
                and node == plain
                and pick == n.ChooseOption(options=pick.options)
            )
    return False


def asks_option(node: n.Node) -> bool:
    """Whether each of some players picks an option while a text is executed, of which a later
    instruction speaks.
    """
    match node:
        case n.EachPlayer(does=[n.ChooseOption(options=[_, _, *_]) as pick]):
            plain = n.ChooseOption(options=pick.options)
            asked = n.EachPlayer(does=node.does, others_only=node.others_only)
            return pick == plain and node == asked
    return False


def options_not_asked(does: Iterable[n.AnyInstruction]) -> Iterator[str]:
    """What an instruction asks of the options and deeds of players that none before it gives."""
    options: set[str] = set()
    labels: set[str] = set()
    for each in does:
        if not isinstance(each, n.EachPlayer):
            continue
        if each.picked is not None and each.picked not in options:
            yield "do: each_player, picked"
        if each.did is not None and each.did not in labels:
            yield "do: each_player, did"
        for inner in each.does:
            labels |= {inner.label} if inner.label is not None else set()
            options |= set(inner.options) if isinstance(inner, n.ChooseOption) else set()


def asks_excess(condition: n.Condition | None) -> bool:
    """Whether a condition asks how much excess damage a player has assigned (465.2.c.4)."""
    return (
        isinstance(condition, n.Compare)
        and condition == n.Compare(value=n.ThatMuch(what="excess"), at_least=condition.at_least)
        and isinstance(condition.at_least, int)
    )


def names(node: n.Node) -> bool:
    """Whether a permanent has something named as it enters, which it keeps (760)."""
    match node:
        case n.Replacement(as_well=True, does=[n.NameCard()]):
            return _as_it_enters(node)
    return False


def _as_it_enters(node: n.Replacement) -> bool:
    """Whether it is about the source's own entering, or that it is played."""
    entering = n.Moment(event="enter", what="me")
    return node.instead_of in (entering, n.Moment(event="play", what="me", by="you"))


def assigns_traits(changes: Sequence[n.Change]) -> bool:
    """Whether an instruction says what things are: traits, and with them an amount of Might, and
    that they lose abilities.
    """
    mights = sum(isinstance(change, n.SetMight) for change in changes)
    return (
        bool(changes)
        and mights <= 1
        and all(isinstance(change, n.SetMight | n.Trait | n.LoseAbilities) for change in changes)
    )
