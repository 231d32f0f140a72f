"""Something is set down with care on a Concealed Hazard (F.1-69)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.asking import missing
from brikdesk.acts.attack.blast_preview import ExplosionPreview
from brikdesk.acts.attack.reach import ExplodingStep
from brikdesk.acts.damage.armor import fire_penalty
from brikdesk.acts.hazards.going_off import GoingOff
from brikdesk.acts.places import place_of, point_said
from brikdesk.acts.roster.scouting import hazard_roll_of
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.throwing import Throw
from brikdesk.acts.unit_now import check_other_action, take_action
from brikdesk.acts.units.slipping import fall, slips
from brikdesk.dice import Roll, action_kind
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.hazards.concealed_hazards import set_down_goes_off
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.lines import Dice, Kind, Outcome, line
from brikdesk.store.tables import Field, Unit
from brikdesk.text import said_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCarefully(ExplodingStep):
    """A unit spends an Action and sets something down in a Concealed Hazard.

    The hazard goes off only on a Critical Failure, and strikes what was set down: `object_id` if it
    is in the roster, else `what` names it. Faces: the Action die with its Bonus Dice and −1d4 of a
    burning unit, then the Hazard dice and Armor. Choices: those of `CrossConcealed` but `benny`.
    """

    unit_id: int
    field_id: int
    object_id: int | None = None
    what: str = ""
    spot: str = ""

    @property
    def key(self) -> str:
        """The key of this step, which never stands in a queue."""
        return f"place-{self.unit_id}-{self.field_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse a unit that has no Action left."""
        check_other_action(self, session, alive(session, self.unit_id))

    def examine(self, session: Session) -> ExplosionPreview:
        """Ask for the Action Roll, then for what goes off."""
        unit, field, victim = self._rows(session)
        throw, roll, trigger = self._throw(session, unit, field, victim)
        owed = throw.owed
        choices = tuple(trigger.asked) if trigger else ()
        waiting = missing(owed, choices)
        summary = ""
        if roll:
            summary = (
                f"{said_of(field.name, 'goes')} off."
                if trigger
                else f"{said_of(field.name, 'stays')} quiet."
            )
        return ExplosionPreview(
            dice=tuple(throw.asked),
            owed=owed,
            choices=choices,
            waiting=waiting,
            summary=summary,
            bands=trigger.bands if trigger else (),
            victims=trigger.victims if trigger else (),
            blasts=trigger.blasts if trigger else (),
        )

    def settle(self, session: Session) -> Outcome:
        """Spend the Action; let the hazard go off if the roll is a Critical Failure."""
        unit, field, victim = self._rows(session)
        _, roll, trigger = self._throw(session, unit, field, victim)
        assert roll
        take_action(session, unit)
        what = self._what(victim)
        title = f"{unit.name} sets {what} down"
        words = "Critical Failure." if trigger else f"{said_of(field.name, 'stays')} quiet."
        lines = [
            line(
                Kind.FIELD, f"{title}.", Dice(roll.dice), words,
                rule="F.1-69", player_id=unit.player_id, unit_id=unit.id, step=self.key,
            )
        ]  # fmt: skip
        if roll.critical_failure and slips(session, unit):
            lines.append(fall(session, unit, self.key))
        if trigger:
            lines += trigger.settle(f"{said_of(field.name, 'goes')} off.", "F.1-59", self.key)
        return Outcome(title, tuple(lines))

    def _rows(self, session: Session) -> tuple[Unit, Field, Unit | None]:
        unit, field = alive(session, self.unit_id), existing_row(session, Field, self.field_id)
        if field.kind is not FieldKind.CONCEALED:
            raise BadInput(f"{said_of(field.name, 'is')} no Concealed Hazard.", "field_id")
        victim = alive(session, self.object_id) if self.object_id is not None else None
        return unit, field, victim

    def _what(self, victim: Unit | None) -> str:
        return (
            victim.name if victim else (text.name(self.what, "what") if self.what.strip() else "it")
        )

    def _throw(
        self, session: Session, unit: Unit, field: Field, victim: Unit | None
    ) -> tuple[Throw, Roll | None, GoingOff | None]:
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        die, specialty = hazard_roll_of(session, unit)
        penalty = (FIRE_SIDES,) * fire_penalty(session, unit)
        kind = action_kind(die, specialty=specialty, house=throw.house)
        roll = throw.roll(kind, (die,), ("Action",), penalty=penalty)
        trigger = None
        if roll and set_down_goes_off(roll.critical_failure):
            spot = place_of(self.spot, "spot") or f"under {self._what(victim)}"
            trigger = GoingOff(
                session, throw, self.choices, field, victim, spot, self.caught,
                point_said(self.spot) or _stands(victim) or _stands(unit),
            )  # fmt: skip
        throw.done()
        return throw, roll, trigger


def _stands(unit: Unit | None) -> Point | None:
    """Return where a unit stands; who sets something down stands beside it."""
    return None if unit is None or unit.x is None or unit.y is None else (unit.x, unit.y)
