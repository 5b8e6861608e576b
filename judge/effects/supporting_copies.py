"""What is executed of copies, of options that are picked, and of what asks for traits and Might
that the layers work out (477).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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


def waits_for_might(node: n.Static) -> bool:
    """Whether an ability of an object says what more it has while it is Mighty. It is applied once
    the rest has been (476.2), so it must not take Might away.
    """
    return (
        node.affects == "me"
        and node.while_ == n.Is(what="me", a=n.Selector(state=["mighty"]))
        and all(
            isinstance(change, n.GrantKeyword)
            or (
                isinstance(change, n.Might) and isinstance(change.amount, int) and change.amount > 0
            )
            for change in node.changes
        )
    )


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
            plain = n.Replacement(
                instead_of=n.Moment(event="enter", what="me"), as_well=True, does=[pick]
            )
            return node == plain and pick == n.ChooseOption(options=pick.options)
    return False


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
            entering = n.Moment(event="enter", what="me")
            return node.instead_of in (entering, n.Moment(event="play", what="me", by="you"))
    return False


def asks_traits(value: object) -> bool:
    """Whether a selector in a condition asks for what the first layer may append."""
    if isinstance(value, list):
        return any(map(asks_traits, value))
    if isinstance(value, n.Selector) and (
        value.tag
        or value.domain
        or value.kind == "equipment"
        or "equipped" in (*value.state, *value.not_state)
    ):
        return True
    return isinstance(value, n.Node) and any(
        asks_traits(getattr(value, field)) for field in value.__struct_fields__
    )


def asks_types(value: object) -> bool:
    """Whether a condition asks for what types something has."""
    if isinstance(value, list):
        return any(map(asks_types, value))
    if isinstance(value, n.Selector) and (
        value.kind != "object" or value.type or value.not_type or value.state or value.not_state
    ):
        return True
    return isinstance(value, n.Node) and any(
        asks_types(getattr(value, field)) for field in value.__struct_fields__
    )


def assigns_traits(changes: Sequence[n.Change]) -> bool:
    """Whether an instruction says what things are: traits, and with them an amount of Might."""
    mights = sum(isinstance(change, n.SetMight) for change in changes)
    return (
        bool(changes)
        and mights <= 1
        and all(isinstance(change, n.SetMight | n.Trait) for change in changes)
    )


def out_of_order(node: n.Static) -> Iterator[str]:
    """What is not executed since it would matter in which order the layers apply it (480)."""
    for change in node.changes:
        # what a passive ability takes away would depend on when it is applied
        if isinstance(change, n.Trait) and change.instead:
            yield "change: trait, instead"
        # 477.1.a.1: where several would assign it, their order would matter
        if isinstance(change, n.SetMight) and not (change.at_least and node.while_ is None):
            yield "change: set_might"
    if any(isinstance(change, n.Trait) for change in node.changes):
        # what asks whether something has no such trait would depend on when it is asked
        if node.while_ is not None and asks_traits(node.while_):
            yield "kind: static, while"
        if isinstance(node.affects, n.Selector) and "equipped" in node.affects.not_state:
            yield "kind: static, affects"
    if any(isinstance(change, n.Trait) and change.types for change in node.changes):
        affects = node.affects
        if node.while_ is not None and asks_types(node.while_):
            yield "kind: static, while"
        if isinstance(affects, n.Selector) and (
            affects.not_type or "alone" in (*affects.state, *affects.not_state)
        ):
            yield "kind: static, affects"
