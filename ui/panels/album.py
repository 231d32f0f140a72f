"""The album: pinned photos to go through, pin another, and say what each shows."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from PySide6 import QtWidgets
from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QKeyEvent, QPainter, QPixmap
from typing_extensions import override

from brikdesk import text
from brikdesk.acts.campaign.notes_and_photos import NO_UNIT, EditPinnedPhoto, PinPhoto, UnpinPhoto
from brikdesk.errors import BadInput
from brikdesk.pictures.photo import DAMAGED, PhotoCopy, have_ready, name_of, unpacked
from brikdesk.store.act import Act
from brikdesk.store.campaign import Changes
from brikdesk.store.views.notes_and_photos import AlbumRow, album, kept_photos, photo_bytes
from brikdesk.store.views.units import units
from ui.campaign.desk import Desk
from ui.campaign.jobs import OneJob
from ui.forms.inputs import FieldBox, PickBox
from ui.forms.questions import FieldOption
from ui.forms.sheet import Sheet
from ui.look.shortcuts import sign
from ui.look.text import note, tip
from ui.look.theme import Theme
from ui.models.map import image_of
from ui.panels.map.toolbox import FILES, READING, STOPPED
from ui.panels.photo import to_pin
from ui.widgets.buttons import Button
from ui.widgets.layout import in_column, in_row, nest
from ui.widgets.painted import PaintedWidget, sized


@sized(400, 260)
class AlbumPicture(PaintedWidget):
    """Shows a photo, or words where there is none."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Expanding
        )
        self.setMinimumSize(QSize(theme.px(160), theme.px(180)))
        self._photo = QPixmap()
        self._words = ""

    def show_photo(self, image: QImage, words: str) -> None:
        """Show a photo; `words` say what it is to those who cannot see it."""
        self._photo, self._words = QPixmap.fromImage(image), ""
        self.setAccessibleName(words)
        self.update()

    def say(self, words: str) -> None:
        """Show words instead of a photo."""
        self._photo, self._words = QPixmap(), words
        self.setAccessibleName(words)
        self.update()

    @property
    def is_shown(self) -> bool:
        """Whether a photo is shown."""
        return not self._photo.isNull()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the photo in the middle, whole."""
        painter.fillRect(box, self.theme.color("well"))
        if self._photo.isNull():
            painter.setFont(self.theme.font("body"))
            painter.setPen(self.theme.color("text2"))
            inner = box.adjusted(24, 24, -24, -24)
            flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(inner, flags, self._words)
            return
        whole = QRectF(self._photo.rect())
        # At most as large as it is: enlarged it would show no more.
        scale = min(box.width() / whole.width(), box.height() / whole.height(), 1.0)
        shown = QRectF(QPointF(0, 0), whole.size() * scale)
        shown.moveCenter(box.center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(shown, self._photo, whole)


SMALL, LARGE = 200, 1600
"""Pixels of the longer side: of a photo in the list, and of the one that is looked at."""


class WantedPhoto(Struct, frozen=True):
    """A photo by its name, and how large."""

    picture: str
    longest: int


class AlbumPhotos(QObject):
    """Loads photos; `came` brings what was wanted and its image, `failed` why there is none."""

    came = Signal(object, QImage)
    failed = Signal(object, str)

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._waiting: list[WantedPhoto] = []
        self._now: WantedPhoto | None = None
        self._is_over = False
        self._job = OneJob(self)
        self._job.ended.connect(self._go_on)
        desk.ending.connect(self.end)

    def want(self, wanted: WantedPhoto) -> None:
        """Load a photo; a large one comes before all small ones, and takes the place of another."""
        if wanted.longest == LARGE:
            self._waiting = [each for each in self._waiting if each.longest != LARGE]
            self._waiting.insert(0, wanted)
        elif wanted not in self._waiting:
            self._waiting.append(wanted)
        self._go_on()

    def end(self) -> None:
        """Load nothing more, and wait for what is being loaded."""
        self._is_over = True
        self._waiting.clear()
        self._job.stop()

    def _go_on(self) -> None:
        if self._is_over or self._job.is_busy or not self._waiting:
            return
        wanted = self._now = self._waiting.pop(0)
        name, longest = wanted.picture, wanted.longest
        data = self._desk.campaign.reading(lambda session: photo_bytes(session, name))
        if data is None:
            self.failed.emit(wanted, "This campaign file lacks the photo.")
            self._go_on()
            return
        self._job.start(_unpacking(name, data, longest), self._done, self._could_not)

    def _done(self, image: QImage) -> None:
        self.came.emit(self._now, image)

    def _could_not(self, words: str) -> None:
        self.failed.emit(self._now, words)


def _unpacking(name: str, data: bytes, longest: int) -> Callable[[], QImage]:
    """Return the work that unpacks a photo; it runs on a thread of its own."""

    def work() -> QImage:
        if name_of(data) != name:
            raise BadInput(DAMAGED)
        (pixels,) = unpacked(data, (longest,)).sizes
        return image_of(pixels)

    return work


NONE_YET = (
    "No photo is pinned yet. Pin one: it belongs to the turn that is played, and to a unit if you "
    "name one. It is kept small, in the campaign file."
)
SPARE = "They were under a map or pinned once. Undo can bring back where, but not the photo."
LIST, NARROW = 260, 620
"""Pixels at 100 %: the list's width, and that of a sheet in which it lies above the photo."""


class PhotoList(QtWidgets.QListWidget):
    """The photos in small; Del asks to take the chosen one out. N is left to the sheet."""

    unpin_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setAccessibleName("Photos")
        self.setVerticalScrollMode(self.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setIconSize(QSize(theme.px(88), theme.px(66)))

    def lie(self, across: bool) -> None:
        """Lie at the side of the photo, or across the sheet above it."""
        px, free = self.theme.px, 16_777_215  # Qt's own QWIDGETSIZE_MAX
        self.setMinimumWidth(0 if across else px(LIST))
        self.setMaximumWidth(free if across else px(LIST))
        self.setMinimumHeight(px(96))
        self.setMaximumHeight(px(160) if across else free)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.unpin_asked.emit()
        elif sign(event) == "n":
            event.ignore()  # a list would look for a photo that begins with it
        else:
            super().keyPressEvent(event)


class AlbumSheet(Sheet):
    """Shows the album, at the photos of a unit if there are any; a new one is pinned to that unit."""

    def __init__(self, theme: Theme, host: QtWidgets.QWidget, desk: Desk, unit_id: int = 0) -> None:
        super().__init__(theme, host, "Photos of the battle", wide=1120, high=820)
        self._desk, self._unit_id = desk, unit_id
        self._rows: tuple[AlbumRow, ...] = ()
        self._small: dict[str, QImage] = {}
        self._job = OneJob(self)
        self._filling = False
        self._shown = ""
        self._photos = AlbumPhotos(desk, self)
        self._photos.came.connect(self._came)
        self._photos.failed.connect(self._missing)
        self.list = PhotoList(theme)
        self.picture = AlbumPicture(theme)
        self.when = note(theme)
        self.said = QtWidgets.QLineEdit()
        self.said.setMaxLength(text.NOTE_LENGTH)
        self.whose = PickBox(theme)
        self._lay_out()
        self.list.currentRowChanged.connect(self._turn_to)
        self.list.unpin_asked.connect(self.unpin)
        self.said.editingFinished.connect(self._keep_words)
        self.whose.activated.connect(self._keep_unit)
        desk.changed.connect(self._follow_desk)
        desk.ending.connect(self._end)
        self.closed.connect(self._end)
        self._fill(self._first())

    @override
    def first_field(self) -> QtWidgets.QWidget:
        return self.list if self._rows else self.pin_button

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for a photo on N, and on Enter where the focus is on its button."""
        if event.key() == Qt.Key.Key_Escape and self._job.cancel():
            self._could_not(STOPPED)
            return
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and self.drop_button.hasFocus():
            self.drop()
        elif enter and self.unpin_button.hasFocus():
            self.unpin()
        elif sign(event) == "n" or (enter and self.pin_button.hasFocus()):
            self.choose()
        else:
            super().keyPressEvent(event)

    def choose(self) -> None:
        """Ask for the file of a photo."""
        if self._desk.read_only or self._job.is_busy:
            return
        have_ready()
        folder = str(self._desk.path.parent)
        name, _ = QtWidgets.QFileDialog.getOpenFileName(self, "Pin a photo", folder, FILES)
        if name:
            self.take(Path(name))

    def take(self, path: Path) -> None:
        """Read a photo beside the window, and pin it; say what is wrong with it otherwise."""
        if self._desk.read_only or self._job.is_busy:
            return
        self.problem.clear()
        self.when.say(READING)
        self._job.start(lambda: to_pin(path), self._pin, self._could_not)

    def unpin(self) -> None:
        """Take the photo that is shown out of the album."""
        row = self._row()
        if row is not None and not self._desk.read_only:
            self._do(UnpinPhoto(photo_id=row.id))

    def drop(self) -> None:
        """Drop the photos of this campaign that nothing shows any more."""
        if not self._desk.read_only and self._desk.drop_photos() is not None:
            self._offer_to_drop()
            (self.list if self._rows else self.pin_button).setFocus()

    def _offer_to_drop(self) -> None:
        found = self._desk.read(kept_photos)
        some = "1 photo" if found.unshown == 1 else f"{found.unshown} photos"
        self.drop_button.set_words(f"Drop {some} not shown, {found.unshown_size / 1e6:,.1f} MB")
        tip(self.drop_button, SPARE)
        self.drop_button.setVisible(found.unshown > 0 and not self._desk.read_only)

    def _pin(self, photo: PhotoCopy) -> None:
        act = PinPhoto(picture=photo.name, unit_id=self._unit_id or None)
        answer = self._desk.do_with_photo(photo, act)
        if not isinstance(answer, Changes):
            self._could_not(answer.sentence)
            return
        self._fill(len(self._desk.read(album)) - 1)
        self.said.setFocus(Qt.FocusReason.OtherFocusReason)

    def _could_not(self, words: str) -> None:
        self.fail(words)
        self._turn_to(self.list.currentRow())

    def _do(self, act: Act) -> None:
        answer = self._desk.do(act)
        if not isinstance(answer, Changes) and answer.sentence:
            self.fail(answer.sentence)

    def _keep_words(self) -> None:
        row, words = self._row(), self.said.text()
        if row is not None and not self._filling and words.strip() != row.words.strip():
            self._do(EditPinnedPhoto(photo_id=row.id, words=words))

    def _keep_unit(self) -> None:
        row, unit_id = self._row(), self.whose.value() or NO_UNIT
        if row is not None and unit_id != row.unit_id:
            self._do(EditPinnedPhoto(photo_id=row.id, unit_id=unit_id))

    def _follow_desk(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(album.tables):
            self._fill(self.list.currentRow())

    def _first(self) -> int:
        """Return the place to begin at: the unit's newest photo, else the newest of all."""
        rows = self._desk.read(album)
        own = [place for place, row in enumerate(rows) if row.unit_id == self._unit_id]
        return own[-1] if self._unit_id and own else len(rows) - 1

    def _row(self) -> AlbumRow | None:
        place = self.list.currentRow()
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def _fill(self, place: int) -> None:
        """List the photos as they are now, with the one at this place chosen."""
        self._filling = True  # a line whose words change by this has not been edited
        self._rows = self._desk.read(album)
        names = [FieldOption(row.id, row.name) for row in self._desk.read(units, include_lost=True)]
        self.whose.offer([FieldOption(None, "No unit"), *names])
        self.list.blockSignals(True)
        while self.list.count() > len(self._rows):
            self.list.takeItem(self.list.count() - 1)
        while self.list.count() < len(self._rows):
            self.list.addItem(QtWidgets.QListWidgetItem())
        for at, row in enumerate(self._rows):
            self._fill_item(self.list.item(at), row)
        place = max(0, min(len(self._rows) - 1, place))
        self.list.setCurrentRow(place)
        self.list.blockSignals(False)
        self._turn_to(place)
        self._offer_to_drop()
        self._filling = False

    def _fill_item(self, item: QtWidgets.QListWidgetItem, row: AlbumRow) -> None:
        # A photo without words and unit is called by its turn: that is not said twice.
        item.setText(f"{row.title}\n{row.battle if row.title == row.turn else row.short}")
        if row.picture in self._small:
            item.setIcon(_icon(self._small[row.picture]))
            return
        blank = QPixmap(self.list.iconSize())
        blank.fill(self.theme.color("well"))
        item.setIcon(QIcon(blank))
        self._photos.want(WantedPhoto(row.picture, SMALL))

    def _turn_to(self, _place: int) -> None:
        """Show the chosen photo with its words."""
        row, may = self._row(), not self._desk.read_only
        for part in (self.said, self.whose, self.unpin_button):
            part.setEnabled(row is not None and may)
        if row is None:
            self._shown = ""
            self.picture.say(NONE_YET)
            self.when.say("")
            self.said.setText("")
            self.whose.set_value(None)
            return
        self.when.say(row.when)
        # What is being typed stays, unless another photo has come.
        if self.said.text().strip() != row.words.strip():
            self.said.setText(row.words)
        self.whose.set_value(row.unit_id or None)
        if self._shown != row.picture:
            self._photos.want(WantedPhoto(row.picture, LARGE))

    def _came(self, wanted: WantedPhoto, image: QImage) -> None:
        if wanted.longest == SMALL:
            self._small[wanted.picture] = image
            for at, row in enumerate(self._rows):
                if row.picture == wanted.picture:
                    self.list.item(at).setIcon(_icon(image))
        else:
            now = self._row()
            if now is not None and now.picture == wanted.picture:
                self._shown = now.picture
                self.picture.show_photo(image, now.title)

    def _missing(self, wanted: WantedPhoto, words: str) -> None:
        now = self._row()
        if wanted.longest == LARGE and now is not None and now.picture == wanted.picture:
            self._shown = ""
            self.picture.say(f"{words} Take it out, or pin it once more.")

    def _end(self) -> None:
        self._photos.end()
        self._job.stop()

    def _lay_out(self) -> None:
        theme = self.theme
        self.pin_button = Button(theme, "Pin a photo…", "primary", "photo", "N", does=self.choose)
        self.pin_button.setEnabled(not self._desk.read_only)
        self.unpin_button = Button(theme, "Take it out", "quiet", "trash", "Del", does=self.unpin)
        self.drop_button = Button(theme, "", "quiet", "trash", does=self.drop)
        left = in_column(theme, self.pin_button, (self.list, 1), self.drop_button, gap=12)
        said = FieldBox(theme, "What it shows", self.said)
        whose = FieldBox(theme, "Which unit", self.whose)
        self._fields = in_row(theme, (said, 2), (whose, 1), gap=16)
        foot = in_row(theme, (self.problem, 1), (0, 0), self.unpin_button)
        right = in_column(theme, (self.picture, 1), self.when, self._fields, foot, gap=12)
        self._across = in_row(theme, left, (right, 1), gap=16)
        nest(self.body, self._across, 1)
        self.list.lie(across=False)

    @override
    def content_height(self, wide: int) -> int:
        """Return 0: a photo takes all the height that there is."""
        return 0

    @override
    def place(self) -> None:
        """Put the list above the photo where both have no room side by side."""
        super().place()
        narrow = self.sheet.width() < self.theme.px(NARROW)
        ways = self._across.Direction
        self._across.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self._fields.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self.list.lie(narrow)


def _icon(image: QImage) -> QIcon:
    icon, pixels = QIcon(), QPixmap.fromImage(image)
    # Left to itself, Qt tints the chosen one in the colour of the selection.
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
        icon.addPixmap(pixels, mode)
    return icon
