"""A Sci-fi attack as the referee fills it in, before it is fired."""

import dataclasses
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.acts.scifi.as_fired import SfAim
from brikdesk.acts.scifi.fire_sf import FireSf
from brikdesk.rules.scifi.convergence import Use


class SfDraft(Struct, frozen=True):
    """Unit, weapon and targets of an attack; each change returns a new value.

    `ways` are the names of the weapon's capabilities, empty if it has only one. A weapon that fires
    several times has several aims; `at` is the place of the one that the fields show.
    """

    unit_id: int | None = None
    weapon_id: int | None = None
    ways: tuple[str, ...] = ()
    capability: str = ""
    aims: tuple[SfAim, ...] = ()
    at: int = 0
    use: Use = Use.DIRECT
    spotter_id: int | None = None
    same_initiative: bool = True
    overruled: frozenset[str] = frozenset()

    def act(self) -> FireSf:
        """Return the act that fires it."""
        return FireSf(
            sf_weapon_id=self.weapon_id or 0,
            aims=self.aims,
            capability=self.capability,
            use=self.use,
            spotter_id=self.spotter_id,
            same_initiative=self.same_initiative,
            overruled=self.overruled,
        )

    @property
    def lacks(self) -> str:
        """What is still to be said first; empty if nothing.

        One of "attacker", "weapon", "capability" and "target".
        """
        if self.weapon_id is None:
            return "weapon" if self.unit_id else "attacker"
        if self.ways and self.capability not in self.ways:
            return "capability"
        return "" if self.aims else "target"

    @property
    def aim(self) -> SfAim:
        """The aim that the fields show; an empty one before there is any."""
        return self.aims[self.at] if self.at < len(self.aims) else SfAim()

    def aiming(self, **found: Any) -> "SfDraft":
        """Return it with facts of the shown aim changed; unchanged if there is no aim."""
        if self.at >= len(self.aims):
            return self
        made = dataclasses.replace(self.aim, **found)
        aims = (*self.aims[: self.at], made, *self.aims[self.at + 1 :])
        # The referee overruled a refusal of this very shot; what is different may be refused anew.
        return replace(self, aims=aims, overruled=frozenset())

    def at_target(self, aim: SfAim) -> "SfDraft":
        """Return it with another target for the shown aim, in the same mode with the same round."""
        old = self.aim
        made = dataclasses.replace(aim, mode=old.mode, ammunition=old.ammunition)
        if not self.aims:
            return replace(self, aims=(made,), at=0, overruled=frozenset())
        aims = (*self.aims[: self.at], made, *self.aims[self.at + 1 :])
        return replace(self, aims=aims, overruled=frozenset())

    def also_at(self, aim: SfAim) -> "SfDraft":
        """Return it with one more attack of the same weapon, which is shown."""
        made = dataclasses.replace(aim, mode=self.aim.mode, ammunition=self.aim.ammunition)
        aims = (*self.aims, made)
        return replace(self, aims=aims, at=len(aims) - 1, overruled=frozenset())

    def without_aim(self) -> "SfDraft":
        """Return it without the attack that is shown, unless that is the only one."""
        if len(self.aims) < 2:
            return self
        aims = (*self.aims[: self.at], *self.aims[self.at + 1 :])
        return replace(self, aims=aims, at=min(self.at, len(aims) - 1), overruled=frozenset())

    def showing(self, at: int) -> "SfDraft":
        """Return it with another of the aims shown; a place beyond the ends is moved to them."""
        return replace(self, at=max(0, min(at, len(self.aims) - 1)))
