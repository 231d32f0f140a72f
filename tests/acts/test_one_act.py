"""One act is one transaction: rows, log, images and the act itself are saved together or not at all."""

import json
import sqlite3
from dataclasses import dataclass, fields, replace

import pytest
from sqlmodel import Session, select

from brikdesk.acts.campaign.setup import AddPlayer, EditPlayer, RenameCampaign, SetHouseRule
from brikdesk.acts.checks import existing_row
from brikdesk.acts.turns_and_steps import EndTurn, GoOn, Together
from brikdesk.dice import Die, Face, Origin
from brikdesk.errors import BadInput, CampaignFileError, Refused
from brikdesk.store.act import Act, act_from_data, act_to_data, overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Dice, Kind, Outcome, Tone, line
from brikdesk.store.tables import ActRecord, ActState, Image, Player, Unit
from brikdesk.store.views.campaign_and_battle import battle_head, house_rule_values, players
from brikdesk.store.views.log import dice_count, log, undo_state


@dataclass(frozen=True, slots=True, kw_only=True)
class Enlist(Act):
    """Write some units, then refuse by a rule that can be overruled."""

    names: tuple[str, ...]
    refuse: bool = False

    def carry_out(self, session: Session) -> Outcome:
        for name in self.names:
            session.add(Unit(name=name, token=name[:2]))
        session.flush()
        self.refuse_if(self.refuse, "8.4-47", "The Cannon fired this turn.", session)
        dice = Dice((Die(4, 3), Die(6, 2, Origin.ROLLED)), (Tone.FIRE,))
        words = line(Kind.UNIT, "They enlist.", dice, "All of them.", rule="4.0-01")
        return Outcome("Enlist", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bypass(Act):
    """Write a row behind the session's back: what no act may do."""

    def carry_out(self, session: Session) -> Outcome:
        session.connection().exec_driver_sql("UPDATE player SET name = 'Mallory'")
        return Outcome("Bypass")


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Act):
    """Delete a unit and rename another one twice."""

    unit_id: int
    other_id: int

    def carry_out(self, session: Session) -> Outcome:
        session.delete(existing_row(session, Unit, self.unit_id))
        other = existing_row(session, Unit, self.other_id)
        other.name = "For a moment"
        session.add(other)
        session.flush()
        other.name = "For good"
        session.add(other)
        return Outcome("Leave")


def names(campaign: Campaign) -> list[str]:
    return campaign.reading(lambda session: list(session.exec(select(Unit.name))))


def test_an_act_is_in_the_file_when_do_returns(campaign: Campaign) -> None:
    done = campaign.do(Enlist(names=("Ann's own",)))
    file = sqlite3.connect(f"file:{campaign.path}?mode=ro", uri=True)
    assert file.execute("SELECT name FROM unit").fetchall() == [("Ann's own",)]
    stored = file.execute("SELECT name, arguments FROM act WHERE id = ?", (done.act_id,)).fetchone()
    assert (stored[0], json.loads(stored[1])) == ("Enlist", {"names": ["Ann's own"]})
    file.close()


def test_a_refusal_changes_nothing_and_names_its_rule(campaign: Campaign) -> None:
    before, lines = campaign.digest(), len(campaign.read(log))
    act = Enlist(names=("Nobody",), refuse=True)
    with pytest.raises(Refused, match="The Cannon fired this turn") as refusal:
        campaign.do(act)
    assert refusal.value.rule == "8.4-47"
    assert (campaign.digest(), len(campaign.read(log))) == (before, lines)


def test_an_overruled_refusal_is_done_and_marked_in_the_log(campaign: Campaign) -> None:
    act = Enlist(names=("Somebody",), refuse=True)
    campaign.do(replace(act, overruled=act.overruled | {"8.4-47"}))
    assert names(campaign) == ["Somebody"]
    done, ruling = campaign.read(log)[-2:]
    assert (done.overruled, ruling.lead, ruling.rule) == (("8.4-47",), "Overruled.", "8.4-47")
    campaign.do(replace(act, refuse=False, overruled=frozenset({"8.4-47"})))
    assert campaign.read(log)[-1].overruled == (), "nothing was refused, nothing was overruled"


def test_rows_written_behind_the_journal_are_found_and_taken_back(campaign: Campaign) -> None:
    with pytest.raises(RuntimeError, match="3 rows were written, 0 of them as objects"):
        campaign.do(Bypass())
    assert [player.name for player in campaign.read(players)] == ["Ann", "Ben", "Cleo"]


def test_undo_and_redo_put_every_row_back_also_after_reopening(campaign: Campaign) -> None:
    campaign.do(Enlist(names=("One", "Two", "Three")))
    before = campaign.digest()
    campaign.do(Leave(unit_id=2, other_id=3))
    after = campaign.digest()
    assert names(campaign) == ["One", "For good"]
    campaign.close()
    with Campaign.open(campaign.path) as tomorrow:
        assert tomorrow.undo().title == "Leave"
        assert (tomorrow.digest(), names(tomorrow)) == (before, ["One", "Two", "Three"])
        tomorrow.redo()
        assert (tomorrow.digest(), names(tomorrow)) == (after, ["One", "For good"])


def test_a_row_written_twice_in_one_act_has_one_image(campaign: Campaign) -> None:
    campaign.do(Enlist(names=("One", "Two")))
    done = campaign.do(Leave(unit_id=1, other_id=2))
    images = campaign.reading(
        lambda session: [
            (
                image.row_id,
                image.before and image.before["name"],
                image.after and image.after["name"],
            )
            for image in session.exec(select(Image).where(Image.act_id == done.act_id))
        ]
    )
    assert sorted(images) == [(1, "One", None), (2, "Two", "For good")]


def test_a_key_is_never_used_twice(campaign: Campaign) -> None:
    campaign.do(Enlist(names=("One", "Two")))
    campaign.undo()
    campaign.do(Enlist(names=("Three",)))
    assert campaign.reading(lambda session: list(session.exec(select(Unit.id)))) == [3]


def test_an_undone_act_stays_struck_out_and_becomes_history_without_images(
    campaign: Campaign,
) -> None:
    done = campaign.do(Enlist(names=("One",)))
    campaign.undo()
    assert [entry.undone for entry in campaign.read(log)][-1:] == [True]
    assert campaign.read(undo_state).redo == ("Enlist",)
    campaign.do(RenameCampaign(name="Another Tale"))
    assert campaign.read(undo_state).redo == ()
    kept = campaign.reading(
        lambda session: (
            session.get_one(ActRecord, done.act_id).state,
            session.exec(select(Image).where(Image.act_id == done.act_id)).all(),
        )
    )
    assert kept == (ActState.HISTORY, [])
    with pytest.raises(BadInput, match="There is nothing to redo"):
        campaign.redo()


def test_undo_stops_where_the_past_was_sealed(campaign: Campaign) -> None:
    campaign.seal()
    with pytest.raises(BadInput, match="There is nothing to undo"):
        campaign.undo()
    campaign.do(RenameCampaign(name="Later"))
    assert campaign.undo().title == "Rename the campaign to Later"


def test_several_acts_together_are_one_undo_and_one_refusal_refuses_all(campaign: Campaign) -> None:
    before = campaign.digest()
    good = Enlist(names=("One",))
    campaign.do(Together(title="Both", acts=(good, RenameCampaign(name="Both of them"))))
    assert campaign.read(undo_state).undo[0] == "Both"
    campaign.undo()
    assert campaign.digest() == before
    with pytest.raises(Refused):
        campaign.do(Together(title="No", acts=(good, Enlist(names=("Two",), refuse=True))))
    assert campaign.digest() == before


def test_overruling_reaches_into_acts_made_of_acts(campaign: Campaign) -> None:
    inner = Together(title="Inner", acts=(Enlist(names=("Two",), refuse=True),))
    outer = Together(title="Outer", acts=(Enlist(names=("One",)), inner))
    with pytest.raises(Refused) as refusal:
        campaign.do(outer)
    act = act_from_data(act_to_data(overruling(outer, refusal.value.rule)))
    campaign.do(act)
    assert names(campaign) == ["One", "Two"]
    told = [entry for entry in campaign.read(log) if entry.overruled]
    assert [entry.overruled for entry in told] == [("8.4-47",)] * len(told) != []


def test_overruling_adds_to_what_is_overruled_already() -> None:
    act = overruling(overruling(Enlist(names=("One",)), "8.4-47"), "4.0-01", "5.1-02")
    assert act.overruled == {"8.4-47", "4.0-01", "5.1-02"}


def test_no_act_but_together_is_made_of_acts() -> None:
    holds = {
        name
        for name, kind in Act.KINDS.items()
        if kind.__module__.startswith("brikdesk.")
        and any("Act" in str(each.type).split() or each.name == "acts" for each in fields(kind))
    }
    assert holds == {"CorrectPast", "Together"}, "an act made of acts hands on what it overrules"


def test_an_act_says_which_tables_it_changed(campaign: Campaign) -> None:
    changes = campaign.do(EditPlayer(player_id=1, name="Anna"))
    assert {"player", "act", "logline"} == set(changes.tables)
    assert "unit" not in campaign.undo().tables


def test_trying_out_keeps_nothing(campaign: Campaign) -> None:
    before = campaign.digest()
    outcome = campaign.try_out(Enlist(names=("Ghost",)))
    assert (outcome.title, campaign.digest(), names(campaign)) == ("Enlist", before, [])


def test_dice_are_counted_by_where_they_came_from(campaign: Campaign) -> None:
    campaign.do(Enlist(names=("One",)))
    count = campaign.read(dice_count)
    assert (count.typed, count.rolled) == (1, 1)
    assert campaign.read(log)[-1].words == "They enlist. [3][2*] All of them. 4.0-01"
    campaign.undo()
    assert (campaign.read(dice_count).typed, campaign.read(dice_count).rolled) == (0, 0)
    campaign.redo()
    assert campaign.read(dice_count) == count


def test_a_campaign_opened_to_look_at_refuses_every_change(campaign: Campaign) -> None:
    campaign.close()
    with Campaign.open(campaign.path, read_only=True) as shown:
        with pytest.raises(CampaignFileError, match="opened to look at"):
            shown.do(RenameCampaign(name="Mine"))
        assert shown.read(battle_head).campaign == "Test of Strength"


def test_the_journal_is_a_chain(campaign: Campaign) -> None:
    rows = campaign.reading(
        lambda session: [record.chain for record in session.exec(select(ActRecord))]
    )
    assert len(set(rows)) == len(rows) == 4
    assert all(len(link) == 64 for link in rows)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], 'An act is an object with its name in "act"'),
        ({}, 'An act is an object with its name in "act"'),
        ({"act": "Explode the moon"}, "There is no act called 'Explode the moon'"),
        ({"act": "RenameCampaign"}, "name: Field required"),
        ({"act": "RenameCampaign", "name": 3}, "name: Input should be a valid string"),
        ({"act": "RenameCampaign", "name": "x", "nmae": 1}, "no field called 'nmae'"),
        ({"act": "EditPlayer", "player_id": "one"}, "player_id: Input should be a valid integer"),
        ({"act": "LayDice", "step": "s", "faces": ["three"]}, "faces.0"),
        ({"act": "LayDice", "step": "s", "faces": [{"face": 3, "origin": "stolen"}]}, "stolen"),
        ({"act": "Together", "title": "t", "acts": 3}, '"acts" holds a list of acts'),
        ({"act": "Together", "title": "t", "acts": [{"act": "Nope"}]}, "no act called 'Nope'"),
    ],
)
def test_an_act_that_makes_no_sense_is_told_what_is_wrong(data: object, words: str) -> None:
    with pytest.raises(BadInput, match=words.replace("(", "\\(")):
        act_from_data(data)


@pytest.mark.parametrize(
    "act",
    [
        EndTurn(),
        EndTurn(overruled=frozenset({"turn-order"})),
        GoOn(reason="<b>late</b>"),
        AddPlayer(name="Ann", faction="Amber", colour="sky"),
        SetHouseRule(switch="turn_start_order", value=["marks"]),
        act_from_data(
            {"act": "LayDice", "step": "burn-1", "faces": [3, {"face": 2, "origin": "rolled"}]}
        ),
        Together(title="Two", acts=(EndTurn(), GoOn(reason="x"))),
    ],
)
def test_an_act_reads_back_from_its_own_data(act: Act) -> None:
    data = json.loads(json.dumps(act_to_data(act)))
    assert act_from_data(data) == act


def test_faces_keep_where_they_came_from() -> None:
    act = act_from_data(
        {"act": "LayDice", "step": "s", "faces": [3, {"face": 2, "origin": "rolled"}]}
    )
    assert act.faces == (Face(3), Face(2, Origin.ROLLED))  # type: ignore[attr-defined]


def test_a_house_rule_is_checked_stored_and_told(campaign: Campaign) -> None:
    with pytest.raises(BadInput, match="no house rule called 'gravity'"):
        campaign.do(SetHouseRule(switch="gravity", value="off"))
    with pytest.raises(BadInput):
        campaign.do(SetHouseRule(switch="burn_order", value="upside_down"))
    campaign.do(SetHouseRule(switch="burn_order", value="as_rolled"))
    assert campaign.read(house_rule_values)["burn_order"] == "as_rolled"
    assert "reduce_first becomes as_rolled" in campaign.read(log)[-1].words


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "\x00", "x" * 81])
def test_a_name_must_be_visible_and_short(campaign: Campaign, typed: str) -> None:
    before = campaign.digest()
    with pytest.raises(BadInput, match="name"):
        campaign.do(AddPlayer(name=typed, faction="Fine", colour="fern"))
    assert campaign.digest() == before


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("<img src=/x>", "<img src=/x>"),
        ("a < b & c", "a < b & c"),
        ("two\r\nlines\tand tab", "two lines and tab"),
        ("right\u202eto left", "rightto left"),
        ("cafe\u0301", "café"),
        ("'; DROP TABLE unit", "'; DROP TABLE unit"),
        ("\ud800lone", "lone"),
        ("ESC\x1b[31m", "ESC[31m"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
    ],
)
def test_names_are_kept_as_typed_without_what_no_surface_can_show(
    campaign: Campaign, typed: str, kept: str
) -> None:
    campaign.do(EditPlayer(player_id=1, name=typed))
    assert campaign.reading(lambda session: session.get_one(Player, 1).name) == kept
