"""No length on screen or paper has more digits than a tape: in the source, and in random battles."""

import ast
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.errors import BrikDeskError
from brikdesk.lengths import Ruler, measure_by
from brikdesk.reports.turn_and_battle import report_of_battle
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import log
from brikdesk.turns import ledger
from brikdesk.turns.queue import queue
from tests.long_lengths import too_long, words_in
from tests.nightly import many
from tests.walks import chance as walk

ROOT = Path(__file__).parents[1]
EXACT = ("size", "Size", "opacity")
"""Words in the names of what is never measured: Sizes are whole inches, ½ or 1½."""

OWN = {
    "brikdesk/lengths.py",
    "brikdesk/reports/map_picture.py",  # numbers of the drawing
    "ui/panels/photo.py",  # how far a photo is off is what it is asked for
    "brikdesk/armies/army_form.py",  # read back by the desk
    "brikdesk/armies/army_weapons.py",
    "brikdesk/armies/army_file.py",
    "brikdesk/store/views/armory.py",
    "brikdesk/spoken/roll_call.py",
}
"""Files that tell exact numbers on purpose."""


def told_exactly(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and expression of each number with a format before the sign of inches."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr):
            continue
        for part, after in zip(node.values, node.values[1:], strict=False):
            if not (isinstance(part, ast.FormattedValue) and part.format_spec):
                continue
            if not ast.unparse(part.format_spec).rstrip("'\"").endswith(("g", "f")):
                continue
            text = after.value if isinstance(after, ast.Constant) else ""
            said = ast.unparse(part.value)
            limit = said.isupper()  # one of the program, which nobody measured
            if (
                not limit
                and str(text).startswith(('"', " inches"))
                and not any(w in said for w in EXACT)
            ):
                yield part.lineno, said


def test_no_source_words_a_length_by_itself() -> None:
    found = []
    for path in sorted([*ROOT.glob("brikdesk/**/*.py"), *ROOT.glob("ui/**/*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if name not in OWN:
            found += [
                f"{name}:{at}: {said}" for at, said in told_exactly(ast.parse(path.read_text()))
            ]
    assert found == []


def test_a_planted_one_is_found() -> None:
    planted = "f'{way:.3g}\" of Move left', f'{unit.size:g}\" wide', f'x {x:g} inches'"
    assert [said for _, said in told_exactly(ast.parse(planted))] == ["way", "x"]
    assert too_long('Ann moves 28.133". At x 3.14159.') == ["28.133", "x 3.14159"]
    assert too_long('5.003" away, it reaches 5", 13.2" left, 50.25 % of them') == []


@pytest.fixture
def played(
    battle: Campaign, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Campaign:
    """Play random acts whose lengths have as many digits as a float has."""
    monkeypatch.setitem(walk.MAKERS, float, lambda name, chance: chance.uniform(0, 40))
    play(battle, Random(request.param))
    return battle


def play(game: Campaign, chance: Random) -> None:
    """Do random acts, many of them moves."""
    for name in ("Ann", "Ben", "Cid"):
        game.do(AddUnit(name=name, preset="U-01", player_id=1 + ord(name[0]) % 2))
    for _ in range(many(80, 2000)):
        unit = MoveUnit(
            unit_id=chance.randint(1, 6), x=chance.uniform(0, 40), y=chance.uniform(0, 30),
            overruled=walk.AnyRule({"all"}),
        )  # fmt: skip
        act = unit if chance.random() < 0.4 else walk.random_act(game, chance, overrule=True)
        with suppress(BrikDeskError):
            if act is not None:
                game.do(act)


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("played", range(many(3, 40)), indirect=True)
def test_random_battles_tell_no_length_that_nobody_measures(played: Campaign) -> None:
    said = [word for entry in played.read(log) for word in words_in(entry.line)]
    said += [entry.title for entry in played.read(log)]
    said += words_in(played.reading(queue))
    for table in (ledger.in_the_air, ledger.fires, ledger.fields_and_traps, ledger.ammo,
                  ledger.homing, ledger.marks):  # fmt: skip
        said += words_in(played.reading(table))
    said += words_in(report_of_battle(played, 1))
    assert len(said) > 300
    assert {length for words in said for length in too_long(words)} == set()


@pytest.mark.parametrize("seed", range(many(1, 10)))
def test_the_log_is_the_same_whatever_ruler_is_chosen(
    seed: int, built_battle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a campaign that is brought back on another computer would not be the one that was played."""
    logs = []
    monkeypatch.setitem(walk.MAKERS, float, lambda name, chance: chance.uniform(0, 40))
    for ruler in Ruler:
        measure_by(ruler)
        try:
            copy = Path(shutil.copy(built_battle, tmp_path / f"{ruler}.brik"))
            logs.append(_log_of(copy, Random(seed)))
        finally:
            measure_by(Ruler.TENTHS)
    assert len(logs[0]) > 20
    assert logs[0] == logs[1]


def _log_of(path: Path, chance: Random) -> list[tuple[str, str]]:
    with Campaign.open(path) as game:
        play(game, chance)
        return [(entry.title, entry.words) for entry in game.read(log)]
