"""Weapons are made ready: Cannons and MachineGuns reloaded, Launchers loaded, payloads taken out."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.checks import existing_row, heed, row_or_none
from brikdesk.acts.units.facts import armor, whole
from brikdesk.acts.weapons.gunnery import (
    called,
    in_play_if_named,
    on_turn,
    player_at,
    stands_elsewhere,
)
from brikdesk.acts.weapons.racks import (
    OBJECT_ARMOR,
    OBJECT_DAMAGE,
    OBJECT_SIZE,
    chambered,
    largest_round,
    load,
    object_size,
    object_words,
    put,
    put_in,
    rack_of,
    racks_for,
    refusal_of_size,
    rounds_of,
)
from brikdesk.acts.weapons.weapons import damage_of
from brikdesk.acts.who_may import check_other_action, in_play, own_round, take_action
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks import read_damage
from brikdesk.rules.brikwars.flight import may_launch
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.weapons import (
    RELOADED,
    RELOADS_NEXT,
    Loading,
    RackRounds,
    loading,
    may_chamber,
    may_reload,
)
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import Chamber, Rack, Round, Unit, Weapon, WeaponKind
from brikdesk.text import said_of
from brikdesk.turns.turn_order import stamp_now, turn_now

MINIFIG_DIE = 6
"""Sides with which damage in Action dice is read while it is checked; the attack knows whose they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reload(Act):
    """Reload a Cannon or a jammed MachineGun: one Action of whoever operates it, no roll.

    `round_id` is the type declared for a Cannon (8.4-51); None takes the first type in its racks.
    The unit `by_unit_id` spends its Action; with None no Action is spent.
    """

    weapon_id: int
    round_id: int | None = None
    by_unit_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Chamber a round, or clear the jam; refused in the turn in which the weapon fired."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        gun = in_play(session.get_one(Unit, weapon.unit_id))
        by = in_play_if_named(session, self.by_unit_id)
        turn_now(session)  # raises BadInput where no battle runs
        self._check_needed(session, weapon)
        self._check_time(session, weapon, by)
        if by:
            check_other_action(self, session, by)
        source = None
        if weapon.kind is WeaponKind.CANNON:
            source = self._round(session, weapon, by)
            chamber(session, weapon, source)
        weapon.inoperative = False
        weapon.reloaded_turn_id = stamp_now(session)
        session.add(weapon)
        if by:
            take_action(session, by)
        return self._reloaded(session, weapon, gun, by, source)

    def _check_needed(self, session: Session, weapon: Weapon) -> None:
        if weapon.kind is WeaponKind.LAUNCHER:
            raise BadInput(f"{called(weapon)} is loaded, not reloaded. Load it.", "weapon_id")
        if weapon.kind.value not in RELOADED:
            raise BadInput(f"{called(weapon)} needs no reload.", "weapon_id")
        if weapon.kind is WeaponKind.MACHINE_GUN and not weapon.inoperative:
            raise BadInput(f"{called(weapon)} is not jammed. It needs no reload.", "weapon_id")
        if loaded := chambered(session, weapon):
            holds = f"{called(weapon)} holds {load(loaded[0])}"
            raise BadInput(f"{holds}. Unload it first.", "weapon_id")

    def _check_time(self, session: Session, weapon: Weapon, by: Unit | None) -> None:
        player_id = player_at(session, weapon, by)
        elsewhere = by is not None and stands_elsewhere(session, weapon, by)
        no = may_reload(
            weapon.kind.value,
            weapon.fired_turn_id,
            own_round(session, player_id) or 0,
            stamp_now(session),
            at_controls=not elsewhere,
            window=house_of(session, BrikWarsHouse).reload_window,
        )
        when = on_turn(session, player_id, house_of(session, BrikWarsHouse).reload_window)
        for each in no.each if no else ():
            if each.why == RELOADS_NEXT:  # say when it can be done, in place of why
                words = f"{called(weapon)} fired this turn. Reload it {when}."
                self.refuse_if(True, each.rule, words, session)
            else:
                heed(self, each, session, by.name if by else called(weapon))

    def _round(self, session: Session, weapon: Weapon, by: Unit | None) -> Round | None:
        """Return the round to chamber; None if the referee overruled that no round is left."""
        named = row_or_none(session, Round, self.round_id)
        racks = [rack_of(session, named)] if named else racks_for(session, weapon)
        stock = [each for rack in racks for each in rounds_of(session, rack)]
        if named is None:
            fitting = [each for each in stock if each.explosive_size <= largest_round(weapon)]
            # If nothing fits, keep all of it, so that `may_chamber` names the reason.
            stock = [each for each in fitting if each.count] or stock
        picked = named or next((each for each in stock if each.count), None)
        no = may_chamber(
            largest_round(weapon),
            _by_type(stock),
            load(named) if named else "",
            reloaded_this_round=_reloaded(session, weapon, picked, by) if picked else 0,
            ammo_per_cannon=house_of(session, BrikWarsHouse).ammo_per_cannon,
        )
        for each in no.each if no else ():
            if each.rule == "8.4-48":
                self.refuse_if(True, *refusal_of_size(weapon), session)
            else:
                way_out = "Add rounds to its rack." if each.rule == "8.4-50" else ""
                heed(self, each, session, called(weapon), way_out)
        return picked

    def _reloaded(
        self, session: Session, weapon: Weapon, gun: Unit, by: Unit | None, source: Round | None
    ) -> Outcome:
        what = f"{load(source)} in the chamber." if source else ""
        who = f"{by.name}'s Action." if by else ""
        window = house_of(session, BrikWarsHouse).reload_window
        fires = f"It fires {on_turn(session, player_at(session, weapon, by), window)}."
        words = " ".join(part for part in (what, who, fires) if part)
        rule = "8.4-47" if weapon.kind is WeaponKind.CANNON else "8.3-18"
        entry = line(Kind.AMMO, f"{said_of(gun.name, 'reloads')}.", words, rule=rule, of=gun)
        return Outcome(f"Reload {gun.name}", (entry,))


def chamber(session: Session, weapon: Weapon, source: Round | None) -> Chamber:
    """Put a round into a Cannon's chamber; its rack keeps its count (8.4-49)."""
    if source is not None:
        return put_in(session, weapon, source)
    # The referee overruled an empty rack: the Cannon gets the largest round that it takes.
    size = largest_round(weapon)
    return put(session, Chamber(weapon_id=weapon.id or 0, name="Round", explosive_size=size))


def _by_type(stock: list[Round]) -> dict[str, RackRounds]:
    """Return XSize and count of the rounds by type, all racks together."""
    counts: dict[str, int] = {}
    for each in stock:
        counts[load(each)] = counts.get(load(each), 0) + each.count
    sizes = {load(each): each.explosive_size for each in stock}
    return {name: RackRounds(sizes[name], count) for name, count in counts.items()}


def _reloaded(session: Session, weapon: Weapon, source: Round, by: Unit | None) -> int:
    """Return how many other Cannons took this type from this rack in this owner round (Q8-61)."""
    began = own_round(session, player_at(session, weapon, by)) or 0
    others = (
        select(Chamber, Weapon)
        .join(Weapon, col(Weapon.id) == col(Chamber.weapon_id))
        .where(Chamber.rack_id == source.rack_id, Chamber.name == source.name)
        .where(Chamber.explosive_size == source.explosive_size)
        .where(Weapon.kind == WeaponKind.CANNON, col(Weapon.reloaded_turn_id) >= began)
    )
    # Compared here and not by the query: a makeup is a JSON value.
    return sum(
        other.id != weapon.id and taken.makeup == source.makeup
        for taken, other in session.exec(others)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadLauncher(Act):
    """Put a payload into a Launcher's loading area (8.4-52).

    Explosives come out of a rack (`round_id`). Any other object has a name, a Size in inches, and
    either its Armor or, for weapons and equipment, its Close Combat damage: its damage follows from
    that (8.4-57). Carrying something heavy means Half Speed (4.1-16). The house rule
    `launcher_load_cost` says whether `by_unit_id` spends an Action.
    """

    weapon_id: int
    round_id: int | None = None
    count: int = 1
    by_unit_id: int | None = None
    object_name: str = ""
    object_size: int = 0
    object_armor: str = ""
    object_damage: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Load it; refused if the Launcher would hold more than one launch can send (8.4-55)."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        launcher = in_play(session.get_one(Unit, weapon.unit_id))
        by = in_play_if_named(session, self.by_unit_id)
        if weapon.kind is not WeaponKind.LAUNCHER:
            raise BadInput(f"{called(weapon)} is no Launcher.", "weapon_id")
        count = whole(self.count, "count", 1)
        source = row_or_none(session, Round, self.round_id)
        size = whole(self.object_size, "object_size")
        name = "" if source else text.name(self.object_name, "object_name")
        if source and source.count < count:
            raise BadInput(f"{source.count} {load(source)} lie there, not {count}.", "count")
        self._check_load(session, weapon, source, count, size)
        cost = self._cost(session, source, size)
        if by and cost.action:
            check_other_action(self, session, by)
            take_action(session, by)
        if source:
            loaded = put_in(session, weapon, source, count)
            source.count -= count
            session.add(source)
        else:
            makeup = {OBJECT_SIZE: size, **self._harm()}
            to = weapon.id or 0
            thing = Chamber(weapon_id=to, name=name, explosive_size=0, makeup=makeup, count=count)
            loaded = put(session, thing)
        return Outcome(f"Load {launcher.name}", (_loaded(launcher, by, loaded, cost),))

    def _harm(self) -> dict[str, str]:
        """Return the Armor and damage of the object as far as they were typed, checked."""
        said = {OBJECT_ARMOR: armor(self.object_armor, OBJECT_ARMOR)}
        if self.object_damage.strip():
            try:
                read_damage(self.object_damage, MINIFIG_DIE)
            except BadInput as wrong:  # name the field of this act, so that the form marks it
                raise BadInput(wrong.sentence, OBJECT_DAMAGE) from None
            said[OBJECT_DAMAGE] = damage_of(self.object_damage)
        return {name: words for name, words in said.items() if words}

    def _cost(self, session: Session, source: Round | None, size: int) -> Loading:
        battery = source is not None and rack_of(session, source).battery
        switch = house_of(session, BrikWarsHouse).launcher_load_cost
        return loading(battery=battery, heaviest=float(size), cost=switch)

    def _check_load(
        self, session: Session, weapon: Weapon, source: Round | None, count: int, size: int
    ) -> None:
        explosives = [source.explosive_size] * count if source else []
        objects = [] if source else [size] * count
        for each in chambered(session, weapon):
            if each.explosive_size:
                explosives += [each.explosive_size] * each.count
            else:
                objects += [object_size(each.makeup)] * each.count
        no = may_launch(largest_round(weapon), explosives, objects)
        heed(self, no, session, called(weapon))


def _loaded(launcher: Unit, by: Unit | None, loaded: Chamber, cost: Loading) -> Line:
    words = [f"{by.name}'s Action."] if by and cost.action else []
    if cost.half_speed:
        words.append(f"Carrying it means Half Speed{f' for {by.name}' if by else ''}.")
    many = f"{loaded.count} " if loaded.count > 1 else ""
    return line(
        Kind.AMMO, f"{launcher.name} is loaded.", f"{many}{load(loaded)}.", *words,
        _harm_in_words(loaded), rule="8.4-52", of=launcher,
    )  # fmt: skip


def _harm_in_words(loaded: Chamber) -> str:
    """Return in words what the damage of an object follows from; empty for Explosives."""
    damage = object_words(loaded.makeup, OBJECT_DAMAGE)
    worn = object_words(loaded.makeup, OBJECT_ARMOR)
    return f"Damage {damage}." if damage else (f"Armor {worn}." if worn else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unload(Act):
    """Take what is loaded out of a Cannon or Launcher; a Launcher's goes back to its rack."""

    weapon_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Empty chamber or loading area; BadInput where nothing lies there."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        gun = session.get_one(Unit, weapon.unit_id)
        loaded = chambered(session, weapon)
        if not loaded:
            raise BadInput(f"{called(weapon)} is empty.", "weapon_id")
        for each in loaded:
            # Nothing to put back for a Cannon: its rack never counted the round as gone (8.4-49).
            if weapon.kind is WeaponKind.LAUNCHER:
                _put_back(session, each)
            session.delete(each)
        names, lead = (
            ", ".join(load(each) for each in loaded),
            f"{said_of(gun.name, 'is')} unloaded.",
        )
        entry = line(Kind.AMMO, lead, f"{names} out.", rule="8.4-52", of=gun)
        return Outcome(f"Unload {gun.name}", (entry,))


def _put_back(session: Session, loaded: Chamber) -> None:
    """Add what was loaded to the rounds of the same make in its rack, while that is there."""
    rack = session.get(Rack, loaded.rack_id) if loaded.rack_id is not None else None
    make = loaded.name, loaded.explosive_size, loaded.makeup, loaded.stability
    for row in rounds_of(session, rack) if rack else ():
        if (row.name, row.explosive_size, row.makeup, row.stability) == make:
            row.count += loaded.count
            session.add(row)
            return
