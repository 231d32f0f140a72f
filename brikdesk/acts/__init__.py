"""What a referee can do: one frozen value for each act, by subject.

Importing the package makes every act known by its name, so that files and scripts can be read; the
module of an act is imported when somebody asks for it. An evening needs a third of them.
"""

from brikdesk.store.act import Act

ACTS = {
    "brikdesk.acts.armies": ("TakeArmy",),
    "brikdesk.acts.combat.attack": ("Attack",),
    "brikdesk.acts.battlefield.table": (
        "FaceUnit",
        "SetBackground",
        "RemoveBackground",
        "PutField",
        "SetTable",
    ),
    "brikdesk.acts.battlefield.terrain": (
        "LayTerrain",
        "PlaceTerrain",
        "ReshapeTerrain",
        "RemoveTerrain",
    ),
    "brikdesk.acts.explosives.launch": ("Launch",),
    "brikdesk.acts.explosives.landing": ("Land",),
    "brikdesk.acts.campaign.battles": (
        "NewBattle",
        "StartBattle",
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
    "brikdesk.acts.campaign.notes": (
        "PinPhoto",
        "EditPinnedPhoto",
        "UnpinPhoto",
        "AddNote",
        "EditNote",
        "RemoveNote",
        "Rule",
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
    ),
    "brikdesk.acts.combat.damage": (
        "DamageUnit",
        "TakeSizeDamage",
        "TakeGrinding",
        "LoseLimb",
        "Kill",
        "WoundMortally",
    ),
    "brikdesk.acts.movement.bailing": ("Bail",),
    "brikdesk.acts.movement.colliding": ("Collide",),
    "brikdesk.acts.units.actions": (
        "FullTurnAction",
        "ContinueAction",
        "Triage",
        "Repair",
        "OtherAction",
        "WhatISayGoes",
    ),
    "brikdesk.acts.movement.jumping": ("JumpUnit",),
    "brikdesk.acts.movement.sprinting": (
        "SpendMomentum",
        "SprintUnit",
    ),
    "brikdesk.acts.explosives.flights": (
        "MoveTarget",
        "ShootDown",
        "RemoveProjectile",
    ),
    "brikdesk.acts.explosives.placed": (
        "AddExplosive",
        "DamageExplosive",
        "MoveDud",
        "MoveExplosive",
        "RemoveExplosive",
    ),
    "brikdesk.acts.fire.fire_fighting": (
        "FightFire",
        "Douse",
        "DropAndRoll",
        "ShapeFire",
        "SetFireSize",
        "DriveFire",
        "Ignite",
        "FireDamage",
    ),
    "brikdesk.acts.fields.fields": (
        "AddField",
        "ResizeField",
        "ClearField",
        "TriggerSpot",
        "EnterHazard",
        "LeaveHazard",
    ),
    "brikdesk.acts.fields.traps": (
        "ResetTrap",
        "AddTrap",
        "EditTrap",
        "RemoveTrap",
    ),
    "brikdesk.acts.weapons.gunnery": (
        "AddControl",
        "RemoveControl",
        "ManControl",
        "HomeIn",
        "ClearHoming",
    ),
    "brikdesk.acts.weapons.firing": ("FireWeapon", "Jam", "ClearJam"),
    "brikdesk.acts.weapons.racks": (
        "AddRack",
        "AddRounds",
        "RemoveRack",
        "TakeRounds",
        "RackExplosive",
        "DestroyRounds",
    ),
    "brikdesk.acts.weapons.reload": (
        "Reload",
        "LoadLauncher",
        "Unload",
    ),
    "brikdesk.acts.weapons.weapons": (
        "AddWeapon",
        "EditWeapon",
        "PickUp",
        "PutAway",
        "RemoveWeapon",
    ),
    "brikdesk.acts.fields.trap_effects": (
        "SpringTrap",
        "TryTrigger",
    ),
    "brikdesk.acts.fields.concealed_hazards": (
        "CrossConcealed",
        "PlaceCarefully",
    ),
    "brikdesk.acts.fields.difficult_terrain": ("CrossTerrain",),
    "brikdesk.acts.power": (
        "UseShield",
        "UsePower",
        "TakeOverload",
        "DivertPower",
    ),
    "brikdesk.acts.units.editing": (
        "EditUnit",
        "SetAirborne",
        "SetState",
        "ClearState",
    ),
    "brikdesk.acts.fields.scouting": (
        "MarkTarget",
        "ClearMark",
        "Reveal",
    ),
    "brikdesk.acts.units.roster": (
        "AddUnit",
        "DuplicateUnit",
        "RemoveUnit",
        "ReviveUnit",
        "TakePart",
    ),
    "brikdesk.acts.fire.burning": (
        "BurnMinifig",
        "BurnUnit",
    ),
    "brikdesk.acts.turn.clock_steps": (
        "Recover",
        "Drown",
        "DieOfWound",
    ),
    "brikdesk.acts.turn.turns": ("EndTurn", "GoOn", "SkipStep", "LayDice", "Together"),
    "brikdesk.acts.movement.momentum": ("BeginActivity",),
    "brikdesk.acts.combat.disengaging": (
        "Disengage",
        "Respond",
    ),
    "brikdesk.acts.movement.on_the_way": ("Slip",),
    "brikdesk.acts.units.facts": ("JoinSquad", "LeaveSquad"),
    "brikdesk.acts.movement.moving": ("MoveUnit", "SpendAction", "ReturnAction"),
}
"""Every module that holds acts, with their names.

Those that settle the step of a clock are named where it is declared (`brikdesk/turns`). Other games name
theirs in `brikdesk/games`.
"""

Act.KINDS.place(ACTS)
