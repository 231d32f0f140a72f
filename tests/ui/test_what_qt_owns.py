"""Nothing that Qt may delete is kept, and each of the ways to do so has one room that does it safely.

These look at the source: the faults of this kind show only now and then, and bring the program down.
"""

import ast
import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QMetaObject, QObject
from PySide6.QtWidgets import QLayout, QWidget
from shiboken6 import Object, createdByPython, isValid, ownedByPython

from tests.ui.window_scene import settle
from ui.look.theme import Theme
from ui.widgets.layout import SPRING, fill, in_column, in_grid, in_row, nest
from ui.window.main_window import MainWindow

UI = Path(__file__).resolve().parents[2] / "ui"
DELEGATE, KEPT_FOCUS = "widgets/painted.py", "widgets/focus.py"
FILES = {str(path.relative_to(UI)): path for path in sorted(UI.rglob("*.py"))}

DELEGATES = {"QStyledItemDelegate", "QItemDelegate", "QAbstractItemDelegate"}
LAYOUTS = {"QLayout", "QBoxLayout", "QHBoxLayout", "QVBoxLayout", "QGridLayout", "QFormLayout"}
HOLDS_ITEMS = {"addItem", "takeAt", "itemAt", "count"}
TAKES_EDITORS = {"createEditor", "destroyEditor", "setModelData", "setEditorData", "editorEvent"}


@cache
def trees() -> dict[str, ast.Module]:
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in FILES.items()}


def classes() -> Iterator[tuple[str, ast.ClassDef, set[str]]]:
    """Yield each class of the window with its file and the names of its bases."""
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                yield name, node, {ast.unparse(base).split(".")[-1] for base in node.bases}


def methods(node: ast.ClassDef) -> set[str]:
    return {part.name for part in node.body if isinstance(part, ast.FunctionDef)}


def calls(tree: ast.AST, name: str) -> list[ast.Call]:
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [call for call in found if ast.unparse(call.func).split(".")[-1] == name]


def test_every_thread_leaves_garbage_to_that_of_the_window() -> None:
    threads = {name for name, _, bases in classes() if bases & {"QThread", "QRunnable"}}
    assert threads == {"campaign/thread.py"}, "`Thread` is the one that starts safely"
    for name, tree in trees().items():
        for made in ("QThread", "QThreadPool", "ThreadPoolExecutor", "moveToThread"):
            assert not calls(tree, made), f"{name}: `Thread` is the one that starts safely"
    # A drive that never answers cannot be waited for, as a QThread must be at the end. What asks it
    # knows no Qt, and nothing is collected while it starts.
    asks_drives = "campaign/places.py"
    started = [name for name, tree in trees().items() if "threading.Thread(" in ast.unparse(tree)]
    assert started == [asks_drives]
    assert not calls(trees()[asks_drives], "collect")


def test_no_layout_keeps_items_of_its_own() -> None:
    layouts = {node.name: methods(node) for _, node, bases in classes() if bases & LAYOUTS}
    assert "FlowLayout" in layouts, "the test looks at nothing"
    for name, own in layouts.items():
        assert not own & HOLDS_ITEMS, f"{name}: Qt makes and deletes the items of a layout"


LAYING_OUT = "widgets/layout.py"


def test_no_layout_is_asked_for_its_items() -> None:
    for name, tree in trees().items():
        asked = [*calls(tree, "itemAt"), *calls(tree, "itemAtPosition")]
        # What PySide remembers is forgotten where it is asked for, in `nest`.
        assert not asked or name == LAYING_OUT, f"{name}: `held_by` tells what a layout holds"
        nested = [*calls(tree, "addLayout"), *calls(tree, "insertLayout")]
        assert not nested or name == LAYING_OUT, f"{name}: `nest` puts one layout into another"


def remembered() -> list[object]:
    """Return what PySide knows by its address and Qt may delete without a word: items of layouts.

    Other QObjects tell it when they are deleted, what Python has made does so too, and what tells
    of a class stays.
    """
    known = (each for each in gc.get_objects() if isinstance(each, Object) and isValid(each))
    tells = (QObject, QMetaObject)
    return [
        each
        for each in known
        if not (isinstance(each, tells) or ownedByPython(each) or createdByPython(each))
    ]


@pytest.mark.parametrize("nested", [0, 1, 2])
def test_the_items_of_nested_layouts_are_not_remembered(nested: int, theme: Theme) -> None:
    before = len(remembered())
    page = QWidget()
    column = in_column(theme, on=page)
    inner: QLayout = in_row(theme, QWidget(), SPRING, QWidget())
    for _ in range(nested):
        inner = in_column(theme, inner, QWidget())
    nest(column, inner)
    fill(column, in_grid(theme, [QWidget(), in_row(theme, QWidget())]))
    assert len(remembered()) == before
    assert column.count() == 2
    assert inner.count() == (2 if nested else 3)


def test_a_whole_desk_remembers_no_items(window: MainWindow) -> None:
    for name in ("units", "ledger", "log", "report", "battle"):
        window.commands[name].trigger()
        settle()
    assert remembered() == []


PARTS_THAT_COME_AND_GO = """
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete
from ui.widgets.layout import FlowLayout
from ui.widgets.focus import as_read

class Part(QObject):
    pass

app = QApplication([])
host = QWidget()
flow = FlowLayout(host)
for _ in range(400):
    parts = [QWidget() for _ in range(20)]
    for part in parts:
        flow.addWidget(part)
    flow.heightForWidth(100)
    as_read(host)
    for part in parts:
        delete(part)
    owner = QObject()
    for _ in range(60):
        Part(owner)
    delete(owner)  # some of these lie where an item of the layout was
print(flow.count())
"""


def test_parts_come_and_go_without_bringing_the_program_down() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PARTS_THAT_COME_AND_GO],
        capture_output=True,
        text=True,
        cwd=UI.parent,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(UI.parent)},
        check=False,
    )
    assert (run.returncode, run.stdout.strip()) == (0, "0"), run.stderr[-2000:]


def test_every_delegate_commits_as_the_one_base_does() -> None:
    made = {(name, node.name): bases for name, node, bases in classes()}
    own = {key for key, bases in made.items() if bases & DELEGATES}
    assert own == {(DELEGATE, "Delegate")}
    painters = [node for _, node, bases in classes() if any(b.endswith("Delegate") for b in bases)]
    assert len(painters) > 8, "the test looks at nothing"
    for node in painters:
        assert not methods(node) & TAKES_EDITORS, f"{node.name} handles editors by itself"


@pytest.mark.parametrize("signal", ["commitData", "closeEditor"])
def test_only_the_base_of_delegates_closes_editors(signal: str) -> None:
    for name, tree in trees().items():
        emitted = [node for node in calls(tree, "emit") if f".{signal}." in ast.unparse(node.func)]
        assert bool(emitted) == (name == DELEGATE), name


def test_only_one_room_keeps_the_widget_that_had_the_focus() -> None:
    """An attribute, a list or a dictionary that holds one outlives it."""
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                stored = any(isinstance(to, ast.Attribute | ast.Subscript) for to in targets)
                asked = calls(node.value, "focusWidget")
                tests = any(isinstance(part, ast.Compare) for part in ast.walk(node.value))
                kept = stored and asked and not tests
                assert not kept, f"ui/{name}:{node.lineno} keeps what {KEPT_FOCUS} would guard"


def test_a_widget_with_the_focus_is_not_kept_for_a_later_call() -> None:
    """A lambda that holds one is called when it may be gone."""
    for name, tree in trees().items():
        for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
            held = {
                target.id
                for node in ast.walk(function)
                if isinstance(node, ast.Assign) and calls(node.value, "focusWidget")
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for inner in (n for n in ast.walk(function) if isinstance(n, ast.Lambda)):
                used = {n.id for n in ast.walk(inner) if isinstance(n, ast.Name)}
                assert not used & held, f"ui/{name}:{inner.lineno}"


LIVES_ON = ("theme", "desk", "hub", "controller", "instance()", "model", "draft", "choice")
"""Who outlives a panel, a sheet or a field: their signals come after these are gone."""


def test_no_lambda_of_a_part_hears_who_outlives_it() -> None:
    """Qt ends the connection of a method when its widget goes; of a lambda it knows no widget."""
    heard = 0
    for name, tree in trees().items():
        if name.split("/")[0] not in ("panels", "widgets", "dialogs", "palette"):
            continue
        for call in calls(tree, "connect"):
            sender = ast.unparse(call.func).rsplit(".", 2)[0].split(".")[-1].lstrip("_")
            heard += sender in LIVES_ON
            late = sender in LIVES_ON and isinstance(call.args[0], ast.Lambda)
            assert not late, f"ui/{name}:{call.lineno} {ast.unparse(call)}"
    assert heard > 50, "the test looks at nothing"


ARRANGES = {"ask", "width", "height", "size", "oldSize", "resizeEvent", "super"}
OWN = {
    "dialogs/book_and_life.py": {"scheduleDelayedItemsLayout"},
    "look/text.py": {"_fit", "emit"},  # cuts the words of a label, and says that it has
    "palette.py": {"_changes_below"},  # takes a new picture, later
    "panels/log.py": {"scheduleDelayedItemsLayout"},
    "panels/report_pages.py": {"_measure"},  # the ranges of its own scroll bars
    "panels/report_story.py": {"scheduleDelayedItemsLayout"},
    "panels/attack/any_attack.py": {"start"},  # a timer: folds blocks when all layouts are settled
    "parts/lines.py": {"updateGeometry"},
    "parts/rows_view.py": {"share"},  # the widths of its own columns
    "widgets/painted.py": {"arrange"},  # the words that a board paints itself
}
"""What a `resizeEvent` does besides that moves, shows and hides nothing."""


def test_parts_are_moved_when_the_layouts_are_done_with_a_new_size() -> None:
    seen = 0
    for name, node, _ in classes():
        for method in node.body:
            if not isinstance(method, ast.FunctionDef) or method.name != "resizeEvent":
                continue
            done = {ast.unparse(call.func).split(".")[-1] for call in all_calls(method)}
            seen += 1
            assert done <= ARRANGES | OWN.get(name, set()), f"ui/{name}: {done}, see Arranging"
    assert seen > 5, "the test looks at nothing"


def all_calls(tree: ast.AST) -> list[ast.Call]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def test_no_scroll_area_is_given_another_widget() -> None:
    """It deletes the one before at once, also while a key in it is what brought the other."""
    seen = 0
    for name, tree in trees().items():
        for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
            for call in calls(function, "setWidget"):
                seen += 1
                makes = "QScrollArea(" in ast.unparse(function) or "lay_out" in function.name
                assert makes, f"ui/{name}:{call.lineno} in {function.name}, see OnePage"
    assert seen > 2, "the test looks at nothing"


def test_one_room_swaps_the_pages_of_stacks() -> None:
    for name, tree in trees().items():
        stacks = calls(tree, "setCurrentWidget")
        assert bool(stacks) == (name == "widgets/focus.py"), name


def emissions() -> Iterator[tuple[str, str, int]]:
    """Yield the file and line, the signal and the number of values of each emission."""
    for name, tree in trees().items():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            later = ast.unparse(call.func) == "partial" and bool(call.args)
            emits, given = (call.args[0], call.args[1:]) if later else (call.func, call.args)
            if any(isinstance(each, ast.Starred) for each in given):
                continue
            if isinstance(emits, ast.Attribute) and emits.attr == "emit":
                signal = ast.unparse(emits.value).split(".")[-1]
                yield f"ui/{name}:{call.lineno}", signal, len(given)


def test_a_signal_brings_as_many_values_as_it_says() -> None:
    """PySide ends the program where it misses one beneath an `event` of ours, instead of raising."""
    takes: dict[str, set[int]] = {}
    for _, node, _ in classes():
        for part in (part for part in node.body if isinstance(part, ast.Assign)):
            made = part.value
            if isinstance(made, ast.Call) and ast.unparse(made.func).split(".")[-1] == "Signal":
                takes.setdefault(ast.unparse(part.targets[0]), set()).add(len(made.args))
    known = [each for each in emissions() if each[1] in takes]
    assert len(known) > 400, "the test looks at nothing"
    assert [each for each in known if each[2] not in takes[each[1]]] == []
