"""One job at a time: its answer is told, unless it was stopped; nothing is deleted while it runs."""

from threading import Event

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from pytestqt.qtbot import QtBot

from brikdesk.errors import BadInput
from ui.campaign.jobs import Job, OneJob


def test_an_answer_and_a_refusal_are_told_once_and_then_it_is_free(qtbot: QtBot) -> None:
    parent = QObject()
    job, told = OneJob(parent), []
    job.ended.connect(lambda: told.append("ended"))
    job.start(lambda: 7, told.append, told.append)
    assert job.is_busy
    qtbot.waitUntil(lambda: not job.is_busy)

    def refuse() -> int:
        raise BadInput("It is torn.")

    job.start(refuse, told.append, told.append)
    qtbot.waitUntil(lambda: not job.is_busy)
    assert told == [7, "ended", "It is torn.", "ended"]


def test_what_was_stopped_is_told_to_nobody(qtbot: QtBot) -> None:
    parent = QObject()
    job, told = OneJob(parent), []
    job.ended.connect(lambda: told.append("ended"))
    job.start(lambda: 7, told.append, told.append)
    job.stop()
    QCoreApplication.processEvents()
    assert (told, job.is_busy) == ([], False)
    job.start(lambda: 8, told.append, told.append)
    qtbot.waitUntil(lambda: not job.is_busy)
    assert told == [8, "ended"]


def test_whoever_hears_an_answer_can_begin_the_next_job(qtbot: QtBot) -> None:
    parent = QObject()
    job, told = OneJob(parent), []

    def next_one(answer: int) -> None:
        told.append(answer)
        if answer < 3:
            job.start(lambda: answer + 1, next_one, told.append)

    job.start(lambda: 1, next_one, told.append)
    qtbot.waitUntil(lambda: told == [1, 2, 3])
    assert not job.is_busy


def test_a_next_job_that_is_quicker_than_the_end_of_the_first_is_told_too(qtbot: QtBot) -> None:
    parent = QObject()
    job, told = OneJob(parent), []
    job.ended.connect(lambda: told.append("ended"))

    def then(answer: int) -> None:
        told.append(answer)
        job.start(lambda: 2, told.append, told.append)
        # It ends while the window has not yet heard that the thread of the first one has.
        for thread in job.findChildren(Job):
            thread.wait()

    job.start(lambda: 1, then, told.append)
    qtbot.waitUntil(lambda: told[-2:] == [2, "ended"])
    assert told == [1, "ended", 2, "ended"], "the end of the first is not that of the second"


@pytest.mark.usefixtures("qapp")
def test_a_parent_that_goes_waits_for_the_work() -> None:
    began, done = Event(), []

    def work() -> None:
        began.set()
        for _ in range(200_000):
            pass
        done.append(True)

    parent = QObject()
    job = OneJob(parent)
    job.start(work, lambda _: None, lambda _: None)
    assert began.wait(60)
    parent.deleteLater()
    QCoreApplication.sendPostedEvents(parent, QEvent.Type.DeferredDelete)
    assert done == [True]
