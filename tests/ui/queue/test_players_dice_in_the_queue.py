"""In the queue dice are typed, rolled or asked for, as their player likes it."""

from brikdesk.acts.campaign.setup import SetDice
from brikdesk.dice import DiceWay, Face, Origin
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import acts_done, dice_count
from tests.ui.queue.panel_scene import SHIFT, K, Make, faces, press, title
from tests.ui.queue.start_scene import PRIYA
from ui.panels.queue.panel import StartPanel


def let(panel: StartPanel, way: DiceWay) -> None:
    panel.controller.desk.do(SetDice(player_id=PRIYA, turn=way))


def beside(panel: StartPanel) -> str:
    return panel.card.dice.whose


def remarks(panel: StartPanel) -> list[str]:
    said: list[str] = []
    panel.controller.hub.remarked.connect(said.append)
    return said


def test_rolled_dice_lie_there_as_soon_as_they_are_asked_and_wait_for_apply(
    make: Make, scene: Campaign
) -> None:
    panel = make(rolls=(4, 2, 3))
    assert beside(panel) == "", "as usual nothing is said"
    let(panel, DiceWay.ROLLED)
    assert beside(panel) == "Priya's dice: rolled here"
    assert panel.card.dice.faces() == (Face(4, Origin.ROLLED),)
    done = scene.read(acts_done)
    press(panel, K.Key_B, K.Key_Return)
    assert scene.read(acts_done) == done + 1
    assert title(panel) == "Wagon “Hay There” burns"
    assert faces(panel) == [2, 3], "the next step's too"
    assert scene.read(dice_count).rolled == 1, "and only what was applied is in the log"


def test_a_second_enter_applies_no_step_that_nobody_has_looked_at(
    make: Make, scene: Campaign
) -> None:
    panel = make(rolls=(4, 2, 3))
    panel.controller.rest = 60_000
    let(panel, DiceWay.ROLLED)
    done = scene.read(acts_done)
    press(panel, K.Key_B, K.Key_Return, K.Key_Return)
    assert scene.read(acts_done) == done + 1


def test_undo_brings_back_the_same_dice(make: Make, scene: Campaign) -> None:
    panel = make(rolls=(4, 2, 3))
    let(panel, DiceWay.ROLLED)
    press(panel, K.Key_B, K.Key_Return)
    panel.controller.desk.undo()
    assert title(panel) == "Pikeman Hinge burns"
    assert panel.card.dice.faces() == (Face(4, Origin.ROLLED),)
    press(panel, K.Key_Return)
    assert faces(panel) == [2, 3], "those of the next step are no others either"


def test_a_rolled_die_that_is_typed_over_is_marked_as_changed(make: Make) -> None:
    panel = make(rolls=(4,))
    let(panel, DiceWay.ROLLED)
    press(panel, K.Key_Backspace)
    assert faces(panel) == [None], "it is not rolled again under his hands"
    press(panel, K.Key_Space)
    assert panel.card.dice.faces() == (Face(4, Origin.ROLLED),), "it shows what it showed"
    press(panel, K.Key_Backspace, K.Key_1)
    assert panel.card.dice.faces() == (Face(1, Origin.CHANGED),)


def test_where_it_is_looked_at_first_changes_no_die(make: Make) -> None:
    panel = make(rolls=(4, 2, 3))
    let(panel, DiceWay.ROLLED)
    press(panel, K.Key_Down)
    assert (title(panel), faces(panel)) == ("Wagon “Hay There” burns", [2, 3])
    press(panel, K.Key_Up, K.Key_B, K.Key_Return)
    assert (title(panel), faces(panel)) == ("Wagon “Hay There” burns", [2, 3])


def test_typed_dice_wait_and_space_says_so_before_it_rolls(make: Make) -> None:
    panel = make(rolls=(3,))
    said = remarks(panel)
    let(panel, DiceWay.TYPED)
    assert beside(panel) == "Priya's dice: typed"
    assert ("Space", "twice: roll") in panel.keys.names()
    press(panel, K.Key_Space)
    assert said == ["Priya types the dice: digits enter them. Space once more rolls them."]
    assert faces(panel) == [None]
    press(panel, K.Key_Space)
    assert panel.card.dice.faces() == (Face(3, Origin.ROLLED),)


def test_typed_dice_are_typed_as_ever(make: Make) -> None:
    panel = make()
    let(panel, DiceWay.TYPED)
    press(panel, K.Key_4, K.Key_B, K.Key_Return)
    assert title(panel) == "Wagon “Hay There” burns"


def test_rolling_all_says_so_too_and_goes_no_further(make: Make, scene: Campaign) -> None:
    panel = make(rolls=(1,) * 9)
    said = remarks(panel)
    let(panel, DiceWay.TYPED)
    done = scene.read(acts_done)
    press(panel, K.Key_Space, modifier=SHIFT)
    assert said
    assert scene.read(acts_done) == done
    press(panel, K.Key_Space, modifier=SHIFT)
    assert scene.read(acts_done) == done + 1
    assert title(panel) == "Wagon “Hay There” burns", "whose dice are typed too"


def test_the_setting_taken_back_has_no_dice_of_its_own(make: Make) -> None:
    panel = make(rolls=(4,))
    let(panel, DiceWay.ROLLED)
    panel.controller.desk.undo()
    assert beside(panel) == ""
    assert faces(panel) == [4], "what was rolled lies there"
