from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from sqlmodel import Session, select
from typing_extensions import override

from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import Recover
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Outcome
from brikdesk.store.tables import Chamber, Rack, Round, Unit
from brikdesk.store.views.units import unit
from tests.ui.queue.start_scene import BARON, HAYSTACK, HINGE, NEPHEW, WAGON, make_scene
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.units.inspector import BUTTONS, Inspector
from ui.parts.lines import RichLabel
from ui.parts.units import FiguresRow, figures_of
from ui.widgets.bars import AmmoPips, PowerBar
from ui.widgets.rule_lines import RuleNotes
from ui.widgets.tokens import StateChip

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key


class LoadNephew(Act):
    """Put two of three shells into the rack of the cannon, and one into its chamber."""

    @override
    def carry_out(self, session: Session) -> Outcome:
        session.add(Rack(id=1, unit_id=NEPHEW, weapon_id=1, name="Rack"))
        session.flush()
        session.add(Round(rack_id=1, name="shell", explosive_size=3, count=2, full=3))
        session.add(Chamber(weapon_id=1, name="Shell", explosive_size=3))
        return Outcome("Load the cannon")


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Campaign]:
    made = make_scene(tmp_path / "scene.brik")
    made.do(LoadNephew())
    yield made
    made.close()


@pytest.fixture
def inspector(qtbot: QtBot, theme: Theme, scene: Campaign) -> Iterator[Inspector]:
    desk = Desk(scene)
    made = Inspector(theme, desk, Hub(desk))
    qtbot.addWidget(made)
    made.resize(424, 800)
    made.show()
    made.activateWindow()
    made.setFocus()
    yield made
    desk.deleteLater()


def chips(inspector: Inspector) -> list[str]:
    return [chip.accessibleName() for chip in inspector.holder.page.findChildren(StateChip)]


def part(inspector: Inspector, kind: type[QWidget]) -> QWidget:
    found = inspector.holder.page.findChild(kind)
    assert isinstance(found, kind)
    return found


def test_a_unit_shows_its_figures_power_and_states(inspector: Inspector) -> None:
    inspector.show_unit(WAGON)
    assert part(inspector, FiguresRow).accessibleName() == (
        'Size 3", Armor 2d10, Move 8", Weight 2, Action d8'
    )
    power = part(inspector, PowerBar).accessibleName()
    assert power.startswith("Power ")
    assert "taken by fire" in power
    assert chips(inspector) == ["On fire 2 inches"]


def test_a_unit_shows_what_it_wears_and_knows(inspector: Inspector) -> None:
    inspector.show_unit(HINGE)
    assert "Wears" not in inspector.words()
    facts = {"worn_armor": "heavy", "specialties": ("gunnery", "mechanik")}
    inspector._desk.do(EditUnit(unit_id=HINGE, **facts))  # type: ignore[arg-type]
    assert "Wears\nHeavy Armor\nSpecialties\ngunnery, mechanik" in inspector.words()


def test_size_damage_shows_what_is_left_and_what_was_built(scene: Campaign) -> None:
    row = scene.read(unit, WAGON)
    assert row is not None
    assert figures_of(replace(row, effective_size=1))[0] == ("Size", '1 of 3"')


def test_a_weapon_shows_chamber_rack_and_homing(inspector: Inspector) -> None:
    inspector.show_unit(NEPHEW)
    said = inspector.words()
    for words in ('Cannon 3"', "Use 6", "Shell X3", "2 of 3 shell X3",
                  "Loading and firing a Cannon uses up no rounds", "+3 on Second Opinion"):  # fmt: skip
        assert words in said
    assert part(inspector, AmmoPips).accessibleName() == "2 of 3 rounds"


def test_it_follows_the_selected_unit_and_what_is_opened(inspector: Inspector) -> None:
    hub = inspector._hub
    hub.select_unit(BARON)
    assert "Baron Von Clutch" in inspector.words()
    hub.unit_opened.emit(HINGE)
    assert "Pikeman Hinge" in inspector.words()


def test_it_follows_every_act_and_undo(inspector: Inspector) -> None:
    inspector.show_unit(BARON)
    assert chips(inspector)[0].startswith("Disrupted")
    inspector._desk.do(Recover(unit_id=BARON))
    assert chips(inspector)[0].startswith("Half Speed")
    inspector._desk.undo()
    assert chips(inspector)[0].startswith("Disrupted")


def test_its_last_log_lines_stand_below_and_cite_their_rule(inspector: Inspector) -> None:
    asked: list[str] = []
    inspector._hub.rule_asked.connect(asked.append)
    inspector.show_unit(BARON)
    inspector._desk.do(Recover(unit_id=BARON))
    label = part(inspector, RichLabel)
    assert isinstance(label, RichLabel)
    assert label.accessibleName() == "Baron Von Clutch gets up. Half Speed this turn. rule 4.1-31"
    label.asked.emit("4.1-31")
    assert asked == ["4.1-31"]


def test_what_a_unit_has_done_so_far_stands_above_its_last_lines(inspector: Inspector) -> None:
    desk = inspector._desk
    inspector.show_unit(HINGE)
    assert "So far" not in inspector.words()
    desk.do(SpendAction(unit_id=HINGE, why="A speech."))
    words = inspector.words()
    assert words.index("So far\nAn Action for “A speech”.") < words.index("Last")
    desk.undo()
    assert "So far" not in inspector.words()


def test_what_was_taken_back_is_not_what_happened_to_a_unit_last(inspector: Inspector) -> None:
    def told() -> list[str]:
        return [each.accessibleName() for each in inspector.holder.page.findChildren(RichLabel)]

    inspector.show_unit(BARON)
    before = told()
    inspector._desk.do(Recover(unit_id=BARON))
    inspector._desk.undo()
    assert told() == before
    inspector._desk.redo()
    assert told() == ["Baron Von Clutch gets up. Half Speed this turn. rule 4.1-31", *before]


def test_buttons_stand_for_acts_that_the_unit_can_do(inspector: Inspector) -> None:
    inspector.show_unit(HAYSTACK)
    assert not inspector.buttons["reload"].isEnabled()
    assert inspector.buttons["ignite"].isEnabled()
    inspector.show_unit(NEPHEW)
    assert inspector.buttons["reload"].isEnabled()
    inspector.show_unit(0)
    assert not any(inspector.buttons[name].isEnabled() for name in BUTTONS)
    assert "No unit is selected." in inspector.words()


def test_keys_and_buttons_do_the_same(
    inspector: Inspector, monkeypatch: pytest.MonkeyPatch
) -> None:
    did: list[tuple[str, int]] = []
    monkeypatch.setattr(inspector._acts, "do", lambda name, unit_id: did.append((name, unit_id)))
    edited: list[int] = []
    inspector._hub.unit_edited.connect(edited.append)
    inspector.show_unit(NEPHEW)
    inspector.setFocus()
    QTest.keyClick(inspector, K.Key_I)
    QTest.keyClick(inspector, K.Key_R)
    inspector.buttons["state"].click()
    QTest.keyClick(inspector, K.Key_F2)
    assert did == [("ignite", NEPHEW), ("reload", NEPHEW), ("state", NEPHEW), ("edit", NEPHEW)]


def test_esc_is_left_to_the_window(inspector: Inspector) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, K.Key_Escape, Qt.KeyboardModifier.NoModifier)
    inspector.keyPressEvent(event)
    assert not event.isAccepted()


def test_names_as_long_as_may_be_cut_nothing_off(inspector: Inspector, scene: Campaign) -> None:
    changes = scene.do(AddUnit(name="W" * 80, player_id=1))
    assert changes.lines
    unit_id = changes.lines[0].unit_id
    assert unit_id is not None
    inspector.resize(300, 700)
    inspector.show_unit(unit_id)
    inspector.grab()
    page = inspector.holder.page
    assert page.minimumSizeHint().width() <= 300


def test_it_says_which_house_rules_bear_on_a_unit(inspector: Inspector, scene: Campaign) -> None:
    scene.do(AddUnit(name="Knight", player_id=1, worn_armor="heavy"))
    knight = scene.reading(lambda session: max(key or 0 for key in session.exec(select(Unit.id))))
    inspector.show_unit(knight)
    (notes,) = inspector.findChildren(RuleNotes)
    assert "Taking the armor off takes no Action." in notes.words()
    inspector.show_unit(HAYSTACK)
    assert not any(
        "armor off" in words
        for each in inspector.holder.page.findChildren(RuleNotes)
        for words in each.words()
    )


@pytest.mark.rule("8.4-16")
def test_what_a_unit_carries_stands_with_it(inspector: Inspector, scene: Campaign) -> None:
    scene.do(AddExplosive(name="Keg", explosive_size=2, carrier_id=HINGE))
    inspector.show_unit(HINGE)
    assert "Carries Keg X2" in chips(inspector)
    scene.undo()
