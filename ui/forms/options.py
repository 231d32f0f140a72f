"""The options that a campaign offers to forms: its units, weapons, fires, racks and the rest."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from brikdesk.acts.campaign.setup import COLOURS
from brikdesk.acts.movement.colliding import lies_in_run
from brikdesk.acts.weapons.gunnery import who_serves
from brikdesk.ground.shapes import edge_to_edge
from brikdesk.lengths import NEARLY
from brikdesk.rules.brikwars.close_combat import ARM
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.brikwars.states import angry_inch
from brikdesk.rules.brikwars.weapons import RELOADED, SENDING
from brikdesk.store.views import armory
from brikdesk.store.views import states as state_views
from brikdesk.store.views.battlefield import insides as all_insides
from brikdesk.store.views.campaign_and_battle import PlayerRow, alliances, battle_head
from brikdesk.store.views.campaign_and_battle import players as all_players
from brikdesk.store.views.notes_and_photos import notes as all_notes
from brikdesk.store.views.units import UnitRow, squads
from brikdesk.store.views.units import units as all_units
from brikdesk.turns import ledger
from brikdesk.turns.seal import dice_are_sealed, seal_shown
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.questions import ABOUT, FieldOption, FieldOptions, Values
from ui.models.rows import MINIFIGS
from ui.widgets.tokens import TokenLook

DYING = "Mortally Wounded!"
"""The name of the state as the acts take it."""


def units(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all living units."""
    return [_unit(row) for row in desk.read(all_units)]


def lost_units(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the units that are dead or destroyed."""
    return [_unit(row) for row in desk.read(all_units, include_lost=True) if not row.alive]


def those(fits: Callable[[UnitRow], object]) -> FieldOptions:
    """Return options with the living units that fit."""
    return lambda desk, values: [_unit(row) for row in desk.read(all_units) if fits(row)]


def apart_from(asked: str, offered: FieldOptions) -> FieldOptions:
    """Return options without what answers another question: nobody runs into himself."""
    return lambda desk, values: [
        option for option in offered(desk, values) if option.value != values.get(asked)
    ]


able = those(lambda row: row.action_die)
"""Options with the units that have an Action die: they can act, barrels and walls cannot."""

people = those(lambda row: row.kind in MINIFIGS)
"""Options with the units that have Hands."""


def burning_people(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the minifigs that are on fire."""
    alight = {row.unit_id for row in desk.read(ledger.fires) if row.minifig}
    return [option for option in units(desk, values) if option.value in alight]


def of_squads(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the units that are in a squad."""
    members = {unit_id for row in desk.read(squads) for unit_id in row.unit_ids}
    return [option for option in units(desk, values) if option.value in members]


def unwounded(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the units that are not Mortally Wounded yet."""
    rows = desk.read(state_views.states)
    dying = {row.unit_id for row in rows if row.kind == DYING}
    return [option for option in units(desk, values) if option.value not in dying]


def scouts(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all living units that belong to a player, those that can Mark first."""
    able = desk.read(state_views.trackers)
    owned = [_unit(row) for row in desk.read(all_units) if row.player_id is not None]
    # `sorted` keeps the order of equals: each part stays in the order of the roster.
    return sorted(owned, key=lambda option: option.unit_id not in able)


def only_scout(desk: Desk, values: Values) -> Any:
    """Return the only unit of the player whose turn it is that can Mark; None if there are others."""
    own = _own_scouts(desk)
    return own[0] if len(own) == 1 and own[0] != values.get("target_id") else None


def known_scout(desk: Desk, hub: Hub, values: Values) -> Values:
    """Return the unit for which a form is opened as its Scout, where it is one of the player's own.

    One of the player's own that can Mark nobody is not the target for that.
    """
    unit_id = values.get(ABOUT)
    if values.get("scout_id") is not None or unit_id not in _own_units(desk):
        return {}
    found: Values = {"target_id": None, ABOUT: None}
    if unit_id in _own_scouts(desk):
        return {"scout_id": unit_id, **found}
    return {} if len(hub.together) > 1 else found  # several are meant, whoever is the first of them


def _own_units(desk: Desk) -> list[int]:
    player_id = desk.read(battle_head).player_id
    return [row.id for row in desk.read(all_units) if row.player_id == player_id]


def _own_scouts(desk: Desk) -> list[int]:
    able = desk.read(state_views.trackers)
    return [unit_id for unit_id in _own_units(desk) if unit_id in able]


def in_its_run(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return whom the form's unit may run into: first minifigs, those that lie in its way before all."""
    rows = {row.id: row for row in desk.read(all_units)}
    order = desk.read(lies_in_run, values.get("unit_id") or values.get(ABOUT) or 0)
    return [_unit(rows[key]) for key in dict.fromkeys((*order, *rows)) if key in rows]


def foes_first(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all living units, those of the player whose turn it is last."""
    player_id = desk.read(battle_head).player_id
    rows = sorted(desk.read(all_units), key=lambda row: row.player_id == player_id)
    return [_unit(row) for row in rows]


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


def under_the_seal(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the players of the battle while its dice are sealed: each may say a word."""
    seal = desk.read(seal_shown) if desk.read(dice_are_sealed) else None
    playing = {player_id for player_id, *_ in seal.players} if seal else set()
    return [_player(row) for row in desk.read(all_players) if row.id in playing]


def without_units(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the players who have no unit any more, so that they can be removed."""
    owners = {row.player_id for row in desk.read(all_units, include_lost=True)}
    return [_player(row) for row in desk.read(all_players) if row.id not in owners]


def with_points(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the players who have scored."""
    scored = {row.id for row in desk.read(ledger.armies) if row.points}
    return [_player(row) for row in desk.read(all_players) if row.id in scored]


def unseated(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the players who have no seat in the battle that is set up or running."""
    return [_player(row) for row in desk.read(battle_head).players if not row.place]


def _player(row: PlayerRow) -> FieldOption:
    return FieldOption(row.id, f"{row.faction}, {row.name}", TokenLook(row.colour))


def player_of_unit(desk: Desk, values: Values) -> Any:
    """Return the player of the unit that is selected where a form is opened, or whose turn it is."""
    selected = (row.player_id for row in desk.read(all_units) if row.id == values.get(ABOUT))
    return next(selected, None) or desk.read(battle_head).player_id or None


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


def armed(fits: Callable[[armory.ArmedRow], object]) -> FieldOptions:
    """Return options with the weapons that fit, the unit's own first."""

    def options(desk: Desk, values: Values) -> Sequence[FieldOption]:
        rows = [row for row in desk.read(armory.weapons) if fits(row)]
        return of_units(rows, lambda row: f"{row.label}, {row.unit}", values)

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
    """Return the weapons that need a reload: empty Cannons and jammed MachineGuns.

    Where none of the form's own unit does, its weapons stand there all the same: the act says why.
    """
    rows = [row for row in desk.read(armory.weapons) if row.kind in RELOADED]
    due = [row for row in rows if needs_reload(row)]
    own = [row for row in rows if row.unit_id == values.get(ABOUT)]
    shown = due if any(row in due for row in own) else [*own, *due]
    return of_units(shown, lambda row: f"{row.label}, {row.unit}", values)


def needs_reload(row: armory.ArmedRow) -> bool:
    """Return whether a weapon is an empty Cannon or a jammed MachineGun."""
    return row.kind in RELOADED and (not row.load if row.kind == "Cannon" else row.inoperative)


def manned_and_empty(desk: Desk, values: Values) -> Any:
    """Return the weapon that the form's unit mans and that needs a reload; None if there is none."""
    manned = _manned(desk, values.get(ABOUT))
    rows = desk.read(armory.weapons)
    return next((row.id for row in rows if row.id in manned and needs_reload(row)), None)


def _manned(desk: Desk, unit_id: Any) -> frozenset[int]:
    rows = desk.read(armory.controls)
    return frozenset(row.weapon_id for row in rows if unit_id and row.occupant_id == unit_id)


def hands_at(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return who can work the chosen weapon: of its side, or at its controls; the nearest first.

    Those who by the map stand elsewhere come last.
    """
    weapon = _chosen(desk, values)
    if weapon is None:
        return able(desk, values)
    there, crew = desk.read(who_serves, weapon.id), _crew_of(desk, weapon.id)
    side = {weapon.player_id, *(b for a, b in desk.read(alliances) if a == weapon.player_id)}
    rows = [
        row
        for row in desk.read(all_units)
        if row.action_die and (row.id in crew or None in side or row.player_id in side)
    ]
    rows.sort(key=lambda row: (row.id not in crew, row.id not in there))
    return [_unit(row) for row in rows]


def who_works_it(desk: Desk, values: Values) -> Any:
    """Return who works the chosen weapon as a rule; None if there is no sign of it.

    It is the form's unit, else its crew, else its bearer, else the only one who stands there.
    """
    weapon = _chosen(desk, values)
    if weapon is None:
        return None
    offered = [option.value for option in hands_at(desk, values)]
    there = [each for each in offered if each in desk.read(who_serves, weapon.id)]
    likely = [values.get(ABOUT), *_crew_of(desk, weapon.id), weapon.unit_id]
    likely += there if len(there) == 1 else []
    return next((each for each in likely if each in offered), None)


def _crew_of(desk: Desk, weapon_id: int) -> list[int]:
    rows = desk.read(armory.controls)
    return [row.occupant_id for row in rows if row.weapon_id == weapon_id and row.occupant_id]


def _chosen(desk: Desk, values: Values) -> armory.ArmedRow | None:
    found = (row for row in desk.read(armory.weapons) if row.id == values.get("weapon_id"))
    return next(found, None)


def selected_of_own(kinds: FieldOptions) -> Callable[[Desk, Values], Any]:
    """Return a function that finds the form's unit if it is one of these and plays now."""

    def found(desk: Desk, values: Values) -> Any:
        unit_id, player_id = values.get(ABOUT), desk.read(battle_head).player_id
        own = {row.id for row in desk.read(all_units) if row.player_id == player_id}
        offered = {option.value for option in kinds(desk, values)}
        return unit_id if unit_id in own & offered else None

    return found


def controls(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all controls; for a minifig first those that it mans or reaches, free ones before others."""
    rows, unit_id = list(desk.read(armory.controls)), values.get(ABOUT)
    if unit_id is not None:
        rows.sort(
            key=lambda row: (
                unit_id not in desk.read(who_serves, row.weapon_id),
                bool(row.occupant),
            )
        )
    return of_units(rows, lambda row: f"{row.unit}, {row.weapon}: {row.place}", values)


def at_controls(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the people who can man the chosen controls, their own side first.

    In a battle only those whom the map does not show out of reach of them (8.5-10).
    """
    seat = next((c for c in desk.read(armory.controls) if c.id == values.get("control_id")), None)
    rows = {row.id: row for row in desk.read(all_units)}
    weapon = next((w for w in desk.read(armory.weapons) if seat and w.id == seat.weapon_id), None)
    creation = rows.get(weapon.unit_id) if weapon else None
    able = [row for row in rows.values() if row.kind in MINIFIGS]
    if creation is None or seat is None:
        return [_unit(row) for row in able]
    if desk.read(battle_head).turn_id and not seat.remote:
        reach = ARM + angry_inch() + NEARLY
        able = [
            row
            for row in able
            if row.id == seat.occupant_id or (edge_to_edge(row, creation) or 0.0) <= reach
        ]
    able.sort(
        key=lambda row: (row.player_id != creation.player_id, edge_to_edge(row, creation) or 0.0)
    )
    return [_unit(row) for row in able]


def manning(desk: Desk, values: Values) -> Any:
    """Return the selected unit where it can man the chosen controls, else who is at them now."""
    chosen = values.get("control_id")
    there = (row.occupant_id for row in desk.read(armory.controls) if row.id == chosen)
    return selected_of_own(at_controls)(desk, values) or next(there, None)


def only_control(desk: Desk, values: Values) -> Any:
    """Return the only free controls that the form's unit reaches; None if there are others."""
    unit_id = values.get(ABOUT)
    player_id = next((row.player_id for row in desk.read(all_units) if row.id == unit_id), None)
    sides = {row.id: row.player_id for row in desk.read(armory.weapons)}
    free = [
        row.id
        for row in desk.read(armory.controls)
        if not row.occupant_id
        and sides.get(row.weapon_id) in (player_id, None)
        and unit_id in desk.read(who_serves, row.weapon_id)
    ]
    return free[0] if len(free) == 1 else None


def racks(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all racks."""
    rows = desk.read(armory.racks)
    return of_units(rows, lambda row: ", ".join(filter(None, (row.name, row.unit))), values)


def other_racks(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return all racks but that of the chosen rounds."""
    here = {row.rack_id for row in desk.read(ledger.ammo) if row.round_id == values.get("round_id")}
    return [option for option in racks(desk, values) if option.value not in here]


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


def shells(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the rounds for the chosen Cannon; a MachineGun has no rounds to choose from."""
    weapon = _chosen(desk, values)
    return rounds_for("weapon_id")(desk, values) if weapon and weapon.kind == "Cannon" else ()


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


def fire_at_hand(desk: Desk, values: Values) -> Any:
    """Return the fire of the form's unit, else the one that by the map is nearest to it.

    None where several burn and nothing says which of them is meant.
    """
    rows, about = list(desk.read(ledger.fires)), values.get(ABOUT)
    own = [row for row in rows if row.unit_id == about]
    if own or len(rows) < 2:
        return next((row.id for row in own or rows), None)
    places = {row.id: row for row in desk.read(all_units)}
    unit = places.get(about or 0)
    away = ((edge_to_edge(unit, places[row.unit_id]), row.id) for row in rows
            if unit is not None and row.unit_id in places)  # fmt: skip
    return min(((inches, fire) for inches, fire in away if inches is not None), default=(0, None))[
        1
    ]


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
