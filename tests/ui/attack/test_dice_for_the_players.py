"""What the players see of an attack that is being made: dice once they lie there, odds if wanted."""

from pytestqt.qtbot import QtBot

from tests.ui.attack.attack_scene import Table
from tests.ui.attack.panel_scene import K, begin, counted, press, typed
from ui.panels.attack.panel import AttackPanel
from ui.panels.players import PlayersFeed


def aimed(panel: AttackPanel, table: Table, *, odds: bool) -> PlayersFeed:
    """Aim Rifle Rosa at Sister Underfoot; return what the players' window hears of it."""
    controller = panel.controller
    feed = PlayersFeed(controller.desk, controller.hub, odds, panel)
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    return feed


def test_a_draft_is_not_shown_and_its_dice_are(panel: AttackPanel, table: Table) -> None:
    feed = aimed(panel, table, odds=False)
    assert panel.controller.aimed
    assert not feed.moment.step.thrown, "what the referee only considers is a draft"
    press(K.Key_Return, K.Key_2)
    step = feed.moment.step
    assert step.title == "Rifle Rosa fires at Sister Underfoot"
    assert 2 in [die.value for die in step.dice]
    assert not step.odds
    press(K.Key_Return)
    assert not feed.moment.step.thrown
    assert "Sister Underfoot" in feed.view.headline.words


def test_odds_are_shown_only_if_wanted(panel: AttackPanel, table: Table, qtbot: QtBot) -> None:
    feed = aimed(panel, table, odds=True)
    counted(qtbot, panel)
    press(K.Key_Return)
    assert feed.moment.step.odds.endswith("%")
    feed.show_odds(False)
    assert not feed.moment.step.odds
