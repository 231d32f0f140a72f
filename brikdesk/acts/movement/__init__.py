"""How units get somewhere: moves, Sprints, Bails, Collisions, and what lies on the way."""
