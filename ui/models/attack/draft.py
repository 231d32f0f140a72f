"""An attack as the referee fills it in, before any die lies there."""

from dataclasses import dataclass, replace
from typing import Any

from brikdesk.acts.attack.aim import (
    Aim,
    Caught,
    Change,
    Extra,
    Mode,
    Parry,
    ShieldDice,
    Stray,
    Strike,
)
from brikdesk.acts.attack.attack import Attack
from ui.models.catching import Reach

SHORTEST_BURST = 2
"""Shots of a burst when it is chosen (Q8-16); more are typed."""


@dataclass(frozen=True, slots=True)
class AttackDraft:
    """Who attacks whom with what, and what was measured and changed; a value, each change a new one.

    The first strike and the first aim are those that the three cards show. `off` are the places of
    `extras` that are unticked. `caught` is what was typed about an explosion, `spared` whom the
    referee took out of it although the map has them within reach.
    """

    strikes: tuple[Strike, ...] = ()
    aims: tuple[Aim, ...] = ()
    caught: tuple[Caught, ...] = ()
    spared: frozenset[tuple[str, int]] = frozenset()
    changes: tuple[Change, ...] = ()
    extras: tuple[Extra, ...] = ()
    off: frozenset[int] = frozenset()
    parries: tuple[Parry, ...] = ()
    shields: tuple[ShieldDice, ...] = ()
    strays: tuple[Stray, ...] = ()
    combine: bool | None = None
    track_misses: bool = False
    melee: tuple[int, ...] = ()
    passing: bool = False
    overruled: frozenset[str] = frozenset()

    @classmethod
    def of(cls, attack: Attack) -> "AttackDraft":
        """Take up an attack that was put together elsewhere; its dice stay there."""
        return cls(
            strikes=attack.strikes,
            aims=attack.aims,
            caught=attack.caught,
            changes=attack.changes,
            extras=attack.extras,
            parries=attack.parries,
            shields=attack.shields,
            strays=attack.strays,
            combine=attack.combine,
            track_misses=attack.track_misses,
            melee=attack.melee,
            passing=attack.passing,
            overruled=attack.overruled,
        )

    def act(self, on_the_map: tuple[Caught, ...] = ()) -> Attack:
        """Return the act without dice; `on_the_map` are those whom positions put into an explosion."""
        return Attack(
            strikes=self.strikes,
            aims=self.aims,
            caught=(*self.caught, *on_the_map),
            changes=self.changes,
            extras=tuple(each for at, each in enumerate(self.extras) if at not in self.off),
            parries=self.parries,
            shields=self.shields,
            strays=self.strays,
            combine=self.combine,
            track_misses=self.track_misses,
            melee=self.melee,
            passing=self.passing,
            overruled=self.overruled,
        )

    # What it says

    @property
    def strike(self) -> Strike:
        """The weapon of the cards."""
        return self.strikes[0] if self.strikes else Strike()

    @property
    def aim(self) -> Aim | None:
        """The target of the cards; none before one is chosen."""
        return self.aims[0] if self.aims else None

    @property
    def lacks(self) -> str:
        """What has to be said first: attacker, weapon, target; empty where all three are."""
        strike = self.strike
        if strike.by_id is None and strike.weapon_id is None:
            return "attacker"
        if strike.weapon_id is None and not strike.name:
            return "weapon"
        return "" if self.aims else "target"

    # What changes it

    def striking(self, at: int = 0, **found: Any) -> "AttackDraft":
        """Say something of a weapon; the first one comes to be by it."""
        strikes = self.strikes or (Strike(),)
        made = replace(strikes[at], **found)
        if made.mode is Mode.BURST and made.count < SHORTEST_BURST and "count" not in found:
            made = replace(made, count=SHORTEST_BURST)
        return replace(self, strikes=(*strikes[:at], made, *strikes[at + 1 :]))

    def aiming(self, at: int = 0, **found: Any) -> "AttackDraft":
        """Measure something of a target that is there."""
        made = replace(self.aims[at], **found)
        return replace(self, aims=(*self.aims[:at], made, *self.aims[at + 1 :]))

    def at_target(self, aim: Aim) -> "AttackDraft":
        """Aim at something else first; what was said of the old target goes with it."""
        rest = tuple(each for each in self.aims[1:] if not same_target(each, aim))
        return replace(
            self, aims=(aim, *rest), caught=(), spared=frozenset(), changes=(), parries=(),
            shields=(), strays=(), melee=(), overruled=frozenset(),
        )  # fmt: skip

    def with_weapon(self, strike: Strike) -> "AttackDraft":
        """Take another weapon first; modifiers that the referee changed are as the desk has them."""
        return replace(
            self, strikes=(strike, *self.strikes[1:]), changes=(), strays=(), overruled=frozenset()
        )

    def also_at(self, aim: Aim) -> "AttackDraft":
        """Aim at one target more, or at one of them no more."""
        if any(same_target(each, aim) for each in self.aims):
            return replace(self, aims=tuple(a for a in self.aims if not same_target(a, aim)))
        return replace(self, aims=(*self.aims, aim))

    def also_with(self, strike: Strike) -> "AttackDraft":
        """Have one weapon more take part."""
        return replace(self, strikes=(*self.strikes, strike))

    def without_strike(self, at: int) -> "AttackDraft":
        """Have a weapon take part no more."""
        return replace(self, strikes=(*self.strikes[:at], *self.strikes[at + 1 :]))

    # Modifiers

    def ticked(self, key: str, on: bool, value: int | None = None) -> "AttackDraft":
        """Tick or untick a modifier of the desk; `value` is none where it counts as the desk says."""
        rest = tuple(each for each in self.changes if each.key != key)
        if on and value is None:
            return replace(self, changes=rest)
        return replace(self, changes=(*rest, Change(key=key, on=on, value=value)))

    def changed_value(self, key: str) -> int | None:
        """Return the value that the referee gave a modifier; none where he gave none."""
        return next((each.value for each in self.changes if each.key == key), None)

    def adding(self, extra: Extra) -> "AttackDraft":
        """Add a modifier of the referee's own."""
        return replace(self, extras=(*self.extras, extra))

    def extra_at(self, at: int, on: bool, value: int) -> "AttackDraft":
        """Tick or untick an own modifier, or change its value."""
        made = replace(self.extras[at], value=value)
        off = self.off - {at} if on else self.off | {at}
        return replace(self, extras=(*self.extras[:at], made, *self.extras[at + 1 :]), off=off)

    def without_extra(self, at: int) -> "AttackDraft":
        """Take an own modifier out."""
        off = frozenset(each - (each > at) for each in self.off if each != at)
        return replace(self, extras=(*self.extras[:at], *self.extras[at + 1 :]), off=off)

    # Who is caught

    def catching(self, caught: Caught) -> "AttackDraft":
        """Note what was measured of somebody in an explosion."""
        return self._with(Reach(self.caught, self.spared).catching(caught))

    def sparing(self, blast: str, unit_id: int) -> "AttackDraft":
        """Take somebody out of an explosion."""
        return self._with(Reach(self.caught, self.spared).sparing((blast, unit_id)))

    # What a Missed Shot strikes

    def tracking(self) -> "AttackDraft":
        """Have Missed Shots land somewhere."""
        return replace(self, track_misses=True)

    def straying(self, stray: Stray) -> "AttackDraft":
        """Let a Missed Shot strike something, or measure anew how far that is away."""
        rest = tuple(each for each in self.strays if _struck(each) != _struck(stray))
        return replace(self, strays=(*rest, stray))

    def without_strays(self, shot: str) -> "AttackDraft":
        """Let a Missed Shot strike nothing."""
        return replace(self, strays=tuple(each for each in self.strays if each.shot != shot))

    def _with(self, reach: Reach) -> "AttackDraft":
        return replace(self, caught=reach.caught, spared=reach.spared)


def same_target(one: Aim, other: Aim) -> bool:
    """Tell whether two aims point at the same thing."""
    return _thing(one) == _thing(other)


def _thing(aim: Aim) -> tuple[object, ...]:
    return aim.unit_id, aim.explosive_id, aim.projectile_id, aim.place.casefold()


def _struck(stray: Stray) -> tuple[object, ...]:
    return stray.shot, stray.unit_id, stray.explosive_id
