"""Lines of words, dice and rules, painted."""
