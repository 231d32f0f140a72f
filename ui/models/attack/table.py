"""Who and what stands on the table, as an attack asks for it: who may attack, with what, at what."""

from math import hypot

from brikdesk.acts.attack.aim import Aim, Caught, Strike
from brikdesk.acts.attack.blast_preview import BlastLine
from brikdesk.acts.attack.preview import unit_key
from brikdesk.spoken.roll_call import Arm, Caller, RollCall, roll_call
from brikdesk.store.views.armory import ArmedRow
from brikdesk.store.views.armory import weapons as all_weapons
from brikdesk.store.views.battle import BattleHead, alliances, battle_head
from brikdesk.store.views.shooters import shooters
from brikdesk.store.views.units import UnitRow
from brikdesk.store.views.units import units as all_units
from brikdesk.store.views.weapons import WeaponState
from brikdesk.store.views.weapons import weapon as weapon_row
from ui.campaign.desk import Desk
from ui.models.attack.draft import AttackDraft
from ui.models.catching import inches_from, named
from ui.models.kinds import MINIFIGS

MOST_CAUGHT = 40
"""Units that positions alone put into one explosion."""


class AttackTable:
    """The table as it stands: after an act each part is read anew when somebody asks for it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._names: dict[int, str] = {}
        self._units: dict[int, UnitRow] | None = None
        self._weapons: dict[int, ArmedRow] | None = None
        self._call: RollCall | None = None

    def forget(self) -> None:
        """Look at the table again when it is next asked for."""
        self._units = self._weapons = self._call = None

    @property
    def units(self) -> dict[int, UnitRow]:
        """The units on the table."""
        if self._units is None:
            rows = self._desk.read(all_units)
            self._units = {row.id: row for row in rows if row.alive and row.on_table}
        return self._units

    @property
    def call(self) -> RollCall:
        """Who and what has a name."""
        if self._call is None:
            self._call = self._desk.read(roll_call)
            self._names.update((arm.id, arm.label) for arm in self._call.arms)
        return self._call

    @property
    def weapons(self) -> dict[int, ArmedRow]:
        """All weapons."""
        if self._weapons is None:
            self._weapons = {row.id: row for row in self._desk.read(all_weapons)}
        return self._weapons

    @property
    def head(self) -> BattleHead:
        """The battle, and whose turn it is."""
        return self._desk.read(battle_head)

    # Single things

    def unit(self, unit_id: int | None) -> UnitRow | None:
        """Return a unit; none where it is gone."""
        return self.units.get(unit_id or 0)

    def arm(self, weapon_id: int | None) -> Arm | None:
        """Return a weapon with its crew; none where it is gone."""
        return next((arm for arm in self.call.arms if arm.id == weapon_id), None)

    def weapon_name(self, strike: Strike) -> str:
        """Return the name of what is used; also of what was thrown and lies somewhere now."""
        arm = self.arm(strike.weapon_id)
        return arm.label if arm else self._names.get(strike.weapon_id or 0, "") or strike.name

    def gunner(self, unit_id: int) -> bool:
        """Tell whether a unit is a Gunner."""
        row = self._desk.read(shooters).get(unit_id)
        return row is not None and row.gunner

    def bearer(self, strike: Strike) -> UnitRow | None:
        """Return the unit that a weapon stands on or is held by."""
        arm = self.arm(strike.weapon_id)
        return self.unit(arm.unit_id if arm else strike.by_id)

    def state_of(self, weapon_id: int) -> str:
        """Say what keeps a weapon from firing; empty where it is ready."""
        row = self._desk.read(weapon_row, weapon_id)
        return "" if row is None or row.state is WeaponState.READY else row.state

    def side(self, player_id: int | None) -> set[int | None]:
        """Return a player with all allies."""
        return {
            player_id,
            *(ally for player, ally in self._desk.read(alliances) if player == player_id),
        }

    def player_of(self, strike: Strike) -> int | None:
        """Return the player who attacks."""
        unit = self.unit(strike.by_id) or self.bearer(strike)
        return unit.player_id if unit else None

    # Measures

    def apart(self, one: int | None, other: int | None) -> float | None:
        """Return the inches between the edges of two units; none where nobody knows where they are."""
        first, second = self.unit(one), self.unit(other)
        if first is None or second is None:
            return None
        if first.x is None or first.y is None or second.x is None or second.y is None:
            return None
        between = hypot(first.x - second.x, first.y - second.y) - (first.size + second.size) / 2
        return max(0.0, between)

    def distance(self, draft: AttackDraft) -> float | None:
        """Return the inches to the target as typed, else from the map."""
        aim = draft.aim
        if draft.strike.distance is not None or aim is None:
            return draft.strike.distance
        if aim.distance is not None:
            return aim.distance
        bearer = self.bearer(draft.strike)
        return self.apart(bearer.id if bearer else None, aim.unit_id)

    def caught_on_map(
        self, draft: AttackDraft, blasts: tuple[BlastLine, ...]
    ) -> tuple[Caught, ...]:
        """Return whom positions put into the explosions, but for those the referee spoke of."""
        spoken = {named(each) for each in draft.caught} | draft.spared
        direct = {aim.unit_id for aim in draft.aims}
        found: list[Caught] = []
        for place, blast in enumerate(blasts):
            name = blast.key if place else ""
            for unit in self.units.values():
                away = inches_from(blast, unit)
                inside = away is not None and away <= blast.radius
                if inside and unit.id not in direct and (name, unit.id) not in spoken:
                    found.append(Caught(blast=name, unit_id=unit.id, distance=round(away or 0, 2)))
        return tuple(sorted(found, key=lambda each: (each.blast, each.distance))[:MOST_CAUGHT])

    # What is filled in

    def strike_of(self, unit_id: int, last: dict[int, int], first: tuple[str, ...] = ()) -> Strike:
        """Return the weapon that a unit will most likely use, and who uses it.

        `last` are the weapons that units used last, `first` kinds that come before others. A gun
        that cannot act is used by its crew.
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
        """Return who fires a weapon: its crew, the unit itself, else the nearest Gunner of its side."""
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
        """Return what a weapon aimed at last: in this session, homed in, or what its user shot at."""
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
        """Return the unit that a target's key stands for; none for a place or an Explosive."""
        return next((each for each in self.units.values() if unit_key(each.id) == target), None)

    def there(self, aim: Aim) -> bool:
        """Tell whether a target is still on the table."""
        return aim.unit_id in self.units if aim.unit_id is not None else bool(aim.place)

    def _order(self, arm: Arm, caller: Caller, last: dict[int, int]) -> tuple[bool, ...]:
        row = self.weapons.get(arm.id)
        return (
            last.get(caller.id) != arm.id,
            bool(self.state_of(arm.id)),
            not (row and row.homing),
            caller.id not in arm.crew,
            not arm.reaches,
        )

    def _nearest_gunner(self, arm: Arm) -> int | None:
        bearer = self.unit(arm.unit_id)
        if bearer is None:
            return None
        able = [
            unit
            for unit in self.units.values()
            if unit.player_id == bearer.player_id and unit.kind in MINIFIGS and unit.action_die
        ]
        manning = {unit_id for each in self.call.arms for unit_id in each.crew}

        def order(unit: UnitRow) -> tuple[bool, bool, bool, float]:
            away = self.apart(unit.id, bearer.id)
            far = away if away is not None else 1e6
            return (not self.gunner(unit.id), unit.action_spent, unit.id in manning, far)

        first = min(able, key=order, default=None)
        return first.id if first and self.gunner(first.id) else None
