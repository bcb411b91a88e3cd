"""Small scenarios made from the fields of a library card: an event that fits one of its effects, and beside it one that does not.

Everything is read off the model: objects that pass the filters, a situation in which the conditions hold, events of the kind.
"""

from __future__ import annotations

from typing import Any

from reasoner.cards.card import Card, CardEffect
from reasoner.cards.card_reading import EACH
from reasoner.language.formulas import Clauses
from reasoner.language.scenario import Watch
from reasoner.language.vocabulary import vocabulary
from reasoner.terms import Term

Data = dict[str, Any]
Clause = tuple[tuple[bool, Term], ...]

GIVEN = {"number": 1, "player": "ben", "color": "red", "type": "Goblin", "keyword": "flying", "counters": "charge", "label": "left"}
PRINTED = {"type": "types", "color": "colors", "keyword": "keywords"}


class Smoke:
    """A scenario about the effect ``key`` of a card, called ``name`` in it: its first event fits, its second does not. Of several
    kinds of events that the effect waits for ``number`` says which."""

    def __init__(self, card: Card, key: str, number: int = 0):
        self.card = card
        self.found: CardEffect = card.effects[key]
        self.effect = self.found.effect
        self.words = vocabulary(card.game)
        self.name = ("made" if self.found.created else f"it-{key}") + (" (ann)" if self.effect.controller == EACH else "")
        self.objects: dict[str, Data] = {}
        self.tokens: dict[str, Data] = {}
        self.players: dict[str, Data] = {"ann": {}, "ben": {}}
        self.state: dict[str, str] = {}
        self.given = {name: GIVEN.get(type_, name) for name, type_ in self.found.open.items()}
        self.given |= {name: ["Goblin", "Elf"] for name, type_ in self.found.open.items() if type_ == "words"}
        for name, type_ in self.found.open.items():
            if type_ in ("object", "recipient"):
                self.objects[name] = {"types": ["creature"], "controller": "ann"}
        self.watch = self.effect.watches[number] if self.effect.watches else Watch("", {})
        if self.effect.watches:
            self.kind = self.words.kinds[self.watch.kind]

    # --- the scenario
    def data(self) -> Data:
        """The scenario as data."""
        self._conditions(self.effect.conditions)
        picked = self.effect.pick
        if picked is not None and picked.kind in ("object", "any_of") and picked.filter:
            self.thing(picked.filter[0], "picked")
        if picked is not None and picked.kind == "tokens":
            self.tokens |= {name: {"types": ["creature"]} for words in self.given.values() if isinstance(words, list) for name in words}
        for branch in self.effect.branches[:1]:
            self._conditions(branch.conditions)
        roles = {role: self._fill(role, clauses) for role, clauses in self.watch.filters.items()}
        if drawn := roles.pop("drawn", None):  # the card on top, which nobody names
            self.objects[drawn] |= {"zone": "library", "position": 1, "controller": roles.get("player", "ben")}
            self.players[roles.get("player", "ben")].setdefault("library", 9)
        for role in sorted(self.kind.required | ({"what"} & self.kind.roles.keys() if self.kind.name == "act" else set())):
            roles.setdefault(role, self._usual(role))
        if self.kind.name == "damage":
            roles.setdefault("source", self.thing((), "striker", types=["creature"]))
        if "shared_color" in repr(self.effect.conditions):
            for role in ("source", "to"):
                self.objects[roles[role]]["colors"] = ["red"]
        elif "source" in repr(self.effect.conditions):
            roles["source"] = self.thing((), "origin")
            self.objects["origin"]["controller"] = "ben"
        self._amounts(roles)
        misfit = self._misfit(roles)
        return self.whole([{self.kind.name: roles}, misfit])

    def whole(self, events: list[Data]) -> Data:
        """The scenario with these events."""
        data: Data = {"game": self.card.game, "players": self.players, "tokens": self.tokens, "events": events}
        if self.state:
            data["state"] = self.state
        if not self.found.created or self._speaks_of("self", "host"):
            self._self()
        if self.found.created:
            made: Data = {"card": self.card.name, "effect": self.effect.name, "controller": "ann"}
            made |= {"given": self.given} if self.given else {}
            made |= {"source": "it"} if "it" in self.objects else {}
            made |= {"on": "bearer"} if self._speaks_of("bound") else {}
            data["effects"] = {"made": made}
        if self._speaks_of("bound"):
            self.thing((), "bearer", types=["creature"])
        data["objects"] = self.objects
        return data

    def _misfit(self, fitting: Data) -> Data:
        """An event of the kind with one role that does not fit, or, if every event of the kind fits, one of another kind."""
        roles = dict(fitting)
        if "what" in self.kind.required and self.kind.roles["what"] == "object":
            stranger = self._stranger(self.objects.get(str(fitting["what"]), {}).get("zone", "battlefield"))
            if not self._passes(stranger, self.watch.filters.get("what", ((),))):
                return {self.kind.name: roles | {"what": stranger}}
        for role, clauses in self.watch.filters.items():
            type_ = self.kind.roles[role]
            if type_ in ("player", "recipient", "object") and role not in ("what", "drawn"):
                for other in ("ann", "ben") if type_ != "object" else ():
                    if not self._player_passes(other, clauses):
                        return {self.kind.name: roles | {role: other}}
                if type_ != "player" and not self._passes(self._stranger(), clauses):
                    return {self.kind.name: roles | {role: "stranger"}}
            elif type_ == "flag":
                return {self.kind.name: roles | {role: not roles[role]}}
            elif type_ == "counters":
                return {self.kind.name: roles | {role: {"odd": 2}}}
            elif type_ == "tokens":
                self.tokens["Oddity"] = {"types": ["Oddity"]}
                return {self.kind.name: roles | {role: {"Oddity": 2}}}
        return {"roll_dice": {"player": "ben", "amount": 1}}

    def _stranger(self, zone: str = "battlefield") -> str:
        """An object with nothing that a filter may ask for."""
        self.objects["stranger"] = {"types": ["Stranger"], "controller": "ben", "zone": zone}
        return "stranger"

    def _passes(self, name: str, clauses: Clauses) -> bool:
        """Does the stranger pass the filter?"""
        zone = self.objects[name]["zone"]
        lands = zone == "battlefield" or self.kind.name in self.words.arrivals
        true = {"any", "permanent"} if lands else {"any"}

        def test(term: Term) -> bool:
            if isinstance(term, tuple):
                opposed = term[0] in ("controlled_by", "owned_by") and term[1] == "opponent"
                return opposed or (term[0] == "in" and term[1] == zone)
            return str(term) in true

        return any(all(test(term) == is_so for is_so, term in clause) for clause in clauses)

    def _player_passes(self, player: str, clauses: Clauses) -> bool:
        me = "you" if player == "ann" else "opponent"

        def test(term: Term) -> bool:
            if isinstance(term, tuple):
                return term[0] == "is" and self.given.get(str(term[1])) == player
            return term in ("any", "player", me) or (term == "host" and self.objects.get("it", {}).get("attached_to") == player)

        return any(all(test(term) == is_so for is_so, term in clause) for clause in clauses)

    def _speaks_of(self, *words: str) -> bool:
        return any(f"'{word}'" in repr(self.effect) for word in words)

    # --- objects
    def _self(self, **more: Any) -> str:
        arrives = self.watch.kind in self.words.arrivals and self.watch.filters.get("what") == (((True, "self"),),)
        permanent = any(("type", word) in self.card.traits for word in ("artifact", "creature", "enchantment", "land", "planeswalker"))
        usual = "battlefield" if permanent else "stack"
        zone = "hand" if arrives and self.watch.kind == "enter" else str(self.effect.works_in or usual)
        thing = self.objects.setdefault(
            "it", {"card": self.card.name, "controller": "ann", "zone": "battlefield" if zone == "anywhere" else zone}
        )
        if given := self._given_to_it():
            thing["given"] = given
        if self._speaks_of("host"):
            self.thing((), "wearer", types=["creature"])
            thing["attached_to"] = "ben" if "Curse" in repr(self.card.traits) else "wearer"
        thing.update(more)
        return "it"

    def _given_to_it(self) -> Data:
        """What its own effects leave open, so that the card can be anywhere."""
        own = [found.open for found in self.card.effects.values() if not found.created]
        given = {name: GIVEN.get(type_, ["Goblin", "Elf"]) for words in own for name, type_ in words.items() if type_ in (*GIVEN, "words")}
        return given | (self.given if not self.found.created else {})

    def thing(self, clause: Clause, name: str, types: list[str] | None = None) -> str:
        """An object (or a player) that passes the tests, by its name."""
        tests = dict.fromkeys(clause)
        positive = [test for is_so, test in tests if is_so]
        for test in positive:
            if test in ("you", "opponent", "player"):
                return "ann" if test == "you" else "ben"
            if isinstance(test, tuple) and test[0] == "is":
                name = self._known(str(test[1]))
                if self.found.open.get(name) == "player":
                    return str(self.given[name])
        if "self" in positive:
            name = self._self()
        elif "bound" in positive:
            name = "bearer"
        elif "host" in positive:
            self._self()
            return str(self.objects["it"]["attached_to"])
        thing = self.objects.setdefault(name, {"types": list(types or []), "controller": "ann"})
        for is_so, test in clause:
            self._test(thing, is_so, test)
        if "card" in thing:
            thing.pop("types", None)
        return name

    def _known(self, name: str) -> str:
        return "it" if name == self.card.name else name

    def _test(self, thing: Data, is_so: bool, test: Term) -> None:
        """Give an object what a test asks for."""
        word, *parts = test if isinstance(test, tuple) else (test,)
        if word == "has" and is_so and isinstance(parts[0], tuple):
            group, text = str(parts[0][0]), str(parts[0][1])
            text = str(self.given.get(text, text))
            if group == "name":
                thing["name"] = text
            elif "card" not in thing:
                thing.setdefault(PRINTED[group], [])
                thing[PRINTED[group]] = list(dict.fromkeys([*thing[PRINTED[group]], text]))
        elif word in ("controlled_by", "owned_by"):
            who = "ann" if (parts[0] == "you") == is_so else "ben"
            thing["controller" if word == "controlled_by" else "owner"] = who
            if word == "owned_by":
                thing["controller"] = who
        elif word == "in" and is_so:
            thing["zone"] = str(parts[0])
            if parts[0] == "library":
                thing.setdefault("position", 1)
        elif word == "counter" and is_so:
            thing["counters"] = {str(parts[0]): 1}
        elif word == "measure":
            number = int(str(parts[2]))
            thing[str(parts[0])] = number - 1 if parts[1] == "less" and is_so else number if is_so or parts[1] == "less" else number + 1
        elif word in ("was",) and is_so:
            thing["was"] = [str(parts[0])]
        elif word == "harmed_by" and is_so:
            thing["harmed_by"] = [self._self()]
        elif word == "remembered" and is_so and parts:
            memory = "red" if parts[0] == "color" else "Goblin"
            self._self(chosen=memory)
            if parts[0] == "name":
                thing["name"] = memory
            else:
                self._test(thing, True, ("has", (parts[0], memory)))
        elif word in self.words.adjectives:
            thing[str(word)] = is_so
        elif word == "token" and is_so:
            thing["token"] = True

    # --- roles
    def _fill(self, role: str, clauses: Clauses) -> Any:
        type_ = self.kind.roles[role]
        clause = clauses[0]
        if type_ in ("object", "recipient", "player"):
            return self.thing(clause, f"its-{role}", types=["creature"] if type_ == "recipient" else [])
        if type_ == "flag":
            return (("is", "yes") in {test for is_so, test in clause if is_so}) or (
                ("is", "no") in {test for is_so, test in clause if not is_so}
            )
        if type_ == "tokens":
            names = [str(test[1]) for is_so, test in clause if is_so and isinstance(test, tuple) and test[0] == "is"]
            name = names[0] if names else "Thing"
            if name not in self.card.tokens:
                self._test_token(name, clause)
            return {name: 2}
        word = next((str(test[1]) for is_so, test in clause if is_so and isinstance(test, tuple)), None)
        forbidden = {str(test[1]) for is_so, test in clause if not is_so and isinstance(test, tuple)}
        if type_ in ("counters", "mana"):
            return {word or "green": 2}
        if type_ == "effect":
            return f"it-{word}"
        return word or next(zone for zone in ("graveyard", "hand", "exile") if zone not in forbidden)

    def _test_token(self, name: str, clause: Clause) -> None:
        thing = self.tokens.setdefault(name, {})
        for is_so, test in clause:
            self._test(thing, is_so, test)

    def _usual(self, role: str) -> Any:
        type_ = self.kind.roles[role]
        if type_ in ("object", "recipient"):
            zone = {"discard": "hand", "counter_spell": "stack", "enter": "hand"}.get(self.kind.name)
            name = self.thing((), f"its-{role}", types=["creature"])
            if zone:
                self.objects[name]["zone"] = zone
            return name
        if type_ == "tokens":
            self.tokens.setdefault("Thing", {"types": ["creature"]})
        usual = {"player": "ben", "number": 3, "tokens": {"Thing": 2}, "counters": {"+1/+1": 2}, "mana": {"green": 2}, "zone": "graveyard"}
        usual |= {"step": "draw", "label": "does something", "daytime": "day"}
        return usual[type_]

    def _amounts(self, roles: Data) -> None:
        """An amount that the conditions ask for, and the zone that an object must be in."""
        if "amount" in self.kind.roles and self.kind.quantity:
            roles["amount"] = max(int(roles.get("amount", 3)), 40 if "life_after" in repr(self.effect.conditions) else 6)
        what = roles.get("what")
        if what in self.objects and "from" in roles:
            self.objects[what]["zone"] = roles["from"]
        if what in self.objects and self.kind.name == "enter" and "zone" not in self.objects[what]:
            self.objects[what]["zone"] = roles.get("from", "hand")
        if self.kind.name == "enter" and what in self.objects and what != "it" and "from" not in roles:
            self.objects[what]["zone"] = "hand"

    # --- conditions
    def _conditions(self, clauses: Clauses | None) -> None:
        for is_so, test in (clauses or ((),))[0]:
            assert isinstance(test, tuple)
            self._holds(test[1], str(test[2]), test[3], is_so)

    def _holds(self, left: Term, sign: str, right: Term, is_so: bool) -> None:
        if isinstance(left, tuple) and left[0] == "state":
            if is_so and isinstance(right, tuple):
                self.state[str(left[1])] = str(right[1])
            return
        for one, other, flipped in ((left, right, False), (right, left, True)):
            if isinstance(one, tuple) and isinstance(other, tuple) and other[0] == "num":
                least = int(str(other[1]))
                wants_more = (sign == "equal") or (sign == "at_most") == (flipped == is_so) if sign != "less" else flipped == is_so
                number = least + (1 if sign == "less" and flipped and is_so else 0)
                self._reach(one, number if wants_more else 0)

    def _reach(self, one: Term, number: int) -> None:
        """Have a count or a number come to this."""
        assert isinstance(one, tuple)
        if one[0] == "count":
            clause = self.effect.counted[one[1]][0]
            for n in range(number):
                self.thing(clause, f"counted-{n}")
        elif one[0] == "stat" and one[2] in ("you", ("attr", "player")):
            player = "ann" if one[2] == "you" else "ben"
            attribute = one[1]
            if isinstance(attribute, tuple):
                self.players[player].setdefault("counters", {})[str(attribute[1])] = number
            elif attribute in ("monarch", "initiative", "citys_blessing"):
                self.players[player][str(attribute)] = number > 0
            elif attribute not in ("life_after", "life_to_pay"):
                self.players[player][str(attribute)] = number
        elif one[0] == "stat" and one[2] == "self" and isinstance(one[1], tuple):
            self._self()
            self.objects["it"]["counters"] = {str(one[1][1]): number}


def together(smokes: list[Smoke]) -> Data:
    """One scenario of the objects, effects and fitting events of several."""
    cards = {"library": 30, "hand": 3, "graveyard": 5}
    whole: Data = {"game": smokes[0].card.game, "players": {"ann": {}, "ben": {}}, "objects": {}, "effects": {}, "tokens": {}, "events": []}
    for number, smoke in enumerate(smokes):
        data = smoke.data()
        names = {*data["objects"], *data.get("effects", {})}

        def renamed(value: Any, names: set[str] = names, number: int = number) -> Any:
            if isinstance(value, dict):
                given = value.get("given", {})
                found = {
                    renamed(key): part if key in ("card", "effect") else renamed(part) for key, part in value.items() if key != "given"
                }
                return found | ({"given": {key: renamed(part) for key, part in given.items()}} if given else {})
            if isinstance(value, list):
                return [renamed(part) for part in value]
            if isinstance(value, str) and value.startswith("it-"):  # an effect of the card
                return f"it-{number}{value[2:]}"
            return f"{value}-{number}" if value in names else value

        for group in ("objects", "effects"):
            whole[group] |= renamed(data.get(group, {}))
        whole["tokens"] = data["tokens"] | whole["tokens"]
        for player, values in data["players"].items():
            whole["players"][player] = cards | values | whole["players"][player]
        whole["events"].append(renamed(data["events"][0]))
        if "state" in data:
            whole["state"] = data["state"]
    return whole
