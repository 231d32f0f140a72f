"""Weapons that could still fire before the turn ends: a reminder, and the way to fire them (12-93)."""

from typing_extensions import override

from brikdesk.store.views.scifi import UnfiredRow, plays_scifi, unfired_weapons
from brikdesk.store.views.turn_end import may_fire
from ui.look.theme import Theme
from ui.models.queue.controller import QueueController, QueueStage
from ui.panels.queue.digit_list import DigitList, digits_of, row_of_digit
from ui.panels.queue.digit_row import DigitRow

RULE = "12-93"


def _unfired_now(controller: QueueController) -> tuple[UnfiredRow, ...]:
    """Return the unfired weapons of the active player, once no step of the turn waits.

    Always empty if the campaign does not play the Sci-fi rules.
    """
    active, desk = controller.head.active, controller.desk
    # Once the end of the turn has begun it is too late: what ends there has ended.
    if controller.stage is not QueueStage.OPEN or active is None or not desk.read(plays_scifi):
        return ()
    return desk.read(unfired_weapons, active.id)


def unfired_keys(controller: QueueController) -> tuple[tuple[str, str], ...]:
    """List the digits that fire a weapon, for the status bar."""
    digits = digits_of(len(_unfired_now(controller)))
    return ((digits, "fire a weapon"),) if digits and not controller.desk.read_only else ()


def fire_unfired(controller: QueueController, digit: str) -> bool:
    """Open an attack with the weapon of this digit; return False if no weapon has it."""
    row = row_of_digit(_unfired_now(controller), digit)
    if row is None or controller.desk.read_only:
        return False
    from brikdesk.acts.scifi.fire_sf import FireSf

    controller.hub.attack_wanted.emit(FireSf(sf_weapon_id=row.id))
    return True


class UnfiredList(DigitList[UnfiredRow]):
    """The list; hidden if no weapon is left or the Sci-fi rules are not played."""

    def __init__(self, theme: Theme, controller: QueueController) -> None:
        super().__init__(theme, controller, "Weapons that could still fire", RULE)

    @override
    def now(self) -> tuple[UnfiredRow, ...]:
        return _unfired_now(self.controller)

    @override
    def heading(self, rows: tuple[UnfiredRow, ...]) -> str:
        return may_fire(rows)

    @override
    def button(self, row: UnfiredRow, digit: int) -> DigitRow:
        fired = f"{row.fired} of {row.most}" if row.fired else "not fired"
        button = DigitRow(self.theme, digit, row.weapon, row.unit, fired, self)
        button.setAccessibleName(f"Fire {row.weapon}, {row.unit}, {fired}")
        button.setEnabled(not self.controller.desk.read_only)
        button.clicked.connect(lambda: fire_unfired(self.controller, str(digit)))
        return button
