"""What happens, told in the words of the notation, and which clauses that are not modelled it
reaches: what waits for it, what would have replaced or forbidden it, and what a static ability says
of the things that it happens to (D13).

A kind of clause names the event or the topic that it is about (`judge.effects.clauses`). Where that
comes about, the ruling cannot go on without the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.board import events as ev
from judge.board.state import Card, GameObject
from judge.board.table import split_reference
from judge.effects import notation as n
from judge.effects.clauses import OF_ITS_CONTROLLER, TOPICS_OF_KEYWORDS, Kind, kind_of
from judge.effects.unmodelled import has_level, reach_rules, refuse_clauses
from judge.ruling.run import Run

#: what the kinds of clauses call an event of the notation, beside its own word
_ALSO = {"die": "death", "win_combat": "combat"}
#: the topics of static abilities that an event is a matter of
_TOPICS = {
    "die": "death",
    "conquer": "conquer",
    "hold": "hold",
    "buff": "buff",
    "empower": "empower",
    "hide": "hide",
    "reveal": "reveal",
    "look": "look",
    "add": "add",
    "enter": "entry",
    "play": "play",
}
#: what a text forbids or replaces is never seen to happen
_BEFORE = frozenset({"replacement", "prohibition"})
_ALL = frozenset({"trigger", "replacement", "prohibition", "rule"})
#: what a card says of being played is reached as it is played (`CardDefinition.clauses_at_play`)
_AT_PLAY = frozenset({"play", "enter"})
_CARD_TYPES = ("unit", "gear", "spell")
#: the phases of the notation, by the steps with which they begin
_PHASES = {
    "awaken": "awaken",
    "beginning.beginning": "beginning",
    "channel": "channel",
    "draw": "draw",
    "main": "main",
    "ending.ending": "end",
}
#: what an attached card says of being attached, though its text is inactive (725)
_WHILE_ATTACHED = frozenset({"attach", "detach"})


class _Text:
    """A text that is not modelled, with what has it and where."""

    __slots__ = ("attached_to", "card", "controller", "gone", "id", "place", "zone")

    def __init__(
        self,
        card: str,
        identity: str,
        controller: str | None,
        place: str | None,
        attached_to: str | None = None,
        zone: str = "board",
        gone: bool = False,
    ) -> None:
        self.card = card
        self.id = identity
        self.controller = controller
        self.place = place
        self.attached_to = attached_to
        self.zone = zone
        #: it says only what happens to the card itself
        self.gone = gone


def _texts(run: Run) -> Iterator[_Text]:
    """Every text that is not modelled: in play, and of cards that lie in other zones."""
    texts = run.catalogue.unmodelled
    for thing, place in run.table.everything():
        if thing.name in texts:
            yield _Text(thing.name, thing.id, thing.controller, place, thing.attached_to)
    for battlefield in run.board.battlefields:
        if battlefield.card in texts:
            yield _Text(battlefield.card, battlefield.id, battlefield.controller, battlefield.id)
    for name, player in run.board.players.items():
        champion = [] if player.champion is None else [player.champion]
        zones: tuple[tuple[str, Iterable[Card]], ...] = (
            ("hand", player.hand),
            ("trash", player.trash),
            ("banishment", player.banished),
            ("champion_zone", champion),
        )
        for zone, cards in zones:
            for card in cards:
                if card.card in texts:
                    yield _Text(card.card, card.id, name, None, zone=zone)


def reach_event(
    run: Run,
    word: str,
    *,
    what: str | None = None,
    by: str | None = None,
    where: str | None = None,
    gone: tuple[str, str] | None = None,
    played: Iterable[str] = (),
    only_before: bool = False,
) -> None:
    """Raises `Refused` where a clause that is not modelled is about such an event.

    `what`: the object, `by`: who does it, `where`: its location; `gone`: of what is not on the
    board any more, its name and who controlled it; `played`: the types of what is played.
    `only_before`: it is only about to happen, so that nothing waits for it yet.
    """
    thing = run.table.find(what) if what is not None else None
    identity = None if what is None else split_reference(what)[0]
    if where is None and thing is not None:
        where = run.table.places.get(thing.id)
    players = {player for player in (by, _controller(thing, gone)) if player is not None}
    words = {word, _ALSO.get(word, word)}
    types = {kind for kind in _CARD_TYPES if kind.title() in played}
    if word == "play":
        words = {"card", *types}
    for text in [*_texts(run), *_of_gone(identity, where, gone)]:
        definition = run.catalogue[text.card]
        if definition.text != "unmodelled":
            continue
        for clause in definition.clauses:
            kind = kind_of(clause)
            if kind is None or kind.zone != text.zone:
                continue
            # 135.4: the printed text of what is attached is inactive
            if text.attached_to and not kind.effect and kind.word not in _WHILE_ATTACHED:
                continue
            if kind.form not in (_BEFORE if only_before else _ALL):
                continue
            if text.gone and (kind.whose or kind.form == "rule"):
                continue
            if kind.form == "rule":
                reached = kind.what in {"", *types}
                reached &= _is_rule_reached(run, kind, text, word, identity, players, where)
                reached &= kind.word != "death" or _has_deathknell(run, gone)
            else:
                known = kind.word in words
                reached = known and _is_event_reached(run, kind, text, identity, players, where)
            if reached and has_level(run, kind, text.controller):
                refuse_clauses(run, definition, [clause])


def _controller(thing: GameObject | None, gone: tuple[str, str] | None) -> str | None:
    if thing is not None:
        return thing.controller
    return None if gone is None else gone[1]


def _of_gone(
    identity: str | None, where: str | None, gone: tuple[str, str] | None
) -> Iterator[_Text]:
    """What a thing says of itself that has left, by what is printed."""
    if identity is not None and gone is not None:
        yield _Text(gone[0], identity, gone[1], where, gone=True)


def _is_event_reached(
    run: Run, kind: Kind, text: _Text, identity: str | None, players: set[str], where: str | None
) -> bool:
    """Whether an event is one of those that a clause is about, by whom and where."""
    if kind.scope == "here" and where is not None and text.place != where:
        return False
    if kind.effect and text.attached_to is None:
        return False
    if kind.whose:
        return _is_by(run, kind, text, players)
    if kind.effect:
        return identity == text.attached_to
    if kind.word in _AT_PLAY and kind.form != "trigger":
        return False
    return identity == text.id or (text.id in run.table.battlefields and where == text.id)


def _is_by(run: Run, kind: Kind, text: _Text, players: set[str]) -> bool:
    """Whether whoever does it, or whose thing it is, is on the side that a clause names. A
    battlefield may be anybody's; who does it may not be told.
    """
    if kind.whose == "any" or text.controller is None or not players:
        return True
    if kind.whose == "enemy":
        return bool(players - set(run.table.team_of(text.controller)))
    return bool(players & set(run.table.team_of(text.controller)))


def _is_rule_reached(
    run: Run,
    kind: Kind,
    text: _Text,
    word: str,
    identity: str | None,
    players: set[str],
    where: str | None,
) -> bool:
    """Whether an event is a matter of what a static ability is about, at that object or place."""
    if kind.word != _TOPICS.get(word) and not (
        kind.word == "ability" and (identity is not None or kind.scope != "of itself")
    ):
        return False
    if kind.effect:
        return text.attached_to is not None and text.attached_to == identity
    if kind.scope == "of itself":
        return identity == text.id
    if kind.scope == "here":
        return text.place == where
    if kind.word == "ability":
        return identity is not None or where is not None
    if kind.whose:
        return _is_by(run, kind, text, players)
    if kind.word in OF_ITS_CONTROLLER and text.controller is not None:
        return not players or bool(players & set(run.table.team_of(text.controller)))
    return True


def reach_read(run: Run, selector: n.Selector, refs: Iterable[str]) -> None:
    """Raises `Refused` where a clause might have made one of the objects another than it is, of
    which a text asks just that.
    """
    for topic in _asked(selector):
        reach_rules(run, topic, refs)


def _asked(selector: n.Selector) -> Iterator[str]:
    """The topics of static abilities that could change what a selector asks of objects."""
    might = (selector.might_at_most, selector.might_at_least, selector.might_below)
    states = (*selector.state, *selector.not_state)
    if any(each is not None for each in might) or "mighty" in states or selector.rank:
        yield "combat"
    keywords = (*selector.keyword, *selector.without_keyword)
    yield from dict.fromkeys(TOPICS_OF_KEYWORDS.get(each, "play") for each in keywords)
    if keywords or selector.tag or selector.not_tag or selector.type or selector.not_type:
        yield "ability"


def _has_deathknell(run: Run, gone: tuple[str, str] | None) -> bool:
    """Whether what died may have had the keyword: printed, or by what is given to it."""
    definition = None if gone is None else run.catalogue.get(gone[0])
    return definition is None or definition.has("Deathknell") or bool(run.board.effects)


class MoreWatch:
    """Raises `Refused` where a clause is about an event that no condition of a triggered ability
    which is modelled waits for.

    A listener to events, for runs on boards with unmodelled texts (`has_unmodelled`).
    """

    def __init__(self) -> None:
        #: types of what was exhausted or has left last, which Adds what is added next
        self._used: tuple[str, ...] = ()

    def __call__(self, run: Run, event: ev.Event) -> None:
        match event:
            case ev.Exhausted():
                things = map(run.table.find, event.refs)
                names = [thing.name for thing in things if thing is not None]
                self._used = _types(run, names)
            case ev.ObjectLeft():
                self._used = _types(run, [event.name])
            case ev.ResourcesAdded():
                reach_event(run, "add", by=event.player, played=self._used)
                return
        _watch_more(run, event)


def _types(run: Run, names: Iterable[str]) -> tuple[str, ...]:
    found = (run.catalogue.get(name) for name in names)
    return tuple(kind for each in found if each is not None for kind in each.types)


def _watch_more(run: Run, event: ev.Event) -> None:
    match event:
        case ev.ResourcesPaid():
            reach_event(run, "pay", by=event.player)
        case ev.PhaseBegan():
            phase = _PHASES.get(event.phase)
            if phase is not None:
                reach_event(run, "begin_phase", by=run.board.turn.player)
                reach_event(run, f"{phase}_phase", by=run.board.turn.player)
        case ev.ControlChanged() if event.player is not None:
            reach_event(run, "gain_control", what=event.at, by=event.player, where=event.at)
        case ev.FacedownLeft():
            reach_event(run, "reveal", by=event.owner, where=event.at)
        case ev.CardPlayed():
            types = [kind.title() for kind in event.types]
            reach_event(run, "play", what=event.id, by=event.player, played=types)
        case ev.ItemFinalized():
            _reach_costs(run, event)
            _reach_plays(run, event)
        case ev.ItemAdded() if event.item.kind == "triggered":
            reach_trigger_rules(run, event.item.controller)
        case ev.ObjectLeft() if event.verb == "kill":
            reach_rules(run, "combat", [event.ref], {event.at})


def _reach_plays(run: Run, event: ev.ItemFinalized) -> None:
    """What is played may be forbidden or replaced before it resolves."""
    item = event.item
    if item.card is not None:
        types = _types(run, [item.card])
        reach_event(run, "play", by=item.controller, played=types, only_before=True)
    elif item.kind == "activated":
        what = None if item.source is None else item.source.ref
        reach_event(run, "play_ability", what=what, by=item.controller, only_before=True)


def _reach_costs(run: Run, event: ev.ItemFinalized) -> None:
    """What is played or activated has been paid for: a text might have made it cost otherwise."""
    item = event.item
    if item.kind == "triggered":
        return
    played = run.catalogue.get(item.card or "")
    types = {kind.lower() for kind in (played.types if played is not None else [])}
    repeated = played is not None and played.has("Repeat")
    types |= {"repeat"} if repeated or "repeat" in (item.paid.costs if item.paid else {}) else set()
    for text in _texts(run):
        if text.id == item.id or text.zone != "board":
            continue
        definition = run.catalogue[text.card]
        for clause in definition.clauses:
            kind = kind_of(clause)
            if kind is None or kind.form != "change" or kind.scope == "of itself":
                continue
            if kind.whose and not _is_by(run, kind, text, {item.controller}):
                continue
            if kind.what not in {"", *types}:
                continue
            if has_level(run, kind, text.controller):
                refuse_clauses(run, definition, [clause])


def reach_trigger_rules(run: Run, player: str) -> None:
    """Raises `Refused` where a text might make a triggered ability trigger oftener, or not."""
    for text in _texts(run):
        definition = run.catalogue[text.card]
        for clause in definition.clauses:
            kind = kind_of(clause)
            if kind is None or (kind.word, kind.form) != ("trigger", "rule"):
                continue
            if text.zone == kind.zone and has_level(run, kind, text.controller):
                refuse_clauses(run, definition, [clause])


__all__ = ["MoreWatch", "reach_event", "reach_read", "reach_trigger_rules"]
