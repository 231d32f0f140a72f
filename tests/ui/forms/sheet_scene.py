"""A sheet for forms over a window, and what stands in its fields."""

from typing import Any

from PySide6.QtWidgets import QWidget

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import ActSheet, show_form
from ui.look.theme import Theme


class Opener:
    """Opens forms in one sheet."""

    def __init__(self, theme: Theme, desk: Desk, host: QWidget) -> None:
        self.theme, self.desk, self.host, self.hub = theme, desk, host, Hub()

    def __call__(self, name: str, unit_id: int | None = None, /, **known: Any) -> ActSheet:
        filled = ACT_FORMS[name].filled(unit_id, **known)
        return show_form(self.theme, self.desk, self.hub, self.host, filled)


def answer(sheet: ActSheet, name: str, value: Any) -> None:
    assert sheet.body is not None
    sheet.body.answers[name].set_value(value)
    sheet.body.refresh()


def problem(sheet: ActSheet, name: str) -> str:
    assert sheet.body is not None
    return sheet.body.boxes[name].problem()


def field(sheet: ActSheet, name: str) -> Any:
    assert sheet.body is not None
    return sheet.body.answers[name].box  # type: ignore[attr-defined]
