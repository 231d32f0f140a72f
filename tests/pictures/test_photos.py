"""Photos are read whatever a file holds: good ones made small and upright, bad ones refused in words."""

import io
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from brikdesk.errors import BadInput
from brikdesk.pictures.decoding import LARGEST_KEPT
from brikdesk.pictures.photo import MOST_KEPT, name_of, photo_from, photo_of


def picture(mode: str = "RGB", size: tuple[int, int] = (320, 240)) -> Image.Image:
    made = Image.new("RGB", size, (40, 120, 60))
    made.paste((220, 30, 30), (0, 0, size[0] // 4, size[1] // 4))  # red far left
    return made.convert(mode)


def saved(
    kind: str, mode: str = "RGB", size: tuple[int, int] = (320, 240), **more: object
) -> bytes:
    out = io.BytesIO()
    picture(mode, size).save(out, kind, **more)
    return out.getvalue()


def headed(width: int, height: int) -> bytes:
    """Return a PNG whose head claims a size, without the pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", len(head)) + chunk + struct.pack(">I", zlib.crc32(chunk))
        + struct.pack(">I", 4) + b"IDAT" + b"\0" * 4 + struct.pack(">I", zlib.crc32(b"IDAT" + b"\0" * 4))
    )  # fmt: skip


def spoilt(data: bytes) -> bytes:
    at = data.index(b"IDAT") + 12
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


def moving(kind: str) -> bytes:
    out = io.BytesIO()
    picture().save(out, kind, save_all=True, append_images=[picture().rotate(90)], duration=100)
    return out.getvalue()


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "an empty file": (lambda: b"", "an empty file"),
    "words": (lambda: b"Dear referee, here is the photo.", "something else"),
    "an SVG": (
        lambda: b"<?xml version='1.0'?><svg xmlns='a'><image href='/etc/passwd'/></svg>",
        "SVG",
    ),
    "a TIFF": (lambda: saved("TIFF"), "a TIFF"),
    "a BMP": (lambda: saved("BMP"), "a BMP"),
    "a Photoshop file": (lambda: b"8BPS\0\1" + bytes(100), "Photoshop"),
    "a HEIC that is none": (
        lambda: b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(100),
        "damaged or cut off",
    ),
    "an AVIF": (lambda: b"\0\0\0\x18ftypavif\0\0\0\0mif1avif" + bytes(100), "AVIF"),
    "a PDF": (lambda: b"%PDF-1.7\n", "a PDF"),
    "20,000 by 20,000": (lambda: headed(20_000, 20_000), "50 megapixels as PNG"),
    "60,000 by 1": (lambda: headed(60_000, 1), "60,000 by 1 pixels"),
    "1 by 1": (lambda: saved("PNG", size=(1, 1)), "only 1 by 1"),
    "cut off": (lambda: saved("JPEG")[:900], "damaged or cut off"),
    "a PNG cut off": (lambda: saved("PNG")[:200], "damaged or cut off"),
    "a wrong checksum": (lambda: spoilt(saved("PNG")), "damaged or cut off"),
    "only a head": (lambda: b"\xff\xd8\xff\xe0", "damaged or cut off"),
    "a WebP that is none": (lambda: b"RIFF\x10\0\0\0AVI LIST" + bytes(100), "damaged or cut off"),
    "a moving PNG": (lambda: moving("PNG"), "moves"),
    "a moving WebP": (lambda: moving("WEBP"), "moves"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_photo_is_refused_in_words(what: str, tmp_path: Path) -> None:
    make, words = BAD[what]
    path = tmp_path / "table.jpg"
    path.write_bytes(make())
    with pytest.raises(BadInput) as told:
        photo_from(path)
    assert words in str(told.value)


def test_a_file_that_cannot_be_read_is_refused_in_words(tmp_path: Path) -> None:
    pipe, folder, bare = tmp_path / "pipe.jpg", tmp_path / "folder.jpg", tmp_path / "bare.jpg"
    folder.mkdir()
    os.mkfifo(pipe)
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(300 * 1024 * 1024)
    for path, words in (
        (pipe, "no ordinary file"),
        (folder, "is a folder"),
        (large, "300 MB"),
        (tmp_path / "missing.jpg", "cannot be read"),
        (tmp_path / "nul\0.jpg", "cannot be read"),
        (bare / "within.jpg", "cannot be read"),
    ):
        with pytest.raises(BadInput) as told:
            photo_from(path)
        assert words in str(told.value), path


@pytest.mark.parametrize(
    "data",
    [
        *(saved("PNG"), saved("JPEG"), saved("WEBP"), saved("PNG", "P"), saved("PNG", "L")),
        *(saved("JPEG", "CMYK"), saved("PNG", "I;16"), saved("PNG", "1"), saved("JPEG", "L")),
    ],
    ids=["PNG", "JPEG", "WebP", "palette", "grey", "CMYK", "16 bits", "bits", "grey JPEG"],
)
def test_a_photo_becomes_a_jpeg_of_its_size(data: bytes) -> None:
    photo = photo_of(data)
    assert (photo.width, photo.height) == (320, 240)
    assert photo.name == name_of(photo.data)
    with Image.open(io.BytesIO(photo.data)) as kept:
        assert (kept.format, kept.mode, kept.size) == ("JPEG", "RGB", (320, 240))


def test_what_is_clear_becomes_white() -> None:
    clear = Image.new("RGBA", (200, 200), (0, 0, 0, 0))
    out = io.BytesIO()
    clear.save(out, "PNG")
    with Image.open(io.BytesIO(photo_of(out.getvalue()).data)) as kept:
        assert min(kept.getpixel((100, 100))) > 250


def test_a_photo_is_turned_upright_and_keeps_no_place() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held on its side: turn by 90 degrees clockwise
    exif[0x010F] = "Camera of Ann"
    exif.get_ifd(0x8825)[2] = (52.0, 31.0, 12.0)  # north of the equator
    photo = photo_of(saved("JPEG", exif=exif))
    assert (photo.width, photo.height) == (240, 320)
    with Image.open(io.BytesIO(photo.data)) as kept:
        red = kept.getpixel((230, 10))
        assert red[0] > 180, red
        assert red[1] < 80, red
        assert not dict(kept.getexif())
    assert b"Ann" not in photo.data


def test_a_large_photo_is_kept_smaller() -> None:
    photo = photo_of(saved("JPEG", size=(9000, 6000)))
    assert photo.width * photo.height <= MOST_KEPT
    assert photo.width / photo.height == pytest.approx(1.5, rel=0.01)
    assert len(photo.data) <= LARGEST_KEPT
