"""Units as rows and as what is being typed."""
