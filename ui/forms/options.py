"""The options that a campaign offers to forms: its units, weapons, fires, racks and the rest."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from brikdesk.acts.campaign.setup import COLOURS
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.brikwars.weapons import SENDING
from brikdesk.store.views import armory
from brikdesk.store.views import states as state_views
from brikdesk.store.views.battlefield import insides as all_insides
from brikdesk.store.views.campaign_and_battle import PlayerRow, battle_head
from brikdesk.store.views.campaign_and_battle import players as all_players
from brikdesk.store.views.notes_and_photos import notes as all_notes
from brikdesk.store.views.units import UnitRow
from brikdesk.store.views.units import units as all_units
from brikdesk.turns import ledger
from ui.campaign.desk import Desk
from ui.forms.questions import ABOUT, FieldOption, FieldOptions, Values
from ui.widgets.tokens import TokenLook


def units(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all living units."""
    return [_unit(row) for row in desk.read(all_units)]


def lost_units(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the units that are dead or destroyed."""
    return [_unit(row) for row in desk.read(all_units, include_lost=True) if not row.alive]


def scouts(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all living units, those that can Mark first."""
    able = desk.read(state_views.trackers)
    # `sorted` keeps the order of equals: each part stays in the order of the roster.
    return sorted(units(desk, values), key=lambda option: option.unit_id not in able)


def technicians(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all living units, first those that can reset a Weapon Trap."""
    able = desk.read(state_views.technicians)
    return sorted(units(desk, values), key=lambda option: option.unit_id not in able)


def _unit(row: UnitRow) -> FieldOption:
    token = TokenLook(row.colour, row.token, row.size < 2)
    return FieldOption(row.id, f"{row.name}, {row.code}", token, row.id)


def players(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all players."""
    return [_player(row) for row in desk.read(all_players)]


def unseated(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the players who have no seat in the battle that is set up or running."""
    return [_player(row) for row in desk.read(battle_head).players if not row.place]


def _player(row: PlayerRow) -> FieldOption:
    return FieldOption(row.id, f"{row.faction}, {row.name}", TokenLook(row.colour))


def free_colours(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the colours that no other player has than the one in question, if there is one."""
    rows = desk.read(all_players)
    taken = {row.colour for row in rows if row.id != values.get("player_id")}
    free = (colour for colour in COLOURS if colour not in taken)
    return [FieldOption(colour, colour.capitalize(), TokenLook(colour)) for colour in free]


def open_battle(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the battle that is set up or running, if there is one."""
    head = desk.read(battle_head)
    return [FieldOption(head.battle_id, head.battle)] if head.is_open else []


def weapons(*kinds: str) -> FieldOptions:
    """Return options with the weapons of these kinds (without any: all), the unit's own first."""

    def options(desk: Desk, values: Values) -> Sequence[FieldOption]:
        rows = [row for row in desk.read(armory.weapons) if not kinds or row.kind in kinds]
        return of_units(rows, lambda row: f"{row.label}, {row.unit}", values)

    return options


def held(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Offer what units hold in their hands."""
    rows = [row for row in desk.read(armory.weapons) if not row.mounted and not row.lying]
    return of_units(rows, lambda row: f"{row.name}, {row.unit}", values)


def lying(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the weapons that lie on the table."""
    return [
        FieldOption(row.id, f"{row.name}, {row.lying}") for row in desk.read(armory.lying_weapons)
    ]


def weapons_of(name: str, *kinds: str) -> FieldOptions:
    """Return options with the weapons of the unit that the question `name` has chosen."""

    def options(desk: Desk, values: Values) -> Sequence[FieldOption]:
        rows = [row for row in desk.read(armory.weapons) if row.unit_id == values.get(name)]
        fit = [row for row in rows if not kinds or row.kind in kinds]
        return of_units(fit, lambda row: row.label, values)

    return options


def launching(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the weapons that a unit could launch from, the likeliest first.

    First those it carries, then those it mans, then its hands, then the mounted ones of its player
    that it could go to.
    """
    unit_id = values.get("unit_id")
    owner = next((row.player_id for row in desk.read(all_units) if row.id == unit_id), None)
    manned = {row.weapon_id for row in desk.read(armory.controls) if row.occupant_id == unit_id}
    rows = [row for row in desk.read(armory.weapons) if row.kind in SENDING and not row.lying]
    borne = [FieldOption(row.id, row.label) for row in rows if row.unit_id == unit_id]
    others = [row for row in rows if row.unit_id != unit_id]
    served = [row for row in others if row.id in manned]
    free = [row for row in others if row.mounted and row.id not in manned]
    mine = [row for row in free if row.player_id == owner] if owner is not None else []
    made = [FieldOption(row.id, f"{row.label}, {row.unit}") for row in (*served, *mine)]
    by_hand = FieldOption(None, "By hand, or none")
    return [*borne, *made[: len(served)], by_hand, *made[len(served) :]]


def reloadable(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the weapons that can be reloaded, empty and jammed ones first.

    Launchers are not among them: they are loaded by an act of their own.
    """
    rows = [
        row
        for row in desk.read(armory.weapons)
        if row.kind != "Launcher" and (row.inoperative or row.kind in ("Cannon", "MachineGun"))
    ]
    # False comes before True: what is loaded and works comes last.
    rows.sort(key=lambda row: bool(row.load) and not row.inoperative)
    return of_units(rows, lambda row: f"{row.label}, {row.unit}", values)


def controls(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all controls."""
    rows = desk.read(armory.controls)
    return of_units(rows, lambda row: f"{row.unit}, {row.weapon}: {row.place}", values)


def racks(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all racks."""
    rows = desk.read(armory.racks)
    return of_units(rows, lambda row: ", ".join(filter(None, (row.name, row.unit))), values)


def rounds(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all rounds that lie in racks."""
    # The ledger tells of empty racks too: there is no round in them.
    rows = [row for row in desk.read(ledger.ammo) if row.round_id and row.count]
    made = [
        FieldOption(r.round_id, f"{r.count} {r.load}, {r.unit}", unit_id=r.unit_id) for r in rows
    ]
    return own_first(made, values)


def payloads(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the rounds in racks for a Launcher, those of its own side first."""
    own = own_payloads(desk, values)
    return [*own, *(each for each in rounds(desk, values) if each not in own)]


def own_payloads(desk: Desk, values: Values) -> list[FieldOption]:
    """Return the rounds for a Launcher that are its unit's (first), its player's or nobody's."""
    weapon = next((w for w in desk.read(armory.weapons) if w.id == values.get("weapon_id")), None)
    if weapon is None:
        return []
    sides = {row.round_id: row.owner.player_id for row in desk.read(ledger.ammo)}
    ours = [
        each
        for each in rounds(desk, values)
        if sides[each.value] in (weapon.player_id, None) or each.unit_id == weapon.unit_id
    ]
    return sorted(ours, key=lambda each: each.unit_id != weapon.unit_id)


def rounds_for(name: str) -> FieldOptions:
    """Return options with the rounds for the weapon that the question `name` has chosen."""

    def options(desk: Desk, values: Values) -> Sequence[FieldOption]:
        weapon_id = values.get(name)
        weapon = next((row for row in desk.read(armory.weapons) if row.id == weapon_id), None)
        rows = [row for row in desk.read(ledger.ammo) if row.round_id and row.count and weapon]
        served = [
            row
            for row in rows
            if row.weapon_id == weapon_id
            or (row.weapon_id is None and weapon and row.unit_id == weapon.unit_id)
        ]
        return [
            FieldOption(row.round_id, f"{row.load}, {row.count} in {row.rack}") for row in served
        ]

    return options


def batteries_of(name: str) -> FieldOptions:
    """Return options with the rounds that the weapon chosen under `name` fires from its battery."""
    rounds = rounds_for(name)

    def options(desk: Desk, values: Values) -> Sequence[FieldOption]:
        weapon = next(
            (row for row in desk.read(armory.weapons) if row.id == values.get(name)), None
        )
        # A Cannon fires what is in its chamber (8.4-48), as does any weapon with a payload in it.
        fed = weapon is not None and weapon.kind != "Cannon" and not weapon.load
        return rounds(desk, values) if fed else ()

    return options


def fires(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all fires."""
    return of_units(desk.read(ledger.fires), _fire, values)


def _fire(row: ledger.FireRow) -> str:
    return row.name if row.minifig else f'{row.name}, {row.kind} {row.size}"'


def fields(*kinds: FieldKind) -> FieldOptions:
    """Return options with the Fields on the table, only of these kinds if any are named."""
    return lambda desk, values: [
        _field(row) for row in desk.read(ledger.fields) if not kinds or row.sort in kinds
    ]


def _field(row: ledger.FieldRow) -> FieldOption:
    return FieldOption(row.id, f'{row.name}, {row.size}"')


def terrain(*modes: str) -> FieldOptions:
    """Return options with the Fields of Difficult Terrain, only in these modes if any are named."""
    return lambda desk, values: [
        _field(row)
        for row in desk.read(ledger.fields)
        if row.sort is FieldKind.TERRAIN and (not modes or row.mode in modes)
    ]


def shields(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the Energy Shields, those of the form's unit first."""
    rows = [row for row in desk.read(ledger.fields) if row.sort is FieldKind.SHIELD]
    return of_units(rows, lambda row: f"{row.name}, {row.next.whole}", values)


def shield_dice(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the dice of the chosen Energy Shield; the value of each is its place from 0."""
    rows = [row for row in desk.read(ledger.fields) if row.id == values.get("field_id")]
    return [
        FieldOption(place, f"{place + 1}: {die}")
        for row in rows
        for place, die in enumerate(row.dice)
    ]


def traps(*, armed: bool | None = None, candidates: bool = False) -> FieldOptions:
    """Return options with the Traps: armed or spent ones, or those with several triggers."""
    return lambda desk, values: [
        FieldOption(row.id, f"{row.name}, {row.next.whole}", unit_id=row.unit_id)
        for row in desk.read(ledger.traps)
        if armed in (None, row.armed) and (row.candidates or not candidates)
    ]


def triggers(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the possible triggers of the chosen Trap."""
    rows = [row for row in desk.read(ledger.traps) if row.id == values.get("trap_id")]
    return [FieldOption(name, name) for row in rows for name in row.candidates]


def hazards(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return Fields, and fires of objects; the value of a fire is its key negated."""
    there = [_field(row) for row in desk.read(ledger.fields)]
    burning = [row for row in desk.read(ledger.fires) if not row.minifig]
    return [*there, *(FieldOption(-row.id, f"Fire of {row.name}") for row in burning)]


def projectiles(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return what is in the air."""
    rows = [row for row in desk.read(ledger.in_the_air) if not row.lying]
    return of_units(rows, lambda row: f"{row.name}, {row.lands}", values)


def explosives(*states: str) -> FieldOptions:
    """Return options with the Explosives on the table, only in these states if any are named."""

    def options(desk: Desk, values: Values) -> Sequence[FieldOption]:
        rows = [row for row in desk.read(armory.explosives) if not states or row.state in states]
        made = [
            FieldOption(
                row.id,
                ", ".join(part for part in (row.load, row.place or row.carrier) if part),
                unit_id=row.carrier_id,
            )
            for row in rows
        ]
        return own_first(made, values)

    return options


def states(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all states that last on units."""
    rows = desk.read(state_views.states)
    return of_units(
        rows, lambda row: f"{row.unit}: {', '.join(filter(None, (row.kind, row.cause)))}", values
    )


def insides(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the units that are inside a hazard, one option for each pair."""
    return of_units(desk.read(all_insides), lambda row: f"{row.unit} in {row.hazard}", values)


def homings(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the guns that home in."""
    rows = desk.read(ledger.homing)
    return of_units(rows, lambda row: f"{row.weapon}: +{row.bonus} on {row.target}", values)


def marks(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all Marks."""
    made = [
        FieldOption(row.id, f"{row.target}, by {row.scout}", unit_id=row.target_id)
        for row in desk.read(ledger.marks)
    ]
    return own_first(made, values)


def notes(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all open notes."""
    rows = desk.read(all_notes)
    return [FieldOption(row.id, " ".join(row.text.split())[:60]) for row in rows]


def of_units(rows: Iterable[Any], words: Callable[[Any], str], values: Values) -> list[FieldOption]:
    """Return an option for each row that belongs to a unit, those of the form's unit first."""
    return own_first([FieldOption(row.id, words(row), None, row.unit_id) for row in rows], values)


def own_first(options: Iterable[FieldOption], values: Values) -> list[FieldOption]:
    """Return the options with those of the form's unit first, else in their order."""
    about: Any = values.get(ABOUT)
    # `sorted` keeps the order of equals, so what the lists put first stays first within each part.
    return sorted(options, key=lambda option: about is None or option.unit_id != about)
