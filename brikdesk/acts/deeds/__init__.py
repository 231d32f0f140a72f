"""What units do in a turn besides attacking: Sprints, Bails, other Actions."""
