"""Bring each Sci-fi shot of a turn together with the outcomes entered for it."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from brikdesk.reports.data import ReportLine
from brikdesk.store.lines import Kind
from brikdesk.store.views.shot_course import ShotsOfAct

ShotKey = tuple[str, int]


def shots_together(
    entries: Sequence[ReportLine], shots: Mapping[int, ShotsOfAct]
) -> tuple[ReportLine, ...]:
    """Move the lines of outcomes below their shots; all other lines stay in order.

    An outcome of a shot fired in an earlier turn stays where it was entered.
    """
    groups: dict[ShotKey, list[ReportLine]] = {}
    attacks: dict[int, int] = {}
    for entry in entries:
        of_act = shots.get(entry.act_id)
        if of_act is None:
            groups.setdefault(("act", entry.act_id), []).append(entry)
            continue
        if of_act.fired:
            # Each line of an attack begins the next shot of its act.
            first = entry.kind is Kind.ATTACK
            place = attacks.get(entry.act_id, -1) + first
            attacks[entry.act_id] = place
            # Clamped: lines before the first attack belong to the first shot.
            shot = of_act.fired[max(0, min(place, len(of_act.fired) - 1))]
        else:
            shot = of_act.settled[0]
        group = groups.setdefault(("shot", shot), [])
        group.append(replace(entry, shot=shot, follows=bool(group) and not of_act.fired))
    return tuple(entry for group in groups.values() for entry in group)
