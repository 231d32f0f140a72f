"""The ledger's BrikWars tables: their views, their columns and their acts."""

import re
from collections.abc import Callable
from operator import attrgetter
from typing import Any

from msgspec import Struct, field

from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.fields import FieldKind, HazardEffect, TerrainMode
from brikdesk.rules.brikwars.weapons import LAUNCHER
from brikdesk.store.act import Act
from brikdesk.store.views import View
from brikdesk.text import said_of
from brikdesk.turns import ledger
from brikdesk.turns.clocks import Owner
from brikdesk.turns.ledger import AirRow, AmmoRow, FieldRow, FireRow, HomingRow, MarkRow, WaitingRow
from ui.campaign.hub import at, shown
from ui.forms.questions import FilledForm
from ui.parts.cells import Cell, CellWords, Gives, Icon, Painted, Side, words
from ui.parts.lines import icon_of, token_of
from ui.widgets.bars import MOST_PIPS, FlownInches, RoundsLeft
from ui.widgets.dice import DieGlyph
from ui.widgets.tokens import ChipLook, TokenLook

NOTHING = "–"


def whole(typed: str, what: str) -> int:
    """Return a typed whole number, with or without the inch sign. Raise BadInput otherwise."""
    digits = typed.strip().rstrip('"').strip()
    if not re.fullmatch("[0-9]{1,6}", digits):
        raise BadInput(f"{what} is a whole number. {typed[:20]} was not entered.")
    return int(digits)


def side(owner: Owner, text: str = "") -> Cell:
    """Return a faction's shape with its code, or with `text` instead."""
    return Cell((Side(owner.colour), CellWords(text or owner.code)))


def named(icon: str, token: str, name: str) -> Cell:
    """Return an icon with a name beside it."""
    return Cell((Icon(icon, token), CellWords(name, strong=True)))


def chip(icon: str, text: str, tone: str = "danger") -> Cell:
    """Return a chip alone."""
    return Cell((ChipLook(icon, text, tone),))


def puts(**names: str) -> Callable[[Any], dict[str, Any]]:
    """Return what puts values of a row into a form: `trap_id="id"` the row's `id` as `trap_id`."""
    return lambda row: {name: getattr(row, of) for name, of in names.items()}


# In the air, and Explosives


def _flight(row: AirRow) -> Cell:
    if row.dud:
        return chip("dud", "Dud")
    if row.lying:
        return words(_flight_words(row))
    flight = FlownInches(row.travelled, row.distance)
    return Cell((flight, CellWords(flight.words)))


def _flight_words(row: AirRow) -> str:
    if row.lying:
        return (row.state or "dud").capitalize()
    return FlownInches(row.travelled, row.distance).words


def _air_name(row: AirRow) -> Cell:
    icon = "dud" if row.dud else "blast" if row.lying else "projectile"
    return named(icon, "danger" if row.dud else "text2", row.name)


def _lands_words(row: AirRow) -> str:
    """Return when and where it lands; for an Explosive, where it lies or who carries it."""
    return ": ".join(dict.fromkeys(part for part in (row.lands, row.target) if part))


AIR: tuple[Painted[AirRow], ...] = (
    Painted("Projectile", lambda r: r.name, cell=_air_name, width=180, tip=lambda r: r.name),
    Painted("From", lambda r: r.launcher or r.owner.code, width=130,
            cell=lambda r: side(r.owner, r.launcher)),
    Painted("Type", lambda r: r.type, width=90),
    Painted("Flight", _flight_words, cell=_flight, width=190,
            order=lambda r: r.distance - r.travelled),
    Painted("Lands", lambda r: r.lands or NOTHING, gives=Gives.FIRST, width=110, tip=_lands_words),
)  # fmt: skip


# Fires


def _burns_on(row: FireRow) -> Cell:
    return side(row.burns_on, f"lit by {row.lit_by}" if row.lit_by else "")


def _burns_on_words(row: FireRow) -> str:
    return f"{row.burns_on.faction}, lit by {row.lit_by}" if row.lit_by else row.burns_on.faction


def _fire_size(row: FireRow) -> str:
    return "Minifig" if row.minifig else f'{row.size}" of {row.unit_size}"'


def _set_fire(row: FireRow, typed: str) -> Act:
    from brikdesk.acts.fire.fires import SetFireSize  # when a cell is typed over, as all acts here

    # The cell shows `2" of 3"`: of the two, the first is the size of the fire.
    return SetFireSize(fire_id=row.id, inches=whole(typed.split("of")[0], "A fire size"))


def _burning_roll(row: FireRow) -> Cell:
    turn = CellWords(row.next.beside(row.burns_on))
    return Cell((DieGlyph(4, tone="fire"), CellWords(row.roll, strong=True), turn))


FIRES: tuple[Painted[FireRow], ...] = (
    Painted("On fire", lambda r: r.name, width=180, tip=lambda r: f"{r.name}, {r.kind}",
            cell=lambda r: named("fire", "fire", r.name)),
    Painted("Burns on", lambda r: r.burns_on.faction, cell=_burns_on, width=100,
            tip=_burns_on_words),
    Painted("Fire size", _fire_size, edit=_set_fire, order=lambda r: r.size, short="Size", width=90),
    Painted("Weight", lambda r: NOTHING if r.minifig else str(r.weight_class),
            order=lambda r: r.weight_class, short="Wt.", width=100),
    Painted("Burning Roll", lambda r: f"{r.roll} {r.next.whole}", cell=_burning_roll, short="Roll",
            width=150),
    Painted("Effect", lambda r: r.effect, gives=Gives.LAST, width=130),
)  # fmt: skip


# Ammo


ENDLESS = "∞"
"""The sign beside a count that shots do not use up (8.4-49)."""


def _rounds_words(row: AmmoRow) -> str:
    if not row.round_id:
        return NOTHING
    return f"{row.count} {ENDLESS}" if row.endless else f"{row.count} of {row.full}"


def _rounds_tip(row: AmmoRow) -> str:
    return "Never used up: a shot takes nothing from this rack (8.4-49)." if row.endless else ""


def _rounds(row: AmmoRow) -> Cell:
    if not row.round_id:
        return words(NOTHING)
    if row.endless:
        return Cell((CellWords(str(row.count), strong=True), CellWords(ENDLESS, token="text2")))
    rounds = RoundsLeft(row.count, row.full)
    # Then the pips are written as these numbers, which need no words beside them.
    if max(row.count, row.full) > MOST_PIPS:
        return Cell((rounds,))
    return Cell((rounds, CellWords(rounds.words)))


def _chamber(row: AmmoRow) -> Cell:
    return chip("ammo", row.chamber, row.tone) if row.tone else words(row.chamber)


def _set_rounds(row: AmmoRow, typed: str) -> Act:
    if not row.round_id:
        raise BadInput("No rounds are counted here. Add rounds first.")
    from brikdesk.acts.weapons.racks import AddRounds, TakeRounds

    # Typed is what lies there, so that the table can be counted off; acts take the difference.
    more = whole(typed.split(ENDLESS)[0].split("of")[0], "A count") - row.count
    if more > 0:
        return AddRounds(rack_id=row.rack_id, round_id=row.round_id, count=more)
    if more < 0:
        return TakeRounds(round_id=row.round_id, count=-more)
    raise BadInput(f"{row.count} lie there already.")


def _rack(row: AmmoRow) -> Cell:
    token = (TokenLook(row.owner.colour, row.token, solid=False),) if row.token else ()
    return Cell((*token, CellWords(row.unit, strong=True)))


AMMO: tuple[Painted[AmmoRow], ...] = (
    Painted("Rack", lambda r: r.unit, cell=_rack, width=180, tip=lambda r: f"{r.unit}, {r.rack}"),
    Painted("For", lambda r: r.weapon, gives=Gives.FIRST, width=110),
    Painted("Load", lambda r: r.load, gives=Gives.FIRST, width=130, tip=lambda r: r.load),
    Painted("Rounds", _rounds_words, cell=_rounds, edit=_set_rounds, order=lambda r: r.count,
            width=110, tip=_rounds_tip),
    Painted("Chamber", lambda r: r.chamber, cell=_chamber, width=110),
)  # fmt: skip


# Homing, Marks, what waits for the end of the turn


def _built(row: HomingRow) -> str:
    turns = ", ".join(str(turn) for turn in row.built)
    return f"turn{'s' if len(row.built) > 1 else ''} {turns}" if turns else NOTHING


def _gun(row: HomingRow) -> Cell:
    token = TokenLook(row.owner.colour, row.token, solid=False)
    return Cell((token, CellWords(row.weapon, strong=True)))


HOMING: tuple[Painted[HomingRow], ...] = (
    Painted("Weapon", lambda r: r.weapon, cell=_gun, width=170, tip=lambda r: r.weapon),
    Painted("Aim point", lambda r: r.target, gives=Gives.FIRST, width=130, tip=lambda r: r.target),
    Painted("Bonus", lambda r: f"+{r.bonus}", order=lambda r: r.bonus, width=70,
            cell=lambda r: chip("homing", f"+{r.bonus}", "aim")),
    Painted("Built", _built, width=100),
    Painted("Lost on", lambda r: "move, Critical Failure", gives=Gives.FIRST, width=160),
)  # fmt: skip

MARKS: tuple[Painted[MarkRow], ...] = (
    Painted("Marked", lambda r: r.target, width=170, tip=lambda r: r.target,
            cell=lambda r: named("marked", "aim", r.target)),
    Painted("By", lambda r: r.scout, cell=lambda r: side(r.owner, r.scout), width=150),
    Painted("Bonus", lambda r: f"+{r.bonus}", order=lambda r: r.bonus, width=70),
    Painted("Ends", lambda r: r.ends, width=120),
)  # fmt: skip

WAITING: tuple[Painted[WaitingRow], ...] = (
    Painted("At end of turn", lambda r: r.name, width=180, tip=lambda r: r.name,
            cell=lambda r: named(icon_of(r.icon), token_of(r.icon), r.name)),
    Painted("Owner", lambda r: r.owner.faction, cell=lambda r: side(r.owner), width=70,
            tip=lambda r: r.owner.faction),
    Painted("What happens", lambda r: r.what, gives=Gives.FIRST, width=300, tip=lambda r: r.what),
)  # fmt: skip

LedgerColumns = tuple[Painted[Any], ...]


class TableAct(Struct, frozen=True):
    """One act of a table: `form` is its form, `filled` returns the values that a row puts in.

    `fits` returns whether it makes sense for a row; `head` gives it a button on the table's card.
    `does` returns an act that needs no form, as the row says everything.
    """

    form: str
    words: str
    icon: str
    key: str = ""
    filled: Callable[[Any], dict[str, Any]] | None = None
    fits: Callable[[Any], bool] = lambda row: True
    head: bool = False
    does: Callable[[Any], Act] | None = None

    @property
    def needs_row(self) -> bool:
        """Whether it can be done only for a row."""
        return self.filled is not None or self.does is not None

    def form_for(self, row: Any) -> FilledForm:
        """Return the form, filled in from a row, or empty for None."""
        from ui.forms.all_forms import ACT_FORMS  # with it come all forms and their acts

        known = self.filled(row) if self.filled and row is not None else {}
        return ACT_FORMS[self.form].filled(getattr(row, "unit_id", None), **known)


_TONES: dict[HazardEffect | None, str] = {
    HazardEffect.DAMAGE: "danger",
    HazardEffect.EXPLOSION: "danger",
    HazardEffect.FIRE: "fire",
}


def dice_words(dice: tuple[str, ...]) -> str:
    """Return Hazard dice with their counts: 2d6 Damage, 1d4 Fire."""
    counts = {die: dice.count(die) for die in dice}
    return ", ".join(f"{count}{die}" for die, count in counts.items()) or NOTHING


def _dice(row: FieldRow) -> Cell:
    if row.first_die is None:
        return words(NOTHING)
    tone = _TONES.get(row.first_die.effect, "text2")
    glyph = DieGlyph(row.first_die.sides, tone=tone)
    return Cell((glyph, CellWords(dice_words(row.dice), strong=True)))


def _set_field(row: FieldRow, typed: str) -> Act:
    from brikdesk.acts.fields.fields import ResizeField

    if row.trap:
        raise BadInput(f"{said_of(row.name, 'is')} a Trap and has no Size.")
    return ResizeField(field_id=row.id, size=whole(typed, "A Size"))


def _field_kind(row: FieldRow) -> str:
    return f"{row.kind}, {row.triggered} gone off" if row.triggered else row.kind


def _size(row: FieldRow) -> str:
    return NOTHING if row.trap else f'{row.size}"'


def _name(row: FieldRow) -> Cell:
    icon = "mine" if row.trap else "shield" if _shield(row) else icon_of(row.icon)
    return named(icon, token_of(row.icon), row.name)


def _about(row: FieldRow) -> str:
    return f"{row.name}: {row.place}" if row.place else row.name


FIELDS: tuple[Painted[FieldRow], ...] = (
    Painted("Field", lambda r: r.name, width=160, tip=_about, cell=_name),
    Painted("Owner", lambda r: r.owner.faction, cell=lambda r: side(r.owner), width=70,
            tip=lambda r: r.owner.faction),
    Painted("Kind", _field_kind, gives=Gives.FIRST, width=170, tip=_field_kind),
    Painted("Size", _size, edit=_set_field, order=lambda r: r.size, width=54),
    Painted("Dice", lambda r: dice_words(r.dice), cell=_dice, gives=Gives.FIRST, width=130),
    Painted("Next", lambda r: r.next.whole, width=120,
            cell=lambda r: words(r.next.beside(r.owner))),
)  # fmt: skip


# What can be done


_field, _trap = puts(field_id="id"), puts(trap_id="id")
_is_trap = attrgetter("trap")


def _is_field(row: FieldRow) -> bool:
    return not row.trap


def _terrain(row: FieldRow) -> bool:
    return row.sort is FieldKind.TERRAIN


def _slippery(row: FieldRow) -> bool:
    return _terrain(row) and row.mode == TerrainMode.SLIPPERY


def _concealed(row: FieldRow) -> bool:
    return row.sort is FieldKind.CONCEALED


def _shield(row: FieldRow) -> bool:
    return row.sort is FieldKind.SHIELD


def _can_enter(row: FieldRow) -> bool:
    return not row.trap and not _shield(row)


FIELD_ACTS = (
    TableAct("CrossTerrain", "Somebody crosses it", "ruler", "", _field, _terrain),
    TableAct("Slip", "Somebody slips", "disrupted", "", _field, _slippery),
    TableAct("CrossConcealed", "Somebody goes through", "mine", "", _field, _concealed),
    TableAct("PlaceCarefully", "Set something down", "mine", "", _field, _concealed),
    TableAct("TriggerSpot", "Mark a spot", "mine", "", _field, _concealed),
    TableAct("UseShield", "Use its dice", "shield", "", _field, _shield),
    TableAct("ResizeField", "Resize", "edit", "", _field, _is_field),
    TableAct("ClearField", "Clear", "trash", "Del", _field, _is_field),
    TableAct("EnterHazard", "Somebody enters", "gas", "", puts(hazard="id"), _can_enter),
    TableAct("TryTrigger", "Try a trigger", "roll", "", _trap, attrgetter("candidates")),
    TableAct("SpringTrap", "Spring it", "mine", "", _trap, _is_trap),
    TableAct("ResetTrap", "Reset it", "redo", "", _trap, lambda r: r.trap and not r.armed),
    TableAct("EditTrap", "Edit", "edit", "", _trap, _is_trap),
    TableAct("RemoveTrap", "Remove", "trash", "Del", _trap, _is_trap),
    TableAct("LeaveHazard", "Somebody leaves", "gas"),
    TableAct("AddTrap", "Add Trap", "plus", "t", head=True),
    TableAct("AddField", "Add field", "plus", "n", head=True),
)
"""Acts on a row first, then those that need no row."""


class LedgerPage(Struct, frozen=True):
    """One of the ledger's tables.

    `attack` is what the status bar says of A, empty for the default. The columns in `last` move to
    the right where there is no room for all. A `wide` table spans both columns of the workspace; others
    stand in the left one or, if `right`, in the right one, those with the least `place` on top. `sought`
    is what the palette calls it, or its title where that is empty. `least` names its tab where there is
    no room for `short`, if it is not empty.
    """

    name: str
    title: str
    short: str
    icon: str
    empty: str
    question: View[[], Any]
    columns: LedgerColumns
    acts: tuple[TableAct, ...]
    key: Callable[[Any], Any] = field(default=attrgetter("id"))
    attack: str = ""
    last: tuple[str, ...] = ()
    wide: bool = False
    right: bool = False
    place: int = 3
    sought: str = ""
    least: str = ""


_lies, _dud = attrgetter("lying"), attrgetter("dud")
_projectile, _explosive = puts(projectile_id="id"), puts(explosive_id="id")


def _flying(row: ledger.AirRow) -> bool:
    return not row.lying


def _no_dud(row: ledger.AirRow) -> bool:
    return row.lying and not row.dud


def _moved(row: ledger.AirRow) -> dict[str, Any]:
    left = max(0.0, row.distance - row.travelled)
    return {"projectile_id": row.id, "target": row.target, "remaining": left}


_fire, _weapon, _round = puts(fire_id="id"), puts(weapon_id="weapon_id"), puts(round_id="round_id")
_has_round, _has_rack = attrgetter("round_id"), attrgetter("rack_id")


def _rack_and_round(row: ledger.AmmoRow) -> dict[str, Any]:
    return {"rack_id": row.rack_id} | (_round(row) if row.round_id else {})


def _has_weapon(row: ledger.AmmoRow) -> bool:
    return row.weapon_id is not None


def _is_loaded(row: ledger.AmmoRow) -> bool:
    return row.kind == LAUNCHER


def _is_reloaded(row: ledger.AmmoRow) -> bool:
    return row.weapon_id is not None and not _is_loaded(row)


def _payload(row: ledger.AmmoRow) -> dict[str, Any]:
    return _weapon(row) | (_round(row) if row.round_id and row.count else {})


def _clears(form: str) -> Callable[[ledger.WaitingRow], bool]:
    return lambda row: row.cleared_by == form


def _waiting(row: ledger.WaitingRow) -> dict[str, Any]:
    # Both acts name the same row: the one that settles it, and the one that takes it away.
    return {name: value for name, value in row.act.items() if name != "act"}


AIR_ACTS = (
    TableAct("ShootDown", "Shoot it down", "attack", "", _projectile, _flying, head=True),
    TableAct("MoveTarget", "Move X", "projectile", "x", _moved, _flying),
    TableAct("RemoveProjectile", "Remove", "trash", "Del", _projectile, _flying),
    TableAct("MoveDud", "Move the dud", "dud", "", _explosive, _dud),
    TableAct("DamageExplosive", "Damage it", "blast", "", _explosive, _lies),
    TableAct("MoveExplosive", "Move it", "hand", "", _explosive, _no_dud),
    TableAct("Detonate", "Detonate", "blast", "", _explosive, _lies),
    TableAct("RemoveExplosive", "Remove", "trash", "Del", _explosive, _lies),
    TableAct("Launch", "Launch", "projectile", "p", head=True),
    TableAct("AddExplosive", "Add Explosive", "plus", "n"),
)
# The order is that of the context menu; `head` acts have a button on the card as well.
FIRE_ACTS = (
    TableAct("FightFire", "Fight fire", "drop", "", _fire, head=True),
    TableAct("Douse", "Douse", "drop", "Del", _fire),
    TableAct("SetFireSize", "Set size", "edit", "", _fire),
    TableAct("ShapeFire", "Shape", "fire", "", _fire, lambda r: not r.minifig),
    TableAct("DriveFire", "Who drives it", "turn", "", _fire),
    TableAct("Ignite", "Ignite", "fire", "i", head=True),
)
AMMO_ACTS = (
    TableAct("Reload", "Reload", "ammo", "r", _weapon, _is_reloaded, head=True),
    TableAct("LoadLauncher", "Load", "ammo", "r", _payload, _is_loaded),
    TableAct("Unload", "Unload", "ammo", "", _weapon, _has_weapon),
    TableAct("AddRounds", "Add rounds", "plus", "", _rack_and_round, _has_rack),
    TableAct("TakeRounds", "Take rounds", "minus", "", _round, _has_round),
    TableAct("DestroyRounds", "Destroy rounds", "blast", "", _round, _has_round),
    TableAct("RemoveRack", "Remove rack", "trash", "Del", _rack_and_round, _has_rack),
    TableAct("AddRack", "Add rack", "plus", "n", head=True),
)
HOMING_ACTS = (
    TableAct("ClearHoming", "Clear", "cross", "Del", puts(homing_id="id"), head=True),
    TableAct("HomeIn", "Home in", "homing", "n"),
)
MARK_ACTS = (
    TableAct("ClearMark", "Clear Mark", "trash", "Del", puts(mark_id="id")),
    TableAct("MarkTarget", "Mark a target", "marked", "k", head=True),
)
WAITING_ACTS = tuple(
    TableAct(form, words, icon, "Del", _waiting, _clears(form))
    for form, words, icon in (
        ("ClearState", "Clear", "cross"),
        ("LeaveHazard", "It has left", "gas"),
        ("RemoveExplosive", "Remove", "trash"),
        ("Douse", "Douse", "drop"),
    )
)

END_OF_TURN = LedgerPage(
    "waiting", "Waiting for end of turn", "End of turn", "turn",
    "Nothing waits for the end of the turn.", ledger.waiting_for_end, WAITING,
    WAITING_ACTS, attrgetter("key"), right=True, place=4, least="End",
)  # fmt: skip
"""What waits for the end of the turn, in every game."""

TABLES: tuple[LedgerPage, ...] = (
    LedgerPage("air", "In the air, and Explosives", "In the air", "projectile",
          "Nothing is in the air, no Explosive lies about. "
          "Those in hand are weapons.", ledger.in_the_air, AIR,
          AIR_ACTS, attrgetter("lying", "id"), right=True, least="Air"),
    LedgerPage("fires", "Fires", "Fires", "fire", "Nothing burns.", ledger.fires, FIRES,
          FIRE_ACTS),
    LedgerPage("fields", "Fields and Traps", "Fields", "field",
          "No Field and no Trap is on the table.", ledger.fields_and_traps, FIELDS,
          FIELD_ACTS, attrgetter("trap", "id"), sought="Fields"),
    LedgerPage("ammo", "Ammo racks", "Ammo", "ammo", "No rack is counted.", ledger.ammo,
          AMMO, AMMO_ACTS, place=1, sought="Ammo"),
    LedgerPage("homing", "Homing", "Homing", "homing", "No gun homes in.", ledger.homing,
          HOMING, HOMING_ACTS, right=True, place=2),
    LedgerPage("marks", "Marks", "Marks", "marked", "Nothing is Marked.", ledger.marks,
          MARKS, MARK_ACTS, right=True, place=2),
    END_OF_TURN,
)  # fmt: skip
"""The tables from top to bottom, and as tabs from left to right."""


NOBODY_YET = "nobody yet"
EVERYBODY = "everybody"


def _owner(row: ledger.ObjectiveRow) -> Cell:
    return words(EVERYBODY) if row.owner is ledger.NOBODY else side(row.owner)


def _scored(row: ledger.ObjectiveRow) -> str:
    return ", ".join(f"{owner.code} {points:+d}" for owner, points in row.scored) or NOBODY_YET


OBJECTIVES: tuple[Painted[ledger.ObjectiveRow], ...] = (
    Painted("Objective", lambda r: r.name, width=180, cell=lambda r: named("flag", "text2", r.name),
            tip=lambda r: f"{r.name}. {r.note}" if r.note else r.name),
    Painted("Worth", lambda r: str(r.worth), order=lambda r: r.worth, width=70),
    Painted("Goal of", lambda r: EVERYBODY if r.owner is ledger.NOBODY else r.owner.faction,
            cell=_owner, width=100),
    Painted("Scored by", _scored, gives=Gives.FIRST, width=150),
)  # fmt: skip


def _army(row: ledger.StandingRow) -> str:
    limit = "" if row.limit is None else f" of {row.limit:g}"
    return f"{row.inches:g}{limit} Unit Inches"


def _army_cell(row: ledger.StandingRow) -> Cell:
    return chip("warning", _army(row)) if row.too_large else words(_army(row))


ARMIES: tuple[Painted[ledger.StandingRow], ...] = (
    Painted("Army", lambda r: r.owner.faction, width=180, tip=lambda r: r.owner.faction,
            cell=lambda r: side(r.owner, r.owner.faction)),
    Painted("Victory points", lambda r: str(r.points), order=lambda r: r.points, short="Points",
            width=110, cell=lambda r: words(str(r.points), strong=True)),
    Painted("Units", lambda r: str(r.units), order=lambda r: r.units, width=70),
    Painted("Its size", _army, cell=_army_cell, order=lambda r: r.inches, gives=Gives.FIRST,
            width=150),
)  # fmt: skip


_objective, _player = puts(objective_id="id"), puts(player_id="id")


BOOK = (
    LedgerPage(
        "objectives", "Objectives", "Objectives", "flag",
        "Nothing is written down that this battle is fought for.", ledger.objectives, OBJECTIVES,
        (
            TableAct("ScorePoints", "Score it", "check", "s", _objective),
            TableAct("EditObjective", "Change", "edit", "", _objective),
            TableAct("RemoveObjective", "Strike out", "trash", "Del", _objective),
            TableAct("AddObjective", "Add objective", "plus", "n", head=True),
        ),
        place=5,
    ),
    LedgerPage(
        "armies", "Armies and points", "Armies", "units",
        "No battle has begun.", ledger.armies, ARMIES,
        (
            TableAct("ScorePoints", "Score", "check", "s", _player, head=True),
            TableAct("TakeBackPoints", "Take points back", "minus", "Del", _player),
            TableAct("LimitArmies", "Limit the armies", "edit"),
        ),
        right=True, place=5,
    ),
)  # fmt: skip
"""What every battle has, in every game."""


def tables_for(games: tuple[str, ...]) -> tuple[LedgerPage, ...]:
    """Return the ledger's tables for these games, by their names in the campaign.

    The games of the end come first, and what waits for the end of the turn is last in every game.
    """
    found: dict[str, LedgerPage] = {}
    joined: dict[str, str] = {}
    for game in reversed(games):
        part = shown(game)
        for table in at(part.tables_at) if part.tables_at else ():
            place = joined.get(table.name)
            found[table.name] = at(place) if place else table
        joined.update(part.joined_at)
    found.pop(END_OF_TURN.name, None)
    return (*found.values(), END_OF_TURN)
