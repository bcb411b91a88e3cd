"""Explanations as pages: a way step by step, one effect, two outcomes side by side, and what blocks a wish."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING

from reasoner.explaining.rulebook import rule_sentences, sort_key_of_rule
from reasoner.explaining.story import Judged, Step, entitlement
from reasoner.graphs.outcome_words import outcome_texts
from reasoner.words.phrasing import counted
from reasoner.words.wording import listed

from .outcome_pages import start_page
from .page import Item, Page

if TYPE_CHECKING:
    from reasoner.explaining.effect_story import Comparison, EffectStory, Place, Side
    from reasoner.explaining.story import Story, Unused
    from reasoner.explaining.why_not import WhyNot
    from reasoner.graphs.report import Report

__all__ = ["comparison_page", "effect_page", "story_page", "why_not_page"]

_MOST_PLACES = 12


def _with_rules(text: str, rules: Iterable[str]) -> str:
    told = ", ".join(rules)
    return f"{text} ({told})" if told else text


def _after(steps: tuple[str, ...]) -> str:
    return f"after {', then '.join(steps)}" if steps else "at the start"


def _rules(page: Page, game: str, rules: Iterable[str]) -> None:
    """What the rules that were named say, in our words."""
    said = [(rule, rule_sentences(game, rule)) for rule in sorted(set(rules), key=sort_key_of_rule)]
    items = [Item(rule, f"{sentences[0][:1].upper()}{sentences[0][1:]}") for rule, sentences in said if sentences]
    if items:
        page.heading("The rules, in our words")
        page.items(items)


def _judgement(judged: Judged, several: bool) -> Item:
    event = f" to “{judged.event}”" if several and judged.event else ""
    verdict, joint = ("can be applied", ", ") if judged.allowed else ("cannot be applied", "; ")
    text = f"{judged.effect} {verdict}{event}: {joint.join(judged.reasons)}"
    return Item("+" if judged.allowed else "-", _with_rules(text, judged.rules), "green" if judged.allowed else "dim")


def _step(page: Page, number: int, step: Step) -> None:
    page.heading(f"{number}. {'; '.join(step.events) or 'the situation'}")
    several = len(step.events) > 1
    items = [Item("✗", f"“{event}” cannot come about as things are, so it is no event", "dim") for event in step.futile]
    items += [_judgement(judged, several) for judged in step.judged]
    if (step.options > 1 and step.choosers) or (step.taken and step.rules and not any(judged.allowed for judged in step.judged)):
        items.append(Item("◆", entitlement(step), "yellow"))
    changes = f": {', '.join(step.changes)}" if step.changes else ""
    taken = step.taken or _with_rules(f"nothing more applies, so it goes on{changes}", step.rules)
    page.items([*items, Item("▸", taken, "bold")])


def _is_quiet(step: Step) -> bool:
    return not step.taken and not step.judged and not step.changes and not step.futile


def story_page(story: Story) -> Page:
    """A way step by step, and the effects that are never applied."""
    page = start_page(story.report)
    game = story.report.scenario.game
    if story.outcome is not None:
        text = outcome_texts(story.report)[story.outcome - 1]
        page.text(f"The way to outcome {story.outcome}: {text}.")
    steps = [step for step in story.steps if not _is_quiet(step)]
    for number, step in enumerate(steps, 1):
        _step(page, number, step)
    _unused(page, story.unused, story.searched)
    used = [rule for step in steps for rule in (*step.rules, *(rule for judged in step.judged for rule in judged.rules))]
    _rules(page, game, [*used, *(reason.rule for each in story.unused for reason, _ in each.reasons if reason.rule)])
    return page


def _unused(page: Page, unused: tuple[Unused, ...], searched: bool) -> None:
    if not unused:
        return
    page.heading("Effects that are never applied")
    items: list[Item] = []
    for each in unused:
        for reason, after in each.reasons:
            where = f" {_after(after)}," if after and reason.event else ""
            items.append(Item("-", f"{each.effect}:{where} {reason.told()}"))
        if not each.reasons:
            items.append(Item("-", f"{each.effect}: its turn never comes"))
    page.items(items)
    if not searched:
        page.text("Only the situations nearest to the start were looked at for this.")


def _places(page: Page, heading: str, places: tuple[Place, ...]) -> None:
    if not places:
        return
    page.heading(heading)
    items: list[Item] = []
    for place in places[:_MOST_PLACES]:
        more = f" (and in {counted(place.situations - 1, 'more situation')})" if place.situations > 1 else ""
        event = f"“{place.event}”, " if place.event else ""
        items.append(Item("·", f"{_with_rules(f'{event}{_after(place.after)}: {listed(place.reasons)}', place.rules)}{more}"))
    if len(places) > _MOST_PLACES:
        items.append(Item("·", f"… and {len(places) - _MOST_PLACES} more; --format json lists them"))
    page.items(items)


def effect_page(story: EffectStory) -> Page:
    """One effect: what it says, where it can be applied, and why not elsewhere."""
    page = start_page(story.report)
    page.text(f"{story.effect}: {story.sentence}")
    if not story.can:
        page.text("It can never be applied.")
    _places(page, "It can be applied", story.can)
    _places(page, "It cannot be applied", story.cannot)
    if not story.searched:
        page.text("Only the situations nearest to the start were looked at.")
    _rules(page, story.report.scenario.game, (rule for place in (*story.can, *story.cannot) for rule in place.rules))
    return page


def comparison_page(comparison: Comparison) -> Page:
    """Two outcomes side by side, from where their ways part."""
    page = start_page(comparison.report)
    one, other = comparison.sides
    where = f"after {', then '.join(comparison.after)}" if comparison.after else "at the first choice"
    page.text(
        _with_rules(f"Outcomes {one.outcome} and {other.outcome} part {where}: {'; '.join(comparison.events)}", comparison.rules) + "."
    )

    def chosen(side: Side) -> str:
        return f"{side.chosen}{f' ({listed(side.choosers)})' if side.choosers else ''}"

    rows = [("chosen", chosen(one), chosen(other))]
    rows += [("then", left, right) for left, right in zip_longest(one.steps, other.steps, fillvalue="")]
    rows += [(path, one.values[path], other.values[path]) for path in one.values]
    page.table(("", f"outcome {one.outcome}", f"outcome {other.outcome}"), rows)
    _rules(page, comparison.report.scenario.game, comparison.rules)
    return page


def why_not_page(found: WhyNot) -> Page:
    """What blocks a wish, or which outcomes fulfil it."""
    page = start_page(found.report)
    wish = listed(map(str, found.wish))
    if found.reached:
        page.text(f"{wish}: that is so in outcome{'s' if len(found.reached) > 1 else ''} {listed(map(str, found.reached))}.")
        page.items([Item(str(number), f"{found.ends[number - 1]}: {_witness(found.report, number)}") for number in found.reached])
        return page
    page.text(f"No outcome has {wish}.")
    page.items([Item(str(number), text) for number, text in enumerate(found.ends, 1)])
    if len(found.wish) > 1:
        page.items(
            [
                Item("·", f"{goal}: {f'outcome {listed(map(str, having))}' if having else 'no outcome'}")
                for goal, having in zip(found.wish, found.single, strict=True)
            ]
        )
    if found.passing is not None:
        page.text(f"It is so on the way, but at no end: {_steps(found.passing)}.")
    if found.blockers:
        page.heading("It could come to that if")
        page.items([Item("·", f"{listed(each.otherwise)}: {_steps(each.steps)}") for each in found.blockers])
    else:
        page.text("Loosening one or two effects does not lead there, nor does taking out a rule that kept an effect from being applied.")
    if found.nearest is not None:
        number, way = found.nearest
        page.heading(f"What comes nearest is {found.wish[0].path} = {number}, if")
        page.items([Item("·", f"{listed(way.otherwise)}: {_steps(way.steps)}")])
    if not found.report.complete:
        page.text("The search was cut off, so there may be outcomes that were not found.")
    return page


def _steps(steps: tuple[str, ...]) -> str:
    return ", then ".join(steps) or "no effect applies"


def _witness(report: Report, number: int) -> str:
    return ", then ".join(report.outcomes[number - 1].witness) or "no effect applies"
