"""Worked examples of Close Combat, played through a campaign."""

from dataclasses import replace

import pytest

from brikdesk.acts.campaign.setup import SetAlliance
from brikdesk.acts.combat.aim import Aim, Change, Extra, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.states import ClearState, SetState
from brikdesk.dice import Pool
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, State, StateKind, Unit, Weapon
from brikdesk.store.views.states import states
from brikdesk.store.views.units import units
from tests.acts.attack_scene import done, faces, look, unit, weapon
from tests.acts.table import bad, end_turn, refused, row, rows, told


def grab(by: int) -> Strike:
    return Strike(by_id=by, mode=Mode.GRAB)


def strike(by: int, arm: int) -> Strike:
    return Strike(weapon_id=arm, by_id=by, mode=Mode.STRIKE)


def at(target: int, *strikes: Strike, **more: object) -> Attack:
    return Attack(aims=(Aim(unit_id=target),), strikes=strikes, **more)  # type: ignore[arg-type]


def bound(campaign: Campaign, kind: StateKind) -> set[tuple[int, int | None]]:
    return {(each.unit_id, each.with_id) for each in rows(campaign, State) if each.kind is kind}


class Riot:
    """Three soccer moms and a fourth against Fred with his truncheon and his riot shield."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.moms = [unit(campaign, f"Mom {n}", 1) for n in range(1, 5)]
        self.bags = [weapon(campaign, mom, preset="W-01", name="Handbag") for mom in self.moms]
        self.fred = unit(campaign, "Fred", 2)
        self.truncheon = weapon(campaign, self.fred, preset="W-02", name="Truncheon", hands=1)
        self.shield = weapon(campaign, self.fred, preset="W-13", name="Riot Shield")

    def blow(self, number: int) -> Strike:
        return strike(self.moms[number - 1], self.bags[number - 1])

    def rush(self) -> Attack:
        arms = (self.truncheon, self.shield)
        both = tuple(Parry(unit_id=self.fred, weapon_id=each) for each in arms)
        return at(self.fred, grab(self.moms[0]), self.blow(2), self.blow(3), parries=both)


@pytest.fixture
def riot(battle: Campaign) -> Riot:
    return Riot(battle)


@pytest.mark.rule("T5-03", "5.1-41", "5.1-42", "5.2-24", "5.2-25", "5.2-40", "5.2-46", "5.2-48")
def test_the_soccer_moms_dice(riot: Riot) -> None:
    """T5-03: Fred parries the Grab with a 2, the first blow with a 5; the second has its die."""
    asked = look(riot.campaign, riot.rush())
    assert [die.label for die in asked.dice] == ["Parry"]
    assert [(each.name, each.use, each.needed) for each in asked.parries] == [
        ("Truncheon", 3, 4), ("Riot Shield", 3, 4),
    ]  # fmt: skip
    held = look(riot.campaign, riot.rush(), 2)
    assert held.parries[0].words == "1 against Use 3. It fails."
    assert [die.label for die in held.dice[1:]] == ["Parry"]
    hit = look(riot.campaign, riot.rush(), 2, 5)
    assert hit.parries[1].words == "4 against Use 3. 1 level of Deflection."
    assert [shot.words for shot in hit.shots] == ["Automatic Hit."] * 3
    assert [(die.sides, die.label) for die in hit.dice[2:]] == [(6, "d6")]
    seen = look(riot.campaign, riot.rush(), 2, 5, 3)
    assert seen.complete
    assert [victim.damage for victim in seen.victims] == [3]
    terms = [(term.reason, term.value, term.rule) for term in seen.parries[0].sums[0].terms]
    assert terms == [("Parry d6", 2, "5.2-44"), ("Outnumbered", -1, "5.1-42")]


@pytest.mark.rule("T5-03", "5.2-02", "5.2-22", "5.2-41", "5.2-42", "5.2-05", "5.1-44", "5.2-27")
def test_what_the_soccer_moms_leave_behind(riot: Riot) -> None:
    """T5-03: Fred is Grabbed, engaged with three; no Parry, no Action and no fourth mom."""
    game, fred, moms = riot.campaign, riot.fred, riot.moms
    before = game.digest()
    lines = done(game, riot.rush(), 2, 5, 3)
    assert any("Mom 1 holds Fred." in line for line in lines)
    assert bound(game, StateKind.GRABBED) == {(fred, moms[0])}
    pairs = {(fred, mom) for mom in moms[:3]} | {(mom, fred) for mom in moms[:3]}
    assert bound(game, StateKind.ENGAGED) == pairs
    assert row(game, Unit, fred).melee_foes == moms[:3]
    assert [row(game, Unit, each).actions_spent for each in (fred, *moms)] == [1, 1, 1, 1, 0]
    assert row(game, Unit, fred).hands_used == 2
    refused(game, at(fred, riot.blow(4)), "5.1-44")
    chips = {each.id: [chip.word for chip in each.chips] for each in game.read(units)}
    assert "Grabbed" in chips[fred]
    assert "Holds somebody in a Grab" in chips[moms[0]]
    causes = [(each.unit, each.kind, each.cause) for each in game.read(states)]
    assert ("Fred", "Grabbed", "by Mom 1") in causes
    game.undo()
    assert game.digest() == before


@pytest.mark.rule("5.2-39", "5.2-41", "5.2-40", "5.2-50", "A5-15")
def test_a_hand_parries_once_in_a_player_s_turn(riot: Riot) -> None:
    game, fred = riot.campaign, riot.fred
    shield = Parry(unit_id=fred, weapon_id=riot.shield)
    wrong = (Parry(unit_id=fred, weapon_id=riot.truncheon),)
    assert look(game, at(fred, riot.blow(1), parries=wrong)).refused_by == "5.2-40"
    bare = (Parry(unit_id=fred, drops=True),)
    assert look(game, at(fred, riot.blow(1), parries=bare)).refused_by == "5.2-50"
    done(game, at(fred, riot.blow(1), parries=(shield,)), 4, 2, 1)
    refused(game, at(fred, riot.blow(2), parries=(shield,)), "5.2-41")
    stays = at(fred, grab(riot.moms[1]), riot.blow(3), parries=(replace(shield, against=1),))
    assert look(game, stays).refused_by == "5.2-41"
    end_turn(game, 3)
    fresh = look(game, stays)
    assert (fresh.refusal, fresh.dice[0].label) == ("", "Parry")


@pytest.mark.rule("5.2-25", "5.2-26", "5.2-28", "5.2-29", "5.2-27")
def test_a_grab_makes_blows_at_both_sure_and_holds_both(riot: Riot) -> None:
    game, fred, mom = riot.campaign, riot.fred, riot.moms[0]
    done(game, at(fred, grab(mom)))
    refused(game, MoveUnit(unit_id=mom, inches=1), "5.2-28")
    refused(game, MoveUnit(unit_id=fred, inches=1), "5.2-28")
    end_turn(game)
    back = at(mom, strike(fred, riot.truncheon))
    seen = look(game, back)
    assert (seen.shots[0].automatic, [die.label for die in seen.dice]) == (True, ["d6"])
    assert look(game, at(riot.moms[1], strike(fred, riot.truncheon))).dice[0].label == "Action"
    end_turn(game, 2)
    assert "Mom 1 holds Fred already." in bad(game, at(fred, grab(mom)))
    end_turn(game)
    (hold,) = [each.id for each in rows(game, State) if each.kind is StateKind.GRABBED]
    lines = told(game, ClearState(state_id=hold or 0))
    assert lines == ["Fred is free of Mom 1. 5.2-29"]
    assert not look(game, back).shots[0].automatic
    game.do(MoveUnit(unit_id=fred, inches=1))


@pytest.mark.rule("5.2-27", "5.2-05")
def test_the_hand_that_grabs_is_not_free_for_anything_else(riot: Riot) -> None:
    game, fred, mom = riot.campaign, riot.fred, riot.moms[0]
    done(game, at(fred, grab(mom)))
    end_turn(game, 3)
    club = weapon(game, mom, preset="W-03", name="Club")
    assert look(game, at(fred, strike(mom, club))).refused_by == "5.2-05"
    assert look(game, at(fred, riot.blow(1))).refusal == ""


@pytest.mark.rule("5.2-30", "A5-24", "5.2-07")
def test_a_grab_ends_when_one_of_both_dies_or_falls(riot: Riot) -> None:
    game, fred, mom = riot.campaign, riot.fred, riot.moms[0]
    done(game, at(fred, grab(mom)))
    end_turn(game)
    lines = done(game, at(mom, strike(fred, riot.truncheon)), 5)
    assert any("Fred is free of Mom 1. Mom 1 is gone." in line for line in lines)
    assert rows(game, State) == []
    game.undo()
    lines = done(game, at(mom, strike(fred, riot.truncheon)), 2, **{f"bad_{mom}": "struck"})
    assert any("Mom 1: Disrupted. It lets go of Fred." in line for line in lines)
    assert bound(game, StateKind.GRABBED) == set()
    assert len(bound(game, StateKind.ENGAGED)) == 2


@pytest.mark.rule("A5-24")
def test_whoever_falls_by_himself_lets_go_too(riot: Riot) -> None:
    game, fred, mom = riot.campaign, riot.fred, riot.moms[0]
    done(game, at(fred, grab(mom)))
    (line,) = told(game, SetState(unit_id=mom, kind=StateKind.DISRUPTED, cause="slipped"))
    assert line.startswith("Mom 1: Disrupted. Slipped. It lets go of Fred.")
    assert bound(game, StateKind.GRABBED) == set()


@pytest.mark.rule("5.2-18", "5.2-19", "5.2-21", "5.2-23")
def test_a_second_weapon_strikes_in_the_same_action_and_adds_up(riot: Riot) -> None:
    """Each blow has its own roll; a third hand is missing."""
    game, fred, mom = riot.campaign, riot.fred, riot.moms[0]
    left = weapon(game, mom, preset="W-01", name="Umbrella")
    both = at(fred, riot.blow(1), strike(mom, left))
    seen = look(game, both, 4, 5, 2, 2)
    assert [shot.total for shot in seen.shots] == [4, 5]
    assert [victim.words for victim in seen.victims] == [
        "suffers Something Bad: 4 against Armor 4."
    ]
    missed = look(game, both, 4, 1, 3)
    assert [victim.damage for victim in missed.victims] == [3]
    stick = weapon(game, mom, preset="W-01", name="Stick")
    third = at(fred, riot.blow(1), strike(mom, left), strike(mom, stick))
    third = replace(third, overruled=frozenset({"8.1-32"}))
    assert look(game, third).refused_by == "5.2-05"
    done(game, both, 4, 5, 2, 2, **{f"bad_{fred}": "twist", f"twist_{fred}": "Hat over his eyes."})
    after = row(game, Unit, mom)
    assert (after.actions_spent, after.hands_used) == (1, 2)


@pytest.mark.rule("5.2-30", "5.2-31", "5.2-32", "A5-23")
def test_the_grabbed_shoves_himself_free(riot: Riot) -> None:
    game, fred, mom = riot.campaign, riot.fred, riot.moms[0]
    done(game, at(fred, grab(mom)))
    end_turn(game)
    shove = at(mom, Strike(weapon_id=riot.shield, by_id=fred, mode=Mode.SHOVE))
    seen = look(game, shove)
    assert (seen.complete, seen.victims[0].words) == (True, 'No damage. Thrown 2".')
    lines = done(game, shove)
    assert any('Mom 1 is thrown 2".' in line for line in lines)
    assert bound(game, StateKind.GRABBED) == set()
    assert bound(game, StateKind.DISRUPTED) == {(mom, None)}
    assert row(game, Weapon, riot.shield).fired_turn_id == row(game, Unit, fred).melee_turn_id


@pytest.mark.rule("T5-16", "5.2-23", "5.1-13")
def test_a_second_strike_makes_the_sum_equal(riot: Riot) -> None:
    """T5-16: 3, then 1, on Armor 4 in one player's turn."""
    game, fred = riot.campaign, riot.fred
    first = done(game, at(fred, riot.blow(1)), 4, 3)
    assert any("3 damage against Armor 4: nothing." in line for line in first)
    seen = look(game, at(fred, riot.blow(2)), 4, 2)
    assert seen.victims[0].plain == "Fred dies: 5 against Armor 4."
    assert seen.victims[0].damage == 2
    small = replace(riot.blow(2), damage="1 Action die-1")
    chosen = {f"bad_{fred}": "mortal"}
    lines = done(game, at(fred, small), 4, 2, **chosen)
    assert any(
        "With 3 before in this turn: 4 damage against Armor 4: Something Bad" in line
        for line in lines
    )
    assert row(game, Unit, fred).melee_damage == 4
    assert StateKind.MORTALLY_WOUNDED in {each.kind for each in rows(game, State)}


@pytest.mark.rule("T5-16", "5.2-23")
def test_the_sum_names_the_act_it_comes_from(riot: Riot) -> None:
    game, fred = riot.campaign, riot.fred
    first = game.do(replace(at(fred, riot.blow(1)), faces=faces(4, 3))).act_id
    seen = look(game, at(fred, riot.blow(2)), 4, 2)
    total = next(each for each in seen.victims[0].sums if each.name == "Damage in this turn")
    assert (total.total, total.adds_up) == (5, True)
    assert (total.terms[0].value, total.terms[0].rule, total.terms[0].act_id) == (
        3, "5.2-23", first,
    )  # fmt: skip


@pytest.mark.rule("T5-17", "5.2-23", "5.1-11")
def test_a_second_strike_beats_the_armor_with_the_sum(riot: Riot) -> None:
    """T5-17: 3, then 2; undone, only the first one counts."""
    game, fred = riot.campaign, riot.fred
    done(game, at(fred, riot.blow(1)), 4, 3)
    done(game, at(fred, riot.blow(2)), 4, 2)
    assert row(game, Unit, fred).fate is Fate.DEAD
    game.undo()
    assert (row(game, Unit, fred).fate, row(game, Unit, fred).melee_damage) == (Fate.ALIVE, 3)


@pytest.mark.rule("T5-16", "A5-20", "5.2-23")
def test_separate_sums_of_one_attack_add_up_too(riot: Riot) -> None:
    game, fred = riot.campaign, riot.fred
    attack = at(fred, riot.blow(1), riot.blow(2), combine=False)
    seen = look(game, attack, 4, 4, 3, 2)
    assert [victim.words for victim in seen.victims] == [
        "holds: 3 against Armor 4.", "dies: 5 against Armor 4.",
    ]  # fmt: skip


@pytest.mark.rule("T5-18", "5.2-23")
def test_what_an_earlier_player_s_turn_did_is_forgotten(riot: Riot) -> None:
    """T5-18: 3 in one player's turn, 3 in the next."""
    game, fred = riot.campaign, riot.fred
    done(game, at(fred, riot.blow(1)), 4, 3)
    end_turn(game)
    lines = done(game, at(fred, riot.blow(2)), 4, 3)
    assert any("3 damage against Armor 4: nothing." in line for line in lines)
    assert (row(game, Unit, fred).melee_damage, row(game, Unit, fred).fate) == (3, Fate.ALIVE)
    done(game, at(fred, riot.blow(3)), 4, 2)
    assert row(game, Unit, fred).fate is Fate.DEAD


@pytest.mark.rule("5.2-23", "A5-20")
def test_no_damage_changes_nothing_and_shots_do_not_add_up(riot: Riot) -> None:
    game, fred = riot.campaign, riot.fred
    done(game, at(fred, riot.blow(1)), 4, 3)
    none = replace(riot.blow(2), damage="1 Action die-5")
    assert look(game, at(fred, none), 4, 2).victims[0].words == "No damage."
    archer = unit(game, "Archer", 1)
    bow = weapon(game, archer, preset="W-05")
    shot = Attack(
        aims=(Aim(unit_id=fred, distance=3),), strikes=(Strike(weapon_id=bow, by_id=archer),)
    )
    assert look(game, shot, 4, 2).victims[0].words == "holds: 3 against Armor 4."


@pytest.mark.rule("5.2-23", "X6-01")
def test_one_armor_roll_meets_all_close_combat_of_a_turn(riot: Riot) -> None:
    game = riot.campaign
    ogre = unit(game, "Ogre", 2, kind="Creature", size=3, armor="2d10", action_die=6)
    done(game, at(ogre, riot.blow(1)), 4, 5, 3, 4)
    assert (row(game, Unit, ogre).melee_damage, row(game, Unit, ogre).melee_armor) == (5, 7)
    seen = look(game, at(ogre, riot.blow(2)), 4, 3)
    assert (seen.complete, seen.victims[0].armor) == (True, 7)
    assert seen.asked is not None
    asked = seen.asked.targets[0]
    assert (asked.earlier, asked.armor) == (5, Pool((), 7))
    done(game, at(ogre, riot.blow(2)), 4, 3)
    after = row(game, Unit, ogre)
    assert (after.size_damage, after.melee_damage, after.melee_armor) == (1, 0, None)


@pytest.mark.rule("T5-20", "5.2-44", "5.2-52", "8.2-06", "8.2-04", "5.1-42")
@pytest.mark.parametrize(
    ("natural", "words"),
    [
        (2, "−1 against Use 0. It fails."),
        (3, "0 against Use 0. The Shove is cancelled."),
        (1, "−2 against Use 0. Critical Failure."),
    ],
)
def test_bare_hands_parry_a_shove(battle: Campaign, natural: int, words: str) -> None:
    """T5-20: −2 for a shover 1" larger (who has to hit it with Use 2), −1 outnumbered."""
    brute = unit(battle, "Brute", 1, kind="Creature", size=2, armor="1d10", action_die=6)
    helper = unit(battle, "Helper", 1)
    monk = unit(battle, "Monk", 2, size=1)
    attack = at(
        monk, Strike(by_id=brute, mode=Mode.SHOVE), parries=(Parry(unit_id=monk),), melee=(helper,)
    )
    asked = look(battle, attack)
    assert (asked.refusal, asked.shots[0].use, asked.dice[0].label) == ("", 2, "Action")
    seen = look(battle, attack, 4, natural)
    assert (seen.parries[0].name, seen.parries[0].needed) == ("Bare Hands", 3)
    assert seen.parries[0].words == words
    # A cancelled Shove knocks nobody back, so nothing is left to have odds.
    assert (seen.asked is None) == (natural == 3)
    lines = done(battle, attack, 4, natural)
    assert any(f"Bare Hands: {words}" in line for line in lines)
    assert bool(bound(battle, StateKind.DISRUPTED)) == (natural != 3)
    after = row(battle, Unit, monk)
    assert (after.hands_used, after.actions_spent) == (2, 1)


@pytest.mark.rule("5.2-52", "5.2-53", "5.2-41")
def test_bare_hands_are_empty_hands(riot: Riot) -> None:
    game, fred = riot.campaign, riot.fred
    bare = Parry(unit_id=fred)
    attack = at(fred, grab(riot.moms[0]), parries=(bare,))
    assert look(game, attack).refused_by == "5.2-52"
    lines = done(game, replace(attack, parries=(replace(bare, drops=True),)), 2)
    assert any("Fred drops Truncheon, Riot Shield." in line for line in lines)
    assert row(game, Weapon, riot.shield).lying == "at the feet of Fred"
    assert bound(game, StateKind.GRABBED) == set()
    again = at(fred, grab(riot.moms[1]), parries=(bare,))
    assert look(game, again).refused_by == "5.2-05"


@pytest.mark.rule("5.2-47", "A5-10")
def test_a_critical_failure_knocks_the_object_away(riot: Riot) -> None:
    game, fred = riot.campaign, riot.fred
    guard = (Parry(unit_id=fred, weapon_id=riot.truncheon),)
    lines = done(game, at(fred, grab(riot.moms[0]), parries=guard), 1)
    assert any("Truncheon lies at its feet." in line for line in lines)
    assert row(game, Weapon, riot.truncheon).lying
    assert bound(game, StateKind.GRABBED) == {(fred, riot.moms[0])}


@pytest.mark.rule("T5-23", "5.1-42", "5.1-43", "5.2-04")
def test_three_parties_of_two_are_all_outnumbered(battle: Campaign) -> None:
    """T5-23: the referee says who fights with whom, or the campaign knows it."""
    fighters = [unit(battle, f"Fighter {n}", 1 + n // 2) for n in range(6)]
    swords = [weapon(battle, each, preset="W-01") for each in fighters]
    first = at(fighters[2], strike(fighters[0], swords[0]), melee=tuple(fighters))
    assert outnumbered(battle, first) == [("Outnumbered", -1, "5.1-42", "2 against 4")]
    assert outnumbered(battle, replace(first, melee=())) == []
    for other in fighters[1:]:
        foe = fighters[0] if other > fighters[1] else fighters[2]
        battle.do(SetState(unit_id=other, kind=StateKind.ENGAGED, with_id=foe))
    for number, own in ((0, 0), (2, 2), (4, 4)):
        foe = fighters[(number + 2) % 6]
        attack = at(foe, strike(fighters[own], swords[own]))
        assert outnumbered(battle, attack) == [("Outnumbered", -1, "5.1-42", "2 against 4")]


@pytest.mark.rule("T5-24", "5.1-42", "A5-16")
def test_two_against_three_are_outnumbered_two_against_two_are_not(battle: Campaign) -> None:
    """T5-24; an ally counts on one's own side, who lies on the ground does not count."""
    own = [unit(battle, f"Own {n}", 1) for n in range(2)]
    foes = [unit(battle, f"Foe {n}", 2) for n in range(3)]
    sword = weapon(battle, own[0], preset="W-01")
    club = weapon(battle, foes[0], preset="W-01")
    even = at(foes[0], strike(own[0], sword), melee=(own[1], foes[1]))
    assert outnumbered(battle, even) == []
    assert look(battle, even).shots[0].needed == 2
    more = replace(even, melee=(own[1], *foes[1:]))
    assert outnumbered(battle, more) == [("Outnumbered", -1, "5.1-42", "2 against 3")]
    assert look(battle, more).shots[0].needed == 3
    back = at(own[0], strike(foes[0], club), melee=(own[1], *foes[1:]))
    assert outnumbered(battle, back) == []
    battle.do(SetState(unit_id=foes[2], kind=StateKind.DISRUPTED))
    assert outnumbered(battle, more) == []
    battle.undo()
    third = unit(battle, "Ally", 3)
    battle.do(SetAlliance(player_id=1, ally_id=3))
    assert outnumbered(battle, replace(more, melee=(*more.melee, third))) == []


@pytest.mark.rule("5.1-42")
def test_the_referee_unticks_what_the_desk_counted(riot: Riot) -> None:
    game, fred = riot.campaign, riot.fred
    guard = (Parry(unit_id=fred, weapon_id=riot.truncheon),)
    attack = at(fred, grab(riot.moms[0]), parries=guard, melee=tuple(riot.moms[1:]))
    assert look(game, attack, 3).parries[0].made is False
    off = replace(attack, changes=(Change(key="outnumbered@parry-0", on=False),))
    assert look(game, off, 3).parries[0].made is True
    more = replace(attack, extras=(Extra(reason="high ground", value=1, parry=True),))
    assert look(game, more, 3).parries[0].made is True


@pytest.mark.rule("5.2-17")
def test_one_type_of_maneuver_in_a_turn(riot: Riot) -> None:
    game, mom = riot.campaign, riot.moms[0]
    mixed = at(riot.fred, grab(mom), riot.blow(1))
    assert look(game, mixed).refused_by == "5.2-17"


@pytest.mark.rule("5.2-01", "5.2-02", "5.2-07", "5.2-28")
def test_who_fights_back_is_engaged_until_it_is_over(riot: Riot) -> None:
    game, fred, mom = riot.campaign, riot.fred, riot.moms[0]
    hut = unit(game, "Hut", 2, kind="Structure", size=4, armor="2d10")
    done(game, at(hut, riot.blow(4)), 4, 1)
    assert rows(game, State) == []
    done(game, at(fred, riot.blow(2), passing=True), 4, 1)
    assert rows(game, State) == []
    done(game, at(fred, grab(mom)))
    (engaged,) = [s for s in rows(game, State) if s.kind is StateKind.ENGAGED and s.unit_id == mom]
    refused(game, ClearState(state_id=engaged.id or 0), "5.2-28")
    (hold,) = [s for s in rows(game, State) if s.kind is StateKind.GRABBED]
    game.do(ClearState(state_id=hold.id or 0))
    lines = told(game, ClearState(state_id=engaged.id or 0))
    assert lines == ["Mom 1 and Fred are no longer engaged. 5.2-07"]
    assert rows(game, State) == []


def outnumbered(campaign: Campaign, attack: Attack) -> list[tuple[str, int, str, str]]:
    """Return the rows of the Action Roll that say so."""
    return [
        (each.reason, each.value, each.rule, each.detail)
        for each in look(campaign, attack).modifiers
        if each.key == "outnumbered"
    ]
