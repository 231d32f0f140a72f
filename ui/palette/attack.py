"""The palette's attack: a typed line becomes a row of the list, and Enter carries it out."""

from functools import cached_property
from typing import TYPE_CHECKING

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.announce import announce
from ui.look.theme import Theme
from ui.palette.finds import Find, Hit
from ui.widgets.heard_rows import HeardRows
from ui.widgets.underlined_field import Underline, UnderlinedField

if TYPE_CHECKING:
    from ui.models.attack.heard_line import HeardLine, Hearing

ATTACK = "Attack"
"""The group of its row."""

ATTACK_HELP = 'or in words: rosa shoots at tile 5" parried, shielded by dome, stray on stub 8"'
"""An example of what can be typed instead of choosing the row."""


class PaletteAttack:
    """Reads a typed line as an attack, shows what it understands, completes and does it.

    `rows` is the widget that shows what was understood; put it above the list.
    """

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, field: UnderlinedField) -> None:
        self._desk, self._hub, self._field = desk, hub, field
        self._said = ""
        self._tried: tuple[HeardLine, int, str] | None = None
        self.heard: HeardLine | None = None
        self.rows = HeardRows(theme)

    @cached_property
    def _hearing(self) -> "Hearing":
        from ui.models.attack.heard_line import Hearing

        return Hearing(self._desk)

    def hear(self, typed: str) -> tuple[Hit, ...]:
        """Read a line; return its row, or an empty tuple if it is no attack."""
        self.heard = heard = self._hearing.hear(typed)
        if heard is None:
            self._field.underline(())
            self.rows.show_rows((), ())
            return ()
        self._field.underline((*_understood(heard), *_wrong(heard)))
        state, rows = (
            [(row.label, row.words, row.token) for row in some]
            for some in (heard.state, heard.rows)
        )
        self.rows.show_rows(state, rows, heard.suggestions)
        self._say(heard)
        find = Find(ATTACK, "attack", heard.title, self.carry_out, more=heard.enter)
        return (Hit(find),)

    @property
    def may_go(self) -> bool:
        """Whether Enter can do something; a line with wrong words cannot be done."""
        return self.heard is not None and self.heard.act is not None

    def carry_out(self) -> None:
        """Do the attack if it is complete, else fill it into the Attack tab."""
        if self.heard is None or self.heard.act is None:
            return
        if self.heard.ready:
            self._desk.do(self.heard.act)
        else:
            self._hub.attack_wanted.emit(self.heard.act)

    def refuse(self) -> None:
        """Say why Enter does nothing, and select the wrong word."""
        problems = self.heard.problems if self.heard else ()
        if problem := next((each for each in problems if not each.missing), None):
            self._field.select(problem.start, problem.end)
            announce(self.rows, problem.words, urgent=True)

    def complete(self, forward: bool) -> bool:
        """Put the next (or previous) suggestion into the line. Return False if there is none."""
        line = self._field.text()
        # As long as the line is what Tab made of it, Tab goes on through the same suggestions.
        if self._tried and self._tried[2] == line and len(self._tried[0].suggestions) > 1:
            heard, place, _ = self._tried
            place += 1 if forward else -1
        elif self.heard and self.heard.suggestions:
            heard, place = self.heard, 0 if forward else -1
        else:
            return False
        mended, cursor = heard.mended(place)
        self._tried = (heard, place, mended)
        self._field.setText(mended)
        self._field.put_cursor(cursor)
        return True

    def _say(self, heard: "HeardLine") -> None:
        """Have a screen reader say what is wrong or ready, if it has not said so before."""
        said = heard.state[0].words if heard.state and (heard.wrong or heard.ready) else ""
        if said and said != self._said:
            announce(self.rows, said)
        self._said = said


def _understood(heard: "HeardLine") -> list[Underline]:
    # A wrong word is underlined as wrong only: two lines in one place could not be told apart.
    wrong = [(problem.start, problem.end) for problem in heard.problems if not problem.missing]
    return [
        Underline(piece.start, piece.end, "ok" if heard.ready else "text3")
        for piece in heard.spoken.pieces
        if not any(start < piece.end and piece.start < end for start, end in wrong)
    ]


def _wrong(heard: "HeardLine") -> list[Underline]:
    return [
        Underline(problem.start, problem.end, "danger", wrong=True)
        for problem in heard.problems
        if not problem.missing
    ]
