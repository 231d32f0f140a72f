"""Units by the Sci-fi rules: they join, move, are eliminated; and the edges of their turns."""

from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import existing_row, heed, initials, row_or_none, with_number
from brikdesk.acts.movement.going import Manner, check_spot, go, put, way_to
from brikdesk.acts.movement.on_the_way import spot_of
from brikdesk.acts.scifi.ammunition import in_words, left_sum
from brikdesk.acts.scifi.checks import check_played, measure, sf_facts, there, whole, word, words
from brikdesk.acts.scifi.crews import eliminate
from brikdesk.acts.scifi.weapons import SfWeaponFacts, add_sf_weapon
from brikdesk.acts.step_act import ClockStep
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.scifi.units_and_crews import (
    Activity,
    CrewRole,
    SfUnitKind,
    SpecialFire,
    copied,
    may,
)
from brikdesk.rules.scifi.weapons import HIGHEST
from brikdesk.store import scifi as sf_store
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, line, outcome
from brikdesk.store.tables import Player, SfDetection, SfUnit, SfWeapon, State, StateKind, Unit
from brikdesk.store.tables import UnitKind as Body
from brikdesk.turns.scifi import DETECTED, FIRED, INCAPACITATED, fire_again
from brikdesk.turns.steps import Preview
from brikdesk.turns.turn_order import turn_now

MOST_COPIES = 100
"""Units that one act can make."""

BODIES = {
    SfUnitKind.WARDRONE: Body.CREATURE,
    SfUnitKind.WARBOT: Body.CREATURE,
    SfUnitKind.VEHICLE: Body.VEHICLE,
    SfUnitKind.STRONGPOINT: Body.STRUCTURE,
}
"""The kind of body on the roster for each kind of unit; all others are minifigs."""

FACTS = (
    "kind", "size", "armor_class", "powered_armor", "on_foot", "open_topped", "equipment",
)  # fmt: skip
"""The facts of a unit that an act can state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _SfFacts(Act):
    """The facts of a unit that an act can state; None leaves one as it is, or to the catalogue."""

    kind: SfUnitKind | None = None
    size: int | None = None
    armor_class: int | None = None
    powered_armor: bool | None = None
    on_foot: bool | None = None
    open_topped: bool | None = None
    equipment: tuple[str, ...] | None = None

    def stated(self) -> dict[str, Any]:
        """Return the facts that are stated, checked; BadInput for an impossible one."""
        facts = {name: value for name in FACTS if (value := getattr(self, name)) is not None}
        if self.size is not None:
            facts["size"] = whole(self.size, "size")
        if self.armor_class is not None:
            facts["armor_class"] = whole(self.armor_class, "armor_class", 0, HIGHEST)
        if self.equipment is not None:
            facts["equipment"] = words(self.equipment, "equipment")
        return facts


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSfUnit(_SfFacts):
    """Add a unit, or several alike, that plays by the Sci-fi rules, with its weapons.

    `catalogue` copies a unit that the chapter names, with its weapons unless `weapons` are stated.
    Without `player_id` it belongs to nobody. `x` and `y` are in inches.
    """

    name: str
    player_id: int | None = None
    catalogue: str = ""
    weapons: tuple[SfWeaponFacts, ...] | None = None
    copies: int = 1
    token: str = ""
    notes: str = ""
    x: float | None = None
    y: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write units, facts and weapons; refused for a weapon that they cannot carry."""
        check_played(session)
        base = text.name(self.name)
        copies = whole(self.copies, "copies", 1, MOST_COPIES)
        player = row_or_none(session, Player, self.player_id)
        facts, own = self._facts()
        first = None
        there: list[Line] = []
        for number in range(1, copies + 1):
            name = base if number == 1 else with_number(base, number)
            unit = self._unit(name, facts["kind"])
            session.add(unit)
            session.flush()
            session.add(
                # A list of its own for each copy: no two rows may share one.
                SfUnit(unit_id=unit.id or 0, **{**facts, "equipment": [*facts["equipment"]]})
            )
            session.flush()
            for weapon in own if self.weapons is None else self.weapons:
                # Weapons of a catalogue entry are the ones that the chapter gives it: no question.
                add_sf_weapon(self, session, unit, weapon, asks=self.weapons is not None)
            if (spot := spot_of(unit)) is not None:
                there += put(self, session, unit, spot)
            first = first or unit
        assert first is not None
        side = player.faction if player else "Unaligned"
        who = text.so_many(copies, base) if copies > 1 else base
        return outcome(
            Kind.UNIT, f"Add {who}", f"{side}. {_in_words(facts)}.",
            lead=f"{who} join." if copies > 1 else f"{who} joins.", also=there,
            rule="12-48", player_id=self.player_id, unit_id=first.id,
        )  # fmt: skip

    def _facts(self) -> tuple[dict[str, Any], tuple[SfWeaponFacts, ...]]:
        base = copied(self.catalogue)
        kind = base.kind if base else SfUnitKind.INFANTRY
        facts = {
            "kind": kind,
            "size": (base.size if base else None) or 0,
            "powered_armor": base.powered_armor if base else False,
            "on_foot": base.on_foot if base else True,
            "equipment": list(base.equipment) if base else [],
            **self.stated(),
        }
        # Machines and buildings are not on foot unless somebody says so; people are.
        if base is None and self.on_foot is None and facts["kind"] in BODIES:
            facts["on_foot"] = False
        weapons = base.weapons if base else ()
        return facts, tuple(SfWeaponFacts(catalogue=name) for name in weapons)

    def _unit(self, name: str, kind: SfUnitKind) -> Unit:
        """Return the unit of the roster, without any figures of BrikWars."""
        x, y = place(self.x, self.y)
        return Unit(
            player_id=self.player_id,
            name=name,
            token=text.first_of(word(self.token, "token"), 2) or initials(name),
            kind=BODIES.get(kind, Body.MINIFIG),
            armor="",
            action_die=0,
            actions_per_turn=0,
            move=0.0,
            power_multiplier=0,
            value=0.0,
            notes=text.note(self.notes, "notes"),
            x=x,
            y=y,
        )


def place(x: float | None, y: float | None) -> tuple[float | None, float | None]:
    """Return a place on the table in inches; BadInput if only one of x and y is known."""
    if (x is None) != (y is None):
        raise BadInput("A place is both x and y.", "x" if x is None else "y")
    return measure(x, "x"), measure(y, "y")


def _in_words(facts: dict[str, Any]) -> str:
    said = [facts["kind"].value.capitalize()]
    said += [f"size {facts['size']}"] if facts["size"] else []
    said += ["powered armor"] if facts["powered_armor"] else []
    armor_class = facts.get("armor_class")
    said += [f"armor class {armor_class}"] if armor_class is not None else []
    return ", ".join(said)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSfUnit(_SfFacts):
    """Say what a unit, perhaps one of BrikWars, is by the Sci-fi rules; None leaves a fact.

    `class_unknown` clears its armor class.
    """

    unit_id: int
    class_unknown: bool = False
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the facts; weapons that the unit has are not checked again."""
        check_played(session)
        unit = existing_row(session, Unit, self.unit_id)
        row = sf_store.facts_of(session, unit.id or 0) or SfUnit(unit_id=unit.id or 0)
        for name, value in self.stated().items():
            setattr(row, name, value)
        if self.class_unknown:
            row.armor_class = None
        session.add(row)
        said = _in_words({name: getattr(row, name) for name in FACTS})
        words = f"{said}. {text.note(self.reason, 'reason')}".strip()
        title, lead = f"Sci-fi facts of {unit.name}", f"{unit.name} by the Sci-fi rules."
        return outcome(Kind.UNIT, title, words, lead=lead, rule="12-48", of=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSf(Act):
    """Move a unit to a place, or by a number of inches, or both.

    How far it may move is for another chapter. `by_itself` is off for a unit that is carried or
    thrown, which is never refused.
    """

    unit_id: int
    inches: float | None = None
    x: float | None = None
    y: float | None = None
    by_itself: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Write the place; refused while a blast incapacitates the unit (12-47)."""
        check_played(session)
        unit = there(existing_row(session, Unit, self.unit_id))
        sf_facts(session, unit)
        if self.x is None and self.inches is None:
            raise BadInput("Give inches, or a place, or both.", "inches")
        x, y = place(self.x, self.y)
        if self.by_itself:
            held = sf_store.incapacitated(session, unit.id or 0) is not None
            heed(self, may(Activity.MOVE, incapacitated=held), session, unit.name)
        inches = measure(self.inches, "inches")
        far = f" {in_inches(inches)}" if inches is not None else ""
        title = f"{unit.name} {'moves' if self.by_itself else 'is moved'}{far}"
        # How far it goes, and along what, is for another chapter; where it comes to is asked.
        how = Manner.OWN if self.by_itself else Manner.CARRIED
        way = () if x is None or y is None else way_to(unit, (x, y))
        check_spot(self, session, unit, way[-1] if way else None)
        lines = go(session, unit, way, how, inches=inches)
        return outcome(Kind.UNIT, title, also=lines, of=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class EliminateSf(Act):
    """Eliminate a unit, which leaves the table with the ammunition that it carries.

    The gunner of a crew is replaced (12-74): `member_id` is the crew member whose figure goes
    instead, `loader_id` the new loader (S-18).
    """

    unit_id: int
    reason: str = ""
    member_id: int | None = None
    loader_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Take it off the table, or another crew member's figure in its place."""
        check_played(session)
        unit = there(existing_row(session, Unit, self.unit_id))
        why = text.note(self.reason, "reason")
        lines = eliminate(session, unit, why, member_id=self.member_id, loader_id=self.loader_id)
        return Outcome(f"{unit.name} is eliminated", tuple(lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSfTurn(ClockStep[SfWeapon]):
    """A turn of the Sci-fi rules begins: all counters of the last turn are cleared (12-89).

    Ammunition, crews and damage stay as they are (12-90), and the log says what is left.
    """

    CLOCK = FIRED

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        words, whose = fire_again(session, FIRED.striking(session))
        return Preview(summary=f"{words}: {whose}." if whose else f"{words}.")

    def check_waiting(self, session: Session) -> None:
        """Refuse it if nothing was fired in an earlier turn."""
        waits = FIRED.striking(session)
        why = "No weapon fired before this turn began."
        self.refuse_if(not waits, "12-89", why, session)

    def settle(self, session: Session) -> Outcome:
        """Clear what belongs to the turn before; log what carries over."""
        rows = FIRED.striking(session)
        words, whose = fire_again(session, rows)
        # A weapon without counted ammunition or a new loader has nothing to tell.
        lines = [entry for row in rows if (entry := _renewed(session, row)).parts]
        return outcome(
            Kind.TURN, words, f"{whose}." if whose else "",
            "Ammunition, crews and damage stay as they are (12-90).", also=lines,
            rule="12-89", player_id=turn_now(session).player_id, step=self.key,
        )  # fmt: skip


def _renewed(session: Session, row: SfWeapon) -> Line:
    unit = session.get_one(Unit, row.unit_id)
    began = sf_store.turn_began(session, unit.player_id)
    row.fired, row.capability_used, row.special_fire = {}, "", SpecialFire.NONE
    row.fired_turn_id = None
    session.add(row)
    said, sums = [], []
    for store in sf_store.stores_of(session, row):
        if not sf_store.is_now(store.fired_turn_id, began):
            store.fired_this_turn, store.fired_turn_id = 0, None
            session.add(store)
        if (now := sf_store.store_of(session, store, began)).loads:
            said.append(in_words(now))
            sums.append(left_sum(session, store))
    for member in sf_store.crew_rows(session, row):
        if not sf_store.is_now(member.initiative_turn_id, began):
            member.initiative_turn_id = None
        # Loader only from the turn after the one in which he was chosen (S-18).
        if member.role is CrewRole.NEXT_LOADER and not sf_store.is_now(member.role_turn_id, began):
            member.role, member.role_turn_id = CrewRole.LOADER, None
            said.append(f"{member.name} is the loader.")
        session.add(member)
    return line(
        Kind.AMMO, f"{text.opening(row.name)} of {unit.name}.", " ".join(said),
        rule="12-90", of=unit, sums=sums,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class EndIncapacitated(ClockStep[State]):
    """A unit that a blast incapacitated can move and fire again (12-47, S-03)."""

    CLOCK = INCAPACITATED
    state_id: int

    def _marked(self, session: Session) -> tuple[State, Unit]:
        state = existing_row(session, State, self.state_id)
        if state.kind is not StateKind.INCAPACITATED:
            raise BadInput("This is another state.", "state_id")
        return state, session.get_one(Unit, state.unit_id)

    def _summary(self, session: Session) -> str:
        _, unit = self._marked(session)
        return f"{unit.name} can move and fire again."

    def check_waiting(self, session: Session) -> None:
        """Refuse it before its time (S-03)."""
        state, unit = self._marked(session)
        early = not INCAPACITATED.strikes(session, state)
        why = f"{unit.name} stays incapacitated for now."
        self.refuse_if(early, "12-47", why, session)

    def settle(self, session: Session) -> Outcome:
        """Take the marker off."""
        state, unit = self._marked(session)
        session.delete(state)
        cause = f"({state.cause})" if state.cause else ""
        return self._settled(f"{unit.name} can move and fire again.", cause, about=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndDetections(ClockStep[SfDetection]):
    """Detection that lasts for a turn or a round is over."""

    CLOCK = DETECTED

    def _summary(self, session: Session) -> str:
        return f"{len(DETECTED.striking(session))} no longer detected."

    def check_waiting(self, session: Session) -> None:
        """Refuse it if none ends now."""
        why = "No detection ends now."
        self.refuse_if(not DETECTED.striking(session), "12-89", why, session)

    def settle(self, session: Session) -> Outcome:
        """Delete the markers that end now."""
        rows = DETECTED.striking(session)
        names = sorted({session.get_one(Unit, row.unit_id).name for row in rows})
        for row in rows:
            session.delete(row)
        return outcome(
            Kind.MARK, "Detection ends", f"{', '.join(names)}.",
            lead=f"{len(rows)} no longer detected.",
            rule="12-89", player_id=turn_now(session).player_id, step=self.key,
        )  # fmt: skip
