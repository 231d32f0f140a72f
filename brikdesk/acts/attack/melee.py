"""The Close Combat around an attack: who fights whom, who is outnumbered, who is held."""

from collections.abc import Collection, Sequence

from sqlmodel import Session, col, select

from brikdesk.acts.attack.aim import Mode
from brikdesk.acts.attack.arms import Armed
from brikdesk.acts.attack.targets import Target, easy_object
from brikdesk.acts.rows import alive
from brikdesk.acts.unit_now import kinds_of
from brikdesk.acts.units.engaging import fights_back, group_of, in_grab
from brikdesk.rules.brikwars.attacks.close_attacks import hits_automatically
from brikdesk.rules.brikwars.attacks.combined_attacks import Fighter, outnumbered
from brikdesk.rules.brikwars.attacks.parrying import bare_hands_used
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.sides import allies_of
from brikdesk.store.tables import Fate, StateKind, Unit

NOBODY = 0
"""The party of units that belong to nobody."""


class Melee:
    """The Close Combat of one attack. `held` are units in Grabs of this attack, as far as rolled.

    Its fighters are attackers, targets, all units engaged with one of them, and the units that the
    referee `stated`; there are none if no target fights back.
    """

    def __init__(
        self,
        session: Session,
        armed: Sequence[Armed],
        targets: Sequence[Target],
        stated: Collection[int],
    ) -> None:
        self.session = session
        self.held: set[int] = set()
        stated_units = [alive(session, unit_id) for unit_id in stated]
        units = [each.by for each in armed if not each.ranged]
        struck = [each.unit for each in targets if each.unit and fights_back(each.unit)]
        fight = [*units, *struck, *stated_units] if units and struck else []
        group = group_of(session, [unit.id or 0 for unit in fight])
        there = select(Unit).where(col(Unit.id).in_(group), Unit.fate == Fate.ALIVE)
        found = session.exec(there) if group else ()
        self.fighters = tuple(self._fighter(unit) for unit in found)

    def _fighter(self, unit: Unit) -> Fighter:
        down = StateKind.DISRUPTED in kinds_of(self.session, unit)
        return Fighter(unit.id or 0, unit.player_id or NOBODY, down)

    def outnumbered(self, unit: Unit) -> tuple[int, str]:
        """Return the modifier of a fighter's Action Rolls, and how many fight how many (5.1-42)."""
        if unit.id not in {each.unit for each in self.fighters}:
            return 0, ""
        player = unit.player_id or NOBODY
        allies = allies_of(self.session, player) if player else set()
        fallen = house_of(self.session, BrikWarsHouse).bw_count_disrupted_fighters
        value = outnumbered(player, self.fighters, allies, bw_count_disrupted_fighters=fallen)
        counted = [each for each in self.fighters if fallen or not each.disrupted]
        own = sum(each.player == player or each.player in allies for each in counted)
        return value, f"{own} against {len(counted) - own}"

    def automatic(self, armed: Armed, target: Target) -> str:
        """Return the rule by which a Close Combat attack needs no Action Roll; empty for none."""
        unit = target.unit
        if armed.ranged:
            return ""
        if hits_automatically(easy=easy_object(self.session, target)):
            return "A4-17"
        if unit is None:
            return ""
        if armed.mode in (Mode.GRAB, Mode.SHOVE):
            sure = hits_automatically(armed.mode.value, size=armed.by.size, target_size=unit.size)
            if sure:
                return "5.2-24" if armed.mode is Mode.GRAB else "5.2-32"
        if unit.id in self.held or in_grab(self.session, unit):
            return "5.2-25"
        down = StateKind.DISRUPTED in kinds_of(self.session, unit)
        return "4.1-29" if hits_automatically(easy=down) else ""

    def hands(self, armed: Armed) -> int:
        """Return the Hands that a way of attacking takes up (5.2-05, 5.2-24, A5-23)."""
        if armed.weapon is not None:
            return 0 if armed.weapon.mounted else max(1, armed.hands)
        both = house_of(self.session, BrikWarsHouse).bw_barehand_uses_both
        bare = bare_hands_used(bw_barehand_uses_both=both)
        return bare if armed.mode is Mode.SHOVE else 1

    def hold(self, grabber: Unit, victim: Unit) -> None:
        """Count a Grab of this attack, for the attacks after it (5.2-25)."""
        self.held |= {grabber.id or 0, victim.id or 0}
