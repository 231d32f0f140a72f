"""An evening by the Sci-fi rules, played with real keys and a mouse: none is lost, however fast."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from brikdesk.sample import write_scifi_sample
from tests.nightly import NIGHTLY
from tests.xserver.conftest import Run
from tests.xserver.evening import Done, acts, come_to_the_same, press
from tests.xserver.program import Program

GLOW, FLICKER, CARRIER, LEDGER, RECEIPT = 1, 2, 4, 6, 7
"""Units of the sample: three of the Keepers of the Lamp, two of the Orbital Tax Office."""

RACK, DIRECTIONS = 4, 8
ROUNDS = 8 if NIGHTLY else 1
"""Eight rounds are a hundred acts: all of them at night."""

AT_NIGHT = pytest.mark.skipif(not NIGHTLY, reason="it takes long: at night")

UNITS = "named('Units', 'UnitsView')"


class Evening:
    """Plays a battle and notes which acts must come of it."""

    def __init__(self, desk: Program, *, fast: bool, by_mouse: bool) -> None:
        self.desk, self._fast, self._by_mouse = desk, fast, by_mouse
        self._steps = {unit: self._steps_to(unit) for unit in (GLOW, FLICKER, CARRIER, RECEIPT)}
        self._shot = desk.see("last_shot()")
        self._fired: set[int] = set()
        self.meant: Done = []

    def keys(self, *keys: str) -> None:
        """Press keys; words behind a quotation mark letter by letter."""
        single = (sign for key in keys for sign in (key[1:] if key[0] == '"' else [key]))
        press(self.desk, single, fast=self._fast)

    def means(self, name: str, **facts: Any) -> None:
        self.meant.append((name, facts))

    def fires(self, unit: int, weapon: int, target: int, name: str, *keys: str) -> None:
        """Fire at a unit; keys between weapon and target, if any. Who fires again means the same one."""
        self.choose(unit)
        target_keys = () if unit in self._fired else (*keys, f'"{name}', "Enter")
        self._fired.add(unit)
        self.keys("a", *target_keys, '"12', "Enter")
        self._shot += 1
        chosen = {"capability": "automatic rifle"} if keys else {}
        aims = [{"distance": 12.0, "target_id": target}]
        self.means("FireSf", aims=aims, sf_weapon_id=weapon, **chosen)

    def says(self, letter: str, matter: str, answer: str, **whose: int) -> None:
        """Answer what the desk asks of the shot."""
        self.keys(letter, "Enter")
        self.means("EnterOutcome", answer=answer, matter=matter, shot_id=self._shot, **whose)

    def lays(self, face: int, inside: int) -> None:
        """Type the die that says where an area lies."""
        self.keys(str(face), "Enter")
        self.means(
            "PlaceArea", detected_in_range=1, faces=[face], inside_ids=[inside], shot_id=self._shot
        )

    def bursts(self, place: str) -> None:
        """Say in words where something came down."""
        self.keys("w", f'"{place}', "Enter", "Enter")
        self.means("BurstSf", place=place, shot_id=self._shot)

    def takes_out(self, count: int) -> None:
        """Correct what is left in the first rack of the ledger; below 0 puts it back."""
        self.keys("Ctrl+3", "j", f'"{count}', "Ctrl+Enter")
        self.means("AdjustLoad", load_id=self.desk.see("first_load()"), removed=count)

    def ends_the_turn(self, *, readies: bool) -> None:
        """Hand over; weapons of the next one that have fired are ready by themselves."""
        tip = "work().desk.campaign.tip.act"
        before = self.desk.see(tip)
        for _ in range(2):  # what would be lost with the turn is said first, then it ends
            if self._by_mouse:
                self._click("box(named('End turn'))")
            else:
                self.keys("Ctrl+Shift+Enter")
            self.desk.settle()
            if self.desk.see(tip) != before:
                break
        self.means("EndTurn")
        if readies:
            self.means("BeginSfTurn")

    def hears_the_alarm(self) -> None:
        """Take note of the alarm at the start of Turn 6, before the weapons are ready."""
        self.keys("Enter")
        self.means("TakeNote", note_id=1)
        self.means("BeginSfTurn")

    def choose(self, unit: int) -> None:
        """Go to a unit in the list."""
        if self._by_mouse:
            self.keys("Ctrl+1")
            self._click(f"row_of_unit({UNITS}, {unit})")
            self.desk.until(f"work().hub.selected_unit == {unit}", longest=20)
        else:
            self.keys("Ctrl+b", "Home", *["Down"] * self._steps[unit])

    def _steps_to(self, unit: int) -> int:
        return int(self.desk.see(f"steps_to_unit({UNITS}, {unit})"))

    def _click(self, box: str) -> None:
        left, top, wide, high = self.desk.see(box)
        self.desk.hands.click(left + wide // 2, top + high // 2)
        self.desk.settle()


def play(evening: Evening, rounds: int) -> None:
    evening.takes_out(1)
    evening.takes_out(-1)
    evening.fires(CARRIER, RACK, 8, "Drone")
    evening.says("b", "hit", "miss")
    evening.bursts("beyond the crates")
    for number in range(rounds):
        evening.fires(FLICKER, 2, LEDGER, "Ledger", "Enter")
        evening.lays(1 + number % DIRECTIONS, LEDGER)
        evening.says("b", "hit", "miss", unit_id=LEDGER)
        evening.fires(GLOW, 1, LEDGER, "Ledger")
        evening.says("b", "hit", "miss")
        evening.ends_the_turn(readies=False)
        evening.fires(RECEIPT, 7, GLOW, "Glow")
        evening.says("a", "hit", "hit")
        evening.says("a", "penetration", "no effect", unit_id=GLOW)
        evening.ends_the_turn(readies=number != 1)
        if number == 1:
            evening.hears_the_alarm()
    evening.fires(GLOW, 1, LEDGER, "Ledger")
    evening.says("a", "hit", "hit")
    evening.says("b", "penetration", "penetrated", unit_id=LEDGER)
    evening.says("a", "damage", "eliminated", unit_id=LEDGER)
    evening.keys("Ctrl+1", *["Ctrl+z"] * 6, *["Ctrl+y"] * 6)


@pytest.mark.rule("12-59", "12-64", "12-68", "12-39")
@pytest.mark.parametrize(
    ("fast", "by_mouse"),
    [
        pytest.param(True, False, id="as fast as can be"),
        pytest.param(False, True, id="by mouse"),
        pytest.param(False, False, id="at table speed", marks=AT_NIGHT),
    ],
)
def test_a_scifi_evening_loses_no_key(run: Run, tmp_path: Path, fast: bool, by_mouse: bool) -> None:
    file, before = tmp_path / "stars.brik", tmp_path / "before.brik"
    write_scifi_sample(file)
    shutil.copy(file, before)
    with run(file) as desk:
        desk.until("not work().view.heading.queue.waiting")
        desk.settle()
        evening = Evening(desk, fast=fast, by_mouse=by_mouse)
        play(evening, ROUNDS)
        lives = desk.see(f"unit_lives({LEDGER})")
    assert acts(file) == [("BeginSfTurn", {}), *evening.meant]
    assert not lives
    assert come_to_the_same(before, file)
