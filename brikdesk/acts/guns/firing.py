"""A weapon is fired, jams, or is cleared by hand; the attack itself is resolved elsewhere."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.guns.going_on import no_same_action
from brikdesk.acts.guns.gun_words import player_at
from brikdesk.acts.guns.shots import check_can_jam, check_shot, jam_line, plan_shot, take_shot
from brikdesk.acts.heed import heed
from brikdesk.acts.rows import existing_row
from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import Unit, Weapon
from brikdesk.text import said_of
from brikdesk.turns.sequence import turn_now


@dataclass(frozen=True, slots=True, kw_only=True)
class FireWeapon(Act):
    """Fire a weapon and write what that uses up, whatever it hits.

    `by_unit_id` is the unit that fires; it spends an Action, unless this is the `same_action` as
    another shot: one Action may fire several weapons (8.5-01). `rounds` objects leave a Launcher at
    once; `round_id` says which type if a battery holds several. `power` in inches defaults to what
    the weapon needs.
    """

    weapon_id: int
    by_unit_id: int | None = None
    rounds: int = 1
    round_id: int | None = None
    power: int | None = None
    jammed: bool = False
    same_action: bool = False

    def carry_out(self, session: Session) -> Outcome:
        """Check load, windows, controls, Power and Action; then write."""
        shot = plan_shot(
            session,
            self.weapon_id,
            self.by_unit_id,
            rounds=self.rounds,
            round_id=self.round_id,
            power=self.power,
            spends_action=not self.same_action,
        )
        check_shot(self, session, shot)
        if self.same_action and shot.by:
            heed(self, no_same_action(session, shot.by, "ranged", None), session, shot.by.name)
        if self.jammed:
            check_can_jam(self, session, shot.weapon)
        lines = take_shot(session, shot, jammed=self.jammed)
        lead = f"{said_of(shot.gun.name, 'fires')}."
        entry = line(
            Kind.ATTACK, lead, f"{shot.weapon.name}{f', by {shot.by.name}' if shot.by else ''}.",
            rule="8.5-05", player_id=shot.player_id, unit_id=shot.gun.id,
        )  # fmt: skip
        return Outcome(f"{said_of(shot.gun.name, 'fires')} {shot.weapon.name}", (entry, *lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class Jam(Act):
    """A MachineGun jams; it cannot fire until it is reloaded (8.3-15, 8.3-16)."""

    weapon_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Mark it inoperative."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        gun = session.get_one(Unit, weapon.unit_id)
        turn_now(session)
        if weapon.inoperative:
            raise BadInput(f"{said_of(weapon.name, 'is')} jammed already.", "weapon_id")
        check_can_jam(self, session, weapon)
        weapon.inoperative = True
        session.add(weapon)
        words = jam_line(session, gun, weapon, player_at(session, weapon, None))
        return Outcome(f"{gun.name}: {said_of(weapon.name, 'jams')}", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearJam(Act):
    """Make a jammed weapon work again by hand, without a reload."""

    weapon_id: int
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Take the mark off; BadInput where it is not jammed."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        gun = session.get_one(Unit, weapon.unit_id)
        if not weapon.inoperative:
            raise BadInput(f"{said_of(weapon.name, 'is')} not jammed.", "weapon_id")
        weapon.inoperative = False
        session.add(weapon)
        words = line(
            Kind.RULING, f"{gun.name}: {said_of(weapon.name, 'works')} again.", text.note(self.reason),
            rule="8.3-16", player_id=gun.player_id, unit_id=gun.id,
        )  # fmt: skip
        return Outcome(f"{gun.name}: {said_of(weapon.name, 'works')} again", (words,))
