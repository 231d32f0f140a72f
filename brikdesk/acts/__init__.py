"""What a referee can do: one frozen value for each act, by subject.

Importing the package makes every act known by its name, so that files and scripts can be read.
"""

from brikdesk.acts import scifi  # noqa: F401
from brikdesk.acts.attack import attack  # noqa: F401
from brikdesk.acts.blasts import detonate, landing, launch  # noqa: F401
from brikdesk.acts.campaign import battles, notes, setup  # noqa: F401
from brikdesk.acts.damage import by_word  # noqa: F401
from brikdesk.acts.explosives import flights, flying, placed  # noqa: F401
from brikdesk.acts.fire import fight_fire, ignite  # noqa: F401
from brikdesk.acts.ground import fields, springing, traps, trying_triggers  # noqa: F401
from brikdesk.acts.guns import controls, firing, gunnery, racks, reload, rounds, weapons  # noqa: F401
from brikdesk.acts.hazards import crossing_concealed, crossing_terrain, placing  # noqa: F401
from brikdesk.acts.power import shield_now, spending  # noqa: F401
from brikdesk.acts.roster import editing, marks, scouting, units  # noqa: F401
from brikdesk.acts.steps import (  # noqa: F401
    burn_minifig,
    burn_unit,
    clock_steps,
    exposure_step,
    homing_step,
    last_moments,
    run_burning,
    shrink_field,
)
from brikdesk.acts.turn import turns  # noqa: F401
from brikdesk.acts.units import inside, slipping, states, unit_turn  # noqa: F401
