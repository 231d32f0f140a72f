"""What a referee can do: one frozen value for each act, by subject.

Importing the package makes every act known by its name, so that files and scripts can be read.
"""

from brikdesk.acts import (  # noqa: F401
    battles,
    burn_minifig,
    burn_unit,
    clock_steps,
    homing_step,
    landing,
    setup,
    turns,
)
