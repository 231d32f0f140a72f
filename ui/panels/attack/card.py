"""A card of the aim: attacker, weapon or target; its key opens the list."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from ui.look.icons import RAIL, paint_icon
from ui.look.text import tip
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_focus, draw_line, draw_plate, square_in
from ui.widgets.keycap import keycap_width, paint_keycap
from ui.widgets.own_keys import ShowsCap
from ui.widgets.painted import PaintedButton
from ui.widgets.token import TokenLook, paint_token

HIGH, PADDING, GAP, MARK, RADIUS = 46, 10, 10, 30, 8
NARROW = 200
"""Pixels at 100 % below which a card leaves its token out, so that the name has room."""


class AttackCard(PaintedButton, ShowsCap):
    """Keycap, token or icon, name, and a second line; while empty it shows its question."""

    def __init__(self, theme: Theme, key: str, question: str, icon: str) -> None:
        super().__init__(theme)
        self.key, self._question, self._icon = key, question, icon
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name, self._detail = "", ""
        self._token: TokenLook | None = None
        self._wanted = False
        self.live = True
        self.say("", "")

    @property
    def words(self) -> tuple[str, str]:
        """Name and second line."""
        return self._name, self._detail

    @property
    @override
    def cap(self) -> str:
        return self.key if self.live else ""

    def set_live(self, on: bool) -> None:
        """Show the keycap, or hide it while the key means something else."""
        if on != self.live:
            self.live = on
            self.update()

    def say(
        self, name: str, detail: str, token: TokenLook | None = None, wanted: bool = False
    ) -> None:
        """Show a name and detail; without a name the question. `wanted` marks it as next."""
        self._name, self._detail, self._token, self._wanted = name, detail, token, wanted
        words = ", ".join(part for part in (name, detail) if part)
        self.setAccessibleName(f"{self.key}, {words or self._question}")
        tip(self, words)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(170), self.theme.px(HIGH))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(120), self.theme.px(HIGH))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, px = self.theme, self.theme.px
        fill = theme.color("sel" if self._wanted else "bg2")
        token = "accent_edge" if self._wanted else "ctl" if self.underMouse() else "line2"
        draw_plate(painter, box, px(RADIUS), fill, theme.color(token))
        left: float = px(PADDING)
        if self.live:
            key = QRectF(left, 0, keycap_width(theme, self.key), box.height())
            able = self.isEnabled() and self.cap_is_live
            paint_keycap(painter, key, theme, self.key, enabled=able)
            left = key.right() + px(GAP)
        left = self._paint_mark(painter, box, left)
        words = QRectF(left, 0, box.right() - px(PADDING) - left, box.height())
        self._paint_words(painter, words)
        if self.hasFocus():
            draw_focus(painter, box, theme, px(RADIUS))

    def _paint_mark(self, painter: QPainter, box: QRectF, left: float) -> float:
        theme, px = self.theme, self.theme.px
        if box.width() < px(NARROW):
            return left
        place = square_in(QRectF(left, 0, px(MARK), box.height()), px(MARK))
        if self._token:
            paint_token(painter, place, theme, self._token)
        elif self._icon:
            draw_plate(painter, place, px(6), theme.color("bg3"))
            paint_icon(painter, square_in(place, px(RAIL)), theme, self._icon, "text2")
        return place.right() + px(GAP)

    def _paint_words(self, painter: QPainter, box: QRectF) -> None:
        theme, px = self.theme, self.theme.px
        strong = theme.font("body", strong=True)
        if not self._name:
            draw_line(painter, box, self._question, theme.font("body"), theme.color("text2"))
            return
        if not self._detail:
            draw_line(painter, box, self._name, strong, theme.color("text"))
            return
        half, edge = box.height() / 2, px(5)
        upper, lower = box.adjusted(0, edge, 0, -half), box.adjusted(0, half, 0, -edge)
        draw_line(painter, upper, self._name, strong, theme.color("text"))
        draw_line(painter, lower, self._detail, theme.font("small"), theme.color("text2"))
