"""What an Explosive is made of, in words too; its Damage Roll, and what the blast leaves."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.step_act import Throw, ask
from brikdesk.acts.sums import sum_of
from brikdesk.dice import Die, Pool, Roll, RollKind
from brikdesk.errors import BadInput
from brikdesk.lengths import in_figures, in_inches
from brikdesk.rules.brikwars import fields as field_rules
from brikdesk.rules.brikwars.attacks import DamageDie
from brikdesk.rules.brikwars.blast_bands import ExplosionBand, explosion_bands
from brikdesk.rules.brikwars.explosives import (
    EXP,
    LABEL,
    SIDES,
    AddedDie,
    Exchange,
    ExplosiveDie,
    ExplosiveDieKind,
    Tie,
    added_dice,
    dice_of,
    explosive_dice,
    is_critical_failure,
    kind_named,
    kind_said,
    leaving,
    made_words,
    of_one_kind,
)
from brikdesk.rules.brikwars.fire import check_fire_dice
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.act import reader
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Dice, Kind, Line, Sum, Term, Tone, line
from brikdesk.store.tables import Field
from brikdesk.text import said_of
from brikdesk.turns.steps import BandRow, Choice, Option, Thrower
from brikdesk.turns.turn_order import player_name, stamp_now

MOST_EXPLOSIVE_DICE = 100
"""Explosive dice of one Explosive; more is a slip of the finger."""


def die_name(die: DamageDie | ExplosiveDie | AddedDie) -> str:
    """Return a Damage die in words: d6, d4 Fire."""
    return f"d{die.sides} {die.kind}".strip()


def deflection_term(
    came: Iterable[DamageDie | ExplosiveDie | AddedDie],
    left: Iterable[DamageDie | ExplosiveDie | AddedDie],
    rule: str = "A-06",
) -> Term | None:
    """Return the term of 0 that names the dice which Deflection has taken; None where it took none."""
    gone = Counter(map(die_name, came)) - Counter(map(die_name, left))
    names = ", ".join(f"{count if count > 1 else ''}{name}" for name, count in gone.items())
    return Term(f"Deflection takes {names}", 0, rule) if names else None


@dataclass(frozen=True, slots=True)
class Makeup:
    """What the dice of an Explosive were exchanged for, and its extras (8.4-29, 8.4-35).

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
        """Return the makeup as the campaign file holds it."""
        data: dict[str, object] = reader(Makeup).dump_python(
            self, mode="json", exclude_defaults=True
        )
        return data

    def counted(self) -> dict[Exchange, int]:
        """Return the exchanges by kind; raise KeyError for an unknown kind."""
        return {_kind(name): count for name, count in self.exchanges.items()}

    def dice(self, explosive_size: int) -> tuple[tuple[ExplosiveDieKind, int], ...]:
        """List the Explosive dice to roll as (kind, sides); BadInput where they cost too much."""
        return dice_of(explosive_size, self.counted())

    def fields(self) -> list[field_rules.ExchangedDie]:
        """List the dice given for Fields."""
        return [
            field_rules.ExchangedDie(kind, self._hazard_die(kind))
            for kind, count in self.counted().items()
            if isinstance(kind, field_rules.FieldKind)
            for _ in range(count)
        ]

    def added_sides(self) -> list[tuple[int, str]]:
        """List the dice on top of the Explosive Size, each as (sides, kind).

        BadInput for no dice, and for Fire that is not rolled on d4s (8.3-21).
        """
        dice = []
        for words in self.added:
            size, _, kind = words.strip().partition(" ")
            dice += [(sides, kind) for sides in Pool.parse(size, where="added").sides]
        check_fire_dice(dice, "added")
        return dice

    def _hazard_die(self, kind: field_rules.FieldKind) -> str:
        options = field_rules.DICE_OPTIONS[kind]
        usual = options[0] if options else ""
        return self.field_dice.get(kind.name, usual)


def check_makeup(explosive_size: int, makeup: Makeup) -> None:
    """Raise BadInput for a makeup that an Explosive of this Size cannot have (8.4-35, table 4)."""
    if not 1 <= explosive_size <= MOST_EXPLOSIVE_DICE:
        raise BadInput(f"An Explosive Size is 1 to {MOST_EXPLOSIVE_DICE}.", "explosive_size")
    known = (*ExplosiveDieKind.__members__, *field_rules.FieldKind.__members__)
    # First of all: `Makeup.dice` below answers an unknown name with a KeyError.
    if unknown := [name for name in (*makeup.exchanges, *makeup.field_dice) if name not in known]:
        raise BadInput(f"{unknown[0][:20]!r} is no die. Choose from: {', '.join(known)}.", "makeup")
    makeup.dice(explosive_size)  # these two are called for the errors that they raise
    makeup.added_sides()
    if not -1000 <= makeup.flat <= 1000:
        raise BadInput("A flat bonus is at most 1,000 points.", "makeup")
    for name, die in makeup.field_dice.items():
        kind = _kind(name)
        options = field_rules.DICE_OPTIONS[kind] if isinstance(kind, field_rules.FieldKind) else ()
        if options is not None and die not in options:
            raise BadInput(f"{name.title()} has no {die[:20]!r}.", "makeup")


def _kind(name: str) -> Exchange:
    if name in ExplosiveDieKind.__members__:
        return ExplosiveDieKind[name]
    return field_rules.FieldKind[name]


class BlastRoll(Struct, frozen=True):
    """One Damage Roll of an Explosive: its roll, its bands, and whether it failed critically.

    `shown` are the dice that count in each band as they lie there, the highest first.
    """

    roll: Roll
    bands: tuple[ExplosionBand, ...]
    critical_failure: bool
    choices: tuple[Choice, ...] = ()
    shown: tuple[tuple[Die, ...], ...] = ()

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
    tie: str = "tie",
    of: Thrower | None = None,
) -> BlastRoll | None:
    """Make the Damage Roll with the dice that lie there; return None while dice are missing.

    `bought`: an Over the Top Benny adds one Explosive die (4.2-20). Choices `tie-0`, `tie-1` ...
    say which kind of equally high dice leaves first, `tie-0.2`, `tie-0.3` ... which leaves next
    (8.4-42). If several things explode, `tie` is the start of these names, and `of` names the dice.
    """
    rules = house_of(session, BrikWarsHouse)
    named = [kind for kind, _ in makeup.dice(explosive_size)]
    more = makeup.added_sides()
    extra = (bought_kind(named),) if bought else ()
    roll = throw.roll(
        RollKind.OTHER,
        [SIDES[kind] for kind in named] + [sides for sides, _ in more],
        [kind.value for kind in named] + [kind for _, kind in more],
        benny=[SIDES[kind] for kind in extra],
        of=of,
    )
    if roll is None:
        return None
    dice = explosive_dice([*named, *extra], roll)
    added = added_dice([kind for _, kind in more], roll)
    ties: list[Choice] = []

    # Asked while the order is worked out, as each answer decides which dice tie next.
    def says(asked: Tie) -> int | None:
        ties.append(_tie_choice(session, dice, asked, attacker_id, choices, tie))
        return int(ties[-1].chosen) if ties[-1].chosen else None

    order = leaving(dice, says, highest_by=rules.highest_by)
    bands = explosion_bands(
        dice,
        added,
        makeup.flat,
        order,
        highest_by=rules.highest_by,
        phased_bands=rules.phased_bands,
        explosion_crit_damage=rules.explosion_crit_damage,
        house=rules.dice,
    )
    failed = is_critical_failure(dice, added, rules.dice)
    asked = tuple(ties) if bands else ()  # without bands nothing leaves them
    return BlastRoll(roll, bands, failed, asked, _shown(bands, (*dice, *added), roll))


def _shown(
    bands: Sequence[ExplosionBand], rolled: Sequence[ExplosiveDie | AddedDie], roll: Roll
) -> tuple[tuple[Die, ...], ...]:
    """Return the dice of each band as they lie on the table, Bonus Dice behind what earned them."""
    # `rolled`: Explosive dice, the bought one, added dice. The roll keeps the bought one apart.
    split = sum(isinstance(die, ExplosiveDie) for die in rolled) - len(roll.bought)
    chains = (*roll.chains[:split], *roll.bought, *roll.chains[split:])
    lying = [(die, (chain.die, *chain.bonus)) for die, chain in zip(rolled, chains, strict=True)]

    def shown(counted: ExplosiveDie | AddedDie) -> tuple[Die, ...]:
        return next(dice for die, dice in lying if die is counted)  # others may show the same

    return tuple(tuple(die for each in band.all_dice for die in shown(each)) for band in bands)


def bought_kind(named: Sequence[ExplosiveDieKind]) -> ExplosiveDieKind:
    """Return the die that a Benny adds: an Exp, or an exchanged die if there is no Exp."""
    return named[-1] if named and ExplosiveDieKind.EXP not in named else ExplosiveDieKind.EXP


def _tie_choice(
    session: Session,
    dice: Sequence[ExplosiveDie],
    tie: Tie,
    attacker_id: int | None,
    choices: Mapping[str, str],
    name: str,
) -> Choice:
    """Ask the attacker which kind of equally high dice leaves now (8.4-42)."""
    when = "next" if tie.turn else "first"
    name = f"{name}-{tie.level}" + (f".{tie.turn + 1}" if tie.turn else "")
    options = tuple(Option(str(at), f"{dice[at].kind.value} {when}") for at in tie.dice)
    prompt = f"{player_name(session, attacker_id)} says which {tie.height} leaves {when}:"
    return ask(choices, name, prompt, attacker_id, options)


def blast_lines(
    name: str, blast: BlastRoll, where: str, player_id: int | None, step: str = ""
) -> list[Line]:
    """Return the log lines of a blast: the roll, then one line for each band."""
    dice = blast.roll.dice
    whole = blast.bands[0].damage if blast.bands else 0
    failed = blast.critical_failure and not whole
    words = f"{whole} damage in all." if whole else "It deals no damage."
    words = "Critical Failure: no damage." if failed else words
    rolled = (Dice(dice, (Tone.DANGER,) * len(dice)),) if dice else ()
    lines = [
        line(
            Kind.BLAST, said_of(name, f"explodes {where}".strip()) + ".", *rolled, words,
            rule="8.4-24", player_id=player_id, step=step,
            sums=[_band_damage(name, blast.bands[0])] if whole else (),
        )
    ]  # fmt: skip
    # A roll that failed, or had no dice, has no bands worth a line.
    for band, shown in zip(blast.bands if dice and not failed else (), blast.shown, strict=False):
        row = _row(band)
        more = f' and {band.concussion}" Concussion less POP' if band.concussion else ""
        fire = f" Fire dice: {', '.join(map(str, band.fire))}." if band.fire else ""
        lines.append(
            line(
                Kind.BLAST, f"{row.reach}:", Dice(shown, (Tone.DANGER,) * len(shown), again=True),
                f'{row.damage} damage, {row.knockback}" KnockBack{more}.{fire}',
                rule=_rule_of(band), player_id=player_id, step=step, sums=_band_sums(name, band),
            )
        )  # fmt: skip
    return lines


def _rule_of(band: ExplosionBand) -> str:
    """Return the rule that says what counts in a band: in the innermost one all dice do."""
    return "8.4-25" if band.inner == 0 else "8.4-27"


def _band_damage(name: str, band: ExplosionBand) -> Sum:
    """Return the sum of a band's damage: the dice that count there (8.4-25, 8.4-27)."""
    rule = _rule_of(band)
    terms = [term for die in band.dice if die.damage for term in _die_terms(die, rule)]
    terms += [term for added in band.added for term in _die_terms(added, "8.4-29")]
    flat = Term("In every band", band.flat, "8.4-29")
    return sum_of(f"Damage of {name}", band.damage, *terms, flat, floor=0)


def _die_terms(die: ExplosiveDie | AddedDie, rule: str) -> list[Term]:
    kind = die_name(die)
    bonus = (Term(f"Bonus Die of this {kind} shows", face, "OF-01") for face in die.bonus)
    return [Term(f"{kind} shows", die.face, rule), *bonus]


def _band_sums(name: str, band: ExplosionBand) -> list[Sum]:
    each = Term('1" for each Exp die that counts', band.knockback, "8.4-26")
    sums = [_band_damage(name, band), sum_of("KnockBack", band.knockback, each)]
    if band.concussion:
        dice = [die for die in band.dice if die.kind is ExplosiveDieKind.CONCUSSION]
        terms = [term for die in dice for term in _die_terms(die, "8.4-38")]
        sums.append(sum_of("Concussion", band.concussion, *terms))
    return sums


def _row(band: ExplosionBand) -> BandRow:
    reach = f"{in_figures(band.inner)}–{in_inches(band.outer)}"
    faces = tuple((die.sides, die.face) for die in band.dice)
    return BandRow(reach, faces, band.damage, band.knockback)


def _field_sum(makeup: Makeup, made: field_rules.FieldHazard) -> Sum:
    """Return the sum of a Field's Size: the dice that were exchanged for it (8.4-43)."""
    dice = sum(die.kind is made.kind for die in makeup.fields())
    each = made.field_size // dice
    terms = [Term(f'A die given for {made.kind.value}: {each}"', each, "8.4-43")] * dice
    return sum_of("Field", made.field_size, *terms)


def leave_fields(
    session: Session,
    name: str,
    makeup: Makeup,
    attacker_id: int | None,
    place: str,
    step: str = "",
    *,
    position: tuple[float | None, float | None] = (None, None),
) -> tuple[list[Line], list[Field]]:
    """Write the Fields that a blast leaves, centred on the impact (8.4-43 to 8.4-45)."""
    lines, fields = [], []
    for made in field_rules.fields_from_explosive(makeup.fields(), attacker_id):
        smoke = made.kind is field_rules.FieldKind.SMOKE
        field_row = Field(
            player_id=attacker_id,
            name=f"{name}: {made.kind.value}",
            kind=made.kind,
            size=made.field_size,
            dice=list(made.dice),
            height=field_rules.SMOKE_HEIGHT if smoke else None,
            shrink_player_id=attacker_id,
            made_turn_id=stamp_now(session),
            place=place,
            x=position[0],
            y=position[1],
        )
        session.add(field_row)
        fields.append(field_row)
        many = "die" if len(made.dice) == 1 else "dice"
        dice = f" {len(made.dice)} Hazard {many}." if made.dice else ""
        lines.append(
            line(
                Kind.SMOKE if smoke else Kind.FIELD, f"{name} leaves {made.kind.value}.",
                f'{made.field_size}" across.{dice} It shrinks 1" each turn.',
                rule="8.4-43", player_id=attacker_id, step=step,
                sums=(_field_sum(makeup, made),),
            )
        )  # fmt: skip
    return lines, fields


_TERM = re.compile(r"(-?)\s*(\d{0,4})\s*(?:d\s*(\d{1,3}))?\s*([a-z -]*)")
_EXAMPLE = "Type it like 2d10 Exp + 1d4 Fire, or 2 Smoke."


def makeup_said(words: str, explosive_size: int, *, rest: bool = False) -> Makeup:
    """Return the makeup that words say of an Explosive of this XSize; a plain one for no words.

    With `rest`, the dice of which nothing is said stay Exp.

    Dice other than Exp are exchanged for as many of its dice as the Exp leave; more of them are on
    top (8.4-29, 8.4-35). Raise BadInput for other words, and for dice that it cannot have.
    """
    counts: dict[Exchange, int] = {}
    field_dice: dict[str, str] = {}
    flat = 0
    for term in _terms(words):
        found = _TERM.fullmatch(term)
        if found is None:
            raise _nonsense(words, explosive_size)
        sign, number, sides, name = found[1], found[2], found[3], found[4].strip()
        kind = kind_said(name) if name else EXP if sides else None
        if kind is None:
            if name not in ("", "damage") or sides or not number:
                raise _nonsense(words, explosive_size)
            flat += -int(number) if sign else int(number)
            continue
        if sign:
            raise _nonsense(words, explosive_size)
        if isinstance(kind, field_rules.FieldKind):
            field_dice |= _field_die(kind, sides, name)
        elif sides and int(sides) != SIDES[kind]:
            raise BadInput(f"A die of {LABEL[kind]} is a d{SIDES[kind]}, not a d{sides}.", "damage")
        counts[kind] = counts.get(kind, 0) + int(number or 1)
    if rest and EXP not in counts:
        cost = sum(count * _cost(kind) for kind, count in counts.items())
        counts[EXP] = max(0, explosive_size - cost)
    return _makeup(counts, field_dice, flat, explosive_size, words)


def _cost(kind: Exchange) -> int:
    """Return how many dice are given for one of a kind: a Phased one takes two (8.4-40)."""
    return 2 if kind is ExplosiveDieKind.PHASED else 1


def _terms(words: str) -> list[str]:
    plain = words.casefold().replace("−", "-").replace(" and ", "+")
    # As `makeup_words` writes a Field whose die is not the usual one.
    plain = re.sub(r"(\d*) ([a-z ]+) \(d(\d+)[a-z ]*\)", r"\1d\3 \2", plain)
    # A + before every minus lets one split find all terms, each still with its own sign.
    plain = re.sub(r"\s-\s*(?=\d)", "+-", plain)
    return [term.strip() for term in re.split(r"[+,;]", plain) if term.strip()]


def _nonsense(words: str, explosive_size: int) -> BadInput:
    made_of = f"is not what an X{explosive_size} Explosive is made of. {_EXAMPLE}"
    return BadInput(f"“{words[:60]}” {made_of}", "damage")


def _field_die(kind: field_rules.FieldKind, sides: str | None, name: str) -> dict[str, str]:
    options = field_rules.DICE_OPTIONS[kind] or ()
    wanted = "4" if "burning" in name else sides
    if not wanted or not options:
        return {}
    for option in options:
        if option.startswith(f"d{wanted} "):
            return {} if option == options[0] else {kind.name: option}
    raise BadInput(f"{kind.value} has {' or '.join(options)}, not d{wanted}.", "damage")


def _makeup(
    counts: Mapping[Exchange, int],
    field_dice: Mapping[str, str],
    flat: int,
    explosive_size: int,
    words: str,
) -> Makeup:
    """Share the dice that were named between those exchanged and those on top."""
    if not words.strip():
        return Makeup()
    # The dice that stay Exp leave so many to exchange; what goes beyond them is on top.
    left = explosive_size - counts.get(EXP, 0)
    exchanges: dict[str, int] = {}
    added: list[str] = []
    for kind, count in counts.items():
        if kind is EXP:
            continue
        cost = _cost(kind)
        taken = min(count, max(0, left) // cost)
        left -= taken * cost
        if taken:
            exchanges[kind.name] = taken
        if count > taken:
            if isinstance(kind, field_rules.FieldKind):
                raise _too_many(explosive_size, words)
            added.append(f"{count - taken}d{SIDES[kind]} {kind.value}")
    if left:
        raise _too_many(explosive_size, words)
    made = Makeup(exchanges=exchanges, field_dice=dict(field_dice), added=tuple(added), flat=flat)
    check_makeup(explosive_size, made)
    return made


def _too_many(explosive_size: int, words: str) -> BadInput:
    dice = "1 die" if explosive_size == 1 else f"{explosive_size} dice"
    has = f"An X{explosive_size} Explosive has {dice}, or what they are exchanged for"
    another = f"“{words[:60]}” is another number. Change its XSize too."
    return BadInput(f"{has}; {another}", "damage")


def makeup_of_one_kind(kind: Exchange, explosive_size: int) -> Makeup:
    """Return the makeup of an Explosive all of whose dice are exchanged for one kind.

    Phased costs two dice each: an odd one stays Exp (8.4-40).
    """
    counts = of_one_kind(kind, explosive_size)
    return Makeup(exchanges={each.name: count for each, count in counts.items()})


def makeup_named(name: str, explosive_size: int, words: str = "") -> Makeup:
    """Return what an Explosive is made of: what words say of it, or without words its name.

    Raise BadInput for other words, and for an XSize too small for what the name says.
    """
    if words.strip():
        return makeup_said(words, explosive_size, rest=True)
    kind = kind_named(name)
    made = makeup_of_one_kind(kind, explosive_size) if kind else Makeup()
    if kind and made == Makeup():
        raise BadInput(f"{kind.value} takes 2 dice: these rounds need X2 at least.", "makeup")
    return made


def makeup_words(explosive_size: int, makeup: Makeup) -> str:
    """Return what an Explosive rolls and leaves, as `makeup_said` reads it; empty for plain Exp."""
    return made_words(explosive_size, makeup.as_data())
