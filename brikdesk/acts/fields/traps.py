"""Traps: written down, corrected, removed; they go off, and are set again (F.2)."""

from dataclasses import dataclass, fields
from typing import Any

from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.checks import alive, check_position, existing_row, heed, place_of
from brikdesk.acts.units.begin_state import is_minifig
from brikdesk.acts.who_may import check_other_action, take_action
from brikdesk.dice import SIDES
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars import traps_and_scouts as trap_rules
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import Field, Player, Trap, Unit, Weapon
from brikdesk.text import said_of
from brikdesk.turns.turn_order import stamp_now


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTrap(Act):
    """Write a Trap down beforehand, with its trigger and exact effect (F.2-02).

    - `trigger`: the object on the table; may be empty with `candidates` or `field_id`.
    - `condition`: the interaction that it needs; empty: any.
    - `candidates`: objects of which one is the real trigger (F.2-06).
    - `field_id`: a Concealed Hazard whose hidden spots are triggers (F.2-07).
    - `weapon_id`: makes it a Weapon Trap; its `action_die` counts only if it is `smart` (F.2-10,
      F.2-11).
    """

    name: str
    trigger: str = ""
    effect: str = ""
    condition: str = ""
    secret: bool = False
    candidates: tuple[str, ...] = ()
    weapon_id: int | None = None
    field_id: int | None = None
    smart: bool = False
    action_die: int = trap_rules.TRAP_DIE
    player_id: int | None = None
    x: float | None = None
    y: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the Trap; BadInput without a trigger, or without an effect."""
        if self.player_id is not None:
            existing_row(session, Player, self.player_id)
        trap = Trap(name=text.name(self.name), trigger="", effect="", player_id=self.player_id)
        _write(session, trap, {each.name: getattr(self, each.name) for each in _FACTS})
        session.add(trap)
        session.flush()
        return Outcome(f"Set {trap.name}", (trap_line(trap, "is set.", facts_of(session, trap)),))


@dataclass(frozen=True, slots=True, kw_only=True)
class EditTrap(Act):
    """Correct a Trap by hand; fields left None stay. `loose` unties it from weapon and Field."""

    trap_id: int
    name: str | None = None
    trigger: str | None = None
    effect: str | None = None
    condition: str | None = None
    secret: bool | None = None
    candidates: tuple[str, ...] | None = None
    weapon_id: int | None = None
    field_id: int | None = None
    smart: bool | None = None
    action_die: int | None = None
    player_id: int | None = None
    x: float | None = None
    y: float | None = None
    armed: bool | None = None
    loose: bool = False
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the new values; BadInput for what no Trap can be."""
        trap = existing_row(session, Trap, self.trap_id)
        if self.player_id is not None:
            trap.player_id = existing_row(session, Player, self.player_id).id
        if self.name is not None:
            trap.name = text.name(self.name)
        # A None in `weapon_id` or `field_id` means unchanged, so untying needs a field of its own.
        if self.loose:
            trap.weapon_id = trap.field_id = None
        known = {each.name: getattr(trap, each.name) for each in _FACTS}
        typed = {each.name: getattr(self, each.name) for each in _FACTS}
        changed = {name: value for name, value in typed.items() if value is not None}
        # Checked as a whole: a new value may clash with one that stays.
        _write(session, trap, {**known, **changed})
        if self.armed is not None:
            # The stamp goes too, or a smart Trap would still count as sprung in this turn (F.2-11).
            trap.armed, trap.sprung_turn_id = self.armed, None
        session.add(trap)
        reason = text.note(self.reason, "reason")
        words = f"{facts_of(session, trap)} {reason}".strip()
        return Outcome(f"Edit {trap.name}", (trap_line(trap, "is changed.", words),))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveTrap(Act):
    """Take a Trap away: disarmed, used up, or a mistake."""

    trap_id: int
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Delete it."""
        trap = existing_row(session, Trap, self.trap_id)
        session.delete(trap)
        words = trap_line(trap, "is gone.", text.note(self.reason, "reason"))
        return Outcome(f"Remove {trap.name}", (words,))


_FACTS = [each for each in fields(AddTrap) if each.name not in ("overruled", "name", "player_id")]


def _write(session: Session, trap: Trap, facts: dict[str, Any]) -> None:
    """Check the facts of a Trap and write them; BadInput names the field that is wrong."""
    weapon = (
        existing_row(session, Weapon, facts["weapon_id"])
        if facts["weapon_id"] is not None
        else None
    )
    field = (
        existing_row(session, Field, facts["field_id"]) if facts["field_id"] is not None else None
    )
    if field and field.kind is not FieldKind.CONCEALED:
        raise BadInput(
            f"{said_of(field.name, 'hides')} nothing that could be a trigger.", "field_id"
        )
    candidates = _candidates(facts["candidates"])
    trigger = place_of(facts["trigger"], "trigger")
    if not (trigger or candidates or field):
        raise BadInput("Say what sets it off: an object on the table.", "trigger")
    effect = text.note(facts["effect"], "effect") or (
        f"{said_of(weapon.name, 'attacks')}." if weapon else ""
    )
    if not effect:
        raise BadInput("Write down what exactly happens.", "effect")
    if facts["action_die"] not in SIDES:
        raise BadInput("An Action die is a d4, d6, d8, d10, d12 or d20.", "action_die")
    if facts["smart"] and weapon is None:
        raise BadInput("Only a weapon can be smart.", "smart")
    check_position(facts["x"], facts["y"])
    trap.trigger, trap.effect, trap.candidates = trigger, effect, candidates
    trap.condition = text.note(facts["condition"], "condition")
    trap.secret, trap.smart, trap.action_die = facts["secret"], facts["smart"], facts["action_die"]
    trap.weapon_id, trap.field_id = facts["weapon_id"], facts["field_id"]
    trap.x, trap.y = facts["x"], facts["y"]


def _candidates(typed: Any) -> list[str]:
    names = [text.name(each, "candidates") for each in typed]
    if len(names) > trap_rules.MOST_CANDIDATES:
        raise BadInput(f"At most {trap_rules.MOST_CANDIDATES} possible triggers.", "candidates")
    if len({name.casefold() for name in names}) < len(names):
        raise BadInput("Each possible trigger needs a name of its own.", "candidates")
    return names


def trap_line(trap: Trap, what: str, words: str = "", rule: str = "F.2-02") -> Line:
    """Build a line about a Trap."""
    return line(Kind.FIELD, f"{trap.name} {what}", words, rule=rule, player_id=trap.player_id)


def facts_of(session: Session, trap: Trap) -> str:
    """Return trigger, condition and effect of a Trap in words."""
    by = trap.trigger
    if trap.candidates:
        by = f"one of {', '.join(trap.candidates)}"
    elif trap.field_id and not by:
        by = f"a hidden spot of {session.get_one(Field, trap.field_id).name}"
    condition = f", {trap.condition}" if trap.condition else ""
    return (
        f"Trigger: {by}{condition}. Effect: {trap.effect.rstrip('.')}.{_armed_with(session, trap)}"
    )


def _armed_with(session: Session, trap: Trap) -> str:
    weapon = session.get(Weapon, trap.weapon_id) if trap.weapon_id else None
    if weapon is None:
        return ""
    bearer = session.get_one(Unit, weapon.unit_id)
    return f" {weapon.name} of {bearer.name}, Action d{die_of(trap)}."


def die_of(trap: Trap) -> int:
    """Return the sides of a Weapon Trap's Action die (F.2-10, F.2-11)."""
    return trap_rules.trap_die(smart=trap.smart, action_die=trap.action_die)


def check_trap(act: Act, session: Session, trap: Trap) -> None:
    """Refuse a Trap that is spent, and a smart one that has attacked in this turn."""
    no = trap_rules.may_spring(
        armed=trap.armed,
        smart=trap.smart,
        sprung_in=trap.sprung_turn_id,
        current_turn=stamp_now(session),
    )
    heed(act, no, session, trap.name)


def spring(
    session: Session,
    trap: Trap,
    spot: str,
    why: str = "",
    step: str = "",
    *,
    by: Unit | None = None,
) -> list[Line]:
    """Let a Trap go off; return its effect as written down, and what its weapon attacks (F.2-08).

    `spot` says where it was set off, or by whom; `by` is the unit that did it, if it is known. A
    Trap without a weapon is spent too.
    """
    trap.sprung_turn_id, trap.armed = stamp_now(session), trap_rules.armed_after(smart=trap.smart)
    session.add(trap)
    who = f"{said_of(by.name, 'sets')} it off." if by else ""
    words = " ".join(part for part in (who, why, f"{trap.effect.rstrip('.')}.") if part)
    lines = [
        line(
            Kind.FIELD, f"{said_of(trap.name, 'goes')} off.", words,
            rule="F.2-07" if trap.field_id else "F.2-02", player_id=trap.player_id, step=step,
            unit_id=by.id if by else None,
        )
    ]  # fmt: skip
    # Its attack is only announced: the referee makes it as an act of its own, with its own dice.
    weapon = session.get(Weapon, trap.weapon_id) if trap.weapon_id else None
    if weapon:
        lines.append(_attack_line(session, trap, weapon, spot, step))
    return lines


def _attack_line(session: Session, trap: Trap, weapon: Weapon, spot: str, step: str) -> Line:
    target = trap_rules.aimed_at(spot, spot or trap.trigger, concealed=trap.field_id is not None)
    bearer = session.get_one(Unit, weapon.unit_id)
    use = "" if weapon.use is None else f" against Use {weapon.use}"
    after = "It can attack again next turn." if trap.smart else "Then it is spent."
    return line(
        Kind.ATTACK, f"{said_of(weapon.name, 'attacks')}.",
        f"{bearer.name} at {target}: Action d{die_of(trap)}{use}. {after}",
        rule="F.2-11" if trap.smart else "F.2-10", player_id=trap.player_id,
        unit_id=bearer.id, step=step,
    )  # fmt: skip


def spring_linked(session: Session, field: Field, spot: str, step: str = "") -> list[Line]:
    """Let the Traps go off whose hidden triggers are the spots of this Field (F.2-07).

    Those that are spent, or smart and have attacked in this turn, do nothing.
    """
    wanted = select(Trap).where(Trap.field_id == field.id).order_by(col(Trap.id))
    lines = []
    for trap in session.exec(wanted).all():
        no = trap_rules.may_spring(
            armed=trap.armed,
            smart=trap.smart,
            sprung_in=trap.sprung_turn_id,
            current_turn=stamp_now(session),
        )
        # Not a refusal: the Field goes off in any case, and the log says why this Trap does not.
        if no:
            lines.append(
                line(
                    Kind.FIELD, f"{said_of(trap.name, 'does')} nothing.",
                    f"{no.why[:1].upper()}{no.why[1:]}.", rule=no.rule, player_id=trap.player_id, step=step,
                )
            )  # fmt: skip
        else:
            lines += spring(session, trap, spot, step=step)
    return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetTrap(Act):
    """A minifig technician spends an Action to set a spent Trap again (F.2-09)."""

    trap_id: int
    by_unit_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Arm it; refused if the unit is no technician, or has no Action left."""
        trap, unit = existing_row(session, Trap, self.trap_id), alive(session, self.by_unit_id)
        skills = {each.casefold() for each in unit.specialties}
        no = trap_rules.may_reset(
            minifig=is_minifig(unit),
            technician=bool(skills & trap_rules.TECHNICIANS),
            armed=trap.armed,
        )
        heed(self, no, session, f"{unit.name}, {trap.name}")
        check_other_action(self, session, unit)
        take_action(session, unit)
        trap.armed = True
        session.add(trap)
        words = trap_line(trap, "is set again.", f"By {unit.name}.", "F.2-09")
        return Outcome(f"{unit.name} resets {trap.name}", (words,))
