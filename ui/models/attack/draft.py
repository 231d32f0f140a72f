"""An attack as the referee fills it in: units, weapons and distances, and how far it has come."""

import dataclasses
from collections.abc import Iterator
from dataclasses import replace as replace_dataclass
from enum import Enum
from math import hypot
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.acts.battlefield.by_the_map import RunUp, run_up, unmeasured
from brikdesk.acts.combat.aim import (
    Aim,
    AttackPreview,
    BlastLine,
    Caught,
    Change,
    Extra,
    Mode,
    Parry,
    ShieldDice,
    Stray,
    Strike,
    shot_key,
    unit_key,
)
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Respond
from brikdesk.acts.weapons.gunnery import who_serves, within_hand
from brikdesk.copied import copied
from brikdesk.dice import Face
from brikdesk.ground.gaps import nearest_spot
from brikdesk.ground.shapes import edge_to_edge, point_to_edge
from brikdesk.lengths import NEARLY
from brikdesk.rules.brikwars.actions_and_responses import LEAD, FirstToAct, who_is_first
from brikdesk.rules.brikwars.shooting import may_spread
from brikdesk.rules.brikwars.states import keeps_in_reach
from brikdesk.rules.brikwars.weapons import SPREADING
from brikdesk.spoken.roll_call import Arm, Caller, RollCall, roll_call
from brikdesk.store.lines import Line
from brikdesk.store.views.armory import ArmedRow, WeaponState
from brikdesk.store.views.armory import weapon as weapon_row
from brikdesk.store.views.armory import weapons as all_weapons
from brikdesk.store.views.battlefield import TerrainPiece, battlefield, hidden_by, shape_of
from brikdesk.store.views.campaign_and_battle import BattleHead, alliances, battle_head
from brikdesk.store.views.states import ENGAGED, states
from brikdesk.store.views.still_to_act import acting_still, shooters
from brikdesk.store.views.units import UnitRow
from brikdesk.store.views.units import units as all_units
from brikdesk.turns.steps import Choice
from ui.campaign.desk import Desk
from ui.models.picks import MOST_CAUGHT, SaidReach, left_out
from ui.models.rows import MINIFIGS
from ui.models.step_draft import StepDraft

SHORTEST_BURST = 2
"""Shots of a burst when its mode is chosen (Q8-16); more are typed."""


class AttackDraft(Struct, frozen=True):
    """Attackers, weapons, targets, measures and changes; each change returns a new value.

    The three cards show the first strike and the first aim. `off` holds the places of `extras` that
    are unticked. `caught` are those typed into an explosion, `spared` those whom the referee took
    out although the map has them within reach.
    """

    strikes: tuple[Strike, ...] = ()
    aims: tuple[Aim, ...] = ()
    caught: tuple[Caught, ...] = ()
    spared: frozenset[tuple[str, int]] = frozenset()
    changes: tuple[Change, ...] = ()
    extras: tuple[Extra, ...] = ()
    off: frozenset[int] = frozenset()
    parries: tuple[Parry, ...] = ()
    shields: tuple[ShieldDice, ...] = ()
    strays: tuple[Stray, ...] = ()
    combine: bool | None = None
    track_misses: bool = False
    melee: tuple[int, ...] = ()
    passing: bool = False
    counterstrike: bool = False
    charge: bool = False
    avoided: bool = False
    overruled: frozenset[str] = frozenset()

    @classmethod
    def of(cls, attack: Attack) -> "AttackDraft":
        """Return the draft of an attack, without its dice and choices, and without the map's measures."""
        return copied(
            cls,
            attack,
            aims=tuple(unmeasured(aim) for aim in attack.aims),
            caught=tuple(each for each in attack.caught if not each.measured),
        )

    def act(self, on_the_map: tuple[Caught, ...] = ()) -> Attack:
        """Return the act, without dice; `on_the_map` are those the map puts into explosions."""
        return copied(
            Attack,
            self,
            caught=(*self.caught, *on_the_map),
            extras=tuple(each for at, each in enumerate(self.extras) if at not in self.off),
        )

    # What it says

    @property
    def strike(self) -> Strike:
        """The first strike, which the cards show; an empty one if there is none."""
        return self.strikes[0] if self.strikes else Strike()

    @property
    def aim(self) -> Aim | None:
        """The first target, which the cards show; None before one is chosen."""
        return self.aims[0] if self.aims else None

    @property
    def lacks(self) -> str:
        """What is still to be said first: "attacker", "weapon" or "target"; empty if nothing."""
        strike = self.strike
        if strike.by_id is None and strike.weapon_id is None:
            return "attacker"
        if strike.weapon_id is None and not strike.name:
            return "weapon"
        return "" if self.aims else "target"

    # What changes it

    def striking(self, at: int = 0, **found: Any) -> "AttackDraft":
        """Return it with facts of a strike changed; without any strike yet, a first one is made."""
        strikes = self.strikes or (Strike(),)
        made = dataclasses.replace(strikes[at], **found)
        if made.mode is Mode.BURST and made.count < SHORTEST_BURST and "count" not in found:
            made = dataclasses.replace(made, count=SHORTEST_BURST)
        return replace(self, strikes=(*strikes[:at], made, *strikes[at + 1 :]))

    def aiming(self, at: int = 0, **found: Any) -> "AttackDraft":
        """Return it with facts of an aim changed. Raise IndexError if there is no such aim."""
        made = dataclasses.replace(self.aims[at], **found)
        return replace(self, aims=(*self.aims[:at], made, *self.aims[at + 1 :]))

    def at_target(self, aim: Aim) -> "AttackDraft":
        """Return it with another first target; all that was said about the old one is dropped."""
        rest = tuple(each for each in self.aims[1:] if not _same_target(each, aim))
        return replace(
            self, aims=(aim, *rest), caught=(), spared=frozenset(), changes=(), parries=(),
            shields=(), strays=(), melee=(), overruled=frozenset(),
        )  # fmt: skip

    def at_first_target(self) -> "AttackDraft":
        """Return it without further targets: only an arc of fire has several."""
        return replace(self, aims=self.aims[:1])

    def with_weapon(self, strike: Strike) -> "AttackDraft":
        """Return it with another first strike; changed modifiers are the desk's again."""
        return replace(
            self, strikes=(strike, *self.strikes[1:]), changes=(), strays=(), overruled=frozenset()
        )

    def also_at(self, aim: Aim) -> "AttackDraft":
        """Return it with a further target, or without it if it was aimed at already."""
        if any(_same_target(each, aim) for each in self.aims):
            return replace(self, aims=tuple(a for a in self.aims if not _same_target(a, aim)))
        return replace(self, aims=(*self.aims, aim))

    def also_with(self, strike: Strike) -> "AttackDraft":
        """Return it with a further weapon that takes part."""
        return replace(self, strikes=(*self.strikes, strike))

    def without_strike(self, at: int) -> "AttackDraft":
        """Return it without one of its weapons."""
        return replace(self, strikes=(*self.strikes[:at], *self.strikes[at + 1 :]))

    # Modifiers

    def ticked(self, key: str, on: bool, value: int | None = None) -> "AttackDraft":
        """Return it with a modifier of the desk ticked or not; `value` None: the desk's value."""
        rest = tuple(each for each in self.changes if each.key != key)
        # Ticked with the desk's value is how every modifier stands: nothing is left to be stored.
        if on and value is None:
            return replace(self, changes=rest)
        return replace(self, changes=(*rest, Change(key=key, on=on, value=value)))

    def changed_value(self, key: str) -> int | None:
        """Return the value that the referee gave a modifier; None if it has the desk's own."""
        return next((each.value for each in self.changes if each.key == key), None)

    def adding(self, extra: Extra) -> "AttackDraft":
        """Return it with a further modifier of the referee's own."""
        return replace(self, extras=(*self.extras, extra))

    def extra_at(self, at: int, on: bool, value: int) -> "AttackDraft":
        """Return it with an own modifier ticked or not, and with this value."""
        made = dataclasses.replace(self.extras[at], value=value)
        off = self.off - {at} if on else self.off | {at}
        return replace(self, extras=(*self.extras[:at], made, *self.extras[at + 1 :]), off=off)

    def without_extra(self, at: int) -> "AttackDraft":
        """Return it without one of the own modifiers."""
        # `off` holds places: those behind the one that goes move up by one.
        off = frozenset(each - (each > at) for each in self.off if each != at)
        return replace(self, extras=(*self.extras[:at], *self.extras[at + 1 :]), off=off)

    # Who is caught

    @property
    def reach(self) -> SaidReach:
        """What was said about those within reach of the explosions."""
        return SaidReach(self.caught, self.spared)

    def reaching(self, reach: SaidReach) -> "AttackDraft":
        """Return it with something else said about those within reach."""
        return replace(self, caught=reach.caught, spared=reach.spared)

    # What a Missed Shot strikes

    def tracking(self) -> "AttackDraft":
        """Return it with Missed Shots tracked: each lands somewhere (5.3-07)."""
        return replace(self, track_misses=True)

    def straying(self, stray: Stray) -> "AttackDraft":
        """Return it with something that a Missed Shot strikes, in place of older measures of it."""
        rest = tuple(each for each in self.strays if struck(each) != struck(stray))
        return replace(self, strays=(*rest, stray))

    def without_strays(self, shot: str) -> "AttackDraft":
        """Return it with a Missed Shot that strikes nothing."""
        return replace(self, strays=tuple(each for each in self.strays if each.shot != shot))


def _same_target(one: Aim, other: Aim) -> bool:
    """Return whether two aims point at the same thing, whatever was measured."""
    return _thing(one) == _thing(other)


def _thing(aim: Aim) -> tuple[object, ...]:
    return aim.unit_id, aim.explosive_id, aim.projectile_id, aim.place.casefold()


class Miss(Struct, frozen=True):
    """One Missed Shot, by `inches`. `spot` is the question where it lands, None before it is asked.

    `chooser` is the question which player answers that, None if no player must be named (5.3-09).
    """

    number: int
    name: str
    inches: int
    spot: Choice | None
    chooser: Choice | None
    strays: tuple[Stray, ...]
    explodes: bool = False

    @property
    def key(self) -> str:
        """The name of the shot in acts."""
        return shot_key(self.number)

    @property
    def tracked(self) -> bool:
        """Whether it is tracked and lands somewhere; otherwise it is harmless (5.3-06)."""
        return self.spot is not None or self.chooser is not None

    @property
    def unsaid(self) -> bool:
        """Whether it is asked where it lands, and nobody has said so."""
        return self.spot is not None and not self.spot.chosen

    @property
    def words(self) -> str:
        """By how much it missed and where it lands, in words."""
        lands = f" It lands: {self.spot.chosen}." if self.spot and self.spot.chosen else ""
        harm = "" if self.tracked else " It does no harm."
        return f'{self.name}: missed by {self.inches}".{lands}{harm}'


def struck(stray: Stray) -> tuple[object, ...]:
    """Return what a Missed Shot strikes, whatever is measured of it."""
    return stray.shot, stray.unit_id, stray.explosive_id


FEW = 6
"""Units that are asked whether they are at a gun, the nearest first."""


class AttackTable:
    """The table as it stands; after an act each part is read again when it is next needed."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        # Never forgotten: an attack that is done still names a weapon that is gone since.
        self._names: dict[int, str] = {}
        self._units: dict[int, UnitRow] | None = None
        self._weapons: dict[int, ArmedRow] | None = None
        self._call: RollCall | None = None

    def forget(self) -> None:
        """Read the table again when it is next needed."""
        self._units = self._weapons = self._call = None

    @property
    def units(self) -> dict[int, UnitRow]:
        """The units on the table, by key."""
        if self._units is None:
            rows = self._desk.read(all_units)
            self._units = {row.id: row for row in rows if row.alive and row.on_table}
        return self._units

    @property
    def attackers(self) -> dict[int, UnitRow]:
        """The units that can act, by key: those on the table, and who acts though it was killed."""
        still = self._desk.read(acting_still)
        return {**self.units, **{row.id: row for row in still if row.on_table}}

    @property
    def call(self) -> RollCall:
        """All that has a name: units, and weapons with their crews."""
        if self._call is None:
            self._call = self._desk.read(roll_call)
            self._names.update((arm.id, arm.label) for arm in self._call.arms)
        return self._call

    @property
    def weapons(self) -> dict[int, ArmedRow]:
        """All weapons, by key."""
        if self._weapons is None:
            self._weapons = {row.id: row for row in self._desk.read(all_weapons)}
        return self._weapons

    @property
    def head(self) -> BattleHead:
        """The battle, and whose turn it is."""
        return self._desk.read(battle_head)

    # Single things

    def unit(self, unit_id: int | None) -> UnitRow | None:
        """Return a unit; None if it is not on the table."""
        return self.attackers.get(unit_id or 0)

    def arm(self, weapon_id: int | None) -> Arm | None:
        """Return a weapon with its crew; None if it is gone."""
        return next((arm for arm in self.call.arms if arm.id == weapon_id), None)

    def weapon_name(self, strike: Strike) -> str:
        """Return the name of the weapon that is used, also if it was thrown and is gone."""
        arm = self.arm(strike.weapon_id)
        return arm.label if arm else self._names.get(strike.weapon_id or 0, "") or strike.name

    def gunner(self, unit_id: int) -> bool:
        """Return whether a unit is a Gunner."""
        row = self._desk.read(shooters).get(unit_id)
        return row is not None and row.gunner

    def bearer(self, strike: Strike) -> UnitRow | None:
        """Return the unit that carries or holds the weapon; None if it is not on the table."""
        arm = self.arm(strike.weapon_id)
        return self.unit(arm.unit_id if arm else strike.by_id)

    def state_of(self, weapon_id: int) -> str:
        """Return what keeps a weapon from firing, in words; empty if it is ready."""
        row = self._desk.read(weapon_row, weapon_id)
        return "" if row is None or row.state is WeaponState.READY else row.state

    def side(self, player_id: int | None) -> set[int | None]:
        """Return the keys of a player and all of the player's allies."""
        return {
            player_id,
            *(ally for player, ally in self._desk.read(alliances) if player == player_id),
        }

    def arcs(self, strike: Strike) -> bool:
        """Return whether the weapon can fire an arc (8.3-01)."""
        arm = self.arm(strike.weapon_id)
        return arm is not None and may_spread(arm.kind, Mode.ARC, 1) is None

    def always_arc(self, draft: AttackDraft) -> bool:
        """Return whether the weapon attacks an area, whatever it aims at (8.3-10, 8.3-22)."""
        arm = self.arm(draft.strike.weapon_id)
        return arm is not None and arm.kind in SPREADING

    def player_of(self, strike: Strike) -> int | None:
        """Return the key of the player who attacks; None for unaligned units."""
        unit = self.unit(strike.by_id) or self.bearer(strike)
        return unit.player_id if unit else None

    def friend(self, draft: AttackDraft) -> UnitRow | None:
        """Return the first target if it is on the attacker's own side; else None."""
        aimed = self.unit(draft.aim.unit_id) if draft.aim else None
        side = self.side(self.player_of(draft.strike)) - {None}
        return aimed if aimed is not None and aimed.player_id in side else None

    # Measures

    def apart(self, one: int | None, other: int | None) -> float | None:
        """Return the inches between the edges of two units; None if a place is not known."""
        first, second = self.unit(one), self.unit(other)
        return edge_to_edge(first, second) if first and second else None

    def distance(self, draft: AttackDraft) -> float | None:
        """Return the inches to the target as typed, else by the map; None if neither is known."""
        aim = draft.aim
        if draft.strike.distance is not None or aim is None:
            return draft.strike.distance
        if aim.distance is not None:
            return aim.distance
        bearer = self.bearer(draft.strike)
        if aim.unit_id is None and bearer is not None and None not in (aim.x, aim.y, bearer.x):
            # To a place from the middle of the unit, as the act itself measures it.
            return hypot((aim.x or 0.0) - (bearer.x or 0.0), (aim.y or 0.0) - (bearer.y or 0.0))
        spot = self._spot_of(aim)
        if spot is not None and bearer is not None:
            return point_to_edge(*spot, bearer)
        return self.apart(bearer.id if bearer else None, aim.unit_id)

    def run_up(self, one: int | None, other: int | None) -> RunUp | None:
        """Return the run with which a unit would Charge another one; None if a place is not known."""
        first, second = self.unit(one), self.unit(other)
        return self._desk.read(run_up, first.id, second.id) if first and second else None

    def _spot_of(self, aim: Aim) -> tuple[float, float] | None:
        """Return where the map has an Explosive that lies there, or a projectile in the air."""
        ground = self._desk.read(battlefield)
        if aim.explosive_id is not None:
            there = (row for row in ground.lying if not row.trap and row.id == aim.explosive_id)
            return next(((row.x, row.y) for row in there), None)
        flights = (row.now for row in ground.flights if row.id == aim.projectile_id)
        return next(flights, None)

    def terrain(self, strike: Strike) -> tuple[tuple[TerrainPiece, Aim, float | None], ...]:
        """Return the terrain that is no unit, each with its spot nearest to the weapon and inches.

        Nearest first; without a place of the weapon it is aimed at by name alone.
        """
        bearer = self.bearer(strike)
        found: list[tuple[TerrainPiece, Aim, float | None]] = []
        for piece in self._desk.read(battlefield).pieces:
            if piece.unit_id in self.units:
                continue
            name = piece.name or piece.kind.value.capitalize()
            if bearer is None or bearer.x is None or bearer.y is None:
                found.append((piece, Aim(place=name), None))
                continue
            x, y = nearest_spot((bearer.x, bearer.y), shape_of(piece))
            away = hypot(x - bearer.x, y - bearer.y)  # as the act measures to a place
            found.append((piece, Aim(place=name, x=x, y=y), away))
        return tuple(sorted(found, key=lambda each: (each[2] or 0.0, each[0].id)))

    def is_measured(self, draft: AttackDraft) -> bool:
        """Return whether the distance is known from the map, and not from the referee."""
        aim = draft.aim
        typed = draft.strike.distance is not None or (aim is not None and aim.distance is not None)
        return not typed and self.distance(draft) is not None

    def caught_on_map(
        self, draft: AttackDraft, blasts: tuple[BlastLine, ...]
    ) -> tuple[Caught, ...]:
        """Return those whom the map puts into the explosions.

        Those that the referee caught or took out by hand are left out, and so are direct targets.
        """
        spared = frozenset(draft.spared)
        found = left_out(self._desk, blasts, draft.caught, spared)
        return tuple(sorted(found, key=lambda each: (each.blast, each.distance))[:MOST_CAUGHT])

    # What is filled in

    def strike_of(self, unit_id: int, last: dict[int, int], first: tuple[str, ...] = ()) -> Strike:
        """Return the weapon that a unit will most likely use, with its user.

        `last` are the weapons that units used last, `first` the kinds that come before others. A
        unit that is itself a gun is used by its crew.
        """
        caller = self.call.unit(unit_id)
        if caller is None:
            return Strike()
        own, fights = self.call.arms_of(caller), self._fights(unit_id)

        def order(arm: Arm) -> tuple[bool, ...]:
            # Whoever is in somebody's reach strikes; a grenade would catch himself.
            return (
                arm.kind not in first,
                fights and (arm.reaches or self.state_of(arm.id) != ""),
                *self._order(arm, caller, last),
            )

        arms = sorted(own, key=order)
        if not arms:
            return Strike(by_id=unit_id if caller.action_die else None)
        strikes = [Strike(weapon_id=arm.id, by_id=self.user_of(arm, unit_id)) for arm in arms]
        if arms[0].reaches or next(self.could_aim_at(strikes[0]), None) is not None:
            return strikes[0]
        if self._engaged_with(unit_id):  # who fights shoots at nobody before he Disengages (5.2-06)
            return strikes[0]
        # With nobody in reach of a blow, what shoots at somebody is likelier.
        shoot = (
            strike
            for arm, strike in zip(arms, strikes, strict=True)
            if arm.reaches and not self.state_of(arm.id)
        )
        return next((each for each in shoot if any(self.could_aim_at(each))), strikes[0])

    def user_of(self, arm: Arm, unit_id: int | None) -> int | None:
        """Return who fires a weapon: its crew, else the asked unit or its bearer if they can act.

        Else the nearest Gunner of its side who reaches it; None if there is none.
        """
        if arm.crew:
            # A Gunner fires rather than the driver, and who has an Action left.
            rows = {each: self.unit(each) for each in arm.crew}
            able = [each for each, row in rows.items() if row and not row.action_spent]
            first = sorted(able or arm.crew, key=lambda each: not self.gunner(each))[0]
            return unit_id if unit_id in arm.crew else first
        asked = self.call.unit(unit_id)
        if asked is not None and asked.action_die and arm.id in self.within_hand(asked.id):
            return unit_id
        bearer = self.call.unit(arm.unit_id)
        if bearer is not None and bearer.action_die:
            return bearer.id
        return self._nearest_gunner(arm)

    def aim_of(self, strike: Strike, last: dict[int, Aim]) -> Aim | None:
        """Return the target that a weapon most likely aims at; None if there is no sign of one.

        It is the target of its last attack since the campaign was opened, else one that it has
        homed in on, else the last target of its user, else the nearest enemy in its Range and view.
        Whoever is engaged fights whom it is engaged with (5.2-06), and a blow needs one in reach.
        """
        weapon_id = strike.weapon_id or 0
        foes = self._engaged_with(strike.by_id)

        def fits(unit_id: int | None) -> bool:
            return unit_id in foes if foes else self._in_reach(strike, unit_id)

        if (aim := last.get(weapon_id)) and self.there(aim) and fits(aim.unit_id):
            return aim
        row = self._desk.read(weapon_row, weapon_id) if weapon_id else None
        homed = [each.target_id for each in row.homing] if row else []
        shot = self._desk.read(shooters).get(strike.by_id or 0)
        aimed = self.unit_of(shot.last_target) if shot else None
        for unit_id in (*homed, *([aimed.id] if aimed else [])):
            if unit_id in self.units and fits(unit_id):
                return Aim(unit_id=unit_id)
        nearest = next(iter(foes), None) or next(self.could_aim_at(strike), None)
        return None if nearest is None else Aim(unit_id=nearest)

    def _fights(self, unit_id: int) -> bool:
        """Return whether a minifig is engaged, or an enemy stands at arm's length by the map."""
        unit = self.unit(unit_id)
        if unit is None or unit.kind not in MINIFIGS:
            return False
        side = {*self.side(unit.player_id), None}
        near = (
            self.apart(unit_id, each.id)
            for each in self.units.values()
            if each.player_id not in side
        )
        return bool(self._engaged_with(unit_id)) or any(
            away is not None and keeps_in_reach(away, ()) for away in near
        )

    def _engaged_with(self, unit_id: int | None) -> list[int]:
        """Return the enemies that a unit is engaged with, nearest first."""
        pairs = [
            {each.unit_id, each.with_id} for each in self._desk.read(states) if each.kind == ENGAGED
        ]
        foes = {key for pair in pairs if unit_id in pair for key in pair - {unit_id} if key}
        return sorted(foes & self.units.keys(), key=lambda key: self.apart(unit_id, key) or 0.0)

    def _in_reach(self, strike: Strike, unit_id: int | None) -> bool:
        """Return whether a blow reaches a unit, as far as the map knows; a shot is told its Range."""
        row, bearer = self.weapons.get(strike.weapon_id or 0), self.bearer(strike)
        away = self.apart(bearer.id, unit_id) if bearer else None
        if row is None or away is None or (strike.range or row.range) is not None:
            return True
        return keeps_in_reach(away, [row.size])

    def could_aim_at(self, strike: Strike) -> Iterator[int]:
        """Yield the enemies in Range and view of a weapon by the map, nearest first.

        For one without a Range those whom it reaches; nobody where the map does not know.
        """
        row, bearer = self.weapons.get(strike.weapon_id or 0), self.bearer(strike)
        if row is None or bearer is None or self.unmanned(strike):
            return
        far = row.range if strike.range is None else strike.range
        side = {*self.side(self.player_of(strike)), None}
        near = sorted(
            (away, unit.id)
            for unit in self.units.values()
            if unit.player_id not in side and (away := self.apart(bearer.id, unit.id)) is not None
        )
        for away, unit_id in near:
            in_range = keeps_in_reach(away, [row.size]) if far is None else away <= far + NEARLY
            if in_range and not self._desk.read(hidden_by, bearer.id, unit_id):
                yield unit_id

    def unit_of(self, target: str) -> UnitRow | None:
        """Return the unit that a target's key stands for; None for a place or an Explosive."""
        return next((each for each in self.units.values() if unit_key(each.id) == target), None)

    def there(self, aim: Aim) -> bool:
        """Return whether a target is still on the table; a place in words always is."""
        # Explosives and projectiles are not: what was aimed at has gone off or landed.
        return aim.unit_id in self.units if aim.unit_id is not None else bool(aim.place)

    def _order(self, arm: Arm, caller: Caller, last: dict[int, int]) -> tuple[bool, ...]:
        row = self.weapons.get(arm.id)
        # False sorts before True: used last, ready, homed in, manned by the unit, ranged.
        return (
            last.get(caller.id) != arm.id,
            bool(self.state_of(arm.id)),
            not (row and row.homing),
            caller.id not in arm.crew,
            not arm.reaches,
        )

    def may_take_over(self, unit_id: int, strike: Strike) -> bool:
        """Return whether a unit can fire the mounted weapon of a strike in place of who fires it now."""
        arm, unit = self.arm(strike.weapon_id), self.unit(unit_id)
        if arm is None or unit is None or not arm.mounted:
            return False
        bearer = self.bearer(strike)
        ours = bearer is None or unit.player_id in self.side(bearer.player_id)
        return ours and self.serves(unit_id, arm.id)

    def unmanned(self, strike: Strike) -> bool:
        """Return whether nobody fires the weapon, and what carries it cannot do so by itself."""
        bearer = self.bearer(strike)
        gun = strike.by_id is None and self.arm(strike.weapon_id) is not None
        return gun and bearer is not None and not bearer.action_die

    def could_fire(self, strike: Strike) -> tuple[UnitRow, ...]:
        """Return the units with an Action die on the side of who carries the weapon, nearest first."""
        bearer = self.bearer(strike)
        side = self.side(bearer.player_id) if bearer else set()
        able = [unit for unit in self.units.values() if unit.action_die and unit.player_id in side]
        arm = self.arm(strike.weapon_id)
        crew = arm.crew if arm else ()

        def order(unit: UnitRow) -> tuple[bool, bool, float]:
            away = self.apart(bearer.id if bearer else None, unit.id)
            return unit.id not in crew, unit.action_spent, 1e6 if away is None else away

        return tuple(sorted(able, key=order))

    def serves(self, unit_id: int, weapon_id: int) -> bool:
        """Return whether a unit can use a weapon: it mans it, or by the map reaches it (8.5-10)."""
        return unit_id in self._desk.read(who_serves, weapon_id)

    def within_hand(self, unit_id: int) -> frozenset[int]:
        """Return the weapons that a unit can use where it is now."""
        return self._desk.read(within_hand, unit_id)

    def is_fired_by_nobody(self, unit_id: int) -> bool:
        """Return whether a unit has weapons, and nobody of its side is where they are fired from."""
        row, caller = self.unit(unit_id), self.call.unit(unit_id)
        if row is None or caller is None or caller.action_die:
            return False
        own = {arm.id for arm in self.call.arms if arm.unit_id == unit_id}
        if not own or any(arm.crew for arm in self.call.arms if arm.id in own):
            return False
        side = self.side(row.player_id)
        able = [unit for unit in self.units.values() if unit.player_id in side and unit.action_die]
        # The nearest are enough: what they cannot reach, nobody can.
        able.sort(key=lambda unit: edge_to_edge(unit, row) or 0.0)
        return all(own.isdisjoint(self.within_hand(unit.id)) for unit in able[:FEW])

    def gave_way(self, strike: Strike, asked: int | None) -> str:
        """Return who was asked to fire, where the crew of the weapon fires it instead; else nothing."""
        if asked in (None, strike.by_id):
            return ""
        arm, unit = self.arm(strike.weapon_id), self.unit(asked)
        return unit.name if unit and arm and strike.by_id in arm.crew else ""

    def seated(self, draft: AttackDraft, asked: int | None) -> AttackDraft:
        """Return the draft fired by whom it was asked of, once that one has the weapon's controls."""
        arm = self.arm(draft.strike.weapon_id) if asked else None
        if arm is None or asked not in arm.crew or draft.strike.by_id in arm.crew:
            return draft
        return draft.with_weapon(replace_dataclass(draft.strike, by_id=asked))

    def _nearest_gunner(self, arm: Arm) -> int | None:
        bearer = self.unit(arm.unit_id)
        if bearer is None:
            return None
        able = [
            unit
            for unit in self.units.values()
            if unit.player_id == bearer.player_id
            and unit.kind in MINIFIGS
            and unit.action_die
            and self.serves(unit.id, arm.id)
        ]
        manning = {unit_id for each in self.call.arms for unit_id in each.crew}

        def order(unit: UnitRow) -> tuple[bool, bool, bool, float]:
            away = self.apart(unit.id, bearer.id)
            far = away if away is not None else 1e6
            # Who has an Action left and mans no other gun comes before one that is merely nearer.
            return (not self.gunner(unit.id), unit.action_spent, unit.id in manning, far)

        first = min(able, key=order, default=None)
        return first.id if first and self.gunner(first.id) else None


class AttackHabits:
    """The last weapon of each unit and the last aim of each weapon, until the desk closes."""

    def __init__(self, table: AttackTable) -> None:
        self._table = table
        self._weapons: dict[int, int] = {}
        self._aims: dict[int, Aim] = {}

    def filled(self, draft: AttackDraft, first: tuple[str, ...] = ()) -> AttackDraft:
        """Return a draft with weapon, user and target filled in where it says nothing.

        Weapons of the kinds `first` come before all others.
        """
        table, strike = self._table, draft.strike
        # Only a bare strike is filled in: with a mode or measures somebody has begun to say more.
        if draft.lacks == "weapon" and strike == Strike(by_id=strike.by_id):
            draft = draft.with_weapon(table.strike_of(strike.by_id or 0, self._weapons, first))
        elif strike.weapon_id and strike == Strike(weapon_id=strike.weapon_id):
            arm = table.arm(strike.weapon_id)
            by_id = table.user_of(arm, None) if arm else None
            draft = draft.with_weapon(replace_dataclass(strike, by_id=by_id))
        if draft.lacks == "target" and (aim := table.aim_of(draft.strike, self._aims)):
            draft = draft.at_target(aim)
        return draft

    def remember(self, draft: AttackDraft) -> None:
        """Remember weapons and targets of an attack that was carried out, but not its measures."""
        for strike in draft.strikes:
            if strike.weapon_id is None:
                continue
            if draft.aim is not None:
                self._aims[strike.weapon_id] = Aim(
                    unit_id=draft.aim.unit_id,
                    explosive_id=draft.aim.explosive_id,
                    projectile_id=draft.aim.projectile_id,
                    place=draft.aim.place,
                )
            arm = self._table.arm(strike.weapon_id)
            # The gunner's and the gun's: next time the referee may begin with either of them.
            for unit_id in (strike.by_id, arm.unit_id if arm else None):
                if unit_id is not None:
                    self._weapons[unit_id] = strike.weapon_id


class AttackPhase(Enum):
    """How far an attack has come, in any game."""

    NOTHING = "no attack"
    AIM = "aimed"
    DICE = "dice and choices"
    SHOTS = "shots wait for entries"
    DONE = "done"


class Title(Struct, frozen=True):
    """What the dice are thrown for."""

    key: str
    title: str


class Answering(Struct, frozen=True):
    """A response that is being made: its act, the key of that, and the way to it in words.

    `aside`: an attack was put aside for it, which comes back when it is over.
    """

    act: Respond
    act_id: int
    crumb: tuple[str, str]
    aside: bool = False

    @property
    def order(self) -> FirstToAct:
        """Who of the two acts first."""
        return who_is_first(self.act.lead, exclude_each_other=self.act.exclude_each_other)

    def turned_over(self) -> Respond:
        """Return the act with the next of the three orders: first, at once, by the higher roll."""
        lead = {FirstToAct.HIGHER_ROLL: 0.0, FirstToAct.TOGETHER: LEAD}.get(self.order, 0.0)
        both = self.order is FirstToAct.BEFORE
        return dataclasses.replace(self.act, lead=lead, exclude_each_other=both)


class Done(Struct, frozen=True):
    """An attack that was carried out, to show it and to bring it back after an undo."""

    act_id: int
    title: str
    lines: tuple[Line, ...]
    draft: AttackDraft
    dice: StepDraft
    faces: tuple[Face, ...]
    preview: AttackPreview
    answer: Answering | None = None
    """The response that it was."""
