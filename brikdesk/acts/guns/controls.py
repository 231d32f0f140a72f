"""Controls of weapons: where they are, who rigs new ones, who mans them (8.5)."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.heed import heed
from brikdesk.acts.rows import existing_row
from brikdesk.acts.unit_now import in_battle, in_play, kinds_of
from brikdesk.acts.units.leaving import leave_controls
from brikdesk.acts.who_may import out_of_reach
from brikdesk.rules.brikwars.attacks.reaching import ARM
from brikdesk.rules.brikwars.units.states import angry_inch, may_do_minor_activity
from brikdesk.rules.brikwars.weapons.controls import default_controls, may_rig_controls
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import ControlPoint, StateKind, Unit, Weapon

ON_THE_WEAPON = default_controls(vehicle=False)[0]
"""The one place that is not shared: every weapon has its own (8.5-03)."""

MECHANIK = "construction"
"""The Specialty of a Mechanik (OF-63)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddControl(Act):
    """Give a weapon one more place from which it can be fired.

    `rigged_by_id` is the unit that rigs it during a battle: a Mechanik, once the armor is open
    (8.5-09). None: the place was built in.
    """

    weapon_id: int
    place: str
    rigged_by_id: int | None = None
    armor_open: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Write the control point."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        unit = session.get_one(Unit, weapon.unit_id)
        place = text.name(self.place, "place")
        rule, who = "8.5-03", ""
        if self.rigged_by_id is not None:
            mechanik = in_play(existing_row(session, Unit, self.rigged_by_id))
            no = may_rig_controls(
                mechanik=MECHANIK in mechanik.specialties, armor_open=self.armor_open
            )
            heed(self, no, session, mechanik.name)
            rule, who = "8.5-09", f", rigged by {mechanik.name}"
        session.add(ControlPoint(weapon_id=weapon.id or 0, place=place))
        words = line(
            Kind.UNIT, f"{unit.name}: new controls.", f"{weapon.name}: {place}{who}.",
            rule=rule, player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"Add controls to {weapon.name}", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveControl(Act):
    """Take away a place from which a weapon is fired."""

    control_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete the control point."""
        point = existing_row(session, ControlPoint, self.control_id)
        weapon = session.get_one(Weapon, point.weapon_id)
        unit = session.get_one(Unit, weapon.unit_id)
        session.delete(point)
        words = line(
            Kind.UNIT, f"{unit.name} loses controls.", f"{weapon.name}: {point.place}.",
            rule="8.5-03", player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"Remove controls of {weapon.name}", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class ManControl(Act):
    """Put a unit at controls, or clear them. One place serves all weapons that have it (8.5-04)."""

    control_id: int
    unit_id: int | None

    def carry_out(self, session: Session) -> Outcome:
        """Write the new occupant; the old one leaves, and the seat the unit had before is free."""
        point = existing_row(session, ControlPoint, self.control_id)
        weapon = session.get_one(Weapon, point.weapon_id)
        creation = session.get_one(Unit, weapon.unit_id)
        unit = (
            in_play(existing_row(session, Unit, self.unit_id)) if self.unit_id is not None else None
        )
        if unit:
            down = StateKind.DISRUPTED in kinds_of(session, unit)
            heed(self, may_do_minor_activity(disrupted=down), session, unit.name)
            # Where a remote station stands, nobody has noted (8.5-03).
            if in_battle(session) and "remote" not in point.place.casefold():
                no = out_of_reach("8.5-10", unit, creation, ARM, free=angry_inch())
                heed(self, no, session, unit.name)
            leave_controls(session, unit)
            session.flush()
        for each in _same_place(session, point, creation):
            each.occupant_id = unit.id if unit else None
            session.add(each)
        who = unit.name if unit else "Nobody"
        words = line(
            Kind.UNIT, f"{who} mans {creation.name}.", f"{weapon.name}: {point.place}.",
            rule="8.5-10", player_id=(unit or creation).player_id, unit_id=creation.id,
        )  # fmt: skip
        return Outcome(f"{who} mans {creation.name}", (words,))


def _same_place(session: Session, point: ControlPoint, creation: Unit) -> list[ControlPoint]:
    """Return the control points of one seat: a cockpit serves all weapons of its creation."""
    if point.place == ON_THE_WEAPON:
        return [point]
    of_seat = (
        select(ControlPoint)
        .join(Weapon, col(Weapon.id) == col(ControlPoint.weapon_id))
        .where(Weapon.unit_id == creation.id, ControlPoint.place == point.place)
    )
    return list(session.exec(of_seat))
