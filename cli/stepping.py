"""``instead step``: through a scenario by hand, one option at a time, from the keyboard or from piped commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from reasoner.explaining.story import judged
from reasoner.explaining.why import reasons
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.outcome_words import outcome_texts
from reasoner.graphs.report import report_of
from reasoner.graphs.steps import Steps
from reasoner.words.describe import describe_event, values
from reasoner.words.situation_words import differences, later_events, now_happening, shown
from reasoner.words.wording import listed

from .render_text import head_lines
from .running import CUT_OFF, FINE, USAGE, explore_one, guarded, load_scenario, say, warn_incomplete
from .terminal import fitted, paint, width

__all__ = ["HELP", "Stepper", "step"]

HELP = """\
  N            take option N (Enter, if there is only one)
  back         undo the last step          jump N   go to situation N
  state        every value here            why [E]  why effects (or the effect E) apply here or not
  path         the steps so far            outcomes all outcomes, and which can still be reached
  help         this                        quit     leave"""


class WrongCommand(Exception):
    """A command that cannot be done; the message says what can."""


@dataclass
class Stepper:
    """Where somebody is in a graph: the current situation, and the (situation, edge number) pairs that led there."""

    graph: OutcomeGraph
    path: list[tuple[int, int]] = field(default_factory=list)
    at: int = 0
    left: bool = False

    def __post_init__(self) -> None:
        self.report = report_of(self.graph)
        self.steps = Steps(self.graph.exploration)
        self.texts = outcome_texts(self.report)
        self.commands: dict[str, Callable[[str], list[str]]] = {
            "back": self._back,
            "jump": self._jump,
            "state": self._state,
            "why": self._why,
            "path": self._path,
            "outcomes": self._outcomes,
            "help": lambda _: HELP.splitlines(),
            "quit": self._quit,
        }

    # --- what is shown
    def here(self) -> list[str]:
        """The current situation and its options."""
        graph, fluents = self.graph, self.graph.exploration.fluents
        scenario = graph.exploration.scenario
        events = "; ".join(now_happening(scenario, fluents[self.at])) or "nothing waits"
        lines = ["", paint(f"[{self.at}] {events}", "bold")]
        later = [describe_event(scenario, view) for view in later_events(fluents[self.at])]
        if later:
            lines.append(paint(f"  later: {'; '.join(later)}", "dim"))
        edges = graph.edges[self.at]
        if self.at in graph.outcome_of:
            number = graph.outcome_of[self.at] + 1
            return [*lines, paint(f"  ● outcome {number}: {self.texts[number - 1]}", "green", "bold")]
        if not edges:
            return [*lines, "  ○ not explored"]
        choosers = list(dict.fromkeys(player for edge in edges for player in edge.choosers))
        if choosers:
            rules = ", ".join(sorted({rule for edge in edges for rule in edge.rules}))
            lines.append(paint(f"  {listed(choosers)} choose{'s' if len(choosers) == 1 else ''}{f' ({rules})' if rules else ''}", "cyan"))
        for index, edge in enumerate(edges, 1):
            text = self.steps.taken(self.at, edge)
            changes = differences(scenario, fluents[self.at], fluents[edge.target])
            told = f": {', '.join(changes)}" if changes else ""
            alike = f" (×{edge.copies}, in any order)" if edge.copies > 1 else ""
            lines.append(f"  {index}  {text}{told}{alike}  → {self._reachable(edge.target)}")
        return lines

    def _reachable(self, node: int) -> str:
        found = sorted(number + 1 for number in self.graph.reachable[node])
        return f"outcome{'s' if len(found) > 1 else ''} {', '.join(map(str, found))}" if found else "not explored"

    # --- what can be done
    def do(self, line: str) -> list[str]:
        """Do a command and tell what is shown then. Raises WrongCommand."""
        word, _, rest = line.strip().partition(" ")
        if word.isdecimal() or not word:
            return self._take(int(word) if word else None)
        matches = [name for name in self.commands if name.startswith(word.lower())]
        if word.lower() in self.commands:
            matches = [word.lower()]
        if len(matches) != 1:
            raise WrongCommand(f"there is no command {word!r}: a number, or {', '.join(self.commands)}")
        return self.commands[matches[0]](rest.strip())

    def _take(self, number: int | None) -> list[str]:
        edges = self.graph.edges[self.at]
        if number is None and len(edges) == 1:
            number = 1
        if not edges:
            raise WrongCommand("this is the end of the way; back, jump N or quit")
        if number is None or not 1 <= number <= len(edges):
            raise WrongCommand(f"choose one of the options 1 to {len(edges)}")
        self.path.append((self.at, number - 1))
        self.at = edges[number - 1].target
        return self.here()

    def _back(self, _: str) -> list[str]:
        if not self.path:
            raise WrongCommand("this is the start")
        self.at, _index = self.path.pop()
        return self.here()

    def _jump(self, rest: str) -> list[str]:
        last = len(self.graph.edges) - 1
        if not rest.isdecimal() or int(rest) > last:
            raise WrongCommand(f"jump to a situation from 0 to {last}")
        way = self.graph.shortest({int(rest)})
        self.path = [(node, self.graph.edges[node].index(edge)) for node, edge in way]
        self.at = int(rest)
        return self.here()

    def _state(self, _: str) -> list[str]:
        found = values(self.graph.exploration.scenario, self.graph.exploration.fluents[self.at])
        return [f"  {path} {shown(value)}" for path, value in sorted(found.items())]

    def _why(self, effect: str) -> list[str]:
        exploration = self.graph.exploration
        names = [each.name for each in exploration.scenario.effects]
        if effect and effect not in names:
            raise WrongCommand(f"there is no effect {effect!r}: {', '.join(names) or 'the scenario has none'}")
        found = reasons(exploration, [self.at])
        lines: list[str] = []
        for each in judged(found, self.at, effect or None):
            rules = f" ({', '.join(each.rules)})" if each.rules else ""
            event = f" to “{each.event}”" if each.event else ""
            verdict = "can be applied" if each.allowed else "cannot be applied"
            lines.append(f"  {'+' if each.allowed else '-'} {each.effect} {verdict}{event}: {', '.join(each.reasons)}{rules}")
        for player in dict.fromkeys(player for edge in self.graph.edges[self.at] for player in edge.choosers):
            if entitled := found.entitled(self.at, player):
                lines.append(f"  ◆ {player} chooses: {listed(entitled)}")
        return lines or ["  no effect waits for this"]

    def _path(self, _: str) -> list[str]:
        lines: list[str] = []
        for node, index in self.path:
            edge = self.graph.edges[node][index]
            lines.append(f"  [{node}] {self.steps.taken(node, edge)}")
        return lines or ["  this is the start"]

    def _outcomes(self, _: str) -> list[str]:
        open_ = self.graph.reachable[self.at]
        return [f"  {'●' if number in open_ else '✗'} {number + 1}  {text}" for number, text in enumerate(self.texts)]

    def _quit(self, _: str) -> list[str]:
        self.left = True
        return []


def _lines() -> Iterator[str]:
    """What is typed, or piped; piped commands are shown, so that a transcript reads well."""
    while True:
        print(paint("> ", "bold"), end="", flush=True)
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))
        if not line:
            return
        yield line


def _fitted(lines: list[str]) -> list[str]:
    columns = width()
    return [part for line in lines for part in fitted(line, columns)]


def step(file: str, switches: list[str], by_state: bool, max_states: int, time_limit: float | None) -> int:
    """Step through a scenario. Returns the exit code: 2 if a piped command could not be done."""

    def run() -> int:
        if file == "-":
            say("the commands come from standard input, so give the scenario as a file")
            return USAGE
        from reasoner.graphs.report import make_graph

        exploration = explore_one(load_scenario(file, switches), max_states, time_limit)
        stepper = Stepper(make_graph(exploration, by_state))
        print("\n".join([*head_lines(stepper.report), *_fitted(stepper.here())]))
        wrong = False
        for line in _lines():
            try:
                print("\n".join(_fitted(stepper.do(line))))
            except WrongCommand as error:
                print(f"  {error}")
                wrong = True
            if stepper.left:
                break
        incomplete = warn_incomplete(exploration)
        return USAGE if wrong and not sys.stdin.isatty() else CUT_OFF if incomplete else FINE

    return guarded(run)
