"""The file on its drive: how it is found, locked, checked, connected to and brought up to date."""
