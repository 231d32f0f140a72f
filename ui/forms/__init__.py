"""Forms of acts, and the sheet that carries them."""
