"""Charges: attacks that spend Momentum, with a thrusting weapon or the body (5.4-10 to 5.4-23)."""

from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.brikwars.weapons.weapon_presets import is_heavy, is_two_handed


def is_charging_weapon(preset: str, hands: int) -> bool:
    """Return whether a weapon is made for a Charging Strike.

    Rule: 5.4-15 (a Two-Handed Weapon, or a Heavy one in both hands).

    - `hands`: the hands that hold it; a weapon of no preset needs two.
    """
    return is_two_handed(preset) or ((is_heavy(preset) or not preset) and hands > 1)


def may_charge(
    *, mom: bool, own_turn: bool, maneuver: str, weapons: int, charging: bool
) -> No | None:
    """Refuse a Charge.

    Rules: 5.4-03 and A5-55 (without a MOM it is an ordinary attack), 5.4-12 (in its own run, so in
    its own turn), 5.4-19 (one attack), 5.4-15 (a Strike takes a Charging Weapon).

    - `maneuver`: "strike", "grab" or "shove".
    - `weapons`: those of one unit that take part; `charging`: what it Strikes with is made for it.
    """
    other = maneuver not in ("strike", "shove") or weapons > 1
    unfit = maneuver == "strike" and not charging
    return first(
        no_if(not own_turn, "5.4-12", "it Charges in its own turn only"),
        no_if(not mom, "5.4-03", 'it holds no MOM: that takes a straight run of 4"'),
        no_if(other, "5.4-19", "a Charge is one Strike or one Shove"),
        no_if(unfit, "5.4-15", "that takes a Two-Handed Weapon, or a Heavy one in both hands"),
    )


def thrust_asked(*, airborne: bool) -> bool:
    """Return whether the weapon of a Charging Strike has to be made for thrusting.

    Rules: 5.4-16 (on foot), 5.4-17 (who flies or falls strikes downward with any).
    """
    return not airborne


def may_thrust(*, airborne: bool, thrusting: bool | None) -> No | None:
    """Refuse a Charging Strike on foot with a weapon that is not made for thrusting (5.4-16).

    - `thrusting`: what was said of the weapon; where nobody said, the referee looks.
    """
    if thrusting is False and thrust_asked(airborne=airborne):
        return No("5.4-16", "on foot its weapon has to be made for thrusting")
    return None


def opposes_shove(*, charge: bool, bw_pop_vs_shove: bool = False) -> bool:
    """Return whether the target of a Shove rolls Physical Opposition: of a Charge, by house rule (A5-29)."""
    return charge and bw_pop_vs_shove


def may_parry_charge(*, shield: bool, parries: int) -> No | None:
    """Refuse a Parry against a Charge without a Shield (5.4-23), or a second one (5.4-19)."""
    return first(
        no_if(not shield, "5.4-23", "only a Shield parries a Charge"),
        no_if(parries > 1, "5.4-19", "it parries a Charge once at most"),
    )


def may_answer_charge(*, weapons: int, again: bool) -> No | None:
    """Refuse the target of a Charge more than one attack at the charger (5.4-19).

    - `weapons`: those with which it attacks; `again`: it has attacked him in this turn.
    """
    if weapons > 1 or again:
        return No("5.4-19", "who is Charged has one attack, with one weapon")
    return None


def may_inch_in(*, charge: bool) -> No | None:
    """Refuse an Angry Inch in a Charge, on either side (5.4-19)."""
    return No("5.4-19", "nobody takes an Angry Inch in a Charge") if charge else None


def may_spend(*, hit: bool, parried: bool) -> bool:
    """Return whether a Charge may spend its MOM: it hits, and is not parried (5.4-20, A5-57)."""
    return hit and not parried


def is_stopped(*, spent: bool, stands: bool) -> bool:
    """Return whether the target stops the charger (A5-32, A5-58).

    - `spent`: the MOM was rolled; else a Collision may follow.
    - `stands`: it lives and is not Disrupted.
    """
    return spent and stands


def must_run_on(*, hit: bool, parried: bool, stands: bool) -> bool:
    """Return whether a charger that keeps its MOM has to run on straight, or into its target.

    Rules: 5.4-22 and A5-57 (after a miss, a Parry with it), A5-32 (a hit target that stands in the
    path), A5-58 (over a dead one it need not).
    """
    return not hit or parried or stands


def shares_its_action(*, sprinted: bool, mom: bool, engaged: bool) -> bool:
    """Return whether a Charge is part of the Action of a Sprint (5.4-02, 4.1-38, A5-55).

    - `engaged`: it has made a maneuver in this turn, so the Action has had its attack.
    """
    return sprinted and mom and not engaged
