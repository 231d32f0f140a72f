"""Acts about the campaign itself: how it is made, its battles, its notes."""
