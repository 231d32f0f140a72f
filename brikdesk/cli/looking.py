"""Opening campaign files for commands, and those that only read one: log, check, digest, explain."""

import os
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

import brikdesk.acts  # noqa: F401 - makes every act known by its name
from brikdesk.cli import words as paths
from brikdesk.cli.words import Percent, columns, say, tell, warn
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.games import switches
from brikdesk.rules.switches import spoken
from brikdesk.rules.texts import is_known, rule_text
from brikdesk.store.backups import Backup, backup_name, backups, default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.durable import write_for_readers_of
from brikdesk.store.file.faults import Broken
from brikdesk.store.file.lock import Locked
from brikdesk.store.lineage import Relation, Surprising, lineage_here, open_campaign
from brikdesk.store.lines import REFEREE, Sum, Term, parts_to_data, sums_to_data
from brikdesk.store.views.campaign_and_battle import battle_head, house_rule_values, players
from brikdesk.store.views.log import (
    LogEntry,
    NumberedAct,
    RulingRow,
    acts_by_number,
    acts_done,
    last_number,
    newest_act,
    rulings,
)
from brikdesk.store.views.log import log as log_lines
from brikdesk.store.views.notes_and_photos import faults_of_photos, kept_photos
from brikdesk.store.views.past_turns import TurnRow, service_records, turns
from brikdesk.turns.contradictions import at_odds, told_of
from brikdesk.turns.seal import Proof, SealedRoll, proof_of, seal_shown


@contextmanager
def to_read(file: str) -> Iterator[Campaign]:
    """Open a campaign to read it: no lock, no backup, nothing written.

    Warn if this computer has seen more of the campaign, or something else.
    """
    with (
        _for_its_readers(file),
        open_campaign(paths.path(file), read_only=True) as campaign,
    ):
        lineage, _ = lineage_here(campaign)
        if lineage.is_surprise:
            warn(lineage.words())
        yield campaign


@contextmanager
def to_change(file: str, accept: Sequence[str] = ()) -> Iterator[Campaign]:
    """Open a campaign to change it; raise CampaignFileError, which says why, if that cannot be.

    A file that is older than what this computer saw, or was played on elsewhere, is opened only if
    `accept` holds "older" or "fork". Whatever else fails at opening and at closing, such as a
    backup, is a warning.
    """
    relations = frozenset(Relation[word.upper()] for word in accept)
    try:
        campaign = open_campaign(paths.path(file), accept=relations)
    except Surprising as error:
        word = error.lineage.relation.name.lower()
        raise CampaignFileError(
            f"{error} brikdesk lineage FILE shows both; --accept {word} goes on with this file, "
            "brikdesk restore FILE with what was played here."
        ) from error
    except Locked as error:
        raise _locked(error, file) from error
    with _for_its_readers(file), _to_change(campaign):
        yield campaign


@contextmanager
def _for_its_readers(file: str) -> Iterator[None]:
    """Let reports, exports and copies of a private campaign be as private as it is."""
    before = write_for_readers_of(paths.path(file))
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def to_rehearse(file: str) -> Iterator[Campaign]:
    """Open a campaign to try something out; nothing is saved, and nothing remembered."""
    # Not by `open_campaign`, which records what this computer saw of the campaign.
    try:
        campaign = Campaign.open(paths.path(file))
    except Locked as error:
        raise _locked(error, file) from error
    with _to_change(campaign):
        yield campaign


def _locked(error: Locked, file: str) -> CampaignFileError:
    return CampaignFileError(f"{error} If it is open nowhere any more: brikdesk unlock {file}")


@contextmanager
def _to_change(campaign: Campaign) -> Iterator[Campaign]:
    try:
        if campaign.read_only:
            raise CampaignFileError(" ".join(campaign.notices) or "It can only be looked at.")
        for words in campaign.troubles:
            warn(words)
        yield campaign
        if campaign.recorder and (words := campaign.recorder.trouble()):
            warn(words)
    finally:
        for words in campaign.close():
            warn(words)


def turn_rows(campaign: Campaign, wanted: str) -> list[TurnRow]:
    """Return the player turns meant by 6 (a round) or 6.CS (that of one player), oldest first.

    If several battles had such a turn, return those of the newest. Raise BadInput for none.
    """
    number, _, code = wanted.strip().upper().partition(".")
    rows = campaign.read(turns)
    found = [row for row in rows if number == str(row.number) and code in ("", row.code.upper())]
    if not found:
        known = f"{rows[0].number} to {rows[-1].number}" if rows else "none, no battle has begun"
        raise BadInput(f"There is no turn {wanted}. Turns: {known}; 6 or 6.CODE.", "--turn")
    return [row for row in found if row.battle_id == found[-1].battle_id]


def log(asked: Namespace) -> None:
    """Print the log, oldest line first, with undone lines marked as such; or what each unit did."""
    with to_read(asked.file) as campaign:
        if asked.units:
            _tell_service(campaign, asked)
            return
        entries = _entries(campaign, asked.turn)
        codes = {player.id: player.code for player in campaign.read(players)}
    if asked.json:
        tell([_entry_to_data(entry, codes) for entry in entries])
        return
    for line in columns(_in_columns(entry, codes) for entry in entries):
        say(line)


def _tell_service(campaign: Campaign, asked: Namespace) -> None:
    """Print a line for each unit that did something, in the whole campaign or in the turn asked for."""
    wanted = None
    if asked.turn is not None:
        wanted = tuple(row.id for row in turn_rows(campaign, asked.turn))
    records = campaign.read(service_records, turn_ids=wanted)
    if asked.json:
        tell([asdict(record) for record in records])
        return
    for line in columns((record.name, record.words) for record in records):
        say(line)


def _entries(campaign: Campaign, turn: str | None) -> tuple[LogEntry, ...]:
    if turn is None:
        return campaign.read(log_lines)
    rows = turn_rows(campaign, turn)
    return tuple(entry for row in rows for entry in campaign.read(log_lines, turn_id=row.id))


def _in_columns(entry: LogEntry, codes: dict[int, str]) -> tuple[str, str, str]:
    turn = f"{entry.number}.{codes.get(entry.turn_player_id, '')}" if entry.number else ""
    return turn, f"{entry.done_at.astimezone():%H:%M}", entry.words


def _entry_to_data(entry: LogEntry, codes: dict[int, str]) -> dict[str, Any]:
    return {
        "id": entry.id,
        "act_id": entry.act_id,
        "turn": entry.number,
        "turn_of": codes.get(entry.turn_player_id),
        "time": entry.done_at.isoformat(),
        "kind": entry.kind.value,
        "text": entry.line.text(),
        "lead": entry.lead,
        "parts": parts_to_data(entry.parts),
        "sums": sums_to_data(entry.sums),
        "rule": entry.rule,
        "unit_id": entry.unit_id,
        "step": entry.step,
        "undone": entry.undone,
        "overruled": list(entry.overruled),
    }


def check(asked: Namespace) -> int:
    """Open a campaign with every check, also of its chain of acts and its photos; print what was found.

    The exit code is 1 if a photo is damaged or missing.
    """
    try:
        with to_read(asked.file) as campaign, Percent("Reading the photos") as percent:
            found = _findings(campaign)
            found["photos"] = campaign.read(kept_photos).count
            found["faults"] = campaign.reading(
                lambda session: list(faults_of_photos(session, percent.named))
            )
    except Broken as error:
        how = "brikdesk salvage FILE -o NEW.brik brings back what can be proved."
        raise CampaignFileError(f"{error} {how}") from error
    if asked.json:
        tell(found)
    else:
        _say_findings(found)
    return int(bool(found["faults"]))


def _say_findings(found: dict[str, Any]) -> None:
    faults = found["faults"]
    if faults:
        some = "1 photo is" if len(faults) == 1 else f"{len(faults)} photos are"
        say(f"{found['file']}: {found['campaign']}. Its acts are good; {some} not:")
        for fault in faults:
            say(fault)
    else:
        say(f"{found['file']} is good: {found['campaign']}.")
    facts = ("acts", "photos", "digest", "lineage", "backup")
    for line in columns((name, str(found[name])) for name in facts):
        say(line)
    for notice in found["notices"]:
        say(notice)


def _findings(campaign: Campaign) -> dict[str, Any]:
    newest = _newest_backup(campaign.path)
    return {
        "file": campaign.path.name,
        "campaign": campaign.read(battle_head).campaign,
        "acts": campaign.read(acts_done),
        "digest": campaign.digest(),
        "lineage": lineage_here(campaign)[0].words(),
        "backup": f"{newest.path}, {_local(newest.made)}" if newest else "none yet",
        "notices": [*campaign.notices, *filter(None, (told_of(campaign.read(at_odds)),))],
    }


def _newest_backup(path: Path) -> Backup | None:
    return next(iter(backups(default_backup_dir(), backup_name(path))), None)


def _local(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def digest(asked: Namespace) -> None:
    """Print the digest of a campaign's rows, without those of the journal."""
    with to_read(asked.file) as campaign:
        say(campaign.digest())


def tell_rulings(asked: Namespace) -> None:
    """Print what was decided in a campaign, all of it or what holds these words."""
    with to_read(asked.file) as campaign:
        rows = campaign.read(rulings)
    words = [word.casefold() for word in asked.words]
    found = [
        row for row in rows if all(word in f"{row.rule} {row.words}".casefold() for word in words)
    ]
    if asked.json:
        tell([{**asdict(row), "at": row.at.isoformat()} for row in found])
        return
    if not found:
        say("No ruling holds all these words." if rows else "Nothing was ruled in this campaign.")
    for line in columns(
        (row.rule or "–", f"Turn {row.number}" if row.number else "", _decided(row))
        for row in found
    ):
        say(line)


def _decided(row: RulingRow) -> str:
    return f"Overruled: {row.words}" if row.overruled else row.words


def compare_rules(one: str, other: str, as_json: bool) -> None:
    """Print the house rules that two campaigns have otherwise, and the rulings that one alone has."""
    values, ruled = [], []
    for file in (one, other):
        with to_read(file) as campaign:
            values.append(campaign.read(house_rule_values))
            ruled.append({(row.rule, _decided(row)) for row in campaign.read(rulings)})
    known = switches()
    otherwise = [
        (known[id].title, known[id].rule, spoken(values[0][id]), spoken(values[1][id]))
        for id in known
        if values[0].get(id) != values[1].get(id)
    ]
    alone = [sorted(ruled[0] - ruled[1]), sorted(ruled[1] - ruled[0])]
    if as_json:
        keys = ("title", "rule", "first", "second")
        tell(
            {
                "house_rules": [dict(zip(keys, row, strict=True)) for row in otherwise],
                "rulings": [
                    [{"rule": rule, "words": words} for rule, words in own] for own in alone
                ],
            }
        )
        return
    names = paths.path(one).name, paths.path(other).name
    if otherwise:
        for line in columns((("House rule", "Rule", *names), *otherwise)):
            say(line)
    else:
        say("Both play by the same house rules.")
    for name, own in zip(names, alone, strict=True):
        if own:
            say()
            say(f"Ruled only in {name}:")
            for line in columns(((rule or "–", words) for rule, words in own), indent="  "):
                say(line)
    if not any(alone):
        say("Their rulings are the same.")


LAST = "last"
"""The word for the act that was done last, in place of a number."""

# A number of 18 digits always fits into the 64 bits of a key in SQLite.
MOST_DIGITS = 18


def explain(asked: Namespace) -> None:
    """Print an act's title and lines, each number with its parts, their rules and origins."""
    with to_read(asked.file) as campaign:
        act = act_named(campaign, asked.act)
        entries = campaign.read(log_lines, act_id=act.id)
        earlier = campaign.read(acts_by_number, _origins(entries))
    if asked.json:
        tell(_to_data(act, entries, earlier))
        return
    say(f"Act {act.id}: {act.title}{' (undone)' if act.undone else ''}")
    if not entries:
        say("The log says nothing of it.")
    for entry in entries:
        say()
        for line in _in_words(entry, earlier):
            say(line)


def act_named(campaign: Campaign, wanted: str) -> NumberedAct:
    """Return the act with this number, or the last one; BadInput if there is none."""
    word = wanted.strip().lower()
    if word == LAST:
        newest = campaign.read(newest_act)
        if newest is None:
            raise BadInput("Nothing has been done in this campaign.", "ACT")
        return campaign.read(acts_by_number, (newest,))[newest]
    if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS):
        raise BadInput(f"{wanted[:40]!r} is no act. Give its number, or {LAST}.", "ACT")
    found = campaign.read(acts_by_number, (int(word),)).get(int(word))
    if found is None:
        highest = campaign.read(last_number)
        known = f"Acts: 1 to {highest}, or {LAST}." if highest else "Nothing has been done."
        raise BadInput(f"There is no act {int(word)}. {known}", "ACT")
    return found


def _origins(entries: Iterable[LogEntry]) -> set[int]:
    terms = (term for entry in entries for each in entry.sums for term in each.terms)
    return {term.act_id for term in terms if term.act_id is not None}


def _title(rule: str) -> str:
    """Return a rule's short title; "" if there is no such rule."""
    return rule_text(rule).title if is_known(rule) else ""


def _to_data(
    act: NumberedAct, entries: tuple[LogEntry, ...], earlier: dict[int, NumberedAct]
) -> dict[str, Any]:
    return {
        "act_id": act.id,
        "title": act.title,
        "undone": act.undone,
        "lines": [
            {
                "text": entry.line.text(),
                "rule": entry.rule,
                "rule_title": _title(entry.rule),
                "numbers": [_number(each, earlier) for each in entry.sums],
            }
            for entry in entries
        ],
    }


def _number(each: Sum, earlier: dict[int, NumberedAct]) -> dict[str, Any]:
    return {
        "name": each.name,
        "total": each.total,
        "least": each.floor,
        "parts": [_part(term, earlier) for term in each.terms],
    }


def _part(term: Term, earlier: dict[int, NumberedAct]) -> dict[str, Any]:
    origin = earlier.get(term.act_id) if term.act_id is not None else None
    return {
        "reason": term.reason,
        "value": term.value,
        "rule": term.rule,
        "rule_title": _title(term.rule),
        "from_act_id": origin.id if origin else None,
        "from_title": origin.title if origin else "",
    }


def _in_words(entry: LogEntry, earlier: dict[int, NumberedAct]) -> Iterable[str]:
    yield entry.line.text()
    for each in entry.sums:
        yield f"  {each.name}: {_signed(each.total, sign='')}{each.held}"
        yield from columns((_row(term, earlier) for term in each.terms), indent="    ")


def _row(term: Term, earlier: dict[int, NumberedAct]) -> tuple[str, ...]:
    origin = earlier.get(term.act_id) if term.act_id is not None else None
    came = f"from act {origin.id}: {origin.title}" if origin else ""
    rule = "by the referee" if term.rule == REFEREE else f"{term.rule} {_title(term.rule)}".strip()
    return _signed(term.value).rjust(4), term.reason, rule, came


def _signed(value: int, sign: str = "+") -> str:
    return f"{value:{sign}d}".replace("-", "−")


def player_named(campaign: Campaign, said: str | None) -> int | None:
    """Return the key of the player that is named, else of the first; none if there is nobody.

    Raise BadInput for a name that no player has.
    """
    players = campaign.read(battle_head).players
    if said is None:
        return players[0].id if players else None
    named = {word.casefold(): each.id for each in players for word in (each.faction, each.name)}
    if said.casefold() not in named:
        known = ", ".join(each.faction for each in players) or "none yet"
        raise BadInput(f"There is no player {said[:40]!r}. Players: {known}.", "--player")
    return named[said.casefold()]


def seal(asked: Namespace) -> None:
    """Print the hash of the newest battle's seal and its rolls; with their proof once it is opened."""
    with to_read(asked.file) as campaign:
        shown = campaign.read(seal_shown)
        proof = campaign.read(proof_of, shown.battle_id) if shown else None
    if asked.json:
        tell(_proof_to_data(proof) if proof else None)
        return
    if proof is None:
        say("The dice of this battle are not sealed.")
        return
    say(f"{proof.battle}: SHA-256 {proof.hash}")
    say(f"Seed: {proof.seed or 'sealed until the battle is over'}")
    for words in proof.words:
        say(f"Word of {words}")
    for line in columns(map(_roll_row, proof.rolls), indent="  "):
        say(line)
    say(proof.verdict)


def _roll_row(roll: SealedRoll) -> tuple[str, ...]:
    dice = " ".join(f"{die.die}:d{die.sides}={die.face}" for die in roll.dice)
    wrong = any(die.proved is False for die in roll.dice)
    return (
        roll.roll,
        roll.what,
        dice,
        "" if roll.stands else "undone",
        "NOT PROVED" if wrong else "",
    )


def _proof_to_data(proof: Proof) -> dict[str, Any]:
    """Return what docs/prove_sealed_rolls.py reads; without the seed while it is sealed."""
    return {
        "battle": proof.battle,
        "hash": proof.hash,
        "seed": proof.seed or None,
        "words": list(proof.words),
        "rolls": [
            {
                "act": roll.act_id,
                "roll": roll.roll,
                "what": roll.what,
                "stands": roll.stands,
                "dice": [
                    {"die": die.die, "sides": die.sides, "face": die.face} for die in roll.dice
                ],
            }
            for roll in proof.rolls
        ],
        "begun_before": list(proof.others),
        "not_sealed": {
            "typed": proof.typed, "rolled": proof.outside, "changed": proof.changed,
            "unknown": proof.strange,
        },
    }  # fmt: skip
