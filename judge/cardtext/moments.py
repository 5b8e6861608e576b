"""Moments in words: "when you play a spell", "a unit would die", "you've played a card"."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from judge.cardtext.english import (
    Noun,
    agreeing,
    joined,
    named,
    participle,
    past,
    spaced,
)
from judge.cardtext.scene import Scene, amount, condition
from judge.cardtext.selectors import meant, phrase, player
from judge.cardtext.words import where
from judge.effects import notation as n

#: a battlefield that was conquered from nobody
_UNCONTROLLED = n.Selector(kind="battlefield", not_state=["controlled"])


@dataclass(frozen=True)
class _Event:
    """How an event is said. `verb`: an imperative; `complement`: what stands in the place of an
    object that is not said; `own`: the object itself does it; `after`: words behind the object.
    """

    verb: str
    complement: str = ""
    own: bool = False
    after: str = ""


_EVENTS: dict[str, _Event] = {
    "play": _Event("play", "a card"),
    "play_ability": _Event("use", "an ability"),
    "attack": _Event("attack", own=True),
    "defend": _Event("defend", own=True),
    "win_combat": _Event("win a combat", own=True),
    "lose_combat": _Event("lose a combat", own=True),
    "conquer": _Event("conquer", own=True),
    "hold": _Event("hold", own=True),
    "score": _Event("score", own=True),
    "gain_points": _Event("gain", "points"),
    "move": _Event("move", own=True),
    "recall": _Event("recall", "a unit"),
    "enter": _Event("enter", "the board", own=True),
    "leave": _Event("leave", "the board", own=True),
    "die": _Event("die", own=True),
    "kill": _Event("kill", "a unit"),
    "banish": _Event("banish", "a card"),
    "return_to_hand": _Event("return", "a card", after="to a player's hand"),
    "choose": _Event("choose", "something"),
    "deal": _Event("deal", "damage"),
    "take_damage": _Event("take", "damage", own=True),
    "stun": _Event("stun", "a unit"),
    "ready": _Event("ready", "something"),
    "exhaust": _Event("exhaust", "something"),
    "buff": _Event("buff", "a unit"),
    "spend_buff": _Event("spend", "a buff"),
    "heal": _Event("heal", "a unit"),
    "become_mighty": _Event("become", "[Mighty]", own=True),
    "draw": _Event("draw", "a card"),
    "discard": _Event("discard", "a card"),
    "reveal": _Event("reveal", "a card"),
    "look": _Event("look at", "a card"),
    "recycle": _Event("recycle", "a card"),
    "channel": _Event("channel", "a rune"),
    "add": _Event("[Add]", "resources"),
    "pay": _Event("pay", "a cost"),
    "gain_xp": _Event("gain", "XP"),
    "lose_points": _Event("lose", "points"),
    "burn": _Event("burn", "a card"),
    "empower": _Event("Empower", "a unit"),
    "spend_xp": _Event("spend", "XP"),
    "predict": _Event("predict"),
    "hide": _Event("hide", "a card"),
    "attach": _Event("attach", "an Equipment"),
    "detach": _Event("detach", "an Equipment"),
    "counter": _Event("counter", "a spell"),
    "gain_control": _Event("gain control of", "a unit"),
    "begin_showdown": _Event("begin", own=True),
    "begin_combat": _Event("begin", own=True),
    "end_combat": _Event("end", own=True),
}
_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}
_PHASES = {
    "awaken": "Awaken Phase",
    "beginning": "Beginning Phase",
    "channel": "Channel Phase",
    "draw": "Draw Phase",
    "main": "Main Phase",
    "end": "End of Turn Phase",
}
_ZONES = {
    "hand": "hand",
    "trash": "trash",
    "main_deck": "Main Deck",
    "rune_deck": "rune deck",
    "banishment": "banishment",
    "champion_zone": "Champion Zone",
}


def phase(name: str | None, whose: str | None, scene: Scene) -> str:
    """ "your Beginning Phase"."""
    owner = player(whose, scene).possessive if whose else "the"
    return f"{owner} {_PHASES[name or 'main']}"


#: what is done to the source of a text, whoever does it
_SUFFERED = ("choose", "stun", "buff", "ready", "exhaust", "recall", "return_to_hand", "banish")


@dataclass(frozen=True)
class Happening:
    """A moment taken apart: who, does what, and where."""

    subject: Noun
    verb: str
    rest: str
    passive: bool = False

    def now(self) -> str:
        """As after "when"."""
        if self.passive and self.subject.subject == "I":
            return spaced("I'm", participle(self.verb), self.rest)
        return spaced(self.subject.subject, self.doing(), self.rest)

    def doing(self) -> str:
        """The verb alone in the present."""
        verb = f"be {participle(self.verb)}" if self.passive else self.verb
        return agreeing(verb, self.subject.person)

    def would(self) -> str:
        """As after "if", of what is replaced."""
        verb = f"be {participle(self.verb)}" if self.passive else self.verb
        return spaced(self.subject.subject, "would", verb, self.rest)

    def cannot(self) -> str:
        """As a prohibition."""
        verb = f"be {participle(self.verb)}" if self.passive else self.verb
        return spaced(self.subject.subject, "can't", verb, self.rest)

    def happened(self, *, negated: bool = False) -> str:
        """As after "if", of what came about before."""
        verb = f"be {participle(self.verb)}" if self.passive else self.verb
        if self.subject.person in ("first", "second"):
            if negated:
                return spaced(self.subject.subject, "didn't", verb, self.rest)
            have = {"I": "I've", "you": "you've"}[self.subject.subject]
            return spaced(have, participle(verb), self.rest)
        if negated:
            return spaced("no", self.subject.subject.partition(" ")[2], past(verb), self.rest)
        return spaced(self.subject.subject, past(verb, self.subject.person), self.rest)


def happening(moment: n.Moment, scene: Scene) -> Happening:
    """A moment taken apart."""
    if moment.event in ("begin_showdown", "begin_combat", "end_combat"):
        verb, _, what = moment.event.partition("_")
        return Happening(named(f"a {what}"), verb, _circumstances(moment, scene))
    event = _EVENTS[moment.event]
    if moment.event == "deal" and moment.what is not None:
        return Happening(
            named(_object(moment, scene), many=moment.batch),
            "deal damage",
            _circumstances(moment, scene),
            True,
        )
    if event.own and moment.by is not None and isinstance(moment.what, n.Selector):
        rest = spaced(_object(moment, scene), _circumstances(moment, scene))
        return Happening(player(moment.by, scene), event.verb, rest)
    if event.own and moment.event in ("attack", "defend") and _is_alone(moment.what):
        assert isinstance(moment.what, n.Selector)
        any_one = replace(
            moment.what, state=[word for word in moment.what.state if word != "alone"]
        )
        subject = _subject(replace(moment, what=any_one), scene)
        return Happening(subject, event.verb, spaced("alone", _circumstances(moment, scene)))
    if event.own:
        subject = _subject(moment, scene)
        by_player = moment.what is None
        place = ""
        if (not by_player and moment.event == "become_mighty") or event.complement:
            place = event.complement
        elif by_player and moment.event == "move" and not moment.batch:
            place = "a unit"  # a player moves once, with as many units as they like
        return Happening(subject, event.verb, spaced(place, _circumstances(moment, scene)))
    if moment.by is None and moment.what is not None and moment.what != "me":
        subject = named(_object(moment, scene), many=moment.batch)
        return Happening(
            subject, event.verb, spaced(event.after, _circumstances(moment, scene)), True
        )
    if moment.by is None and moment.what == "me" and moment.event in _SUFFERED:
        # whoever does it, as in "when I'm chosen by an enemy spell"
        rest = spaced(event.after, _circumstances(moment, scene).replace("with ", "by ", 1))
        return Happening(scene.me, event.verb, rest, True)
    subject = _doer(moment, scene)
    said = event.complement
    if moment.what is not None:
        said = _object(moment, scene)
        if moment.event == "gain_points":
            said = "points"
        elif moment.event == "play_ability":
            said = f"an activated ability of {said}"
    elif moment.reason is not None:
        said = f"a point from {'conquering' if moment.reason == 'conquer' else 'holding'}"
    elif moment.batch and moment.event in ("discard", "recycle", "draw", "buff"):
        said = f"one or more {'units' if moment.event == 'buff' else 'cards'}"
    return Happening(subject, event.verb, spaced(said, event.after, _circumstances(moment, scene)))


def _is_alone(what: n.Objects | None) -> bool:
    return isinstance(what, n.Selector) and "alone" in what.state


def _doer(moment: n.Moment, scene: Scene) -> Noun:
    """The player who does it; any player is "they" afterwards."""
    if moment.by == "each":
        scene.say("that_player")
        return named("a player")
    if moment.by == "opponent":
        scene.said.insert(0, "that_player")
    return player(moment.by or "you", scene)


def _subject(moment: n.Moment, scene: Scene) -> Noun:
    if moment.what is None:
        return _doer(moment, scene)
    if isinstance(moment.what, str):
        return meant(moment.what, scene)
    return named(_object(moment, scene), many=moment.batch)


def _object(moment: n.Moment, scene: Scene) -> str:
    """The object of a moment, as something that it is asked of."""
    what = moment.what
    if not isinstance(what, n.Selector):
        return meant(what or "me", scene).object
    if moment.batch:
        return f"one or more {phrase(what, scene, 'several')}"
    if what.min == 0 or what.any_number:
        return phrase(what, scene, "chosen")
    return phrase(what, scene, "one")


def _circumstances(moment: n.Moment, scene: Scene) -> str:
    """Where and how it happens."""
    found = [where(moment.where, many=False)]
    if moment.where == "here" and scene.voice == "this":
        found = ["here"]
    if moment.where == "your_battlefield" and moment.event == "attack":
        found = [f"a battlefield {scene.you.subject} control"]
    if moment.origin is not None:
        found.append(f"from {_endpoint(moment.origin, scene)}")
    if moment.destination is not None:
        found.append(f"to {_endpoint(moment.destination, scene)}")
    if moment.from_facedown:
        found.append("from face down")
    if moment.event == "conquer" and moment.other == _UNCONTROLLED:
        found.append("a battlefield that was uncontrolled")
    elif moment.other is not None:
        word = "to" if moment.event == "attach" else "with"
        other = moment.other
        text = (
            phrase(other, scene, "one")
            if isinstance(other, n.Selector)
            else meant(other, scene).object
        )
        found.append(f"{word} {text}")
    if moment.amount_at_least is not None:
        least = amount(moment.amount_at_least, scene)
        spent = f", if {scene.you.subject} spent [{least}] or more"
        found.append(spent if moment.event == "play" else f"({least} or more)")
    if moment.with_cost is not None:
        found.append("paying its additional cost")
    if moment.during == "turn":
        found.append("this turn")
    elif moment.during == "combat":
        found.append("in combat")
    elif moment.during == "attack":
        found.append("after an attack")
    elif moment.during is not None:
        found.append(f"during a {moment.during}")
    return spaced(*found).replace(" , if", ", if")


def _endpoint(place: str, scene: Scene) -> str:
    known = {
        "battlefield": "a battlefield",
        "base": "base",
        "your_base": "your base",
        "here": "my location" if scene.voice == "I" else "here",
        "there": "there",
        "elsewhere": "another location",
        "another_battlefield": "a battlefield other than mine",
        "anywhere": "a location",
        "board": "the board",
    }
    return (
        known.get(place) or f"{scene.you.possessive} {_ZONES.get(place, place.replace('_', ' '))}"
    )


def when(moments: list[n.Moment], scene: Scene) -> str:
    """The condition of a trigger: "when you play me", "at the end of your turn"."""
    if any(each.provided != moments[0].provided for each in moments):
        return joined((f"{_one(each, scene)}{_provided([each], scene)}" for each in moments), "or")
    if len(moments) > 1 and scene.voice == "this" and (undergone := _undergone(moments)):
        return f"when this is {joined(undergone, 'or')}"
    if len(moments) > 1 and _alike(moments):
        taken = [happening(moment, scene) for moment in moments]
        rests = {each.rest for each in taken}
        verbs = [spaced(each.doing(), each.rest) for each in taken]
        if len(rests) == 1 and " " not in (rest := rests.pop()):  # "attacks or defends alone"
            verbs = [each.doing() for each in taken]
            verbs[-1] = spaced(verbs[-1], rest)
        return f"when {taken[0].subject.subject} {joined(verbs, 'or')}{_provided(moments, scene)}"
    if len(moments) > 1 and _alike(moments, done=True):
        taken = [happening(moment, scene) for moment in moments]
        doing = joined((each.doing() for each in taken), "or")
        lead = f"when {taken[0].subject.subject} {doing} {taken[0].rest}"
        return lead + _provided(moments, scene)
    if len(moments) > 1 and _done_to_several(moments):
        taken = [happening(moment, scene) for moment in moments]
        things = joined((each.rest for each in taken), "or")
        lead = f"when {taken[0].subject.subject} {taken[0].doing()} {things}"
        return lead + _provided(moments, scene)
    texts = [_one(moment, scene) for moment in moments]
    return joined(texts, "or") + _provided(moments, scene)


#: what becomes of a gear or a spell itself, whoever does it; 428.1: what dies is killed
_UNDERGONE = {"play": "played", "discard": "discarded", "die": "killed", "banish": "banished"}


def _undergone(moments: list[n.Moment]) -> list[str]:
    """Participles, where nothing is said but what becomes of the source itself."""
    plain = all(each == n.Moment(event=each.event, what="me") for each in moments)
    found = [_UNDERGONE.get(each.event, "") for each in moments]
    return found if plain and all(found) else []


def _done_to_several(moments: list[n.Moment]) -> bool:
    """Whether one player does the same to several things: "when you play me or another unit"."""
    event = moments[0].event
    done_by = [_player_of(each) for each in moments]
    alike = all(each == n.Moment(event=event, by=each.by, what=each.what) for each in moments)
    one = done_by[0] is not None and len(set(done_by)) == 1
    return alike and one and not _EVENTS.get(event, _Event("")).own


def _player_of(moment: n.Moment) -> str | None:
    """Who does it; I am played by my own player."""
    return "you" if moment.event == "play" and moment.what == "me" else moment.by


def _alike(moments: list[n.Moment], *, done: bool = False) -> bool:
    """Whether one subject does all of it, or does it all to one thing."""
    if done:
        plain = [n.Moment(event=each.event, by=each.by, what=each.what) for each in moments]
        own = any(_EVENTS.get(each.event, _Event("")).own for each in moments)
        same = all((each.what, each.by) == (moments[0].what, moments[0].by) for each in moments)
        return same and not own and moments == plain and moments[0].by is not None
    return all(
        (each.what, each.by) == (moments[0].what, moments[0].by)
        and each.nth is None
        and _EVENTS.get(each.event, _Event("")).own
        for each in moments
    )


def _provided(moments: list[n.Moment], scene: Scene) -> str:
    provided = moments[0].provided
    fighting = all(each.event in ("attack", "defend") for each in moments)
    if fighting and provided == n.Is(what="me", a=n.Selector(state=["one_on_one"])):
        return " one on one"
    if isinstance(provided, n.TurnIs) and provided.phase is None:
        return f" on {player(provided.of, scene).possessive} turn"
    return "" if provided is None else f", if {condition(provided, scene)}"


def _one(moment: n.Moment, scene: Scene) -> str:
    if moment.event == "end_turn":
        return f"at the end of {player(moment.whose or 'each', scene).possessive} turn"
    if moment.event == "begin_phase":
        owner = player(moment.whose or "each", scene).possessive
        first = "first " if moment.first_of_game else ""
        return f"at the start of {owner} {first}{_PHASES[moment.phase or 'main']}"
    text = happening(moment, scene).now()
    if moment.event == "die" and moment.phase == "beginning":
        text += f" during {player(moment.whose or 'each', scene).possessive} Beginning Phase"
    if moment.nth is not None and moment.nth > 1 and text.endswith(" a card"):
        often = _ORDINALS.get(moment.nth, f"{moment.nth}th")
        whose = scene.you.possessive if moment.by in (None, "you") else "their"
        return f"when {text.removesuffix(' a card')} {whose} {often} card each turn"
    if moment.nth is not None and moment.event == "choose" and moment.by == "each":
        return f"when {text} for the {_ORDINALS.get(moment.nth, f'{moment.nth}th')} time each turn"
    if moment.nth is not None:
        often = _ORDINALS.get(moment.nth, f"{moment.nth}th")
        return f"the {often} time {text} each turn"
    return f"when {text}"


def _chosen_by(moment: n.Moment, scene: Scene) -> str:
    """ "By enemy spells and abilities"."""
    if isinstance(moment.other, n.Selector):
        return f"by {phrase(moment.other, scene, 'several')}"
    return _circumstances(moment, scene)


def _by_others(moment: n.Moment, scene: Scene) -> str | None:
    """ "Spells can't ready enemy units", "opponents can only play gear to their base"."""
    what = moment.what
    if not isinstance(what, n.Selector):
        return None
    things = phrase(what, scene, "several")
    other = n.Moment(event="ready", what=what, other=moment.other)
    if moment == other and isinstance(moment.other, n.Selector):
        return f"{phrase(moment.other, scene, 'several')} can't ready {things}"
    if moment == n.Moment(event="reveal", what=what) and what.kind == "facedown_card":
        whose = {"enemy": "your opponents'", "yours": "your", "friendly": "friendly"}
        place = where(what.where, many=True)
        return spaced(whose.get(what.side, ""), "[Hidden] cards can't be revealed", place)
    placed = n.Moment(event="play", what=what, by=moment.by, destination="battlefield")
    if moment == placed and moment.by is not None:
        return f"{player(moment.by, scene).subject} can only play {things} to their base"
    return None


#: in a prohibition that says who but not what: everything to which it can be done
_ANYTHING = {
    "kill": "permanents",
    "recall": "permanents",
    "banish": "anything",
    "return_to_hand": "permanents",
    "attach": "cards",
    "detach": "cards",
    "choose": "anything",
    "ready": "anything",
    "exhaust": "anything",
    "counter": "spells and abilities",
    "channel": "runes",
    "play_ability": "abilities",
}


def each_such(moment: n.Moment, noun: Noun, scene: Scene) -> str:
    """A prohibition, of all things of that kind: "gear can't move to base". `noun`: what the
    ability affects, which is meant where the prohibition says neither who nor what.
    """
    said = _by_others(moment, scene)
    if said is not None:
        return said
    if moment.event == "begin_phase":
        return f"{phase(moment.phase, moment.whose, scene)} can't begin"
    event, what = _EVENTS[moment.event], moment.what
    if what is None and moment.by is None and moment.event in n.OF_OBJECTS:
        verb = "deal damage" if moment.event == "deal" else event.verb
        rest = spaced(event.complement if event.own else "", _circumstances(moment, scene))
        return Happening(noun, verb, rest, not event.own).cannot()
    if what is None and not (event.own and moment.by is not None):
        return _nobody_can(moment, event, scene)
    if what is not None and moment.by is not None and moment.event in ("deal", "move"):
        things = (
            phrase(what, scene, "several")
            if isinstance(what, n.Selector)
            else meant(what, scene).object
        )
        verb = "deal damage to" if moment.event == "deal" else event.verb
        rest = spaced(things, _circumstances(moment, scene))
        return Happening(player(moment.by, scene), verb, rest).cannot()
    taken = happening(moment, scene)
    if isinstance(what, n.Selector) and (taken.passive or event.own):
        subject = named(phrase(what, scene, "several"), many=True)
        rest = _chosen_by(moment, scene) if taken.passive else taken.rest
        return Happening(subject, taken.verb, rest, taken.passive).cannot()
    if isinstance(what, n.Selector):
        rest = spaced(phrase(what, scene, "several"), event.after, _circumstances(moment, scene))
        return Happening(taken.subject, taken.verb, rest).cannot()
    if what == "me" and moment.by is None and not event.own:
        return Happening(scene.me, taken.verb, _chosen_by(moment, scene), True).cannot()
    return taken.cannot()


def _nobody_can(moment: n.Moment, event: _Event, scene: Scene) -> str:
    """What players cannot do, whatever it would be done to."""
    doer = named("players", many=True) if moment.by is None else player(moment.by, scene)
    said = {"a card": "cards", "a unit": "units"}.get(event.complement, event.complement)
    if moment.reason is not None:
        said = f"a point from {'conquering' if moment.reason == 'conquer' else 'holding'}"
    said = _ANYTHING.get(moment.event, said)
    rest = spaced(said, event.after, _circumstances(moment, scene))
    return Happening(doer, event.verb, rest).cannot()
