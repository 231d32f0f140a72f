"""A photo under the map: laid out, corrected, taken away, undone; kept in the file with the campaign."""

import io
import math
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from brikdesk.acts.battlefield.table import RemoveBackground, SetBackground
from brikdesk.errors import BadInput
from brikdesk.ground.perspective import Rectangle
from brikdesk.pictures.photo import PhotoCopy, name_of, photo_of
from brikdesk.store import campaign as keeping_pictures
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Picture
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.notes_and_photos import photo_bytes
from brikdesk.turns.secrets import players_view
from tests.acts.table import bad, rows, told

CORNERS = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))


def photo(shade: int = 90, size: tuple[int, int] = (400, 300)) -> PhotoCopy:
    out = io.BytesIO()
    Image.new("RGB", size, (shade, shade, shade)).save(out, "PNG")
    return photo_of(out.getvalue())


@pytest.fixture
def taken(battle: Campaign) -> PhotoCopy:
    kept = photo()
    battle.keep_picture(kept)
    return kept


def bytes_in(campaign: Campaign, name: str) -> bytes | None:
    return campaign.reading(lambda session: photo_bytes(session, name))


def test_a_photo_lies_under_the_map_until_it_is_taken_away(
    battle: Campaign, taken: PhotoCopy
) -> None:
    digest = battle.digest()
    act = SetBackground(picture=taken.name, corners=CORNERS)
    assert told(battle, act) == [
        'A photo of the table lies under the map. Measured by a rectangle of 40" by 30".'
    ]
    shown = battle.read(battlefield).photo
    assert shown is not None
    assert (shown.picture, shown.corners, shown.known, shown.opacity) == (
        taken.name, CORNERS, Rectangle(0, 0, 40, 30), 1.0,
    )  # fmt: skip
    assert battle.read(players_view).ground.photo == shown
    assert told(battle, RemoveBackground()) == ["The photo of the table is taken away."]
    assert battle.read(battlefield).photo is None
    battle.undo()
    assert battle.read(battlefield).photo == shown
    battle.undo()
    assert battle.digest() == digest
    battle.redo()
    assert bytes_in(battle, taken.name) == taken.data


def test_what_is_not_said_of_a_photo_stays(battle: Campaign, taken: PhotoCopy) -> None:
    battle.do(SetBackground(picture=taken.name, corners=CORNERS, width=10, depth=8, x=3, y=4))
    told_again = told(battle, SetBackground(opacity=0.4, turned=-90))
    assert told_again[0].startswith("The photo of the table lies anew.")
    shown = battle.read(battlefield).photo
    assert shown is not None
    assert (shown.known, shown.opacity) == (Rectangle(3, 4, 10, 8, 270), 0.4)
    newer = photo(120)
    battle.keep_picture(newer)
    battle.do(SetBackground(picture=newer.name))
    again = battle.read(battlefield).photo
    assert again is not None
    assert (again.picture, again.known) == (newer.name, shown.known)


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"picture": "table.jpg"}, "picture"),
        ({"picture": None}, "picture"),
        ({"corners": CORNERS[:3]}, "corners"),
        ({"corners": ((0, 0), (1, 1), (1, 0), (0, 1))}, "corners"),
        ({"corners": ((-7, 0), (1, 0), (1, 1), (0, 1))}, "corners"),
        (
            {"corners": ((0.45, 0.5), (0.55, 0.5), (1, 0.9), (0, 0.9)), "y": 20, "depth": 5},
            "corners",
        ),
        ({"width": 0}, "width"),
        ({"depth": 2000}, "depth"),
        ({"width": math.nan}, "width"),
        ({"x": 5000}, "x"),
        ({"turned": math.inf}, "turned"),
        ({"opacity": 0}, "opacity"),
        ({"opacity": 1.5}, "opacity"),
    ],
)
def test_a_photo_that_cannot_lie_so_is_turned_back(
    battle: Campaign, taken: PhotoCopy, facts: dict[str, Any], where: str
) -> None:
    digest = battle.digest()
    with pytest.raises(BadInput) as error:
        battle.do(SetBackground(**{"picture": taken.name, "corners": CORNERS, **facts}))
    assert error.value.where == where
    assert battle.digest() == digest


def test_nothing_can_be_taken_away_where_no_photo_lies(battle: Campaign) -> None:
    assert "No photo" in bad(battle, RemoveBackground())


def test_a_photo_is_in_the_file_and_not_in_the_game(battle: Campaign, taken: PhotoCopy) -> None:
    path, digest = battle.path, battle.digest()
    battle.keep_picture(taken)  # a second time
    assert [row.name for row in rows(battle, Picture)] == [taken.name]
    battle.do(SetBackground(picture=taken.name, corners=CORNERS))
    battle.close()
    with Campaign.open(path) as opened:
        assert bytes_in(opened, taken.name) == taken.data
        assert name_of(taken.data) == taken.name
        opened.undo()
        assert opened.digest() == digest


def test_old_photos_go_when_there_are_many(
    battle: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = [photo(shade) for shade in (10, 60, 110, 160)]
    monkeypatch.setattr(keeping_pictures, "MOST", len(photos[3].data) + 200)
    battle.keep_picture(photos[0])
    battle.do(SetBackground(picture=photos[0].name, corners=CORNERS))
    for each in photos[1:]:
        battle.keep_picture(each)
    # The first one lies under the map, so the second is the oldest that may go.
    assert {row.name for row in rows(battle, Picture)} == {
        photos[0].name, photos[2].name, photos[3].name,
    }  # fmt: skip


def test_a_file_with_a_photo_is_copied_and_backed_up_whole(
    battle: Campaign, taken: PhotoCopy, tmp_path: Path
) -> None:
    battle.do(SetBackground(picture=taken.name, corners=CORNERS))
    finish = battle.begin_backup()
    assert finish is not None
    with Campaign.open(finish(), read_only=True) as copy:
        assert bytes_in(copy, taken.name) == taken.data
