"""All facts that bear on a Sci-fi attack, one line each: name, reason, value and rule."""

from collections.abc import Iterator

from msgspec import Struct

from brikdesk import text
from brikdesk.acts.scifi.ammunition import ShotNumber, base_term, is_warhead
from brikdesk.lengths import in_inches
from brikdesk.rules.scifi import weapons
from brikdesk.rules.scifi.effect_areas import VAPORSHOCK, AreaShape, PlacedWhen, placed
from brikdesk.rules.scifi.firing import Use
from brikdesk.rules.scifi.units_and_crews import CrewRole
from brikdesk.rules.scifi.weapon_records import WeaponRecord
from brikdesk.store.lines import Line, Outcome
from brikdesk.store.views import scifi as sf_views
from ui.models.scifi_attack.draft import SfDraft, SfTable, aimed_weapon, converges

BANDS = {"short": "12-13", "medium": "12-14", "long": "12-15"}
"""The rule of each range band."""

PLACED_BY = {
    PlacedWhen.BEFORE_ROLL: "12-37",
    PlacedWhen.AFTER_ROLL: "12-42",
    PlacedWhen.AFTER_FALL_OF_SHOT: "12-43",
}
"""The rule that says when an area is placed; a circle of energy has a rule of its own (12-41)."""

MEANINGS = {
    "A": "many rounds: easier to hit",
    "B": "one continuous beam",
    "P": "several hits at once: easier to hit",
    "R": "easier to hit",
    "S": "",
}
"""What a rate of fire means for the hit roll; its numbers are in a chapter that is not included."""


LIMITS = {
    "12-52": "a weapon fires once",
    "12-53": "each barrel fires once",
    "12-59": "a pod or rack fires two",
    "12-60": "until nothing is left",
    "12-67": "until nothing is left",
}
"""What limits the shots of a turn, by the rule that limits them."""


class ShotFact(Struct, frozen=True):
    """One line. `tone` is "danger" for a warning, "ok" for a help, else empty."""

    name: str
    why: str
    value: str
    rule: str
    tone: str = ""


ENDLESS = ShotFact("Ammunition", "never runs out", "∞", "12-62")


def facts(table: SfTable, draft: SfDraft, tried: Outcome | None) -> tuple[ShotFact, ...]:
    """Return the facts about the aim that the fields show; `tried` is the attack's rehearsal."""
    weapon, ready = table.weapon(draft.weapon_id), table.ready(draft.weapon_id)
    fired = aimed_weapon(table, draft)
    if weapon is None or ready is None or fired is None:
        return ()
    way = ready.way(draft.capability)
    if way is not None and way.melee:
        return (ShotFact("Melee", "does not count against the other capability", "", "12-33"),)
    return (
        *_band(fired, draft.aim.distance),
        *_sums(_line_of(tried, draft.at), fired),
        *_rate(fired),
        *_several(table, draft),
        *_area(fired, draft),
        *_warhead(table, fired),
        *_target(table, draft, fired),
        *_detection(weapon),
        *_rounds(table, weapon, draft),
        *shots_left(ready, draft.capability),
        *crew(weapon, ready),
        *_equipment(weapon, ready),
        *(
            ShotFact("Overruled", "it fires all the same", "", rule)
            for rule in sorted(draft.overruled)
        ),
    )


def _line_of(tried: Outcome | None, at: int) -> Line | None:
    lines = tried.lines if tried else ()
    return lines[at] if at < len(lines) else None


def _band(fired: WeaponRecord, away: float | None) -> Iterator[ShotFact]:
    factor = fired.range_factor
    if factor is None:
        yield ShotFact("Range", "nobody has said its range factor", "?", "12-13")
        return
    reach = f"range factor {in_inches(factor)}"
    if away is None:
        yield ShotFact("Range band", f"{reach}, type the distance", "?", "12-13")
        return
    no = weapons.may_reach(away, factor, fired.minimum_range)
    if no:
        words = "too close" if no.rule == "12-17" else "out of range"
        yield ShotFact("Range band", f"{in_inches(away)}, {reach}", words, no.rule, "danger")
        return
    found = weapons.band(away, factor)
    name = found.value if found else ""
    yield ShotFact("Range band", f"{in_inches(away)}, {reach}", name, BANDS.get(name, "12-13"))


def _sums(line: Line | None, fired: WeaponRecord) -> Iterator[ShotFact]:
    """Yield attack factor, bonus to hit and factors that count 0, as in the rehearsal's line."""
    by_name = {each.name: each for each in line.sums} if line else {}
    for name, each in by_name.items():
        if name == ShotNumber.LEFT:  # `_rounds` tells it, load by load
            continue
        parts = [
            f"{term.reason} {_signed(term.value) if place else term.value}"
            for place, term in enumerate(each.terms)
        ]
        if len(each.terms) == 1:
            parts = [each.terms[0].reason]
        bonus = name == ShotNumber.HIT_BONUS
        value = _signed(each.total) if bonus else str(each.total)
        rule = each.terms[-1].rule if each.terms else ""
        yield ShotFact(name, ", ".join(parts), value, rule, "ok" if bonus else "")
    if ShotNumber.ATTACK_FACTOR not in by_name:
        yield _factor(fired)


def _factor(fired: WeaponRecord) -> ShotFact:
    """Return the attack factor of a weapon that has no target yet, or none that is known."""
    name = ShotNumber.ATTACK_FACTOR.value
    if weapons.follows_target(fired.delivers):
        why = "as high as each target's armor class, 0 counts as 1"
        return ShotFact(name, why, "1–9", "12-11")
    if base := base_term(fired):
        return ShotFact(name, base.reason, str(base.value), base.rule)
    known = (
        "X: the warhead of this round"
        if fired.form is weapons.BuiltAs.WARHEAD
        else "F2 on the unit"
    )
    return ShotFact(name, f"nobody has said it, {known}", "?", "12-09", "danger")


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"


def _rate(fired: WeaponRecord) -> Iterator[ShotFact]:
    yield from rate_of_fire(fired.rate)
    if fired.rate is not weapons.Rate.ROTARY:
        return
    hits, why = None, "nobody has said its barrels, F2 on the unit"
    if fired.barrels is not None:
        hits = weapons.rotary_hits(fired.barrels)
        usual = "" if hits is not None else f"; usual {weapons.suggested_hits(fired.barrels)}"
        why = f"{fired.barrels} barrels, each hit is checked on its own{usual}"
    yield ShotFact("Hits of a burst", why, "asked" if hits is None else str(hits), "12-57")


def rate_of_fire(rate: weapons.Rate | None) -> Iterator[ShotFact]:
    """Yield the name of a rate of fire, and what it means for the hit roll."""
    if rate:
        words = (weapons.RATES[rate].name.lower(), MEANINGS[rate.value])
        yield ShotFact("Rate of fire", ", ".join(filter(None, words)), rate.value, "12-21")


def _several(table: SfTable, draft: SfDraft) -> Iterator[ShotFact]:
    weapons = table.weapons_of(draft.unit_id)
    fired = [row.name for row in weapons if row.fired and row.id != draft.weapon_id]
    if fired:
        yield ShotFact("Several weapons", f"fired {', '.join(fired)} too", "0", "12-56")


def _area(fired: WeaponRecord, draft: SfDraft) -> Iterator[ShotFact]:
    area = fired.area
    indirect = draft.use is Use.INDIRECT
    when = placed(area.shape, explosive=is_warhead(fired), indirect=indirect)
    if when is None:
        return
    long = f'{area.size:g}"' if area.size is not None else "asked"
    if area.width:
        long = f"{long} × {in_inches(area.width)}"
    rule = PLACED_BY[when]
    if when is PlacedWhen.BEFORE_ROLL and area.shape is AreaShape.CIRCULAR:
        rule = "12-41"
    yield ShotFact("Effect area", f"{area.shape.value}, placed {when.value}", long, rule)


def _warhead(table: SfTable, fired: WeaponRecord) -> Iterator[ShotFact]:
    if warhead := fired.delivers:
        blast = weapons.has_blast(warhead, table.house.sf_blast_warheads)
        why = "blast incapacitates survivors on foot" if blast else "no blast effect"
        yield ShotFact("Warhead", why, warhead, "12-46")
        yield from flame_inside(table, warhead, "asked")
    if fired.effects:
        why, names = "the referee says what they do", ", ".join(fired.effects)
        yield ShotFact("Effects", why, names, "12-01")


def flame_inside(table: SfTable, warhead: str, value: str) -> Iterator[ShotFact]:
    """Yield what flame inside the area of a vaporshock does, and what burns now (12-44)."""
    if warhead == VAPORSHOCK:
        near = f"burning now: {', '.join(table.flames)}" if table.flames else "nothing burns"
        why = f"halves the area, attack factor 4; {near}"
        yield ShotFact("Flame inside", why, value, "12-44")


def _target(table: SfTable, draft: SfDraft, fired: WeaponRecord) -> Iterator[ShotFact]:
    unit_id = draft.aim.target_id
    if unit_id is None:
        return
    fact, side = table.fact(unit_id), table.side(draft.unit_id)
    if fact is not None:
        known = fact.armor_class is not None
        what = [fact.kind, f"size {fact.size}" if fact.size else ""]
        what += ["powered armor" if fact.powered_armor else "", "" if fact.on_foot else "inside"]
        what += ["incapacitated" if fact.incapacitated else ""]
        why = ", ".join(part for part in what if part)
        value = str(fact.armor_class) if known else "asked"
        rule = "12-11" if weapons.follows_target(fired.delivers) else "12-08"
        yield ShotFact("Armor class", why, value, rule)
    seen, meets = table.seen(unit_id, side), converges(table, fired)
    # Only where the fire depends on it, a target that is not detected is a warning.
    asked = draft.use is Use.DIRECT and (meets or fired.count > 1)
    rule = "12-84" if meets else "12-55" if asked else "12-50"
    tone = "danger" if asked and not seen else ""
    yield ShotFact("Detected", "by the side that fires", "yes" if seen else "no", rule, tone)


def _detection(weapon: sf_views.SfWeaponRow) -> Iterator[ShotFact]:
    if weapon.detection_effect:
        why = "for whoever tries to detect it afterwards"
        yield ShotFact("Detection effect", why, weapon.detection_effect, "12-50")


def _rounds(table: SfTable, weapon: sf_views.SfWeaponRow, draft: SfDraft) -> Iterator[ShotFact]:
    store = table.store(weapon, draft.capability)
    if store is None:
        yield ENDLESS
        return
    rule = {
        weapons.Holder.PULSES: "12-65",
        weapons.Holder.ITEMS: "12-67",
        weapons.Holder.MAGAZINE: "S-31",
    }.get(store.holder, "12-64")
    if store.asked:
        yield ShotFact("Rounds", store.asked.words, "asked", store.asked.rule, "danger")
        return
    for load in store.loads:
        if len(store.loads) > 1 and draft.aim.ammunition not in ("", load.name):
            continue
        # Before a target is said it is one shot.
        now = sum(aim.ammunition in ("", load.name) for aim in draft.aims) or 1
        value = f"{load.remaining} → {max(0, load.remaining - now)}"
        yield _of_load(load, text.opening(load.name), value, rule)


def _of_load(load: sf_views.LoadRow, name: str, value: str, rule: str) -> ShotFact:
    """Return the line of a load, with the sum that leads to what is left of it."""
    why = (
        f"loaded {load.loaded} = remaining {load.remaining} + fired {load.fired}"
        f" + lost {load.lost} + adjusted {load.adjusted}"
    )
    return ShotFact(name, why, value, rule, "" if load.remaining else "danger")


def shots_left(ready: sf_views.SfReady, capability: str) -> Iterator[ShotFact]:
    """Yield how often a weapon may still fire this turn, and what limits it."""
    way = ready.way(capability)
    if way is None:
        return
    why = LIMITS.get(way.rule, "") if way.shots else way.no[:1].lower() + way.no[1:]
    tone = "" if way.shots else "danger"
    yield ShotFact("Shots this turn", why, f"{way.shots} left", way.rule or "12-52", tone)


def crew(weapon: sf_views.SfWeaponRow, ready: sf_views.SfReady) -> Iterator[ShotFact]:
    """Yield the crew of a weapon, and whether its loader can help; nothing without a crew."""
    if not weapon.crew:
        return
    there = [member for member in weapon.crew if member.alive]
    named = [
        f"{each.name} {each.role}{', initiative used' if each.initiative_spent else ''}"
        for each in there
    ]
    gunner = any(member.role is CrewRole.GUNNER for member in there)
    words = "; ".join(named) or "nobody"
    yield ShotFact("Crew", words, f"{len(there)}", "12-73" if gunner else "12-74",
               "" if gunner else "danger")  # fmt: skip
    if ready.second is not None and ready.reroll is not None:
        yield _loader(ready.second, ready.reroll)


def _loader(second: sf_views.LoaderHelp, reroll: sf_views.LoaderHelp) -> ShotFact:
    if second.rule == "S-19":  # nothing else is in its way: the gunner fires first
        return ShotFact("Loader assists", "after this shot: second shot, or a miss again", "yes",
                    "12-78", "ok")  # fmt: skip
    if not second.no or not reroll.no:
        what = "second shot" if not second.no else "the miss again"
        return ShotFact("Loader assists", what, "yes", "12-78", "ok")
    return ShotFact("Loader assists", second.no[:1].lower() + second.no[1:], "no", second.rule)


def _equipment(weapon: sf_views.SfWeaponRow, ready: sf_views.SfReady) -> Iterator[ShotFact]:
    if ready.missing:
        yield ShotFact("Equipment", f"lacks {', '.join(ready.missing)}", "look", "12-31", "danger")
    if weapon.carry_override:
        yield ShotFact("Bearer", "allowed by the referee", "", "12-27")


def fires_from(stores: tuple[sf_views.SfStoreRow, ...], capability: str) -> tuple[str, ...]:
    """Return the types of rounds to choose from; empty if there is no choice."""
    store = next((each for each in stores if each.capability == capability), None)
    names = tuple(load.name for load in store.loads) if store else ()
    return names if len(names) > 1 else ()


def about_shot(table: SfTable, shot: sf_views.ShotRow) -> tuple[ShotFact, ...]:
    """Return the lines that stand below a shot's question, as the table is now."""
    weapon = table.weapon(shot.sf_weapon_id)
    if weapon is None:
        return ()
    store, ready = table.store(weapon, shot.capability), table.ready(weapon.id)
    loads = store.loads if store else ()
    return (
        *_sight(table, shot, weapon),
        *(() if store else (ENDLESS,)),
        *(_of_load(each, f"{text.opening(each.name)} left", f"{each.remaining}", "12-64")
          for each in loads),
        *(shots_left(ready, shot.capability) if ready else ()),
        *(crew(weapon, ready) if ready else ()),
    )  # fmt: skip


def _sight(
    table: SfTable, shot: sf_views.ShotRow, weapon: sf_views.SfWeaponRow
) -> Iterator[ShotFact]:
    if shot.target_id is not None:
        seen = table.seen(shot.target_id, table.side(weapon.unit_id))
        yield ShotFact("Target detected", "by the side that fired", _yes(seen), "12-50")
    enemy = table.enemy_of(weapon.unit_id, shot.target_id)
    if enemy is not None:
        who = next((each.name for each in table.head.players if each.id == enemy), "")
        effect = f"detection effect {weapon.detection_effect}" if weapon.detection_effect else ""
        why = ", ".join(part for part in (f"by {who}" if who else "", effect) if part)
        yield ShotFact("Shooter detected", why, _yes(table.seen(weapon.unit_id, (enemy,))), "12-50")
    fact = table.fact(shot.target_id)
    if fact is not None and fact.incapacitated:
        yield ShotFact("Target", "can neither move nor fire", "incapacitated", "12-47")


def _yes(seen: bool) -> str:
    return "yes" if seen else "no"
