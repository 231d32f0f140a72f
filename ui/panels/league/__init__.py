"""The league: a table over the battles of several campaigns."""
