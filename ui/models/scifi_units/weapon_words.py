"""What follows from a weapon's record, as sentences for the editor, each with its rule."""

from brikdesk.acts.scifi.weapon_facts import SfWeaponFacts
from brikdesk.rules.scifi.areas import AreaShape, PlacedWhen, placed
from brikdesk.rules.scifi.attack_factor import BuiltAs, default_factor
from brikdesk.rules.scifi.range_bands import RangeSpan, spans
from brikdesk.rules.scifi.rotary import rotary_hits, suggested_hits
from brikdesk.rules.scifi.stores import LIMITS, PODS, UNIT_NAMES, Holder
from brikdesk.rules.scifi.warheads import WARHEADS, follows_target
from brikdesk.rules.scifi.weapons import WeaponRecord

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
        return default_factor(record.delivers, BuiltAs.WARHEAD)
    return default_factor(record.type, record.form)


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
    return follows_target(record.delivers or record.type)


def spans_of(record: WeaponRecord) -> tuple[RangeSpan, ...]:
    """Return the bands of a weapon's range; none while its range factor is not known."""
    if record.range_factor is None:
        return ()
    return spans(record.range_factor, record.minimum_range)


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
    hits = rotary_hits(record.barrels)
    if hits is None:
        few = suggested_hits(record.barrels)
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
    unit = UNIT_NAMES[facts.holder]
    if not facts.loads:
        return f"Nobody has said how many {unit}s; it is asked before the first shot.", "12-66"
    limit = LIMITS[facts.holder]
    rule = "12-59" if facts.holder in PODS else "12-67" if facts.holder is Holder.ITEMS else "12-64"
    total = sum(load.count for load in facts.loads)
    most = f", at most {limit} in a turn" if limit is not None else ""
    return f"{total} in all{most}.", rule


def warhead_note(record: WeaponRecord) -> WordsAndRule:
    """Return what is special about a warhead."""
    made = WARHEADS.get(record.delivers)
    if made is None:
        return NOTHING
    blast = "Survivors on foot are incapacitated. " if made.blast else ""
    said = f"{blast}{made.special}".strip()
    return (said, "12-46" if made.blast else "12-01") if said else NOTHING
