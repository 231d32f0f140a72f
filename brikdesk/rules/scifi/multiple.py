"""Several weapons fired together: how often, and at whom (12-52 to 12-56, S-11 to S-13)."""

from msgspec import Struct

from brikdesk.rules.no import No, first, no_if


def may_fire_again(fired: int, count: int = 1, times: int = 1) -> No | None:
    """Refuse more attacks in a turn than there are weapons.

    Rules: 12-52 (each once), 12-53 (each of a group), 12-80 and S-14 (`times`: special fire).
    """
    if fired < count * times:
        return None
    rule = "12-53" if count > 1 else "12-52"
    words = f"All {count} barrels fired" if count > 1 else "It fired"
    return No(rule, f"{words} this turn")


class TargetInSight(Struct, frozen=True):
    """What the referee says about a target: detected, and whether the traverse reaches it."""

    target: str
    detected: bool
    in_traverse: bool = True


def may_divide(aims: tuple[TargetInSight, ...]) -> tuple[No | None, ...]:
    """Refuse those attacks of a group whose target is not detected or cannot be sighted (12-55)."""
    return tuple(_may_aim(aim) for aim in aims)


def _may_aim(aim: TargetInSight) -> No | None:
    return first(
        no_if(not aim.detected, "12-55", f"{aim.target} is not detected"),
        no_if(not aim.in_traverse, "12-55", f"The traverse does not reach {aim.target}"),
    )


def may_fire_second(
    first_target: str, second_target: str, *, same_initiative: bool = True, split: bool = True
) -> No | None:
    """Refuse a pod's second projectile at another target, or in another initiative.

    Rules: S-11 (`split`: the house rule sf_pod_split_targets). Nothing forces the second (S-12).
    """
    apart = not split and first_target != second_target
    together = "Both projectiles of a pod leave in the same initiative"
    return first(
        no_if(not same_initiative, "S-11", together),
        no_if(apart, "S-11", f"Both projectiles of a pod go at {first_target}"),
    )
