"""The window: what lies around the panes, and how campaigns are opened and closed in it."""
