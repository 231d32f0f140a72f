"""Activities of the table of Impaired Movement: climbing, swimming, crawling, armor on and off."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk.acts.lasting import ENDINGS, begin_state, stay_stopped
from brikdesk.acts.rows import alive
from brikdesk.acts.unit_now import (
    begin_full_turn,
    check_other_action,
    half_speed_now,
    take_action,
)
from brikdesk.acts.units.momentum import stand_still
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.activities import (
    ACTIVITIES,
    ActivityEffect,
    Effect,
    aims_with_action,
    costs_action,
    effect_of,
)
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import State, StateKind, Unit
from brikdesk.turns.sequence import present_turn, stamp_now

_STATES = {
    Effect.HALF_SPEED: StateKind.HALF_SPEED,
    Effect.STOPPED: StateKind.STOPPED,
    Effect.DROWNING: StateKind.DROWNING,
    Effect.FULL_TURN: StateKind.FULL_TURN,
}

_ARMORS = ("light", "heavy")


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginActivity(Act):
    """A unit begins an activity of the table: what it does to movement, arms and Action follows.

    `activity` is a key of ACTIVITIES. What slows it or binds its arms lasts until it is cleared, so
    also while others play (A4-05). `burdened`: it swims with a heavy object. `armor` is what it
    puts on: light or heavy.
    """

    unit_id: int
    activity: str
    burdened: bool = False
    armor: str = ""

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
        effect = effect_of(
            activity,
            worn_armor=unit.worn_armor,
            burdened=self.burdened,
            light_drowns=rules.bw_light_armor_drowns,
        )
        says = self._armor(session, unit, activity)
        # A burden is borne on the run; anything else is no running (5.4-06, A5-27).
        if present_turn(session) is not None and activity.key != "carry_heavy":
            stand_still(session, unit)
        if effect is Effect.FULL_TURN:
            begin_full_turn(self, session, unit)
        elif costs_action(
            activity,
            rules.bw_impaired_table,
            doff_costs=rules.bw_doff_costs_action,
            aim_cost=rules.bw_aim_cost,
        ):
            check_other_action(self, session, unit)
            take_action(session, unit)
            says.append("That takes its Action.")
        elif activity.key == "aim":
            self._check_aim(session, unit, rules.bw_aim_cost)
        says += self._impair(session, unit, activity, effect)
        if activity.arms and effect is not Effect.DROWNING:
            arms = "one arm" if activity.arms == 1 else "both arms"
            says.append(f"It takes {arms}, until it is cleared.")
        words = line(
            Kind.STATE, f"{unit.name}: {activity.words}.", " ".join(says),
            rule="4.1-21" if effect is Effect.DROWNING else activity.rule,
            player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"{unit.name}: {activity.words}", (words,))

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
        self, session: Session, unit: Unit, activity: ActivityEffect, effect: Effect
    ) -> list[str]:
        if effect is Effect.DROWNING:
            with_what = "with a heavy object" if self.burdened else "in Body Armor"
            begin_state(session, unit, StateKind.DROWNING, f"{activity.words} {with_what}")
            return ["Stopped and drowning.", ENDINGS[StateKind.DROWNING].words]
        if effect is Effect.NONE and not activity.arms:
            return []
        kind = _STATES.get(effect, StateKind.OTHER)
        lasts = effect is Effect.HALF_SPEED or bool(activity.arms)
        begin_state(session, unit, kind, activity.words, lasting=lasts)
        says = [f"{kind.value}."] if effect in (Effect.HALF_SPEED, Effect.STOPPED) else []
        return says if lasts else [*says, ENDINGS[kind].words]


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
