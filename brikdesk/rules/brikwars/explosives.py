"""Explosives: their dice and what those may be exchanged for, their clock, what sets them off, duds (8.4)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Any, cast

from msgspec import Struct

from brikdesk.dice import BY_THE_BOOK, DiceRules, Roll, fails_critically
from brikdesk.errors import BadInput
from brikdesk.odds.attacks import BlastDie
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.brikwars.units_and_damage import armor_d10s
from brikdesk.rules.refusal import No, no_if
from brikdesk.rules.turn import Clock, Edge


class ExplosiveDieKind(StrEnum):
    """The dice of an Explosive's Damage Roll. Their order, that of table 4, breaks ties."""

    FIRE = "Fire"
    PIERCE = "Pierce"
    CONCUSSION = "Concussion"
    EXP = "Exp"
    PHASED = "Phased"


Exchange = ExplosiveDieKind | FieldKind
"""What a d10 Exp can be exchanged for: another Damage die, or a die of a Field Hazard (8.4-43)."""

SIDES: Mapping[ExplosiveDieKind, int] = {
    ExplosiveDieKind.FIRE: 4,
    ExplosiveDieKind.PIERCE: 6,
    ExplosiveDieKind.CONCUSSION: 6,
    ExplosiveDieKind.EXP: 10,
    ExplosiveDieKind.PHASED: 12,
}
"""Sides of each die (8.4-36 to 8.4-40)."""

LABEL: Mapping[ExplosiveDieKind, str] = {
    kind: "KnockBack" if kind is ExplosiveDieKind.CONCUSSION else kind.value
    for kind in ExplosiveDieKind
}
"""The word shown behind the die; a Concussion die gives KnockBack (8.4-38)."""


def _dice_cost(exchange: Exchange) -> int:
    """Return how many d10 Exp one die of this kind replaces: 2 for Phased, else 1."""
    return 2 if exchange is ExplosiveDieKind.PHASED else 1


def _exp_left(explosive_size: int, exchanges: Mapping[Exchange, int]) -> int:
    """Return the number of d10 Exp that the exchanges leave (8.4-35, 8.4-40).

    `exchanges` counts the new dice by kind. Raise BadInput for an Explosive Size below 1 element
    (8.1-15), if they cost more than it, if a count is negative, or if Exp is exchanged for itself.
    """
    wrong = "Explosive dice"
    if exchanges.get(ExplosiveDieKind.EXP):
        raise BadInput("Exp dice are what is exchanged; they need no exchange", wrong)
    if negative := [kind for kind, count in exchanges.items() if count < 0]:
        raise BadInput(f"{negative[0]} cannot be fewer than 0 dice", wrong)
    if explosive_size < 1:
        words = f"an Explosive is built of 1 element or more, not {explosive_size}"
        raise BadInput(words, "Explosive Size")
    cost = sum(count * _dice_cost(kind) for kind, count in exchanges.items())
    if cost > explosive_size:
        words = f"these dice cost {cost}, the Explosive Size is {explosive_size}; take fewer"
        raise BadInput(words, wrong)
    return explosive_size - cost


def dice_of(
    explosive_size: int, exchanges: Mapping[Exchange, int] | None = None
) -> tuple[tuple[ExplosiveDieKind, int], ...]:
    """List the Explosive Damage dice to roll, as (kind, sides), in the order of table 4.

    Rules: 8.4-02 and 8.1-10 (one d10 Exp for each element), 8.4-35 (any mix of exchanges), 8.4-40
    (Phased costs two). Dice exchanged for Field Hazards are not in the roll. Raise BadInput like
    `_exp_left`.
    """
    exchanged = exchanges or {}
    left = _exp_left(explosive_size, exchanged)
    counts: Mapping[Exchange, int] = {**exchanged, ExplosiveDieKind.EXP: left}
    return tuple(
        (kind, SIDES[kind]) for kind in ExplosiveDieKind for _ in range(counts.get(kind, 0))
    )


def makeup_in_words(explosive_size: int, exchanges: Mapping[Exchange, int] | None = None) -> str:
    """Return an Explosive in one line, such as "X4 = 2 Exp + 1 Fire + 1 Pierce".

    Exp comes first, then the exchanged dice in the order of table 4, then the Field Hazards.
    """
    exchanged = exchanges or {}
    left = _exp_left(explosive_size, exchanged)
    kinds: tuple[Exchange, ...] = (*ExplosiveDieKind, *FieldKind)
    parts = [(ExplosiveDieKind.EXP.value, left)]
    parts += [(kind.value, exchanged.get(kind, 0)) for kind in kinds]
    shown = " + ".join(f"{count} {name}" for name, count in parts if count)
    return f"X{explosive_size} = {shown}"


def damage_in_words(
    dice: Iterable[tuple[ExplosiveDieKind, int]], added: Iterable[str] = (), flat: int = 0
) -> str:
    """Return a Damage rating, such as "2d10 Exp + 1d4 Fire + 1", Explosive dice first.

    `added` are the dice on top of the Explosive Size, each in words ("1d4 Fire").
    """
    listed = list(dice)
    order = [ExplosiveDieKind.EXP, *(kind for kind in ExplosiveDieKind if kind != "Exp")]
    counts = [(kind, sum(each is kind for each, _ in listed)) for kind in order]
    parts = [f"{count}d{SIDES[kind]} {LABEL[kind]}" for kind, count in counts if count]
    text = " + ".join([*parts, *added])
    if not flat:
        return text
    # Without dice the text begins with the sign: a plus is then left out, a minus stays.
    return f"{text} {'+' if flat > 0 else '−'} {abs(flat)}".lstrip("+ ")


EXP = ExplosiveDieKind.EXP

KINDS: Mapping[str, Exchange] = {
    # Energy Shields come from projectors alone.
    **{
        kind.value.casefold(): kind
        for kind in (*ExplosiveDieKind, *FieldKind)
        if kind is not FieldKind.SHIELD
    },
    "explosive": EXP,
    "explosion": EXP,
    "xdice": EXP,
    "xdie": EXP,
    "incendiary": ExplosiveDieKind.FIRE,
    "molotov": ExplosiveDieKind.FIRE,
    "firebomb": ExplosiveDieKind.FIRE,
    "napalm": ExplosiveDieKind.FIRE,
    "piercing": ExplosiveDieKind.PIERCE,
    "armor piercing": ExplosiveDieKind.PIERCE,
    "armour piercing": ExplosiveDieKind.PIERCE,
    "ap": ExplosiveDieKind.PIERCE,
    "knockback": ExplosiveDieKind.CONCUSSION,
    "concussive": ExplosiveDieKind.CONCUSSION,
    "exposure": FieldKind.EXPOSURE,
    "gas": FieldKind.EXPOSURE,
    "poison": FieldKind.EXPOSURE,
    "burning exposure": FieldKind.EXPOSURE,
    "terrain": FieldKind.TERRAIN,
    "slick": FieldKind.TERRAIN,
    "glue": FieldKind.TERRAIN,
    "concealed": FieldKind.CONCEALED,
    "mines": FieldKind.CONCEALED,
}
"""The words for each die of table 4, and for each Field that a die may be given for (8.4-43)."""


def kind_said(words: str) -> Exchange | None:
    """Return the die or Field that words name, alone or in the plural; None for others."""
    plain = " ".join(words.casefold().replace("-", " ").split())
    return KINDS.get(plain) or KINDS.get(plain.removesuffix("s"))


def kind_named(name: str) -> Exchange | None:
    """Return the first die or Field that a name speaks of: gas shells are made of Exposure Damage.

    Exp is not among them: it is what an Explosive is made of anyway.
    """
    words = name.split()
    # In twos first: armor piercing shells has armor piercing, then armor.
    parts = [*(f"{one} {two}" for one, two in pairwise(words)), *words]
    found = (kind_said(part) for part in parts)
    return next((kind for kind in found if kind not in (None, EXP)), None)


def of_one_kind(kind: Exchange | None, explosive_size: int) -> dict[Exchange, int]:
    """Return the exchanges of an Explosive all of whose dice are given for one kind.

    Phased costs two dice each: an odd one stays Exp (8.4-40).
    """
    count = 0 if kind is None or kind is EXP else explosive_size // _dice_cost(kind)
    return {kind: count} if kind and count else {}


def load_words(name: str, explosive_size: int, makeup: Mapping[str, object]) -> str:
    """Return a load as lists have it: "Shell X3", "Smoke X2", "Shell X3 = 2d10 Exp + 1 Smoke".

    Without an XSize it is no Explosive, and only has a name.
    """
    return f"{name} {size_words(name, explosive_size, makeup)}" if explosive_size else name


def size_words(name: str, explosive_size: int, makeup: Mapping[str, object]) -> str:
    """Return an XSize, and what the Explosive is made of where its name does not say all of it.

    `makeup` is that of a campaign file.
    """
    said = of_one_kind(kind_named(name), explosive_size)
    made = {"exchanges": {kind.name: count for kind, count in said.items()}} if said else {}
    stated = {part: value for part, value in makeup.items() if value}
    words = "" if stated == made else made_words(explosive_size, makeup, plain=True)
    return f"X{explosive_size}" + (f" = {words}" if words else "")


def made_words(explosive_size: int, makeup: Mapping[str, object], *, plain: bool = False) -> str:
    """Return what an Explosive rolls and leaves: "2d10 Exp + 1d4 Fire + 1 Smoke".

    Empty for plain Exp dice, unless they are asked for by `plain`. `makeup` is that of a campaign
    file.
    """
    stated = {part: value for part, value in makeup.items() if value}
    if not stated and not plain:
        return ""
    data = cast(Mapping[str, Any], stated)
    # A campaign file holds the names of the members, not what they are called.
    exchanges = {_kind(name): count for name, count in data.get("exchanges", {}).items()}
    hazard_dice = data.get("field_dice", {})
    fields = [
        f"{count} {kind.value}"
        + (f" ({hazard_dice[kind.name]})" if kind.name in hazard_dice else "")
        for kind, count in exchanges.items()
        if isinstance(kind, FieldKind)
    ]
    listed = dice_of(explosive_size, exchanges)
    dice = damage_in_words(listed, data.get("added", ()), data.get("flat", 0))
    return " + ".join([*([dice] if dice else []), *fields])


def _kind(name: str) -> Exchange:
    known: Mapping[str, Exchange] = {**ExplosiveDieKind.__members__, **FieldKind.__members__}
    return known[name]


def _check_faces(face: int, sides: int, bonus: Sequence[int]) -> None:
    if not 1 <= face <= sides:
        raise ValueError(f"a d{sides} shows 1 to {sides}, not {face}")
    highest = max(6, sides)  # a table may let a die earn its own kind as Bonus Die
    if wrong := [each for each in bonus if not 1 <= each <= highest]:
        raise ValueError(f"a Bonus Die of a d{sides} cannot show {wrong[0]}")


class ExplosiveDie(Struct, frozen=True):
    """One Explosive Damage die with the Bonus Dice it earned; it makes a band (8.4-41).

    A die `bought` with an Over the Top Benny makes a band too, unlike a Bonus Die (Q8-49). Raise
    ValueError for a face it cannot show.
    """

    face: int
    bonus: tuple[int, ...] = ()
    kind: ExplosiveDieKind = ExplosiveDieKind.EXP
    bought: bool = False

    def __post_init__(self) -> None:
        _check_faces(self.face, self.sides, self.bonus)

    @property
    def sides(self) -> int:
        """The sides of this kind of die."""
        return SIDES[self.kind]

    @property
    def points(self) -> int:
        """What this die shows with everything it earned: damage, or inches if Concussion."""
        return self.face + sum(self.bonus)

    @property
    def damage(self) -> int:
        """Points of damage; a Concussion die deals none (8.4-38)."""
        return 0 if self.kind is ExplosiveDieKind.CONCUSSION else self.points

    @property
    def fire(self) -> bool:
        """Whether its damage is Fire (8.4-36)."""
        return self.kind is ExplosiveDieKind.FIRE


class AddedDie(Struct, frozen=True):
    """A Damage die on top of the Explosive Size; it counts in every band and makes none (Q8-55).

    `kind` names its damage, "Fire" or "" for plain damage. Raise ValueError for a face it cannot
    show.
    """

    face: int
    sides: int
    kind: str = ""
    bonus: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        _check_faces(self.face, self.sides, self.bonus)

    @property
    def damage(self) -> int:
        """Points of damage of this die with everything it earned."""
        return self.face + sum(self.bonus)

    @property
    def fire(self) -> bool:
        """Whether its damage is Fire."""
        return self.kind == ExplosiveDieKind.FIRE


def is_critical_failure(
    dice: Sequence[ExplosiveDie],
    added: Sequence[AddedDie] = (),
    house: DiceRules = BY_THE_BOOK,
) -> bool:
    """Return whether a Damage Roll failed critically: natural 1 on all its dice (Q8-43, OF-07).

    Dice bought with a Benny are dice of the roll, Bonus Dice are not.
    """
    thrown = [die.face for die in dice if not die.bought] + [die.face for die in added]
    return fails_critically(thrown, [die.face for die in dice if die.bought], house)


def explosive_dice(kinds: Sequence[ExplosiveDieKind], roll: Roll) -> tuple[ExplosiveDie, ...]:
    """Return the Explosive dice of a resolved Damage Roll; those bought with a Benny come last.

    `kinds` names the dice in the order of the roll, as `dice_of` lists them, then those bought.
    Further dice of the roll are added dice, see `added_dice`. Raise ValueError if the sides of a
    die do not fit its kind.
    """
    own = len(kinds) - len(roll.bought)
    pairs = [(chain, False) for chain in roll.chains[:own]]
    pairs += [(chain, True) for chain in roll.bought]
    made = tuple(
        ExplosiveDie(chain.die.value, tuple(die.value for die in chain.bonus), kind, bought)
        for (chain, bought), kind in zip(pairs, kinds, strict=True)
    )
    for (chain, _), die in zip(pairs, made, strict=True):
        if chain.die.sides != die.sides:
            raise ValueError(f"a {die.kind} die is a d{die.sides}, not a d{chain.die.sides}")
    return made


def added_dice(labels: Sequence[str], roll: Roll) -> tuple[AddedDie, ...]:
    """Return the dice on top of the Explosive Size, which are the last of the roll.

    `labels` are their kinds, one for each.
    """
    # Counted from the front: with no labels, `chains[-0:]` would be all dice.
    chains = roll.chains[len(roll.chains) - len(labels) :]
    return tuple(
        AddedDie(each.die.value, each.die.sides, label, tuple(die.value for die in each.bonus))
        for each, label in zip(chains, labels, strict=True)
    )


def _height(die: ExplosiveDie, highest_by: str) -> int:
    return die.points if highest_by == "face_plus_bonus" else die.face


class Tie(Struct, frozen=True):
    """A choice: equally high dice of several kinds, one of which leaves next (8.4-42).

    - `level`: number of this height among the heights with ties; the highest is 0.
    - `turn`: how many times the attacker has chosen at this height before.
    - `height`: what the dice show.
    - `dice`: for each kind that is left, in the order of table 4, the position of its first die of
      this height. It stands for the kind: which die of a kind leaves is not a choice (Q8-48).
    """

    level: int
    turn: int
    height: int
    dice: tuple[int, ...]


def leaving(
    dice: Sequence[ExplosiveDie],
    says: Callable[[Tie], int | None] = lambda _: None,
    *,
    highest_by: str = "face",
) -> tuple[int, ...]:
    """Return the positions in `dice` in the order in which the dice leave, first to last.

    Rules: 8.4-27 and 8.4-41 (the highest leaves first), Q8-48 (`highest_by` "face" or
    "face_plus_bonus"; of equals of one kind the one with more Bonus points), 8.4-42 (of equals of
    different kinds the attacker says which is next, for every die anew).

    - `says`: returns the one of a tie's `dice` whose kind leaves next, or None if nobody has
      decided. The rest of this height then goes in the order of table 4, which keeps the Exp dice
      longest, without further questions.
    """
    order: list[int] = []
    level = 0
    for height in sorted({_height(die, highest_by) for die in dice}, reverse=True):
        piles = _piles(dice, [i for i, d in enumerate(dice) if _height(d, highest_by) == height])
        order += _interleaved(piles, says, level, height)
        level += len(piles) > 1  # only heights with a choice are numbered
    return tuple(order)


def _piles(dice: Sequence[ExplosiveDie], tied: Sequence[int]) -> list[list[int]]:
    """Sort equally high dice by kind as in table 4; the last of each pile leaves first."""
    piles = [[i for i in tied if dice[i].kind is kind] for kind in ExplosiveDieKind]
    # Of dice that are equal in all the last leaves first: `sorted` keeps their order.
    return [
        sorted(pile, key=lambda i: (dice[i].points, dice[i].face, dice[i].bonus))
        for pile in piles
        if pile
    ]


def _interleaved(
    piles: list[list[int]], says: Callable[[Tie], int | None], level: int, height: int
) -> list[int]:
    """Return equally high dice in the order in which they leave, asking `says` pile by pile."""
    first = [min(pile) for pile in piles]
    order: list[int] = []
    turn, decided = 0, True
    while rest := [n for n, pile in enumerate(piles) if pile]:
        chosen = rest[0]
        if decided and len(rest) > 1:
            said = says(Tie(level, turn, height, tuple(first[n] for n in rest)))
            decided, turn = said is not None, turn + 1
            chosen = next((n for n in rest if first[n] == said), rest[0])
        order.append(piles[chosen].pop())
    return order


def may_lob(kind: str, *, cannon_indirect: bool = True) -> No | None:
    """Refuse a shot over obstacles at an unseen target to a weapon that cannot make it.

    Rules: 8.4-04 (physical projectiles can be lobbed), Q8-85 (`cannon_indirect`: a Cannon's too).

    - `kind`: row of table 1.
    """
    straight = kind == "Cannon" and not cannon_indirect
    return no_if(straight, "Q8-85", "Cannons fire straight in this campaign, at what somebody sees")


class Stability(StrEnum):
    """How an Explosive takes damage."""

    UNSTABLE = "unstable"
    SEMI_STABLE = "semi-stable"


class Reaction(StrEnum):
    """What an Explosive does at once."""

    NOTHING = "nothing"
    ACTIVATED = "activated"
    DETONATES = "detonates"


def react(
    stability: Stability,
    explosive_size: int,
    activated: bool = False,
    damage_before: int = 0,
    damage: int = 0,
    *,
    semi_stable_sum: str = "player_turn",
) -> Reaction:
    """Return what an Explosive does when something hits it. It makes no Armor Roll.

    Rules: 8.4-13 (unstable: 1 point is enough), 8.4-14 (semi-stable: more points than its
    Explosive Size), 8.4-17 (activated: unstable), Q8-39 (with `semi_stable_sum` "player_turn" all
    damage of the turn counts, with "single_hit" only this one), Q8-44 (KnockBack is not damage).

    - `damage_before`: points it took earlier in this player's turn.
    - `damage`: points it takes now; combined attacks come as one sum.

    Raise ValueError for points below 0.
    """
    if min(damage_before, damage) < 0:
        raise ValueError("damage is 0 points or more")
    if damage == 0:
        return Reaction.NOTHING
    if activated or stability is Stability.UNSTABLE:
        return Reaction.DETONATES
    counted = damage + (damage_before if semi_stable_sum == "player_turn" else 0)
    return Reaction.ACTIVATED if counted > explosive_size else Reaction.NOTHING


def detonation_clock(activated_turn: int) -> Clock:
    """Return the clock of an activated Explosive: the end of the current turn, anyone's (8.4-15).

    `activated_turn` is the stamp of the player turn in which it was activated. Until the clock
    strikes, any unit may respond to it (8.4-16).
    """
    return Clock(player=None, edge=Edge.END, since=activated_turn)


def attacker_of(
    causer: int | None, owner: int | None, current_player: int, *, premature_owner: str = "causer"
) -> int:
    """Return the player who counts as the attacker of a premature blast (Q8-41).

    It is the player who caused the damage, else the owner of the Explosive, else the current
    player; with `premature_owner` "owner" the owner comes first.

    - `causer`: None if a hazard caused it.
    - `owner`: None if nobody owns it.
    """
    wanted = (owner, causer) if premature_owner == "owner" else (causer, owner)
    return next((player for player in wanted if player is not None), current_player)


def may_be_dud(action_critical: bool, damage_critical: bool = False) -> bool:
    """Return whether the defender may declare a dud, after either Critical Failure (8.4-21).

    `damage_critical` comes from `is_critical_failure`.
    """
    return action_critical or damage_critical


class DudHandling(StrEnum):
    """What is done to a dud."""

    LEFT_ALONE = "left alone"
    CARRIED_CAREFULLY = "carried carefully"
    MOVED = "moved"
    KNOCKED_BACK = "knocked back"
    DAMAGED = "damaged"


def handling_of_carry(*, minifig: bool, action_spent: bool, half_speed: bool) -> DudHandling:
    """Return whether a dud is carried carefully or just moved (8.4-23).

    It is carried carefully by a minifig who spends an Action on it and moves at Half Speed.
    """
    careful = minifig and action_spent and half_speed
    return DudHandling.CARRIED_CAREFULLY if careful else DudHandling.MOVED


def dud_reaction(handling: DudHandling, damage: int = 0) -> Reaction:
    """Return what a dud does when it is handled.

    Rules: 8.4-22 (nothing by itself), 8.4-23 (a careful carry is safe; any other move and any
    point of damage set it off), Q8-44 (so does any KnockBack).
    """
    safe = handling in (DudHandling.LEFT_ALONE, DudHandling.CARRIED_CAREFULLY)
    return Reaction.NOTHING if safe and damage <= 0 else Reaction.DETONATES


def explosive_die(kind: ExplosiveDieKind, phased_bands: int = 1) -> BlastDie:
    """Return one Explosive die with the properties of its kind."""
    return BlastDie(
        SIDES[kind],
        kind.value,
        bands=phased_bands if kind is ExplosiveDieKind.PHASED else 1,
        harmless=kind is ExplosiveDieKind.CONCUSSION,
        pierces=kind is ExplosiveDieKind.PIERCE,
        fire=kind is ExplosiveDieKind.FIRE,
        throws=kind is ExplosiveDieKind.EXP,
    )


DUD_STABILITY = Stability.UNSTABLE
"""A dud lies there armed and unstable, whatever its stability was before (8.4-22)."""


def payload_damage(
    armor: str, damage: str = "", *, bw_crash_dice_rule: str = "own_armor_d10s"
) -> str:
    """Return the damage of a launched object that does not explode, such as "2d6 Crash".

    Rules: 8.4-57 (weapons and equipment as in Close Combat; anything else 1d6 Crash for each d10 of
    its Armor), OF-74 (the same for a crash; with `bw_crash_dice_rule` "typed" nothing follows from
    the Armor). Empty if it is not known; "0" for an Armor without d10s.

    - `armor`: of the object, such as "2d10"; empty if it is not known.
    - `damage`: of a weapon or equipment, in Close Combat.
    """
    if damage or not armor or bw_crash_dice_rule == "typed":
        return damage
    dice = armor_d10s(armor)
    return f"{dice}d6 Crash" if dice else "0"
