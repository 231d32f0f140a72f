"""The journal is a chain: whatever is changed in it by another hand is noticed, closed or not."""

import gzip
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign, EditPlayer, RenameCampaign
from brikdesk.errors import CampaignFileError
from brikdesk.store.backups import backup_name, backups, default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.journal.chain import head, links
from brikdesk.store.journal.images import digest_of_game
from brikdesk.store.tables import ActState
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.campaign_and_battle import battle_head, players
from brikdesk.store.views.log import undo_state
from brikdesk.store.views.units import units

RELEASED = Path(__file__).parent / "released"
TERRAIN = {2: [], 3: ["Copse"], 4: ["Copse"], 5: ["Copse"], 6: ["Copse"], 7: ["Copse"]}
"""The terrain in the files of older formats; format 2 had none."""


@pytest.fixture
def played(tmp_path: Path) -> Campaign:
    """Return a campaign with sealed, standing, undone and overtaken acts."""
    made = Campaign.create(tmp_path / "played.brik")
    made.do(CreateCampaign(name="Tale", uuid="tale"))
    made.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
    made.do(AddPlayer(name="Ben", faction="Brick Brigade", colour="lime"))
    made.seal()
    made.do(EditPlayer(player_id=1, name="Overtaken"))
    made.undo()
    made.do(NewBattle(name="First", player_ids=(1, 2)))
    made.do(StartBattle())
    made.do(RenameCampaign(name="Another Tale"))
    made.do(EditPlayer(player_id=2, name="Benny"))
    made.undo()
    return made


def left_open(campaign: Campaign) -> Path:
    """Return a copy of the file as a killed program leaves it: without the digest of closing."""
    return Path(shutil.copy(campaign.path, campaign.path.with_name("left.brik")))


def closed(campaign: Campaign) -> Path:
    campaign.close()
    return campaign.path


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as file:
        for sql in statements:
            assert file.execute(sql).rowcount >= 1, f"the control: {sql} changed nothing"
        file.commit()


NEWEST_LINE = "DELETE FROM logline WHERE id = (SELECT max(id) FROM logline)"
ALTERED = {
    "a line of the log": ["UPDATE logline SET lead = 'Another word.' WHERE id = 2"],
    "the rule of a line": ["UPDATE logline SET rule = '1.1-01' WHERE id = 2"],
    "a line of another act": ["UPDATE logline SET act_id = act_id + 1 WHERE id = 2"],
    "a missing line": ["DELETE FROM logline WHERE id = 2"],
    "the newest line missing": [NEWEST_LINE],
    "a title": ["UPDATE act SET title = 'Another title' WHERE id = 2"],
    "a uuid": ["UPDATE act SET uuid = 'another' WHERE id = 2"],
    "a time": ["UPDATE act SET done_at = '2020-01-01 00:00:00.000000' WHERE id = 2"],
    "what an act was": ["UPDATE act SET arguments = '{}' WHERE id = 2"],
    "an image of before": ["UPDATE image SET before = NULL WHERE before NOTNULL"],
    "an image of after": ["UPDATE image SET after = NULL WHERE id = 1"],
    "a missing image": ["DELETE FROM image WHERE id = 3"],
    "the digest of images": ["UPDATE act SET images = 'x' WHERE state = 'HISTORY'"],
    "an act undone in secret": ["UPDATE act SET state = 'UNDONE' WHERE id = 7"],
    "an act done in secret": ["UPDATE act SET state = 'DONE' WHERE state = 'UNDONE'"],
    "a seal broken": ["UPDATE act SET state = 'DONE' WHERE id = 2"],
    "a past that was overtaken": ["UPDATE act SET state = 'DONE' WHERE state = 'HISTORY'"],
    "an undo forgotten": [
        "DELETE FROM statechange WHERE id = (SELECT max(id) FROM statechange)",
        "UPDATE act SET state = 'DONE' WHERE state = 'UNDONE'",
    ],
    "the moment of an undo": [
        "UPDATE statechange SET done_at = '2020-01-01 00:00:00' WHERE id = 3"
    ],
    "the newest act taken out": [
        "DELETE FROM statechange WHERE id = (SELECT max(id) FROM statechange)",
        "DELETE FROM image WHERE act_id = 8",
        "DELETE FROM act WHERE id = 8",
    ],
    "a row that no act left so": ["UPDATE player SET name = 'Anna' WHERE id = 1"],
}


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("as_left", [left_open, closed])
@pytest.mark.parametrize("what", ALTERED)
def test_what_another_hand_changed_is_noticed(what: str, as_left: object, played: Campaign) -> None:
    path = as_left(played)  # type: ignore[operator]
    Campaign.open(path, read_only=True).close()
    change(path, *ALTERED[what])
    before = path.read_bytes()
    with pytest.raises(CampaignFileError, match=r"differs|missing|mixes two states"):
        Campaign.open(path)
    assert path.read_bytes() == before, "a refused file is not touched"


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("what", ALTERED)
def test_what_was_accepted_is_not_asked_about_again_even_after_a_crash(
    what: str, played: Campaign
) -> None:
    path = closed(played)
    change(path, *ALTERED[what])
    with Campaign.open(path, accept_altered=True) as accepted:
        shutil.copy(path, path.with_name("killed.brik"))
        accepted.do(RenameCampaign(name="It went on"))
        accepted.undo()
        accepted.do(EditPlayer(player_id=1, name="And on"))
    for name in ("killed.brik", path.name):
        with Campaign.open(path.with_name(name)) as again:
            again.read(battle_head)


def test_a_digest_that_was_taken_out_is_noticed(played: Campaign) -> None:
    path = closed(played)
    change(path, "DELETE FROM checkpoint")
    with pytest.raises(CampaignFileError, match="the digest of the game is missing"):
        Campaign.open(path)


def test_every_link_is_told_in_order(played: Campaign) -> None:
    found = played.reading(links)
    states = [(link.act_id, link.state.name) for link in found]
    assert states == [
        (1, "DONE"), (2, "DONE"), (3, "DONE"), (0, "SEALED"),
        (4, "DONE"), (4, "UNDONE"), (5, "DONE"), (6, "DONE"), (7, "DONE"),
        (8, "DONE"), (8, "UNDONE"),
    ]  # fmt: skip
    assert len({link.chain for link in found}) == len(found)
    assert played.reading(head) == found[-1]
    played.redo()
    assert played.reading(links)[: len(found)] == found
    newest = played.reading(head)
    assert newest is not None
    assert (newest.act_id, newest.state, newest.uuid) == (8, ActState.DONE, found[-1].uuid)


def test_an_empty_campaign_has_no_link(tmp_path: Path) -> None:
    with Campaign.create(tmp_path / "new.brik") as new:
        assert new.reading(head) is None
        assert new.reading(links) == ()


def test_two_copies_share_their_past_and_part_at_the_first_own_act(played: Campaign) -> None:
    path = closed(played)
    other = Path(shutil.copy(path, path.with_name("other.brik")))
    with Campaign.open(path) as here, Campaign.open(other) as there:
        past = here.reading(links)
        here.undo()
        there.do(RenameCampaign(name="Elsewhere"))
        mine, theirs = here.reading(links), there.reading(links)
    assert mine[: len(past)] == theirs[: len(past)] == past
    assert mine[len(past)].chain != theirs[len(past)].chain


@pytest.fixture(params=["open", "closed"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a file of format 1, as it was left open or closed."""
    path = tmp_path / "old.brik"
    packed = RELEASED / f"format-1-{request.param}.brik.gz"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    return path


def test_a_file_of_format_1_opens_with_all_that_was_in_it(old: Path) -> None:
    original = old.read_bytes()
    with Campaign.open(old) as opened:
        assert opened.notices == ("The campaign was brought to file format 9.",)
        assert [player.name for player in opened.read(players)] == ["Ann", "Ben"]
        state = opened.read(undo_state)
        assert (len(state.undo), len(state.redo)) == (4, 1)
        opened.redo()
        for _ in range(5):
            opened.undo()
        assert opened.read(undo_state).undo == ()
        opened.do(RenameCampaign(name="Newer Tale"))
        assert [link.act_id for link in opened.reading(links)][:9] == list(range(1, 10))
    Campaign.open(old).close()
    (kept,) = [one for one in backups(default_backup_dir(), backup_name(old)) if one.reason]
    assert len(kept.path.read_bytes()) == len(original)


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("left", ["open", "closed"])
@pytest.mark.parametrize("version", [2, 3, 4, 5, 6, 7])
def test_a_file_of_an_older_format_opens_with_all_that_was_in_it(
    version: int, left: str, tmp_path: Path
) -> None:
    path = tmp_path / "old.brik"
    kept_file = RELEASED / f"format-{version}-{left}.brik.gz"
    path.write_bytes(gzip.decompress(kept_file.read_bytes()))
    original = path.read_bytes()
    with Campaign.open(path) as opened:
        assert opened.notices == ("The campaign was brought to file format 9.",)
        game = opened.reading(lambda session: digest_of_game(session.connection()))
        (pike,) = opened.read(units)
        assert (pike.name, pike.x, pike.y) == ("Pike", 10, 12)
        assert [piece.name for piece in opened.read(battlefield).pieces] == TERRAIN[version]
        opened.redo()
        (pike,) = opened.read(units)
        assert (pike.x, pike.y) == (13, 12)
        opened.undo()
        assert opened.reading(lambda session: digest_of_game(session.connection())) == game
    Campaign.open(path).close()
    (kept,) = [one for one in backups(default_backup_dir(), backup_name(path)) if one.reason]
    assert len(kept.path.read_bytes()) == len(original)


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("what", ["a line of the log", "a title", "an act undone in secret"])
def test_what_changed_after_a_file_was_brought_up_to_date_is_noticed(what: str, old: Path) -> None:
    with Campaign.open(old) as opened:
        killed = left_open(opened)
        Campaign.open(killed, read_only=True).close()
        change(killed, *ALTERED[what])
        with pytest.raises(CampaignFileError, match="differs"):
            Campaign.open(killed)


def test_what_an_old_act_was_is_held_by_the_old_chain(old: Path) -> None:
    change(old, 'UPDATE act SET arguments = \'{"name":"X"}\' WHERE id = 2')
    with pytest.raises(CampaignFileError, match="act 2 differs"):
        Campaign.open(old)


def test_copies_of_an_old_file_stay_alike_when_they_are_brought_up_to_date(old: Path) -> None:
    other = Path(shutil.copy(old, old.with_name("other.brik")))
    with Campaign.open(old) as here, Campaign.open(other) as there:
        assert here.reading(links) == there.reading(links)
        here.do(RenameCampaign(name="On"))
        assert here.reading(links)[:-1] == there.reading(links)
