"""The sheet in which a BrikWars unit is made or changed."""

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.rules.brikwars.explosives.explosives_named import made_words
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.act import Act
from brikdesk.store.views.battle import brikwars_house
from brikdesk.store.views.unit_card import unit_card
from brikdesk.store.views.weapons import racks_of, weapons_of
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.units.unit_draft import RoundsDraft, UnitDraft
from ui.models.units.weapon_draft import WeaponDraft
from ui.panels.units.unit_fields import KINDS
from ui.panels.units.unit_form import UnitForm
from ui.parts.fields.unit_sheet import UnitSheet


class UnitEditor(UnitSheet):
    """Makes a new unit, or edits one, by the rules of BrikWars."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, parent)
        self.form = UnitForm(theme, hub)
        self.form.wrong.connect(lambda words: self.refusal.refuse(words))
        self.hold(self.form, self.form)
        hub.unit_edited.connect(self._heard)

    def _heard(self, unit_id: int) -> None:
        """Follow the hub only while visible: another editor may have taken its place."""
        if self.isVisible():
            self.open_unit(unit_id)

    @override
    def act(self) -> Act | None:
        return self.form.draft.act(self.form.overruled)

    @override
    def new_draft(self, player_id: int | None) -> UnitDraft:
        return UnitDraft(player_id=player_id, rules=self.rules())

    @override
    def rules(self) -> BrikWarsHouse:
        return self._desk.read(brikwars_house)

    @override
    def draft_of(self, unit_id: int) -> UnitDraft | None:
        card = self._desk.read(unit_card, unit_id)
        if card is None:
            return None
        arms = tuple(WeaponDraft.of_row(row) for row in self._desk.read(weapons_of, unit_id))
        places = {weapon.weapon_id: place for place, weapon in enumerate(arms)}
        rounds = tuple(
            RoundsDraft(
                each.name,
                each.explosive_size,
                each.count,
                each.id,
                rack.id,
                each.count,
                places.get(rack.weapon_id or 0),
                made_words(each.explosive_size, each.makeup, plain=True),
            )
            for rack in self._desk.read(racks_of, unit_id)
            for each in rack.rounds
        )
        return UnitDraft(
            name=card.name,
            token=card.token,
            player_id=card.player_id,
            kind=card.kind if card.kind in KINDS else "Object",
            preset=card.preset,
            weapons=arms,
            rounds=rounds,
            card=card,
            weapons_before=arms,
            rules=self.rules(),
        )
