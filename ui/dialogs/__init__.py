"""Sheets and dialogs."""
