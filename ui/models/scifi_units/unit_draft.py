"""A Sci-fi unit as it is being typed, and the one act that adds or changes it."""

from dataclasses import dataclass, field, replace
from typing import Any

from brikdesk.acts.roster.editing import EditUnit
from brikdesk.acts.rows import initials
from brikdesk.acts.scifi.units import FACTS, AddSfUnit, SetSfUnit
from brikdesk.acts.scifi.weapons import RemoveSfWeapon
from brikdesk.acts.turn.turns import Together
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.units import MACHINES, PEOPLE, UNITS, SfUnitKind
from brikdesk.rules.scifi.weapons import WEAPONS
from brikdesk.store.act import Act
from brikdesk.store.views.scifi import SfUnitRow
from brikdesk.store.views.unit_card import UnitCard
from ui.models.scifi_units.bearer import Bearer
from ui.models.scifi_units.weapon_draft import SfWeaponDraft
from ui.models.usual_rules import usual_scifi

POWERED = "powered armor"


def _known() -> tuple[str, ...]:
    worn = [term for unit in UNITS.values() for term in unit.equipment]
    needed = [term for weapon in WEAPONS.values() for term in weapon.needs]
    return tuple(dict.fromkeys(worn + needed))


EQUIPMENT = _known()
"""The terms for equipment that units wear or weapons need, each once."""


@dataclass(frozen=True, slots=True)
class SfUnitDraft:
    """What is typed so far.

    `card` is the unit that is edited, None for a new one; `was` are its Sci-fi facts, if any.
    """

    name: str = ""
    token: str = ""
    player_id: int | None = None
    catalogue: str = ""
    kind: SfUnitKind = SfUnitKind.INFANTRY
    size: int = 0
    armor_class: int | None = None
    powered_armor: bool = False
    on_foot: bool = True
    open_topped: bool = False
    equipment: tuple[str, ...] = ()
    copies: int = 1
    notes: str = ""
    weapons: tuple[SfWeaponDraft, ...] = ()
    rules: ScifiHouse = field(default_factory=usual_scifi, compare=False)
    card: UnitCard | None = None
    was: SfUnitRow | None = None
    weapons_before: tuple[SfWeaponDraft, ...] = ()

    @classmethod
    def of_rows(
        cls,
        card: UnitCard,
        was: SfUnitRow | None,
        weapons: tuple[SfWeaponDraft, ...],
        rules: ScifiHouse,
    ) -> "SfUnitDraft":
        """Return the draft of a unit that exists; without Sci-fi facts it begins as infantry."""
        draft = cls(
            name=card.name,
            token=card.token,
            player_id=card.player_id,
            notes=card.notes,
            weapons=weapons,
            rules=rules,
            card=card,
            was=was,
            weapons_before=weapons,
        )
        return replace(draft, **_facts_of(was)) if was else draft

    @property
    def initials(self) -> str:
        """What stands on the token: as typed, else from the name."""
        return self.token or (initials(self.name) if self.name.strip() else "")

    @property
    def sized(self) -> bool:
        """Whether its size matters, as it does for wardrones and warbots (12-48)."""
        return self.kind in MACHINES

    @property
    def bearer(self) -> Bearer:
        """The facts that decide which weapons it may have."""
        return Bearer(self.name.strip(), self.kind, self.powered_armor, self.equipment)

    def with_kind(self, kind: SfUnitKind) -> "SfUnitDraft":
        """Return it as another kind: people are on foot, all others are not."""
        # A unit that the catalogue names is of one kind: another kind is no longer that unit.
        worn = self.powered_armor and kind in PEOPLE
        return replace(self, kind=kind, catalogue="", on_foot=kind in PEOPLE).with_powered_armor(
            worn
        )

    def with_powered_armor(self, worn: bool) -> "SfUnitDraft":
        """Return it with or without powered armor, which is equipment too."""
        rest = tuple(term for term in self.equipment if term != POWERED)
        return replace(self, powered_armor=worn, equipment=(POWERED, *rest) if worn else rest)

    def with_catalogue(self, name: str) -> "SfUnitDraft":
        """Return it filled in from a unit of the catalogue, with its weapons."""
        made = UNITS.get(name)
        if made is None:
            return replace(self, catalogue="")
        return replace(
            self,
            catalogue=name,
            name=self.name if self.name.strip() else name,
            kind=made.kind,
            size=made.size or 0,
            powered_armor=made.powered_armor,
            on_foot=made.on_foot,
            equipment=made.equipment,
            weapons=tuple(SfWeaponDraft.of_catalogue(each, self.rules) for each in made.weapons),
        )

    def again(self) -> "SfUnitDraft":
        """Return an empty draft for another unit of the same faction and kind."""
        new = SfUnitDraft(player_id=self.player_id, rules=self.rules)
        return new.with_kind(self.kind)

    # Acts

    def act(self) -> Act | None:
        """Return the one act that adds or changes the unit; None if nothing is changed."""
        return self._edit(self.card) if self.card else self._add()

    def _add(self) -> Act:
        overruled = frozenset[str]().union(*(weapon.overruled for weapon in self.weapons))
        return AddSfUnit(
            name=self.name,
            player_id=self.player_id,
            catalogue=self.catalogue,
            weapons=tuple(weapon.stated for weapon in self.weapons),
            copies=self.copies,
            token=self.token,
            notes=self.notes,
            overruled=overruled,
            **self._facts(),
        )

    def _facts(self) -> dict[str, Any]:
        facts = {name: getattr(self, name) for name in FACTS}
        return facts | {"size": self.size if self.sized else 0}

    def _edit(self, card: UnitCard) -> Act | None:
        # The unit before its weapons: who may carry them is judged by its new kind and equipment.
        acts = [*self._unit_changes(card), *self._fact_changes(card.id)]
        kept = {weapon.weapon_id for weapon in self.weapons}
        acts += [
            RemoveSfWeapon(sf_weapon_id=each.weapon_id)
            for each in self.weapons_before
            if each.weapon_id not in kept
        ]
        for weapon in self.weapons:
            acts += weapon.changes(card.id)
        if len(acts) < 2:
            return acts[0] if acts else None
        return Together(title=f"Edit {card.name}", acts=tuple(acts))

    def _unit_changes(self, card: UnitCard) -> list[Act]:
        changed: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("name", "notes")
            if getattr(self, name) != getattr(card, name)
        }
        if self.token and self.token != card.token:
            changed["token"] = self.token
        if self.player_id != card.player_id:
            nobody = self.player_id is None
            changed |= {"unaligned": True} if nobody else {"player_id": self.player_id}
        return [EditUnit(unit_id=card.id, **changed)] if changed else []

    def _fact_changes(self, unit_id: int) -> list[Act]:
        facts = self._facts()
        if self.was:
            before = _facts_of(self.was)
            facts = {name: fact for name, fact in facts.items() if fact != before[name]}
        # None means "as before" to the act, so a class that was taken out has a word of its own.
        unknown = facts.get("armor_class", 0) is None and self.was is not None
        if not facts:
            return []
        return [SetSfUnit(unit_id=unit_id, class_unknown=unknown, **facts)]


def _facts_of(row: SfUnitRow) -> dict[str, Any]:
    facts = {name: getattr(row, name) for name in FACTS}
    return facts | {"kind": SfUnitKind(row.kind), "equipment": tuple(row.equipment)}
