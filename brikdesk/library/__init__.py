"""The referee's library: units, armies, tables and house rules to use again, in a file of its own."""
