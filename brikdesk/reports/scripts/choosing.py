"""Which font of this computer a character is drawn in."""

import unicodedata
from functools import cache, lru_cache
from importlib.resources import as_file, files

from brikdesk.reports.fonts import BOLD, FACES, REGULAR, STRONG, characters, is_plain
from brikdesk.reports.scripts.order import STEERING
from brikdesk.reports.scripts.sources import Typeface, typefaces
from brikdesk.text import clusters

WEIGHTS = {REGULAR: 400, STRONG: 600, BOLD: 700}

PREFERRED = (
    "noto sans", "segoe ui", "arial", "tahoma", "nirmala", "leelawadee", "ebrima", "gadugi", "malgun",
    "yu gothic", "meiryo", "microsoft yahei", "microsoft jhenghei", "pingfang", "hiragino sans",
    "apple sd gothic", "geeza", "kohinoor", "thonburi", "helvetica", "wenquanyi", "nanumgothic", "lohit",
    "dejavu sans", "garuda", "liberation sans", "droid sans", "noto naskh", "amiri", "freesans", "noto",
)  # fmt: skip
"""Families that look well beside Inter, the best first: those of the systems and of the distributions."""

_HAN = {
    "ja": (
        "cjk jp",
        "sans jp",
        "yu gothic",
        "meiryo",
        "hiragino",
        "ms gothic",
        "ipa",
        "takao",
        "vl ",
    ),
    "ko": ("cjk kr", "sans kr", "malgun", "apple sd gothic", "nanum", "baekmuk", "un dotum"),
    "zh": ("cjk sc", "sans sc", "yahei", "pingfang sc", "wenquanyi", "heiti sc", "simhei", "droid"),
}
"""Families for Chinese characters, which are written a little otherwise in Japan and in Korea."""

_UNSEEN = frozenset("\u200c\u200d\ufe0e\ufe0f") | {chr(each) for each in range(0xE0020, 0xE0080)}
"""What steers a cluster: no font needs to have it."""


def tongue_of(text: str) -> str:
    """Return the language whose Chinese characters a text has: by its Kana, its Hangul, else Chinese."""
    if any("\u3040" <= sign <= "\u30ff" or "\uff66" <= sign <= "\uff9f" for sign in text):
        return "ja"
    return (
        "ko"
        if any("\uac00" <= sign <= "\ud7a3" or "\u1100" <= sign <= "\u11ff" for sign in text)
        else "zh"
    )


@lru_cache(maxsize=20_000)
def typeface_of(cluster: str, face: str, tongue: str) -> Typeface | None:
    """Return the font that has a cluster, as near as can be to a face of Inter; None if there is none."""
    needed = "".join(sign for sign in cluster if sign not in _UNSEEN)
    if not needed or any(unicodedata.category(sign) in ("Co", "Cn", "Cs", "Cc") for sign in needed):
        return None  # what Unicode gives no meaning means something else in every font
    if characters().issuperset(map(ord, needed)) and "\ufe0f" not in cluster:
        return _inter(face)
    return next(
        (each for each in _ranked(face, tongue, _is_picture(cluster)) if each.has(needed)), None
    )


_PICTURES = frozenset(
    "\u231a\u231b\u23e9\u23ea\u23eb\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u267f\u2693\u26a1\u26aa\u26ab\u26bd"
    "\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753"
    "\u2754\u2755\u2757\u2795\u2796\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55"
)
"""Signs that are pictures in colours without being told so, among those that are not."""


def _is_picture(cluster: str) -> bool:
    """Return whether a cluster is meant as a picture in colours, as people write emoji."""
    if "\ufe0f" in cluster or "\ufe0e" in cluster:
        return "\ufe0f" in cluster
    return "\U0001f000" <= cluster[0] <= "\U0001faff" or cluster[0] in _PICTURES


@cache
def _inter(face: str) -> Typeface | None:
    """Return a face of Inter, whose marks then stand where they belong over its letters."""
    with as_file(files("resources").joinpath("fonts", FACES[face])) as path:
        try:
            return Typeface(path)
        except (OSError, ValueError):
            return None


@lru_cache(maxsize=24)
def _ranked(face: str, tongue: str, picture: bool) -> tuple[Typeface, ...]:
    """Return all fonts, those that come first into question first."""

    def rank(each: Typeface) -> tuple[object, ...]:
        families = [*_HAN[tongue], *PREFERRED]
        found = (n for n, family in enumerate(families) if family in each.family)
        return (
            each.is_coloured != picture,
            each.is_italic,
            next(found, len(families)),
            each.is_even,
            abs(each.width - 5),
            0 if each.is_variable else abs(each.weight - WEIGHTS[face]),
            str(each.path),
            each.place,
        )

    return tuple(sorted(typefaces(), key=rank))


def missing_in(words: str) -> tuple[str, ...]:
    """Return the characters of words that no font of this computer has."""
    tongue = tongue_of(words)
    return tuple(
        cluster
        for cluster in clusters(words)
        if cluster not in STEERING
        and not cluster.isspace()
        and not is_plain(cluster)
        and typeface_of(cluster, REGULAR, tongue) is None
    )


def writing_of(cluster: str) -> str:
    """Return the name of the writing of a character, as Unicode calls it."""
    if unicodedata.category(cluster[0]) in ("Co", "Cn", "Cs"):
        return "characters without a meaning of their own"
    if _is_picture(cluster):
        return "emoji"
    from fontTools.unicodedata import script, script_name  # only what no font has must be named

    code = script(cluster[0])
    return "signs" if code in ("Zyyy", "Zinh", "Zzzz") else str(script_name(code)).replace("_", " ")
