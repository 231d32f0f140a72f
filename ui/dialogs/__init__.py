"""Sheets over the window: settings, new campaigns and battles, rules, keys, backups."""
