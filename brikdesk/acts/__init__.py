"""What a referee can do: one frozen value for each act, by subject.

Importing the package makes every act known by its name, so that files and scripts can be read.
"""

from brikdesk.acts import (  # noqa: F401
    battles,
    burn_minifig,
    burn_unit,
    clock_steps,
    controls,
    damage,
    detonate,
    explosives,
    exposure_step,
    fields,
    fight_fire,
    firing,
    flights,
    flying,
    gunnery,
    homing_step,
    ignite,
    inside,
    landing,
    last_moments,
    marks,
    notes,
    power,
    racks,
    reload,
    rounds,
    run_burning,
    setup,
    shrink_field,
    states,
    turns,
    unit_edit,
    unit_turn,
    units,
    weapons,
)
from brikdesk.acts.attack import attack  # noqa: F401
