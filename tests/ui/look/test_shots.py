"""Pictures of every scene, each drawn by a program of its own as the command line does."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from brikdesk.sample import write_sample, write_scifi_sample
from ui.scenes.drawing import SCENES


def made(write: Callable[[Path], None], folder: Path) -> Path:
    before = os.environ.get("BRIKDESK_DATA_DIR")
    os.environ["BRIKDESK_DATA_DIR"] = str(folder / "data")
    try:
        write(folder / "sample.brik")
    finally:
        if before is None:
            del os.environ["BRIKDESK_DATA_DIR"]
        else:
            os.environ["BRIKDESK_DATA_DIR"] = before
    return folder / "sample.brik"


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(write_sample, tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="module")
def scifi_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(write_scifi_sample, tmp_path_factory.mktemp("scifi"))


def shot(file: Path, scene: str, out: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "brikdesk", "shot", str(file), scene, "-o", str(out)]
    return subprocess.run(
        [*command, "--size", "1280x720", "--theme", "dark"],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_is_drawn_and_the_file_is_not_touched(
    scene: str,
    sample: Path,
    scifi_sample: Path,
    tmp_path: Path,
) -> None:
    sample = scifi_sample if scene.startswith("sf-") else sample
    before, stamp = sample.read_bytes(), sample.stat().st_mtime_ns
    out = tmp_path / "shot.png"
    ended = shot(sample, scene, out)
    assert ended.returncode == 0, ended.stderr
    picture = QImage(str(out))
    whole_sheet = scene == "components"  # it is as large as everything on it
    assert whole_sheet or (picture.width(), picture.height()) == (1280, 720)
    colours = {picture.pixelColor(x, y).name() for x in range(0, 1280, 9) for y in range(0, 720, 9)}
    assert len(colours) > 12, "something is on it"
    assert sample.read_bytes() == before
    assert sample.stat().st_mtime_ns == stamp
    assert sorted(path.name for path in sample.parent.glob("sample*")) == ["sample.brik"]


def test_what_is_no_campaign_is_no_scene(tmp_path: Path) -> None:
    letter = tmp_path / "letter.brik"
    letter.write_text("Dear Sir Bob, " * 20, encoding="utf-8")
    for file, words in ((letter, "not a BrikDesk campaign"), (tmp_path / "missing.brik", "no")):
        ended = shot(file, "battle", tmp_path / "shot.png")
        assert ended.returncode == 1
        assert words in ended.stderr
    assert not (tmp_path / "shot.png").exists()


def test_a_picture_that_cannot_be_written_is_told(sample: Path, tmp_path: Path) -> None:
    ended = shot(sample, "keys", tmp_path / "nowhere" / "shot.png")
    assert ended.returncode == 1
    assert ended.stderr.strip()


def test_a_scene_of_the_other_rules_says_so(sample: Path, tmp_path: Path) -> None:
    ended = shot(sample, "sf-log", tmp_path / "shot.png")
    assert ended.returncode == 1
    assert "not played by the Sci-fi rules" in ended.stderr
