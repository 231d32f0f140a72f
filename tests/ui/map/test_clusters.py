"""Tokens that cannot be told apart are one disc with their count, which opens."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import dist

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Changes
from brikdesk.store.views.units import units
from brikdesk.turns.secrets import players_view
from tests.ui.map.map_scene import CTRL, LEFT, NONE, SHIFT, Map
from ui.models.map import Apart, Cluster, DrawnShot, UnitToken, apart, gather
from ui.panels.map.scene import COVERED, UNITS, MapScene
from ui.panels.players import PlayersMap

pytestmark = pytest.mark.thorough(every=2)

Key = Qt.Key
FLATPLATE, NUBS, NEPHEW = "Sgt. Flatplate", "Gunner Nubs", "Nephew"
ROSA, TILE = "Rifle Rosa", "Squire Tile"
HEAP = (24.0, 20.0)


def _token(unit_id: int, x: float, y: float, colour: str = "sky") -> UnitToken:
    return UnitToken(unit_id, f"U{unit_id}", "F", "U", colour, 1, x, y)


def _gathered(*tokens: UnitToken, reach: float = 1.0, around: float = 1.0) -> tuple[Cluster, ...]:
    work = gather(tokens, reach, around)
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: tuple[Cluster, ...] = end.value
            return found


def _apart(*tokens: UnitToken, side: float = 1.5) -> Apart:
    work = apart(tokens, {token.unit_id: side for token in tokens}, COVERED, side * 1.1, {})
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: Apart = end.value
            return found


def _drawn(found: Apart, tokens: Sequence[UnitToken]) -> dict[int, tuple[float, float]]:
    steps = {token.unit_id: found.steps.get(token.unit_id, (0.0, 0.0)) for token in tokens}
    return {t.unit_id: (t.x + steps[t.unit_id][0], t.y + steps[t.unit_id][1]) for t in tokens}


def _far(shown: Map) -> MapScene:
    """Go far away from the table."""
    shown.panel.view._fitted = False
    shown.panel.view._set_scale(4.0)
    shown.panel.view._bring(QPointF(20, 15), QPointF(shown.panel.view.viewport().rect().center()))
    return shown.panel.scene


def _heap(shown: Map, count: int) -> Cluster:
    """Put so many Troopers of both sides into one place; return the disc that they become."""
    rows = [
        {"act": "AddUnit", "player_id": 1 + n % 2, "name": f"Trooper {n}", "preset": "U-01",
         "x": HEAP[0] + 0.1 * (n % 3), "y": HEAP[1] + 0.1 * (n // 3)}
        for n in range(count)
    ]  # fmt: skip
    for row in rows:
        assert isinstance(shown.desk.do(act_from_data(row)), Changes)
    shown.keys.update({row.name: row.id for row in shown.desk.read(units)})
    (heap,) = shown.panel.scene.clusters.all
    return heap


def _counts(scene: MapScene) -> list[int]:
    return [len(each.ids) for each in scene.clusters.all]


def _seen(shown: Map, name: str) -> QRectF:
    """Return the box in which a token is drawn, in pixels of the view."""
    scene, view = shown.panel.scene, shown.panel.view
    token = scene.token(shown.keys[name])
    assert token is not None
    assert scene._units[token.unit_id].isVisible()
    box = scene.box_of(token, view.scale_now)
    return QRectF(view.to_view(box.topLeft()), view.to_view(box.bottomRight()))


def test_what_lies_apart_stays_apart_and_what_lies_near_is_gathered() -> None:
    near = (_token(1, 0, 0), _token(2, 0.5, 0), _token(3, 5, 5))
    (cluster,) = _gathered(*near)
    assert cluster.ids == (1, 2)
    assert (cluster.x, cluster.y) == (0.25, 0)
    assert cluster.colour == "sky"
    assert _gathered(_token(1, 0, 0), _token(2, 1, 0)) == ()


def test_factions_are_gathered_together_and_the_disc_has_no_colour_then() -> None:
    (cluster,) = _gathered(_token(1, 0, 0), _token(2, 0.5, 0, "lime"))
    assert cluster.colour == ""


def test_a_cluster_takes_in_what_its_disc_would_cover() -> None:
    row = (_token(1, 0, 0), _token(2, 0.8, 0), _token(3, 1.6, 0))
    assert _gathered(*row, reach=0.7, around=1.5) == ()
    (cluster,) = _gathered(*row[:1], _token(4, 0.2, 0), *row[1:], reach=0.7, around=1.5)
    assert set(cluster.ids) == {1, 2, 3, 4}


def test_clusters_lie_apart_and_have_each_unit_once() -> None:
    tokens = [_token(n, (n * 17) % 23 / 3, (n * 43) % 29 / 3) for n in range(200)]
    clusters = _gathered(*tokens)
    ids = [unit_id for cluster in clusters for unit_id in cluster.ids]
    assert len(ids) == len(set(ids))
    single = [Cluster(t.x, t.y, (t,)) for t in tokens if t.unit_id not in ids]
    everything = [*clusters, *single]
    for n, one in enumerate(everything):
        for other in everything[n + 1 :]:
            assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= 0.99**2


def test_two_in_contact_are_pushed_along_their_line_until_they_touch() -> None:
    pair = (_token(1, 5, 5), _token(2, 5.6, 5.8))
    found = _apart(*pair)
    assert found.heaps == ()
    one, other = _drawn(found, pair).values()
    assert dist(one, other) == pytest.approx(1.5, rel=0.02)
    (x, y), (to_x, to_y) = one, other
    assert (to_y - y) / (to_x - x) == pytest.approx(0.8 / 0.6), "along their line"
    assert ((x + to_x) / 2, (y + to_y) / 2) == pytest.approx((5.3, 5.4)), "both of them"


@pytest.mark.parametrize("step", [(0.0, 0.0), (0.5, 0.0), (0.1, 0.4)])
def test_up_to_six_are_told_apart_and_none_goes_farther_than_a_token(
    step: tuple[float, float],
) -> None:
    few = [_token(n, 5 + n * step[0], 5 + n * step[1]) for n in range(1, 7)]
    found = _apart(*few)
    assert found.heaps == ()
    places = _drawn(found, few)
    assert min(dist(one, other) for one, other in combinations(places.values(), 2)) >= 1
    assert all(dist(places[t.unit_id], (t.x, t.y)) <= 1.501 for t in few)


def test_more_than_six_in_one_place_are_a_heap() -> None:
    (heap,) = _apart(*(_token(n, 5 + n / 20, 5) for n in range(7))).heaps
    assert len(heap.ids) == 7


def test_those_who_have_room_stay_where_they_stand() -> None:
    apart_already = [_token(1, 5, 5), _token(2, 6.5, 5), _token(3, 9, 9)]
    assert _apart(*apart_already) == Apart()


def test_what_was_pushed_before_is_not_pushed_again_and_comes_out_alike() -> None:
    tokens = [_token(n, (n * 17) % 23 / 3, (n * 43) % 29 / 3) for n in range(60)]
    sides, known = {token.unit_id: 1.5 for token in tokens}, dict[object, object]()
    results = []
    for _ in range(2):
        work = apart(tokens, sides, COVERED, 1.6, known)  # type: ignore[arg-type]
        while True:
            try:
                next(work)
            except StopIteration as end:
                results.append(end.value)
                break
    assert known
    assert results[0] == results[1]


def test_two_enemies_in_contact_are_seen_side_by_side_and_each_can_be_clicked(shown: Map) -> None:
    view = shown.panel.view
    view._fitted = False
    view._set_scale(13.0)  # as a table of 40 inches at 1024 by 768
    view._bring(QPointF(20, 15), QPointF(view.viewport().rect().center()))
    at = {"act": "MoveUnit", "x": 20, "y": 15, "by_itself": False}
    for name, x in ((ROSA, 20.0), (TILE, 21.0)):
        act = act_from_data({**at, "unit_id": shown.keys[name], "x": x})
        assert isinstance(shown.desk.do(act), Changes)
    one, other = _seen(shown, ROSA), _seen(shown, TILE)
    assert other.left() >= one.right() - 1
    assert other.left() <= one.right() + 1, "they touch"
    for name, box in ((ROSA, one), (TILE, other)):
        QTest.mouseClick(view.viewport(), LEFT, NONE, box.center().toPoint())
        assert shown.hub.selected_unit == shown.keys[name]


def test_far_away_a_crew_is_told_apart(shown: Map) -> None:
    scene = _far(shown)
    assert scene.clusters.all == ()
    boxes = [_seen(shown, name) for name in (FLATPLATE, NUBS, NEPHEW)]
    for one, other in combinations(boxes, 2):
        assert dist(one.center().toTuple(), other.center().toTuple()) > one.width() * COVERED


def test_who_no_longer_covers_his_place_has_a_leg_to_it(shown: Map) -> None:
    heap, scene = _heap(shown, 8), shown.panel.scene
    shown.click(heap.x, heap.y)
    legs = list(scene._legs())
    assert len(legs) == 8
    assert not scene.clusters._legs[0].path().isEmpty()
    homes = {(home.x(), home.y()) for home, _ in legs}
    assert homes == {(token.x, token.y) for token in heap.tokens}
    shown.press(Key.Key_Escape)
    assert scene.clusters._legs[0].path().isEmpty()


def test_at_the_same_zoom_all_stand_where_they_stood_whoever_was_selected(shown: Map) -> None:
    scene = _far(shown)
    before = dict(scene._steps)
    assert before
    for name in (NUBS, NEPHEW, ROSA):
        shown.hub.select_unit(shown.keys[name])
        assert scene._steps == before
    shown.panel.view.fit()
    shown.panel.view.zoom(3)
    _far(shown)
    assert scene._steps == before


def test_a_heap_is_a_disc_with_its_number_and_a_click_fans_it_without_zoom(shown: Map) -> None:
    heap, scene, view = _heap(shown, 8), shown.panel.scene, shown.panel.view
    assert len(heap.ids) == 8
    assert heap.shares == (("orchid", 4), ("sky", 4))
    zoom, seen = view.scale_now, view.sceneRect()
    shown.click(heap.x, heap.y)
    assert (view.scale_now, view.sceneRect()) == (zoom, seen)
    assert shown.hub.selected_unit == 0
    assert scene.clusters.all == ()
    boxes = {f"Trooper {n}": _seen(shown, f"Trooper {n}") for n in range(8)}
    for one, other in combinations(boxes.values(), 2):
        assert dist(one.center().toTuple(), other.center().toTuple()) > one.width() * 0.95
    QTest.mouseClick(view.viewport(), LEFT, NONE, boxes["Trooper 5"].center().toPoint())
    assert shown.hub.selected_unit == shown.keys["Trooper 5"]
    assert scene.fanned, "it stays open while one of it is chosen"
    shown.click(2, 28)
    assert not scene.fanned
    assert _counts(scene) == [8]


def test_esc_closes_a_heap_that_was_fanned_out(shown: Map) -> None:
    heap = _heap(shown, 7)
    shown.click(heap.x, heap.y)
    assert shown.panel.scene.fanned
    shown.press(Key.Key_Escape)
    assert not shown.panel.scene.fanned


def test_a_heap_of_more_than_eight_is_a_list_from_which_one_is_chosen(shown: Map) -> None:
    heap, scene = _heap(shown, 10), shown.panel.scene
    shown.click(heap.x, heap.y)
    (menu,) = shown.panel.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    words = [entry.text() for entry in menu.actions()]
    assert len(words) == 10
    assert "Trooper 9, Order of the Missing Piece" in words
    entry = next(each for each in menu.actions() if each.text().startswith("Trooper 9,"))
    entry.trigger()
    menu.hide()
    chosen = shown.keys["Trooper 9"]
    assert shown.hub.selected_unit == chosen
    assert scene.clusters.of(chosen) is None
    assert _counts(scene) == [9]


def test_who_is_selected_is_never_in_a_disc(shown: Map) -> None:
    heap, scene = _heap(shown, 9), shown.panel.scene
    for n in (3, 7):
        shown.hub.select_unit(shown.keys[f"Trooper {n}"])
        box = _seen(shown, f"Trooper {n}")
        (rest,) = scene.clusters.all
        assert len(rest.ids) == 8
        disc = scene.clusters.box(rest, shown.panel.view.scale_now)
        middle = shown.panel.view.to_view(disc.center())
        assert dist(box.center().toTuple(), middle.toTuple()) >= box.width() * 0.95
    shown.hub.select_unit(0)
    assert scene.clusters.all == (heap,)


def test_attacker_target_caught_and_the_unit_of_the_step_are_never_in_a_disc(shown: Map) -> None:
    _heap(shown, 12)
    scene, keys = shown.panel.scene, shown.keys
    who, struck = (keys["Trooper 0"], keys["Trooper 1"]), (keys["Trooper 2"],)
    shown.hub.show_attack(DrawnShot(None, None, who=who, struck=struck))
    shown.hub.tell_step_unit(keys["Trooper 3"])
    assert [scene.clusters.of(keys[f"Trooper {n}"]) for n in range(4)] == [None] * 4
    assert _counts(scene) == [8]
    shown.hub.show_attack(None)
    shown.hub.tell_step_unit(0)
    assert _counts(scene) == [12]


def test_a_click_on_a_disc_while_a_target_is_pointed_at_shows_who_is_in_it(shown: Map) -> None:
    heap = _heap(shown, 8)
    aimed: list[int] = []
    shown.hub.target_pointed.connect(lambda unit_id, x, y: aimed.append(unit_id))
    shown.hub.show_attack(DrawnShot(None, None, aiming=True, wanted=True))
    shown.press(Key.Key_X)
    shown.click(heap.x, heap.y)
    assert aimed == []
    box = _seen(shown, "Trooper 6")
    QTest.mouseClick(shown.panel.view.viewport(), LEFT, NONE, box.center().toPoint())
    assert aimed == [shown.keys["Trooper 6"]]


def test_tab_goes_through_a_heap_and_enter_opens_it_before_the_unit(
    shown: Map, qtbot: QtBot
) -> None:
    _heap(shown, 8)
    scene = shown.panel.scene
    opened: list[int] = []
    shown.hub.unit_opened.connect(opened.append)
    seen = []
    for _ in scene.in_reading_order():
        shown.press(Key.Key_Tab)
        seen.append(shown.hub.selected_unit)
    assert sorted(seen) == sorted(token.unit_id for token in scene.tokens)
    chosen = shown.keys["Trooper 4"]
    shown.hub.select_unit(chosen)
    assert "in a heap of 8 units: Enter opens it" in shown.says()
    shown.press(Key.Key_Return)
    assert opened == []
    assert chosen in scene.fanned
    assert "heap" not in shown.says()
    shown.press(Key.Key_Return)
    assert opened == [chosen]


def test_a_tab_while_pointing_finds_each_of_a_heap(shown: Map) -> None:
    _heap(shown, 8)
    shown.hub.show_attack(DrawnShot(None, None, aiming=True, wanted=True))
    shown.press(Key.Key_X)
    said = set()
    for _ in shown.panel.scene.in_reading_order():
        shown.press(Key.Key_Tab)
        said.add(shown.says())
    assert {f"Target: Trooper {n}" for n in range(8)} <= said


def test_units_in_a_heap_are_selected_by_a_box_and_stand_around_it(shown: Map) -> None:
    _heap(shown, 8)
    shown.drag((HEAP[0] - 2.5, HEAP[1] - 2.5), (HEAP[0] + 2.5, HEAP[1] + 2.5), SHIFT)
    assert len(shown.panel.several.ids) == 8
    assert shown.panel.scene.clusters.all == ()
    shown.press(Key.Key_A, CTRL)
    shown.panel.view.viewport().grab()


def test_while_it_is_zoomed_the_discs_stay_and_at_rest_they_are_gathered_anew(
    shown: Map, qtbot: QtBot
) -> None:
    _heap(shown, 8)
    scene = shown.panel.scene
    before = scene.clusters.all
    for _ in range(8):
        shown.panel.view.zoom(1)
        shown.panel.view.viewport().grab()
        assert scene.clusters.all == before
    qtbot.waitUntil(lambda: shown.panel.view.at_rest)
    assert len(scene.clusters.all) < len(before)


def test_an_act_that_moves_a_unit_out_of_a_heap_shows_it(shown: Map) -> None:
    from brikdesk.acts.movement.moving import MoveUnit

    _heap(shown, 8)
    scene, moved = shown.panel.scene, shown.keys["Trooper 2"]
    assert scene.clusters.of(moved)
    shown.desk.do(MoveUnit(unit_id=moved, x=30, y=28, by_itself=False))
    assert scene.clusters.of(moved) is None
    assert scene._units[moved].isVisible()
    assert _counts(scene) == [7]


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("far", [2.0, 4.0, 8.0])
def test_labels_stay_clear_of_each_other_and_none_names_a_hidden_unit(
    shown: Map, far: float
) -> None:
    scene = _far(shown)
    shown.panel.view._set_scale(far)
    boxes = shown.panel.overlay.boxes()
    for key in boxes:
        kind, _, unit_id = key.partition("-")
        assert kind != "unit" or scene.clusters.of(int(unit_id)) is None
    for one, other in pairwise(boxes.values()):
        assert not one.intersects(other)


def test_the_players_see_the_same_heaps_and_count_nobody_whom_they_may_not_see(
    shown: Map, qtbot: QtBot
) -> None:
    _heap(shown, 8)
    theirs = PlayersMap(shown.panel.theme)
    qtbot.addWidget(theirs)
    theirs.resize(shown.panel.view.size())
    theirs.show()
    theirs.show_view(shown.desk.read(players_view))
    theirs._set_scale(4.0)
    _far(shown)
    assert seen_in(theirs.items_shown) == seen_in(shown.panel.scene)
    assert theirs.items_shown.clusters.all
    seen = {token.unit_id for token in theirs.items_shown.tokens}
    assert all(set(each.ids) <= seen for each in theirs.items_shown.clusters.all)
    told = theirs.items_shown.clusters.all[0].ids[0]
    theirs.name_only((told,))
    assert theirs.items_shown.clusters.of(told) is None, "who acts is seen"
    theirs.grab()


def test_hidden_units_hide_their_discs(shown: Map) -> None:
    cluster, scene = _heap(shown, 8), shown.panel.scene
    shown.panel.hide_layers(frozenset({UNITS}))
    assert not any(item.isVisible() for item in scene.clusters._items)
    scale = shown.panel.view.scale_now
    assert scene.cluster_at(QPointF(cluster.x, cluster.y), scale) is None
    shown.panel.hide_layers(frozenset())
    assert all(item.isVisible() for item in scene.clusters._items)
    assert not scene._units[cluster.ids[0]].isVisible()


def seen_in(scene: MapScene) -> list[tuple[float, float, tuple[int, ...]]]:
    """Return where discs lie, and of which units."""
    return [(each.x, each.y, each.ids) for each in scene.clusters.all]
