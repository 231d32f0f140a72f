"""Burning Rolls of minifigs (8.3-33 to 8.3-35)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.asking import ask, missing, unanswered
from brikdesk.acts.damage.harm import limb_name, lose_limb, lose_unit
from brikdesk.acts.fire.fires import (
    CONTACT,
    burning,
    check_due,
    how_far,
    neighbours,
    put_out,
    room_left,
    spread_to,
)
from brikdesk.acts.reckoning import sum_of
from brikdesk.acts.step import StepAct, as_dice, check_faces
from brikdesk.acts.who_may import too_much_held
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fire.fire_kinds import KindRules, ending, rules_of
from brikdesk.rules.brikwars.fire.minifig_fire import (
    Limb,
    burns_on,
    can_take_fire,
    limb_choices,
    limbs_exhausted,
    spread_chooser,
)
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Outcome, Term, Tone, line
from brikdesk.store.tables import Fire, Unit
from brikdesk.turns.sequence import player_name, turn_now
from brikdesk.turns.steps import Choice, DieAsked, DieWords, Option, Preview


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnMinifig(StepAct):
    """The Burning Roll of a burning minifig: 1d4 at the start of his own turn (8.3-33).

    Choices: `limb`, the one he gives up if the fire goes on (8.3-34); `catches`, what the fire
    spreads to (8.3-35), a unit's number or "nothing".
    """

    fire_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"burn-{self.fire_id}"

    def examine(self, session: Session) -> Preview:
        """Ask for one d4; if it shows 2 or more, also for a limb and what the fire spreads to."""
        _, unit = burning(session, self.fire_id)
        faces = self.thrown(session)
        check_faces((4,), faces)
        worse = "1 Grinding Damage: a limb" if self._kind(session).grinds else "still burning"
        legend = (("1", "the fire goes out"), ("2–4", worse))
        asked = (DieAsked(4),)
        if not faces:
            return Preview(asked, 1, legend, waiting=missing(1))
        if not burns_on(faces[0].value):
            words = (DieWords(0, Tone.SMOKE, "The fire is out."),)
            return Preview(asked, 0, legend, words, summary=f"{unit.name}'s fire is out.")
        grinds = " 1 Grinding Damage." if self._kind(session).grinds else ""
        words = (DieWords(0, Tone.FIRE, f"Still burning.{grinds}"),)
        choices = tuple(self._choices(session, unit))
        return Preview(
            asked, 0, legend, words, choices, unanswered(choices), f"{unit.name} burns on."
        )

    def _kind(self, session: Session) -> KindRules:
        """Return what this kind of fire does (table F4)."""
        kind = session.get_one(Fire, self.fire_id).kind
        return rules_of(kind, house_of(session, BrikWarsHouse).acid_grinds)

    def _choices(self, session: Session, unit: Unit) -> list[Choice]:
        owner = player_name(session, unit.player_id)
        choices = []
        kind = self._kind(session)
        limbs = limb_choices(_limbs(unit)) if kind.grinds else ()
        if limbs:
            options = tuple(Option(limb.value, limb_name(limb.value)) for limb in limbs)
            prompt = f"{owner} gives up a limb:"
            choices.append(ask(self.choices, "limb", prompt, unit.player_id, options))
        fire = session.get_one(Fire, self.fire_id)
        switch = house_of(session, BrikWarsHouse).minifig_fire_spread_chooser
        chooser = spread_chooser(unit.player_id, fire.set_by_id, switch)
        near = [
            other
            for other, distance in neighbours(session, unit, CONTACT)
            if can_take_fire(
                "flammable" in other.tags,
                other.weight_class,
                in_contact=distance is None or distance <= CONTACT,
                room=room_left(session, other) > 0,
            )
        ]
        units = tuple(Option(str(other.id), other.name, how_far(unit, other)) for other in near)
        nothing = Option("nothing", "Nothing touches him")
        # The first option is the usual answer: nothing catches, unless a distance is known.
        known = any(option.consequence for option in units)
        options = (*units, nothing) if known else (nothing, *units)
        # Without a neighbour there is nothing to ask; alternate fires never jump (table F4).
        if near and kind.jumps:
            prompt = f"{player_name(session, chooser)} picks what catches:"
            choices.append(ask(self.choices, "catches", prompt, chooser, options))
        return choices

    def check_waiting(self, session: Session) -> None:
        """Refuse a second Burning Roll in one turn, and one in another player's turn."""
        check_due(self, session, *burning(session, self.fire_id))

    def settle(self, session: Session) -> Outcome:
        """Put the fire out, or take a limb and spread it."""
        fire, unit = burning(session, self.fire_id)
        faces = self.thrown(session)
        turn = turn_now(session)
        fire.burned_turn_id = turn.id
        session.add(fire)
        if not burns_on(faces[0].value):
            put_out(session, fire)
            dice = as_dice((4,), faces, (Tone.SMOKE,))
            words = line(
                Kind.FIRE, f"{unit.name}'s fire is out.", dice, "",
                rule="8.3-33", player_id=unit.player_id, unit_id=unit.id, step=self.key,
            )  # fmt: skip
            return Outcome(f"{unit.name} burns", (words,))
        return self._burn_on(session, fire, unit, faces)

    def _burn_on(self, session: Session, fire: Fire, unit: Unit, faces: Sequence[Face]) -> Outcome:
        dice = as_dice((4,), faces, (Tone.FIRE,))
        kind = self._kind(session)
        # An answer to a question that is not asked counts for nothing.
        asked = {choice.id for choice in self._choices(session, unit)}
        limb = self.choices["limb"] if "limb" in asked else None
        shows = Term(f"d4 shows {faces[0].value}: still burning", 1, "8.3-34")
        sums = (sum_of("Grinding Damage", 1, shows),) if kind.grinds else ()
        lines = [
            line(
                Kind.FIRE, f"{unit.name} burns.", dice, self._grinding(session, unit, kind, limb),
                rule="8.3-34", player_id=unit.player_id, unit_id=unit.id, step=self.key,
                sums=sums,
            )
        ]  # fmt: skip
        target = self.choices["catches"] if "catches" in asked else "nothing"
        if limb:
            lose_limb(session, unit, limb)
            if limb.endswith("arm") and (said := too_much_held(session, unit)):
                lead = f"{unit.name} holds more than its Hands can."
                lines.append(
                    line(Kind.UNIT, lead, said, rule="OF-88", player_id=unit.player_id,
                         unit_id=unit.id, step=self.key)
                )  # fmt: skip
        if target != "nothing":
            lines.append(spread_to(session, int(target), fire, "8.3-35", self.key))
        # Without `limb` there was none to give up before this roll: the last one is not fatal yet.
        exhausted = limbs_exhausted(
            _limbs(unit), house_of(session, BrikWarsHouse).fire_limbs_exhausted
        )
        if kind.grinds and not limb and exhausted:
            end = ending(fire.kind, fire.final_stage)
            why = "No limb was left to burn." + ("" if end == "destroyed" else f" It ends: {end}.")
            lines += lose_unit(session, unit, why, "8.3-34", step=self.key)
        return Outcome(f"{unit.name} burns", tuple(lines))

    def _grinding(self, session: Session, unit: Unit, kind: KindRules, limb: str | None) -> str:
        if not kind.grinds:
            return "Still burning."
        owner = player_name(session, unit.player_id)
        lost = f"{owner} gives up his {limb_name(limb)}." if limb else "No limb is left."
        return f"Still burning. 1 Grinding Damage. {lost}"


def _limbs(unit: Unit) -> frozenset[Limb]:
    return frozenset(Limb(limb) for limb in unit.limbs_lost)
