"""Pillow at work on a picture that may be anything: only in the process that is confined for it."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

from msgspec import Struct
from PIL import Image, ImageOps
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from brikdesk.errors import BadInput
from brikdesk.ground.perspective import Perspective
from brikdesk.pictures import jobs
from brikdesk.pictures.jobs import PhotoKind, kind_of

if TYPE_CHECKING:
    from PIL.Image import Image as Picture


Made = tuple[jobs.Answer, Iterator[bytes]]
"""An answer and the bytes that follow it."""


def done(job: jobs.PictureJob, data: bytes) -> Made:
    """Do a job with the bytes of a photo. Raise BadInput in words where it has no picture to give."""
    if isinstance(job, jobs.KeepCopy):
        return _kept_copy(job, data)
    try:
        if isinstance(job, jobs.Unpack):
            return _unpacked(job, data)
        if isinstance(job, jobs.LayFlat):
            return _flat(job, data)
        return _for_paper(data)
    except (MemoryError, BadInput):
        raise
    except Exception as error:  # Pillow's readers raise a dozen kinds for damaged data
        raise BadInput(DAMAGED) from error


def _kept_copy(job: jobs.KeepCopy, data: bytes) -> Made:
    if not job.path:
        return _one(*copy_to_keep(BytesIO(data), job.most))
    with open(os.fsdecode(job.path), "rb") as file:
        return _one(*copy_to_keep(file, job.most))


def _unpacked(job: jobs.Unpack, data: bytes) -> Made:
    with kept(data) as picture:
        whole = picture.size
        longest = LONGEST_SHOWN if 0 in job.sizes else max(job.sizes)
        picture.thumbnail((longest, longest))
        picture.load()
        return _pixels([thumbnail(picture, size or longest) for size in job.sizes], whole)


def _flat(job: jobs.LayFlat, data: bytes) -> Made:
    flat = straight_from_above(data, job)
    return _one(on_white(flat), *flat.size) if job.for_paper else _pixels(halves(flat), flat.size)


def _for_paper(data: bytes) -> Made:
    jpeg, *size = plain_jpeg(data, is_plain(data))
    # The same bytes need not come back: no bytes say that these are good.
    return _one(b"" if jpeg is data else jpeg, *size)


def _one(jpeg: bytes, wide: int, high: int) -> Made:
    return jobs.Answer("", (jobs.Part(wide, high, len(jpeg)),), wide, high), iter((jpeg,))


def _pixels(pictures: Sequence["Picture"], whole: tuple[int, int]) -> Made:
    """Return pictures, four bytes a pixel, of a photo that has `whole` as its size."""
    parts = tuple(jobs.Part(*each.size, 4 * each.width * each.height) for each in pictures)
    return jobs.Answer("", parts, *whole), (row for each in pictures for row in rows_of(each))


START, END, SCAN = 0xD8, 0xD9, 0xDA
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers behind which no length stands."""

_NEXT = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""Where packed pixels end: a marker that is neither a stuffed byte nor a restart."""

_FILLED = re.compile(rb"\xff+")

_JFIF_HEAD = 18
"""Bytes of the JFIF segment, with its marker, that holds no thumbnail."""

_PLAIN = frozenset({START, END, SCAN, 0xE0, 0xDB, 0xC0, 0xC4, 0xDD})
"""Markers of a JPEG of pixels alone: its head, tables, one frame, its scan."""


MOST_SEGMENTS = 40
"""More than BrikDesk writes; each is looked at, and a hostile file may hold millions."""


class JpegSegment(Struct, frozen=True):
    """A marker with what belongs to it, from `start` to before `end`; a scan includes its pixels."""

    marker: int
    start: int
    end: int


def segments_of(data: bytes) -> Iterator[JpegSegment]:
    """Yield the segments up to the end of the picture, as far as they can be followed."""
    at = 0
    while at + 2 <= len(data) and data[at] == 0xFF:
        if data[at + 1] == 0xFF:  # bytes may be filled with it
            filled = _FILLED.match(data, at)
            at = filled.end() - 1 if filled else at
        marker = data[at + 1] if at + 2 <= len(data) else END
        end = at + 2
        if marker not in _ALONE and marker != END:
            end += int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == SCAN:
            found = _NEXT.search(data, end)
            end = found.start() if found else len(data)
        yield JpegSegment(marker, at, end)
        if marker == END:
            return
        at = end


def is_plain(data: bytes) -> bool:
    """Return whether a JPEG is what BrikDesk itself writes: one scan of pixels, and nothing else."""
    scans, last = 0, None
    for number, last in enumerate(segments_of(data)):
        scans += last.marker == SCAN
        is_head = last.marker == 0xE0
        if last.marker not in _PLAIN or number >= MOST_SEGMENTS or scans > 1:
            return False
        if is_head and last.end - last.start != _JFIF_HEAD:
            return False
    return last is not None and last.marker == END and last.end == len(data) and scans == 1


MOST_READ: dict[PhotoKind, int] = {
    PhotoKind.JPEG: 110_000_000,
    PhotoKind.PNG: 50_000_000,
    PhotoKind.WEBP: 20_000_000,
    PhotoKind.HEIC: 50_000_000,
}
"""Pixels of a photo that is read. A JPEG is unpacked in a part of its size at once, a PNG only whole;
libwebp and libheif hold it three times over while they work."""

MOST_UNPACKED = 50_000_000
"""Pixels of a JPEG in the size in which it is unpacked."""

LONGEST_SHOWN = 4800
"""Pixels of the longer side of a photo that is looked at as a whole, through the loupe too."""

MOST_COEFFICIENTS = 200 * 1024 * 1024
"""Bytes that a progressive JPEG may take, which stays in memory until its last scan has come."""

MOST_SCANS = 100
"""Scans of a progressive JPEG; cameras and programs write a dozen."""

SHORTEST_SIDE, LONGEST_SIDE = 100, 20_000
"""Pixels of a side; nothing can be recognised in less, and no camera makes more."""

STRIP = 1_000_000
"""Pixels that are worked on at once."""

LARGEST_KEPT = 12 * 1024 * 1024
"""Bytes of the copy in the campaign."""

QUALITIES = (88, 75, 60)
"""JPEG qualities that are tried until the copy is small enough; 88 shows no fault on a map."""

WHITE = (255, 255, 255, 255)
INSTEAD = "Take or export it once more as JPEG. Nothing was changed."
DAMAGED = f"The picture is damaged or cut off and cannot be read. {INSTEAD}"
_LARGEST = " or ".join(
    f"{most // 1_000_000} megapixels as {kind.value}" for kind, most in MOST_READ.items()
)
TOO_LARGE = f"BrikDesk reads at most {_LARGEST}."
NO_HEIC = (
    "This is a HEIC photo, and this BrikDesk has no decoder for it. On the phone choose Settings, "
    "Camera, Formats, Most Compatible; or send the photo to yourself as JPEG. Nothing was changed."
)

# Pixels are counted here, by kind, before anything is unpacked.
Image.MAX_IMAGE_PIXELS = None


def copy_to_keep(file: BinaryIO, most: int) -> tuple[bytes, int, int]:
    """Return a photo as JPEG of at most so many pixels, upright, with its width and height.

    Raise BadInput in words for what is no photo, or too large.
    """
    kind = kind_of(file.read(2000))
    file.seek(0)
    try:
        with _opened(file, kind) as picture:
            _check(picture, kind)
            if isinstance(picture, JpegImageFile):
                _unpack_smaller(picture, most)
            picture.load()
            turned = _turned(
                picture
            )  # now: a PNG is unpacked for it, and what is wrong would be lost
            small = _in_plain_colours(picture, most)
    except (BadInput, MemoryError):
        raise
    except Exception as error:  # Pillow's readers raise a dozen kinds for damaged data
        raise BadInput(DAMAGED) from error
    if turned is not None:
        small = small.transpose(turned)
    return _packed(small)


def _opened(file: BinaryIO, kind: PhotoKind) -> "Picture":
    # By their own names: Pillow would try its other readers, and take a JPEG with a second picture behind
    # it (MPO) for one that moves.
    if kind is PhotoKind.JPEG:
        _check_scans(file)
        return JpegImageFile(file)
    if kind is PhotoKind.PNG:
        return PngImageFile(file)
    if kind is PhotoKind.WEBP:
        _check_webp(file)
        return WebPImageFile(file)
    return _opened_heic(file)


def _check_scans(file: BinaryIO) -> None:
    scans = sum(segment.marker == SCAN for segment in segments_of(file.read()))
    file.seek(0)
    if scans > MOST_SCANS:
        raise BadInput(f"The picture comes in {scans:,} parts, as no camera writes it. {INSTEAD}")


def _check_webp(file: BinaryIO) -> None:
    # Its reader takes memory for the whole canvas as soon as it is opened.
    head = file.read(30)
    file.seek(0)
    if len(head) < 30 or head[8:12] != b"WEBP":
        raise BadInput(DAMAGED)
    form, number = head[12:16], int.from_bytes
    if form == b"VP8X":
        size = 1 + number(head[24:27], "little"), 1 + number(head[27:30], "little")
    elif form == b"VP8L":
        both = number(head[21:25], "little")
        size = 1 + (both & 0x3FFF), 1 + (both >> 14 & 0x3FFF)
    else:
        size = number(head[26:28], "little") & 0x3FFF, number(head[28:30], "little") & 0x3FFF
    _check_size(*size, PhotoKind.WEBP)


def _opened_heic(file: BinaryIO) -> "Picture":
    try:
        # libheif with libde265, both LGPL: the decoder alone. pillow-heif, its larger sibling, brings an
        # encoder under the GPL, which is why this one is used.
        import pi_heif  # type: ignore[import-untyped]
    except ImportError:
        raise BadInput(NO_HEIC) from None
    options: Any = pi_heif.options
    options.THUMBNAILS = options.DEPTH_IMAGES = options.AUX_IMAGES = False
    options.DECODE_THREADS = 1  # the time is counted for all of them
    heif = pi_heif.open_heif(file, convert_hdr_to_8bit=True)
    wide, high = heif.size
    _check_size(wide, high, PhotoKind.HEIC)
    found: Picture = heif.to_pillow()  # upright, as libheif turns it itself
    found.info = {"icc_profile": found.info.get("icc_profile")}
    return found


def _check_size(wide: int, high: int, kind: PhotoKind) -> None:
    if wide * high > MOST_READ[kind] or max(wide, high) > LONGEST_SIDE:
        raise BadInput(
            f"The picture has {wide:,} by {high:,} pixels. {TOO_LARGE} Save it smaller. "
            "Nothing was changed."
        )
    if min(wide, high) < SHORTEST_SIDE:
        raise BadInput(
            f"The picture has only {wide:,} by {high:,} pixels; it takes {SHORTEST_SIDE} each way."
        )


def _check(picture: "Picture", kind: PhotoKind) -> None:
    """Look at what the head of the file says, before any pixel is unpacked."""
    _check_size(*picture.size, kind)
    if getattr(picture, "is_animated", False):
        raise BadInput("The picture moves. Choose a photo that stands still.")
    if isinstance(picture, JpegImageFile):
        _check_progressive(picture)


def _check_progressive(picture: JpegImageFile) -> None:
    if not picture.info.get("progressive"):
        return
    across = max((layer[1] for layer in picture.layer), default=1)
    down = max((layer[2] for layer in picture.layer), default=1)
    parts = sum(layer[1] * layer[2] for layer in picture.layer) / (across * down)
    if picture.width * picture.height * parts * 2 > MOST_COEFFICIENTS:
        raise BadInput(
            f"The picture has {picture.width:,} by {picture.height:,} pixels in a progressive JPEG, "
            "which takes too much memory. Save it as a usual (baseline) JPEG, or smaller. "
            "Nothing was changed."
        )


_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def _turned(picture: "Picture") -> "Image.Transpose | None":
    """Return how a photo must be turned to stand upright."""
    try:
        return _TURNS.get(picture.getexif().get(0x0112, 1))
    except Exception:  # odd tags in a photo are none of the referee's business
        return None


def _unpack_smaller(picture: JpegImageFile, most: int) -> None:
    """Have a JPEG unpacked in a half, a quarter or an eighth of its size, where that is enough."""
    pixels = picture.width * picture.height
    part = 1
    while part < 8 and (
        pixels > MOST_UNPACKED * part**2 or pixels >= 4 * part**2 * max(most, SHORTEST_SIDE**2)
    ):
        part *= 2
    if part > 1:
        picture.draft(None, (picture.width // part, picture.height // part))


def _in_plain_colours(picture: "Picture", most: int) -> "Picture":
    """Return a picture of at most so many pixels in the colours of screens, on white where it is clear."""
    part = min(1.0, (most / (picture.width * picture.height)) ** 0.5)
    size = max(1, int(picture.width * part)), max(1, int(picture.height * part))
    colours = _colours_of(picture)
    made = Image.new("RGB", size)
    for top, strip in _strips(picture, size):
        made.paste(colours(strip), (0, top))
    return made


def _strips(picture: "Picture", size: tuple[int, int]) -> Iterator[tuple[int, "Picture"]]:
    """Yield a picture in this size, strip by strip from the top, each with its place."""
    wide, high = size
    down = picture.height / high
    rows = max(1, int(STRIP / max(picture.width, wide) / down))
    margin = int(3 * down) + 2  # Lanczos looks at three pixels of the smaller picture each way
    for top in range(0, high, rows):
        bottom = min(high, top + rows)
        first = max(0, int(top * down) - margin)
        last = min(picture.height, int(bottom * down) + margin)
        strip = _simple(picture.crop((0, first, picture.width, last)))
        box = (0.0, top * down - first, float(picture.width), min(bottom * down, last) - first)
        if picture.size == size:
            yield top, strip.crop((0, top - first, wide, bottom - first))
        else:
            yield (
                top,
                strip.resize((wide, bottom - top), Image.Resampling.LANCZOS, box, reducing_gap=2.0),
            )


def _simple(strip: "Picture") -> "Picture":
    """Return a strip in grey, RGB or CMYK: eight bits, no palette, nothing clear."""
    if strip.mode == "I;16":
        return Image.frombytes("L", strip.size, strip.tobytes()[1::2])
    if strip.mode.startswith(("I", "F")):
        raise BadInput(f"The picture has colours of a kind that is not read. {INSTEAD}")
    if strip.has_transparency_data:
        clear = strip.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", clear.size, WHITE), clear).convert("RGB")
    return strip if strip.mode in ("L", "RGB", "CMYK") else strip.convert("RGB")


def _colours_of(picture: "Picture") -> Callable[["Picture"], "Picture"]:
    """Return the function that gives a photo the colours of screens, by its profile if it has one."""
    profile = picture.info.get("icc_profile")
    # The profile of screens names itself in its description, in letters of one byte or of two.
    screens = (b"sRGB", b"s\0R\0G\0B")
    if not isinstance(profile, bytes) or not profile or any(name in profile for name in screens):
        return _to_rgb
    try:
        from PIL import ImageCms

        mode = {"1": "RGB", "L": "L", "I;16": "L", "CMYK": "CMYK"}.get(picture.mode, "RGB")
        own = ImageCms.ImageCmsProfile(BytesIO(profile))
        change = ImageCms.buildTransform(own, ImageCms.createProfile("sRGB"), mode, "RGB")
    except Exception:  # a broken profile, or one of other colours: the photo is read without it
        return _to_rgb

    def by_profile(strip: "Picture") -> "Picture":
        if strip.mode != mode:
            return _to_rgb(strip)
        made = ImageCms.applyTransform(strip, change)
        return made if made is not None else strip

    return by_profile


def _to_rgb(strip: "Picture") -> "Picture":
    return strip.convert("RGB")


def _packed(picture: "Picture") -> tuple[bytes, int, int]:
    """Return a picture as JPEG, small enough to be kept, with its width and height."""
    # Pillow writes a comment, a profile and more of what `info` holds: nothing of it is handed over.
    picture.info = {}
    while True:
        for quality in QUALITIES:
            data = _jpeg(picture, quality)
            if len(data) <= LARGEST_KEPT:
                return data, picture.width, picture.height
        part = (0.8 * picture.width, 0.8 * picture.height)
        picture = picture.resize((int(part[0]), int(part[1])), Image.Resampling.LANCZOS)


def _jpeg(picture: "Picture", quality: int) -> bytes:
    out = BytesIO()
    picture.save(out, "JPEG", quality=quality)
    return out.getvalue()


def kept(data: bytes) -> JpegImageFile:
    """Open a photo that a campaign keeps, which may have come from a stranger."""
    file = BytesIO(data)
    if kind_of(data) is not PhotoKind.JPEG:
        raise BadInput("It is no JPEG.")
    _check_scans(file)
    picture = JpegImageFile(file)
    if picture.width * picture.height > MOST_READ[PhotoKind.JPEG]:
        raise BadInput(TOO_LARGE)
    _check_progressive(picture)
    return picture


def plain_jpeg(data: bytes, is_plain: bool) -> tuple[bytes, int, int]:
    """Unpack a kept photo to its last pixel; return it as it is if it `is_plain`, else packed anew."""
    with kept(data) as picture:
        size = picture.size
        _unpack_smaller(picture, MOST_UNPACKED)
        picture.load()
        if is_plain and picture.size == size:
            return data, *size
        return _packed(_in_plain_colours(picture, MOST_UNPACKED // 2))


def on_white(flat: "Picture") -> bytes:
    """Return a straightened picture as JPEG; what is clear in it becomes white, as paper is."""
    white = Image.new("RGBA", flat.size, WHITE)
    return _jpeg(Image.alpha_composite(white, flat).convert("RGB"), 85)


def thumbnail(picture: "Picture", longest: int) -> "Picture":
    """Return a picture with at most so many pixels along its longer side."""
    if max(picture.size) <= longest:
        return picture
    return ImageOps.contain(picture, (longest, longest), Image.Resampling.BICUBIC)


def rows_of(picture: "Picture") -> Iterator[bytes]:
    """Yield the pixels of a picture as `Pixels` has them, some rows at a time."""
    rows = max(1, STRIP // picture.width)
    for top in range(0, picture.height, rows):
        bottom = min(picture.height, top + rows)
        strip = picture.crop((0, top, picture.width, bottom)).convert("RGBA")
        yield strip.convert("RGBa").tobytes("raw", "BGRa")


LONGEST = 2400
"""Pixels of the longer side of a straightened picture; 23 MB on the usual table."""

FINEST = 80.0
"""Pixels to the inch that are worth keeping: the map is seldom seen nearer."""

SMALLEST = 300
"""Pixels of the longer side under which no smaller copy is worth making."""


def straight_from_above(data: bytes, job: jobs.LayFlat) -> "Picture":
    """Return the table as the photo shows it, from straight above; what it does not show is clear."""
    view = Perspective(job.weights)
    scale = min(FINEST, LONGEST / max(job.width, job.depth))
    size = max(1, round(job.width * scale)), max(1, round(job.depth * scale))
    with kept(data) as picture:
        whole = picture.size
        picture.draft("RGB", _needed(whole, view, job, size))
        if picture.width * picture.height > MOST_UNPACKED:
            part = 2 if whole[0] * whole[1] <= 4 * MOST_UNPACKED else 4
            picture = kept(data)
            picture.draft("RGB", (whole[0] // part, whole[1] // part))
        photo = picture if picture.mode == "RGB" else picture.convert("RGB")
        photo.putalpha(255)  # where it is, without a second copy
        way, weights = Image.Transform.PERSPECTIVE, _weights(view, photo.size, scale)
        return photo.transform(size, way, weights, Image.Resampling.BILINEAR)


def halves(picture: "Picture") -> list["Picture"]:
    """Return a picture, a copy of half its size, and so on, each drawn from the one before."""
    sizes = [picture]
    while max(picture.size) >= 2 * SMALLEST:
        picture = picture.reduce(2)
        sizes.append(picture)
    return sizes


def _needed(
    whole: tuple[int, int], view: Perspective, job: jobs.LayFlat, size: tuple[int, int]
) -> tuple[int, int]:
    """Return how large the photo has to be unpacked so that nothing of the picture is lost.

    A camera sees far more than the map shows: a JPEG unpacked at half its size takes a quarter of
    the time, and has no flicker of studs that are finer than a pixel.
    """
    ends = ((0, 0), (job.width, 0), (job.width, job.depth), (0, job.depth))
    corners = [view.to_photo(at) for at in ends]
    seen = [at for at in corners if at is not None]
    if len(seen) < 4:
        return whole
    across = max(x for x, _ in seen) - min(x for x, _ in seen)
    down = max(y for _, y in seen) - min(y for _, y in seen)
    return round(size[0] / max(across, 1e-6)), round(size[1] / max(down, 1e-6))


def _weights(view: Perspective, photo: tuple[int, int], scale: float) -> tuple[float, ...]:
    """Return Pillow's eight numbers: from a pixel of the result to one of the photo."""
    a, b, c, d, e, f, g, h, i = view.weights
    wide, high = photo
    rows = (
        a * wide / scale, b * wide / scale, c * wide,
        d * high / scale, e * high / scale, f * high,
        g / scale, h / scale, i,
    )  # fmt: skip
    return tuple(each / i for each in rows[:8])
