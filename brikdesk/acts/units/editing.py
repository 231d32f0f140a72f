"""Corrections by hand of any value of a unit and of its states; taking off and landing."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import alive, existing_row, heed
from brikdesk.acts.combat.engaging import end_grabs, engage, grab, grabs_of, pairs_of
from brikdesk.acts.movement.going import check_spot, put
from brikdesk.acts.movement.momentum import drop_burden
from brikdesk.acts.movement.on_the_way import spot_of
from brikdesk.acts.power import limit_now, limit_sum
from brikdesk.acts.units.belongings import goes, passes_to, stands, take_away
from brikdesk.acts.units.facts import CHECKS, checked, new_weight_class
from brikdesk.acts.units.roster import _Facts, check_body, revive
from brikdesk.acts.units.states import (
    begin_state,
    clock_of,
    let_go,
    state_line,
    stay_stopped,
    wound_mortally,
)
from brikdesk.acts.who_may import begin_full_turn, check_off_ground, in_battle, in_play
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.close_combat import may_leave
from brikdesk.rules.brikwars.fields import may_hold_breath
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.states import may_drown
from brikdesk.rules.turn import Clock, Edge
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import Fate, HalfPower, Player, State, StateKind, Unit
from brikdesk.store.views.states import BINDS, STATES, ended_by
from brikdesk.turns.sequence import turn_now

QUIET = frozenset({"token", "notes", "value", "x", "y"})
"""Facts that decide nothing in play: a change of them is logged only if a reason is typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditUnit(_Facts):
    """Correct any value of a unit by hand; fields left None stay as they are.

    A change that counts in play is logged, as a ruling if a turn is running or a reason is typed.
    `unaligned` takes the unit from its player.
    """

    unit_id: int
    name: str | None = None
    size_damage: int | None = None
    grinding: int | None = None
    limbs_lost: tuple[str, ...] | None = None
    wounded: bool | None = None
    fate: str | None = None
    unaligned: bool = False
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the values that differ; BadInput if there is none to change."""
        unit = existing_row(session, Unit, self.unit_id)
        reason = text.note(self.reason, "reason")
        changes = self._changes(session, unit)
        self._check(session, unit, changes)
        title = f"Edit {unit.name}"
        # Before anything is written: the words and the title name the old values.
        words = [_words(session, unit, name, fact) for name, fact in changes.items()]
        loud = bool(reason or set(changes) - QUIET)
        lines = self._write(session, unit, changes)
        if not changes or not loud:
            return Outcome(title, tuple(lines))
        entry = line(
            Kind.RULING if reason or in_battle(session) else Kind.UNIT,
            f"{unit.name} is changed.",
            " ".join([*words, reason]).strip(),
            player_id=unit.player_id,
            unit_id=unit.id,
        )
        return Outcome(title, (entry, *lines))

    def _changes(self, session: Session, unit: Unit) -> dict[str, Any]:
        changes = checked(self, tuple(CHECKS))
        if self.name is not None:
            changes["name"] = text.name(self.name)
        if self.unaligned:
            changes["player_id"] = None
        elif self.player_id is not None:
            changes["player_id"] = existing_row(session, Player, self.player_id).id
        if not changes:
            raise BadInput("Nothing to change is given.")
        if "armor" in changes and "weight_class" not in changes:
            rule = house_of(session, BrikWarsHouse).bw_weight_class_rule
            changes["weight_class"] = new_weight_class(
                unit.armor, unit.weight_class, changes["armor"], rule
            )
        return {name: fact for name, fact in changes.items() if fact != getattr(unit, name)}

    def _check(self, session: Session, unit: Unit, changes: dict[str, Any]) -> None:
        size = changes.get("size", unit.size)
        if set(changes) & {"armor", "size", "half_power"}:
            armor = changes.get("armor", unit.armor)
            half_power = changes.get("half_power", unit.half_power)
            check_body(self, session, unit.name, armor, size, half_power)
        # Size 0" takes 1" of Size Damage to be destroyed (OF-52).
        if changes.get("size_damage", 0) > max(1, size):
            raise BadInput(f'{unit.name} has a Size of {size}".', "size_damage")

    def _write(self, session: Session, unit: Unit, changes: dict[str, Any]) -> list[Line]:
        # `passes_to`, `revive` and `take_away` write these, with all that comes or goes with them.
        lines: list[Line] = []
        if "player_id" in changes:
            lines += passes_to(session, unit, changes["player_id"])
        for name, fact in changes.items():
            if name not in ("fate", "player_id", "x", "y"):
                setattr(unit, name, fact)
        session.add(unit)
        lines += self._put(session, unit, changes)
        if "fate" not in changes:
            return lines
        if changes["fate"] is Fate.ALIVE:
            revive(session, unit)
            return lines
        return [*lines, *take_away(session, unit, changes["fate"])]

    def _put(self, session: Session, unit: Unit, changes: dict[str, Any]) -> list[Line]:
        """Write where it stands, with all that this means, or how much room it takes there."""
        x, y = changes.get("x", unit.x), changes.get("y", unit.y)
        if x is None or y is None:
            was = stands(unit)
            unit.x, unit.y = x, y
            return goes(session, unit, was)
        if set(changes) & {"x", "y", "size"}:
            return put(self, session, unit, (x, y))
        if "airborne" in changes:
            check_spot(self, session, unit, spot_of(unit))
        return []


def _words(session: Session, unit: Unit, name: str, fact: Any) -> str:
    old = getattr(unit, name)
    if name == "player_id":
        return f"Player {_side(session, old)} becomes {_side(session, fact)}."
    if name == "notes":
        return "Notes are new."
    label = name.replace("_", " ")
    return f"{label[:1].upper()}{label[1:]} {_spoken(old)} becomes {_spoken(fact)}."


def _side(session: Session, player_id: int | None) -> str:
    return session.get_one(Player, player_id).faction if player_id else "nobody"


def _spoken(fact: Any) -> str:
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, Enum):
        return str(fact.value)
    if isinstance(fact, float):
        return f"{fact:g}"
    if isinstance(fact, list):
        return ", ".join(word.replace("_", " ") for word in fact) or "none"
    return "none" if fact in (None, "") else str(fact)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAirborne(Act):
    """A flying creation takes off or lands; its Power may depend on it (8.1-37)."""

    unit_id: int
    airborne: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Change it; BadInput if it is in the air, or down, already."""
        unit = in_play(existing_row(session, Unit, self.unit_id))
        if unit.airborne == self.airborne:
            raise BadInput(f"{unit.name} is {'in the air' if self.airborne else 'down'} already.")
        if self.airborne:
            check_off_ground(self, session, unit)
        unit.airborne = self.airborne
        session.add(unit)
        check_spot(self, session, unit, spot_of(unit))
        verb = "takes off" if self.airborne else "lands"
        depends = unit.half_power is HalfPower.AIRBORNE
        limit = limit_now(session, unit)
        power = f'Power {limit}".' if depends else ""
        words = line(
            Kind.UNIT, f"{unit.name} {verb}.", power,
            rule="8.1-37" if depends else "OF-67", player_id=unit.player_id, unit_id=unit.id,
            sums=(limit_sum(session, unit, limit),) if depends else (),
        )  # fmt: skip
        return Outcome(f"{unit.name} {verb}", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class SetState(Act):
    """Put a unit in a state, which ends by the clock of its kind or, if `lasting`, when cleared.

    A full-turn Action is refused if the unit cannot begin one, and spends its Action (4.2-26).
    `Other` needs a `cause` that says what it is; it ends with the running turn. With `ends_with_id`
    a state ends at the `edge` of the next turn of that player, unless its end is more than an end
    (`KindOfState.strict`). `with_id` is the unit that it is engaged with, or Grabbed by.
    """

    unit_id: int
    kind: StateKind
    cause: str = ""
    lasting: bool = False
    ends_with_id: int | None = None
    edge: Edge = Edge.END
    with_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Begin the state; BadInput for Other without a cause."""
        unit = alive(session, self.unit_id)
        if self.kind is StateKind.INCAPACITATED:
            raise BadInput("A blast does that, by the Sci-fi rules: Incapacitate.", "kind")
        self._check_end()
        if self.with_id is not None or self.kind is StateKind.GRABBED:
            return self._with(session, unit)
        cause = text.name(self.cause, "cause") if self.cause.strip() else ""
        if self.kind is StateKind.OTHER and not cause:
            raise BadInput("Say in a few words what it is.", "cause")
        if self.kind is StateKind.MORTALLY_WOUNDED:
            words = wound_mortally(session, unit)
            return Outcome(f"{unit.name} is Mortally Wounded", (words,))
        self._check(session, unit)
        clock = self._clock(session, unit)
        begin_state(session, unit, self.kind, cause, lasting=self.lasting, clock=clock)
        # A grabber that is Disrupted lets go (A5-24), as it does in `disrupt`.
        freed = let_go(session, unit) if self.kind is StateKind.DISRUPTED else ""
        title = cause if self.kind is StateKind.OTHER else self.kind.value
        if self.lasting or self.ends_with_id is not None:
            ends = "Until it is cleared." if self.lasting else self._ends_with(session)
            words = line(
                STATES[self.kind].icon, f"{unit.name}: {title}.",
                f"{cause}. {ends}" if cause and title != cause else ends,
                rule="4.1-10", player_id=unit.player_id, unit_id=unit.id,
            )  # fmt: skip
        else:
            why = f"{text.opening(cause)}." if cause else ""
            words = state_line(unit, self.kind, f"{why} {freed}".strip())
        return Outcome(f"{unit.name}: {title}", (words,))

    def _with(self, session: Session, unit: Unit) -> Outcome:
        """Engage two units, or let one hold the other; BadInput if they are engaged already."""
        if self.with_id is None or self.kind not in BINDS or self.with_id == self.unit_id:
            raise BadInput("Name who it is engaged with, or who holds it.", "with_id")
        other = alive(session, self.with_id)
        # A Grab engages the two as well, if they are not yet.
        lines = engage(session, unit, other)
        if self.kind is StateKind.GRABBED:
            lines.append(grab(session, other, unit))
        if not lines:
            raise BadInput(f"{unit.name} and {other.name} are engaged already.", "with_id")
        return Outcome(lines[-1].lead.rstrip("."), tuple(lines))

    def _check_end(self) -> None:
        if self.ends_with_id is None:
            return
        if STATES[self.kind].strict:
            words = STATES[self.kind].until
            raise BadInput(
                f"{self.kind.value.rstrip('!')}: {words} Leave out the player.", "ends_with_id"
            )
        if self.lasting:
            raise BadInput("It lasts until it is cleared, or ends with a turn: say one.", "lasting")

    def _check(self, session: Session, unit: Unit) -> None:
        if self.kind is StateKind.BREATH_HELD:
            able = may_hold_breath(unit.tags, surprised=False)
            why = f"{unit.name} is not alive and holds no breath."
            self.refuse_if(not able, "F.1-15", why, session)
        if self.kind is StateKind.DROWNING:
            light = house_of(session, BrikWarsHouse).bw_light_armor_drowns
            no = may_drown(unit.worn_armor, bw_light_armor_drowns=light)
            heed(self, no, session, unit.name)
        if self.kind is StateKind.FULL_TURN:
            begin_full_turn(self, session, unit)

    def _clock(self, session: Session, unit: Unit) -> Clock:
        if self.ends_with_id is None:
            return clock_of(session, unit, self.kind)
        player = existing_row(session, Player, self.ends_with_id)
        return Clock(player.id, self.edge, turn_now(session).id or 0)

    def _ends_with(self, session: Session) -> str:
        faction = existing_row(session, Player, self.ends_with_id).faction
        return f"Until the {self.edge.value} of a turn of {faction}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearState(Act):
    """Take a state off a unit before its clock strikes, or a lasting one."""

    state_id: int
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Delete the state."""
        state = existing_row(session, State, self.state_id)
        unit = session.get_one(Unit, state.unit_id)
        if state.with_id is not None:
            return self._apart(session, state, unit)
        what = state.cause if state.kind is StateKind.OTHER else state.kind.value
        session.delete(state)
        session.flush()
        words = line(
            STATES[state.kind].icon, f"{unit.name}: {what} is over.",
            " ".join(filter(None, (text.note(self.reason, "reason"), _leaves(session, state, unit)))),
            rule=ended_by(state), player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"{unit.name}: {what} is over", (words,))

    def _apart(self, session: Session, state: State, unit: Unit) -> Outcome:
        """End a Grab (5.2-29), or the engagement of both units with each other (5.2-07).

        The second is refused while the unit holds that opponent: it lets go first. Who wants to
        leave a fight that goes on Disengages instead.
        """
        other = session.get_one(Unit, state.with_id)
        why = text.note(self.reason, "reason")
        if state.kind is StateKind.GRABBED:
            lines = end_grabs(session, unit, why, "5.2-29", by=other.id)
            return Outcome(f"{other.name} lets go of {unit.name}", tuple(lines))
        holding = any(each.unit_id == other.id for each in grabs_of(session, unit))
        heed(self, may_leave(grabbing=holding), session, unit.name)
        for pair in pairs_of(session, unit, StateKind.ENGAGED):
            if other.id in (pair.unit_id, pair.with_id):
                session.delete(pair)
        words = line(
            Kind.STATE, f"{unit.name} and {other.name} are no longer engaged.", why,
            rule="5.2-07", player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"{unit.name} and {other.name} are no longer engaged", (words,))


def _leaves(session: Session, state: State, unit: Unit) -> str:
    """Return what the end of a state leaves behind: a Stop until the next own turn (A4-31).

    A Stop that lasts for this turn only is taken back as a mistake, and leaves nothing.
    """
    if state.kind is StateKind.DROWNING or (state.kind is StateKind.STOPPED and state.lasting):
        return stay_stopped(session, unit, state.cause or f"it was {state.kind.value.lower()}")
    return drop_burden(session, unit) if state.kind is StateKind.HALF_SPEED else ""
