"""The campaign file: tables, acts as data, journal, and the life of the file."""
