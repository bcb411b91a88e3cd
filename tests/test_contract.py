"""asp/README.md is the contract between the rule programs and with Python: its tables list exactly what is there.

The programs are parsed, what Python writes is collected from the corpus and the scenario ``RARE``, and what Python reads
is recorded; every failure says which row to add to, take from or change in which table.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import clingo
import pytest
from clingo.ast import AST, ASTType, parse_files, parse_string

from reasoner.consistency.circles import FEEDS
from reasoner.consistency.posing import ASKED
from reasoner.consistency.scope import ASKED_OF_RULES, SHOWN, Meeting, Scope, meeting_facts, scope_facts
from reasoner.exploring.commuting import commuting_facts
from reasoner.exploring.exploration import Edge, Edges, Exploration
from reasoner.exploring.facts import fixed_facts, initial_fluents
from reasoner.exploring.twins import twin_facts
from reasoner.graphs.graph import OutcomeGraph
from reasoner.graphs.text_programs import ordering_program
from reasoner.language.reading import load, load_text
from reasoner.language.scenario import Scenario
from reasoner.language.vocabulary import vocabulary
from reasoner.solving.programs import DATA, games, program_names, program_text, rule_groups, table
from reasoner.solving.solver import Solver
from reasoner.terms import Term, Word

from .conftest import CORPUS, ROOT

FACTS, TABLE, BACK, SEAMS = "Facts of a scenario", "The game's table", "What Python reads back", "Seams"
PYTHON = "Python"

RARE = """
game: magic
title: what Python can write and few scenarios use
players: [ann, ben]
objects:
  mask: {types: [creature], controller: ann, zone: stack, face_down: true, was: kicked, harmed_by: ox}
  ox: {types: [creature], controller: ann, chosen: red, status: prepared, also_type: Elf, also_keyword: flying}
state: {daytime: night}
effects:
  player: {source: mask, would: {enter: {what: self}}, pick: {player: opponent}, instead: {chosen: chosen}}
  number: {source: mask, would: {lose_life: {}}, asked: player, pick: {number: 3}, instead: {amount: amount - chosen}}
  word: {source: mask, would: {enter: {what: self}}, pick: {word: [left, right]}, instead: {chosen: chosen}}
event: {enter: {what: mask}}
"""
"""Writes what the corpus may leave out, so that the contract does not hang on single files of it."""

Expected = dict[str, tuple[set[str], ...]]
"""For each atom or term, as ``name/arity``, what stands in the columns between it and its meaning."""


# --- the programs
@dataclass(frozen=True)
class Rule:
    """The functions (atoms without their signs) of a rule's head and body."""

    file: str
    heads: tuple[AST, ...]
    bodies: tuple[AST, ...]

    @property
    def folder(self) -> str:
        return self.file.partition("/")[0]


def children(node: AST) -> Iterator[tuple[str, AST]]:
    for key in node.child_keys:
        value = getattr(node, key)
        for child in [value] if isinstance(value, AST) else value or ():
            yield key, child


def atoms(node: AST, head: bool) -> Iterator[tuple[AST, bool]]:
    """Every atom of a head or body, and whether the rule derives it."""
    if node.ast_type == ASTType.SymbolicAtom:
        symbol: AST = node.symbol
        for function in symbol.arguments if symbol.ast_type == ASTType.Pool else [symbol]:
            yield function, head
        return
    for key, child in children(node):
        condition = node.ast_type == ASTType.ConditionalLiteral and key == "condition"
        yield from atoms(child, head and not condition)


def rules_of(nodes: Iterable[AST], file: str) -> list[Rule]:
    found: list[Rule] = []
    for node in nodes:
        if node.ast_type == ASTType.Rule:
            every = [*atoms(node.head, True), *(pair for part in node.body for pair in atoms(part, False))]
            found.append(Rule(file, tuple(a for a, head in every if head), tuple(a for a, head in every if not head)))
    return found


@cache
def files() -> tuple[str, ...]:
    return tuple(sorted(name for folder in ("checks", "core", "explain", "graph", "search", *games()) for name in program_names(folder)))


@cache
def nodes(file: str) -> tuple[AST, ...]:
    found: list[AST] = []
    parse_files([str(ROOT / "asp" / file)], found.append)
    return tuple(found)


def stated(file: str, kind: ASTType) -> set[str]:
    """The signatures in the file's ``#defined`` or ``#show`` statements."""
    return {f"{node.name}/{node.arity}" for node in nodes(file) if node.ast_type == kind}


@cache
def rules(apart: str | None = None) -> tuple[Rule, ...]:
    """All rules of the programs that decide situations, or of a folder of programs that run apart from them."""
    folders = {"core", "explain", *games()} if apart is None else {apart}
    return tuple(rule for file in files() if file.partition("/")[0] in folders for rule in rules_of(nodes(file), file))


def signature(function: AST) -> str:
    return f"{function.name}/{len(function.arguments)}"


def form(term: AST) -> str | None:
    """``name/arity`` of a term; None for variables, numbers and strings."""
    if term.ast_type == ASTType.Function and term.name:
        return signature(term)
    if term.ast_type == ASTType.SymbolicTerm and term.symbol.type == clingo.SymbolType.Function:
        return f"{term.symbol.name}/{len(term.symbol.arguments)}"
    return None


def written_at(*places: tuple[str, int]) -> list[tuple[str, AST]]:
    """(folder, term) for the terms that heads have at these places (atom, argument); a variable is followed into the
    body, so that ``initiates(S, go, F) :- starts(S, F)`` leads on to what ``starts`` is given."""
    found: list[tuple[str, AST]] = []
    seen, waiting = set(places), list(places)
    while waiting:
        atom, index = waiting.pop()
        for rule in rules():
            for term in (head.arguments[index] for head in rule.heads if signature(head) == atom):
                if term.ast_type != ASTType.Variable:
                    found.append((rule.folder, term))
                    continue
                for body in rule.bodies:
                    for place in ((signature(body), i) for i, argument in enumerate(body.arguments) if argument == term):
                        if place not in seen:
                            seen.add(place)
                            waiting.append(place)
    return found


def by_form(terms: Iterable[tuple[str, AST]]) -> dict[str, set[str]]:
    """The folders in which terms of each form are written."""
    found: dict[str, set[str]] = defaultdict(set)
    for folder, term in terms:
        if (name := form(term)) is not None:
            found[name].add(folder)
    return found


# --- Python
def term_form(term: Term) -> str | None:
    if isinstance(term, tuple):
        return f"{term[0]}/{len(term) - 1}"
    return f"{term}/0" if isinstance(term, Word) else None


@cache
def scenarios() -> tuple[Scenario, ...]:
    return (*(load(str(file)) for file in sorted(CORPUS.rglob("*.yaml"))), load_text(RARE, "RARE"))


@cache
def python_facts() -> tuple[tuple[Term, ...], ...]:
    """Every fact that Python writes for these scenarios."""
    found: dict[Term, None] = dict.fromkeys([("state", 0)])
    for scenario in scenarios():
        fixed, fluents = fixed_facts(scenario), initial_fluents(scenario)
        twins = twin_facts(scenario, [*fixed, *fluents])
        found.update(dict.fromkeys([*fixed, *twins, *commuting_facts(scenario, twins), *(("holds", 0, fluent) for fluent in fluents)]))
    return tuple(fact for fact in found if isinstance(fact, tuple))


def python_terms(atom: str, index: int) -> list[Term]:
    """What Python writes as this argument of an atom."""
    return [fact[index + 1] for fact in python_facts() if term_form(fact) == atom]


def python_writes() -> set[str]:
    return {str(term_form(fact)) for fact in python_facts()}


@pytest.fixture(scope="module")
def python_reads() -> set[str]:
    """The signatures that the solver asks for, and those that the sources name as strings."""
    found: set[str] = set()

    def note(_atoms: clingo.SymbolicAtoms, name: str, arity: int, positive: bool = True) -> Iterator[clingo.SymbolicAtom]:
        found.add(f"{name}/{arity}")
        return iter(())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clingo.SymbolicAtoms, "by_signature", note)
        Solver([]).step([])
    for folder in ("reasoner", "cli"):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[a-z]\w*/\d", node.value):
                    found.add(node.value)
    return found


def attributes(*types: str) -> set[str]:
    """The attributes of these types that a scenario may give."""
    groups = [group for game in games() for group in vocabulary(game).attributes.values()]
    return {attribute.name for group in groups for attribute in group.values() if attribute.type in types}


# --- the README
@cache
def tables() -> dict[str, list[list[str]]]:
    """The cells of every row by the heading over the table, without the header."""
    found: dict[str, list[list[str]]] = defaultdict(list)
    heading = ""
    for line in (ROOT / "asp" / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.startswith("| `"):
            found[heading].append([cell.strip() for cell in line.strip().strip("|").split("|")])
    return found


def cell(words: set[str]) -> str:
    return ", ".join(sorted(words, key=lambda word: (word == PYTHON, word)))


def differences(table: str, expected: Expected, why_not: dict[str, str] | None = None) -> str:
    """What to do to a table of the README so that it lists exactly what is expected, one line each."""
    found: list[str] = []
    rows: dict[str, list[str]] = {}
    for name, *cells in tables()[table]:
        name = name.strip("`")
        if name in rows:
            found.append(f"take out the second row of `{name}`")
        rows[name] = cells
    for name in sorted(expected.keys() - rows.keys()):
        found.append("add " + " | ".join(["", f"`{name}`", *map(cell, expected[name]), "MEANING", ""]).strip())
    for name in sorted(rows.keys() - expected.keys()):
        found.append(f"take out `{name}`: {(why_not or {}).get(name, 'it does not occur in the programs')}")
    for name in sorted(rows.keys() & expected.keys()):
        *given, meaning = rows[name]
        right = [cell(words) for words in expected[name]]
        if [set(filter(None, text.split(", "))) for text in given] != list(expected[name]):
            found.append(f"`{name}`: write | {' | '.join(right)} | instead of | {' | '.join(given)} |")
        if not meaning:
            found.append(f"`{name}`: its meaning is missing")
    return "\n".join(f"asp/README.md, table “{table}”: {line}" for line in found)


def check(message: str) -> None:
    if message:
        pytest.fail(message, pytrace=False)


def occurrences() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """The files in which each atom is written, and read."""
    written: dict[str, set[str]] = defaultdict(set)
    read: dict[str, set[str]] = defaultdict(set)
    for rule in rules():
        for where, functions in ((written, rule.heads), (read, rule.bodies)):
            for function in functions:
                where[signature(function)].add(rule.file)
    return written, read


# --- tests: the atoms
@pytest.mark.parametrize("table", [FACTS, TABLE, BACK, SEAMS])
def test_the_atoms_are_listed(table: str, python_reads: set[str]) -> None:
    written, read = occurrences()
    expected: dict[str, Expected] = defaultdict(dict)
    why_not: dict[str, str] = {}
    for name in sorted({*written, *read, *python_writes(), *python_reads}):
        writers = {file.partition("/")[0] for file in written[name]} | ({PYTHON} if name in python_writes() else set())
        readers = {file.partition("/")[0] for file in read[name]} | ({PYTHON} if name in python_reads else set())
        if PYTHON not in writers | readers and not crosses_a_border(written[name] | read[name]):
            why_not[name] = f"no program uses it beside {listed(written[name] | read[name])}"
            continue
        if PYTHON in writers:
            home = FACTS
        elif written[name] and all(file.partition("/")[2] in DATA for file in written[name]):
            home = TABLE
        else:
            home = BACK if PYTHON in readers else SEAMS
        expected[home][name] = (writers, readers)
        why_not[name] = f"it belongs to the table “{home}”"
    check(differences(table, expected[table], why_not))


def test_helpers_of_programs_that_run_together_have_names_of_their_own() -> None:
    written: dict[str, set[str]] = defaultdict(set)
    for rule in (*rules(), *rules("checks")):
        for head in rule.heads:
            written[signature(head)].add(rule.file)
    shared = {row[0].strip("`") for table in (FACTS, TABLE, BACK, SEAMS) for row in tables()[table]}
    clashes = {name: used for name, used in written.items() if name not in shared and crosses_a_border(used)}
    check(
        "\n".join(
            f"{listed(used)} derive {name} each, and all programs share one namespace: give one of them another name, "
            "or list the atom in asp/README.md if it is one thing"
            for name, used in sorted(clashes.items())
        )
    )


def crosses_a_border(files: set[str]) -> bool:
    """Do several programs that are loaded together use the atom? Those of two games never are."""
    apart = [{file for file in files if file.partition("/")[0] not in set(games()) - {game}} for game in games()]
    return any(len(used) > 1 for used in apart)


def listed(files: set[str]) -> str:
    return ", ".join(sorted(files))


def test_what_is_read_is_written_or_declared() -> None:
    written, read = occurrences()
    declared = stated("core/inputs.lp", ASTType.Defined)
    unknown = sorted(read.keys() - written.keys() - declared)
    missing = sorted(declared - written.keys() - python_writes())
    faults = [f"{name} is read by {listed(read[name])} but nobody writes it: correct it or declare it in inputs.lp" for name in unknown]
    faults += [f"core/inputs.lp declares {name}, which neither a program nor Python writes: take it out" for name in missing]
    check("\n".join(faults))


def test_what_is_written_is_read(python_reads: set[str]) -> None:
    written, read = occurrences()
    dead = sorted(written.keys() - read.keys() - python_reads)
    faults = [f"{name} is written by {listed(written[name])}, but nobody reads it: take it out" for name in dead]
    faults += [f"{name} is written by Python, but no program reads it" for name in sorted(python_writes() - read.keys())]
    faults += [f"{name} is read by Python, but no program writes it" for name in sorted(python_reads - written.keys())]
    check("\n".join(faults))


# --- tests: the terms inside
def test_the_fluents_are_listed() -> None:
    begun = by_form(written_at(("initiates/3", 2)))
    ended = by_form(written_at(("terminates/3", 2)))
    given = {str(term_form(fluent)) for fluent in python_terms("holds/2", 1)} | {f"{name}/1" for name in attributes("flag")}
    given |= {f"{name}/2" for name in attributes("label", "labels", "objects", "culprits")}
    names = {*begun, *ended, *given}
    expected: Expected = {name: (begun.get(name, set()) | ({PYTHON} if name in given else set()), ended.get(name, set())) for name in names}
    check(differences("Fluents", expected))


def test_the_numbers_are_listed() -> None:
    inside = [(folder, term.arguments[0]) for folder, term in written_at(("initiates/3", 2)) if form(term) == "now/2"]
    written = by_form([*inside, *written_at(("tally/4", 1))])
    given = {str(term_form(fluent[1])) for fluent in python_terms("holds/2", 1) if isinstance(fluent, tuple) and fluent[0] == "now"}
    given |= {f"{name}/1" for name in attributes("number", "count")} | {f"{name}/2" for name in attributes("table")}
    expected: Expected = {name: (written.get(name, set()) | ({PYTHON} if name in given else set()),) for name in {*written, *given}}
    check(differences("Numbers", expected))


def test_the_names_of_events_are_listed() -> None:
    written = by_form(written_at(("spawn/4", 2), ("context/3", 2)))
    given = {str(term_form(fluent[1])) for fluent in python_terms("holds/2", 1) if isinstance(fluent, tuple) and fluent[0] == "event"}
    expected: Expected = {name: (written.get(name, set()) | ({PYTHON} if name in given else set()),) for name in {*written, *given}}
    check(differences("Names of events", expected))


def test_the_options_are_listed() -> None:
    check(differences("Options", {name: (folders,) for name, folders in by_form(written_at(("option/2", 1))).items()}))


@pytest.mark.parametrize(
    ("table", "read", "given"),
    [
        ("Tests", [("passes/4", 2), ("met/4", 3)], [("filter/4", 3), ("require/4", 3)]),
        ("Expressions", [("value/5", 3), ("comes_to/4", 2)], [("says/2", 1)]),
    ],
)
def test_the_parts_of_effects_are_listed(table: str, read: list[tuple[str, int]], given: list[tuple[str, int]]) -> None:
    expected: Expected = dict.fromkeys(by_form(written_at(*read)), ())
    unknown = {str(term_form(term)) for place in given for term in python_terms(*place)} - expected.keys()
    check("\n".join(f"{name} is written by Python in {given}, but no program says what it means" for name in sorted(unknown)))
    check(differences(table, expected))


def test_the_graph_program_is_listed() -> None:
    scenario = scenarios()[0]
    first = tuple(initial_fluents(scenario))
    edges = Edges.of([[Edge(("apply", "an effect", "an event"), (scenario.players[0].name,), (), 1, 1)], []])
    found: list[AST] = []
    parse_string(ordering_program(OutcomeGraph(Exploration(scenario, [first, first], edges))), found.append)
    own = {signature(head) for rule in rules("graph") for head in rule.heads}
    read = {signature(body) for rule in rules("graph") for body in rule.bodies}
    given = {signature(head) for rule in rules_of(found, "") for head in rule.heads} - own
    check("\n".join(f"{name} is read by the graph program, but neither it nor Python writes it" for name in sorted(read - own - given)))
    shown = {name for file in files() if file.startswith("graph/") for name in stated(file, ASTType.ShowSignature)}
    expected: Expected = {
        name: ({PYTHON} if name in given else {"graph"}, ({"graph"} if name in read else set()) | ({"shown"} if name in shown else set()))
        for name in given | shown
    }
    check(differences("The graph program", expected))


def test_the_search_program_is_listed() -> None:
    tables = {signature(head) for game in games() for rule in rules(game) if rule.file in table(game) for head in rule.heads}
    own = {signature(head) for rule in rules("search") for head in rule.heads}
    read = {signature(body) for rule in rules("search") for body in rule.bodies}
    effects = python_writes() - tables
    base, scope = load_text(RARE.replace("[ann, ben]", "{ann: {life: 3}}"), "RARE"), Scope()
    posed = [*scope_facts(base, scope, ["draw"]), *meeting_facts(Meeting(base, ["draw"], [["an effect"]]), scope)]
    given = {str(term_form(fact)) for fact in posed}
    left = read - own - tables - effects - given - {"/".join(map(str, ASKED_OF_RULES))}
    check("\n".join(f"{name} is read by the search program, but nobody writes it" for name in sorted(left)))
    ruled = {signature(atom) for group in ("core", *games()) for rule in rules(group) for atom in rule.heads}
    chosen = {signature(head) for rule in rules("search") if rule.file == "search/situations.lp" for head in rule.heads}
    check("\n".join(f"{name} is chosen by the search program, and means another thing to the rules" for name in sorted(ruled & chosen)))
    of_games = [rule for rule in rules("search") if rule.file.removeprefix("search/").removesuffix(".lp") in games()]
    by_games = {signature(head) for rule in of_games for head in rule.heads}
    asked = {f"{name}/{arity}" for name, arity in ASKED.items()}
    shown = {f"{name}/{arity}" for name, arity in (SHOWN | FEEDS).items()}
    expected: Expected = {name: ({PYTHON}, {"search"}) for name in given}
    for name in by_games:
        expected[name] = ({"search"}, ({"search"} if name in read else set()) | ({PYTHON} if name in asked else set()))
    expected |= {name: ({"search"}, {PYTHON}) for name in shown}
    check(differences("The search program", expected))


# --- tests: the files
def test_the_files_are_listed() -> None:
    check(differences("Files", dict.fromkeys(files(), ())))


@pytest.mark.parametrize("file", files())
def test_a_file_starts_with_its_purpose(file: str) -> None:
    assert program_text(file).startswith("% Purpose: "), f"asp/{file}: write a header comment that starts with “% Purpose: ”"


@pytest.mark.parametrize("file", files())
def test_the_headings_parse(file: str) -> None:
    groups = {group.line: group for group in rule_groups(file)}
    faults = [
        f"asp/{file}:{number}: write “%% 616.1a, 614.15: sentence”, found {line!r}"
        for number, line in enumerate(program_text(file).splitlines(), 1)
        if line.lstrip().startswith("%%") and not (number in groups and all(re.fullmatch(r"[\w.]+", rule) for rule in groups[number].rules))
    ]
    check("\n".join(faults))
