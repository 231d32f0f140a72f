"""What a referee can do: one frozen value for each act, by subject.

Importing the package makes every act known by its name, so that files and scripts can be read; the
module of an act is imported when somebody asks for it. An evening needs a third of them.
"""

from brikdesk.store.act import Act

ACTS = {
    "brikdesk.acts.armies": ("TakeArmy",),
    "brikdesk.acts.battlefield.table": (
        "FaceUnit",
        "SetBackground",
        "RemoveBackground",
        "SetTable",
    ),
    "brikdesk.acts.battlefield.terrain": (
        "LayTerrain",
        "PlaceTerrain",
        "ReshapeTerrain",
        "RemoveTerrain",
    ),
    "brikdesk.acts.campaign.battles": (
        "NewBattle",
        "StartBattle",
        "SaySealWord",
        "OpenSeal",
        "EndBattle",
        "ReorderSeats",
        "JoinBattle",
        "EliminatePlayer",
        "AddObjective",
        "EditObjective",
        "RemoveObjective",
        "ScorePoints",
        "TakeBackPoints",
        "LimitArmies",
    ),
    "brikdesk.acts.campaign.correcting": ("CorrectPast",),
    "brikdesk.acts.campaign.notes_and_photos": (
        "PinPhoto",
        "EditPinnedPhoto",
        "UnpinPhoto",
        "AddNote",
        "EditNote",
        "RemoveNote",
        "Rule",
        "TellTurn",
        "SetBookmark",
    ),
    "brikdesk.acts.campaign.setup": (
        "BeginAnew",
        "CreateCampaign",
        "SetRuleSets",
        "RenameCampaign",
        "AddPlayer",
        "EditPlayer",
        "RemovePlayer",
        "SetAlliance",
        "SetHouseRule",
        "SetDice",
        "KeepSearch",
        "RenameSearch",
        "RemoveSearch",
    ),
    "brikdesk.acts.combat.attack": ("Attack",),
    "brikdesk.acts.combat.damage": (
        "DamageUnit",
        "TakeSizeDamage",
        "TakeGrinding",
        "Kill",
        "WoundMortally",
        "FireDamage",
    ),
    "brikdesk.acts.combat.disengaging_and_responses": (
        "Disengage",
        "Respond",
    ),
    "brikdesk.acts.explosives.flights": (
        "MoveTarget",
        "ShootDown",
        "RemoveProjectile",
    ),
    "brikdesk.acts.explosives.landing": ("Land",),
    "brikdesk.acts.explosives.launch_and_detonate": ("Launch",),
    "brikdesk.acts.explosives.placed": (
        "AddExplosive",
        "DamageExplosive",
        "MoveDud",
        "MoveExplosive",
        "RemoveExplosive",
    ),
    "brikdesk.acts.fields.concealed_hazards": (
        "TriggerSpot",
        "CrossConcealed",
        "PlaceCarefully",
    ),
    "brikdesk.acts.fields.difficult_terrain": (
        "CrossTerrain",
        "Slip",
    ),
    "brikdesk.acts.fields.energy_shields": ("UseShield",),
    "brikdesk.acts.fields.fields": (
        "AddField",
        "ResizeField",
        "ClearField",
        "EnterHazard",
        "LeaveHazard",
        "PutField",
    ),
    "brikdesk.acts.fields.scouts_and_marks": (
        "MarkTarget",
        "ClearMark",
        "Reveal",
    ),
    "brikdesk.acts.fields.traps": (
        "ResetTrap",
        "AddTrap",
        "EditTrap",
        "RemoveTrap",
    ),
    "brikdesk.acts.fields.traps_going_off": (
        "SpringTrap",
        "TryTrigger",
    ),
    "brikdesk.acts.fire.burning": (
        "BurnMinifig",
        "BurnUnit",
        "DropAndRoll",
    ),
    "brikdesk.acts.fire.fires": (
        "FightFire",
        "Douse",
        "ShapeFire",
        "SetFireSize",
        "DriveFire",
        "Ignite",
    ),
    "brikdesk.acts.movement.bailing": ("Bail",),
    "brikdesk.acts.movement.colliding": ("Collide",),
    "brikdesk.acts.movement.jumping": ("JumpUnit",),
    "brikdesk.acts.movement.momentum": (
        "BeginActivity",
        "SpendMomentum",
    ),
    "brikdesk.acts.movement.moving": ("MoveUnit",),
    "brikdesk.acts.movement.sprinting": ("SprintUnit",),
    "brikdesk.acts.power": (
        "UsePower",
        "TakeOverload",
        "DivertPower",
    ),
    "brikdesk.acts.throwing": ("RollSealed",),
    "brikdesk.acts.turns_and_steps": (
        "EndTurn",
        "GoOn",
        "SkipStep",
        "LayDice",
        "Together",
    ),
    "brikdesk.acts.units.actions": (
        "FullTurnAction",
        "ContinueAction",
        "Triage",
        "Repair",
        "OtherAction",
        "WhatISayGoes",
        "SpendAction",
        "ReturnAction",
    ),
    "brikdesk.acts.units.editing": ("EditUnit",),
    "brikdesk.acts.units.roster": (
        "AddUnit",
        "DuplicateUnit",
        "RemoveUnit",
        "TakePart",
        "JoinSquad",
        "LeaveSquad",
    ),
    "brikdesk.acts.units.states": (
        "SetAirborne",
        "SetState",
        "ClearState",
        "Recover",
        "Drown",
        "DieOfWound",
        "LoseLimb",
        "ReviveUnit",
    ),
    "brikdesk.acts.weapons.firing": (
        "FireWeapon",
        "Jam",
        "ClearJam",
    ),
    "brikdesk.acts.weapons.gunnery": (
        "AddControl",
        "RemoveControl",
        "ManControl",
        "HomeIn",
        "ClearHoming",
    ),
    "brikdesk.acts.weapons.loading": (
        "Reload",
        "LoadLauncher",
        "Unload",
    ),
    "brikdesk.acts.weapons.racks": (
        "AddRack",
        "AddRounds",
        "RemoveRack",
        "TakeRounds",
        "RackExplosive",
        "DestroyRounds",
    ),
    "brikdesk.acts.weapons.weapons": (
        "AddWeapon",
        "EditWeapon",
        "PickUp",
        "PutAway",
        "RemoveWeapon",
    ),
}
"""Every module that holds acts, with their names.

Those that settle the step of a clock are named where it is declared (`brikdesk/turns`). Other games name
theirs in `brikdesk/games`.
"""

Act.KINDS.place(ACTS)
