"""What the map shows, before anything of it is drawn."""
