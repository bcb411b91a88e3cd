"""The words for reasons: one sentence for each reason that the programs in ``asp/explain`` derive.

Keys are the names of the reasons; a test holds them against the programs. In a sentence ``{0}`` is the first
argument of the reason in words; beside the arguments there are ``{kinds}`` (what the effect waits for) and ``{zones}``.
"""

from __future__ import annotations

__all__ = ["ALLOWED", "BLOCKED", "ENTITLED", "IDEAS", "NEARNESS", "PASSIVE"]

BLOCKED: dict[str, str] = {
    "passive": "{0}",
    "gone": "it is not there any more",
    "away": "its source {0} is in {1}, where it does not work",
    "nowhere": "its source {0} does not exist any more",
    "muted": "its source {0} does not have this ability now",
    "arriving": "it is about how its own source comes in, and that is not happening",
    "kind": "nothing that it waits for ({kinds}) is about to happen",
    "futile": "this cannot come about, so it is no event",
    "empty": "an amount of zero is no event",
    "role": "“{0}” is {1}, and it waits for {2}",
    "missing": "the event has no “{0}”, and it asks about that",
    "condition": "it asks that {0}, and that is not so ({1})",
    "once": "it has had its chance at this event",
    "spent": "it is used up",
    "cant": "this event can't happen, so there is nothing to change",
    "barred": "the rules keep it from this event",
    "misdirected": "it would send the damage to what can't be dealt damage",
    "nothing_to_pick": "there is nothing that could be chosen for it",
    "no_branch": "none of its alternatives is possible",
    "out_of_reach": "what it would add can't happen, so it may not be chosen",
    "pointless": "it would do nothing",
    "class": "{1} goes first",
    "alike": "{0} is just like it and stands for it",
    "asking": "first comes the choice in {0}",
    "dividing": "first comes the division of {0}",
    "busy": "another question comes first",
    "contained": "events that contain others are decided first",
    "nobody": "there is nobody to decide about this event",
    "covered": "one application takes this event together with another",
    "turn": "{0} decides first",
    "later": "something else that is about to happen is decided first",
}
"""Why an effect can't be applied."""

PASSIVE: dict[str, str] = {
    "forbids": "it is never applied: it says what can't happen, and holds by itself",
    "hardens": "it is never applied: it says what can't be prevented, and holds by itself",
    "makes": "it is never applied: it is a continuous effect, and holds by itself",
    "notices": "it is never applied: it waits for what has happened, and replaces nothing",
}
"""Why nobody ever applies an effect."""

ALLOWED: dict[str, str] = {
    "kind": "it waits for {0}",
    "role": "{0} is {1}, which fits",
    "condition": "{0} ({1})",
    "class": "nothing goes before it",
    "commutes": "before or after {0} comes to the same",
}
"""Why an effect can be applied."""

ENTITLED: dict[str, str] = {
    "affected": "{player} is affected",
    "controls": "{player} controls {0}",
    "owns": "{player} owns {0}",
    "yours": "{0} is {player}'s",
    "asked": "{0} asks {player}",
    "divides": "{player} divides the points of {0}",
}
"""Why a player chooses."""

IDEAS: dict[str, str] = {
    "gone": "inactive",
    "away": "inactive",
    "nowhere": "inactive",
    "muted": "inactive",
    "arriving": "inactive",
    "futile": "zero",
    "empty": "zero",
    "once": "once",
    "spent": "spent",
    "cant": "cant",
    "contained": "contained",
    "turn": "turn",
    "asking": "question",
    "dividing": "share",
    "covered": "share",
}
"""The idea of the core under which a reason stands; ``cite/2`` of the game gives its rule number. (``class/2`` has its own.)"""

NEARNESS: tuple[str, ...] = (
    "passive",
    "alike", "covered", "turn", "later", "asking", "dividing", "busy", "contained", "class", "nobody",
    "once", "cant", "barred", "misdirected", "nothing_to_pick", "no_branch", "out_of_reach", "pointless", "spent",
    "condition", "role", "missing", "empty", "futile", "muted", "arriving", "away", "nowhere", "gone", "kind",
)  # fmt: skip
"""The reasons from the one that is nearest to being applied on: the nearest tells most."""
