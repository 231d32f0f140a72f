"""Controls of weapons, those who man them, Gunnery Support, homing in and what ends it (8.5)."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts import who_may
from brikdesk.acts.checks import existing_row, heed, key_or_none
from brikdesk.acts.step_act import ClockStep, ask
from brikdesk.acts.sums import sum_of
from brikdesk.acts.units.belongings import end_homing, homing_sum, leave_controls
from brikdesk.acts.units.facts import whole
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.close_combat import ARM
from brikdesk.rules.brikwars.controls_and_jams import (
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
from brikdesk.store.lines import Kind, Line, Outcome, Term, line, outcome_of
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
from brikdesk.turns.brikwars.units import HOMING
from brikdesk.turns.steps import Option, Preview
from brikdesk.turns.turn_order import player_name, stamp_now, turn_now

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
        rule, words = "8.5-03", f"{weapon.name}: {place}"
        if mechanik := in_play_if_named(session, self.rigged_by_id):
            can = MECHANIK in mechanik.specialties
            no = may_rig_controls(mechanik=can, armor_open=self.armor_open)
            heed(self, no, session, mechanik.name)
            rule, words = "8.5-09", f"{words}, rigged by {mechanik.name}"
        session.add(ControlPoint(weapon_id=weapon.id or 0, place=place))
        entry = line(Kind.UNIT, f"{unit.name}: new controls.", f"{words}.", rule=rule, of=unit)
        return Outcome(f"Add controls to {weapon.name}", (entry,))


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
        lead, words = f"{unit.name} loses controls.", f"{weapon.name}: {point.place}."
        entry = line(Kind.UNIT, lead, words, rule="8.5-03", of=unit)
        return Outcome(f"Remove controls of {weapon.name}", (entry,))


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
        unit = in_play_if_named(session, self.unit_id)
        if unit:
            down = StateKind.DISRUPTED in who_may.kinds_of(session, unit)
            heed(self, may_do_minor_activity(disrupted=down), session, unit.name)
            # Where a remote station stands, nobody has noted (8.5-03).
            if who_may.in_battle(session) and not point.remote:
                heed(self, _beyond(unit, creation), session, unit.name)
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
        return outcome_of(words)


def in_play_if_named(session: Session, unit_id: int | None) -> Unit | None:
    """Return the unit with this key, None for no key; BadInput for one that is lost or unknown."""
    return None if unit_id is None else who_may.in_play(existing_row(session, Unit, unit_id))


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

    Whoever sits at one gun of a creation is not at another one, unless his seat has the controls of
    both, as a cockpit has (8.5-04). A unit that mans no controls in the roster may stand at the gun
    itself (8.5-03), if by the map it reaches it (8.5-10).
    """
    if not weapon.mounted and weapon.kind is not WeaponKind.OTHER:
        return unit.id != weapon.unit_id
    manned = [row for row in rows_of(session, ControlPoint) if row.occupant_id == unit.id]
    if not manned:
        # The roster need not list who stands where: in doubt it may fire.
        return weapon.mounted and _out_of_its_reach(session, weapon, unit)
    return all(point.weapon_id != weapon.id for point in manned)


def _out_of_its_reach(session: Session, weapon: Weapon, unit: Unit) -> bool:
    """Return whether by the map a unit does not reach the creation that bears a weapon (8.5-10)."""
    if unit.id == weapon.unit_id:
        return False
    beyond = _beyond(unit, session.get_one(Unit, weapon.unit_id)) is not None
    return beyond and not remote_controls(session, weapon)


def _beyond(unit: Unit, creation: Unit) -> No | None:
    """Refuse controls that by the map are out of a unit's reach, after its free inch (8.5-10)."""
    return who_may.out_of_reach("8.5-10", unit, creation, ARM, free=angry_inch())


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


@view(Unit, Weapon, ControlPoint)
def within_hand(session: Session, unit_id: int) -> frozenset[int]:
    """Return the weapons that a unit can use now: its own, those it mans, and those in its reach."""
    unit = session.get(Unit, unit_id)
    if unit is None:
        return frozenset()
    manned = {row.weapon_id for row in rows_of(session, ControlPoint) if row.occupant_id == unit_id}
    return frozenset(
        weapon.id or 0
        for weapon in rows_of(session, Weapon)
        if weapon.id in manned
        # Who mans something is at no other creation: that need not be measured.
        or not ((manned and weapon.mounted) or stands_elsewhere(session, weapon, unit))
    )


def remote_controls(session: Session, weapon: Weapon) -> bool:
    """Return whether a weapon can be fired from a station of which nobody knows the place (8.5-03)."""
    points = (row for row in rows_of(session, ControlPoint) if row.weapon_id == weapon.id)
    return any(point.remote for point in points)


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
        turn, target = turn_now(session), text.name(self.target, "target")
        key_or_none(session, Unit, self.target_id)
        supporters = len(gunners) or whole(self.supporters, "supporters", 0, 99)
        player_id = self.player_id or gun.player_id or turn.player_id
        existing_row(session, Player, player_id)  # only for the BadInput that it raises
        failed = self.critical_failure or self.natural == 1
        for gunner in gunners:
            who_may.take_action(session, gunner)
        rows = homing_of_weapon(session, weapon)
        # Turning the gun ends the bonuses of all players who had homed in on another point; this
        # player's own row is dealt with below, since a bonus at the same point carries on (Q8-76).
        others = [row for row in rows if row.player_id != player_id and not self.aims_at(row)]
        lines = end_elsewhere(session, others)
        row = _homing_of(session, weapon, player_id)
        no = self._lost(session, row) if row else None
        same = row is not None and no is None
        carried = row.bonus if row and same else 0
        built = made_by(session, row, "bonus") if row else None
        if row and no and not failed:
            lines.append(end_homing(session, row, no))
            row = None
        bonus = homing_after_attack(carried, supporters, critical_failure=failed, same_point=same)
        session.flush()
        homes = f"{said_of(gun.name, 'homes')} in"
        if failed and row:
            anew = No("8.5-18", "Critical Failure: homing in starts anew")
            lines.append(end_homing(session, row, anew))
        elif bonus and not failed:
            self._grow(session, row, player_id, bonus)
            named = [Term(f"Support of {gunner.name}", 1, "8.5-12") for gunner in gunners]
            support = named or [Term("Gunnery Support", supporters, "8.5-12")]
            old = Term("Carried", carried, "8.5-16", built)
            words = f"{gunnery_bonus(0, supporters):+d} in this attack." if supporters else ""
            lines.append(
                line(
                    Kind.HOMING, f"{homes}: +{bonus}.", f"On {target}. {words}".strip(),
                    rule="8.5-16", player_id=player_id, unit_id=gun.id,
                    sums=(sum_of("Homing bonus", bonus, old, *support),),
                )
            )  # fmt: skip
        return Outcome(f"{homes} on {target}", tuple(lines))

    def _grow(self, session: Session, row: Homing | None, player_id: int, bonus: int) -> None:
        """Write the bonus that stays with a weapon, and the Turn in which it grew."""
        row = row or Homing(
            weapon_id=self.weapon_id, player_id=player_id, target="", bonus=0, attacked_turn_id=0
        )
        if bonus > row.bonus:
            # A new list: SQLAlchemy does not notice changes inside a JSON value.
            row.built = [*row.built, turn_now(session).number]
        row.target, row.bonus = text.name(self.target, "target"), bonus
        row.target_id = row.target_id if self.target_id is None else self.target_id
        row.attacked_turn_id, row.asked_turn_id = stamp_now(session), None
        session.add(row)
        session.flush()

    def check(self, session: Session) -> list[Unit]:
        """Return the Gunners; refused for too large a team, or a Gunner who cannot support."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        gunners, size = self.gunners(session), int(weapon.size)
        if supporters := len(gunners) or whole(self.supporters, "supporters", 0, 99):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearHoming(Act):
    """End a homing bonus by hand: gun or target moved, or it aims elsewhere (8.5-17)."""

    homing_id: int
    why: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Delete the bonus."""
        row = existing_row(session, Homing, self.homing_id)
        why = text.note(self.why, "why").rstrip(".") or "cleared by the referee"
        return outcome_of(end_homing(session, row, No("8.5-17", why)))


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepHoming(ClockStep[Homing]):
    """Keep a homing bonus, or lose it because the gun or its target has moved.

    Choice `moved`: "neither", "weapon" or "target".
    """

    CLOCK = HOMING
    homing_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse to ask twice in one turn."""
        homing = existing_row(session, Homing, self.homing_id)
        asked = homing.asked_turn_id == stamp_now(session)
        why = "It was asked in this turn. Clear the bonus in the ledger if something moves."
        self.refuse_if(asked, "8.5-17", why, session)

    def examine(self, session: Session) -> Preview:
        """Ask what has moved."""
        homing = existing_row(session, Homing, self.homing_id)
        asked = f"{player_name(session, homing.player_id)}, has either moved?"
        choice = ask(self.choices, "moved", asked, homing.player_id, _OPTIONS)
        if choice.chosen is None:
            return Preview(choices=(choice,), waiting=asked)
        ends = "stays" if choice.chosen == "neither" else "is lost"
        summary = f"+{homing.bonus} on {homing.target} {ends}."
        return Preview(choices=(choice,), summary=summary)

    def settle(self, session: Session) -> Outcome:
        """Keep the bonus for this turn, or lose it."""
        homing = existing_row(session, Homing, self.homing_id)
        weapon = session.get_one(Weapon, homing.weapon_id)
        gun = session.get_one(Unit, weapon.unit_id)
        moved = self.choices["moved"]
        sums = (homing_sum(session, homing),)
        if moved == "neither":
            # Without this stamp the step would wait on: the bonus itself does not change.
            homing.asked_turn_id = turn_now(session).id
            session.add(homing)
            lead, words, rule = "keeps", "Neither gun nor target moved.", "8.5-15"
        else:
            session.delete(homing)
            mover = "The gun" if moved == "weapon" else homing.target
            lead, words, rule = "loses", f"{mover} moved.", "8.5-17"
        entry = line(
            Kind.HOMING, f"{gun.name} {lead} +{homing.bonus} on {homing.target}.", words,
            rule=rule, player_id=homing.player_id, unit_id=gun.id, step=self.key, sums=sums,
        )  # fmt: skip
        return Outcome(f"{gun.name} {lead} its homing bonus", (entry,))


_OPTIONS = (
    Option("neither", "Neither has moved", "the bonus stays"),
    Option("weapon", "The gun moved", "the bonus is lost"),
    Option("target", "The target moved", "the bonus is lost"),
)
