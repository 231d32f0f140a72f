"""The lists of units, the inspector, and the editor of a unit by the rules of BrikWars."""
