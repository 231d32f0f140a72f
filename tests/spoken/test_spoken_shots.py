"""A shot by the Sci-fi rules in words: who, with what, at whom, and what is wrong with a line."""

from pathlib import Path

import pytest

from brikdesk.cli import main
from brikdesk.rules.scifi.firing import Use
from brikdesk.sample import write_sample, write_scifi_sample
from brikdesk.spoken.roll_call import roll_call
from brikdesk.spoken.shots import SpokenShot, hear_shot
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.scifi import sf_shots, sf_weapons
from brikdesk.store.views.units import units


@pytest.fixture(scope="module")
def stars(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stars") / "stars.brik"
    write_scifi_sample(path)
    return path


def heard(path: Path, line: str) -> SpokenShot | None:
    with Campaign.open(path, read_only=True) as campaign:
        return hear_shot(line, campaign.read(roll_call), campaign.read(sf_weapons))


def test_names_inches_use_and_spotter_are_understood(stars: Path) -> None:
    with Campaign.open(stars, read_only=True) as campaign:
        names = {row.name: row.id for row in campaign.read(units)}
        arms = {row.unit: row.id for row in campaign.read(sf_weapons)}
    shot = heard(
        stars, 'carrier fires the rack at receipt 30" indirect spotter glow overrule 12-50'
    )
    assert shot is not None
    assert shot.act is not None, shot.trouble
    (aim,) = shot.act.aims
    assert (shot.act.sf_weapon_id, aim.target_id) == (
        arms["Lamp Carrier"],
        names["Assessor Receipt"],
    )
    assert (aim.distance, shot.act.use) == (30, Use.INDIRECT)
    assert shot.act.spotter_id == names["Lampwoman Glow"]
    assert shot.act.overruled == {"12-50"}
    shot = heard(stars, "flicker fires grenade launcher at ledger")
    assert shot is not None
    assert shot.act is not None, shot.trouble
    assert shot.act.capability == "grenade launcher"
    shot = heard(stars, 'glow fires at "the gate" 12"')
    assert shot is not None
    assert shot.act is not None
    assert (shot.act.aims[0].target, shot.act.aims[0].distance) == ("the gate", 12)


@pytest.mark.parametrize(
    ("line", "trouble", "wrong"),
    [
        ("flicker fires at ledger", "With which: automatic rifle, grenade launcher?", "fires"),
        ("glow fires bazooka at ledger", "No such weapon. There are: Laser rifle.", "bazooka"),
        ("glow fires at ledgre", "Did you mean Assessor Ledger?", "ledgre"),
        ("glow fires at assessor", "Which one: Assessor Ledger, Assessor Receipt?", "assessor"),
        ("glow fires at ledger 4 hit", "“hit” is not understood here.", "hit"),
        ("glow fires laser rifle", "At whom?", "rifle"),
        ("glow fires at glow", "Nobody fires at himself.", "glow"),
    ],
)
def test_what_is_wrong_is_named_with_its_word(
    stars: Path, line: str, trouble: str, wrong: str
) -> None:
    shot = heard(stars, line)
    assert shot is not None
    assert shot.act is None
    assert trouble in shot.trouble
    assert shot.wrong is not None
    assert line[slice(*shot.wrong)] == wrong


def test_whoever_bears_no_sci_fi_weapon_is_left_to_the_other_rules(
    stars: Path, tmp_path: Path
) -> None:
    assert heard(stars, "nobody fires at ledger") is None
    write_sample(tmp_path / "tins.brik")
    assert heard(tmp_path / "tins.brik", "clack fires stapler at samovar") is None


def test_the_command_fires_tells_and_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "stars.brik"
    write_scifi_sample(path)
    with Campaign.open(path, read_only=True) as campaign:
        before = len(campaign.read(sf_shots))
    line = ["flicker", "fires", "grenade", "at", "ledger"]
    assert main(["attack", str(path), *line, "--dry-run"]) == 0
    assert "Would: " in capsys.readouterr().out
    assert main(["attack", str(path), *line]) == 0
    assert "Lampman Flicker fires" in capsys.readouterr().out
    with Campaign.open(path, read_only=True) as campaign:
        assert len(campaign.read(sf_shots)) == before + 1
    assert main(["attack", str(path), *line]) == 1
    assert "to overrule, add: overrule" in capsys.readouterr().err
