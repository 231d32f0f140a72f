"""One attack of a Sci-fi weapon: its checks, what it spends, and its record (12-91)."""

from sqlmodel import Session, col, or_, select

from brikdesk.acts.heed import heed
from brikdesk.acts.rows import existing_row
from brikdesk.acts.scifi.as_fired import as_fired, setting_of
from brikdesk.acts.scifi.factors import factor_sum, is_warhead, waived_sums
from brikdesk.acts.scifi.load_rows import left_sum
from brikdesk.acts.scifi.spending import spend
from brikdesk.acts.scifi.telling import FiredWeapon, shot_line
from brikdesk.acts.scifi.typed import began_for, measure, word
from brikdesk.rules.scifi import convergence, firing
from brikdesk.rules.scifi.capabilities import may_use_weapon
from brikdesk.rules.scifi.convergence import Procedure, Use
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.multiple import TargetInSight, may_divide, may_fire_second
from brikdesk.rules.scifi.range_bands import RangeBand, band, may_reach
from brikdesk.rules.scifi.special_fire import may_fire_own
from brikdesk.rules.scifi.stores import PODS
from brikdesk.rules.scifi.units import PEOPLE
from brikdesk.rules.scifi.variable_fire import FireMode, Setting
from brikdesk.rules.scifi.weapon_state import WeaponInBattle
from brikdesk.rules.scifi.weapons import WeaponRecord
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Line, Sum, Term
from brikdesk.store.scifi_rows import (
    crew_of,
    detected_by,
    facts_of,
    incapacitated,
    shots_now,
    state_of,
    stores_of,
    weapon_of,
)
from brikdesk.store.session import campaign_session
from brikdesk.store.tables import Alliance, SfCrew, SfShot, SfStore, SfWeapon, Unit
from brikdesk.turns.sequence import stamp_now, turn_now


def shoot(act: Act, session: Session, attack: FiredWeapon) -> tuple[SfShot, Line]:
    """Carry one attack out up to the hit entry: check, spend, write its record; return the line."""
    row, unit = attack.row, attack.unit
    record = as_fired(weapon_of(row), attack.capability, attack.aim)
    began = began_for(session, unit)
    state = state_of(session, row, began)
    _check_legal(act, session, attack, state)
    target = existing_row(session, Unit, attack.aim.target_id) if attack.aim.target_id else None
    procedure = convergence.procedure(
        record.type,
        attack.use,
        convergence_beams=house_of(session, ScifiHouse).sf_convergence_beams,
    )
    _check_aim(act, session, attack, procedure, target)
    reached = _band(act, session, record, attack.aim.distance)
    mode, figures = setting_of(act, session, record, attack.aim.mode)
    store = next(
        (each for each in stores_of(session, row) if each.capability == attack.capability.name
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
    sums = (*_figures(record, mode, figures), *waived_sums(procedure), *left)
    return shot, shot_line(session, attack, record, shot, figures, procedure, sums)


def _check_legal(act: Act, session: Session, attack: FiredWeapon, state: WeaponInBattle) -> None:
    """Refuse an attack that the weapon, its bearer or its ammunition does not allow."""
    row, unit, rules = attack.row, attack.unit, house_of(session, ScifiHouse)
    no = firing.may_fire(
        weapon_of(row),
        state,
        rules,
        attack.capability,
        ammunition=attack.aim.ammunition,
        incapacitated=incapacitated(session, unit.id or 0) is not None,
    )
    heed(act, no, session, f"{unit.name}, {row.name}")
    facts = facts_of(session, unit.id or 0)
    # A trooper's own weapons (S-23); vehicles fire all of theirs.
    if facts and facts.kind in PEOPLE:
        used = _others_fired(session, attack)
        per_turn = rules.sf_trooper_weapons_per_turn
        melee = attack.capability.melee
        no = may_use_weapon(row.name, used, melee=melee, per_turn=per_turn)
        heed(act, no, session, unit.name)
    # A loader who has assisted cannot fire a weapon of his own any more (12-79).
    if rules.sf_weapon_crews and not attack.capability.melee:
        for weapon, member in _elsewhere(session, attack):
            crew = crew_of(session, weapon, began_for(session, unit))
            serving = [each for each in crew.alive if each.name == member.name] if crew else []
            for each in serving:
                heed(act, may_fire_own(each), session, unit.name)


def _others_fired(session: Session, attack: FiredWeapon) -> set[str]:
    """Return the names of the other weapons of a unit that fired in its turn."""
    rows = session.exec(select(SfWeapon).where(SfWeapon.unit_id == attack.unit.id)).all()
    began = began_for(session, attack.unit)
    return {
        row.name for row in rows if row.id != attack.row.id and state_of(session, row, began).fired
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
    act: Act, session: Session, attack: FiredWeapon, procedure: Procedure, target: Unit | None
) -> None:
    """Refuse aims that are not detected or out of traverse, if a rule asks for it."""
    row, aim = attack.row, attack.aim
    name = target.name if target else word(aim.target, "target") or "the target"
    seen = target is None or detected_by(session, target.id or 0, side_of(session, attack.unit))
    heed(act, convergence.may_fire_at(procedure, detected=seen), session, row.name)
    if row.count > 1 and attack.use is Use.DIRECT and not attack.capability.melee:
        # One aim, one answer: each attack of the act is asked about by itself.
        # Only who divides the fire has to have detected the targets; all at one need not.
        known = seen or not attack.divides
        (no,) = may_divide((TargetInSight(name, detected=known, in_traverse=aim.in_traverse),))
        heed(act, no, session, row.name)
    before = _same_store_before(session, attack)
    if before is not None:
        no = may_fire_second(
            before.target,
            name if target or aim.target.strip() else before.target,
            same_initiative=attack.same_initiative,
            split=house_of(session, ScifiHouse).sf_pod_split_targets,
        )
        heed(act, no, session, row.name)


def _same_store_before(session: Session, attack: FiredWeapon) -> SfShot | None:
    """Return the latest shot out of the same pod or rack in this turn."""
    stores = stores_of(session, attack.row)
    pods = {each.capability for each in stores if each.holder in PODS}
    if attack.capability.name not in pods:
        return None
    shots = shots_now(session, attack.row, began_for(session, attack.unit))
    same = [shot for shot in shots if shot.capability == attack.capability.name]
    return same[-1] if same else None


def side_of(session: Session, unit: Unit) -> tuple[int, ...]:
    """Return the ids of the players who see for a unit: its own and his allies.

    An unaligned unit sees for the player whose turn it is.
    """
    own = unit.player_id or turn_now(session).player_id
    pairs = select(Alliance).where(
        or_(col(Alliance.player_id) == own, col(Alliance.ally_id) == own)
    )
    found = session.exec(pairs).all()
    return (own, *(each.ally_id if each.player_id == own else each.player_id for each in found))


def _band(
    act: Act, session: Session, record: WeaponRecord, distance: float | None
) -> RangeBand | None:
    """Return the range band, None if no distance is known; refuse one too far or too near."""
    if measure(distance, "distance") is None or distance is None or record.range_factor is None:
        return None
    no = may_reach(distance, record.range_factor, record.minimum_range)
    heed(act, no, session, record.name)
    return band(distance, record.range_factor)


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
    reached: RangeBand | None,
    mode: FireMode | None,
    figures: Setting | None,
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


def _figures(
    record: WeaponRecord, mode: FireMode | None, figures: Setting | None
) -> tuple[Sum, ...]:
    return factor_sum(record, mode, figures) if figures else ()
