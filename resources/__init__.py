"""Icons, fonts, themes and rule data that travel with the program."""
