import os
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from brikdesk.errors import CampaignFileError
from brikdesk.sample import write_sample
from tests.ui.window_scene import own_folders
from ui.shots import SCENES, main


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    before = os.environ.get("BRIKDESK_DATA_DIR")
    os.environ["BRIKDESK_DATA_DIR"] = str(folder / "data")
    try:
        write_sample(folder / "sample.brik")
    finally:
        if before is None:
            del os.environ["BRIKDESK_DATA_DIR"]
        else:
            os.environ["BRIKDESK_DATA_DIR"] = before
    return folder / "sample.brik"


@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_is_drawn_and_the_file_is_not_touched(
    scene: str, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    own_folders(tmp_path, monkeypatch)
    before, stamp = sample.read_bytes(), sample.stat().st_mtime_ns
    out = tmp_path / "shot.png"
    assert main(sample, scene, out, (1280, 720), "dark", 100) == 0
    picture = QImage(str(out))
    whole_sheet = scene == "components"  # it is as large as everything on it
    assert whole_sheet or (picture.width(), picture.height()) == (1280, 720)
    colours = {picture.pixelColor(x, y).name() for x in range(0, 1280, 9) for y in range(0, 720, 9)}
    assert len(colours) > 12, "something is on it"
    assert sample.read_bytes() == before
    assert sample.stat().st_mtime_ns == stamp
    assert sorted(path.name for path in sample.parent.glob("sample*")) == ["sample.brik"]


def test_two_pictures_of_a_scene_are_alike(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    own_folders(tmp_path, monkeypatch)
    for name in ("one.png", "two.png"):
        main(sample, "turn-start", tmp_path / name, (1280, 720), "light", 125)
    assert QImage(str(tmp_path / "one.png")) == QImage(str(tmp_path / "two.png"))


def test_what_is_no_campaign_is_no_scene(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    own_folders(tmp_path, monkeypatch)
    letter = tmp_path / "letter.brik"
    letter.write_text("Dear Sir Bob, " * 20, encoding="utf-8")
    with pytest.raises(CampaignFileError, match="not a BrikDesk campaign"):
        main(letter, "battle", tmp_path / "shot.png")
    with pytest.raises(CampaignFileError, match="cannot be read"):
        main(tmp_path / "missing.brik", "battle", tmp_path / "shot.png")
    assert not (tmp_path / "shot.png").exists()


def test_a_picture_that_cannot_be_written_is_told(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    own_folders(tmp_path, monkeypatch)
    with pytest.raises(CampaignFileError, match="was not written"):
        main(sample, "keys", tmp_path / "nowhere" / "shot.png", (800, 560))
