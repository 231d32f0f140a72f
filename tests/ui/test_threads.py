"""Garbage is collected in the window's thread, whatever other threads do meanwhile."""

import gc
import threading

from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

from ui.campaign.jobs import Job
from ui.campaign.thread import YOUNG

MANY = 200_000
"""New objects after which Python has collected many times."""


class PutAway:
    """Something of the window that only a collection finds, as it holds itself."""

    def __init__(self, heard: list[int]) -> None:
        self.me = self
        self.heard = heard

    def __del__(self) -> None:
        self.heard.append(threading.get_ident())


def make_many() -> None:
    assert len([[number] for number in range(MANY)]) == MANY


def test_what_the_window_has_put_away_is_deleted_in_its_own_thread(
    qtbot: QtBot, qapp: QCoreApplication
) -> None:
    heard: list[int] = []
    host = QObject()

    def work() -> None:
        PutAway(heard)
        make_many()

    job = Job(work, host)
    PutAway(heard)
    with qtbot.waitSignal(job.finished):
        job.start()
    qtbot.waitUntil(gc.isenabled)
    gc.collect()
    assert heard == [threading.get_ident()] * 2


def test_garbage_of_a_long_job_is_collected_while_it_runs(qtbot: QtBot) -> None:
    heard: list[int] = []
    end = threading.Event()

    def work() -> None:
        for _ in range(2 * YOUNG):
            PutAway(heard)
        end.wait(60)

    host = QObject()
    job = Job(work, host)
    job.start()
    qtbot.waitUntil(lambda: bool(heard))
    assert set(heard) == {threading.get_ident()}
    end.set()
    job.wait()
