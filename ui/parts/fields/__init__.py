"""Fields that several editors and panels share."""
