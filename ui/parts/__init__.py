"""What several panels share: fields, tables, units, lines of words and dice, parts of a step."""
