"""An attack by the Sci-fi rules: fire, then what follows each shot."""
