"""Tokens that cannot be told apart are one disc with their count, which opens."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from brikdesk.turns.secrets import players_view
from tests.ui.map.map_scene import CTRL, SHIFT, Map
from ui.models.map import Cluster, UnitToken, gather
from ui.panels.map.scene import UNITS, MapScene
from ui.panels.players import PlayersMap

pytestmark = pytest.mark.thorough(every=2)

Key = Qt.Key
FLATPLATE, NUBS, NEPHEW = "Sgt. Flatplate", "Gunner Nubs", "Nephew"


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


def _far(shown: Map) -> MapScene:
    """Go so far away that the crew is one disc."""
    shown.panel.view._fitted = False
    shown.panel.view._set_scale(4.0)
    shown.panel.view._bring(QPointF(20, 15), QPointF(shown.panel.view.viewport().rect().center()))
    return shown.panel.scene


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


def test_far_away_a_crew_is_one_disc_and_near_each_stands_for_himself(shown: Map) -> None:
    scene = shown.panel.scene
    assert scene.clusters.all == (), "all are told apart when the table is seen whole"
    _far(shown)
    crew = {shown.keys[name] for name in (FLATPLATE, NUBS, NEPHEW)}
    (cluster,) = (each for each in scene.clusters.all if shown.keys[NUBS] in each.ids)
    assert crew <= set(cluster.ids)
    hidden = {unit_id for unit_id, item in scene._units.items() if not item.isVisible()}
    assert hidden == {unit_id for each in scene.clusters.all for unit_id in each.ids}
    shown.panel.view.fit()
    assert scene.clusters.all == ()
    assert all(item.isVisible() for item in scene._units.values())


def test_a_click_opens_a_cluster_and_moves_and_selects_nothing(shown: Map) -> None:
    scene = _far(shown)
    (cluster,) = (each for each in scene.clusters.all if shown.keys[NUBS] in each.ids)
    shown.click(cluster.x, cluster.y)
    assert all(scene.clusters.of(unit_id) is None for unit_id in cluster.ids)
    assert shown.panel.view.box_seen.contains(QPointF(4, 12))
    assert shown.hub.selected_unit == 0


def test_tab_goes_through_a_cluster_and_enter_opens_it_before_the_unit(
    shown: Map, qtbot: QtBot
) -> None:
    scene = _far(shown)
    opened: list[int] = []
    shown.hub.unit_opened.connect(opened.append)
    seen = []
    for _ in scene.in_reading_order():
        shown.press(Key.Key_Tab)
        seen.append(shown.hub.selected_unit)
    assert sorted(seen) == sorted(token.unit_id for token in scene.tokens)
    shown.hub.select_unit(shown.keys[NUBS])
    assert "in a cluster of" in shown.says()
    assert "Enter opens it" in shown.says()
    shown.press(Key.Key_Return)
    assert opened == []
    assert scene.clusters.of(shown.keys[NUBS]) is None
    assert "cluster" not in shown.says()
    shown.press(Key.Key_Return)
    assert opened == [shown.keys[NUBS]]


def test_units_in_a_cluster_are_selected_by_a_box_and_moved(shown: Map) -> None:
    _far(shown)
    shown.drag((0.5, 8), (8, 14), SHIFT)
    assert len(shown.panel.several.ids) == 3
    shown.press(Key.Key_A, CTRL)
    assert len(shown.panel.several.ids) == 4
    shown.panel.view.viewport().grab()


def test_while_it_is_zoomed_the_discs_stay_and_at_rest_they_are_gathered_anew(
    shown: Map, qtbot: QtBot
) -> None:
    scene = _far(shown)
    before = scene.clusters.all
    for _ in range(6):
        shown.panel.view.zoom(1)
        shown.panel.view.viewport().grab()
        assert scene.clusters.all == before
    qtbot.waitUntil(lambda: shown.panel.view.at_rest)
    assert len(scene.clusters.all) < len(before)


def test_an_act_that_moves_a_unit_out_of_a_cluster_shows_it(shown: Map) -> None:
    from brikdesk.acts.movement.moving import MoveUnit

    scene = _far(shown)
    nubs = shown.keys[NUBS]
    assert scene.clusters.of(nubs)
    shown.desk.do(MoveUnit(unit_id=nubs, x=30, y=28, by_itself=False))
    assert scene.clusters.of(nubs) is None
    assert scene._units[nubs].isVisible()


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


def test_the_players_see_the_same_discs_and_count_nobody_whom_they_may_not_see(
    shown: Map, qtbot: QtBot
) -> None:
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
    theirs.grab()


def test_hidden_units_hide_their_discs(shown: Map) -> None:
    scene = _far(shown)
    shown.panel.hide_layers(frozenset({UNITS}))
    assert not any(item.isVisible() for item in scene.clusters._items)
    cluster = scene.clusters.all[0]
    assert scene.cluster_at(QPointF(cluster.x, cluster.y), 4.0) is None
    shown.panel.hide_layers(frozenset())
    assert all(item.isVisible() for item in scene.clusters._items)
    assert not scene._units[cluster.ids[0]].isVisible()


def seen_in(scene: MapScene) -> list[tuple[float, float, tuple[int, ...]]]:
    """Return where discs lie, and of which units."""
    return [(each.x, each.y, each.ids) for each in scene.clusters.all]
