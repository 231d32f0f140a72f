"""The roster, the inspector, the editor of a unit."""
