"""Turns 4 and 5 of the sample, up to the start of Turn 6, where the referee takes over."""

from brikdesk.sample.evening import Evening
from brikdesk.sample.rosters import BUREAU, GNOMES, TEAPOTS


def play_last_turns(evening: Evening) -> None:
    """Play two rounds, up to the start of Nadia's sixth turn with all its steps still waiting."""
    for turn in (_bureau_4, _teapots_4, _gnomes_4, _bureau_5, _teapots_5, _gnomes_5):
        turn(evening)
        evening.end_turn()
    evening.do("WoundMortally", unit_id=evening.unit("Squire Lemon"))


def _bureau_4(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle(f"burn-{evening.fire('Form 27B')}", 1, 4)
    evening.settle_all()
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
        natural=6,
        supporter_ids=[unit("Gunner Thud")],
    )
    evening.hit("Sugar Loaf Keep", 19, "A shell of X2, within 2 inches.", 5, 1, 8)
    do(
        "Launch",
        type="Rocket",
        distance=31,
        target="the roof of Sugar Loaf Keep",
        target_id=unit("Sugar Loaf Keep"),
        weapon_id=evening.weapon("Skip Lorry"),
        unit_id=unit("Forewoman Rubble"),
        x=4,
        y=18,
        target_x=35,
        target_y=15,
    )
    do("Ignite", unit_id=unit("Hayrick of Dubious Origin"), inches=2, place="the leeward side")
    do("MoveUnit", unit_id=unit("Clerk Fizzle"), x=19, y=21)


def _teapots_4(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle_all()
    do("MoveUnit", unit_id=unit("Squire Lemon"), x=22, y=22)
    do(
        "AddExplosive",
        name="Unlabelled biscuit tin",
        explosive_size=2,
        stability="semi-stable",
        place="on the well",
        x=27,
        y=17,
    )
    do("SpendAction", unit_id=unit("Dame Darjeeling"), why="Parries a falling tile.")
    do("DivertPower", unit_id=unit("Wicker Samovar"))


def _gnomes_4(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle_all()
    do(
        "Launch",
        name="Cistern ball",
        explosive_size=1,
        distance=19,
        target="the Site Hut",
        target_id=unit("Site Hut"),
        weapon_id=evening.weapon("Pipe Organ"),
        unit_id=unit("Gnome Ballcock"),
        x=13,
        y=3,
        target_x=11,
        target_y=16,
    )
    do("MoveUnit", unit_id=unit("Gnome Washer"), x=21, y=10)
    do("SpendAction", unit_id=unit("Burgomaster Elbow"), why="A longer speech about gaskets.")


def _bureau_5(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle(f"burn-{evening.fire('Form 27B')}", 1, 3)
    evening.settle(f"burn-{evening.fire('Hayrick of Dubious Origin')}", 1, 2)
    evening.settle_all()
    evening.attack(
        "Site Hut",
        "Gunner Clack",
        {"unit_id": unit("Ice Cream Van"), "part_name": "the left wheel"},
        4, 4, 3, 3,
        supporters=[unit("Gunner Ding")],
    )  # fmt: skip
    do(
        # A Mark reaches 8": the sample has a rule that the referee overruled.
        "MarkTarget",
        scout_id=unit("Surveyor Plumb"),
        target_id=unit("Sir Crumpet"),
        distance=9.5,
        overruled=["F.3-08"],
    )
    do(
        "Launch",
        name="Paper rocket with a note",
        type="Rocket",
        distance=38,
        target="the far corner of the table",
        weapon_id=evening.weapon("Skip Lorry"),
        unit_id=unit("Forewoman Rubble"),
        x=4,
        y=18,
        target_x=39,
        target_y=3,
    )
    do(
        "AddField",
        kind="Smoke",
        size=4,
        name="Smoke of a shell",
        player_id=BUREAU,
        shrinks=True,
        place="before the gate",
        x=30,
        y=16,
    )
    do(
        "AddField",
        kind="Exposure Damage",
        size=3,
        name="Drain gas",
        dice=["d6 Damage", "d6 Damage", "d4 Fire"],
        player_id=BUREAU,
        affects="living, breathing",
        shrinks=True,
        place="over the open drain",
        x=20.6,
        y=7.9,
    )


def _teapots_5(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle_all()
    do("Ignite", unit_id=unit("Clerk Fizzle"), set_by_id=TEAPOTS)
    do("MoveUnit", unit_id=unit("Lady Oolong"), x=31, y=20)
    # So that the log of the sample has an undone act to show.
    evening.undo()
    do("SetState", unit_id=unit("Clerk Wobble"), kind="Disrupted", cause="blown off his feet")
    do("TakeSizeDamage", unit_id=unit("Ice Cream Van"), inches=1, reason="A cavalry charge.")


def _gnomes_5(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle(f"flight-{evening.projectile('Cistern ball')}", 1, dud="dud")
    evening.settle_all()
    do("Ignite", unit_id=unit("Wicker Samovar"), inches=1, set_by_id=GNOMES, place="its handle")
    do("MoveUnit", unit_id=unit("Bucket Wagon"), x=14, y=10)
    do("MoveUnit", unit_id=unit("Gnome Stopcock"), x=20, y=8.6)
    evening.settle_all()
