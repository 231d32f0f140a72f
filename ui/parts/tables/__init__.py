"""Tables with cells, widths, filters and selection."""
