"""What misses comes down where the map is clicked, and the keys go back to the dice."""

from pathlib import Path

from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.turns_and_steps import EndTurn, GoOn
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import battle_head
from tests.xserver.test_on_the_map import MAP, Run, click

QUEUE = "steps()"
TURN_ORDER = frozenset({"turn-order"})


def miss(file: Path) -> None:
    """Have a Rocket X2 land in the player's next turn, at an X where no unit stands."""
    with Campaign.open(file) as campaign:
        campaign.do(GoOn(reason="to the next turn"))
        campaign.do(
            Launch(
                name="Whistler", explosive_size=2, distance=20, target="the heath", use=6,
                action_die=6, target_x=10.0, target_y=23.0, x=3.0, y=3.0,
            )
        )  # fmt: skip
        begun = campaign.read(battle_head)
        for _ in range(20):
            campaign.do(EndTurn(overruled=TURN_ORDER))
            now = campaign.read(battle_head)
            if now.turn_id != begun.turn_id and now.player_id == begun.player_id:
                break
        campaign.seal()


def test_a_spot_is_clicked_and_digits_typed_next_are_its_damage(run: Run, sample: Path) -> None:
    miss(sample)
    with run(sample) as desk:
        steps = desk.see(f"[step.key for step in {QUEUE}.steps if 'Whistler' in step.title]")
        desk.see(f"{QUEUE}.go({steps[0]!r})")
        desk.until(f"{QUEUE}.current.key == {steps[0]!r}")
        desk.see("work().view.show_desk('start')")
        desk.key("3")
        desk.until(f"{MAP}.overlay.shot is not None and {MAP}.overlay.shot.landing.inches == 3")
        click(desk, 11, 24)
        desk.until(f"{MAP}.overlay.shot.landing.said is not None")
        desk.until(f"len({QUEUE}.preview.dice) == 3")
        desk.key("5", "7")
        desk.until(f"len({QUEUE}.faces) == 3")
        assert desk.see(f"sorted(face.value for face in {QUEUE}.faces.values())") == [3, 5, 7]
        x, y = desk.see(f"({QUEUE}.preview.blasts[0].x, {QUEUE}.preview.blasts[0].y)")
        assert (round(x), round(y)) == (11, 24)
