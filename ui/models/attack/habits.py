"""The weapon and target of each unit's last attack, filled in when it attacks again."""

from collections.abc import Iterable
from dataclasses import replace

from brikdesk.acts.attack.aim import Aim, Strike
from ui.models.attack.draft import AttackDraft
from ui.models.attack.table import AttackTable


class AttackHabits:
    """The last weapon of each unit and the last aim of each weapon, until the desk closes."""

    def __init__(self, table: AttackTable) -> None:
        self._table = table
        self._weapons: dict[int, int] = {}
        self._aims: dict[int, Aim] = {}

    def filled(self, draft: AttackDraft, first: tuple[str, ...] = ()) -> AttackDraft:
        """Return a draft with weapon, user and target filled in where it says nothing.

        Weapons of the kinds `first` come before all others.
        """
        table, strike = self._table, draft.strike
        # Only a bare strike is filled in: with a mode or measures somebody has begun to say more.
        if draft.lacks == "weapon" and strike == Strike(by_id=strike.by_id):
            draft = draft.with_weapon(table.strike_of(strike.by_id or 0, self._weapons, first))
        elif strike.weapon_id and strike == Strike(weapon_id=strike.weapon_id):
            arm = table.arm(strike.weapon_id)
            by_id = table.user_of(arm, None) if arm else None
            draft = draft.with_weapon(replace(strike, by_id=by_id))
        if draft.lacks == "target" and (aim := table.aim_of(draft.strike, self._aims)):
            draft = draft.at_target(aim)
        return draft

    def remember(self, draft: AttackDraft) -> None:
        """Remember weapons and targets of an attack that was carried out, but not its measures."""
        for strike in draft.strikes:
            if strike.weapon_id is None:
                continue
            if draft.aim is not None:
                self._aims[strike.weapon_id] = Aim(
                    unit_id=draft.aim.unit_id,
                    explosive_id=draft.aim.explosive_id,
                    projectile_id=draft.aim.projectile_id,
                    place=draft.aim.place,
                )
            arm = self._table.arm(strike.weapon_id)
            # The gunner's and the gun's: next time the referee may begin with either of them.
            for unit_id in _both(strike.by_id, arm.unit_id if arm else None):
                self._weapons[unit_id] = strike.weapon_id


def _both(*ids: int | None) -> Iterable[int]:
    return (each for each in ids if each is not None)
