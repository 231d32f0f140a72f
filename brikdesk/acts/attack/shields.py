"""Dice of Energy Shields that are used up against an attack (F.1-71, F.1-72, F.1-74)."""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts.attack.aim import ShieldDice
from brikdesk.acts.power.shield_now import ShieldDie, check_shield, dice_in, spend_shield
from brikdesk.acts.rows import alive, existing_row
from brikdesk.rules.brikwars.attacks.attack_damage import DamageDie
from brikdesk.rules.brikwars.explosives.explosions import ExplosionBand
from brikdesk.rules.brikwars.hazards.energy_shields import IncomingDie, cancelled
from brikdesk.store.act import Act
from brikdesk.store.lines import Line
from brikdesk.store.tables import Field


class Shielding:
    """The shield dice that were named for an attack, and which of them took a Damage die away.

    Each takes one die of its type; a shield die that fits no Damage die is not used and costs
    nothing.
    """

    def __init__(self, session: Session, named: Sequence[ShieldDice] = ()) -> None:
        self.session = session
        self._named: dict[int, list[ShieldDie]] = {}
        for each in named:
            field = existing_row(session, Field, each.field_id)
            self._named.setdefault(each.unit_id, []).extend(dice_in(field, each.dice))
        self._free = {unit_id: list(dice) for unit_id, dice in self._named.items()}
        self._used: dict[int, list[ShieldDie]] = {}

    def check(self, act: Act) -> None:
        """Refuse dice that cannot be used now."""
        for unit_id, dice in self._named.items():
            check_shield(act, self.session, alive(self.session, unit_id), dice)

    def left_of(
        self, unit_id: int | None, dice: Sequence[DamageDie], *, action: bool
    ) -> tuple[DamageDie, ...]:
        """Return the Damage dice that this unit's shield lets through.

        `action`: the damage is rolled with Action dice (F.1-72).
        """
        incoming = [IncomingDie(die.sides, die.kind, action and not die.kind) for die in dice]
        gone = self._taken(unit_id, incoming)
        return tuple(die for place, die in enumerate(dice) if place not in gone)

    def gone_from(
        self,
        unit_id: int | None,
        dice: Sequence[DamageDie],
        faces: Sequence[int],
        *,
        action: bool,
    ) -> set[int]:
        """Return the places of the dice that this unit's shield takes out of a roll (QF-46)."""
        incoming = [
            IncomingDie(die.sides, die.kind, action and not die.kind, face=face)
            for die, face in zip(dice, faces, strict=True)
        ]
        return self._taken(unit_id, incoming)

    def left_in(self, unit_id: int | None, band: ExplosionBand) -> ExplosionBand:
        """Return a band without the dice that this unit's shield takes out of the roll (QF-46)."""
        dice = band.all_dice
        gone = self._taken(unit_id, [IncomingDie(d.sides, d.kind, face=d.face) for d in dice])
        own = len(band.dice)
        return replace(
            band,
            dice=tuple(die for place, die in enumerate(band.dice) if place not in gone),
            added=tuple(die for place, die in enumerate(band.added) if place + own not in gone),
        )

    def _taken(self, unit_id: int | None, incoming: Sequence[IncomingDie]) -> set[int]:
        """Return the places of the dice that the shield takes, and count its dice as used."""
        gone: set[int] = set()
        free = self._free.get(unit_id or 0, [])
        for die in list(free):
            places = [place for place in range(len(incoming)) if place not in gone]
            hit = cancelled([incoming[place] for place in places], [die.sides])
            if hit:
                gone.add(places[hit[0]])
                free.remove(die)
                self._used.setdefault(unit_id or 0, []).append(die)
        return gone

    def write(self) -> list[Line]:
        """Spend the dice that were used, and their Power."""
        return [
            spend_shield(self.session, alive(self.session, unit_id), dice)
            for unit_id, dice in self._used.items()
        ]
