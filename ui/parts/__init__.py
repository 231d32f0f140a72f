"""What several panels share: fields, tables, lines of words and dice, parts of a step."""
