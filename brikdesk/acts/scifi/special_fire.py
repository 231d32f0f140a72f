"""Special fire: a loader's initiative for a second shot or a reroll (12-78 to 12-80)."""

from dataclasses import dataclass

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.heed import heed
from brikdesk.acts.scifi.load_rows import left_sum
from brikdesk.acts.scifi.spending import write_state
from brikdesk.acts.scifi.typed import began_for, there, weapon_and_unit
from brikdesk.errors import BadInput
from brikdesk.rules.scifi import firing
from brikdesk.rules.scifi.capabilities import Capability
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.rules.scifi.weapon_state import WeaponInBattle
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Outcome, Sum, Term, line
from brikdesk.store.scifi_rows import answers, shots_now, state_of, stores_of
from brikdesk.store.tables import SfShot, SfWeapon
from brikdesk.turns.sequence import turn_now


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistGunner(Act):
    """The loader spends his initiative on the weapon, after the gunner's shot in this turn.

    A second shot is fired afterwards with `FireSf`. A reroll opens the hit entry of the latest
    shot again, in the same mode.
    """

    sf_weapon_id: int
    how: SpecialFire

    def carry_out(self, session: Session) -> Outcome:
        """Spend the initiative, and for a reroll a round of counted ammunition (S-16)."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        turn_now(session)
        there(unit)
        if self.how is SpecialFire.NONE:
            raise BadInput("A second shot, or a reroll?", "how")
        rules = house_of(session, ScifiHouse)
        began = began_for(session, unit)
        state, shots = state_of(session, row, began), shots_now(session, row, began)
        latest = shots[-1] if shots else None
        # Without a shot in this turn `may_assist` refuses below (S-19).
        capability = Capability(latest.capability if latest else "")
        missed = latest is not None and "miss" in answers(latest, "hit").values()
        round_name = latest.ammunition if latest else ""
        no = firing.may_assist(
            state, self.how, rules, capability, missed=missed, ammunition=round_name
        )
        heed(self, no, session, row.name)
        left = self._left(session, row, state, capability)
        after = self._assisted(session, row, state, capability, round_name)
        if self.how is SpecialFire.REROLL and latest:
            _roll_again(session, latest, after)
        words = {
            SpecialFire.SECOND_SHOT: "The weapon may fire once more this turn.",
            SpecialFire.REROLL: "The hit is entered anew, in the same mode.",
        }[self.how]
        entry = line(
            Kind.ATTACK, f"{text.opening(row.name)}: the loader assists.", words,
            rule="12-78", player_id=unit.player_id, unit_id=unit.id, sums=left,
        )  # fmt: skip
        return Outcome(f"{row.name}: {self.how.value}", (entry,))

    def _left(
        self, session: Session, row: SfWeapon, state: WeaponInBattle, capability: Capability
    ) -> tuple[Sum, ...]:
        if (
            self.how is not SpecialFire.REROLL
            or not house_of(session, ScifiHouse).sf_reroll_uses_ammo
        ):
            return ()
        for store in stores_of(session, row):
            held = state.stores.get(store.capability)
            if store.capability == capability.name and held and held.remaining:
                return (left_sum(session, store, Term("For the reroll", -1, "S-16")),)
        return ()

    def _assisted(
        self,
        session: Session,
        row: SfWeapon,
        state: WeaponInBattle,
        capability: Capability,
        ammunition: str,
    ) -> WeaponInBattle:
        try:
            rules = house_of(session, ScifiHouse)
            new = firing.assist(state, self.how, rules, capability, ammunition=ammunition)
        except ValueError:  # overruled: nobody's initiative, or no round to spend
            new = replace(state, special_fire=self.how)
        write_state(session, row, state, new)
        return new


def _roll_again(session: Session, shot: SfShot, after: WeaponInBattle) -> None:
    """Open the hit entry of a shot again (12-78, S-21)."""
    store = after.stores.get(shot.capability)
    # Without its entry the hit is the next step again: what is due is read from the outcomes.
    shot.outcomes = [entry for entry in shot.outcomes if entry[0] != "hit"]
    shot.rolls += 1
    shot.remaining_after = store.remaining if store else shot.remaining_after
    session.add(shot)
