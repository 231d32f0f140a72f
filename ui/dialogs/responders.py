"""Who responds: the units that may answer what another one does, then what the chosen one does."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from brikdesk.acts.attack.aim import Aim, Strike
from brikdesk.acts.attack.attack import Attack
from brikdesk.acts.units.responding import Respond, responders
from brikdesk.store.campaign import Changes
from brikdesk.store.views.units import units
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.act_sheet import show_form
from ui.forms.forms import ACT_FORMS
from ui.forms.sheet import Sheet
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.attack.controller import attack_of
from ui.models.pick_rows import PickRow
from ui.models.responding import (
    Doing,
    Noticing,
    WayToRespond,
    noticing_rows,
    responder_rows,
    way_rows,
)
from ui.parts.fields.pick_list import PickList

FORMS = {Doing.BAIL: "Bail", Doing.OTHER: "OtherAction"}
"""The forms of what a unit can do in response besides an attack."""

NOBODY = "Nobody else is on the table."


class RespondersSheet(Sheet):
    """Asks who responds to a unit and how, notes it, and goes on with what the unit does.

    `panes` is the part of the desk over which the form of another Action opens.
    """

    def __init__(
        self, theme: Theme, host: QWidget, desk: Desk, hub: Hub, panes: QWidget, to_id: int
    ) -> None:
        self._desk, self._hub, self._panes, self._to = desk, hub, panes, to_id
        self._units = {row.id: row for row in desk.read(units)}
        self._other = self._units[to_id].name
        super().__init__(theme, host, f"Who responds to {self._other}?", wide=620, high=480)
        self._by, self._noticed = 0, False
        self.picks = PickList(theme)
        self.picks.picked.connect(self._picked)
        self.picks.left.connect(self._left)
        self.body.addWidget(self.picks)
        self._nobody = plain_label(theme, NOBODY, "body", "text3", wrap=True)
        self.body.addWidget(self._nobody)

    def begin(self) -> None:
        """Open with the units."""
        self.open(self.picks.field)
        self._nobody.setVisible(not self._responders())
        self._ask("unit", "Who responds?", self._responders)

    def _responders(self) -> tuple[PickRow, ...]:
        return responder_rows(self._desk.read(responders, self._to), self._units)

    def _ask(self, purpose: str, prompt: str, rows: Callable[[], tuple[PickRow, ...]]) -> None:
        self.picks.open(purpose, prompt, rows)
        self.place()

    def _picked(self, value: object) -> None:
        if isinstance(value, int):
            self._by = value
            if self._notices_nothing(value):
                asked = f"Has {self._units[value].name} noticed it?"
                self._ask("noticing", asked, noticing_rows)
            else:
                self._ask_way()
        elif isinstance(value, Noticing):
            self._noticed = True
            self._ask_way()
        elif isinstance(value, WayToRespond):
            self.close_sheet()
            self._respond(value)

    def _notices_nothing(self, unit_id: int) -> bool:
        """Return whether it looks away, or something hides the other one from it (4.3-06)."""
        found = self._desk.read(responders, self._to)
        return any(row.unit_id == unit_id and row.unnoticed for row in found)

    def _ask_way(self) -> None:
        name = self._units[self._by].name
        self._ask("way", f"What does {name} do?", lambda: way_rows(self._other))

    def _left(self) -> None:
        """Close with Esc; a pick has opened the list anew, for the next question."""
        if self.picks.isHidden() and self.is_open():
            self.close_sheet()

    def _respond(self, way: WayToRespond) -> None:
        act = Respond(
            unit_id=self._by, to_id=self._to, lead=way.lead,
            exclude_each_other=way.exclude_each_other, noticed=self._noticed,
        )  # fmt: skip
        if not isinstance(self._desk.do(act), Changes):
            return  # the status bar says why, and offers to overrule
        if form := FORMS.get(way.doing):
            avoids = {"from_id": self._to} if way.doing is Doing.BAIL else {}
            filled = ACT_FORMS[form].filled(self._by, **avoids)
            show_form(self.theme, self._desk, self._hub, self._panes, filled)
            return
        attack_of(self._desk, self._hub).put_aside()
        aims = (Aim(unit_id=self._to),)
        self._hub.attack_wanted.emit(Attack(strikes=(Strike(by_id=self._by),), aims=aims))
