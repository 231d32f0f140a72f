"""Forms about the book of a battle: objectives, victory points, the limit of the armies."""

from brikdesk.store.views.battle import battle_head
from brikdesk.turns.ledger import objectives as all_objectives
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms import options
from ui.forms.fields import ActForm, FieldOption, Number, Pick, Text, Values

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

FORMS = (
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
