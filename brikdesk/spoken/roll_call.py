"""Everything that can be named in a line: units, weapons, rounds, shields, targets."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.who_may import BARE_HANDS
from brikdesk.copied import copied
from brikdesk.rules.brikwars.explosives import size_words
from brikdesk.rules.brikwars.fields import unspent
from brikdesk.rules.brikwars.weapons import SENDING, SPREADING, WEAPON_PRESETS
from brikdesk.store import tables
from brikdesk.store.session import rows_of
from brikdesk.store.views import view
from brikdesk.store.views.armory import controls, explosives, weapons
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.still_to_act import acting_still
from brikdesk.store.views.units import TABLES, units


class Caller(Struct, frozen=True):
    """A unit on the table. `also` has its faction and kind; with `action_die` 0 it cannot act."""

    id: int
    name: str
    code: str = ""
    also: str = ""
    player_id: int | None = None
    action_die: int = 6
    minifig: bool = True
    faction: str = ""


class Arm(Struct, frozen=True):
    """A weapon. `crew` holds the ids of the units at its controls.

    `reaches`: it has a Range. `held`: it is in somebody's hands. `spent`: it has fired in this
    player's turn, or is jammed.
    """

    id: int
    name: str
    unit_id: int
    code: str = ""
    also: str = ""
    kind: str = "Gun"
    size: float = 1.0
    mounted: bool = True
    reaches: bool = True
    crew: tuple[int, ...] = ()
    spent: bool = False
    held: bool = False

    @property
    def label(self) -> str:
        """The name, with the Size in inches if it is mounted on a creation: Cannon 3"."""
        return f'{self.name} {self.size:g}"' if self.mounted else self.name


class LooseExplosive(Struct, frozen=True):
    """An Explosive that lies on the table, or a projectile in the air (`flies`)."""

    id: int
    name: str
    code: str = ""
    also: str = ""
    flies: bool = False


class Shell(Struct, frozen=True):
    """Rounds of one type that a weapon's rack holds."""

    id: int
    name: str
    unit_id: int | None
    weapon_id: int | None
    code: str = ""
    also: str = ""


class Dome(Struct, frozen=True):
    """An Energy Shield; `ready` holds the places of its dice that are not used in this turn."""

    id: int
    name: str
    ready: tuple[int, ...] = ()
    code: str = ""
    also: str = ""


class RollCall(Struct, frozen=True):
    """Everything that can be named, as one value; reading a line needs nothing else."""

    units: tuple[Caller, ...] = ()
    arms: tuple[Arm, ...] = ()
    things: tuple[LooseExplosive, ...] = ()
    shells: tuple[Shell, ...] = ()
    domes: tuple[Dome, ...] = ()

    def unit(self, unit_id: int | None) -> Caller | None:
        """Return the unit with this key, None if it is not on the table."""
        return next((unit for unit in self.units if unit.id == unit_id), None)

    def arms_of(self, unit: Caller) -> tuple[Arm, ...]:
        """Return the weapons that a unit bears, and those whose controls it mans."""
        return tuple(arm for arm in self.arms if unit.id in (arm.unit_id, *arm.crew))

    def arms_near(self, unit: Caller) -> tuple[Arm, ...]:
        """Return the other mounted weapons of its player: it may man one though nobody noted it.

        The club of a creature that strikes by itself is none of them.
        """
        own = {each.id: each for each in self.units if each.player_id == unit.player_id}
        borne = self.arms_of(unit)
        return tuple(
            arm
            for arm in self.arms
            if arm.mounted
            and arm.unit_id in own
            and arm not in borne
            and (arm.reaches or not own[arm.unit_id].action_die)
        )

    def bearer(self, arm: Arm) -> str:
        """Return the name of the unit that a weapon belongs to; "" if it is not on the table."""
        unit = self.unit(arm.unit_id)
        return unit.name if unit else ""

    def shells_for(self, arm: Arm) -> tuple[Shell, ...]:
        """Return the types of rounds in racks of the weapon, or in its bearer's own racks."""
        return tuple(
            shell
            for shell in self.shells
            if shell.weapon_id == arm.id
            or (shell.weapon_id is None and shell.unit_id == arm.unit_id)
        )


@view(
    *TABLES,
    tables.Maneuver,
    tables.Battle,
    tables.CampaignRow,
    tables.Seat,
    tables.Explosive,
    tables.Projectile,
    tables.Rack,
    tables.Round,
    tables.Field,
)
def roll_call(session: Session) -> RollCall:
    """Return everything on the table that can be named now."""
    called = tuple(
        copied(
            Caller,
            row,
            code=row.token,
            also=f"{row.faction} {row.code} {row.kind}",
            minifig=row.kind in ("Minifig", "Hero"),
        )
        for row in (*units(session), *acting_still(session))
        if row.on_table
    )
    return RollCall(
        called, _arms(session, called), _things(session), _shells(session), _domes(session)
    )


def _arms(session: Session, called: tuple[Caller, ...]) -> tuple[Arm, ...]:
    names = {unit.id: unit.name for unit in called}
    crews: dict[int, list[int]] = {}
    for point in controls(session):
        if point.occupant_id is not None:
            crews.setdefault(point.weapon_id, []).append(point.occupant_id)
    now = battle_head(session).turn_id
    fired = {row.id for row in rows_of(session, tables.Weapon) if row.fired_turn_id == now}
    return tuple(
        copied(
            Arm,
            row,
            # With the Size, so that `cannon 3` tells one cannon from another.
            also=f"{row.kind} {_preset(row.preset)} {row.unit} {row.size:g}",
            reaches=row.range is not None or row.kind in _ALWAYS_REACH,
            crew=tuple(crews.get(row.id, ())),
            spent=row.inoperative or row.id in fired,
            held=not row.mounted and row.preset != BARE_HANDS,
        )
        for row in weapons(session)
        # A weapon that lies on the ground cannot be used until it is picked up.
        if not row.lying and row.unit_id in names
    )


# Kinds that attack at a distance even if their row has no Range.
_ALWAYS_REACH = SPREADING | SENDING


def _preset(preset: str) -> str:
    known = WEAPON_PRESETS.get(preset)
    return known.name if known else ""


def _things(session: Session) -> tuple[LooseExplosive, ...]:
    lying = tuple(
        LooseExplosive(row.id, row.name, also=f"{row.place} {row.carrier} explosive {row.state}")
        for row in explosives(session)
    )
    flying = tuple(
        LooseExplosive(row.id or 0, row.name, also=f"{row.type} projectile", flies=True)
        for row in rows_of(session, tables.Projectile)
    )
    return lying + flying


def _shells(session: Session) -> tuple[Shell, ...]:
    racks = {rack.id: rack for rack in rows_of(session, tables.Rack)}
    return tuple(
        Shell(
            each.id or 0,
            each.name,
            racks[each.rack_id].unit_id,
            racks[each.rack_id].weapon_id,
            also=size_words(each.name, each.explosive_size, each.makeup),
        )
        # Rounds that are used up stay as rows with a count of 0.
        for each in rows_of(session, tables.Round)
        if each.count > 0
    )


def _domes(session: Session) -> tuple[Dome, ...]:
    now = battle_head(session).turn_id or 0
    rows = [row for row in rows_of(session, tables.Field) if row.kind is tables.FieldKind.SHIELD]
    return tuple(
        Dome(
            row.id or 0,
            row.name,
            unspent(len(row.dice), {int(at): turn for at, turn in row.spent.items()}, now),
            also="energy shield",
        )
        for row in rows
    )
