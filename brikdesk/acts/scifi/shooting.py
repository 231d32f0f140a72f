"""Firing a Sci-fi weapon: its checks, what it spends, its record and its log line (12-32 to 12-91)."""

from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.checks import alive, heed, row_or_none
from brikdesk.acts.power import check_power, take_power
from brikdesk.acts.scifi.ammunition import (
    factor_sum,
    is_warhead,
    left_sum,
    waived_sums,
    write_store,
)
from brikdesk.acts.scifi.checks import began_for, measure, next_words, there, weapon_and_unit, word
from brikdesk.acts.scifi.crews import write_crew
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.scifi import firing, weapons
from brikdesk.rules.scifi.effect_areas import NO_AREA, Area, AreaShape
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units_and_crews import PEOPLE, SpecialFire, may_fire_own
from brikdesk.rules.scifi.weapon_records import WeaponRecord, listed_as
from brikdesk.store import scifi as sf_store
from brikdesk.store.act import Act
from brikdesk.store.house_rules import allies_of, games_of, house_of
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line, outcome
from brikdesk.store.session import campaign_session
from brikdesk.store.tables import SfCrew, SfShot, SfStore, SfWeapon, Unit
from brikdesk.text import said_of
from brikdesk.turns.turn_order import stamp_now, turn_now


@dataclass(frozen=True, slots=True, kw_only=True)
class SfAim:
    """One attack: its target and distance in inches, the mode and the round.

    `in_traverse` is the referee's word that weapon or turret can be brought to bear (12-55).
    `warhead` and `area_size` are those of the round, if they differ from the weapon's own.
    """

    target_id: int | None = None
    target: str = ""
    distance: float | None = None
    in_traverse: bool = True
    mode: weapons.FireMode | None = None
    ammunition: str = ""
    warhead: str = ""
    area_size: float | None = None


def capability_of(weapon: WeaponRecord, name: str) -> weapons.Capability:
    """Return the capability that is fired; BadInput if the weapon has none with this name.

    A weapon without several capabilities has one without a name.
    """
    if not weapon.capabilities and not name:
        return firing.PLAIN
    found = [each for each in weapon.capabilities if each.name == name]
    if not found:
        known = ", ".join(each.name for each in weapon.capabilities) or "just one"
        raise BadInput(f"{said_of(weapon.name, 'has')} no such capability: {known}.", "capability")
    return found[0]


def as_fired(weapon: WeaponRecord, capability: weapons.Capability, aim: SfAim) -> WeaponRecord:
    """Return the weapon with the figures that count for one attack.

    A capability with ammunition of its own throws warheads; a round that has the name of a warhead
    is one. Raise BadInput for an impossible `area_size`.
    """
    if capability.melee:
        return replace(weapon, area=NO_AREA, range_factor=None, minimum_range=None, warhead="")
    # The figures of the weapon itself, a rifle for instance, do not hold for its grenades.
    if capability.holder is not None:
        weapon = _throwing(weapon)
    elif capability != weapon.main_capability:
        weapon = _with_figures_of(weapon, capability)
    warhead = aim.warhead or (aim.ammunition if aim.ammunition in weapons.WARHEADS else "")
    # A factor that was typed belongs to the weapon's own warhead, not to this one.
    if warhead and warhead != weapon.delivers:
        weapon = replace(weapon, warhead=warhead, typed_factor=None)
    if aim.area_size is None:
        return weapon
    try:
        return replace(weapon, area=replace(weapon.area, size=aim.area_size))
    except ValueError as error:
        raise BadInput(f"{error}.", "area_size") from None


def _throwing(weapon: WeaponRecord) -> WeaponRecord:
    return replace(
        weapon, type="", form=weapons.BuiltAs.WARHEAD, typed_factor=None,
        rate=weapons.Rate.SINGLE, barrels=None,
        range_factor=None, minimum_range=None, area=Area(AreaShape.CIRCULAR),
    )  # fmt: skip


def _with_figures_of(weapon: WeaponRecord, capability: weapons.Capability) -> WeaponRecord:
    """Return a weapon with the figures of another capability: those of the catalogue, else none.

    What nobody has stated of it is asked; the figures of the weapon itself are not its own.
    """
    known = listed_as(capability.name)
    if known is None:
        known = WeaponRecord(name=capability.name)
    return replace(
        weapon, type=known.type, form=known.form, nature=known.nature, warhead=known.warhead,
        typed_factor=known.typed_factor, rate=known.rate, barrels=known.barrels,
        range_factor=known.range_factor, minimum_range=known.minimum_range, area=known.area,
        effects=known.effects, detection_effect=known.detection_effect,
    )  # fmt: skip


def setting_of(
    act: Act, session: Session, weapon: WeaponRecord, mode: weapons.FireMode | None
) -> tuple[weapons.FireMode | None, weapons.Setting | None]:
    """Return the mode and figures of one attack; refuse a mode that the weapon does not have.

    Rules: 12-69 (only some weapons have the choice), 12-72 (the option), 12-70, 12-71. The figures
    are None if the attack factor is not known, or is that of each target.
    """
    option = house_of(session, ScifiHouse).sf_variable_fire
    offered = weapons.modes(weapon.type, variable_fire=option)
    # Apart from `offered`: with the option off, an overruled refusal still gives the figures of T6.
    able = bool(weapons.modes(weapon.type, variable_fire=True))
    rule = "12-69" if option else "12-72"
    none = f"{said_of(weapon.name, 'has')} no pulse mode."
    why = none if option else "The option Variable fire is off."
    act.refuse_if(mode is not None and not offered, rule, why, session)
    chosen = mode or (weapons.FireMode.BEAM if offered else None)
    factor = weapon.attack_factor
    if factor is None:
        return chosen, None
    if able or chosen is not weapons.FireMode.PULSE:
        return chosen, weapons.setting(weapon.type, factor.value, chosen)
    # The refusal was overruled: as for any other weapon (12-70).
    return chosen, weapons.Setting(max(factor.value - 1, weapons.LOWEST), 1)


def spend(
    session: Session,
    row: SfWeapon,
    state: firing.WeaponInBattle,
    capability: weapons.Capability,
    ammunition: str,
    mode: weapons.FireMode | None,
) -> firing.WeaponInBattle:
    """Fire once, hit or miss; return the weapon's state afterwards.

    An overruled shot with nothing left is counted, but spends no round.
    """
    try:
        fired = firing.fire(state, capability, ammunition=ammunition, mode=mode)
    except ValueError:
        fired = _without_round(state, capability, ammunition, mode)
    write_state(session, row, state, fired)
    return fired


def _without_round(
    state: firing.WeaponInBattle,
    capability: weapons.Capability,
    ammunition: str,
    mode: weapons.FireMode | None,
) -> firing.WeaponInBattle:
    # Fired without the empty store, which would raise ValueError; the shot is then counted in it.
    empty = state.stores[capability.name]
    others = {name: store for name, store in state.stores.items() if name != capability.name}
    fired = firing.fire(replace(state, stores=others), capability, ammunition=ammunition, mode=mode)
    counted: weapons.Store = replace(empty, fired_this_turn=empty.fired_this_turn + 1)
    return replace(fired, stores={**others, capability.name: counted})


def write_state(
    session: Session, row: SfWeapon, old: firing.WeaponInBattle, new: firing.WeaponInBattle
) -> None:
    """Write what a rule changed about a weapon's state in the running turn."""
    stamp = stamp_now(session)
    row.fired = dict(new.fired)
    row.capability_used = new.capability_used
    row.special_fire = new.special_fire
    row.last_mode = new.last_mode
    row.fired_turn_id = stamp
    session.add(row)
    for each in sf_store.stores_of(session, row):
        store = new.stores.get(each.capability)
        if store is not None and store != old.stores.get(each.capability):
            write_store(session, each, store, stamp)
    if old.crew is not None and new.crew is not None:
        write_crew(session, row, old.crew, new.crew, stamp)
    session.flush()


class FiredWeapon(Struct, frozen=True, kw_only=True):
    """One attack: the weapon, its unit, and how it is fired.

    `divides`: weapons mounted together fire at different targets in this turn (12-55).
    """

    row: SfWeapon
    unit: Unit
    capability: weapons.Capability
    aim: SfAim
    use: firing.Use = firing.Use.DIRECT
    spotter: Unit | None = None
    same_initiative: bool = True
    divides: bool = False


def shot_line(
    session: Session,
    attack: FiredWeapon,
    record: WeaponRecord,
    shot: SfShot,
    figures: weapons.Setting | None,
    procedure: firing.Procedure,
    sums: tuple[Sum, ...],
) -> Line:
    """Return the line of a shot, with everything that its record holds (12-91)."""
    figures = figures or weapons.Setting(0)
    detection = attack.row.detection_effect
    beside = firing.hit_entry(record.rate, shot.band, figures, procedure, detection)
    capability = f", {shot.capability}" if shot.capability else ""
    unmeasured = shot.distance is None and record.range_factor is not None
    parts = [
        _at(shot),
        "No distance: its range is not checked (12-13)." if unmeasured else "",
        f"Called in by {attack.spotter.name}." if attack.spotter else "",
        f"{text.opening(shot.ammunition)}." if shot.ammunition else "",
        f"{shot.mode.value.capitalize()} mode." if shot.mode else "",
        _factor(shot),
        f"+{beside.hit_bonus} to hit." if beside.hit_bonus else "",
        f"Rate of fire {beside.rate}." if beside.rate else "",
        *(f"{each.factor.capitalize()} counts 0: {_small(each.why)}." for each in beside.waived),
        f"Detection effect {beside.detection_effect}." if beside.detection_effect else "",
        _ammunition(shot),
        next_words(session, shot),
    ]
    if attack.capability.melee:
        parts = [_at(shot), "A melee attack; it does not count against the others (12-33)."]
    return line(
        Kind.ATTACK,
        f"{attack.unit.name} fires {shot.weapon}{capability}.",
        " ".join(filter(None, parts)),
        rule="12-91",
        of=attack.unit,
        sums=() if attack.capability.melee else sums,
    )


def _factor(shot: SfShot) -> str:
    if shot.attack_factor is not None:
        return f"Attack factor {shot.attack_factor}."
    if weapons.follows_target(shot.warhead):
        return "Attack factor as high as each target's armor class (12-11)."
    return "Nobody has said its attack factor."


def _at(shot: SfShot) -> str:
    words = [f"At {shot.target}" if shot.target else ""]
    words += [in_inches(shot.distance) if shot.distance is not None else ""]
    words += [f"{shot.band.value} range" if shot.band else ""]
    words += ["indirect" if shot.use is firing.Use.INDIRECT else ""]
    words += [f"{shot.shape.value} area" if shot.shape is not AreaShape.NONE else ""]
    said = ", ".join(filter(None, words))
    return f"{text.opening(said)}." if said else ""


def _ammunition(shot: SfShot) -> str:
    if shot.remaining_after is None:
        return ""
    gone = ", expended" if not shot.remaining_after else ""
    return f"{shot.remaining_before} before, {shot.remaining_after} left{gone}."


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


def shoot(act: Act, session: Session, attack: FiredWeapon) -> tuple[SfShot, Line]:
    """Carry one attack out up to the hit entry: check, spend, write its record; return the line."""
    row, unit = attack.row, attack.unit
    record = as_fired(sf_store.weapon_of(row), attack.capability, attack.aim)
    began = began_for(session, unit)
    state = sf_store.state_of(session, row, began)
    _check_legal(act, session, attack, state)
    target = row_or_none(session, Unit, attack.aim.target_id or None)
    beams = house_of(session, ScifiHouse).sf_convergence_beams
    procedure = firing.procedure(record.type, attack.use, convergence_beams=beams)
    _check_aim(act, session, attack, procedure, target)
    reached = _band(act, session, record, attack.aim.distance)
    mode, figures = setting_of(act, session, record, attack.aim.mode)
    store = next(
        (each for each in sf_store.stores_of(session, row) if each.capability == attack.capability.name
         and each.capability in state.stores), None,
    )  # fmt: skip
    # Before `spend` changes the rows, as the sum begins with what was there.
    left = _left(session, store, attack)
    before = state.stores[store.capability].remaining if store else None
    after = spend(session, row, state, attack.capability, attack.aim.ammunition, mode)
    _use_initiative(session, attack)
    shot = _record(session, attack, record, target, reached, mode, figures)
    shot.remaining_before = before
    shot.remaining_after = after.stores[store.capability].remaining if store else None
    session.add(shot)
    session.flush()
    factor = factor_sum(record, mode, figures) if figures else ()
    sums = (*factor, *waived_sums(procedure), *left)
    return shot, shot_line(session, attack, record, shot, figures, procedure, sums)


def _check_legal(
    act: Act, session: Session, attack: FiredWeapon, state: firing.WeaponInBattle
) -> None:
    """Refuse an attack that the weapon, its bearer or its ammunition does not allow."""
    row, unit, rules = attack.row, attack.unit, house_of(session, ScifiHouse)
    no = firing.may_fire(
        sf_store.weapon_of(row),
        state,
        rules,
        attack.capability,
        ammunition=attack.aim.ammunition,
        incapacitated=sf_store.incapacitated(session, unit.id or 0) is not None,
    )
    heed(act, no, session, f"{unit.name}, {row.name}")
    facts = sf_store.facts_of(session, unit.id or 0)
    # A trooper's own weapons (S-23); vehicles fire all of theirs.
    if facts and facts.kind in PEOPLE:
        used = _others_fired(session, attack)
        per_turn = rules.sf_trooper_weapons_per_turn
        melee = attack.capability.melee
        no = weapons.may_use_weapon(row.name, used, melee=melee, per_turn=per_turn)
        heed(act, no, session, unit.name)
    # A loader who has assisted cannot fire a weapon of his own any more (12-79).
    if rules.sf_weapon_crews and not attack.capability.melee:
        for weapon, member in _elsewhere(session, attack):
            crew = sf_store.crew_of(session, weapon, began_for(session, unit))
            serving = [each for each in crew.alive if each.name == member.name] if crew else []
            for each in serving:
                heed(act, may_fire_own(each), session, unit.name)


def _others_fired(session: Session, attack: FiredWeapon) -> set[str]:
    """Return the names of the other weapons of a unit that fired in its turn."""
    rows = session.exec(select(SfWeapon).where(SfWeapon.unit_id == attack.unit.id)).all()
    began = began_for(session, attack.unit)
    return {
        row.name
        for row in rows
        if row.id != attack.row.id and sf_store.state_of(session, row, began).fired
    }


def _elsewhere(session: Session, attack: FiredWeapon) -> list[tuple[SfWeapon, SfCrew]]:
    """Return the weapons in whose crews a unit serves, other than the one that fires."""
    rows = session.exec(select(SfCrew).where(SfCrew.unit_id == attack.unit.id, SfCrew.alive))
    return [
        (session.get_one(SfWeapon, each.sf_weapon_id), each)
        for each in rows
        if each.sf_weapon_id != attack.row.id
    ]


def _use_initiative(session: Session, attack: FiredWeapon) -> None:
    """Spend the initiative of a crew member who fires a weapon of his own (12-79)."""
    if attack.capability.melee:
        return
    for _, member in _elsewhere(session, attack):
        member.initiative_turn_id = stamp_now(session)
        session.add(member)


def _check_aim(
    act: Act,
    session: Session,
    attack: FiredWeapon,
    procedure: firing.Procedure,
    target: Unit | None,
) -> None:
    """Refuse aims that are not detected or out of traverse, if a rule asks for it."""
    row, aim = attack.row, attack.aim
    name = target.name if target else word(aim.target, "target") or "the target"
    side = side_of(session, attack.unit)
    seen = target is None or sf_store.detected_by(session, target.id or 0, side)
    heed(act, firing.may_fire_at(procedure, detected=seen), session, row.name)
    if row.count > 1 and attack.use is firing.Use.DIRECT and not attack.capability.melee:
        # One aim, one answer: each attack of the act is asked about by itself.
        # Only who divides the fire has to have detected the targets; all at one need not.
        known = seen or not attack.divides
        (no,) = firing.may_divide(
            (firing.TargetInSight(name, detected=known, in_traverse=aim.in_traverse),)
        )
        heed(act, no, session, row.name)
    before = _same_store_before(session, attack)
    if before is not None:
        no = firing.may_fire_second(
            before.target,
            name if target or aim.target.strip() else before.target,
            same_initiative=attack.same_initiative,
            split=house_of(session, ScifiHouse).sf_pod_split_targets,
        )
        heed(act, no, session, row.name)


def _same_store_before(session: Session, attack: FiredWeapon) -> SfShot | None:
    """Return the latest shot out of the same pod or rack in this turn."""
    stores = sf_store.stores_of(session, attack.row)
    pods = {each.capability for each in stores if each.holder in weapons.PODS}
    if attack.capability.name not in pods:
        return None
    shots = sf_store.shots_now(session, attack.row, began_for(session, attack.unit))
    same = [shot for shot in shots if shot.capability == attack.capability.name]
    return same[-1] if same else None


def side_of(session: Session, unit: Unit) -> tuple[int, ...]:
    """Return the ids of the players who see for a unit: its own and his allies.

    An unaligned unit sees for the player whose turn it is.
    """
    own = unit.player_id or turn_now(session).player_id
    return (own, *allies_of(session, own))


def _band(
    act: Act, session: Session, record: WeaponRecord, distance: float | None
) -> weapons.RangeBand | None:
    """Return the range band, None if no distance is known; refuse one too far or too near."""
    if measure(distance, "distance") is None or distance is None or record.range_factor is None:
        return None
    no = weapons.may_reach(distance, record.range_factor, record.minimum_range)
    heed(act, no, session, record.name)
    return weapons.band(distance, record.range_factor)


def _left(session: Session, store: SfStore | None, attack: FiredWeapon) -> tuple[Sum, ...]:
    """Return the sum of what is left after the shot; to be called before the rows change."""
    if store is None or attack.capability.melee:
        return ()
    rule = "12-65" if store.holder.name == "PULSES" else "12-60"
    there = left_sum(session, store)
    if not there.terms:
        return ()  # nobody has said how many there are, and the referee overruled that
    # A shot that was overruled with nothing left takes nothing off.
    return (left_sum(session, store, Term("Fired now", -1, rule)),) if there.total > 0 else (there,)


def _record(
    session: Session,
    attack: FiredWeapon,
    record: WeaponRecord,
    target: Unit | None,
    reached: weapons.RangeBand | None,
    mode: weapons.FireMode | None,
    figures: weapons.Setting | None,
) -> SfShot:
    aim = attack.aim
    typed = word(aim.target, "target")
    return SfShot(
        turn_id=stamp_now(session),
        unit_id=attack.unit.id or 0,
        sf_weapon_id=attack.row.id or 0,
        weapon=attack.row.name,
        capability=attack.capability.name,
        ammunition=word(aim.ammunition, "ammunition"),
        mode=mode,
        use=attack.use,
        spotter_id=attack.spotter.id if attack.spotter else None,
        target=target.name if target else typed,
        target_id=target.id if target else None,
        distance=aim.distance,
        band=reached,
        attack_factor=figures.attack_factor if figures else None,
        hit_bonus=figures.hit_bonus if figures else 0,
        warhead="" if attack.capability.melee else word(record.delivers, "warhead"),
        explosive=is_warhead(record) and not attack.capability.melee,
        shape=record.area.shape,
        area_size=record.area.size,
        area_width=record.area.width,
        # What this act has overruled up to here, as the record of the shot keeps it (12-91).
        overruled=sorted(campaign_session(session).overruled),
    )


EACH_ATTACK = 1
"""Inches of Power of one attack: a weapon without a Size in inches counts as 1" (8.1-01)."""


def pay_power(act: Act, session: Session, weapon: SfWeapon, unit: Unit) -> list[Line]:
    """Take the Power of one attack if the house rule says so; refused if it does not suffice.

    Units without any figures of BrikWars have no Power, so nothing is taken from them.
    """
    power = any(game.power for game in games_of(session))
    figures = unit.armor or unit.action_die or unit.move
    costs = power and house_of(session, ScifiHouse).sf_weapons_cost_power
    if not costs or not figures:
        return []
    check_power(act, session, unit, EACH_ATTACK, weapon.name)
    return [take_power(session, unit, EACH_ATTACK, weapon.name)]


MOST_ATTACKS = 100
"""Attacks that one act can hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FireSf(Act):
    """Fire a weapon, one attack for each aim: barrels of a group, projectiles of a pod.

    Of a weapon with several, `capability` names the one that is fired (12-32). Hit, penetration
    and damage are entered afterwards, for the shot that each attack makes. `use` and `spotter_id`
    are for indirect fire; `same_initiative` is off if a pod's second projectile comes later (S-11).
    """

    sf_weapon_id: int
    aims: tuple[SfAim, ...] = (SfAim(),)
    capability: str = ""
    use: firing.Use = firing.Use.DIRECT
    spotter_id: int | None = None
    same_initiative: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Carry out the attacks in their order; if one is refused, all are."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        turn_now(session)
        there(unit)
        if not 1 <= len(self.aims) <= MOST_ATTACKS:
            raise BadInput("Say at what it fires, once for each attack.", "aims")
        self._check_enough(session, row, unit)
        power = [line for _ in self.aims for line in pay_power(self, session, row, unit)]
        divides = self._divides(session, row, unit)
        lines = [self._attack(session, row, unit, aim, divides) for aim in self.aims]
        times = f" {len(lines)} times" if len(lines) > 1 else ""
        return Outcome(f"{unit.name} fires {row.name}{times}", (*lines, *power))

    def _check_enough(self, session: Session, row: SfWeapon, unit: Unit) -> None:
        """Refuse more attacks than there are rounds left, before the first takes one (12-60)."""
        state = sf_store.state_of(session, row, began_for(session, unit))
        store = state.stores.get(self.capability)
        few = store is not None and bool(store.loads) and 0 < store.remaining < len(self.aims)
        left = store.remaining if store else 0
        is_left = "1 is" if left == 1 else f"{left} are"
        why = f"{unit.name}, {row.name}: {is_left} left, not {len(self.aims)}."
        self.refuse_if(few, "12-60", why, session)

    def _divides(self, session: Session, row: SfWeapon, unit: Unit) -> bool:
        """Return whether the weapons of a group fire at different targets in this turn (12-55)."""
        fired = sf_store.shots_now(session, row, began_for(session, unit))
        aimed = [(aim.target_id, "" if aim.target_id else aim.target) for aim in self.aims]
        aimed += [(shot.target_id, "" if shot.target_id else shot.target) for shot in fired]
        return len(set(aimed)) > 1

    def _attack(
        self, session: Session, row: SfWeapon, unit: Unit, aim: SfAim, divides: bool
    ) -> Line:
        spotter = alive(session, self.spotter_id) if self.spotter_id is not None else None
        attack = FiredWeapon(
            row=row,
            unit=unit,
            capability=capability_of(sf_store.weapon_of(row), self.capability),
            aim=aim,
            use=self.use,
            spotter=spotter,
            same_initiative=self.same_initiative,
            divides=divides,
        )
        return shoot(self, session, attack)[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistGunner(Act):
    """The loader spends his initiative on the weapon, after the gunner's shot in this turn.

    A second shot is fired afterwards with `FireSf`. A reroll opens the hit entry of the latest
    shot again, in the same mode.
    """

    sf_weapon_id: int
    how: SpecialFire

    def carry_out(self, session: Session) -> Outcome:
        """Spend the initiative, and for a reroll a round of counted ammunition (S-16)."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        turn_now(session)
        there(unit)
        if self.how is SpecialFire.NONE:
            raise BadInput("A second shot, or a reroll?", "how")
        rules = house_of(session, ScifiHouse)
        began = began_for(session, unit)
        state = sf_store.state_of(session, row, began)
        shots = sf_store.shots_now(session, row, began)
        latest = shots[-1] if shots else None
        # Without a shot in this turn `may_assist` refuses below (S-19).
        capability = weapons.Capability(latest.capability if latest else "")
        missed = latest is not None and "miss" in sf_store.answers(latest, "hit").values()
        round_name = latest.ammunition if latest else ""
        no = firing.may_assist(
            state, self.how, rules, capability, missed=missed, ammunition=round_name
        )
        heed(self, no, session, row.name)
        # Before anything is spent: the sum begins with what was there.
        left = self._left(session, row, state, capability.name)
        try:
            after = firing.assist(state, self.how, rules, capability, ammunition=round_name)
        except ValueError:  # overruled: nobody's initiative, or no round to spend
            after = replace(state, special_fire=self.how)
        write_state(session, row, state, after)
        if self.how is SpecialFire.REROLL and latest:
            _roll_again(session, latest, after)
        words = {
            SpecialFire.SECOND_SHOT: "The weapon may fire once more this turn.",
            SpecialFire.REROLL: "The hit is entered anew, in the same mode.",
        }[self.how]
        title = f"{row.name}: {self.how.value}"
        lead = f"{text.opening(row.name)}: the loader assists."
        return outcome(Kind.ATTACK, title, words, lead=lead, rule="12-78", of=unit, sums=left)

    def _left(
        self, session: Session, row: SfWeapon, state: firing.WeaponInBattle, capability: str
    ) -> tuple[Sum, ...]:
        costs = house_of(session, ScifiHouse).sf_reroll_uses_ammo
        if self.how is not SpecialFire.REROLL or not costs:
            return ()
        for store in sf_store.stores_of(session, row):
            held = state.stores.get(store.capability)
            if store.capability == capability and held and held.remaining:
                return (left_sum(session, store, Term("For the reroll", -1, "S-16")),)
        return ()


def _roll_again(session: Session, shot: SfShot, after: firing.WeaponInBattle) -> None:
    """Open the hit entry of a shot again (12-78, S-21)."""
    store = after.stores.get(shot.capability)
    # Without its entry the hit is the next step again: what is due is read from the outcomes.
    shot.outcomes = [entry for entry in shot.outcomes if entry[0] != "hit"]
    shot.rolls += 1
    shot.remaining_after = store.remaining if store else shot.remaining_after
    session.add(shot)
