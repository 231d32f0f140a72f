"""What a Sci-fi weapon can still do in its turn: shots by capability, and the loader's help."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.rules.no import No
from brikdesk.rules.scifi import firing
from brikdesk.rules.scifi.capabilities import Capability
from brikdesk.rules.scifi.firing import PLAIN
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.rules.scifi.weapon_state import WeaponInBattle
from brikdesk.rules.scifi.weapons import WeaponRecord, missing_equipment
from brikdesk.store.house import house_of
from brikdesk.store.scifi_rows import (
    answers,
    facts_of,
    incapacitated,
    shots_now,
    state_of,
    turn_began,
    weapon_of,
)
from brikdesk.store.tables import (
    CampaignRow,
    Fate,
    HouseRule,
    Player,
    SfCrew,
    SfLoad,
    SfShot,
    SfStore,
    SfUnit,
    SfWeapon,
    State,
    Turn,
    Unit,
)
from brikdesk.store.views import view

MOST_SHOTS = 100
"""The most shots counted in one turn; ends the count for weapons without a limit."""


class ReadyWay(Struct, frozen=True):
    """One capability: its shots left this turn, and the reason and rule against one more."""

    name: str
    melee: bool
    shots: int
    no: str
    rule: str


class LoaderHelp(Struct, frozen=True):
    """Whether the loader can help: `no` is the reason against it, empty if there is none."""

    no: str
    rule: str


class SfReady(Struct, frozen=True):
    """A weapon in its turn.

    `record` is the weapon as the rules take it. `ways` by capability, one without a name where
    there is just one. `missing` is what its bearer lacks to use it well (12-31). `second` and
    `reroll` tell whether the loader can help (12-78); none where the option is off or nobody crews
    it.
    """

    weapon_id: int
    record: WeaponRecord
    ways: tuple[ReadyWay, ...]
    missing: tuple[str, ...]
    second: LoaderHelp | None
    reroll: LoaderHelp | None

    def way(self, name: str) -> ReadyWay | None:
        """Return the capability of a name; none where there is no such one."""
        return next((each for each in self.ways if each.name == name), None)


@view(
    SfUnit, SfWeapon, SfStore, SfLoad, SfCrew, SfShot, State, Unit, Player, Turn, HouseRule, CampaignRow
)  # fmt: skip
def sf_ready(session: Session, weapon_id: int) -> SfReady | None:
    """Return what a weapon can still do; None if there is no such weapon or its unit is gone."""
    row = session.get(SfWeapon, weapon_id)
    unit = session.get_one(Unit, row.unit_id) if row else None
    if row is None or unit is None or unit.fate is not Fate.ALIVE:
        return None
    rules, record = house_of(session, ScifiHouse), weapon_of(row)
    state = state_of(session, row)
    facts = facts_of(session, unit.id or 0)
    held = incapacitated(session, unit.id or 0) is not None
    crewed = state.crew is not None and rules.sf_weapon_crews
    return SfReady(
        weapon_id=weapon_id,
        record=record,
        ways=tuple(
            _way(record, state, rules, each, held=held) for each in record.capabilities or (PLAIN,)
        ),
        missing=missing_equipment(record, tuple(facts.equipment) if facts else ()),
        second=_help(session, row, state, rules, SpecialFire.SECOND_SHOT) if crewed else None,
        reroll=_help(session, row, state, rules, SpecialFire.REROLL) if crewed else None,
    )


def _way(
    record: WeaponRecord,
    state: WeaponInBattle,
    rules: ScifiHouse,
    way: Capability,
    *,
    held: bool,
) -> ReadyWay:
    """Count shots on a copied state until a rule refuses (12-32, 12-47, 12-52 to 12-67)."""
    shots, no = 0, None
    while shots < MOST_SHOTS:
        no = firing.may_fire(record, state, rules, way, incapacitated=held)
        if no or way.melee:
            break
        state = firing.fire(state, way)
        shots += 1
    return ReadyWay(way.name, way.melee, shots, no.why if no else "", no.rule if no else "")


def _help(
    session: Session,
    row: SfWeapon,
    state: WeaponInBattle,
    rules: ScifiHouse,
    how: SpecialFire,
) -> LoaderHelp:
    began = turn_began(session, session.get_one(Unit, row.unit_id).player_id)
    shots = shots_now(session, row, began)
    latest = shots[-1] if shots else None
    no: No | None = firing.may_assist(
        state,
        how,
        rules,
        Capability(latest.capability if latest else ""),
        missed=latest is not None and "miss" in answers(latest, "hit").values(),
        ammunition=latest.ammunition if latest else "",
    )
    return LoaderHelp(no.why if no else "", no.rule if no else "")
