"""Whatever stands in a photo beside its pixels, none of it comes into a campaign or out of one."""

import io
import struct
import zlib
from collections.abc import Callable

import pytest
from PIL import Image, PngImagePlugin

from brikdesk.pictures.decoding import is_plain, segments_of
from brikdesk.pictures.photo import MOST_KEPT, MOST_PINNED, for_paper, photo_of
from tests.pictures.honest import HERE, mpo
from tests.pictures.hostile import chunk, png, saved

SECRET = b"SECRET-of-Ann"

PIXELS_ALONE = {0xD8, 0xE0, 0xDB, 0xC0, 0xC4, 0xDA, 0xD9}
"""Beginning, JFIF, tables, one frame, its scan, end."""


def in_segment(marker: int, beginning: bytes = b"") -> bytes:
    data, content = saved("JPEG", (400, 300)), beginning + SECRET
    return (
        data[:2] + bytes((0xFF, marker)) + struct.pack(">H", len(content) + 2) + content + data[2:]
    )


def in_chunk(name: bytes, beginning: bytes = b"", packed: bool = False) -> bytes:
    words = zlib.compress(SECRET) if packed else SECRET
    return png(400, 300, extra=chunk(name, beginning + words))


def in_webp(name: bytes) -> bytes:
    more = {b"EXIF": "exif", b"XMP ": "xmp", b"ICCP": "icc_profile"}[name]
    return saved("WEBP", (400, 300), **{more: SECRET})


def with_exif(kind: str) -> bytes:
    exif = Image.Exif()
    exif[0x010E], exif[0x013B], exif[0x8298] = (SECRET.decode(),) * 3
    exif.get_ifd(0x8825)[2] = (52.0, 31.0, 12.0)
    exif.get_ifd(0x8769)[0x9286] = SECRET
    return saved(kind, (400, 300), exif=exif)


def with_text() -> bytes:
    info = PngImagePlugin.PngInfo()
    info.add_text("comment", SECRET.decode())
    info.add_text("Comment", SECRET.decode(), zip=True)
    info.add_itxt("XML:com.adobe.xmp", SECRET.decode())
    return saved("PNG", (400, 300), pnginfo=info)


def thumbnail_in_jfif() -> bytes:
    data = saved("JPEG", (400, 300))
    pixels = (SECRET * 3)[:36]
    head = b"JFIF\0\1\2\0\0\1\0\1" + bytes((4, 3)) + pixels
    return b"\xff\xd8\xff\xe0" + struct.pack(">H", len(head) + 2) + head + data[20:]


WITH: dict[str, Callable[[], bytes]] = {
    **{f"JPEG, segment {m:02X}": (lambda m=m: in_segment(m)) for m in [*range(0xE1, 0xF0), 0xFE]},
    "JPEG, two comments": lambda: in_segment(0xFE)[:-2] + b"\xff\xfe\0\x0f" + SECRET + b"\xff\xd9",
    "JPEG, XMP": lambda: in_segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0"),
    "JPEG, more XMP": lambda: in_segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0"),
    "JPEG, profile": lambda: saved("JPEG", (400, 300), icc_profile=SECRET * 9),
    "JPEG, Photoshop": lambda: in_segment(0xED, b"Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0d"),
    "JPEG, Adobe": lambda: in_segment(0xEE, b"Adobe\0\x64\0\0\0\0\1"),
    "JPEG, thumbnail": thumbnail_in_jfif,
    "JPEG, JFXX": lambda: in_segment(0xE0, b"JFXX\0\x10"),
    "JPEG, Exif": lambda: with_exif("JPEG"),
    "JPEG, comment": lambda: saved("JPEG", (400, 300), comment=SECRET),
    "JPEG, dots to the inch": lambda: saved("JPEG", (400, 300), dpi=(77, 77), comment=SECRET),
    "JPEG, behind its end": lambda: saved("JPEG", (400, 300)) + SECRET,
    "MPO, its second picture": lambda: mpo(800, 600) + SECRET,
    **{
        f"PNG, {name.decode()}": (lambda name=name: in_chunk(name, b"comment\0"))
        for name in (b"tEXt", b"eXIf", b"iDOT", b"prVt", b"vpAg", b"caBX", b"dSIG", b"tIME", b"sPLT")
    },
    "PNG, zTXt": lambda: in_chunk(b"zTXt", b"comment\0\0", packed=True),
    "PNG, iTXt": lambda: in_chunk(b"iTXt", b"comment\0\0\0\0\0"),
    "PNG, iCCP": lambda: in_chunk(b"iCCP", b"profile\0\0", packed=True),
    "PNG, texts": with_text,
    "PNG, Exif": lambda: with_exif("PNG"),
    "PNG, behind its end": lambda: png(400, 300) + SECRET,
    "WebP, Exif": lambda: with_exif("WEBP"),
    "WebP, behind its end": lambda: saved("WEBP", (400, 300)) + SECRET,
    **{f"WebP, {name.decode()}": (lambda name=name: in_webp(name)) for name in (b"EXIF", b"XMP ", b"ICCP")},
    "HEIC, Exif and XMP": lambda: (HERE / "small.heic").read_bytes(),
}  # fmt: skip


def markers(data: bytes) -> list[int]:
    return [segment.marker for segment in segments_of(data)]


@pytest.mark.parametrize("what", WITH)
@pytest.mark.parametrize("most", [MOST_KEPT, MOST_PINNED])
def test_nothing_but_pixels_comes_into_a_campaign(what: str, most: int) -> None:
    data = WITH[what]()
    if "PNG, zTXt" not in what and "iCCP" not in what and "profile" not in what:
        assert b"SECRET" in data
    kept = photo_of(data, most).data
    assert b"SECRET" not in kept
    assert set(markers(kept)) == PIXELS_ALONE
    assert is_plain(kept)
    with Image.open(io.BytesIO(kept)) as shown:
        assert shown.info.keys() <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
        assert shown.info["jfif_density"] == (1, 1)


@pytest.mark.parametrize("what", [name for name in WITH if name.startswith(("JPEG", "MPO"))])
def test_nothing_but_pixels_leaves_a_campaign_that_held_more(what: str) -> None:
    """A campaign of an older BrikDesk, or of a stranger, holds photos as they came."""
    data = WITH[what]()
    assert not is_plain(data)
    out = for_paper(data).jpeg
    assert b"SECRET" not in out
    assert set(markers(out)) == PIXELS_ALONE


def test_what_brikdesk_kept_leaves_as_it_is() -> None:
    kept = photo_of(saved("JPEG", (400, 300)))
    assert for_paper(kept.data).jpeg == kept.data


def test_colours_are_those_of_the_profile() -> None:
    """A green that a screen can just not show has less red there than its numbers say."""
    out = io.BytesIO()
    Image.new("RGB", (200, 200), (60, 200, 60)).save(out, "PNG", icc_profile=WIDE)
    with Image.open(io.BytesIO(photo_of(out.getvalue()).data)) as shown:
        red, green, _blue = shown.getpixel((100, 100))
    assert red < 30
    assert green == pytest.approx(200, abs=4)


def _tag(name: bytes, x: float, y: float, z: float) -> tuple[bytes, bytes]:
    return name, b"XYZ \0\0\0\0" + struct.pack(">iii", *(round(each * 65536) for each in (x, y, z)))


def _wide() -> bytes:
    """Return a profile with the colours of Adobe RGB (1998), gamma 2.2."""
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(2.19921875 * 256)) + b"\0\0"
    tags = [
        _tag(b"wtpt", 0.9642, 1.0, 0.8249),
        _tag(b"rXYZ", 0.60974, 0.31111, 0.01947),
        _tag(b"gXYZ", 0.20528, 0.62567, 0.06087),
        _tag(b"bXYZ", 0.14919, 0.06322, 0.74457),
        *((name, curve) for name in (b"rTRC", b"gTRC", b"bTRC")),
    ]
    at, table, body = 132 + 12 * len(tags), b"", b""
    for name, data in tags:
        table += name + struct.pack(">II", at + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    whole = struct.pack(">I", len(tags)) + table + body
    head = struct.pack(">I", 128 + len(whole)) + b"lcms\2\x10\0\0mntrRGB XYZ " + bytes(12) + b"acsp"
    head += bytes(28) + struct.pack(">iii", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + whole


WIDE = _wide()
