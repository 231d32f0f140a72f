"""A turn of twelve units on the map, by real keys and mouse: what it costs the referee is counted."""

from pathlib import Path

from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.campaign import Campaign
from tests.ui.window_scene import make_file
from tests.xserver.conftest import Run
from tests.xserver.evening import acts
from tests.xserver.program import Program

ANN, BEN = 1, 2
WALKERS = range(1, 9)
RUNNERS = {9: "Gus", 10: "Moe"}
PIKE, FOE, SNIPER = 11, 13, 14
MOST = 75
"""Keys and clicks of the whole turn, dice and all letters of lines included."""

MOST_FOR_A_RESPONSE = 6
"""Keys of a response besides its dice."""


def make_table(path: Path) -> Path:
    """Put twelve units of Ann and two of Ben on the table."""
    file = make_file(path)
    with Campaign.open(file) as campaign:
        for number in WALKERS:
            campaign.do(AddUnit(name=f"Trooper {number}", player_id=ANN, x=3 + 3 * number, y=24))
        for name, x, y in (("Gus", 3, 4), ("Moe", 3, 8), ("Pike", 8, 14), ("Drummer", 36, 27)):
            campaign.do(AddUnit(name=name, player_id=ANN, x=x, y=y))
        for name, x, y in (("Foe", 14, 14), ("Sniper", 20, 10)):
            campaign.do(AddUnit(name=name, player_id=BEN, x=x, y=y))
        campaign.do(AddWeapon(unit_id=PIKE, preset="W-02", name="Ram", hands=2))
        for unit_id in (FOE, SNIPER):
            campaign.do(AddWeapon(unit_id=unit_id, kind="Gun", name="Pistol", size=1))
        for _ in range(3):  # the armies are set up: until a turn is played they are put down freely
            campaign.do(EndTurn())
        campaign.seal()
    return file


class Referee:
    """Works the desk and counts each key, click and drag."""

    def __init__(self, desk: Program) -> None:
        self.desk = desk
        self.count = 0
        self._done = desk.see("newest_act()")

    def key(self, *keys: str) -> None:
        self.desk.key(*keys)
        self.count += len(keys)

    def drag(self, unit_id: int, across: float, down: float) -> None:
        x, y = self.desk.see(f"stands_at({unit_id})")
        parts = ((x + across * part, y + down * part) for part in (0.0, 0.3, 0.7, 1.0))
        self.desk.drag([tuple(self.desk.see(f"on_the_map{each}")) for each in parts])
        self.count += 1
        self.did_one()

    def say(self, words: str) -> None:
        self.key("Ctrl+k", *({" ": "Space"}.get(sign, sign) for sign in words), "Enter")
        self.did_one()

    def respond(self, *dice: str) -> int:
        """Answer what was done last by a shot of who is asked first; return the keys besides the dice."""
        before = self.count
        self.key("Ctrl+r", "Enter", "Down", "Enter")
        self.did_one()
        self.key("Enter", *dice, "Enter")
        self.did_one()
        return self.count - before - len(dice)

    def did_one(self) -> None:
        """See that one more act was done."""
        self._done += 1
        self.desk.until(f"newest_act() == {self._done}")


def test_a_turn_of_twelve_units_is_counted(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path / "turn.brik")
    with run(file) as desk:
        referee = Referee(desk)
        for number in WALKERS:
            referee.drag(number, 0, -4)
        for unit_id, name in RUNNERS.items():
            referee.say(f"{name.lower()} sprints 4")
            referee.drag(unit_id, 6, 0)
        referee.drag(PIKE, 5, 0)
        keys = [referee.respond("1")]
        referee.say("pike charges foe 1")
        keys.append(referee.respond("1"))
        assert max(keys) <= MOST_FOR_A_RESPONSE
        assert referee.count <= MOST
        names = [name for name, _ in acts(file)]
        assert [names.count(each) for each in ("MoveUnit", "SprintUnit", "Respond", "Attack")] == [
            11, 2, 2, 3,
        ]  # fmt: skip
