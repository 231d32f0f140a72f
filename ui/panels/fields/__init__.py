"""Fields and lists to pick from, shared by panels and editors."""
