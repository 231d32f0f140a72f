"""Every key on one sheet (F1)."""

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from ui.forms.sheet import Sheet
from ui.look.shortcuts import HELP, KeyGroup
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.look.widths import Width, width_of
from ui.widgets.keycap import KeyCap

_SEPARATOR = "…"


def groups_for(games: tuple[str, ...]) -> tuple[KeyGroup, ...]:
    """Return the groups of keys for these rule sets; all groups if none is named."""
    return tuple(group for group in HELP if not games or group.game in ("", *games))


class KeysSheet(Sheet):
    """Shows the keys by the place in which they work, in two columns where there is room.

    `games` are the rule sets of the open campaign; keys of other rule sets are left out.
    """

    def __init__(self, theme: Theme, host: QWidget, games: tuple[str, ...] = ()) -> None:
        super().__init__(theme, host, "Keys", wide=960, high=820)
        narrow = width_of(host.width(), theme.scale) is Width.SLIM
        words = "Single letters work in the pane with the focus ring, never in a text field."
        self.body.addWidget(plain_label(theme, words, "small", "text2", wrap=True))
        across = QHBoxLayout()
        across.setSpacing(theme.px(32))
        columns = [QVBoxLayout() for _ in range(1 if narrow else 2)]
        for column in columns:
            column.setSpacing(theme.px(16))
            across.addLayout(column, 1)
        heights = [0] * len(columns)
        for group in groups_for(games):
            # Each group goes below the shorter column, so that both end at about the same height.
            at = heights.index(min(heights))
            columns[at].addWidget(self._group(group))
            heights[at] += len(group.rows) + 2  # the title and the gap count as rows
        for column in columns:
            column.addStretch(1)
        self.body.addLayout(across)

    def _group(self, group: KeyGroup) -> QWidget:
        theme, px = self.theme, self.theme.px
        block = QWidget()
        grid = QGridLayout(block)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(6))
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, px(136))
        grid.addWidget(plain_label(theme, group.where, "title"), 0, 0, 1, 2)
        for row, key_row in enumerate(group.rows, start=1):
            caps = QHBoxLayout()
            caps.setSpacing(px(4))
            for keys in key_row.keys:
                is_cap = keys != _SEPARATOR
                plain = plain_label(theme, keys, "small", "text3")
                caps.addWidget(KeyCap(theme, keys) if is_cap else plain)
            caps.addStretch(1)
            grid.addLayout(caps, row, 0)
            grid.addWidget(plain_label(theme, key_row.words, "small", "text2", wrap=True), row, 1)
        return block
