"""What all tables of the desk share: rows, cells, columns, filter."""
