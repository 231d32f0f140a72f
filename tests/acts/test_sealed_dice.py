"""Sealed dice: a face is fixed by the seed, the words and what is rolled; undo gives no second chance.

Who tries is a referee who may do anything that the desk offers, and by the command line any act.
"""

import hashlib
import hmac
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as replace_struct
from sqlmodel import Session, select

from brikdesk.acts.campaign.battles import EndBattle, NewBattle, OpenSeal, SaySealWord, StartBattle
from brikdesk.acts.campaign.correcting import CorrectPast
from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import DamageUnit
from brikdesk.acts.step_act import DiceAct, act_of_step
from brikdesk.acts.throwing import (
    RollSealed,
    declaring,
    lies_sealed,
    roll_step,
    sealed_faces,
    to_declare,
)
from brikdesk.acts.turns_and_steps import EndTurn, Together, roll_all
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import RemoveUnit
from brikdesk.cli import main
from brikdesk.dice import SIDES, Face, Origin, sealed_face
from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.store.act import Act, act_from_data, act_to_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.moments import Past, Trial
from brikdesk.store.tables import HouseRule, Unit
from brikdesk.store.views.log import log, newest_act
from brikdesk.turns.queue import agenda
from brikdesk.turns.seal import Proof, SealShown, proof_of, seal_shown
from tests.acts.attack_scene import unit, weapon
from tests.acts.test_rolling_all import do
from tests.nightly import many

SEED = "5e" * 32
ROOT = Path(__file__).parents[2]


def never(sides: int) -> int:
    raise AssertionError("under a seal nothing is left to chance")


def begin(campaign: Campaign) -> Campaign:
    campaign.do(EndBattle())
    campaign.do(NewBattle(name="Under seal", player_ids=(1, 2)))
    campaign.do(StartBattle(sealed=True))
    return campaign


@pytest.fixture
def sealed(battle: Campaign, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Return a battle that was begun under a seal whose seed is known here."""
    monkeypatch.setattr("brikdesk.turns.seal.secrets.token_hex", lambda _bytes: SEED)
    return begin(battle)


def shown(campaign: Campaign) -> SealShown:
    found = campaign.read(seal_shown)
    assert found is not None
    return found


def proof(campaign: Campaign) -> Proof:
    found = campaign.read(proof_of, shown(campaign).battle_id)
    assert found is not None
    return found


def armed(campaign: Campaign, name: str = "Gunner") -> Strike:
    by = unit(campaign, name, 1)
    return Strike(weapon_id=weapon(campaign, by, use=3, range=10, damage="1d6"), by_id=by)


def at(campaign: Campaign, strike: Strike, name: str = "Wall") -> Attack:
    foe = unit(campaign, name, 2, kind="structure", size=4, armor="40")
    return Attack(aims=(Aim(unit_id=foe, distance=2),), strikes=(strike,))


def rolled(campaign: Campaign, act: Any) -> tuple[int, ...]:
    """Return the faces that the seal gives an act, which is declared."""
    found = roll_step(campaign, act, never)
    assert {face.origin for face in found.faces} == {Origin.SEALED}
    return tuple(face.value for face in found.faces)


# --- the face itself -------------------------------------------------------------------------------


@given(st.binary(min_size=32, max_size=32), st.lists(st.text()), st.text(), st.sampled_from(SIDES))
def test_a_face_is_what_the_page_says_of_it(
    seed: bytes, words: list[str], roll: str, sides: int
) -> None:
    said = "\n".join([*words, f"{roll}, die 1, throw 1"])
    number = int(
        hmac.new(seed, said.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest(), 16
    )
    assert sealed_face(seed.hex(), words, roll, "1", sides) == number // (2**256 // sides) + 1


def test_each_face_is_equally_likely_and_a_remainder_is_thrown_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts = [0] * 6
    for n in range(6_000):
        counts[sealed_face(SEED, (), f"roll {n}", "1", 6) - 1] += 1
    assert all(850 < count < 1150 for count in counts), counts
    throws = iter(
        [b"\xff" * 32, b"\x00" * 32]
    )  # 2^256 is no multiple of 6: the last numbers are left
    monkeypatch.setattr("brikdesk.dice.hmac.digest", lambda *_: next(throws))
    assert sealed_face(SEED, (), "roll 1", "1", 6) == 1


@given(st.text(st.characters(codec="utf-8")))
def test_a_die_that_is_high_is_high_whatever_its_sides(roll: str) -> None:
    """Another weapon with other dice is no second chance."""
    shares = [sealed_face(SEED, (), roll, "1", sides) / sides for sides in SIDES]
    assert max(shares) - min(shares) < 0.25 + 1 / 20


# --- no second chance ------------------------------------------------------------------------------

Trick = Callable[[Campaign, Attack], Attack]


def note(campaign: Campaign, act: Attack) -> Attack:
    campaign.do(AddNote(text="Tea at nine"))
    return act


def other_modifier(campaign: Campaign, act: Attack) -> Attack:
    del campaign
    return replace(act, aims=(replace(act.aims[0], above=3.0),))


def other_target(campaign: Campaign, act: Attack) -> Attack:
    foe = unit(campaign, "Second wall", 2, kind="structure", size=4, armor="40")
    return replace(act, aims=(Aim(unit_id=foe, distance=3),))


def other_weapon(campaign: Campaign, act: Attack) -> Attack:
    by = act.strikes[0].by_id or 0
    gun = weapon(campaign, by, use=2, range=12, damage="2d6", name="Second gun")
    return replace(act, strikes=(Strike(weapon_id=gun, by_id=by),))


def added_anew(campaign: Campaign, act: Attack) -> Attack:
    campaign.do(RemoveUnit(unit_id=act.strikes[0].by_id or 0))
    return replace(act, strikes=(armed(campaign),))


def added_anew_by_another_name(campaign: Campaign, act: Attack) -> Attack:
    campaign.do(RemoveUnit(unit_id=act.strikes[0].by_id or 0))
    return replace(act, strikes=(armed(campaign, "Somebody else"),))


def renamed(campaign: Campaign, act: Attack) -> Attack:
    campaign.do(EditUnit(unit_id=act.strikes[0].by_id or 0, name="Another Gunner"))
    return act


def another_first(campaign: Campaign, act: Attack) -> Attack:
    other = replace(act, strikes=(armed(campaign, "Second"),))
    campaign.do(roll_step(campaign, other, never))
    return act


def a_turn_of_another_key(campaign: Campaign, act: Attack) -> Attack:
    """Go back before the turn began, and begin it once more: its row has another key then."""
    while campaign.read(newest_act) != START[campaign.path]:
        campaign.undo()
    campaign.do(EndTurn())
    return act


START: dict[Path, int | None] = {}


@pytest.mark.parametrize(
    "trick",
    [note, other_modifier, other_target, other_weapon, added_anew, added_anew_by_another_name,
     renamed, another_first, a_turn_of_another_key],
)  # fmt: skip
def test_undone_and_declared_once_more_it_gets_the_same_face(
    sealed: Campaign, trick: Trick
) -> None:
    act = at(sealed, armed(sealed))
    sealed.do(EndTurn())
    sealed.do(EndTurn())
    sealed.undo()
    START[sealed.path] = sealed.read(newest_act)
    sealed.do(EndTurn())
    before = rolled(sealed, act)
    sealed.undo()
    changed = trick(sealed, act)
    after = rolled(sealed, changed)
    assert after[0] == before[0], "the Action die"
    assert [roll.stands for roll in proof(sealed).rolls][:1] == [False], "what was undone is listed"
    assert len(proof(sealed).rolls) >= 2


def test_also_after_the_act_itself_was_undone(sealed: Campaign) -> None:
    act = at(sealed, armed(sealed))
    first = rolled(sealed, act)
    sealed.do(lies(sealed, act))
    sealed.undo()
    assert rolled(sealed, act) == first, "it is rolled no second time"
    sealed.undo()
    assert rolled(sealed, act) == first


def lies(campaign: Campaign, act: Any) -> Any:
    return campaign.reading(lambda session: lies_sealed(session, act))


def test_who_is_not_there_any_more_leaves_no_roll_that_was_used(sealed: Campaign) -> None:
    act = at(sealed, armed(sealed))
    first = roll_step(sealed, act, never)
    sealed.do(first)
    anew = added_anew(sealed, act)
    roll_step(sealed, anew, never)
    assert [roll.roll[-6:] for roll in proof(sealed).rolls] == ["roll 1", "roll 2"]


def test_a_second_attack_is_another_roll(sealed: Campaign) -> None:
    act = at(sealed, armed(sealed))
    sealed.do(roll_step(sealed, act, never))
    roll_step(sealed, act, never)
    assert [roll.roll for roll in proof(sealed).rolls] == [
        "battle 2, seat 1, turn 1, roll 1", "battle 2, seat 1, turn 1, roll 2",
    ]  # fmt: skip


def test_the_order_of_steps_is_no_second_chance(sealed: Campaign) -> None:
    for name in ("Cart", "Wagon"):
        do(sealed, "AddUnit", name=name, player_id=1, kind="creature", size=3, armor="1d10")
        do(sealed, "Ignite", unit_id=sealed.reading(_units)[-1], inches=2)
    sealed.do(EndTurn())
    sealed.do(EndTurn())
    cart, wagon = map(act_of_step, sealed.reading(agenda))
    faces = rolled(sealed, cart), rolled(sealed, wagon)
    sealed.undo()
    sealed.undo()
    assert (rolled(sealed, wagon), rolled(sealed, cart)) == faces[::-1]


def _units(session: Session) -> list[int]:
    return [each.id or 0 for each in session.exec(select(Unit))]


def test_what_was_declared_otherwise_is_said(sealed: Campaign) -> None:
    act = at(sealed, armed(sealed))
    roll_step(sealed, act, never)
    other = other_target(sealed, act)
    done = sealed.do(lies(sealed, other))
    assert done.lines[-1].lead == "Declared otherwise."
    sealed.undo()
    assert sealed.do(lies(sealed, act)).lines[-1].lead != "Declared otherwise."


def test_all_waiting_steps_are_declared_together_and_settled_together(sealed: Campaign) -> None:
    for name in ("Cart", "Wagon", "Coach"):
        do(sealed, "AddUnit", name=name, player_id=1, kind="creature", size=3, armor="1d10")
        do(sealed, "Ignite", unit_id=sealed.reading(_units)[-1], inches=2)
    sealed.do(EndTurn())
    sealed.do(EndTurn())
    act = roll_all(sealed, never)
    assert act is not None
    sealed.do(act)
    assert sealed.reading(agenda) == ()
    assert len(proof(sealed).rolls) == 3
    sealed.undo()
    sealed.undo()
    again = roll_all(sealed, never)
    assert again == act


# --- nobody sees a face before ---------------------------------------------------------------------


def declared(campaign: Campaign, act: Any) -> RollSealed:
    found = campaign.reading(lambda session: to_declare(session, act))
    assert found is not None
    return found


@pytest.fixture
def act(sealed: Campaign) -> Attack:
    return at(sealed, armed(sealed))


def test_nothing_that_is_not_kept_throws(sealed: Campaign, act: Attack) -> None:
    throws = declared(sealed, act)
    with pytest.raises(BadInput, match="not tried out"):
        sealed.try_out(throws)
    outcome, _, problem = sealed.looked_through(throws)
    assert (outcome, "not tried out" in problem) == (None, True)
    dry = roll_step(sealed, act, lambda sides: 2, dry=True)
    assert {face.origin for face in dry.faces} == {Origin.ROLLED}
    assert proof(sealed).rolls == ()


def test_no_other_act_decides_whether_it_is_kept(sealed: Campaign, act: Attack) -> None:
    throws = declared(sealed, act)
    for acts in ((throws, AddNote(text="Tea")), (Together(title="Inner", acts=(throws,)),)):
        with pytest.raises(BadInput, match="an act of their own"):
            sealed.do(Together(title="Both", acts=acts))
    assert proof(sealed).rolls == ()


def test_another_number_is_no_other_roll(sealed: Campaign, act: Attack) -> None:
    throws = declared(sealed, act)
    (roll,) = throws.rolls
    for wrong in (
        replace(throws, rolls=(replace(roll, number=2),)),
        replace(throws, rolls=(replace(roll, who="unit 77"),)),
        replace(throws, rolls=(replace(roll, kind="Bail"),)),
        replace(throws, rolls=(replace(roll, times=1),)),
        replace(throws, rolls=(roll, replace(roll, number=5))),
        replace(throws, turn="battle 2, seat 1, turn 9"),
        replace(throws, rolls=()),
    ):
        with pytest.raises(BadInput):
            sealed.do(act_from_data(act_to_data(wrong)))
    assert proof(sealed).rolls == ()
    sealed.do(act_from_data(act_to_data(throws)))


def test_a_guessed_face_is_turned_away_before_it_is_declared_and_after(
    sealed: Campaign, act: Attack
) -> None:
    for value in range(1, 7):
        guess = replace(act, faces=(Face(value, Origin.SEALED), Face(2, Origin.SEALED)))
        with pytest.raises(BadInput):
            sealed.do(guess)
    true = rolled(sealed, act)
    other = 2 + (true[0] == 2)
    with pytest.raises(BadInput, match="has not given die 1"):
        sealed.do(replace(act, faces=(Face(other, Origin.SEALED), Face(2))))


FACES = [kind for kind in Act.KINDS.values() if any("aces" in each.name for each in fields(kind))]


@pytest.mark.parametrize("kind", FACES, ids=lambda kind: kind.__name__)
def test_every_act_with_dice_is_a_dice_act_or_known_here(kind: type[Act]) -> None:
    """A new act with faces of its own must say what becomes of sealed ones."""
    assert issubclass(kind, DiceAct) or kind.__name__ in ("LayDice", "FireDamage")


def test_a_sealed_face_stands_nowhere_else(sealed: Campaign, act: Attack) -> None:
    hit = DamageUnit(
        unit_id=act.aims[0].unit_id or 0, damage=1, fire_faces=(Face(1, Origin.SEALED),)
    )
    with pytest.raises(BadInput, match="not used here"):
        sealed.do(hit)


def test_without_a_seal_no_face_is_sealed(battle: Campaign) -> None:
    act = at(battle, armed(battle))
    with pytest.raises(BadInput, match="No seal is in force"):
        battle.do(replace(act, faces=(Face(5, Origin.SEALED), Face(2))))


# --- trials, corrections, the past -----------------------------------------------------------------


def test_a_trial_throws_by_chance_and_holds_no_seed(sealed: Campaign, act: Attack) -> None:
    throws = declared(sealed, act)
    trial = Trial(sealed)
    try:
        there = roll_step(trial, act, lambda sides: 2)
        assert {face.origin for face in there.faces} == {Origin.ROLLED}
        with pytest.raises(BadInput, match="No seal is in force"):
            trial.do(throws)
        rows = trial.reading(lambda session: [*session.exec(select(HouseRule.value))])
        assert SEED not in json.dumps(rows)
        trial.do(replace(there, choices={}))
        for deed in trial.deeds():
            assert isinstance(deed, Act)
            sealed.do(deed)
    finally:
        trial.close()
    assert proof(sealed).outside == 2, "kept, they are marked as thrown outside of the seal"
    assert proof(sealed).rolls == ()


def test_a_battle_begun_in_a_trial_has_no_seed(battle: Campaign) -> None:
    trial = Trial(battle)
    try:
        begin(trial)
        fresh = at(trial, armed(trial))
        faces = roll_step(trial, fresh, lambda sides: 2).faces
        assert {face.origin for face in faces} == {Origin.ROLLED}
    finally:
        trial.close()


def test_the_past_throws_nothing(sealed: Campaign, act: Attack) -> None:
    throws = declared(sealed, act)
    past = Past(sealed)
    try:
        with pytest.raises(BrikDeskError):
            past.do(throws)
    finally:
        past.close()


def test_a_correction_leaves_the_rolls_that_lay_and_marks_its_own(
    sealed: Campaign, act: Attack
) -> None:
    first = sealed.do(roll_step(sealed, act, never)).act_id
    sealed.do(roll_step(sealed, replace(act, strikes=(armed(sealed, "Second"),)), never))
    before = proof(sealed).rolls
    faces = (Face(3, Origin.SEALED), Face(4, Origin.SEALED))
    told = sealed.do(CorrectPast(act_id=first, acts=(replace(act, faces=faces),)))
    assert "§" not in " ".join(line.said() for line in told.lines)
    assert proof(sealed).rolls == before
    sealed.do(EndBattle())
    sealed.do(OpenSeal())
    assert proof(sealed).sound


# --- words, opening, another beginning -------------------------------------------------------------


def test_words_are_said_before_the_first_die_even_if_it_was_undone(
    sealed: Campaign, act: Attack
) -> None:
    plain = rolled(sealed, act)
    sealed.undo()
    with pytest.raises(BadInput, match="words stay"):
        sealed.do(SaySealWord(player_id=1, word="late"))
    del plain


def test_words_go_into_every_face(sealed: Campaign, act: Attack) -> None:
    for player, word in ((2, "teapot"), (1, "  marmalade "), (2, "")):
        sealed.do(SaySealWord(player_id=player, word=word))
    with pytest.raises(BadInput, match="no seat"):
        sealed.do(SaySealWord(player_id=3, word="cleo"))
    faces = rolled(sealed, act)
    roll = "battle 2, seat 1, turn 1, roll 1"
    assert faces[0] == sealed_face(SEED, ("Ann: marmalade",), roll, "1", 6)
    assert faces[0] != sealed_face(SEED, (), roll, "1", 6) or faces[1] != sealed_face(
        SEED, (), roll, "2", 6
    )


def test_the_seal_is_opened_at_the_end_and_nothing_is_rolled_with_it_afterwards(
    sealed: Campaign, act: Attack
) -> None:
    rolled(sealed, act)
    with pytest.raises(BadInput, match="is not over"):
        sealed.do(OpenSeal())
    sealed.do(EndBattle())
    assert (proof(sealed).seed, shown(sealed).seed) == ("", "")
    sealed.do(OpenSeal())
    assert shown(sealed).seed == SEED
    assert proof(sealed).sound
    with pytest.raises(BadInput, match="open already"):
        sealed.do(OpenSeal())
    sealed.undo()
    sealed.undo()
    other = other_weapon(sealed, replace(act, strikes=(armed(sealed, "Second"),)))
    with pytest.raises(BadInput, match="opened once"):
        roll_step(sealed, other, never)


def test_another_beginning_is_listed(battle: Campaign) -> None:
    begin(battle)
    first = shown(battle).hash
    battle.undo()
    assert battle.read(seal_shown) is None
    battle.do(StartBattle(sealed=True))
    assert shown(battle).hash != first
    assert proof(battle).others == (first,)


def test_an_ordinary_battle_has_no_seal_and_no_row(battle: Campaign) -> None:
    assert battle.read(seal_shown) is None
    act = at(battle, armed(battle))
    found = roll_step(battle, act, lambda sides: 2)
    assert {face.origin for face in found.faces} == {Origin.ROLLED}
    with pytest.raises(BadInput, match="dice of no running battle"):
        battle.do(SaySealWord(player_id=1, word="tea"))
    battle.do(EndBattle())
    with pytest.raises(BadInput, match="not sealed"):
        battle.do(OpenSeal())


def test_typed_dice_stay_typed(sealed: Campaign, act: Attack) -> None:
    typed = replace(act, faces=(Face(5), Face(2)))
    sealed.do(typed)
    assert (proof(sealed).typed, proof(sealed).rolls) == (2, ())
    mixed = replace(act, faces=(Face(5),), strikes=(armed(sealed, "Second"),))
    half = roll_step(sealed, mixed, never)
    assert [face.origin for face in half.faces] == [Origin.TYPED, Origin.SEALED]
    sealed.do(half)
    line = next(entry for entry in sealed.read(log)[::-1] if entry.dice(Origin.SEALED))
    assert line.dice(Origin.SEALED) == 1


def test_one_die_alone_is_declared(sealed: Campaign, act: Attack) -> None:
    only = sealed.reading(lambda session: to_declare(session, act, (0,)))
    assert only is not None
    sealed.do(only)
    first, *_ = sealed.reading(lambda session: sealed_faces(session, act))
    assert first is not None
    assert sealed.reading(lambda session: to_declare(session, act, (0,))) is None
    assert rolled(sealed, act)[0] == first.value


# --- proved by somebody else -----------------------------------------------------------------------


def played(campaign: Campaign, rolls: int) -> None:
    """Play until so many sealed rolls were declared, some of them undone; then open the seal."""
    chance, count = Random(rolls), 0
    by = [armed(campaign, f"Gunner {n}") for n in range(10)]
    wall = at(campaign, by[0])
    attacks = [replace(wall, strikes=(strike,)) for strike in by]
    while count < rolls:
        some = chance.sample(attacks, k=len(attacks))
        campaign.do(campaign.reading(partial(declaring, acts=some)))
        count += len(some)
        if chance.random() < 0.3:
            campaign.undo()
            continue
        with suppress(BrikDeskError):
            campaign.do(lies(campaign, some[0]))
        campaign.do(EndTurn())
    campaign.do(EndBattle())
    campaign.do(OpenSeal())


def script(folder: Path, data: dict[str, Any]) -> tuple[int, str]:
    file = folder / "proof.json"
    file.write_text(json.dumps(data), "utf-8")
    command = [sys.executable, "-I", str(ROOT / "docs" / "prove_sealed_rolls.py"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def opened(battle: Campaign, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Return the proof of a battle of many sealed rolls, as the command line exports it."""
    begin(battle)
    battle.do(SaySealWord(player_id=1, word="marmalade"))
    battle.do(SaySealWord(player_id=2, word='Wörter, "teapot"'))
    played(battle, many(200, 1_000, quick=60))
    assert proof(battle).sound, proof(battle).verdict
    capsys.readouterr()
    assert main(["seal", str(battle.path), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_script_that_knows_nothing_of_the_program_proves_every_roll(
    opened: dict[str, Any], tmp_path: Path
) -> None:
    assert len(opened["rolls"]) >= many(200, 1_000, quick=60)
    assert any(not roll["stands"] for roll in opened["rolls"])
    source = (ROOT / "docs" / "prove_sealed_rolls.py").read_text("utf-8")
    assert "brikdesk" not in "".join(line for line in source.splitlines() if "import" in line)
    code, said = script(tmp_path, opened)
    assert (code, "proved" in said) == (0, True), said
    for what, spoilt in spoiled(opened):
        code, said = script(tmp_path, spoilt)
        assert code == 1, what
        assert "proved" not in said, what


def spoiled(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the same proof with one thing in it that is not as it was."""

    def copy() -> dict[str, Any]:
        found: dict[str, Any] = json.loads(json.dumps(data))
        return found

    chance = Random(1)
    with_dice = [at for at, roll in enumerate(data["rolls"]) if roll["dice"]]
    for _ in range(6):
        made = copy()
        die = chance.choice(made["rolls"][chance.choice(with_dice)]["dice"])
        die["face"] = die["face"] % die["sides"] + 1
        yield "a face", made
    for word in ({"words": []}, {"words": data["words"][::-1]}, {"seed": "00" * 32},
                 {"words": ["Ann: marmelo", *data["words"][1:]]}, {"hash": "0" * 64}):  # fmt: skip
        yield "a word", copy() | word
    made = copy()
    made["rolls"][0], made["rolls"][-1] = made["rolls"][-1], made["rolls"][0]
    yield "the order", made
    made = copy()
    del made["rolls"][0]
    yield "a roll left out", made
    made = copy()
    made["rolls"].reverse()
    yield "all of the order", made
    made = copy()
    first = made["rolls"][0]
    first["roll"] = first["roll"].replace("seat 1", "seat 2")
    yield "whose turn it was", made


def test_the_page_finds_a_changed_face_too(sealed: Campaign, act: Attack) -> None:
    rolled(sealed, act)
    sealed.do(EndBattle())
    sealed.do(OpenSeal())
    found = proof(sealed)
    (roll,) = found.rolls
    die = roll.dice[0]
    false = replace_struct(die, face=die.face % die.sides + 1, proved=False)
    wrong = replace_struct(found, rolls=(replace_struct(roll, dice=(false,)),))
    assert (wrong.sound, "NOT PROVED" in wrong.verdict) == (False, True)
    for words in ({"seed": "00" * 32}, {"in_order": False}, {"strange": 1}):
        spoilt = replace_struct(found, **words)
        assert (spoilt.sound, spoilt.verdict[:10]) == (False, "NOT PROVED")
