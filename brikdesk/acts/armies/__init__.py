"""Whole armies join, as a file tells of them."""
