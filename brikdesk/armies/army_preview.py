"""What would become of an army that is read: which units are against the rules, which get other names."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.armies.arriving import Recruit, TakeArmy, free_names, names_of
from brikdesk.armies.army_form import Remark
from brikdesk.armies.army_list import ArmyRead
from brikdesk.store.lines import Kind, Line
from brikdesk.store.tables import Unit
from brikdesk.store.views import view


class Against(Struct, frozen=True):
    """What a rule has against the unit at a place of the list."""

    at: int
    remark: Remark


def checking(found: ArmyRead, places: Sequence[int]) -> TakeArmy:
    """Return the act whose rehearsal tells what the rules have against units at these places.

    Copies are alike, so one of each is enough.
    """
    units = [found.units[at] for at in places]
    return TakeArmy(
        title="Check",
        units=tuple(Recruit(unit=replace(each.act, copies=1), scifi=each.scifi) for each in units),
        marked=True,
    )


def against(found: ArmyRead, places: Sequence[int], lines: Iterable[Line]) -> tuple[Against, ...]:
    """Return what the lines of that rehearsal say against each unit."""
    said, at = [], -1
    for line in lines:
        if line.kind is Kind.UNIT:
            at += 1  # each unit begins with the line that it joins
        elif line.kind is Kind.RULING:
            name = found.units[places[at]].act.name
            why = line.said().removeprefix(line.lead).strip().removeprefix(f"{name}: ")
            said.append(Against(places[at], Remark(name, f"{why} ({line.rule})")))
    return tuple(said)


@view(Unit)
def taken_names(session: Session, player_id: int | None) -> frozenset[str]:
    """Return the names that a player's units have."""
    return frozenset(names_of(session, player_id))


def renamed(found: ArmyRead, taken: Iterable[str]) -> tuple[Remark, ...]:
    """Return which units get another name than the file's, because somebody is called that."""
    known, said = set(taken), []
    for each in found.units:
        names = free_names(each.act.name, each.act.copies, known)
        known.update(names)
        if names[0] != each.act.name:
            said.append(Remark(each.act.name, f"joins as {names[0]}: there is one already"))
    return tuple(said)
