"""The moments of the players' window: what stands at its foot and beside the map, and how large."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import DamageUnit, Kill
from brikdesk.acts.turns_and_steps import EndTurn, GoOn
from brikdesk.dice import Face
from brikdesk.store.views.armory import weapons
from brikdesk.store.views.units import UnitRow, units
from tests.ui.players.players_scene import SECRETS, Screens, feed_of, said_by
from tests.ui.window_scene import CTRL, SHIFT, Key, press, settle
from ui.look.theme import HIGHEST, LOWEST, UNMEASURED, Look, least_text
from ui.models.attack.controller import AttackController, attack_of
from ui.models.queue import queue_of
from ui.panels.players import NUMBER
from ui.widgets.painted import board_font, line_high, text_width
from ui.window.second_screen import beside

SIZES = ((1920, 1080), (1024, 768), (1280, 720))


def unit(screens: Screens, name: str) -> UnitRow:
    """Return a unit of the sample."""
    return next(row for row in screens.work.desk.read(units) if row.name == name)


def read_on(screens: Screens) -> None:
    """Let the time pass that an outcome stands."""
    feed = feed_of(screens)
    feed.holding.stop()
    feed.holding.timeout.emit()
    settle()


def headline(screens: Screens) -> str:
    """Return the words at the foot."""
    return said_by(screens.players.foot)


def beside_the_map(screens: Screens) -> str:
    """Return the words beside the map."""
    return said_by(screens.players.side)


def is_readable(screens: Screens) -> None:
    """Check, in every size, that no text is small, cut at the edge, or a headline without its end."""
    players = screens.players
    for size in SIZES:
        players.resize(*size)
        settle()
        least = players.theme.least
        assert LOWEST * size[1] - 1 <= least <= HIGHEST * size[1] + 1
        for board in (players.top, players.side, players.foot):
            assert all(piece.pixels >= least for piece in board.pieces), board
            for piece in board.pieces:
                assert piece.box.bottom() <= board.height() + 1, f"{piece.words} below, {size}"
                assert piece.box.left() >= 0
        for piece in players.foot.pieces:
            wide = text_width(board_font(piece.pixels), piece.words)
            assert wide <= piece.box.width(), f"{piece.words} is cut, {size}"
        assert sum(piece.box.height() for piece in players.foot.pieces) <= players.foot.height() + 1
        assert players.theme.font("caption").pixelSize() >= least


@pytest.fixture
def playing(screens: Screens) -> Screens:
    """Return the desk with the turn of the sample open: nothing waits any more."""
    desk = screens.work.desk
    desk.throw_all()
    if screens.work.view.heading.queue.waiting:
        desk.do(GoOn(reason="for the test"))
    settle()
    read_on(screens)
    return screens


def fire(screens: Screens, target: str) -> AttackController:
    """Aim Clack's Stapler at a unit, up to the dice."""
    desk = screens.work.desk
    attack = attack_of(desk, screens.work.hub)
    stapler = next(row for row in desk.read(weapons) if row.name == "The Stapler")
    strike = Strike(weapon_id=stapler.id, by_id=unit(screens, "Gunner Clack").id)
    attack.take_up(
        Attack(strikes=(strike,), aims=(Aim(unit_id=unit(screens, target).id, distance=8),))
    )
    settle()
    return attack


def throw(attack: AttackController, *faces: int) -> None:
    """Put faces into the boxes that are empty, one after the other."""
    for face in faces:
        assert attack.shown is not None
        key = next(key for key in attack.shown.keys if key not in attack.faces)
        attack.put({key: Face(face)})
        settle()


def test_a_step_tells_its_unit_its_dice_and_what_faces_mean(screens: Screens) -> None:
    queue = queue_of(screens.work.desk, screens.work.hub)
    queue.go(next(step.key for step in queue.steps if step.title == "Form 27B burns"))
    read_on(screens)
    assert headline(screens) == "Form 27B burns"
    assert "Form 27B 1–2 dies down" in beside_the_map(screens)
    is_readable(screens)
    assert queue.shown is not None
    queue.put(dict.fromkeys(queue.shown.keys, Face(4)))
    settle()
    tones = {die.tone for die in feed_of(screens).moment.step.dice}
    assert tones == {"fire"}
    assert queue.apply()
    settle()
    assert headline(screens) == 'Form 27B burns: the fire grows to 4".'
    is_readable(screens)


def test_an_aim_is_a_draft_and_the_dice_are_told(playing: Screens) -> None:
    before = headline(playing), beside_the_map(playing)
    attack = fire(playing, "Ice Cream Van")
    assert (headline(playing), beside_the_map(playing)) == before
    attack.to_the_dice()
    settle()
    assert headline(playing) == "Gunner Clack fires at Ice Cream Van"
    for words in ("Gunner Clack", "at Ice Cream Van", "2+", "on d8"):
        assert words in beside_the_map(playing)
    number = next(piece for piece in playing.players.side.pieces if piece.words == "2+")
    assert number.pixels == playing.players.theme.times(NUMBER)
    is_readable(playing)
    assert set(playing.players.map.overlay.only or ()) == {
        unit(playing, "Gunner Clack").id,
        unit(playing, "Ice Cream Van").id,
    }
    for face, word, tone in (
        (1, "CRITICAL", "danger"),
        (5, "HIT", "ok"),
        (8, "OVER THE TOP", "ok"),
    ):
        throw(attack, face)
        assert (feed_of(playing).moment.step.word, feed_of(playing).moment.step.tone) == (
            word,
            tone,
        )
        assert word in beside_the_map(playing)
        is_readable(playing)
        attack.put(dict.fromkeys(attack.faces))
        settle()


def test_an_outcome_begins_with_a_plain_verb(playing: Screens) -> None:
    attack = fire(playing, "Ice Cream Van")
    attack.to_the_dice()
    throw(attack, 5, 2, 1, 1)
    while attack.preview.owed:
        throw(attack, 4)
    said = attack.preview.summary
    assert attack.apply()
    settle()
    assert "holds: " in said
    assert headline(playing).startswith("Ice Cream Van holds: ")
    assert "against Armor" in beside_the_map(playing), "the sum stands there larger"
    is_readable(playing)
    read_on(playing)
    assert headline(playing).startswith("Ice Cream Van holds: "), "idle, it stands in a lighter ink"
    assert {piece.token for piece in playing.players.foot.pieces} == {"text2"}
    assert beside_the_map(playing).startswith("Next Wicker Samovar burns Turn 6, TC")
    is_readable(playing)


def test_a_death_is_crossed_and_counted_until_it_is_taken_back(playing: Screens) -> None:
    players, desk = playing.players, playing.work.desk
    doily = unit(playing, "Doily")
    before = said_by(players.top), players.map.fallen
    desk.do(Kill(unit_id=doily.id, why="Slips on the rug"))
    settle()
    assert headline(playing) == "Doily dies."
    moment = feed_of(playing).moment
    assert moment.mark == "destroyed"
    assert moment.fallen is not None
    assert moment.fallen.unit_id == doily.id
    assert beside_the_map(playing).startswith("Slips on the rug")
    assert said_by(players.top) == before[0].replace("TC 10 1", "TC 9 2") != before[0]
    crossed = {row.unit_id: (row.x, row.y) for row in players.map.fallen}
    assert crossed[doily.id] == (doily.x, doily.y)
    is_readable(playing)
    desk.do(DamageUnit(unit_id=unit(playing, "Sir Crumpet").id, damage=1, cause="a tile"))
    settle()
    assert headline(playing) == "Doily dies.", "it stands for its time, whatever comes"
    read_on(playing)
    assert headline(playing) == "Sir Crumpet holds: 1 against Armor 4."
    desk.undo()
    desk.undo()
    settle()
    assert headline(playing) == "Taken back: Doily dies."
    assert {piece.token for piece in players.foot.pieces} == {"text2"}
    assert (said_by(players.top), players.map.fallen) == before
    assert feed_of(playing).moment.fallen is None
    is_readable(playing)
    desk.redo()
    settle()
    assert headline(playing) == "Doily dies."


def test_a_new_turn_is_said_on_the_tint_of_who_plays(playing: Screens) -> None:
    desk = playing.work.desk
    for _ in range(9):
        if feed_of(playing).view.active.code != "BU":  # type: ignore[union-attr]
            break
        desk.throw_all()
        desk.do(EndTurn(overruled=frozenset({"turn-order"})))
        settle()
    read_on(playing)
    moment = feed_of(playing).moment
    assert moment.headline == "Turn of Marek. Teapot Cavalry" or moment.step.title
    assert feed_of(playing).view.headline.begins
    is_readable(playing)


def every_moment(screens: Screens) -> Iterator[str]:
    """Go through the steps of the turn, a death and its undo; yield all words each time."""
    desk, players = screens.work.desk, screens.players
    queue = queue_of(desk, screens.work.hub)

    def words() -> str:
        boards = (players.top, players.side, players.foot)
        return " ".join([repr(feed_of(screens).moment), *map(said_by, boards)])

    for step in queue.steps:
        queue.go(step.key)
        settle()
        yield words()
    desk.do(Kill(unit_id=unit(screens, "Doily").id))
    settle()
    yield words()
    desk.undo()
    desk.undo()  # what comes now is the last act that hid something
    settle()
    yield words()


def test_no_moment_names_a_secret(screens: Screens) -> None:
    found = list(every_moment(screens))
    assert any("Drain gas" in words for words in found)
    for words in found:
        assert [secret for secret in SECRETS if secret.casefold() in words.casefold()] == []


def test_it_is_covered_by_a_key_and_shown_again(screens: Screens) -> None:
    players = screens.players
    shown = picture(screens)
    screens.window.activateWindow()
    settle()
    press(Key.Key_B, CTRL | SHIFT)
    assert players.cover.isVisible()
    covered = picture(screens)
    ground = players.theme.color("bg0")
    band = covered.copy(0, 0, covered.width(), covered.height() // 3)
    assert band == filled(band, ground.name()), "nothing of the battle is seen"
    screens.open()
    screens.open()
    assert screens.players.cover.isVisible(), "opened anew, it is covered still"
    press(Key.Key_B, CTRL | SHIFT)
    assert not screens.players.cover.isVisible()
    screens.players.resize(1280, 720)
    assert picture(screens) == shown


def picture(screens: Screens) -> QImage:
    """Return what the players' window looks like."""
    settle()
    return screens.players.grab().toImage()


def filled(like: QImage, colour: str) -> QImage:
    """Return a picture of one colour."""
    made = QImage(like)
    made.fill(colour)
    return made


@pytest.mark.parametrize("look", [Look.DARK, Look.LIGHT])
def test_the_headline_is_read_at_a_sixth_of_the_size(playing: Screens, look: Look) -> None:
    playing.window.theme.set_look(look)
    playing.players.resize(1920, 1080)
    playing.work.desk.do(Kill(unit_id=unit(playing, "Doily").id))
    settle()
    foot = playing.players.foot
    (line,) = foot.pieces
    assert line.pixels / 6 >= 12, "as large as a caption of the desk"
    small = (
        foot.grab()
        .toImage()
        .scaledToHeight(round(foot.height() / 6), Qt.TransformationMode.SmoothTransformation)
    )
    ink, ground = foot.theme.color(line.token), foot.theme.color("bg1")
    lights = [
        small.pixelColor(x, y).lightness()
        for x in range(small.width())
        for y in range(small.height())
    ]
    assert max(lights) - min(lights) > 0.6 * abs(ink.lightness() - ground.lightness())
    assert line_high(line.pixels) * 2 <= foot.height() + 1


def test_text_is_as_large_as_who_sits_there_needs_it() -> None:
    full = QSize(1920, 1080)
    assert least_text(full, 0) == round(UNMEASURED * 1080)
    assert least_text(full, 0.6) == round(LOWEST * 1080), "on a wall there is room for more"
    assert least_text(full, 0.1) == round(HIGHEST * 1080)
    assert least_text(full, 0.35) == round(19.2 / 0.35)
    assert least_text(full, 0.35, 5) == round(HIGHEST * 1080)
    assert least_text(full, 0.35, 1.5) == round(LOWEST * 1080)


def test_the_distance_is_a_setting(screens: Screens) -> None:
    sizes = []
    for away in ("1.5", "5"):
        screens.window.remembered.prefer(players_from=away)
        settle()
        sizes.append(screens.players.theme.least)
    assert sizes[0] < sizes[1]
    screens.open()
    screens.open()
    screens.players.resize(1280, 720)
    settle()
    assert screens.players.theme.least == sizes[1]


def test_with_one_screen_it_opens_beside_the_desk_where_there_is_room() -> None:
    screen, least = QRect(0, 0, 1920, 1080), QSize(640, 360)
    assert beside(QRect(0, 0, 1200, 1080), screen, least) == QRect(1200, 0, 720, 1080)
    assert beside(QRect(900, 40, 1020, 900), screen, least) == QRect(0, 0, 900, 1080)
    assert beside(QRect(100, 0, 1700, 1080), screen, least) is None


def test_what_the_map_frames_is_as_large_as_its_room(screens: Screens) -> None:
    """Also where the window got its size after the dice had been asked for."""
    shown = screens.players.map
    place = QRectF(10, 10, 20, 10)
    shown.show_place(place)
    for width, height in SIZES:
        screens.players.resize(width, height)
        settle()
        corner, end = shown.to_view(place.topLeft()), shown.to_view(place.bottomRight())
        fills = max((end.x() - corner.x()) / shown.width(), (end.y() - corner.y()) / shown.height())
        assert fills == pytest.approx(1, abs=0.02)
