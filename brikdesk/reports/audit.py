"""Are the dice fair, and did attacks do what they could expect? Counted when somebody asks."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace as other_fields
from math import erfc, exp, gamma, sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import String, cast
from sqlalchemy.exc import NoResultFound
from sqlmodel import Session, col, select

from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.attack_preview import asked_of
from brikdesk.acts.combat.stages import Course
from brikdesk.dice import Origin
from brikdesk.errors import BrikDeskError
from brikdesk.odds.attack_odds import attack_odds
from brikdesk.odds.attacks import Benny
from brikdesk.reports import data as report_data
from brikdesk.reports.tables import as_csv
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign, looking_back
from brikdesk.store.lines import Sum, dice_thrown, parts_from_data, sums_from_data
from brikdesk.store.session import old_left_alone
from brikdesk.store.tables import ActRecord, LogLine, Unit
from brikdesk.store.views.campaign_and_battle import battle_head, players, plays_brikwars, rule_set
from brikdesk.store.views.log import CORRECTION, that_count
from brikdesk.store.views.past_turns import SEVERAL, percent, single_acts, turns
from brikdesk.turns.secrets import Secrets, kept_from

# Faces against fair dice

LEVEL = 0.01
"""Of so many campaigns with fair dice one would be called uneven."""

LEAST_EACH = 5
"""Each face is expected so often before a chi-square test says anything sound (Cochran, 1954)."""


def chi_square(counts: Sequence[int]) -> float:
    """Return by how much counts differ from equal ones: (counted − expected)² / expected, added up."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def chance_of_fair(counts: Sequence[int]) -> float:
    """Return the chance that fair dice lie as unevenly as this or more: the tail of chi-square.

    Every die has an even number of sides, so the degrees of freedom are odd, and the tail is a
    finite sum (Abramowitz and Stegun, 26.4.4): no library of statistics is needed for one number.
    """
    half = chi_square(counts) / 2
    terms = (half ** (at + 0.5) / gamma(at + 1.5) for at in range(len(counts) // 2 - 1))
    return float(erfc(sqrt(half)) + exp(-half) * sum(terms))


Lots = dict[tuple[int | None, int, Origin], Counter[int]]
"""How often each face lay there, by the player who owns the dice, their sides and their origin."""


def _lots(session: Session) -> Lots:
    """Count the dice of the log, without acts that were taken back or corrected."""
    owners = {row.id or 0: row.player_id for row in session.exec(select(Unit))}
    found: Lots = defaultdict(Counter)
    rows = session.exec(
        select(LogLine.parts, LogLine.sums, LogLine.player_id, LogLine.unit_id)
        .join(ActRecord, col(ActRecord.id) == col(LogLine.act_id))
        .where(that_count(session))
        .where(cast(col(LogLine.parts), String).contains('"dice"'))
    )
    for parts, sums, player_id, unit_id in rows:
        dice = list(dice_thrown(parts_from_data(parts)))
        # Those of the Armor come last, and are those of who is hit.
        own = len(dice) - min(len(dice), _armor_dice(sums_from_data(sums)))
        for place, die in enumerate(dice):
            whose = player_id if place < own else owners.get(unit_id or 0, player_id)
            found[whose, die.sides, die.origin][die.value] += 1
    return found


_DIE_OF_ARMOR = re.compile(r"(?:Bonus )?d\d+ shows")


def _armor_dice(sums: Iterable[Sum]) -> int:
    return sum(
        bool(_DIE_OF_ARMOR.fullmatch(term.reason))
        for each in sums
        if each.name.startswith("Armor of ")
        for term in each.terms
    )


def _faces(session: Session) -> tuple[report_data.FacesThrown, ...]:
    """Return the rows of the audit: all dice of a size first, then those of each owner."""
    lots = _lots(session)
    every: Lots = defaultdict(Counter)
    for (_, sides, origin), counts in lots.items():
        if origin is not Origin.CHANGED:
            every[None, sides, Origin.TYPED].update(counts)
    people = {row.id: row for row in players(session)}
    rows = [_row("", "", sides, "", counts) for (_, sides, _), counts in sorted(every.items())]
    order: dict[int | None, int] = {key: place for place, key in enumerate(people)}
    of_each = sorted(lots.items(), key=lambda lot: (order.get(lot[0][0], len(order)), *lot[0][1:]))
    for (owner, sides, origin), counts in of_each:
        who = people.get(owner or 0)
        name, token = (who.faction, who.colour) if who else ("Nobody", "")
        rows.append(_row(name, token, sides, origin.value, counts))
    tested = sum(row.chance is not None for row in rows)
    return tuple(replace(row, verdict=_verdict(row, tested)) for row in rows)


def _row(
    owner: str, token: str, sides: int, origin: str, counts: Mapping[int, int]
) -> report_data.FacesThrown:
    faces = tuple(counts.get(face, 0) for face in range(1, sides + 1))
    enough = sum(faces) >= LEAST_EACH * sides and origin != Origin.CHANGED.value
    chance = chance_of_fair(faces) if enough else None
    return report_data.FacesThrown(owner, token, sides, origin, faces, chance, "")


def _verdict(row: report_data.FacesThrown, tested: int) -> str:
    """Say what a row comes to, where so many of them are tested."""
    if row.origin == Origin.CHANGED.value:
        return "chosen by hand, not tested"
    if row.chance is None:
        return f"too few to tell: {LEAST_EACH * row.sides} are needed"
    # Each of several tests has its share of the level (Bonferroni), else of 20 rows one would be
    # called uneven in every fifth campaign.
    said = "below 0.1 %" if row.chance < 0.001 else percent(row.chance * 100)
    if row.chance < LEVEL / tested:
        return f"uneven: fair dice lie so in {said} of cases"
    return f"nothing unusual: fair dice lie so, or more unevenly, in {said} of cases"


# Damage against what could be expected

_OTHERS = {
    "Land": "that landed in a later turn",
    "Detonate": "that went off by itself",
    "FireWeapon": "fired by hand, with their damage entered as it was",
    "FireSf": "by the Sci-fi rules, whose damage the referee judges",
}
"""Acts that did damage, or could have, without odds of their own."""

FURTHER = "that set off further explosions"
TOGETHER_WITH = "in one act together with others"
NO_ODDS = "without odds: launched, avoided, by a shared Damage Roll or at a shield"
LAID = "whose dice lay on the table before"
LOST = "whose moment could not be rebuilt"


class _Fought(Struct, frozen=True):
    """An act that could have done damage, as the record has it; `attack` are the fields of one."""

    id: int
    turn_id: int | None
    title: str
    attack: Mapping[str, Any] | None
    why: str = ""


def _fought(session: Session) -> Iterator[_Fought]:
    """Yield the acts of which the audit has to say something, newest first.

    What a correction put in place of an act has that act's moment.
    """
    rows = session.exec(
        select(
            ActRecord.id, ActRecord.turn_id, ActRecord.title, ActRecord.name, ActRecord.arguments
        )  # type: ignore[call-overload]  # it knows four columns at most
        .where(that_count(session))
        .where(col(ActRecord.name).in_(("Attack", *SEVERAL, *_OTHERS)))
        .order_by(col(ActRecord.id).desc())
    )
    for act_id, turn_id, title, name, arguments in rows:
        moment = arguments["act_id"] if name == CORRECTION else act_id
        for place, (deed, said) in enumerate(single_acts(name, arguments)):
            if deed == "Attack":
                why = TOGETHER_WITH if place else ""
                yield _Fought(moment or 0, turn_id, title, None if place else said, why)
            elif deed in _OTHERS:
                yield _Fought(moment or 0, turn_id, title, None, _OTHERS[deed])


class _Rebuilt(Struct, frozen=True):
    """An attack at its moment: whose it was, its damage before any Armor, and what was expected."""

    player_id: int | None
    done: int
    expected: float


def _rebuilt(session: Session, fields: Mapping[str, Any]) -> _Rebuilt | str:
    """Rehearse an attack as it was; return why that cannot be done where it cannot."""
    act = act_from_data({**fields, "act": "Attack"})
    assert isinstance(act, Attack)
    undecided = other_fields(act, faces=())
    if undecided.thrown(session):
        return LAID
    before, course = Course(undecided, session), Course(act, session)
    asked = asked_of(before)
    if asked is None:
        return NO_ODDS
    if not course.complete:
        return LOST
    direct = sum(shot.explosive and bool(shot.hit) for shot in course.shots)
    if len(course.event.explosions) > direct:
        return FURTHER
    odds = attack_odds(replace(asked, benny=Benny.DAMAGE), house=before.rules.dice)
    known = {target.key for target in odds.targets}
    victims = course.event.victims.items()
    done = sum(victim.damage for key, victim in victims if key in known)
    expected = sum(target.expected_damage for target in odds.targets)
    return _Rebuilt(course.armed[0].player_id, done, expected)


def _attacks(
    campaign: Campaign, secrets: Secrets
) -> tuple[tuple[report_data.AuditedAttack, ...], tuple[tuple[str, int], ...]]:
    """Return the attacks with their damage, oldest first, and how many are left out and why."""
    fought = campaign.reading(lambda session: list(_fought(session)))
    people = {row.id: row for row in campaign.read(players)}
    when = {row.id: row.words for row in campaign.read(turns)}
    left_out: Counter[str] = Counter()
    found = []
    with looking_back(campaign) as back_to:
        for each in fought:
            if each.attack is None:
                left_out[each.why] += 1
                continue
            try:
                made = _rebuilt(back_to(each.id - 1), each.attack)
            except (BrikDeskError, NoResultFound, ValueError, LookupError):
                # A file of an early version, or something else was there than is now.
                made = LOST
            if isinstance(made, str):
                left_out[made] += 1
                continue
            who = people.get(made.player_id or 0)
            title = "An attack" if secrets.betrayed_by(each.title) else each.title
            found.append(
                report_data.AuditedAttack(
                    act_id=each.id,
                    turn=when.get(each.turn_id or 0, ""),
                    owner=who.faction if who else "Nobody",
                    colour=who.colour if who else "",
                    title=title,
                    done=made.done,
                    expected=made.expected,
                )
            )
    return tuple(found[::-1]), tuple(left_out.most_common())


# The whole


def dice_audit(campaign: Campaign, secret: bool = False) -> report_data.DiceAudit:
    """Return the dice of a campaign against fair ones, and its damage against what was expected."""
    secrets = campaign.reading(lambda session: kept_from(session, secret=secret))
    faces = campaign.reading(_faces)
    attacks, left_out = _attacks(campaign, secrets)
    return report_data.DiceAudit(faces, attacks, left_out, tuple(_words(faces)))


def _words(faces: Sequence[report_data.FacesThrown]) -> Iterator[str]:
    """Say how the verdicts come about."""
    tested = sum(row.chance is not None for row in faces)
    tests = "the one test" if tested == 1 else f"all {tested} tests together"
    yield "Dice of acts that were taken back are left out. Armor dice are those of who is hit."
    if tested:
        yield (
            f"Dice are called uneven where fair ones would be in less than 1 of {round(1 / LEVEL)} "
            f"campaigns, {tests} (chi-square test, {LEVEL:.0%} level). One kind of die is tested once "
            f"each of its faces is expected {LEAST_EACH} times."
        )
    elif faces:
        yield f"No kind of die was thrown often enough for a test: {LEAST_EACH} times for each face."


NO_DICE = "No die was thrown yet."
NO_ATTACK = "No attack could be counted."
"""In place of a table that would be empty."""

HOW_DAMAGE = (
    "Points before any Armor. What was expected is counted for each attack as it was then: who stood "
    "where, modifiers, house rules. A Benny counts as spent on damage."
)
"""What stands under the damage."""


@old_left_alone()
def report_of_dice(campaign: Campaign, secret: bool = False) -> report_data.ReportData:
    """Gather the audit of all dice of a campaign as a report."""
    audit = dice_audit(campaign, secret)
    head, rules = campaign.read(battle_head), campaign.read(rule_set)
    tried = [row for row in audit.faces if not row.owner]
    number = sum(row.total for row in tried)
    uneven = sum(row.verdict.startswith("uneven") for row in audit.faces)
    done, expected = sum_of_damage(audit.attacks)
    return report_data.ReportData(
        scope=report_data.Scope.DICE,
        campaign=head.campaign,
        rules=rules,
        title="Dice audit",
        colour="",
        subtitle=f"{report_data.counted(number, 'die') if number == 1 else f'{number} dice'} of "
        f"{head.campaign}.",
        file_stem="Dice audit",
        tiles=(
            report_data.Tile(number, "dice"),
            report_data.Tile(uneven, "found uneven"),
            report_data.Tile(len(audit.attacks), "attacks counted"),
            report_data.Tile(done, "damage done"),
            report_data.Tile(round(expected), "damage expected"),
        ),
        turns=(),
        names=tuple(row.faction for row in campaign.read(players)),
        brikwars=campaign.read(plays_brikwars),
        audit=audit,
    )


def sum_of_damage(attacks: Iterable[report_data.AuditedAttack]) -> tuple[int, float]:
    """Return the damage that attacks did, and what they could expect."""
    several = list(attacks)
    return sum(each.done for each in several), sum(each.expected for each in several)


def left_out_words(audit: report_data.DiceAudit) -> Iterator[str]:
    """Yield a sentence for each reason why attacks are in no sum."""
    for why, number in audit.left_out:
        yield f"Left out: {report_data.counted(number, 'attack')} {why}."


def by_owner(
    attacks: Iterable[report_data.AuditedAttack],
) -> Iterator[tuple[str, Sequence[report_data.AuditedAttack]]]:
    """Yield the attacks of each owner, then all of them where there are several owners."""
    several: defaultdict[str, list[report_data.AuditedAttack]] = defaultdict(list)
    for each in attacks:
        several[each.owner].append(each)
    yield from several.items()
    if len(several) > 1:
        yield "All together", [each for own in several.values() for each in own]


def damage_words(name: str, attacks: Sequence[report_data.AuditedAttack]) -> tuple[str, ...]:
    """Return the row of one owner: attacks, damage done, damage expected, and the one of the other."""
    done, expected = sum_of_damage(attacks)
    share = percent(100 * done / expected) if expected else "nothing was expected"
    return name, str(len(attacks)), str(done), f"{expected:.1f}", share


COLUMNS = ("part", "owner", "die", "origin", "face", "counted", "expected", "turn", "attack")


def audit_as_csv(audit: report_data.DiceAudit) -> bytes:
    """Return an audit as CSV in UTF-8: a row for each face of each kind of die, then each attack."""
    return as_csv(COLUMNS, _rows(audit))


def _rows(audit: report_data.DiceAudit) -> Iterator[tuple[object, ...]]:
    for row in audit.faces:
        for face, count in enumerate(row.counts, 1):
            owner, origin = row.owner or "all", row.origin or "all"
            yield "faces", owner, row.die, origin, face, count, f"{row.expected:.3f}", "", ""
    for each in audit.attacks:
        expected = f"{each.expected:.3f}"
        yield "damage", each.owner, "", "", "", each.done, expected, each.turn, each.title
