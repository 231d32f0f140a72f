"""A third game: toys with springs that are wound up and run down."""

from brikdesk.games import Game
from brikdesk.rules.switches import Switch

HOUSE_RULES = {
    "cw_each_turn": Switch(
        id="cw_each_turn", subject="Springs", rule="", default=2, kind="number", span=(1, 9),
        title="A spring runs down by", explanation="Turns of the key, at each start of a turn.",
    )
}  # fmt: skip

CLOCKWORK = Game(
    name="CLOCKWORK",
    title="Clockwork toys",
    word="clockwork",
    label="Clockwork",
    explained="Toys that run down.",
    switches_at="tests.clockwork.declared:HOUSE_RULES",
    acts={"tests.clockwork.acts": ("BuildToy", "WindUp", "RunDown")},
    lasting_at="tests.clockwork.clocks:LASTING",
    shown_at="tests.clockwork.window:SHOWN",
)
