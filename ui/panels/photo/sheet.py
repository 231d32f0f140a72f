"""The sheet that straightens a photo: four handles, what is known, a check line, and how solid it is."""

import math

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.acts.battlefield.photo import BEHIND, FAINTEST, RemoveBackground, SetBackground
from brikdesk.errors import BadInput
from brikdesk.ground.perspective import Perspective, Rectangle, hides_part_of, perspective
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battlefield import Ground, TablePhoto
from ui.campaign.desk import Desk
from ui.campaign.not_done import NotDone
from ui.forms.field_box import FieldBox
from ui.forms.measure import MeasureEdit
from ui.forms.sheet import Sheet
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.panels.photo.canvas import PhotoCanvas
from ui.panels.photo.handles import Handle, Handles
from ui.panels.photo.known import KnownShape
from ui.panels.photo.taking import Taken
from ui.widgets.buttons import Button

SIDE = 300
"""Pixels at 100 % of the column of fields."""

HOW = (
    "Drag the handles 1 to 4 onto its corners, or press a handle's number and move it with the arrows "
    "(Shift: finer, Ctrl: farther). The thin lines are the table, a line every six inches."
)


class PhotoSheet(Sheet):
    """Lays a photo under the map. With `before` it corrects how one lies, or puts another in its place.

    `another` comes when a newer photo is wanted instead.
    """

    another = Signal()

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        desk: Desk,
        ground: Ground,
        taken: Taken,
        before: TablePhoto | None = None,
    ) -> None:
        super().__init__(
            theme, host, "Photo of the table", "Lay it under the map", 1180, 860, scrolls=False
        )
        self._desk, self.taken = desk, taken
        self._table = ground.width, ground.depth
        # The corners of another photo say nothing about this one.
        same = before is not None and before.picture == taken.photo.name
        corners = before.corners if before is not None and same else ()
        self.canvas = PhotoCanvas(theme, taken.image, taken.shown, Handles(corners))
        self.known = KnownShape(theme, self._table, before.known if before else None)
        self.check = MeasureEdit(theme, 0.1, 1000, '"', 2)
        self._check_box = FieldBox(
            theme, "The check line is really", self.check, "5 and 6, if you like"
        )
        self.reading = plain_label(theme, "", "small", "text2", wrap=True)
        self.opacity = MeasureEdit(theme, 100 * FAINTEST, 100, "%")
        self.opacity.set_value(round(100 * (before.opacity if before else 1.0)))
        self._opacity_box = FieldBox(theme, "How solid", self.opacity)
        self._lay_out()
        if before is not None:
            self._offer_removal()
        for changed in (self.canvas.moved, self.known.changed, self.check.textEdited):
            changed.connect(lambda *_: self._follow())
        self._follow()

    @override
    def first_field(self) -> QWidget:
        return self.canvas

    @override
    def submit(self) -> None:
        """Save the photo and how it lies; say what is wrong, if anything is."""
        known = self.known.rectangle()
        self._opacity_box.set_problem(self.opacity.problem())
        opacity = self.opacity.value()
        if known is None or opacity is None or self._opacity_box.problem():
            self.fail("A number is missing or wrong; it is marked.")
            return
        if words := self._fault(known):
            self.fail(words)
            return
        act = SetBackground(
            picture=self.taken.photo.name,
            corners=self.canvas.handles.corners,
            x=known.x,
            y=known.y,
            width=known.width,
            depth=known.depth,
            turned=known.turned,
            opacity=opacity / 100,
        )
        self._done(self._desk.do_with_photo(self.taken.photo, act))

    def remove(self) -> None:
        """Take the photo away from under the map."""
        self._done(self._desk.do(RemoveBackground()))

    def _done(self, answer: Changes | NotDone) -> None:
        if isinstance(answer, Changes):
            self.close_sheet()
        elif answer.sentence:
            self.fail(answer.sentence)

    def _view(self, known: Rectangle) -> Perspective | None:
        try:
            return perspective(self.canvas.handles.corners, known)
        except BadInput:
            return None

    def _fault(self, known: Rectangle) -> str:
        try:
            view = perspective(self.canvas.handles.corners, known)
        except BadInput as error:
            return error.sentence
        return BEHIND if hides_part_of(view, *self._table) else ""

    def _follow(self) -> None:
        """Draw the table and measure the check line, with the handles where they are now."""
        known = self.known.rectangle()
        view = self._view(known) if known is not None else None
        self.canvas.show_view(view, *self._table)
        fault = self._fault(known) if known is not None else ""
        if fault:
            self.fail(fault)
        else:
            self.problem.clear()
        self.reading.say(self._measured(view))

    def _measured(self, view: Perspective | None) -> str:
        handles = self.canvas.handles
        ends = (handles[Handle.CHECK_START], handles[Handle.CHECK_END])
        spots = [view.to_table(end) for end in ends] if view is not None else []
        if len(spots) < 2 or spots[0] is None or spots[1] is None:
            return ""
        inches = math.dist(spots[0], spots[1])
        self._check_box.set_problem(self.check.problem(optional=True))
        really = self.check.value()
        if really is None or self._check_box.problem():
            return f'It measures {inches:.4g}".'
        off = inches - really
        # Less than can be shown with two decimals.
        if abs(off) < 0.005:
            return f'It measures {inches:.4g}": exactly right.'
        word = "long" if off > 0 else "short"
        return f'It measures {inches:.4g}": {abs(off):.2g}" too {word}, {abs(off) / really:.1%}.'

    def _offer_removal(self) -> None:
        button = Button(self.theme, "Take the photo away", "quiet", "trash")
        button.clicked.connect(self.remove)
        newer = Button(self.theme, "Another photo…", "quiet", "photo")
        newer.clicked.connect(self._want_another)
        self.foot.insertWidget(1, newer)
        self.foot.insertWidget(2, button)

    def _want_another(self) -> None:
        self.close_sheet()
        self.another.emit()

    def _lay_out(self) -> None:
        px = self.theme.px
        fields = QWidget()
        column = QVBoxLayout(fields)
        column.setContentsMargins(0, 0, px(8), 0)
        column.setSpacing(px(12))
        column.addWidget(plain_label(self.theme, "What lies at the corners", "title"))
        column.addWidget(self.known)
        column.addWidget(plain_label(self.theme, HOW, "small", "text2", wrap=True))
        column.addWidget(self._check_box)
        column.addWidget(self.reading)
        column.addWidget(self._opacity_box)
        column.addStretch(1)
        side = QScrollArea()
        side.setFrameShape(QFrame.Shape.NoFrame)
        side.setWidgetResizable(True)
        # Tab goes from the photo into the fields, not to the frame around them.
        side.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        side.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        side.setWidget(fields)
        side.setFixedWidth(px(SIDE))
        across = QHBoxLayout()
        across.setSpacing(px(16))
        across.addWidget(self.canvas, 1)
        across.addWidget(side)
        self.body.addLayout(across, 1)
