"""What the players' window shows, before anything of it is drawn."""
