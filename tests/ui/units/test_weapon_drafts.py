"""A weapon that is changed in the editor gets the figures that stood on screen."""

from dataclasses import replace

import pytest

from brikdesk.store.views.armory import WeaponRow, weapons_of
from brikdesk.store.views.units import units
from ui.campaign.desk import Desk
from ui.models.unit_drafts import WeaponDraft


def newest(desk: Desk, unit_id: int) -> WeaponRow:
    return max(desk.read(weapons_of, unit_id), key=lambda weapon: weapon.id)


def typed(draft: WeaponDraft, use: int | None) -> WeaponDraft:
    return draft.as_derived("use") if use is None else draft.with_fact("use", use)


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize("name", ["Gun", "Big gun"])
@pytest.mark.parametrize("size", [2.0, 4.0])
@pytest.mark.parametrize("use_after", [None, 3, 7])
@pytest.mark.parametrize("use_before", [None, 7])
def test_a_changed_weapon_gets_the_figures_that_stood_on_screen(
    desk: Desk, use_before: int | None, use_after: int | None, size: float, name: str
) -> None:
    unit = desk.read(units)[0].id
    first = WeaponDraft(kind="BlastGun", size=2.0, name="Gun", mounted=True)
    for act in typed(first, use_before).changes(unit, None):
        desk.do(act)
    before = WeaponDraft.of_row(newest(desk, unit))
    wanted = typed(replace(before, size=size, name=name), use_after)
    for act in wanted.changes(unit, before):
        desk.do(act)
    after = newest(desk, unit)
    assert (after.name, after.size, after.use) == (name, size, wanted.fact("use"))
