"""Sci-fi units and weapons as rows and as what is being typed."""
