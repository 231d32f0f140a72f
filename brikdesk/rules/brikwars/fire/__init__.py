"""Fire: what catches, how it burns, and how it is put out."""
