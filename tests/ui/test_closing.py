"""What fails at closing is seen before the window goes, and stands in its way only once."""

from pathlib import Path

from brikdesk.acts.campaign.setup import RenameCampaign
from brikdesk.store.backups import default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import battle_head
from tests.ui.window_scene import at_work, focus, make_file, settle
from ui.forms.sheet import Question
from ui.widgets.overlay import open_overlays
from ui.window.main_window import MainWindow


def no_more_backups() -> None:
    folder = default_backup_dir()
    folder.rename(folder.with_name("put away"))
    folder.write_text("in the way")


def test_a_backup_that_fails_at_closing_is_told_before_the_window_goes(
    window: MainWindow, tmp_path: Path
) -> None:
    at_work(window).desk.do(RenameCampaign(name="Saved all the same"))
    no_more_backups()
    window.close()
    assert window.isVisible()
    (told,) = [found for found in window.findChildren(Question) if found.is_open()]
    assert "The backup could not be made" in told.words
    assert "The game is saved." in told.words
    window.close()
    assert not window.isVisible(), "it stood in the way once"
    with Campaign.open(tmp_path / "campaign.brik", read_only=True) as again:
        assert again.read(battle_head).campaign == "Saved all the same"


def test_where_nothing_fails_the_window_goes_at_once(window: MainWindow) -> None:
    at_work(window).desk.do(RenameCampaign(name="Saved"))
    window.close()
    assert not window.isVisible()


def test_a_sheet_goes_with_the_campaign_that_it_is_about(
    window: MainWindow, tmp_path: Path
) -> None:
    """A file can be dropped on the window while settings are open."""
    window.show_settings()
    settle()
    assert [type(sheet).__name__ for sheet in open_overlays(window)] == ["Settings"]
    other = make_file(tmp_path / "other.brik")
    window.open_path(other)
    settle()
    assert at_work(window).desk.path == other
    assert open_overlays(window) == []
    assert at_work(window).view.isAncestorOf(focus())
