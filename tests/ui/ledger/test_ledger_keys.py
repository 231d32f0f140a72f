"""No two rows of a table of the ledger have the same key, so that each keeps its own place."""

from pathlib import Path

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.fields.traps import AddTrap
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.racks import AddRack
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.turns import ledger
from ui.panels.ledger.tables import TABLES


def test_rows_of_two_kinds_with_the_same_key_are_two_rows(tmp_path: Path) -> None:
    with Campaign.create(tmp_path / "keys.brik") as made:
        made.do(CreateCampaign(name="Keys", uuid="keys"))
        made.do(AddPlayer(name="Priya", faction="Duchy", colour="sky"))
        cannon = WeaponFacts(kind="Cannon", size=3, name="Cannon")
        made.do(AddUnit(name="Tower", player_id=1, kind="structure", size=3, weapons=(cannon,)))
        made.do(NewBattle(name="Keys", player_ids=(1,)))
        made.do(StartBattle())
        # The first of its table each: a weapon without a rack and a rack without rounds, a Field
        # and a Trap.
        made.do(AddRack(name="Empty shelf", place="by the wall"))
        made.do(AddField(kind=FieldKind.SMOKE, name="Smoke", size=3))
        made.do(AddTrap(name="Snare", trigger="the lid", effect="It bites."))
        made.do(AddExplosive(name="Keg", explosive_size=2))
        assert len(made.read(ledger.ammo)) == len(made.read(ledger.fields_and_traps)) == 2
        for page in TABLES:
            keys = [page.key(row) for row in made.read(page.question)]
            assert len(set(keys)) == len(keys), page.title
