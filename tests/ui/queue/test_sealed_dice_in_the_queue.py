"""Under a seal Space declares a roll, which is saved before its faces lie in the boxes."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.battles import EndBattle, NewBattle, StartBattle
from brikdesk.acts.campaign.setup import SetDice
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.dice import DiceWay, Face, Origin
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.turns.seal import proof_of, seal_shown
from tests.ui.window_scene import at_work, make_file, open_window, settle
from ui.dialogs.battles_and_responders import SealSheet, in_groups, show_seal
from ui.look.theme import Theme
from ui.models.queue import queue_of


@pytest.fixture
def burning(tmp_path: Path) -> Path:
    """Return a sealed battle in which two carts of Ann burn; she rolls her dice here."""
    file = make_file(tmp_path / "sealed.brik")
    with Campaign.open(file) as made:
        made.do(EndBattle())
        made.do(NewBattle(name="Under seal", player_ids=(1, 2)))
        made.do(StartBattle(sealed=True))
        for number, name in enumerate(("Cart", "Wagon"), start=1):
            cart = {"name": name, "player_id": 1, "kind": "creature", "size": 3, "armor": "1d10"}
            made.do(act_from_data({"act": "AddUnit", **cart}))
            made.do(Ignite(unit_id=number, inches=2))
        made.do(SetDice(player_id=1, turn=DiceWay.ROLLED))
        made.do(EndTurn())
        made.do(EndTurn())
    return file


def test_space_declares_and_undo_takes_the_faces_away(
    qtbot: QtBot, theme: Theme, burning: Path
) -> None:
    with open_window(qtbot, theme, burning) as window:
        desk, hub = at_work(window).desk, at_work(window).hub
        queue = queue_of(desk, hub)
        assert queue.faces == {}, "nothing is rolled unasked"
        assert desk.read(proof_of, 2).rolls == ()  # type: ignore[union-attr]
        assert queue.roll()
        faces = dict(queue.faces)
        assert {face.origin for face in faces.values()} == {Origin.SEALED}
        assert len(desk.read(proof_of, 2).rolls) == 1  # type: ignore[union-attr]
        desk.undo()
        assert queue.faces == {}
        assert queue.roll()
        assert queue.faces == faces
        assert [roll.stands for roll in desk.read(proof_of, 2).rolls] == [False, True]  # type: ignore[union-attr]
        assert queue.roll_all()


def test_what_is_typed_over_a_sealed_face_is_marked_as_changed(
    qtbot: QtBot, theme: Theme, burning: Path
) -> None:
    with open_window(qtbot, theme, burning) as window:
        desk, hub = at_work(window).desk, at_work(window).hub
        queue = queue_of(desk, hub)
        queue.roll()
        key, face = next(iter(queue.faces.items()))
        draft = queue._draft
        assert draft is not None
        draft.put(key, Face(face.value % 4 + 1))
        assert draft.faces[key].origin is Origin.CHANGED
        draft.put(key, Face(face.value))
        assert draft.faces[key] == face


def test_the_hash_is_shown_and_the_words_are_kept_once(
    qtbot: QtBot, theme: Theme, burning: Path
) -> None:
    with open_window(qtbot, theme, burning, (1366, 768)) as window:
        desk = at_work(window).desk
        shown = desk.read(seal_shown)
        assert shown is not None
        show_seal(theme, window.stack, desk)
        settle()
        (sheet,) = window.findChildren(SealSheet)
        QTest.keyClicks(sheet.words[1], "marmalade")
        sheet.submit()
        settle()
        again = desk.read(seal_shown)
        assert again is not None
        assert [word for _, _, word in again.players] == ["marmalade", ""]
        assert in_groups(shown.hash).replace(" ", "") == shown.hash
        queue_of(desk, at_work(window).hub).roll()
        show_seal(theme, window.stack, desk)
        settle()
        assert window.findChildren(SealSheet)[-1].first_field() is None, "no word is taken any more"
