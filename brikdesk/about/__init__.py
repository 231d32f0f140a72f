"""What the program tells of itself: what is new in it, and under which licences its parts stand."""
