"""A weapon as it is being typed: kind and Size give the rest, until something is typed over."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

from brikdesk.acts.guns.weapon_facts import BASTARD_SIZE, WeaponFacts
from brikdesk.acts.guns.weapons import AddWeapon, EditWeapon
from brikdesk.rules.brikwars.units.presets import MountedWeapon
from brikdesk.rules.brikwars.weapons.sizes import BASTARD_GUNS, FORMULAS, Figures, figures
from brikdesk.rules.brikwars.weapons.weapon_presets import WEAPON_PRESETS
from brikdesk.store.act import Act
from brikdesk.store.views.weapons import WeaponRow

TAKE_ROUNDS = {"Cannon": "8.4-48", "Launcher": "8.4-55", "Rocket": "8.1-11", "Explosive": "8.1-15"}
"""Kinds that a rack can serve, with the rule that refuses too large a round."""

DERIVED = ("use", "range", "damage")
"""Figures that the rules derive and that can be typed over."""


@dataclass(frozen=True, slots=True)
class WeaponDraft:
    """One weapon. `stated` are figures that were typed over; `weapon_id` 0: it is new."""

    kind: str = "Gun"
    size: float = 1.0
    name: str = ""
    preset: str = ""
    mounted: bool | None = None
    stated: dict[str, Any] = field(default_factory=dict)
    weapon_id: int = 0

    @classmethod
    def of_kind(cls, kind: str) -> "WeaponDraft":
        """Return a weapon of a row of table 1, of Size 1"."""
        return cls(kind=kind)

    @classmethod
    def of_preset(cls, preset: str) -> "WeaponDraft":
        """Return a piece of minifig equipment; KeyError for a preset that does not exist."""
        made = WEAPON_PRESETS[preset]
        return cls(made.kind, made.size, made.name, preset, mounted=False)

    @classmethod
    def of_mounted(cls, weapon: MountedWeapon) -> "WeaponDraft":
        """Return a weapon that comes with a unit's preset."""
        return cls(weapon.kind, float(weapon.size), weapon.name, mounted=weapon.mounted)

    @classmethod
    def of_row(cls, row: WeaponRow) -> "WeaponDraft":
        """Return a weapon that a unit has; figures that the rules would not derive count as typed."""
        bare = cls(row.kind, row.size, row.name, row.preset, row.mounted, weapon_id=row.id)
        now = {"use": row.use, "range": row.range, "damage": row.damage}
        typed = {name: value for name, value in now.items() if value != bare.derived(name)}
        return replace(bare, stated=typed)

    @property
    def title(self) -> str:
        """Its name, else its kind."""
        return self.name or self.kind

    @property
    def takes_rounds(self) -> bool:
        """Whether a rack can serve it."""
        return self.kind in TAKE_ROUNDS

    @property
    def largest_round(self) -> int:
        """The largest XSize that it takes."""
        made = self._figures()
        fits = made.max_explosive_size if made else None
        preset = WEAPON_PRESETS.get(self.preset)
        if preset and preset.size == self.size and preset.max_explosive_size is not None:
            fits = preset.max_explosive_size
        return int(self.size) if fits is None else fits

    @property
    def power(self) -> int:
        """Inches of Power that it takes, mounted on a creation."""
        return max(1, math.ceil(self.size))

    def fact(self, name: str) -> Any:
        """Return a figure: as typed, else derived."""
        return self.stated[name] if name in self.stated else self.derived(name)

    def derived(self, name: str) -> Any:
        """Return a figure as preset, kind and Size have it."""
        preset = WEAPON_PRESETS.get(self.preset)
        if preset and preset.size == self.size and preset.kind == self.kind:
            return getattr(preset, name)
        made = self._figures()
        return getattr(made, name) if made else ("" if name == "damage" else None)

    def with_fact(self, name: str, value: Any) -> "WeaponDraft":
        """Return it with a figure typed over."""
        if value == self.derived(name):
            return self.as_derived(name)
        return replace(self, stated={**self.stated, name: value})

    def as_derived(self, *names: str) -> "WeaponDraft":
        """Return it with figures as the rules have them again; all without names."""
        dropped = names or DERIVED
        kept = {name: value for name, value in self.stated.items() if name not in dropped}
        return replace(self, stated=kept)

    def facts(self) -> WeaponFacts:
        """Return it as the act takes it."""
        return WeaponFacts(
            preset=self.preset,
            kind=self.kind,
            size=self.size,
            name=self.name,
            mounted=self.mounted,
            **self.stated,
        )

    def changes(self, unit_id: int, before: "WeaponDraft | None") -> list[Act]:
        """Return what makes of the weapon that was there the one that was typed."""
        if before is None:
            stated: dict[str, Any] = dict(self.stated)
            return [
                AddWeapon(
                    unit_id=unit_id,
                    preset=self.preset,
                    kind=self.kind,
                    size=self.size,
                    name=self.name,
                    mounted=self.mounted,
                    **stated,
                )
            ]
        changed = {
            name: getattr(self, name)
            for name in ("kind", "size", "name")
            if getattr(self, name) != getattr(before, name)
        }
        changed |= {
            name: self.fact(name)
            for name in DERIVED
            if self.fact(name) != before.fact(name) and (name in self.stated or not changed)
        }
        return [EditWeapon(weapon_id=self.weapon_id, **changed)] if changed else []

    def _figures(self) -> Figures | None:
        if self.kind not in FORMULAS:
            return None
        if self.size == BASTARD_SIZE:
            fixed = [made for base, made in BASTARD_GUNS.values() if base == self.kind]
            return fixed[0] if fixed else figures(self.kind, 2)
        return figures(self.kind, max(1, int(self.size)))
