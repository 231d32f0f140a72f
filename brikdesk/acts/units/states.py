"""States of units set and taken off by hand, and what ends them or kills at the edges of a turn."""

from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.checks import (
    alive,
    existing_row,
    heed,
    place_of,
)
from brikdesk.acts.combat.armor import has_two_steps, hit_through, lose_unit
from brikdesk.acts.combat.damage import limb_lost
from brikdesk.acts.combat.engaging import end_grabs, engage, grab, grabs_of, pairs_of
from brikdesk.acts.movement.going import check_spot
from brikdesk.acts.movement.momentum import drop_burden
from brikdesk.acts.movement.on_the_way import spot_of
from brikdesk.acts.power import limit_now, limit_sum
from brikdesk.acts.step_act import ClockStep, ask
from brikdesk.acts.sums import sum_of
from brikdesk.acts.units.begin_state import (
    begin_state,
    clock_of,
    is_minifig,
    let_go,
    recovery_clock,
    state_line,
    stay_stopped,
    wound_mortally,
)
from brikdesk.acts.who_may import begin_full_turn, check_off_ground, in_hands, in_play
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.close_combat import may_leave
from brikdesk.rules.brikwars.fields import may_hold_breath
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.states import may_drown
from brikdesk.rules.brikwars.units_and_damage import LastBreath, last_breath
from brikdesk.rules.turn import Clock, Edge
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import (
    Kind,
    Line,
    Outcome,
    Term,
    outcome,
)
from brikdesk.store.tables import (
    Fate,
    HalfPower,
    Player,
    State,
    StateKind,
    Unit,
    Weapon,
)
from brikdesk.store.views.states import BINDS, RECOVERING, STATES, ended_by
from brikdesk.turns.brikwars.units import STATE, only_ends
from brikdesk.turns.steps import Option, Preview
from brikdesk.turns.turn_order import player_name, turn_now


@dataclass(frozen=True, slots=True, kw_only=True)
class Recover(ClockStep[State]):
    """A Disrupted unit gets up at the start of its own turn and is at Half Speed (4.1-31)."""

    KEY = "recover-{0.unit_id}"
    CLOCK = STATE
    unit_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse it for a unit that is not Disrupted since before its player's turn."""
        unit = existing_row(session, Unit, self.unit_id)
        why = f"{unit.name} is not Disrupted since before its player's turn."
        self.refuse_if(not self._due(session), "4.1-31", why, session)

    def _due(self, session: Session) -> list[State]:
        # All at once: a unit may be Disrupted for several causes, each a row of its own.
        down = select(State).where(State.unit_id == self.unit_id, State.kind == StateKind.DISRUPTED)
        return [state for state in session.exec(down) if STATE.strikes(session, state)]

    def _summary(self, session: Session) -> str:
        unit = existing_row(session, Unit, self.unit_id)
        return f"{unit.name} stands up and is at Half Speed this turn."

    def settle(self, session: Session) -> Outcome:
        """End Disrupted; Half Speed lasts until this turn ends, or the next begins (A4-09)."""
        unit = existing_row(session, Unit, self.unit_id)
        for state in self._due(session):
            session.delete(state)
        clock = recovery_clock(session, unit)
        begin_state(session, unit, StateKind.HALF_SPEED, RECOVERING, clock=clock)
        lead, slow = f"{unit.name} gets up.", "Half Speed this turn."
        return self._settled(lead, slow, about=unit, kind=Kind.HALF_SPEED, rule="4.1-31")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndState(ClockStep[State]):
    """A state is over because its clock strikes (4.1-10, 4.1-24)."""

    CLOCK = STATE
    state_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse what does not end now, and what ends by an act of its own."""
        state = self.row(session)
        unit = session.get_one(Unit, state.unit_id)
        due = only_ends(state) and STATE.strikes(session, state)
        why = f"{unit.name}: {state.kind.value} does not end in this turn."
        self.refuse_if(not due, ended_by(state), why, session)

    def _summary(self, session: Session) -> str:
        state = self.row(session)
        return f"{session.get_one(Unit, state.unit_id).name}: {state.kind.value} is over."

    def settle(self, session: Session) -> Outcome:
        """Remove the state."""
        state = self.row(session)
        unit = session.get_one(Unit, state.unit_id)
        session.delete(state)
        lead, cause = f"{unit.name}: {state.kind.value} ends.", state.cause and f"({state.cause})"
        return self._settled(lead, cause, about=unit, rule=ended_by(state))


_BURDENS = (
    Option("burdened", "Still burdened", "drowns"),
    Option("free", "Armor and heavy objects are off", "swims on"),
)


def _state(session: Session, state_id: int, kind: StateKind) -> tuple[State, Unit]:
    state = existing_row(session, State, state_id)
    unit = session.get_one(Unit, state.unit_id)
    if state.kind is not kind:
        raise BadInput(f"{unit.name} is not {kind.value.rstrip('!')}.", "state_id")
    return state, unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Drown(ClockStep[State]):
    """The state of drowning reaches its deadline. Choice `burden`: "burdened", it dies, or "free"."""

    KEY = "drown-{0.state_id}"
    CLOCK = STATE
    state_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse it before the deadline."""
        state, unit = _state(session, self.state_id, StateKind.DROWNING)
        why = f"{unit.name} has until the end of its following turn."
        self.refuse_if(not STATE.strikes(session, state), "4.1-22", why, session)

    def examine(self, session: Session) -> Preview:
        """Ask whether armor and heavy objects are off."""
        _, unit = _state(session, self.state_id, StateKind.DROWNING)
        prompt = f"{player_name(session, unit.player_id)}: is {unit.name} free of its burden?"
        choice = ask(self.choices, "burden", prompt, unit.player_id, _BURDENS)
        if choice.chosen is None:
            return Preview(choices=(choice,), waiting=prompt)
        fate = "drowns" if choice.chosen == "burdened" else "swims on"
        return Preview(choices=(choice,), summary=f"{unit.name} {fate}.")

    def settle(self, session: Session) -> Outcome:
        """Let it die, or end the state."""
        state, unit = _state(session, self.state_id, StateKind.DROWNING)
        if self.choices["burden"] == "burdened":
            lines = lose_unit(session, unit, "It drowned.", "4.1-22", step=self.key)
            return Outcome(f"{unit.name} drowns", tuple(lines))
        session.delete(state)
        lead, free = f"{unit.name} no longer drowns.", "Armor and heavy objects are off."
        return self._settled(lead, free, about=unit, rule="4.1-22")


@dataclass(frozen=True, slots=True, kw_only=True)
class DieOfWound(ClockStep[State]):
    """A Mortal Wound takes effect at the end of the turn in which it was dealt.

    That may be the turn of any player (A5-33).
    """

    KEY = "wound-{0.state_id}"
    CLOCK = STATE
    state_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse it while the turn still runs: the unit may finish what it does (5.1-18)."""
        state, unit = _state(session, self.state_id, StateKind.MORTALLY_WOUNDED)
        why = f"{unit.name} acts on until the running turn ends."
        self.refuse_if(not STATE.strikes(session, state), "5.1-17", why, session)

    def _end(self, state: State, unit: Unit) -> LastBreath:
        return last_breath(
            unit.kind.name.lower(),
            two_steps=has_two_steps(unit),
            wounded=unit.wounded,
            pending_damage=state.pending_damage,
        )

    def _summary(self, session: Session) -> str:
        state, unit = _state(session, self.state_id, StateKind.MORTALLY_WOUNDED)
        fate = self._end(state, unit).fate
        words = {"dead": "dies", "wounded": "is Wounded"}.get(fate, 'loses 1" of Effective Size')
        return f"{unit.name} {words}."

    def settle(self, session: Session) -> Outcome:
        """Kill a minifig; wound or kill a Horse; give anything else 1" of Size Damage."""
        state, unit = _state(session, self.state_id, StateKind.MORTALLY_WOUNDED)
        end = self._end(state, unit)
        wounded = made_by(session, state, "pending_damage")
        session.delete(state)
        session.flush()
        if end.fate == "dead":
            rule = "5.1-20" if has_two_steps(unit) else "5.1-17"
            lines = lose_unit(session, unit, "Mortally Wounded!", rule, step=self.key)
        else:
            lines = self._hit(session, unit, end, wounded)
        return Outcome(f"{unit.name}: the wound takes effect", tuple(lines))

    def _hit(
        self, session: Session, unit: Unit, end: LastBreath, wounded: int | None
    ) -> list[Line]:
        points = f"{end.damage} damage. " if end.damage else ""
        dealt = Term("Of the Mortal Wound", end.damage or 0, "5.1-20", wounded)
        return hit_through(
            session,
            unit,
            1,
            f"Mortally Wounded! {points}".strip(),
            self.key,
            terms=(Term("Mortally Wounded!", 1, "5.1-20", wounded),),
            sums=(sum_of("Damage", dealt.value, dealt),) if end.damage else (),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAirborne(Act):
    """Set or clear a state of a flying creation: it has taken off, or has landed (8.1-37)."""

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
        title = f"{unit.name} {verb}"
        if unit.half_power is not HalfPower.AIRBORNE:
            return outcome(Kind.UNIT, title, rule="OF-67", of=unit)
        limit = limit_now(session, unit)
        words, sums = f'Power {limit}".', (limit_sum(session, unit, limit),)
        return outcome(Kind.UNIT, title, words, rule="8.1-37", of=unit, sums=sums)


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
        cause = place_of(self.cause, "cause")
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
            said = f"{cause}. {ends}" if cause and title != cause else ends
            icon = STATES[self.kind].icon
            return outcome(icon, f"{unit.name}: {title}", said, rule="4.1-10", of=unit)
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
            kind, until = self.kind.value.rstrip("!"), STATES[self.kind].until
            raise BadInput(f"{kind}: {until} Leave out the player.", "ends_with_id")
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
        said = filter(None, (text.note(self.reason, "reason"), _leaves(session, state, unit)))
        return outcome(
            STATES[state.kind].icon, f"{unit.name}: {what} is over", " ".join(said),
            rule=ended_by(state), of=unit,
        )  # fmt: skip

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
        title = f"{unit.name} and {other.name} are no longer engaged"
        return outcome(Kind.STATE, title, why, rule="5.2-07", of=unit)


def _leaves(session: Session, state: State, unit: Unit) -> str:
    """Return what the end of a state leaves behind: a Stop until the next own turn (A4-31).

    A Stop that lasts for this turn only is taken back as a mistake, and leaves nothing.
    """
    if state.kind is StateKind.DROWNING or (state.kind is StateKind.STOPPED and state.lasting):
        return stay_stopped(session, unit, state.cause or f"it was {state.kind.value.lower()}")
    return drop_burden(session, unit) if state.kind is StateKind.HALF_SPEED else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviveUnit(Act):
    """Bring back a unit that is dead, destroyed or removed, as it was before."""

    unit_id: int
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Put it back, with at least 1" of Size left; BadInput if it is alive."""
        unit = existing_row(session, Unit, self.unit_id)
        if unit.fate is Fate.ALIVE:
            raise BadInput(f"{unit.name} is alive.")
        revive(session, unit)
        return outcome(Kind.RULING, f"{unit.name} is back", text.note(self.reason), of=unit)


def revive(session: Session, unit: Unit) -> None:
    """Make a lost unit alive and put it on the table."""
    unit.fate = Fate.ALIVE
    unit.lost_turn_id = None
    unit.on_table = True
    # Without 1" of Size it would be destroyed at once.
    unit.size_damage = min(unit.size_damage, max(0, unit.size - 1))
    session.add(unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseLimb(Act):
    """Make one limb of a minifig useless: left_arm, right_arm, left_leg or right_leg (OF-59).

    `drops_id` is the weapon that the Hand of a lost arm held: it lies at the feet of its bearer.
    """

    unit_id: int
    limb: str
    drops_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the limb; BadInput for one that is lost, or for what has no limbs."""
        unit = alive(session, self.unit_id)
        if not is_minifig(unit):
            raise BadInput(f"{unit.name} is no minifig and has no limbs to lose.", "unit_id")
        words = limb_lost(session, unit, self.limb, self._dropped(session, unit))
        return Outcome(f"{unit.name} loses a limb", (words,))

    def _dropped(self, session: Session, unit: Unit) -> Weapon | None:
        """Return what the lost Hand held; BadInput for what no Hand of it holds, and for a leg."""
        if self.drops_id is None:
            return None
        held = next((each for each in in_hands(session, unit) if each.id == self.drops_id), None)
        if held is None or not self.limb.endswith("arm"):
            raise BadInput(f"That is in no Hand that {unit.name} loses.", "drops_id")
        return held
