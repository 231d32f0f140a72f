"""The lists that the referee picks an attack from: attackers, weapons, targets, modifiers."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.acts.checks import initials
from brikdesk.acts.combat.aim import (
    CLOSE,
    Aim,
    AttackPreview,
    Extra,
    Mode,
    ModifierLine,
    Parry,
    ShieldDice,
    Strike,
    To,
)
from brikdesk.ground.gaps import DEGREES_PER_POINT, edge_to_edge
from brikdesk.ground.shapes import NEARLY, disc
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.spoken.roll_call import Arm, Caller
from brikdesk.store.lines import REFEREE
from brikdesk.store.views.armory import explosives
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.still_to_act import held_to_parry
from brikdesk.store.views.units import UnitRow, units
from brikdesk.turns import ledger
from ui.campaign.desk import Desk
from ui.models.attack.any_attack import inches, or_far
from ui.models.attack.draft import AttackDraft, AttackTable
from ui.models.picks import ListedRows, PickRow, unit_row
from ui.models.rows import MINIFIGS

SOMETHING = "something"
"""The value of the row for a weapon that is on no roster."""

MANEUVERS = {
    Mode.GRAB: "with a free hand: no damage, it is held",
    Mode.SHOVE: 'with what it holds, else Bare Hands: 2" away, a minifig falls',
}
"""What can be done to a target without any weapon."""


def attackers(table: AttackTable) -> tuple[PickRow, ...]:
    """Return all units that can attack or carry a weapon that can be fired, the active player's first.

    A gun with nobody at its controls is no attacker (8.5-10).
    """
    active = table.head.player_id
    able = [
        unit
        for unit in table.attackers.values()
        if unit.action_die
        or (
            any(arm.unit_id == unit.id for arm in table.call.arms)
            and not table.is_fired_by_nobody(unit.id)
        )
    ]
    # False sorts before True.
    able.sort(key=lambda unit: (unit.player_id != active, unit.player_id is None))
    return tuple(unit_row(unit, _who(table, unit), _spent(unit), kind=unit.kind) for unit in able)


def weapons(table: AttackTable, draft: AttackDraft) -> tuple[PickRow, ...]:
    """Return the attacker's weapons, then the mounted ones of its side that it could go to."""
    caller = table.call.unit(draft.strike.by_id)
    if caller is None:
        # Nobody fires it yet, or it fires by itself: then its bearer has the weapons.
        arm = table.arm(draft.strike.weapon_id)
        caller = table.call.unit(arm.unit_id) if arm else None
    if caller is None:
        return ()
    here = table.within_hand(caller.id) if caller.action_die else frozenset()
    # What stands out of its reach would be refused: whoever wants to go there has to go first.
    # But the guns of the one whose attack it is stay to choose from: who fires them may change.
    now = table.arm(draft.strike.weapon_id)
    others = [arm for arm in table.call.arms_near(caller) if arm.id in here]
    if now is not None and now.unit_id != caller.id:
        others += [arm for arm in table.call.arms if arm.unit_id == now.unit_id]
    rows: list[PickRow] = []
    # What the caller mans may be a gun of the one whose attack it is too.
    arms = tuple(dict.fromkeys((*table.call.arms_of(caller), *others)))
    many = Counter(_alike(table, arm) for arm in arms)
    for arm in arms:
        # Of three grenades in one hand there is one row: which of them is thrown is all the same.
        if count := many.pop(_alike(table, arm), 0):
            rows += _rows_of(table, caller, arm, count)
    other = PickRow(SOMETHING, "Something else", "on no roster: a chair, a cat", icon="hand")
    bare = [
        PickRow(mode, mode.value.capitalize(), words, icon="hand")
        for mode, words in MANEUVERS.items()
    ]
    # Without an Action die there is nobody who could grab, shove or pick up a chair.
    return (*rows, *bare, other) if caller.action_die else tuple(rows)


def _alike(table: AttackTable, arm: Arm) -> tuple[object, ...]:
    """Return what is the same of weapons of which it does not matter which one is used."""
    thrown = not arm.mounted and arm.kind == "Explosive"
    same = (arm.unit_id, arm.label, weapon_words(table, arm.id), table.state_of(arm.id))
    return same if thrown else (arm.id,)


def _rows_of(table: AttackTable, caller: Caller, arm: Arm, count: int) -> Iterator[PickRow]:
    """Yield a weapon of which there are so many, and that it is thrown where it is held to strike."""
    row = table.weapons.get(arm.id)
    of = f"{count} of them, " if count > 1 else ""
    of += "" if arm.unit_id == caller.id else f"of {table.call.bearer(arm)}, "
    if arm.crew and caller.id not in (arm.unit_id, *arm.crew):
        of += f"manned by {_crew_words(table, arm)}, "
    yield PickRow(
        arm.id, arm.label, f"{of}{weapon_words(table, arm.id)}", table.state_of(arm.id),
        icon="ammo", also=f"{arm.also} {row.kind if row else ''}",
    )  # fmt: skip
    if arm.held and arm.kind == "Melee Weapon" and caller.id == arm.unit_id:
        thrown = Strike(weapon_id=arm.id, by_id=caller.id, mode=Mode.THROW)
        yield PickRow(thrown, f"Throw {arm.label}", "out of the hand", icon="hand")


def _crew_words(table: AttackTable, arm: Arm) -> str:
    """Return who is at the controls of a weapon, and whose Action is spent: Driver (Action spent)."""
    rows = filter(None, map(table.unit, arm.crew))
    return " and ".join(f"{row.name} ({s})" if (s := _spent(row)) else row.name for row in rows)


def shoves_with(table: AttackTable, unit_id: int | None) -> int | None:
    """Return what a unit Shoves with: an object that it holds; None for Bare Hands (5.2-31)."""
    held = (arm.id for arm in table.call.arms if arm.unit_id == unit_id and arm.held)
    return next(held, None)


def weapon_words(table: AttackTable, weapon_id: int) -> str:
    """Return what a weapon does, in words: Use 6, 12", shell X3."""
    row = table.weapons.get(weapon_id)
    if row is None:
        return ""
    use = f"Use {row.use}" if row.use is not None else ""
    reach = in_inches(row.range) if row.range is not None else "touch"
    return ", ".join(part for part in (use, reach, row.load or row.own_damage) if part)


def targets(desk: Desk, table: AttackTable, draft: AttackDraft) -> tuple[PickRow, ...]:
    """Return what can be aimed at: units, then Explosives and projectiles.

    Enemies come first, by distance, then unaligned units, then the attacker's side; terrain that
    is no unit comes last.
    """
    side = table.side(table.player_of(draft.strike))
    bearer = table.bearer(draft.strike)
    own = {draft.strike.by_id, bearer.id if bearer else None}
    chosen = {aim.unit_id for aim in draft.aims}
    others = [unit for unit in table.units.values() if unit.id not in own]

    def far(unit: UnitRow) -> float | None:
        return table.apart(bearer.id if bearer else None, unit.id)

    others.sort(
        key=lambda unit: (unit.player_id in side, unit.player_id is None, or_far(far(unit)))
    )
    rows = [
        unit_row(unit, _target_words(unit), _away_words(table, draft, far(unit)), unit.id in chosen,
                 Aim(unit_id=unit.id), unit.kind)
        for unit in others
    ]  # fmt: skip
    rows += [
        PickRow(Aim(explosive_id=row.id), row.name, row.place or row.carrier, icon="dud",
                also="explosive")
        for row in desk.read(explosives)
    ]  # fmt: skip
    rows += [
        PickRow(Aim(projectile_id=row.id), row.name, f"in the air to {row.target}",
                icon="projectile", also="projectile")
        for row in desk.read(ledger.in_the_air)
        if not row.lying
    ]  # fmt: skip
    rows += [
        PickRow(aim, aim.place, f"{piece.kind.value}, no unit of the roster", inches(away),
                icon="map", also="terrain place")
        for piece, aim, away in table.terrain(draft.strike)
    ]  # fmt: skip
    return tuple(rows)


def _away_words(table: AttackTable, draft: AttackDraft, away: float | None) -> str:
    """Return how far off a target is, and whether that is beyond the weapon's Range."""
    return f"{inches(away)}, out of Range" if _is_beyond(table, draft, away) else inches(away)


def _is_beyond(table: AttackTable, draft: AttackDraft, away: float | None) -> bool:
    """Return whether so many inches are more than the weapon's Range; False for one without a Range."""
    row = table.weapons.get(draft.strike.weapon_id or 0)
    reach = draft.strike.range if draft.strike.range is not None else row.range if row else None
    return away is not None and reach is not None and away > reach + NEARLY


def more_targets(desk: Desk, table: AttackTable, draft: AttackDraft) -> tuple[PickRow, ...]:
    """Return what else can be aimed at, and say of each whether the arc meets it by the map.

    The rows keep their order whoever is chosen, as they lie under the pointer.
    """
    return tuple(
        replace(row, right=_missed(table, draft, row.value.unit_id) or row.right)
        if isinstance(row.value, Aim) and not row.ticked
        else row
        for row in targets(desk, table, draft)
    )


def _missed(table: AttackTable, draft: AttackDraft, unit_id: int | None) -> str:
    """Return why an arc that meets its targets does not meet a unit too; empty if it does."""
    bearer, unit = table.bearer(draft.strike), table.unit(unit_id)
    if bearer is None or unit is None or not table.arcs(draft.strike):
        return ""
    away = table.apart(bearer.id, unit.id)
    if _is_beyond(table, draft, away):
        return f"{inches(away)}, out of Range"
    chosen = [table.unit(aim.unit_id) for aim in draft.aims]
    prints = {
        each.id: disc(each.x, each.y, each.size / 2)
        for each in (*chosen, unit)
        if each is not None and each.x is not None and each.y is not None
    }
    if bearer.x is None or bearer.y is None or unit.id not in prints:
        return ""
    # The arc that meets all chosen targets and this one too, from edge to edge.
    degrees = edge_to_edge((bearer.x, bearer.y), prints)[1]
    points = draft.strike.count if draft.strike.mode is Mode.ARC else 1
    outside = degrees > points * DEGREES_PER_POINT
    return f"{in_inches(away or 0)}, outside the arc" if outside else ""


def crew(table: AttackTable, draft: AttackDraft) -> tuple[PickRow, ...]:
    """Return who could fire a weapon that nobody serves, with the inches to it.

    Those who reach it come first, nearest first: who is farther away has to go there before.
    """
    bearer, strike = table.bearer(draft.strike), draft.strike
    weapon_id = strike.weapon_id or 0
    able = sorted(table.could_fire(strike), key=lambda unit: not table.serves(unit.id, weapon_id))
    return tuple(
        unit_row(
            unit, who_words(table, unit, strike.weapon_id),
            _spent(unit) or inches(table.apart(bearer.id if bearer else None, unit.id)),
            unit.id == strike.by_id, kind=unit.kind,
        )
        for unit in able
    )  # fmt: skip


def gunners(table: AttackTable, draft: AttackDraft) -> tuple[PickRow, ...]:
    """Return the Gunners of the attacker's side who could support it, nearest first."""
    return _helpers(table, could_support(table, draft), draft, draft.strike.supporters)


def could_support(table: AttackTable, draft: AttackDraft) -> Iterator[UnitRow]:
    """Yield the other Gunners of the attacker's side who are at the weapon."""
    side, by_id = table.side(table.player_of(draft.strike)), draft.strike.by_id
    for unit in table.units.values():
        gunner = unit.id != by_id and unit.player_id in side and table.gunner(unit.id)
        if gunner and table.serves(unit.id, draft.strike.weapon_id or 0):
            yield unit


def team(table: AttackTable, draft: AttackDraft) -> tuple[PickRow, ...]:
    """Return the units that could throw together with the attacker or add Power, nearest first."""
    side = table.side(table.player_of(draft.strike))
    own = [unit for unit in table.units.values() if unit.player_id in side]
    return _helpers(table, own, draft, draft.strike.team)


def interferers(table: AttackTable, draft: AttackDraft) -> tuple[PickRow, ...]:
    """Return the minifigs who could use other controls of the weapon, nearest first."""
    able = [unit for unit in table.units.values() if unit.action_die and unit.kind in MINIFIGS]
    able = [unit for unit in able if table.serves(unit.id, draft.strike.weapon_id or 0)]
    return _helpers(table, able, draft, draft.strike.interferers)


def _helpers(
    table: AttackTable, able: Iterable[UnitRow], draft: AttackDraft, ticked: tuple[int, ...]
) -> tuple[PickRow, ...]:
    bearer = table.bearer(draft.strike)
    near = sorted(
        (unit for unit in able if unit.id != draft.strike.by_id),
        key=lambda unit: or_far(table.apart(bearer.id if bearer else None, unit.id)),
    )
    return tuple(
        unit_row(unit, _who(table, unit), _spent(unit), unit.id in ticked, kind=unit.kind)
        for unit in near
    )


def _who(table: AttackTable, unit: UnitRow) -> str:
    kind = "Gunner" if table.gunner(unit.id) else unit.kind
    return f"{kind}, Action d{unit.action_die}" if unit.action_die else f"{kind}, fired by others"


def who_words(table: AttackTable, unit: UnitRow, weapon_id: int | None) -> str:
    """Return the attacker in words: Gunner, Action d8, at the controls."""
    arm = table.arm(weapon_id)
    if arm is None or not arm.mounted or unit.id == arm.unit_id:
        return _who(table, unit)
    if unit.id in arm.crew:
        where = "at the controls"
    elif table.serves(unit.id, arm.id):
        where = "in reach of the controls"
    else:
        away = table.apart(unit.id, arm.unit_id)
        where = "at other controls" if away is None else f"{in_inches(away)} from the controls"
    return f"{_who(table, unit)}, {where}"


def _target_words(unit: UnitRow) -> str:
    size = f'Size {unit.size}"' if unit.size > 1 else unit.kind
    if unit.size > 1 and unit.effective_size != unit.size:
        size += f', Effective Size {unit.effective_size}"'
    return f"{size}, Armor {unit.armor}" if unit.armor else size


def _spent(unit: UnitRow) -> str:
    return "Action spent" if unit.action_spent else ""


def joiners(table: AttackTable, draft: AttackDraft) -> tuple[PickRow, ...]:
    """Return the other weapons of the attacker's side that can take part, each with its user."""
    side = table.side(table.player_of(draft.strike))
    first = (draft.strike.weapon_id, draft.strike.by_id)
    taken = {(each.weapon_id, each.by_id) for each in draft.strikes[1:]}
    rows = []
    for arm in table.call.arms:
        bearer = table.unit(arm.unit_id)
        if bearer is None or bearer.player_id not in side:
            continue
        by = table.user_of(arm, None)
        user = table.unit(by)
        # Nobody can fire it, or it is the attack's own weapon, which its card shows.
        if user is None or (arm.id, by) == first:
            continue
        where = "" if user.id == bearer.id else f"{arm.label} of {bearer.name}"
        rows.append(
            unit_row(user, where or arm.label, table.state_of(arm.id),
                     (arm.id, by) in taken, Strike(weapon_id=arm.id, by_id=by), user.kind)
        )  # fmt: skip
    return tuple(rows)


def by_touch(table: AttackTable, draft: AttackDraft) -> bool:
    """Return whether the attack is Close Combat: a blow, a Grab or a Shove."""
    arm = table.arm(draft.strike.weapon_id)
    usual = draft.strike.range is None and (arm is None or not arm.reaches)
    return draft.strike.mode in CLOSE or (draft.strike.mode is Mode.SINGLE and usual)


def _used_now(desk: Desk) -> frozenset[int]:
    """Return what has parried or struck in this player's turn: it parries no more in it (5.2-41)."""
    now, held = desk.read(battle_head).turn_id, desk.read(held_to_parry)
    return frozenset(row.weapon_id for row in held if now and row.fired_turn_id == now)


def parries(desk: Desk, draft: AttackDraft) -> tuple[PickRow, ...]:
    """Return what the targets can parry with: shields, or against a Grab or Shove all they hold.

    What was used in this turn stands behind the rest of what is held, and says so.
    """
    aimed = [aim.unit_id for aim in draft.aims if aim.unit_id is not None]
    held = [row for row in desk.read(held_to_parry) if row.unit_id in aimed]
    # Blows are parried with Shields only, also those of a Charge; a Grab or Shove with whatever is
    # held (5.2-40).
    maneuver = any(each.mode in MANEUVERS for each in draft.strikes) and not draft.charge
    used = _used_now(desk)
    found = [
        (Parry(unit_id=row.unit_id, weapon_id=row.weapon_id), row.unit, row.name)
        for row in sorted(held, key=lambda row: row.weapon_id in used)
        if row.shield or maneuver
    ]
    names = {unit.id: unit.name for unit in desk.read(units)}
    for unit_id in aimed if maneuver else ():
        # Bare Hands parry only while both are free (5.2-52): what they hold is dropped.
        drops = any(row.unit_id == unit_id for row in held)
        words = "Bare Hands, drops what it holds" if drops else "Bare Hands"
        found.append((Parry(unit_id=unit_id, drops=drops), names.get(unit_id, ""), words))
    return tuple(
        PickRow(value, name, words, "used in this turn" if value.weapon_id in used else "",
                icon="shield", ticked=value in draft.parries)
        for value, name, words in found
    )  # fmt: skip


def may_parry(desk: Desk, draft: AttackDraft, preview: AttackPreview) -> str:
    """Return the name of a target that was hit and could still parry; empty if there is none.

    There is none once a Damage die is in: a Parry is rolled before the damage (5.2-48).
    """
    hit = any(shot.hit or shot.automatic for shot in preview.shots)
    if not hit or preview.victims or draft.parries:
        return ""
    used = _used_now(desk)
    able = (row for row in parries(desk, draft) if row.value.weapon_id not in used)
    return next((row.words for row in able), "")


def fighters(table: AttackTable, draft: AttackDraft) -> tuple[PickRow, ...]:
    """Return the units that may fight in the same Close Combat, nearest first."""
    inside = {each.by_id for each in draft.strikes} | {aim.unit_id for aim in draft.aims}
    able = [unit for unit in table.units.values() if unit.action_die and unit.id not in inside]
    return _helpers(table, able, draft, draft.melee)


def shield_dice(desk: Desk, draft: AttackDraft) -> tuple[PickRow, ...]:
    """Return the dice of Energy Shields, each for the target that may use it up (F.1-71)."""
    unit_id = draft.aim.unit_id if draft.aim else None
    if unit_id is None:
        return ()
    used = {(each.field_id, at) for each in draft.shields for at in each.dice}
    return tuple(
        PickRow((field.id, unit_id, at), field.name, words, icon="shield",
                ticked=(field.id, at) in used)
        for field in desk.read(ledger.fields)
        if field.sort is FieldKind.SHIELD
        for at, words in enumerate(field.dice)
    )  # fmt: skip


def with_shield_die(draft: AttackDraft, value: object) -> AttackDraft:
    """Return a draft with a die of an Energy Shield used up, or left if it was used up before.

    `value` is that of a row of `shield_dice`; with any other the draft is returned unchanged.
    """
    if not (isinstance(value, tuple) and len(value) == 3):
        return draft
    field_id, unit_id, at = value
    dice = {(each.field_id, each.unit_id): set(each.dice) for each in draft.shields}
    # Used up once more, a die is free again.
    dice.setdefault((field_id, unit_id), set()).symmetric_difference_update({at})
    made = tuple(
        ShieldDice(field_id=field, unit_id=unit, dice=tuple(sorted(used)))
        for (field, unit), used in dice.items()
        if used
    )
    return replace(draft, shields=made)


OTHER = "other"
"""The key of the row that adds a modifier."""


class ModifierRow(Struct, frozen=True):
    """One row. `own` is its place among the referee's own modifiers, −1 for one of the desk's.

    `short` is its detail with initials instead of names, for narrow panes.
    """

    key: str
    reason: str
    detail: str = ""
    value: int = 0
    rule: str = ""
    to: To = To.ACTION
    on: bool = True
    changed: bool = False
    own: int = -1
    short: str = ""

    @property
    def points(self) -> str:
        """The value as it is shown: +3, −5, +2" for a range."""
        if self.key == OTHER:
            return ""
        number = f"{self.value:+d}".replace("-", "\N{MINUS SIGN}") if self.value else "±0"
        return f'{number}"' if self.to is To.RANGE else number

    @property
    def where(self) -> str:
        """What it changes; empty for the Action Roll."""
        return "" if self.to is To.ACTION else self.to.value

    @property
    def words(self) -> str:
        """The reason with the value."""
        return f"{self.reason} {self.points}".strip()

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        if self.key == OTHER:
            return "Other modifier: Space adds one"
        state = "counts" if self.on else "does not count"
        parts = (self.reason, self.detail, self.points, self.where, state, self.rule)
        return ", ".join(part for part in parts if part)


def modifier_rows(found: tuple[ModifierLine, ...], draft: AttackDraft) -> tuple[ModifierRow, ...]:
    """Return the rows: the desk's modifiers, all of the referee's own, then Other."""
    # Own ones come from the draft: those that are unticked are not in the attack that was examined.
    desk = [_of_desk(each) for each in found if not each.own]
    own = [_own(at, each, at not in draft.off) for at, each in enumerate(draft.extras)]
    return (*desk, *own, ModifierRow(OTHER, "Other…"))


def _of_desk(found: ModifierLine) -> ModifierRow:
    short = replace(found, of=initials(found.of)).about if found.of else found.detail
    return ModifierRow(
        found.key, found.reason, found.about, found.value, found.rule, found.to, found.on,
        found.changed, short=short,
    )  # fmt: skip


def _own(at: int, extra: Extra, on: bool) -> ModifierRow:
    to = To.DAMAGE if extra.damage else To.PARRY if extra.parry else To.ACTION
    return ModifierRow(f"own-{at}", extra.reason, "", extra.value, REFEREE, to, on, True, at)


class ModifierRowsModel(ListedRows[ModifierRow]):
    """The modifiers of an attack."""

    def place_of(self, key: str) -> int:
        """Return the place of a row; 0 if it is gone."""
        return next((at for at, row in enumerate(self.rows) if row.key == key), 0)
