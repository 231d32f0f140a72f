"""A column that a list of rows leaves out may be set without being read: its image is right all the same."""

from pathlib import Path

from sqlmodel import Session

from brikdesk.acts.fields.fields import AddField
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit
from brikdesk.store.views.units import units
from tests.acts.hazards import minifig
from tests.staging import stage


def test_what_is_set_unread_comes_back_with_undo_and_leaves_a_sound_file(
    built_battle: Path, tmp_path: Path
) -> None:
    file = tmp_path / "campaign.brik"
    file.write_bytes(built_battle.read_bytes())
    with Campaign.open(file) as campaign:
        minifig(campaign, melee_foes=[7])
        before = campaign.digest()

    def set_unread(session: Session) -> None:
        units(session)
        unit = session.get_one(Unit, 1)
        unit.melee_foes = [8, 9]
        session.add(unit)

    # Closing checks the file; a session that has read the unit whole would know the old value.
    with Campaign.open(file) as campaign:
        stage(campaign, set_unread)
        campaign.undo()
        assert campaign.digest() == before
        campaign.redo()


def test_a_word_that_is_a_member_too_is_the_same_after_redo(battle: Campaign) -> None:
    power = minifig(battle, "Dynamo", power_multiplier=2)
    battle.do(
        AddField(
            kind=FieldKind.EXPOSURE, name="Sparks", size=2, dice=("d6 Damage",), powered_by_id=power
        )
    )
    after = battle.digest()
    battle.undo()
    battle.redo()
    assert battle.digest() == after
