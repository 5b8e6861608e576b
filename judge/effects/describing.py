"""Selectors in words, for problems and prompts."""

from __future__ import annotations

from judge.effects.notation import Selector

KIND_WORDS = {
    "unit": "unit",
    "gear": "gear",
    "equipment": "Equipment",
    "object": "object",
    "permanent": "permanent",
    "rune": "rune",
    "legend": "legend",
    "battlefield": "battlefield",
    "spell": "spell on the chain",
    "ability": "ability on the chain",
    "spell_or_ability": "spell or ability on the chain",
    "card": "card",
    "facedown_card": "facedown card",
    "player": "player",
}
ZONE_WORDS = {
    "hand": "in the hand",
    "trash": "in the trash",
    "banishment": "in the Banishment",
    "champion_zone": "in the Champion Zone",
    "main_deck": "among the top cards of the Main Deck",
    "banished_with_me": "banished with it",
}
SIDE_WORDS = {
    "friendly": "friendly",
    "enemy": "an enemy",
    "yours": "yours",
    "not_yours": "another player's",
}
PLACE_WORDS = {
    "battlefield": "at a battlefield",
    "base": "in a base",
    "your_base": "in your base",
    "here": "here",
    "there": "there",
    "elsewhere": "elsewhere",
}


def describe(selector: Selector) -> str:
    """A few words for what a selector chooses, for problems and prompts."""
    sides = {"friendly": "friendly ", "enemy": "enemy ", "yours": "own ", "not_yours": "other's "}
    side = sides.get(selector.side, "")
    place = "" if selector.where == "anywhere" else f" {PLACE_WORDS[selector.where]}"
    if selector.zone in ZONE_WORDS:
        word = {"spell": "spell"}.get(selector.kind, KIND_WORDS[selector.kind])
        noun = f"{side}{word} {ZONE_WORDS[selector.zone]}"
    else:
        noun = f"{side}{KIND_WORDS[selector.kind]}{place}"
    least, most = selector.min, selector.max
    if selector.any_number:
        return f"any number of: {noun}"
    if least == most == 1:
        other = "" if selector.or_else is None else f" or {describe(selector.or_else)}"
        return f"one {noun}{other}"
    if not isinstance(least, int) or not isinstance(most, int):
        return f"some of: {noun}"
    if least == 0:
        return f"up to {most} of: {noun}"
    return f"{least} to {most} of: {noun}"
