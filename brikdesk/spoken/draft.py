"""An attack while its line is being read."""

from dataclasses import replace
from typing import Any

from msgspec import Struct, field

from brikdesk.acts.attack.aim import (
    Aim,
    Caught,
    Extra,
    Mode,
    Parry,
    ShieldDice,
    Stray,
    Strike,
)
from brikdesk.spoken.phrases import Phrase
from brikdesk.spoken.roll_call import Arm, Caller, RollCall
from brikdesk.spoken.spoken import SpokenAnswer
from brikdesk.spoken.words import Word


class ArmPhrase(Struct):
    """Words that name a weapon; `object` names something that is on no roster."""

    said: Phrase[Arm]
    object: str = ""


class Attacker(Struct):
    """Words that name an attacker, with the weapon and the distance that follow the name."""

    said: Phrase[Caller]
    arm: ArmPhrase | None = None
    distance: float | None = None


class Aimed(Struct):
    """One target: its aim so far, the unit that it is, and the words that name a part of it."""

    aim: Aim
    unit: Caller | None = None
    part: tuple[Word, ...] = ()


class SpokenDraft(Struct):
    """Everything that was understood so far.

    `verb` and `armed_at` count words from the start of the line: the verb, and the last word of a
    weapon. `every` holds what is said before the first target, and so of all of them.
    """

    call: RollCall
    mode: Mode
    verb: int
    attackers: list[Attacker] = field(default_factory=list)
    arms: list[ArmPhrase] = field(default_factory=list)
    armed_at: int = 0
    taken: set[int] = field(default_factory=set)
    strike: Strike = field(default_factory=Strike)
    counted: bool = False
    supporters: tuple[tuple[Word, ...], int] | None = None
    sought: bool = False  # words after at were read, whether or not they name something
    targets: list[Aimed] = field(default_factory=list)
    every: dict[str, Any] = field(default_factory=dict)
    part: tuple[Word, ...] = ()
    caught: list[Caught] = field(default_factory=list)
    extras: list[Extra] = field(default_factory=list)
    parries: list[Parry] = field(default_factory=list)
    shields: list[ShieldDice] = field(default_factory=list)
    strays: list[Stray] = field(default_factory=list)
    landing: dict[str, str] = field(default_factory=dict)
    overruled: set[str] = field(default_factory=set)
    combine: bool | None = None
    track_misses: bool = False
    answers: list[SpokenAnswer] = field(default_factory=list)

    def measure(self, **found: Any) -> None:
        """Note values of the target named last; before the first target, of all of them."""
        if self.targets:
            self.targets[-1].aim = replace(self.targets[-1].aim, **found)
        else:
            self.every |= found

    def use(self, **found: Any) -> None:
        """Note how the weapons are used."""
        self.strike = replace(self.strike, **found)

    def spread(self, mode: Mode, count: int) -> None:
        """Note a burst or an arc with this many shots or points.

        "burst 1" does not make a single shot a burst.
        """
        self.counted = True
        self.use(count=count)
        if count > 1 or self.mode is not Mode.SINGLE:
            self.mode = mode

    def aimed(self) -> tuple[Aim, ...]:
        """Return the targets as the act holds them."""
        return tuple(target.aim for target in self.targets)

    def aim_at(self, aim: Aim, unit: Caller | None = None) -> None:
        """Add a target, with the values that hold for all targets."""
        self.targets.append(Aimed(replace(aim, **self.every), unit, self.part))
