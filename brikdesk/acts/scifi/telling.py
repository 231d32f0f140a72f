"""The log line of one attack, with everything that its record holds (12-91)."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.scifi.as_fired import SfAim
from brikdesk.acts.scifi.course import next_words
from brikdesk.lengths import in_inches
from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.capabilities import Capability
from brikdesk.rules.scifi.convergence import Procedure, Use
from brikdesk.rules.scifi.hit_entry import hit_entry
from brikdesk.rules.scifi.variable_fire import Setting
from brikdesk.rules.scifi.warheads import follows_target
from brikdesk.rules.scifi.weapons import WeaponRecord
from brikdesk.store.lines import Kind, Line, Sum, line
from brikdesk.store.tables import SfShot, SfWeapon, Unit


class FiredWeapon(Struct, frozen=True, kw_only=True):
    """One attack: the weapon, its unit, and how it is fired.

    `divides`: weapons mounted together fire at different targets in this turn (12-55).
    """

    row: SfWeapon
    unit: Unit
    capability: Capability
    aim: SfAim
    use: Use = Use.DIRECT
    spotter: Unit | None = None
    same_initiative: bool = True
    divides: bool = False


def shot_line(
    session: Session,
    attack: FiredWeapon,
    record: WeaponRecord,
    shot: SfShot,
    figures: Setting | None,
    procedure: Procedure,
    sums: tuple[Sum, ...],
) -> Line:
    """Return the line of a shot, with everything that its record holds (12-91)."""
    beside = hit_entry(
        record.rate, shot.band, figures or Setting(0), procedure, attack.row.detection_effect
    )
    capability = f", {shot.capability}" if shot.capability else ""
    unmeasured = shot.distance is None and record.range_factor is not None
    parts = [
        _at(shot),
        "No distance: its range is not checked (12-13)." if unmeasured else "",
        _spotted(attack),
        f"{shot.ammunition[:1].upper()}{shot.ammunition[1:]}." if shot.ammunition else "",
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
        " ".join(part for part in parts if part),
        rule="12-91",
        player_id=attack.unit.player_id,
        unit_id=attack.unit.id,
        sums=() if attack.capability.melee else sums,
    )


def _factor(shot: SfShot) -> str:
    if shot.attack_factor is not None:
        return f"Attack factor {shot.attack_factor}."
    if follows_target(shot.warhead):
        return "Attack factor as high as each target's armor class (12-11)."
    return "Nobody has said its attack factor."


def _at(shot: SfShot) -> str:
    words = [f"At {shot.target}" if shot.target else ""]
    words += [in_inches(shot.distance) if shot.distance is not None else ""]
    words += [f"{shot.band.value} range" if shot.band else ""]
    words += ["indirect" if shot.use is Use.INDIRECT else ""]
    words += [f"{shot.shape.value} area" if shot.shape is not AreaShape.NONE else ""]
    said = ", ".join(word for word in words if word)
    return f"{said[:1].upper()}{said[1:]}." if said else ""


def _spotted(attack: FiredWeapon) -> str:
    return f"Called in by {attack.spotter.name}." if attack.spotter else ""


def _ammunition(shot: SfShot) -> str:
    if shot.remaining_after is None:
        return ""
    gone = ", expended" if not shot.remaining_after else ""
    return f"{shot.remaining_before} before, {shot.remaining_after} left{gone}."


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]
