"""Pictures that want more than a photo does: time, memory, or a reader's mistake. Made, not found."""

import io
import struct
import zlib
from collections.abc import Callable
from functools import partial

from PIL import Image


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(
    wide: int, high: int, colours: int = 2, extra: bytes = b"", bits: int = 8, rows: int = -1,
    interlaced: int = 0,
) -> bytes:  # fmt: skip
    """Return a PNG of nothing; `rows` of them are there, by default all."""
    parts = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(colours, 3)
    row = b"\0" + bytes(wide * parts * bits // 8)
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(row) for _ in range(high if rows < 0 else rows))
    palette = chunk(b"PLTE", bytes(768)) if colours == 3 else b""
    head = struct.pack(">IIBBBBB", wide, high, bits, colours, 0, 0, interlaced)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + palette + extra
        + chunk(b"IDAT", data + packer.flush()) + chunk(b"IEND", b"")
    )  # fmt: skip


def claiming(wide: int, high: int, colours: int = 2, bits: int = 8) -> bytes:
    head = struct.pack(">IIBBBBB", wide, high, bits, colours, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(99)))


def saved(kind: str, size: tuple[int, int], mode: str = "RGB", **more: object) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size).save(out, kind, **more)
    return out.getvalue()


def with_scans(wide: int, high: int, more: int, mode: str = "L") -> bytes:
    data = saved("JPEG", (wide, high), mode, progressive=True, quality=50)
    at = data.rfind(b"\xff\xda")
    return data[:-2] + data[at:-2] * more + data[-2:]


def with_segment(marker: int, content: bytes, times: int = 1) -> bytes:
    data = saved("JPEG", (400, 300))
    segment = bytes((0xFF, marker)) + struct.pack(">H", len(content) + 2) + content
    return data[:2] + segment * times + data[2:]


def sized(data: bytes, wide: int, high: int, marker: int = 0xC0) -> bytes:
    """Return a JPEG whose frame claims another size, or is of another kind."""
    at = data.index(b"\xff\xc0")
    return (
        data[: at + 1] + bytes((marker,)) + data[at + 2 : at + 5] + struct.pack(">HH", high, wide)
        + data[at + 9 :]
    )  # fmt: skip


def exif(entries: int, points_to: int) -> bytes:
    """Return Exif of tags that all point to the same place: rings and depths."""
    tags = b"".join(struct.pack("<HHII", 0x8769 + n % 3, 4, 1, points_to) for n in range(entries))
    return b"Exif\0\0II*\0" + struct.pack("<IH", 8, entries) + tags + struct.pack("<I", points_to)


def moving(kind: str, pictures: int, size: tuple[int, int] = (200, 200)) -> bytes:
    out = io.BytesIO()
    first, *rest = (Image.new("RGB", size, (n % 256, 9, 9)) for n in range(pictures))
    first.save(out, kind, save_all=True, append_images=rest)
    return out.getvalue()


def webp(wide: int, high: int) -> bytes:
    head = struct.pack("<I", 10) + b"\x10\0\0\0" + struct.pack("<I", wide - 1)[:3]
    vp8x = b"VP8X" + head + struct.pack("<I", high - 1)[:3]
    inner = saved("WEBP", (200, 200), lossless=True)[12:]
    return b"RIFF" + struct.pack("<I", 4 + len(vp8x + inner)) + b"WEBP" + vp8x + inner


def box(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data) + 8) + name + data


FTYP = box(b"ftyp", b"heic\0\0\0\0mif1heic")


def boxes(deep: int) -> bytes:
    made = b""
    for _ in range(deep):
        made = box(b"meta", b"\0\0\0\0" + made)
    return FTYP + made


def packed(size: int) -> bytes:
    """Return zeros, packed; made piece by piece, as the bomb is large."""
    packer, block = zlib.compressobj(9), bytes(1 << 20)
    return b"".join(packer.compress(block) for _ in range(size >> 20)) + packer.flush()


SMALL: dict[str, Callable[[], bytes]] = {
    "PNG, 60,000 by 60,000 said": partial(claiming, 60_000, 60_000),
    "PNG, 2^31 - 1 said": partial(claiming, 2**31 - 1, 2**31 - 1),
    "PNG, 20,001 by 100 said": partial(claiming, 20_001, 100),
    "PNG, 7,000 by 7,000 said, clear, 16 bits": partial(claiming, 7_000, 7_000, 6, 16),
    "PNG, no pixels": partial(png, 400, 300, rows=0),
    "PNG, half the pixels": partial(png, 400, 300, rows=150),
    "PNG, 10 times the pixels": partial(png, 400, 300, rows=3000),
    "PNG, colours of no kind": partial(png, 400, 300, 5),
    "PNG, 3 bits": partial(png, 400, 300, 2, bits=3),
    "PNG, interlaced wrongly": partial(png, 400, 300, interlaced=7),
    "PNG, two heads": lambda: png(400, 300, extra=chunk(b"IHDR", bytes(13))),
    "PNG, cut in a chunk": lambda: png(400, 300)[:60],
    "PNG, a chunk of 2 GB said": lambda: png(400, 300)[:33] + b"\x7f\xff\xff\xffIDAT" + bytes(99),
    "PNG, a wrong sum": lambda: png(400, 300).replace(b"IDAT", b"IDAT\1", 1),
    "PNG, 20,000 texts": lambda: png(400, 300, extra=chunk(b"tEXt", b"k\0" + b"x" * 900) * 20_000),
    "PNG, 100,000 empty chunks": lambda: png(400, 300, extra=chunk(b"IDAT", b"") * 100_000),
    "PNG, Exif in rings": lambda: png(400, 300, extra=chunk(b"eXIf", exif(3000, 8)[6:])),
    "PNG, tRNS of another kind": lambda: png(400, 300, extra=chunk(b"tRNS", bytes(600))),
    "PNG, 500 pictures": partial(moving, "PNG", 500),
    "PNG, a profile of letters": lambda: saved("PNG", (400, 300), icc_profile=b"\xff" * 400_000),
    "JPEG, 65,535 by 65,535 said": lambda: sized(saved("JPEG", (400, 300)), 65_535, 65_535),
    "JPEG, 12,000 by 9,000 said": lambda: sized(saved("JPEG", (400, 300)), 12_000, 9_000),
    "JPEG, 0 high": lambda: sized(saved("JPEG", (400, 300)), 400, 0),
    "JPEG, arithmetic": lambda: sized(saved("JPEG", (400, 300)), 400, 300, 0xC9),
    "JPEG, lossless": lambda: sized(saved("JPEG", (400, 300)), 400, 300, 0xC3),
    "JPEG, progressive by its head only": lambda: sized(saved("JPEG", (400, 300)), 400, 300, 0xC2),
    "JPEG, 300 scans": partial(with_scans, 400, 300, 300),
    "JPEG, 5,000 scans": partial(with_scans, 400, 300, 5000),
    "JPEG, 1,000 comments": lambda: with_segment(0xFE, b"x" * 65_000, 1000),
    "JPEG, 200,000 empty segments": lambda: with_segment(0xE5, b"", 200_000),
    "JPEG, Exif in rings": lambda: with_segment(0xE1, exif(3000, 8)),
    "JPEG, Exif beyond its end": lambda: with_segment(0xE1, exif(10, 2**31)),
    "JPEG, MPO of 65,000 pictures": lambda: with_segment(
        0xE2, b"MPF\0MM\0*" + struct.pack(">IHHHIIHHII", 8, 2, 0xB001, 4, 1, 65_000, 0xB002, 7, 16, 0)
    ),
    "JPEG, a profile in 255 parts": lambda: with_segment(0xE2, b"ICC_PROFILE\0\1\xff" + b"x" * 60_000, 255),
    "JPEG, filled with 8 MB of FF": (
        lambda: saved("JPEG", (400, 300))[:2] + b"\xff" * (8 << 20) + saved("JPEG", (400, 300))[2:]
    ),
    "JPEG, a segment without end": lambda: b"\xff\xd8\xff\xe1\xff\xff" + bytes(100),
    "JPEG, only its scan": lambda: b"\xff\xd8" + saved("JPEG", (400, 300))[-500:],
    "JPEG, no tables": lambda: saved("JPEG", (400, 300)).replace(b"\xff\xdb", b"\xff\xfe"),
    "JPEG, cut": lambda: saved("JPEG", (4000, 3000))[:5000],
    "JPEG, noise for pixels": (
        lambda: saved("JPEG", (2000, 1500))[:700] + bytes(n * 7 % 251 for n in range(200_000))
    ),
    "WebP, 16,384 by 16,384 said": partial(webp, 16_384, 16_384),
    "WebP, 2^24 said": partial(webp, 1 << 24, 1 << 24),
    "WebP, 4,000 by 4,000 said": partial(webp, 4000, 4000),
    "WebP, 300 pictures": partial(moving, "WEBP", 300),
    "WebP, cut": lambda: saved("WEBP", (2000, 1500), lossless=True)[:90],
    "WebP, of no kind": lambda: b"RIFF\xff\xff\xff\xffWEBPVP9 " + bytes(100),
    "HEIC, boxes in boxes": partial(boxes, 5000),
    "HEIC, a box of 2^63 bytes": lambda: FTYP + b"\0\0\0\1meta" + b"\x7f" + b"\xff" * 7 + bytes(50),
    "HEIC, a box in a ring": lambda: FTYP + b"\0\0\0\0meta" + bytes(5000),
    "HEIC, only its name": lambda: FTYP,
    "PNG with a page behind": lambda: png(400, 300) + b"<script>alert(1)</script>" * 9,
}  # fmt: skip
"""Those that are made at once."""

LARGE: dict[str, Callable[[], bytes]] = {
    "PNG, 20,000 by 2,500, clear": partial(png, 20_000, 2_500, 6),
    "PNG, 7,000 by 7,000, 16 bits": partial(png, 7_000, 7_000, 2, bits=16),
    "PNG, 7,000 by 7,000, clear, 16 bits": partial(png, 7_000, 7_000, 6, bits=16),
    "PNG, 300 MB of pixels too many": lambda: png(400, 300)[:-12] + chunk(b"IDAT", packed(300 << 20)),
    "PNG, a text of 200 MB": lambda: png(400, 300, extra=chunk(b"zTXt", b"k\0\0" + packed(200 << 20))),
    "PNG, 50 texts of 40 MB": lambda: png(400, 300, extra=chunk(b"zTXt", b"k\0\0" + packed(40 << 20)) * 50),
    "PNG, a profile of 200 MB": lambda: png(400, 300, extra=chunk(b"iCCP", b"k\0\0" + packed(200 << 20))),
    "JPEG, 79 megapixels, 99 scans": partial(with_scans, 8900, 8900, 89),
    "JPEG, 79 megapixels, 1,000 scans": partial(with_scans, 8900, 8900, 1000),
    "JPEG, 105 megapixels, progressive": lambda: saved("JPEG", (10_500, 10_000), progressive=True),
    "JPEG, 100 megapixels, 4 colours, progressive": (
        lambda: saved("JPEG", (10_000, 10_000), "CMYK", progressive=True)
    ),
    "WebP, 20 megapixels": lambda: saved("WEBP", (5000, 4000), lossless=True, method=0),
    "WebP, 19 megapixels, 3 pictures": partial(moving, "WEBP", 3, (4800, 4000)),
}  # fmt: skip
"""Those that take a while to be made."""
