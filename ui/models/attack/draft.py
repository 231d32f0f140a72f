"""An attack as the referee fills it in, before any dice."""

import dataclasses
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

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
from brikdesk.acts.battlefield.measured_aim import unmeasured
from ui.models.catching import SaidReach

SHORTEST_BURST = 2
"""Shots of a burst when its mode is chosen (Q8-16); more are typed."""


class AttackDraft(Struct, frozen=True):
    """Attackers, weapons, targets, measures and changes; each change returns a new value.

    The three cards show the first strike and the first aim. `off` holds the places of `extras` that
    are unticked. `caught` are those typed into an explosion, `spared` those whom the referee took
    out although the map has them within reach.
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
    counterstrike: bool = False
    charge: bool = False
    avoided: bool = False
    overruled: frozenset[str] = frozenset()

    @classmethod
    def of(cls, attack: Attack) -> "AttackDraft":
        """Return the draft of an attack, without its dice and choices, and without the map's measures."""
        return cls(
            strikes=attack.strikes,
            aims=tuple(unmeasured(aim) for aim in attack.aims),
            caught=tuple(each for each in attack.caught if not each.measured),
            changes=attack.changes,
            extras=attack.extras,
            parries=attack.parries,
            shields=attack.shields,
            strays=attack.strays,
            combine=attack.combine,
            track_misses=attack.track_misses,
            melee=attack.melee,
            passing=attack.passing,
            counterstrike=attack.counterstrike,
            charge=attack.charge,
            avoided=attack.avoided,
            overruled=attack.overruled,
        )

    def act(self, on_the_map: tuple[Caught, ...] = ()) -> Attack:
        """Return the act, without dice; `on_the_map` are those the map puts into explosions."""
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
            counterstrike=self.counterstrike,
            charge=self.charge,
            avoided=self.avoided,
            overruled=self.overruled,
        )

    # What it says

    @property
    def strike(self) -> Strike:
        """The first strike, which the cards show; an empty one if there is none."""
        return self.strikes[0] if self.strikes else Strike()

    @property
    def aim(self) -> Aim | None:
        """The first target, which the cards show; None before one is chosen."""
        return self.aims[0] if self.aims else None

    @property
    def lacks(self) -> str:
        """What is still to be said first: "attacker", "weapon" or "target"; empty if nothing."""
        strike = self.strike
        if strike.by_id is None and strike.weapon_id is None:
            return "attacker"
        if strike.weapon_id is None and not strike.name:
            return "weapon"
        return "" if self.aims else "target"

    # What changes it

    def striking(self, at: int = 0, **found: Any) -> "AttackDraft":
        """Return it with facts of a strike changed; without any strike yet, a first one is made."""
        strikes = self.strikes or (Strike(),)
        made = dataclasses.replace(strikes[at], **found)
        if made.mode is Mode.BURST and made.count < SHORTEST_BURST and "count" not in found:
            made = dataclasses.replace(made, count=SHORTEST_BURST)
        return replace(self, strikes=(*strikes[:at], made, *strikes[at + 1 :]))

    def aiming(self, at: int = 0, **found: Any) -> "AttackDraft":
        """Return it with facts of an aim changed. Raise IndexError if there is no such aim."""
        made = dataclasses.replace(self.aims[at], **found)
        return replace(self, aims=(*self.aims[:at], made, *self.aims[at + 1 :]))

    def at_target(self, aim: Aim) -> "AttackDraft":
        """Return it with another first target; all that was said about the old one is dropped."""
        rest = tuple(each for each in self.aims[1:] if not _same_target(each, aim))
        return replace(
            self, aims=(aim, *rest), caught=(), spared=frozenset(), changes=(), parries=(),
            shields=(), strays=(), melee=(), overruled=frozenset(),
        )  # fmt: skip

    def at_first_target(self) -> "AttackDraft":
        """Return it without further targets: only an arc of fire has several."""
        return replace(self, aims=self.aims[:1])

    def with_weapon(self, strike: Strike) -> "AttackDraft":
        """Return it with another first strike; changed modifiers are the desk's again."""
        return replace(
            self, strikes=(strike, *self.strikes[1:]), changes=(), strays=(), overruled=frozenset()
        )

    def also_at(self, aim: Aim) -> "AttackDraft":
        """Return it with a further target, or without it if it was aimed at already."""
        if any(_same_target(each, aim) for each in self.aims):
            return replace(self, aims=tuple(a for a in self.aims if not _same_target(a, aim)))
        return replace(self, aims=(*self.aims, aim))

    def also_with(self, strike: Strike) -> "AttackDraft":
        """Return it with a further weapon that takes part."""
        return replace(self, strikes=(*self.strikes, strike))

    def without_strike(self, at: int) -> "AttackDraft":
        """Return it without one of its weapons."""
        return replace(self, strikes=(*self.strikes[:at], *self.strikes[at + 1 :]))

    # Modifiers

    def ticked(self, key: str, on: bool, value: int | None = None) -> "AttackDraft":
        """Return it with a modifier of the desk ticked or not; `value` None: the desk's value."""
        rest = tuple(each for each in self.changes if each.key != key)
        # Ticked with the desk's value is how every modifier stands: nothing is left to be stored.
        if on and value is None:
            return replace(self, changes=rest)
        return replace(self, changes=(*rest, Change(key=key, on=on, value=value)))

    def changed_value(self, key: str) -> int | None:
        """Return the value that the referee gave a modifier; None if it has the desk's own."""
        return next((each.value for each in self.changes if each.key == key), None)

    def adding(self, extra: Extra) -> "AttackDraft":
        """Return it with a further modifier of the referee's own."""
        return replace(self, extras=(*self.extras, extra))

    def extra_at(self, at: int, on: bool, value: int) -> "AttackDraft":
        """Return it with an own modifier ticked or not, and with this value."""
        made = dataclasses.replace(self.extras[at], value=value)
        off = self.off - {at} if on else self.off | {at}
        return replace(self, extras=(*self.extras[:at], made, *self.extras[at + 1 :]), off=off)

    def without_extra(self, at: int) -> "AttackDraft":
        """Return it without one of the own modifiers."""
        # `off` holds places: those behind the one that goes move up by one.
        off = frozenset(each - (each > at) for each in self.off if each != at)
        return replace(self, extras=(*self.extras[:at], *self.extras[at + 1 :]), off=off)

    # Who is caught

    def catching(self, caught: Caught) -> "AttackDraft":
        """Return it with somebody caught in an explosion, in place of older measures."""
        return self._with(SaidReach(self.caught, self.spared).catching(caught))

    def sparing(self, blast: str, unit_id: int) -> "AttackDraft":
        """Return it with somebody taken out of an explosion."""
        return self._with(SaidReach(self.caught, self.spared).sparing((blast, unit_id)))

    # What a Missed Shot strikes

    def tracking(self) -> "AttackDraft":
        """Return it with Missed Shots tracked: each lands somewhere."""
        return replace(self, track_misses=True)

    def straying(self, stray: Stray) -> "AttackDraft":
        """Return it with something that a Missed Shot strikes, in place of older measures of it."""
        rest = tuple(each for each in self.strays if _struck(each) != _struck(stray))
        return replace(self, strays=(*rest, stray))

    def without_strays(self, shot: str) -> "AttackDraft":
        """Return it with a Missed Shot that strikes nothing."""
        return replace(self, strays=tuple(each for each in self.strays if each.shot != shot))

    def _with(self, reach: SaidReach) -> "AttackDraft":
        return replace(self, caught=reach.caught, spared=reach.spared)


def _same_target(one: Aim, other: Aim) -> bool:
    """Return whether two aims point at the same thing, whatever was measured."""
    return _thing(one) == _thing(other)


def _thing(aim: Aim) -> tuple[object, ...]:
    return aim.unit_id, aim.explosive_id, aim.projectile_id, aim.place.casefold()


def _struck(stray: Stray) -> tuple[object, ...]:
    return stray.shot, stray.unit_id, stray.explosive_id
