"""Destroying a Sci-fi weapon, with its ammunition and a fixed gunner (12-75, 12-76)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.rows import initials
from brikdesk.acts.scifi.leaving import lose_ammunition
from brikdesk.acts.scifi.typed import weapon_and_unit
from brikdesk.acts.units.going import Manner, go
from brikdesk.errors import BadInput
from brikdesk.rules.scifi import crews
from brikdesk.rules.scifi.crews import Crew
from brikdesk.rules.scifi.units import SfUnitKind
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.scifi_rows import crew_of, crew_rows
from brikdesk.store.tables import SfCrew, SfUnit, SfWeapon, Unit
from brikdesk.text import said_of


@dataclass(frozen=True, slots=True, kw_only=True)
class DestroySfWeapon(Act):
    """Destroy a weapon: nobody crews or fires it any more, and what it has left is lost.

    A surviving gunner whose figure is fixed to its model becomes a unit on foot (12-75).
    """

    sf_weapon_id: int
    reason: str = ""
    gunner_survives: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Mark it as destroyed; BadInput if it is already."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        why = text.note(self.reason, "reason")
        lines = destroy(session, row, unit, why, gunner_survives=self.gunner_survives)
        return Outcome(f"{row.name} of {unit.name} is destroyed", tuple(lines))


def destroy(
    session: Session, row: SfWeapon, unit: Unit, why: str = "", *, gunner_survives: bool = True
) -> list[Line]:
    """Destroy a weapon; return the lines of what goes with it."""
    if row.destroyed:
        raise BadInput(f"{said_of(row.name, 'is')} destroyed already.", "sf_weapon_id")
    # The turn does not matter here: only who is in the crew does.
    crew = crew_of(session, row, 0) or Crew()
    figures = crews.destroy((), crew).needs_figure if gunner_survives else ()
    sums = lose_ammunition(session, row)
    row.destroyed = True
    session.add(row)
    # The last part of each sum is this loss; rounds lost earlier may have been put back by hand.
    lost = -sum(each.terms[-1].value for each in sums)
    words = f"{why} {lost} lost with it, not fired." if lost else why
    entry = line(
        Kind.LOST, f"{text.opening(row.name)} of {unit.name} is destroyed.", words.strip(),
        rule="12-76", player_id=unit.player_id, unit_id=unit.id, sums=sums,
    )  # fmt: skip
    members = [member for member in crew_rows(session, row) if member.name in figures]
    figures_left = [each for each in members if each.unit_id is None]
    return [entry, *(said for each in figures_left for said in _on_foot(session, unit, each))]


def _on_foot(session: Session, unit: Unit, member: SfCrew) -> list[Line]:
    """Make a unit on foot of a gunner whose figure was part of the model (12-75)."""
    figure = Unit(
        player_id=unit.player_id, name=member.name, token=initials(member.name), armor="",
        action_die=0, actions_per_turn=0, move=0.0, power_multiplier=0, value=0.0,
        x=unit.x, y=unit.y,
    )  # fmt: skip
    session.add(figure)
    session.flush()
    session.add(SfUnit(unit_id=figure.id or 0, kind=SfUnitKind.CREW))
    member.unit_id = figure.id
    session.add(member)
    session.flush()
    entry = line(
        Kind.UNIT, f"{member.name} stands beside it.", "The gunner survives, on foot.",
        rule="12-75", player_id=unit.player_id, unit_id=figure.id,
    )  # fmt: skip
    way = () if unit.x is None or unit.y is None else ((unit.x, unit.y),)
    return [entry, *go(session, figure, way, Manner.PUT)]
