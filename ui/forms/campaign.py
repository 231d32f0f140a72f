"""Forms about notes, rulings, people at the table, objectives and victory points."""

from brikdesk.store.views.battle import battle_head
from brikdesk.turns.ledger import objectives as all_objectives
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms import options
from ui.forms.questions import ActForm, FieldOption, Number, Pick, Text, Values, YesNo, fixed

NOTES = fixed(("note", "Note"), ("alarm", "Alarm"), ("Unexpected Twist!", "Unexpected Twist!"))
EDGES = fixed(("start", "When it starts"), ("end", "When it ends"))
PLAYER = Pick(name="player_id", label="Player", options=options.players)


def _joining(desk: Desk, hub: Hub, values: Values) -> Values:
    """Propose that a new player joins the battle of the evening."""
    return {"battle_id": next((each.value for each in options.open_battle(desk, values)), None)}


def _due(values: Values) -> bool:
    return values.get("due_number") is not None


FORMS = (
    ActForm(
        name="AddNote",
        title="Add a note",
        icon="note",
        words="note alarm reminder twist pin",
        button="Add note",
        about="unit_id",
        fields=(
            Text(name="text", label="Note", lines=4),
            Pick(name="kind", label="Kind", options=NOTES, default="note"),
            Number(name="due_number", label="Comes up on Turn", least=1, most=100_000,
                   optional=True, wide=True, hint="Empty: pinned to no turn."),
            Pick(name="player_id", label="In the turn of", options=options.players,
                 optional=True, none="The player whose turn it is", shown=_due),
            Pick(name="edge", label="When", options=EDGES, default="start", shown=_due),
            Pick(name="unit_id", label="About", options=options.units, optional=True,
                 none="No unit"),
        ),
    ),
    ActForm(
        name="EditNote",
        title="Edit a note",
        icon="edit",
        words="change note alarm done",
        button="Save note",
        fields=(
            Pick(name="note_id", label="Note", options=options.notes),
            Text(name="text", label="New words", lines=4, optional=True,
                 hint="Empty: as they are."),
            # 0 because an open question leaves the turn of the note as it is.
            Number(name="due_number", label="Comes up on Turn", most=100_000, optional=True,
                   wide=True, hint="0 unpins it."),
            YesNo(name="done", label="Done with"),
        ),
    ),
    ActForm(
        name="RemoveNote",
        title="Remove a note",
        icon="trash",
        words="delete note alarm",
        button="Remove",
        deletes=True,
        fields=(Pick(name="note_id", label="Note", options=options.notes),),
    ),
    ActForm(
        name="Rule",
        title="Write a ruling",
        icon="shield",
        words="referee ruling decides log",
        button="Write ruling",
        about="unit_id",
        fields=(
            Text(name="text", label="Ruling", lines=4),
            Pick(name="unit_id", label="About", options=options.units, optional=True,
                 none="No unit"),
        ),
    ),
    ActForm(
        name="EliminatePlayer",
        title="Out of the battle",
        icon="flag",
        words="eliminate player lost back",
        button="Change",
        fields=(PLAYER, YesNo(name="out", label="Has no more turns", default=True)),
    ),
    ActForm(
        name="JoinBattle",
        title="Join the battle",
        icon="flag",
        words="player seat late",
        button="Join",
        fields=(
            Pick(name="player_id", label="Player", options=options.unseated,
                 noun="player outside the battle"),
        ),
    ),
    ActForm(
        name="SetAlliance",
        title="Alliance",
        icon="units",
        words="ally allies team together",
        button="Change",
        fields=(
            PLAYER,
            Pick(name="ally_id", label="With", options=options.players),
            YesNo(name="allied", label="They stand together", default=True),
        ),
    ),
    ActForm(
        name="AddPlayer",
        title="Add a player",
        icon="units",
        words="new faction person",
        button="Add player",
        fields=(
            Text(name="name", label="Name"),
            Text(name="faction", label="Faction"),
            Text(name="code", label="Two letters", optional=True,
                 hint="Empty: the initials of the faction."),
            Pick(name="colour", label="Colour", options=options.free_colours, first=True),
            Pick(name="battle_id", label="Battle", options=options.open_battle, optional=True,
                 only_if_any=True, none="Not yet in the battle"),
        ),
        known=_joining,
    ),
    ActForm(
        name="EditPlayer",
        title="Edit a player",
        icon="edit",
        words="rename faction colour",
        button="Save player",
        fields=(
            PLAYER,
            Text(name="name", label="Name", optional=True, hint="Empty: as it is."),
            Text(name="faction", label="Faction", optional=True),
            Text(name="code", label="Two letters", optional=True),
            Pick(name="colour", label="Colour", options=options.free_colours, optional=True,
                 none="As it is"),
        ),
    ),
    ActForm(
        name="RemovePlayer",
        title="Remove a player",
        icon="trash",
        words="delete faction",
        button="Remove",
        deletes=True,
        fields=(PLAYER,),
    ),
    ActForm(
        name="RenameCampaign",
        title="Rename the campaign",
        icon="edit",
        words="campaign name",
        button="Rename",
        fields=(Text(name="name", label="Name"),),
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


OBJECTIVE = Pick(name="objective_id", label="Objective", options=objectives)

OF_THE_BOOK = (
    ActForm(
        name="AddObjective",
        title="Add an objective",
        icon="flag",
        words="objective goal mission victory points scenario hill banner",
        button="Add objective",
        fields=(
            Text(name="name", label="Objective"),
            Number(name="worth", label="Worth", default=1, least=-POINTS, most=POINTS,
                   unit="points"),
            Pick(name="player_id", label="Goal of", options=options.players, optional=True,
                 none="Everybody"),
            Text(name="note", label="Note", lines=3, optional=True),
        ),
    ),
    ActForm(
        name="EditObjective",
        title="Change an objective",
        icon="edit",
        words="objective goal change worth rename",
        button="Save objective",
        fields=(
            OBJECTIVE,
            Text(name="name", label="New name", optional=True, hint="Empty: as it is."),
            Number(name="worth", label="Worth", least=-POINTS, most=POINTS, unit="points",
                   optional=True),
            Text(name="note", label="New note", lines=3, optional=True),
        ),
    ),
    ActForm(
        name="RemoveObjective",
        title="Strike out an objective",
        icon="trash",
        words="objective goal remove delete",
        button="Strike out",
        deletes=True,
        fields=(OBJECTIVE,),
    ),
    ActForm(
        name="ScorePoints",
        title="Score",
        icon="check",
        words="score victory points objective won award penalty",
        button="Score",
        known=_who_scores,
        fields=(
            Pick(name="player_id", label="Player", options=options.players),
            Pick(name="objective_id", label="Objective", options=objectives, optional=True,
                 none="None, for what the words say", only_if_any=True),
            Number(name="points", label="Points", least=-POINTS, most=POINTS, optional=True,
                   wide=True, hint="Empty: what the objective is worth."),
            Text(name="why", label="What for", optional=True),
        ),
    ),
    ActForm(
        name="TakeBackPoints",
        title="Take points back",
        icon="minus",
        words="score victory points wrong take back",
        button="Take back",
        fields=(Pick(name="player_id", label="Player", options=options.players),),
    ),
    ActForm(
        name="LimitArmies",
        title="Limit of the armies",
        icon="units",
        words="army points limit unit inches size of armies",
        button="Set limit",
        fields=(
            Number(name="inches", label="Each army at most", most=100_000, decimals=1,
                   unit="Unit Inches", wide=True, hint="0: as large as one likes."),
        ),
    ),
)  # fmt: skip
