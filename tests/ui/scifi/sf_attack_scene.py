"""A table of the Sci-fi rules for the Attack tab: a side that fires, and soldiers who are fired at."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.games import SCIFI
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.scifi import SfWeaponRow, ShotRow, sf_shots, sf_weapons
from brikdesk.store.views.units import units
from tests.played_once import begun
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.attack.draft import AttackPhase
from ui.panels.scifi_attack.panel import SfAttackPanel

ANN, BEN = 1, 2
RIFLE = {"catalogue": "laser rifle", "range_factor": 12}
LAUNCHER = {"catalogue": "rocket launcher", "range_factor": 12, "area_size": 6,
            "loads": [{"count": 4}]}  # fmt: skip
RACK = {"catalogue": "missile rack", "name": "Rack", "warhead": "high explosive", "area_size": 4,
        "range_factor": 24, "loads": [{"name": "artillery rocket", "count": 7}]}  # fmt: skip

KEYS = {
    "\n": Qt.Key.Key_Return,
    " ": Qt.Key.Key_Space,
    "^": Qt.Key.Key_Escape,
    "<": Qt.Key.Key_Backspace,
}


@dataclass(slots=True)
class Field:
    """A running battle of Ann against Ben; Ann's turn."""

    campaign: Campaign
    keys: dict[str, int] = field(default_factory=dict)

    def do(self, act: str, /, **facts: Any) -> None:
        """Carry out an act by its name."""
        self.campaign.do(act_from_data({"act": act, **facts}))

    def unit(self, name: str, *weapons: dict[str, Any], player: int = ANN, **facts: Any) -> int:
        """Add a unit with its weapons; give its key."""
        self.do("AddSfUnit", name=name, player_id=player, weapons=list(weapons), **facts)
        self.keys = {row.name: row.id for row in self.campaign.read(units, True)}
        return self.keys[name]

    def foes(self, *names: str, detected: bool = False, **facts: Any) -> list[int]:
        """Add soldiers of Ben's, 2 inches apart from each other and 10 from Ann's unit."""
        made = []
        for place, name in enumerate(names):
            stated = {"armor_class": 2, "x": 14.0, "y": 4.0 + 2 * place} | facts
            made.append(self.unit(name, player=BEN, **stated))
            if detected:
                self.do("MarkDetected", unit_id=made[-1], player_id=ANN)
        return made

    def weapon(self, unit: str) -> SfWeaponRow:
        """Return the first weapon of a unit."""
        return self.campaign.read(sf_weapons, self.keys[unit])[0]

    def shots(self) -> tuple[ShotRow, ...]:
        """Return all shots."""
        return self.campaign.read(sf_shots)

    def switch(self, name: str, value: Any = True) -> None:
        """Return a house rule another value."""
        self.do("SetHouseRule", switch=name, value=value)

    def next_round(self) -> None:
        """Let both players' turns pass."""
        for _ in range(2):
            self.campaign.do(EndTurn())


def set_field(path: Path, *sets: str) -> Field:
    """Return an empty table in Ann's first turn."""
    return Field(begun(path, _play, sets or (SCIFI.title,)))


def _play(made: Campaign, sets: tuple[str, ...]) -> None:
    made.do(CreateCampaign(name="Star Field", uuid="star", rule_sets=sets))
    made.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
    made.do(AddPlayer(name="Ben", faction="Brick Brigade", colour="orchid"))
    made.do(NewBattle(name="First Light", player_ids=(ANN, BEN)))
    made.do(StartBattle())


def settle() -> None:
    """Let what was posted happen."""
    for _ in range(4):
        QApplication.processEvents()


def press(keys: str) -> None:
    """Press keys one after another where the focus is: newline is Enter, ^ Esc, < Backspace."""
    for letter in keys:
        now = QApplication.focusWidget()
        assert now is not None, "nothing has the focus"
        if letter in KEYS:
            QTest.keyClick(now, KEYS[letter])
        else:
            QTest.keyClicks(now, letter)
        settle()


@dataclass(slots=True)
class Tab:
    """The panel of the Attack tab, and what it says."""

    panel: SfAttackPanel
    desk: Desk

    def begin(self, unit_id: int, keys: str = "") -> None:
        """Start an attack of a unit, then press keys."""
        self.panel.controller.begin_with(unit_id)
        settle()
        press(keys)

    def stage(self) -> AttackPhase:
        """Return what the tab is at."""
        return self.panel.controller.phase

    def prompt(self) -> str:
        """Return what is asked; empty where nothing is."""
        asked = self.panel.controller.entry.question
        return asked.prompt if asked else ""

    def said(self) -> tuple[str, str]:
        """Return what the refusal says, and its rule."""
        refused = self.panel.controller.refused
        return self.panel.foot.refusal.sentence(), refused.rule if refused else ""

    def fact(self, name: str) -> tuple[str, str, str]:
        """Return value, reason and rule of a line that is shown for the attack."""
        shown = {fact.name: fact for fact in self.panel.aim.facts.facts}
        assert name in shown, f"{name} is not among {', '.join(shown)}"
        return shown[name].value, shown[name].why, shown[name].rule

    def beside(self, name: str) -> tuple[str, str]:
        """Return value and rule of a line that stands beside the question."""
        shown = {fact.name: fact for fact in self.panel.shots.card.facts.facts}
        return shown[name].value, shown[name].rule

    def done(self) -> list[str]:
        """Return the lines of this turn's settled shots, the latest first."""
        return self.panel.done.lines.words()


Make = Callable[..., Tab]


@contextmanager
def open_field(tmp_path: Path) -> Iterator[Field]:
    """Yield a table of the Sci-fi rules alone."""
    made = set_field(tmp_path / "field.brik")
    yield made
    made.campaign.close()


@contextmanager
def tabs(qtbot: QtBot, theme: Theme, field: Field) -> Iterator[Make]:
    """Yield what makes an Attack tab that is shown and has the keys; the desk rolls `rolls`."""
    desks: list[Desk] = []

    def build(rolls: tuple[int, ...] = (), size: tuple[int, int] = (480, 900)) -> Tab:
        faces = iter(rolls)
        desk = Desk(field.campaign, lambda _sides: next(faces))
        desks.append(desk)
        panel = SfAttackPanel(theme, desk, Hub(desk))
        qtbot.addWidget(panel)
        panel.resize(*size)
        panel.show()
        panel.activateWindow()
        panel.setFocus()
        settle()
        return Tab(panel, desk)

    yield build
    for desk in desks:
        desk.deleteLater()


def glow(field: Field, *weapons: dict[str, Any], **facts: Any) -> int:
    """Add Ann's unit that fires."""
    return field.unit("Glow", *weapons, x=4, y=4, **facts)


def entered(field: Field, matter: str) -> list[str]:
    """Return what was entered for the latest shot in one matter."""
    return [each.answer for each in field.shots()[-1].outcomes if each.matter == matter]
