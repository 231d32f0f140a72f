"""All forms by the names of their acts, for panels, context menus and the palette."""

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from brikdesk.games import GAMES
from brikdesk.store.views.campaign_and_battle import played
from ui.campaign.desk import Desk
from ui.campaign.hub import at, shown
from ui.forms import battlefield, campaign
from ui.forms.questions import ActForm

SHARED = {"JoinSquad", "LeaveSquad", "ReviveUnit", "TakePart", "DuplicateUnit", "RemoveUnit"}
"""Acts on units that every game has, although their forms stand among those of BrikWars."""


class _ActForms(Mapping[str, ActForm]):
    """The forms of the table and of every registered game, by the names of their acts."""

    def __getitem__(self, name: str) -> ActForm:
        return _forms_of(tuple(GAMES))[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_forms_of(tuple(GAMES)))

    def __len__(self) -> int:
        return len(_forms_of(tuple(GAMES)))


@cache
def _forms_of(games: tuple[str, ...]) -> dict[str, ActForm]:
    first, *others = (
        [
            form if form.name in SHARED else replace(form, rule_set=game)
            for place in shown(game).forms_at
            for form in at(place)
        ]
        for game in games
    )
    shared = (*campaign.FORMS, *campaign.OF_THE_BOOK, *battlefield.FORMS)
    # Those of the table come between the first game and the others, as the palette lists them.
    rest = (form for forms in others for form in forms)
    return {form.name: form for form in (*first, *shared, *rest)}


ACT_FORMS: Mapping[str, ActForm] = _ActForms()
"""The form of each act, by the act's name; `show_form` opens what `form.filled` returns."""


def forms_played(desk: Desk) -> tuple[ActForm, ...]:
    """Return the forms of the games that the campaign plays."""
    sets = desk.read(played)
    return tuple(form for form in ACT_FORMS.values() if form.rule_set in ("", *sets))
