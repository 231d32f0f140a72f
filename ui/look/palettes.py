"""Qt's palette made of the colour tokens, for everything that the style itself paints."""

from PySide6.QtGui import QPalette

from ui.look.tokens import Tokens

_R = QPalette.ColorRole
_G = QPalette.ColorGroup

ROLES = {
    _R.Window: "bg1",
    _R.WindowText: "text",
    _R.Base: "field",
    _R.AlternateBase: "bg2",
    _R.Text: "text",
    _R.PlaceholderText: "text3",
    _R.Button: "bg3",
    _R.ButtonText: "text",
    _R.BrightText: "danger",
    _R.ToolTipBase: "bg3",
    _R.ToolTipText: "text",
    _R.Highlight: "accent",
    _R.HighlightedText: "on_accent",
    _R.Accent: "accent",
    _R.Link: "accent_text",
    _R.LinkVisited: "accent_text",
    _R.Light: "line2",
    _R.Midlight: "line2",
    _R.Mid: "line",
    _R.Dark: "line",
    _R.Shadow: "bg0",
}
GREY = (_R.WindowText, _R.Text, _R.ButtonText)


def palette_of(tokens: Tokens) -> QPalette:
    """Return the palette of these colours; disabled text has the colour text3."""
    palette = QPalette()
    for role, token in ROLES.items():
        palette.setColor(role, tokens[token])
    for role in GREY:
        palette.setColor(_G.Disabled, role, tokens["text3"])
    return palette
