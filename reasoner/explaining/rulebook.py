"""Rule numbers in our words: what the headings of the rule programs say, and where they stand.

>>> rule_sentences("magic", "616.1a")
['self-replacement effects go first.']
"""

from __future__ import annotations

from functools import cache

from reasoner.solving.programs import RuleGroup, games, program_names, rule_groups
from reasoner.solving.solver import Solver
from reasoner.terms import Term

__all__ = ["IDEAS", "citations", "rule_index", "rule_sentences", "sort_key_of_rule"]

IDEAS: dict[str, str] = {
    "turn": "of several players who decide, one comes first.",
    "once": "an effect has one chance at an event and at what the event is turned into.",
    "cant": "an event that can't happen can't be changed.",
    "zero": "an event that would do nothing is no event.",
    "inactive": "an effect applies only if it exists before the event.",
    "spent": "an effect lasts until it is used up.",
    "share": "the points of an effect are divided over what happens at once.",
    "contained": "an event opens into what it contains when nothing applies to it any more.",
    "nothing_left": "when nothing applies any more the event happens.",
    "optional": "an effect that says “may” can be declined.",
    "question": "what is chosen in an effect is chosen as it is applied.",
}
"""The ideas of the core for which a game gives rule numbers (``cite/2``), in words."""


@cache
def rule_index(game: str) -> dict[str, list[RuleGroup]]:
    """The rule groups of a game by rule number. The headings of the core give the numbers of the game named first there,
    Magic; another game's own programs and citations give its numbers."""
    found: dict[str, list[RuleGroup]] = {}
    for folder in (*(("core",) if game == "magic" else ()), game):
        for name in program_names(folder):
            for group in rule_groups(name):
                for rule in group.rules:
                    if rule != "core":
                        found.setdefault(rule, []).append(group)
    return dict(sorted(found.items(), key=lambda pair: sort_key_of_rule(pair[0])))


def sort_key_of_rule(rule: str) -> tuple[tuple[int, str], ...]:
    """Rules in the order of the rulebook: 614.2 before 614.10."""
    return tuple((int(digits), rest) for part in rule.split(".") for digits, rest in [_split(part)])


def _split(part: str) -> tuple[int, str]:
    digits = part.rstrip("abcdefghijklmnopqrstuvwxyz")
    return (int(digits), part[len(digits) :]) if digits.isdigit() else (0, part)


@cache
def citations(game: str) -> dict[str, list[str]]:
    """The ideas of the core for which each rule number of a game stands."""
    file = f"{game}/citations.lp"
    found: dict[str, list[str]] = {}
    if file in program_names(game):
        for term in Solver([file]).query([], "cite/2"):
            assert isinstance(term, tuple)
            idea: Term = term[1]
            found.setdefault(str(term[2]), []).append(str(idea[0] if isinstance(idea, tuple) else idea))
    return found


def rule_sentences(game: str, rule: str) -> list[str]:
    """What a rule says, in our words: the idea of the core that it alone stands for, then the headings of the programs under it,
    then other ideas."""
    ideas = [IDEAS[idea] for idea in citations(game).get(rule, []) if idea in IDEAS]
    headings = [group.sentence for group in rule_index(game).get(rule, [])] if game in games() else []
    return list(dict.fromkeys([*ideas, *headings] if len(citations(game).get(rule, [])) == 1 else [*headings, *ideas]))
