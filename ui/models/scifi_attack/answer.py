"""What the referee is about to enter for a shot, and the act that enters it."""

from msgspec import Struct, field

from brikdesk.acts.places import point_said, point_words
from brikdesk.acts.scifi.areas import BurstSf, PlaceArea
from brikdesk.acts.scifi.incapacitating import Incapacitate
from brikdesk.acts.scifi.outcomes import EnterOutcome
from brikdesk.dice import Face
from brikdesk.ground.shapes import Footprint, Point
from brikdesk.rules.scifi.areas import Area, AreaShape, direction
from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.rules.scifi.outcomes import Matter, UsualOutcome
from brikdesk.rules.scifi.vaporshock import EARLY_FACTOR, burst
from brikdesk.store.act import Act
from brikdesk.store.views.scifi import ShotRow
from ui.models.scifi_attack.course import Ask, ShotQuestion
from ui.models.scifi_attack.on_the_map import aimed_at, facing_of, laid_area, within
from ui.models.scifi_attack.table import SfTable


class ShotAnswer(Struct):
    """What is filled in so far. `choice` and `then` are places in lists of names.

    `then` answers the follow-up of a choice: whose figure goes, or which weapon is destroyed.
    `touched` means that the referee ticked who is inside. `detected` counts targets in range.
    """

    choice: int | None = None
    then: int | None = None
    number: int | None = None
    note: str = ""
    words: str = ""
    flame: bool = False
    inside: list[int] = field(default_factory=list)
    touched: bool = False
    face: Face | None = None
    detected: int = 0


class Follow(Struct, frozen=True):
    """A second question that follows from a choice: its prompt, names, their keys, and its rule."""

    prompt: str
    names: tuple[str, ...]
    keys: tuple[int, ...]
    rule: str


def fresh(table: SfTable, asked: ShotQuestion) -> ShotAnswer:
    """Return an answer with all that the desk knows filled in."""
    side = table.side(asked.shot.unit_id)
    answer = ShotAnswer(detected=table.seen_by(side, asked.shot.unit_id))
    if asked.ask is Ask.LANDING and (fell := _fell(asked.shot)) is not None:
        answer.words = point_words(*fell)
    answer.inside = list(proposed(table, asked, answer))
    return answer


def proposed(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> tuple[int, ...]:
    """Return those whom the map puts into the area, nearest first; the target where it knows less."""
    shot = asked.shot
    if not asked.has_area:
        return ()
    lying = area_of(table, asked, answer)
    if lying is not None:
        return within(table, lying, shot.target_id)
    if table.unit(shot.target_id) is None or (asked.ask is Ask.LANDING and not _strikes(shot)):
        return ()  # where it lands is the referee's word
    return (shot.target_id or 0,)


def area_of(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> Footprint | None:
    """Return where the area of a shot lies by what is said so far; None where nobody knows."""
    shot = asked.shot
    words = answer.words if asked.has_area else shot.place
    at, facing = aimed_at(table, shot.target_id, shot.target), None
    if shot.shape is AreaShape.OBLONG:
        if wants_die(asked, answer) and not words.strip():
            words = points_to(table, answer)
            if not words:
                return None
        start = aimed_at(table, shot.unit_id, "")
        facing = facing_of(words, start, at)
    elif shot.explosive:
        at = point_said(words) or (at if _strikes(shot) and not words else None)
    else:
        at = point_said(words) or at
    size = area_size(table, shot, flame=answer.flame)
    return laid_area(shot.shape, size, shot.area_width, at, facing)


def place_asked(asked: ShotQuestion) -> str:
    """Return in words the place that a click on the map answers; empty where none is asked for."""
    if asked.ask is Ask.FALL or asked.ask is Ask.LANDING:
        return "Where it lands"
    if asked.ask is Ask.PLACE:
        oblong = asked.shot.shape is AreaShape.OBLONG
        return "Where its far end points" if oblong else "Where its middle lies"
    return ""


def _fell(shot: ShotRow) -> Point | None:
    """Return where an indirect shot came down, if that was said as a point (12-43)."""
    said = (point_said(each.answer) for each in shot.outcomes if each.matter is Matter.FALL_OF_SHOT)
    return next((spot for spot in said if spot is not None), None)


def _strikes(shot: ShotRow) -> bool:
    return any(
        each.matter is Matter.HIT and each.verdict is UsualOutcome.HIT for each in shot.outcomes
    )


def area_size(table: SfTable, shot: ShotRow, *, flame: bool) -> float | None:
    """Return the size of the area in inches, halved if a vaporshock ignites early (12-44)."""
    area = Area(shot.shape, shot.area_size)
    factor = shot.attack_factor or EARLY_FACTOR
    halving = table.house.sf_vaporshock_halving
    return burst(shot.warhead, area, factor, flame_inside=flame, halving=halving).area.size


def wants_die(asked: ShotQuestion, answer: ShotAnswer) -> bool:
    """Return whether a die gives the direction: for an oblong over one detected target (12-39)."""
    oblong = asked.shot.shape is AreaShape.OBLONG
    return asked.ask is Ask.PLACE and oblong and answer.detected == 1


def points_to(table: SfTable, answer: ShotAnswer) -> str:
    """Return the direction that the die gives; empty if the referee chooses it (S-27)."""
    if answer.face is None:
        return ""
    return direction(answer.face.value, table.house.sf_d10_directions)


def follow_up(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> Follow | None:
    """Return the follow-up of a choice of damage; None if nothing is left open."""
    if asked.ask is not Ask.DAMAGE or answer.choice is None or asked.unit_id is None:
        return None
    chosen = asked.options[answer.choice]
    if chosen is UsualOutcome.ELIMINATED and table.house.sf_weapon_crews:
        return _figures(table, asked.unit_id)
    if chosen is UsualOutcome.WEAPON_DESTROYED:
        whole = [row for row in table.weapons_of(asked.unit_id) if not row.destroyed]
        if len(whole) > 1:
            names, keys = tuple(row.name for row in whole), tuple(row.id for row in whole)
            return Follow("Which weapon is destroyed?", names[:5], keys[:5], "12-76")
    return None


def _figures(table: SfTable, unit_id: int) -> Follow | None:
    """Return the question whose figure goes instead of a gunner's, if several could (12-74)."""
    for weapon in table.weapons.values():
        alive = [member for member in weapon.crew if member.alive]
        gunner = next((each for each in alive if each.role is CrewRole.GUNNER), None)
        others = [each for each in alive if each is not gunner]
        if gunner and gunner.unit_id == unit_id and not weapon.destroyed and len(others) > 1:
            prompt = f"Whose figure goes instead of {gunner.name}'s?"
            names, keys = tuple(each.name for each in others), tuple(each.id for each in others)
            return Follow(prompt, names[:5], keys[:5], "12-74")
    return None


def lacking(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> str:
    """Return what an answer lacks before Enter can apply it, in words; empty if it is complete."""
    if asked.options and answer.choice is None:
        return "Choose by letter."
    if follow_up(table, asked, answer) and answer.then is None:
        return "Choose by letter."
    hit = asked.ask is Ask.HIT and asked.options[answer.choice or 0] is UsualOutcome.HIT
    if hit and asked.number and asked.number[3] is None and answer.number is None:
        return "Type how many hits: nobody has said its barrels."
    if asked.ask is Ask.ARMOR and answer.number is None:
        return "Type the armor class."
    if asked.ask is Ask.FALL and not answer.words.strip():
        return "Say where it lands."
    if wants_die(asked, answer) and not answer.words.strip():
        if answer.face is None:
            return "Type or roll the die."
        if not points_to(table, answer):
            return "The referee says the direction."
    return ""


def act_of(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> Act:
    """Return the act that enters an answer, which has to be complete (`lacking` is empty)."""
    shot, inside = asked.shot, tuple(answer.inside)
    if asked.ask is Ask.BLAST:
        return Incapacitate(shot_id=shot.id)
    if asked.ask is Ask.LANDING:
        return BurstSf(
            shot_id=shot.id, place=answer.words, flame_inside=answer.flame, inside_ids=inside
        )
    if asked.ask is Ask.PLACE:
        oblong = shot.shape is AreaShape.OBLONG
        die = wants_die(asked, answer)
        return PlaceArea(
            shot_id=shot.id,
            inside_ids=inside,
            place="" if die else answer.words,
            detected_in_range=answer.detected if oblong else None,
            faces=(answer.face,) if die and answer.face else (),
            direction=answer.words if die else "",
        )
    return _entry(table, asked, answer)


def _entry(table: SfTable, asked: ShotQuestion, answer: ShotAnswer) -> EnterOutcome:
    verdict = asked.options[answer.choice] if asked.options and answer.choice is not None else None
    # One field for three numbers: an armor class, the hits of a burst, which hit is checked.
    number = answer.number
    # Enter takes the usual number of hits where the referee typed none.
    if asked.ask is Ask.HIT and asked.number and verdict is UsualOutcome.HIT and number is None:
        number = asked.number[3]
    if asked.hit:
        number = asked.hit
    then = follow_up(table, asked, answer)
    key = then.keys[answer.then] if then and answer.then is not None else None
    destroyed = verdict is UsualOutcome.WEAPON_DESTROYED
    return EnterOutcome(
        shot_id=asked.shot.id,
        matter=asked.ask.value,
        answer="" if asked.ask is Ask.ARMOR else verdict.value if verdict else answer.words,
        unit_id=asked.unit_id,
        number=number,
        note=answer.note,
        sf_weapon_id=key if destroyed and key else _only_weapon(table, asked, destroyed),
        member_id=None if destroyed else key,
    )


def _only_weapon(table: SfTable, asked: ShotQuestion, destroyed: bool) -> int | None:
    whole = [row for row in table.weapons_of(asked.unit_id) if not row.destroyed]
    return whole[0].id if destroyed and len(whole) == 1 else None


def skipped(asked: ShotQuestion, answer: ShotAnswer) -> EnterOutcome:
    """Return the act that skips a question, with its note."""
    return EnterOutcome(
        shot_id=asked.shot.id,
        matter=asked.ask.value,
        unit_id=asked.unit_id,
        number=asked.hit or None,
        note=answer.note,
    )
