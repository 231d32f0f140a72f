"""An evening leaves one whole backup and its record; together they stay within the room allowed."""

import gzip
import hashlib
import os
import stat
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign, begin_copy
from brikdesk.errors import BadInput, BrikDeskError, CampaignFileError
from brikdesk.pictures.photo import PhotoCopy
from brikdesk.store import backups, life, lineage
from brikdesk.store.backups import (
    LEAST,
    USUAL,
    allow,
    allowed,
    data_dir,
    default_backup_dir,
    in_units,
    size_from,
)
from brikdesk.store.campaign import Campaign
from brikdesk.store.copies import bring_back, copies_of, copy_at, past_acts, write_out
from brikdesk.store.lineage import keep_within, open_campaign, room
from tests.nightly import many
from tests.staging import nine_steps
from tests.walks.chance import random_act

EVENINGS, ACTS, LAST = many(9, 120), many(6, 50), many(4, 20)


@pytest.fixture
def war(tmp_path: Path) -> Path:
    path = tmp_path / "war.brik"
    with Campaign.create(path) as campaign:
        campaign.do(CreateCampaign(name="War", uuid="war"))
        campaign.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
    open_campaign(path).close()
    for made_without_a_record in whole()[:-1]:
        made_without_a_record.unlink()
    return path


@pytest.fixture
def every_opening_is_an_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "EVENING", timedelta(0))


def whole() -> list[Path]:
    return sorted(default_backup_dir().glob("*.brik"))


def on_the_drive() -> int:
    there = [*default_backup_dir().rglob("*"), *(data_dir() / "recorder").rglob("*")]
    return sum(path.stat().st_size for path in there if path.is_file())


def play(path: Path, *notes: str) -> None:
    with open_campaign(path) as campaign:
        for note in notes:
            campaign.do(AddNote(text=note))


def test_an_evening_of_many_commands_leaves_one_whole_backup(war: Path) -> None:
    for number in range(40):
        play(war, f"note {number}")
    assert len(whole()) == 1
    digest = Campaign.open(war, read_only=True).digest()
    war.unlink()
    bring_back(copies_of(war)[0], war)
    assert Campaign.open(war, read_only=True).digest() == digest


def battle_evenings(path: Path) -> dict[int, str]:
    """Play evenings of random acts; return each act, with the digest after it where one is asked for.

    At night that is every tenth act of the last evenings: a digest reads the whole campaign.
    """
    chance, digests = Random("evenings"), {}
    for evening in range(EVENINGS):
        with open_campaign(path) as campaign:
            done = 0
            while done < ACTS:
                act = random_act(campaign, chance, overrule=True) if chance.random() < 0.7 else None
                try:
                    campaign.do(act or AddNote(text=f"note {chance.random()}"))
                except BrikDeskError:
                    continue
                done += 1
                asked = EVENINGS - evening <= LAST and done % many(1, 10) == 0
                digests[campaign.tip.act] = campaign.digest() if asked else ""
    return digests


@pytest.mark.usefixtures("every_opening_is_an_evening")
def test_the_last_evenings_can_be_brought_back_at_any_act_within_the_room(
    battle: Campaign, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    nine_steps(battle)
    path = battle.path
    battle.close()
    monkeypatch.setattr(backups, "LEAST", 1)
    monkeypatch.setattr(lineage, "EVENINGS", LAST)
    monkeypatch.setattr(life, "EVENINGS", 1)  # a whole backup each evening, though it is large
    size = path.stat().st_size
    allow(many(4 * size, 60_000_000))
    digests = battle_evenings(path)
    taken = on_the_drive()
    sizes = f"{in_units(taken)} of {in_units(allowed())}, {len(whole())} whole"
    print(f"{EVENINGS} evenings of {ACTS} acts, {in_units(path.stat().st_size)}: {sizes}")
    assert taken <= allowed()
    assert len(whole()) < EVENINGS, "the control: nothing had to go"
    origin, acts = past_acts(path)
    there = {past.act: past for past in acts}
    last = sorted(digests)[-LAST * ACTS :]
    assert set(last) <= set(there)
    compared = [number for number in last if digests[number]]
    assert len(compared) == LAST * ACTS // many(1, 10)
    for number in compared:
        out = tmp_path / "back.brik"
        assert write_out(copy_at(origin, there[number]), out).missing == ""
        with Campaign.open(out, read_only=True) as back:
            assert (back.tip.act, back.digest()) == (number, digests[number])
        out.unlink()


@pytest.mark.usefixtures("every_opening_is_an_evening")
def test_the_newest_whole_backup_stays_above_the_room_and_that_is_said(
    war: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "LEAST", 1)
    allow(50_000)
    for number in range(5):
        play(war, f"note {number}")
    assert len(whole()) == 1
    assert "more than the 50 KB allowed: the newest whole backup of each campaign" in room().words()
    digest = Campaign.open(war, read_only=True).digest()
    war.unlink()
    bring_back(copies_of(war)[0], war)
    assert Campaign.open(war, read_only=True).digest() == digest


@pytest.mark.parametrize(
    "found", [b"", b"{", b"[]", b'{"most_bytes": "x"}', b'{"most_bytes": true}', b"\xff", b"null"]
)
def test_a_broken_choice_is_the_usual_one(found: bytes, tmp_path: Path) -> None:
    data_dir().mkdir(parents=True, exist_ok=True)
    (data_dir() / "backups.json").write_bytes(found)
    assert allowed() == USUAL
    allow(300_000_000)
    assert allowed() == 300_000_000


def test_a_size_is_read_as_it_is_said() -> None:
    said = {
        "500MB": 500_000_000,
        "1.5 gb": 1_500_000_000,
        "2g": 2_000_000_000,
        "20000000": LEAST * 2,
    }
    assert {words: size_from(words) for words in said} == said
    for wrong in ("much", "", "5 furlongs", "1 MB", "-3 GB", "9000 TB"):
        with pytest.raises(BadInput):
            size_from(wrong)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_what_is_kept_of_a_private_campaign_is_as_private(war: Path) -> None:
    for old in whole():
        old.unlink()
    war.chmod(0o600)
    before = os.umask(0o022)
    try:
        play(war, "note one")
        with open_campaign(war) as campaign:
            campaign.keep_picture(PhotoCopy(name="0" * 64, data=b"photo", width=1, height=1))
            campaign.back_up_now()
        war.write_bytes(war.read_bytes()[:3000])
        bring_back(copies_of(war)[0], war)
    finally:
        os.umask(before)
    kept = [path for path in data_dir().rglob("*") if path.is_file() and path.suffix != ".lock"]
    assert len(kept) >= 5
    open_to_others = {path.name for path in kept if stat.S_IMODE(path.stat().st_mode) & 0o077}
    assert open_to_others == set()


def test_a_photo_is_recorded_once_and_comes_back(war: Path) -> None:
    data = b"a photo of the table"
    photo = PhotoCopy(name=hashlib.sha256(data).hexdigest(), data=data, width=3, height=2)
    with open_campaign(war) as campaign:
        assert campaign.keep_picture(photo)
        campaign.do(AddNote(text="note one"))
    war.unlink()
    bring_back(copies_of(war)[0], war)
    ask = "SELECT name, data, width, height FROM picture"
    with open_campaign(war) as campaign:
        rows = campaign.reading(lambda s: s.connection().exec_driver_sql(ask).all())
    assert rows == [(photo.name, data, 3, 2)]


def test_a_migration_without_a_backup_says_what_was_not_done(
    tmp_path: Path,
) -> None:
    old = gzip.decompress(
        (Path(__file__).parent / "released" / "format-7-closed.brik.gz").read_bytes()
    )
    file = tmp_path / "old.brik"
    file.write_bytes(old)
    (tmp_path / "data").write_text("no folder")
    with pytest.raises(CampaignFileError) as refused:
        Campaign.open(file)
    assert "The game is saved" not in str(refused.value)
    assert "Without one the campaign is not brought to file format" in str(refused.value)
    assert file.read_bytes() == old


PROGRAM = """
import sys
from datetime import timedelta
from pathlib import Path
import brikdesk.acts
from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.store import backups
from brikdesk.store.lineage import open_campaign
backups.EVENING = timedelta(0)
for number in range(int(sys.argv[2])):
    with open_campaign(Path(sys.argv[1])) as campaign:
        for _ in range(int(sys.argv[3])):
            campaign.do(AddNote(text=f"note {number}"))
"""


@pytest.mark.thorough(
    witness="tests/walks/test_many_programs.py::test_eight_programs_on_one_campaign_lose_no_act"
)
def test_eight_programs_on_one_backup_folder_lose_nothing(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    openings, acts = many(3, 25), many(4, 10)
    monkeypatch.setattr(backups, "LEAST", 1)
    files = [tmp_path / f"group {number}.brik" for number in range(8)]
    with open_campaign(war, read_only=True) as campaign:
        for file in files:
            begin_copy(campaign, file, file.stem)()
    allow(10 * files[0].stat().st_size)  # less than a tenth of what they make
    asked = (str(openings), str(acts))
    programs = [
        subprocess.Popen([sys.executable, "-c", PROGRAM, file, *asked], cwd=Path.cwd())
        for file in files
    ]
    assert [program.wait() for program in programs] == [0] * 8
    lost = 0
    for file in files:
        with Campaign.open(file, read_only=True) as played:
            digest, tip = played.digest(), played.tip
        file.unlink()
        back = bring_back(copies_of(file)[0], file)
        with Campaign.open(file, read_only=True) as again:
            lost += tip.act - again.tip.act
            assert (back.missing, again.digest(), again.tip) == ("", digest, tip)
    print(f"8 programs: {lost} lost of {8 * openings * acts} acts")
    assert lost == 0
    assert keep_within(default_backup_dir()).taken == on_the_drive()
