"""Controls of weapons, those who man them, Gunnery Support and homing in (8.5)."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts import who_may
from brikdesk.acts.checks import existing_row, heed
from brikdesk.acts.sums import sum_of
from brikdesk.acts.units.belongings import end_homing, leave_controls
from brikdesk.acts.units.facts import whole
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.close_combat import ARM
from brikdesk.rules.brikwars.gunnery import (
    default_controls,
    gunnery_bonus,
    homing_after_attack,
    homing_lost,
    may_rig_controls,
    may_support,
)
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.states import angry_inch, may_do_minor_activity
from brikdesk.rules.refusal import No
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    ControlPoint,
    Fate,
    Homing,
    Player,
    StateKind,
    Turn,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.store.views import view
from brikdesk.text import said_of
from brikdesk.turns.turn_order import stamp_now, turn_now

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
            mechanik = who_may.in_play(existing_row(session, Unit, self.rigged_by_id))
            no = may_rig_controls(
                mechanik=MECHANIK in mechanik.specialties, armor_open=self.armor_open
            )
            heed(self, no, session, mechanik.name)
            rule, who = "8.5-09", f", rigged by {mechanik.name}"
        session.add(ControlPoint(weapon_id=weapon.id or 0, place=place))
        words = line(
            Kind.UNIT, f"{unit.name}: new controls.", f"{weapon.name}: {place}{who}.",
            rule=rule, of=unit,
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
            rule="8.5-03", of=unit,
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
            who_may.in_play(existing_row(session, Unit, self.unit_id))
            if self.unit_id is not None
            else None
        )
        if unit:
            down = StateKind.DISRUPTED in who_may.kinds_of(session, unit)
            heed(self, may_do_minor_activity(disrupted=down), session, unit.name)
            # Where a remote station stands, nobody has noted (8.5-03).
            if who_may.in_battle(session) and "remote" not in point.place.casefold():
                no = who_may.out_of_reach("8.5-10", unit, creation, ARM, free=angry_inch())
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


def called(weapon: Weapon) -> str:
    """Return a weapon's name for the start of a sentence: "The Cannon", but "Big Bertha"."""
    # Common names take an article, proper names do not; the Bastard guns are common names too.
    common = {weapon.kind.value, "AutoGun", "Bazooka", "RailGun", "FlameGun", "ShotGun"}
    return f"The {weapon.name}" if weapon.name in common else weapon.name


def on_turn(session: Session, player_id: int | None, window: str) -> str:
    """Return when a window is over, in words: "on Turn 7", or "in the next player's turn".

    `window` is what the house rule about it says.
    """
    if window == "player_turn":
        return "in the next player's turn"
    return f"on Turn {who_may.next_own_turn(session, player_id)}"


def stands_elsewhere(session: Session, weapon: Weapon, unit: Unit) -> bool:
    """Return whether a unit cannot use a weapon: another unit holds it, or it mans other controls.

    A unit that mans no controls in the roster may stand at the gun itself (8.5-03), if by the map it
    reaches it (8.5-10).
    """
    if not weapon.mounted and weapon.kind is not WeaponKind.OTHER:
        return unit.id != weapon.unit_id
    manned = [row for row in rows_of(session, ControlPoint) if row.occupant_id == unit.id]
    if not manned:
        # The roster need not list who stands where: in doubt it may fire.
        return weapon.mounted and _out_of_its_reach(session, weapon, unit)
    creations = {session.get_one(Weapon, point.weapon_id).unit_id for point in manned}
    return weapon.unit_id not in creations


def _out_of_its_reach(session: Session, weapon: Weapon, unit: Unit) -> bool:
    """Return whether by the map a unit does not reach the creation that bears a weapon (8.5-10)."""
    if unit.id == weapon.unit_id or remote_controls(session, weapon):
        return False
    creation = session.get_one(Unit, weapon.unit_id)
    return who_may.out_of_reach("8.5-10", unit, creation, ARM, free=angry_inch()) is not None


@view(Unit, Weapon, ControlPoint)
def who_serves(session: Session, weapon_id: int) -> frozenset[int]:
    """Return the living minifigs who can use a weapon: they man it, or by the map reach it (8.5-10)."""
    weapon = session.get(Weapon, weapon_id)
    if weapon is None:
        return frozenset()
    people = select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.kind).in_(who_may.MINIFIGS))
    return frozenset(
        unit.id or 0 for unit in session.exec(people) if not stands_elsewhere(session, weapon, unit)
    )


def remote_controls(session: Session, weapon: Weapon) -> bool:
    """Return whether a weapon can be fired from a station of which nobody knows the place (8.5-03)."""
    points = [row for row in rows_of(session, ControlPoint) if row.weapon_id == weapon.id]
    return any("remote" in point.place.casefold() for point in points)


def player_at(session: Session, weapon: Weapon, by: Unit | None) -> int | None:
    """Return the player who uses a weapon: that of the unit firing it, else that of its owner."""
    if by is not None and by.player_id is not None:
        return by.player_id
    return session.get_one(Unit, weapon.unit_id).player_id


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
        gun = who_may.in_play(session.get_one(Unit, weapon.unit_id))
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
            who_may.take_action(session, gunner)
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
        return [
            who_may.in_play(existing_row(session, Unit, unit_id)) for unit_id in self.supporter_ids
        ]

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
                actions_left=who_may.actions_left_now(session, gunner),
            )
            heed(self, no, session, gunner.name)
            if not no:
                who_may.check_other_action(self, session, gunner)

    def _lost(self, session: Session, row: Homing) -> No | None:
        turn = session.get(Turn, row.attacked_turn_id)
        return homing_lost(
            aims_elsewhere=not self.aims_at(row),
            attacked_in=turn.own_number if turn else 0,
            own_turn_number=who_may.own_turn_number(session, row.player_id),
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
