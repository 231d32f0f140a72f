"""A deed or a Sci-fi shot in words for the command attack: `wobble sprints 4`, `glow fires at drone`."""

from argparse import Namespace
from collections.abc import Sequence

from brikdesk.acts.attack.preview import AttackPreview
from brikdesk.acts.turn.rolling import roll_step
from brikdesk.cli.agenda import preview_to_data
from brikdesk.cli.playing import changes_to_data, print_lines, thrower_of
from brikdesk.cli.words import complain, say, tell
from brikdesk.dice import Face, dice_words
from brikdesk.errors import Refused
from brikdesk.spoken.answers import in_words
from brikdesk.spoken.deeds import Deed
from brikdesk.spoken.scifi_fire import SpokenShot
from brikdesk.store.act import act_to_data
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.lines import Outcome
from brikdesk.store.views.battle import battle_head
from brikdesk.turns.steps import Preview

DONE, NOT_DONE = 0, 1


def do_deed(campaign: Campaign, deed: Deed, asked: Namespace) -> int:
    """Do a deed, or tell what it would do or still asks for; return the exit code."""
    act = deed.act
    if asked.roll and not deed.trouble:
        act = roll_step(campaign, act, thrower_of(asked))
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


def still_asked(preview: Preview | AttackPreview, faces: Sequence[Face]) -> str:
    """Return which dice and choices are missing, and how to go on without throwing dice again."""
    words = []
    if preview.owed:
        words.append(f"Dice are missing: {dice_words([die.sides for die in preview.open_dice])}.")
    words += [in_words(choice) for choice in preview.open_choices[:1]]
    rolled = [str(face.value) for face in faces if face.origin.value == "rolled"]
    if rolled:
        words.append(f"Thrown: {' '.join(rolled)}. Say it again with them at the end.")
    else:
        words.append("Add them at the end of the line, or --roll." if preview.owed else "")
    return " ".join(word for word in words if word)
