"""A Sci-fi weapon as it is being typed: its facts, its record by the rules, and its acts."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from brikdesk import text
from brikdesk.acts.scifi.crew_rows import MemberFacts
from brikdesk.acts.scifi.crews import SetCrew
from brikdesk.acts.scifi.load_rows import LoadFacts
from brikdesk.acts.scifi.loads import SetLoad
from brikdesk.acts.scifi.refitting import AREA, CLEARED, HOLDER
from brikdesk.acts.scifi.weapon_facts import SfWeaponFacts, record_of
from brikdesk.acts.scifi.weapon_figures import CapabilityFacts
from brikdesk.acts.scifi.weapons import AddSfWeapon, EditSfWeapon
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.stores import UNIT_NAMES, Holder
from brikdesk.rules.scifi.weapons import WEAPONS, WeaponRecord
from brikdesk.store.act import Act
from brikdesk.store.views.scifi.stated import StatedStore, StatedWeapon
from ui.models.usual_rules import usual_scifi

NAMELESS = "weapon"
"""The name of a record while nobody has typed one."""


RECORD = (
    "name", "type", "family", "form", "typed_factor", "range_factor", "minimum_range", "rate",
    "infantry_class", "nature", "warhead", "effects", "detection_effect", "cost", "barrels",
    "count", "needs", "notes",
)  # fmt: skip
"""Facts that have the same name in a weapon's record."""


@dataclass(frozen=True, slots=True)
class SfWeaponDraft:
    """What is typed so far: `facts` as the acts take them.

    For a weapon that exists, `before` are its saved facts, `weapon_id` its key and `stores` its
    stores. `overruled` are rules that the referee has set aside for it.
    """

    facts: SfWeaponFacts = field(default_factory=SfWeaponFacts)
    rules: ScifiHouse = field(default_factory=usual_scifi, compare=False)
    weapon_id: int = 0
    before: SfWeaponFacts | None = None
    stores: tuple[StatedStore, ...] = ()
    overruled: frozenset[str] = frozenset()

    @classmethod
    def of_catalogue(cls, name: str, rules: ScifiHouse) -> "SfWeaponDraft":
        """Return a weapon of the catalogue. Raise KeyError for a name that it does not have."""
        made = WEAPONS[name]
        usual = () if made.loaded is None else (LoadFacts(count=made.loaded),)
        capabilities = tuple(
            CapabilityFacts(name=each.name, melee=each.melee, holder=each.holder)
            for each in made.capabilities
        )
        facts = SfWeaponFacts(
            catalogue=name,
            holder=made.holder,
            loads=usual,
            capabilities=capabilities or None,
            **{each: getattr(made, each) for each in RECORD},
        )
        return cls(facts, rules)

    @classmethod
    def of_stated(cls, row: StatedWeapon, rules: ScifiHouse) -> "SfWeaponDraft":
        """Return the draft of a weapon that a unit has."""
        record, own = row.record, {store.capability: store for store in row.stores}
        capabilities = tuple(
            CapabilityFacts(
                name=each.name,
                melee=each.melee,
                holder=each.holder,
                loads=_loads(own.get(each.name)),
            )
            for each in record.capabilities
        )
        facts = SfWeaponFacts(
            shape=record.area.shape,
            area_size=record.area.size,
            area_width=record.area.width,
            capabilities=capabilities or None,
            mounting=row.mounting,
            structure_id=row.structure_id,
            holder=own[""].holder if "" in own else None,
            loads=_loads(own.get("")),
            crew=tuple(
                MemberFacts(
                    name=each.name,
                    role=CrewRole.LOADER if each.role is CrewRole.NEXT_LOADER else each.role,
                    unit_id=each.unit_id,
                    fixed=each.fixed,
                )
                for each in row.crew
            ),
            **{each: getattr(record, each) for each in RECORD},
        )
        return cls(facts, rules, row.id, facts, row.stores)

    @property
    def title(self) -> str:
        """The name, or words for a weapon without one."""
        return " ".join(self.facts.name.split()) or "Weapon without a name"

    @property
    def stated(self) -> SfWeaponFacts:
        """The facts without the catalogue, which would fill in again what was taken out."""
        return replace(self.facts, catalogue="")

    @property
    def record(self) -> WeaponRecord:
        """The weapon as the rules see it; a nameless one while the facts make no weapon yet."""
        named = tuple(each for each in self.facts.capabilities or () if each.name.strip())
        facts = replace(
            self.facts,
            catalogue="",
            name=self.facts.name.strip()[: text.NAME_LENGTH] or NAMELESS,
            capabilities=named or None,
        )
        try:
            return record_of(facts, self.rules)
        except (BadInput, ValueError):
            return WeaponRecord(name=NAMELESS)

    def stating(self, **facts: Any) -> "SfWeaponDraft":
        """Return it with other facts.

        Rules that were set aside apply again if a fact changed on which they depend.
        """
        changed = replace(self.facts, **facts)
        asked_anew = any(
            getattr(changed, name) != getattr(self.facts, name)
            for name in ("family", "infantry_class", "mounting", "structure_id")
        )
        return replace(self, facts=changed, overruled=frozenset() if asked_anew else self.overruled)

    def changes(self, unit_id: int) -> list[Act]:
        """Return the acts that add the weapon, or change the one that was there."""
        if self.before is None:
            facts = {each.name: getattr(self.stated, each.name) for each in fields(self.facts)}
            return [AddSfWeapon(unit_id=unit_id, overruled=self.overruled, **facts)]
        return [*self._edit(self.before), *self._loads(self.before), *self._crew(self.before)]

    def _edit(self, before: SfWeaponFacts) -> list[Act]:
        now, changed = self.facts, {}
        for name in (*RECORD, "shape", "area_size", "area_width", "mounting", "structure_id"):
            if getattr(now, name) not in (None, getattr(before, name)):
                changed[name] = getattr(now, name)
        # To the act None means "as before": what was taken out has to be named.
        cleared = [
            name
            for name in (*CLEARED, *AREA, HOLDER)
            if getattr(now, name) is None and getattr(before, name) is not None
        ]
        changed |= self._stock(before)
        if not changed and not cleared:
            return []
        return [
            EditSfWeapon(
                sf_weapon_id=self.weapon_id,
                cleared=tuple(cleared),
                overruled=self.overruled,
                **changed,
            )
        ]

    def _stock(self, before: SfWeaponFacts) -> dict[str, Any]:
        """Return capabilities, holder and loads, if they are not as before."""
        now, changed = self.facts, dict[str, Any]()
        if _ways(now) != _ways(before):
            changed["capabilities"] = now.capabilities or ()
            if now.holder and not now.capabilities:
                changed |= {"holder": now.holder, "loads": now.loads}
        elif now.holder not in (None, before.holder):
            changed |= {"holder": now.holder, "loads": now.loads}
        return changed

    def _loads(self, before: SfWeaponFacts) -> list[Act]:
        """Return the acts that change the numbers in stores that stay."""
        old = {(store.capability, store.holder): store for store in self.stores}
        acts: list[Act] = []
        for capability, holder, loads in _stocked(self.facts):
            store = old.get((capability, holder))
            if store and loads and _spelled(loads, holder) != _spelled(_loads(store), holder):
                acts.append(SetLoad(store_id=store.id, loads=loads, overruled=self.overruled))
        return acts

    def _crew(self, before: SfWeaponFacts) -> list[Act]:
        if self.facts.crew == before.crew:
            return []
        act = SetCrew(sf_weapon_id=self.weapon_id, crew=self.facts.crew, overruled=self.overruled)
        return [act]


def ammunition_words(facts: SfWeaponFacts) -> str:
    """Return what is loaded, in words: 7 artillery rocket; empty if it never runs out."""
    said = []
    for _, holder, loads in _stocked(facts):
        said += [f"{each.count} {each.name or UNIT_NAMES[holder]}" for each in loads]
        said += [] if loads else [f"{UNIT_NAMES[holder]}s: ?"]
    return ", ".join(said)


def _loads(store: StatedStore | None) -> tuple[LoadFacts, ...]:
    return tuple(LoadFacts(name=name, count=count) for name, count in store.loads) if store else ()


# A load without a name and one with the name of its holder's unit are the same load.
def _spelled(loads: Iterable[LoadFacts], holder: Holder) -> list[tuple[str, int]]:
    return [(each.name or UNIT_NAMES[holder], each.count) for each in loads]


def _stocked(facts: SfWeaponFacts) -> list[tuple[str, Holder, tuple[LoadFacts, ...]]]:
    """Return each store that the facts ask for: its capability, holder and loads."""
    if facts.capabilities:
        held = [(each.name.strip(), each.holder, each.loads) for each in facts.capabilities]
    else:
        held = [("", facts.holder, facts.loads)]
    return [(name, holder, loads) for name, holder, loads in held if holder is not None]


def _ways(facts: SfWeaponFacts) -> list[tuple[str, bool, Holder | None]]:
    return [(each.name.strip(), each.melee, each.holder) for each in facts.capabilities or ()]
