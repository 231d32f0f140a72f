"""The modifiers of one Action Roll, and the Close Combat around the attack."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace
from sqlmodel import Session, col, select

from brikdesk.acts.checks import alive
from brikdesk.acts.combat.aim import (
    Change,
    Extra,
    Measure,
    Mode,
    ModifierLine,
    Target,
    TargetPart,
    To,
    easy_object,
)
from brikdesk.acts.combat.armor import own_bonuses
from brikdesk.acts.combat.engaging import fights_back, group_of, in_grab
from brikdesk.acts.combat.weapons_used import (
    Armed,
    above,
    by_map,
    distance_to,
    home_in,
    is_measured,
)
from brikdesk.acts.fields.scouts_and_marks import visible_to_side
from brikdesk.acts.who_may import kinds_of
from brikdesk.errors import BadInput
from brikdesk.lengths import compared, in_inches
from brikdesk.rules.brikwars import shooting
from brikdesk.rules.brikwars import weapons as weapon_rules
from brikdesk.rules.brikwars.attacks import Fighter, Modifiers, modified, outnumbered
from brikdesk.rules.brikwars.close_combat import (
    bare_hands_used,
    hits_automatically,
    strike_modifier,
)
from brikdesk.rules.brikwars.flight import modifier_against_projectile
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.shooting import shot_penalty
from brikdesk.rules.brikwars.states import ranged_bonus_against
from brikdesk.rules.brikwars.traps_and_scouts import mark_bonus, unseen_modifier
from brikdesk.store.house_rules import allies_of, house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import REFEREE
from brikdesk.store.session import rows_of
from brikdesk.store.tables import Fate, Mark, StateKind, Unit
from brikdesk.store.views.battlefield import hidden_by
from brikdesk.text import note

NOBODY = 0
"""The party of units that belong to nobody."""


class Melee:
    """The Close Combat of one attack. `held` are units in Grabs of this attack, as far as rolled.

    Its fighters are attackers, targets, all units engaged with one of them, and the units that the
    referee `stated`; there are none if no target fights back.
    """

    def __init__(
        self,
        session: Session,
        armed: Sequence[Armed],
        targets: Sequence[Target],
        stated: Collection[int],
    ) -> None:
        self.session = session
        self.held: set[int] = set()
        stated_units = [alive(session, unit_id) for unit_id in stated]
        units = [each.by for each in armed if not each.ranged]
        struck = [each.unit for each in targets if each.unit and fights_back(each.unit)]
        fight = [*units, *struck, *stated_units] if units and struck else []
        group = group_of(session, [unit.id or 0 for unit in fight])
        there = select(Unit).where(col(Unit.id).in_(group), Unit.fate == Fate.ALIVE)
        found = session.exec(there) if group else ()
        self.fighters = tuple(self._fighter(unit) for unit in found)

    def _fighter(self, unit: Unit) -> Fighter:
        down = StateKind.DISRUPTED in kinds_of(self.session, unit)
        return Fighter(unit.id or 0, unit.player_id or NOBODY, down)

    def outnumbered(self, unit: Unit) -> tuple[int, str]:
        """Return the modifier of a fighter's Action Rolls, and how many fight how many (5.1-42)."""
        if unit.id not in {each.unit for each in self.fighters}:
            return 0, ""
        player = unit.player_id or NOBODY
        allies = allies_of(self.session, player) if player else set()
        fallen = house_of(self.session, BrikWarsHouse).bw_count_disrupted_fighters
        value = outnumbered(player, self.fighters, allies, bw_count_disrupted_fighters=fallen)
        counted = [each for each in self.fighters if fallen or not each.disrupted]
        own = sum(each.player == player or each.player in allies for each in counted)
        return value, f"{own} against {len(counted) - own}"

    def automatic(self, armed: Armed, target: Target) -> str:
        """Return the rule by which a Close Combat attack needs no Action Roll; empty for none."""
        # The order decides which of several rules the log cites.
        unit = target.unit
        if armed.ranged:
            return ""
        if hits_automatically(easy=easy_object(self.session, target)):
            return "A4-17"
        if unit is None:
            return ""
        if armed.mode in (Mode.GRAB, Mode.SHOVE):
            sure = hits_automatically(armed.mode.value, size=armed.by.size, target_size=unit.size)
            if sure:
                return "5.2-24" if armed.mode is Mode.GRAB else "5.2-32"
        if unit.id in self.held or in_grab(self.session, unit):
            return "5.2-25"
        down = StateKind.DISRUPTED in kinds_of(self.session, unit)
        return "4.1-29" if hits_automatically(easy=down) else ""

    def hands(self, armed: Armed) -> int:
        """Return the Hands that a way of attacking takes up (5.2-05, 5.2-24, A5-23)."""
        if armed.weapon is not None:
            return 0 if armed.weapon.mounted else max(1, armed.hands)
        both = house_of(self.session, BrikWarsHouse).bw_barehand_uses_both
        bare = bare_hands_used(bw_barehand_uses_both=both)
        return bare if armed.mode is Mode.SHOVE else 1

    def hold(self, grabber: Unit, victim: Unit) -> None:
        """Count a Grab of this attack, for the attacks after it (5.2-25)."""
        self.held |= {grabber.id or 0, victim.id or 0}


SECTIONS = {3: "", 2: "two sections in sight", 1: "one section in sight"}
"""How many sections of a minifig are in sight, in words."""

TINY = weapon_rules.aim_modifier(TargetPart.TINY)
"""The modifier of a tiny target (5.1-31)."""

MOST_POINTS = 100
"""Points of one modifier; more is a slip of the finger."""


def modifiers_of(
    session: Session,
    armed: Armed,
    target: Target,
    changes: Sequence[Change],
    extras: Sequence[Extra],
    bonus_range: int = 0,
    shot: int = 0,
    melee: Melee | None = None,
    mom_range: int = 0,
) -> tuple[ModifierLine, ...]:
    """Return the modifiers of one weapon against one target, the referee's changes made.

    `bonus_range` are inches that a Benny bought (4.2-18), `mom_range` those of a MOM (5.4-10), `shot` is
    its place in a burst. Modifiers of value 0 are left out, unless the referee changed them.
    """
    made = _Modifiers(session, armed, target, {change.key: change for change in changes})
    made.of_target()
    made.of_range(bonus_range, mom_range)
    made.of_sight()
    made.of_gun(shot)
    made.of_melee(melee)
    made.of_self()
    for number, extra in enumerate(extras):
        if not extra.parry:
            made.rows.append(_extra(number, extra, To.DAMAGE if extra.damage else To.ACTION))
    return tuple(made.rows)


def parry_rows(
    found: Iterable[tuple[str, str, int, str, str]],
    changes: Sequence[Change],
    extras: Sequence[Extra],
) -> tuple[ModifierLine, ...]:
    """Return the modifiers of a Parry (key, reason, value, rule, detail), the referee's changes made."""
    by_key = {change.key: change for change in changes}
    made = [
        _changed(ModifierLine(key, reason, value, rule, detail, To.PARRY), by_key.get(key))
        for key, reason, value, rule, detail in found
        if value or key in by_key
    ]
    own = [_extra(at, extra, To.PARRY) for at, extra in enumerate(extras) if extra.parry]
    return (*made, *own)


def _changed(row: ModifierLine, change: Change | None) -> ModifierLine:
    """Return a modifier as the referee left it."""
    if change is None:
        return row
    new = row.value if change.value is None else _points(change.value)
    changed = not change.on or new != row.value
    # A value that the referee sets is not the book's any more; the log cites him.
    rule = REFEREE if new != row.value else row.rule
    return replace(row, on=change.on, value=new, changed=changed, rule=rule)


def _extra(number: int, extra: Extra, to: To) -> ModifierLine:
    """Return a modifier that the referee added."""
    reason = note(extra.reason, "reason") or "as the referee says"
    points = _points(extra.value)
    return ModifierLine(f"other-{number}", reason, points, REFEREE, to=to, known=False, own=True)


def key_of(name: str, armed: Armed, target: Target) -> str:
    """Name a modifier for a `Change`: plain for the first weapon and target, else told apart."""
    if armed.number == 0 and target.number == 0:
        return name
    return f"{name}@{armed.number}.{target.number}"


class _Modifiers:
    """The modifiers as they are collected."""

    def __init__(
        self, session: Session, armed: Armed, target: Target, changes: Mapping[str, Change]
    ) -> None:
        self.session, self.armed, self.target, self.changes = session, armed, target, changes
        self.rows: list[ModifierLine] = []

    def add(
        self,
        name: str,
        reason: str,
        value: int,
        rule: str,
        detail: str = "",
        to: To = To.ACTION,
        act_id: int | None = None,
    ) -> int:
        """Add one row as the referee left it; return the points that it counts."""
        key = key_of(name, self.armed, self.target)
        change = self.changes.get(key)
        # A row of 0 stays where the referee changed it, so that he can change it back.
        if not value and change is None:
            return 0
        row = ModifierLine(key, reason, value, rule, detail, to, act_id=act_id, name=name)
        row = _changed(row, change)
        if to is To.RANGE and row.value < 0:
            raise BadInput("No penalty shortens Range. It takes off rolls only.", "changes")
        self.rows.append(row)
        return row.value if row.on else 0

    def of_target(self) -> None:
        """Add size, sections or the smaller point that is aimed at (5.1-27 to 5.1-34, Q8-14)."""
        target = self.target
        if target.flight:
            points = house_of(self.session, BrikWarsHouse).projectile_target_mod
            row = modifier_against_projectile(projectile_target_mod=points)
            self.add_seen("In flight", row.value, row.rule)
        elif target.explosive:
            self.add_seen("Tiny target", TINY, "5.1-31", "an Explosive")
        elif target.aim.part:
            self._of_part(target)
        elif target.minifig:
            if not is_blind(self.session, self.armed, self.target):
                # Nobody has said that anything of it is covered.
                self._of_cover(3 if target.aim.sections is None else target.aim.sections)
        elif target.unit and target.unit.size <= 0:
            self.add_seen("Tiny target", TINY, "5.1-31", 'Size 0"')
        elif target.unit:
            points, inches = weapon_rules.size_modifier(target.inches), in_inches(target.inches)
            rule, detail = "5.1-28", f"Size {inches}"
            if target.aim.inches is not None:
                rule, detail = "5.1-29", f"{inches} can be hit"
            self.add_seen("Large target", points, rule, detail + self.source(Measure.INCHES))

    def _of_cover(self, sections: int) -> None:
        """Add what is covered of a minifig of which so many sections are in sight (5.1-34)."""
        points = weapon_rules.visibility_modifier(sections)
        detail = SECTIONS[sections] + self.source(Measure.SECTIONS)
        self.add_seen("Cover", points, "5.1-34", detail)

    def _of_part(self, target: Target) -> None:
        """Add a smaller point that is aimed at; what is seen of a minifig may be less (5.1-31, 5.1-34)."""
        part = weapon_rules.aim_modifier(target.aim.part)
        seen = target.aim.sections if target.minifig else None
        if seen is not None and weapon_rules.visibility_modifier(seen) < part:
            self._of_cover(seen)
            return
        part = TINY if target.unit and target.unit.size <= 0 else part
        detail = target.aim.part_name or f"{target.aim.part} part"
        self.add_seen("Aimed part", part, "5.1-31", detail)

    def source(self, measure: Measure) -> str:
        """Return what is added to a measure of the target that the map gave."""
        return by_map(measure in self.target.aim.measured)

    def add_seen(self, reason: str, value: int, rule: str, detail: str = "") -> None:
        """Add size or cover; a house rule says whether it counts for a Strike (A5-42)."""
        if not self.armed.ranged:
            counts = house_of(self.session, BrikWarsHouse).bw_visibility_in_cc
            value = strike_modifier(value, bw_visibility_in_cc=counts)
        self.add("size", reason, value, rule, detail)

    def of_range(self, bonus_range: int, mom_range: int) -> None:
        """Add height to the Range, and what is out of it to the rolls (5.1-49 to 5.1-53)."""
        armed, target = self.armed, self.target
        if armed.range is None:
            return
        # What a weapon of several stands higher by was typed for it.
        known = armed.strike.above is None and Measure.ABOVE in target.aim.measured
        higher = above(armed, target)
        detail = f"{in_inches(higher)} above{by_map(known)}"
        points = weapon_rules.height_bonus(higher)
        height = self.add("height", "Height", points, "5.1-49", detail, To.RANGE)
        bought = (("benny", "Benny", bonus_range, "4.2-18"), ("mom", "MOM", mom_range, "5.4-10"))
        for name, reason, inches, rule in bought:
            if inches:
                key = key_of(name, armed, target)
                self.rows.append(ModifierLine(key, reason, inches, rule, to=To.RANGE))
        reach = armed.range + height + bonus_range + mom_range
        away = distance_to(armed, target)
        rounding = house_of(self.session, BrikWarsHouse).bw_oor_rounding
        over = weapon_rules.out_of_range(away, reach, rounding=rounding)
        penalty, _ = shooting.range_penalties(over)
        said, of = compared(away, reach) if over else (in_inches(away), in_inches(reach))
        detail = f"{said} of {of}{by_map(is_measured(armed, target))}"
        self.add("range", "Out of Range", penalty, "5.1-53", detail)

    def of_sight(self) -> None:
        """Add Firing Blind, Marks, and a target that lies on the ground (5.1-56, F.3-10, 4.1-28)."""
        armed, unit = self.armed, self.target.unit
        if not armed.ranged:
            return
        blind = unseen_modifier(seen=not is_blind(self.session, armed, self.target))
        hides: tuple[str, ...] = ()
        if blind and unit is not None and Measure.BLIND in self.target.aim.measured:
            hides = hidden_by(self.session, armed.bearer.id or 0, unit.id or 0)
        behind = f" behind {', '.join(dict.fromkeys(hides))}" if hides else ""
        detail = f"{self.target.name}{behind}{self.source(Measure.BLIND)}"
        self.add("blind", "Firing blind", blind, "5.1-56", detail)
        marks = self._marks()
        applies = house_of(self.session, BrikWarsHouse).mark_applies
        points = mark_bonus(len(marks), armed.attack, applies=applies)
        origin = made_by(self.session, marks[-1]) if marks else None
        self.add("mark", "Marked", points, "F.3-10", act_id=origin)
        down = unit is not None and StateKind.DISRUPTED in kinds_of(self.session, unit)
        self.add("down", "Disrupted", ranged_bonus_against(easy=down), "4.1-28")
        # What lies down and is an easy object has the bonus once.
        easy = not down and easy_object(self.session, self.target)
        self.add("object", "Inanimate object", ranged_bonus_against(easy=easy), "A4-17")

    def of_gun(self, shot: int) -> None:
        """Add Support, what was homed in, and the Auto Penalty (8.5-12, 8.5-16, 8.3-09)."""
        armed, target = self.armed, self.target
        weapon = armed.weapon
        if weapon is not None and armed.ranged:
            if carried := home_in(armed, target).carried(self.session):
                turns = ", ".join(f"Turn {number}" for number in carried.built[-3:])
                detail = f"carried from {turns}" if turns else "carried"
                origin = made_by(self.session, carried, "bonus")
                self.add("homing", "Homing", carried.bonus, "8.5-16", detail, act_id=origin)
            support = len(armed.strike.supporters)
            self.add("support", "Gunnery Support", support, "8.5-12")
        arc = armed.area
        count = armed.strike.count if arc or armed.mode is Mode.BURST else 1
        grows = house_of(self.session, BrikWarsHouse).burst_penalty
        points = shot_penalty(armed.kind.value, count, shot, arc=arc, burst_penalty=grows)
        words = f"arc of {armed.strike.count}" if arc else f"burst of {armed.strike.count}"
        self.add("auto", "Auto Penalty", points, "8.3-09" if arc else "8.3-14", words)

    def of_melee(self, melee: Melee | None) -> None:
        """Add that the other side has more fighters in this Close Combat (5.1-42, 5.1-43)."""
        if melee is not None and not self.armed.ranged:
            value, detail = melee.outnumbered(self.armed.by)
            self.add("outnumbered", "Outnumbered", value, "5.1-42", detail)

    def of_self(self) -> None:
        """Add what the attacker brings to every Action Roll of its own."""
        for term in own_bonuses(self.session, self.armed.by).terms:
            self.add(f"own-{term.reason}", term.reason, term.value, term.rule)

    def _marks(self) -> list[Mark]:
        """Return the Marks that this side's Scouts have on the target."""
        unit, player = self.target.unit, self.armed.player_id
        if unit is None or player is None:
            return []
        side = {player, *allies_of(self.session, player)}
        marks = rows_of(self.session, Mark)
        return [mark for mark in marks if mark.target_id == unit.id and mark.player_id in side]


def is_blind(session: Session, armed: Armed, target: Target) -> bool:
    """Return whether nobody of this side sees the target (5.1-56, F.3-07, F.3-09)."""
    if not target.aim.blind or target.unit is None:
        return bool(target.aim.blind)
    return not visible_to_side(session, armed.player_id, target.unit)


def _points(value: int) -> int:
    return max(-MOST_POINTS, min(MOST_POINTS, value))


STEPS = {To.ACTION: "action", To.RANGE: "range", To.DAMAGE: "damage"}
"""The steps of an attack that a modifier changes; those of a Parry are another roll."""


def by_step(rows: Sequence[ModifierLine]) -> Modifiers:
    """Return what the ticked modifiers add to each step of the attack (5.1-02, 5.1-25)."""
    return modified((STEPS[row.to], row.value) for row in rows if row.on and row.to in STEPS)


def points_of(rows: Sequence[ModifierLine], name: str) -> int:
    """Return the points of all ticked modifiers of this name."""
    return sum(row.value for row in rows if row.on and row.name == name)


def over_range(rows: Sequence[ModifierLine]) -> int:
    """Return the inches out of Range that the ticked modifiers count."""
    return -points_of(rows, "range")


def auto_of(rows: Sequence[ModifierLine]) -> int:
    """Return the Auto Penalty of the ticked modifiers, 0 or less; it decides a jam (8.3-15)."""
    return points_of(rows, "auto")
