"""Older copies, two laptops, renamed and restored files: what this computer saw is never lost."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import brikdesk.acts  # noqa: F401  (recorded acts are done again by their names)
from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.store.backups import default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.copies import as_recorded, bring_back, copies_of, copy_at, past_acts, write_out
from brikdesk.store.lineage import Lineage, Relation, Surprising, lineage_here, open_campaign
from brikdesk.store.views.log import log

Laptop = Callable[[str], None]


@pytest.fixture
def laptop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Laptop:
    """Return a switch between computers: each has a data folder of its own."""

    def sit_at(name: str) -> None:
        monkeypatch.setenv("BRIKDESK_DATA_DIR", str(tmp_path / f"data of {name}"))

    sit_at("ours")
    return sit_at


@pytest.fixture
def war(tmp_path: Path, laptop: Laptop) -> Path:
    """Return a campaign that was open on our laptop, at act 2."""
    path = tmp_path / "war.brik"
    with Campaign.create(path) as campaign:
        campaign.do(CreateCampaign(name="War", uuid="war"))
        campaign.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
    open_campaign(path).close()
    return path


def play(path: Path, *notes: str, accept: frozenset[Relation] = frozenset()) -> None:
    with open_campaign(path, accept=accept) as campaign:
        for note in notes:
            campaign.do(AddNote(text=note))


def notes(path: Path) -> list[str]:
    with Campaign.open(path, read_only=True) as campaign:
        return [entry.words for entry in campaign.read(log) if "note" in entry.words]


def surprise(path: Path) -> Lineage:
    with pytest.raises(Surprising) as refused:
        open_campaign(path)
    return refused.value.lineage


def relation(path: Path) -> Relation:
    with Campaign.open(path, read_only=True) as campaign:
        return lineage_here(campaign)[0].relation


def titles(links: tuple[object, ...]) -> list[str]:
    return [link.title for link in links]  # type: ignore[attr-defined]


def test_the_same_file_is_no_surprise_nor_is_one_that_was_played_on_elsewhere(
    war: Path, laptop: Laptop
) -> None:
    play(war, "note one")
    assert relation(war) is Relation.SAME
    laptop("theirs")
    assert relation(war) is Relation.UNKNOWN
    play(war, "note two")
    laptop("ours")
    assert relation(war) is Relation.NEWER
    play(war, "note three")
    assert len(notes(war)) == 3


def test_an_older_copy_is_not_opened_without_a_word(war: Path, tmp_path: Path) -> None:
    older = Path(shutil.copy(war, tmp_path / "older.brik"))
    play(war, "note one", "note two")
    shutil.copyfile(older, war)
    before = war.read_bytes()
    found = surprise(war)
    assert found.relation is Relation.OLDER
    assert (found.here.act, found.there.act, found.common) == (4, 2, 2)
    assert titles(found.ours) == ["Note: note one", "Note: note two"]
    assert found.theirs == ()
    assert war.read_bytes() == before, "nothing is written into it"


def test_only_an_undo_more_is_told_too(war: Path, tmp_path: Path) -> None:
    play(war, "note one")
    older = Path(shutil.copy(war, tmp_path / "older.brik"))
    with open_campaign(war) as campaign:
        campaign.undo()
    assert titles(surprise(older).ours) == ["Undone: Note: note one"]


def test_a_campaign_played_on_in_two_places_is_told_act_by_act(
    war: Path, tmp_path: Path, laptop: Laptop
) -> None:
    stick = Path(shutil.copy(war, tmp_path / "war (conflicted copy).brik"))
    play(war, "note ours")
    laptop("theirs")
    play(stick, "note theirs", "note theirs too")
    laptop("ours")
    found = surprise(stick)
    assert found.relation is Relation.FORK
    assert "in two places since act 2" in found.words()
    assert titles(found.ours) == ["Note: note ours"]
    assert titles(found.theirs) == ["Note: note theirs", "Note: note theirs too"]
    assert found.last_common is not None
    assert found.last_common.title.startswith("Add Amber Army")


def test_whichever_goes_on_the_other_is_kept(war: Path, tmp_path: Path, laptop: Laptop) -> None:
    stick = Path(shutil.copy(war, tmp_path / "stick.brik"))
    play(war, "note ours")
    laptop("theirs")
    play(stick, "note theirs")
    laptop("ours")
    shutil.copyfile(stick, war)
    with open_campaign(war, accept=frozenset({Relation.FORK})) as campaign:
        assert "is kept among the backups" in " ".join(campaign.notices)
    (kept,) = default_backup_dir().glob("*.kept-*.brik")
    assert [note[-4:] for note in notes(kept)] == ["ours"]
    assert relation(war) is Relation.SAME
    # And back: the file that now goes on is kept in its turn.
    ours = next(copy for copy in copies_of(war) if copy.path == kept)
    put_aside = bring_back(ours, war).kept
    assert put_aside is not None
    assert "theirs" in notes(put_aside)[0]
    assert "ours" in notes(war)[0]
    assert relation(war) is Relation.SAME


def test_a_renamed_file_and_a_copy_that_was_not_played_are_no_surprise(
    war: Path, tmp_path: Path
) -> None:
    play(war, "note one")
    copy = Path(shutil.copy(war, tmp_path / "copy.brik"))
    moved = war.rename(tmp_path / "moved.brik")
    assert relation(copy) is relation(moved) is Relation.SAME
    play(moved, "note two")
    assert relation(copy) is Relation.OLDER


def test_another_campaign_of_that_name_is_another_campaign(war: Path, tmp_path: Path) -> None:
    play(war, "note one")
    war.unlink()
    with Campaign.create(war) as campaign:
        campaign.do(CreateCampaign(name="War", uuid="war"))
    assert relation(war) is Relation.UNKNOWN


def test_to_look_at_an_older_copy_is_told_but_not_refused(war: Path, tmp_path: Path) -> None:
    older = Path(shutil.copy(war, tmp_path / "older.brik"))
    play(war, "note one")
    with open_campaign(older, read_only=True) as campaign:
        assert "older than what this computer has seen" in " ".join(campaign.notices)
    assert relation(war) is Relation.SAME


def test_what_was_accepted_is_no_surprise_the_next_time(war: Path, tmp_path: Path) -> None:
    older = Path(shutil.copy(war, tmp_path / "older.brik"))
    play(war, "note one")
    play(older, "note two", accept=frozenset({Relation.OLDER}))
    play(older, "note three")
    assert len(notes(older)) == 2


def test_all_acts_come_back_though_the_file_is_gone_and_the_backup_is_old(war: Path) -> None:
    with open_campaign(war) as campaign:
        for note in ("note one", "note two", "note three"):
            campaign.do(AddNote(text=note))
        campaign.undo()
        campaign.redo()
        campaign.undo()
        digest = campaign.digest()
        war.unlink()
        campaign.let_go()
    best = copies_of(war)[0]
    assert (best.added, best.tip.act) == (3, 5)
    assert "and 3 acts recorded on this computer" in best.words()
    assert bring_back(best, war).kept is None
    with open_campaign(war) as campaign:
        assert campaign.digest() == digest
        assert campaign.redo().title == "Note: note three"


def test_a_backup_that_was_brought_back_is_no_surprise(war: Path) -> None:
    play(war, "note one")
    play(war, "note two")
    origin, acts = past_acts(war)
    kept = bring_back(copy_at(origin, acts[0]), war).kept
    assert kept is not None
    assert len(notes(kept)) == 2
    assert relation(war) is Relation.SAME
    assert len(notes(war)) == 1


def test_a_copy_is_written_beside_and_never_over_a_file(war: Path, tmp_path: Path) -> None:
    play(war, "note one")
    best = copies_of(war)[0]
    write_out(best, tmp_path / "beside.brik")
    assert len(notes(tmp_path / "beside.brik")) == 1
    before = war.read_bytes()
    with pytest.raises(Exception, match="already"):
        write_out(best, war)
    assert war.read_bytes() == before


def test_behind_every_act_there_is_a_backup_though_another_laptop_played_between(
    war: Path, laptop: Laptop
) -> None:
    play(war, "note one")
    laptop("theirs")
    play(war, "note two")
    laptop("ours")
    with open_campaign(war) as campaign:
        campaign.do(AddNote(text="note three"))
        recorder = campaign.recorder
        assert recorder is not None
        war.unlink()
        campaign.let_go()
    bring_back(copies_of(war)[0], war)
    assert len(notes(war)) == 3


def test_lines_that_were_torn_or_altered_are_left_out(war: Path) -> None:
    play(war, "note one")
    with open_campaign(war) as campaign:
        recorder = campaign.recorder
        assert recorder is not None
        lines = recorder.folder / "acts.jsonl"
        with lines.open("ab") as file:
            file.write(b'{"kind":"act","from":[3,"x"],"to":[4')
        campaign.do(AddNote(text="note two"))
        assert recorder.entries()[-1].title == "Note: note two"
        origin = "".join(copy.origin for copy in copies_of(war)[:1])
        recorded = as_recorded(origin)
        assert recorded is not None
        assert recorded.tip == campaign.tip


def test_the_record_goes_on_in_parts_from_one_backup_to_the_next(war: Path) -> None:
    for number in range(6):
        play(war, f"note {number}", "note two")
        with open_campaign(war) as campaign:
            campaign.back_up_now()
    (folder,) = (default_backup_dir().parent / "recorder").iterdir()
    assert len(list(folder.glob("acts-0*.jsonl"))) == 6
    assert relation(war) is Relation.SAME
    origin, acts = past_acts(war)
    war.unlink()
    for past in (acts[0], acts[5], acts[11]):
        bring_back(copy_at(origin, past), war)
        assert len(notes(war)) == past.act - 2


def test_a_later_backup_of_an_older_state_is_not_brought_back_instead(
    war: Path, tmp_path: Path
) -> None:
    older = Path(shutil.copy(war, tmp_path / "older.brik"))
    play(war, "note one")  # its own backup holds exactly this state
    shutil.copyfile(older, war)
    with Campaign.open(war) as campaign:
        campaign.back_up_now()
    bring_back(copies_of(war)[0], war)
    assert len(notes(war)) == 1
