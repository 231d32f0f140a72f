"""Pages of a campaign are lost: what is brought back is proved, and nearly all that could be."""

import hashlib
import shutil
import sqlite3
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection

from brikdesk.acts.campaign.notes_and_photos import AddNote, PinPhoto
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.pictures.photo import PhotoCopy, name_of
from brikdesk.sample import write_scifi_sample
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import make_engine, to_json
from brikdesk.store.journal.chain import add_act, add_change
from brikdesk.store.lineage import open_campaign
from brikdesk.store.moments import Past
from brikdesk.store.salvage import Salvaged, salvage
from brikdesk.store.tables import ActState
from brikdesk.store.views.log import log, undo_state
from tests.nightly import QUICK, many
from tests.walks.battles import RandomBattle

PAGE = 4096
LOSSES = many(25, 100, quick=4)


# --- an independent reader of acts -------------------------------------------------------------------


def number(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(9):
        byte = data[at + place]
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    raise AssertionError


def record(data: bytes, at: int) -> tuple[int, list[Any]]:
    """Return key and values of a cell, as SQLite's file format tells."""
    size, at = number(data, at)
    key, at = number(data, at)
    local = size
    if size > PAGE - 35:
        least = (PAGE - 12) * 32 // 255 - 23
        local = least + (size - least) % (PAGE - 4)
        local = local if local <= PAGE - 35 else least
    payload = data[at : at + local]
    (more,) = struct.unpack_from(">I", data, at + local) if local < size else (0,)
    while len(payload) < size:
        over = data[(more - 1) * PAGE : more * PAGE]
        payload += over[4 : 4 + size - len(payload)]
        (more,) = struct.unpack_from(">I", over)
    end, at = number(payload, 0)
    values: list[Any] = []
    place = end
    while at < end:
        kind, at = number(payload, at)
        whole = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
        length = whole[kind] if kind < 12 else (kind - 12) // 2
        part = payload[place : place + length]
        if len(part) < length:
            raise ValueError("it is cut off")
        place += length
        if kind == 0:
            values.append(None)
        elif kind in (8, 9):
            values.append(kind - 8)
        elif kind < 7:
            values.append(int.from_bytes(part, "big", signed=True))
        else:
            values.append(part.decode() if kind % 2 and kind > 12 else part)
    return key, values


Looks = Callable[[list[Any]], bool]
"""Tells rows of one table from those of others."""

LOOKS: dict[str, Looks] = {
    "act": lambda row: len(row) == 10 and isinstance(row[8], str) and len(row[8]) == 64,
    "logline": lambda row: len(row) == 14 and str(row[5])[:1] == str(row[6])[:1] == "[",
    "image": lambda row: len(row) == 6 and "{" in (str(row[4])[:1], str(row[5])[:1]),
    "statechange": lambda row: len(row) == 7 and isinstance(row[6], str) and len(row[6]) == 64,
}


def rows(data: bytes, table: str) -> list[list[Any]]:
    """Return the rows of a table on all pages that are leaves of any, by their keys."""
    found: dict[int, list[Any]] = {}
    for page in range(len(data) // PAGE):
        at = page * PAGE + (100 if page == 0 else 0)
        if data[at] != 13:
            continue
        for cell in range(struct.unpack_from(">H", data, at + 3)[0]):
            try:
                (place,) = struct.unpack_from(">H", data, at + 8 + 2 * cell)
                key, values = record(data, page * PAGE + place)
            except (ValueError, IndexError, KeyError, struct.error):
                continue
            if LOOKS[table](values):
                found.setdefault(key, [key, *values[1:]])
    return [found[key] for key in sorted(found)]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sound_acts(data: bytes) -> set[int]:
    """Return the acts whose record, lines and images are there and fit the link before them."""
    chains: dict[int, set[str]] = {0: {""}}
    acts = rows(data, "act")
    for after, chain in [(act[0], act[8]) for act in acts] + [
        (change[1], change[6]) for change in rows(data, "statechange")
    ]:
        chains.setdefault(after, set()).add(chain)
    lines, images = {}, {}  # type: dict[int, list[Any]], dict[int, list[Any]]
    for key, act, *rest in rows(data, "logline"):
        lines.setdefault(act, []).append([key, *rest])
    for key, act, *rest in rows(data, "image"):
        images.setdefault(act, []).append([key, *rest])
    sound = set()
    for key, uuid, turn, name, arguments, title, state, done_at, chain, digest in acts:
        said = [key, uuid, turn, name, arguments, title, done_at]
        words = to_json(["act", said, digest, lines.get(key, [])])
        fits = any(sha(f"{before}\n{words}") == chain for before in chains.get(key - 1, ()))
        if fits and (state == "HISTORY" or sha(to_json(images.get(key, []))) == digest):
            sound.add(key)
    return sound


# --- campaigns, and what becomes of their pages ------------------------------------------------------


class Played:
    """The bytes of a campaign, and the digest of its game after each link of its chain."""

    def __init__(self, campaign: Campaign) -> None:
        self.digests: dict[str, str] = {"": ""}
        self.of_act: dict[int, set[str]] = {}
        self.data = b""
        self._campaign, self._path, self._begun = campaign, campaign.path, campaign.tip.act
        self.note()

    def note(self) -> None:
        tip, digest = self._campaign.tip, self._campaign.digest()
        self.digests[tip.chain] = digest
        self.of_act.setdefault(tip.act, set()).add(digest)

    def is_right(self, done: Salvaged, digest: str) -> bool:
        """Tell whether this was the game at the place that salvage says it proved."""
        act, chain = done.proved.act, done.proved.chain
        if act < self._begun:  # what was there before it was played on
            with Campaign.open(self._path, read_only=True) as campaign:
                past = Past(campaign)
                past.go(act)
                then = past.digest()
                past.close()
            return then == digest
        return self.digests[chain] == digest if chain else digest in self.of_act[act]

    def goes_on_right(self, campaign: Campaign) -> bool:
        """Tell whether doing again and undoing lead to a game that was there."""
        left = campaign.read(undo_state)
        ways = ((left.redo, campaign.redo, 0), (left.undo, campaign.undo, 1))
        for act, before in ((go().act_id, before) for titles, go, before in ways if titles):
            if act > self._begun and campaign.digest() not in self.of_act[act - before]:
                return False
        return True


def deeds(campaign: Campaign, chance: Random) -> Iterator[object]:
    """Play a random battle; in the quick run only notes are taken, as a battle takes ten seconds."""
    if not QUICK:
        yield from RandomBattle(campaign, chance, Counter()).play()
        return
    for number in range(20):
        yield campaign.do(AddNote(text=f"Note {number}: {chance.random()}"))


def played(path: Path, seed: int, *, closed: bool) -> Played:
    """Play a campaign on, with some undone and done again; without its end if it is to lie open."""
    chance = Random(seed)
    with Campaign.open(path) as campaign:
        noted = Played(campaign)
        for _ in deeds(campaign, chance):
            noted.note()
            while chance.random() < 0.2:
                try:
                    campaign.undo() if chance.random() < 0.6 else campaign.redo()
                except BadInput:
                    break
                noted.note()
        noted.data = path.read_bytes()
    if closed:
        noted.data = path.read_bytes()
    return noted


@pytest.fixture(scope="module")
def battles(
    built_battle: Path, built_sample: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Played, ...]:
    """Return battles of both rule sets, closed and left open: played once."""
    folder = tmp_path_factory.mktemp("battles")
    scifi, made = folder / "scifi.brik", list[Played]()
    if not QUICK:
        write_scifi_sample(scifi)
    for seed in range(many(3, 12, quick=1)):
        file = Path(
            shutil.copy((built_battle, built_sample, scifi)[seed % 3], folder / f"{seed}.brik")
        )
        made.append(played(file, seed, closed=seed % 2 == 0))
    return tuple(made)


def zeroed(data: bytearray, page: int, chance: Random) -> None:
    del chance
    data[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)


def random_bytes(data: bytearray, page: int, chance: Random) -> None:
    data[page * PAGE : (page + 1) * PAGE] = chance.randbytes(PAGE)


def swapped(data: bytearray, page: int, chance: Random) -> None:
    other = chance.randrange(len(data) // PAGE)
    one, two = slice(page * PAGE, (page + 1) * PAGE), slice(other * PAGE, (other + 1) * PAGE)
    data[one], data[two] = data[two], data[one]


def earlier(data: bytearray, page: int, chance: Random) -> None:
    """Have one page hold what another does, as when a drive writes to the wrong place."""
    other = chance.randrange(len(data) // PAGE)
    data[page * PAGE : (page + 1) * PAGE] = data[other * PAGE : (other + 1) * PAGE]


def lost(data: bytes, chance: Random) -> bytes:
    """Return the file with some pages lost: one mostly, or its end."""
    left = bytearray(data)
    if chance.random() < 0.1:
        del left[-chance.randrange(1, 12) * PAGE + chance.choice((0, 100)) :]
        return bytes(left)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        way = chance.choice((zeroed, random_bytes, swapped, earlier))
        way(left, chance.randrange(len(left) // PAGE), chance)
    return bytes(left)


@pytest.mark.parametrize("part", range(many(1, 20)))
def test_whatever_is_lost_no_wrong_state_is_shown_as_sound_and_nearly_all_acts_are_back(
    battles: tuple[Played, ...], tmp_path: Path, part: int
) -> None:
    """An independent reader says which acts are sound."""
    counts: Counter[str] = Counter()
    for seed in range(part * LOSSES, (part + 1) * LOSSES):
        game, chance = battles[seed % len(battles)], Random(f"loss {seed}")
        counts.update(after_a_loss(game, chance, tmp_path / str(seed)))
    print(dict(counts))
    assert counts["brought"] >= 0.9 * counts["sound"]


def after_a_loss(game: Played, chance: Random, folder: Path) -> dict[str, int]:
    """Lose pages of a campaign and salvage it; return how many acts are sound, and brought back."""
    folder.mkdir()
    broken, new = folder / "broken.brik", folder / "new.brik"
    data = lost(game.data, chance)
    broken.write_bytes(data)
    sound, brought = sound_acts(data), set[int]()
    done, words = None, ""
    try:
        done = salvage(broken, new)
    except CampaignFileError as error:
        words = str(error)
    assert broken.read_bytes() == data, "it is only read"
    if done is None:
        assert "can be proved" in words
        assert not new.exists()
        return {"sound": len(sound), "brought": 0, "nothing": 1}
    with Campaign.open(new) as campaign:
        assert game.is_right(done, campaign.digest()), done
        assert game.goes_on_right(campaign), done
        assert {line.act_id for line in campaign.read(log)} <= set(range(1, done.act + 1))
    with closing(sqlite3.connect(new)) as file:
        brought = {act for (act,) in file.execute("SELECT id FROM act")}
    return {"sound": len(sound), "brought": len(sound & brought), "whole": int(done.is_whole)}


# --- what is brought back, and what a referee is told ------------------------------------------------


def pages_of(path: Path, table: str) -> list[int]:
    """Return the pages on which the rows of a table lie, the first of them last."""
    with closing(sqlite3.connect(path)) as file:
        asked = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        waiting = [file.execute(asked, (table,)).fetchone()[0]]
    data, found = path.read_bytes(), list[int]()
    while waiting:
        page = waiting.pop()
        at = (page - 1) * PAGE
        if data[at] == 13:
            found.append(page)
            continue
        waiting.append(struct.unpack_from(">I", data, at + 8)[0])
        for cell in range(struct.unpack_from(">H", data, at + 3)[0]):
            (place,) = struct.unpack_from(">H", data, at + 12 + 2 * cell)
            waiting.append(struct.unpack_from(">I", data, at + place)[0])
    return found


def lose(path: Path, *pages: int) -> None:
    data = bytearray(path.read_bytes())
    for page in pages:
        data[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
    path.write_bytes(data)


def digest_of(path: Path) -> str:
    with Campaign.open(path, read_only=True) as campaign:
        return campaign.digest()


def test_rows_that_are_lost_come_back_from_the_images(sample: Path, tmp_path: Path) -> None:
    digest = digest_of(sample)
    lose(sample, *pages_of(sample, "unit"), *pages_of(sample, "weapon"))
    done = salvage(sample, tmp_path / "new.brik")
    assert done.is_whole
    assert done.losses() == ()
    assert done.found()[1] == "Broken or missing were pages of what stands on the table now."
    assert digest_of(tmp_path / "new.brik") == digest


def test_rows_to_which_the_list_of_tables_leads_are_none_of_it(
    sample: Path, tmp_path: Path
) -> None:
    """A drive wrote the root of the images over a page of that list, and lost the digest."""
    digest, (checkpoint,) = digest_of(sample), pages_of(sample, "checkpoint")
    with closing(sqlite3.connect(sample)) as file:
        asked = "SELECT rootpage FROM sqlite_master WHERE name = 'image'"
        (root,) = file.execute(asked).fetchone()
    lose(sample, checkpoint)
    data = bytearray(sample.read_bytes())
    (last,) = struct.unpack_from(">I", data, 108)
    data[(last - 1) * PAGE : last * PAGE] = data[(root - 1) * PAGE : root * PAGE]
    sample.write_bytes(data)
    done = salvage(sample, tmp_path / "new.brik")
    assert done.is_whole
    assert "the list of tables" in done.found()[1]
    assert digest_of(tmp_path / "new.brik") == digest


def test_an_act_in_the_middle_is_missing_in_the_log_and_the_game_is_whole(
    sample: Path, tmp_path: Path
) -> None:
    digest = digest_of(sample)
    lose(sample, pages_of(sample, "act")[5])
    new = tmp_path / "new.brik"
    done = salvage(sample, new)
    assert digest_of(new) == digest
    assert not done.gone
    assert "Missing in the log, though the game is as they left it: acts " in done.losses()[0]
    with open_campaign(new) as campaign:  # without a question: this computer has seen it
        assert campaign.read(undo_state).undo == (), "before a gap nothing can be undone"
        campaign.do(AddNote(text="It goes on"))
        campaign.undo()
        assert campaign.digest() == digest
    Campaign.open(new).close()


def test_a_file_left_open_is_back_up_to_the_last_act_before_what_is_lost(
    battle: Campaign, tmp_path: Path
) -> None:
    for number in range(60):
        battle.do(AddNote(text=f"Note {number} {'-' * 300}"))
    broken = tmp_path / "broken.brik"
    shutil.copy(battle.path, broken)
    lose(broken, sorted(pages_of(broken, "logline"))[3])
    done = salvage(broken, tmp_path / "new.brik")
    assert 10 < done.act < done.of
    assert done.gone[-1].titles
    assert done.losses()[0].startswith(f"Lost: acts {done.act + 1} to ")
    with Campaign.open(tmp_path / "new.brik") as campaign:
        assert campaign.tip.act == done.act
        campaign.undo()
        campaign.redo()


def spoil(path: Path, text: str) -> None:
    """Alter a text wherever it stands, as a bad cell of a drive does."""
    data = path.read_bytes()
    assert text.encode() in data
    path.write_bytes(data.replace(text.encode(), text.swapcase().encode()))


def test_of_a_file_left_open_the_digest_of_its_opening_leads_over_what_was_lost_before_it(
    battle: Campaign, tmp_path: Path
) -> None:
    """What was overtaken has used keys and left no images: the counters of then are to be found."""
    battle.do(AddNote(text="Overtaken"))
    battle.undo()
    battle.do(AddPlayer(name="Dee", faction="Dire Duchy", colour="pearl"))
    battle.close()
    broken = tmp_path / "broken.brik"
    with Campaign.open(battle.path) as again:
        again.do(AddNote(text="It stays"))
        digest = again.digest()
        shutil.copy(again.path, broken)
    with closing(sqlite3.connect(broken)) as file:
        (uuid,) = file.execute("SELECT uuid FROM act WHERE id = 2").fetchone()
    spoil(broken, uuid)
    done = salvage(broken, tmp_path / "new.brik")
    assert done.act == done.of
    assert done.losses()[0].startswith(
        "Missing in the log, though the game is as they left it: act 2"
    )
    assert digest_of(tmp_path / "new.brik") == digest


@contextmanager
def writing(path: Path) -> Iterator[Connection]:
    """Yield what writes into a closed campaign, past all that checks it."""
    engine = make_engine(path)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def test_where_the_act_that_overtook_an_undone_one_is_lost_all_before_it_is_back(
    battle: Campaign, tmp_path: Path
) -> None:
    """What was overtaken has no images any more: it is history, though the chain says undone."""
    battle.do(AddNote(text="It stays"))
    digest = battle.digest()
    overtaken = battle.do(AddNote(text="Overtaken")).act_id
    battle.undo()
    battle.do(AddNote(text="It comes instead"))
    broken = Path(shutil.copy(battle.path, tmp_path / "broken.brik"))
    spoil(broken, "It comes instead")
    done = salvage(broken, tmp_path / "new.brik")
    assert done.act == overtaken
    assert done.losses()[0].startswith(f"Lost: act {overtaken + 1}")
    with Campaign.open(tmp_path / "new.brik") as campaign:
        assert campaign.digest() == digest
        left = campaign.read(undo_state)
        assert (left.redo, left.undo[0]) == ((), "Note: It stays")
        campaign.undo()
        campaign.redo()
        assert campaign.digest() == digest
    Campaign.open(tmp_path / "new.brik").close()


def test_nothing_is_done_again_over_an_undone_act_that_lacks_its_images(
    battle: Campaign, tmp_path: Path
) -> None:
    second = [battle.do(AddNote(text=text)).act_id for text in ("One", "Two", "Three")][1]
    for _ in range(3):
        battle.undo()
    digest = battle.digest()
    broken = Path(shutil.copy(battle.path, tmp_path / "broken.brik"))
    with closing(sqlite3.connect(battle.path)) as file:
        (image,) = file.execute("SELECT after FROM image WHERE act_id = ?", (second,)).fetchone()
    spoil(broken, image)
    salvage(broken, tmp_path / "new.brik")
    with Campaign.open(tmp_path / "new.brik") as campaign:
        assert campaign.digest() == digest
        assert campaign.read(undo_state).redo == ("Note: One",)


def test_what_does_not_pass_its_opening_is_brought_back_up_to_there(
    battle: Campaign, tmp_path: Path
) -> None:
    """Each link fits the hash before it, but one says that an act was done which was done already."""
    battle.do(AddNote(text="The last act"))
    path, digest, last = battle.path, battle.digest(), battle.tip.act
    battle.close()
    with writing(path) as connection:
        for _ in range(20):
            add_change(connection, last, ActState.DONE, datetime.now(UTC))
    done = salvage(path, tmp_path / "new.brik")
    assert done.act == last
    assert done.losses() == ("What was undone or done again after it is lost.",)
    assert digest_of(tmp_path / "new.brik") == digest


def test_where_nothing_passes_its_opening_nothing_is_proved(tmp_path: Path) -> None:
    path, new = tmp_path / "odd.brik", tmp_path / "new.brik"
    with Campaign.create(path) as campaign:
        campaign.do(CreateCampaign(name="Odd", uuid="odd"))
    with writing(path) as connection:
        connection.exec_driver_sql("UPDATE act SET arguments = '[1]'")
        add_act(connection, 1)
    with pytest.raises(CampaignFileError, match="Nothing of this file can be proved"):
        salvage(path, new)
    assert not new.exists()


def test_backup_and_record_carry_it_further(sample: Path, tmp_path: Path) -> None:
    with open_campaign(sample) as campaign:  # which makes a backup, and records from here on
        for number in range(9):
            campaign.do(AddNote(text=f"Note {number}"))
        digest = campaign.digest()
    lose(sample, 1, *pages_of(sample, "act"), *pages_of(sample, "image"))
    done = salvage(sample, tmp_path / "new.brik")
    assert done.is_whole
    assert "Used beside the file: backup of " in " ".join(done.found())
    assert digest_of(tmp_path / "new.brik") == digest


def test_photos_are_proved_by_their_names(battle: Campaign, tmp_path: Path) -> None:
    good, bad = (bytes([n]) * 9_000 for n in (1, 2))
    for data in (good, bad):
        battle.keep_picture(PhotoCopy(name_of(data), data, 30, 20))
        battle.do(PinPhoto(picture=name_of(data)))
    path = battle.path
    battle.close()
    written = path.read_bytes()
    lose(path, written.index(bad[:3000]) // PAGE + 1)
    done = salvage(path, tmp_path / "new.brik")
    assert done.photos == 1
    assert done.losses() == ("1 photo is lost; the map and the album say where.",)
    with closing(sqlite3.connect(tmp_path / "new.brik")) as file:
        assert file.execute("SELECT name FROM picture").fetchall() == [(name_of(good),)]


@pytest.mark.parametrize("data", [b"", b"%PDF and more" * 999, bytes(9 * PAGE)])
def test_of_what_is_no_campaign_nothing_is_proved(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "odd.brik"
    path.write_bytes(data)
    with pytest.raises(CampaignFileError, match="Nothing of this file can be proved"):
        salvage(path, tmp_path / "new.brik")
    assert sorted(tmp_path.glob("*.brik")) == [path]
