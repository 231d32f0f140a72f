"""What may lie around the desk at its start: settings, recent files, folders, environment.

Run as a program it makes one of them and starts the desk: `python -m tests.ui.odd_start NAME FOLDER`.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Settings = Callable[[Path], object]
"""Makes the file of the settings."""


def text(words: str | bytes) -> Settings:
    content = words if isinstance(words, bytes) else words.encode()
    return lambda path: path.write_bytes(content)


def values(**lines: str) -> Settings:
    return text("[General]\n" + "".join(f"{name}={value}\n" for name, value in lines.items()))


def recent(rows: object) -> Settings:
    return values(recent=json.dumps(json.dumps(rows)))


def row(**changed: Any) -> list[dict[str, Any]]:
    usual = {"path": __file__, "name": "Clash", "standing": "Turn 3", "colours": ["sky", "lime"]}
    return [
        {
            **usual,
            "when": "2026-01-01T00:00+00:00",
            "table": [0.7, [[0.5, 0.3, 0.1, "sky"]]],
            **changed,
        }
    ]


def no_permission(path: Path) -> None:
    path.write_text("[General]\nlook=dark\n")
    path.chmod(0)


def link_to_itself(path: Path) -> None:
    path.symlink_to(path)


GOOD: dict[str, Settings] = {
    "none": lambda path: None,
    "empty": text(""),
    "good": recent(row()),
    "the dark look": values(look="dark", text_size="110"),
    "an unknown value": values(shoe="leather"),
    "a file that is gone": recent(row(path="/nowhere/at/all.brik")),
    "a picture of another shape": recent(row(table={"width": "x", "pieces": 5})),
    "a picture without numbers": recent(row(table=[float("nan"), [[1, 2, 3, 4]]])),
    "markup": recent(row(name='<img src="/etc/passwd"><b>')),
    "a surrogate": recent(row(name="\ud800")),
}
"""Settings that are as they should be, or of which nothing is lost."""

WRONG: dict[str, Settings] = {
    "path 5": recent(row(path=5)),
    "path null": recent(row(path=None)),
    "path list": recent(row(path=[1])),
    "path NUL": recent(row(path="a\0b")),
    "path long": recent(row(path="/x" * 9000)),
    "name 5": recent(row(name=5)),
    "name null": recent(row(name=None)),
    "name list": recent(row(name=["x"])),
    "name of a megabyte": recent(row(name="W" * 900_000)),
    "standing 5": recent(row(standing=5)),
    "when 5": recent(row(when=5)),
    "colours 5": recent(row(colours=5)),
    "colours [5]": recent(row(colours=[5])),
    "colours [[]]": recent(row(colours=[[1]])),
    "an unknown colour": recent(row(colours=["#ff0000"])),
    "5000 rows": recent(row() * 5000),
    "not a list": recent({"a": 1}),
    "a string": recent("abc"),
    "a number": recent(5),
    "deep lists": values(recent=json.dumps("[" * 100_000)),
    "text size huge": values(text_size="99999999999"),
    "text size of 5000 digits": values(text_size="9" * 5000),
    "text size NaN": values(text_size="nan"),
    "look as a list": values(look="dark, light"),
    "look unknown": values(look="pink"),
    "switch 5": values(players_odds="5", apply_when_complete="perhaps"),
    "paper unknown": values(paper="a, b"),
    "folder NUL": values(folder=r"\0\x1"),
    "place as words": text("[screen_800x800]\nwindow=middle\n"),
    "random bytes": text(bytes(range(256)) * 20),
    "no lines": text("}{" * 300 + "\0"),
    "a variant": values(look=r"@Variant(\0\0\0\x7f\0\0\0\x5junk\0)"),
    "two megabytes": text("[General]\n" + "look=dark\n" * 200_000),
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to itself": link_to_itself,
}
"""Settings of which something is put aside, or cannot be used."""

STILL_FINE: dict[str, Settings] = {
    "a place full of junk": text("[screen_800x800]\nwindow=@ByteArray(" + r"\xff" * 500 + ")\n"),
    "widths of panes": text('[screen_800x800]\npanes_wide="@ByteArray(' + "9" * 400 + ',1)"\n'),
    "a workspace unknown": values(workspace="nonsense"),
    "rules unknown": values(rule_sets="x y z"),
    "a folder for its lock": lambda path: path.with_name(f"{path.name}.lock").mkdir(),
}
"""Settings that Qt or a panel takes for nothing, without a word."""

SHAPES = {**GOOD, **WRONG, **STILL_FINE}

NOBODY = 65534
HERE = str(Path(__file__).parent)
ENVIRONMENTS: dict[str, dict[str, str | None]] = {
    "no home": {"HOME": None},
    "a home that is not there": {"HOME": "/nowhere/at/all"},
    "a file for a home": {"HOME": __file__},
    "an empty home": {"HOME": ""},
    "settings in a file": {"BRIKDESK_CONFIG_DIR": __file__},
    "settings in a device": {"BRIKDESK_CONFIG_DIR": "/dev/null"},
    "settings where nothing can be written": {"BRIKDESK_CONFIG_DIR": "/proc"},
    "settings in a relative folder": {"BRIKDESK_CONFIG_DIR": "a/../b"},
    "settings under a long name": {"BRIKDESK_CONFIG_DIR": "/x" * 3000},
    "data in a file": {"BRIKDESK_DATA_DIR": __file__},
    "data where nothing can be written": {"BRIKDESK_DATA_DIR": "/proc"},
    "data in a device": {"BRIKDESK_DATA_DIR": "/dev/null"},
    "data under a long name": {"BRIKDESK_DATA_DIR": "/x" * 3000},
    "campaigns in a file": {"BRIKDESK_CAMPAIGNS_DIR": __file__},
    "campaigns where nothing can be written": {"BRIKDESK_CAMPAIGNS_DIR": "/proc"},
    "an unknown platform": {"QT_QPA_PLATFORM": "nonsense"},
    "an unknown theme": {"QT_QPA_PLATFORMTHEME": "nonsense", "QT_STYLE_OVERRIDE": "nonsense"},
    "a scale that is no number": {"QT_SCALE_FACTOR": "abc"},
    "a scale of NaN": {"QT_SCALE_FACTOR": "nan"},
    "a scale of 0": {"QT_SCALE_FACTOR": "0"},
    "scales of screens": {"QT_SCREEN_SCALE_FACTORS": "x;y=z;-1"},
    "dots that are no number": {"QT_FONT_DPI": "abc"},
    "an unknown language": {"LANG": "xx_YY.ZZZ", "LC_ALL": "xx_YY.ZZZ"},
    "no language": {"LANG": "C", "LC_ALL": "C"},
    "an unknown time zone": {"TZ": "Nowhere/AtAll"},
    "no folder for temporary files": {"TMPDIR": "/nowhere/at/all"},
    "a runtime folder that is not there": {"XDG_RUNTIME_DIR": "/nowhere/at/all"},
    "folders of the system that are files": {
        "XDG_CONFIG_HOME": __file__, "XDG_DATA_HOME": __file__, "XDG_CACHE_HOME": __file__,
        "BRIKDESK_CONFIG_DIR": None, "BRIKDESK_DATA_DIR": None,
    },
    "relative folders of the system": {
        "XDG_CONFIG_HOME": "x", "XDG_DATA_HOME": "y", "BRIKDESK_CONFIG_DIR": None, "BRIKDESK_DATA_DIR": None,
    },
    "columns that are no number": {"COLUMNS": "abc", "LINES": "-1"},
}  # fmt: skip
"""Variables that are set, None for one that is taken away."""


def main(folder: Path, campaign: Path | None) -> None:
    """Start the desk as a program and tell what came of it: notices, errors, milliseconds."""
    import time

    begun = time.monotonic()
    from ui.app import make_application, make_window

    app = make_application()
    window = make_window(app)
    errors: list[str] = []
    before = sys.excepthook
    sys.excepthook = lambda kind, error, trace: (
        errors.append(repr(error)),
        before(kind, error, trace),
    )[0]
    painted: list[float] = []
    window.painted.connect(lambda: painted.append(time.monotonic() - begun))

    def go_on() -> None:
        if campaign is not None:
            window.open_path(campaign)

    def end() -> None:
        told = {
            "painted": round(painted[0], 3),
            "errors": errors,
            "notices": window.remembered.notices,
        }
        print(json.dumps({**told, "open": window.at_work is not None}), flush=True)
        window.close_campaign()
        window.close()

    from PySide6.QtCore import QTimer

    window.ready.connect(go_on)
    window.ready.connect(lambda: QTimer.singleShot(300, end))
    window.resize(1200, 800)
    window.show()
    app.exec()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
