"""A unit goes through a Concealed Hazard, or sets something down in it (F.1-60 to F.1-69)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.asking import ask, missing
from brikdesk.acts.attack.aim import TargetPart
from brikdesk.acts.attack.blast_preview import ExplosionPreview
from brikdesk.acts.attack.reach import ExplodingStep
from brikdesk.acts.damage.armor import fire_penalty, on_fire
from brikdesk.acts.fields.presence import settle_encounter
from brikdesk.acts.hazards.going_off import GoingOff
from brikdesk.acts.hazards.on_the_path import spot_on_the_way
from brikdesk.acts.places import check_position, place_of, point_said
from brikdesk.acts.reckoning import dice_terms, sum_of_roll
from brikdesk.acts.roster.scouting import hazard_roll_of, pathfinds
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.throwing import Throw
from brikdesk.acts.units.slipping import fall, slips
from brikdesk.dice import Roll, RollKind, action_kind
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.attacks.benny_uses import BENNY_DIE
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.hazards.concealed_hazards import (
    Path,
    PathEnd,
    path_through,
    rolls_again,
    sets_off,
    tread,
)
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Sum, Term, Tone, line
from brikdesk.store.tables import Encounter, Fate, Field, Unit
from brikdesk.text import said_of
from brikdesk.turns.sequence import turn_now
from brikdesk.turns.steps import Choice, DieWords, Option

MOST_INCHES = 1000.0
ADD, KEEP = "add", "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossConcealed(ExplodingStep):
    """A unit has declared a path of so many `inches` through a Concealed Hazard and rolls.

    The roll is passive: it needs no Action (F.1-61). `through_air`: the unit leaps, falls or is
    thrown that far, and comes down inside. `part` is "small" or "tiny" for units smaller than a
    minifig. `follower_ids` are units behind a Scout in single file, `followers` counts those that
    are not in the roster. `spot` names where it goes off; `caught` lists everybody else within
    reach of an explosion. `encounter_id` is that of a way on the map, which is rolled for once.

    Faces: the Action die with its Bonus Dice and −1d4 of a burning unit, a Benny's d6, then the
    Hazard dice and Armor. Choices: `benny` (add, keep), those of an explosion, of Something Bad.
    """

    unit_id: int
    field_id: int
    inches: float
    through_air: bool = False
    part: TargetPart = TargetPart.WHOLE
    follower_ids: tuple[int, ...] = ()
    followers: int = 0
    spot: str = ""
    x: float | None = None
    y: float | None = None
    encounter_id: int | None = None

    @property
    def key(self) -> str:
        """The key of this step; it waits if a way on the map led here."""
        return f"path-{self.unit_id}-{self.field_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse followers unless the unit is a Pathfinder: each rolls for itself (QF-43)."""
        unit, _ = self.rows(session)
        if self.encounter_id is not None:
            existing_row(session, Encounter, self.encounter_id)
        alone = bool(self.follower_ids or self.followers) and not pathfinds(session, unit)
        why = f"{unit.name} is no Pathfinder with a Tool. Each unit rolls for itself."
        self.refuse_if(alone, "QF-43", why, session)

    def examine(self, session: Session) -> ExplosionPreview:
        """Ask for the passive roll, then for what goes off."""
        return _Way(self, session).preview()

    def settle(self, session: Session) -> Outcome:
        """Write how far the unit gets, and what goes off where it does."""
        outcome = _Way(self, session).settle()
        settle_encounter(session, self.unit_id, self.field_id)
        return outcome

    def rows(self, session: Session) -> tuple[Unit, Field]:
        """Return unit and Field; BadInput for a wrong Field or an impossible path."""
        turn_now(session)
        unit, field = alive(session, self.unit_id), existing_row(session, Field, self.field_id)
        if field.kind is not FieldKind.CONCEALED:
            raise BadInput(f"{said_of(field.name, 'is')} no Concealed Hazard.", "field_id")
        if not 0 < self.inches <= MOST_INCHES:
            raise BadInput('A path is more than 0" and at most 1,000".', "inches")
        if not 0 <= self.followers <= MOST_INCHES:
            raise BadInput("Any number of units may follow, 0 to 1,000.", "followers")
        check_position(self.x, self.y)
        return unit, field


class _Way:
    """One path as far as its dice and choices are known."""

    def __init__(self, act: CrossConcealed, session: Session) -> None:
        self.act, self.session = act, session
        self.unit, self.field = act.rows(session)
        self.rules = house_of(session, BrikWarsHouse)
        self.followers = [alive(session, key).name for key in dict.fromkeys(act.follower_ids)]
        if act.followers:
            self.followers.append(f"{act.followers} units")
        self.throw = Throw(act.thrown(session), self.rules.dice)
        self.choices: list[Choice] = []
        self.roll: Roll | None = None
        self.benny: Roll | None = None
        self.path: Path | None = None
        self.trigger: GoingOff | None = None
        self.pathfinder = pathfinds(session, self.unit)
        if sets_off(self.unit.size):  # a unit of Size 0" asks for no dice at all (F.1-66)
            self._play()
        self.throw.done()

    def _play(self) -> None:
        die, specialty = hazard_roll_of(self.session, self.unit)
        penalty = (FIRE_SIDES,) * fire_penalty(self.session, self.unit)
        kind = action_kind(die, specialty=specialty, house=self.throw.house)
        self.roll = self.throw.roll(kind, (die,), ("Action",), penalty=penalty)
        if self.roll is None:
            return
        # The Benny is asked for only where it can help: a path that is safe needs none (QF-40).
        path = self._path(0)
        if path.end is not PathEnd.SAFE and self.roll.benny:
            added = self._benny()
            if added is None:
                return
            path = self._path(added)
        self.path = path
        if path.goes_off:
            self.trigger = GoingOff(
                self.session, self.throw, self.act.choices, self.field, self.unit,
                self._spot(path), self.act.caught, self._point(path),
            )  # fmt: skip
            self.choices += self.trigger.asked

    def _path(self, added: int) -> Path:
        assert self.roll
        return path_through(
            self.act.inches,
            self.total + added,
            critical_failure=self.roll.critical_failure,
            pathfinder=self.pathfinder,
            through_air=self.act.through_air,
            scout_crit_triggers=self.rules.scout_crit_triggers,
        )

    @property
    def total(self) -> int:
        """The Action Roll with the reversed modifier for its Size (F.1-65)."""
        assert self.roll
        return self.roll.total + tread(self.unit.size, self.act.part.value)

    def _benny(self) -> int | None:
        """Return the inches that a Benny adds (QF-40); None while its choice or die is missing."""
        options = (
            Option(ADD, "Add 1d6", "To this roll."),
            Option(KEEP, "Use it elsewhere", "The roll stays as it is."),
        )
        prompt = f"{self.unit.name} goes Over the Top. Use the Benny here?"
        benny = ask(self.act.choices, "benny", prompt, self.unit.player_id, options)
        self.choices.append(benny)
        if benny.chosen != ADD:
            return 0 if benny.chosen else None
        self.benny = self.throw.roll(RollKind.OTHER, (BENNY_DIE,), ("Benny",))
        return self.benny.total if self.benny else None

    def _point(self, path: Path) -> Point | None:
        """Return where it goes off on the map: as said, else by the way that the unit has gone."""
        act, unit = self.act, self.unit
        if act.x is not None and act.y is not None:
            return act.x, act.y
        if (said := point_said(act.spot)) is not None:
            return said
        if act.through_air:  # at the point of impact, where it is now (F.1-67)
            return None if unit.x is None or unit.y is None else (unit.x, unit.y)
        if act.encounter_id is None:
            return None  # the path was typed, and need not be on the map
        return spot_on_the_way(self.session, unit, self.field, act.inches, path.after)

    def _spot(self, path: Path) -> str:
        named = place_of(self.act.spot, "spot")
        if named:
            return named
        if self.act.through_air:
            return f"where {self.unit.name} came down"
        return f"{in_inches(path.after)} in on the path of {self.unit.name}"

    # Showing

    def preview(self) -> ExplosionPreview:
        """Tell what is asked, and how far it gets."""
        owed = self.throw.owed
        words: tuple[DieWords, ...] = ()
        if self.path:
            danger = Tone.OK if self.path.end is PathEnd.SAFE else Tone.DANGER
            words = (DieWords(0, danger, self._how_far(self.path)),)
        return ExplosionPreview(
            dice=tuple(self.throw.asked),
            owed=owed,
            words=words,
            choices=tuple(self.choices),
            waiting=missing(owed, self.choices),
            summary=self._summary(),
            bands=self.trigger.bands if self.trigger else (),
            victims=self.trigger.victims if self.trigger else (),
            blasts=self.trigger.blasts if self.trigger else (),
        )

    def _summary(self) -> str:
        if not sets_off(self.unit.size):
            return f'{self.unit.name} has Size 0" and sets nothing off.'
        if self.path is None:
            return ""
        more = self.trigger.words if self.trigger else ""
        return f"{self.unit.name}: {self._how_far(self.path)} {more}".strip()

    def _how_far(self, path: Path) -> str:
        if path.end is PathEnd.SAFE:
            return f"safe over {in_inches(self.act.inches)}."
        if path.end is PathEnd.STOPS:
            return f"stops after {in_inches(path.after)}, nothing goes off."
        if self.act.through_air:
            return "it goes off where it comes down."
        return f"it goes off after {in_inches(path.after)}."

    # Writing

    def settle(self) -> Outcome:
        """Write the way, what goes off, and who falls."""
        title = f"{self.unit.name} in {self.field.name}"
        if self.path is None:
            words = f'Size 0" sets nothing off over {in_inches(self.act.inches)}.'
            return Outcome(title, (self._line(words, "F.1-66"),))
        lines = [self._line(self._path_words(self.path), self._rule(self.path))]
        if self.roll and self.roll.critical_failure and slips(self.session, self.unit):
            lines.append(fall(self.session, self.unit, self.act.key))
        if self.trigger:
            lead = f"{said_of(self.field.name, 'goes')} off."
            lines += self.trigger.settle(lead, "F.1-59", self.act.key)
            lines += self._moving_on(self.path)
        return Outcome(title, tuple(lines))

    def _path_words(self, path: Path) -> str:
        words = self._how_far(path)
        words = f"{words[:1].upper()}{words[1:]}"
        if path.end is PathEnd.STOPS:
            words += " That path ends for this turn."
        if self.followers and path.end is not PathEnd.GOES_OFF:
            words += f" As safe in single file: {', '.join(self.followers)}."
        if self.roll and self.roll.benny:
            words += " Over the Top."
        return words

    def _rule(self, path: Path) -> str:
        if path.end is PathEnd.SAFE:
            return "F.1-62"
        if path.end is PathEnd.STOPS:
            return "F.3-03"
        if self.act.through_air:
            return "F.1-67"
        failed = self.roll is not None and self.roll.critical_failure
        return "F.1-64" if failed else "F.1-63"

    def _moving_on(self, path: Path) -> list[Line]:
        """Return a line about the rest of the path, if the unit is still alive (QF-41)."""
        if self.unit.fate is not Fate.ALIVE or not path.left:
            return []
        again = rolls_again(
            path,
            concealed_reroll_after_trigger=self.rules.concealed_reroll_after_trigger,
        )
        how = "takes a new roll." if again else "is free."
        return [
            self._line(f"The rest of its path, {in_inches(path.left)}, {how}", "QF-41", bare=True)
        ]

    def _line(self, words: str, rule: str, *, bare: bool = False) -> Line:
        dice: list[Dice] = []
        if self.roll and not bare:
            bought = self.benny.dice if self.benny else ()
            dice.append(Dice((*self.roll.dice, *bought)))
        return line(
            Kind.FIELD, f"{self.unit.name} in {self.field.name}:", *dice, words, rule=rule,
            player_id=self.unit.player_id, unit_id=self.unit.id, step=self.act.key,
            sums=() if bare else self._sums(),
        )  # fmt: skip

    def _sums(self) -> tuple[Sum, ...]:
        if self.roll is None:
            return ()
        terms = [Term("Size, reversed", tread(self.unit.size, self.act.part.value), "F.1-65")]
        total = self.total
        if self.benny:
            terms += dice_terms(self.benny.dice, "QF-40")
            total += self.benny.total
        fire = on_fire(self.session, self.unit)
        return (sum_of_roll("Way", self.roll, *terms, rule="F.1-60", total=total, on_fire=fire),)
