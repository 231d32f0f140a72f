"""No secret of the campaign is in the players' window, by whatever way one looks for it."""

import pytest
from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from brikdesk.acts.fields.concealed_hazards import TriggerSpot
from brikdesk.acts.fields.fields import ClearField
from brikdesk.store.views.log import log
from brikdesk.turns.queue import queue
from tests.ui.players.players_scene import SECRETS, Screens, labels_of, read_out, words_of
from tests.ui.window_scene import settle
from ui.panels.map.panel import MapPanel
from ui.panels.map.view import MapView


def desk_map(screens: Screens) -> MapPanel:
    """Return the map of the desk."""
    panel = screens.work.view.panel("map")
    assert isinstance(panel, MapPanel)
    return panel


def picture(widget: QWidget) -> QImage:
    """Return what a widget looks like."""
    settle()
    return widget.grab().toImage()


def around_the_manhole(view: MapView) -> QRect:
    """Return where the Concealed Hazard of the sample lies, in pixels of a map."""
    middle = view.to_view(QPointF(14, 13)).toPoint()
    side = round(3 * view.scale_now)
    return QRect(middle.x() - side // 2, middle.y() - side // 2, side, side)


def alarm_of_the_sample(screens: Screens) -> str:
    """Return the text of the note that comes up in the sample's running turn."""
    waiting = screens.work.desk.read(queue).waiting
    return next(step.detail for step in waiting if step.kind == "notes")


def everywhere_on_the_desk(screens: Screens) -> str:
    """Return the words of the desk, having gone through its workspaces."""
    found = "\n".join(labels_of(desk_map(screens).overlay))
    found += "\n".join(entry.words for entry in screens.work.desk.read(log))
    for name in ("ledger", "log"):
        screens.window.commands[name].trigger()
        settle()
        found += words_of(screens.window) + read_out(screens.window)
    screens.window.commands["battle"].trigger()
    settle()
    return found


def test_no_secret_is_in_widgets_names_tips_or_labels(screens: Screens) -> None:
    on_the_desk = everywhere_on_the_desk(screens)
    for secret in SECRETS:
        assert secret in on_the_desk, f"the control does not find {secret}"
    shown = words_of(screens.players) + read_out(screens.players)
    shown += "\n".join(labels_of(screens.players.map.overlay))
    assert "Bureau of Unplanned Demolition" in shown, "the test looks at nothing"
    assert "Teapot" in shown
    for secret in (*SECRETS, alarm_of_the_sample(screens)):
        assert secret.casefold() not in shown.casefold()


def test_no_secret_is_in_the_values_that_the_window_gets(screens: Screens) -> None:
    feed = screens.work.second._feed
    assert feed is not None
    values = repr(feed.view) + repr(feed.moment)
    for secret in (*SECRETS, alarm_of_the_sample(screens)):
        assert secret not in values


@pytest.mark.rule("F.1-59")
def test_the_place_of_a_concealed_hazard_looks_as_if_it_were_not_there(screens: Screens) -> None:
    desk, ours = desk_map(screens), screens.players.map
    screens.work.hub.select_unit(0)
    place, before = around_the_manhole(desk.view), picture(desk.view)
    whole = picture(screens.players)
    screens.work.desk.do(ClearField(field_id=1))
    assert picture(desk.view).copy(place) != before.copy(place), "the desk shows it"
    assert picture(screens.players) == whole
    screens.work.desk.undo()
    screens.work.desk.do(TriggerSpot(field_id=1, spot="the lid"))
    here = around_the_manhole(ours)
    assert here.isValid()
    assert picture(screens.players) != whole, "once it went off, the players see it"
    assert "Loose manhole" in words_of(screens.players)


def test_the_step_of_a_note_is_not_told(screens: Screens) -> None:
    waiting = screens.work.desk.read(queue).waiting
    alarm = next(step for step in waiting if step.kind == "notes")
    screens.work.hub.step_asked.emit(alarm.key)
    settle()
    assert alarm.detail in words_of(screens.window), "the desk shows it now"
    assert alarm.detail not in words_of(screens.players)
    idle = screens.players.foot.pieces
    assert {piece.token for piece in idle} == {"text2"}, "it looks as if nothing were going on"
    assert [each.words for each in screens.players.side.pieces][:1] == ["Next"]
