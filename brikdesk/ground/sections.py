"""The three sections of a minifig, by height (5.1-32)."""

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.ground.shapes import Footprint


class Sections(Struct, frozen=True):
    """Which sections of a minifig can be seen, or lie in an area: a bit of one is enough (5.1-33)."""

    head: bool
    torso: bool
    legs: bool

    @property
    def count(self) -> int:
        """Number of sections, as 5.1-34 and 5.1-36 ask for it."""
        return self.head + self.torso + self.legs


def slices(minifig: Footprint) -> tuple[Footprint, Footprint, Footprint]:
    """Return head, torso and legs of a standing minifig: thirds of its height, from the top down.

    Real legs are a little longer and hair a little higher; thirds are near enough for a proposal.
    """
    third = (minifig.top - minifig.base) / 3
    knee, neck = minifig.base + third, minifig.top - third
    return (
        replace(minifig, base=neck),
        replace(minifig, base=knee, top=neck),
        replace(minifig, top=knee),
    )
