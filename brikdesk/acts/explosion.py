"""What an Explosive is made of, its Damage Roll on the table, and what the blast leaves behind."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlmodel import Session

from brikdesk.acts.step import chosen_of
from brikdesk.acts.throwing import Throw
from brikdesk.dice import Roll, RollKind
from brikdesk.rules.brikwars.explosions import Band, explosion_bands
from brikdesk.rules.brikwars.explosive_dice import (
    ExplosiveDie,
    added_dice,
    explosive_dice,
    is_critical_failure,
    open_ties,
)
from brikdesk.rules.brikwars.explosive_fields import ExchangedDie, fields_from_explosive
from brikdesk.rules.brikwars.explosive_variants import Exchange, ExplosiveDieKind, dice_of
from brikdesk.rules.brikwars.fields import DICE_OPTIONS, SMOKE_HEIGHT, FieldKind
from brikdesk.store.act import reader
from brikdesk.store.house import house_rules
from brikdesk.store.lines import Dice, Kind, Line, Tone, line
from brikdesk.store.tables import Field
from brikdesk.turns.sequence import player_name, stamp_now
from brikdesk.turns.steps import BandRow, Choice, Option


@dataclass(frozen=True, slots=True)
class Makeup:
    """What the dice of an Explosive were exchanged for, and what it has on top (8.4-29, 8.4-35).

    `exchanges` counts dice by kind (FIRE, PIERCE, CONCUSSION, PHASED, SMOKE, EXPOSURE, TERRAIN,
    CONCEALED), `field_dice` names the Hazard die of a kind of Field, `added` are dice on top of
    the Explosive Size (d4 Fire), `flat` points on top.
    """

    exchanges: dict[str, int] = field(default_factory=dict)
    field_dice: dict[str, str] = field(default_factory=dict)
    added: tuple[str, ...] = ()
    flat: int = 0

    @classmethod
    def of(cls, data: Mapping[str, object]) -> "Makeup":
        """Read a makeup as the campaign file holds it."""
        made = reader(Makeup).validate_python(data)
        assert isinstance(made, Makeup)
        return made

    def as_data(self) -> dict[str, object]:
        """Give the makeup as the campaign file holds it."""
        data: dict[str, object] = reader(Makeup).dump_python(
            self, mode="json", exclude_defaults=True
        )
        return data

    def counted(self) -> dict[Exchange, int]:
        """Give the exchanges by kind; KeyError for a kind that does not exist."""
        return {_kind(name): count for name, count in self.exchanges.items()}

    def dice(self, explosive_size: int) -> tuple[tuple[ExplosiveDieKind, int], ...]:
        """List the Explosive dice to roll as (kind, sides); BadInput where they cost too much."""
        return dice_of(explosive_size, self.counted())

    def fields(self) -> list[ExchangedDie]:
        """List the dice given for Fields."""
        return [
            ExchangedDie(kind, self._hazard_die(kind))
            for kind, count in self.counted().items()
            if isinstance(kind, FieldKind)
            for _ in range(count)
        ]

    def _hazard_die(self, kind: FieldKind) -> str:
        options = DICE_OPTIONS[kind]
        usual = options[0] if options else ""
        return self.field_dice.get(kind.name, usual)


def _kind(name: str) -> Exchange:
    if name in ExplosiveDieKind.__members__:
        return ExplosiveDieKind[name]
    return FieldKind[name]


@dataclass(frozen=True, slots=True)
class Blast:
    """One Damage Roll of an Explosive: its roll, its bands, and whether it failed critically."""

    roll: Roll
    bands: tuple[Band, ...]
    critical_failure: bool
    choices: tuple[Choice, ...] = ()

    @property
    def rows(self) -> tuple[BandRow, ...]:
        """The bands as a table."""
        return tuple(_row(band) for band in self.bands)


def throw_blast(
    session: Session,
    throw: Throw,
    explosive_size: int,
    makeup: Makeup,
    attacker_id: int | None,
    choices: Mapping[str, str],
    *,
    bought: bool = False,
) -> Blast | None:
    """Make the Damage Roll with the dice that lie there; none while dice are missing.

    `bought`: an Over the Top Benny adds one Explosive die (4.2-20). Choices `tie-0`, `tie-1` ...
    say which of equally high dice leaves first (8.4-42).
    """
    kinds = list(makeup.dice(explosive_size))
    labels = [f"{kind.value}" for kind, _ in kinds] + [
        name.split(" ", 1)[-1] for name in makeup.added
    ]
    sides = [side for _, side in kinds] + [_sides(name) for name in makeup.added]
    extra = (kinds[-1][1] if ExplosiveDieKind.EXP not in dict(kinds) else 10,) if bought else ()
    roll = throw.roll(RollKind.OTHER, sides, labels, benny=extra)
    if roll is None:
        return None
    named = [kind for kind, _ in kinds]
    if bought:
        named.append(named[-1] if ExplosiveDieKind.EXP not in named else ExplosiveDieKind.EXP)
    dice = explosive_dice(named, roll)
    added = added_dice([name.split(" ", 1)[-1] for name in makeup.added], roll)
    rules = house_rules(session)
    ties = _tie_choices(session, dice, rules["highest_by"], attacker_id, choices)
    order = [int(choice.chosen) for choice in ties if choice.chosen]
    bands = explosion_bands(
        dice,
        added,
        makeup.flat,
        order,
        highest_by=rules["highest_by"],
        phased_bands=int(rules["phased_bands"]),
        explosion_crit_damage=rules["explosion_crit_damage"],
    )
    return Blast(roll, bands, is_critical_failure(dice, added), ties)


def _sides(name: str) -> int:
    return int(name.split()[0].removeprefix("1").removeprefix("d"))


def _tie_choices(
    session: Session,
    dice: tuple[ExplosiveDie, ...],
    highest_by: str,
    attacker_id: int | None,
    choices: Mapping[str, str],
) -> tuple[Choice, ...]:
    made = []
    for number, tie in enumerate(open_ties(dice, highest_by=highest_by)):
        kinds = {dice[at].kind: at for at in reversed(tie)}
        options = tuple(Option(str(at), f"{kind.value} first") for kind, at in kinds.items())
        values = [option.value for option in options]
        name = f"tie-{number}"
        prompt = f"{player_name(session, attacker_id)} says which {dice[tie[0]].face} leaves first:"
        chosen = chosen_of(choices, name, values)
        made.append(Choice(name, prompt, attacker_id, options, chosen=chosen))
    return tuple(made)


def blast_lines(
    name: str, blast: Blast, where: str, player_id: int | None, step: str = ""
) -> list[Line]:
    """Give the log lines of a blast: the roll, then one line for each band."""
    dice = blast.roll.dice
    tones = (Tone.DANGER,) * len(dice)
    whole = blast.bands[0].damage if blast.bands else 0
    words = f"{whole} damage in all." if whole else "Critical Failure: no damage."
    lines = [
        line(
            Kind.BLAST, f"{name} explodes {where}.".replace(" .", "."), Dice(dice, tones), words,
            rule="8.4-24", player_id=player_id, step=step,
        )
    ]  # fmt: skip
    for band in blast.bands if whole else ():
        row = _row(band)
        more = f' and {band.concussion}" Concussion less POP' if band.concussion else ""
        fire = f" Fire dice: {', '.join(map(str, band.fire))}." if band.fire else ""
        lines.append(
            line(
                Kind.BLAST, f"{row.reach}:",
                f'{row.damage} damage, {row.knockback}" KnockBack{more}.{fire}',
                rule="8.4-25" if band.inner == 0 else "8.4-27", player_id=player_id, step=step,
            )
        )  # fmt: skip
    return lines


def _row(band: Band) -> BandRow:
    reach = f'{band.inner:g}–{band.outer:g}"'
    faces = tuple((die.sides, die.face) for die in band.dice)
    return BandRow(reach, faces, band.damage, band.knockback)


def leave_fields(
    session: Session, name: str, makeup: Makeup, attacker_id: int | None, place: str, step: str = ""
) -> list[Line]:
    """Write the Fields that a blast leaves, centred on the impact (8.4-43 to 8.4-45)."""
    lines = []
    for made in fields_from_explosive(makeup.fields(), attacker_id):
        field_row = Field(
            player_id=attacker_id,
            name=f"{name}: {made.kind.value}",
            kind=made.kind,
            size=made.field_size,
            dice=list(made.dice),
            height=SMOKE_HEIGHT if made.kind is FieldKind.SMOKE else None,
            shrink_player_id=attacker_id,
            made_turn_id=stamp_now(session),
            place=place,
        )
        session.add(field_row)
        dice = (
            f" {len(made.dice)} Hazard {'die' if len(made.dice) == 1 else 'dice'}."
            if made.dice
            else ""
        )
        lines.append(
            line(
                Kind.SMOKE if made.kind is FieldKind.SMOKE else Kind.FIELD,
                f"{name} leaves {made.kind.value}.",
                f'{made.field_size}" across.{dice} It shrinks 1" each turn.',
                rule="8.4-43", player_id=attacker_id, step=step,
            )
        )  # fmt: skip
    return lines
