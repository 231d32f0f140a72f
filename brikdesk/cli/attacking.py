"""The commands attack, say and add: an attack, any other act or units in one line of words."""

import sys
import unicodedata
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace as with_fields
from typing import Any

from msgspec.structs import replace

from brikdesk.acts.battlefield.by_the_map import on_the_map
from brikdesk.acts.combat.aim import AttackPreview
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.step_act import StepAct
from brikdesk.acts.throwing import roll_step
from brikdesk.cli.looking import player_named, to_change, to_read, to_rehearse
from brikdesk.cli.playing import (
    changes_to_data,
    preview_to_data,
    print_lines,
    thrower_of,
    would_to_data,
)
from brikdesk.cli.words import columns, complain, say, tell
from brikdesk.dice import Face, Origin, dice_words
from brikdesk.errors import BadInput, CampaignFileError, Refused
from brikdesk.games import BRIKWARS
from brikdesk.spoken import (
    Answered,
    Problem,
    Spoken,
    SpokenPiece,
    SpokenRole,
    answered,
    hear,
    roll_call,
)
from brikdesk.spoken.act_line import ActLine, hear_act, nameable, not_played
from brikdesk.spoken.answers import Deed, hear_deed, in_words
from brikdesk.spoken.roster import LONGEST, RosterHeard, hear_roster
from brikdesk.spoken.sayings import SAYINGS
from brikdesk.spoken.shots import SpokenShot, hear_shot
from brikdesk.store.act import Act, act_to_data
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.lines import Outcome
from brikdesk.store.views.campaign_and_battle import battle_head, played
from brikdesk.store.views.scifi import sf_weapons
from brikdesk.turns.steps import Preview

DONE, NOT_DONE = 0, 1


def do_deed(campaign: Campaign, deed: Deed, asked: Namespace) -> int:
    """Do a deed, or tell what it would do or still asks for; return the exit code."""
    act = deed.act
    if asked.roll and not deed.trouble:
        act = roll_step(campaign, act, thrower_of(asked), dry=asked.dry_run)
    preview = campaign.reading(act.examine) if not deed.trouble else deed.preview
    deed = Deed(act, deed.who, preview, deed.trouble)
    changes: Changes | None = None
    refusal: Refused | None = None
    if deed.ready and not asked.dry_run:
        try:
            changes = campaign.do(act)
        except Refused as refused:
            refusal = refused
    if asked.json:
        shown = preview_to_data(preview, campaign.read(battle_head)) if preview else None
        done = changes_to_data(changes) if changes else None
        tell({"title": deed.title, "act": act_to_data(act), "preview": shown, "done": done})
    elif changes:
        print_lines(changes.title, changes.lines)
    elif not deed.trouble:
        say(f"{deed.title}. {deed.standing}")
    if refusal or deed.trouble:
        complain(f"{refusal} (rule {refusal.rule})" if refusal else deed.trouble)
        return NOT_DONE
    if preview and not (changes or asked.dry_run):
        complain(still_asked(preview, act.faces) or preview.waiting)
    return DONE if changes or asked.dry_run else NOT_DONE


def still_asked(preview: Preview | AttackPreview, faces: Sequence[Face]) -> str:
    """Return which dice and choices are missing, and how to go on without throwing dice again."""
    words = []
    if preview.owed:
        words.append(f"Dice are missing: {dice_words([die.sides for die in preview.open_dice])}.")
    words += [in_words(choice) for choice in preview.open_choices[:1]]
    rolled = [str(face.value) for face in faces if face.origin is Origin.ROLLED]
    sealed = [str(face.value) for face in faces if face.origin is Origin.SEALED]
    if sealed:
        words.append(f"Thrown under the seal: {' '.join(sealed)}. Say it again with --roll.")
    elif rolled:
        words.append(f"Thrown: {' '.join(rolled)}. Say it again with them at the end.")
    else:
        words.append("Add them at the end of the line, or --roll." if preview.owed else "")
    return " ".join(word for word in words if word)


def fire_shot(campaign: Campaign, shot: SpokenShot, asked: Namespace) -> int:
    """Fire a shot by the Sci-fi rules, or tell what would come of it; return the exit code."""
    done: Changes | Outcome | None = None
    refusal: Refused | None = None
    try:
        if shot.act is not None:
            done = campaign.try_out(shot.act) if asked.dry_run else campaign.do(shot.act)
    except Refused as refused:
        refusal = refused
    changes = done if isinstance(done, Changes) else None
    if asked.json:
        act = act_to_data(shot.act) if shot.act else None
        result = changes_to_data(changes) if changes else None
        tell({"title": shot.title, "act": act, "preview": None, "done": result})
    elif done is not None:
        print_lines(done.title if changes else f"Would: {done.title}", done.lines)
    if refusal is not None:
        ways = ", ".join(f"overrule {rule}" for rule in refusal.rules)
        complain(f"{refusal} (to overrule, add: {ways})")
    elif shot.trouble:
        complain(shot.trouble)
    return DONE if done is not None else NOT_DONE


WIDEST = 100
"""The most columns of the terminal for a line with a caret."""


def attack(asked: Namespace) -> int:
    """Understand the line, print what it does, and do it unless --dry-run; return the exit code."""
    line = _one_line(" ".join(asked.line))
    if (code := _fired(line, asked)) is not None:
        return code
    opened = to_read(asked.file) if asked.dry_run else to_change(asked.file, asked.accept)
    with opened as campaign:
        call = campaign.read(roll_call)
        if deed := hear_deed(line, call, lambda act: campaign.reading(act.examine)):
            if foreign := _foreign(campaign, f"“{deed.title}”"):
                return _not_done(foreign)
            return do_deed(campaign, deed, asked)
        spoken = hear(line, call)
        if spoken.meant and (foreign := _foreign(campaign, f"“{_verb_of(line, spoken)}”")):
            return _not_done(foreign)
        found = answered(spoken, lambda act: _looked_at(campaign, act))
        if found and asked.roll and not found.problems and not found.refusal:
            found = _rolled(campaign, found, asked)
        changes, refusal = _do(campaign, found, asked)
        shown = _to_data(campaign, line, spoken, found, changes) if asked.json else {}
    would = _would(asked.file, found) if asked.dry_run and not refusal else None
    if asked.json:
        tell(shown | {"would": would_to_data(would)})
    else:
        _tell(line, spoken, found, changes)
    if would and not asked.json:
        print_lines(f"Would: {would.title}", would.lines)
    if refusal:
        ways = ", ".join(f"overrule {rule}" for rule in refusal.rules)
        return _not_done(f"{refusal} (to overrule, add: {ways})")
    problems = spoken.problems or (found.problems if found else ())
    if problems:
        return _complain(line, problems)
    if found is None or changes or asked.dry_run:
        return DONE
    assert found.preview is not None
    return _not_done(still_asked(found.preview, found.act.faces))


def say_act(asked: Namespace) -> int:
    """Do the act that the line says, or tell what it would do; return the exit code."""
    if asked.list:
        return _list_sayings(asked.file)
    line = _one_line(" ".join(asked.line))
    opened = to_rehearse(asked.file) if asked.dry_run else to_change(asked.file, asked.accept)
    with opened as campaign:
        things, games = campaign.read(nameable), campaign.read(played)
        heard = hear_act(line, things, lambda act: _asked_by(campaign, act), games)
        call = campaign.read(roll_call)
        deed = hear_deed(line, call, lambda act: campaign.reading(act.examine))
        shot = hear_shot(line, call, campaign.read(sf_weapons))
        by_brikwars = BRIKWARS.name in games
        attacks = deed is not None or shot is not None or hear(line, call).meant
        mistyped = heard is not None and not heard.name
        first = attacks and (by_brikwars or shot is not None or mistyped)
        if heard is not None and not (first and heard.act is None):
            return _do_said(campaign, heard, asked)
    if not attacks:
        such = "ignite biscuit 2" if by_brikwars else "drone moves 4"
        return _not_done(f"No verb of an act is in it. Such as: {such}. --list tells them all.")
    return attack(asked)


def _list_sayings(file: str) -> int:
    """Print how each act of the campaign's rules is said."""
    with to_read(file) as campaign:
        games = campaign.read(played)
    for saying in SAYINGS:
        if saying.game in ("", *games):
            say(f"{saying.act:18}{saying.pattern}")
    return DONE


def _foreign(campaign: Campaign, what: str) -> str:
    """Return what refuses an attack or deed of BrikWars; "" in a campaign that is played by it."""
    there = BRIKWARS.name in campaign.read(played)
    return "" if there else not_played(what, BRIKWARS.name)


def _verb_of(line: str, spoken: Spoken) -> str:
    verb = (line[each.start : each.end] for each in spoken.pieces if each.role is SpokenRole.VERB)
    return next(verb, "attack")


def _asked_by(campaign: Campaign, act: Act) -> Preview | None:
    return campaign.reading(act.examine) if isinstance(act, StepAct) else None


def _do_said(campaign: Campaign, heard: ActLine, asked: Namespace) -> int:
    act, preview = heard.act, heard.preview
    if act is None:
        return _complain_of(heard, asked)
    if isinstance(act, StepAct) and asked.roll:
        act = roll_step(campaign, act, thrower_of(asked), dry=asked.dry_run)
        preview = campaign.reading(act.examine)
    if preview is not None and not preview.complete:
        faces = act.faces if isinstance(act, StepAct) else ()
        return _not_done(still_asked(preview, faces) or preview.waiting)
    _, refused, _ = campaign.looked_through(act) if heard.overruling else (None, None, "")
    if refused is not None:
        act = with_fields(act, overruled=act.overruled | set(refused.rules))
    try:
        done = campaign.try_out(act) if asked.dry_run else campaign.do(act)
    except Refused as refusal:
        return _not_done(f"{refusal} (to overrule, add: overruled)")
    if asked.json:
        changes = changes_to_data(done) if isinstance(done, Changes) else None
        would = would_to_data(done) if isinstance(done, Outcome) else None
        tell({"title": heard.title, "act": act_to_data(act), "done": changes, "would": would})
    else:
        print_lines(f"Would: {done.title}" if asked.dry_run else done.title, done.lines)
    return DONE


def _complain_of(heard: ActLine, asked: Namespace) -> int:
    """Tell which word of the line is wrong, or what it lacks."""
    start, end = heard.wrong or (0, 0)
    return _complain(_one_line(" ".join(asked.line)), (Problem(start, end, heard.trouble),))


def _fired(line: str, asked: Namespace) -> int | None:
    """Fire the shot of the Sci-fi rules that a line says; None if it says none."""
    with to_read(asked.file) as campaign:
        weapons = campaign.read(sf_weapons)
        shot = hear_shot(line, campaign.read(roll_call), weapons) if weapons else None
    if shot is None:
        return None
    opened = to_rehearse(asked.file) if asked.dry_run else to_change(asked.file, asked.accept)
    with opened as campaign:
        return fire_shot(campaign, shot, asked)


def _one_line(line: str) -> str:
    """Return the line with a mark for each character that cannot be printed, and no line breaks."""
    # One character for one, so that the places of words stay right for the caret.
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if "\ud800" <= sign <= "\udfff" else " " if sign < " " else sign
        for sign in line
    )


def _looked_at(campaign: Campaign, act: Attack) -> tuple[Attack, AttackPreview]:
    return campaign.reading(lambda session: on_the_map(session, act))


def _rolled(campaign: Campaign, found: Answered, asked: Namespace) -> Answered:
    """Throw the dice that are missing; an explosion tells only then who is within its reach."""
    act, preview, thrower = found.act, found.preview, thrower_of(asked)
    while preview is not None and preview.owed:
        rolled = roll_step(campaign, act, thrower, dry=asked.dry_run)
        assert isinstance(rolled, Attack)
        act, preview = _looked_at(campaign, rolled)
    return replace(found, act=act, preview=preview)


def _do(
    campaign: Campaign, found: Answered | None, asked: Namespace
) -> tuple[Changes | None, Refused | None]:
    """Do the attack if it is complete; return what was done, or the refusal.

    In a dry run nothing is done, and the refusal is that of the preview.
    """
    if found is None or found.problems or found.preview is None:
        return None, None
    if asked.dry_run:
        seen = found.preview
        if not seen.refusal:
            return None, None
        return None, Refused(seen.refused_by, seen.refusal, seen.refused_too)
    if not (found.ready or found.refusal):
        return None, None
    try:
        # Also if the preview refuses it: doing it raises the refusal, with the rule to overrule.
        return campaign.do(found.act), None
    except Refused as refusal:
        return None, refusal


def _would(file: str, found: Answered | None) -> Outcome | None:
    """Return what a complete attack would do, by doing it without keeping anything.

    None where the campaign is open elsewhere or cannot be written: then the preview stands alone.
    """
    if not found or not found.ready:
        return None
    try:
        with to_rehearse(file) as campaign:
            return campaign.try_out(found.act)
    except CampaignFileError:
        return None


# What is printed


def _tell(line: str, spoken: Spoken, found: Answered | None, changes: Changes | None) -> None:
    if spoken.title:
        say(f"Attack: {spoken.title}")
    shown = (*_said(spoken, found), *(_modifier_rows(found.preview) if found else ()))
    for row in columns(shown, indent="  "):
        say(row)
    if changes:
        print_lines(changes.title, changes.lines)
    elif found and not found.refusal and found.standing:
        say(found.standing[:1].upper() + found.standing[1:])


def _said(spoken: Spoken, found: Answered | None) -> list[tuple[str, ...]]:
    pieces = spoken.pieces
    if found:
        dice = (SpokenRole.DIE, SpokenRole.CHOICE)
        pieces = (*(piece for piece in pieces if piece.role not in dice), *found.pieces)
    return [(piece.role.value, piece.meaning) for piece in pieces]


def _modifier_rows(preview: AttackPreview | None) -> list[tuple[str, ...]]:
    rows = [row for row in (preview.modifiers if preview else ()) if row.on and row.value]
    return [
        (f"{row.value:+d}".replace("-", "−"), ", ".join(filter(None, (row.reason, row.about))),
         row.to, row.rule)
        for row in rows
    ]  # fmt: skip


def _not_done(words: str) -> int:
    complain(words)
    return NOT_DONE


def _complain(line: str, problems: tuple[Problem, ...]) -> int:
    """Print the line for each problem with a caret under its words; return the exit code."""
    for problem in problems:
        for row in pointed(line, problem.start, problem.end):
            complain(row, as_it_stands=True)
        hint = f" {', '.join(problem.suggestions[:4])}" if problem.missing else ""
        complain(f"{problem.words}{hint}")
    return NOT_DONE


def pointed(line: str, start: int, end: int) -> tuple[str, str]:
    """Return a line, cut to the width of a terminal, and carets under some of its characters."""
    first = 0 if _columns(line) <= WIDEST else max(0, start - WIDEST // 2)
    cut = line[first : first + WIDEST]
    visible = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in cut)
    lead = "…" if first else ""
    indent = len(lead) + _columns(line[first:start]) + (1 if start == end > first else 0)
    carets = "^" * min(WIDEST, max(1, _columns(line[start:end])))
    return f"{lead}{visible}", " " * indent + carets


def _columns(words: str) -> int:
    """Return how many columns of a terminal some words take."""
    return sum(_wide(sign) for sign in words)


def _wide(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    # A terminal shows wide (W) and full-width (F) characters in two columns.
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


# What is told to programs


def _to_data(
    campaign: Campaign,
    line: str,
    spoken: Spoken,
    found: Answered | None,
    changes: Changes | None,
) -> dict[str, Any]:
    preview = found.preview if found else None
    problems = spoken.problems or (found.problems if found else ())
    head = campaign.read(battle_head)
    return {
        "line": line,
        "title": spoken.title,
        "understood": [_piece_to_data(line, piece) for piece in spoken.pieces],
        "problems": [_problem_to_data(line, problem) for problem in problems],
        "act": act_to_data(found.act) if found else None,
        "preview": _preview_to_data(preview) | preview_to_data(preview, head) if preview else None,
        "done": changes_to_data(changes) if changes else None,
    }


def _place_to_data(line: str, at: SpokenPiece | Problem) -> dict[str, Any]:
    return {"start": at.start, "end": at.end, "words": line[at.start : at.end]}


def _piece_to_data(line: str, piece: SpokenPiece) -> dict[str, Any]:
    said = {"role": piece.role.name.lower(), "meaning": piece.meaning}
    return _place_to_data(line, piece) | said


def _problem_to_data(line: str, problem: Problem) -> dict[str, Any]:
    said = {"problem": problem.words, "suggestions": list(problem.suggestions)}
    return _place_to_data(line, problem) | said


def _preview_to_data(preview: AttackPreview) -> dict[str, Any]:
    return {
        "power": preview.power,
        "weapon": ", ".join(part for part in (preview.weapon, preview.away) if part),
        "ends": list(preview.ends),
        "refusal": preview.refusal,
        "refused_by": preview.refused_by,
        "refused_too": [each._asdict() for each in preview.refused_too],
        "modifiers": [
            {"reason": row.reason, "detail": row.detail, "value": row.value, "rule": row.rule}
            | {"on": row.on, "to": row.to.value, "of": row.of}
            for row in preview.modifiers
        ],
        "shots": [
            {"name": shot.name, "die": shot.die, "use": shot.use, "needed": shot.needed}
            | {"total": shot.total, "hit": shot.hit, "words": shot.words}
            for shot in preview.shots
        ],
        "parries": [
            {"unit": each.unit, "with": each.name, "use": each.use, "needed": each.needed}
            | {"total": each.total, "made": each.made, "words": each.words}
            for each in preview.parries
        ],
    }


def add(asked: Namespace) -> int:
    """Tell what the words mean, and add the units unless something is not understood."""
    said = _from_input() if asked.words == ["-"] else " ".join(asked.words)
    opened = to_read(asked.file) if asked.dry_run else to_change(asked.file, asked.accept)
    with opened as campaign:
        found = _heard(campaign, said, asked.player)
        done = campaign.do(found.act()) if found.ready and not asked.dry_run else None
    if asked.json:
        tell(_to_data_of_adding(found, done))
    else:
        for words in columns(_rows(found)):
            say(words)
        if done:
            say(f"{done.title}.")
    for trouble in found.troubles:
        word = f" “{trouble.word}”" if trouble.word else ""
        complain(f"Line {trouble.line}{word}: {trouble.words}")
    if not found.units and not found.troubles:
        complain("Name a unit, such as: 3 Troopers: gun, light armor.")
    return DONE if done or (asked.dry_run and found.ready) else NOT_DONE


def _from_input() -> str:
    # One byte too many is enough to know that it is too long: a character has four at most.
    read = sys.stdin.buffer.read(4 * LONGEST + 1)
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("The roster is not written in UTF-8.", "the input") from None


def _heard(campaign: Campaign, said: str, player: str | None) -> RosterHeard:
    """Return what the words say; the units are those of `player`, else of whoever plays first."""
    players = [(each.id, each.faction) for each in campaign.read(battle_head).players]
    return hear_roster(said, players, player_named(campaign, player), campaign.read(played))


def _rows(found: RosterHeard) -> list[list[str]]:
    return [
        [f"{each.act.copies} ×", each.act.name, each.player, each.what, each.carries]
        for each in found.units
    ]


def _to_data_of_adding(found: RosterHeard, done: Changes | None) -> dict[str, object]:
    return {
        "units": [
            {"line": each.line, "count": each.act.copies, "name": each.act.name,
             "player": each.player, "what": each.what, "carries": each.carries}
            for each in found.units
        ],
        "troubles": [
            {"line": each.line, "word": each.word, "words": each.words} for each in found.troubles
        ],
        "done": changes_to_data(done) if done else None,
    }  # fmt: skip
