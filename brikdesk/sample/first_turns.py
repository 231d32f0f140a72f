"""Turns 1 to 3 of the sample: everybody moves up, and the first things catch fire."""

from brikdesk.sample.evening import Evening
from brikdesk.sample.rosters import BUREAU, GNOMES, TEAPOTS


def play_first_turns(evening: Evening) -> None:
    """Play three rounds."""
    for turn in (_bureau_1, _teapots_1, _gnomes_1, _bureau_2, _teapots_2, _gnomes_2):
        turn(evening)
        evening.end_turn()
    for turn in (_bureau_3, _teapots_3, _gnomes_3):
        evening.settle_all()
        turn(evening)
        evening.end_turn()


def _bureau_1(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("Rule", text="The rug is lava from the fringe on. The skirting board is not.")
    do(
        "Reload",
        weapon_id=evening.weapon("Old Paperweight"),
        round_id=evening.rounds("Filing cabinet"),
        by_unit_id=unit("Gunner Kaboom"),
    )
    do("MoveUnit", unit_id=unit("Forewoman Rubble"), x=6.5, y=19.5)
    do("MoveUnit", unit_id=unit("Clerk Fizzle"), x=16, y=21)
    evening.attack("Site Hut", "Gunner Clack", {"unit_id": unit("Gnome Stopcock")}, 2)


def _teapots_1(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("MoveUnit", unit_id=unit("Biscuit"), x=24, y=20)
    do("MoveUnit", unit_id=unit("Sir Crumpet"), x=24, y=19, by_itself=False)
    do("MoveUnit", unit_id=unit("Kettle Drake"), x=28, y=12)
    do("Reload", weapon_id=evening.weapon("Tea Chest"))


def _gnomes_1(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("SetAlliance", player_id=TEAPOTS, ally_id=GNOMES)
    do(
        "AddField",
        kind="Concealed Hazard",
        size=2,
        name="Loose manhole",
        dice=["d6 Damage", "d6 Damage"],
        player_id=GNOMES,
        place="between the hut and the signpost",
        x=14,
        y=13,
    )
    do("MoveUnit", unit_id=unit("Drain Eel"), x=21, y=13)
    do(
        "Launch",
        name="Whistling ballcock",
        explosive_size=1,
        distance=22,
        target="Old Paperweight, south wall",
        target_id=unit("Old Paperweight"),
        weapon_id=evening.weapon("Pipe Organ"),
        unit_id=unit("Gnome Ballcock"),
        x=13,
        y=3,
        target_x=5,
        target_y=25,
    )


def _bureau_2(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do(
        "FireWeapon",
        weapon_id=evening.weapon("Old Paperweight"),
        by_unit_id=unit("Gunner Kaboom"),
    )
    do(
        "HomeIn",
        weapon_id=evening.weapon("Old Paperweight"),
        target="the gate of Sugar Loaf Keep",
        target_id=unit("Sugar Loaf Keep"),
        natural=5,
        supporter_ids=[unit("Gunner Thud")],
    )
    evening.hit("Sugar Loaf Keep", 14, "A shell of X2, within 2 inches.", 3, 2, 7)
    do("MoveUnit", unit_id=unit("Form 27B"), x=19, y=20)


def _teapots_2(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("MoveUnit", unit_id=unit("Wicker Samovar"), x=21, y=16)
    do("SpendAction", unit_id=unit("Lady Oolong"), why="Stirs.")
    do("FireWeapon", weapon_id=evening.weapon("Tea Chest"))
    evening.hit("Clerk Wobble", 2, "Hot water, mostly.")
    do("TakeGrinding", unit_id=unit("Gnome Washer"), points=1, limbs=["left_arm"])


def _gnomes_2(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle(f"flight-{evening.projectile('Whistling ballcock')}", 2)
    do("MoveUnit", unit_id=unit("Bucket Wagon"), x=12, y=8)
    do("MoveUnit", unit_id=unit("Gnome Stopcock"), x=19, y=9.5)
    do("SpendAction", unit_id=unit("Burgomaster Elbow"), why="A speech about gaskets.")


def _bureau_3(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do(
        "Reload",
        weapon_id=evening.weapon("Old Paperweight"),
        round_id=evening.rounds("Filing cabinet"),
        by_unit_id=unit("Gunner Thud"),
    )
    do("MoveUnit", unit_id=unit("Surveyor Plumb"), x=19, y=17)
    do("UsePower", unit_id=unit("Form 27B"), inches=2, why="Stamps in triplicate")
    evening.hit("Lancer Scone", 7, "A lead stapler, thrown.")


def _teapots_3(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("FireDamage", unit_id=unit("Form 27B"), faces=[4, 3], set_by_id=TEAPOTS)
    evening.hit("Doily", 5, "Slips on the rug.")
    do("Reload", weapon_id=evening.weapon("Tea Chest"))


def _gnomes_3(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("MoveUnit", unit_id=unit("Scout Sieve"), x=24, y=11)
    do(
        "AddNote",
        text="The second tea trolley comes in at the far edge, with cake.",
        kind="alarm",
        player_id=BUREAU,
        due_number=6,
    )
    do("AddNote", text="Ask Marek for the ladder before the next battle.")
