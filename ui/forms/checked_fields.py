"""A form whose fields are checked one by one, with what is wrong below each."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from brikdesk.errors import field_of
from ui.forms.field_box import FieldBox


class CheckedFields(QWidget):
    """A form with its `boxes` by name; a subclass says what is wrong in one."""

    boxes: dict[str, FieldBox]

    def problem_of(self, name: str) -> str:
        """Return what is wrong in a field; empty if nothing is."""
        raise NotImplementedError

    def check(self, name: str) -> bool:
        """Check one field and show below it what is wrong. Return whether it is right."""
        self.boxes[name].set_problem(self.problem_of(name))
        return not self.boxes[name].problem()

    def show_problem(self, where: str, words: str) -> bool:
        """Show at its field what the act found wrong. Return False if it concerns no field here.

        A field that is hidden does not count: the words are then shown at the foot of the sheet.
        """
        box = self.boxes.get(field_of(where))
        if box is None or box.isHidden():
            return False
        box.set_problem(words)
        box.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        return True
