"""The battle for a screen elsewhere: as an HTML page, as Markdown and as BBCode of a forum."""
