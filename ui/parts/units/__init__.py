"""How units look in lists, columns and the inspector, whatever their game."""
