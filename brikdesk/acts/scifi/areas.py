"""Effect areas, and the survivors that a blast incapacitates (12-35 to 12-49)."""

from dataclasses import dataclass

from msgspec.structs import replace
from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.checks import heed
from brikdesk.acts.scifi.checks import (
    check_due,
    check_played,
    existing_shot,
    measure,
    next_words,
    units_named,
    word,
)
from brikdesk.acts.scifi.shooting import side_of
from brikdesk.acts.step_act import DiceAct, as_dice, check_faces, use_sealed
from brikdesk.acts.sums import Length, sum_of, whole_inches
from brikdesk.errors import BadInput
from brikdesk.rules.refusal import No
from brikdesk.rules.scifi import effect_areas
from brikdesk.rules.scifi.effect_areas import UnitInBlast
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units_and_crews import Activity, may
from brikdesk.rules.scifi.weapons import has_blast
from brikdesk.store.act import Act, face_to_data
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line, outcome
from brikdesk.store.scifi import detected_by, facts_of, hits_asked, incapacitated, order_of
from brikdesk.store.tables import Edge, Fate, SfShot, State, StateKind, Unit
from brikdesk.turns.steps import DieAsked, Preview
from brikdesk.turns.turn_order import turn_now


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceArea(DiceAct):
    """Place an oblong, or centre a circle of energy, before the hit roll, with the units inside.

    If only one target in range is detected, an oblong points in a random direction: by a ten-sided
    die, or as the `direction` that the referee names (12-39). `detected_in_range` is by default
    the number of units that are marked as detected.
    """

    shot_id: int
    inside_ids: tuple[int, ...] = ()
    place: str = ""
    detected_in_range: int | None = None
    direction: str = ""

    def examine(self, session: Session) -> Preview:
        """Return the die of the direction, which is asked unless somebody says where it points."""
        return Preview(dice=(DieAsked(effect_areas.DIRECTIONS),), owed=int(not self.faces))

    def carry_out(self, session: Session) -> Outcome:
        """Write where it lies and who is inside; refused out of order (12-37, 12-41)."""
        shot = existing_shot(session, self.shot_id)
        otherwise = (
            use_sealed(session, self, self.examine(session), self.faces) if self.faces else ()
        )
        unit = session.get_one(Unit, shot.unit_id)
        if shot.shape is effect_areas.AreaShape.NONE:
            raise BadInput(f"{shot.weapon} has no effect area.", "shot_id")
        check_due(self, session, shot, effect_areas.AttackStep.PLACE)
        inside = units_named(session, self.inside_ids, "inside_ids")
        how, direction = self._laid(session, shot, unit)
        # The steps of a shot that were taken are read from its row, this one from `placed`.
        shot.placed = True
        shot.inside = [each.id or 0 for each in inside]
        shot.place = word(self.place, "place") or direction
        shot.faces = [face_to_data(face) for face in self.faces]
        session.add(shot)
        session.flush()
        said = (how, _inside_words(inside), _hits(session, shot), next_words(session, shot))
        return outcome(
            Kind.ATTACK, f"Place the area of {shot.weapon}", " ".join(filter(None, said)),
            as_dice((effect_areas.DIRECTIONS,), self.faces) if self.faces else "",
            lead=f"{text.opening(shot.weapon)}: the {shot.shape.value} area lies.",
            rule=order_of(session, shot).rule, of=unit, also=otherwise,
        )  # fmt: skip

    def _laid(self, session: Session, shot: SfShot, unit: Unit) -> tuple[str, str]:
        if shot.shape is effect_areas.AreaShape.CIRCULAR:
            self._no_die()
            target, side = shot.target_id, side_of(session, unit)
            seen = target is None or detected_by(session, target, side)
            heed(self, effect_areas.may_center(detected=seen), session, shot.weapon)
            return f"Centred on {shot.target or 'its target'}.", ""
        seen_count = self.detected_in_range
        if seen_count is None:
            seen_count = _detected_targets(session, unit)
        laid = effect_areas.laying(seen_count)
        if isinstance(laid, No):
            heed(self, laid, session, shot.weapon)
            # The refusal was overruled, so no rule says how it lies.
            laid = effect_areas.Laying.FREE
        if laid is effect_areas.Laying.FREE:
            self._no_die()
            over = text.number_of(max(seen_count, 0), "detected target")
            return f"Laid over {over} in any way (12-38).", ""
        way = self._direction(session)
        return f"One end on the target, the other {way} (12-39).", way

    def _no_die(self) -> None:
        if self.faces:
            raise BadInput("No die decides how this area lies.", "faces")

    def _direction(self, session: Session) -> str:
        said = word(self.direction, "direction")
        if not self.faces:
            if said:
                return said
            raise BadInput("Roll a ten-sided die for the other end (12-39).", "faces")
        if len(self.faces) > 1:
            raise BadInput("One die decides the direction.", "faces")
        check_faces((effect_areas.DIRECTIONS,), self.faces)
        table = house_of(session, ScifiHouse).sf_d10_directions
        way = effect_areas.direction(self.faces[0].value, table) or said
        if not way:
            face = self.faces[0].value
            raise BadInput(f"{face}: the referee says the direction.", "direction")
        return way


def _detected_targets(session: Session, unit: Unit) -> int:
    """Return how many living units of other sides this unit's side has detected."""
    side = side_of(session, unit)
    others = select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.id) != unit.id)
    return sum(
        detected_by(session, each.id or 0, side)
        for each in session.exec(others).all()
        if each.player_id not in side
    )


def _inside_words(inside: list[Unit]) -> str:
    names = ", ".join(unit.name for unit in inside)
    return f"Inside: {names}." if names else "Nobody is inside."


def _hits(session: Session, shot: SfShot) -> str:
    asked = hits_asked(session, shot)
    return f"Hit rolls: {asked} (S-10)." if len(shot.inside) > 1 else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitAway:
    """The distance of a unit from where a warhead lands, in inches."""

    unit_id: int
    inches: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BurstSf(Act):
    """A warhead bursts where it lands: say where, if there is flame inside, and who is inside.

    By `distances` the units within its area are found, and `inside_ids` adds others. A vaporshock
    with flame inside ignites early, at half its size and attack factor 4 (12-44).
    """

    shot_id: int
    place: str = ""
    flame_inside: bool = False
    inside_ids: tuple[int, ...] = ()
    distances: tuple[UnitAway, ...] = ()

    def carry_out(self, session: Session) -> Outcome:
        """Write the area as it is and who is inside; refused too early (12-42, 12-43)."""
        shot = existing_shot(session, self.shot_id)
        unit = session.get_one(Unit, shot.unit_id)
        if not shot.explosive or shot.shape is effect_areas.AreaShape.NONE:
            raise BadInput(f"{shot.weapon} fires no explosive warhead.", "shot_id")
        check_due(self, session, shot, effect_areas.AttackStep.LANDING)
        # `check_due` lets a step be entered again, but this one would halve the area a second time.
        if shot.placed:
            raise BadInput(f"{shot.weapon} has burst already.", "shot_id")
        halving = house_of(session, ScifiHouse).sf_vaporshock_halving
        was = effect_areas.Area(shot.shape, shot.area_size, shot.area_width)
        # `burst` needs a number; of an unknown factor only the early one is written below.
        factor = effect_areas.EARLY_FACTOR if shot.attack_factor is None else shot.attack_factor
        bursts = effect_areas.burst(
            shot.warhead, was, factor, flame_inside=self.flame_inside, halving=halving
        )
        inside = self._inside(session, bursts.area)
        sums = _early_sums(shot, bursts) if bursts.early else ()
        shot.placed, shot.early = True, bursts.early
        shot.place = word(self.place, "place")
        shot.inside = [each.id or 0 for each in inside]
        shot.area_size = bursts.area.size
        if bursts.early:
            shot.attack_factor = bursts.attack_factor
        session.add(shot)
        session.flush()
        words = f"{_burst_words(shot)} {_inside_words(inside)} {next_words(session, shot)}".strip()
        return outcome(
            Kind.BLAST, f"{shot.weapon} bursts", words,
            lead=f"{text.opening(shot.weapon)} bursts.",
            rule="12-44" if bursts.early else order_of(session, shot).rule, of=unit, sums=sums,
        )  # fmt: skip

    def _inside(self, session: Session, area: effect_areas.Area) -> list[Unit]:
        away: dict[str, float] = {}
        for each in self.distances:
            inches = measure(each.inches, "distances")
            away[str(each.unit_id)] = 0.0 if inches is None else inches
        near = effect_areas.inside(away, area) if away else ()
        if away and area.size is None:
            why = "Nobody has said how large the area is. Name who is inside."
            raise BadInput(why, "distances")
        wanted = (*self.inside_ids, *(int(key) for key in near))
        return units_named(session, wanted, "inside_ids")


def _burst_words(shot: SfShot) -> str:
    where = f"{text.opening(shot.place)}." if shot.place else ""
    size = f'Area {shot.area_size:.4g}".' if shot.area_size is not None else ""
    early = "Flame inside: it ignites early." if shot.early else ""
    factor = f"Attack factor {shot.attack_factor}." if shot.attack_factor is not None else ""
    return " ".join(words for words in (where, early, size, factor) if words)


def _early_sums(shot: SfShot, bursts: effect_areas.Burst) -> tuple[Sum, ...]:
    """Return the sums of the size and attack factor of an early ignition (12-44, S-07)."""
    before = shot.attack_factor or bursts.attack_factor
    cut = Term("Ignites early", bursts.attack_factor - before, "12-44")
    factor = sum_of("Attack factor", bursts.attack_factor, Term("Vaporshock", before, "12-09"), cut)
    old, new = shot.area_size, bursts.area.size
    if old is None or new is None:
        return (factor,)
    parts = (Length("Area", old, "12-40"), Length("Half the size", new - old, "12-44"))
    return (factor, *whole_inches("Effect area", new, *parts))


ENDS = {
    "round_end": "until the round is over",
    "current_player_turn_end": "until this player's turn is over",
    "victims_next_turn_end": "until its own next turn is over",
}
"""The values of sf_incapacitated_until in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incapacitate(Act):
    """Settle the blast of a shot, or incapacitate the units that the referee names.

    With `shot_id` it strikes all survivors inside the area of that shot whom a blast can
    incapacitate (12-46, 12-48). Without, it strikes `unit_ids`, and is refused for a unit that a
    blast cannot incapacitate.
    """

    shot_id: int | None = None
    unit_ids: tuple[int, ...] = ()
    cause: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the markers; moving and firing are refused until they end (12-47, S-03)."""
        check_played(session)
        turn_now(session)
        if self.shot_id is not None:
            return self._of_shot(session, existing_shot(session, self.shot_id))
        if not self.unit_ids:
            raise BadInput("Name a shot, or units.", "unit_ids")
        cause = word(self.cause, "cause") or "a blast"
        open_crew = house_of(session, ScifiHouse).sf_open_crew_blast
        lines = []
        for unit in units_named(session, self.unit_ids, "unit_ids"):
            able = effect_areas.susceptible(victim(session, unit), open_crew=open_crew)
            why = f"{unit.name}: a blast incapacitates people on foot and machines of size 0."
            self.refuse_if(not able, "12-48", why, session)
            lines.append(begin(session, unit, cause))
        names = ", ".join(session.get_one(Unit, each).name for each in self.unit_ids[:3])
        return Outcome(f"Incapacitate {names}", tuple(lines))

    def _of_shot(self, session: Session, shot: SfShot) -> Outcome:
        rules = house_of(session, ScifiHouse)
        named = rules.sf_blast_warheads
        has = has_blast(shot.warhead, named)
        kind = shot.warhead or "what it fires"
        self.refuse_if(not has, "12-46", f"{shot.weapon}: {kind} has no blast.", session)
        check_due(self, session, shot, effect_areas.AttackStep.BLAST)
        inside = [session.get_one(Unit, unit_id) for unit_id in shot.inside]
        # By key and not by name: two units may have the same name.
        victims = {str(unit.id): victim(session, unit) for unit in inside}
        struck = effect_areas.incapacitated(
            shot.warhead or "",
            [replace(each, name=key) for key, each in victims.items()],
            # Where 12-46 was overruled, this warhead counts as one with a blast.
            blast_warheads=named if has else (shot.warhead,),
            open_crew=rules.sf_open_crew_blast,
        )
        shot.blasted = True
        session.add(shot)
        cause = f"{kind}, {shot.weapon}"[: text.NAME_LENGTH]
        lines = [begin(session, unit, cause) for unit in inside if str(unit.id) in struck]
        spared = [unit.name for unit in inside if str(unit.id) not in struck]
        words = f"{len(lines)} incapacitated." + (f" Not: {', '.join(spared)}." if spared else "")
        return outcome(
            Kind.BLAST, f"Blast of {shot.weapon}", words, also=lines,
            lead=f"{text.opening(shot.weapon)}: the blast.",
            rule="12-49" if shot.early else "12-47", unit_id=shot.unit_id,
        )  # fmt: skip


def victim(session: Session, unit: Unit) -> UnitInBlast:
    """Return a unit as the rule of blast needs it; BadInput if it has no Sci-fi facts."""
    facts = facts_of(session, unit.id or 0)
    if facts is None:
        raise BadInput(f"Say first what {unit.name} is by the Sci-fi rules.", "unit_ids")
    return UnitInBlast(
        unit.name,
        facts.kind,
        facts.size,
        facts.on_foot,
        facts.open_topped,
        eliminated=unit.fate is not Fate.ALIVE,
    )


def _no_defence(session: Session) -> str:
    """Return a sentence if an incapacitated unit cannot defend itself in melee, else "" (S-04)."""
    melee = house_of(session, ScifiHouse).sf_incapacitated_melee
    no = may(Activity.DEFEND, incapacitated=True, melee=melee)
    return " It does not defend itself in melee." if no else ""


def begin(session: Session, unit: Unit, cause: str) -> Line:
    """Mark a unit as incapacitated; a second blast starts its time again (S-03)."""
    turn = turn_now(session)
    until = house_of(session, ScifiHouse).sf_incapacitated_until
    state = incapacitated(session, unit.id or 0) or State(
        unit_id=unit.id or 0, kind=StateKind.INCAPACITATED, since_turn_id=turn.id or 0
    )
    # Kept with the state: a change of the house rule does not change one that runs already.
    state.cause, state.until = cause, until
    state.since_turn_id = turn.id or 0
    state.clock_player_id, state.clock_edge = unit.player_id, Edge.END
    session.add(state)
    session.flush()
    words = f"By {cause}. It neither moves nor fires {ENDS[until]}.{_no_defence(session)}"
    return line(Kind.STATE, f"{unit.name} is incapacitated.", words, rule="12-47", of=unit)
