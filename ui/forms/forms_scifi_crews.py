"""Forms of the Sci-fi rules: counted ammunition, and the crews that serve weapons."""

from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.rules.scifi.special_fire import SpecialFire
from ui.forms import options
from ui.forms import options_scifi as scifi
from ui.forms.fields import ActForm, Lines, Number, Pick, Text, YesNo, fixed

ROLES = fixed(
    *((r.value, r.value.capitalize()) for r in (CrewRole.GUNNER, CrewRole.LOADER, CrewRole.OTHER))
)
ASSISTS = fixed(
    (SpecialFire.SECOND_SHOT.value, "One more shot"),
    (SpecialFire.REROLL.value, "The miss is rolled again"),
)

INTACT = Pick(name="sf_weapon_id", label="Weapon", options=scifi.weapons(scifi.intact))
REASON = Text(name="reason", label="Reason", optional=True)
LOADS = Lines(
    name="loads",
    label="Rounds",
    more="Another type",
    begins=scifi.loaded_now,
    wanted=True,
    cells=(
        Text(name="name", label="Type", optional=True),
        Number(name="count", label="How many", most=1000),
    ),
)

AMMUNITION = (
    ActForm(
        name="SetLoad",
        title="Load",
        icon="ammo",
        words="ammunition how many rockets pulses pod rack sci-fi",
        button="Load",
        fields=(
            Pick(name="store_id", label="Ammunition of", noun="ammunition", options=scifi.stores()),
            LOADS,
        ),
    ),
    ActForm(
        name="Resupply",
        title="Resupply",
        icon="ammo",
        words="fill ammunition between battles sci-fi",
        button="Resupply",
        fields=(
            Pick(name="store_id", label="Ammunition of", noun="spent ammunition",
                 options=scifi.stores(scifi.spent)),
            LOADS,
        ),
    ),
    ActForm(
        name="AdjustLoad",
        title="Correct ammunition",
        icon="ammo",
        words="rounds take out put back count sci-fi",
        button="Correct",
        fields=(
            Pick(name="load_id", label="Rounds", noun="round", options=scifi.loads),
            Number(name="removed", label="Taken out", least=-1000, most=1000,
                   hint="Below 0: put back.", wide=True),
            REASON,
        ),
    ),
)  # fmt: skip

CREWS = (
    ActForm(
        name="SetCrew",
        title="Crew of a weapon",
        icon="units",
        words="gunner loader serve man sci-fi",
        button="Save crew",
        fields=(
            INTACT,
            Lines(
                name="crew",
                label="Member",
                more="Another member",
                begins=scifi.crew_now,
                hint="Nobody: the weapon needs no crew.",
                cells=(
                    Text(name="name", label="Name", optional=True),
                    Pick(name="role", label="Role", options=ROLES, default=CrewRole.OTHER.value),
                    Pick(name="unit_id", label="Unit", options=options.units, optional=True,
                         none="No figure of his own"),
                    YesNo(name="fixed", label="Part of the model"),
                ),
            ),
        ),
    ),
    ActForm(
        name="ServeAsGunner",
        title="Serve as gunner",
        icon="units",
        words="crew gunner role man sci-fi",
        button="He serves",
        fields=(Pick(name="member_id", label="Who", noun="crew member who may", options=scifi.may_serve),),
    ),
    ActForm(
        name="ReplaceGunner",
        title="The gunner is eliminated",
        icon="destroyed",
        words="crew gunner replace figure sci-fi",
        button="He is eliminated",
        deletes=True,
        fields=(
            Pick(name="sf_weapon_id", label="Weapon", options=scifi.weapons(scifi.has_gunner)),
            Pick(name="member_id", label="Whose figure goes instead",
                 options=scifi.others_of_weapon, only_if_any=True),
            Pick(name="loader_id", label="The new loader", optional=True, none="The first free one",
                 options=scifi.new_loaders(scifi.others_of_weapon), only_if_any=True),
        ),
    ),
    ActForm(
        name="AssistGunner",
        title="The loader assists",
        icon="hand",
        words="special fire loader initiative reroll second shot sci-fi",
        button="Assist",
        fields=(
            Pick(name="sf_weapon_id", label="Weapon",
                 options=scifi.weapons(scifi.has_both, first=scifi.fired_once)),
            Pick(name="how", label="For", options=ASSISTS, default=SpecialFire.SECOND_SHOT.value),
        ),
    ),
)  # fmt: skip

FORMS = (*AMMUNITION, *CREWS)
