"""Parts that name a rule: its number, a note, a refusal."""
