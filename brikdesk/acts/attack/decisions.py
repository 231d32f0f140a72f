"""What people at the table decide in an attack: Bennies, where a miss lands, duds."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts.asking import Asking
from brikdesk.acts.attack.modifiers import points_of
from brikdesk.acts.attack.preview import chooser_key, spot_key
from brikdesk.acts.attack.shots import Shot
from brikdesk.acts.damage.parrying import PARRY_WORDS
from brikdesk.rules.brikwars.attacks.attack_damage import DamageDie
from brikdesk.rules.brikwars.attacks.benny_uses import (
    BennyUse,
    attack_uses,
    damage_types,
    smaller_parts,
)
from brikdesk.rules.brikwars.attacks.missed_shots import spot_chooser
from brikdesk.rules.brikwars.no import No
from brikdesk.store.sides import enemies_of
from brikdesk.turns.sequence import player_name
from brikdesk.turns.steps import Option, Topic

EXPLODES, DUD = "explodes", "dud"

NEAREST = 4
"""Landing spots that are offered as answers; any other is typed."""

WORDS = {
    BennyUse.DAMAGE: Option(BennyUse.DAMAGE, "+1 Damage die"),
    BennyUse.RANGE: Option(BennyUse.RANGE, '+1d6" Range'),
    **PARRY_WORDS,
}


def _consequence(shot: Shot, use: BennyUse) -> str:
    """Say with a use what it would do; a smaller part only where the roll reaches it (4.2-25)."""
    usual = WORDS[use].consequence
    if use is not BennyUse.OTHER or not shot.hit or shot.target.aim.part:
        return usual
    # What it shows of itself was in the roll; a part of it would have shown less.
    seen = points_of(shot.rows, "size")
    parts = smaller_parts((shot.total or 0) - seen, shot.armed.use)
    return f"{usual}; it would have hit a {parts[-1]} part too" if parts else usual


class Decisions(Asking):
    """The choices of one attack, in the order in which they come up."""

    def __init__(
        self, session: Session, choices: Mapping[str, str], attacker_id: int | None
    ) -> None:
        super().__init__(choices, Topic.ROLL)
        self.session, self._attacker = session, attacker_id

    def benny(self, shot: Shot, dice: Sequence[DamageDie], *, several: bool = False) -> str:
        """Return what an Over the Top Benny is spent on (4.2-18 to 4.2-23, A5-22).

        Asks for its use, and for the type if it adds one of several types of `dice`. With `several`
        shots the prompt names the shot. Empty while an answer is missing.
        """
        uses = attack_uses(
            hit=bool(shot.hit),
            out_of_range=shot.over > 0,
            ranged=shot.armed.ranged,
            has_dice=shot.explosive or bool(dice),
            explosive=shot.explosive,
        )
        who = player_name(self.session, self._attacker)
        at = shot.armed.area and not shot.who
        of = f" of the shot at {shot.name}" if at else f" of {shot.name}"
        of = of if several else ""
        prompt = f"Over the Top! {who} spends the Benny{of} on:"
        name = f"benny-{shot.number}"
        words = tuple(replace(WORDS[use], consequence=_consequence(shot, use)) for use in uses)
        chosen = self.choose(name, prompt, self._attacker, words)
        types = damage_types(dice) if not shot.explosive else ()
        if chosen == BennyUse.DAMAGE and len(types) > 1:
            shot.bought_type = self._type(shot, types)
            return chosen if shot.bought_type else ""
        if chosen == BennyUse.OTHER:
            asked = f"{who} says on what:"
            self.choose(f"words-{shot.number}", asked, self._attacker, (), free=True)
        return chosen

    def _type(self, shot: Shot, types: Sequence[DamageDie]) -> DamageDie | None:
        """Ask which type of its Damage dice the attacker adds (4.2-20, A5-22)."""
        options = tuple(
            Option(str(at), f"d{die.sides} {die.kind}".strip()) for at, die in enumerate(types)
        )
        prompt = f"{player_name(self.session, self._attacker)} adds a die:"
        chosen = self.choose(
            f"type-{shot.number}", prompt, self._attacker, options, topic=Topic.ELSE
        )
        return types[int(chosen)] if chosen else None

    def embellishment(self, shot: Shot) -> str:
        """Return the words of a Benny spent on something else (4.2-23)."""
        return self.chosen(f"words-{shot.number}")

    def spot(self, shot: Shot) -> None:
        """Ask where a Missed Shot lands, and first which player places it (5.3-09, 8.4-20)."""
        chooser = self._chooser(shot)
        if chooser is None:
            return
        who = player_name(self.session, chooser)
        far = shot.missed_by
        # The farthest first: an enemy wants it away from the target.
        spots = [f'{inches}" from {shot.target.name}' for inches in range(far, 0, -1)][:NEAREST]
        options = tuple(Option(spot, spot) for spot in spots)
        prompt = f'{who} lands it within {far}" of {shot.target.name}:'
        self.choose(spot_key(shot.number), prompt, chooser, options, free=True)

    def _chooser(self, shot: Shot) -> int | None:
        """Return who places a miss, or None while the attacker has not named an enemy (5.3-09)."""
        enemies = enemies_of(self.session, self._attacker or 0)
        named = self.answers.get(chooser_key(shot.number), "")
        sole = enemies[0] if len(enemies) == 1 else None
        chosen = int(named) if named.isdigit() else sole
        answer = spot_chooser(self._attacker or 0, shot.target.owner, enemies, chosen)
        asks = shot.target.owner not in enemies and len(enemies) > 1
        if asks:
            options = tuple(
                Option(str(enemy), player_name(self.session, enemy)) for enemy in enemies
            )
            who = player_name(self.session, self._attacker)
            prompt = f"{who} names an enemy who lands it:"
            self.choose(chooser_key(shot.number), prompt, self._attacker, options)
        return None if isinstance(answer, No) else answer

    def where(self, shot: Shot) -> str:
        """Return the spot where a Missed Shot lands, in words."""
        return self.spot_said(shot) or f"near {shot.target.name}"

    def spot_said(self, shot: Shot) -> str:
        """Return what was said of the spot where a Missed Shot lands; "" where nothing was."""
        return self.chosen(spot_key(shot.number))

    def placer(self, shot: Shot) -> str:
        """Name the player who placed it."""
        player_id = self.who_lands(shot)
        return player_name(self.session, player_id) if player_id else ""

    def who_lands(self, shot: Shot) -> int | None:
        """Return the player who was asked where a Missed Shot lands, or None where nobody was."""
        asked = (choice for choice in self.asked if choice.id == spot_key(shot.number))
        return next((choice.player_id for choice in asked), None)

    def dud(self, shot: Shot, why: str) -> bool:
        """Ask whether it is a dud (8.4-21)."""
        owner = shot.target.owner
        enemies = enemies_of(self.session, self._attacker or 0)
        # Of several enemies any may decide; the table says which.
        chooser = owner if owner in enemies else (enemies[0] if len(enemies) == 1 else None)
        who = player_name(self.session, chooser) if chooser else "An enemy"
        options = (
            Option(EXPLODES, "It explodes"),
            Option(DUD, "It is a dud", "armed and unstable"),
        )
        return (
            self.choose(
                f"dud-{shot.number}", f"{why} {who} decides:", chooser, options, topic=Topic.ELSE
            )
            == DUD
        )
