"""The window and what lies around the panes."""
