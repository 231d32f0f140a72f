"""A weapon as it is being typed: its figures follow from kind and Size unless they are typed."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

from brikdesk.acts.guns.weapon_facts import BASTARD_SIZE, WeaponFacts
from brikdesk.acts.guns.weapons import AddWeapon, EditWeapon
from brikdesk.rules.brikwars.units.presets import MountedWeapon
from brikdesk.rules.brikwars.weapons.sizes import BASTARD_GUNS, FORMULAS, SizeFigures, figures
from brikdesk.rules.brikwars.weapons.weapon_presets import WEAPON_PRESETS
from brikdesk.store.act import Act
from brikdesk.store.views.weapons import WeaponRow

TAKE_ROUNDS = {"Cannon": "8.4-48", "Launcher": "8.4-55", "Rocket": "8.1-11", "Explosive": "8.1-15"}
"""Kinds of weapons that a rack can serve, each with the rule that refuses too large a round."""

DERIVED = ("use", "range", "damage")
"""Figures that the rules derive and that the referee can type over."""


@dataclass(frozen=True, slots=True)
class WeaponDraft:
    """One weapon. `stated` holds figures that were typed over; `weapon_id` is 0 for a new one."""

    kind: str = "Gun"
    size: float = 1.0
    name: str = ""
    preset: str = ""
    mounted: bool | None = None
    thrusting: bool | None = None
    stated: dict[str, Any] = field(default_factory=dict)
    weapon_id: int = 0

    @classmethod
    def of_kind(cls, kind: str) -> "WeaponDraft":
        """Return a weapon of Size 1", of a kind from table 1."""
        return cls(kind=kind)

    @classmethod
    def of_preset(cls, preset: str) -> "WeaponDraft":
        """Return a piece of minifig equipment. Raise KeyError for a preset that does not exist."""
        made = WEAPON_PRESETS[preset]
        return cls(made.kind, made.size, made.name, preset, mounted=False)

    @classmethod
    def of_mounted(cls, weapon: MountedWeapon) -> "WeaponDraft":
        """Return a weapon that comes with a unit's preset."""
        return cls(weapon.kind, float(weapon.size), weapon.name, mounted=weapon.mounted)

    @classmethod
    def of_row(cls, row: WeaponRow) -> "WeaponDraft":
        """Return a weapon that a unit has; figures other than the derived ones count as typed."""
        bare = cls(
            row.kind, row.size, row.name, row.preset, row.mounted, row.thrusting, weapon_id=row.id
        )
        now = {"use": row.use, "range": row.range, "damage": row.damage}
        typed = {name: value for name, value in now.items() if value != bare.derived(name)}
        return replace(bare, stated=typed)

    @property
    def title(self) -> str:
        """The name, else the kind."""
        return self.name or self.kind

    @property
    def takes_rounds(self) -> bool:
        """Whether a rack can serve it."""
        return self.kind in TAKE_ROUNDS

    @property
    def largest_round(self) -> int:
        """The largest XSize of a round that it takes."""
        made = self._figures()
        fits = made.max_explosive_size if made else None
        preset = WEAPON_PRESETS.get(self.preset)
        # A preset speaks only for its own Size: the referee may have typed another one.
        if preset and preset.size == self.size and preset.max_explosive_size is not None:
            fits = preset.max_explosive_size
        return int(self.size) if fits is None else fits

    @property
    def power(self) -> int:
        """Inches of Power that it takes when it is mounted on a creation."""
        return max(1, math.ceil(self.size))

    def fact(self, name: str) -> Any:
        """Return a figure as typed, else as derived."""
        return self.stated[name] if name in self.stated else self.derived(name)

    def derived(self, name: str) -> Any:
        """Return a figure by the preset, else by kind and Size."""
        preset = WEAPON_PRESETS.get(self.preset)
        if preset and preset.size == self.size and preset.kind == self.kind:
            return getattr(preset, name)
        made = self._figures()
        return getattr(made, name) if made else ("" if name == "damage" else None)

    def with_fact(self, name: str, value: Any) -> "WeaponDraft":
        """Return it with a figure typed over; the derived value itself counts as not typed."""
        if value == self.derived(name):
            return self.as_derived(name)
        return replace(self, stated={**self.stated, name: value})

    def as_derived(self, *names: str) -> "WeaponDraft":
        """Return it with the named figures derived again; all of them if none is named."""
        dropped = names or DERIVED
        kept = {name: value for name, value in self.stated.items() if name not in dropped}
        return replace(self, stated=kept)

    def facts(self) -> WeaponFacts:
        """Return the weapon as acts take it."""
        return WeaponFacts(
            preset=self.preset,
            kind=self.kind,
            size=self.size,
            name=self.name,
            mounted=self.mounted,
            thrusting=self.thrusting,
            **self.stated,
        )

    def changes(self, unit_id: int, before: "WeaponDraft | None") -> list[Act]:
        """Return the acts that add the weapon, or change the one that was there."""
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
                    thrusting=self.thrusting,
                    **stated,
                )
            ]
        changed = {
            name: getattr(self, name)
            for name in ("kind", "size", "name", "thrusting")
            if getattr(self, name) != getattr(before, name)
        }
        # With another kind or Size the act derives anew what nobody typed over, and keeps the rest.
        derives = "kind" in changed or "size" in changed
        changed |= {
            name: self.fact(name)
            for name in DERIVED
            if (
                self.stated.get(name) != before.stated.get(name)
                if derives
                else self.fact(name) != before.fact(name)
            )
        }
        return [EditWeapon(weapon_id=self.weapon_id, **changed)] if changed else []

    def _figures(self) -> SizeFigures | None:
        if self.kind not in FORMULAS:
            return None
        if self.size == BASTARD_SIZE:
            fixed = [made for base, made in BASTARD_GUNS.values() if base == self.kind]
            return fixed[0] if fixed else figures(self.kind, 2)
        # A Size below 1 behaves as 1 (8.1-01).
        return figures(self.kind, max(1, int(self.size)))
