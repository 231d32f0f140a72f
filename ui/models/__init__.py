"""Lists and tables of the campaign as Qt models."""
