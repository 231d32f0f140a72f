"""A campaign as JSON: written out with its whole record, and read back into a file of its own."""
