"""The state of a weapon, within a turn and across turns (12-89, 12-90)."""

from collections.abc import Mapping

from msgspec import Struct, field

from brikdesk.rules.scifi.crews import Crew
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.rules.scifi.stores import Store
from brikdesk.rules.scifi.variable_fire import FireMode


class WeaponInBattle(Struct, frozen=True, kw_only=True):
    """A weapon in a battle.

    `fired` counts its attacks in the turn, by capability. `stores` hold what is counted, by the
    capability that fires it ("" for a weapon with just one); what has no store never runs out.
    `crew` None: nobody has to serve it. `last_mode` is shown only; `carry_override` says that its
    bearer was overruled (12-27).
    """

    fired: Mapping[str, int] = field(default_factory=dict)
    capability_used: str = ""
    special_fire: SpecialFire = SpecialFire.NONE
    stores: Mapping[str, Store] = field(default_factory=dict)
    crew: Crew | None = None
    destroyed: bool = False
    carry_override: bool = False
    last_mode: FireMode | None = None

    @property
    def fired_this_turn(self) -> int:
        """All its attacks in the turn."""
        return sum(self.fired.values())
