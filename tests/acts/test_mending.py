"""Ker-Triage and repairs on a campaign (OF-62, OF-64, OF-89)."""

from typing import Any

import pytest

from brikdesk.acts.combat.damage import Kill, TakeSizeDamage
from brikdesk.acts.units.actions import Repair, Triage
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, Unit, UnitKind
from tests.acts.attack_scene import unit
from tests.acts.hazards import ANN, creation, look
from tests.acts.table import bad, refused, row, told


def treats(medik: int, patient: int, *faces: int, **facts: Any) -> Triage:
    dice = tuple(Face(each) for each in faces)
    return Triage(unit_id=medik, patient_id=patient, faces=dice, **facts)


@pytest.mark.rule("OF-89")
def test_a_medik_brings_a_dead_minifig_back_without_a_limb(battle: Campaign) -> None:
    medik, gus = unit(battle, "Gauze", ANN, preset="U-10"), unit(battle, "Gus", ANN)
    assert "no dead minifig" in bad(battle, treats(medik, gus, 5))
    told(battle, Kill(unit_id=gus))
    preview = look(battle, treats(medik, gus))
    assert ([die.sides for die in preview.dice], preview.waiting) == ([8], "Waiting for a die.")
    assert [die.sides for die in look(battle, treats(medik, gus, tools=False)).dice] == [6]
    lines = told(battle, treats(medik, gus, 5, limbs=("left_leg",)))
    assert lines == ["Gauze treats Gus: [5] Gus returns to life without left leg. OF-89"]
    patient = row(battle, Unit, gus)
    assert (patient.fate, patient.limbs_lost) == (Fate.ALIVE, ["left_leg"])
    battle.undo()
    assert row(battle, Unit, gus).fate is Fate.DEAD
    (line,) = told(battle, treats(medik, gus, 1, for_good=True))
    assert "Gus is lost for good." in line
    assert row(battle, Unit, gus).fate is Fate.DEAD


@pytest.mark.rule("OF-89")
def test_who_is_no_medik_treats_nobody_unless_overruled(battle: Campaign) -> None:
    gus, ivo = unit(battle, "Gus", ANN), unit(battle, "Ivo", ANN)
    told(battle, Kill(unit_id=gus))
    assert "Ker-Triage" in refused(battle, treats(ivo, gus, 5), "OF-89")
    told(battle, treats(ivo, gus, 5, overruled=frozenset({"OF-89"})))
    assert row(battle, Unit, gus).fate is Fate.ALIVE
    told(battle, Kill(unit_id=gus))
    again = treats(ivo, gus, 5, limbs=("tail",), overruled=frozenset({"OF-89"}))
    assert "no limb" in bad(battle, again)


@pytest.mark.rule("OF-62", "OF-64")
def test_a_mechanik_gives_size_back_as_far_as_his_die_reaches(battle: Campaign) -> None:
    facts = {"specialties": ("Construction",), "x": 10.0, "y": 10.0}
    mechanik = unit(battle, "Cog", ANN, **facts)
    mech = creation(battle, size=4, kind=UnitKind.CREATURE, x=18.5, y=10.0)
    told(battle, TakeSizeDamage(unit_id=mech, inches=2))
    repair = Repair(unit_id=mechanik, target_id=mech, inches=1, faces=(Face(6),))
    (line,) = told(battle, repair)
    assert line.endswith('repairs Boiler-Mech: [6] 1" of Size Damage less. OF-64')
    assert row(battle, Unit, mech).size_damage == 1
    near = Repair(unit_id=mechanik, target_id=mech, part="the radio", faces=(Face(3),))
    assert 'within 3"' in refused(battle, near, "OF-62")
    many = Repair(unit_id=mechanik, target_id=mech, inches=2, faces=(Face(8),))
    assert '1" of Size Damage' in bad(battle, many)
    assert "what was repaired" in bad(battle, Repair(unit_id=mechanik, target_id=mech))
    other = unit(battle, "Gus", ANN)
    assert "Construction" in refused(
        battle, Repair(unit_id=other, target_id=mech, inches=1, faces=(Face(8),)), "OF-62"
    )
