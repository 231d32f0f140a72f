"""The measures of an attack, how the weapon is used, and who else takes part."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike, TargetPart
from brikdesk.rules.brikwars.shooting import may_spread
from brikdesk.rules.brikwars.weapons import WEAPON_PRESETS
from ui.forms.answers import NumberAnswer, answer_to
from ui.forms.inputs import AskedFields, MeasureEdit, PickBox
from ui.forms.questions import FieldOption, FormQuestion, Number, OneOf, Text, YesNo
from ui.look.theme import Theme
from ui.models.attack import picks as attack_picks
from ui.models.attack.charging import may_become_charge, turned
from ui.models.attack.controller import AttackController
from ui.models.attack.draft import SHORTEST_BURST, AttackDraft, AttackTable
from ui.models.attack.picks import MANEUVERS, by_touch
from ui.models.picks import PickRow
from ui.models.rows import MINIFIGS
from ui.widgets.buttons import Button
from ui.widgets.layout import FlowLayout, in_column, let_wrap
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

BY_HAND = {Mode.THROW, Mode.DROP, Mode.STRIKE, Mode.SHOVE}
"""Ways in which only what is no part of a creation is used."""

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

Fits = Callable[[AttackTable, AttackDraft], bool]


def _always(table: AttackTable, draft: AttackDraft) -> bool:
    return True


def _aims(table: AttackTable, draft: AttackDraft) -> bool:
    return draft.aim is not None


def _away(table: AttackTable, draft: AttackDraft) -> bool:
    return draft.aim is not None and not by_touch(table, draft)


def _at_unit(table: AttackTable, draft: AttackDraft) -> bool:
    return draft.aim is not None and draft.aim.unit_id is not None


def _names_part(table: AttackTable, draft: AttackDraft) -> bool:
    """Return whether it aims at a part of its target, which has a name."""
    aim = draft.aim
    return aim is not None and (aim.part is not TargetPart.WHOLE or aim.joint or aim.component)


def _several(table: AttackTable, draft: AttackDraft) -> bool:
    """Return whether it deals damage more than once."""
    shots = _counted(table, draft) or table.always_arc(draft)
    return shots or len(draft.strikes) > 1 or len(draft.aims) > 1


def _has_acted(table: AttackTable, draft: AttackDraft) -> bool:
    unit = table.unit(draft.strike.by_id)
    return unit is not None and unit.action_spent


def _out_of_turn(table: AttackTable, draft: AttackDraft) -> bool:
    """Return whether it is a blow in the turn of another player, as a Counterstrike is."""
    return by_touch(table, draft) and table.player_of(draft.strike) != table.head.player_id


def _powered(table: AttackTable, draft: AttackDraft) -> bool:
    """Return whether the weapon can use Power: what Hands hold has none."""
    arm = table.arm(draft.strike.weapon_id)
    return draft.strike.power is not None or (arm is not None and arm.mounted)


def _at_minifig(table: AttackTable, draft: AttackDraft) -> bool:
    unit = table.unit(draft.aim.unit_id) if draft.aim else None
    return unit is not None and unit.kind in MINIFIGS


def _at_creation(table: AttackTable, draft: AttackDraft) -> bool:
    at_unit = draft.aim is not None and draft.aim.unit_id is not None
    return at_unit and not _at_minifig(table, draft)


def _spans(table: AttackTable, draft: AttackDraft) -> bool:
    return draft.strike.mode is Mode.ARC or len(draft.aims) > 1


def _counted(table: AttackTable, draft: AttackDraft) -> bool:
    return draft.strike.mode in (Mode.BURST, Mode.ARC)


def _unlisted(table: AttackTable, draft: AttackDraft) -> bool:
    return draft.strike.weapon_id is None and draft.strike.mode is not Mode.GRAB


def _figured(table: AttackTable, draft: AttackDraft) -> bool:
    return not _bare(draft)


def _bare(draft: AttackDraft) -> bool:
    """Return whether it is a Grab or Shove without a weapon, as the list of weapons offers it."""
    return draft.strike.weapon_id is None and draft.strike.mode in MANEUVERS


def _charges(table: AttackTable, draft: AttackDraft) -> bool:
    return may_become_charge(table, draft)


def _gripped(table: AttackTable, draft: AttackDraft) -> bool:
    """Return whether it is made with something that one Hand or both may hold."""
    arm = table.arm(draft.strike.weapon_id)
    free = arm is not None and not arm.mounted and len(_hands(table, draft)) > 1
    return draft.strike.hands is not None or free


def _hands(table: AttackTable, draft: AttackDraft) -> tuple[int, ...]:
    """Return the numbers of Hands with which the weapon may be held."""
    row = table.weapons.get(draft.strike.weapon_id or 0)
    preset = WEAPON_PRESETS.get(row.preset) if row else None
    return tuple(preset.hands if preset and preset.hands else (1, 2))


def _runs_up(table: AttackTable, draft: AttackDraft) -> bool:
    """Return whether it throws something, and holds a MOM that makes it fly farther."""
    unit = table.unit(draft.strike.by_id)
    runs = unit is not None and unit.momentum and draft.strike.mode is Mode.THROW
    return draft.strike.momentum or runs


def _loads(table: AttackTable, draft: AttackDraft) -> bool:
    arm = table.arm(draft.strike.weapon_id)
    return arm is not None and arm.kind in ("Launcher", "Rocket", "Explosive")


class Detail(Struct, frozen=True):
    """One question of the attack: of its "aim", its "strike" or the "draft", and when it `fits`."""

    of: str
    asked: FormQuestion
    fits: Fits = _always

    @property
    def name(self) -> str:
        """The name of its value."""
        return self.asked.name

    def value_in(self, draft: AttackDraft) -> Any:
        """Return the value in a draft; None if it is nowhere yet."""
        owner = {"aim": draft.aim, "strike": draft.strike, "draft": draft}[self.of]
        return getattr(owner, self.name, None)

    def default(self) -> Any:
        """Return the value that counts while nobody has said another."""
        usual = {"aim": Aim(), "draft": AttackDraft()}.get(self.of) or AttackDraft().strike
        return getattr(usual, self.name)

    def usual(self, draft: AttackDraft) -> bool:
        """Return whether the value is the default, or is said by the weapon's card already."""
        if self.of == "aim" and draft.aim is None:
            return True
        if self.name in ("mode", "name") and _bare(draft):
            return self.name == "mode" or draft.strike.name == draft.strike.mode.value.capitalize()
        return bool(self.value_in(draft) == self.default())


def _options(names: dict[Any, str]) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(value, words) for value, words in names.items())


DETAILS = (
    Detail("aim", Number("distance", "Distance", most=10_000, unit='"', decimals=2), _away),
    Detail(
        "aim",
        Number("above", "Stands higher by", least=-1000, most=1000, unit='"', decimals=2),
        _away,
    ),
    Detail("aim", OneOf("sections", "In view", options=_options(SECTIONS)), _at_minifig),
    Detail("aim", Number("inches", "Can be hit", most=1000, unit='"', decimals=1), _at_creation),
    Detail("aim", OneOf("part", "Aims at", options=_options(PARTS)), _aims),
    Detail(
        "aim", Text("part_name", "Part", grey="the rope", reads=str, optional=True), _names_part
    ),
    Detail("aim", Number("spans", "Arc points spanned", most=30), _spans),
    Detail("aim", Number("free", "Free behind it", most=1000, unit='"', decimals=1), _at_unit),
    Detail("strike", OneOf("mode", "Way", options=_options(MODES))),
    Detail("strike", OneOf("hands", "Held with", options=_options(GRIPS)), _gripped),
    Detail("strike", Number("count", "Shots or points", least=1, most=30), _counted),
    Detail("strike", Number("rounds", "Rounds at once", least=1, most=30), _loads),
    Detail(
        "strike", OneOf("round_id", "Round type", options=_options({None: "As it comes"})), _loads
    ),
    Detail("strike", Text("name", "Weapon", grey="a chair", reads=str, optional=True), _unlisted),
    Detail("strike", Number("use", "Use", most=1000), _figured),
    Detail("strike", Number("range", "Range", most=1000, unit='"', decimals=1), _figured),
    Detail("strike", Text("damage", "Damage", grey="1d6+1", reads=str, optional=True), _figured),
    Detail("strike", Number("power", "Power", unit='"'), _powered),
    Detail("aim", YesNo("blind", "Firing Blind"), _away),
    Detail("aim", YesNo("joint", "At a joint"), _at_creation),
    Detail("aim", YesNo("component", "At a component"), _at_creation),
    Detail("strike", YesNo("same_action", "Same Action as before"), _has_acted),
    Detail("strike", YesNo("momentum", "MOM on its Range"), _runs_up),
    Detail("draft", YesNo("combine", "Add up all damage"), _several),
    Detail("draft", YesNo("track_misses", "Missed Shots land"), _away),
    Detail("draft", YesNo("passing", "In passing"), by_touch),
    Detail("draft", YesNo("counterstrike", "Counterstrike"), _out_of_turn),
    Detail("draft", YesNo("charge", "Charge"), _charges),
    Detail("draft", YesNo("avoided", "Avoided by a Bail"), by_touch),
)
"""What can be said of an attack beside who attacks whom with what, in the order of Tab."""


class AttackDetails(AskedFields):
    """Fields that hold something unusual, or that lack something, always show; all of them on D.

    A field is made when it is first shown: most attacks need none of the two dozen.
    """

    def __init__(self, theme: Theme, controller: AttackController) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._controller = controller
        self._details = {detail.name: detail for detail in DETAILS}
        self.is_open = self._following = False
        self._flow = FlowLayout()
        self._column = in_column(theme, self._flow, on=self)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _make(self, detail: Detail) -> None:
        """Make the field of a detail, at its place among the others."""
        if detail.name in self.boxes:
            return
        self.ask(answer_to(self.theme, detail.asked))
        answer, box = self.answers[detail.name], self.boxes[detail.name]
        if isinstance(answer.box, PickBox):
            answer.box.takes_words = False  # the letters of the aim are shown beside it
        before = DETAILS[: DETAILS.index(detail)]
        self._flow.insertWidget(sum(each.name in self.boxes for each in before), box)
        self._widen(detail.name)
        box.hide()

    def open(self, wanted: bool) -> None:
        """Show all fields that fit, or only those that hold or lack something."""
        self.is_open = wanted
        self.follow()
        if wanted:
            names = [each.name for each in DETAILS if each.name in self.boxes]
            shown = [self.answers[name] for name in names if self.asks(name)]
            (shown[0] if shown else self).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def follow(self) -> None:
        """Show the draft as it is now."""
        draft, problem = self._controller.draft, self._controller.problem
        where, self._following = problem.where if problem else "", True
        for detail in DETAILS:
            wrong = where == detail.name
            usual = detail.usual(draft) or self._says_nothing(detail, draft)
            matters = self.is_open or wrong or not usual
            fits = detail.fits(self._controller.table, draft) or wrong or not usual
            shown = matters and fits and bool(draft.strikes)
            if not shown and detail.name not in self.boxes:
                continue
            self._make(detail)
            answer, box = self.answers[detail.name], self.boxes[detail.name]
            # A field that is typed into is neither hidden nor written to, whatever it says so far.
            held = _holds_focus(answer)
            box.setVisible(held or shown)
            if not held:
                self._fill(detail, draft)
            # An empty field that was just entered is not wrong yet.
            entered = held and answer.is_empty
            box.set_problem(problem.sentence if problem and wrong and not entered else "")
        self._following = False
        self.setVisible(any(self.asks(name) for name in self.boxes))

    @property
    def wants_distance(self) -> bool:
        """Whether a digit begins the distance: one counts, and neither referee nor map has said it."""
        draft, table = self._controller.draft, self._controller.table
        unknown = draft.aim is not None and table.distance(draft) is None
        return unknown and not by_touch(table, draft)

    def type_distance(self, digit: str) -> bool:
        """Begin the distance with a digit; False where none is wanted."""
        if not self.wants_distance:
            return False
        # Shown first, as a hidden field takes no focus; with the focus it stays.
        self.show()
        self._make(self._details["distance"])
        self.boxes["distance"].show()
        self.answers["distance"].box.begin_with(digit)
        return True

    def focus_problem(self) -> bool:
        """Put the focus on the field that is wrong or lacks something; False if none is."""
        problem = self._controller.problem
        if problem is None or problem.where not in self.answers:
            return False
        self.answers[problem.where].setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    @property
    def holds_focus(self) -> bool:
        """Whether one of the fields has the focus."""
        return any(_holds_focus(answer) for answer in self.answers.values())

    def shows(self, where: str) -> bool:
        """Return whether there is a field for a problem of this name."""
        return where in self._details

    def _restyle(self) -> None:
        self._flow.setSpacing(self.theme.px(10))
        for name in self.boxes:
            self._widen(name)

    def _widen(self, name: str) -> None:
        kind = type(self.answers[name].box)
        if wide := {MeasureEdit: 116, PickBox: 156, QLineEdit: 156}.get(kind):
            self.boxes[name].setFixedWidth(self.theme.px(wide))

    @property
    def may_charge(self) -> bool:
        """Whether the attack can be a Charge."""
        return _charges(self._controller.table, self._controller.draft)

    def charge(self) -> bool:
        """Make the attack a Charge, or no longer (R); False where it cannot be one."""
        draft = self._controller.draft
        if not self.may_charge or self._controller.desk.read_only:
            return False
        self._controller.change(turned(self._controller.table, draft))
        return True

    def _says_nothing(self, detail: Detail, draft: AttackDraft) -> bool:
        """Return whether it is a distance from an earlier weapon, as an attack by touch needs none."""
        return detail.name in ("distance", "above") and by_touch(self._controller.table, draft)

    # Values in and out

    @override
    def left(self, name: str) -> None:
        """Leave it to the preview to say what is wrong."""

    @override
    def answered(self, name: str) -> None:
        answer = self.answers[name]
        # Half a number, or one out of range, is not taken yet.
        if self._following or (answer.problem() and not answer.is_empty):
            return
        value = answer.value()
        emptied = value is None and answer.is_empty
        self._set(self._details[name], self._details[name].default() if emptied else value)

    def _set(self, detail: Detail, value: Any) -> None:
        controller = self._controller
        draft, said = controller.draft, {detail.name: value}
        if detail.of == "aim" and draft.aim is not None:
            controller.change(draft.aiming(**said))
        elif detail.of == "strike":
            arc = value is Mode.ARC or controller.table.always_arc(draft)
            # Only an arc of fire has several targets.
            if detail.name == "mode" and not arc:
                draft = draft.at_first_target()
            controller.change(draft.striking(**said))
        elif detail.of == "draft":
            controller.change(replace(draft, **said))

    def _fill(self, detail: Detail, draft: AttackDraft) -> None:
        answer, value, by_map = (
            self.answers[detail.name],
            detail.value_in(draft),
            self._by_map(detail),
        )
        known = value if by_map is None else by_map
        if isinstance(answer, NumberAnswer):
            # Defaults stand in grey, as what holds if nothing is typed.
            usual = detail.usual(draft)
            value = None if usual else value
            self._show_grey(detail, draft, known if usual else None, known is None)
        elif detail.name == "damage":
            answer.box.setPlaceholderText(self._figure(detail.name, draft))
        elif detail.name == "round_id":
            answer.box.offer(self._round_types(draft))
        elif detail.name == "mode":
            answer.box.offer(self._modes(draft))
        elif detail.name == "hands":
            answer.box.offer(self._grips(draft))
        elif detail.name == "sections":
            words = SECTIONS[3] if by_map is None else f"{SECTIONS[by_map]}, measured"
            answer.box.offer([FieldOption(None, words), *_options(SECTIONS)])
        elif isinstance(detail.asked, YesNo):
            as_played = value is None and detail.name == "combine"  # nobody has said anything
            value = self._controller.preview.adds_up if as_played else bool(known)
        answer.set_value(value)

    def _show_grey(
        self, detail: Detail, draft: AttackDraft, holds: float | None, unknown: bool
    ) -> None:
        """Show in grey what `holds` where nothing is typed, or what the map or the roster knows."""
        name, grey = detail.name, None
        if name == "distance":
            away = self._controller.table.distance(draft)
            grey = "" if away is None else f"{round(away, 1):g}"
        elif name in FIGURES:
            grey = self._figure(name, draft)
        if name in BY_MAP and unknown:
            grey = BY_MAP[name]
        elif holds is not None:
            grey = f"{holds:g}"
        if grey is not None:
            self.answers[name].box.setPlaceholderText(grey)

    def _by_map(self, detail: Detail) -> Any:
        """Return the value that the map gave, in grey like all that nobody typed; None if none."""
        aim = self._controller.measured.aim
        measured = aim is not None and detail.of == "aim" and detail.name in aim.measured
        return getattr(aim, detail.name) if measured else None

    def _figure(self, name: str, draft: AttackDraft) -> str:
        """Return the roster's figure: typing over it is the exception."""
        row = self._controller.table.weapons.get(draft.strike.weapon_id or 0)
        figure = getattr(row, name, None)
        if figure is None or figure == "":
            return "1d6+1" if row is None and name == "damage" else ""
        return figure if isinstance(figure, str) else f"{figure:g}"

    def _modes(self, draft: AttackDraft) -> list[FieldOption]:
        """Return the ways in which the weapon can be used, and the one that is said already."""
        table, strike = self._controller.table, draft.strike
        arm = table.arm(strike.weapon_id)
        if arm is None:  # what is on no roster may be used in any way
            return list(_options(MODES))
        ways = {strike.mode, Mode.SINGLE}
        ways |= set() if arm.mounted else BY_HAND
        ways |= set() if arm.reaches else {Mode.STRIKE}
        spread = ((Mode.BURST, SHORTEST_BURST), (Mode.ARC, 1))
        ways |= {mode for mode, count in spread if may_spread(arm.kind, mode, count) is None}
        return [option for option in _options(MODES) if option.value in ways]

    def _grips(self, draft: AttackDraft) -> list[FieldOption]:
        """Return the grips that the weapon allows, and the one that is said already."""
        allowed = {None, draft.strike.hands, *_hands(self._controller.table, draft)}
        return [option for option in _options(GRIPS) if option.value in allowed]

    def _round_types(self, draft: AttackDraft) -> list[FieldOption]:
        table = self._controller.table
        arm = table.arm(draft.strike.weapon_id)
        shells = table.call.shells_for(arm) if arm else ()
        first = FieldOption(None, "As it comes")
        return [first, *(FieldOption(s.id, f"{s.name} {s.also}".strip()) for s in shells)]


def _holds_focus(editor: QWidget) -> bool:
    now = QApplication.focusWidget()
    return now is not None and (now is editor or editor.isAncestorOf(now))


class CompanyPart(Struct, frozen=True):
    """One kind of part: the purpose of its list, its words, the list's prompt, icon and key.

    `nobody` is said where the list would be empty.
    """

    purpose: str
    words: str
    prompt: str
    nobody: str
    icon: str
    key: str = ""


COMPANY = (
    CompanyPart(
        "supporters", "Support", "Which Gunners support?", "No other Gunner is at this weapon.",
        "plus", "S",
    ),
    CompanyPart(
        "targets", "More targets", "What else is attacked?", "There is nothing else to attack.",
        "arc",
    ),
    CompanyPart(
        "strikes", "More weapons", "Who attacks along, with what?",
        "Nobody else has a weapon to attack with.", "attack",
    ),
    CompanyPart(
        "team", "Team", "Who throws along, or adds Power?", "Nobody else is on its side.", "units",
    ),
    CompanyPart(
        "interferers", "Interference", "Who uses other controls against it?",
        "Nobody can use other controls of this weapon.", "warning",
    ),
    CompanyPart(
        "parries", "Parry", "Who parries, with what?", "Nobody can parry it.", "shield",
    ),
    CompanyPart(
        "melee", "Close Combat", "Who else fights in this Close Combat?",
        "Nobody else can fight in it.", "attack",
    ),
    CompanyPart(
        "shields", "Energy Shield", "Which dice of a Field does it use up?",
        "No Field has dice left.", "shield", "E",
    ),
)  # fmt: skip

_BY_TABLE: dict[str, Callable[[AttackTable, AttackDraft], tuple[PickRow, ...]]] = {
    "supporters": attack_picks.gunners,
    "team": attack_picks.team,
    "interferers": attack_picks.interferers,
    "strikes": attack_picks.joiners,
    "melee": attack_picks.fighters,
}
"""Lists for which the table as it stands is enough."""

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
        for part in COMPANY:
            button, count = self.buttons[part.purpose], self._count(part.purpose, draft)
            button.setVisible(bool(count) or (open and self.can(part.purpose)))
            button.set_words(f"{part.words}: {count}" if count else part.words)
        self.setVisible(any(not button.isHidden() for button in self.buttons.values()))

    def rows(self, purpose: str) -> tuple[PickRow, ...]:
        """Return the rows of the list for one kind of part, as they are now."""
        desk, table, draft = self._controller.desk, self._controller.table, self._controller.draft
        if purpose in _BY_TABLE:
            return _BY_TABLE[purpose](table, draft)
        if purpose == "targets":
            return attack_picks.more_targets(desk, table, draft)
        of_desk = attack_picks.parries if purpose == "parries" else attack_picks.shield_dice
        return of_desk(desk, draft)

    def take(self, purpose: str, value: object) -> None:
        """Have somebody take part, or end it if they do; `value` is that of a row."""
        controller = self._controller
        draft = controller.draft
        if purpose in ("supporters", "team", "interferers"):
            found: dict[str, Any] = {purpose: _toggled(getattr(draft.strike, purpose), value)}
            controller.change(draft.striking(**found))
        elif purpose == "targets":
            controller.change(draft.also_at(value))  # type: ignore[arg-type]
        elif purpose == "strikes" and isinstance(value, Strike):
            at = next((k for k, each in enumerate(draft.strikes) if _same(each, value)), -1)
            # Place 0 is the attack's own weapon: it is changed by its card, not here.
            changed = draft.without_strike(at) if at > 0 else draft.also_with(value)
            controller.change(changed)
        elif purpose == "parries" and isinstance(value, Parry):
            controller.change(replace(draft, parries=_toggled(draft.parries, value)))
        elif purpose == "melee" and isinstance(value, int):
            controller.change(replace(draft, melee=_toggled(draft.melee, value)))
        elif purpose == "shields":
            controller.change(attack_picks.with_shield_die(draft, value))

    @override
    def restyle(self) -> None:
        self._flow.setSpacing(self.theme.px(8))
        super().restyle()

    def can(self, purpose: str) -> bool:
        """Return whether somebody could take part in this way."""
        draft, table = self._controller.draft, self._controller.table
        if purpose == "supporters":
            arm = table.arm(draft.strike.weapon_id)
            return arm is not None and arm.mounted and any(attack_picks.could_support(table, draft))
        if purpose in ("parries", "shields"):
            return bool(self.rows(purpose))
        return not draft.lacks and (purpose != "melee" or by_touch(table, draft))

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


def _toggled(before: tuple[Any, ...], value: object) -> tuple[Any, ...]:
    """Return a value taken out, or put behind the others if it was not there."""
    rest = tuple(each for each in before if each != value)
    return rest if len(rest) < len(before) else (*before, value)


def _same(one: Strike, other: Strike) -> bool:
    return (one.weapon_id, one.by_id) == (other.weapon_id, other.by_id)
