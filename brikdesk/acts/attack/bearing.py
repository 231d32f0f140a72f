"""Reminders of house rules that concern an attack but that the program does not carry out."""

from brikdesk.acts.attack.aim import Mode
from brikdesk.acts.attack.course import Course
from brikdesk.acts.attack.modifiers import is_blind
from brikdesk.acts.unit_now import kinds_of
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.attacks.attack_steps import to_see
from brikdesk.rules.brikwars.attacks.charging import thrust_asked
from brikdesk.rules.brikwars.reminders import Occasion, Reminder, reminders
from brikdesk.rules.brikwars.units.states import angry_inch
from brikdesk.store.house import house_rules
from brikdesk.store.tables import StateKind, UnitKind
from brikdesk.store.thrusting import thrusts


def bearing_on(course: Course) -> tuple[Reminder, ...]:
    """Return the reminders for an attack under the present house rules."""
    charges = (*_of_thrusts(course), *_of_charges(course))
    return (
        *reminders(_occasions(course), house_rules(course.session)),
        *charges,
        *_to_see(course),
    )


def _to_see(course: Course) -> tuple[Reminder, ...]:
    """Return what the players check themselves before an attack; most are shown only on demand."""
    armed = course.armed[0]
    thrown = armed.mode in (Mode.THROW, Mode.DROP)
    blind = is_blind(course.session, armed, course.targets[0])
    seen = to_see(ranged=armed.ranged, thrown=thrown, blind=blind)
    shown = [Reminder(each.words, each.rule, usual=each.rule != "5.1-57") for each in seen]
    if not armed.ranged:
        down = StateKind.DISRUPTED in kinds_of(course.session, armed.by)
        inches = angry_inch(disrupted=down)
        words = f"It may move {in_inches(inches)} for free first, also while it recovers."
        shown.append(Reminder(words, "4.1-32", usual=True))
    return tuple(shown)


def _of_thrusts(course: Course) -> tuple[Reminder, ...]:
    """Return what the referee has to see of the weapon of a Charging Strike (5.4-16, 5.4-17)."""
    first = course.armed[0]
    if not course.act.charge or first.mode in (Mode.SHOVE, Mode.GRAB):
        return ()
    if not thrust_asked(airborne=first.by.airborne):
        return (Reminder("It strikes downward with both hands, as it flies or falls.", "5.4-17"),)
    if first.weapon is not None and thrusts(course.session, first.weapon.id) is not None:
        return ()
    words = "On foot its weapon must be made for thrusting: a lance, a ram, a bayonet."
    return (Reminder(words, "5.4-16"),)


def _of_charges(course: Course) -> tuple[Reminder, ...]:
    """Return reminders for several units that strike together and may Charge (5.1-46, 5.1-47)."""
    users = {each.by.id for each in course.armed if not each.ranged}
    if len(users) < 2:
        return ()
    together = "KnockBack of several Chargers adds up only if all come from the same direction."
    room = f"{len(users)} Chargers need a target that all of them can hit at once."
    return (Reminder(together, "5.1-46", usual=True), Reminder(room, "5.1-47", usual=True))


def _occasions(course: Course) -> set[Occasion]:
    found = set()
    if any(not each.ranged and each.by.size > 1 for each in course.armed):
        found.add(Occasion.CHARGE)
    unit = course.targets[0].unit
    if unit is not None and unit.kind is UnitKind.HERO:
        found.add(Occasion.HERO_TARGET)
    return found
