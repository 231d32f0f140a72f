"""Forms about notes, rulings, people at the table and their dice, searches, objectives and victory points."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from brikdesk.acts.campaign.setup import LONGEST_SEARCH
from brikdesk.dice import DiceFor, DiceWay
from brikdesk.store.views.campaign_and_battle import battle_head, kept_searches, ways_of_dice
from brikdesk.store.views.campaign_and_battle import players as all_players
from brikdesk.store.views.notes_and_photos import notes as all_notes
from brikdesk.turns.ledger import objectives as all_objectives
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms import options
from ui.forms.questions import (
    ActForm,
    FieldOption,
    Number,
    Pick,
    Text,
    Values,
    YesNo,
    as_it_stands,
    fixed,
)
from ui.models.step_draft import player_of

NOTES = fixed(("note", "Note"), ("alarm", "Alarm"), ("Unexpected Twist!", "Unexpected Twist!"))
EDGES = fixed(("start", "When it starts"), ("end", "When it ends"))
PLAYER = Pick("player_id", "Player", options=options.players)


def _joining(desk: Desk, hub: Hub, values: Values) -> Values:
    """Propose that a new player joins the battle of the evening."""
    return {"battle_id": next((each.value for each in options.open_battle(desk, values)), None)}


WAYS = fixed(
    (DiceWay.ASKED.value, "Asked for: typed, or Space rolls"),
    (DiceWay.TYPED.value, "Typed: the desk waits for the table"),
    (DiceWay.ROLLED.value, "Rolled: by the desk, at once"),
)


def _way_now(kind: DiceFor) -> Callable[[Desk, Values], Any]:
    """Return a function that finds how the dice of the chosen player come to the desk now."""

    def found(desk: Desk, values: Values) -> str:
        known = desk.read(ways_of_dice).get((values.get("player_id") or 0, kind), DiceWay.ASKED)
        return known.value

    return found


def _ways(kind: DiceFor, label: str, hint: str = "") -> Pick:
    return Pick(kind.name.lower(), label, options=WAYS, likely=_way_now(kind), hint=hint)


def _whose_dice(desk: Desk, hub: Hub, values: Values) -> Values:
    """Propose the player of the unit that is selected, else who plays now."""
    return {"player_id": values.get("player_id") or player_of(desk, hub.selected_unit)}


def searches(desk: Desk, values: Values) -> list[FieldOption]:
    """Return the searches that are kept."""
    kept = desk.read(kept_searches)
    return [FieldOption(name, f"{name}: {search}") for name, search in kept.items()]


SEARCH = Pick("search", "Search", options=searches, noun="search that is kept")


def _due(values: Values) -> bool:
    return values.get("due_number") is not None


FORMS = (
    ActForm(
        "AddNote", "Add a note", icon="note", words="note alarm reminder twist pin",
        button="Add note", about="unit_id",
        fields=(
            Text("text", "Note", lines=4),
            Pick("kind", "Kind", options=NOTES, default="note"),
            Number("due_number", "Comes up on Turn", least=1, most=100_000, optional=True,
                   wide=True, hint="Empty: pinned to no turn."),
            Pick("player_id", "In the turn of", options=options.players, optional=True,
                 none="The player whose turn it is", shown=_due),
            Pick("edge", "When", options=EDGES, default="start", shown=_due),
            Pick("unit_id", "About", options=options.units, optional=True, none="No unit"),
        ),
    ),
    ActForm(
        "EditNote", "Edit a note", icon="edit", words="change note alarm done", button="Save note",
        now=as_it_stands(all_notes, "note_id", "text", "due_number"),
        fields=(
            Pick("note_id", "Note", options=options.notes),
            Text("text", "New words", lines=4, optional=True, hint="Empty: as they are."),
            # 0 because an open question leaves the turn of the note as it is.
            Number("due_number", "Comes up on Turn", most=100_000, optional=True, wide=True,
                   hint="0 unpins it."),
            YesNo("done", "Done with"),
        ),
    ),
    ActForm(
        "RemoveNote", "Remove a note", icon="trash", words="delete note alarm", button="Remove",
        deletes=True,
        fields=(Pick("note_id", "Note", options=options.notes),),
    ),
    ActForm(
        "Rule", "Write a ruling", icon="shield", words="referee ruling decides log",
        button="Write ruling", about="unit_id",
        fields=(
            Text("text", "Ruling", lines=4),
            Text("rule", "Rule", optional=True, grey="8.4-10",
                 hint="When it refuses something again, this ruling is told."),
            Pick("unit_id", "About", options=options.units, optional=True, none="No unit"),
        ),
    ),
    ActForm(
        "EliminatePlayer", "Out of the battle", icon="flag", words="eliminate player lost back",
        button="Change",
        fields=(PLAYER, YesNo("out", "Has no more turns", default=True)),
    ),
    ActForm(
        "JoinBattle", "Join the battle", icon="flag", words="player seat late", button="Join",
        fields=(
            Pick("player_id", "Player", options=options.unseated, noun="player outside the battle"),
        ),
    ),
    ActForm(
        "SetAlliance", "Alliance", icon="units", words="ally allies team together", button="Change",
        fields=(
            PLAYER,
            Pick("ally_id", "With", options=options.apart_from("player_id", options.players)),
            YesNo("allied", "They stand together", default=True),
        ),
    ),
    ActForm(
        "AddPlayer", "Add a player", icon="units", words="new faction person", button="Add player",
        fields=(
            Text("name", "Name"),
            Text("faction", "Faction"),
            Text("code", "Two letters", optional=True, hint="Empty: the initials of the faction."),
            Pick("colour", "Colour", options=options.free_colours, first=True),
            Pick("battle_id", "Battle", options=options.open_battle, optional=True,
                 only_if_any=True, none="Not yet in the battle"),
        ),
        known=_joining,
    ),
    ActForm(
        "EditPlayer", "Edit a player", icon="edit", words="rename faction colour",
        button="Save player",
        now=as_it_stands(all_players, "player_id", "name", "faction", "code", "colour"),
        fields=(
            replace(PLAYER, likely=options.player_of_unit),
            Text("name", "Name", optional=True, hint="Empty: as it is."),
            Text("faction", "Faction", optional=True),
            Text("code", "Two letters", optional=True),
            Pick("colour", "Colour", options=options.free_colours, optional=True, none="As it is"),
        ),
    ),
    ActForm(
        "RemovePlayer", "Remove a player", icon="trash", words="delete faction", button="Remove",
        deletes=True,
        fields=(Pick("player_id", "Player", noun="player without units",
                     options=options.without_units),),
    ),
    ActForm(
        "SetDice", "Dice of a player", icon="roll",
        words="dice typed rolled asked space table throw by hand automatic player", button="Set dice",
        fields=(
            PLAYER,
            _ways(DiceFor.HIT, "Attack rolls", "To hit, to parry, where an area points."),
            _ways(DiceFor.DAMAGE, "Damage"),
            _ways(DiceFor.ARMOR, "Armor", "Of the own units, whoever hits them."),
            _ways(DiceFor.TURN, "Steps of a turn", "What burns, lands or ends at its start and end."),
            _ways(DiceFor.OTHER, "All else", "Sprints, Bails, fights with fire."),
        ),
        known=_whose_dice,
    ),
    ActForm(
        "SaySealWord", "Word for the seal", icon="lock",
        words="sealed dice seed word hash player fair proof", button="Keep the word",
        fields=(
            replace(PLAYER, options=options.under_the_seal),
            Text("word", "Word", optional=True,
                 hint="Said once the hash was told, and before the first sealed die. Empty: none."),
        ),
    ),
    ActForm(
        "OpenSeal", "Open the seal", icon="lock",
        words="sealed dice seed hash proof prove fair end battle", button="Open the seal",
    ),
    ActForm(
        "KeepSearch", "Keep a search", icon="filter", words="filter save name find search list",
        button="Keep search",
        fields=(
            Text("name", "Name", hint="Typed into a filter, it finds the same again."),
            Text("search", "It finds", longest=LONGEST_SEARCH, grey="burning armor<7 -disrupted"),
        ),
    ),
    ActForm(
        "RenameSearch", "Rename a search", icon="edit", words="filter name kept search",
        button="Rename",
        fields=(SEARCH, Text("name", "New name")),
    ),
    ActForm(
        "RemoveSearch", "Remove a search", icon="trash", words="delete filter kept search",
        button="Remove", deletes=True,
        fields=(SEARCH,),
    ),
    ActForm(
        "RenameCampaign", "Rename the campaign", icon="edit", words="campaign name",
        button="Rename",
        fields=(Text("name", "Name"),),
    ),
)  # fmt: skip


POINTS = 1000


def objectives(desk: Desk, values: Values) -> list[FieldOption]:
    """Return the objectives of the newest battle."""
    return [FieldOption(row.id, row.name) for row in desk.read(all_objectives)]


def _who_scores(desk: Desk, hub: Hub, values: Values) -> Values:
    """Return the running player, if nobody is known yet and the objective is not another's."""
    active = desk.read(battle_head).player_id
    goals = {row.id: row.owner.player_id for row in desk.read(all_objectives)}
    player_id = goals.get(values.get("objective_id", 0)) or active
    return {"player_id": player_id} if player_id and "player_id" not in values else {}


OBJECTIVE = Pick("objective_id", "Objective", options=objectives)

OF_THE_BOOK = (
    ActForm(
        "AddObjective", "Add an objective", icon="flag",
        words="objective goal mission victory points scenario hill banner", button="Add objective",
        fields=(
            Text("name", "Objective"),
            Number("worth", "Worth", default=1, least=-POINTS, most=POINTS, unit="points"),
            Pick("player_id", "Goal of", options=options.players, optional=True, none="Everybody"),
            Text("note", "Note", lines=3, optional=True),
        ),
    ),
    ActForm(
        "EditObjective", "Change an objective", icon="edit",
        words="objective goal change worth rename", button="Save objective",
        now=as_it_stands(all_objectives, "objective_id", "name", "worth", "note"),
        fields=(
            OBJECTIVE,
            Text("name", "New name", optional=True, hint="Empty: as it is."),
            Number("worth", "Worth", least=-POINTS, most=POINTS, unit="points", optional=True),
            Text("note", "New note", lines=3, optional=True),
        ),
    ),
    ActForm(
        "RemoveObjective", "Strike out an objective", icon="trash",
        words="objective goal remove delete", button="Strike out", deletes=True,
        fields=(OBJECTIVE,),
    ),
    ActForm(
        "ScorePoints", "Score", icon="check",
        words="score victory points objective won award penalty", button="Score", known=_who_scores,
        fields=(
            Pick("player_id", "Player", options=options.players),
            Pick("objective_id", "Objective", options=objectives, optional=True,
                 none="None, for what the words say", only_if_any=True),
            Number("points", "Points", least=-POINTS, most=POINTS, optional=True, wide=True,
                   hint="Empty: what the objective is worth."),
            Text("why", "What for", optional=True),
        ),
    ),
    ActForm(
        "TakeBackPoints", "Take points back", icon="minus",
        words="score victory points wrong take back", button="Take back",
        fields=(Pick("player_id", "Player", noun="player who has scored",
                     options=options.with_points),),
    ),
    ActForm(
        "LimitArmies", "Limit of the armies", icon="units",
        words="army points limit unit inches size of armies", button="Set limit",
        fields=(
            Number("inches", "Each army at most", most=100_000, decimals=1, unit="Unit Inches",
                   wide=True, hint="0: as large as one likes."),
        ),
    ),
)  # fmt: skip
