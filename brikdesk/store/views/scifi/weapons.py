"""Sci-fi weapons as they are shown."""

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.rules.scifi.areas import AreaShape, PlacedWhen, placed
from brikdesk.rules.scifi.attack_factor import BuiltAs
from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.firing import may_fire
from brikdesk.rules.scifi.hit_entry import signed
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.range_bands import RangeSpan, spans
from brikdesk.rules.scifi.rate_of_fire import RATES, Rate
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.rules.scifi.variable_fire import modes
from brikdesk.rules.scifi.weapon_class import class_name
from brikdesk.store.house import house_of
from brikdesk.store.scifi_rows import (
    capabilities_of,
    counts,
    crew_rows,
    incapacitated,
    state_of,
    stores_of,
    turn_began,
    weapon_of,
)
from brikdesk.store.tables import (
    Fate,
    SfWeapon,
    Unit,
)
from brikdesk.store.views import view
from brikdesk.store.views.scifi.crews import MemberRow, member_row
from brikdesk.store.views.scifi.read_from import TABLES
from brikdesk.store.views.scifi.stores import SfStoreRow, store_row


class SfWeaponRow(Struct, frozen=True):
    """One weapon. Ranges and areas in inches; `no` says why it may not fire now, with its rule.

    `placed` tells when its area is placed, `modes` what its owner chooses for each attack,
    `rate` the letter of its rate of fire, `class_name` the word for its infantry class.
    """

    id: int
    unit_id: int
    unit: str
    player_id: int | None
    name: str
    type: str
    family: str
    form: BuiltAs | None
    attack_factor: int | None
    factor_changed: bool
    rate: str
    rate_name: str
    class_name: str
    spans: tuple[RangeSpan, ...]
    minimum_range: float | None
    shape: AreaShape
    area_size: float | None
    area_width: float | None
    placed: str
    warhead: str
    effects: tuple[str, ...]
    detection_effect: str
    cost: float | None
    barrels: int | None
    count: int
    capabilities: tuple[str, ...]
    modes: tuple[str, ...]
    last_mode: str
    mounting: Mounting
    structure_id: int | None
    carry_override: bool
    destroyed: bool
    fired: int
    capability_used: str
    special_fire: SpecialFire
    stores: tuple[SfStoreRow, ...]
    crew: tuple[MemberRow, ...]
    no: str
    no_rule: str

    @property
    def rotary(self) -> bool:
        """Whether it fires by barrels (12-57)."""
        return self.rate == Rate.ROTARY.value


@view(*TABLES)
def sf_weapons(session: Session, unit_id: int | None = None) -> tuple[SfWeaponRow, ...]:
    """Return the Sci-fi weapons of one unit, or of all living units, in the order they came."""
    wanted = select(SfWeapon, Unit).join(Unit, col(Unit.id) == col(SfWeapon.unit_id))
    if unit_id is not None:
        wanted = wanted.where(SfWeapon.unit_id == unit_id)
    else:
        wanted = wanted.where(Unit.fate == Fate.ALIVE)
    found = session.exec(wanted.order_by(col(SfWeapon.id))).all()
    return tuple(_weapon(session, row, unit) for row, unit in found)


def _weapon(session: Session, row: SfWeapon, unit: Unit) -> SfWeaponRow:
    rules, record = house_of(session, ScifiHouse), weapon_of(row)
    began = turn_began(session, unit.player_id)
    state = state_of(session, row, began)
    factor = record.attack_factor
    held = incapacitated(session, unit.id or 0) is not None
    first = record.capabilities[:1]
    # Only the first capability is asked about here; `sf_ready` answers for each of them.
    no = may_fire(record, state, rules, *first, incapacitated=held)
    explosive = record.makes == "warhead"
    lies = placed(row.shape, explosive=explosive)
    choice = modes(row.type, variable_fire=rules.sf_variable_fire)
    return SfWeaponRow(
        id=row.id or 0,
        unit_id=unit.id or 0,
        unit=unit.name,
        player_id=unit.player_id,
        name=row.name,
        type=row.type,
        family=row.family.value if row.family else "",
        form=row.form,
        attack_factor=factor.value if factor else None,
        factor_changed=bool(factor and factor.changed),
        rate=row.rate.value if row.rate else "",
        rate_name=RATES[row.rate].name if row.rate else "",
        class_name=class_name(row.infantry_class, row.type) if row.infantry_class else "",
        spans=spans(row.range_factor, row.minimum_range) if row.range_factor else (),
        minimum_range=row.minimum_range,
        shape=row.shape,
        area_size=row.area_size,
        area_width=row.area_width,
        placed=lies.value if isinstance(lies, PlacedWhen) else "",
        warhead=record.delivers,
        effects=tuple(row.effects),
        detection_effect="" if row.detection_effect is None else signed(row.detection_effect),
        cost=row.cost,
        barrels=row.barrels,
        count=row.count,
        capabilities=tuple(each.name for each in capabilities_of(row)),
        modes=tuple(mode.value for mode in choice),
        last_mode=row.last_mode.value if row.last_mode else "",
        mounting=row.mounting,
        structure_id=row.structure_id,
        carry_override=row.carry_override,
        destroyed=row.destroyed,
        fired=state.fired_this_turn,
        capability_used=state.capability_used,
        special_fire=state.special_fire,
        stores=tuple(
            store_row(session, each, began)
            for each in stores_of(session, row)
            if counts(session, row, each)
        ),
        crew=tuple(member_row(each, began) for each in crew_rows(session, row)),
        no=no.why if no else "",
        no_rule=no.rule if no else "",
    )
