"""What a referee can do: one frozen value for each act, by subject.

Importing the package makes every act known by its name, so that files and scripts can be read.
"""

from brikdesk.acts import (  # noqa: F401
    battles,
    burn_minifig,
    burn_unit,
    clock_steps,
    controls,
    firing,
    gunnery,
    homing_step,
    landing,
    power,
    racks,
    reload,
    rounds,
    setup,
    turns,
    unit_edit,
    unit_turn,
    units,
    weapons,
)
