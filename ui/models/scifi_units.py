"""Sci-fi units: their facts for lists, and units and weapons as they are being typed."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from dataclasses import replace as replace_dataclass
from typing import Any

from msgspec import Struct

from brikdesk import text
from brikdesk.acts.checks import initials
from brikdesk.acts.scifi.ammunition import LoadFacts, SetLoad
from brikdesk.acts.scifi.crews import MemberFacts, SetCrew
from brikdesk.acts.scifi.units import FACTS, AddSfUnit, SetSfUnit
from brikdesk.acts.scifi.weapons import (
    AREA,
    CLEARED,
    HOLDER,
    AddSfWeapon,
    CapabilityFacts,
    EditSfWeapon,
    RemoveSfWeapon,
    SfWeaponFacts,
    record_of,
)
from brikdesk.acts.turns_and_steps import as_one
from brikdesk.acts.units.editing import EditUnit
from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.rules.refusal import No
from brikdesk.rules.scifi import weapons
from brikdesk.rules.scifi.effect_areas import AreaShape, PlacedWhen, placed
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units_and_crews import MACHINES, PEOPLE, UNITS, CrewRole, SfUnitKind
from brikdesk.rules.scifi.weapon_records import (
    WEAPONS,
    Mounting,
    WeaponRecord,
    carrier,
    may_be_crew_served,
    may_emplace,
    may_have,
    missing_equipment,
    objections,
    usual_mounting,
)
from brikdesk.store.act import Act
from brikdesk.store.views import scifi as sf_views
from brikdesk.store.views.units import UnitCard
from ui.models.rows import changed_names, usual_scifi

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
    stores: tuple[sf_views.StatedStore, ...] = ()
    overruled: frozenset[str] = frozenset()

    @classmethod
    def of_catalogue(cls, name: str, rules: ScifiHouse) -> "SfWeaponDraft":
        """Return a weapon of the catalogue. Raise KeyError for a name that it does not have."""
        made = WEAPONS[name]
        usual = () if made.loaded is None else (LoadFacts(count=made.loaded),)
        capabilities = tuple(copied(CapabilityFacts, each) for each in made.capabilities)
        facts = SfWeaponFacts(
            catalogue=name,
            holder=made.holder,
            loads=usual,
            capabilities=capabilities or None,
            **{each: getattr(made, each) for each in RECORD},
        )
        return cls(facts, rules)

    @classmethod
    def of_stated(cls, row: sf_views.StatedWeapon, rules: ScifiHouse) -> "SfWeaponDraft":
        """Return the draft of a weapon that a unit has."""
        record, own = row.record, {store.capability: store for store in row.stores}
        capabilities = tuple(
            copied(CapabilityFacts, each, loads=_loads(own.get(each.name)))
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
                copied(
                    MemberFacts,
                    each,
                    role=CrewRole.LOADER if each.role is CrewRole.NEXT_LOADER else each.role,
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
        return replace_dataclass(self.facts, catalogue="")

    @property
    def record(self) -> WeaponRecord:
        """The weapon as the rules see it; a nameless one while the facts make no weapon yet."""
        named = tuple(each for each in self.facts.capabilities or () if each.name.strip())
        facts = replace_dataclass(
            self.facts,
            catalogue="",
            name=self.facts.name.strip()[: text.NAME_LENGTH] or NAMELESS,
            capabilities=named or None,
        )
        try:
            return record_of(facts, self.rules)
        except (BadInput, ValueError):
            return WeaponRecord(name=NAMELESS)

    @property
    def shape(self) -> AreaShape:
        """The shape of its effect area."""
        return self.record.area.shape

    @property
    def rotates(self) -> bool:
        """Whether it has barrels that rotate."""
        record = self.record
        return record.rate is weapons.Rate.ROTARY or record.barrels is not None

    def shown(self, name: str) -> Any:
        """Return a fact as its field shows it."""
        record = self.record
        if name == "typed_factor":
            return record.attack_factor.value if record.attack_factor else None
        if name == "shape":
            return record.area.shape
        if name in ("family", "form", "rate", "infantry_class", "nature"):
            return getattr(record, name)
        value = getattr(self.facts, name)
        return 1 if name == "count" and value is None else value

    def typed(self, name: str, value: Any) -> "SfWeaponDraft":
        """Return it with a fact as it is typed into its field."""
        if name == "catalogue" and value:
            return self._as_in_chapter(value)
        # The factor of the pattern is not typed over: it goes on to follow the other figures.
        if name == "typed_factor" and value == pattern_of(self.record):
            value = None
        if name == "holder" and not value:  # what never runs out has nothing that is counted
            return self.stating(holder=None, loads=())
        return self.stating(**{name: value})

    def _as_in_chapter(self, name: str) -> "SfWeaponDraft":
        """Return it with all facts of a weapon of the chapter; what that omits is left open."""
        # Mounting, structure and crew are this weapon's own: the chapter does not know them.
        kept = {own: getattr(self.facts, own) for own in ("mounting", "structure_id", "crew")}
        facts = replace_dataclass(SfWeaponDraft.of_catalogue(name, self.rules).facts, **kept)
        return replace_dataclass(self, facts=facts, overruled=frozenset())

    def stating(self, **facts: Any) -> "SfWeaponDraft":
        """Return it with other facts.

        Rules that were set aside apply again if a fact changed on which they depend.
        """
        changed = replace_dataclass(self.facts, **facts)
        asked_anew = any(
            getattr(changed, name) != getattr(self.facts, name)
            for name in ("family", "infantry_class", "mounting", "structure_id")
        )
        return replace_dataclass(
            self, facts=changed, overruled=frozenset() if asked_anew else self.overruled
        )

    def changes(self, unit_id: int) -> list[Act]:
        """Return the acts that add the weapon, or change the one that was there."""
        if self.before is None:
            facts = vars(self.stated)  # it has no slots, and both have the same fields
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
        said += [f"{each.count} {each.name or weapons.UNIT_NAMES[holder]}" for each in loads]
        said += [] if loads else [f"{weapons.UNIT_NAMES[holder]}s: ?"]
    return ", ".join(said)


def _loads(store: sf_views.StatedStore | None) -> tuple[LoadFacts, ...]:
    return tuple(LoadFacts(name=name, count=count) for name, count in store.loads) if store else ()


# A load without a name and one with the name of its holder's unit are the same load.
def _spelled(loads: Iterable[LoadFacts], holder: weapons.Holder) -> list[tuple[str, int]]:
    return [(each.name or weapons.UNIT_NAMES[holder], each.count) for each in loads]


def _stocked(facts: SfWeaponFacts) -> list[tuple[str, weapons.Holder, tuple[LoadFacts, ...]]]:
    """Return each store that the facts ask for: its capability, holder and loads."""
    if facts.capabilities:
        held = [(each.name.strip(), each.holder, each.loads) for each in facts.capabilities]
    else:
        held = [("", facts.holder, facts.loads)]
    return [(name, holder, loads) for name, holder, loads in held if holder is not None]


def _ways(facts: SfWeaponFacts) -> list[tuple[str, bool, weapons.Holder | None]]:
    return [(each.name.strip(), each.melee, each.holder) for each in facts.capabilities or ()]


CREWED = (Mounting.CREW_SERVED, Mounting.EMPLACED)


class Bearer(Struct, frozen=True):
    """The facts of a unit that decide which weapons it may have."""

    name: str = ""
    kind: SfUnitKind = SfUnitKind.INFANTRY
    powered_armor: bool = False
    equipment: tuple[str, ...] = ()

    def mounting(self, wanted: Mounting | None) -> Mounting:
        """Return the mounting of a weapon: as wanted, else as is usual for this kind of unit."""
        return wanted or usual_mounting(self.kind)

    def refusals(
        self, weapon: WeaponRecord, wanted: Mounting | None, structure: str = ""
    ) -> Iterator[tuple[No, Mounting | None]]:
        """Yield each refusal of the weapon, with the mounting that would avoid it or None."""
        mounting = self.mounting(wanted)
        if mounting in CREWED and (no := may_be_crew_served(weapon.family)):
            yield no, None
        if mounting is Mounting.EMPLACED and (no := may_emplace(mounting, structure)):
            yield no, None
        has = carrier(self.kind, powered_armor=self.powered_armor, mounting=mounting)
        verdict = may_have(weapon, has)
        # While the family of a new weapon is not typed, nobody can say who may carry it.
        if weapon.family is not None and verdict.no:
            yield verdict.no, verdict.offer

    def objections(self, weapon: WeaponRecord) -> tuple[No, ...]:
        """Return what looks wrong about the weapon in its hands; the referee may keep all of it."""
        lacking = missing_equipment(weapon, self.equipment)
        if not lacking:
            return objections(weapon)
        who = self.name or "Its bearer"
        return (*objections(weapon), No("12-31", f"{who} lacks {' and '.join(lacking)}"))


def open_refusal(weapon: SfWeaponDraft, bearer: Bearer) -> tuple[No, Mounting | None] | None:
    """Return the first refusal of a weapon that the referee has not set aside; None if none."""
    facts = weapon.facts
    structure = str(facts.structure_id or "")
    found = bearer.refusals(weapon.record, facts.mounting, structure)
    return next((each for each in found if each[0].rule not in weapon.overruled), None)


def as_it_is(weapon: SfWeaponDraft, bearer: Bearer) -> SfWeaponDraft:
    """Return a weapon that its bearer has already, with all of its refusals set aside."""
    # Else editing a unit's name would begin with a refusal of the weapon it has had all along.
    facts = weapon.facts
    found = bearer.refusals(weapon.record, facts.mounting, str(facts.structure_id or ""))
    return replace_dataclass(weapon, overruled=frozenset(no.rule for no, _ in found))


POWERED = "powered armor"
TRAITS = {"powered_armor": "Powered armor", "on_foot": "On foot", "open_topped": "Open-topped"}
"""What a unit is or is not, and how its pill calls it."""


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
    was: sf_views.SfUnitRow | None = None
    weapons_before: tuple[SfWeaponDraft, ...] = ()

    @classmethod
    def of_rows(
        cls,
        card: UnitCard,
        was: sf_views.SfUnitRow | None,
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
        return replace_dataclass(draft, **_facts_of(was)) if was else draft

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

    def shown(self, name: str) -> Any:
        """Return a fact as its field shows it."""
        if name == "traits":
            return [trait for trait in TRAITS if getattr(self, trait)]
        if name == "equipment":
            return [term for term in self.equipment if term != POWERED]  # that is a trait
        own = {"token": self.initials, "player_id": self.player_id or 0}
        return own[name] if name in own else getattr(self, name)

    def typed(self, name: str, value: Any) -> "SfUnitDraft":
        """Return it with a fact as it is typed into its field."""
        if name == "catalogue":
            return self.with_catalogue(value)
        if name == "kind":
            return self.with_kind(value)
        if name == "traits":
            return self.with_traits(value)
        if name == "equipment":
            worn = (POWERED,) if POWERED in self.equipment else ()
            return replace_dataclass(self, equipment=(*worn, *value))
        value = value or None if name == "player_id" else value
        return replace_dataclass(self, **{name: value})

    def with_traits(self, on: Collection[str]) -> "SfUnitDraft":
        """Return it with these of the TRAITS and no other."""
        draft = replace_dataclass(self, on_foot="on_foot" in on, open_topped="open_topped" in on)
        worn = "powered_armor" in on
        return draft if worn == self.powered_armor else draft.with_powered_armor(worn)

    def with_kind(self, kind: SfUnitKind) -> "SfUnitDraft":
        """Return it as another kind: people are on foot, all others are not."""
        # A unit that the catalogue names is of one kind: another kind is no longer that unit.
        worn = self.powered_armor and kind in PEOPLE
        return replace_dataclass(
            self, kind=kind, catalogue="", on_foot=kind in PEOPLE
        ).with_powered_armor(worn)

    def with_powered_armor(self, worn: bool) -> "SfUnitDraft":
        """Return it with or without powered armor, which is equipment too."""
        rest = tuple(term for term in self.equipment if term != POWERED)
        return replace_dataclass(
            self, powered_armor=worn, equipment=(POWERED, *rest) if worn else rest
        )

    def with_catalogue(self, name: str) -> "SfUnitDraft":
        """Return it filled in from a unit of the catalogue, with its weapons."""
        made = UNITS.get(name)
        if made is None:
            return replace_dataclass(self, catalogue="")
        return replace_dataclass(
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
        weapons = tuple(weapon.stated for weapon in self.weapons)
        return copied(AddSfUnit, self, weapons=weapons, overruled=overruled, **self._facts())

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
        return as_one(acts, f"Edit {card.name}")

    def _unit_changes(self, card: UnitCard) -> list[Act]:
        changed = changed_names(self, card, "name", "notes")
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


def _facts_of(row: sf_views.SfUnitRow) -> dict[str, Any]:
    facts = {name: getattr(row, name) for name in FACTS}
    return facts | {"kind": SfUnitKind(row.kind), "equipment": tuple(row.equipment)}


MOST = 1000
"""Rounds of one type at most."""

_LOAD = re.compile(r"(\d{1,6})\s*(?:[x×]\s+)?(.*)", re.DOTALL)


_WHERE = "loads"
"""The field that the line is typed in."""


def parse_loads(typed: str) -> tuple[LoadFacts, ...]:
    """Return the loads of a typed line: numbers and types, with commas between them.

    A number without a type means the rounds that the holder is made for. Raise BadInput
    if a part has no number, a number is above MOST, or a type appears twice.
    """
    loads = tuple(_load(part.strip()) for part in typed.split(",") if part.strip())
    names = [each.name.casefold() for each in loads]
    if len(set(names)) < len(names):
        raise BadInput("Name every type of round once.", _WHERE)
    return loads


def _load(typed: str) -> LoadFacts:
    found = _LOAD.fullmatch(typed)
    if found is None:
        raise BadInput(f"How many? 4 {typed[:30]}, say.", _WHERE)
    count, name = int(found[1]), " ".join(found[2].split())
    if count > MOST:
        raise BadInput(f"At most {MOST:,} of a type.", _WHERE)
    return LoadFacts(name=name, count=count)


def write_loads(loads: Iterable[LoadFacts]) -> str:
    """Return loads as the line that is typed for them."""
    return ", ".join(f"{each.count} {each.name}".strip() for each in loads)


WordsAndRule = tuple[str, str]
"""A sentence and its rule; both empty if there is nothing to say."""

NOTHING: WordsAndRule = ("", "")
_PLACED = {
    PlacedWhen.BEFORE_ROLL: "12-41",
    PlacedWhen.AFTER_ROLL: "12-42",
    PlacedWhen.AFTER_FALL_OF_SHOT: "12-43",
}


def pattern_of(record: WeaponRecord) -> int | None:
    """Return the attack factor by the general pattern; None if it has none for the weapon."""
    if record.delivers:
        return weapons.default_factor(record.delivers, weapons.BuiltAs.WARHEAD)
    return weapons.default_factor(record.type, record.form)


def factor_note(record: WeaponRecord) -> WordsAndRule:
    """Return where the attack factor comes from, or that it has to be typed or asked."""
    if _follows(record) and record.typed_factor is None:
        return "Asked for each target: its armor class, 1 against armor class 0.", "12-11"
    pattern, what = pattern_of(record), _what(record)
    if pattern is None:
        words = f"The general pattern has none for {what}." if what else "Pick a type, or type it."
        return words, "12-09"
    if record.typed_factor is not None and record.typed_factor != pattern:
        return f"Typed over; {what} has {pattern} by the general pattern.", "12-09"
    return f"{what.capitalize()}: {pattern} by the general pattern.", "12-09"


def _what(record: WeaponRecord) -> str:
    if record.delivers:  # it decides the factor, whatever type of weapon sends it
        return f"{record.delivers} warhead"
    form = f", {record.form.value}" if record.form else ""
    return f"{record.type}{form}" if record.type else ""


def _follows(record: WeaponRecord) -> bool:
    return weapons.follows_target(record.delivers or record.type)


def spans_of(record: WeaponRecord) -> tuple[weapons.RangeSpan, ...]:
    """Return the bands of a weapon's range; none while its range factor is not known."""
    if record.range_factor is None:
        return ()
    return weapons.spans(record.range_factor, record.minimum_range)


def area_note(record: WeaponRecord) -> WordsAndRule:
    """Return when the effect area is placed, before or after the hit roll."""
    shape = record.area.shape
    when = placed(shape, explosive=record.makes == "warhead")
    if when is None:
        return NOTHING
    rule = "12-37" if shape is AreaShape.OBLONG else _PLACED[when]
    return f"Placed {when.value}.", rule


def barrels_note(record: WeaponRecord) -> WordsAndRule:
    """Return how many hits of a rotary weapon are checked."""
    if record.barrels is None:
        return NOTHING
    hits = weapons.rotary_hits(record.barrels)
    if hits is None:
        few = weapons.suggested_hits(record.barrels)
        return (
            f"The table has no {record.barrels} barrels; the desk proposes that {_hits(few)} checked.",
            "12-57",
        )
    return f"When it hits, {_hits(hits)} checked.", "12-57"


def _hits(hits: int) -> str:
    return "1 hit is" if hits == 1 else f"{hits} hits are"


def holder_note(facts: SfWeaponFacts, makes: str) -> WordsAndRule:
    """Return how ammunition runs down, or what is asked before the first shot.

    - `makes`: "projectile", "energy" or "warhead", empty if nobody has said.
    """
    if facts.capabilities:
        return "Each capability has its own ammunition. One of them is used in a turn.", "12-32"
    if facts.holder is None:
        return "It never runs out.", "12-62" if makes == "energy" else "12-63"
    unit = weapons.UNIT_NAMES[facts.holder]
    if not facts.loads:
        return f"Nobody has said how many {unit}s; it is asked before the first shot.", "12-66"
    limit = weapons.LIMITS[facts.holder]
    rule = "12-67" if facts.holder is weapons.Holder.ITEMS else "12-64"
    rule = "12-59" if facts.holder in weapons.PODS else rule
    total = sum(load.count for load in facts.loads)
    most = f", at most {limit} in a turn" if limit is not None else ""
    return f"{total} in all{most}.", rule


def warhead_note(record: WeaponRecord) -> WordsAndRule:
    """Return what is special about a warhead."""
    made = weapons.WARHEADS.get(record.delivers)
    if made is None:
        return NOTHING
    blast = "Survivors on foot are incapacitated. " if made.blast else ""
    said = f"{blast}{made.special}".strip()
    return (said, "12-46" if made.blast else "12-01") if said else NOTHING
