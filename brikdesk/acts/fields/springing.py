"""Traps go off, and are set again (F.2-07 to F.2-11)."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk.acts.fields.traps import die_of, trap_line
from brikdesk.acts.heed import heed
from brikdesk.acts.lasting import is_minifig
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.unit_now import check_other_action, take_action
from brikdesk.rules.brikwars.hazards.traps import (
    TECHNICIANS,
    aimed_at,
    armed_after,
    may_reset,
    may_spring,
)
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import Field, Trap, Unit, Weapon
from brikdesk.text import said_of
from brikdesk.turns.sequence import stamp_now


def check_trap(act: Act, session: Session, trap: Trap) -> None:
    """Refuse a Trap that is spent, and a smart one that has attacked in this turn."""
    no = may_spring(
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
    trap.sprung_turn_id, trap.armed = stamp_now(session), armed_after(smart=trap.smart)
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
    target = aimed_at(spot, spot or trap.trigger, concealed=trap.field_id is not None)
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
        no = may_spring(
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
        no = may_reset(
            minifig=is_minifig(unit), technician=bool(skills & TECHNICIANS), armed=trap.armed
        )
        heed(self, no, session, f"{unit.name}, {trap.name}")
        check_other_action(self, session, unit)
        take_action(session, unit)
        trap.armed = True
        session.add(trap)
        words = trap_line(trap, "is set again.", f"By {unit.name}.", "F.2-09")
        return Outcome(f"{unit.name} resets {trap.name}", (words,))
