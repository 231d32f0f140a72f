"""Units and weapons of the Sci-fi rules: columns, inspector, editors."""
