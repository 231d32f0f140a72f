"""Units and weapons as they are being typed: what was stated, and what the rules derive from it."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from brikdesk.acts.checks import initials
from brikdesk.acts.explosives.explosion import makeup_named
from brikdesk.acts.fields.scouts_and_marks import OPTICAL_TOOL, TOOL_PRESET
from brikdesk.acts.turns_and_steps import as_one
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.facts import FACTS, preset_facts, preset_of
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.racks import AddRack, AddRounds, RackFacts, RoundFacts, TakeRounds
from brikdesk.acts.weapons.weapons import (
    BASTARD_SIZE,
    AddWeapon,
    EditWeapon,
    RemoveWeapon,
    WeaponFacts,
)
from brikdesk.copied import copied
from brikdesk.rules.brikwars import power
from brikdesk.rules.brikwars import weapons as weapon_rules
from brikdesk.rules.brikwars.fire import weight_class_of
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.units_and_damage import SCOUT, UNIT_PRESETS, MountedWeapon, of_size
from brikdesk.store.act import Act, overruling
from brikdesk.store.views.armory import WeaponRow
from brikdesk.store.views.units import UnitCard
from ui.models.rows import changed_names, usual_brikwars

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
        made = weapon_rules.WEAPON_PRESETS[preset]
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
        return self.kind in weapon_rules.WEAPONS and bool(weapon_rules.WEAPONS[self.kind].rounds)

    @property
    def largest_round(self) -> int:
        """The largest XSize of a round that it takes."""
        made = self._figures()
        fits = made.max_explosive_size if made else None
        preset = weapon_rules.WEAPON_PRESETS.get(self.preset)
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
        preset = weapon_rules.WEAPON_PRESETS.get(self.preset)
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
        return copied(WeaponFacts, self, **self.stated)

    def changes(self, unit_id: int, before: "WeaponDraft | None") -> list[Act]:
        """Return the acts that add the weapon, or change the one that was there."""
        if before is None:
            return [copied(AddWeapon, self, unit_id=unit_id, **self.stated)]
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

    def _figures(self) -> weapon_rules.SizeFigures | None:
        if self.kind not in weapon_rules.WEAPONS:
            return None
        if self.size == BASTARD_SIZE:
            fixed = [made for base, made in weapon_rules.BASTARD_GUNS.values() if base == self.kind]
            return fixed[0] if fixed else weapon_rules.figures(self.kind, 2)
        # A Size below 1 behaves as 1 (8.1-01).
        return weapon_rules.figures(self.kind, max(1, int(self.size)))


FLYING = "flying"
"""The preset of a flying vehicle of the Size that is typed."""


@dataclass(frozen=True, slots=True)
class RoundsDraft:
    """Rounds of one type.

    `round_id` and `rack_id` are set if they lie in a rack already; `was` is how many lay there.
    `weapon` is the place of the weapon they are for; None: the first weapon that takes rounds.
    `made` says in words what they are made of; empty: as their name says.
    """

    name: str = "Shell"
    explosive_size: int | None = 1
    count: int | None = 1
    round_id: int = 0
    rack_id: int = 0
    was: int = 0
    weapon: int | None = None
    made: str = ""

    def facts(self) -> RoundFacts:
        """Return the rounds as acts take them; BadInput for words that no Explosive is made of."""
        size = self.explosive_size or 0
        return RoundFacts(
            name=self.name,
            explosive_size=size,
            count=self.count or 0,
            makeup=makeup_named(self.name, size, self.made).as_data(),
        )

    def changes(self) -> list[Act]:
        """Return the act that brings the number in the rack to the one that was typed."""
        more = (self.count or 0) - self.was
        if more > 0:
            return [AddRounds(rack_id=self.rack_id, round_id=self.round_id, count=more)]
        return [TakeRounds(round_id=self.round_id, count=-more)] if more < 0 else []


STATED = ("name", "token", "player_id", "kind", "preset", "copies")
"""Facts of a unit that no rule derives."""


@dataclass(frozen=True, slots=True)
class UnitDraft:
    """What is typed so far. `stated` holds only the facts that were typed; the rest is derived.

    `card` is the unit that is edited: its own facts stand where nothing is typed. It is None for a
    new unit.
    """

    name: str = ""
    token: str = ""
    player_id: int | None = None
    kind: str = "Minifig"
    preset: str = ""
    stated: Mapping[str, Any] = field(default_factory=dict)
    weapons: tuple[WeaponDraft, ...] = ()
    rounds: tuple[RoundsDraft, ...] = ()
    copies: int = 1
    card: UnitCard | None = None
    weapons_before: tuple[WeaponDraft, ...] = ()
    rules: BrikWarsHouse = field(default_factory=usual_brikwars)

    # Facts

    def shown(self, name: str) -> Any:
        """Return a fact as its field shows it."""
        own = {"token": self.initials, "player_id": self.player_id or 0}
        if name in own:
            return own[name]
        if name == "power_multiplier":
            return self.power
        return getattr(self, name) if name in STATED else self.fact(name)

    def typed(self, name: str, value: Any) -> "UnitDraft":
        """Return the draft with a fact as it is typed into its field: Power in inches."""
        if name == "preset":
            return self.with_preset(value)
        if name == "kind":  # what the preset filled in goes, what was typed stays
            return replace(self, kind=value, preset="")
        if name == "power_multiplier":
            size = int(self.fact("size") or 0)
            return self.with_fact(name, value // size) if size and value is not None else self
        if name == "player_id":
            return replace(self, player_id=value or None)
        return replace(self, **{name: value}) if name in STATED else self.with_fact(name, value)

    def fact(self, name: str) -> Any:
        """Return a fact as typed, else as the edited unit has it, else as the rules derive it."""
        return self.stated[name] if name in self.stated else self.derived(name)

    def derived(self, name: str) -> Any:
        """Return a fact as it would be if nothing were typed for it."""
        if self.card is not None:
            # Other Armor brings its own weight class; the unit's old one no longer applies.
            if name == "weight_class" and "armor" in self.stated:
                return weight_class_of(str(self.stated["armor"]))
            value = getattr(self.card, name)
            return list(value) if isinstance(value, tuple) else value
        if name == "weight_class":
            return weight_class_of(str(self.fact("armor")))
        return self._of_preset().get(name, "")

    def is_typed(self, name: str) -> bool:
        """Return whether a fact was typed and differs from what is derived."""
        return name in self.stated and self.stated[name] != self.derived(name)

    @property
    def half_power(self) -> str:
        """When it has Half Power: never, always or airborne."""
        if self.card is not None:
            return self.card.half_power
        return "always" if self.preset == FLYING else self._preset_half_power()

    @property
    def power(self) -> int:
        """The Power limit in inches."""
        half = self.half_power == "always"
        multiplier = int(self.fact("power_multiplier") or 0)
        return power.limit(int(self.fact("size") or 0), multiplier=multiplier, half_power=half)

    @property
    def initials(self) -> str:
        """What stands on the token: as typed, else from the name."""
        return self.token or (initials(self.name) if self.name.strip() else "")

    def with_fact(self, name: str, value: Any) -> "UnitDraft":
        """Return the draft with a fact typed; None takes it back to the derived value."""
        stated = {key: known for key, known in self.stated.items() if key != name}
        if value is not None:
            stated[name] = value
        return replace(self, stated=stated)

    def as_derived(self) -> "UnitDraft":
        """Return the draft with all typed facts but the Size as preset, kind and Size give them."""
        return replace(self, stated={k: v for k, v in self.stated.items() if k == "size"})

    def with_preset(self, preset: str) -> "UnitDraft":
        """Return the draft filled in from a preset, with its weapons and rounds.

        What was typed over the last preset is dropped; a unit without a name gets its own.
        """
        made = UNIT_PRESETS.get(preset)
        if made is None:
            kind = "Vehicle" if preset == FLYING else self.kind
            return replace(self, preset=preset, kind=kind, stated={}, weapons=(), rounds=())
        arms = tuple(WeaponDraft.of_mounted(weapon) for weapon in made.weapons)
        if made.id == SCOUT:  # his Specialties need it (F.3-01)
            arms = (
                *arms,
                replace(WeaponDraft.of_preset(TOOL_PRESET), name=OPTICAL_TOOL.capitalize()),
            )
        batteries = [weapon.battery for weapon in made.weapons if weapon.battery]
        rounds = tuple(
            RoundsDraft(each.name, each.explosive_size, each.count) for each in batteries
        )
        kind, name = made.kind.capitalize(), self.name if self.name.strip() else made.name
        return replace(
            self, name=name, preset=preset, kind=kind, stated={}, weapons=arms, rounds=rounds
        )

    def again(self) -> "UnitDraft":
        """Return an empty draft for another unit of the same faction and kind."""
        return UnitDraft(player_id=self.player_id, kind=self.kind, rules=self.rules)

    def _of_preset(self) -> dict[str, Any]:
        kind = FACTS["kind"].check(self.kind, "kind")
        size, worn = self.stated.get("size"), self.stated.get("worn_armor")
        if self.preset == FLYING:
            made = of_size("flying vehicle", 3 if size is None else size)
            return preset_facts(made or preset_of("", kind, size), self.rules, worn)
        return preset_facts(preset_of(self.preset, kind, size), self.rules, worn)

    def _preset_half_power(self) -> str:
        made = UNIT_PRESETS.get(self.preset)
        return made.half_power if made else "never"

    # Acts

    def act(self, overruled: Iterable[str] = ()) -> Act | None:
        """Return the one act that adds or changes the unit; None if nothing is changed."""
        rules = frozenset(overruled)
        return self._edit(rules) if self.card is not None else self._add(rules)

    def _add(self, overruled: frozenset[str]) -> Act:
        facts = _listed(dict(self.stated))
        # Acts know no such preset: its facts depend on the typed Size and are passed one by one.
        if self.preset == FLYING:
            facts = {**_listed(self._of_flying()), **facts}
        return AddUnit(
            name=self.name,
            player_id=self.player_id,
            kind=self.kind,
            preset="" if self.preset == FLYING else self.preset,
            token=self.token or None,
            weapons=tuple(weapon.facts() for weapon in self.weapons),
            racks=self._racks(),
            copies=self.copies,
            overruled=overruled,
            **facts,
        )

    def _of_flying(self) -> dict[str, Any]:
        made = self._of_preset()
        wanted = ("size", "armor", "move", "action_die", "power_multiplier")
        facts = {name: made[name] for name in wanted}
        return facts | {"half_power": "always", "airborne": True}

    @property
    def served(self) -> tuple[int, ...]:
        """The places of the weapons that take rounds."""
        return tuple(k for k, weapon in enumerate(self.weapons) if weapon.takes_rounds)

    def serves(self, rounds: RoundsDraft) -> int | None:
        """Return the place of the weapon that rounds are for; None if no weapon takes any."""
        if rounds.weapon in self.served:
            return rounds.weapon
        return next(iter(self.served), None)

    def _racks(self) -> tuple[RackFacts, ...]:
        """Return one rack for each weapon that has rounds; a Launcher's is a battery (8.4-53)."""
        places = dict.fromkeys(self.serves(each) for each in self.rounds)
        return tuple(
            self._rack(place, [each for each in self.rounds if self.serves(each) == place])
            for place in places
        )

    def _rack(self, place: int | None, rounds: Iterable[RoundsDraft]) -> RackFacts:
        battery = place is not None and self.weapons[place].kind == "Launcher"
        return RackFacts(
            name=_RACKS[battery],
            battery=battery,
            weapon=place,
            rounds=tuple(each.facts() for each in rounds),
        )

    def _edit(self, overruled: frozenset[str]) -> Act | None:
        assert self.card is not None
        # Weapons before rounds: a rack refers to its weapon.
        acts = [*self._fact_changes(self.card), *self._weapon_changes(self.card.id)]
        acts += self._round_changes(self.card.id)
        return as_one([overruling(act, *overruled) for act in acts], f"Edit {self.card.name}")

    def _fact_changes(self, card: UnitCard) -> list[Act]:
        facts = _listed(
            {name: value for name, value in self.stated.items() if value != self.derived(name)}
        )
        facts |= changed_names(self, card, "name", "kind")
        return [EditUnit(unit_id=card.id, **facts)] if facts else []

    def _weapon_changes(self, unit_id: int) -> list[Act]:
        kept = {weapon.weapon_id for weapon in self.weapons}
        before = {weapon.weapon_id: weapon for weapon in self.weapons_before}
        gone: list[Act] = [RemoveWeapon(weapon_id=each) for each in before if each not in kept]
        for weapon in self.weapons:
            gone += weapon.changes(unit_id, before.get(weapon.weapon_id))
        return gone

    def _round_changes(self, unit_id: int) -> list[Act]:
        acts = [act for each in self.rounds if each.round_id for act in each.changes()]
        new = [each for each in self.rounds if not each.round_id]
        racks = {self.serves(each): each.rack_id for each in self.rounds if each.rack_id}
        there = [each for each in new if self.serves(each) in racks]
        for rack in replace(self, rounds=tuple(each for each in new if each not in there))._racks():
            weapon = self.weapons[rack.weapon] if rack.weapon is not None else None
            weapon_id = (weapon.weapon_id or None) if weapon else None  # a new one has no key yet
            battery = rack.battery and weapon_id is not None
            named = _RACKS[battery]
            acts.append(
                copied(
                    AddRack, rack, unit_id=unit_id, weapon_id=weapon_id, battery=battery, name=named
                )
            )
        for each in there:
            # All of them lie there: `left` tells of rounds that were spent before.
            rack_id = racks[self.serves(each)]
            acts.append(copied(AddRounds, each.facts(), rack_id=rack_id))
        return acts


_RACKS = {True: "Battery", False: "Ammo rack"}
"""How a new rack is called: one of a Launcher, and all others."""


def _listed(facts: dict[str, Any]) -> dict[str, Any]:
    """Return facts as acts take them: lists as tuples, without numbers that are not a number."""
    return {
        name: tuple(fact) if isinstance(fact, list) else fact
        for name, fact in facts.items()
        if not (isinstance(fact, float) and math.isnan(fact))
    }
