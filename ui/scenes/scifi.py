"""Pictures of the desk with the Sci-fi rules, for a campaign that plays by them."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from brikdesk.errors import CampaignFileError
from ui.scenes.scene import Scene
from ui.scenes.scifi_attacks import SfAttackScenes

if TYPE_CHECKING:
    from ui.window.at_work import AtWork
    from ui.window.main_window import MainWindow


PATIENCE = 60
"""The most times that the window comes to rest while a report is drawn."""


class ScifiScenes:
    """The scenes by name; `rest` waits until the window is at rest, `type_keys` presses keys."""

    def __init__(self, rest: Callable[[], None], type_keys: Callable[[str], None]) -> None:
        self._rest, self._type = rest, type_keys

    def all(self) -> dict[str, Scene]:
        """Return every scene by its name."""
        return {
            "sf-log": self._log,
            "sf-ledger": self._ledger,
            "sf-units": self._units,
            "sf-inspector": self._inspector,
            "sf-report": self._report,
            "sf-unit-editor": self._unit_editor,
            "sf-weapon-editor": self._weapon_editor,
            "sf-battle": self._battle,
            "sf-house-rules": self._settings("Sci-fi"),
            "sf-rule-sets": self._settings("Rule sets"),
            "sf-new-campaign": self._new_campaign,
            "sf-crew-form": self._crew_form,
            "sf-unfired": self._unfired,
        } | SfAttackScenes(self._rest, self._type).all()

    def _settings(self, page: str) -> Scene:
        def show(window: "MainWindow") -> None:
            from ui.dialogs.settings import Settings

            self._battle(window)
            window.show_settings()
            for sheet in window.findChildren(Settings):
                sheet.show_page(sheet.page_names.index(page))

        return show

    def _new_campaign(self, window: "MainWindow") -> None:
        from ui.dialogs.new_campaign import NewCampaign

        window.close_campaign()
        window.remembered.folder = Path.home()
        window.remembered.rule_sets = ("SCIFI",)
        window.new_campaign()
        for sheet in window.findChildren(NewCampaign):
            sheet.name.setText("The Outer Belt")

    def _crew_form(self, window: "MainWindow") -> None:
        from brikdesk.store.views.scifi import sf_weapons
        from ui.forms.act_sheet import show_form
        from ui.forms.forms import ACT_FORMS

        self._battle(window)
        work = _at_work(window)
        crewed = [row.id for row in work.desk.read(sf_weapons) if row.crew]
        filled = ACT_FORMS["SetCrew"].filled(sf_weapon_id=crewed[0] if crewed else None)
        show_form(window.theme, work.desk, work.hub, work.view.body, filled)

    def _unfired(self, window: "MainWindow") -> None:
        """Settle the steps of the turn's start; the queue then lists the weapons that may fire."""
        self._battle(window)
        _at_work(window).desk.throw_all()

    def _unit_editor(self, window: "MainWindow") -> None:
        """Fill in a new unit of the chapter with a weapon that it may not have."""
        from ui.panels.scifi_units.unit_editor import SfUnitEditor

        work = _at_work(window)
        window.commands["units"].trigger()
        self._rest()
        work.hub.unit_edited.emit(0)
        for editor in window.findChildren(SfUnitEditor):
            form = editor.unit.form
            form.catalogue.set_value("Infantryman")
            form.add_of_chapter("twin heavy cone rifle")

    def _weapon_editor(self, window: "MainWindow") -> None:
        """Open a weapon with a minimum range, as the rack of the sample has one."""
        from brikdesk.store.views.scifi import sf_weapons

        work = _at_work(window)
        window.commands["units"].trigger()
        self._rest()
        near = [each for each in work.desk.read(sf_weapons) if each.minimum_range]
        for weapon in near[:1]:
            work.hub.sf_weapon_edited.emit((weapon.unit_id, weapon.id))

    def _log(self, window: "MainWindow") -> None:
        _at_work(window)
        window.commands["log"].trigger()

    def _ledger(self, window: "MainWindow") -> None:
        _at_work(window)
        window.commands["ledger"].trigger()

    def _units(self, window: "MainWindow") -> None:
        _at_work(window)
        window.commands["units"].trigger()

    def _battle(self, window: "MainWindow") -> None:
        _at_work(window)
        window.commands["battle"].trigger()

    def _inspector(self, window: "MainWindow") -> None:
        from brikdesk.store.views.scifi import sf_weapons

        self._battle(window)
        at_work = _at_work(window)
        weapons = at_work.desk.read(sf_weapons)
        if weapons:
            fullest = max(weapons, key=lambda weapon: (len(weapon.crew), len(weapon.stores)))
            at_work.hub.select_unit(fullest.unit_id)
            at_work.hub.unit_opened.emit(fullest.unit_id)

    def _report(self, window: "MainWindow") -> None:
        from ui.panels.report.panel import ReportPanel

        window.commands["report"].trigger()
        panel = _at_work(window).view.panel("report")
        assert isinstance(panel, ReportPanel)
        # The report is drawn on a thread, which a fast computer has done after a few rounds.
        for _ in range(PATIENCE):
            if panel.pdf is None:
                self._rest()


def _at_work(window: "MainWindow") -> "AtWork":
    """Return the open campaign; raise CampaignFileError if it does not play the Sci-fi rules."""
    from brikdesk.store.views.scifi import plays_scifi

    assert window.at_work is not None
    if not window.at_work.desk.read(plays_scifi):
        name = window.at_work.desk.path.name
        raise CampaignFileError(f"{name} is not played by the Sci-fi rules.")
    return window.at_work
