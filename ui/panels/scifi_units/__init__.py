"""Units and weapons by the Sci-fi rules: columns, parts of the inspector, editors."""
