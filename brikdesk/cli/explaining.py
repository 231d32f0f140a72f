"""The command explain: each number of an act with the parts that make it up."""

from argparse import Namespace
from collections.abc import Iterable
from typing import Any

from brikdesk.cli.campaigns import to_read
from brikdesk.cli.words import columns, say, tell
from brikdesk.errors import BadInput
from brikdesk.rules.texts import is_known, rule_text
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import REFEREE, Sum, Term
from brikdesk.store.views.log import LogEntry, log
from brikdesk.store.views.numbered_acts import NumberedAct, acts_by_number, last_number, newest_act

LAST = "last"
"""The word for the act that was done last, in place of a number."""

# A number of 18 digits always fits into the 64 bits of a key in SQLite.
MOST_DIGITS = 18


def explain(asked: Namespace) -> None:
    """Print an act's title and lines, each number with its parts, their rules and origins."""
    with to_read(asked.file) as campaign:
        act = _act(campaign, asked.act)
        entries = campaign.read(log, act_id=act.id)
        earlier = campaign.read(acts_by_number, _origins(entries))
    if asked.json:
        tell(_to_data(act, entries, earlier))
        return
    say(f"Act {act.id}: {act.title}{' (undone)' if act.undone else ''}")
    if not entries:
        say("The log says nothing of it.")
    for entry in entries:
        say()
        for line in _in_words(entry, earlier):
            say(line)


def _act(campaign: Campaign, wanted: str) -> NumberedAct:
    """Return the act with this number, or the last one; BadInput if there is none."""
    word = wanted.strip().lower()
    if word == LAST:
        newest = campaign.read(newest_act)
        if newest is None:
            raise BadInput("Nothing has been done in this campaign.", "ACT")
        return campaign.read(acts_by_number, (newest,))[newest]
    if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS):
        raise BadInput(f"{wanted[:40]!r} is no act. Give its number, or {LAST}.", "ACT")
    found = campaign.read(acts_by_number, (int(word),)).get(int(word))
    if found is None:
        highest = campaign.read(last_number)
        known = f"Acts: 1 to {highest}, or {LAST}." if highest else "Nothing has been done."
        raise BadInput(f"There is no act {int(word)}. {known}", "ACT")
    return found


def _origins(entries: Iterable[LogEntry]) -> set[int]:
    terms = (term for entry in entries for each in entry.sums for term in each.terms)
    return {term.act_id for term in terms if term.act_id is not None}


def _title(rule: str) -> str:
    """Return a rule's short title; "" if there is no such rule."""
    return rule_text(rule).title if is_known(rule) else ""


def _to_data(
    act: NumberedAct, entries: tuple[LogEntry, ...], earlier: dict[int, NumberedAct]
) -> dict[str, Any]:
    return {
        "act_id": act.id,
        "title": act.title,
        "undone": act.undone,
        "lines": [
            {
                "text": entry.line.text(),
                "rule": entry.rule,
                "rule_title": _title(entry.rule),
                "numbers": [_number(each, earlier) for each in entry.sums],
            }
            for entry in entries
        ],
    }


def _number(each: Sum, earlier: dict[int, NumberedAct]) -> dict[str, Any]:
    return {
        "name": each.name,
        "total": each.total,
        "least": each.floor,
        "parts": [_part(term, earlier) for term in each.terms],
    }


def _part(term: Term, earlier: dict[int, NumberedAct]) -> dict[str, Any]:
    origin = earlier.get(term.act_id) if term.act_id is not None else None
    return {
        "reason": term.reason,
        "value": term.value,
        "rule": term.rule,
        "rule_title": _title(term.rule),
        "from_act_id": origin.id if origin else None,
        "from_title": origin.title if origin else "",
    }


def _in_words(entry: LogEntry, earlier: dict[int, NumberedAct]) -> Iterable[str]:
    yield entry.line.text()
    for each in entry.sums:
        # The parts then add up to less than the number, which never falls below its floor.
        held = each.floor is not None and sum(term.value for term in each.terms) < each.floor
        least = ", the least that it can be" if held else ""
        yield f"  {each.name}: {_signed(each.total, sign='')}{least}"
        yield from columns((_row(term, earlier) for term in each.terms), indent="    ")


def _row(term: Term, earlier: dict[int, NumberedAct]) -> tuple[str, ...]:
    origin = earlier.get(term.act_id) if term.act_id is not None else None
    came = f"from act {origin.id}: {origin.title}" if origin else ""
    rule = "by the referee" if term.rule == REFEREE else f"{term.rule} {_title(term.rule)}".strip()
    return _signed(term.value).rjust(4), term.reason, rule, came


def _signed(value: int, sign: str = "+") -> str:
    return f"{value:{sign}d}".replace("-", "−")
