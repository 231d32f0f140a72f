"""Power as it is now, spent, lost and stored; Energy Shields and Fields that draw on it."""
