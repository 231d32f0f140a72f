"""The measures of an attack, how the weapon is used, and who else takes part."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike, TargetPart
from ui.forms.inputs import FieldBox, MeasureEdit, PickBox
from ui.forms.questions import FieldOption
from ui.look.theme import Theme
from ui.models.attack import picks as attack_picks
from ui.models.attack.controller import AttackController
from ui.models.attack.draft import AttackDraft
from ui.models.attack.picks import MANEUVERS, by_touch
from ui.models.picks import PickRow
from ui.models.rows import MINIFIGS
from ui.widgets.buttons import Button
from ui.widgets.layout import FlowLayout, let_wrap
from ui.widgets.painted import PaintedWidget

MODES = {
    Mode.SINGLE: "Single shot",
    Mode.BURST: "Burst",
    Mode.ARC: "Firing Arc",
    Mode.THROW: "Throw",
    Mode.DROP: "Drop",
    Mode.STRIKE: "Strike",
    Mode.GRAB: "Grab",
    Mode.SHOVE: "Shove",
}
GRIPS = {None: "As it is held", 1: "One Hand", 2: "Both Hands"}

PARTS = {
    TargetPart.WHOLE: "All of it",
    TargetPart.SMALL: "A small part",
    TargetPart.TINY: "A tiny part",
}
SECTIONS = {3: "All 3 sections", 2: "2 sections", 1: "1 section"}
BY_MAP = {"above": "0", "inches": ""}
"""Numbers that the map may know, and what stands in grey where it does not."""

FIGURES = ("use", "range", "damage")
"""Figures that a weapon of the roster has."""

ShownFor = Callable[[AttackDraft], bool]


class Detail(Struct, frozen=True):
    """One field: `name` of the draft's "aim", "strike" or "draft" (`of`), and whether it `fits`."""

    of: str
    name: str
    box: QWidget
    editor: QWidget
    fits: ShownFor

    def value_in(self, draft: AttackDraft) -> Any:
        """Return the value in a draft; None if it is nowhere yet."""
        owner = {"aim": draft.aim, "strike": draft.strike, "draft": draft}[self.of]
        return getattr(owner, self.name, None)

    def usual(self, draft: AttackDraft) -> bool:
        """Return whether the value is the default, or is said by the weapon's card already."""
        if self.of == "aim" and draft.aim is None:
            return True
        if self.name in ("mode", "name") and _bare(draft):
            return self.name == "mode" or draft.strike.name == draft.strike.mode.value.capitalize()
        usual = {"aim": Aim(), "draft": AttackDraft()}.get(self.of) or AttackDraft().strike
        return bool(self.value_in(draft) == getattr(usual, self.name))


class AttackDetails(PaintedWidget):
    """Fields that hold something unusual, or that lack something, always show; all of them on D."""

    opened = Signal()

    def __init__(self, theme: Theme, controller: AttackController) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._controller = controller
        self.is_open = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._flow = FlowLayout()
        self._column.addLayout(self._flow)
        self._details: list[Detail] = []
        self._make()
        self.restyle()

    def open(self, wanted: bool) -> None:
        """Show all fields that fit, or only those that hold or lack something."""
        self.is_open = wanted
        self.follow()
        if wanted:
            self._first().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def follow(self) -> None:
        """Show the draft as it is now."""
        draft, problem = self._controller.draft, self._controller.problem
        where = problem.where if problem else ""
        for detail in self._details:
            wrong = where == detail.name
            usual = detail.usual(draft) or self._says_nothing(detail, draft)
            matters = self.is_open or wrong or not usual
            fits = detail.fits(draft) or wrong or not usual
            # A field that is typed into is neither hidden nor written to, whatever it says so far.
            held = _holds_focus(detail.editor)
            detail.box.setVisible(held or (matters and fits and bool(draft.strikes)))
            if not held:
                self._fill(detail, draft)
            if isinstance(detail.box, FieldBox):
                # An empty field that was just entered is not wrong yet.
                typed = not held or bool(getattr(detail.editor, "text", str)())
                words = problem.sentence if problem and wrong and typed else ""
                detail.box.set_problem(words)
        self.setVisible(any(not detail.box.isHidden() for detail in self._details))

    @property
    def wants_distance(self) -> bool:
        """Whether a digit may begin the distance: one counts, and nobody has typed it yet."""
        draft = self._controller.draft
        aim = draft.aim
        untyped = aim is not None and aim.distance is None
        return untyped and not by_touch(self._controller.table, draft)

    def type_distance(self, digit: str) -> bool:
        """Begin the distance with a digit; False where none is wanted."""
        detail = next(each for each in self._details if each.name == "distance")
        editor = detail.editor
        if not self.wants_distance or not isinstance(editor, MeasureEdit):
            return False
        # Shown first, as a hidden field takes no focus; with the focus it stays.
        self.show()
        detail.box.show()
        editor.begin_with(digit)
        return True

    def focus_problem(self) -> bool:
        """Put the focus on the field that is wrong or lacks something; False if none is."""
        problem = self._controller.problem
        for detail in self._details:
            if problem and detail.name == problem.where:
                detail.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return True
        return False

    @property
    def holds_focus(self) -> bool:
        """Whether one of the fields has the focus."""
        return any(_holds_focus(detail.editor) for detail in self._details)

    def shows(self, where: str) -> bool:
        """Return whether there is a field for a problem of this name."""
        return any(detail.name == where for detail in self._details)

    def editor(self, name: str) -> QWidget:
        """Return the editor of a value. Raise StopIteration if there is none."""
        return next(detail.editor for detail in self._details if detail.name == name)

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._flow.setSpacing(px(10))
        for detail in self._details:
            wide = {MeasureEdit: 116, PickBox: 156, QLineEdit: 156}.get(type(detail.editor))
            if wide:
                detail.box.setFixedWidth(px(wide))
        super().restyle()

    # How the fields are made

    def _make(self) -> None:
        table = self._controller.table

        def minifig(draft: AttackDraft) -> bool:
            unit = table.unit(draft.aim.unit_id) if draft.aim else None
            return unit is not None and unit.kind in MINIFIGS

        def large(draft: AttackDraft) -> bool:
            return draft.aim is not None and draft.aim.unit_id is not None and not minifig(draft)

        def aims(draft: AttackDraft) -> bool:
            return draft.aim is not None

        def away(draft: AttackDraft) -> bool:
            return aims(draft) and not by_touch(table, draft)

        def arc(draft: AttackDraft) -> bool:
            return draft.strike.mode is Mode.ARC or len(draft.aims) > 1

        def counted(draft: AttackDraft) -> bool:
            return draft.strike.mode in (Mode.BURST, Mode.ARC)

        def unlisted(draft: AttackDraft) -> bool:
            return draft.strike.weapon_id is None and draft.strike.mode is not Mode.GRAB

        # Tab goes through them in this order.
        self._number("aim", "distance", "Distance", away, 0, 10_000, '"', 2)
        self._number("aim", "above", "Stands higher by", away, -1000, 1000, '"', 2)
        self._choice("aim", "sections", "In view", minifig, SECTIONS)
        self._number("aim", "inches", "Can be hit", large, 0, 1000, '"', 1)
        self._choice("aim", "part", "Aims at", aims, PARTS)
        self._words("aim", "part_name", "Part", aims, "the rope")
        self._number("aim", "spans", "Arc points spanned", arc, 0, 30)
        self._number("aim", "free", "Free behind it", aims, 0, 1000, '"', 1)
        self._choice("strike", "mode", "Way", _always, MODES)
        self._choice("strike", "hands", "Held with", self._gripped, GRIPS)
        self._number("strike", "count", "Shots or points", counted, 1, 30)
        self._number("strike", "rounds", "Rounds at once", self._loads, 1, 30)
        self._choice("strike", "round_id", "Round type", self._loads, {None: "As it comes"})
        self._words("strike", "name", "Weapon", unlisted, "a chair")
        self._number("strike", "use", "Use", _figured, 0, 1000)
        self._number("strike", "range", "Range", _figured, 0, 1000, '"', 1)
        self._words("strike", "damage", "Damage", _figured, "1d6+1")
        self._number("strike", "power", "Power", _figured, 0, 999, '"')
        self._check("aim", "blind", "Firing Blind", aims)
        self._check("aim", "joint", "At a joint", aims)
        self._check("aim", "component", "At a component", aims)
        self._check("strike", "same_action", "Same Action as before", _always)
        self._check("strike", "momentum", "MOM on its Range", self._runs_up)
        self._check("draft", "combine", "Add up all damage", _always)
        self._check("draft", "track_misses", "Missed Shots land", _always)
        self._check("draft", "passing", "In passing", lambda draft: by_touch(table, draft))
        self._check("draft", "counterstrike", "Counterstrike", lambda draft: by_touch(table, draft))
        self._check("draft", "charge", "Charge", self._charges)
        self._check("draft", "avoided", "Avoided by a Bail", lambda draft: by_touch(table, draft))

    @property
    def may_charge(self) -> bool:
        """Whether the attack can be a Charge."""
        return self._charges(self._controller.draft)

    def charge(self) -> bool:
        """Make the attack a Charge, or no longer (R); False where it cannot be one."""
        draft = self._controller.draft
        if not self._charges(draft) or self._controller.desk.read_only:
            return False
        self._controller.change(replace(draft, charge=not draft.charge))
        return True

    def _charges(self, draft: AttackDraft) -> bool:
        table = self._controller.table
        unit = table.unit(draft.strike.by_id)
        runs = unit is not None and unit.momentum
        return draft.charge or (runs and by_touch(table, draft))

    def _gripped(self, draft: AttackDraft) -> bool:
        """Return whether it is made with something that Hands hold."""
        arm = self._controller.table.arm(draft.strike.weapon_id)
        return draft.strike.hands is not None or (arm is not None and not arm.mounted)

    def _runs_up(self, draft: AttackDraft) -> bool:
        """Return whether it throws something, and holds a MOM that makes it fly farther."""
        unit = self._controller.table.unit(draft.strike.by_id)
        runs = unit is not None and unit.momentum and draft.strike.mode is Mode.THROW
        return draft.strike.momentum or runs

    def _says_nothing(self, detail: Detail, draft: AttackDraft) -> bool:
        """Return whether it is a distance, left from an earlier weapon, of an attack by touch."""
        return detail.name in ("distance", "above") and by_touch(self._controller.table, draft)

    def _loads(self, draft: AttackDraft) -> bool:
        arm = self._controller.table.arm(draft.strike.weapon_id)
        return arm is not None and arm.kind in ("Launcher", "Rocket", "Explosive")

    def _add(self, of: str, name: str, label: str, editor: QWidget, fits: ShownFor) -> None:
        box = editor if isinstance(editor, QCheckBox) else FieldBox(self.theme, label, editor)
        self._flow.addWidget(box)
        box.hide()  # `follow` shows those that matter
        self._details.append(Detail(of, name, box, editor, fits))

    def _number(
        self, of: str, name: str, label: str, fits: ShownFor,
        least: float, most: float, unit: str = "", decimals: int = 0,
    ) -> None:  # fmt: skip
        editor = MeasureEdit(self.theme, least, most, unit, decimals)
        editor.takes_letters = unit == '"'
        editor.textEdited.connect(lambda _text: self._typed(of, name, editor))
        self._add(of, name, label, editor, fits)

    def _words(self, of: str, name: str, label: str, fits: ShownFor, example: str) -> None:
        editor = QLineEdit()
        editor.setMaxLength(80)
        editor.setPlaceholderText(example)
        editor.textEdited.connect(lambda text: self._set(of, name, text))
        self._add(of, name, label, editor, fits)

    def _choice(
        self, of: str, name: str, label: str, fits: ShownFor, names: dict[Any, str]
    ) -> None:
        editor = PickBox(self.theme)
        editor.offer(_options(names))
        editor.activated.connect(lambda _at: self._set(of, name, editor.value()))
        self._add(of, name, label, editor, fits)

    def _check(self, of: str, name: str, label: str, fits: ShownFor) -> None:
        editor = QCheckBox(label)
        editor.clicked.connect(lambda on: self._set(of, name, on))
        self._add(of, name, label, editor, fits)

    # Values in and out

    def _typed(self, of: str, name: str, editor: MeasureEdit) -> None:
        # An emptied field means the default; half a number, or one out of range, is not taken yet.
        value = editor.value()
        usual = AttackDraft().strike if of == "strike" else Aim()
        if value is None or not editor.problem():
            self._set(of, name, getattr(usual, name) if value is None else value)

    def _set(self, of: str, name: str, value: Any) -> None:
        controller = self._controller
        draft = controller.draft
        if of == "aim" and draft.aim is not None:
            controller.change(draft.aiming(**{name: value}))
        elif of == "strike":
            if name == "mode" and value is not Mode.ARC and not controller.table.always_arc(draft):
                draft = draft.at_first_target()
            controller.change(draft.striking(**{name: value}))
        elif of == "draft":
            controller.change(replace(draft, **{name: value}))

    def _fill(self, detail: Detail, draft: AttackDraft) -> None:
        value, editor = detail.value_in(draft), detail.editor
        if detail.name == "distance" and isinstance(editor, MeasureEdit):
            known = self._controller.table.distance(draft)
            editor.setPlaceholderText("" if known is None else f"{round(known, 1):g}")
        if detail.of == "strike" and isinstance(editor, QLineEdit):
            self._show_figure(detail.name, editor, draft)
        by_map = self._by_map(detail)
        if isinstance(editor, MeasureEdit):
            # Defaults stand in grey, as what holds if nothing is typed.
            shown = None if detail.usual(draft) else value
            editor.set_value(shown)
            known = value if by_map is None else by_map
            if detail.name in BY_MAP and known is None:
                editor.setPlaceholderText(BY_MAP[detail.name])
            elif detail.usual(draft) and known is not None:
                editor.setPlaceholderText(f"{known:g}")
        elif isinstance(editor, QLineEdit):
            editor.setText(value or "")
        elif isinstance(editor, PickBox):
            if detail.name == "round_id":
                editor.offer(self._round_types(draft))
            elif detail.name == "sections":
                words = SECTIONS[3] if by_map is None else f"{SECTIONS[by_map]}, measured"
                editor.offer([FieldOption(None, words), *_options(SECTIONS)])
            editor.set_value(value)
        elif isinstance(editor, QCheckBox):
            as_played = value is None and detail.name == "combine"  # nobody has said anything
            known = value if by_map is None else by_map
            editor.setChecked(self._controller.preview.adds_up if as_played else bool(known))

    def _by_map(self, detail: Detail) -> Any:
        """Return the value that the map gave, in grey like all that nobody typed; None if none."""
        aim = self._controller.measured.aim
        measured = aim is not None and detail.of == "aim" and detail.name in aim.measured
        return getattr(aim, detail.name) if measured else None

    def _show_figure(self, name: str, editor: QLineEdit, draft: AttackDraft) -> None:
        """Show the roster's figure in grey: typing over it is the exception."""
        if name not in FIGURES:
            return
        row = self._controller.table.weapons.get(draft.strike.weapon_id or 0)
        figure = getattr(row, name, None)
        if figure is None or figure == "":
            editor.setPlaceholderText("1d6+1" if row is None and name == "damage" else "")
        else:
            editor.setPlaceholderText(figure if isinstance(figure, str) else f"{figure:g}")

    def _round_types(self, draft: AttackDraft) -> list[FieldOption]:
        table = self._controller.table
        arm = table.arm(draft.strike.weapon_id)
        shells = table.call.shells_for(arm) if arm else ()
        first = FieldOption(None, "As it comes")
        return [first, *(FieldOption(s.id, f"{s.name} {s.also}".strip()) for s in shells)]

    def _first(self) -> QWidget:
        shown = [detail for detail in self._details if not detail.box.isHidden()]
        return shown[0].editor if shown else self


def _options(names: dict[Any, str]) -> list[FieldOption]:
    return [FieldOption(value, words) for value, words in names.items()]


def _always(_: AttackDraft) -> bool:
    return True


def _figured(draft: AttackDraft) -> bool:
    return not _bare(draft)


def _bare(draft: AttackDraft) -> bool:
    """Return whether it is a Grab or Shove without a weapon, as the list of weapons offers it."""
    return draft.strike.weapon_id is None and draft.strike.mode in MANEUVERS


def _holds_focus(editor: QWidget) -> bool:
    now = QApplication.focusWidget()
    return now is not None and (now is editor or editor.isAncestorOf(now))


class CompanyPart(Struct, frozen=True):
    """One kind of part: the purpose of its list, its words, the list's prompt, icon and key."""

    purpose: str
    words: str
    prompt: str
    icon: str
    key: str = ""


COMPANY = (
    CompanyPart("supporters", "Support", "Which Gunners support?", "plus", "S"),
    CompanyPart("targets", "More targets", "What else is attacked?", "arc"),
    CompanyPart("strikes", "More weapons", "Who attacks along, with what?", "attack"),
    CompanyPart("team", "Team", "Who throws along, or adds Power?", "units"),
    CompanyPart("interferers", "Interference", "Who uses other controls against it?", "warning"),
    CompanyPart("parries", "Parry", "Who parries, with what?", "shield"),
    CompanyPart("melee", "Close Combat", "Who else fights in this Close Combat?", "attack"),
    CompanyPart("shields", "Energy Shield", "Which dice of a Field does it use up?", "shield", "E"),
)

SHIELDS = next(part for part in COMPANY if part.purpose == "shields")
PARRY = next(part for part in COMPANY if part.purpose == "parries")


class AttackCompany(PaintedWidget):
    """The buttons. `wanted` brings the Part whose list is to open; parts without use are hidden."""

    wanted = Signal(object)

    def __init__(self, theme: Theme, controller: AttackController) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._controller = controller
        self._flow = FlowLayout(self)
        self.buttons: dict[str, Button] = {}
        for part in COMPANY:
            button = Button(theme, part.words, "soft", part.icon, part.key)
            button.clicked.connect(lambda _=False, each=part: self.wanted.emit(each))
            self.buttons[part.purpose] = button
            self._flow.addWidget(button)
            button.hide()
        self.restyle()

    def follow(self, open: bool) -> None:
        """Show the parts that somebody has; with `open` all that are possible."""
        draft = self._controller.draft
        shown = False
        for part in COMPANY:
            count = self._count(part.purpose, draft)
            visible = bool(count) or (open and self._can(part.purpose, draft))
            self.buttons[part.purpose].setVisible(visible)
            words = f"{part.words}: {count}" if count else part.words
            if self.buttons[part.purpose].accessibleName() != words:
                self.buttons[part.purpose].set_words(words)
            shown = shown or visible
        self.setVisible(shown)

    def can(self, purpose: str) -> bool:
        """Return whether somebody could take part in this way."""
        return self._can(purpose, self._controller.draft)

    def rows(self, purpose: str) -> tuple[PickRow, ...]:
        """Return the rows of the list for one kind of part, as they are now."""
        controller = self._controller
        table, draft = controller.table, controller.draft
        if purpose == "supporters":
            return attack_picks.gunners(table, draft)
        if purpose == "team":
            return attack_picks.team(table, draft)
        if purpose == "interferers":
            return attack_picks.interferers(table, draft)
        if purpose == "targets":
            return attack_picks.more_targets(controller.desk, table, draft)
        if purpose == "strikes":
            return attack_picks.joiners(table, draft)
        if purpose == "parries":
            return attack_picks.parries(controller.desk, draft)
        if purpose == "melee":
            return attack_picks.fighters(table, draft)
        return attack_picks.shield_dice(controller.desk, draft)

    def take(self, purpose: str, value: object) -> None:
        """Have somebody take part, or end it if they do; `value` is that of a row."""
        controller = self._controller
        draft = controller.draft
        if purpose in ("supporters", "team", "interferers"):
            before = getattr(draft.strike, purpose)
            after = tuple(each for each in before if each != value)
            made = after if len(after) < len(before) else (*before, value)
            found: dict[str, Any] = {purpose: made}
            controller.change(draft.striking(**found))
        elif purpose == "targets":
            controller.change(draft.also_at(value))  # type: ignore[arg-type]
        elif purpose == "strikes" and isinstance(value, Strike):
            at = next((k for k, each in enumerate(draft.strikes) if _same(each, value)), -1)
            # Place 0 is the attack's own weapon: it is changed by its card, not here.
            changed = draft.without_strike(at) if at > 0 else draft.also_with(value)
            controller.change(changed)
        elif purpose == "parries" and isinstance(value, Parry):
            rest = tuple(each for each in draft.parries if each != value)
            held = rest if len(rest) < len(draft.parries) else (*rest, value)
            controller.change(replace(draft, parries=held))
        elif purpose == "melee" and isinstance(value, int):
            others = tuple(each for each in draft.melee if each != value)
            there = others if len(others) < len(draft.melee) else (*others, value)
            controller.change(replace(draft, melee=there))
        elif purpose == "shields":
            controller.change(attack_picks.with_shield_die(draft, value))

    @override
    def restyle(self) -> None:
        self._flow.setSpacing(self.theme.px(8))
        super().restyle()

    def _can(self, purpose: str, draft: AttackDraft) -> bool:
        if purpose == "supporters":
            arm = self._controller.table.arm(draft.strike.weapon_id)
            return arm is not None and arm.mounted
        if purpose in ("parries", "shields"):
            return bool(self.rows(purpose))
        if purpose == "melee":
            return not draft.lacks and attack_picks.by_touch(self._controller.table, draft)
        return not draft.lacks

    @staticmethod
    def _count(purpose: str, draft: AttackDraft) -> int:
        counts = {
            "targets": len(draft.aims) - 1,
            "strikes": len(draft.strikes) - 1,
            "parries": len(draft.parries),
            "melee": len(draft.melee),
            "shields": sum(len(each.dice) for each in draft.shields),
        }
        if purpose in counts:
            return max(0, counts[purpose])
        return len(getattr(draft.strike, purpose))


def _same(one: Strike, other: Strike) -> bool:
    return (one.weapon_id, one.by_id) == (other.weapon_id, other.by_id)
