"""The questions of a shot that was fired, one at a time, in the order of its attack."""

from enum import Enum

from msgspec import Struct

from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.attack_order import AttackStep
from brikdesk.rules.scifi.outcomes import OUTCOMES, Matter, UsualOutcome
from brikdesk.rules.scifi.rotary import rotary_hits, suggested_hits
from brikdesk.rules.scifi.vaporshock import VAPORSHOCK
from brikdesk.rules.scifi.warheads import follows_target
from brikdesk.store.views.scifi import ShotRow
from ui.models.scifi_attack.table import SfTable


class Ask(Enum):
    """What kind of answer a question wants."""

    PLACE = "place"
    FALL = "fall of shot"
    HIT = "hit"
    LANDING = "landing"
    ARMOR = "armor class"
    PENETRATION = "penetration"
    DAMAGE = "damage"
    BLAST = "blast"


MATTERS = (Ask.FALL, Ask.HIT, Ask.ARMOR, Ask.PENETRATION, Ask.DAMAGE)
"""Questions that are answered by one entry in the shot's record; only these can be skipped."""


class ShotQuestion(Struct, frozen=True):
    """One question: its shot, the unit it is about, what it asks, its answers, and its rule.

    `number` is a number that is asked: its name, least, most and usual value. `hit` says which of
    several hits is checked, from 1; 0 if there is only one. `words` is a prompt for free words.
    """

    key: str
    ask: Ask
    shot: ShotRow
    prompt: str
    rule: str
    unit_id: int | None = None
    options: tuple[UsualOutcome, ...] = ()
    number: tuple[str, int, int, int | None] | None = None
    hit: int = 0
    words: str = ""

    @property
    def skippable(self) -> bool:
        """Whether it can be skipped without an answer."""
        return self.ask in MATTERS

    @property
    def has_area(self) -> bool:
        """Whether it asks where an area lies and who is inside."""
        return self.ask in (Ask.PLACE, Ask.LANDING)


def question(table: SfTable, shot: ShotRow) -> ShotQuestion | None:
    """Return the question that a shot asks now; None if it is settled."""
    # Energy is placed before the hit roll, what explodes after it (12-37, 12-41, 12-42).
    if shot.next in (AttackStep.PLACE, AttackStep.INSIDE) and not _lands(shot):
        return _question(shot, Ask.PLACE, "Where does the area lie, and who is inside?", "12-37")
    if _falls_first(shot):
        ask = OUTCOMES[Matter.FALL_OF_SHOT].asks
        return _question(shot, Ask.FALL, ask, "12-43", words="where, and when")
    if shot.next is AttackStep.HIT:
        return _hit(table, shot)
    if shot.next in (AttackStep.LANDING, AttackStep.INSIDE):
        words = "Where does it land, and who is inside?"
        return _question(shot, Ask.LANDING, words, "12-45" if _missed(shot) else "12-42")
    if asked := _damage(table, shot):
        return asked
    if shot.next is AttackStep.BLAST:
        words = "The blast incapacitates the survivors inside."
        return _question(shot, Ask.BLAST, words, "12-49" if shot.early else "12-47")
    return None


def _lands(shot: ShotRow) -> bool:
    return shot.explosive


def _falls_first(shot: ShotRow) -> bool:
    """Return whether the fall of shot is entered now (12-43), also without an area (12-83)."""
    said = any(each.matter is Matter.FALL_OF_SHOT for each in shot.outcomes)
    return shot.next is AttackStep.FALL_OF_SHOT or (
        shot.indirect and shot.shape is AreaShape.NONE and not said and shot.next is not None
    )


def _missed(shot: ShotRow) -> bool:
    return any(
        each.matter is Matter.HIT and each.verdict is UsualOutcome.MISS for each in shot.outcomes
    )


def _question(
    shot: ShotRow,
    ask: Ask,
    prompt: str,
    rule: str,
    unit_id: int | None = None,
    options: tuple[UsualOutcome, ...] = (),
    number: tuple[str, int, int, int | None] | None = None,
    hit: int = 0,
    words: str = "",
) -> ShotQuestion:
    # With the count of rolls: a reroll asks the same again, and begins with an empty answer.
    key = f"{shot.id}-{ask.value}-{unit_id or 0}-{hit}-{shot.rolls}"
    return ShotQuestion(key, ask, shot, prompt, rule, unit_id, options, number, hit, words)


def _hit(table: SfTable, shot: ShotRow) -> ShotQuestion:
    entered = {each.unit_id for each in shot.outcomes if each.matter is Matter.HIT}
    each_one = shot.hits_asked > 1 or (len(shot.inside) == 1 and not shot.explosive)
    left = [unit for unit in shot.inside if unit not in entered] if each_one else []
    whom = left[0] if left else None
    name = table.name(whom)
    again = " It is rolled again." if shot.rolls > 1 else ""
    prompt = f"Hit or miss{f', {name}' if name else ''}?{again}"
    return _question(
        shot,
        Ask.HIT,
        prompt,
        "12-21",
        whom,
        OUTCOMES[Matter.HIT].choices,
        _hits_wanted(table, shot),
    )


def _hits_wanted(table: SfTable, shot: ShotRow) -> tuple[str, int, int, int | None] | None:
    """Return the number of hits to ask for; None if it is not asked.

    It is asked for rotary weapons whose barrels are unknown or not in the table (12-57).
    """
    weapon = table.weapon(shot.sf_weapon_id)
    if weapon is None or not weapon.rotary:
        return None
    barrels = weapon.barrels
    if barrels is None:
        return ("Hits of the burst", 1, 99, None)
    if rotary_hits(barrels) is not None:
        return None
    return (f"Hits of {barrels} barrels", 1, 99, suggested_hits(barrels))


def hits_of(table: SfTable, shot: ShotRow, unit_id: int | None) -> int:
    """Return how many hits on a unit are checked, each on its own (12-57, 12-58)."""
    weapon = table.weapon(shot.sf_weapon_id)
    if weapon is None or not weapon.rotary:
        return 1
    said = [
        each.number
        for each in shot.outcomes
        if each.matter is Matter.HIT and each.number and each.unit_id in (unit_id, None)
    ]
    if weapon.barrels is None:
        return said[-1] if said else 1
    return rotary_hits(weapon.barrels) or next(reversed(said), suggested_hits(weapon.barrels))


def _damage(table: SfTable, shot: ShotRow) -> ShotQuestion | None:
    """Return the next question about penetration of each hit, then damage, unit by unit."""
    if shot.next not in (AttackStep.DAMAGE, None, AttackStep.BLAST):
        return None
    for unit_id in shot.asks:
        if asked := _of_unit(table, shot, unit_id):
            return asked
    return None


def _of_unit(table: SfTable, shot: ShotRow, unit_id: int | None) -> ShotQuestion | None:
    entries = [
        each
        for each in shot.outcomes
        if each.unit_id == unit_id and each.matter is Matter.PENETRATION
    ]
    damaged = any(
        each.unit_id == unit_id and each.matter is Matter.DAMAGE for each in shot.outcomes
    )  # fmt: skip
    if damaged:
        return None
    name = table.name(unit_id) or shot.target or "the target"
    hits = hits_of(table, shot, unit_id)
    if len(entries) < hits:
        return _penetration(table, shot, unit_id, name, len(entries) + 1, hits)
    if all(each.verdict is UsualOutcome.NO_EFFECT for each in entries[-hits:]):
        return None
    prompt = f"What is the damage to {name}?"
    return _question(shot, Ask.DAMAGE, prompt, "12-77", unit_id, _damages(table, unit_id))


def _damages(table: SfTable, unit_id: int | None) -> tuple[UsualOutcome, ...]:
    """Return the answers about damage, without a lost weapon for units that have none left."""
    armed = any(not row.destroyed for row in table.weapons_of(unit_id))
    choices = OUTCOMES[Matter.DAMAGE].choices
    if unit_id is None or armed:
        return choices
    return tuple(each for each in choices if each is not UsualOutcome.WEAPON_DESTROYED)


def _penetration(
    table: SfTable, shot: ShotRow, unit_id: int | None, name: str, hit: int, hits: int
) -> ShotQuestion:
    fact = table.fact(unit_id)
    known = fact is not None and fact.armor_class is not None
    skipped = any(
        each.unit_id == unit_id and each.matter is Matter.ARMOR_CLASS for each in shot.outcomes
    )
    # Skipped, it is not asked again: penetration is then the referee's word without a factor.
    if follows_target(shot.warhead) and fact is not None and not known and not skipped:
        number = ("Armor class", 0, 9, None)
        prompt = f"Armor class of {name}, 0 to 9?"
        return _question(shot, Ask.ARMOR, prompt, "12-11", unit_id, number=number)
    which = f", hit {hit} of {hits}" if hits > 1 else ""
    return _question(
        shot,
        Ask.PENETRATION,
        f"What does it do to {name}{which}?",
        "12-58" if hits > 1 else "12-08",
        unit_id,
        OUTCOMES[Matter.PENETRATION].choices,
        hit=hit if hits > 1 else 0,
    )


def asks_flame(shot: ShotRow) -> bool:
    """Return whether flame inside the area matters (12-44)."""
    return shot.warhead == VAPORSHOCK
