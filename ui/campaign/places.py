"""Where campaigns are kept by default, and how times and folders are written."""

import os
import sys
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QStandardPaths

SUFFIX = ".brik"


def campaigns_place() -> Path:
    """Return where the folder for campaigns is or will be; BRIKDESK_CAMPAIGNS_DIR names another one."""
    if chosen := os.environ.get("BRIKDESK_CAMPAIGNS_DIR"):
        return Path(chosen)
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    return Path(QStandardPaths.writableLocation(documents)) / "BrikDesk"


def campaigns_dir() -> Path:
    """Return the folder for campaigns, and make it."""
    folder = campaigns_place()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def file_name(name: str) -> str:
    """Return a campaign's or player's name as a file name that every system accepts."""
    kept = "".join(
        sign if sign not in '<>:"/\\|?*' and sign.isprintable() else " " for sign in name
    )
    # 60 characters leave room for a number and suffix; Windows drops dots and spaces at the end.
    short = " ".join(kept.split())[:60].rstrip(". ")
    # Windows keeps these names for devices; a leading dot hides the file elsewhere.
    reserved = short.upper() in {"CON", "PRN", "AUX", "NUL"} or short.startswith(".")
    return f"_{short}" if reserved else short or "Campaign"


def free_path(folder: Path, name: str) -> Path:
    """Return a path in the folder that is not taken: Name, Name 2, Name 3."""
    stem = file_name(name)
    made = folder / f"{stem}{SUFFIX}"
    count = 2
    while made.exists():
        made = folder / f"{stem} {count}{SUFFIX}"
        count += 1
    return made


def shown_path(path: Path) -> str:
    """Return a path for display, with the user's home folder as ~."""
    try:
        home = Path.home()
    except RuntimeError:  # a user without a folder of their own
        return str(path)
    return str(Path("~") / path.relative_to(home)) if path.is_relative_to(home) else str(path)


def day_and_time(moment: str) -> str:
    """Return a stored time as a person would say it: today 20:14, yesterday 20:14, 12 November.

    Empty for text that is no ISO time.
    """
    try:
        local = datetime.fromisoformat(moment).astimezone()
    except (ValueError, OverflowError, OSError):  # also years that no local time has
        return ""
    days = (datetime.now().astimezone().date() - local.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} {local:%H:%M}"
    year = "" if local.year == datetime.now().year else f" {local.year}"
    return f"{local.day} {local:%B}{year}"


def open_file(path: Path) -> None:
    """Open a file with the program that the system has for it."""
    from PySide6.QtCore import QUrl  # these take a moment that the first frame need not wait for
    from PySide6.QtGui import QDesktopServices

    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def show_in_folder(path: Path) -> None:
    """Show a file in its folder, selected where the system can do that."""
    from PySide6.QtCore import QProcess

    if sys.platform == "win32":
        QProcess.startDetached("explorer", ["/select,", str(path)])
    elif sys.platform == "darwin":
        QProcess.startDetached("open", ["-R", str(path)])
    else:
        open_file(path.parent)
