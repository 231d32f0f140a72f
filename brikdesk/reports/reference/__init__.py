"""A page with what the referee of this campaign looks up most."""
