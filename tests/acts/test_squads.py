"""Squads on a campaign: who is in which, and what becomes of them."""

import json
from pathlib import Path

from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.turns_and_steps import Together
from brikdesk.acts.units.roster import AddUnit, JoinSquad, LeaveSquad
from brikdesk.store.campaign import Campaign
from brikdesk.store.exchange import read_back, written_out
from brikdesk.store.views.units import squads, units
from tests.acts.attack_scene import unit
from tests.acts.hazards import ANN, BEN
from tests.acts.table import bad, told
from tests.as_new import army_of


def told_of(campaign: Campaign) -> dict[str, tuple[str, ...]]:
    return {row.name: row.names for row in campaign.read(squads)}


def test_a_unit_is_in_one_squad_at_most(battle: Campaign, tmp_path: Path) -> None:
    ann, ben, cleo = (unit(battle, name, ANN) for name in ("Anna", "Bert", "Cleo"))
    both = Together(
        title="Join Red", acts=tuple(JoinSquad(unit_id=each, name="Red") for each in (ann, ben))
    )
    assert told(battle, both)[0] == "Anna joins the squad Red."
    told(battle, JoinSquad(unit_id=cleo, name="red"))
    assert told_of(battle) == {"Red": ("Anna", "Bert", "Cleo")}
    assert "already" in bad(battle, JoinSquad(unit_id=ann, name="RED"))
    told(battle, JoinSquad(unit_id=ben, name="Blue"))
    assert told_of(battle) == {"Blue": ("Bert",), "Red": ("Anna", "Cleo")}
    assert told(battle, LeaveSquad(unit_id=ben)) == ["Bert leaves the squad Blue."]
    assert "no squad" in bad(battle, LeaveSquad(unit_id=ben))
    assert told_of(battle) == {"Red": ("Anna", "Cleo")}
    told(battle, Kill(unit_id=cleo))
    assert told_of(battle) == {"Red": ("Anna",)}
    battle.undo()
    export = tmp_path / "out.json"
    export.write_bytes(written_out(battle))
    assert "squad" in json.loads(export.read_text(encoding="utf-8"))["tables"]
    read_back(export, tmp_path / "again.brik")
    with Campaign.open(tmp_path / "again.brik") as again:
        assert told_of(again) == {"Red": ("Anna", "Cleo")}
    for _ in range(4):
        battle.undo()
    assert told_of(battle) == {}


def test_units_join_a_squad_as_they_are_added_and_players_keep_theirs_apart(
    battle: Campaign,
) -> None:
    before = battle.digest()
    lines = told(battle, AddUnit(name="Orc", player_id=ANN, copies=2, squad="Red Hand"))
    assert lines[0].endswith("Squad Red Hand.")
    told(battle, AddUnit(name="Troll", player_id=ANN, squad="red hand"))
    told(battle, AddUnit(name="Elf", player_id=BEN, squad="Red Hand"))
    assert [(row.name, row.names) for row in battle.read(squads)] == [
        ("Red Hand", ("Orc", "Orc 2", "Troll")), ("Red Hand", ("Elf",)),
    ]  # fmt: skip
    assert [row.squad for row in battle.read(units)] == ["Red Hand"] * 4
    assert "squad" in bad(battle, AddUnit(name="Ogre", player_id=ANN, squad="   "))
    orcs, troll = battle.read(army_of, ANN)
    assert (orcs.copies, orcs.squad, troll.squad) == (2, "Red Hand", "Red Hand")
    for _ in range(3):
        battle.undo()
    assert (battle.read(squads), battle.digest()) == ((), before)
