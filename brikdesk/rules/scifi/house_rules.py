"""The house rules of the Sci-fi rules: what the chapter leaves open, and the values that a campaign has."""

from msgspec import Struct

from brikdesk.rules.switches import Switch as Switch
from brikdesk.rules.switches import Value as Value
from brikdesk.rules.switches import loaded
from brikdesk.rules.switches import spoken as spoken

HOUSE_RULES: dict[str, Switch] = loaded("scifi", "house_rules.json")
"""Every switch by its id, in the order of the settings page."""


class ScifiHouse(Struct, frozen=True, kw_only=True):
    """What the table has chosen: a field for each switch that an act carries out, by its ID.

    The switches themselves, with what may be chosen, are data (`house_rules.json`). Those that only
    remind are not here: nothing asks for them by name.
    """

    # Options
    sf_variable_fire: bool
    sf_weapon_crews: bool
    sf_convergence_beams: bool

    # Turn
    sf_turn_scope: str
    sf_incapacitated_until: str
    sf_incapacitated_melee: str
    sf_weapons_cost_power: bool

    # Fire
    sf_one_capability_scope: str
    sf_trooper_weapons_per_turn: str
    sf_pod_split_targets: bool

    # Areas and blast
    sf_rotary_oblong: bool
    sf_area_hit_rolls: str
    sf_d10_directions: tuple[str, ...]
    sf_vaporshock_halving: str
    sf_blast_warheads: tuple[str, ...]
    sf_open_crew_blast: bool

    # Crews
    sf_special_fire_max: int
    sf_reroll_uses_ammo: bool
    sf_special_fire_over_pod_limit: bool
    sf_new_loader: str

    # Ammunition
    sf_count_all_ammo: bool
