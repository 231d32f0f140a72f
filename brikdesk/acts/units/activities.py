"""Activities of the table of Impaired Movement: climbing, swimming, crawling, armor on and off."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk.acts.heed import heed
from brikdesk.acts.lasting import ENDINGS, begin_state, stay_stopped
from brikdesk.acts.rows import alive
from brikdesk.acts.unit_now import (
    begin_full_turn,
    check_other_action,
    half_speed_now,
    kinds_of,
    move_left,
    states_of,
    take_action,
)
from brikdesk.acts.units.momentum import has_to_run_on, run_now, stand_still
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.activities import (
    ACTIVITIES,
    ActivityEffect,
    Arms,
    Effect,
    aims_with_action,
    costs_action,
    effect_of,
    ends_momentum,
    may_interrupt,
    may_take_arms,
    words_with,
)
from brikdesk.rules.brikwars.units.states import may_do_minor_activity
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import State, StateKind, Unit
from brikdesk.store.unit_move import sprinted
from brikdesk.turns.sequence import present_turn, stamp_now

_STATES = {
    Effect.HALF_SPEED: StateKind.HALF_SPEED,
    Effect.STOPPED: StateKind.STOPPED,
    Effect.DROWNING: StateKind.DROWNING,
    Effect.FULL_TURN: StateKind.FULL_TURN,
}

_ARMORS = ("light", "heavy")

_ARM_WORDS = {
    Arms.ONE: "one arm",
    Arms.LEFT: "its left arm",
    Arms.RIGHT: "its right arm",
    Arms.BOTH: "both arms",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginActivity(Act):
    """A unit begins an activity of the table: what it does to movement, arms and Action follows.

    `activity` is a key of ACTIVITIES. What slows it or binds its arms lasts until it is cleared, so
    also while others play (A4-05). `burdened`: it swims with a heavy object. `armor` is what it
    puts on: light or heavy. `arms` are those with which it climbs a ladder: left, right or both;
    empty: one of them.
    """

    unit_id: int
    activity: str
    burdened: bool = False
    armor: str = ""
    arms: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Begin the state of the activity, and spend the Action where it costs one (A4-01)."""
        unit = alive(session, self.unit_id)
        activity = ACTIVITIES.get(self.activity)
        if activity is None:
            raise BadInput(
                f"There is no activity {self.activity[:40]!r}. Known: {', '.join(ACTIVITIES)}.",
                "activity",
            )
        rules = house_of(session, BrikWarsHouse)
        arms = self._arms(session, unit, activity)
        self._check(session, unit, activity)
        effect = effect_of(
            activity,
            worn_armor=unit.worn_armor,
            burdened=self.burdened,
            light_drowns=rules.bw_light_armor_drowns,
        )
        says = self._armor(session, unit, activity)
        if present_turn(session) is not None and ends_momentum(activity):
            says += ["Its MOM is lost, 5.4-06."] if run_now(session, unit).mom else []
            stand_still(session, unit)
        if effect is Effect.FULL_TURN:
            begin_full_turn(self, session, unit)
        elif costs_action(
            activity,
            rules.bw_impaired_table,
            own_turn=_in_own_turn(session, unit),
            doff_costs=rules.bw_doff_costs_action,
            aim_cost=rules.bw_aim_cost,
        ):
            check_other_action(self, session, unit)
            take_action(session, unit)
            says.append("That takes its Action.")
        elif activity.key == "aim":
            self._check_aim(session, unit, rules.bw_aim_cost)
        done = words_with(activity, arms)
        says += self._impair(session, unit, activity, effect, done)
        if activity.arms and effect is not Effect.DROWNING:
            says.append(f"It takes {_ARM_WORDS[_taken(activity, arms)]}, until it is cleared.")
        words = line(
            Kind.STATE, f"{unit.name}: {done}.", " ".join(says),
            rule="4.1-21" if effect is Effect.DROWNING else activity.rule,
            player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"{unit.name}: {done}", (words,))

    def _arms(self, session: Session, unit: Unit, activity: ActivityEffect) -> Arms:
        """Return the arms it is done with; another choice takes the place of an earlier one."""
        if self.arms not in {each.value for each in Arms}:
            raise BadInput("Say which arms: left, right or both.", "arms")
        arms = Arms(self.arms)
        if arms is not Arms.ONE and not activity.either:
            raise BadInput(f"Nobody chooses the arms for {activity.words}.", "arms")
        if activity.either:
            heed(self, may_take_arms(activity, arms, unit.limbs_lost), session, unit.name)
            _let_go_of(session, unit, activity, arms)
        return arms

    def _check(self, session: Session, unit: Unit, activity: ActivityEffect) -> None:
        """Refuse what the Disrupted cannot do, and what breaks the run of who has to run on."""
        turn = present_turn(session)
        if turn is None:
            return
        disrupted = StateKind.DISRUPTED in kinds_of(session, unit)
        heed(self, may_do_minor_activity(disrupted=disrupted), session, unit.name)
        no = may_interrupt(
            activity,
            sprints=bool(sprinted(session, unit, turn.id)),
            must_run_on=has_to_run_on(session, unit),
            move_left=move_left(session, unit),
        )
        heed(self, no, session, unit.name)

    def _check_aim(self, session: Session, unit: Unit, cost: str) -> None:
        """Refuse to aim without an Action for the attack; who has shot may note that it aimed (A4-02)."""
        if aims_with_action(cost) and unit.ranged_turn_id != stamp_now(session):
            check_other_action(self, session, unit)

    def _armor(self, session: Session, unit: Unit, activity: ActivityEffect) -> list[str]:
        """Put Body Armor on or off; who takes it off no longer drowns by it (4.1-22)."""
        if activity.key == "don_armor":
            if self.armor not in _ARMORS:
                raise BadInput("Say which armor: light or heavy.", "armor")
            unit.worn_armor = self.armor
            return [f"It wears {self.armor.capitalize()} Armor."]
        if activity.key != "doff_armor":
            return []
        if not unit.worn_armor:
            raise BadInput(f"{unit.name} wears no Body Armor.", "activity")
        unit.worn_armor = ""
        swimming = ACTIVITIES["swim"].words
        drowning = session.exec(
            select(State).where(
                State.unit_id == unit.id,
                State.kind == StateKind.DROWNING,
                State.cause == f"{swimming} in Body Armor",
            )
        ).all()
        if not drowning:
            return []
        if ACTIVITIES["carry_heavy"].words in half_speed_now(session, unit):
            for state in drowning:
                state.cause = f"{swimming} with a heavy object"
                session.add(state)
            return ["It still carries a heavy object, and drowns."]
        return [surface(session, unit, drowning)]

    def _impair(
        self, session: Session, unit: Unit, activity: ActivityEffect, effect: Effect, done: str
    ) -> list[str]:
        if effect is Effect.DROWNING:
            with_what = "with a heavy object" if self.burdened else "in Body Armor"
            begin_state(session, unit, StateKind.DROWNING, f"{activity.words} {with_what}")
            return ["Stopped and drowning.", ENDINGS[StateKind.DROWNING].words]
        if effect is Effect.NONE and not activity.arms:
            return []
        kind = _STATES.get(effect, StateKind.OTHER)
        lasts = effect is Effect.HALF_SPEED or bool(activity.arms)
        begin_state(session, unit, kind, done, lasting=lasts)
        says = [f"{kind.value}."] if effect in (Effect.HALF_SPEED, Effect.STOPPED) else []
        return says if lasts else [*says, ENDINGS[kind].words]


def _taken(activity: ActivityEffect, arms: Arms) -> Arms:
    """Return the arms that an activity takes, those of its row where nobody has chosen."""
    return Arms.BOTH if activity.arms > 1 else arms


def _let_go_of(session: Session, unit: Unit, activity: ActivityEffect, arms: Arms) -> None:
    """Free the arms with which a unit has climbed so far: it goes on with these."""
    others = [words_with(activity, each) for each in Arms if each is not arms]
    for state in states_of(session, unit):
        if state.kind is StateKind.OTHER and state.cause in others:
            session.delete(state)


def _in_own_turn(session: Session, unit: Unit) -> bool:
    """Return whether it is its player's turn; what belongs to nobody has no turn of its own."""
    turn = present_turn(session)
    return turn is None or unit.player_id in (None, turn.player_id)


def drop_burden(session: Session, unit: Unit) -> str:
    """Return what it means for a drowning swimmer to drop its heavy object; "" for any other unit.

    It drowns on in Body Armor (4.1-22), else it swims from its next own turn on (A4-31).
    """
    swimming = ACTIVITIES["swim"].words
    held = (StateKind.DROWNING, f"{swimming} with a heavy object")
    drowning = session.exec(
        select(State).where(State.unit_id == unit.id, State.kind == held[0], State.cause == held[1])
    ).all()
    light = house_of(session, BrikWarsHouse).bw_light_armor_drowns
    armor = effect_of(ACTIVITIES["swim"], worn_armor=unit.worn_armor, light_drowns=light)
    if not drowning or armor is not Effect.DROWNING:
        return surface(session, unit, drowning) if drowning else ""
    for state in drowning:
        state.cause = f"{swimming} in Body Armor"
        session.add(state)
    return "It still wears Body Armor, and drowns."


def surface(session: Session, unit: Unit, drowning: Sequence[State]) -> str:
    """Let a unit swim that was drowning; in its own turn it stays where it is (A4-31)."""
    swimming = ACTIVITIES["swim"].words
    for state in drowning:
        session.delete(state)
    begin_state(session, unit, StateKind.HALF_SPEED, swimming, lasting=True)
    stays = stay_stopped(session, unit, "it was drowning")
    return f"It drowns no more and swims. {stays}".strip()
