"""Units, weapons and distances on the table, as an attack needs them."""

from math import hypot

from brikdesk.acts.attack.aim import Aim, Caught, Mode, Strike
from brikdesk.acts.attack.arms import ALWAYS_ARC
from brikdesk.acts.attack.blast_preview import BlastLine
from brikdesk.acts.attack.preview import unit_key
from brikdesk.acts.battlefield.measured_aim import measured_aim
from brikdesk.acts.guns.gun_words import who_serves
from brikdesk.ground.round import edge_to_edge, point_to_edge
from brikdesk.rules.brikwars.attacks.arc_fire import may_spread
from brikdesk.spoken.roll_call import Arm, Caller, RollCall, roll_call
from brikdesk.store.views.acting import acting_still
from brikdesk.store.views.armory import ArmedRow
from brikdesk.store.views.armory import weapons as all_weapons
from brikdesk.store.views.battle import BattleHead, alliances, battle_head
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.shooters import shooters
from brikdesk.store.views.units import UnitRow
from brikdesk.store.views.units import units as all_units
from brikdesk.store.views.weapons import WeaponState
from brikdesk.store.views.weapons import weapon as weapon_row
from ui.campaign.desk import Desk
from ui.models.attack.draft import AttackDraft
from ui.models.catching import MOST_CAUGHT, left_out
from ui.models.kinds import MINIFIGS


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
        return arm is not None and arm.kind in {kind.value for kind in ALWAYS_ARC}

    def player_of(self, strike: Strike) -> int | None:
        """Return the key of the player who attacks; None for unaligned units."""
        unit = self.unit(strike.by_id) or self.bearer(strike)
        return unit.player_id if unit else None

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

    def _spot_of(self, aim: Aim) -> tuple[float, float] | None:
        """Return where the map has an Explosive that lies there, or a projectile in the air."""
        ground = self._desk.read(battlefield)
        if aim.explosive_id is not None:
            here = next((row for row in ground.lying if row.id == aim.explosive_id), None)
            return None if here is None else (here.x, here.y)
        flights = (row.now for row in ground.flights if row.id == aim.projectile_id)
        return next(flights, None)

    def is_measured(self, draft: AttackDraft) -> bool:
        """Return whether the distance is known from the map, and not from the referee."""
        aim = draft.aim
        typed = draft.strike.distance is not None or (aim is not None and aim.distance is not None)
        return not typed and self.distance(draft) is not None

    def in_view(self, strike: Strike, aim: Aim) -> Aim:
        """Return an aim with height and what is in view by the map, where nobody said otherwise."""
        bearer = self.bearer(strike)
        if bearer is None or aim.unit_id is None:
            return aim
        return self._desk.read(measured_aim, aim, bearer.id)

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
        own = self.call.arms_of(caller)
        arms = sorted(own, key=lambda arm: (arm.kind not in first, *self._order(arm, caller, last)))
        if not arms:
            return Strike(by_id=unit_id if caller.action_die else None)
        return Strike(weapon_id=arms[0].id, by_id=self.user_of(arms[0], unit_id))

    def user_of(self, arm: Arm, unit_id: int | None) -> int | None:
        """Return who fires a weapon: its crew, else the asked unit or its bearer if they can act.

        Else the nearest Gunner of its side who reaches it; None if there is none.
        """
        if arm.crew:
            return unit_id if unit_id in arm.crew else arm.crew[0]
        asked = self.call.unit(unit_id)
        if asked is not None and asked.action_die:
            return unit_id
        bearer = self.call.unit(arm.unit_id)
        if bearer is not None and bearer.action_die:
            return bearer.id
        return self._nearest_gunner(arm)

    def aim_of(self, strike: Strike, last: dict[int, Aim]) -> Aim | None:
        """Return the target that a weapon most likely aims at; None if there is no sign of one.

        It is the target of its last attack since the campaign was opened, else one that it has
        homed in on, else the last target of its user.
        """
        weapon_id = strike.weapon_id or 0
        if (aim := last.get(weapon_id)) and self.there(aim):
            return aim
        row = self._desk.read(weapon_row, weapon_id) if weapon_id else None
        homed = [each.target_id for each in row.homing] if row else []
        shot = self._desk.read(shooters).get(strike.by_id or 0)
        aimed = self.unit_of(shot.last_target) if shot else None
        for unit_id in (*homed, *([aimed.id] if aimed else [])):
            if unit_id in self.units:
                return Aim(unit_id=unit_id)
        return None

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

    def serves(self, unit_id: int, weapon_id: int) -> bool:
        """Return whether a unit can use a weapon: it mans it, or by the map reaches it (8.5-10)."""
        return unit_id in self._desk.read(who_serves, weapon_id)

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
