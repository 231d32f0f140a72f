"""BrikWars 2020, one module for each subject of its books."""
