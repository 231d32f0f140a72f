"""Bails: a unit dives out of danger and lies on the ground (4.3-14 to 4.3-22)."""

from dataclasses import dataclass
from math import dist

from sqlmodel import Session

from brikdesk.acts.checks import alive, existing_row, heed, place_of, row_or_none
from brikdesk.acts.combat import engaging
from brikdesk.acts.combat.armor import held_items
from brikdesk.acts.movement.going import Manner, check_spot, check_way, go, way_to
from brikdesk.acts.movement.on_the_way import on_the_way, spot_of
from brikdesk.acts.step_act import StepAct, ask, unanswered
from brikdesk.acts.units.actions import FLAIR, ActionThrow, failed, in_percent
from brikdesk.acts.units.begin_state import disrupt
from brikdesk.acts.units.facts import goal_of
from brikdesk.acts.units.facts import inches as checked_inches
from brikdesk.acts.who_may import check_action, half_speed_now, states_of, take_action
from brikdesk.dice import action_kind
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import edge_to_edge
from brikdesk.lengths import NEARLY, compared, in_inches
from brikdesk.rules.brikwars import movement as movement_rules
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.states import keeps_in_reach
from brikdesk.rules.refusal import first as first_no
from brikdesk.store.house_rules import house_of, move_now
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Tone, line
from brikdesk.store.tables import State, StateKind, Unit, WeaponKind
from brikdesk.turns.brikwars.units import arms_of
from brikdesk.turns.steps import Choice, DieWords, Option, Preview
from brikdesk.turns.turn_order import stamp_now, turn_now

DISTANCE = Option("distance", '+1d6" distance')
OUTSIDER = Option("other", "Somebody else", "its fight goes on")
STANDING = Option("standing", "Land standing", "it is not Disrupted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bail(StepAct):
    """A unit spends an Action to dive as far as its Action Roll says (4.3-14, 4.3-15).

    `x` and `y` are where it lands, chosen after the roll; `spot` says so in words. `drops_id` is a
    state of Half Speed, a heavy burden, that it drops first (4.3-19). `needed`: inches out of danger.
    `from_id`: whose attack it avoids; once out of his reach it is no longer engaged with him (A5-64),
    with the others as long as one of the two reaches the other. Of one that fights it is asked.

    Faces: the Action die, then the Benny's die with its Bonus Dice. Choices: `benny` (distance,
    standing, flair), and with flair the words of `flair`; `from`, the key of the opponent whose attack
    it avoids, or `other`.
    """

    KEY = "bail-{0.unit_id}"
    unit_id: int
    needed: float | None = None
    drops_id: int | None = None
    from_id: int | None = None
    x: float | None = None
    y: float | None = None
    spot: str = ""

    def check_waiting(self, session: Session) -> None:
        """Refuse what cannot dive, and a spot that its roll does not reach."""
        unit = alive(session, self.unit_id)
        turn_now(session)
        held = states_of(session, unit)
        kinds = {each.kind for each in held}
        no = movement_rules.may_bail(
            move=move_now(session, unit),
            grabbed=StateKind.GRABBED in kinds,
            drowning=StateKind.DROWNING in kinds,
            held=[
                each.cause or each.kind.value
                for each in held
                if each.kind is StateKind.STOPPED and each.lasting
            ],
        )
        only = house_of(session, BrikWarsHouse).bw_bail_only_without_parry
        able = only and self._can_parry(session, unit)
        instead = movement_rules.may_bail_instead(can_parry=able, bw_bail_only_without_parry=only)
        heed(self, first_no(no, instead), session, unit.name)
        check_action(self, session, unit)
        throw = self._throw(session, unit)
        # The spot is chosen after the roll, and checked once the roll lies there.
        here, goal = spot_of(unit), goal_of(self.x, self.y)
        if throw.roll and goal and not here:
            check_spot(self, session, unit, goal)  # no way led there, but nobody stands in a wall
        if throw.roll and goal and here:
            far, reach = dist(here, goal), self._reach(session, unit, throw)
            most, away = compared(reach, far)
            why = f"{unit.name} Bails {most} at most, this spot is {away} away."
            self.refuse_if(far > reach + NEARLY, "4.3-15", why, session)
            way = way_to(unit, goal)
            check_way(self, session, unit, way, on_the_way(session, unit, way), Manner.DIVES)

    def _can_parry(self, session: Session, unit: Unit) -> bool:
        """Return whether it holds something that parries the attack, unused in this turn (A5-03).

        A Shield parries any, what else it holds the blows of an opponent (5.2-40).
        """
        blow = self.from_id is not None or bool(engaging.foes_of(session, unit))
        return any(
            (blow or item.kind is WeaponKind.MELEE_SHIELD)
            and item.fired_turn_id != stamp_now(session)
            for item in held_items(session, unit)
        )

    def examine(self, session: Session) -> Preview:
        """Ask for the Action die, then for what a Benny is spent on."""
        unit = alive(session, self.unit_id)
        throw = self._throw(session, unit)
        whose = self._whose(session, unit)
        summary = ""
        words: tuple[DieWords, ...] = ()
        if throw.roll:
            reach = self._reach(session, unit, throw)
            tone = Tone.OK if reach else Tone.DANGER
            words = (DieWords(0, tone, f"{in_inches(reach)} at most."),)
            summary = f"{unit.name}: {self._says(session, unit, throw)}"
        chance = self._chance(session, unit, throw)
        return Preview(
            dice=tuple(throw.throw.asked),
            owed=throw.throw.owed,
            words=words,
            choices=(*throw.choices, *whose),
            waiting=f"{throw.waiting} {chance}".strip() if throw.waiting else unanswered(whose),
            summary=summary,
        )

    def settle(self, session: Session) -> Outcome:
        """Spend the Action, move it, and let it lie there Disrupted unless it lands standing."""
        unit = alive(session, self.unit_id)
        throw = self._throw(session, unit)
        assert throw.roll
        said = [self._says(session, unit, throw), self._chance(session, unit, throw)]
        if throw.flair:
            said.append(f"The Benny: {throw.flair}.")
        # Before the burden is dropped: how the number came about is read from the rows as they are.
        reach = throw.roll.quantity(failure_is_zero=True)
        first = line(
            Kind.UNIT, f"{unit.name} Bails:", Dice(throw.roll.dice), " ".join(filter(None, said)),
            rule="4.3-15" if reach else "4.3-21", of=unit,
            step=self.key, sums=(throw.sum("Bail", reach, "4.3-15", *failed(throw.roll), floor=0),),
        )  # fmt: skip
        take_action(session, unit)
        if (burden := self._burden(session, unit)) is not None:
            session.delete(burden)
        lines = [first, *self._land(session, unit, reach), *self._part(session, unit, reach)]
        if throw.benny != STANDING.value:
            lines.append(disrupt(session, unit, "Bail", "4.3-16", self.key))
        return Outcome(f"{unit.name} Bails", tuple(lines))

    def _land(self, session: Session, unit: Unit, reach: float) -> list[Line]:
        """Bring it to where it lands: by the map, else as far as was said, if it goes anywhere."""
        goal = goal_of(self.x, self.y)
        way = way_to(unit, goal) if goal else ()
        # A way on the map says its inches itself.
        far = None if len(way) > 1 else reach
        return go(session, unit, way, Manner.DIVES, inches=far, step=self.key)

    def _part(self, session: Session, unit: Unit, reach: float) -> list[Line]:
        """End the fights that it has left: his whose attack it avoided first (A5-64).

        With the others it stays engaged, unless by the map neither reaches the other any more (5.2-07).
        """
        foe = self._left_behind(session, unit, reach)
        if foe:
            engaging.end_engagements(session, unit, [foe.id or 0])
        others = engaging.parted_by_the_map(session, unit, self.key) if self.x is not None else []
        if foe is None:
            return others
        lead = f"{unit.name} and {foe.name} are no longer engaged."
        words = f"It is out of his reach. {engaging.stays_engaged(session, unit)}".strip()
        return [line(Kind.STATE, lead, words, rule="A5-64", of=unit), *others]

    def _left_behind(self, session: Session, unit: Unit, reach: float) -> Unit | None:
        """Return the opponent whose attack it avoided, if it left his reach."""
        foe = self._attacker(session, unit)
        if foe is None or foe.id not in {each.id for each in engaging.foes_of(session, unit)}:
            return None
        gap = edge_to_edge(unit, foe)
        if gap is None:
            away = self.needed is not None and movement_rules.gets_out(reach, self.needed)
        else:
            away = not keeps_in_reach(gap, arms_of(session, foe))
        return foe if away else None

    def _throw(self, session: Session, unit: Unit) -> ActionThrow:
        if not unit.action_die:
            raise BadInput(f"{unit.name} has no Action die.", "unit_id")
        kind = action_kind(unit.action_die, house=house_of(session, BrikWarsHouse).dice)
        offers = (DISTANCE, STANDING, FLAIR)
        joins = self._attacker(session, unit)
        if joins is not None and not self._by_touch(session, unit, joins):
            joins = None
        return ActionThrow(
            session, self, unit, kind, offers=offers, bought=(DISTANCE.value,), joining=joins
        )

    def _attacker(self, session: Session, unit: Unit) -> Unit | None:
        """Return whose attack it avoids, as far as that is said."""
        foe_id = self.from_id
        if foe_id is None:
            said = next((each.chosen for each in self._whose(session, unit)), None)
            foe_id = int(said) if said and said != OUTSIDER.value else None
        if foe_id == unit.id:
            raise BadInput(f"{unit.name} does not Bail from itself.", "from_id")
        return row_or_none(session, Unit, foe_id)

    def _whose(self, session: Session, unit: Unit) -> tuple[Choice, ...]:
        """Ask a unit that fights whose attack it avoids, unless the act says so (A5-64)."""
        foes = engaging.foes_of(session, unit) if self.from_id is None else []
        if not foes:
            return ()
        options = tuple(Option(str(foe.id), foe.name, "once out of his reach") for foe in foes)
        prompt = f"Whose attack does {unit.name} avoid?"
        return (ask(self.choices, "from", prompt, unit.player_id, (*options, OUTSIDER)),)

    def _by_touch(self, session: Session, unit: Unit, attacker: Unit) -> bool:
        """Return whether an attacker joins its Close Combat: he is in it, or reaches it by the map."""
        if attacker.id in {foe.id for foe in engaging.foes_of(session, unit)}:
            return True
        gap = edge_to_edge(attacker, unit)
        return gap is not None and keeps_in_reach(gap, arms_of(session, attacker))

    def _burden(self, session: Session, unit: Unit) -> State | None:
        if self.drops_id is None:
            return None
        state = existing_row(session, State, self.drops_id)
        if state.unit_id != unit.id or state.kind is not StateKind.HALF_SPEED:
            raise BadInput(f"{unit.name} is not slowed by that.", "drops_id")
        return state

    def _slow(self, session: Session, unit: Unit) -> frozenset[str]:
        """Return what slows it, once it has dropped its burden (4.3-19)."""
        burden = self._burden(session, unit)
        dropped = [burden.cause or burden.kind.value] if burden else []
        return movement_rules.stays_slow(half_speed_now(session, unit), dropped)

    def _reach(self, session: Session, unit: Unit, throw: ActionThrow) -> float:
        assert throw.roll
        return movement_rules.bail_inches(throw.roll, self._slow(session, unit))

    def _says(self, session: Session, unit: Unit, throw: ActionThrow) -> str:
        """Say how far it may go, and whether that is out of danger (4.3-18 to 4.3-21)."""
        reach, slow = self._reach(session, unit, throw), self._slow(session, unit)
        half = f", Half Speed: {', '.join(sorted(slow))}" if slow else ""
        burden = self._burden(session, unit)
        said = [f"It drops {_dropped(burden.cause)} first."] if burden else []
        said.append(f"{in_inches(reach)} at most{half}." if reach else "It falls on the spot.")
        if spot := place_of(self.spot, "spot"):
            said.append(f"To {spot}.")
        if self.needed is not None:
            needed = checked_inches(self.needed, "needed")
            out = f"Out of danger at {in_inches(needed)}."
            gets_out = movement_rules.gets_out(reach, needed)
            said.append(out if gets_out else "Still in danger, 4.3-20.")
        if throw.benny == STANDING.value:
            said.append("It lands standing, 4.3-17.")
        return " ".join(said)

    def _chance(self, session: Session, unit: Unit, throw: ActionThrow) -> str:
        """Say how likely it was to get out of danger; empty if no distance was named."""
        if self.needed is None:
            return ""
        needed = checked_inches(self.needed, "needed")
        house = house_of(session, BrikWarsHouse).dice
        chance = movement_rules.bail_chance(
            throw.pool, needed, self._slow(session, unit), house=house
        )
        return f"Bail out of {in_inches(needed)}: {in_percent(float(chance))} before the roll."


def _dropped(cause: str) -> str:
    """Name a burden by the cause that it is of Half Speed: carrying a heavy object."""
    return cause.removeprefix("carrying ").removeprefix("dragging ") or "its burden"
