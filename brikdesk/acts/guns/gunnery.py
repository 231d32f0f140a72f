"""Gunnery Support and homing in (8.5-12 to 8.5-18)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.guns.gun_words import called, stands_elsewhere
from brikdesk.acts.heed import heed
from brikdesk.acts.reckoning import sum_of
from brikdesk.acts.rows import existing_row
from brikdesk.acts.unit_now import (
    actions_left_now,
    check_other_action,
    in_play,
    own_turn_number,
    take_action,
)
from brikdesk.acts.units.facts import whole
from brikdesk.acts.units.leaving import end_homing
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.weapons.gunnery import (
    gunnery_bonus,
    homing_after_attack,
    homing_lost,
    may_support,
)
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.journal.origins import made_by
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line
from brikdesk.store.tables import Homing, Player, Turn, Unit, Weapon
from brikdesk.text import said_of
from brikdesk.turns.sequence import stamp_now, turn_now

GUNNERY = "gunnery"
"""The Specialty of those who support a gun (8.5-11)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeIn(Act):
    """A gun has attacked a point: the Support of that attack stays with it (8.5-15, 8.5-16).

    `supporter_ids` name the Gunners, who spend their Actions; `supporters` counts Gunners who are
    not in the roster. A `natural` 1 of the Action die is a Critical Failure. `player_id` defaults
    to the gun's player.
    """

    weapon_id: int
    target: str
    target_id: int | None = None
    supporters: int = 0
    natural: int | None = None
    critical_failure: bool = False
    supporter_ids: tuple[int, ...] = ()
    player_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Add the Support to the bonus so far, or lose all of it; refused for too large a team."""
        return self.write(session, self.check(session))

    def write(self, session: Session, gunners: list[Unit]) -> Outcome:
        """Write the bonus without checking the Gunners again: an attack has done so before it."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        gun = in_play(session.get_one(Unit, weapon.unit_id))
        turn = turn_now(session)
        target = text.name(self.target, "target")
        if self.target_id is not None:
            existing_row(session, Unit, self.target_id)
        supporters = len(gunners) or whole(self.supporters, "supporters", 0, 99)
        player_id = (
            existing_row(session, Player, self.player_id or gun.player_id or turn.player_id).id or 0
        )
        failed = self.critical_failure or self.natural == 1
        for gunner in gunners:
            take_action(session, gunner)
        rows = homing_of_weapon(session, weapon)
        # Turning the gun ends the bonuses of all players who had homed in on another point; this
        # player's own row is dealt with below, since a bonus at the same point carries on (Q8-76).
        others = [row for row in rows if row.player_id != player_id and not self.aims_at(row)]
        lines = end_elsewhere(session, others)
        row = _homing_of(session, weapon, player_id)
        carried, same = 0, False
        built = made_by(session, row, "bonus") if row else None
        if row:
            no = self._lost(session, row)
            same = no is None
            carried = row.bonus if same else 0
            if no and not failed:
                lines.append(end_homing(session, row, no))
                row = None
        bonus = homing_after_attack(carried, supporters, critical_failure=failed, same_point=same)
        session.flush()
        if failed:
            lines += _critical(session, gun, row, player_id)
        elif bonus:
            _write_homing(session, row, weapon, turn, player_id, target, self.target_id, bonus)
            words = f"{gunnery_bonus(0, supporters):+d} in this attack." if supporters else ""
            homing = _homing_sum(
                bonus, Term("Carried", carried, "8.5-16", built), gunners, supporters
            )
            lead = f"{said_of(gun.name, 'homes')} in: +{bonus}."
            lines.append(_line(gun, player_id, lead, target, words, homing))
        return Outcome(f"{said_of(gun.name, 'homes')} in on {target}", tuple(lines))

    def check(self, session: Session) -> list[Unit]:
        """Return the Gunners; refused for too large a team, or a Gunner who cannot support."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        gunners = self.gunners(session)
        supporters = len(gunners) or whole(self.supporters, "supporters", 0, 99)
        self._check_team(session, weapon, gunners, supporters)
        return gunners

    def carried(self, session: Session) -> Homing | None:
        """Return the bonus that still holds for this weapon, player and point; None if none does.

        Rules: 8.5-15.
        """
        weapon = existing_row(session, Weapon, self.weapon_id)
        row = _homing_of(session, weapon, self.player_id or 0)
        return row if row and self._lost(session, row) is None else None

    def gunners(self, session: Session) -> list[Unit]:
        """Return the Gunners who support; BadInput where one is named twice."""
        if len(set(self.supporter_ids)) < len(self.supporter_ids):
            raise BadInput("A Gunner supports an attack once.", "supporter_ids")
        return [in_play(existing_row(session, Unit, unit_id)) for unit_id in self.supporter_ids]

    def _check_team(
        self, session: Session, weapon: Weapon, gunners: list[Unit], supporters: int
    ) -> None:
        size = int(weapon.size)
        if supporters:
            no = may_support(size, supporters, mounted=weapon.mounted)
            heed(self, no, session, called(weapon))
        for gunner in gunners:
            # The size of the team and the mount are refused once, above, in the gun's name.
            no = may_support(
                size,
                mounted=True,
                supporters=0,
                gunnery=GUNNERY in gunner.specialties,
                at_controls=not stands_elsewhere(session, weapon, gunner),
                actions_left=actions_left_now(session, gunner),
            )
            heed(self, no, session, gunner.name)
            if not no:
                check_other_action(self, session, gunner)

    def _lost(self, session: Session, row: Homing) -> No | None:
        turn = session.get(Turn, row.attacked_turn_id)
        return homing_lost(
            aims_elsewhere=not self.aims_at(row),
            attacked_in=turn.own_number if turn else 0,
            own_turn_number=own_turn_number(session, row.player_id),
            persist=house_of(session, BrikWarsHouse).homing_persist,
        )

    def aims_at(self, row: Homing) -> bool:
        """Return whether a bonus holds for this aim point: the same unit, else the same words."""
        if row.target_id is not None and self.target_id is not None:
            return row.target_id == self.target_id
        return row.target.casefold() == " ".join(self.target.split()).casefold()


def homing_of_weapon(session: Session, weapon: Weapon) -> list[Homing]:
    """Return the homing bonuses that a weapon has for all players, oldest first."""
    return [row for row in rows_of(session, Homing) if row.weapon_id == weapon.id]


def end_elsewhere(session: Session, rows: list[Homing]) -> list[Line]:
    """End these bonuses, because their weapon aims at another point; return the lines (8.5-17)."""
    elsewhere = homing_lost(aims_elsewhere=True)
    return [end_homing(session, row, elsewhere) for row in rows if elsewhere]


def _homing_of(session: Session, weapon: Weapon, player_id: int) -> Homing | None:
    """Return the homing bonus of a weapon for one player; each has his own (Q8-76)."""
    held = homing_of_weapon(session, weapon)
    return next((row for row in held if row.player_id == player_id), None)


def _write_homing(
    session: Session,
    row: Homing | None,
    weapon: Weapon,
    turn: Turn,
    player_id: int,
    target: str,
    target_id: int | None,
    bonus: int,
) -> Homing:
    """Write the bonus that stays with a weapon, and the Turn in which it grew."""
    grew = row is None or bonus > row.bonus
    row = row or Homing(
        weapon_id=weapon.id or 0, player_id=player_id, target=target, bonus=0, attacked_turn_id=0
    )
    row.target, row.target_id = target, target_id if target_id is not None else row.target_id
    row.bonus = bonus
    row.built = [*row.built, turn.number] if grew else row.built
    row.attacked_turn_id = stamp_now(session)
    row.asked_turn_id = None
    session.add(row)
    session.flush()
    return row


def _critical(session: Session, gun: Unit, row: Homing | None, player_id: int) -> list[Line]:
    if row is None:
        return []
    return [end_homing(session, row, No("8.5-18", "Critical Failure: homing in starts anew"))]


def _homing_sum(bonus: int, carried: Term, gunners: list[Unit], supporters: int) -> Sum:
    named = [Term(f"Support of {gunner.name}", 1, "8.5-12") for gunner in gunners]
    support = named or [Term("Gunnery Support", supporters, "8.5-12")]
    return sum_of("Homing bonus", bonus, carried, *support)


def _line(gun: Unit, player_id: int, lead: str, target: str, words: str, homing: Sum) -> Line:
    return line(
        Kind.HOMING, lead, f"On {target}. {words}".strip(),
        rule="8.5-16", player_id=player_id, unit_id=gun.id, sums=(homing,),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearHoming(Act):
    """End a homing bonus by hand: gun or target moved, or it aims elsewhere (8.5-17)."""

    homing_id: int
    why: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Delete the bonus."""
        row = existing_row(session, Homing, self.homing_id)
        why = text.note(self.why, "why").rstrip(".") or "cleared by the referee"
        words = end_homing(session, row, No("8.5-17", why))
        return Outcome(words.lead.rstrip("."), (words,))
