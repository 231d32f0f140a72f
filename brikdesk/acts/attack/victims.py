"""The victims of an event as a preview shows them."""

from brikdesk.acts.attack.blast_preview import BlastLine, VictimLine
from brikdesk.acts.attack.blasts import ground_hits
from brikdesk.acts.attack.blows import Victim
from brikdesk.acts.attack.burning_blows import STAYS, choice_of
from brikdesk.acts.attack.event import Event
from brikdesk.acts.damage.armor import ArmorTest
from brikdesk.acts.fire.catching import can_catch, catches
from brikdesk.acts.fire.fires import fire_on
from brikdesk.acts.throwing import Throw
from brikdesk.rules.brikwars.explosives.blast import ArmorResult
from brikdesk.store.lines import Tone


def victim_lines(event: Event) -> tuple[VictimLine, ...]:
    """Show every target with what it takes and what its Armor makes of that, then the terrain."""
    ground = (hit for each in event.explosions for hit in ground_hits(event.session, each))
    return (
        *(_victim(event, victim) for victim in event.victims.values()),
        *(
            VictimLine(hit.name, None, hit.where, hit.damage, None, hit.words, Tone.PLAIN)
            for hit in ground
        ),
    )


def rolled_blasts(event: Event | None) -> tuple[BlastLine, ...]:
    """Show the explosions whose Damage Roll lies there, so that their reach is known."""
    if event is None:
        return ()
    return tuple(
        each.line() for each in event.explosions if each.blast and each.blast.bands and not each.dud
    )


def waiting_for(throw: Throw, event: Event | None) -> str:
    """Say whose dice are missing: those of the roll, or of somebody's Armor; empty for none."""
    owed = throw.owed
    if not owed:
        return ""
    dice = "a die" if owed == 1 else f"{owed} dice"
    victims = event.victims.values() if event else ()
    untested = (each.target.name for each in victims if each.test is None and each.target.unit)
    name = next(untested, "") if throw.asked[-owed].armor else ""
    return f"Armor of {name}: {dice}." if name else f"Waiting for {dice}."


def _victim(event: Event, victim: Victim) -> VictimLine:
    test = victim.test
    where = ", ".join(dict.fromkeys(blow.where for blow in victim.blows if blow.where))
    thrown = f' Thrown {victim.knockback}".' if victim.knockback else ""
    return VictimLine(
        name=victim.target.name,
        unit_id=victim.target.unit.id if victim.target.unit else None,
        where=where,
        damage=victim.damage,
        armor=test.armor if test and test.armors else None,
        words=(test.words if test else f"{victim.damage} damage.") + thrown + _fires(event, victim),
        tone=_tone(test),
        result=test.result if test else None,
        sums=victim.sums,
    )


def _fires(event: Event, victim: Victim) -> str:
    """Say what it catches of the fire that hits it, unless it burns already (F.1-22, F.1-49)."""
    unit = victim.target.unit
    if unit is None:
        return ""
    kinds = dict.fromkeys(
        fire.kind
        for fire, over in victim.fires
        if event.choices.get(choice_of(fire.kind, victim.suffix)) != STAYS
        and fire_on(event.session, unit, fire.kind) is None
        and can_catch(
            event.session, unit, fire.kind, [face.value for face in fire.faces], fire.points, over
        )
    )
    return "".join(f" It {catches(event.session, unit, kind)}" for kind in kinds)


def _tone(test: ArmorTest | None) -> Tone:
    if test is None:
        return Tone.PLAIN
    return Tone.OK if test.result is ArmorResult.NOTHING else Tone.DANGER
