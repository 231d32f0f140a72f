"""Panels are imported when they are first looked at: each has to be where its place says."""

from importlib import import_module

import pytest

from ui.window.desk_view import PANELS


@pytest.mark.parametrize("name", PANELS)
def test_every_panel_is_found_in_its_module(name: str) -> None:
    module, kind = PANELS[name]
    assert callable(getattr(import_module(module), kind))
