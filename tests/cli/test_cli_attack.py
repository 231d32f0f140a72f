"""The command attack: one line of words, understood, previewed and done."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.cli import main
from brikdesk.cli.attacking import pointed
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.units import units

pytestmark = pytest.mark.thorough(every=3)

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Attack in a file; gives exit code, output and error output."""

    def run_it(*arguments: object) -> tuple[int, str, str]:
        capfd.readouterr()
        code = main(["attack", *map(str, arguments)])
        return code, *capfd.readouterr()

    return run_it


@pytest.fixture
def file(battle: Campaign) -> Path:
    """Ann's Sgt. Flatplate with a pistol, Ben's Golem of 4" and two Squires."""
    battle.do(AddUnit(player_id=1, name="Sgt. Flatplate"))
    battle.do(AddUnit(player_id=2, name="Ratchet Golem", kind="Creature", size=4, armor="10"))
    battle.do(AddUnit(player_id=2, name="Squire Tile"))
    battle.do(AddUnit(player_id=2, name="Squire “Zalgo” \u7a4d\u6728"))
    battle.do(AddWeapon(unit_id=1, preset="W-04", name="Pistol"))
    battle.close()
    return battle.path


def digest_of(file: Path) -> str:
    with Campaign.open(file, read_only=True) as campaign:
        return campaign.digest()


def test_a_line_with_all_its_dice_is_done(run: Run, file: Path) -> None:
    code, out, error = run(file, 'sgt fires pistol at golem 3" 4 2')
    assert (code, error) == (0, "")
    assert "Attack: Sgt. Flatplate, Pistol at Ratchet Golem" in out
    assert '3" away' in out
    assert "Sgt. Flatplate fires Pistol at Ratchet Golem" in out
    with Campaign.open(file, read_only=True) as campaign:
        spent = [chip.word for chip in campaign.read(units)[0].chips]
    assert "Action spent" in spent


def test_words_need_no_quotes_around_the_whole_line(run: Run, file: Path) -> None:
    assert run(file, "sgt", "fires", "pistol", "at", "golem", "3in", "1")[0] == 0


def test_a_word_that_is_wrong_has_carets_under_it(run: Run, file: Path) -> None:
    before = digest_of(file)
    code, _, error = run(file, 'sgt fires pistl at golem 3" 4 2')
    assert code == 1
    assert error.splitlines() == [
        'sgt fires pistl at golem 3" 4 2',
        "          ^^^^^",
        "No weapon “pistl” on Sgt. Flatplate: Pistol?",
    ]
    assert digest_of(file) == before


def test_every_problem_is_shown(run: Run, file: Path) -> None:
    error = run(file, "sgt fires pistl at squire")[2]
    assert error.count("^^^^") == 2
    assert "Squire Tile or Squire “Zalgo” 積木" in error


def test_a_wrong_face_is_shown_in_its_place(run: Run, file: Path) -> None:
    before = digest_of(file)
    code, out, error = run(file, 'sgt fires pistol at golem 3" 4 7')
    assert code == 1
    assert error.splitlines()[1:] == [" " * 31 + "^", "A d6 shows 1 to 6. 7 was not entered."]
    assert "d6 shows 4 (Action)" in out
    assert digest_of(file) == before


def test_missing_dice_are_asked_for_and_nothing_is_done(run: Run, file: Path) -> None:
    before = digest_of(file)
    code, out, error = run(file, 'sgt fires pistol at golem 3"')
    assert code == 1
    assert "waits for d6" in out
    assert error == "Dice are missing: d6. Add them at the end of the line, or --roll.\n"
    assert digest_of(file) == before


def test_a_deed_without_its_dice_says_what_is_missing_and_how_to_go_on(
    run: Run, file: Path
) -> None:
    code, said, wrong = run(file, "sgt bails")
    assert (code, said) == (1, "Bail: Sgt. Flatplate. Waiting for a die.\n")
    assert wrong == "Dice are missing: d6. Add them at the end of the line, or --roll.\n"
    assert run(file, "sgt bails 3")[::2] == (0, "")


def test_roll_throws_what_is_missing_the_same_for_a_seed(run: Run, file: Path) -> None:
    code, out, _ = run(file, 'sgt fires pistol at golem 3"', "--roll", "--seed", "5", "--json")
    assert code == 0
    faces = json.loads(out)["act"]["faces"]
    assert faces
    assert all(face["origin"] == "rolled" for face in faces)
    main(["undo", str(file)])
    again = run(file, 'sgt fires pistol at golem 3"', "--roll", "--seed", "5", "--json")[1]
    assert json.loads(again)["act"]["faces"] == faces


def test_an_open_choice_after_a_throw_is_asked_with_the_dice_to_repeat(
    run: Run, file: Path
) -> None:
    for seed in range(40):
        code, _, error = run(file, 'sgt fires pistol at golem 3"', "--roll", "--seed", seed)
        if code:
            break
        main(["undo", str(file)])
    assert "spends the Benny on: A " in error
    thrown = error.partition("Thrown: ")[2].partition(". Say")[0]
    assert thrown
    code, out, error = run(file, f'sgt fires pistol at golem 3" {thrown} A', "--roll", "--seed", 1)
    assert (code, error) == (0, "")
    assert f"d6 shows {thrown[0]} (Action)" in out


def test_a_dry_run_tells_and_changes_nothing(run: Run, file: Path) -> None:
    before = digest_of(file)
    code, out, error = run(file, 'sgt fires pistol at golem 3"', "--dry-run")
    assert (code, error) == (0, "")
    assert "Large target" in out
    assert "or more; waits for d6" in out
    assert digest_of(file) == before


def test_json_holds_words_act_preview_and_what_was_done(run: Run, file: Path) -> None:
    code, out, _ = run(file, 'sgt fires pistol at golem 3" 1', "--json")
    told = json.loads(out)
    assert code == 0
    assert [piece["role"] for piece in told["understood"]] == [
        *("attacker", "verb", "weapon", "target", "measure", "die"),
    ]
    assert told["act"]["strikes"] == [{"weapon_id": 1, "by_id": 1}]
    assert told["preview"]["shots"][0]["hit"] is False
    assert told["done"]["title"] == "Sgt. Flatplate fires Pistol at Ratchet Golem"


def test_json_tells_problems_with_their_places(run: Run, file: Path) -> None:
    code, out, _ = run(file, "sgt fires pistl at golem", "--json")
    told = json.loads(out)
    assert code == 1
    assert told["done"] is None
    (problem,) = told["problems"]
    assert (problem["start"], problem["end"], problem["words"]) == (10, 15, "pistl")
    assert problem["suggestions"] == ["Pistol"]


def test_a_refusal_says_which_words_overrule_it(run: Run, file: Path) -> None:
    line = 'sgt fires pistol at golem 3" 1'
    assert run(file, line)[0] == 0
    before = digest_of(file)
    code, _, error = run(file, line)
    assert code == 1
    assert digest_of(file) == before
    assert run(file, line, "--dry-run")[0] == 1
    rules = []
    while code and len(rules) < 4:
        rules.append(error.partition("add: overrule ")[2].rstrip(")\n"))
        words = " ".join(f"overrule {rule}" for rule in rules)
        code, _, error = run(file, f"{line} {words}")
    assert (code, error) == (0, "")


def test_what_is_missing_in_the_line_is_suggested(run: Run, file: Path) -> None:
    code, _, error = run(file, "sgt fires pistol")
    assert code == 1
    assert "At whom? at Ratchet Golem" in error


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("line", ["", "   ", "\x1b[31m", "\ud800 fires", "sgt", "x" * 5000])
def test_no_line_breaks_it(run: Run, file: Path, line: str) -> None:
    before = digest_of(file)
    code, _, error = run(file, line)
    assert code == 1
    assert error
    assert "\x1b" not in error
    assert "Traceback" not in error
    assert digest_of(file) == before


def test_a_wrong_call_and_a_missing_file_are_told_like_in_every_command(
    run: Run, tmp_path: Path
) -> None:
    assert run(tmp_path / "nothing.brik")[0] == 2
    assert run(tmp_path / "nothing.brik", "sgt fires")[0] == 1


def test_carets_stand_under_wide_and_combining_letters() -> None:
    assert pointed("積木 fires", 3, 8) == ("積木 fires", "     ^^^^^")
    assert pointed("Rene\u0301 fires", 6, 11)[1] == "     ^^^^^"


def test_a_long_line_is_cut_around_its_wrong_word() -> None:
    line = "word " * 60 + "wrong" + " word" * 60
    shown, carets = pointed(line, 300, 305)
    assert len(shown) <= 101
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "wrong"


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    "line", ['sgt fires pistol at tile 3" 4 4', 'sgt fires flamer at tile 3" 4 3']
)
def test_a_dry_run_of_all_dice_says_what_is_then_done(run: Run, file: Path, line: str) -> None:
    with Campaign.open(file) as campaign:
        campaign.do(AddWeapon(unit_id=1, preset="W-08", name="Flamer"))
    before = digest_of(file)
    _, dry, _ = run(file, line, "A", "--dry-run", "--json")
    assert digest_of(file) == before
    _, wet, _ = run(file, line, "A", "--json")
    would, did = json.loads(dry)["would"], json.loads(wet)["done"]
    assert would["title"] == did["title"]
    assert would["lines"] == did["lines"]
