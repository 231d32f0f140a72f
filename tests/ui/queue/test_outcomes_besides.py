"""What a target can expect besides damage: fire and KnockBack, in words and for screen readers."""

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from brikdesk.odds.attack_odds import TargetOdds
from ui.look.theme import Theme
from ui.panels.queue.step_card import Expected, Outcomes

SQUIRE = TargetOdds("Squire Tile", 0.375, 0.1, 0.025, 0.5, 4.2)
BURNT = replace(SQUIRE, set_on_fire=0.46875, thrown=0.6, knockback=1.2)


def shown(qtbot: QtBot, theme: Theme, *odds: TargetOdds) -> Outcomes:
    outcomes = Outcomes(theme)
    qtbot.addWidget(outcomes)
    outcomes.resize(420, 200)
    outcomes.show_expected([Expected(each, "kill") for each in odds])
    outcomes.show()
    return outcomes


def test_fire_and_knockback_follow_the_damage_with_marks_between(
    qtbot: QtBot, theme: Theme
) -> None:
    outcomes = shown(qtbot, theme, BURNT)
    words = outcomes._first.words.accessibleName()
    assert words.endswith(
        "kill 50 %. 4.2 damage on average · set on fire 46.9 %"
        ' · KnockBack 1" or more 60 %, 1.2" on average'
    )


def test_a_screen_reader_hears_them_of_every_target(qtbot: QtBot, theme: Theme) -> None:
    first, second = shown(qtbot, theme, SQUIRE, BURNT).words()
    assert first.endswith("Something Bad 2.5 percent, kill 50 percent")
    assert 'kill 50 percent, set on fire 46.9 percent, KnockBack 1" or more 60 percent' in second


def test_what_cannot_happen_is_not_said(qtbot: QtBot, theme: Theme) -> None:
    outcomes = shown(qtbot, theme, SQUIRE)
    words = outcomes._first.words.accessibleName()
    assert words.endswith("damage on average")
