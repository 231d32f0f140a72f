"""Photos as cameras, phones and programs write them, up to the largest."""

import io
import struct
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image, ImageCms

HERE = Path(__file__).parent


def scene(wide: int, high: int, mode: str = "RGB") -> Image.Image:
    """Return a picture with something everywhere, red far left."""
    made = Image.linear_gradient("L").resize((wide, high)).convert("RGB")
    made.paste((220, 30, 30), (0, 0, wide // 4, high // 4))
    return made.convert(mode)


def written(kind: str, wide: int, high: int, mode: str = "RGB", **more: object) -> bytes:
    out = io.BytesIO()
    scene(wide, high, mode).save(out, kind, **more)
    return out.getvalue()


def mpo(wide: int, high: int) -> bytes:
    out = io.BytesIO()
    scene(wide, high).save(
        out, "MPO", save_all=True, append_images=[scene(wide // 4, high // 4)], quality=85
    )
    return out.getvalue()


def turned(how: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = how
    return written("JPEG", 640, 480, exif=exif)


def sixteen(wide: int, high: int) -> bytes:
    out = io.BytesIO()
    row = struct.pack(f"<{wide}H", *(at * 65_535 // wide for at in range(wide)))
    Image.frombytes("I;16", (wide, high), row * high).save(out, "PNG")
    return out.getvalue()


def profile(name: str = "sRGB") -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile(name)).tobytes()


def clear(wide: int, high: int) -> bytes:
    out = io.BytesIO()
    made = scene(wide, high, "RGBA")
    made.putalpha(128)
    made.save(out, "PNG")
    return out.getvalue()


SMALL: dict[str, Callable[[], bytes]] = {
    "JPEG": partial(written, "JPEG", 1200, 900),
    "JPEG, progressive": partial(written, "JPEG", 1200, 900, progressive=True),
    "JPEG, grey": partial(written, "JPEG", 1200, 900, "L"),
    "JPEG, CMYK": partial(written, "JPEG", 1200, 900, "CMYK"),
    "JPEG, all colours": partial(written, "JPEG", 1200, 900, subsampling=0, quality=100),
    "JPEG, sRGB": lambda: written("JPEG", 1200, 900, icc_profile=profile()),
    "JPEG, XYZ": lambda: written("JPEG", 1200, 900, icc_profile=profile("XYZ")),
    "JPEG, a broken profile": lambda: written("JPEG", 1200, 900, icc_profile=b"no profile"),
    "JPEG, odd sides": partial(written, "JPEG", 1201, 901),
    "JPEG, with a film behind": lambda: written("JPEG", 1200, 900) + b"ftypmp42" + bytes(range(256)) * 4000,
    **{f"JPEG, turned {how}": partial(turned, how) for how in range(1, 9)},
    "MPO": partial(mpo, 1600, 1200),
    "PNG": partial(written, "PNG", 1200, 900),
    "PNG, palette": partial(written, "PNG", 1200, 900, "P"),
    "PNG, grey": partial(written, "PNG", 1200, 900, "L"),
    "PNG, bits": partial(written, "PNG", 1200, 900, "1"),
    "PNG, grey and clear": partial(written, "PNG", 1200, 900, "LA"),
    "PNG, half clear": partial(clear, 1200, 900),
    "PNG, 16 bits of grey": partial(sixteen, 1200, 900),
    "WebP": partial(written, "WEBP", 1200, 900),
    "WebP, lossless": partial(written, "WEBP", 1200, 900, lossless=True, method=0),
    "WebP, half clear": partial(written, "WEBP", 1200, 900, "RGBA"),
    "HEIC": lambda: (HERE / "small.heic").read_bytes(),
    "HEIC, 12 megapixels": lambda: (HERE / "twelve.heic").read_bytes(),
}  # fmt: skip

LARGE: dict[str, Callable[[], bytes]] = {
    "JPEG, 12 megapixels": partial(written, "JPEG", 4032, 3024),
    "JPEG, 24 megapixels": partial(written, "JPEG", 6000, 4000),
    "JPEG, 48 megapixels": partial(written, "JPEG", 8064, 6048),
    "JPEG, 48 megapixels, progressive": partial(written, "JPEG", 8064, 6048, progressive=True),
    "JPEG, 50 megapixels, CMYK": partial(written, "JPEG", 8192, 6144, "CMYK"),
    "JPEG, 64 megapixels": partial(written, "JPEG", 9248, 6936),
    "JPEG, 108 megapixels": partial(written, "JPEG", 12_000, 9_000),
    "MPO, 48 megapixels": partial(mpo, 8064, 6048),
    "PNG, 24 megapixels": partial(written, "PNG", 6000, 4000),
    "PNG, 48 megapixels": partial(written, "PNG", 8000, 6000),
    "PNG, 48 megapixels, half clear": partial(clear, 8000, 6000),
    "PNG, 48 megapixels, 16 bits of grey": partial(sixteen, 8000, 6000),
    "WebP, 12 megapixels": partial(written, "WEBP", 4032, 3024),
    "WebP, 20 megapixels": partial(written, "WEBP", 5000, 4000, method=0),
}
