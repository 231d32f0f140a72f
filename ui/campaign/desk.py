"""The window's access to the campaign: panels read, act, undo and hear of changes through it."""

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal
from typing_extensions import override

from brikdesk.acts.step_act import DiceAct, StepAct
from brikdesk.acts.throwing import lies_sealed, roll_step, sealed_faces, to_declare
from brikdesk.acts.turns_and_steps import NOTHING_LIES, roll_all
from brikdesk.dice import Face, Origin
from brikdesk.errors import BadInput, BrikDeskError, CampaignFileError, Refusal, Refused, in_few
from brikdesk.pictures.photo import PhotoCopy
from brikdesk.store.act import Act, overruling
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.file.faults import Broken, Busy, Lost, NotSaved
from brikdesk.store.lines import Outcome
from brikdesk.store.session import Cancelled, Progress
from brikdesk.store.views import View
from brikdesk.store.views.log import newest_act, rows_to_redo, rows_to_undo
from brikdesk.store.views.notes_and_photos import KeptPhotos
from brikdesk.store.views.units import rows_in_play
from brikdesk.turns.seal import dice_are_sealed
from brikdesk.turns.steps import Preview
from ui.campaign.jobs import AskedView, Errand, Work
from ui.campaign.thread import Thread

if TYPE_CHECKING:
    from brikdesk.acts.combat.aim import AttackPreview
    from brikdesk.acts.combat.attack import Attack


class NotDone(Struct, frozen=True):
    """The reason why nothing was changed."""

    act: Act | None
    """The act that was asked for; None for undo, redo, and throwing for all steps."""
    sentence: str
    """The reason in words for the referee; empty if the referee cancelled the act."""
    rule: str = ""
    """The ID of the rule that refuses, which the referee can overrule; empty if none does."""
    others: tuple[Refusal, ...] = ()
    """What else refuses the act: each is overruled by itself."""
    where: str = ""
    """The field of the act that is wrong; empty if it is none in particular."""

    @classmethod
    def because(cls, error: BrikDeskError, act: Act | None = None) -> "NotDone":
        """Return what an error of the core says about an act."""
        if isinstance(error, Refused):
            # Without an act there is nothing that could be done again with the rule set aside.
            return cls.refused(error, act) if act else cls(None, error.sentence)
        if isinstance(error, BadInput):
            return cls(act, error.sentence, where=error.where)
        return cls(act, str(error))

    @classmethod
    def refused(cls, error: Refused, act: Act | None = None) -> "NotDone":
        """Return what the rules say about an act; without one, about what is only rehearsed."""
        return cls(act, error.sentence, error.rule, error.refusals[1:])

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """All that was said, the first of it first; a sentence without a rule is not overruled."""
        return (Refusal(self.rule, self.sentence), *self.others)

    @property
    def words(self) -> str:
        """The sentences, each with the ID of its rule behind it."""
        return " ".join(each.words for each in in_few(self.refusals))

    def overruled(self, rule: str = "") -> Act:
        """Return the act that sets aside this rule, or else the first one that refused.

        Raise ValueError if no rule refused.
        """
        if self.act is None or not self.rule:
            raise ValueError("No rule refused this.")
        return overruling(self.act, rule or self.rule)


MOST = 400
"""Answers that are kept, newest last: more than all panes of a window ask for."""


class KnownAnswers:
    """The last answer to each question. None is older than the last act that touched its rows."""

    def __init__(self) -> None:
        self._answers: dict[AskedView, Any] = {}

    def __contains__(self, asked: AskedView) -> bool:
        return asked in self._answers

    def __getitem__(self, asked: AskedView) -> Any:
        return self._answers[asked]

    def keep(self, asked: AskedView, answer: object) -> None:
        """Remember an answer; forget the one not asked for longest if there are too many."""
        # Taking the key out first moves it to the end: a dict keeps the order of insertion.
        self._answers.pop(asked, None)
        self._answers[asked] = answer
        if len(self._answers) > MOST:
            del self._answers[next(iter(self._answers))]

    def newest(self, count: int) -> tuple[AskedView, ...]:
        """Return the questions that were asked last."""
        return tuple(self._answers)[-count:]

    def forget(self, changes: Changes) -> None:
        """Forget the answers that an act may have changed."""
        for asked in tuple(self._answers):
            if not changes.tables.isdisjoint(asked[0].tables):
                del self._answers[asked]


Args = ParamSpec("Args")
Answer = TypeVar("Answer")
FromCampaign = TypeVar("FromCampaign")

LOOK_AT_THE_FILE, LOOK_WHILE_IDLE = 1000, 5000
"""Milliseconds between looks at whether another program wrote to the campaign: in play, and after a minute in
which nobody did. A laptop on its battery is not woken each second of a long supper for that."""

IDLE_AFTER = 60
"""Looks that found nothing, one after the other, from which on they become rare."""

MANY = 20
"""Parts of an act, or rows to put back, from which on it is done on a thread of its own."""

LARGE = 600
"""Units and fires in play from which on every act is done on a thread of its own, because the panes
then read for longest after it. The time an act takes is no measure: on a busy machine every act is
slow, and a thread of its own makes it slower."""

KNOWN = 60
"""The latest questions whose answers a long act reads ahead, so that the panes need not wait."""


class Desk(QObject):
    """One open campaign and its announcements.

    `changed` brings the Changes, once for each act, undo and redo. `not_done` brings the NotDone of
    an act that a rule refused or that failed; the caller gets the same value. `failed` brings words
    about anything else that went wrong. `said` brings words for the status bar about what was done,
    undone or redone. `long` brings the Errand of an act that takes so long that its progress should
    show. `troubled` brings the error when the file cannot be read or written, and a function that
    tries the act again, or None if nothing was to be written. `ending` comes before the file is let
    go: what works beside the window for this campaign stops then.
    """

    changed = Signal(object)
    not_done = Signal(object)
    failed = Signal(str)
    said = Signal(str)
    long = Signal(object)
    troubled = Signal(object, object)
    ending = Signal()

    def __init__(
        self,
        campaign: Campaign,
        thrower: Callable[[int], int] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._campaign = campaign
        chance = random.SystemRandom()
        self._thrower = thrower or (lambda sides: chance.randint(1, sides))
        self.errand: Errand | None = None
        self._known = KnownAnswers()
        self._unasked: dict[tuple[int | None, Hashable, int], int] = {}
        self._shared: dict[type, Any] = {}
        self._fresh: dict[AskedView, Any] | None = None
        self._quiet_looks = 0
        self._watch = QTimer(self, interval=LOOK_AT_THE_FILE)
        self._watch.timeout.connect(self._look_in_passing)
        self._watch.start()

    @property
    def path(self) -> Path:
        """Where the campaign is saved."""
        return self._campaign.path

    def shared(self, kind: type[FromCampaign], make: Callable[[], FromCampaign]) -> FromCampaign:
        """Return this campaign's one object of a kind; the first panel to ask has it made."""
        if kind not in self._shared:
            self._shared[kind] = make()
        one: FromCampaign = self._shared[kind]
        return one

    @property
    def read_only(self) -> bool:
        """Whether the campaign can only be looked at."""
        return self._campaign.read_only

    @property
    def campaign(self) -> Campaign:
        """The campaign, for reports and copies that read it whole."""
        return self._campaign

    def close(self) -> tuple[str, ...]:
        """Let go of the file; return what the referee should be told."""
        self._watch.stop()
        self.ending.emit()
        if self._campaign.is_large():
            self._wind_up()
        return self._campaign.close()

    def _wind_up(self) -> None:
        """Do the slow part of closing a large campaign on a thread, so that the window stays alive."""

        def keep_digest(own: Campaign, progress: Progress) -> None:
            progress("Closing, part", 1, 2)
            own.keep_digest()

        try:
            self._send(keep_digest)
            if finish := self._campaign.begin_backup():

                def check(_: Campaign, progress: Progress) -> None:
                    progress("Closing, part", 2, 2)
                    finish()

                self._send(check)
        except BrikDeskError:
            return  # closing tries again, and tells

    def read(self, question: View[Args, Answer], *args: Args.args, **kwargs: Args.kwargs) -> Answer:
        """Return the answer to a question from the saved rows.

        If the file cannot be read, return the last known answer and report the trouble once. Raise
        CampaignFileError only if the question was never answered before.
        """
        asked = (question, args, tuple(kwargs.items()))
        fresh = self._fresh
        if fresh is not None and asked in fresh:
            answer: Answer = fresh[asked]
            return answer
        try:
            answer = self._campaign.read(question, *args, **kwargs)
        except CampaignFileError as error:
            self._unread(error)
            if asked not in self._known:
                raise
            known: Answer = self._known[asked]
            return known
        self._known.keep(asked, answer)
        # A nested event loop may have carried out another act while this was read.
        if fresh is not None and self._fresh is fresh:
            fresh[asked] = answer
        return answer

    def _unread(self, error: CampaignFileError) -> None:
        """Report, once, that the file cannot be read, after the pane that asked has finished."""
        # The stopped watch marks that the trouble is reported; Busy passes and is not worth a word.
        if self._watch.isActive() and not isinstance(error, Busy):
            self._watch.stop()
            QTimer.singleShot(0, self, lambda: self._tell_of_trouble(error))

    def _tell_of_trouble(self, error: CampaignFileError) -> None:
        self.failed.emit(str(error))
        self.troubled.emit(error, None)

    def do(self, act: Act) -> Changes | NotDone:
        """Carry out an act; return what it changed or why it was not done. Both are announced.

        Also an act on a thread of its own is done when this returns; the window stays alive.
        """
        if act.takes_long or _parts(act) >= MANY or self._takes_long():
            changes = self._beside(lambda own, progress: own.do(act, progress), act)
        else:
            changes = self._here(lambda: self._campaign.do(act), act)
        return changes if changes is not None else NotDone(act, "")

    def do_with_photo(self, photo: PhotoCopy, act: Act) -> Changes | NotDone:
        """Save a photo in the campaign and carry out the act that names it, as `do` does."""
        written = 0

        def work(own: Campaign, progress: Progress) -> Changes:
            nonlocal written
            written = int(own.keep_picture(photo))
            return own.do(act, progress)

        changes = self._here(lambda: self._sent(work, lambda: written), act)
        return changes if changes is not None else NotDone(act, "")

    def drop_photos(self) -> KeptPhotos | None:
        """Drop the photos that nothing shows; return what there was, None if it was not done."""
        dropped: list[tuple[KeptPhotos, str]] = []

        def work(own: Campaign, _progress: Progress) -> None:
            dropped.append(own.drop_photos())

        self._here(lambda: self._sent(work))
        if not dropped:
            return None
        self.look_at_the_file()
        found, trouble = dropped[0]
        self.said.emit(f"Dropped: {found.unshown} photos, {found.unshown_size / 1e6:,.1f} MB.")
        if trouble:
            self.failed.emit(trouble)
        return found

    def work_out(self, ask: Callable[[Campaign, Progress], Answer]) -> Answer | None:
        """Return what takes long to find out and changes nothing, on a thread of its own.

        None if the referee cancelled it, or if it failed, which is announced.
        """
        found: list[Answer] = []
        self._here(lambda: self._sent(lambda own, progress: found.append(ask(own, progress))))
        return found[0] if found else None

    def undo(self) -> Changes | NotDone | None:
        """Take the last act back and announce it."""
        if self._takes_long() or self._count(rows_to_undo) >= MANY:
            return self._beside(lambda own, progress: own.undo(progress), word="Undone: ")
        return self._here(self._campaign.undo, word="Undone: ")

    def redo(self) -> Changes | NotDone | None:
        """Do the act again that was undone last, and announce it."""
        if self._takes_long() or self._count(rows_to_redo) >= MANY:
            return self._beside(lambda own, progress: own.redo(progress), word="Done again: ")
        return self._here(self._campaign.redo, word="Done again: ")

    def _takes_long(self) -> bool:
        """Return whether even a small act will take long because the game is large."""
        return self._count(rows_in_play) >= LARGE

    def _count(self, question: View[[], int]) -> int:
        """Return a count of rows; 0 if the file cannot be read, as the act itself will report that."""
        try:
            return self.read(question)
        except CampaignFileError:
            return 0

    def preview(self, act: StepAct) -> Preview:
        """Return what a step asks and will do, with the dice and choices that are in the act.

        Raise BadInput for impossible dice or choices.
        """
        return self._campaign.reading(act.examine)

    def look_on_map(self, attack: "Attack") -> "tuple[Attack, AttackPreview]":
        """Return an attack with what the map knows of it, and its preview.

        Raise BadInput or Refused as the attack itself does.
        """
        from brikdesk.acts.battlefield.by_the_map import on_the_map  # when somebody attacks

        return self._campaign.reading(lambda session: on_the_map(session, attack))

    def rehearse(self, act: Act) -> Outcome:
        """Return what an act would do, in its own words; nothing is kept.

        Raise Refused where a rule forbids it, BadInput where the act is impossible or the desk busy.
        """
        if self.errand:
            raise BadInput("The desk is still busy.")
        # A rehearsal begins a transaction: changes of another program have to be seen before it.
        self.look_at_the_file()
        return self._campaign.try_out(act)

    def look_through(self, act: Act) -> tuple[Outcome | None, Refused | None, str]:
        """Return what an act would do with every refusal set aside, all of these, and what is wrong.

        Nothing is kept. Raise BadInput where the desk is busy.
        """
        if self.errand:
            raise BadInput("The desk is still busy.")
        self.look_at_the_file()
        return self._campaign.looked_through(act)

    @property
    def sealed(self) -> bool:
        """Whether the desk's dice are sealed: then none is thrown before it was declared, as an act."""
        return not self.read_only and self.read(dice_are_sealed)

    def throw(self, act: StepAct) -> StepAct:
        """Return the act with its missing dice thrown by the desk.

        Under a seal they are declared first; where that fails, it is announced, and none is thrown.
        """
        if not self.sealed:
            return roll_step(self._campaign, act, self._thrower)
        self._declare(act)
        return self._campaign.reading(lambda session: lies_sealed(session, act))

    def throw_die(self, act: DiceAct, place: int, sides: int) -> Face | None:
        """Return the face of one die of an act that the desk throws; None if it could not be declared."""
        if not self.sealed:
            return Face(self._thrower(sides), Origin.ROLLED)
        self._declare(act, (place,))
        there = self.lying_under_seal(act)
        return there[place] if place < len(there) else None

    def lying_under_seal(self, act: DiceAct) -> tuple[Face | None, ...]:
        """Return for each die of an act the face that the seal has given it and that stands, if any."""
        return self._campaign.reading(lambda session: sealed_faces(session, act))

    def _declare(self, act: DiceAct, only: tuple[int, ...] = ()) -> None:
        declares = self._campaign.reading(lambda session: to_declare(session, act, only))
        if declares:
            self.do(declares)

    def same_die(self, name: Hashable, sides: int) -> int:
        """Return the face of a die that the desk throws without being told to.

        Until an act is done, and again once that is undone, a die of this name shows the same face: what
        is looked at again gives no second chance.
        """
        asked = (self.read(newest_act), name, sides)
        if asked not in self._unasked:
            self._unasked[asked] = self._thrower(sides)
        return self._unasked[asked]

    def throw_all(
        self,
        *,
        stop_at_choice: bool = True,
        order: Sequence[str] = (),
        lying: Mapping[str, tuple[Face, ...]] = NOTHING_LIES,
    ) -> Changes | NotDone | None:
        """Throw and settle step after step, as one act, until a step needs somebody's choice.

        `order` names the steps in the order in which the referee wants them, `lying` has the dice of
        steps that lie in their boxes already.
        """

        def throw(own: Campaign, progress: Progress) -> Changes | None:
            act = roll_all(
                own, self._thrower, stop_at_choice=stop_at_choice, order=order, lying=lying,
                progress=progress,
            )  # fmt: skip
            return own.do(act, progress) if act else None

        return self._beside(throw)

    def _here(
        self, do: Callable[[], Changes | None], act: Act | None = None, word: str = ""
    ) -> Changes | NotDone | None:
        """Change the campaign, and announce the change or the reason why it was not done.

        Return None if there was nothing to do, or the referee cancelled it.
        """
        if self.errand:
            return self._tell(NotDone(act, "The desk is still busy. Nothing was changed."))
        self._fresh = None
        try:
            changes = do()
        except Cancelled as error:
            self.said.emit(str(error))
            return None
        except BrikDeskError as error:
            answer = self._tell(NotDone.because(error, act))
            if isinstance(error, Lost | Broken | NotSaved):
                self.troubled.emit(error, lambda: self._here(do, act, word))
            return answer
        self._watch.start()  # where it was stopped, the file is there again
        self._look_often()
        if changes:
            self._announce(changes, f"{word}{changes.title}")
        self._tell_of_recorder()
        return changes

    def _tell(self, not_done: NotDone) -> NotDone:
        self.not_done.emit(not_done)
        return not_done

    def _tell_of_recorder(self) -> None:
        """Report, once, that acts are saved but not recorded on this computer; work goes on."""
        recorder = self._campaign.recorder
        if recorder and (words := recorder.trouble()):
            self.failed.emit(words)

    def _beside(
        self, work: Work, act: Act | None = None, word: str = ""
    ) -> Changes | NotDone | None:
        """Do something that may take long on a thread of its own; return when it is done."""
        return self._here(lambda: self._sent(work), act, word)

    def _sent(self, work: Work, besides: Callable[[], int] = lambda: 0) -> Changes | None:
        """Send the work; `besides` are the commits that it makes before that of its act."""
        # Two checks for other writers: what they wrote before this act, and, by the count of commits,
        # while it ran. In either case the answers read ahead may be old, so every pane reads again.
        foreign, commits = self._campaign.others_wrote(), self._campaign.commits()
        self._watch.stop()
        try:
            errand = self._send(work, self._known.newest(KNOWN))
        finally:
            self._watch.start()
        if errand.changes is None:
            return None
        # The errand's connection is another one: without this look its own commit would seem foreign.
        self._campaign.others_wrote()
        if foreign or self._campaign.commits() != commits + besides() + 1:
            return replace(errand.changes, tables=EVERYTHING)
        self._fresh = dict(errand.answers)
        return errand.changes

    def _send(self, work: Work, asked: tuple[AskedView, ...] = ()) -> Errand:
        """Run work on a thread of its own, and raise its error here."""
        errand = self.errand = Errand(self._campaign, work, asked, self)
        try:
            errand.carry_out(self.long.emit)
        finally:
            self.errand = None
            errand.deleteLater()
        if errand.error:
            raise errand.error
        return errand

    def _announce(self, changes: Changes, words: str) -> None:
        """Tell every pane; a question that several of them ask is read only once."""
        self._known.forget(changes)
        fresh = self._fresh = self._fresh if self._fresh is not None else {}
        # A pane may do another act from here, which replaces `_fresh`; then it is not ours to drop.
        self.changed.emit(changes)
        if self._fresh is fresh:
            self._fresh = None
        self.said.emit(words)

    def _look_in_passing(self) -> None:
        """Look at the file closely only where its times say that somebody wrote to it."""
        try:
            untouched = self._campaign.looks_untouched()
        except CampaignFileError:
            untouched = False  # the close look says why
        self._quiet_looks += 1
        if self._quiet_looks == IDLE_AFTER:
            self._watch.setInterval(LOOK_WHILE_IDLE)
        if not untouched:
            self.look_at_the_file()

    def _look_often(self) -> None:
        """Look at the file each second again: somebody plays."""
        self._quiet_looks = 0
        if self._watch.interval() != LOOK_AT_THE_FILE:
            self._watch.setInterval(LOOK_AT_THE_FILE)

    def look_at_the_file(self) -> None:
        """Notice what other programs wrote to the file, and report if the file is lost."""
        try:
            wrote = self._campaign.others_wrote()
        except Busy:
            return  # the next second will do
        except CampaignFileError as error:
            self._watch.stop()
            self._tell_of_trouble(error)
            return
        if not self._watch.isActive():
            self._watch.start()
        if wrote:
            self._look_often()
            self.changed.emit(Changes(0, "", EVERYTHING))
            self.said.emit("Another program changed this campaign; all is read again.")

    def tell_anew(self) -> None:
        """Have everything that is shown worded again: lengths are told in another way from now on."""
        self._known = KnownAnswers()
        self.changed.emit(Changes(0, "", EVERYTHING))


def _parts(act: Act) -> int:
    """Count the parts of an act: the acts in it, the targets of an attack, the units caught."""
    named = (getattr(act, each.name) for each in fields(act))
    return max((len(part) for part in named if isinstance(part, tuple)), default=0)


class _Everything(frozenset[str]):
    """The set of all tables, whatever they are called."""

    # Nobody has the list of tables here; the set operations that views use are enough.
    def __contains__(self, name: object) -> bool:
        return True

    def __and__(self, other: object) -> frozenset[str]:
        assert isinstance(other, frozenset)
        return other

    def isdisjoint(self, other: object) -> bool:
        return not other


EVERYTHING: frozenset[str] = _Everything()


HALF_AN_HOUR = 30 * 60 * 1000


class BackingUp(QObject):
    """Makes a backup every half hour in which something was saved.

    `failed` brings the reason when a backup cannot be made.
    """

    failed = Signal(str)

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._check: _Check | None = None
        self.timer = QTimer(self, interval=HALF_AN_HOUR)
        self.timer.timeout.connect(self.begin)
        self.timer.start()

    def begin(self) -> None:
        """Copy the campaign now, and check the copy while the game goes on."""
        if self._desk.errand or self._check:
            return  # the next half hour will do
        try:
            finish = self._desk.campaign.begin_backup()
        except CampaignFileError as error:
            self.failed.emit(str(error))
            return
        if finish:
            self._check = _Check(finish, self)
            self._check.finished.connect(self._checked)
            self._check.start()

    def end(self) -> None:
        """Stop making backups, and wait for one that is being checked."""
        self.timer.stop()
        if self._check:
            self._check.wait()

    def _checked(self) -> None:
        # The thread is let go of first: a slot of `failed` may end or begin a backup itself.
        check, self._check = self._check, None
        if check and check.error:
            self.failed.emit(check.error)
        if check:
            check.deleteLater()


class _Check(Thread):
    def __init__(self, finish: Callable[[], Path], parent: QObject) -> None:
        super().__init__(parent)
        self._finish = finish
        self.error = ""

    @override
    def run(self) -> None:
        try:
            self._finish()
        except CampaignFileError as error:
            self.error = str(error)
