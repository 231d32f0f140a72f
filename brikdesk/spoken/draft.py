"""An attack while its line is being read."""

from dataclasses import dataclass, field, replace
from typing import Any

from brikdesk.acts.attack.aim import (
    Aim,
    Caught,
    Extra,
    Mode,
    Parry,
    Part,
    ShieldDice,
    Stray,
    Strike,
)
from brikdesk.spoken.phrases import Phrase
from brikdesk.spoken.roll_call import Arm, Caller, RollCall
from brikdesk.spoken.spoken import Answer
from brikdesk.spoken.words import Word


@dataclass(slots=True)
class ArmPhrase:
    """Words that name a weapon; `object` is something that is on no roster."""

    said: Phrase[Arm]
    object: str = ""


@dataclass(slots=True)
class Attacker:
    """Words that name who attacks, with the weapon and the distance that are said with him."""

    said: Phrase[Caller]
    arm: ArmPhrase | None = None
    distance: float | None = None


@dataclass(slots=True)
class Aimed:
    """One target: its aim so far, the bearer of weapons to aim at, and where a part is named."""

    aim: Aim
    unit: Caller | None = None
    part: tuple[Word, ...] = ()


@dataclass(slots=True)
class Draft:
    """Everything that the words so far came to; the numbers of words are those of the line."""

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
    answers: list[Answer] = field(default_factory=list)

    def measure(self, **found: Any) -> None:
        """Note what is said of the target named last; before the first one, of all of them."""
        if self.targets:
            self.targets[-1].aim = replace(self.targets[-1].aim, **found)
        else:
            self.every |= found

    def use(self, **found: Any) -> None:
        """Note how the weapons are used."""
        self.strike = replace(self.strike, **found)

    def spread(self, mode: Mode, count: int) -> None:
        """Note a burst or an arc; one shot is none."""
        self.counted = True
        self.use(count=count)
        if count > 1 or self.mode is not Mode.SINGLE:
            self.mode = mode

    def aimed(self) -> tuple[Aim, ...]:
        """Return the targets as the act takes them."""
        return tuple(target.aim for target in self.targets)

    def aim_at(self, aim: Aim, unit: Caller | None = None) -> None:
        """Add a target, with what was said of all of them before."""
        whole = self.every.get("part", Part.WHOLE) is Part.WHOLE and not self.part
        part = () if whole else self.part
        self.targets.append(Aimed(replace(aim, **self.every), unit, part))
