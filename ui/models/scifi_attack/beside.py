"""The facts beside a shot's question: all that bears on the answer, each with its rule."""

from collections.abc import Iterator

from brikdesk.lengths import in_inches
from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.attack_factor import anti_matter_factor
from brikdesk.rules.scifi.convergence import Use, procedure
from brikdesk.rules.scifi.outcomes import Matter, UsualOutcome
from brikdesk.rules.scifi.vaporshock import VAPORSHOCK
from brikdesk.rules.scifi.variable_fire import FireMode
from brikdesk.rules.scifi.warheads import follows_target
from brikdesk.store.views.scifi import SfWeaponRow, ShotRow
from ui.models.scifi_attack.course import Ask, ShotQuestion, hits_of
from ui.models.scifi_attack.facts import BANDS, ShotFact, rate_words
from ui.models.scifi_attack.fired import shot_weapon
from ui.models.scifi_attack.table import SfTable


def beside(table: SfTable, asked: ShotQuestion) -> tuple[ShotFact, ...]:
    """Return the facts for a question."""
    shot, weapon = asked.shot, table.weapon(asked.shot.sf_weapon_id)
    if asked.ask is Ask.HIT:
        return tuple(_hitting(table, shot, weapon))
    if asked.ask in (Ask.PENETRATION, Ask.ARMOR, Ask.DAMAGE):
        return tuple(_against(table, shot, asked.unit_id))
    if asked.has_area:
        return tuple(_area(table, shot))
    return ()


def shot_words(shot: ShotRow) -> str:
    """Return the figures of a shot in one line: 23", medium range, attack factor 5, +1 to hit."""
    parts = [
        shot.capability,
        in_inches(shot.distance) if shot.distance is not None else "",
        f"{shot.band} range" if shot.band else "",
        "indirect" if shot.indirect else "",
        f"attack factor {shot.attack_factor}" if shot.attack_factor is not None else "",
        f"{shot.mode} mode" if shot.mode else "",
        shot.warhead,
        f"{shot.remaining_after} left" if shot.remaining_after is not None else "",
    ]
    return ", ".join(part for part in parts if part)


def _hitting(table: SfTable, shot: ShotRow, weapon: SfWeaponRow | None) -> Iterator[ShotFact]:
    if shot.band:
        far = in_inches(shot.distance) if shot.distance is not None else ""
        yield ShotFact("Range band", far, shot.band, BANDS[shot.band])
    fired = shot_weapon(table, shot)
    if fired is not None and fired.rate:
        yield ShotFact("Rate of fire", rate_words(fired.rate), fired.rate.value, "12-21")
    if shot.hit_bonus:
        yield ShotFact("Pulse mode", "to hit", f"+{shot.hit_bonus}", "12-70", "ok")
    kind = fired.type if fired else ""
    way = procedure(
        kind,
        Use.INDIRECT if shot.indirect else Use.DIRECT,
        convergence_beams=table.house.sf_convergence_beams,
    )
    for each in way.waived:
        why = each.why[:1].lower() + each.why[1:]
        yield ShotFact(each.factor.capitalize(), why, "0", each.rule)
    if weapon is not None and weapon.rotary and weapon.barrels:
        hits = hits_of(table, shot, None)
        yield ShotFact("If it hits", f"{weapon.barrels} barrels: hits to check", str(hits), "12-57")
    elif weapon is not None and weapon.rotary:
        yield ShotFact("If it hits", "nobody has said its barrels: type the hits", "?", "12-57")
    if weapon is not None and weapon.detection_effect:
        yield ShotFact(
            "Detection effect", "V: who fired is detected", weapon.detection_effect, "12-50"
        )


def _against(table: SfTable, shot: ShotRow, unit_id: int | None) -> Iterator[ShotFact]:
    fact = table.fact(unit_id)
    known = fact.armor_class if fact is not None else None
    factor = shot.attack_factor
    why, rule = "", "12-08"
    # Early ignition comes first: it sets the factor whatever the warhead or mode would give.
    if shot.early:
        why, rule = "ignited early", "12-44"
    elif follows_target(shot.warhead):
        why, rule = "as high as the armor class", "12-12" if known == 0 else "12-11"
        factor = anti_matter_factor(known) if known is not None else None
    elif shot.mode is FireMode.PULSE:
        why, rule = "pulse mode", "12-70"
    yield ShotFact("Attack factor", why, "?" if factor is None else str(factor), rule)
    if fact is not None:
        what = [fact.kind, "powered armor" if fact.powered_armor else ""]
        words = ", ".join(part for part in what if part)
        follows = "12-11" if follows_target(shot.warhead) else "12-08"
        yield ShotFact("Armor class", words, "?" if known is None else str(known), follows)


def _area(table: SfTable, shot: ShotRow) -> Iterator[ShotFact]:
    size = f'{shot.area_size:g}"' if shot.area_size is not None else "?"
    missed = any(
        each.matter is Matter.HIT and each.verdict is UsualOutcome.MISS for each in shot.outcomes
    )
    if shot.explosive:
        lands = "it missed: the referee says where" if missed else "where the warhead lands"
        rule = "12-43" if shot.indirect else "12-42"
        yield ShotFact("Effect area", f"{shot.shape}, {lands}", size, "12-45" if missed else rule)
    else:
        rule = "12-37" if shot.shape is AreaShape.OBLONG else "12-41"
        yield ShotFact("Effect area", f"{shot.shape}, before the hit roll", size, rule)
    if shot.warhead == VAPORSHOCK:
        near = f"burning now: {', '.join(table.flames)}" if table.flames else "nothing burns"
        yield ShotFact("Flame inside", f"halves the area, attack factor 4; {near}", "F", "12-44")
