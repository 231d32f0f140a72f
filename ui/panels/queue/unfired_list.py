"""Weapons that could still fire before the turn ends: a reminder, and the way to fire them (12-93)."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from brikdesk.store.views.scifi import UnfiredRow, plays_scifi, unfired_weapons
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.queue.controller import QueueController, Stage
from ui.panels.queue.digit_row import DigitRow
from ui.widgets.rules.citation import Citation

MOST = 9
"""Weapons that get a digit; the others are only counted."""

RULE = "12-93"


def unfired_now(controller: QueueController) -> tuple[UnfiredRow, ...]:
    """Return the unfired weapons of the active player, once no step of the turn waits.

    Always empty if the campaign does not play the Sci-fi rules.
    """
    active, desk = controller.head.active, controller.desk
    idle = controller.stage in (Stage.STEPS, Stage.NO_BATTLE) or controller.is_out
    if idle or active is None or not desk.read(plays_scifi):
        return ()
    return desk.read(unfired_weapons, active.id)


def unfired_keys(controller: QueueController) -> tuple[tuple[str, str], ...]:
    """List the digits that fire a weapon, for the status bar."""
    count = min(MOST, len(unfired_now(controller)))
    if not count or controller.desk.read_only:
        return ()
    return (("1" if count == 1 else f"1–{count}", "fire a weapon"),)


def fire_unfired(controller: QueueController, digit: str) -> bool:
    """Open an attack with the weapon of this digit; return False if no weapon has it."""
    rows, place = unfired_now(controller)[:MOST], int(digit) - 1
    if not 0 <= place < len(rows) or controller.desk.read_only:
        return False
    from brikdesk.acts.scifi.fire_sf import FireSf

    controller.hub.attack_wanted.emit(FireSf(sf_weapon_id=rows[place].id))
    return True


class UnfiredList(QWidget):
    """The list; hidden if no weapon is left or the Sci-fi rules are not played."""

    def __init__(
        self, theme: Theme, controller: QueueController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self._controller = theme, controller
        self._shown: tuple[UnfiredRow, ...] = ()
        self._buttons: list[DigitRow] = []
        self._head = plain_label(theme, "", "small", "text2", strong=True)
        self.citation = Citation(theme, RULE)
        self.citation.asked.connect(controller.hub.rule_asked)
        head = QHBoxLayout()
        head.addWidget(self._head)
        head.addWidget(self.citation)
        head.addStretch(1)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._more = plain_label(theme, "", "small", "text3")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addLayout(head)
        column.addLayout(self._rows)
        column.addWidget(self._more)
        self.setAccessibleName("Weapons that could still fire")
        self.hide()

    @property
    def buttons(self) -> tuple[DigitRow, ...]:
        """The weapons that can be fired from here, by their digits."""
        return tuple(self._buttons)

    def words(self) -> str:
        """Return the heading above the weapons; empty if none is left."""
        return "" if self.isHidden() else self._head.text()

    def follow(self) -> None:
        """Show which weapons are left."""
        rows = unfired_now(self._controller)
        if rows == self._shown:
            return
        self._shown = rows
        for old in self._buttons:
            self._rows.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = [self._weapon(row, at) for at, row in enumerate(rows[:MOST], start=1)]
        for button in self._buttons:
            self._rows.addWidget(button)
        many = "1 weapon" if len(rows) == 1 else f"{len(rows)} weapons"
        self._head.say(f"{many} may still fire")
        self._more.say(f"And {len(rows) - MOST} more." if len(rows) > MOST else "")
        self._more.setVisible(len(rows) > MOST)
        self.setVisible(bool(rows))

    def _weapon(self, row: UnfiredRow, digit: int) -> DigitRow:
        fired = f"{row.fired} of {row.most}" if row.fired else "not fired"
        button = DigitRow(self.theme, digit, row.weapon, row.unit, fired, self)
        button.setAccessibleName(f"Fire {row.weapon}, {row.unit}, {fired}")
        button.setEnabled(not self._controller.desk.read_only)
        button.clicked.connect(lambda: fire_unfired(self._controller, str(digit)))
        return button
