"""The bar over the map's own while terrain is drawn: kind, form and width, each with its key."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from brikdesk.lengths import in_inches
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.map.sketch import LETTERS, DrawnAs
from ui.panels.map.drawing import Drawing
from ui.panels.map.tool import FINE
from ui.widgets.buttons import Button


class DrawingBar(QWidget):
    """Hidden while nothing is drawn; the map's keys do the same as its buttons."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tool: Drawing | None = None
        self._line = QHBoxLayout(self)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def _fill(self) -> None:
        self.kind = self._button("", "Kind of terrain", self._choose_kind)
        self.form = self._button("", "Form  F", self._choose_form)
        self.thinner = self._button("minus", "Narrower  PgDn", lambda: self._widen(-FINE))
        self.wider = self._button("plus", "Wider  PgUp", lambda: self._widen(FINE))
        self._width = plain_label(self._theme, "", "small", "text2")
        self.done = self._button("cross", "End drawing  Esc", self._end)
        for part in (self.kind, self.form, self.thinner, self._width, self.wider):
            self._line.addWidget(part)
        self._line.addStretch(1)
        self._line.addWidget(self.done)

    def show_for(self, tool: Drawing) -> None:
        """Show it for a tool, until that ends."""
        if not self._line.count():  # most battles are played without it
            self._fill()
        self._tool = tool
        tool.restated.connect(self._show_state)
        tool.destroyed.connect(self._forget)
        tool.ended.connect(self.hide)
        self._show_state()
        self.show()

    def leave(self) -> None:
        """Hide it: the tool is put away."""
        self._tool = None
        self.hide()

    def kinds(self) -> QMenu:
        """Return the menu of kinds, each with its letter."""
        assert self._tool is not None
        menu, group = QMenu(self), QActionGroup(self)
        for letter, kind in LETTERS.items():
            entry = menu.addAction(f"{kind.value.capitalize()}\t{letter.upper()}")
            entry.setCheckable(True)
            entry.setChecked(kind is self._tool.sketch.kind)
            entry.triggered.connect(lambda _=False, kind=kind: self._take(kind))
            group.addAction(entry)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def forms(self) -> QMenu:
        """Return the menu of forms."""
        assert self._tool is not None
        menu = QMenu(self)
        for form in DrawnAs:
            entry = menu.addAction(form.value)
            entry.setCheckable(True)
            entry.setChecked(form is self._tool.sketch.form)
            entry.triggered.connect(lambda _=False, form=form: self._take(form))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _choose_kind(self) -> None:
        if self._tool is not None:
            self.kinds().popup(self.kind.mapToGlobal(QPoint(0, 0)))

    def _choose_form(self) -> None:
        if self._tool is not None:
            self.forms().popup(self.form.mapToGlobal(QPoint(0, 0)))

    def _take(self, what: object) -> None:
        if self._tool is None:
            return
        if isinstance(what, DrawnAs):
            self._tool.take_form(what)
        else:
            self._tool.take_kind(what)  # type: ignore[arg-type]

    def _widen(self, inches: float) -> None:
        if self._tool is not None:
            self._tool.widen(inches)

    def _end(self) -> None:
        if self._tool is not None:
            self._tool.ended.emit()

    def _forget(self) -> None:
        self._tool = None
        self.hide()

    def _show_state(self) -> None:
        if self._tool is None:
            return
        sketch = self._tool.sketch
        letter = next(letter for letter, kind in LETTERS.items() if kind is sketch.kind)
        self.kind.set_words(sketch.kind.value.capitalize(), "Kind of terrain")
        self.kind.set_key(letter.upper())
        self.form.set_words(sketch.form.value, "Form")
        self.form.set_key("F")
        for part in (self.thinner, self._width, self.wider):
            part.setVisible(sketch.form is DrawnAs.LINE)
        self._width.setText(f"{in_inches(sketch.width)} wide")

    def _button(self, icon: str, name: str, does: object) -> Button:
        button = Button(self._theme, "", "quiet" if icon else "soft", icon, name=name)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda _=False: does())  # type: ignore[operator]
        return button

    def _restyle(self) -> None:
        px = self._theme.px
        self._line.setContentsMargins(px(12), px(4), px(12), 0)
        self._line.setSpacing(px(6))
