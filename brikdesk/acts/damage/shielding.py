"""Dice of Energy Shields that are used up against incoming damage (F.1-71, F.1-72, F.1-74)."""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace
from sqlmodel import Session, col, select

from brikdesk.acts.power.now import power_now
from brikdesk.acts.power.shield_now import (
    ShieldDie,
    check_shield,
    dice_in,
    projected,
    ready_places,
    spend_shield,
)
from brikdesk.acts.rows import alive, existing_row
from brikdesk.rules.brikwars.attacks.attack_damage import DamageDie
from brikdesk.rules.brikwars.explosives.explosions import ExplosionBand
from brikdesk.rules.brikwars.hazards.energy_shields import (
    SHIELD_POWER,
    IncomingDie,
    cancelled,
    shield_die_against,
)
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.store.act import Act
from brikdesk.store.journal.remembering import known
from brikdesk.store.lines import Line
from brikdesk.store.tables import Field, Unit
from brikdesk.turns.brikwars.hazards import sides_of
from brikdesk.turns.steps import Option

MOST_OPTIONS = 12
"""Ways to use the dice of a shield that are offered one by one; of more, how many dice in all."""


class Shielding:
    """The shield dice that were named in one act, and which of them took a Damage die away.

    Each takes one die of its type; a shield die that fits no Damage die is not used and costs
    nothing.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._named: dict[int, list[ShieldDie]] = {}
        self._free: dict[int, list[ShieldDie]] = {}
        self._used: dict[int, list[ShieldDie]] = {}

    def name(self, unit_id: int, dice: Sequence[ShieldDie]) -> None:
        """Take dice that the player of a unit uses up."""
        self._named.setdefault(unit_id, []).extend(dice)
        self._free.setdefault(unit_id, []).extend(dice)

    def names(self, unit: Unit) -> bool:
        """Return whether its player has said which dice this unit uses up."""
        return (unit.id or 0) in self._named

    def forget(self, unit: Unit) -> None:
        """Let a unit be asked again for its next damage; what it has used up stays used."""
        self._named.pop(unit.id or 0, None)
        self._free.pop(unit.id or 0, None)

    def fresh(self) -> "Shielding":
        """Return the same dice named, none of them used yet."""
        made = Shielding(self.session)
        for unit_id, dice in self._named.items():
            made.name(unit_id, dice)
        return made

    def check(self, act: Act) -> None:
        """Refuse dice that cannot be used now."""
        for unit_id, dice in self._named.items():
            check_shield(act, self.session, alive(self.session, unit_id), dice)

    def ready(self, unit: Unit) -> list[ShieldDie]:
        """Return the dice that could still be used up for a unit: unspent, projected, powered."""
        fields = [f for f in _covering(self.session, unit) if projected(self.session, f)]
        if not fields:
            return []
        taken = {(die.field_id, die.index) for die in self._used.get(unit.id or 0, ())}
        dice = [
            die
            for field in fields
            for die in dice_in(field, ready_places(self.session, field))
            if (die.field_id, die.index) not in taken
        ]
        now = power_now(self.session, unit)
        return dice[: max(0, (now.left + now.stored) // SHIELD_POWER - len(taken))]

    def taken(self, unit: Unit, incoming: Sequence[IncomingDie]) -> set[int]:
        """Return the places of the dice that its shield takes; its own dice count as used (QF-46)."""
        gone: set[int] = set()
        free = self._free.get(unit.id or 0, [])
        for die in list(free):
            places = [place for place in range(len(incoming)) if place not in gone]
            hit = cancelled([incoming[place] for place in places], [die.sides])
            if hit:
                gone.add(places[hit[0]])
                free.remove(die)
                self._used.setdefault(unit.id or 0, []).append(die)
        return gone

    def write(self) -> list[Line]:
        """Spend the dice that were used, and their Power."""
        return [
            spend_shield(self.session, alive(self.session, unit_id), dice)
            for unit_id, dice in self._used.items()
        ]


def incoming_dice(
    dice: Sequence[DamageDie], faces: Sequence[int] | None = None, *, action: bool = False
) -> list[IncomingDie]:
    """Return Damage dice as a shield meets them; `action`: rolled with Action dice (F.1-72)."""
    shown = faces if faces is not None else [None] * len(dice)
    return [
        IncomingDie(die.sides, die.kind, action and not die.kind, face=face)
        for die, face in zip(dice, shown, strict=True)
    ]


def without(band: ExplosionBand, gone: set[int]) -> ExplosionBand:
    """Return a band of an explosion without some dice, told by their places in `all_dice`."""
    own = len(band.dice)
    return replace(
        band,
        dice=tuple(die for place, die in enumerate(band.dice) if place not in gone),
        added=tuple(die for place, die in enumerate(band.added) if place + own not in gone),
    )


def shield_options(
    ready: Sequence[ShieldDie], incoming: Sequence[IncomingDie]
) -> tuple[Option, ...]:
    """Return the ways to use up shield dice that each take a die of this damage; none: no die can.

    The value of an option holds the dice: `7.0+7.2` are the first and the third die of Field 7.
    """
    useful = _useful(ready, incoming)
    alike: dict[str, list[ShieldDie]] = {}
    for die in useful:
        alike.setdefault(die.words, []).append(die)
    counts = list(product(*(range(len(dice) + 1) for dice in alike.values())))[1:]
    if len(counts) <= MOST_OPTIONS:
        chosen = [
            [die for n, dice in zip(count, alike.values(), strict=True) for die in dice[:n]]
            for count in sorted(counts, key=sum)
        ]
    else:
        chosen = [list(useful[:many]) for many in range(1, len(useful) + 1)]
    return tuple(_option(dice) for dice in chosen)


def dice_chosen(session: Session, value: str) -> Iterator[ShieldDie]:
    """Read the value of an option of `shield_options`."""
    for each in value.split("+"):
        field_id, place = each.split(".")
        yield from dice_in(existing_row(session, Field, int(field_id)), [int(place)])


def _useful(ready: Sequence[ShieldDie], incoming: Sequence[IncomingDie]) -> list[ShieldDie]:
    left = [shield_die_against(die.sides, action=die.action) for die in incoming]
    found = []
    for die in ready:
        if die.sides in left:
            left.remove(die.sides)
            found.append(die)
    return found


def _option(dice: Sequence[ShieldDie]) -> Option:
    value = "+".join(f"{die.field_id}.{die.index}" for die in dice)
    many = {words: sum(die.words == words for die in dice) for words in (d.words for d in dice)}
    name = ", ".join(words if n == 1 else f"{n} {words}" for words, n in many.items())
    return Option(value, name, f'{len(dice) * SHIELD_POWER}" of Power')


def _covering(session: Session, unit: Unit) -> list[Field]:
    """Return the Energy Shields of a creation that have dice."""

    def ask() -> dict[int, list[Field]]:
        wanted = select(Field).where(Field.kind == FieldKind.SHIELD).order_by(col(Field.id))
        found: dict[int, list[Field]] = {}
        for field in session.exec(wanted):
            found.setdefault(field.carrier_id or 0, []).append(field)
        return found

    fields = known(session, "energy shields", ask, Field, "kind", "carrier_id")
    return [field for field in fields.get(unit.id or 0, ()) if sides_of(field)]
