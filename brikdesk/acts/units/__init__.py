"""Units as they stand: their facts, their states, what they do and what goes with them."""
